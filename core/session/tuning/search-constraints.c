/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/search-constraints.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/session/session-private.h"
#include "core/session/tuning/tuning-private.h"

/* --- the lines --- */

char *
tl_constraint_lines_add (const char *lines, const char *line)
{
  g_auto (GStrv)          split = g_strsplit (lines, "\n", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv)          all = NULL;

  for (guint i = 0; split[i] != NULL; i++)
    if (split[i][0] != '\0' && strcmp (split[i], line) != 0)
      g_strv_builder_add (builder, split[i]);
  g_strv_builder_add (builder, line);
  all = g_strv_builder_end (builder);
  return g_strjoinv ("\n", all);
}

char *
tl_constraint_lines_remove (const char *lines, guint index)
{
  g_auto (GStrv)          split = g_strsplit (lines, "\n", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv)          all = NULL;

  for (guint i = 0; split[i] != NULL; i++)
    if (i != index)
      g_strv_builder_add (builder, split[i]);
  all = g_strv_builder_end (builder);
  return g_strjoinv ("\n", all);
}

/* Lines with a first word, without it; NULL: none. Interned, as texts of settings are. */
static const char *
lines_after (const char *lines, const char *word)
{
  g_auto (GStrv)     split = g_strsplit (lines, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; split[i] != NULL; i++)
    if (g_str_has_prefix (split[i], word))
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", split[i] + strlen (word));
  return text->len > 0 ? g_intern_string (text->str) : NULL;
}

char *
tl_session_constraints (TlSession *self)
{
  g_autoptr (TlConstraints) constraints = tl_tune_config_constraints (tl_tuning_config (self->tuning), NULL);

  return constraints != NULL ? tl_constraints_print (constraints) : g_strdup ("");
}

gboolean
tl_session_set_constraints (TlSession *self, const char *lines, GError **error)
{
  g_autoptr (TlConstraints) constraints = tl_constraints_read (lines, error);
  g_autofree char *settings = NULL;
  TlDatabase      *database;

  if (constraints == NULL)
    return FALSE;
  tl_tuning_set_constraints (self->tuning, lines_after (lines, "pin "), lines_after (lines, "forbid "),
                             tl_constraints_n (constraints) > 0 ? constraints : NULL);
  settings = tl_tune_config_print (tl_tuning_config (self->tuning));
  database = tl_tuning_n_wanted (self->tuning) > 0 ? tl_session_database (self, NULL) : NULL;
  if (database != NULL)
    tl_database_set (database, TL_TUNING_CONFIG_KEY, settings, NULL);   /* the run keeps its own, too */
  return TRUE;
}

/* --- asking the design space, on a thread --- */

typedef struct
{
  TlModule     *module;
  const char   *func_name;
  TlTuneConfig  config;
  char         *lines;
} SpaceQuery;

static void
query_free (SpaceQuery *query)
{
  tl_module_unref (query->module);
  g_free (query->lines);
  g_free (query);
}

static SpaceQuery *
query_new (TlSession *self, const TlTuneConfig *config, const char *lines)
{
  SpaceQuery *query = g_new0 (SpaceQuery, 1);

  query->module = tl_module_ref ((TlModule *) tl_state_module (self->program.root));
  query->func_name = self->program.func_name;
  query->config = *config;
  query->lines = g_strdup (lines);
  return query;
}

/* The space and the tasks; for decisions the task of the function shown alone. FALSE with an error. */
static gboolean
open_query (const SpaceQuery *query, TlSpace **space, GPtrArray **tasks, GError **error)
{
  TlTarget target;

  *tasks = NULL;
  *space = tl_tune_config_target (&query->config, &target, error) ? tl_tune_config_space (&query->config, &target, error) : NULL;
  if (*space != NULL)
    *tasks = tl_tune_config_tasks (&query->config, query->module, error);
  return *tasks != NULL;
}

static TlState *
start_of (const SpaceQuery *query, const TlTask *task)
{
  return tl_state_new (task->module, query->config.seed);
}

/* Arrays of TlSpaceDecision, one for each task. */
static GPtrArray *
all_decisions (const SpaceQuery *query, TlSpace *space, GPtrArray *tasks, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < tasks->len; i++)
    {
      g_autoptr (TlState) start = start_of (query, tasks->pdata[i]);
      GPtrArray *decisions = tl_space_decisions (space, start, query->config.seed, TL_SHARE_SAMPLES, error);

      if (decisions == NULL)
        return NULL;
      g_ptr_array_add (all, decisions);
    }
  return g_steal_pointer (&all);
}

static char *
check_tasks (const SpaceQuery *query, TlSpace *space, GPtrArray *tasks, GCancellable *cancellable, GError **error)
{
  g_autoptr (TlConstraints) constraints = tl_constraints_read (query->lines, error);
  g_autoptr (GPtrArray)     all = constraints != NULL ? all_decisions (query, space, tasks, error) : NULL;
  guint n_sampled = 0, n_remaining = 0;

  if (all == NULL || !tl_constraints_check_keys (constraints, all, error))
    return NULL;
  for (guint i = 0; i < tasks->len; i++)
    {
      g_autoptr (TlState) start = start_of (query, tasks->pdata[i]);
      TlConstraintsShare  share;

      if (!tl_constraints_check (constraints, space, start, query->config.seed, TL_SHARE_SAMPLES, &share, cancellable, error))
        return NULL;
      n_sampled += share.n_sampled;
      n_remaining += share.n_remaining;
    }
  return g_strdup_printf (_("%u of %u sampled candidates satisfy the constraints"), n_remaining, n_sampled);
}

static void
check_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const SpaceQuery     *query = data;
  g_autoptr (TlSpace)   space = NULL;
  g_autoptr (GPtrArray) tasks = NULL;
  GError               *error = NULL;
  char                 *text = open_query (query, &space, &tasks, &error) ? check_tasks (query, space, tasks, cancellable, &error) : NULL;

  if (text != NULL)
    g_task_return_pointer (task, text, g_free);
  else
    g_task_return_error (task, error);
}

void
tl_session_check_constraints_async (TlSession *self, const TlTuneConfig *config, const char *lines, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_return_if_fail (self->program.root != NULL);

  g_task_set_task_data (task, query_new (self, config, lines), (GDestroyNotify) query_free);
  g_task_run_in_thread (task, check_in_thread);
}

char *
tl_session_check_constraints_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* The task of the function shown; the first where that is none. */
static const TlTask *
shown_task (const SpaceQuery *query, GPtrArray *tasks)
{
  for (guint i = 0; i < tasks->len; i++)
    {
      const TlTask *task = tasks->pdata[i];

      if (g_ptr_array_find_with_equal_func (task->func_names, query->func_name, g_str_equal, NULL))
        return task;
    }
  return tasks->len > 0 ? tasks->pdata[0] : NULL;
}

static void
list_in_thread (GTask *gtask, gpointer source, gpointer data, GCancellable *cancellable)
{
  const SpaceQuery     *query = data;
  g_autoptr (TlSpace)   space = NULL;
  g_autoptr (GPtrArray) tasks = NULL;
  GError               *error = NULL;
  const TlTask         *task = open_query (query, &space, &tasks, &error) ? shown_task (query, tasks) : NULL;
  g_autoptr (TlState)   start = task != NULL ? start_of (query, task) : NULL;
  GPtrArray            *decisions = NULL;

  if (start != NULL)
    decisions = tl_space_decisions (space, start, query->config.seed, TL_SHARE_SAMPLES, &error);
  else if (error == NULL)
    g_set_error (&error, TL_CONSTRAINTS_ERROR, TL_CONSTRAINTS_ERROR_UNKNOWN, _("The program has no function to tune"));
  if (decisions != NULL)
    g_task_return_pointer (gtask, decisions, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (gtask, error);
}

void
tl_session_list_decisions_async (TlSession *self, const TlTuneConfig *config, GCancellable *cancellable, GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_return_if_fail (self->program.root != NULL);

  g_task_set_task_data (task, query_new (self, config, ""), (GDestroyNotify) query_free);
  g_task_run_in_thread (task, list_in_thread);
}

GPtrArray *
tl_session_list_decisions_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
