/* SPDX-License-Identifier: Apache-2.0 */
/* Editing the current variant: steps, scripts, schedules by rules. The edits are the history's (history.h). */
#include "core/session/session-private.h"

#include "core/base/i18n.h"
#include "core/default-schedules/default-schedule.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"

TlState *
tl_session_try (TlSession *self, const TlPrimitive *primitive, const TlArg *args, guint n_args, GError **error)
{
  g_return_val_if_fail (tl_session_current (self) != NULL, NULL);

  return tl_state_apply_to_nodes (tl_session_state (self), primitive, args, n_args, error);
}

gboolean
tl_session_apply (TlSession *self, const TlPrimitive *primitive, const TlArg *args, guint n_args, GError **error)
{
  g_autoptr (TlState) next = tl_session_try (self, primitive, args, n_args, error);

  if (next == NULL)
    {
      const TlInst inst = { .primitive = primitive, .args = args, .n_args = n_args };
      TlTraceOrder order;

      if (error != NULL && g_error_matches (*error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED)
          && tl_trace_find_order (tl_session_state (self), &inst, TRUE, &order))
        {
          g_autofree char *text = tl_trace_order_text (&order);

          tl_refusal_add_hint (*error, text);
          tl_trace_order_clear (&order);
        }
      return FALSE;
    }
  tl_history_continue (self->history, tl_session_state (self), next, tl_state_describe (next));
  return TRUE;
}

static TlState *
try_draft (TlSession *self, const TlInst *refused, GError **error)
{
  TlInst draft = *refused;

  draft.is_draft = TRUE;
  return tl_state_apply_by_node (tl_session_state (self), &draft, error);
}

gboolean
tl_session_can_draft (TlSession *self, const TlInst *refused, const GError *refusal)
{
  g_autoptr (TlState) draft = tl_refusal_is_of_order (refusal) ? try_draft (self, refused, NULL) : NULL;

  return draft != NULL;
}

gboolean
tl_session_apply_as_draft (TlSession *self, const TlInst *refused, GError **error)
{
  g_autoptr (TlState) next = try_draft (self, refused, error);

  if (next == NULL)
    return FALSE;
  tl_history_continue (self->history, tl_session_state (self), next, tl_state_describe (next));
  return TRUE;
}

void
tl_session_take_steps (TlSession *self, TlState *from, TlState *state, const char *label)
{
  g_return_if_fail (tl_session_current (self) != NULL);

  tl_history_take (self->history, tl_session_current (self), from, state, g_strdup (label), "edited");
}

void
tl_session_go_to (TlSession *self, TlState *state)
{
  TlVariant       *current = tl_session_current (self);
  g_autofree char *what = NULL;

  g_return_if_fail (current != NULL);
  tl_session_visit (self, NULL);
  if (state == tl_variant_state (current))
    return;
  what = tl_state_describe (state);
  tl_history_move (self->history, current, state, tl_variant_tip (current), g_strdup_printf ("Go to “%s”", what));
}

/* --- jobs in a thread, which end with another state of the variant --- */

typedef struct EditJob EditJob;

struct EditJob
{
  TlState    *(*run) (EditJob *job, GError **error);
  TlState    *start;
  TlVariant  *variant;
  const char *func_name;
  TlTarget    target;
  char       *script_name, *script;   /* NULL in a job of rules */
  GPtrArray  *notes;                  /* of rules */
};

static void
edit_job_free (EditJob *job)
{
  tl_state_unref (job->start);
  g_object_unref (job->variant);
  g_free (job->script_name);
  g_free (job->script);
  g_ptr_array_unref (job->notes);
  g_free (job);
}

static void
run_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  EditJob *job = task_data;
  GError  *error = NULL;
  TlState *state = job->run (job, &error);

  if (state != NULL)
    g_task_return_pointer (task, state, (GDestroyNotify) tl_state_unref);
  else
    g_task_return_error (task, error);
}

/* On the current variant; the parts of @parts are taken. */
static void
start_job (TlSession *self, EditJob parts, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  parts.start = tl_state_ref (tl_variant_state (tl_session_current (self)));
  parts.variant = g_object_ref (tl_session_current (self));
  parts.func_name = self->program.func_name;
  parts.target = self->program.target;
  parts.notes = tl_default_notes_new ();
  g_task_set_task_data (task, g_memdup2 (&parts, sizeof parts), (GDestroyNotify) edit_job_free);
  g_task_run_in_thread (task, run_in_thread);
}

/* Takes @label. */
static gboolean
finish_job (TlSession *self, GAsyncResult *result, char *label, const char *stem, GError **error)
{
  EditJob            *job = g_task_get_task_data (G_TASK (result));
  g_autofree char    *own_label = label;
  g_autoptr (TlState) state = g_task_propagate_pointer (G_TASK (result), error);

  if (state == NULL)
    return FALSE;
  tl_history_take (self->history, job->variant, job->start, state, g_steal_pointer (&own_label), stem);
  return TRUE;
}

static TlState *
run_script (EditJob *job, GError **error)
{
  g_autoptr (TlSource)         source = tl_source_new (job->script_name, job->script, -1);
  g_autoptr (TlScheduleScript) script = tl_schedule_script_parse (source, error);

  return script != NULL ? tl_schedule_script_run (script, job->start, NULL, NULL, error) : NULL;
}

void
tl_session_run_script_async (TlSession *self, const char *name, const char *text, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_return_if_fail (tl_session_current (self) != NULL);

  start_job (self, (EditJob) { .run = run_script, .script_name = g_strdup (name), .script = g_strdup (text) }, cancellable, callback,
             user_data);
}

gboolean
tl_session_run_script_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  EditJob         *job = g_task_get_task_data (G_TASK (result));
  g_autofree char *base = g_path_get_basename (job->script_name);

  return finish_job (self, result, g_strdup_printf (_("Run %s"), base), base, error);
}

static TlState *
schedule_by_rules (EditJob *job, GError **error)
{
  return tl_default_schedule_with (job->start, job->func_name, &job->target, TL_DEFAULT_ALL, job->notes, error);
}

void
tl_session_schedule_by_rules_async (TlSession *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_return_if_fail (tl_session_current (self) != NULL);

  start_job (self, (EditJob) { .run = schedule_by_rules }, cancellable, callback, user_data);
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
  EditJob *job = g_task_get_task_data (G_TASK (result));

  return finish_job (self, result, g_strdup (_("Schedule by rules")), "rules", error) ? notes_text (job->notes) : NULL;
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
