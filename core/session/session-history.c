/* SPDX-License-Identifier: Apache-2.0 */
/* Edits and their way back. States are immutable, so an entry is a pair of pointers and costs nothing to keep: the history has no end. */
#include "core/session/session-private.h"

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"

void
tl_change_free (TlChange *change)
{
  g_clear_object (&change->variant);
  g_clear_object (&change->previous);
  g_clear_pointer (&change->before, tl_state_unref);
  g_clear_pointer (&change->before_tip, tl_state_unref);
  g_clear_pointer (&change->after, tl_state_unref);
  g_clear_pointer (&change->after_tip, tl_state_unref);
  g_free (change->name_before);
  g_free (change->name_after);
  g_free (change->label);
  g_free (change);
}

void
tl_session_push_change (TlSession *self, TlChange *change)
{
  g_ptr_array_add (self->undo, change);
  g_ptr_array_set_size (self->redo, 0);
}

void
tl_session_clear_history (TlSession *self)
{
  g_ptr_array_set_size (self->undo, 0);
  g_ptr_array_set_size (self->redo, 0);
}

void
tl_session_move_variant (TlSession *self, TlVariant *variant, TlState *state, TlState *tip, char *label)
{
  TlChange *change = g_new0 (TlChange, 1);

  change->kind = TL_CHANGE_STATE;
  change->variant = g_object_ref (variant);
  change->before = tl_state_ref (tl_variant_state (variant));
  change->before_tip = tl_state_ref (tl_variant_tip (variant));
  change->after = tl_state_ref (state);
  change->after_tip = tl_state_ref (tip);
  change->label = label;
  tl_session_push_change (self, change);
  tl_variant_set_state (variant, state, tip);
  tl_session_mark_unsaved (self, variant);
  tl_session_emit_changed (self);
}

/* New work on an earlier step must not lose the later ones: it goes on in a branch of its own. */
static void
continue_from_here (TlSession *self, TlState *next, char *label)
{
  g_autofree char *name = NULL;

  if (tl_variant_state (self->current) == tl_variant_tip (self->current))
    {
      tl_session_move_variant (self, self->current, next, next, label);
      return;
    }
  g_free (label);
  name = tl_session_free_name (self, "branch");
  tl_session_add_variant (self, name, next, NULL);
}

void
tl_session_take_state (TlSession *self, TlVariant *variant, TlState *start, TlState *state, char *label, const char *stem)
{
  g_autofree char *own_label = label, *name = NULL;

  if (state == start)
    return;
  if (self->current == variant && tl_variant_state (self->current) == start)
    {
      continue_from_here (self, state, g_steal_pointer (&own_label));
      return;
    }
  name = tl_session_free_name (self, stem);
  tl_session_add_variant (self, name, state, NULL);
}

TlState *
tl_session_try (TlSession *self, const TlPrimitive *primitive, const TlArg *args, guint n_args, GError **error)
{
  g_return_val_if_fail (self->current != NULL, NULL);

  return tl_state_apply_to_nodes (tl_variant_state (self->current), primitive, args, n_args, error);
}

gboolean
tl_session_apply (TlSession *self, const TlPrimitive *primitive, const TlArg *args, guint n_args, GError **error)
{
  g_autoptr (TlState) next = tl_session_try (self, primitive, args, n_args, error);

  if (next == NULL)
    {
      const TlInst     inst = { .primitive = primitive, .args = args, .n_args = n_args };
      gboolean         is_refused = error != NULL && g_error_matches (*error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED);
      g_autofree char *order = is_refused ? tl_trace_find_order (tl_variant_state (self->current), &inst, TRUE) : NULL;

      if (order != NULL)
        tl_refusal_add_hint (*error, order);
      return FALSE;
    }
  continue_from_here (self, next, tl_state_describe (next));
  return TRUE;
}

void
tl_session_go_to (TlSession *self, TlState *state)
{
  g_autofree char *what = NULL;

  g_return_if_fail (self->current != NULL);
  if (state == tl_variant_state (self->current))
    return;
  what = tl_state_describe (state);
  tl_session_move_variant (self, self->current, state, tl_variant_tip (self->current), g_strdup_printf ("Go to “%s”", what));
}

/* --- scripts --- */

typedef struct
{
  char    *name;
  char    *text;
  TlState *start;
  TlVariant *variant;
} ScriptJob;

static void
script_job_free (ScriptJob *job)
{
  g_free (job->name);
  g_free (job->text);
  tl_state_unref (job->start);
  g_object_unref (job->variant);
  g_free (job);
}

static void
run_script_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  ScriptJob                   *job = task_data;
  g_autoptr (TlSource)         source = tl_source_new (job->name, job->text, -1);
  g_autoptr (TlScheduleScript) script = NULL;
  GError                      *error = NULL;
  TlState                     *state = NULL;

  script = tl_schedule_script_parse (source, &error);
  if (script != NULL)
    state = tl_schedule_script_run (script, job->start, NULL, NULL, &error);
  if (state != NULL)
    g_task_return_pointer (task, state, (GDestroyNotify) tl_state_unref);
  else
    g_task_return_error (task, error);
}

void
tl_session_run_script_async (TlSession *self, const char *name, const char *text, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  ScriptJob        *job = g_new0 (ScriptJob, 1);

  g_return_if_fail (self->current != NULL);
  job->name = g_strdup (name);
  job->text = g_strdup (text);
  job->start = tl_state_ref (tl_variant_state (self->current));
  job->variant = g_object_ref (self->current);
  g_task_set_task_data (task, job, (GDestroyNotify) script_job_free);
  g_task_run_in_thread (task, run_script_in_thread);
}

gboolean
tl_session_run_script_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  ScriptJob           *job = g_task_get_task_data (G_TASK (result));
  g_autofree char     *base = g_path_get_basename (job->name);
  g_autoptr (TlState)  state = g_task_propagate_pointer (G_TASK (result), error);

  if (state == NULL)
    return FALSE;
  tl_session_take_state (self, job->variant, job->start, state, g_strdup_printf (_("Run %s"), base), base);
  return TRUE;
}

/* --- variants --- */

static void
insert_variant (TlSession *self, TlVariant *variant, guint position)
{
  g_list_store_insert (self->variants, tl_min (position, g_list_model_get_n_items (G_LIST_MODEL (self->variants))), variant);
  tl_session_make_current (self, variant);
  tl_session_mark_unsaved (self, variant);
}

static void
take_out_variant (TlSession *self, TlVariant *variant, TlVariant *then_current)
{
  gint64 row_id = tl_variant_row_id (variant);
  guint  position;

  if (then_current != NULL)
    tl_session_make_current (self, then_current);
  if (g_list_store_find (self->variants, variant, &position))
    g_list_store_remove (self->variants, position);
  g_hash_table_remove (self->unsaved, variant);
  if (row_id != 0 && self->database != NULL)
    tl_database_delete_variant (self->database, row_id, NULL);
  tl_variant_set_row_id (variant, 0);
}

TlVariant *
tl_session_add_variant (TlSession *self, const char *name, TlState *state, const TlOutcome *outcome)
{
  g_autoptr (TlVariant) variant = tl_variant_new (name, state);
  TlChange             *change = g_new0 (TlChange, 1);

  if (outcome != NULL)
    tl_variant_set_outcome (variant, state, outcome);
  tl_variant_set_origin (variant, self->current);
  change->kind = TL_CHANGE_ADD;
  change->variant = g_object_ref (variant);
  change->previous = self->current != NULL ? g_object_ref (self->current) : NULL;
  change->position = g_list_model_get_n_items (G_LIST_MODEL (self->variants));
  change->label = g_strdup_printf (_("New variant “%s”"), name);
  tl_session_push_change (self, change);
  insert_variant (self, variant, change->position);
  tl_session_emit_changed (self);
  return variant;
}

gboolean
tl_session_remove_variant (TlSession *self, TlVariant *variant)
{
  TlChange *change;
  guint     n = g_list_model_get_n_items (G_LIST_MODEL (self->variants)), position;
  g_autoptr (TlVariant) neighbour = NULL;

  if (n < 2 || !g_list_store_find (self->variants, variant, &position))
    return FALSE;
  neighbour = g_list_model_get_item (G_LIST_MODEL (self->variants), position > 0 ? position - 1 : 1);
  change = g_new0 (TlChange, 1);
  change->kind = TL_CHANGE_REMOVE;
  change->variant = g_object_ref (variant);
  change->previous = g_object_ref (neighbour);
  change->position = position;
  change->label = g_strdup_printf (_("Remove variant “%s”"), tl_variant_name (variant));
  tl_session_push_change (self, change);
  take_out_variant (self, change->variant, variant == self->current ? neighbour : NULL);
  tl_session_emit_changed (self);
  return TRUE;
}

void
tl_session_rename_variant (TlSession *self, TlVariant *variant, const char *name)
{
  TlChange *change;

  if (g_strcmp0 (name, tl_variant_name (variant)) == 0 || *name == '\0')
    return;
  change = g_new0 (TlChange, 1);
  change->kind = TL_CHANGE_RENAME;
  change->variant = g_object_ref (variant);
  change->name_before = g_strdup (tl_variant_name (variant));
  change->name_after = g_strdup (name);
  change->label = g_strdup_printf (_("Rename to “%s”"), name);
  tl_session_push_change (self, change);
  tl_variant_set_name (variant, name);
  tl_session_mark_unsaved (self, variant);
  tl_session_emit_changed (self);
}

/* --- back and forth --- */

static void
replay_change (TlSession *self, const TlChange *change, gboolean forward)
{
  gboolean adds = (change->kind == TL_CHANGE_ADD) == forward;

  switch (change->kind)
    {
    case TL_CHANGE_STATE:
      tl_session_make_current (self, change->variant);
      tl_variant_set_state (change->variant, forward ? change->after : change->before, forward ? change->after_tip : change->before_tip);
      break;
    case TL_CHANGE_ADD:
    case TL_CHANGE_REMOVE:
      if (adds)
        insert_variant (self, change->variant, change->position);
      else
        take_out_variant (self, change->variant, change->previous);
      break;
    case TL_CHANGE_RENAME:
      tl_variant_set_name (change->variant, forward ? change->name_after : change->name_before);
      break;
    }
  if (change->kind == TL_CHANGE_STATE || change->kind == TL_CHANGE_RENAME)
    tl_session_mark_unsaved (self, change->variant);
}

static void
move_one (TlSession *self, GPtrArray *from, GPtrArray *to, gboolean forward)
{
  TlChange *change;

  if (from->len == 0)
    return;
  change = g_ptr_array_steal_index (from, from->len - 1);
  g_ptr_array_add (to, change);
  replay_change (self, change, forward);
  tl_session_emit_changed (self);
}

void
tl_session_undo (TlSession *self)
{
  move_one (self, self->undo, self->redo, FALSE);
}

void
tl_session_redo (TlSession *self)
{
  move_one (self, self->redo, self->undo, TRUE);
}

gboolean
tl_session_can_undo (TlSession *self)
{
  return self->undo->len > 0;
}

gboolean
tl_session_can_redo (TlSession *self)
{
  return self->redo->len > 0;
}

static const char *
newest_label (GPtrArray *changes)
{
  return changes->len > 0 ? ((TlChange *) g_ptr_array_index (changes, changes->len - 1))->label : NULL;
}

const char *
tl_session_undo_label (TlSession *self)
{
  return newest_label (self->undo);
}

const char *
tl_session_redo_label (TlSession *self)
{
  return newest_label (self->redo);
}
