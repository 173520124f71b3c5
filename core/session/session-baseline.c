/* SPDX-License-Identifier: Apache-2.0 */
/* Measurements that nobody asked for, made when nothing else is measured: the program without steps, then, once, this machine. */
#include "core/session/session-private.h"

#include "core/base/format.h"
#include "core/session/this-machine.h"

#define BUDGET_S      1.0
#define RUN_TIMEOUT_S 30.0

typedef struct
{
  TlSession    *session;      /* weak: the end of the session ends the measurement */
  TlWorkerPool *pool;
  TlState      *root;
  TlVariant    *variant;      /* that shows it */
  const char   *func_name;    /* of @root's module */
  TlTarget      target;
  TlOutcome     outcome;
} BaselineJob;

static void
job_free (gpointer data)
{
  BaselineJob *job = data;

  g_clear_weak_pointer (&job->session);
  tl_outcome_clear (&job->outcome);
  g_object_unref (job->variant);
  tl_state_unref (job->root);
  tl_worker_pool_unref (job->pool);
  g_free (job);
}

static void
measure_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  BaselineJob     *job = task_data;
  TlMeasureOptions options = tl_measure_options_default ();

  options.budget_s = BUDGET_S;
  options.run_timeout_s = RUN_TIMEOUT_S;
  options.count = TRUE;
  tl_worker_pool_measure (job->pool, job->root, job->func_name, &job->target, &options, cancellable, &job->outcome);
  g_task_return_boolean (task, TRUE);
}

/* --- the rates of this machine --- */

typedef struct
{
  TlSession *session;      /* weak */
} MachineJob;

static void
on_machine_measured (GObject *source, GAsyncResult *result, gpointer user_data)
{
  MachineJob           *job = user_data;
  g_autofree TlMachine *machine = tl_machine_measure_finish (result, NULL);

  if (job->session != NULL && job->session->machine_job == (GCancellable *) source)
    {
      g_clear_object (&job->session->machine_job);
      tl_session_machine_measured (job->session);
    }
  g_clear_weak_pointer (&job->session);
  g_free (job);
}

static void
measure_machine (TlSession *self)
{
  TlMachine   machine;
  MachineJob *job;

  if (self->machine_job != NULL || self->n_timing > 0 || tl_tuning_is_active (self->tuning) || tl_machine_load (&machine))
    return;
  self->machine_job = g_cancellable_new ();
  job = g_new0 (MachineJob, 1);
  g_set_weak_pointer (&job->session, self);
  tl_machine_measure_async (G_OBJECT (self->machine_job), NULL, self->machine_job, on_machine_measured, job);
  tl_session_machine_measured (self);
}

void
tl_session_machine_measured (TlSession *self)
{
  g_signal_emit_by_name (self, "machine-measured");
}

gboolean
tl_session_is_measuring_machine (TlSession *self)
{
  return self->machine_job != NULL;
}

/* --- the program without steps --- */

/* A failure is not told: nobody asked. It is not tried again either; what was cancelled is. */
static void
on_measured (GObject *source, GAsyncResult *result, gpointer user_data)
{
  BaselineJob *job = g_task_get_task_data (G_TASK (result));
  TlSession   *self = job->session;

  if (self == NULL || self->baseline == NULL || self->baseline != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&self->baseline);
  self->tried_func = job->func_name;
  g_clear_pointer (&self->tried_root, tl_state_unref);
  self->tried_root = tl_state_ref (job->root);
  if (job->outcome.kind == TL_OUTCOME_OK)
    {
      tl_variant_set_outcome (job->variant, job->root, job->func_name, &job->outcome);
      if (tl_session_project_path (self) != NULL)
        tl_storage_mark_unsaved (self->storage, job->variant);
    }
  g_object_notify (G_OBJECT (self), "timing");
  measure_machine (self);
}

void
tl_session_cancel_unasked (TlSession *self)
{
  if (self->machine_job != NULL)
    g_cancellable_cancel (self->machine_job);
  g_clear_object (&self->machine_job);
  if (self->baseline != NULL)
    g_cancellable_cancel (self->baseline);
  g_clear_object (&self->baseline);
}

static const TlOutcome *
find_baseline (TlSession *self)
{
  for (guint i = 0; i < tl_history_n_variants (self->history); i++)
    {
      const TlOutcome *outcome = tl_variant_outcome_of (tl_history_nth (self->history, i), self->program.root, self->program.func_name);

      if (outcome != NULL)
        return outcome;
    }
  return NULL;
}

static gboolean
wants_baseline (TlSession *self)
{
  g_autoptr (GPtrArray) sizes = NULL;

  if (self->program.root == NULL || tl_target_has_kernels (&self->program.target)   /* nothing is bound to threads */
      || !tl_session_can_measure (self, NULL) || self->baseline != NULL || self->n_timing > 0
      || tl_tuning_is_active (self->tuning)
      || (self->tried_root == self->program.root && self->tried_func == self->program.func_name) || find_baseline (self) != NULL)
    return FALSE;
  sizes = tl_session_sizes (self);
  return sizes->len == 0;
}

void
tl_session_measure_baseline (TlSession *self)
{
  g_autoptr (GTask) task = NULL;
  BaselineJob      *job;

  if (!wants_baseline (self))
    {
      if (self->program.root != NULL && self->baseline == NULL)
        measure_machine (self);
      return;
    }
  if (tl_session_pool (self, NULL) == NULL)
    return;
  self->baseline = g_cancellable_new ();
  job = g_new0 (BaselineJob, 1);
  job->pool = tl_worker_pool_ref (self->pool);
  job->root = tl_state_ref (self->program.root);
  job->variant = g_object_ref (tl_history_nth (self->history, 0));
  job->func_name = self->program.func_name;
  job->target = self->program.target;
  g_set_weak_pointer (&job->session, self);
  task = g_task_new (NULL, self->baseline, on_measured, NULL);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, measure_in_thread);
}

gboolean
tl_session_baseline (TlSession *self, TlLatency *latency)
{
  const TlOutcome *outcome = self->program.root != NULL ? find_baseline (self) : NULL;

  return outcome != NULL && tl_outcome_latency (outcome, latency);
}

char *
tl_session_gain_text (TlSession *self)
{
  TlVariant       *current = tl_session_current (self);
  const TlOutcome *outcome = current != NULL ? tl_variant_outcome (current, self->program.func_name) : NULL;
  g_autofree char *before = NULL, *after = NULL, *gain = NULL, *share = NULL;
  TlLatency        baseline, latency;
  TlRoof           roof;

  if (outcome == NULL || tl_variant_state (current) == self->program.root || !tl_outcome_latency (outcome, &latency)
      || !tl_session_baseline (self, &baseline))
    return NULL;
  before = tl_format_seconds (baseline.median_s);
  after = tl_format_seconds (latency.median_s);
  gain = tl_format_gain (baseline.median_s, latency.median_s);
  roof = tl_session_roof (self);
  share = tl_roof_share_text (&roof, latency.median_s);
  return g_strdup_printf ("%s → %s · %s%s%s", before, after, gain, share != NULL ? " · " : "", share != NULL ? share : "");
}
