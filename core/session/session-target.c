/* SPDX-License-Identifier: Apache-2.0 */
/* The target of the session: what its code, footprints, traffic and measurements are for. */
#include "core/session/session-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/session/target-choice.h"

TlTarget
tl_session_target (TlSession *self)
{
  return self->program.target;
}

void
tl_session_apply_target (TlSession *self, const TlTarget *target)
{
  g_autofree char *text = tl_target_to_text (target);

  self->program.target = *target;
  tl_history_set_target (self->history, text);
  if (tl_target_has_kernels (target))
    tl_session_find_devices (self);
}

void
tl_session_set_target (TlSession *self, const TlTarget *target)
{
  g_autofree char *before = tl_target_to_text (&self->program.target), *after = tl_target_to_text (target);

  if (strcmp (before, after) == 0)
    return;
  tl_session_cancel_unasked (self);
  g_clear_pointer (&self->tried_root, tl_state_unref);
  tl_storage_leave_target (self->storage, before);
  tl_session_apply_target (self, target);
  tl_storage_enter_target (self->storage, after);
  g_object_notify (G_OBJECT (self), "target");
  if (tl_session_is_open (self))
    tl_session_emit_changed (self);
}

/* --- devices --- */

const GPtrArray *
tl_session_devices (TlSession *self)
{
  return self->devices;
}

static void
list_in_thread (GTask *task, gpointer source, gpointer pool, GCancellable *cancellable)
{
  g_task_return_pointer (task, tl_worker_pool_list_devices (pool, cancellable), (GDestroyNotify) g_ptr_array_unref);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer unused)
{
  TlSession *self = TL_SESSION (source);
  GPtrArray *devices = g_task_propagate_pointer (G_TASK (result), NULL);

  if (devices == NULL)   /* cancelled */
    return;
  self->devices = devices;
  g_object_notify (G_OBJECT (self), "devices");
}

void
tl_session_find_devices (TlSession *self)
{
  g_autoptr (GTask) task = NULL;
  TlWorkerPool     *pool = self->finding_devices == NULL ? tl_session_pool (self, NULL) : NULL;

  if (pool == NULL)
    return;
  self->finding_devices = g_cancellable_new ();
  task = g_task_new (self, self->finding_devices, on_listed, NULL);
  g_task_set_task_data (task, tl_worker_pool_ref (pool), (GDestroyNotify) tl_worker_pool_unref);
  g_task_run_in_thread (task, list_in_thread);
}

gboolean
tl_session_can_measure (TlSession *self, GError **error)
{
  g_autofree char *obstacle = tl_target_obstacle (&self->program.target, self->devices);

  return obstacle == NULL || tl_fail (error, TL_RUN_ERROR, TL_RUN_ERROR_FAILED, "%s", obstacle);
}
