/* SPDX-License-Identifier: Apache-2.0 */
/* Editing the current variant: steps, scripts, schedules by rules. The edits are the history's (history-private.h). */
#include "core/session/session-private.h"

#include "core/base/i18n.h"
#include "core/default-schedules/default-schedule.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"

TlState *
tl_session_try (TlSession *self, const TlPrimitive *primitive, const TlArg *args, guint n_args, GError **error)
{
  g_return_val_if_fail (tl_session_current (self) != NULL, NULL);

  return tl_state_apply_to_nodes (tl_variant_state (tl_session_current (self)), primitive, args, n_args, error);
}

gboolean
tl_session_apply (TlSession *self, const TlPrimitive *primitive, const TlArg *args, guint n_args, GError **error)
{
  g_autoptr (TlState) next = tl_session_try (self, primitive, args, n_args, error);

  if (next == NULL)
    {
      const TlInst     inst = { .primitive = primitive, .args = args, .n_args = n_args };
      gboolean         is_refused = error != NULL && g_error_matches (*error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED);
      g_autofree char *order = is_refused ? tl_trace_find_order (tl_variant_state (tl_session_current (self)), &inst, TRUE) : NULL;

      if (order != NULL)
        tl_refusal_add_hint (*error, order);
      return FALSE;
    }
  tl_history_continue (self->history, next, tl_state_describe (next));
  return TRUE;
}

void
tl_session_go_to (TlSession *self, TlState *state)
{
  TlVariant       *current = tl_session_current (self);
  g_autofree char *what = NULL;

  g_return_if_fail (current != NULL);
  if (state == tl_variant_state (current))
    return;
  what = tl_state_describe (state);
  tl_history_move (self->history, current, state, tl_variant_tip (current), g_strdup_printf ("Go to “%s”", what));
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

  g_return_if_fail (tl_session_current (self) != NULL);
  job->name = g_strdup (name);
  job->text = g_strdup (text);
  job->start = tl_state_ref (tl_variant_state (tl_session_current (self)));
  job->variant = g_object_ref (tl_session_current (self));
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
  tl_history_take (self->history, job->variant, job->start, state, g_strdup_printf (_("Run %s"), base), base);
  return TRUE;
}

/* --- schedules without search (core/default-schedules/default-schedule.h) --- */

typedef struct
{
  TlState   *start;
  TlVariant *variant;
  const char *func_name;
  TlTarget   target;
  GPtrArray *notes;
} RulesJob;

static void
rules_job_free (RulesJob *job)
{
  tl_state_unref (job->start);
  g_object_unref (job->variant);
  g_ptr_array_unref (job->notes);
  g_free (job);
}

static void
schedule_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  RulesJob *job = task_data;
  GError   *error = NULL;
  TlState  *state = tl_default_schedule_with (job->start, job->func_name, &job->target, TL_DEFAULT_ALL, job->notes, &error);

  if (state != NULL)
    g_task_return_pointer (task, state, (GDestroyNotify) tl_state_unref);
  else
    g_task_return_error (task, error);
}

void
tl_session_schedule_by_rules_async (TlSession *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  RulesJob         *job = g_new0 (RulesJob, 1);

  g_return_if_fail (tl_session_current (self) != NULL);
  *job = (RulesJob) {
    .start = tl_state_ref (tl_variant_state (tl_session_current (self))),
    .variant = g_object_ref (tl_session_current (self)),
    .func_name = self->program.func_name,
    .target = self->program.target,
    .notes = tl_default_notes_new (),
  };
  g_task_set_task_data (task, job, (GDestroyNotify) rules_job_free);
  g_task_run_in_thread (task, schedule_in_thread);
}

/* "matmul for C, D · rows for norm"; blocks that no rule fits are left out. */
static char *
notes_text (const GPtrArray *notes)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < notes->len; i++)
    {
      const TlDefaultNote *note = notes->pdata[i];

      if (note->taken != NULL)
        g_string_append_printf (text, "%s%s for %s", text->len > 0 ? " · " : "", note->taken->name, note->blocks);
    }
  return g_string_free (text, FALSE);
}

char *
tl_session_schedule_by_rules_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  RulesJob           *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (TlState) state = g_task_propagate_pointer (G_TASK (result), error);

  if (state == NULL)
    return NULL;
  tl_history_take (self->history, job->variant, job->start, state, g_strdup (_("Schedule by rules")), "rules");
  return notes_text (job->notes);
}

/* --- variants --- */

TlVariant *
tl_session_add_variant (TlSession *self, const char *name, TlState *state, TlVariant *measured)
{
  TlVariant *variant = tl_history_add (self->history, name, state);

  if (measured != NULL)
    {
      tl_variant_copy_outcomes (variant, measured);
      tl_storage_mark_unsaved (self->storage, variant);
    }
  return variant;
}

gboolean
tl_session_remove_variant (TlSession *self, TlVariant *variant)
{
  return tl_history_remove (self->history, variant);
}

void
tl_session_rename_variant (TlSession *self, TlVariant *variant, const char *name)
{
  tl_history_rename (self->history, variant, name);
}

char *
tl_session_free_name (TlSession *self, const char *stem)
{
  return tl_history_free_name (self->history, stem);
}

void
tl_session_undo (TlSession *self)
{
  tl_history_undo (self->history);
}

void
tl_session_redo (TlSession *self)
{
  tl_history_redo (self->history);
}

gboolean
tl_session_can_undo (TlSession *self)
{
  return tl_history_can_undo (self->history);
}

gboolean
tl_session_can_redo (TlSession *self)
{
  return tl_history_can_redo (self->history);
}

const char *
tl_session_undo_label (TlSession *self)
{
  return tl_history_undo_label (self->history);
}

const char *
tl_session_redo_label (TlSession *self)
{
  return tl_history_redo_label (self->history);
}
