/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Thousands of curves across parallel axes as pixels. Cairo takes 20 µs a curve, which is too slow while a brush is dragged; here curves
 * are added up in a grid of counts, one gap between two axes at a time, and a pixel's alpha follows from its count. Of many curves those
 * with nearly the same ends (4 px, of very many 8) are drawn as one that counts as often: the time is bounded by the size of the picture.
 */
#pragma once

#include "core/draw/palette.h"

G_BEGIN_DECLS

#define TL_PARALLEL_SUBPIXELS 16

/* The axes, in pixels of the surface. Borrowed arrays. */
typedef struct
{
  guint                 n_axes;
  const int            *x;       /* rising */
  const guint16 *const *y;       /* of each axis: where each line crosses it, in sixteenths of a pixel from the top */
  guint                 n;       /* lines */
} TlParallelLines;

/* One hue from dark to light (or, on dark backgrounds, from light to dark), and how much one line covers. */
typedef struct
{
  TlColor strong, weak;
  double  alpha;
} TlParallelInk;

/* The hue of lines, of full cover. */
TlParallelInk tl_parallel_ink (const TlPalette *palette);

/*
 * Draws the lines whose entry of @shade is not 0; 255 is strong, 1 weak. @surface: ARGB32, device scale 1, whose pixels between the axes
 * are replaced.
 */
void tl_parallel_lines_draw (cairo_surface_t *surface, const TlParallelLines *lines, const guint8 *shade, const TlParallelInk *ink);

/* The height of a curve at @t (0 … 1) of a gap, between its ends. */
double tl_parallel_curve (double from, double to, double t);

G_END_DECLS
