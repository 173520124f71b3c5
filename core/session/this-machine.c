/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/this-machine.h"

typedef struct
{
  GTask            *task;
  TlMachineProgress progress;
  double            share;
} ProgressStep;

static void
step_free (gpointer data)
{
  ProgressStep *step = data;

  g_object_unref (step->task);
  g_free (step);
}

static gboolean
show_step (gpointer data)
{
  ProgressStep *step = data;

  if (!g_task_get_completed (step->task))
    step->progress (step->share, g_task_get_source_object (step->task));
  return G_SOURCE_REMOVE;
}

static void
on_progress_in_worker (double share, gpointer task)
{
  ProgressStep *step = g_new (ProgressStep, 1);

  *step = (ProgressStep) { .task = g_object_ref (task), .progress = (TlMachineProgress) g_task_get_task_data (task), .share = share };
  g_idle_add_full (G_PRIORITY_DEFAULT, show_step, step, step_free);
}

static void
measure_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  TlMachine        *machine = g_new0 (TlMachine, 1);
  TlMachineProgress progress = data != NULL ? on_progress_in_worker : NULL;
  GError           *error = NULL;

  if (tl_machine_measure (machine, progress, task, cancellable, &error) && !g_cancellable_set_error_if_cancelled (cancellable, &error)
      && tl_machine_save (machine, &error))
    g_task_return_pointer (task, machine, g_free);
  else
    {
      g_free (machine);
      g_task_return_error (task, error);
    }
}

void
tl_machine_measure_async (GObject *source, TlMachineProgress progress, GCancellable *cancellable, GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  g_task_set_task_data (task, (gpointer) progress, NULL);
  g_task_run_in_thread (task, measure_in_thread);
}

TlMachine *
tl_machine_measure_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
