/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/project-storage-private.h"

#include <string.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/base/json-depth.h"
#include "core/schedule/trace.h"
#include "core/session/recent.h"
#include "core/worker/message.h"

#define SAVE_DELAY_MS  400
#define RETRY_DELAY_S  20
#define MAX_STEM_CHARS 60
#define MAX_DEPTH      16   /* brackets of stored outcomes */

struct _TlStorage
{
  /* Borrowed */
  const TlSessionProgram *program;
  TlHistory              *history;
  /* Owned */
  TlStorageListener listener;
  char             *path;            /* where to save; made up on first use */
  TlDatabase       *database;
  gint64            workload_id;
  GHashTable       *unsaved;         /* TlVariant set */
  guint             save_source;
  gboolean          is_imported;     /* the database is in memory until there is something to keep */
  /* Where the file cannot be written */
  TlStorageError   *error;           /* of @database, which it outlives */
  char             *error_text;      /* why changes are in memory alone; NULL: they are kept */
  gboolean          is_in_memory;    /* there is no folder for the file: the database never had one */
  gboolean          is_unsaved;      /* something was done since */
  guint             retry_source;
};

TlStorage *
tl_storage_new (const TlSessionProgram *program, TlHistory *history, const TlStorageListener *listener)
{
  TlStorage *storage = g_new0 (TlStorage, 1);

  storage->program = program;
  storage->history = history;
  storage->listener = *listener;
  storage->unsaved = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  return storage;
}

void
tl_storage_free (TlStorage *storage)
{
  tl_storage_close (storage);
  g_hash_table_unref (storage->unsaved);
  g_free (storage);
}

char *
tl_storage_intrins_key (gint64 row_id)
{
  return g_strdup_printf ("tensor-intrinsics-%" G_GINT64_FORMAT, row_id);
}

char *
tl_storage_outcomes_key (gint64 row_id)
{
  return g_strdup_printf ("outcomes-%" G_GINT64_FORMAT, row_id);
}

/* --- the file cannot be written --- */

static gboolean
on_retry (gpointer storage)
{
  return tl_storage_restore (storage, NULL) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/* Takes @why. */
static void
set_error (TlStorage *storage, char *why)
{
  g_free (storage->error_text);
  storage->error_text = why;
  if (why == NULL)
    g_clear_handle_id (&storage->retry_source, g_source_remove);
  else if (storage->retry_source == 0)
    storage->retry_source = g_timeout_add_seconds (RETRY_DELAY_S, on_retry, storage);
  storage->listener.error_changed (storage->listener.user_data);
}

static void
on_storage_error (const char *why, gpointer storage)
{
  set_error (storage, g_strdup (why));
}

/* Takes @error. */
static void
watch_storage_error (TlStorage *storage, TlStorageError *error)
{
  storage->error = error;
  tl_storage_error_listen (error, on_storage_error, storage);
}

/* The project file cannot be made because of @why; it is written again later. */
static void
fall_back_to_memory (TlStorage *storage, const GError *why)
{
  storage->is_in_memory = TRUE;
  set_error (storage, g_strdup_printf (_("%s. The project continues in memory only: save a copy to keep further changes"), why->message));
}

/* The project is kept again, or there is another one. */
static void
forget_error (TlStorage *storage)
{
  storage->is_in_memory = FALSE;
  storage->is_unsaved = FALSE;
  if (storage->error_text != NULL)
    set_error (storage, NULL);
}

const char *
tl_storage_error_text (TlStorage *storage)
{
  return storage->error_text;
}

gboolean
tl_storage_has_changes_since_error (TlStorage *storage)
{
  return storage->is_unsaved;
}

gboolean
tl_storage_restore (TlStorage *storage, GError **error)
{
  g_autofree char *folder = NULL;

  if (storage->error_text == NULL)
    return TRUE;
  folder = storage->is_in_memory ? tl_drafts_folder () : NULL;
  if (storage->is_in_memory ? !tl_database_move_to (storage->database, storage->path, error)
                            : !tl_database_restore (storage->database, error))
    return FALSE;
  forget_error (storage);
  tl_recent_add (storage->path, storage->program->title);
  return TRUE;
}

/* --- the file --- */

void
tl_storage_open (TlStorage *storage, char *path, TlDatabase *database, TlStorageError *error, gint64 workload_id)
{
  storage->path = path;
  storage->database = database;
  storage->is_imported = database != NULL && path == NULL;
  storage->workload_id = workload_id;
  if (error != NULL)
    watch_storage_error (storage, error);
}

void
tl_storage_close (TlStorage *storage)
{
  tl_storage_flush (storage);
  tl_storage_restore (storage, NULL);
  g_clear_handle_id (&storage->save_source, g_source_remove);
  g_hash_table_remove_all (storage->unsaved);
  g_clear_pointer (&storage->database, tl_database_unref);
  g_clear_pointer (&storage->error, tl_storage_error_close);
  forget_error (storage);
  g_clear_pointer (&storage->path, g_free);
  storage->is_imported = FALSE;
  storage->workload_id = 0;
}

const char *
tl_storage_path (TlStorage *storage)
{
  return storage->path;
}

TlDatabase *
tl_storage_peek_database (TlStorage *storage)
{
  return storage->database;
}

/* A name that no draft has: two windows may start with the same program in the same second. */
static char *
draft_path (TlStorage *storage)
{
  g_autofree char      *folder = tl_drafts_folder ();
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char      *when = g_date_time_format (now, "%Y-%m-%d %H.%M.%S");
  const char           *title = storage->program->title;
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
mark_all_unsaved (TlStorage *storage)
{
  for (guint i = 0; i < tl_history_n_variants (storage->history); i++)
    {
      TlVariant *variant = tl_history_nth (storage->history, i);

      if (tl_variant_row_id (variant) == 0)
        g_hash_table_add (storage->unsaved, g_object_ref (variant));
    }
}

/* Of a program without a project: a draft, in memory if no folder can hold it. */
static TlDatabase *
open_draft (TlStorage *storage, TlStorageError **storage_error, GError **error)
{
  g_autoptr (GError) failure = NULL;
  TlDatabase        *database;

  g_free (storage->path);
  storage->path = draft_path (storage);
  database = tl_storage_error_open_database (storage->path, storage_error, &failure);
  if (database != NULL)
    return database;
  database = tl_database_open (":memory:", NULL);
  if (database != NULL)
    fall_back_to_memory (storage, failure);
  else
    g_propagate_error (error, g_steal_pointer (&failure));
  return database;
}

/* A program from a folder gets a project of its own. */
static void
keep_import (TlStorage *storage)
{
  g_autoptr (GError) error = NULL;

  storage->is_imported = FALSE;
  g_free (storage->path);
  storage->path = draft_path (storage);
  if (!tl_database_move_to (storage->database, storage->path, &error))
    {
      fall_back_to_memory (storage, error);
      return;
    }
  tl_database_record_machine (storage->database, NULL);
  tl_recent_add (storage->path, storage->program->title);
  mark_all_unsaved (storage);
}

TlDatabase *
tl_storage_ensure_database (TlStorage *storage, GError **error)
{
  const TlSessionProgram *program = storage->program;
  TlDatabase             *database;
  TlStorageError         *storage_error = NULL;

  g_return_val_if_fail (program->root != NULL, NULL);
  if (storage->is_imported)
    keep_import (storage);
  if (storage->database != NULL)
    return storage->database;
  database = open_draft (storage, &storage_error, error);
  if (database == NULL
      || !tl_database_add_program (database, tl_state_module (program->root), program->title, program->origin, &storage->workload_id, error)
      || !tl_database_record_machine (database, error))
    {
      g_clear_pointer (&database, tl_database_unref);
      g_clear_pointer (&storage_error, tl_storage_error_close);
      return NULL;
    }
  storage->database = database;
  if (storage_error != NULL)
    watch_storage_error (storage, storage_error);
  if (storage->error_text == NULL)
    tl_recent_add (storage->path, program->title);
  mark_all_unsaved (storage);
  return storage->database;
}

/* Whether the row of a variant, which is the default function's, has no room for all of @outcome: it has none for counts. */
static gboolean
needs_more_than_row (const TlOutcome *outcome)
{
  return outcome != NULL && outcome->counts.n_runs > 0;
}

/* {"FUNCTION": outcome, …} of the functions at the variant's state, without @but, nullable. NULL: there are none. */
static char *
outcomes_to_json (TlVariant *variant, const TlPrimFunc *but)
{
  const TlModule         *module = tl_state_module (tl_variant_state (variant));
  g_autoptr (JsonObject)  object = json_object_new ();
  g_autoptr (JsonNode)    node = json_node_new (JSON_NODE_OBJECT);

  for (guint i = 0; i < module->n_prims; i++)
    {
      const char      *name = module->prims[i]->name;
      const TlOutcome *outcome = tl_variant_outcome (variant, name);
      JsonObject      *members;

      if (outcome == NULL || module->prims[i] == but)
        continue;
      members = json_object_new ();
      tl_header_set_outcome (members, outcome);
      json_object_set_object_member (object, name, members);
    }
  json_node_set_object (node, object);
  return json_object_get_size (object) > 0 ? json_to_string (node, FALSE) : NULL;
}

void
tl_storage_read_outcomes (TlVariant *variant, const char *json)
{
  const TlModule      *module = tl_state_module (tl_variant_state (variant));
  g_autoptr (JsonNode) node = tl_json_is_too_deep (json, MAX_DEPTH) ? NULL : json_from_string (json, NULL);

  for (guint i = 0; node != NULL && JSON_NODE_HOLDS_OBJECT (node) && i < module->n_prims; i++)
    {
      const char *name = module->prims[i]->name;
      JsonNode   *member = json_object_get_member (json_node_get_object (node), name);
      TlOutcome   outcome = { 0 };

      if (member == NULL || !JSON_NODE_HOLDS_OBJECT (member))
        continue;
      tl_header_get_outcome (json_node_get_object (member), &outcome);
      tl_variant_set_outcome (variant, tl_variant_state (variant), name, &outcome);
      tl_outcome_clear (&outcome);
    }
}

static gboolean
save_variant (TlStorage *storage, TlVariant *variant, GError **error)
{
  TlVariant       *origin = tl_variant_origin (variant);
  const TlPrimFunc *func = tl_session_default_func (tl_state_module (tl_variant_state (variant)));
  const TlOutcome *outcome = tl_variant_outcome (variant, func->name);
  TlVariantRow     row = { .id = tl_variant_row_id (variant), .workload_id = storage->workload_id };
  g_autofree char *trace = tl_trace_to_project_json (tl_variant_tip (variant));
  gboolean         is_at_tip = tl_variant_state (variant) == tl_variant_tip (variant);
  g_autofree char *others = is_at_tip ? outcomes_to_json (variant, needs_more_than_row (outcome) ? NULL : func) : NULL;
  g_autofree char *key = NULL, *text = NULL, *outcomes_key = NULL;
  gboolean         saved;
  const TlTensorIntrins *intrins = tl_state_intrins (tl_variant_tip (variant));

  row.name = (char *) tl_variant_name (variant);
  row.note = (char *) tl_variant_note (variant);
  row.trace_json = trace;
  row.parent_id = origin != NULL ? tl_variant_row_id (origin) : 0;
  row.has_outcome = outcome != NULL && is_at_tip;
  if (row.has_outcome)
    tl_outcome_copy (outcome, &row.outcome);
  saved = tl_database_save_variant (storage->database, &row, error);
  if (saved)
    tl_variant_set_row_id (variant, row.id);
  if (saved && intrins != NULL)
    {
      key = tl_storage_intrins_key (row.id);
      text = tl_tensor_intrins_to_text (intrins);
      saved = tl_database_set (storage->database, key, text, error);
    }
  if (saved)
    {
      outcomes_key = tl_storage_outcomes_key (row.id);
      saved = tl_database_set (storage->database, outcomes_key, others != NULL ? others : "", error);
    }
  tl_outcome_clear (&row.outcome);
  return saved;
}

static gboolean
has_chosen_target (TlStorage *storage)
{
  const TlTarget   host = tl_target_host ();
  g_autofree char *usual = tl_target_to_text (&host), *chosen = tl_target_to_text (&storage->program->target);

  return strcmp (usual, chosen) != 0;
}

/* Something to keep: more than a program nobody touched. */
static gboolean
is_worth_saving (TlStorage *storage)
{
  return (storage->database != NULL && !storage->is_imported) || tl_history_can_undo (storage->history)
         || tl_history_can_redo (storage->history) || has_chosen_target (storage)
         || tl_variant_is_measured (tl_history_current (storage->history));
}

static gboolean
on_save_timeout (gpointer user_data)
{
  TlStorage *storage = user_data;

  storage->save_source = 0;
  tl_storage_flush (storage);
  return G_SOURCE_REMOVE;
}

/* A full disk or a folder without permission may be put right: nothing is given up. */
static void
schedule_retry (TlStorage *storage, const GError *error)
{
  storage->listener.save_failed (error->message, storage->listener.user_data);
  storage->save_source = g_timeout_add_seconds (RETRY_DELAY_S, on_save_timeout, storage);
}

void
tl_storage_flush (TlStorage *storage)
{
  TlVariant         *current = tl_history_current (storage->history);
  g_autoptr (GError) error = NULL;
  g_autofree char   *selected = NULL, *target = NULL;

  g_clear_handle_id (&storage->save_source, g_source_remove);
  if (storage->program->root == NULL || current == NULL || g_hash_table_size (storage->unsaved) == 0 || !is_worth_saving (storage))
    return;
  if (tl_storage_ensure_database (storage, &error) == NULL)
    {
      schedule_retry (storage, error);
      return;
    }
  for (guint i = 0; i < tl_history_n_variants (storage->history) && error == NULL; i++)
    if (g_hash_table_contains (storage->unsaved, tl_history_nth (storage->history, i)))
      save_variant (storage, tl_history_nth (storage->history, i), &error);
  selected = g_strdup_printf ("%" G_GINT64_FORMAT, tl_variant_row_id (current));
  target = tl_target_to_text (&storage->program->target);
  if (error == NULL)
    tl_database_set (storage->database, "selected-variant", selected, &error);
  if (error == NULL)
    tl_database_set (storage->database, TL_TARGET_KEY, target, &error);
  if (error == NULL && tl_state_module (storage->program->root)->n_prims > 1)
    tl_database_set (storage->database, TL_SHOWN_FUNCTION_KEY, storage->program->func_name, &error);
  if (error == NULL)
    g_hash_table_remove_all (storage->unsaved);
  else
    schedule_retry (storage, error);
}

void
tl_storage_mark_unsaved (TlStorage *storage, TlVariant *variant)
{
  storage->is_unsaved |= storage->error_text != NULL;
  tl_storage_queue_save (storage, variant);
}

void
tl_storage_queue_save (TlStorage *storage, TlVariant *variant)
{
  g_hash_table_add (storage->unsaved, g_object_ref (variant));
  if (storage->save_source == 0)
    storage->save_source = g_timeout_add (SAVE_DELAY_MS, on_save_timeout, storage);
}

void
tl_storage_delete_variant (TlStorage *storage, TlVariant *variant)
{
  gint64 row_id = tl_variant_row_id (variant);

  g_hash_table_remove (storage->unsaved, variant);
  if (row_id != 0 && storage->database != NULL)
    tl_database_delete_variant (storage->database, row_id, NULL);
  tl_variant_set_row_id (variant, 0);
}

/* --- targets --- */

/* The setting with the measurements of a variant for a target that is not the project's now. */
static char *
outcomes_key_of_target (TlVariant *variant, const char *target)
{
  return g_strdup_printf ("outcomes-%" G_GINT64_FORMAT " %s", tl_variant_row_id (variant), target);
}

void
tl_storage_leave_target (TlStorage *storage, const char *target)
{
  tl_storage_flush (storage);
  for (guint i = 0; storage->database != NULL && i < tl_history_n_variants (storage->history); i++)
    {
      TlVariant       *variant = tl_history_nth (storage->history, i);
      g_autofree char *key = outcomes_key_of_target (variant, target), *outcomes = NULL;

      if (tl_variant_row_id (variant) == 0 || tl_variant_state (variant) != tl_variant_tip (variant))
        continue;
      outcomes = outcomes_to_json (variant, NULL);
      tl_database_set (storage->database, key, outcomes != NULL ? outcomes : "", NULL);
    }
}

void
tl_storage_enter_target (TlStorage *storage, const char *target)
{
  for (guint i = 0; i < tl_history_n_variants (storage->history); i++)
    {
      TlVariant       *variant = tl_history_nth (storage->history, i);
      g_autofree char *key = outcomes_key_of_target (variant, target), *outcomes = NULL;

      if (storage->database != NULL && tl_variant_row_id (variant) != 0 && !tl_variant_is_measured (variant))
        outcomes = tl_database_get (storage->database, key);
      if (outcomes != NULL)
        tl_storage_read_outcomes (variant, outcomes);
      tl_storage_mark_unsaved (storage, variant);
    }
}

gboolean
tl_storage_save_as (TlStorage *storage, const char *path, GError **error)
{
  g_autofree char *with_ending = g_str_has_suffix (path, ".tileloom") ? g_strdup (path) : g_strconcat (path, ".tileloom", NULL);

  if (tl_storage_ensure_database (storage, error) == NULL)
    return FALSE;
  mark_all_unsaved (storage);
  tl_storage_flush (storage);
  if (g_strcmp0 (with_ending, storage->path) == 0)
    return tl_storage_restore (storage, error);
  if (!tl_database_move_to (storage->database, with_ending, error))
    return FALSE;
  g_free (storage->path);
  storage->path = g_strdup (with_ending);
  forget_error (storage);
  tl_recent_add (storage->path, storage->program->title);
  return TRUE;
}
