/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The keys of the program; @section: the one that is shown first, the name of a page or "window". */
void tl_shortcuts_window_open (GtkWindow *parent, const char *section);

G_END_DECLS
