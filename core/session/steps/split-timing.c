/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plan is one comparison of two programs, so that what slows the machine slows both, and a program that fails ends no other's
 * measurement.
 */
#include "core/session/steps/split-timing.h"

#include "core/analysis/asm-report.h"
#include "core/base/extremum.h"
#include "core/session/session-private.h"

#define N_ROUNDS      24u
#define MAX_S         1.5
#define MIN_REPEAT_MS 1.0

struct _TlSplitTiming
{
  GObject       parent_instance;
  TlSession    *session;
  TlState      *state;
  TlState      *step;        /* nullable */
  GPtrArray    *times;       /* TlSplitTime */
  TlSplitCode   now_code;
  /* Asked for */
  GArray       *queue;       /* of TlSplitPlan, the next one first */
  TlSplitPlan   current;
  GCancellable *running;     /* NULL: nothing is measured */
};

G_DEFINE_FINAL_TYPE (TlSplitTiming, tl_split_timing, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
time_free (gpointer data)
{
  g_free (((TlSplitTime *) data)->problem);
  g_free (data);
}

/* --- machine code --- */

static gboolean
does_more (const TlAsmLoop *a, const TlAsmLoop *b)
{
  guint of_a = a->n_vector_ops + a->n_scalar_ops, of_b = b->n_vector_ops + b->n_scalar_ops;

  return a->n_fmas > b->n_fmas || (a->n_fmas == b->n_fmas && of_a > of_b);
}

TlSplitCode
tl_split_code_of (const char *assembly)
{
  g_autoptr (GPtrArray) report = tl_asm_report (assembly);
  const TlAsmLoop      *found = NULL;

  for (guint i = 0; i < report->len; i++)
    if (found == NULL || does_more (report->pdata[i], found))
      found = report->pdata[i];
  if (found == NULL || found->n_instructions == 0)
    return (TlSplitCode) { FALSE };
  return (TlSplitCode) { TRUE, found->n_fmas, found->n_loads, found->n_spills };
}

/* --- times --- */

static gint
compare_seconds (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return left < right ? -1 : left > right;
}

gboolean
tl_split_time_fill (TlSplitTime *time, const TlOutcome *now, const TlOutcome *split)
{
  guint              n = MIN (now->n_samples, split->n_samples);
  g_autofree double *sorted = g_memdup2 (split->samples_s, split->n_samples * sizeof (double)), *ratios = g_new (double, MAX (n, 1));
  TlOutcome          rounds = { .samples_s = ratios, .n_samples = n };
  TlLatency          of_now, of_split, of_ratios;

  for (guint i = 0; i < n; i++)
    ratios[i] = split->samples_s[i] / now->samples_s[i];
  if (n == 0 || !tl_outcome_latency (now, &of_now) || !tl_outcome_latency (split, &of_split) || !tl_outcome_latency (&rounds, &of_ratios))
    return FALSE;
  qsort (sorted, split->n_samples, sizeof (double), compare_seconds);
  time->n_samples = split->n_samples;
  time->median_s = of_split.median_s;
  time->low_s = sorted[split->n_samples / 10];
  time->high_s = sorted[split->n_samples - 1 - split->n_samples / 10];
  time->now_s = of_now.median_s;
  time->ratio = of_ratios.median_s;
  time->ratio_low = of_ratios.low_s;
  time->ratio_high = of_ratios.high_s;
  return TRUE;
}

gboolean
tl_split_time_is_distinct (const TlSplitTime *time)
{
  return time->median_s > 0 && (time->ratio_low > 1 || time->ratio_high < 1);
}

/* --- a measurement, in a thread --- */

typedef struct
{
  TlWorkerPool *pool;
  TlSplitPlan   plan;
  TlState      *state;
  TlState      *step;         /* nullable */
  const char   *func_name;
  TlTarget      target;
  TlSplitCode   now_code;     /* unknown: to be found too */
} TimingJob;

static void
timing_job_free (TimingJob *job)
{
  tl_worker_pool_unref (job->pool);
  tl_state_unref (job->state);
  g_clear_pointer (&job->step, tl_state_unref);
  g_free (job);
}

static TlSplitCode
code_of (const TimingJob *job, TlState *state, GCancellable *cancellable)
{
  g_autofree char *assembly = tl_worker_pool_compile_to_text (job->pool, tl_state_module (state), job->func_name, &job->target, "asm",
                                                              NULL, NULL, cancellable, NULL);

  return assembly != NULL ? tl_split_code_of (assembly) : (TlSplitCode) { FALSE };
}

static void
compare (const TimingJob *job, TlState *split, GCancellable *cancellable, TlSplitTime *time)
{
  TlComparisonEntry entries[2] = { { .state = job->state }, { .state = split } };
  TlComparison      comparison = { .entries = entries, .n_entries = 2, .func_name = job->func_name, .target = &job->target,
                                   .n_rounds = N_ROUNDS, .max_s = MAX_S, .min_repeat_ms = MIN_REPEAT_MS,
                                   .settle_ms = TL_SETTLE_MS };
  TlOutcome         outcomes[2] = { { 0 } };

  tl_worker_pool_compare (job->pool, &comparison, NULL, NULL, cancellable, outcomes);
  for (guint i = 0; i < 2 && time->problem == NULL; i++)
    if (outcomes[i].kind != TL_OUTCOME_OK && outcomes[i].kind != TL_OUTCOME_CANCELLED)
      time->problem = g_strdup (outcomes[i].message);
  tl_split_time_fill (time, &outcomes[0], &outcomes[1]);
  for (guint i = 0; i < 2; i++)
    tl_outcome_clear (&outcomes[i]);
}

static void
measure_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  TimingJob          *job = task_data;
  GError             *error = NULL;
  g_autoptr (TlState) split = tl_split_plan_apply (&job->plan, job->state, job->step, &error);
  TlSplitTime        *time;

  if (split == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (!job->now_code.is_known)
    job->now_code = code_of (job, job->state, cancellable);
  time = g_new0 (TlSplitTime, 1);
  time->plan = job->plan;
  time->code = code_of (job, split, cancellable);
  compare (job, split, cancellable, time);
  g_task_return_pointer (task, time, time_free);
}

/* --- the queue --- */

static void begin_next (TlSplitTiming *self);

static void
on_measured (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlSplitTiming) self = user_data;
  TimingJob                *job = g_task_get_task_data (G_TASK (result));
  GCancellable             *cancellable = g_task_get_cancellable (G_TASK (result));
  TlSplitTime              *time = g_task_propagate_pointer (G_TASK (result), NULL);

  tl_session_count_timing (self->session, -1);
  if (job->now_code.is_known)
    self->now_code = job->now_code;
  if (time != NULL && (time->median_s > 0 || time->problem != NULL))
    g_ptr_array_add (self->times, g_steal_pointer (&time));
  g_clear_pointer (&time, time_free);
  if (self->running == cancellable)
    {
      g_clear_object (&self->running);
      begin_next (self);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
take_next (TlSplitTiming *self, TlSplitPlan *plan)
{
  while (self->queue->len > 0)
    {
      *plan = g_array_index (self->queue, TlSplitPlan, 0);
      g_array_remove_index (self->queue, 0);
      if (tl_split_timing_find (self, plan) == NULL)
        return TRUE;
    }
  return FALSE;
}

static void
begin_next (TlSplitTiming *self)
{
  TlWorkerPool     *pool = tl_session_pool (self->session, NULL);
  g_autoptr (GTask) task = NULL;
  TimingJob        *job;

  if (pool == NULL || tl_tuning_is_active (tl_session_tuning (self->session)) || !take_next (self, &self->current))
    return;
  job = g_new0 (TimingJob, 1);
  *job = (TimingJob) { .pool = tl_worker_pool_ref (pool), .plan = self->current, .state = tl_state_ref (self->state),
                       .step = self->step != NULL ? tl_state_ref (self->step) : NULL, .func_name = self->session->program.func_name,
                       .target = self->session->program.target, .now_code = self->now_code };
  self->running = g_cancellable_new ();
  task = g_task_new (NULL, self->running, on_measured, g_object_ref (self));
  g_task_set_task_data (task, job, (GDestroyNotify) timing_job_free);
  tl_session_count_timing (self->session, 1);
  g_task_run_in_thread (task, measure_in_thread);
}

void
tl_split_timing_stop (TlSplitTiming *self)
{
  g_array_set_size (self->queue, 0);
  if (self->running == NULL)
    return;
  g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
}

void
tl_split_timing_ask (TlSplitTiming *self, const TlSplitPlan *plans, guint n_plans)
{
  gboolean goes_on = FALSE;

  for (guint i = 0; self->running != NULL && i < n_plans; i++)
    goes_on |= tl_split_plan_equal (&plans[i], &self->current);
  if (!goes_on)
    tl_split_timing_stop (self);
  g_array_set_size (self->queue, 0);
  for (guint i = 0; i < n_plans; i++)
    if (!goes_on || !tl_split_plan_equal (&plans[i], &self->current))
      g_array_append_val (self->queue, plans[i]);
  if (!goes_on)
    begin_next (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- results --- */

const TlSplitTime *
tl_split_timing_find (TlSplitTiming *self, const TlSplitPlan *plan)
{
  for (guint i = 0; i < self->times->len; i++)
    if (tl_split_plan_equal (&((const TlSplitTime *) self->times->pdata[i])->plan, plan))
      return self->times->pdata[i];
  return NULL;
}

guint
tl_split_timing_n (TlSplitTiming *self)
{
  return self->times->len;
}

const TlSplitTime *
tl_split_timing_nth (TlSplitTiming *self, guint index)
{
  return g_ptr_array_index (self->times, index);
}

const TlSplitPlan *
tl_split_timing_current (TlSplitTiming *self)
{
  return self->running != NULL ? &self->current : NULL;
}

TlSplitCode
tl_split_timing_now_code (TlSplitTiming *self)
{
  return self->now_code;
}

/* --- object --- */

static void
tl_split_timing_finalize (GObject *object)
{
  TlSplitTiming *self = TL_SPLIT_TIMING (object);

  g_array_unref (self->queue);
  g_ptr_array_unref (self->times);
  g_clear_pointer (&self->step, tl_state_unref);
  tl_state_unref (self->state);
  g_object_unref (self->session);
  G_OBJECT_CLASS (tl_split_timing_parent_class)->finalize (object);
}

static void
tl_split_timing_class_init (TlSplitTimingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_split_timing_finalize;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_SPLIT_TIMING, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_split_timing_init (TlSplitTiming *self)
{
  self->times = g_ptr_array_new_with_free_func (time_free);
  self->queue = g_array_new (FALSE, FALSE, sizeof (TlSplitPlan));
}

TlSplitTiming *
tl_split_timing_new (TlSession *session, TlState *state, TlState *step)
{
  TlSplitTiming *self = g_object_new (TL_TYPE_SPLIT_TIMING, NULL);

  self->session = g_object_ref (session);
  self->state = tl_state_ref (state);
  self->step = step != NULL ? tl_state_ref (step) : NULL;
  return self;
}
