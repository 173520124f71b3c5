/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Presents a window, or pops up a popover that has its parent, in several dispatches of the main loop: measuring takes the most of it, and
 * GTK keeps the sizes of widgets until they are shown.
 */
void tl_present_in_steps (GtkWidget *widget);
/* Shows a file dialog in the next dispatch: to make it takes as long as to show it. */
void tl_show_native_next (GtkNativeDialog *dialog);

G_END_DECLS
