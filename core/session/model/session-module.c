/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that come from no file. */
#include "core/session/session-private.h"

void
tl_session_show_module (TlSession *self, TlModule *module, const char *title, TlState *scheduled, const char *action)
{
  g_autoptr (TlOpened) opened = g_new0 (TlOpened, 1);

  opened->root = scheduled != NULL ? tl_state_ref (tl_state_root (scheduled)) : tl_state_new (module, 0);
  opened->module = tl_module_ref (tl_state_module (opened->root));
  opened->title = g_strdup (title);
  opened->target = tl_target_to_text (&self->program.target);
  tl_session_show_opened (self, opened);
  if (scheduled != NULL && tl_state_n_steps (scheduled) > 0)
    tl_history_continue (self->history, self->program.root, scheduled, g_strdup (action));
}
