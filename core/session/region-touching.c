/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/region-touching.h"

#define MOST_TILES (G_GUINT64_CONSTANT (1) << 22)

typedef struct
{
  TlState        *state;
  char           *func_name;
  const TlBuffer *buffer;
  TlTileSpan     *box;
} TouchJob;

static void
touch_job_free (gpointer data)
{
  TouchJob *job = data;

  tl_state_unref (job->state);
  g_free (job->func_name);
  g_free (job->box);
  g_free (job);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  TouchJob       *job = task_data;
  const TlModule *module = tl_state_module (job->state);
  GError         *error = NULL;
  GPtrArray      *touches = tl_region_touches (module, tl_module_prim (module, job->func_name), job->buffer, job->box, MOST_TILES,
                                               cancellable, &error);

  if (touches != NULL)
    g_task_return_pointer (task, touches, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

void
tl_find_touches_async (TlState *state, const char *func_name, const TlBuffer *buffer, const TlTileSpan *box, GCancellable *cancellable,
                       GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  TouchJob         *job = g_new0 (TouchJob, 1);

  *job = (TouchJob) { tl_state_ref (state), g_strdup (func_name), buffer, g_memdup2 (box, sizeof *box * buffer->n_dims) };
  g_task_set_task_data (task, job, touch_job_free);
  g_task_run_in_thread (task, find_in_thread);
}

GPtrArray *
tl_find_touches_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
