/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * After each layout GTK tells widgets again where the pointer is, with the buttons that are down by then. If one went up and its release
 * still waits in the connection, gestures take that for the end of the press without a click (seen with GTK 4.8 on X11), and the click is
 * lost: one of thirty on a button beside a progress bar, with other work on the machine. For the widgets of @window no button is up before
 * its release.
 */
void tl_keep_clicks_whole (GtkWidget *window);

G_END_DECLS
