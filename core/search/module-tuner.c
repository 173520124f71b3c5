/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One thread hands out rounds:
 *
 *     rounds (task-rounds.h): which task ─▶ give its tuner a budget of trials ─▶ … until two are under way ─▶ wait for the older one
 *     ─▶ its latencies … and in the end, task after task, the comparisons (each tuner's own)
 *
 * A task's trials are numbered from 0; a round is a range of them. A resumed run's trials are known from the start, so that its rounds are
 * handed out again as they were and cost nothing. @lock guards the tasks' fields; @report_lock keeps reports apart. Order: report_lock
 * before lock.
 */
#include "core/search/module-tuner.h"

#include "core/base/error.h"
#include "core/schedule/trace.h"

#define ROUNDS_UNDER_WAY 2u
#define ROUND_KEY        "tuning-round"   /* setting of the project: trials of a round of its last run */

typedef struct
{
  TlModuleTuner *owner;
  guint          index;
  TlState       *start;
  TlTuner       *tuner;
  /* Under lock */
  GArray        *latencies_s;   /* double by number: 0 of a failure, NOT_KNOWN while it is not done */
  guint          n_done;
  guint          n_recalled;    /* trials that a resumed run has, with the program as it stands */
  guint          n_compared;
  guint          n_comparisons; /* made of the workload so far */
  TlTrialRank    of_start;      /* of all runs (core/records/trial-rank.h) … */
  double         start_bound_s; /* … and what it takes longer than if it was pruned; else 0 */
  TlTrialRank    best;          /* of all runs; no latency: none */
  guint          best_number;
  TlState       *best_state;    /* nullable: then … */
  char          *best_trace;    /* … of an earlier run, as JSON */
  gboolean       is_over;       /* its tuner has ended */
  gboolean       is_done;       /* … and not because everything was stopped */
} TunedTask;

#define NOT_KNOWN -1.0

struct _TlModuleTuner
{
  GPtrArray            *tasks_of;     /* TlTask */
  TunedTask            *tasks;
  guint                 n_tasks;
  TlModuleTuneCallbacks callbacks;
  TlTuneFolder         *folder;       /* nullable */
  GThread              *thread;
  TlTuneThreads        *threads;      /* of all tasks */
  GMutex                report_lock;
  GMutex                lock;
  GCond                 changed;
  TlTaskRounds         *rounds;       /* under lock */
  guint                 most_per_task;   /* 0: the budget of all */
  gboolean              is_finishing;    /* no more rounds */
  gboolean              is_stopping;
  gboolean              is_finished;
};

static void
notify_change (gpointer user_data)
{
  TlModuleTuner *tuner = ((TunedTask *) user_data)->owner;

  if (tuner->callbacks.on_change)
    tuner->callbacks.on_change (tuner->callbacks.user_data);
}

/* --- what trials say --- */

static void
note_latency_locked (TunedTask *task, guint number, double latency_s)
{
  while (task->latencies_s->len <= number)
    {
      double not_known = NOT_KNOWN;

      g_array_append_val (task->latencies_s, not_known);
    }
  task->n_done += g_array_index (task->latencies_s, double, number) == NOT_KNOWN;
  g_array_index (task->latencies_s, double, number) = latency_s;
}

static void
note_start_locked (TunedTask *task, const TlTrialRank *rank, const TlOutcome *outcome)
{
  if (!tl_trial_rank_replaces_start (rank, &task->of_start))
    return;
  task->of_start = *rank;
  task->start_bound_s = outcome->kind == TL_OUTCOME_PRUNED ? outcome->lower_bound_s : 0;
}

/* The fastest are checked in their order: the first that is right is the best, whatever was thought before. */
static void
note_check_locked (TunedTask *task, const TlTrial *trial)
{
  if (trial->outcome->kind != TL_OUTCOME_PREDICTED && trial->number != task->best_number)
    return;
  task->best = (TlTrialRank) { 0 };
  g_clear_pointer (&task->best_state, tl_state_unref);
}

static void
note_trial_locked (TunedTask *task, const TlTrial *trial)
{
  TlTrialRank rank = tl_trial_rank (trial);
  guint n_comparisons = tl_trial_rank_n_comparisons (&rank);

  task->n_comparisons = MAX (task->n_comparisons, n_comparisons);
  if (trial->is_start)
    note_start_locked (task, &rank, trial->outcome);
  if (trial->comparison > 0)
    task->n_compared++;
  else if (!trial->is_start && !trial->is_checked)
    note_latency_locked (task, trial->candidate, tl_outcome_search_s (trial->outcome));
  if (trial->outcome->kind == TL_OUTCOME_PREDICTED)
    rank.latency_s = tl_outcome_search_s (trial->outcome);
  if (trial->is_checked)
    note_check_locked (task, trial);
  if (!tl_trial_rank_is_better (&rank, &task->best, task->n_comparisons))
    return;
  task->best = rank;
  task->best_number = trial->number;
  g_clear_pointer (&task->best_state, tl_state_unref);
  task->best_state = tl_state_ref ((TlState *) trial->state);
}

static void
on_trial (const TlTrial *trial, gpointer user_data)
{
  TunedTask *task = user_data;
  TlModuleTuner *tuner = task->owner;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->report_lock);

  g_mutex_lock (&tuner->lock);
  note_trial_locked (task, trial);
  g_cond_broadcast (&tuner->changed);
  g_mutex_unlock (&tuner->lock);
  if (tuner->folder)
    tl_tune_folder_add (tuner->folder, ((const TlTask *) tuner->tasks_of->pdata[task->index])->module, trial);
  if (tuner->callbacks.on_trial)
    tuner->callbacks.on_trial (task->index, trial, tuner->callbacks.user_data);
}

static void
on_task_done (gpointer user_data)
{
  TunedTask *task = user_data;
  TlModuleTuner *tuner = task->owner;

  g_mutex_lock (&tuner->lock);
  task->is_over = TRUE;
  task->is_done = !tuner->is_stopping;
  g_cond_broadcast (&tuner->changed);
  g_mutex_unlock (&tuner->lock);
  notify_change (task);
}

/* --- rounds --- */

/* How many trials of the round are known without a gap. */
static guint
n_known_locked (const TunedTask *task, guint first, guint n)
{
  guint known = 0;

  while (known < n && first + known < task->latencies_s->len && g_array_index (task->latencies_s, double, first + known) != NOT_KNOWN)
    known++;
  return known;
}

/* Waits until the oldest round is finished, or its task gives nothing more. */
static void
join_oldest (TlModuleTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  guint first, n, n_known;
  TunedTask *task = &tuner->tasks[tl_task_rounds_oldest (tuner->rounds, &first, &n)];

  while ((n_known = n_known_locked (task, first, n)) < n && !task->is_over && !tuner->is_stopping)
    {
      g_cond_wait (&tuner->changed, &tuner->lock);
      tl_task_rounds_oldest (tuner->rounds, &first, &n);   /* the budget may be another one */
    }
  if (!tuner->is_stopping)
    tl_task_rounds_join (tuner->rounds, &g_array_index (task->latencies_s, double, first), n_known);
}

/* The task that got a round, or a TlTaskAnswer. */
static gint
hand_out (TlModuleTuner *tuner, guint *n_under_way)
{
  guint n = 0;
  gint  task = TL_TASK_NONE;

  g_mutex_lock (&tuner->lock);
  if (!tuner->is_stopping)
    task = tl_task_rounds_next (tuner->rounds, &n);
  *n_under_way = tl_task_rounds_n_under_way (tuner->rounds);
  tuner->is_finishing = task < 0 && *n_under_way == 0;
  if (task >= 0)
    tl_tuner_add_trials (tuner->tasks[task].tuner, n);
  g_mutex_unlock (&tuner->lock);
  if (task >= 0)
    notify_change (&tuner->tasks[task]);
  return task;
}

static gboolean
is_stopping (TlModuleTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  return tuner->is_stopping;
}

/* One after the other: comparisons want the machine for themselves. */
static void
finish_tasks (TlModuleTuner *tuner)
{
  for (guint i = 0; i < tuner->n_tasks; i++)
    {
      tl_tuner_finish (tuner->tasks[i].tuner);
      tl_tuner_wait (tuner->tasks[i].tuner);
    }
}

static gpointer
run_in_worker (gpointer data)
{
  TlModuleTuner *tuner = data;

  while (!is_stopping (tuner))
    {
      guint n_under_way;
      gint  task = hand_out (tuner, &n_under_way);

      if (task >= 0 && n_under_way < ROUNDS_UNDER_WAY)
        continue;
      if (n_under_way == 0)
        break;
      join_oldest (tuner);
      notify_change (&tuner->tasks[0]);
    }
  finish_tasks (tuner);
  if (tuner->folder)
    tl_tune_folder_end (tuner->folder);
  if (tuner->callbacks.on_done)
    tuner->callbacks.on_done (tuner->callbacks.user_data);
  g_mutex_lock (&tuner->lock);
  tuner->is_finished = TRUE;
  g_cond_broadcast (&tuner->changed);
  g_mutex_unlock (&tuner->lock);
  return NULL;
}

/* --- the beginning --- */

/* The newest run of the workload; 0 if there is none, -1 with @error. */
static gint64
newest_run (TlDatabase *database, gint64 workload_id, GError **error)
{
  g_autoptr (GPtrArray) runs = tl_database_runs (database, workload_id, error);

  if (runs == NULL)
    return -1;
  return runs->len > 0 ? ((const TlRunRow *) runs->pdata[runs->len - 1])->id : 0;
}

/* Begins with the best trials of all runs so far. */
static gboolean
recall_best (TunedTask *task, TlDatabase *database, gint64 workload_id, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (TlTrialRow) row = tl_database_best (database, workload_id, &failure);
  g_autoptr (GPtrArray) starts = NULL;
  guint n_numbers;

  if (failure)
    return tl_propagate (error, g_steal_pointer (&failure));
  if (!tl_database_count_trials (database, workload_id, &n_numbers, &task->n_comparisons, error))
    return FALSE;
  starts = tl_database_starts (database, workload_id, error);
  if (!starts)
    return FALSE;
  for (guint i = 0; i < starts->len; i++)
    {
      TlTrialRank rank = tl_trial_row_rank (starts->pdata[i]);

      note_start_locked (task, &rank, &((const TlTrialRow *) starts->pdata[i])->outcome);
    }
  if (!row || !row->trace_json)
    return TRUE;
  task->best = tl_trial_row_rank (row);
  task->best_number = row->number;
  task->best_trace = g_strdup (row->trace_json);
  return TRUE;
}

/* Rounds go by what was measured first, as they did. */
static gboolean
recall_trials (TunedTask *task, TlDatabase *database, gint64 run_id, GError **error)
{
  g_autoptr (TlRunRow) run = tl_database_run (database, run_id, error);
  g_autoptr (GPtrArray) rows = run ? tl_database_trials (database, run_id, error) : NULL;

  for (guint i = 0; rows && i < rows->len; i++)
    {
      const TlTrialRow *row = rows->pdata[i];

      if (row->number > run->first_number)
        note_latency_locked (task, row->number - run->first_number - 1, tl_trial_row_first_latency_s (row));
    }
  task->n_recalled = rows ? rows->len : 0;
  return rows != NULL;
}

/* Where the task's trials are kept, and what is there of them. */
static gboolean
open_task (TunedTask *task, const TlTask *of, const TlModuleTuneOptions *options, TlTuneOptions *tune, GError **error)
{
  TlDatabase      *database = options->tune.database;
  g_autofree char *title = options->tasks->len == 1 ? g_strdup (options->title) : g_strdup_printf ("%s: %s", options->title, of->name);

  if (database == NULL)
    return TRUE;
  if (!tl_database_add_workload (database, of->module, title, options->origin, &tune->workload_id, error))
    return FALSE;
  if (!tune->config.is_dry && !recall_best (task, database, tune->workload_id, error))
    return FALSE;
  if (!options->resume)
    return TRUE;
  tune->resume_run_id = newest_run (database, tune->workload_id, error);
  return tune->resume_run_id == 0 || (tune->resume_run_id > 0 && recall_trials (task, database, tune->resume_run_id, error));
}

static TlState *
start_of (const TlTask *of, const TlTuneOptions *tune)
{
  g_autoptr (TlState) start = tl_state_new (of->module, tune->config.seed);

  return tune->start != NULL ? tl_state_with_intrins (start, tl_state_intrins (tune->start)) : g_steal_pointer (&start);
}

static gboolean
start_task (TlModuleTuner *tuner, guint index, TlWorkerPool *pool, const TlModuleTuneOptions *options, guint batch, GError **error)
{
  TunedTask    *task = &tuner->tasks[index];
  const TlTask *of = tuner->tasks_of->pdata[index];
  TlTuneOptions tune = options->tune;
  guint         most = options->tune.config.budget.max_trials_per_task;

  *task = (TunedTask) { .owner = tuner, .index = index, .latencies_s = g_array_new (FALSE, FALSE, sizeof (double)),
                   .start = start_of (of, &options->tune) };
  tune.start = task->start;
  tune.func_name = of->module->prims[0]->name;
  tune.constants = of->constants;
  tune.n_trials = most > 0 ? MIN (most, options->tune.config.budget.max_trials_global) : options->tune.config.budget.max_trials_global;
  tune.batch = batch;
  tune.has_trial_budget = TRUE;
  tune.threads = tuner->threads;
  tune.workload_id = tune.resume_run_id = 0;
  tune.on_change = notify_change;
  if (!open_task (task, of, options, &tune, error))
    return FALSE;
  task->tuner = tl_tuner_start (pool, &tune, on_trial, on_task_done, task, error);
  return task->tuner != NULL;
}

static gboolean
check_resumed (TlModuleTuner *tuner, const TlModuleTuneOptions *options, GError **error)
{
  guint n_known = 0;

  for (guint i = 0; i < tuner->n_tasks; i++)
    n_known += tuner->tasks[i].n_recalled;
  if (!options->resume || n_known > 0)
    return TRUE;
  return tl_fail (error, TL_TASK_ERROR, TL_TASK_ERROR_INVALID, "nothing to resume: %s",
                  options->tune.database != NULL ? "the project has no trials of this module" : "nothing is saved without a project");
}

/* One task alone needs no scheduler: all its trials are one round, and its batches follow one another without a gap. */
static TlTaskRounds *
make_rounds (const TlModuleTuneOptions *options, GError **error)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlComponent        scheduler;
  g_autofree double *weights = g_new (double, options->tasks->len);
  TlTaskBudget       budget = options->tune.config.budget;

  for (guint i = 0; i < options->tasks->len; i++)
    weights[i] = ((const TlTask *) options->tasks->pdata[i])->weight;
  if (options->tasks->len == 1 && budget.stop_after == 0)
    budget.trials_per_iter = budget.max_trials_global;
  if (!tl_task_scheduler_parse (arena, options->tune.config.scheduler, &scheduler, error))
    return NULL;
  return tl_task_rounds_new (&scheduler, &budget, weights, options->tasks->len, options->tune.config.seed);
}

/*
 * How long rounds are. A resumed run's stay as they were, also where more or fewer trials are wanted now: else its rounds would be others.
 */
static gboolean
settle_round (TlModuleTuneOptions *options, GError **error)
{
  TlDatabase      *database = options->tune.database;
  g_autofree char *recorded = database != NULL && options->resume ? tl_database_get (database, ROUND_KEY) : NULL;
  g_autofree char *text = NULL;

  if (recorded != NULL && options->tune.config.budget.trials_per_iter == 0)
    options->tune.config.budget.trials_per_iter = (guint) g_ascii_strtoull (recorded, NULL, 10);
  options->tune.config.budget.trials_per_iter = tl_task_budget_round (&options->tune.config.budget, options->tasks->len);
  text = g_strdup_printf ("%u", options->tune.config.budget.trials_per_iter);
  return database == NULL || tl_database_set (database, ROUND_KEY, text, error);
}

TlRecords *
tl_module_tune_records (const TlModuleTuneOptions *options)
{
  TlDatabase           *database = options->tune.config.warm_start ? options->tune.database : NULL;
  TlRecords            *of_folder = options->folder != NULL ? tl_tune_folder_records (options->folder) : NULL;
  g_autoptr (TlRecords) project = database != NULL ? tl_records_new_project (database, TL_MODULE_EQUALITY_STRUCTURAL) : NULL;
  TlRecords            *parts[] = { project, of_folder };

  if (project != NULL)
    return tl_records_new_union (parts, of_folder != NULL ? 2 : 1, FALSE);
  return of_folder != NULL ? tl_records_ref (of_folder) : NULL;
}

static TlModuleTuner *
start_tasks (TlWorkerPool *pool, const TlModuleTuneOptions *options, const TlModuleTuneCallbacks *callbacks, GError **error)
{
  TlModuleTuner *tuner = g_new0 (TlModuleTuner, 1);
  guint          batch = options->tune.config.budget.trials_per_iter;
  gboolean       ok;

  tuner->tasks_of = g_ptr_array_ref (options->tasks);
  tuner->callbacks = *callbacks;
  tuner->folder = options->folder;
  tuner->most_per_task = options->tune.config.budget.max_trials_per_task;
  tuner->tasks = g_new0 (TunedTask, options->tasks->len);
  tuner->rounds = make_rounds (options, error);
  ok = tuner->rounds != NULL;
  tuner->threads = tl_tune_threads_new (pool);
  g_mutex_init (&tuner->report_lock);
  g_mutex_init (&tuner->lock);
  g_cond_init (&tuner->changed);
  while (ok && tuner->n_tasks < options->tasks->len)
    ok = start_task (tuner, tuner->n_tasks++, pool, options, batch, error);
  if (!ok || !check_resumed (tuner, options, error))
    {
      tl_module_tuner_free (tuner);
      return NULL;
    }
  tuner->thread = g_thread_new ("module-tuner", run_in_worker, tuner);
  return tuner;
}

TlModuleTuner *
tl_module_tuner_start (TlWorkerPool *pool, const TlModuleTuneOptions *options, const TlModuleTuneCallbacks *callbacks, GError **error)
{
  TlModuleTuneOptions   settled = *options;
  g_autoptr (TlRecords) records = tl_module_tune_records (options);
  g_autoptr (TlConstraints) constraints = NULL;
  g_autoptr (GError) failure = NULL;

  constraints = tl_tune_config_constraints (&options->tune.config, &failure);
  if (failure)
    return tl_propagate_null (error, g_steal_pointer (&failure));
  settled.tune.constraints = constraints;
  settled.tune.keeps_constraints &= constraints == NULL;
  settled.tune.records = records;
  settled.tune.model = options->folder != NULL ? tl_tune_folder_model (options->folder) : NULL;
  return settle_round (&settled, error) ? start_tasks (pool, &settled, callbacks, error) : NULL;
}

/* --- control --- */

void
tl_module_tuner_pause (TlModuleTuner *tuner)
{
  for (guint i = 0; i < tuner->n_tasks; i++)
    tl_tuner_pause (tuner->tasks[i].tuner);
}

void
tl_module_tuner_resume (TlModuleTuner *tuner)
{
  for (guint i = 0; i < tuner->n_tasks; i++)
    tl_tuner_resume (tuner->tasks[i].tuner);
}

void
tl_module_tuner_stop (TlModuleTuner *tuner)
{
  g_mutex_lock (&tuner->lock);
  tuner->is_stopping = TRUE;
  g_cond_broadcast (&tuner->changed);
  g_mutex_unlock (&tuner->lock);
  for (guint i = 0; i < tuner->n_tasks; i++)
    if (tuner->tasks[i].tuner != NULL)
      tl_tuner_stop (tuner->tasks[i].tuner);
}

guint
tl_module_tuner_set_budget (TlModuleTuner *tuner, guint n_trials)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  gboolean is_one_round = tl_task_rounds_is_one_round (tuner->rounds);
  guint    n_per_task = tuner->most_per_task > 0 ? MIN (tuner->most_per_task, n_trials) : n_trials;

  if (tuner->is_finishing || tuner->is_stopping)
    return 0;
  for (guint i = 0; i < tuner->n_tasks; i++)
    {
      guint n = tl_tuner_set_n_trials (tuner->tasks[i].tuner, n_per_task, is_one_round);

      if (is_one_round && n == 0)
        return 0;
      n_trials = is_one_round ? n : n_trials;
    }
  n_trials = tl_task_rounds_set_budget (tuner->rounds, n_trials);
  g_cond_broadcast (&tuner->changed);
  return n_trials;
}

void
tl_module_tuner_set_constraints (TlModuleTuner *tuner, TlConstraints *constraints)
{
  for (guint i = 0; i < tuner->n_tasks; i++)
    tl_tuner_set_constraints (tuner->tasks[i].tuner, constraints);
}

gboolean
tl_module_tuner_add (TlModuleTuner *tuner, guint task, TlState *state, GError **error)
{
  g_return_val_if_fail (task < tuner->n_tasks, FALSE);

  return tl_tuner_add_state (tuner->tasks[task].tuner, state, error);
}

TlState *
tl_module_tuner_start_state (TlModuleTuner *tuner, guint task)
{
  g_return_val_if_fail (task < tuner->n_tasks, NULL);

  return tuner->tasks[task].start;
}

void
tl_module_tuner_wait (TlModuleTuner *tuner)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  while (!tuner->is_finished)
    g_cond_wait (&tuner->changed, &tuner->lock);
}

void
tl_module_tuner_free (TlModuleTuner *tuner)
{
  tl_module_tuner_stop (tuner);
  if (tuner->thread)
    g_thread_join (tuner->thread);
  for (guint i = 0; i < tuner->n_tasks; i++)
    {
      TunedTask *task = &tuner->tasks[i];

      g_clear_pointer (&task->tuner, tl_tuner_free);
      g_clear_pointer (&task->best_state, tl_state_unref);
      g_clear_pointer (&task->start, tl_state_unref);
      g_free (task->best_trace);
      g_array_unref (task->latencies_s);
    }
  tl_tune_threads_unref (tuner->threads);
  g_clear_pointer (&tuner->rounds, tl_task_rounds_free);
  g_free (tuner->tasks);
  g_ptr_array_unref (tuner->tasks_of);
  g_mutex_clear (&tuner->report_lock);
  g_mutex_clear (&tuner->lock);
  g_cond_clear (&tuner->changed);
  g_free (tuner);
}

/* --- what there is to see --- */

guint
tl_module_tuner_n_tasks (TlModuleTuner *tuner)
{
  return tuner->n_tasks;
}

const TlTask *
tl_module_tuner_task (TlModuleTuner *tuner, guint task)
{
  return tuner->tasks_of->pdata[task];
}

TlTaskStatus
tl_module_tuner_status (TlModuleTuner *tuner, guint task)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  const TlTask    *of = tuner->tasks_of->pdata[task];
  const TunedTask *own = &tuner->tasks[task];

  return (TlTaskStatus) { .name = of->name, .flops = of->flops, .weight = of->weight, .best_s = own->best.latency_s,
                          .start_s = own->start_bound_s > 0 ? own->start_bound_s : own->of_start.latency_s,
                          .is_start_slower = own->start_bound_s > 0, .n_trials = own->n_done,
                          .is_done = own->is_done || tl_task_rounds_is_done (tuner->rounds, task) };
}

TlTunerStatus
tl_module_tuner_search_status (TlModuleTuner *tuner, guint task)
{
  return tl_tuner_status (tuner->tasks[task].tuner);
}

char *
tl_module_tuner_refusal (TlModuleTuner *tuner, guint task)
{
  return tl_tuner_refusal (tuner->tasks[task].tuner);
}

gint64
tl_module_tuner_run_id (TlModuleTuner *tuner, guint task)
{
  return tl_tuner_run_id (tuner->tasks[task].tuner);
}

TlState *
tl_module_tuner_best (TlModuleTuner *tuner, guint task, guint *number, double *latency_s, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);
  const TunedTask *own = &tuner->tasks[task];

  *number = own->best_number;
  *latency_s = own->best.latency_s;
  if (own->best_state != NULL)
    return tl_state_ref (own->best_state);
  return own->best_trace != NULL ? tl_trace_replay_json (own->start, own->best_trace, TRUE, FALSE, error) : NULL;
}

guint
tl_module_tuner_n_compared (TlModuleTuner *tuner, guint task)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  return tuner->tasks[task].n_compared;
}

const GError *
tl_module_tuner_task_error (TlModuleTuner *tuner, guint task)
{
  return tl_tuner_error (tuner->tasks[task].tuner);
}
