/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/predicted-traffic.h"

#include "core/session/target-choice.h"

typedef struct
{
  TlState    *state;
  const char *func_name;    /* of the state's module */
  TlTarget    target;
} TrafficJob;

static void
job_free (gpointer data)
{
  TrafficJob *job = data;

  tl_state_unref (job->state);
  g_free (job);
}

const TlTrafficTimes *
tl_predicted_traffic_times (const TlPredictedTraffic *predicted)
{
  return predicted->has_times ? &predicted->times : NULL;
}

void
tl_predicted_traffic_free (TlPredictedTraffic *predicted)
{
  g_free (predicted->block_s);
  tl_traffic_free (predicted->traffic);
  g_free (predicted);
}

gboolean
tl_session_has_traffic (TlSession *self)
{
  TlTarget target = tl_session_target (self);

  return tl_session_root (self) != NULL && !target.kind->has_threads;
}

static void
predict_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  TrafficJob         *job = task_data;
  TlCapacities        capacities = tl_capacities_of (&job->target);
  const TlModule     *module = tl_state_module (job->state);
  TlPredictedTraffic *predicted = g_new0 (TlPredictedTraffic, 1);
  TlMachine           machine;

  predicted->traffic = tl_traffic_new (module, tl_module_prim (module, job->func_name), &capacities);
  predicted->has_times = !capacities.is_gpu && tl_target_is_here (&job->target) && tl_machine_load (&machine)
                         && tl_traffic_times (predicted->traffic, &machine, job->target.num_cores, &predicted->times);
  if (predicted->has_times)
    {
      predicted->block_s = g_new0 (double, predicted->traffic->n_blocks + 1);
      if (!tl_traffic_block_times (predicted->traffic, &machine, job->target.num_cores, predicted->block_s))
        g_clear_pointer (&predicted->block_s, g_free);
    }
  g_task_return_pointer (task, predicted, (GDestroyNotify) tl_predicted_traffic_free);
}

void
tl_session_predict_traffic_async (TlSession *self, TlState *state, GCancellable *cancellable, GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  TrafficJob       *job = g_new0 (TrafficJob, 1);

  *job = (TrafficJob) { tl_state_ref (state), tl_session_func_name (self), tl_session_target (self) };
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, predict_in_thread);
}

TlPredictedTraffic *
tl_session_predict_traffic_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
