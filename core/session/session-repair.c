/* SPDX-License-Identifier: Apache-2.0 */
/* The repair of a refused step: searched for in a thread on the state that refused it, taken as one edit. */
#include "core/session/session-private.h"

typedef struct
{
  TlState *state;
  TlArena *arena;      /* of the step's arguments */
  TlInst   refused;
} RepairJob;

static void
repair_job_free (RepairJob *job)
{
  tl_state_unref (job->state);
  tl_arena_unref (job->arena);
  g_free (job);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  RepairJob *job = task_data;

  g_task_return_pointer (task, tl_repair_find (job->state, &job->refused, TRUE, &tl_repair_default_limits, cancellable),
                         (GDestroyNotify) tl_repair_free);
}

void
tl_session_find_repair_async (TlSession *self, TlState *state, const TlInst *refused, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  RepairJob        *job = g_new0 (RepairJob, 1);
  TlArg            *args;

  job->state = tl_state_ref (state);
  job->arena = tl_arena_new (NULL);
  job->refused = *refused;
  job->refused.args = args = tl_arena_new_array (job->arena, TlArg, MAX (refused->n_args, 1));
  for (guint i = 0; i < refused->n_args; i++)
    args[i] = tl_arg_dup (job->arena, &refused->args[i]);
  g_task_set_task_data (task, job, (GDestroyNotify) repair_job_free);
  g_task_run_in_thread (task, find_in_thread);
}

TlRepair *
tl_session_find_repair_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
tl_session_take_repair (TlSession *self, TlState *refused_on, const TlRepair *repair)
{
  g_return_if_fail (tl_session_current (self) != NULL);

  tl_history_take (self->history, tl_session_current (self), refused_on, repair->state, tl_repair_sentence (repair), "repaired");
}
