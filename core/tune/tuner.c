/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tuning run. A few threads each take the next candidate, have it built and run, and record it:
 *
 *     draw (one thread at a time, in order) ─▶ seen before? ─▶ pool: build, run ─▶ record: database, strategy, caller
 *                                                                     … and in the end ─▶ the fastest against each other
 *
 * Invariants: candidate n depends on seed and space alone, never on timing; a trial is in the database before anybody hears of it; a trial
 * that was cancelled by stopping leaves no trace, so that resuming measures it. @lock guards the fields and is not held during work;
 * @draw_lock makes drawing and numbering one act; @record_lock keeps reports apart. Order: record_lock or draw_lock before lock.
 */
#include "core/tune/tuner.h"

#include "core/device/cpu.h"
#include "core/ir/compare.h"
#include "core/schedule/trace.h"
#include "core/tune/finalists-private.h"

#define THREADS_BEYOND_BUILDERS 2u      /* one waits on the runner, one draws */
#define MAX_REFUSED_IN_A_ROW    64u     /* from the start: then the space has nothing legal to offer */
#define SLOW_FACTOR             1.3     /* slower than the best by this gets a single sample … */
#define HOPELESS_FACTOR         4.0     /* … and by this is not waited for, but at least this long: */
#define LEAST_LIMIT_S           0.02

typedef struct
{
  guint    number;
  TlState *state;   /* NULL: refused */
  guint64  hash;
} Trial;

/* A program that a trial has measured or is measuring. */
typedef struct
{
  gboolean   is_done;
  TlOutcome  outcome;
  GPtrArray *waiting;   /* Trial: the same program, drawn meanwhile */
} Measured;

struct _TlTuner
{
  /* Fixed at the start */
  TlWorkerPool  *pool;
  TlTuneOptions  options;
  TlTrialFunc    on_trial;
  GDestroyNotify on_done;
  gpointer       user_data;
  gpointer       strategy;
  TlRunRow      *run;             /* NULL without a database */
  GHashTable    *recorded;        /* number + 1 → TlOutcome of a resumed run's trials */
  GCancellable  *cancellable;
  GThreadPool   *threads;
  GThread       *coordinator;
  gint64         start_ns;
  double         elapsed_before_s;

  GMutex         draw_lock;
  GMutex         record_lock;
  GMutex         lock;
  GCond          changed;
  gboolean       is_paused;
  gboolean       is_stopping;
  gboolean       is_exhausted;
  gboolean       is_finished;
  guint          next_number;
  guint          n_busy;          /* threads still at work */
  guint          n_refused;       /* in a row since the start; stays once something was legal */
  gboolean       had_legal;
  double         best_s;          /* 0: none */
  TlFinalists    finalists;
  GHashTable    *measured;        /* hash → Measured */
  GError        *error;
};

static void
trial_free (Trial *trial)
{
  g_clear_pointer (&trial->state, tl_state_unref);
  g_free (trial);
}

static void
measured_free (gpointer data)
{
  Measured *measured = data;

  tl_outcome_clear (&measured->outcome);
  g_ptr_array_unref (measured->waiting);
  g_free (measured);
}

static Measured *
measured_new (void)
{
  Measured *measured = g_new0 (Measured, 1);

  measured->waiting = g_ptr_array_new_with_free_func ((GDestroyNotify) trial_free);
  return measured;
}

static void
recorded_free (gpointer data)
{
  tl_outcome_clear (data);
  g_free (data);
}

/* Ends the run early; the first reason counts. Takes @error. */
static void
give_up (TlTuner *tuner, GError *error)
{
  g_mutex_lock (&tuner->lock);
  if (!tuner->error && !tuner->is_stopping)
    tuner->error = g_steal_pointer (&error);
  tuner->is_stopping = TRUE;
  g_cond_broadcast (&tuner->changed);
  g_mutex_unlock (&tuner->lock);
  g_clear_error (&error);
  g_cancellable_cancel (tuner->cancellable);
}

static void
note_best (TlTuner *tuner, const TlOutcome *outcome)
{
  TlLatency latency;

  if (outcome->kind == TL_OUTCOME_OK && tl_outcome_latency (outcome, &latency) && (tuner->best_s == 0 || latency.median_s < tuner->best_s))
    tuner->best_s = latency.median_s;
}

/* --- recording --- */

static gboolean
store (TlTuner *tuner, const Trial *trial, const TlOutcome *outcome, double elapsed_s, GError **error)
{
  TlTrialRow row = { .run_id = tuner->run->id, .number = trial->number, .program_hash = trial->hash, .finished_us = g_get_real_time (),
                     .elapsed_s = elapsed_s, .outcome = *outcome };
  g_autofree char *trace = trial->state ? tl_trace_to_json (trial->state, TL_DIALECT_CLASSIC) : NULL;

  row.trace_json = trace;
  return tl_database_add_trial (tuner->options.database, &row, error);
}

static double
elapsed_so_far (TlTuner *tuner)
{
  return tuner->elapsed_before_s + (double) (tl_time_ns () - tuner->start_ns) / 1e9;
}

static void
record (TlTuner *tuner, const Trial *trial, const TlOutcome *outcome)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->record_lock);
  TlTrial public_trial = { .number = trial->number, .state = trial->state, .outcome = outcome, .elapsed_s = elapsed_so_far (tuner) };
  GError *error = NULL;

  if (tuner->run && !store (tuner, trial, outcome, public_trial.elapsed_s, &error))
    {
      give_up (tuner, error);
      return;
    }
  g_mutex_lock (&tuner->lock);
  note_best (tuner, outcome);
  tl_finalists_note (&tuner->finalists, trial->number, trial->hash, trial->state, outcome);
  g_mutex_unlock (&tuner->lock);
  if (trial->state)
    {
      g_mutex_lock (&tuner->draw_lock);
      tuner->options.strategy->report (tuner->strategy, trial->state, outcome);
      g_mutex_unlock (&tuner->draw_lock);
    }
  if (tuner->on_trial)
    tuner->on_trial (&public_trial, tuner->user_data);
}

static void
record_refusal (TlTuner *tuner, const Trial *trial, GError *refusal)
{
  TlOutcome outcome = { .kind = TL_OUTCOME_SCHEDULE_ERROR, .message = refusal->message };
  gboolean is_hopeless;

  record (tuner, trial, &outcome);
  g_mutex_lock (&tuner->lock);
  is_hopeless = !tuner->had_legal && ++tuner->n_refused >= MAX_REFUSED_IN_A_ROW;
  g_mutex_unlock (&tuner->lock);
  if (is_hopeless)
    {
      g_prefix_error (&refusal, "the space gave no legal schedule in %u draws, the last one says: ", MAX_REFUSED_IN_A_ROW);
      give_up (tuner, g_steal_pointer (&refusal));
    }
  g_clear_error (&refusal);
}

/* --- measuring --- */

static TlMeasureOptions
current_options (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  TlMeasureOptions options = tuner->options.measure;

  if (tuner->best_s > 0)
    {
      options.stop_above_s = SLOW_FACTOR * tuner->best_s;
      options.first_run_limit_s = MAX (HOPELESS_FACTOR * tuner->best_s, LEAST_LIMIT_S);
    }
  return options;
}

/* The program's entry, and whether this thread is to measure it; else the trial is recorded or queued there, and taken. */
static gboolean
claim (TlTuner *tuner, Trial *trial, TlOutcome *known, gboolean *is_known)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  Measured *measured = g_hash_table_lookup (tuner->measured, &trial->hash);

  *is_known = measured && measured->is_done;
  if (*is_known)
    tl_outcome_copy (&measured->outcome, known);
  else if (measured)
    g_ptr_array_add (measured->waiting, trial);
  else
    g_hash_table_insert (tuner->measured, g_memdup2 (&trial->hash, sizeof trial->hash), measured_new ());
  return measured == NULL;
}

/* Gives the trials that waited for this outcome. */
static GPtrArray *
settle (TlTuner *tuner, const Trial *trial, const TlOutcome *outcome)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  Measured *measured = g_hash_table_lookup (tuner->measured, &trial->hash);
  GPtrArray *waiting = g_steal_pointer (&measured->waiting);

  measured->waiting = g_ptr_array_new_with_free_func ((GDestroyNotify) trial_free);
  measured->is_done = TRUE;
  tl_outcome_copy (outcome, &measured->outcome);
  return waiting;
}

static gboolean
is_stopping (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  return tuner->is_stopping;
}

static void
measure (TlTuner *tuner, Trial *trial)
{
  TlMeasureOptions options = current_options (tuner);
  g_autoptr (GPtrArray) waiting = NULL;
  TlOutcome outcome;

  tl_worker_pool_measure (tuner->pool, trial->state, tuner->options.func_index, &tuner->options.target, &options, tuner->cancellable, &outcome);
  if (outcome.kind == TL_OUTCOME_CANCELLED)
    {
      /* Nobody stopped the run: then the workers cannot work at all, and no other candidate would fare better. */
      if (!is_stopping (tuner))
        give_up (tuner, g_error_new (TL_RUN_ERROR, TL_RUN_ERROR_WORKER, "%s", outcome.message));
      tl_outcome_clear (&outcome);
      trial_free (trial);
      return;
    }
  record (tuner, trial, &outcome);
  waiting = settle (tuner, trial, &outcome);
  for (guint i = 0; i < waiting->len; i++)
    record (tuner, waiting->pdata[i], &outcome);
  tl_outcome_clear (&outcome);
  trial_free (trial);
}

static void
process (TlTuner *tuner, Trial *trial)
{
  TlOutcome known = { 0 };
  gboolean is_known;

  trial->hash = tl_module_hash (tl_state_module (trial->state));
  if (claim (tuner, trial, &known, &is_known))
    measure (tuner, trial);
  else if (is_known)
    {
      record (tuner, trial, &known);
      tl_outcome_clear (&known);
      trial_free (trial);
    }
}

/* --- drawing --- */

/* Waits while the run is paused. FALSE when there is nothing more to draw. */
static gboolean
may_draw (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  while (tuner->is_paused && !tuner->is_stopping)
    g_cond_wait (&tuner->changed, &tuner->lock);
  return !tuner->is_stopping && !tuner->is_exhausted && tuner->next_number < tuner->options.n_trials;
}

static void
note_draw (TlTuner *tuner, const Trial *trial, const GError *refusal)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  tuner->had_legal |= trial->state != NULL;
  tuner->is_exhausted |= !trial->state && !refusal;
}

static void
note_earlier (TlTuner *tuner, Trial *trial, const TlOutcome *earlier)
{
  trial->hash = tl_module_hash (tl_state_module (trial->state));
  tuner->options.strategy->report (tuner->strategy, trial->state, earlier);
  g_mutex_lock (&tuner->lock);
  tl_finalists_note (&tuner->finalists, trial->number, trial->hash, trial->state, earlier);
  g_mutex_unlock (&tuner->lock);
}

/* The next candidate that is not in the database yet. Those that are get drawn as well: the draws after them depend on it. */
static Trial *
draw (TlTuner *tuner, GError **refusal)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->draw_lock);

  while (may_draw (tuner))
    {
      Trial *trial = g_new0 (Trial, 1);
      const TlOutcome *earlier;

      trial->number = tuner->next_number++;
      earlier = g_hash_table_lookup (tuner->recorded, GUINT_TO_POINTER (trial->number + 1));
      trial->state = tuner->options.strategy->next (tuner->strategy, refusal);
      note_draw (tuner, trial, *refusal);
      if (!earlier && (trial->state || *refusal))
        return trial;
      if (earlier && trial->state)
        note_earlier (tuner, trial, earlier);
      g_clear_error (refusal);
      trial_free (trial);
    }
  return NULL;
}

static void
work (gpointer item, gpointer user_data)
{
  TlTuner *tuner = user_data;
  GError *refusal = NULL;
  Trial *trial;

  tl_worker_pool_yield_runner_cpu (tuner->pool);
  while ((trial = draw (tuner, &refusal)))
    if (trial->state)
      process (tuner, trial);
    else
      {
        record_refusal (tuner, trial, g_steal_pointer (&refusal));
        trial_free (trial);
      }
  g_mutex_lock (&tuner->lock);
  tuner->n_busy--;
  g_cond_broadcast (&tuner->changed);
  g_mutex_unlock (&tuner->lock);
}

/* --- the run as a whole --- */

static gboolean
record_again (TlTuner *tuner, const TlFinalist *finalist, guint number)
{
  TlTrial trial = { .number = number, .state = finalist->state, .outcome = &finalist->outcome, .elapsed_s = elapsed_so_far (tuner),
                    .is_again = TRUE };
  GError *error = NULL;

  if (tuner->run && !tl_database_retime_trial (tuner->options.database, tuner->run->id, number, &finalist->outcome, &error))
    {
      give_up (tuner, error);
      return FALSE;
    }
  if (tuner->on_trial)
    tuner->on_trial (&trial, tuner->user_data);
  return TRUE;
}

/* All other threads are done, so nobody else reads or writes the finalists. Stopped meanwhile, the trials keep what they had. */
static void
compare_finalists (TlTuner *tuner)
{
  guint n = 0;

  if (!is_stopping (tuner))
    n = tl_finalists_compare (&tuner->finalists, tuner->pool, tuner->options.func_index, &tuner->options.target, tuner->cancellable);
  for (guint i = 0; i < n; i++)
    {
      const TlFinalist *finalist = &tuner->finalists.entries[i];

      for (guint k = 0; k < finalist->numbers->len; k++)
        if (!record_again (tuner, finalist, g_array_index (finalist->numbers, guint, k)))
          return;
    }
}

static gpointer
coordinate (gpointer data)
{
  TlTuner *tuner = data;

  g_mutex_lock (&tuner->lock);
  while (tuner->n_busy > 0)
    g_cond_wait (&tuner->changed, &tuner->lock);
  g_mutex_unlock (&tuner->lock);
  compare_finalists (tuner);
  if (tuner->run)
    {
      GError *error = NULL;

      tuner->run->is_finished = !tuner->is_stopping;
      if (!tl_database_save_run (tuner->options.database, tuner->run, &error))
        give_up (tuner, error);
    }
  if (tuner->on_done)
    tuner->on_done (tuner->user_data);
  g_mutex_lock (&tuner->lock);
  tuner->is_finished = TRUE;
  g_cond_broadcast (&tuner->changed);
  g_mutex_unlock (&tuner->lock);
  return NULL;
}

/* A resumed run goes on where it was: same seed, and what is recorded counts as measured. */
static gboolean
load_run (TlTuner *tuner, GError **error)
{
  g_autoptr (GPtrArray) trials = NULL;

  tuner->run = tl_database_run (tuner->options.database, tuner->options.resume_run_id, error);
  trials = tuner->run ? tl_database_trials (tuner->options.database, tuner->run->id, error) : NULL;
  if (!trials)
    return FALSE;
  tuner->options.seed = tuner->run->seed;
  for (guint i = 0; i < trials->len; i++)
    {
      const TlTrialRow *row = trials->pdata[i];
      TlOutcome *outcome = g_new0 (TlOutcome, 1);

      tl_outcome_copy (&row->outcome, outcome);
      g_hash_table_insert (tuner->recorded, GUINT_TO_POINTER (row->number + 1), outcome);
      tuner->elapsed_before_s = MAX (tuner->elapsed_before_s, row->elapsed_s);
      note_best (tuner, outcome);
      if (row->trace_json && !g_hash_table_contains (tuner->measured, &row->program_hash))
        {
          Measured *measured = measured_new ();

          measured->is_done = TRUE;
          tl_outcome_copy (&row->outcome, &measured->outcome);
          g_hash_table_insert (tuner->measured, g_memdup2 (&row->program_hash, sizeof row->program_hash), measured);
        }
    }
  return TRUE;
}

static gboolean
open_run (TlTuner *tuner, GError **error)
{
  const TlTuneOptions *options = &tuner->options;

  if (!options->database)
    return TRUE;
  if (options->resume_run_id != 0)
    {
      if (!load_run (tuner, error))
        return FALSE;
    }
  else
    {
      tuner->run = g_new0 (TlRunRow, 1);
      tuner->run->workload_id = options->workload_id;
      tuner->run->space = g_strdup (options->space_text ? options->space_text : tl_space_name (options->space));
      tuner->run->strategy = g_strdup (options->strategy->name);
      tuner->run->target = tl_target_to_text (&options->target);
      tuner->run->seed = options->seed;
    }
  tuner->run->n_trials_wanted = options->n_trials;
  tuner->run->is_finished = FALSE;
  return tl_database_save_run (options->database, tuner->run, error);
}

static TlTuner *
tuner_new (TlWorkerPool *pool, const TlTuneOptions *options)
{
  TlTuner *tuner = g_new0 (TlTuner, 1);

  tuner->pool = tl_worker_pool_ref (pool);
  tuner->options = *options;
  /* Candidates are checked by running them; verifying every step of thousands of traces would take longer than drawing them. */
  tuner->options.start = tl_state_unchecked (options->start);
  tl_space_ref (options->space);
  if (options->database)
    tl_database_ref (options->database);
  tuner->recorded = g_hash_table_new_full (NULL, NULL, NULL, recorded_free);
  tuner->measured = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, measured_free);
  tuner->cancellable = g_cancellable_new ();
  g_mutex_init (&tuner->draw_lock);
  g_mutex_init (&tuner->record_lock);
  g_mutex_init (&tuner->lock);
  g_cond_init (&tuner->changed);
  return tuner;
}

TlTuner *
tl_tuner_start (TlWorkerPool *pool, const TlTuneOptions *options, TlTrialFunc on_trial, GDestroyNotify on_done, gpointer user_data, GError **error)
{
  TlTuner *tuner = tuner_new (pool, options);
  guint n_threads = tl_worker_pool_n_builders (pool) + THREADS_BEYOND_BUILDERS;

  if (!open_run (tuner, error))
    {
      tl_tuner_free (tuner);
      return NULL;
    }
  tuner->on_trial = on_trial;
  tuner->on_done = on_done;
  tuner->user_data = user_data;
  tuner->strategy = options->strategy->create (options->space, tuner->options.start, tuner->options.seed);
  tuner->start_ns = tl_time_ns ();
  tuner->n_busy = n_threads;
  /* Threads of its own, for they give up a processor. */
  tuner->threads = g_thread_pool_new (work, tuner, (gint) n_threads, TRUE, NULL);
  for (guint i = 0; i < n_threads; i++)
    g_thread_pool_push (tuner->threads, tuner, NULL);
  tuner->coordinator = g_thread_new ("tuner", coordinate, tuner);
  return tuner;
}

static void
set_paused (TlTuner *tuner, gboolean paused)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  tuner->is_paused = paused;
  g_cond_broadcast (&tuner->changed);
}

void
tl_tuner_pause (TlTuner *tuner)
{
  set_paused (tuner, TRUE);
}

void
tl_tuner_resume (TlTuner *tuner)
{
  set_paused (tuner, FALSE);
}

gboolean
tl_tuner_is_paused (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  return tuner->is_paused;
}

void
tl_tuner_stop (TlTuner *tuner)
{
  give_up (tuner, NULL);
}

void
tl_tuner_wait (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  while (!tuner->is_finished)
    g_cond_wait (&tuner->changed, &tuner->lock);
}

void
tl_tuner_free (TlTuner *tuner)
{
  if (tuner->coordinator)
    {
      tl_tuner_stop (tuner);
      g_thread_join (tuner->coordinator);
      g_thread_pool_free (tuner->threads, FALSE, TRUE);
      tuner->options.strategy->destroy (tuner->strategy);
    }
  g_clear_pointer (&tuner->run, tl_run_row_free);
  g_hash_table_unref (tuner->recorded);
  g_hash_table_unref (tuner->measured);
  tl_finalists_clear (&tuner->finalists);
  g_object_unref (tuner->cancellable);
  g_clear_error (&tuner->error);
  tl_state_unref (tuner->options.start);
  tl_space_unref (tuner->options.space);
  g_clear_pointer (&tuner->options.database, tl_database_unref);
  tl_worker_pool_unref (tuner->pool);
  g_mutex_clear (&tuner->draw_lock);
  g_mutex_clear (&tuner->record_lock);
  g_mutex_clear (&tuner->lock);
  g_cond_clear (&tuner->changed);
  g_free (tuner);
}

gint64
tl_tuner_run_id (TlTuner *tuner)
{
  return tuner->run ? tuner->run->id : 0;
}

const GError *
tl_tuner_error (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  return tuner->error;
}
