/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules made by hand that take part in a run: replayed in a thread, they wait until it, or a later run, measures them. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/ir/compare.h"
#include "core/schedule/trace.h"
#include "core/session/tuning/tuning-private.h"

typedef struct
{
  char    *trace_json;
  guint64  program_hash;
} AddedSchedule;

static void
added_free (gpointer data)
{
  AddedSchedule *added = data;

  g_free (added->trace_json);
  g_free (added);
}

GPtrArray *
tl_tuning_new_added (void)
{
  return g_ptr_array_new_with_free_func (added_free);
}

guint
tl_tuning_n_added (TlTuning *self)
{
  return self->added->len;
}

static void
note_added (TlTuning *self, const char *trace_json, TlState *state)
{
  AddedSchedule *added = g_new0 (AddedSchedule, 1);

  *added = (AddedSchedule) { g_strdup (trace_json), tl_module_hash (tl_state_module (state)) };
  g_ptr_array_add (self->added, added);
}

void
tl_tuning_note_added_trial (TlTuning *self, const TlTrialRecord *record)
{
  if (record->origin.kind != TL_ORIGIN_ADDED)
    return;
  for (guint i = 0; i < self->added->len; i++)
    if (((const AddedSchedule *) self->added->pdata[i])->program_hash == record->program_hash)
      {
        g_ptr_array_remove_index (self->added, i);
        return;
      }
}

/* --- adding to a run under way --- */

typedef struct
{
  TlState       *start;
  TlModuleTuner *tuner;        /* borrowed, to compare with: not used in the thread */
  char          *trace_json;
} AddJob;

static void
job_free (gpointer data)
{
  AddJob *job = data;

  tl_state_unref (job->start);
  g_free (job->trace_json);
  g_free (job);
}

static void
replay_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const AddJob *job = task_data;
  GError       *error = NULL;
  TlState      *state = tl_trace_replay_json (job->start, job->trace_json, TRUE, FALSE, &error);

  if (state != NULL)
    g_task_return_pointer (task, state, (GDestroyNotify) tl_state_unref);
  else
    g_task_return_error (task, error);
}

void
tl_tuning_add_async (TlTuning *self, const char *trace_json, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  AddJob           *job;

  if (self->tuner == NULL || !tl_tuning_is_active (self))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CLOSED, _("No search is running: start tuning first"));
      return;
    }
  job = g_new0 (AddJob, 1);
  *job = (AddJob) { tl_state_ref (tl_module_tuner_start_state (self->tuner, 0)), self->tuner, g_strdup (trace_json) };
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, replay_in_thread);
}

gboolean
tl_tuning_add_finish (TlTuning *self, GAsyncResult *result, GError **error)
{
  const AddJob       *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (TlState) state = g_task_propagate_pointer (G_TASK (result), error);

  if (state == NULL)
    return FALSE;
  if (self->tuner != job->tuner || !tl_tuning_is_active (self))
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_CLOSED, _("The search ended before the schedule joined it"));
  if (!tl_module_tuner_add (self->tuner, 0, state, error))
    return FALSE;
  note_added (self, job->trace_json, state);
  tl_tuning_emit_changed (self);
  return TRUE;
}

/* --- beginning a run with them --- */

char **
tl_tuning_added_for_run (TlTuning *self, const char *const *more)
{
  GPtrArray *traces = g_ptr_array_new ();

  for (guint i = 0; i < self->added->len; i++)
    g_ptr_array_add (traces, g_strdup (((const AddedSchedule *) self->added->pdata[i])->trace_json));
  for (guint i = 0; more != NULL && more[i] != NULL; i++)
    g_ptr_array_add (traces, g_strdup (more[i]));
  g_ptr_array_add (traces, NULL);
  return (char **) g_ptr_array_free (traces, FALSE);
}

void
tl_tuning_begin_added (TlTuning *self, const char *const *more, gboolean joins)
{
  TlState *start = tl_module_tuner_start_state (self->tuner, 0);

  for (guint i = 0; joins && i < self->added->len; i++)
    {
      const AddedSchedule *added = self->added->pdata[i];
      g_autoptr (TlState)  state = tl_trace_replay_json (start, added->trace_json, TRUE, FALSE, NULL);

      if (state != NULL)
        tl_module_tuner_add (self->tuner, 0, state, NULL);   /* else it waits on */
    }
  for (guint i = 0; more != NULL && more[i] != NULL; i++)
    {
      g_autoptr (TlState) state = tl_trace_replay_json (start, more[i], TRUE, FALSE, NULL);

      if (state != NULL)
        note_added (self, more[i], state);
    }
}
