/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/* Times the programs on the way from @a to @b against each other, and shows what each step brought while it does. */
void tl_explain_dialog_open (GtkWindow *parent, TlSession *session, TlVariant *a, TlVariant *b);

G_END_DECLS
