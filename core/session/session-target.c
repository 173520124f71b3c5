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

gboolean
tl_session_can_measure (TlSession *self, GError **error)
{
  g_autofree char *obstacle = tl_target_obstacle (&self->program.target);

  return obstacle == NULL || tl_fail (error, TL_RUN_ERROR, TL_RUN_ERROR_FAILED, "%s", obstacle);
}
