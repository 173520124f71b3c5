/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading programs and projects, and keeping the project file up to date. A program opened from a script gets a file in the drafts folder
 * as soon as there is something to keep; from then on every change is in it within half a second.
 */
#include "core/session/session-private.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/schedule/trace.h"
#include "core/session/recent.h"
#include "core/te/te.h"
#include "core/text/notebook.h"
#include "core/text/script.h"

#define SAVE_DELAY_MS  400
#define RETRY_DELAY_S  20
#define MAX_STEM_CHARS 60

void
tl_opened_free (TlOpened *opened)
{
  g_free (opened->title);
  g_free (opened->origin);
  g_free (opened->project_path);
  g_strfreev (opened->problems);
  g_strfreev (opened->warnings);
  g_clear_pointer (&opened->states, g_ptr_array_unref);
  g_clear_pointer (&opened->rows, g_ptr_array_unref);
  g_clear_pointer (&opened->root, tl_state_unref);
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
  const char *text = tl_source_text (source);
  const char *mark = g_strstr_len (text, (gssize) tl_min (tl_source_length (source), 2000), "# title:");
  char       *base, *dot;

  if (mark != NULL)
    {
      const char *start = mark + strlen ("# title:"), *end = strchrnul (start, '\n');

      return g_strstrip (g_strndup (start, (gsize) (end - start)));
    }
  base = g_path_get_basename (path);
  dot = strrchr (base, '.');
  if (dot != NULL && dot != base)
    *dot = '\0';
  return base;
}

static TlOpened *
read_script (const char *path, GError **error)
{
  g_autoptr (TlSource) source = tl_script_load (path, error);
  TlModule            *module = source != NULL ? tl_program_read (source, error) : NULL;
  TlOpened            *opened;

  if (module == NULL)
    return NULL;
  if (module->n_prims == 0)
    {
      g_set_error (error, TL_TEXT_ERROR, TL_TEXT_ERROR_MEANING, _("%s has no @T.prim_func function"), path);
      tl_module_unref (module);
      return NULL;
    }
  opened = g_new0 (TlOpened, 1);
  opened->module = module;
  opened->title = title_of (source, path);
  opened->origin = g_strdup (path);
  opened->root = tl_state_new (module, 0);
  opened->warnings = tl_source_warnings (source);
  return opened;
}

static char *
intrins_key (gint64 row_id)
{
  return g_strdup_printf ("tensor-intrinsics-%" G_GINT64_FORMAT, row_id);
}

/* Where the variant began: the program, and what its script had registered. */
static TlState *
start_of (TlOpened *opened, gint64 row_id)
{
  g_autofree char       *key = intrins_key (row_id);
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
  for (guint i = 0; i < opened->rows->len; i++)
    {
      TlVariantRow       *row = g_ptr_array_index (opened->rows, i);
      g_autoptr (TlState) start = start_of (opened, row->id);
      g_autoptr (GError)  error = NULL;

      g_ptr_array_add (opened->states, tl_trace_replay_json (start, row->trace_json, TRUE, FALSE, &error));
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
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("%s does not exist"), path);
      return NULL;
    }
  opened->database = tl_storage_error_open_database (path, &opened->storage_error, error);
  workloads = opened->database != NULL ? tl_database_workloads (opened->database, error) : NULL;
  if (workloads == NULL)
    return NULL;
  if (workloads->len == 0)
    {
      g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, _("%s contains no program"), path);
      return NULL;
    }
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

/* --- saving --- */

/* A name that no draft has: two windows may begin with the same program in the same second. */
static char *
draft_path (TlSession *self)
{
  g_autofree char      *folder = tl_drafts_folder ();
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char      *when = g_date_time_format (now, "%Y-%m-%d %H.%M.%S");
  const char           *title = tl_session_title (self);
  g_autofree char      *stem = g_strdelimit (g_utf8_substring (title, 0, tl_min (g_utf8_strlen (title, -1), MAX_STEM_CHARS)), "/\\", '-');

  for (guint number = 1;; number++)
    {
      g_autofree char *name = number == 1 ? g_strdup_printf ("%s %s.tileloom", stem, when)
                                          : g_strdup_printf ("%s %s (%u).tileloom", stem, when, number);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&path);
    }
}

static void
mark_all_unsaved (TlSession *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->variants)); i++)
    {
      g_autoptr (TlVariant) variant = g_list_model_get_item (G_LIST_MODEL (self->variants), i);

      if (tl_variant_row_id (variant) == 0)
        g_hash_table_add (self->unsaved, g_object_ref (variant));
    }
}

/* Of a program without a project: a draft, in memory if no folder can hold it. */
static TlDatabase *
open_draft (TlSession *self, TlStorageError **storage_error, GError **error)
{
  g_autoptr (GError) failure = NULL;
  TlDatabase        *database;

  g_free (self->project_path);
  self->project_path = draft_path (self);
  database = tl_storage_error_open_database (self->project_path, storage_error, &failure);
  if (database == NULL)
    database = tl_session_open_in_memory (self, failure);
  if (database == NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return database;
}

/* What came from a folder gets a project of its own. */
static void
keep_import (TlSession *self)
{
  g_autoptr (GError) error = NULL;

  self->is_imported = FALSE;
  g_free (self->project_path);
  self->project_path = draft_path (self);
  if (!tl_database_move_to (self->database, self->project_path, &error))
    {
      tl_session_stay_in_memory (self, error);
      return;
    }
  tl_database_record_machine (self->database, NULL);
  tl_recent_add (self->project_path, self->title);
  mark_all_unsaved (self);
}

TlDatabase *
tl_session_database (TlSession *self, GError **error)
{
  TlDatabase     *database;
  TlStorageError *storage_error = NULL;

  g_return_val_if_fail (self->root != NULL, NULL);
  if (self->is_imported)
    keep_import (self);
  if (self->database != NULL)
    return self->database;
  database = open_draft (self, &storage_error, error);
  if (database == NULL
      || !tl_database_add_program (database, tl_state_module (self->root), self->title, self->origin, &self->workload_id, error)
      || !tl_database_record_machine (database, error))
    {
      g_clear_pointer (&database, tl_database_unref);
      g_clear_pointer (&storage_error, tl_storage_error_close);
      return NULL;
    }
  self->database = database;
  if (storage_error != NULL)
    tl_session_listen_for_storage_errors (self, storage_error);
  if (self->storage_error_text == NULL)
    tl_recent_add (self->project_path, self->title);
  mark_all_unsaved (self);
  return self->database;
}

static gboolean
save_variant (TlSession *self, TlVariant *variant, GError **error)
{
  TlVariant       *origin = tl_variant_origin (variant);
  const TlOutcome *outcome = tl_variant_outcome (variant);
  TlVariantRow     row = { .id = tl_variant_row_id (variant), .workload_id = self->workload_id };
  g_autofree char *trace = tl_trace_to_json (tl_variant_tip (variant), TL_DIALECT_CLASSIC);
  g_autofree char *key = NULL, *text = NULL;
  gboolean         saved;
  const TlTensorIntrins *intrins = tl_state_intrins (tl_variant_tip (variant));

  row.name = (char *) tl_variant_name (variant);
  row.note = (char *) tl_variant_note (variant);
  row.trace_json = trace;
  row.parent_id = origin != NULL ? tl_variant_row_id (origin) : 0;
  row.has_outcome = outcome != NULL && tl_variant_state (variant) == tl_variant_tip (variant);
  if (row.has_outcome)
    tl_outcome_copy (outcome, &row.outcome);
  saved = tl_database_save_variant (self->database, &row, error);
  if (saved)
    tl_variant_set_row_id (variant, row.id);
  if (saved && intrins != NULL)
    {
      key = intrins_key (row.id);
      text = tl_tensor_intrins_to_text (intrins);
      saved = tl_database_set (self->database, key, text, error);
    }
  tl_outcome_clear (&row.outcome);
  return saved;
}

/* Something to keep: more than a program nobody touched. */
static gboolean
is_worth_saving (TlSession *self)
{
  return (self->database != NULL && !self->is_imported) || self->undo->len > 0 || self->redo->len > 0
         || tl_variant_outcome (self->current) != NULL;
}

static gboolean
on_save_time (gpointer user_data)
{
  TlSession *self = user_data;

  self->save_source = 0;
  tl_session_flush (self);
  return G_SOURCE_REMOVE;
}

/* A full disk or a folder without permission may be put right: nothing is given up. */
static void
keep_trying (TlSession *self, const GError *error)
{
  g_signal_emit_by_name (self, "save-failed", error->message);
  self->save_source = g_timeout_add_seconds (RETRY_DELAY_S, on_save_time, self);
}

void
tl_session_flush (TlSession *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *selected = NULL;

  g_clear_handle_id (&self->save_source, g_source_remove);
  if (self->root == NULL || self->current == NULL || g_hash_table_size (self->unsaved) == 0 || !is_worth_saving (self))
    return;
  if (tl_session_database (self, &error) == NULL)
    {
      keep_trying (self, error);
      return;
    }
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->variants)) && error == NULL; i++)
    {
      g_autoptr (TlVariant) variant = g_list_model_get_item (G_LIST_MODEL (self->variants), i);

      if (g_hash_table_contains (self->unsaved, variant))
        save_variant (self, variant, &error);
    }
  selected = g_strdup_printf ("%" G_GINT64_FORMAT, tl_variant_row_id (self->current));
  if (error == NULL)
    tl_database_set (self->database, "selected-variant", selected, &error);
  if (error == NULL)
    g_hash_table_remove_all (self->unsaved);
  else
    keep_trying (self, error);
}

void
tl_session_mark_unsaved (TlSession *self, TlVariant *variant)
{
  self->is_unsaved |= self->storage_error_text != NULL;
  tl_session_ask_to_save (self, variant);
}

void
tl_session_ask_to_save (TlSession *self, TlVariant *variant)
{
  g_hash_table_add (self->unsaved, g_object_ref (variant));
  if (self->save_source == 0)
    self->save_source = g_timeout_add (SAVE_DELAY_MS, on_save_time, self);
}

void
tl_session_cancel_saving (TlSession *self)
{
  g_clear_handle_id (&self->save_source, g_source_remove);
  g_hash_table_remove_all (self->unsaved);
}

gboolean
tl_session_save_as (TlSession *self, const char *path, GError **error)
{
  g_autofree char *with_ending = g_str_has_suffix (path, ".tileloom") ? g_strdup (path) : g_strconcat (path, ".tileloom", NULL);

  if (tl_session_database (self, error) == NULL)
    return FALSE;
  mark_all_unsaved (self);
  tl_session_flush (self);
  if (g_strcmp0 (with_ending, self->project_path) == 0)
    return tl_session_restore (self, error);
  if (!tl_database_move_to (self->database, with_ending, error))
    return FALSE;
  g_free (self->project_path);
  self->project_path = g_strdup (with_ending);
  tl_session_forget_storage_error (self);
  tl_recent_add (self->project_path, self->title);
  return TRUE;
}
