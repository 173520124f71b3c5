/* SPDX-License-Identifier: Apache-2.0 */
/* A state that is looked at in place of the current variant's. */
#include "core/session/session-private.h"

void
tl_session_set_preview (TlSession *self, TlState *state, const char *title)
{
  if (state == self->preview)
    return;
  g_clear_pointer (&self->preview, tl_state_unref);
  g_clear_pointer (&self->preview_title, g_free);
  self->preview = state != NULL ? tl_state_ref (state) : NULL;
  self->preview_title = state != NULL ? g_strdup (title) : NULL;
  g_signal_emit_by_name (self, "preview-changed");
}

TlState *
tl_session_preview (TlSession *self)
{
  return self->preview;
}

const char *
tl_session_preview_title (TlSession *self)
{
  return self->preview_title;
}
