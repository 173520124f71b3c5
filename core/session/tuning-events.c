/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From tuner threads to the main thread: trials wait under a mutex, and at most one source is armed to deliver them, what is new within
 * a twentieth of a second at once: a hundred trials a second would be as many frames, which cost the run more than they show.
 */
#include "core/session/tuning-private.h"

#define PACE_US 50000

struct _TlTuningInbox
{
  gint      ref_count;
  GMutex    mutex;
  GArray   *waiting;     /* TlTuningArrival */
  gboolean  is_armed;
  gboolean  is_done;
  gint64    due_us;      /* the next delivery, at the soonest */
  TlTuning *tuning;      /* NULL once closed; main thread only */
};

static void
clear_arrival (gpointer data)
{
  g_free (((TlTuningArrival *) data)->record.message);
}

static GArray *
arrivals_new (void)
{
  GArray *arrivals = g_array_new (FALSE, TRUE, sizeof (TlTuningArrival));

  g_array_set_clear_func (arrivals, clear_arrival);
  return arrivals;
}

TlTuningInbox *
tl_tuning_inbox_new (TlTuning *tuning)
{
  TlTuningInbox *inbox = g_new0 (TlTuningInbox, 1);

  inbox->ref_count = 1;
  g_mutex_init (&inbox->mutex);
  inbox->waiting = arrivals_new ();
  inbox->tuning = tuning;
  return inbox;
}

static TlTuningInbox *
inbox_ref (TlTuningInbox *inbox)
{
  g_atomic_int_inc (&inbox->ref_count);
  return inbox;
}

static void
inbox_unref (gpointer data)
{
  TlTuningInbox *inbox = data;

  if (!g_atomic_int_dec_and_test (&inbox->ref_count))
    return;
  g_array_unref (inbox->waiting);
  g_mutex_clear (&inbox->mutex);
  g_free (inbox);
}

static gboolean
deliver (gpointer user_data)
{
  TlTuningInbox     *inbox = user_data;
  g_autoptr (GArray) batch = NULL;
  GArray            *empty = arrivals_new ();
  gboolean           is_done;

  g_mutex_lock (&inbox->mutex);
  inbox->is_armed = FALSE;
  inbox->due_us = g_get_monotonic_time () + PACE_US;
  is_done = inbox->is_done;
  batch = inbox->waiting;
  inbox->waiting = empty;
  g_mutex_unlock (&inbox->mutex);
  if (inbox->tuning != NULL)
    tl_tuning_take (inbox->tuning, batch, is_done);
  return G_SOURCE_REMOVE;
}

static void
arm_locked (TlTuningInbox *inbox)
{
  gint64 left_us = inbox->due_us - g_get_monotonic_time ();

  if (inbox->is_armed)
    return;
  inbox->is_armed = TRUE;
  g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, left_us > 0 ? (guint) (left_us / 1000 + 1) : 0, deliver, inbox_ref (inbox), inbox_unref);
}

static void
on_trial_in_worker (guint task, const TlTrial *trial, gpointer user_data)
{
  TlTuningInbox  *inbox = user_data;
  TlTuningArrival arrival = { .task = task, .is_compared = trial->comparison > 0,
                              .record = { .number = trial->number, .is_start = trial->is_start, .run_id = trial->run_id,
                                          .elapsed_s = trial->elapsed_s, .score = trial->score } };

  tl_trial_record_set_outcome (&arrival.record, trial->outcome, trial->comparison, trial->after_comparison);
  g_mutex_lock (&inbox->mutex);
  g_array_append_val (inbox->waiting, arrival);
  arm_locked (inbox);
  g_mutex_unlock (&inbox->mutex);
}

static void
on_change_in_worker (gpointer user_data)
{
  TlTuningInbox *inbox = user_data;

  g_mutex_lock (&inbox->mutex);
  arm_locked (inbox);
  g_mutex_unlock (&inbox->mutex);
}

static void
on_done_in_worker (gpointer user_data)
{
  TlTuningInbox *inbox = user_data;

  g_mutex_lock (&inbox->mutex);
  inbox->is_done = TRUE;
  arm_locked (inbox);
  g_mutex_unlock (&inbox->mutex);
}

TlModuleTuneCallbacks
tl_tuning_inbox_callbacks (TlTuningInbox *inbox)
{
  return (TlModuleTuneCallbacks) { on_trial_in_worker, on_change_in_worker, on_done_in_worker, inbox };
}

void
tl_tuning_inbox_close (TlTuningInbox *inbox)
{
  inbox->tuning = NULL;
  inbox_unref (inbox);
}
