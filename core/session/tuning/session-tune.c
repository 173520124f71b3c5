/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning runs of the session's program, and variants of their trials. */
#include "core/session/session-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/ir/compare.h"
#include "core/schedule/trace.h"
#include "core/session/tuning/trial-detail.h"
#include "core/session/tuning/tuning-private.h"
#include "core/target/gpu-models.h"

/* The settings with the session's target, which is not said where it is the usual one, or where they have their own. */
static TlTuneConfig
for_target (TlSession *self, const TlTuneConfig *config)
{
  const TlTarget   host = tl_target_host ();
  g_autofree char *usual = tl_target_to_text (&host), *chosen = tl_target_to_text (&self->program.target);
  TlTuneConfig     with_target = *config;

  if (config->target == NULL && strcmp (usual, chosen) != 0)
    with_target.target = g_intern_string (chosen);
  return with_target;
}

static guint
n_tasks (TlSession *self)
{
  return g_list_model_get_n_items (tl_tuning_tasks (self->tuning));
}

/* @added: as of a TlTuningRequest. */
static gboolean
start_run (TlSession *self, const TlTuneConfig *config, TlState *start, gboolean resume, const char *const *added, GError **error)
{
  guint           n_builders = config->max_workers > 0 ? config->max_workers : tl_session_n_builders (self);
  TlTuningRequest request = { .start = start, .config = for_target (self, config), .resume = resume, .added = added,
                              .title = tl_session_title (self) };

  if (!tl_state_check_order (start, error))
    return FALSE;
  if (config->replay_timings == NULL && ((!config->is_dry && !tl_session_can_measure (self, error))
                                         || (request.pool = tl_session_start_pool (self, n_builders, error)) == NULL))
    return FALSE;
  request.database = tl_session_database (self, error);
  tl_session_cancel_unasked (self);
  return request.database != NULL && tl_tuning_start (self->tuning, &request, error);
}

gboolean
tl_session_tune (TlSession *self, const TlTuneConfig *config, TlVariant *from, GError **error)
{
  g_return_val_if_fail (self->program.root != NULL, FALSE);

  return start_run (self, config, from != NULL ? tl_variant_state (from) : self->program.root, FALSE, NULL, error);
}

gboolean
tl_session_tune_from_trial (TlSession *self, const TlTuneConfig *config, const char *trace_json, GError **error)
{
  const char *const added[] = { trace_json, NULL };
  TlState          *start = tl_tuning_start_state (self->tuning);

  g_return_val_if_fail (start != NULL, FALSE);

  if (n_tasks (self) > 1)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                    _("The runs tune several functions: a search begins at a trial where it tunes one alone"));
  return start_run (self, config, start, FALSE, added, error);
}

gboolean
tl_session_resume_tuning (TlSession *self, const TlTuneConfig *config, GError **error)
{
  g_return_val_if_fail (self->program.root != NULL, FALSE);

  return start_run (self, config, self->program.root, TRUE, NULL, error);
}

gboolean
tl_session_tunes_by_model (TlSession *self)
{
  const TlTarget *target = &self->program.target;

  return tl_target_has_kernels (target) && self->devices != NULL && !tl_session_can_measure (self, NULL)
         && tl_gpu_model_of_target (target) != NULL;
}

gboolean
tl_session_show_predicted (TlSession *self, gboolean is_predicted, GError **error)
{
  if (tl_tuning_is_active (self->tuning) || tl_tuning_is_predicted (self->tuning) == is_predicted)
    return TRUE;
  return tl_tuning_show_kind (self->tuning, is_predicted, tl_session_database (self, NULL), error);
}

static void
on_added (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;

  if (tl_tuning_add_finish (TL_TUNING (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
tl_session_add_to_search_async (TlSession *self, TlVariant *variant, GAsyncReadyCallback callback, gpointer user_data)
{
  TlState          *start = tl_tuning_start_state (self->tuning);
  g_autofree char  *trace = tl_trace_to_json (tl_variant_state (variant), TL_DIALECT_CLASSIC);
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  GError           *draft = NULL;

  if (!tl_state_check_order (tl_variant_state (variant), &draft))
    g_task_return_error (task, draft);
  else if (start != NULL && tl_state_n_steps (start) > 0)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                             _("The run began at a variant: only schedules of the program without steps can be added"));
  else if (n_tasks (self) > 1)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                             _("The run tunes several functions: a variant can be added where it tunes one alone"));
  else
    tl_tuning_add_async (self->tuning, trace, on_added, g_steal_pointer (&task));
}

gboolean
tl_session_add_to_search_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

guint
tl_session_set_tuning_budget (TlSession *self, guint n_trials)
{
  guint            n = tl_tuning_set_budget (self->tuning, n_trials);
  g_autofree char *settings = n > 0 ? tl_tune_config_print (tl_tuning_config (self->tuning)) : NULL;
  TlDatabase      *database = n > 0 ? tl_session_database (self, NULL) : NULL;

  if (database != NULL)
    tl_database_set (database, TL_TUNING_CONFIG_KEY, settings, NULL);   /* the run stores its budget, too */
  return n;
}

/* --- trials --- */

/* The row of the task's trial @index in the project file, with a trace; NULL with @error. */
static TlTrialRow *
find_trial (TlSession *self, TlTuningTask *task, guint index, GError **error)
{
  TlTrialRecord         record = tl_trial_store_get (tl_tuning_task_trials (task), index);
  TlDatabase           *database = tl_session_database (self, error);
  g_autoptr (TlTrialRow) row = database != NULL ? tl_database_trial (database, record.run_id, record.number, error) : NULL;

  if (row != NULL && row->trace_json != NULL && row->trace_json[0] != '\0')
    return g_steal_pointer (&row);
  if (row != NULL)
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, _("Trial %u failed before it had a schedule"), record.number);
  return NULL;
}

static void
show_function_of (TlSession *self, TlTuningTask *task)
{
  GPtrArray *names = tl_tuning_task_func_names (task);

  if (names->len > 0 && !g_ptr_array_find_with_equal_func (names, tl_session_func_name (self), g_str_equal, NULL))
    tl_session_set_func (self, names->pdata[0]);
}

/* The variant, which has the trial's schedule now, has its measurement, too: of the functions that the task stands for. */
static void
take_outcome (TlVariant *variant, TlTuningTask *task, const TlTrialRow *row)
{
  GPtrArray *names = tl_tuning_task_func_names (task);

  for (guint i = 0; i < names->len && row->outcome.kind != TL_OUTCOME_PREDICTED; i++)
    tl_variant_set_outcome (variant, tl_variant_state (variant), names->pdata[i], &row->outcome);
}

/* "tuned #37", of several tasks with the task's name. Free with g_free. */
static char *
variant_stem (TlSession *self, TlTuningTask *task, const TlTrialRow *row)
{
  return g_strdup_printf ("%s #%u", n_tasks (self) == 1 ? "tuned" : tl_tuning_task_name (task), row->number);
}

/* A new variant, which is current then. */
static TlVariant *
add_trial (TlSession *self, TlTuningTask *task, const TlTrialRow *row, TlState *state)
{
  g_autofree char *stem = variant_stem (self, task, row), *name = tl_history_free_name (self->history, stem);
  TlVariant       *variant = tl_history_add (self->history, name, state);

  take_outcome (variant, task, row);
  tl_storage_mark_unsaved (self->storage, variant);
  return variant;
}

TlVariant *
tl_session_adopt_trial (TlSession *self, guint task_index, guint index, GError **error)
{
  g_autoptr (TlTuningTask) task = g_list_model_get_item (tl_tuning_tasks (self->tuning), task_index);
  g_autoptr (TlTrialRow)   row = NULL;
  g_autoptr (TlState)      state = NULL;
  TlVariant               *variant;

  g_return_val_if_fail (task != NULL && index < tl_trial_store_n (tl_tuning_task_trials (task)), NULL);
  row = find_trial (self, task, index, error);
  state = row != NULL ? tl_tuning_apply (self->tuning, task_index, NULL, row->trace_json, error) : NULL;
  if (state == NULL)
    return NULL;
  variant = add_trial (self, task, row, state);
  show_function_of (self, task);
  tl_session_emit_changed (self);
  return variant;
}

/* The variant with this name, if its program is that of @state; NULL. Borrowed. */
static TlVariant *
find_variant (TlSession *self, const char *name, TlState *state)
{
  for (guint i = 0; i < tl_history_n_variants (self->history); i++)
    {
      TlVariant *variant = tl_history_nth (self->history, i);

      if (strcmp (tl_variant_name (variant), name) == 0
          && tl_module_hash (tl_state_module (tl_variant_state (variant))) == tl_module_hash (tl_state_module (state)))
        return variant;
    }
  return NULL;
}

TlVariant *
tl_session_keep_trial (TlSession *self, guint task_index, const TlTrialDetail *detail, gboolean is_best, GError **error)
{
  g_autoptr (TlTuningTask) task = g_list_model_get_item (tl_tuning_tasks (self->tuning), task_index);
  const TlTrialRow        *row = is_best && detail->best != NULL ? detail->best : detail->row;
  TlState                 *state = is_best && detail->best != NULL ? detail->best_state : detail->state;
  TlVariant               *current = tl_session_current (self), *variant;
  g_autofree char         *stem = NULL;

  g_return_val_if_fail (task != NULL && row != NULL, NULL);

  if (state == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("Trial %u has no schedule that applies%s%s"), row->number,
                   detail->refusal != NULL ? ": " : "", detail->refusal != NULL ? detail->refusal : "");
      return NULL;
    }
  stem = variant_stem (self, task, row);
  variant = find_variant (self, stem, state);
  if (variant != NULL)
    return variant;
  variant = add_trial (self, task, row, state);
  tl_session_set_current (self, current);
  return variant;
}

static void
free_row (gpointer row)
{
  g_clear_pointer (&row, tl_trial_row_free);
}

/* The best trial of each task; NULL where none succeeded. NULL with @error where one cannot be read. */
static GPtrArray *
best_trials (TlSession *self, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (free_row);

  for (guint i = 0; i < n_tasks (self); i++)
    {
      g_autoptr (TlTuningTask) task = g_list_model_get_item (tl_tuning_tasks (self->tuning), i);
      gint                     best = tl_trial_store_best (tl_tuning_task_trials (task));
      TlTrialRow              *row = best >= 0 ? find_trial (self, task, (guint) best, error) : NULL;

      if (best >= 0 && row == NULL)
        return NULL;
      g_ptr_array_add (rows, row);
    }
  return g_steal_pointer (&rows);
}

/* The program with all these trials' schedules; NULL with @error. */
static TlState *
apply_trials (TlSession *self, GPtrArray *rows, GError **error)
{
  TlState *state = tl_state_ref (tl_tuning_start_state (self->tuning));

  for (guint i = 0; state != NULL && i < rows->len; i++)
    {
      TlTrialRow *row = rows->pdata[i];
      TlState    *before = state;

      if (row == NULL)
        continue;
      state = tl_tuning_apply (self->tuning, i, before, row->trace_json, error);
      tl_state_unref (before);
    }
  return state;
}

TlVariant *
tl_session_adopt_best (TlSession *self, guint task_index, GError **error)
{
  g_autoptr (TlTuningTask) task = g_list_model_get_item (tl_tuning_tasks (self->tuning), task_index);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (TlState)   state = NULL;
  g_autofree char      *name = NULL;
  TlVariant            *variant;
  gint                  best;

  g_return_val_if_fail (task != NULL, NULL);
  if (n_tasks (self) == 1 && (best = tl_trial_store_best (tl_tuning_trials (self->tuning))) >= 0)
    return tl_session_adopt_trial (self, 0, (guint) best, error);
  rows = best_trials (self, error);
  state = rows != NULL ? apply_trials (self, rows, error) : NULL;
  if (state == NULL)
    return NULL;
  name = tl_history_free_name (self->history, "tuned");
  variant = tl_session_add_variant (self, name, state, NULL);
  for (guint i = 0; i < rows->len; i++)
    {
      g_autoptr (TlTuningTask) of_row = g_list_model_get_item (tl_tuning_tasks (self->tuning), i);

      if (rows->pdata[i] != NULL)
        take_outcome (variant, of_row, rows->pdata[i]);
    }
  tl_storage_mark_unsaved (self->storage, variant);
  show_function_of (self, task);
  tl_session_emit_changed (self);
  return variant;
}
