/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "core/device/cpu.h"
#include "core/tune/tuner-private.h"

#define DEFAULT_MODEL           "xgb(num_warmup_samples=24)"   /* TVM waits for 100 trials, which is all that many runs have */
#define THREADS_BEYOND_BUILDERS 2u   /* one waits on the runner, one has the next candidate ready */

static void
trial_free (gpointer data)
{
  TlTunerTrial *trial = data;

  g_clear_pointer (&trial->state, tl_state_unref);
  tl_outcome_clear (&trial->outcome);
  g_free (trial);
}

void
tl_tuner_give_up (TlTuner *tuner, GError *error)
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

gboolean
tl_tuner_is_stopping (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  return tuner->is_stopping;
}

double
tl_tuner_elapsed_s (TlTuner *tuner)
{
  return tuner->elapsed_before_s + (double) (tl_time_ns () - tuner->start_ns) / 1e9;
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
record_again (TlTuner *tuner, const TlFinalist *finalist, guint number)
{
  TlTrial trial = { .number = number, .state = finalist->state, .outcome = &finalist->outcome, .elapsed_s = tl_tuner_elapsed_s (tuner),
                    .score = NAN, .is_again = TRUE };
  GError *error = NULL;

  if (tuner->run && !tl_database_retime_trial (tuner->options.database, tuner->run->id, number, &finalist->outcome, &error))
    {
      tl_tuner_give_up (tuner, error);
      return FALSE;
    }
  if (tuner->on_trial)
    tuner->on_trial (&trial, tuner->user_data);
  return TRUE;
}

static void
set_comparing (TlTuner *tuner, gboolean is_comparing)
{
  g_mutex_lock (&tuner->lock);
  tuner->is_comparing = is_comparing;
  g_mutex_unlock (&tuner->lock);
  notify_change (tuner);
}

/* All other threads are done, so nobody else reads or writes the finalists. Stopped meanwhile, the trials keep what they had. */
static void
compare_finalists (TlTuner *tuner)
{
  guint n;

  if (tl_tuner_is_stopping (tuner) || tuner->options.timings)
    return;
  set_comparing (tuner, TRUE);
  n = tl_finalists_compare (&tuner->finalists, tuner->pool, tuner->options.func_index, &tuner->options.target, tl_tuner_pacemaker (tuner),
                            tuner->cancellable);
  for (guint i = 0; i < n; i++)
    {
      const TlFinalist *finalist = &tuner->finalists.entries[i];

      for (guint k = 0; k < finalist->numbers->len; k++)
        if (!record_again (tuner, finalist, g_array_index (finalist->numbers, guint, k)))
          return;
    }
  set_comparing (tuner, FALSE);
}

static void
wait_for_measuring (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  tuner->is_search_over = TRUE;
  g_cond_broadcast (&tuner->changed);
  while (tuner->n_busy > 0)
    g_cond_wait (&tuner->changed, &tuner->lock);
}

static gpointer
run_in_worker (gpointer data)
{
  TlTuner *tuner = data;

  tl_tuner_search (tuner);
  wait_for_measuring (tuner);
  compare_finalists (tuner);
  if (tuner->run)
    {
      GError *error = NULL;

      tuner->run->is_finished = !tuner->is_stopping;
      if (!tl_database_save_run (tuner->options.database, tuner->run, &error))
        tl_tuner_give_up (tuner, error);
    }
  if (tuner->on_done)
    tuner->on_done (tuner->user_data);
  g_mutex_lock (&tuner->lock);
  tuner->is_finished = TRUE;
  g_cond_broadcast (&tuner->changed);
  g_mutex_unlock (&tuner->lock);
  return NULL;
}

/* --- the beginning --- */

/* Times on another target say nothing here; another strategy or space may well go on with them. */
static gboolean
check_target (const TlRunRow *run, const TlTarget *target, GError **error)
{
  g_autofree char *text = tl_target_to_text (target);

  if (!run->target || g_str_equal (run->target, text))
    return TRUE;
  g_set_error (error, TL_TUNE_ERROR, TL_TUNE_ERROR_TASK, "the run to go on with is for the target \"%s\", not for \"%s\"", run->target, text);
  return FALSE;
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
  tuner->options.seed = tuner->run->seed;
  for (guint i = 0; i < trials->len; i++)
    {
      TlTrialRow *row = trials->pdata[i];

      g_hash_table_insert (tuner->recorded, GUINT_TO_POINTER (row->number + 1), row);
      tuner->elapsed_before_s = MAX (tuner->elapsed_before_s, row->elapsed_s);
      if (row->trace_json)
        tl_tuner_remember_locked (tuner, row->program_hash, &row->outcome);
    }
  g_ptr_array_set_free_func (trials, NULL);   /* the table has them now */
  tl_tuner_recall_batches (tuner);
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
      tuner->run->strategy = tl_component_print (&options->strategy);
      tuner->run->target = tl_target_to_text (&options->target);
      tuner->run->seed = options->seed;
    }
  tuner->run->n_trials_wanted = options->n_trials;
  tuner->run->is_finished = FALSE;
  return tl_database_save_run (options->database, tuner->run, error);
}

/* The model to learn with; a new one learns from this run alone. */
static TlCostModel *
take_model (const TlTuneOptions *options, TlArena *arena)
{
  const TlComponent *kind = &options->cost_model;
  guint n;

  if (options->model)
    return tl_cost_model_ref (options->model);
  if (!kind->info)
    kind = tl_component_list_parse (arena, &tl_cost_model_table, DEFAULT_MODEL, &n, NULL);
  return tl_cost_model_new (kind, options->seed);
}

static TlTuner *
tuner_new (TlWorkerPool *pool, const TlTuneOptions *options)
{
  TlTuner *tuner = g_new0 (TlTuner, 1);

  tuner->pool = pool ? tl_worker_pool_ref (pool) : NULL;
  tuner->options = *options;
  /* Candidates are checked by running them; verifying every step of thousands of traces would take longer than drawing them. */
  tuner->options.start = tl_state_unchecked (options->start);
  tl_space_ref (options->space);
  tuner->arena = tl_arena_new (NULL);
  tuner->options.model = take_model (options, tuner->arena);
  tuner->options.strategy = tl_component_dup (tuner->arena, &options->strategy);
  if (options->database)
    tl_database_ref (options->database);
  if (options->records)
    tl_records_ref (options->records);
  tuner->recorded = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) tl_trial_row_free);
  tuner->measured = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, tl_measured_free);
  tuner->seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  tuner->trials = g_ptr_array_new_with_free_func (trial_free);
  tuner->rounds = g_array_new (FALSE, FALSE, sizeof (guint));
  tuner->batches = g_array_new (FALSE, FALSE, sizeof (TlTunerBatch));
  tuner->pacemakers = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_pacemaker_free);
  tuner->cancellable = g_cancellable_new ();
  tl_search_progress_init (&tuner->progress, notify_change, tuner);
  g_mutex_init (&tuner->record_lock);
  g_mutex_init (&tuner->lock);
  g_cond_init (&tuner->changed);
  return tuner;
}

TlTuner *
tl_tuner_start (TlWorkerPool *pool, const TlTuneOptions *options, TlTrialFunc on_trial, GDestroyNotify on_done, gpointer user_data, GError **error)
{
  TlTuner *tuner = tuner_new (pool, options);
  guint n_threads = options->timings ? 1 : tl_worker_pool_n_builders (pool) + THREADS_BEYOND_BUILDERS;

  if (!open_run (tuner, error))
    {
      tl_tuner_free (tuner);
      return NULL;
    }
  tuner->on_trial = on_trial;
  tuner->on_done = on_done;
  tuner->user_data = user_data;
  if (!options->is_rationed)
    tl_tuner_grant (tuner, options->n_trials);
  tuner->start_ns = tl_time_ns ();
  tuner->n_busy = n_threads;
  /* Threads of its own, for they give up a processor. */
  tuner->threads = g_thread_pool_new (tl_tuner_measure_in_worker, tuner, (gint) n_threads, TRUE, NULL);
  for (guint i = 0; i < n_threads; i++)
    g_thread_pool_push (tuner->threads, tuner, NULL);
  tuner->coordinator = g_thread_new ("tuner", run_in_worker, tuner);
  return tuner;
}

/* --- control --- */

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

void
tl_tuner_stop (TlTuner *tuner)
{
  tl_tuner_give_up (tuner, NULL);
}

static guint
n_granted_locked (const TlTuner *tuner)
{
  return tuner->rounds->len > 0 ? g_array_index (tuner->rounds, guint, tuner->rounds->len - 1) : 0;
}

void
tl_tuner_grant (TlTuner *tuner, guint n)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  guint end = n_granted_locked (tuner);

  end += MIN (n, tuner->options.n_trials - end);
  g_array_append_val (tuner->rounds, end);
  g_cond_broadcast (&tuner->changed);
}

void
tl_tuner_finish (TlTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  tuner->is_finishing = TRUE;
  g_cond_broadcast (&tuner->changed);
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
    }
  g_clear_pointer (&tuner->run, tl_run_row_free);
  g_hash_table_unref (tuner->recorded);
  g_hash_table_unref (tuner->measured);
  g_hash_table_unref (tuner->seen);
  g_ptr_array_unref (tuner->trials);
  g_array_unref (tuner->rounds);
  tl_finalists_clear (&tuner->finalists);
  g_array_unref (tuner->batches);
  g_ptr_array_unref (tuner->pacemakers);
  g_object_unref (tuner->cancellable);
  g_clear_error (&tuner->error);
  tl_state_unref (tuner->options.start);
  tl_space_unref (tuner->options.space);
  tl_cost_model_unref (tuner->options.model);
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

  return (TlTunerStatus) { .search = search, .n_queued = tuner->trials->len - tuner->n_taken, .n_measuring = tuner->n_measuring,
                           .n_done = tuner->n_done, .is_comparing = tuner->is_comparing, .is_over = tuner->is_finished };
}

char *
tl_tuner_refusal (TlTuner *tuner)
{
  return tl_search_progress_refusal (&tuner->progress);
}
