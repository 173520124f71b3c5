/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules without search (core/default-schedules/default-schedule.h) on the current variant. */
#include "core/session/session-private.h"

#include "core/base/i18n.h"
#include "core/default-schedules/default-schedule.h"

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

  g_return_if_fail (self->current != NULL);
  *job = (RulesJob) {
    .start = tl_state_ref (tl_variant_state (self->current)),
    .variant = g_object_ref (self->current),
    .func_name = self->func_name,
    .target = self->target,
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
  tl_session_take_state (self, job->variant, job->start, state, g_strdup (_("Schedule by rules")), "rules");
  return notes_text (job->notes);
}
