/* SPDX-License-Identifier: Apache-2.0 */
/* Reading programs and projects, in a thread of the caller. */
#include "core/base/error.h"
#include "core/graph/infer-types.h"
#include "core/session/opened-private.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/base/i18n.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"
#include "core/session/program-view.h"
#include "core/session/session.h"
#include "core/te/te.h"
#include "core/text/notebook.h"
#include "core/text/script.h"

G_DEFINE_QUARK (tl-session-error-quark, tl_session_error)

void
tl_opened_free (TlOpened *opened)
{
  g_free (opened->title);
  g_free (opened->origin);
  g_free (opened->project_path);
  g_strfreev (opened->problems);
  g_strfreev (opened->warnings);
  g_free (opened->func_name);
  g_free (opened->target);
  g_clear_pointer (&opened->outcomes, g_ptr_array_unref);
  g_clear_pointer (&opened->states, g_ptr_array_unref);
  g_clear_pointer (&opened->rows, g_ptr_array_unref);
  g_clear_pointer (&opened->root, tl_state_unref);
  g_clear_pointer (&opened->scheduled, tl_state_unref);
  g_clear_pointer (&opened->database, tl_database_unref);
  g_clear_pointer (&opened->storage_error, tl_storage_error_close);
  g_clear_pointer (&opened->module, tl_module_unref);
  g_free (opened);
}

static void
unref_state (gpointer state)
{
  if (state != NULL)
    tl_state_unref (state);
}

/* "# title: …" in the first lines of a sample, else the file's own name. */
static char *
title_of (TlSource *source, const char *path)
{
  char *title = tl_example_comment (source, "title"), *base, *dot;

  if (title != NULL)
    return title;
  base = g_path_get_basename (path);
  dot = strrchr (base, '.');
  if (dot != NULL && dot != base)
    *dot = '\0';
  return base;
}

/* A script may define a program and schedule it. Where a step does not apply the program is shown without any. */
static void
run_own_steps (TlOpened *opened, TlSource *source)
{
  g_autoptr (TlScheduleScript) script = tl_schedule_script_parse (source, NULL);
  g_autoptr (GError)           error = NULL;
  g_autoptr (GStrvBuilder)     problems = NULL;
  g_autofree char             *problem = NULL;

  if (script == NULL || !tl_schedule_script_is_bare (script))
    return;
  opened->scheduled = tl_schedule_script_run (script, opened->root, NULL, NULL, &error);
  if (opened->scheduled != NULL)
    return;
  problems = g_strv_builder_new ();
  problem = g_strdup_printf (_("Shown without the steps of the script: %s"), error->message);
  g_strv_builder_add (problems, problem);
  opened->problems = g_strv_builder_end (problems);
}

static TlOpened *
read_script (const char *path, GError **error)
{
  g_autoptr (TlSource) source = tl_script_load (path, error);
  g_autoptr (TlModule) written = source != NULL ? tl_program_read (source, error) : NULL;
  TlModule            *module = written != NULL ? tl_module_infer_types (written, error) : NULL;
  TlOpened            *opened;

  if (module == NULL)
    return NULL;
  if (module->n_prims == 0)
    {
      if (module->n_funcs > 0)
        g_set_error (error, TL_SESSION_ERROR, TL_SESSION_ERROR_GRAPH, _("%s has graph functions, and no @T.prim_func"), path);
      else
        g_set_error (error, TL_TEXT_ERROR, TL_TEXT_ERROR_MEANING, _("%s has no @T.prim_func function"), path);
      tl_module_unref (module);
      return NULL;
    }
  opened = g_new0 (TlOpened, 1);
  opened->module = module;
  opened->title = title_of (source, path);
  opened->origin = g_strdup (path);
  opened->root = tl_state_new (module, 0);
  opened->target = tl_example_comment (source, "target");
  opened->warnings = tl_source_warnings (source);
  run_own_steps (opened, source);
  return opened;
}

/* Where the variant began: the program, and what its script had registered. */
static TlState *
start_of (TlOpened *opened, gint64 row_id)
{
  g_autofree char       *key = tl_storage_intrins_key (row_id);
  g_autofree char       *text = tl_database_get (opened->database, key);
  const TlTensorIntrins *intrins = NULL;
  TlState               *start;

  if (text == NULL || !tl_tensor_intrins_from_text (text, &intrins, NULL) || intrins == NULL)
    return tl_state_ref (opened->root);
  start = tl_state_with_intrins (opened->root, intrins);
  tl_arena_unref (intrins->arena);
  return start;
}

/* A trace that no longer applies keeps its row in the file but is not shown. */
static void
replay_variants (TlOpened *opened)
{
  GPtrArray *problems = g_ptr_array_new ();

  opened->states = g_ptr_array_new_with_free_func (unref_state);
  opened->outcomes = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < opened->rows->len; i++)
    {
      TlVariantRow       *row = g_ptr_array_index (opened->rows, i);
      g_autoptr (TlState) start = start_of (opened, row->id);
      g_autoptr (GError)  error = NULL;
      g_autofree char    *key = tl_storage_outcomes_key (row->id);

      g_ptr_array_add (opened->outcomes, tl_database_get (opened->database, key));
      g_ptr_array_add (opened->states, tl_trace_replay_project_json (start, row->trace_json, &error));
      if (error != NULL)
        g_ptr_array_add (problems, g_strdup_printf (_("Variant “%s” cannot be shown: %s"), row->name, error->message));
    }
  g_ptr_array_add (problems, NULL);
  opened->problems = (char **) g_ptr_array_free (problems, FALSE);
}

/*
 * A project's other workloads are parts of its program, tuned apart, and variants that a search began at. One without the setting has its
 * program alone.
 */
static TlWorkloadRow *
find_program (TlDatabase *database, GPtrArray *workloads)
{
  g_autofree char *id = tl_database_get (database, TL_PROGRAM_KEY);

  for (guint i = 0; id != NULL && i < workloads->len; i++)
    {
      TlWorkloadRow *row = g_ptr_array_index (workloads, i);

      if (row->id == g_ascii_strtoll (id, NULL, 10))
        return row;
    }
  return g_ptr_array_index (workloads, 0);
}

static TlOpened *
read_project (const char *path, GError **error)
{
  g_autoptr (TlOpened)  opened = g_new0 (TlOpened, 1);
  g_autoptr (GPtrArray) workloads = NULL;
  g_autofree char      *selected = NULL;
  TlWorkloadRow        *workload;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return tl_fail_null (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("%s does not exist"), path);
  opened->database = tl_storage_error_open_database (path, &opened->storage_error, error);
  workloads = opened->database != NULL ? tl_database_workloads (opened->database, error) : NULL;
  if (workloads == NULL)
    return NULL;
  if (workloads->len == 0)
    return tl_fail_null (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, _ ("%s contains no program"), path);
  workload = find_program (opened->database, workloads);
  opened->module = tl_module_ref (workload->module);
  opened->title = g_strdup (workload->title);
  opened->origin = g_strdup (workload->origin);
  opened->project_path = g_strdup (path);
  opened->root = tl_state_new (opened->module, 0);
  opened->workload_id = workload->id;
  opened->rows = tl_database_variants (opened->database, workload->id, error);
  if (opened->rows == NULL)
    return NULL;
  selected = tl_database_get (opened->database, "selected-variant");
  opened->selected_row = selected != NULL ? g_ascii_strtoll (selected, NULL, 10) : 0;
  opened->func_name = tl_database_get (opened->database, TL_SHOWN_FUNCTION_KEY);
  opened->target = tl_database_get (opened->database, TL_TARGET_KEY);
  replay_variants (opened);
  return g_steal_pointer (&opened);
}

TlOpened *
tl_opened_read (const char *path, GError **error)
{
  g_autofree char *work_dir = tl_work_dir_of (path);

  if (work_dir != NULL)
    return tl_work_dir_read (work_dir, error);
  return g_str_has_suffix (path, ".tileloom") ? read_project (path, error) : read_script (path, error);
}
