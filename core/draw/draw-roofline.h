/* SPDX-License-Identifier: Apache-2.0 */
/* The picture of a roofline (core/draw/roofline-model.h), both axes logarithmic. */
#pragma once

#include "core/draw/palette.h"
#include "core/draw/roofline-model.h"

G_BEGIN_DECLS

/* Where things stand, in pixels and log10 of operations per byte and operations per second. Everything that is drawn is inside. */
typedef struct
{
  double left, top, right, bottom;   /* of the field */
  double x_min, x_max, y_min, y_max;
} TlRooflineArea;

void   tl_roofline_area (const TlRoofline *roofline, double width, double height, TlRooflineArea *area);
double tl_roofline_x (const TlRooflineArea *area, double intensity);
double tl_roofline_y (const TlRooflineArea *area, double rate);

/*
 * The roofs with their values, the regions that memory and compute bound, and a point for each variant, told apart by shape and name. Of
 * the one shown also the other levels of memory. @with_path: arrows through its measured states, with the primitives between them,
 * and a dashed one to where a suggested step is predicted to lead. Paints
 * no background. Where there are no points the reason is written.
 */
void   tl_draw_roofline (cairo_t *cr, const TlRoofline *roofline, gboolean with_path, const TlPalette *palette, double width,
                         double height);
/* On top of it: a ring around a point, its companions, and how far the roof is. */
void   tl_draw_roofline_point (cairo_t *cr, const TlRoofline *roofline, guint point, const TlPalette *palette, double width, double height);

/* The point nearest to a pixel and within @radius, of those shown; -1: none. */
gint   tl_roofline_pick (const TlRoofline *roofline, const TlRooflineArea *area, gboolean with_path, double x, double y, double radius);
/* Those shown between two corners, in pixels. GArray of guint, free with g_array_unref. */
GArray *tl_roofline_within (const TlRoofline *roofline, const TlRooflineArea *area, gboolean with_path, double x0, double y0, double x1,
                            double y1);
/* Whether the point is in the picture. */
gboolean tl_roofline_shows (const TlRoofline *roofline, guint point, gboolean with_path);

G_END_DECLS
