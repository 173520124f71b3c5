/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/format.h"
#include "core/schedule/trace.h"
#include "core/search/plausibility.h"
#include "core/search/tuner-private.h"

/* Brief timing gives 1.3 to 1.4 times the trials a second on 512 and 1024 matmuls. */
#define BRIEF_FACTOR  1.05   /* a candidate slower than the best by this gets a few samples: they are enough for the cost model … */
#define SLOW_FACTOR   1.3    /* … by this a single one … */
#define PRUNE_FACTOR  3.0    /* … and by this it is pruned, if the caller gives no limit, but not before this: */
#define MIN_LIMIT_S 0.02
#define START_LIMIT_S 0.5    /* for the program as it stands: a product that takes seconds is not worth seconds */

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

/*
 * Whether this thread is to measure the program. Else it was measured before, which gives @known, or is being: then the trial waits there.
 */
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
  TlTrialRow row = { .run_id = tuner->run->id, .number = tl_tuner_number (tuner, trial->candidate),
                     .after_comparison = tuner->n_comparisons,
                     .program_hash = trial->hash, .finished_us = g_get_real_time (),
                     .elapsed_s = elapsed_s, .score = trial->score, .origin = trial->origin, .outcome = *outcome };
  g_autofree char *trace = tl_trace_to_json (trial->state, TL_DIALECT_CLASSIC);

  row.trace_json = trace;
  return tl_database_add_trial (tuner->options.database, &row, error);
}

static void
note_best (TlTuner *tuner, const TlOutcome *outcome)
{
  TlLatency latency;

  if (outcome->kind == TL_OUTCOME_OK && !outcome->is_implausible && tl_outcome_latency (outcome, &latency)
      && (tuner->best_s == 0 || latency.median_s < tuner->best_s))
    tuner->best_s = latency.median_s;
}

static void
note_for_top_k (TlTuner *tuner, const TlTunerTrial *trial, const TlOutcome *outcome)
{
  TlTrialId id = { tuner->run ? tuner->run->id : 0, tl_tuner_number (tuner, trial->candidate) };

  if (tuner->options.config.is_dry)
    {
      tl_dry_run_note (tuner, trial, outcome);
      return;
    }
  if (trial->candidate == TL_START)
    tl_top_k_set_pinned (&tuner->top_k, TL_PINNED_START, id, trial->hash, trial->state, outcome);
  else
    tl_top_k_add (&tuner->top_k, id, trial->hash, trial->state, outcome);
  if (trial->candidate == 0)
    tl_top_k_set_pinned (&tuner->top_k, TL_PINNED_FIRST, id, trial->hash, trial->state, outcome);
}

void
tl_tuner_settle_locked (TlTuner *tuner, TlTunerTrial *trial, const TlOutcome *outcome)
{
  tl_outcome_copy (outcome, &trial->outcome);
  trial->is_done = TRUE;
  note_best (tuner, outcome);
  note_for_top_k (tuner, trial, outcome);
  if (trial->candidate != TL_START)
    tuner->n_done++;
  while (tuner->n_done_front < tuner->trials->len && ((TlTunerTrial *) tuner->trials->pdata[tuner->n_done_front])->is_done)
    tuner->n_done_front++;
  tl_tuner_wake_locked (tuner);
}

/*
 * A failure's text ends with how to see it again. Its program is the trial's in the project, so that nothing else needs to be kept.
 */
static void
add_reproducer (TlTuner *tuner, const TlTunerTrial *trial, const TlOutcome *outcome, TlOutcome *reported)
{
  g_autofree char *path = NULL;
  char *message;

  tl_outcome_copy (outcome, reported);
  if (!tl_outcome_is_failure (outcome->kind) || !tuner->run || tuner->options.recorded)
    return;
  path = tl_format_shell_word (tl_database_path (tuner->options.database));
  message = g_strdup_printf ("%s\nto repeat it: tileloom-cli run %s --trial %" G_GINT64_FORMAT ":%u --check", outcome->message, path,
                             tuner->run->id, tl_tuner_number (tuner, trial->candidate));
  g_free (reported->message);
  reported->message = message;
}

/* A trial to be reported, and its state, which belongs to search jobs once the trial is settled. */
typedef struct
{
  TlTunerTrial *trial;
  TlState      *state;
} TrialReport;

static void
report_clear (gpointer data)
{
  tl_state_unref (((TrialReport *) data)->state);
}

static GArray *
reports_new (void)
{
  GArray *reports = g_array_new (FALSE, FALSE, sizeof (TrialReport));

  g_array_set_clear_func (reports, report_clear);
  return reports;
}

static void
add_report_locked (TlTunerTrial *trial, GArray *reports)
{
  TrialReport report = { trial, trial->unreported };

  trial->unreported = NULL;
  if (report.state)
    g_array_append_val (reports, report);
}

/* Reports come in order of number: a trial waits for those before it. */
static void
add_front_locked (TlTuner *tuner, GArray *reports)
{
  while (tuner->start->is_done && tuner->n_reported < tuner->trials->len)
    {
      TlTunerTrial *trial = tuner->trials->pdata[tuner->n_reported];

      if (!trial->is_done)
        return;
      tuner->n_reported++;
      add_report_locked (trial, reports);
    }
}

static void
report_all (TlTuner *tuner, const GArray *reports)
{
  for (guint i = 0; i < reports->len && tuner->on_trial; i++)
    {
      const TrialReport *report = &g_array_index (reports, TrialReport, i);
      const TlTunerTrial *trial = report->trial;
      TlOutcome outcome;
      TlTrial public_trial = { .number = tl_tuner_number (tuner, trial->candidate), .candidate = (guint) trial->candidate,
                               .is_start = trial->candidate == TL_START, .run_id = tuner->run ? tuner->run->id : 0, .state = report->state,
                               .outcome = &outcome, .elapsed_s = trial->elapsed_s, .score = trial->score, .program_hash = trial->hash,
                               .origin = trial->origin,
                               .after_comparison = tuner->n_comparisons };

      add_reproducer (tuner, trial, &trial->outcome, &outcome);
      tuner->on_trial (&public_trial, tuner->user_data);
      tl_outcome_clear (&outcome);
    }
}

/* Only measured trials are stored, as they are reported. */
static void
record (TlTuner *tuner, TlTunerTrial *trial, const TlOutcome *outcome)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->record_lock);
  g_autoptr (GArray) reports = reports_new ();
  GError *error = NULL;
  TlOutcome stored;
  gboolean ok;

  trial->elapsed_s = tl_tuner_elapsed_s (tuner);
  add_reproducer (tuner, trial, outcome, &stored);
  ok = !tuner->run || store (tuner, trial, &stored, trial->elapsed_s, &error);
  tl_outcome_clear (&stored);
  if (!ok)
    {
      tl_tuner_give_up (tuner, error);
      return;
    }
  g_mutex_lock (&tuner->lock);
  trial->unreported = tl_state_ref (trial->state);
  tl_tuner_settle_locked (tuner, trial, outcome);
  if (trial->candidate == TL_START)
    add_report_locked (trial, reports);
  add_front_locked (tuner, reports);
  g_mutex_unlock (&tuner->lock);
  report_all (tuner, reports);
}

/* After the end: trials that waited for one that was cancelled. */
void
tl_tuner_report_rest (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->record_lock);
  g_autoptr (GArray) reports = reports_new ();

  g_mutex_lock (&tuner->lock);
  for (; tuner->n_reported < tuner->trials->len; tuner->n_reported++)
    add_report_locked (tuner->trials->pdata[tuner->n_reported], reports);
  g_mutex_unlock (&tuner->lock);
  report_all (tuner, reports);
}

/* --- measuring --- */

/* A candidate may be the program as it stands too, and come to the runner first. */
static gboolean
is_start_program (const TlTuner *tuner, const TlTunerTrial *trial)
{
  return trial->candidate == TL_START || trial->hash == tuner->start->hash;
}

static TlMeasureOptions
current_options (TlTuner *tuner, const TlTunerTrial *trial)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  TlMeasureOptions options = tuner->options.config.measure;

  options.constants = tuner->options.constants;
  if (is_start_program (tuner, trial))
    {
      options.prune_above_s = START_LIMIT_S;
      options.run_timeout_s = MAX (options.run_timeout_s, 4 * START_LIMIT_S);
    }
  else if (tuner->best_s > 0)
    {
      options.stop_above_s = SLOW_FACTOR * tuner->best_s;
      options.brief_above_s = BRIEF_FACTOR * tuner->best_s;
      if (options.prune_above_s == 0)
        options.prune_above_s = MAX (PRUNE_FACTOR * tuner->best_s, MIN_LIMIT_S);
    }
  return options;
}

/* "Pruned: first run more than 3.1× slower than the best". */
static void
explain_pruning (TlTuner *tuner, const TlTunerTrial *trial, TlOutcome *outcome)
{
  g_autofree char *bound = tl_format_seconds (outcome->lower_bound_s);
  double best_s;

  g_mutex_lock (&tuner->lock);
  best_s = tuner->best_s;
  g_mutex_unlock (&tuner->lock);
  g_free (outcome->message);
  if (is_start_program (tuner, trial) || best_s == 0)
    outcome->message = g_strdup_printf ("Pruned: a run takes more than %s", bound);
  else
    outcome->message = g_strdup_printf ("Pruned: first run more than %.1f× slower than the best", outcome->lower_bound_s / best_s);
}

static void
measure_once (TlTuner *tuner, const TlTunerTrial *trial, TlOutcome *outcome)
{
  TlMeasureOptions options = current_options (tuner, trial);

  if (tuner->options.config.is_dry)
    tl_worker_pool_predict (tuner->pool, trial->state, tuner->options.func_name, &tuner->options.target, &options, tuner->cancellable,
                            outcome);
  else if (tuner->options.recorded)
    tl_recorded_outcomes_outcome (tuner->options.recorded, trial->hash, outcome);
  else
    tl_worker_pool_measure (tuner->pool, trial->state, tuner->options.func_name, &tuner->options.target, &options, tuner->cancellable,
                            outcome);
}

void
tl_tuner_note_peak (TlTuner *tuner)
{
  g_autoptr (TlModule) timed = NULL;
  double least_s;

  if (tuner->options.recorded || tuner->options.config.is_dry)
    return;
  timed = tl_kernel_main (tl_state_module (tuner->options.start), tuner->options.constants);
  least_s = tl_plausible_least_s (tl_module_prim (timed, tuner->options.func_name), &tuner->options.target);
  g_mutex_lock (&tuner->lock);
  if (tuner->least_s == 0 || least_s < tuner->least_s)
    tuner->least_s = least_s;
  g_mutex_unlock (&tuner->lock);
}

static gboolean
is_plausible (TlTuner *tuner, const TlOutcome *outcome)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  return tl_is_plausible (outcome, tuner->least_s);
}

/* One that is faster than the machine can be is measured again, and the peak with it; if it still is, it is kept as implausible. */
static void
find_outcome (TlTuner *tuner, const TlTunerTrial *trial, TlOutcome *outcome)
{
  measure_once (tuner, trial, outcome);
  if (is_plausible (tuner, outcome))
    return;
  tl_outcome_clear (outcome);
  measure_once (tuner, trial, outcome);
  tl_tuner_note_peak (tuner);
  outcome->is_implausible = !is_plausible (tuner, outcome);
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
  if (outcome.kind == TL_OUTCOME_PRUNED && !tuner->options.recorded)
    explain_pruning (tuner, trial, &outcome);
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

/* Waits while the run is paused. FALSE if it was stopped, or the budget ends before the trial. */
static gboolean
begin (TlTuner *tuner, TlTunerTrial *trial)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  while (tuner->is_paused && !tuner->is_stopping)
    g_cond_wait (&tuner->changed, &tuner->lock);
  tuner->n_measuring++;
  trial->is_withdrawn = trial->candidate != TL_START && (guint) trial->candidate >= tuner->options.n_trials;
  if (trial->is_withdrawn)
    return FALSE;
  if (trial->candidate != TL_START)
    tuner->n_begun++;
  tl_tuner_wake_locked (tuner);   /* the search may wait for the batch to begin */
  return !tuner->is_stopping;
}

static void
do_measure_job (gpointer data)
{
  TlTunerTrial *trial = data;
  TlTuner *tuner = trial->tuner;

  if (begin (tuner, trial))
    process (tuner, trial);
  g_mutex_lock (&tuner->lock);
  tuner->n_measuring--;
  tuner->n_pending--;
  tl_tuner_wake_locked (tuner);
  g_mutex_unlock (&tuner->lock);
  tl_tuner_unref (tuner);
}

void
tl_tuner_push_locked (TlTuner *tuner, TlTunerTrial *trial)
{
  tuner->n_pending++;
  tl_tuner_ref (tuner);
  tl_tune_threads_measure (tuner->threads, do_measure_job, trial);
}
