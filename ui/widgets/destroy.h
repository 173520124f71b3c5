/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Keeps @widgets when their parent gives them up, and destroys one a dispatch of the main loop, so that keys and frames of other windows
 * come between: to destroy a page of a window takes nearly as long as to make it. The application does not end before the last one is gone.
 */
void tl_destroy_in_steps (GtkWidget *const *widgets, guint n);

G_END_DECLS
