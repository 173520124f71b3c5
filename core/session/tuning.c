/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning.h"

#include "core/session/trial-store.h"

#define RATE_WINDOW_US (30 * G_USEC_PER_SEC)

/*
 * What tuner threads write. It is shared between the object and the tuner's callbacks and outlives whichever ends first.
 */
typedef struct
{
  gint     ref_count;
  GMutex   mutex;
  GArray  *waiting;      /* TlTrialRecord */
  GArray  *again;        /* TlTrialRecord: timed anew in the end */
  gboolean is_armed;
  gboolean is_done;
  gpointer tuning;       /* TlTuning, NULL once it has gone or moved on; main thread only */
} Inbox;

struct _TlTuning
{
  GObject       parent_instance;
  TlTrialStore *trials;
  TlTuner      *tuner;
  Inbox        *inbox;
  TlTuningState state;
  guint         n_wanted;
  gint64        run_id;
  gboolean      is_resumable;
  char         *strategy;
  char         *error;
  /* Clock */
  gint64        running_since_us;
  gint64        ran_us;
  gint64        best_at_us;
  gint          best_index;
  GArray       *finish_times;   /* gint64 us of the latest trials */
};

G_DEFINE_FINAL_TYPE (TlTuning, tl_tuning, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
clear_record (gpointer data)
{
  g_free (((TlTrialRecord *) data)->message);
}

static GArray *
records_new (void)
{
  GArray *records = g_array_new (FALSE, TRUE, sizeof (TlTrialRecord));

  g_array_set_clear_func (records, clear_record);
  return records;
}

static Inbox *
inbox_new (TlTuning *tuning)
{
  Inbox *inbox = g_new0 (Inbox, 1);

  inbox->ref_count = 1;
  g_mutex_init (&inbox->mutex);
  inbox->waiting = records_new ();
  inbox->again = records_new ();
  inbox->tuning = tuning;
  return inbox;
}

static Inbox *
inbox_ref (Inbox *inbox)
{
  g_atomic_int_inc (&inbox->ref_count);
  return inbox;
}

static void
inbox_unref (gpointer data)
{
  Inbox *inbox = data;

  if (!g_atomic_int_dec_and_test (&inbox->ref_count))
    return;
  g_array_unref (inbox->waiting);
  g_array_unref (inbox->again);
  g_mutex_clear (&inbox->mutex);
  g_free (inbox);
}

static void
emit_changed (TlTuning *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
stop_clock (TlTuning *self)
{
  if (self->running_since_us != 0)
    self->ran_us += g_get_monotonic_time () - self->running_since_us;
  self->running_since_us = 0;
}

static void
note_finished (TlTuning *self, guint n)
{
  gint64 now = g_get_monotonic_time ();
  guint  old = 0;

  for (guint i = 0; i < n; i++)
    g_array_append_val (self->finish_times, now);
  while (old < self->finish_times->len && g_array_index (self->finish_times, gint64, old) < now - RATE_WINDOW_US)
    old++;
  g_array_remove_range (self->finish_times, 0, old);
  if (tl_trial_store_best (self->trials) != self->best_index)
    {
      self->best_index = tl_trial_store_best (self->trials);
      self->best_at_us = now;
    }
}

static void
finish (TlTuning *self)
{
  const GError *error = tl_tuner_error (self->tuner);

  stop_clock (self);
  g_free (self->error);
  self->error = error != NULL ? g_strdup (error->message) : NULL;
  self->run_id = tl_tuner_run_id (self->tuner);
  self->is_resumable = tl_trial_store_n (self->trials) < self->n_wanted;
  self->state = TL_TUNING_DONE;
  g_clear_pointer (&self->tuner, tl_tuner_free);
}

static gboolean
deliver (gpointer user_data)
{
  Inbox             *inbox = user_data;
  g_autoptr (GArray) batch = NULL, again = NULL;
  GArray            *empty = records_new ();
  TlTuning          *self = inbox->tuning;
  gboolean           is_done;

  g_mutex_lock (&inbox->mutex);
  inbox->is_armed = FALSE;
  is_done = inbox->is_done;
  batch = inbox->waiting;
  inbox->waiting = empty;
  again = g_steal_pointer (&inbox->again);
  inbox->again = records_new ();
  g_mutex_unlock (&inbox->mutex);
  if (self == NULL || self->inbox != inbox)
    return G_SOURCE_REMOVE;
  g_object_ref (self);
  tl_trial_store_append (self->trials, (TlTrialRecord *) (gpointer) batch->data, batch->len);
  if (again->len > 0)
    tl_trial_store_retime (self->trials, (const TlTrialRecord *) (gpointer) again->data, again->len);
  note_finished (self, batch->len);
  if (is_done && self->tuner != NULL)
    finish (self);
  emit_changed (self);
  g_object_unref (self);
  return G_SOURCE_REMOVE;
}

static void
arm_locked (Inbox *inbox)
{
  if (inbox->is_armed)
    return;
  inbox->is_armed = TRUE;
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, deliver, inbox_ref (inbox), inbox_unref);
}

static void
fill_times (TlTrialRecord *record, const TlOutcome *outcome)
{
  TlLatency latency;

  record->outcome = outcome->kind;
  record->build_s = outcome->build_s;
  record->run_s = outcome->run_s;
  record->message = g_strdup (outcome->message);
  if (outcome->kind == TL_OUTCOME_OK && tl_outcome_latency (outcome, &latency))
    {
      record->latency_s = latency.median_s;
      record->low_s = latency.low_s;
      record->high_s = latency.high_s;
    }
}

static void
on_trial_in_worker (const TlTrial *trial, gpointer user_data)
{
  Inbox        *inbox = user_data;
  TlTrialRecord record = { .number = trial->number, .elapsed_s = trial->elapsed_s };

  fill_times (&record, trial->outcome);
  g_mutex_lock (&inbox->mutex);
  if (trial->is_again)
    g_array_append_val (inbox->again, record);
  else
    g_array_append_val (inbox->waiting, record);
  arm_locked (inbox);
  g_mutex_unlock (&inbox->mutex);
}

static void
on_done_in_worker (gpointer user_data)
{
  Inbox *inbox = user_data;

  g_mutex_lock (&inbox->mutex);
  inbox->is_done = TRUE;
  arm_locked (inbox);
  g_mutex_unlock (&inbox->mutex);
}

static void
drop_run (TlTuning *self)
{
  if (self->inbox != NULL)
    self->inbox->tuning = NULL;
  g_clear_pointer (&self->tuner, tl_tuner_free);
  g_clear_pointer (&self->inbox, inbox_unref);
  g_clear_pointer (&self->error, g_free);
  stop_clock (self);
  self->ran_us = 0;
  self->best_index = -1;
  self->best_at_us = 0;
  self->run_id = 0;
  self->is_resumable = FALSE;
  self->state = TL_TUNING_IDLE;
  g_array_set_size (self->finish_times, 0);
}

static void
tl_tuning_finalize (GObject *object)
{
  TlTuning *self = TL_TUNING (object);

  drop_run (self);
  g_array_unref (self->finish_times);
  g_object_unref (self->trials);
  g_free (self->strategy);
  G_OBJECT_CLASS (tl_tuning_parent_class)->finalize (object);
}

static void
tl_tuning_class_init (TlTuningClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_tuning_finalize;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_TUNING, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_tuning_init (TlTuning *self)
{
  self->trials = tl_trial_store_new ();
  self->finish_times = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->best_index = -1;
}

TlTuning *
tl_tuning_new (void)
{
  return g_object_new (TL_TYPE_TUNING, NULL);
}

static gboolean
is_active (TlTuning *self)
{
  return self->state == TL_TUNING_RUNNING || self->state == TL_TUNING_PAUSED || self->state == TL_TUNING_STOPPING;
}

gboolean
tl_tuning_start (TlTuning *self, TlWorkerPool *pool, const TlTuningRequest *request, GError **error)
{
  g_autoptr (TlSpace) space = NULL;
  TlTuneOptions       options = { .start = request->start, .func_index = request->func_index, .target = request->target,
                                  .measure = tl_measure_options_quick (), .n_trials = request->n_trials, .seed = request->seed,
                                  .database = request->database, .workload_id = request->workload_id,
                                  .resume_run_id = request->resume_run_id };
  g_autoptr (TlArena) arena = tl_arena_new (NULL);

  if (is_active (self))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BUSY, "A tuning run is under way: stop it first");
      return FALSE;
    }
  if (!tl_strategy_parse (arena, request->strategy, &options.strategy, error))
    return FALSE;
  space = request->space != NULL ? tl_space_ref (request->space) : tl_space_default (&request->target);
  options.space = space;
  drop_run (self);
  if (request->resume_run_id == 0)
    tl_trial_store_clear (self->trials);
  self->inbox = inbox_new (self);
  self->n_wanted = request->n_trials;
  g_free (self->strategy);
  self->strategy = g_strdup (request->strategy);
  self->tuner = tl_tuner_start (pool, &options, on_trial_in_worker, on_done_in_worker, self->inbox, error);
  if (self->tuner == NULL)
    {
      drop_run (self);
      emit_changed (self);
      return FALSE;
    }
  self->run_id = tl_tuner_run_id (self->tuner);
  self->running_since_us = g_get_monotonic_time ();
  self->state = TL_TUNING_RUNNING;
  emit_changed (self);
  return TRUE;
}

void
tl_tuning_pause (TlTuning *self)
{
  if (self->state != TL_TUNING_RUNNING)
    return;
  tl_tuner_pause (self->tuner);
  stop_clock (self);
  self->state = TL_TUNING_PAUSED;
  emit_changed (self);
}

void
tl_tuning_resume (TlTuning *self)
{
  if (self->state != TL_TUNING_PAUSED)
    return;
  tl_tuner_resume (self->tuner);
  self->running_since_us = g_get_monotonic_time ();
  self->state = TL_TUNING_RUNNING;
  emit_changed (self);
}

void
tl_tuning_stop (TlTuning *self)
{
  if (self->state != TL_TUNING_RUNNING && self->state != TL_TUNING_PAUSED)
    return;
  self->state = TL_TUNING_STOPPING;
  stop_clock (self);
  tl_tuner_stop (self->tuner);
  emit_changed (self);
}

void
tl_tuning_clear (TlTuning *self)
{
  drop_run (self);
  self->n_wanted = 0;
  g_clear_pointer (&self->strategy, g_free);
  tl_trial_store_clear (self->trials);
  emit_changed (self);
}

gboolean
tl_tuning_load (TlTuning *self, TlDatabase *database, gint64 workload_id, GError **error)
{
  g_autoptr (GPtrArray) runs = tl_database_runs (database, workload_id, error);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GArray)    records = g_array_new (FALSE, TRUE, sizeof (TlTrialRecord));
  TlRunRow             *run = NULL;

  if (runs == NULL)
    return FALSE;
  for (guint i = 0; i < runs->len; i++)
    if (run == NULL || ((TlRunRow *) g_ptr_array_index (runs, i))->id > run->id)
      run = g_ptr_array_index (runs, i);
  if (run == NULL)
    return TRUE;
  rows = tl_database_trials (database, run->id, error);
  if (rows == NULL)
    return FALSE;
  tl_tuning_clear (self);
  for (guint i = 0; i < rows->len; i++)
    {
      TlTrialRow   *row = g_ptr_array_index (rows, i);
      TlTrialRecord record = { .number = row->number, .row_id = row->id, .elapsed_s = row->elapsed_s };

      fill_times (&record, &row->outcome);
      g_array_append_val (records, record);
    }
  tl_trial_store_append (self->trials, (TlTrialRecord *) (gpointer) records->data, records->len);
  self->best_index = tl_trial_store_best (self->trials);
  self->n_wanted = run->n_trials_wanted;
  self->run_id = run->id;
  self->strategy = g_strdup (run->strategy);
  self->is_resumable = !run->is_finished && rows->len < run->n_trials_wanted;
  emit_changed (self);
  return TRUE;
}

TlTuningState
tl_tuning_state (TlTuning *self)
{
  return self->state;
}

TlTrialStore *
tl_tuning_trials (TlTuning *self)
{
  return self->trials;
}

guint
tl_tuning_n_wanted (TlTuning *self)
{
  return self->n_wanted;
}

gint64
tl_tuning_run_id (TlTuning *self)
{
  return self->tuner != NULL ? tl_tuner_run_id (self->tuner) : self->run_id;
}

gboolean
tl_tuning_is_resumable (TlTuning *self)
{
  return self->is_resumable && !is_active (self);
}

const char *
tl_tuning_error (TlTuning *self)
{
  return self->error;
}

double
tl_tuning_rate (TlTuning *self)
{
  double window;

  if (self->state != TL_TUNING_RUNNING || self->finish_times->len < 2)
    return 0;
  window = (double) (g_get_monotonic_time () - g_array_index (self->finish_times, gint64, 0)) / G_USEC_PER_SEC;
  return window > 0.2 ? (self->finish_times->len - 1) / window : 0;
}

double
tl_tuning_eta_s (TlTuning *self)
{
  double rate = tl_tuning_rate (self);
  guint  n = tl_trial_store_n (self->trials);

  return rate > 0 && self->n_wanted >= n ? (self->n_wanted - n) / rate : -1;
}

double
tl_tuning_since_best_s (TlTuning *self)
{
  return self->best_at_us != 0 ? (double) (g_get_monotonic_time () - self->best_at_us) / G_USEC_PER_SEC : -1;
}
