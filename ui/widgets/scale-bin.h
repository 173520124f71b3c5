/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Drawn views grow with the text of the desktop: their unit is a pixel at the usual size of text, and a view is shown so many times
 * larger as the text around it.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The size of the text in @widget over the usual one, from its font. */
double     tl_text_scale (GtkWidget *widget);
/* Whether so many pixels hold less text than @least would at its usual size: layouts for narrow windows are chosen by it. */
gboolean   tl_is_narrower (GtkWidget *widget, int width, int least);

/* The size in which a window opens, over that of its text. */
void       tl_window_set_usual_size (GtkWindow *window, int width, int height);
/* The columns of libadwaita's pages are as wide as for text of the usual size: makes those below @widget wider for larger text. */
void       tl_widen_columns (GtkWidget *widget);

/* TlScaleBin: shows its child at the scale of the text. Sizes and pointer positions of the child are in its own units. */
#define TL_TYPE_SCALE_BIN (tl_scale_bin_get_type ())
G_DECLARE_FINAL_TYPE (TlScaleBin, tl_scale_bin, TL, SCALE_BIN, GtkWidget)

GtkWidget *tl_scale_bin_new (GtkWidget *child);
/* In a GtkScrolledWindow of @least_height or more: a child that may be higher. */
GtkWidget *tl_scale_bin_new_scrolled (GtkWidget *child, int least_height);

/* Gives a widget with text, in a view within a TlScaleBin, its place: its text has grown already. In the view's units. */
void       tl_scale_bin_place_text (GtkWidget *text, double x, double y, double width, double height);

G_END_DECLS
