/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/format.h"
#include "core/schedule/trace.h"
#include "core/tune/tuner-private.h"

#define BRIEF_FACTOR    1.05   /* slower than the best by this is not timed again in the end: a few samples tell the cost model enough … */
#define SLOW_FACTOR     1.3    /* … and by this a single one … */
#define HOPELESS_FACTOR 3.0    /* … and by this is not waited for, if nobody says how long, but at least this long: */
#define LEAST_LIMIT_S   0.02
#define LONGEST_PACE_S  0.25   /* a pacemaker that takes longer would say too seldom how the machine is */
#define TAKEOVER_FACTOR 2.0

/* --- programs that were measured --- */

static TlMeasured *
measured_new (void)
{
  TlMeasured *measured = g_new0 (TlMeasured, 1);

  measured->waiting = g_ptr_array_new ();
  return measured;
}

void
tl_measured_free (gpointer data)
{
  TlMeasured *measured = data;

  tl_outcome_clear (&measured->outcome);
  g_ptr_array_unref (measured->waiting);
  g_free (measured);
}

static TlMeasured *
measured_entry_locked (TlTuner *tuner, guint64 hash)
{
  TlMeasured *measured = g_hash_table_lookup (tuner->measured, &hash);

  if (measured)
    return measured;
  measured = measured_new ();
  g_hash_table_insert (tuner->measured, g_memdup2 (&hash, sizeof hash), measured);
  return measured;
}

void
tl_tuner_remember_locked (TlTuner *tuner, guint64 hash, const TlOutcome *outcome)
{
  TlMeasured *measured = measured_entry_locked (tuner, hash);

  if (measured->is_done)
    return;
  measured->is_done = TRUE;
  tl_outcome_copy (outcome, &measured->outcome);
}

/* Whether this thread is to measure the program. Else it was measured before, which gives @known, or is being: then the trial waits there. */
static gboolean
claim (TlTuner *tuner, TlTunerTrial *trial, TlOutcome *known, gboolean *is_known)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  TlMeasured *measured = g_hash_table_lookup (tuner->measured, &trial->hash);

  *is_known = measured && measured->is_done;
  if (*is_known)
    tl_outcome_copy (&measured->outcome, known);
  else if (measured)
    g_ptr_array_add (measured->waiting, trial);
  else
    measured_entry_locked (tuner, trial->hash);
  return measured == NULL;
}

/* Gives the trials that waited for this outcome. */
static GPtrArray *
publish (TlTuner *tuner, const TlTunerTrial *trial, const TlOutcome *outcome)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  TlMeasured *measured = g_hash_table_lookup (tuner->measured, &trial->hash);
  GPtrArray *waiting = measured->waiting;

  measured->waiting = g_ptr_array_new ();
  tl_tuner_remember_locked (tuner, trial->hash, outcome);
  return waiting;
}

/* --- recording --- */

static gboolean
store (TlTuner *tuner, const TlTunerTrial *trial, const TlOutcome *outcome, double elapsed_s, GError **error)
{
  TlTrialRow row = { .run_id = tuner->run->id, .number = trial->number, .program_hash = trial->hash, .finished_us = g_get_real_time (),
                     .elapsed_s = elapsed_s, .score = trial->score, .outcome = *outcome };
  g_autofree char *trace = tl_trace_to_json (trial->state, TL_DIALECT_CLASSIC);

  row.trace_json = trace;
  return tl_database_add_trial (tuner->options.database, &row, error);
}

/* What was timed before there was a pacemaker is not compared with what comes after. */
static void
note_best (TlTuner *tuner, const TlOutcome *outcome)
{
  TlLatency latency;

  if (outcome->slowdown == 0 && tuner->pacemakers->len > 0)
    return;
  if (outcome->kind == TL_OUTCOME_OK && tl_outcome_latency (outcome, &latency) && (tuner->best_s == 0 || latency.median_s < tuner->best_s))
    tuner->best_s = latency.median_s;
}

TlPacemaker *
tl_tuner_pacemaker (const TlTuner *tuner)
{
  return tuner->pacemakers->len > 0 ? tuner->pacemakers->pdata[tuner->pacemakers->len - 1] : NULL;
}

/*
 * What comes after the first is told as of the speed that the machine had then, at the best of its samples: a bad moment is none of the machine.
 * One that is much faster takes over: it takes less of the candidates' time, and is more like those that matter.
 */
static void
note_pacemaker (TlTuner *tuner, const TlTunerTrial *trial, const TlOutcome *outcome)
{
  const TlPacemaker *present = tl_tuner_pacemaker (tuner);
  TlLatency latency;

  if (tuner->options.measure.pacemaker || !trial->state || tuner->options.timings || tuner->options.measure.flush_cache || tuner->options.is_raw
      || outcome->kind != TL_OUTCOME_OK || !tl_outcome_latency (outcome, &latency))
    return;
  if (!present && latency.median_s <= LONGEST_PACE_S)
    g_ptr_array_add (tuner->pacemakers, tl_pacemaker_new (trial->state, latency.min_s));
  else if (present && outcome->slowdown > 0 && tl_outcome_is_steady (outcome) && latency.median_s * TAKEOVER_FACTOR < tl_pacemaker_latency (present))
    g_ptr_array_add (tuner->pacemakers, tl_pacemaker_new (trial->state, latency.median_s));
}

void
tl_tuner_settle_locked (TlTuner *tuner, TlTunerTrial *trial, const TlOutcome *outcome)
{
  tl_outcome_copy (outcome, &trial->outcome);
  trial->is_done = TRUE;
  note_best (tuner, outcome);
  note_pacemaker (tuner, trial, outcome);
  tl_finalists_note (&tuner->finalists, trial->number, trial->hash, trial->state, outcome);
  tuner->n_done++;
  while (tuner->n_done_front < tuner->trials->len && ((TlTunerTrial *) tuner->trials->pdata[tuner->n_done_front])->is_done)
    tuner->n_done_front++;
  g_cond_broadcast (&tuner->changed);
}

/*
 * A failure's text ends with how to see it again. Its program is the trial's in the project, so that nothing else needs to be kept.
 */
static void
add_reproducer (TlTuner *tuner, const TlTunerTrial *trial, const TlOutcome *outcome, TlOutcome *told)
{
  g_autofree char *path = NULL;
  char *message;

  tl_outcome_copy (outcome, told);
  if (outcome->kind == TL_OUTCOME_OK || !tuner->run || tuner->options.timings)
    return;
  path = tl_format_shell_word (tl_database_path (tuner->options.database));
  message = g_strdup_printf ("%s\nto repeat it: tileloom-cli run %s --trial %" G_GINT64_FORMAT ":%u --check", outcome->message, path,
                             tuner->run->id, trial->number);
  g_free (told->message);
  told->message = message;
}

/* Once the trial is settled its state belongs to the searching thread. */
static void
record (TlTuner *tuner, TlTunerTrial *trial, const TlOutcome *outcome)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->record_lock);
  g_autoptr (TlState) state = tl_state_ref (trial->state);
  TlTrial public_trial = { .number = trial->number, .state = state, .outcome = outcome, .elapsed_s = tl_tuner_elapsed_s (tuner),
                           .score = trial->score };
  GError *error = NULL;
  TlOutcome told;

  add_reproducer (tuner, trial, outcome, &told);
  public_trial.outcome = &told;
  if (tuner->run && !store (tuner, trial, &told, public_trial.elapsed_s, &error))
    {
      tl_outcome_clear (&told);
      tl_tuner_give_up (tuner, error);
      return;
    }
  g_mutex_lock (&tuner->lock);
  tl_tuner_settle_locked (tuner, trial, outcome);
  g_mutex_unlock (&tuner->lock);
  if (tuner->on_trial)
    tuner->on_trial (&public_trial, tuner->user_data);
  tl_outcome_clear (&told);
}

/* --- measuring --- */

static TlMeasureOptions
current_options (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  TlMeasureOptions options = tuner->options.measure;

  if (tuner->pacemakers->len > 0)   /* each stays until the tuner ends */
    options.pacemaker = tl_tuner_pacemaker (tuner);
  if (tuner->best_s > 0)
    {
      options.stop_above_s = SLOW_FACTOR * tuner->best_s;
      options.brief_above_s = BRIEF_FACTOR * tuner->best_s;
      options.prove_below_s = tuner->best_s;
      if (options.first_run_limit_s == 0)
        options.first_run_limit_s = MAX (HOPELESS_FACTOR * tuner->best_s, LEAST_LIMIT_S);
    }
  return options;
}

static void
find_outcome (TlTuner *tuner, const TlTunerTrial *trial, TlOutcome *outcome)
{
  TlMeasureOptions options = current_options (tuner);

  if (tuner->options.timings)
    tl_timings_outcome (tuner->options.timings, trial->hash, outcome);
  else
    tl_worker_pool_measure (tuner->pool, trial->state, tuner->options.func_index, &tuner->options.target, &options, tuner->cancellable, outcome);
}

static void
measure (TlTuner *tuner, TlTunerTrial *trial)
{
  g_autoptr (GPtrArray) waiting = NULL;
  TlOutcome outcome;

  find_outcome (tuner, trial, &outcome);
  if (outcome.kind == TL_OUTCOME_CANCELLED)
    {
      /* Nobody stopped the run: then the workers cannot work at all, and no other candidate would fare better. */
      if (!tl_tuner_is_stopping (tuner))
        tl_tuner_give_up (tuner, g_error_new (TL_RUN_ERROR, TL_RUN_ERROR_WORKER, "%s", outcome.message));
      tl_outcome_clear (&outcome);
      return;
    }
  record (tuner, trial, &outcome);
  waiting = publish (tuner, trial, &outcome);
  for (guint i = 0; i < waiting->len; i++)
    record (tuner, waiting->pdata[i], &outcome);
  tl_outcome_clear (&outcome);
}

static void
process (TlTuner *tuner, TlTunerTrial *trial)
{
  TlOutcome known = { 0 };
  gboolean is_known;

  if (claim (tuner, trial, &known, &is_known))
    measure (tuner, trial);
  else if (is_known)
    {
      record (tuner, trial, &known);
      tl_outcome_clear (&known);
    }
}

/* The next trial to be measured, counted as such; waits for it. NULL when there will be none. */
static TlTunerTrial *
take (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  for (;;)
    {
      gboolean is_some = tuner->n_taken < tuner->trials->len;

      if (tuner->is_stopping || (!is_some && tuner->is_search_over))
        return NULL;
      if (is_some && !tuner->is_paused)
        {
          TlTunerTrial *trial = tuner->trials->pdata[tuner->n_taken++];

          g_cond_broadcast (&tuner->changed);   /* the search may wait for the batch to begin */
          if (trial->is_done)
            continue;
          tuner->n_measuring++;
          return trial;
        }
      g_cond_wait (&tuner->changed, &tuner->lock);
    }
}

void
tl_tuner_measure_in_worker (gpointer item, gpointer data)
{
  TlTuner *tuner = data;
  TlTunerTrial *trial;

  if (tuner->pool)
    tl_worker_pool_settle (tuner->pool, FALSE);
  while ((trial = take (tuner)))
    {
      process (tuner, trial);
      g_mutex_lock (&tuner->lock);
      tuner->n_measuring--;
      g_mutex_unlock (&tuner->lock);
    }
  g_mutex_lock (&tuner->lock);
  tuner->n_busy--;
  g_cond_broadcast (&tuner->changed);
  g_mutex_unlock (&tuner->lock);
}
