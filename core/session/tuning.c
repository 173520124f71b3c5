/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning.h"

#include <math.h>

#include "core/schedule/trace.h"
#include "core/session/tuning-task-private.h"

#define RATE_WINDOW_US (30 * G_USEC_PER_SEC)

/* Settings of the project file. */
#define START_KEY  "tuning-start"    /* the steps of the variant that the last run began at, as JSON; none: at the program */
#define TRIALS_KEY "tuning-trials"   /* how many were wanted */

typedef struct
{
  guint         task;
  gboolean      is_again;    /* timed anew in the end */
  TlTrialRecord record;
} Arrival;

/*
 * What tuner threads write. It is shared between the object and the tuner's callbacks and outlives whichever ends first.
 */
typedef struct
{
  gint     ref_count;
  GMutex   mutex;
  GArray  *waiting;      /* Arrival */
  gboolean is_armed;
  gboolean is_done;
  gpointer tuning;       /* TlTuning, NULL once it has gone or moved on; main thread only */
} Inbox;

struct _TlTuning
{
  GObject        parent_instance;
  GListStore    *tasks;         /* TlTuningTask */
  TlTrialStore  *trials;        /* of the first task */
  TlState       *start;         /* where the run began; NULL without one */
  TlModuleTuner *tuner;
  TlArena       *arena;         /* of the tuner's components */
  Inbox         *inbox;
  TlTuningState  state;
  guint          n_wanted;
  gboolean       is_resumable;
  char          *error;
  /* Clock */
  gint64         running_since_us;
  gint64         ran_us;
  gint64         best_at_us;
  double         best_total_s;  /* weighted latency of the whole when it was last noted … */
  guint          n_measured;    /* … over so many tasks */
  GArray        *finish_times;  /* gint64 us of the latest trials */
};

G_DEFINE_FINAL_TYPE (TlTuning, tl_tuning, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
clear_arrival (gpointer data)
{
  g_free (((Arrival *) data)->record.message);
}

static GArray *
arrivals_new (void)
{
  GArray *arrivals = g_array_new (FALSE, TRUE, sizeof (Arrival));

  g_array_set_clear_func (arrivals, clear_arrival);
  return arrivals;
}

static Inbox *
inbox_new (TlTuning *tuning)
{
  Inbox *inbox = g_new0 (Inbox, 1);

  inbox->ref_count = 1;
  g_mutex_init (&inbox->mutex);
  inbox->waiting = arrivals_new ();
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

static TlTuningTask *
nth_task (TlTuning *self, guint index)
{
  g_autoptr (TlTuningTask) task = g_list_model_get_item (G_LIST_MODEL (self->tasks), index);

  return task;   /* the list keeps it */
}

static guint
n_tasks (TlTuning *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->tasks));
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
}

/* The whole is better when a task more has a latency, or the sum has fallen. */
static void
note_best (TlTuning *self)
{
  double total_s = tl_tuning_total_s (self);
  guint  n_measured = 0;

  for (guint i = 0; i < n_tasks (self); i++)
    n_measured += tl_tuning_task_status (nth_task (self, i)).best_s > 0;
  if (n_measured > self->n_measured || (n_measured > 0 && total_s < self->best_total_s))
    self->best_at_us = g_get_monotonic_time ();
  self->best_total_s = total_s;
  self->n_measured = n_measured;
}

static void
take_status (TlTuning *self)
{
  for (guint i = 0; self->tuner != NULL && i < n_tasks (self); i++)
    {
      TlTaskStatus  status = tl_module_tuner_status (self->tuner, i);
      TlTunerStatus search = tl_module_tuner_search_status (self->tuner, i);

      tl_tuning_task_set_status (nth_task (self, i), &status, &search);
    }
  note_best (self);
}

/* One line: the tasks that ended early, by name where there are several. */
static char *
errors_of (TlTuning *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n_tasks (self); i++)
    {
      const GError *error = tl_module_tuner_task_error (self->tuner, i);

      if (error == NULL)
        continue;
      tl_tuning_task_set_error (nth_task (self, i), error->message);
      g_string_append_printf (text, "%s%s%s%s", text->len > 0 ? "; " : "", n_tasks (self) > 1 ? tl_tuning_task_name (nth_task (self, i)) : "",
                              n_tasks (self) > 1 ? ": " : "", error->message);
    }
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

static void
finish (TlTuning *self)
{
  gboolean is_whole = TRUE;

  stop_clock (self);
  tl_module_tuner_wait (self->tuner);
  take_status (self);
  g_free (self->error);
  self->error = errors_of (self);
  for (guint i = 0; i < n_tasks (self); i++)
    {
      TlTaskStatus  status = tl_tuning_task_status (nth_task (self, i));
      TlTunerStatus over = { 0 };

      is_whole &= status.is_done;
      tl_tuning_task_set_status (nth_task (self, i), &status, &over);
    }
  self->is_resumable = !is_whole && tl_tuning_n_done (self) < self->n_wanted;
  self->state = TL_TUNING_DONE;
  g_clear_pointer (&self->tuner, tl_module_tuner_free);
  g_clear_pointer (&self->arena, tl_arena_unref);
}

/* Trials of one task, the new ones in one piece. */
static void
deliver_to (TlTuning *self, guint index, GArray *arrivals)
{
  g_autoptr (GArray) fresh = g_array_new (FALSE, TRUE, sizeof (TlTrialRecord)), again = g_array_new (FALSE, TRUE, sizeof (TlTrialRecord));
  TlTrialStore      *store = tl_tuning_task_trials (nth_task (self, index));

  for (guint i = 0; i < arrivals->len; i++)
    {
      Arrival *arrival = &g_array_index (arrivals, Arrival, i);

      if (arrival->task != index)
        continue;
      g_array_append_val (arrival->is_again ? again : fresh, arrival->record);
      if (!arrival->is_again)
        arrival->record.message = NULL;   /* the store's now */
    }
  if (fresh->len > 0)
    tl_trial_store_append (store, (TlTrialRecord *) (gpointer) fresh->data, fresh->len);
  if (again->len > 0)
    tl_trial_store_retime (store, (const TlTrialRecord *) (gpointer) again->data, again->len);
  note_finished (self, fresh->len);
}

static gboolean
deliver (gpointer user_data)
{
  Inbox             *inbox = user_data;
  g_autoptr (GArray) batch = NULL;
  GArray            *empty = arrivals_new ();
  TlTuning          *self = inbox->tuning;
  gboolean           is_done;

  g_mutex_lock (&inbox->mutex);
  inbox->is_armed = FALSE;
  is_done = inbox->is_done;
  batch = inbox->waiting;
  inbox->waiting = empty;
  g_mutex_unlock (&inbox->mutex);
  if (self == NULL || self->inbox != inbox)
    return G_SOURCE_REMOVE;
  g_object_ref (self);
  for (guint i = 0; batch->len > 0 && i < n_tasks (self); i++)
    deliver_to (self, i, batch);
  take_status (self);
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
on_trial_in_worker (guint task, const TlTrial *trial, gpointer user_data)
{
  Inbox  *inbox = user_data;
  Arrival arrival = { .task = task, .is_again = trial->is_again, .record = { .number = trial->number, .elapsed_s = trial->elapsed_s, .score = trial->score } };

  fill_times (&arrival.record, trial->outcome);
  g_mutex_lock (&inbox->mutex);
  g_array_append_val (inbox->waiting, arrival);
  arm_locked (inbox);
  g_mutex_unlock (&inbox->mutex);
}

static void
on_change_in_worker (gpointer user_data)
{
  Inbox *inbox = user_data;

  g_mutex_lock (&inbox->mutex);
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

/* The tuner goes; tasks and their trials stay. */
static void
drop_tuner (TlTuning *self)
{
  if (self->inbox != NULL)
    self->inbox->tuning = NULL;
  g_clear_pointer (&self->tuner, tl_module_tuner_free);
  g_clear_pointer (&self->arena, tl_arena_unref);
  g_clear_pointer (&self->inbox, inbox_unref);
  g_clear_pointer (&self->error, g_free);
  stop_clock (self);
  self->ran_us = 0;
  self->best_at_us = 0;
  self->best_total_s = 0;
  self->n_measured = 0;
  self->is_resumable = FALSE;
  self->state = TL_TUNING_IDLE;
  g_array_set_size (self->finish_times, 0);
}

static void
drop_tasks (TlTuning *self)
{
  g_list_store_remove_all (self->tasks);
  g_clear_pointer (&self->start, tl_state_unref);
  tl_trial_store_clear (self->trials);
}

static void
tl_tuning_finalize (GObject *object)
{
  TlTuning *self = TL_TUNING (object);

  drop_tuner (self);
  drop_tasks (self);
  g_array_unref (self->finish_times);
  g_object_unref (self->tasks);
  g_object_unref (self->trials);
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
  self->tasks = g_list_store_new (TL_TYPE_TUNING_TASK);
  self->trials = tl_trial_store_new ();
  self->finish_times = g_array_new (FALSE, FALSE, sizeof (gint64));
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

/* --- beginning --- */

/* The list of tasks; the first has the store that the window knows. */
static void
set_tasks (TlTuning *self, GPtrArray *tasks_of, TlState *start)
{
  TlState *kept = tl_state_ref (start);   /* it may be the present one */

  drop_tasks (self);
  self->start = kept;
  for (guint i = 0; i < tasks_of->len; i++)
    {
      g_autoptr (TlTrialStore) store = i == 0 ? g_object_ref (self->trials) : tl_trial_store_new ();
      g_autoptr (TlTuningTask) task = tl_tuning_task_new (tasks_of, i, store);

      g_list_store_append (self->tasks, task);
    }
}

/* A run that goes on does so where it began, whatever is asked for. */
static TlState *
start_for (TlTuning *self, const TlTuningRequest *request)
{
  return request->resume && self->start != NULL ? self->start : request->start;
}

/* What a later tl_tuning_load needs to know. */
static gboolean
note_request (const TlTuningRequest *request, const TlState *start, GError **error)
{
  g_autofree char *steps = tl_state_n_steps (start) > 0 ? tl_trace_to_json (start, TL_DIALECT_CLASSIC) : NULL;
  g_autofree char *n_trials = g_strdup_printf ("%u", request->budget.max_trials_global);

  return request->database == NULL
         || (tl_database_set (request->database, START_KEY, steps, error) && tl_database_set (request->database, TRIALS_KEY, n_trials, error));
}

static gboolean
read_cost_model (TlTuning *self, const char *text, TlComponent *model, GError **error)
{
  guint              n = 0;
  const TlComponent *list = tl_component_list_parse (self->arena, &tl_cost_model_table, text != NULL ? text : "xgb", &n, error);

  if (list != NULL && n != 1)
    g_set_error (error, TL_TUNE_ERROR, TL_TUNE_ERROR_COMPONENT, "A run learns with one cost model, not with \"%s\"", text);
  if (list == NULL || n != 1)
    return FALSE;
  *model = list[0];
  return TRUE;
}

static gboolean
fill_options (TlTuning *self, const TlTuningRequest *request, TlModuleTuneOptions *options, GError **error)
{
  *options = (TlModuleTuneOptions) { .budget = request->budget, .title = request->title != NULL ? request->title : "", .resume = request->resume };
  options->tune = (TlTuneOptions) { .start = start_for (self, request), .target = request->target, .seed = request->seed, .database = request->database,
                                    .measure = request->measure != NULL ? *request->measure : tl_measure_options_quick () };
  if (!tl_strategy_parse (self->arena, request->strategy, &options->tune.strategy, error)
      || !read_cost_model (self, request->cost_model, &options->tune.cost_model, error)
      || !tl_task_scheduler_parse (self->arena, request->scheduler != NULL ? request->scheduler : "gradient", &options->scheduler, error))
    return FALSE;
  options->tasks = tl_tasks_extract (tl_state_module (options->tune.start), request->ops, request->weights, request->n_weights, error);
  return options->tasks != NULL;
}

static gboolean load_tasks (TlTuning *self, TlDatabase *database, GError **error);

static gboolean
start_tuner (TlTuning *self, TlWorkerPool *pool, TlModuleTuneOptions *options, const TlTuningRequest *request, GError **error)
{
  g_autoptr (TlSpace)   space = request->space != NULL ? tl_space_ref (request->space) : tl_space_default (&request->target);
  TlModuleTuneCallbacks callbacks = { on_trial_in_worker, on_change_in_worker, on_done_in_worker, NULL };

  options->tune.space = space;
  set_tasks (self, options->tasks, options->tune.start);
  if (request->resume && !load_tasks (self, request->database, error))
    return FALSE;
  self->inbox = inbox_new (self);
  callbacks.user_data = self->inbox;
  self->n_wanted = request->budget.max_trials_global;
  self->tuner = tl_module_tuner_start (pool, options, &callbacks, error);
  for (guint i = 0; self->tuner != NULL && i < n_tasks (self); i++)
    tl_tuning_task_set_run_id (nth_task (self, i), tl_module_tuner_run_id (self->tuner, i));
  return self->tuner != NULL;
}

gboolean
tl_tuning_start (TlTuning *self, TlWorkerPool *pool, const TlTuningRequest *request, GError **error)
{
  TlModuleTuneOptions   options;
  g_autoptr (GPtrArray) tasks_of = NULL;
  gboolean              ok;

  if (is_active (self))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BUSY, "A tuning run is under way: stop it first");
      return FALSE;
    }
  drop_tuner (self);
  self->arena = tl_arena_new (NULL);
  ok = fill_options (self, request, &options, error);
  tasks_of = options.tasks;
  ok = ok && note_request (request, options.tune.start, error) && start_tuner (self, pool, &options, request, error);
  if (ok)
    {
      self->running_since_us = g_get_monotonic_time ();
      self->state = TL_TUNING_RUNNING;
    }
  else
    drop_tuner (self);
  emit_changed (self);
  return ok;
}

/* --- control --- */

void
tl_tuning_pause (TlTuning *self)
{
  if (self->state != TL_TUNING_RUNNING)
    return;
  tl_module_tuner_pause (self->tuner);
  stop_clock (self);
  self->state = TL_TUNING_PAUSED;
  emit_changed (self);
}

void
tl_tuning_resume (TlTuning *self)
{
  if (self->state != TL_TUNING_PAUSED)
    return;
  tl_module_tuner_resume (self->tuner);
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
  tl_module_tuner_stop (self->tuner);
  emit_changed (self);
}

void
tl_tuning_clear (TlTuning *self)
{
  drop_tuner (self);
  drop_tasks (self);
  self->n_wanted = 0;
  emit_changed (self);
}

/* --- reopening --- */

static void
load_trials (TlTuningTask *task, GPtrArray *rows)
{
  g_autoptr (GArray) records = g_array_new (FALSE, TRUE, sizeof (TlTrialRecord));
  TlTaskStatus       status = tl_tuning_task_status (task);
  TlTunerStatus      over = { 0 };
  gint               best;

  for (guint i = 0; i < rows->len; i++)
    {
      TlTrialRow   *row = g_ptr_array_index (rows, i);
      TlTrialRecord record = { .number = row->number, .row_id = row->id, .elapsed_s = row->elapsed_s, .score = NAN };

      fill_times (&record, &row->outcome);
      g_array_append_val (records, record);
    }
  tl_trial_store_append (tl_tuning_task_trials (task), (TlTrialRecord *) (gpointer) records->data, records->len);
  best = tl_trial_store_best (tl_tuning_task_trials (task));
  status.n_trials = records->len;
  status.best_s = best >= 0 ? tl_trial_store_get (tl_tuning_task_trials (task), (guint) best).latency_s : 0;
  tl_tuning_task_set_status (task, &status, &over);
}

/* The newest run of the task's workload. FALSE with an error; without a run nothing happens. */
static gboolean
load_task (TlTuning *self, TlTuningTask *task, TlDatabase *database, GError **error)
{
  gint64                workload_id = tl_database_find_workload (database, tl_tuning_task_of (task)->module);
  g_autoptr (GPtrArray) runs = workload_id > 0 ? tl_database_runs (database, workload_id, error) : NULL;
  g_autoptr (GPtrArray) rows = NULL;
  const TlRunRow       *run = runs != NULL && runs->len > 0 ? runs->pdata[runs->len - 1] : NULL;

  if (workload_id > 0 && runs == NULL)
    return FALSE;
  if (run == NULL)
    return TRUE;
  rows = tl_database_trials (database, run->id, error);
  if (rows == NULL)
    return FALSE;
  load_trials (task, rows);
  tl_tuning_task_set_run_id (task, run->id);
  self->n_wanted = MAX (self->n_wanted, run->n_trials_wanted);
  self->is_resumable |= !run->is_finished;
  return TRUE;
}

static gboolean
load_tasks (TlTuning *self, TlDatabase *database, GError **error)
{
  for (guint i = 0; database != NULL && i < n_tasks (self); i++)
    if (!load_task (self, nth_task (self, i), database, error))
      return FALSE;
  return TRUE;
}

/* A variant whose steps no longer apply: as if the run had begun at the program. New reference. */
static TlState *
recorded_start (TlDatabase *database, TlState *root)
{
  g_autofree char *steps = tl_database_get (database, START_KEY);
  TlState         *start = steps != NULL ? tl_trace_replay_json (root, steps, TRUE, FALSE, NULL) : NULL;

  return start != NULL ? start : tl_state_ref (root);
}

/* The tasks that have a run; all of @module's functions were tuned, or some. */
static GPtrArray *
recorded_tasks (TlDatabase *database, const TlModule *module, GError **error)
{
  g_autoptr (GPtrArray) all = tl_tasks_extract (module, NULL, NULL, 0, error), names = g_ptr_array_new ();

  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      const TlTask         *task = all->pdata[i];
      gint64                workload_id = tl_database_find_workload (database, task->module);
      g_autoptr (GPtrArray) runs = workload_id > 0 ? tl_database_runs (database, workload_id, NULL) : NULL;

      for (guint k = 0; runs != NULL && runs->len > 0 && k < task->func_indices->len; k++)
        g_ptr_array_add (names, (gpointer) module->funcs[g_array_index (task->func_indices, guint, k)]->name);
    }
  if (all == NULL || names->len == 0)
    return g_steal_pointer (&all);
  g_ptr_array_add (names, NULL);
  return tl_tasks_extract (module, (const char *const *) names->pdata, NULL, 0, error);
}

gboolean
tl_tuning_load (TlTuning *self, TlDatabase *database, TlState *root, GError **error)
{
  g_autoptr (TlState)   start = recorded_start (database, root);
  g_autoptr (GPtrArray) tasks_of = recorded_tasks (database, tl_state_module (start), error);
  g_autofree char      *n_trials = tl_database_get (database, TRIALS_KEY);

  tl_tuning_clear (self);
  if (tasks_of == NULL)
    return FALSE;
  set_tasks (self, tasks_of, start);
  if (!load_tasks (self, database, error))
    return FALSE;
  if (n_trials != NULL)
    self->n_wanted = MAX (self->n_wanted, (guint) g_ascii_strtoull (n_trials, NULL, 10));
  self->is_resumable &= tl_tuning_n_done (self) < self->n_wanted;
  if (tl_tuning_n_done (self) == 0)
    tl_tuning_clear (self);
  note_best (self);
  emit_changed (self);
  return TRUE;
}

TlState *
tl_tuning_apply (TlTuning *self, guint index, TlState *onto, const char *trace_json, GError **error)
{
  return tl_task_apply (tl_tuning_task_of (nth_task (self, index)), onto != NULL ? onto : self->start, trace_json, error);
}

/* --- what there is to see --- */

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

guint
tl_tuning_n_done (TlTuning *self)
{
  guint n = 0;

  for (guint i = 0; i < n_tasks (self); i++)
    n += tl_trial_store_n (tl_tuning_task_trials (nth_task (self, i)));
  return n;
}

GListModel *
tl_tuning_tasks (TlTuning *self)
{
  return G_LIST_MODEL (self->tasks);
}

TlState *
tl_tuning_start_state (TlTuning *self)
{
  return self->start;
}

static GArray *
statuses (TlTuning *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TlTaskStatus));

  for (guint i = 0; i < n_tasks (self); i++)
    {
      TlTaskStatus status = tl_tuning_task_status (nth_task (self, i));

      g_array_append_val (rows, status);
    }
  return rows;
}

char *
tl_tuning_table (TlTuning *self)
{
  g_autoptr (GArray) rows = statuses (self);

  return tl_task_table_print ((const TlTaskStatus *) (gpointer) rows->data, rows->len);
}

double
tl_tuning_total_s (TlTuning *self)
{
  g_autoptr (GArray) rows = statuses (self);

  return tl_task_status_total_s ((const TlTaskStatus *) (gpointer) rows->data, rows->len);
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
  guint  n = tl_tuning_n_done (self);

  return rate > 0 && self->n_wanted >= n ? (self->n_wanted - n) / rate : -1;
}

double
tl_tuning_since_best_s (TlTuning *self)
{
  return self->best_at_us != 0 ? (double) (g_get_monotonic_time () - self->best_at_us) / G_USEC_PER_SEC : -1;
}
