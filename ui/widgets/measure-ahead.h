/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Measures the widgets in @pages, shown or not, and draws their texts, while the main loop is idle: the first frame of a page, a card or a
 * menu has less to do, as styles, shapes of texts and pictures of glyphs are there already. Widgets that change until then are measured
 * again.
 */
void tl_measure_ahead (GtkWidget *pages);
/* Measures what @widget shows, some of it in each dispatch of the main loop, then calls @done. GTK keeps the sizes. */
void tl_measure_in_slices (GtkWidget *widget, void (*done) (GtkWidget *widget));

G_END_DECLS
