/* SPDX-License-Identifier: Apache-2.0 */
/* Asks for the values of symbolic extents before a program runs. */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/* @error: why the values cannot be used; NULL: all extents are numbers now. Not called if the person cancels. */
typedef void (*TlSizesDone) (const GError *error, gpointer user_data);

/* Calls @done at once if there are no symbolic extents. @owner, a widget of the window, is kept alive and passed to @done. */
void tl_sizes_dialog_ask (GtkWidget *owner, TlSession *session, TlSizesDone done);

G_END_DECLS
