/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From tuner threads to the main thread: trials wait under a mutex, and at most one source is armed to deliver them, what is new within
 * a twentieth of a second at once: a hundred trials a second would be as many frames, which cost the run more than they show.
 */
#include "core/schedule/trace.h"
#include "core/session/tuning/tuning-private.h"

#define PACE_US 50000

struct _TlTuningEvents
{
  gint      ref_count;
  GMutex    mutex;
  GArray   *waiting;     /* TlTuningEvent */
  gboolean  is_armed;
  gboolean  is_done;
  gint64    due_us;      /* the next delivery, at the soonest */
  TlDecisionReader *decisions;   /* tuner threads, under mutex */
  TlTuning *tuning;      /* NULL once closed; main thread only */
};

static void
clear_event (gpointer data)
{
  TlTrialRecord *record = &((TlTuningEvent *) data)->record;

  g_free (record->message);
  g_clear_pointer (&record->decisions, tl_decision_row_free);
}

static GArray *
events_new (void)
{
  GArray *events = g_array_new (FALSE, TRUE, sizeof (TlTuningEvent));

  g_array_set_clear_func (events, clear_event);
  return events;
}

TlTuningEvents *
tl_tuning_events_new (TlTuning *tuning)
{
  TlTuningEvents *events = g_new0 (TlTuningEvents, 1);

  events->ref_count = 1;
  g_mutex_init (&events->mutex);
  events->waiting = events_new ();
  events->tuning = tuning;
  events->decisions = tl_decision_reader_new (NULL);
  return events;
}

static TlTuningEvents *
events_ref (TlTuningEvents *events)
{
  g_atomic_int_inc (&events->ref_count);
  return events;
}

static void
events_unref (gpointer data)
{
  TlTuningEvents *events = data;

  if (!g_atomic_int_dec_and_test (&events->ref_count))
    return;
  g_array_unref (events->waiting);
  tl_decision_reader_free (events->decisions);
  g_mutex_clear (&events->mutex);
  g_free (events);
}

static gboolean
deliver (gpointer user_data)
{
  TlTuningEvents    *events = user_data;
  g_autoptr (GArray) batch = NULL;
  GArray            *empty = events_new ();
  gboolean           is_done;

  g_mutex_lock (&events->mutex);
  events->is_armed = FALSE;
  events->due_us = g_get_monotonic_time () + PACE_US;
  is_done = events->is_done;
  batch = events->waiting;
  events->waiting = empty;
  g_mutex_unlock (&events->mutex);
  if (events->tuning != NULL)
    tl_tuning_process_events (events->tuning, batch, is_done);
  return G_SOURCE_REMOVE;
}

static void
arm_locked (TlTuningEvents *events)
{
  gint64 left_us = events->due_us - g_get_monotonic_time ();

  if (events->is_armed)
    return;
  events->is_armed = TRUE;
  g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, left_us > 0 ? (guint) (left_us / 1000 + 1) : 0, deliver, events_ref (events), events_unref);
}

static void
on_trial_in_worker (guint task, const TlTrial *trial, gpointer user_data)
{
  TlTuningEvents *events = user_data;
  TlTuningEvent   event = { .task = task, .is_compared = trial->comparison > 0, .is_checked = trial->is_checked,
                              .record = { .number = trial->number, .is_start = trial->is_start, .run_id = trial->run_id,
                                          .elapsed_s = trial->elapsed_s, .score = trial->score, .program_hash = trial->program_hash,
                                          .origin = trial->origin } };

  gboolean         is_new = trial->state != NULL && !event.is_compared && !event.is_checked;
  g_autofree char *trace = is_new ? tl_trace_to_json (trial->state, TL_DIALECT_CLASSIC) : NULL;

  tl_trial_record_set_outcome (&event.record, trial->outcome, trial->comparison, trial->after_comparison);
  g_mutex_lock (&events->mutex);
  event.record.decisions = tl_decision_reader_read (events->decisions, trace, trial->state);
  g_array_append_val (events->waiting, event);
  arm_locked (events);
  g_mutex_unlock (&events->mutex);
}

static void
on_change_in_worker (gpointer user_data)
{
  TlTuningEvents *events = user_data;

  g_mutex_lock (&events->mutex);
  arm_locked (events);
  g_mutex_unlock (&events->mutex);
}

static void
on_done_in_worker (gpointer user_data)
{
  TlTuningEvents *events = user_data;

  g_mutex_lock (&events->mutex);
  events->is_done = TRUE;
  arm_locked (events);
  g_mutex_unlock (&events->mutex);
}

TlModuleTuneCallbacks
tl_tuning_events_callbacks (TlTuningEvents *events)
{
  return (TlModuleTuneCallbacks) { on_trial_in_worker, on_change_in_worker, on_done_in_worker, events };
}

void
tl_tuning_events_close (TlTuningEvents *events)
{
  events->tuning = NULL;
  events_unref (events);
}
