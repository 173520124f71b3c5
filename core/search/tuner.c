/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/graph/task.h"
#include "core/ir/compare.h"
#include "core/schedule/trace.h"
#include "core/search/tuner-private.h"

TlTrialRank
tl_trial_rank (const TlTrial *trial)
{
  return tl_trial_rank_of (trial->outcome, trial->comparison, trial->after_comparison);
}

static void
trial_free (gpointer data)
{
  TlTunerTrial *trial = data;

  g_clear_pointer (&trial->state, tl_state_unref);
  g_clear_pointer (&trial->unreported, tl_state_unref);
  tl_outcome_clear (&trial->outcome);
  g_free (trial);
}

TlTunerTrial *
tl_tuner_trial_new (TlTuner *tuner, gint candidate, TlState *state)
{
  TlTunerTrial *trial = g_new0 (TlTunerTrial, 1);

  trial->tuner = tuner;
  trial->candidate = candidate;
  trial->score = NAN;
  trial->origin.kind = candidate == TL_START ? TL_ORIGIN_START : TL_ORIGIN_UNKNOWN;
  trial->state = state;
  trial->hash = state ? tl_module_hash (tl_state_module (state)) : 0;
  return trial;
}

void
tl_tuner_give_up (TlTuner *tuner, GError *error)
{
  g_mutex_lock (&tuner->lock);
  if (!tuner->error && !tuner->is_stopping)
    tuner->error = g_steal_pointer (&error);
  tuner->is_stopping = TRUE;
  tl_tuner_wake_locked (tuner);
  g_mutex_unlock (&tuner->lock);
  g_clear_error (&error);
  g_cancellable_cancel (tuner->cancellable);
}

gboolean
tl_tuner_is_stopping (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  return tuner->is_stopping;
}

double
tl_tuner_elapsed_s (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  gint64                   now_ns = tuner->pause_ns != 0 ? tuner->pause_ns : tl_time_ns ();

  return tuner->elapsed_before_s + (double) (now_ns - tuner->start_ns) / 1e9;
}

guint
tl_tuner_number (const TlTuner *tuner, gint candidate)
{
  return tuner->first_number + (guint) (candidate + 1);
}

const TlTrialRow *
tl_tuner_recorded (const TlTuner *tuner, gint candidate)
{
  return g_hash_table_lookup (tuner->recorded, GINT_TO_POINTER (candidate + 2));
}

static void
notify_change (gpointer data)
{
  TlTuner *tuner = data;

  if (tuner->options.on_change)
    tuner->options.on_change (tuner->user_data);
}

/* --- the end --- */

static gboolean
report_compared (TlTuner *tuner, const TlTopKEntry *entry, TlTrialId id)
{
  gboolean is_record = id.number == TL_TRIAL_OF_RECORDS, is_earlier = is_record || (tuner->run != NULL && id.run_id != tuner->run->id);
  TlTrial trial = { .number = id.number, .run_id = id.run_id, .is_earlier = is_earlier, .is_start = !is_earlier && id.number
                    == tuner->first_number,
                    .candidate = id.number - tuner->first_number - 1, .state = entry->state, .outcome = &entry->outcome,
                    .elapsed_s = tl_tuner_elapsed_s (tuner), .score = NAN, .comparison = tuner->n_comparisons };
  GError *error = NULL;

  if (tuner->run && !is_record && !tl_database_save_comparison (tuner->options.database, id.run_id, id.number, tuner->n_comparisons,
                                                                &entry->outcome, &error))
    {
      tl_tuner_give_up (tuner, error);
      return FALSE;
    }
  if (tuner->on_trial)
    tuner->on_trial (&trial, tuner->user_data);
  return TRUE;
}

typedef struct
{
  const TlTopKEntry *entry;
  TlTrialId                id;
} ComparedTrial;

static gint
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint left = ((const ComparedTrial *) a)->id.number, right = ((const ComparedTrial *) b)->id.number;

  return (left > right) - (left < right);
}

/* In order of number, as all trials are reported: of equally fast ones the first is the best. */
static void
report_all_compared (TlTuner *tuner, const TlTopKEntry *entries, guint n)
{
  g_autoptr (GArray) trials = g_array_new (FALSE, FALSE, sizeof (ComparedTrial));

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < entries[i].ids->len; k++)
      g_array_append_val (trials, ((ComparedTrial) { &entries[i], g_array_index (entries[i].ids, TlTrialId, k) }));
  g_array_sort (trials, compare_numbers);
  for (guint i = 0; i < trials->len; i++)
    {
      const ComparedTrial *trial = &g_array_index (trials, ComparedTrial, i);

      if (!report_compared (tuner, trial->entry, trial->id))
        return;
    }
}

static void
set_comparing (TlTuner *tuner, gboolean is_comparing)
{
  g_mutex_lock (&tuner->lock);
  tuner->is_comparing = is_comparing;
  g_mutex_unlock (&tuner->lock);
  notify_change (tuner);
}

/* Recorded outcomes take the place of the runner here as well; without any there is no comparison. */
static gboolean
take_times (TlTuner *tuner, TlTopKEntry *chosen, guint n)
{
  TlOutcome outcomes[TL_TOP_K_MAX] = { 0 };
  gboolean ok;

  if (!tuner->options.recorded)
    return tl_top_k_compare (chosen, n, tuner->pool, tuner->options.func_name, &tuner->options.target, tuner->options.constants,
                             tuner->cancellable);
  for (guint i = 0; i < n; i++)
    tl_recorded_outcomes_compared (tuner->options.recorded, chosen[i].hash, &outcomes[i]);
  ok = tl_top_k_take_samples (chosen, outcomes, n);
  for (guint i = 0; i < n; i++)
    tl_outcome_clear (&outcomes[i]);
  return ok;
}

/* All is measured, so nobody else reads or writes the comparison. Stopped meanwhile, the trials keep what they had. */
static void
compare (TlTuner *tuner)
{
  TlTopKEntry chosen[TL_TOP_K_MAX] = { 0 };
  guint n = tl_tuner_is_stopping (tuner) ? 0 : tl_top_k_choose (&tuner->top_k, tuner->n_done, chosen);

  if (n == 0)
    return;
  set_comparing (tuner, TRUE);
  if (take_times (tuner, chosen, n))
    {
      tuner->n_comparisons++;
      report_all_compared (tuner, chosen, n);
    }
  tl_top_k_entries_clear (chosen, n);
  set_comparing (tuner, FALSE);
}

static void
end (TlTuner *tuner)
{
  GError *error = NULL;

  tl_tuner_end_search (tuner);
  tl_tuner_report_rest (tuner);
  if (tuner->options.config.is_dry)
    {
      set_comparing (tuner, TRUE);
      tl_dry_run_check (tuner);
      set_comparing (tuner, FALSE);
    }
  else
    compare (tuner);
  if (tuner->run)
    {
      tuner->run->is_finished = !tuner->is_stopping;
      tuner->run->n_trials_wanted = tuner->options.n_trials;
      if (!tl_database_save_run (tuner->options.database, tuner->run, &error))
        tl_tuner_give_up (tuner, error);
    }
  if (tuner->on_done)
    tuner->on_done (tuner->user_data);
  g_mutex_lock (&tuner->lock);
  tuner->is_finished = TRUE;
  g_cond_broadcast (&tuner->changed);
  g_mutex_unlock (&tuner->lock);
}

/* --- jobs --- */

static void
do_search_job (gpointer data)
{
  TlTuner *tuner = data;
  TlSearchJob job;

  g_mutex_lock (&tuner->lock);
  job = tl_tuner_next_job_locked (tuner);
  tuner->is_ending |= job == TL_SEARCH_JOB_END;
  g_mutex_unlock (&tuner->lock);
  if (job == TL_SEARCH_JOB_BATCH)
    tl_tuner_generate (tuner);
  else if (job == TL_SEARCH_JOB_END)
    end (tuner);
  g_mutex_lock (&tuner->lock);
  tuner->is_scheduled = FALSE;
  tl_tuner_wake_locked (tuner);
  g_mutex_unlock (&tuner->lock);
  tl_tuner_unref (tuner);
}

void
tl_tuner_wake_locked (TlTuner *tuner)
{
  g_cond_broadcast (&tuner->changed);
  if (tuner->is_scheduled || tl_tuner_next_job_locked (tuner) == TL_SEARCH_JOB_NONE)
    return;
  tuner->is_scheduled = TRUE;
  tl_tune_threads_search (tuner->threads, do_search_job, tl_tuner_ref (tuner));
}

/* --- the beginning --- */

/* Times on another target say nothing here; another strategy or space may well go on with them. */
static gboolean
check_target (const TlRunRow *run, const TlTarget *target, GError **error)
{
  g_autofree char *text = tl_target_to_text (target);

  if (!run->target || g_str_equal (run->target, text))
    return TRUE;
  return tl_fail (error, TL_TASK_ERROR, TL_TASK_ERROR_INVALID, "the run to resume is for the target \"%s\", not for \"%s\"", run->target,
                  text);
}

/* The search goes on with the samples that were reported to it, not with those of a later comparison. Takes @row. */
static void
recall_trial (TlTuner *tuner, TlTrialRow *row)
{
  TlOutcome first;

  if (row->number < tuner->first_number || row->number - tuner->first_number > G_MAXINT - 2)
    {
      tl_trial_row_free (row);
      return;
    }
  tl_trial_row_first_outcome (row, &first);
  tl_outcome_clear (&row->outcome);
  row->outcome = first;
  g_hash_table_insert (tuner->recorded, GUINT_TO_POINTER (row->number - tuner->first_number + 1), row);
  tuner->elapsed_before_s = MAX (tuner->elapsed_before_s, row->elapsed_s);
  if (row->trace_json)
    tl_tuner_remember_locked (tuner, row->program_hash, &row->outcome);
}

/* The best of earlier runs takes part in this one's comparison. */
static gboolean
recall_earlier (TlTuner *tuner, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (TlTrialRow) best = tl_database_best (tuner->options.database, tuner->options.workload_id, &failure);
  g_autoptr (TlState) state = NULL;

  if (failure)
    return tl_propagate (error, g_steal_pointer (&failure));
  if (!best || !best->trace_json || (tuner->run && best->run_id == tuner->run->id))
    return TRUE;
  state = tl_trace_replay_json (tuner->options.start, best->trace_json, TRUE, FALSE, NULL);
  if (state)
    tl_top_k_set_pinned (&tuner->top_k, TL_PINNED_EARLIER, (TlTrialId) { best->run_id, best->number },
                         tl_module_hash (tl_state_module (state)), state, &best->outcome);
  return TRUE;
}

/* So does the best of the records, also of other runs. */
static void
recall_best_record (TlTuner *tuner)
{
  const TlTuneOptions *options = &tuner->options;
  g_autoptr (TlRecord) best = options->records ? tl_records_best (options->records, tl_state_module (options->start), NULL) : NULL;
  g_autoptr (TlState) state = best ? tl_trace_replay_json (options->start, best->trace_json, TRUE, FALSE, NULL) : NULL;

  if (state && tl_state_n_steps (state) > 0)
    tl_top_k_set_pinned (&tuner->top_k, TL_PINNED_RECORD, (TlTrialId) { 0, TL_TRIAL_OF_RECORDS },
                         tl_module_hash (tl_state_module (state)), state,
                         &(TlOutcome) { .kind = TL_OUTCOME_OK, .samples_s = best->run_s, .n_samples = best->n_run_s });
}

/* Measured and predicted times do not meet in one run. */
static gboolean
check_kind (const TlTuner *tuner, const GPtrArray *trials, GError **error)
{
  gboolean is_dry = tuner->options.config.is_dry;

  for (guint i = 0; i < trials->len; i++)
    {
      const TlTrialRow *row = trials->pdata[i];

      if (row->outcome.kind == (is_dry ? TL_OUTCOME_OK : TL_OUTCOME_PREDICTED))
        return tl_fail (error, TL_TASK_ERROR, TL_TASK_ERROR_INVALID,
                        is_dry ? "the run to resume has measured times: omit --dry" : "the run to resume has predicted times: add --dry");
    }
  return TRUE;
}

/* A resumed run goes on where it was: same seed, and what is recorded counts as measured. */
static gboolean
load_run (TlTuner *tuner, GError **error)
{
  g_autoptr (GPtrArray) trials = NULL;

  tuner->run = tl_database_run (tuner->options.database, tuner->options.resume_run_id, error);
  if (!tuner->run || !check_target (tuner->run, &tuner->options.target, error))
    return FALSE;
  trials = tl_database_trials (tuner->options.database, tuner->run->id, error);
  if (!trials)
    return FALSE;
  tuner->options.config.seed = tuner->run->seed;
  tuner->first_number = tuner->run->first_number;
  if (!check_kind (tuner, trials, error))
    return FALSE;
  for (guint i = 0; i < trials->len; i++)
    recall_trial (tuner, trials->pdata[i]);
  g_ptr_array_set_free_func (trials, NULL);   /* the table has them now */
  tl_tuner_recall_batches (tuner);
  tl_tuner_recall_constraints (tuner);
  return TRUE;
}

static gboolean
open_run (TlTuner *tuner, GError **error)
{
  const TlTuneOptions *options = &tuner->options;

  guint n_numbers;

  if (!options->database)
    return TRUE;
  if (!tl_database_count_trials (options->database, options->workload_id, &n_numbers, &tuner->n_comparisons, error))
    return FALSE;
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
      tuner->run->strategy = tl_component_print (&tuner->strategy_component);
      tuner->run->target = tl_target_to_text (&options->target);
      tuner->run->seed = options->config.seed;
      tuner->run->first_number = tuner->first_number = n_numbers;
    }
  if (!options->config.is_dry && !recall_earlier (tuner, error))
    return FALSE;
  tuner->run->n_trials_wanted = options->n_trials;
  tuner->run->is_finished = FALSE;
  return tl_database_save_run (options->database, tuner->run, error);
}

TlCostModel *
tl_tuner_new_model (const TlTuneConfig *config, GError **error)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlComponent kind;

  return tl_tune_config_cost_model (config, arena, &kind, error) ? tl_cost_model_new (&kind, config->seed) : NULL;
}

static void release (TlTuner *tuner);

static TlTuner *
tuner_new (TlWorkerPool *pool, const TlTuneOptions *options)
{
  TlTuner *tuner = g_new0 (TlTuner, 1);

  tuner->ref_count = 1;
  tuner->threads = options->threads ? tl_tune_threads_ref (options->threads) : tl_tune_threads_new (pool);
  tuner->least_s = options->least_s;
  tuner->pool = pool ? tl_worker_pool_ref (pool) : NULL;
  tuner->options = *options;
  /* Candidates are checked by running them; verifying every step of thousands of traces would take longer than drawing them. */
  tuner->options.start = tl_state_unchecked (options->start);
  tl_space_ref (options->space);
  tuner->arena = tl_arena_new (NULL);
  tuner->options.model = options->model ? tl_cost_model_ref (options->model) : NULL;
  if (options->database)
    tl_database_ref (options->database);
  if (options->records)
    tl_records_ref (options->records);
  tuner->recorded = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) tl_trial_row_free);
  tuner->measured = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, tl_measured_free);
  tuner->seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  tuner->trials = g_ptr_array_new_with_free_func (trial_free);
  tuner->added = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
  tuner->rounds = g_array_new (FALSE, FALSE, sizeof (guint));
  tuner->batches = g_array_new (FALSE, FALSE, sizeof (TlTunerBatch));
  tuner->history = g_array_new (FALSE, FALSE, sizeof (TlTunerConstraints));
  g_array_set_clear_func (tuner->history, tl_tuner_constraints_clear);
  tuner->constraints = options->constraints ? tl_constraints_ref (options->constraints) : NULL;
  tuner->constrained_from = G_MAXUINT;
  tuner->cancellable = g_cancellable_new ();
  tl_search_progress_init (&tuner->progress, notify_change, tuner);
  g_mutex_init (&tuner->record_lock);
  g_mutex_init (&tuner->lock);
  g_cond_init (&tuner->changed);
  return tuner;
}

/* The parts of the search that the settings name; a model of this run alone, unless there is one. */
static gboolean
make_components (TlTuner *tuner, GError **error)
{
  const TlTuneConfig *config = &tuner->options.config;

  if (!tl_strategy_parse (tuner->arena, config->strategy, &tuner->strategy_component, error))
    return FALSE;
  if (!tuner->options.model)
    tuner->options.model = tl_tuner_new_model (config, error);
  return tuner->options.model != NULL;
}

/*
 * The program as it stands is the first trial of every run (a resumed run may have it already): so the speed-up is known, and no run ends
 * with something slower. It is measured once there is something to compare it with: many tasks would wait for the slowest of their programs
 * before the first candidate.
 */
static void
make_start (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  const TlTrialRow *row = tl_tuner_recorded (tuner, TL_START);

  tuner->start = tl_tuner_trial_new (tuner, TL_START, tl_state_ref (tuner->options.start));
  tuner->is_start_queued = row != NULL;
  if (row)
    tl_tuner_settle_locked (tuner, tuner->start, &row->outcome);
}

static void
queue_start_locked (TlTuner *tuner)
{
  if (tuner->is_start_queued || tuner->is_stopping)
    return;
  tuner->is_start_queued = TRUE;
  tl_tuner_push_locked (tuner, tuner->start);
}

/* The traces that a new run begins with; a resumed one has had them. */
static gboolean
add_given (TlTuner *tuner, GError **error)
{
  const char *const *added = tuner->options.resume_run_id == 0 ? tuner->options.added : NULL;

  for (guint i = 0; added && added[i]; i++)
    if (!tl_tuner_add (tuner, added[i], error))
      return FALSE;
  return TRUE;
}

TlTuner *
tl_tuner_start (TlWorkerPool *pool, const TlTuneOptions *options, TlTrialFunc on_trial, GDestroyNotify on_done, gpointer user_data,
                GError **error)
{
  TlTuner *tuner = tuner_new (pool, options);

  if (!make_components (tuner, error) || !add_given (tuner, error) || !open_run (tuner, error))
    {
      release (tuner);
      return NULL;
    }
  recall_best_record (tuner);
  tuner->on_trial = on_trial;
  tuner->on_done = on_done;
  tuner->user_data = user_data;
  tuner->start_ns = tl_time_ns ();
  make_start (tuner);
  if (!options->has_trial_budget)
    tl_tuner_add_trials (tuner, options->n_trials);
  return tuner;
}

/* --- control --- */

static void
set_paused (TlTuner *tuner, gboolean paused)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  if (paused != tuner->is_paused)
    {
      if (!paused)
        tuner->start_ns += tl_time_ns () - tuner->pause_ns;
      tuner->pause_ns = paused ? tl_time_ns () : 0;
    }
  tuner->is_paused = paused;
  tl_tuner_wake_locked (tuner);
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

void
tl_tuner_stop (TlTuner *tuner)
{
  tl_tuner_give_up (tuner, NULL);
}

static guint
trial_budget_locked (const TlTuner *tuner)
{
  return tuner->rounds->len > 0 ? g_array_index (tuner->rounds, guint, tuner->rounds->len - 1) : 0;
}

void
tl_tuner_add_trials (TlTuner *tuner, guint n)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  guint end = trial_budget_locked (tuner);

  end += MIN (n, tuner->options.n_trials - end);
  g_array_append_val (tuner->rounds, end);
  queue_start_locked (tuner);
  tl_tuner_wake_locked (tuner);
}

void
tl_tuner_finish (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  tuner->is_finishing = TRUE;
  queue_start_locked (tuner);
  tl_tuner_wake_locked (tuner);
}

/* Those that were withdrawn and are within the budget again. */
static void
queue_withdrawn_locked (TlTuner *tuner)
{
  for (guint i = tuner->n_begun; i < MIN (tuner->trials->len, tuner->options.n_trials); i++)
    {
      TlTunerTrial *trial = tuner->trials->pdata[i];

      if (!trial->is_withdrawn)
        continue;
      trial->is_withdrawn = FALSE;
      tl_tuner_push_locked (tuner, trial);
    }
}

guint
tl_tuner_set_n_trials (TlTuner *tuner, guint n, gboolean is_round)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  if (tuner->is_ending || tuner->is_stopping)
    return 0;
  n = tl_max (n, is_round ? tuner->n_begun : trial_budget_locked (tuner));
  tuner->options.n_trials = n;
  if (is_round && tuner->rounds->len > 0)
    g_array_index (tuner->rounds, guint, tuner->rounds->len - 1) = n;
  queue_withdrawn_locked (tuner);
  tl_tuner_wake_locked (tuner);
  return n;
}

void
tl_tuner_wait (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  while (!tuner->is_finished)
    g_cond_wait (&tuner->changed, &tuner->lock);
}

/* The owner's reference, and the threads: jobs do not touch these once the run has ended, and must not wait for themselves. */
static void
release (TlTuner *tuner)
{
  g_autoptr (TlTuneThreads) threads = tuner->threads;

  tl_tuner_unref (tuner);
}

void
tl_tuner_free (TlTuner *tuner)
{
  tl_tuner_stop (tuner);
  tl_tuner_wait (tuner);
  release (tuner);
}

TlTuner *
tl_tuner_ref (TlTuner *tuner)
{
  g_atomic_int_inc (&tuner->ref_count);
  return tuner;
}

void
tl_tuner_unref (gpointer data)
{
  TlTuner *tuner = data;

  if (!g_atomic_int_dec_and_test (&tuner->ref_count))
    return;
  g_clear_pointer (&tuner->run, tl_run_row_free);
  g_hash_table_unref (tuner->recorded);
  g_hash_table_unref (tuner->measured);
  g_hash_table_unref (tuner->seen);
  g_clear_pointer (&tuner->start, trial_free);
  g_ptr_array_unref (tuner->trials);
  g_ptr_array_unref (tuner->added);
  g_array_unref (tuner->rounds);
  tl_top_k_clear (&tuner->top_k);
  g_array_unref (tuner->batches);
  g_clear_pointer (&tuner->own_constraints, tl_constraints_unref);
  g_array_unref (tuner->history);
  g_clear_pointer (&tuner->constraints, tl_constraints_unref);
  g_object_unref (tuner->cancellable);
  g_clear_error (&tuner->error);
  tl_state_unref (tuner->options.start);
  tl_space_unref (tuner->options.space);
  g_clear_pointer (&tuner->options.model, tl_cost_model_unref);
  tl_arena_unref (tuner->arena);
  g_clear_pointer (&tuner->options.database, tl_database_unref);
  g_clear_pointer (&tuner->options.records, tl_records_unref);
  g_clear_pointer (&tuner->pool, tl_worker_pool_unref);
  tl_search_progress_clear (&tuner->progress);
  g_mutex_clear (&tuner->record_lock);
  g_mutex_clear (&tuner->lock);
  g_cond_clear (&tuner->changed);
  g_free (tuner);
}

/* --- what is known of it --- */

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

TlTunerStatus
tl_tuner_status (TlTuner *tuner)
{
  TlSearchCounts search = tl_search_progress_counts (&tuner->progress);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  guint n_wanted = MIN (tuner->trials->len, tuner->options.n_trials);

  return (TlTunerStatus) { .search = search, .n_queued = n_wanted - MIN (tuner->n_begun, n_wanted), .n_measuring = tuner->n_measuring,
                           .n_done = tuner->n_done,
                           .constrained_from = tuner->constrained_from == G_MAXUINT
                                               ? G_MAXUINT : tl_tuner_number (tuner, (gint) tuner->constrained_from),
                           .is_comparing = tuner->is_comparing, .is_over = tuner->is_finished };
}

char *
tl_tuner_refusal (TlTuner *tuner)
{
  return tl_search_progress_refusal (&tuner->progress);
}
