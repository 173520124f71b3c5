/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-gain.h"

#include <math.h>

#include "core/base/extremum.h"

#define MOST_GAIN  8.0
#define MARK_WIDTH 2.0
#define BAR_SHARE  0.6   /* of the height */

static double
x_of (double gain, double width)
{
  double share = tl_clamp (log (gain) / log (MOST_GAIN), -1.0, 1.0);

  return MARK_WIDTH / 2 + (share + 1) / 2 * (width - MARK_WIDTH);
}

static void
fill (cairo_t *cr, TlColor color, double left, double right, double top, double height)
{
  tl_set_color (cr, color, 1);
  cairo_rectangle (cr, left, top, right - left, height);
  cairo_fill (cr);
}

void
tl_draw_gain (cairo_t *cr, double low, double median, double high, const TlPalette *palette, double width, double height)
{
  double left = x_of (low, width), right = x_of (high, width), middle = x_of (1, width), mark = x_of (median, width);
  double bar = BAR_SHARE * height, top = (height - bar) / 2;

  fill (cr, palette->line, 0, width, height / 2 - 0.5, 1);
  if (left < middle)
    fill (cr, palette->error, left, tl_min (right, middle), top, bar);
  if (right > middle)
    fill (cr, palette->look[TL_LOOK_VECTORIZED], tl_max (left, middle), right, top, bar);
  fill (cr, palette->dim_text, middle - 0.5, middle + 0.5, 0, height);
  fill (cr, palette->text, mark - MARK_WIDTH / 2, mark + MARK_WIDTH / 2, 0, height);
}

void
tl_draw_confidence (cairo_t *cr, double confidence, const TlPalette *palette, double width, double height)
{
  double radius = tl_min (width, height) / 2 - 1, x = width / 2, y = height / 2;

  tl_set_color (cr, palette->dim_text, 1);
  cairo_set_line_width (cr, 1);
  cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
  cairo_stroke (cr);
  cairo_move_to (cr, x, y);
  cairo_arc (cr, x, y, radius, -G_PI / 2, -G_PI / 2 + 2 * G_PI * tl_clamp (confidence, 0.0, 1.0));
  cairo_close_path (cr);
  cairo_fill (cr);
}
