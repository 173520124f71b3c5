/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/* Times the programs on the way from one state to another against each other, and shows what each step brought while it does. */
void tl_explain_dialog_open (GtkWindow *parent, TlSession *session, TlState *from, const char *from_name, TlState *to, const char *to_name);

G_END_DECLS
