/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pictures of a view that are kept as pixels of the display, and copied to the window as they are: the Cairo renderer takes several times
 * as long to enlarge or to move them by a part of a pixel.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Pixels of the display in a unit of @view, which grows with the text around it (ui/widgets/scale-bin.h). */
double           tl_pixel_scale (GtkWidget *view);

/* As many as a view of @units needs. */
int              tl_pixels_in (double units, double scale);

/* An empty picture of so many pixels; what is drawn into it is measured in units of the view. */
cairo_surface_t *tl_pixels_new (int width, int height, double scale);

/* Until gtk_snapshot_restore nodes are measured in units of the window, gtk_widget_get_scale_factor pixels each. */
void             tl_pixels_begin (GtkSnapshot *snapshot, GtkWidget *view);

/*
 * Paints with @pixels in such a node, @factor pixels to a unit; the left edge is at pixel column @x. A node holds them without a copy:
 * they may be drawn into again when they have one reference left.
 */
void             tl_pixels_set_source (cairo_t *cr, cairo_surface_t *pixels, int factor, int x);

G_END_DECLS
