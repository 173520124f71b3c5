/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Measures the widgets in @pages, a pile of which one page is shown, while the main loop is idle: the first frame of a page
 * has less to do, as its texts are shaped already. Widgets that change until then are measured again.
 */
void tl_measure_ahead (GtkWidget *pages);

G_END_DECLS
