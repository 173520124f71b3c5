/* SPDX-License-Identifier: Apache-2.0 */
/* Asks for values of extents that are no numbers, before a program is run. */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/* @error: why the values cannot be taken; NULL: all extents are numbers now. Not called where the person cancels. */
typedef void (*TlSizesDone) (const GError *error, gpointer user_data);

/* Calls @done at once where there is nothing to ask. @owner, a widget of the window that asks, is kept alive and handed to @done. */
void tl_sizes_dialog_ask (GtkWidget *owner, TlSession *session, TlSizesDone done);

G_END_DECLS
