/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The keys of the program; @page: whose keys come first, "explore", "tune", "compare" or "window". */
void tl_shortcuts_window_open (GtkWindow *parent, const char *page);

G_END_DECLS
