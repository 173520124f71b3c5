/* SPDX-License-Identifier: Apache-2.0 */
/* Which step brought what, in a thread: a new explanation reaches the main thread at most once a frame. */
#include "core/session/session-private.h"

typedef struct
{
  TlWorkerPool     *pool;
  TlState          *from, *to;
  const char       *func_name;
  TlTarget          target;
  double            max_s;
  gboolean          is_whole;      /* not step by step */
  gboolean          with_hybrids;
  TlExplanationFunc progress;
  gpointer          progress_data;
  GMutex            mutex;         /* guards the two below */
  TlExplanation    *latest;        /* nullable */
  gboolean          is_armed;
} ExplainJob;

static void
explain_job_free (ExplainJob *job)
{
  tl_state_unref (job->from);
  tl_state_unref (job->to);
  tl_worker_pool_unref (job->pool);
  g_clear_pointer (&job->latest, tl_explanation_unref);
  g_mutex_clear (&job->mutex);
  g_free (job);
}

static gboolean
deliver (gpointer user_data)
{
  GTask                    *task = user_data;
  ExplainJob               *job = g_task_get_task_data (task);
  g_autoptr (TlExplanation) latest = NULL;

  g_mutex_lock (&job->mutex);
  job->is_armed = FALSE;
  latest = g_steal_pointer (&job->latest);
  g_mutex_unlock (&job->mutex);
  if (!g_task_get_completed (task) && latest != NULL)
    job->progress (latest, job->progress_data);
  return G_SOURCE_REMOVE;
}

static void
on_explanation_in_worker (TlExplanation *explanation, gpointer user_data)
{
  GTask      *task = user_data;
  ExplainJob *job = g_task_get_task_data (task);
  gboolean    arm;

  g_mutex_lock (&job->mutex);
  g_clear_pointer (&job->latest, tl_explanation_unref);
  job->latest = tl_explanation_ref (explanation);
  arm = !job->is_armed;
  job->is_armed = TRUE;
  g_mutex_unlock (&job->mutex);
  if (arm)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, deliver, g_object_ref (task), g_object_unref);
}

static void
explain_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  ExplainJob    *job = task_data;
  TlExplanation *explanation;

  if (job->is_whole)
    explanation = tl_explanation_measure_whole (job->pool, job->from, job->to, job->func_name, &job->target, job->max_s,
                                                on_explanation_in_worker, task, cancellable);
  else
    explanation = tl_explanation_measure (job->pool, job->from, job->to, job->func_name, &job->target, job->max_s, job->with_hybrids,
                                          on_explanation_in_worker, task, cancellable);
  g_task_return_pointer (task, explanation, (GDestroyNotify) tl_explanation_unref);
}

static void
start (TlSession *self, TlState *from, TlState *to, gboolean is_whole, gboolean with_hybrids, double max_s, TlExplanationFunc progress,
       gpointer progress_data, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GError           *error = NULL;
  gboolean          is_legal = tl_state_check_order (from, &error) && tl_state_check_order (to, &error);
  TlWorkerPool     *pool = is_legal && tl_session_can_measure (self, &error) ? tl_session_pool (self, &error) : NULL;
  ExplainJob       *job;

  if (pool == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  job = g_new0 (ExplainJob, 1);
  g_mutex_init (&job->mutex);
  job->pool = tl_worker_pool_ref (pool);
  job->from = tl_state_ref (from);
  job->to = tl_state_ref (to);
  job->func_name = self->program.func_name;
  job->target = self->program.target;
  job->max_s = max_s;
  job->is_whole = is_whole;
  job->with_hybrids = with_hybrids;
  job->progress = progress;
  job->progress_data = progress_data;
  g_task_set_task_data (task, job, (GDestroyNotify) explain_job_free);
  tl_session_count_timing (self, 1);
  g_task_run_in_thread (task, explain_in_thread);
}

void
tl_session_explain_async (TlSession *self, TlState *from, TlState *to, double max_s, gboolean with_hybrids, TlExplanationFunc progress,
                          gpointer progress_data, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  start (self, from, to, FALSE, with_hybrids, max_s, progress, progress_data, cancellable, callback, user_data);
}

void
tl_session_compare_states_async (TlSession *self, TlState *from, TlState *to, double max_s, TlExplanationFunc progress,
                                 gpointer progress_data, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  start (self, from, to, TRUE, FALSE, max_s, progress, progress_data, cancellable, callback, user_data);
}

TlExplanation *
tl_session_explain_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  if (g_task_get_task_data (G_TASK (result)) != NULL)
    tl_session_count_timing (self, -1);
  return g_task_propagate_pointer (G_TASK (result), error);
}
