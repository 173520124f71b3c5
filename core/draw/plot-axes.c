/* SPDX-License-Identifier: Apache-2.0 */
/* The logarithmic axis of latencies or speeds. */
#include <math.h>

#include "core/draw/draw-text.h"
#include "core/draw/plot-private.h"
#include "core/base/format.h"

#define LABEL_PITCH 1.3   /* of the font's size, from line to line */

char *
tl_plot_y_label (gboolean throughput, double value)
{
  if (!throughput)
    return tl_format_seconds (value);
  return value >= 10 ? g_strdup_printf ("%.0f", value) : g_strdup_printf ("%.3g", value);
}

typedef struct
{
  cairo_t          *cr;
  const TlPlotArea *area;
  const TlPalette  *palette;
  gboolean          throughput, with_labels;
} Axis;

static void
draw_y_tick (const Axis *axis, double value, gboolean with_label)
{
  const TlPlotArea *area = axis->area;
  cairo_t          *cr = axis->cr;
  double            y = round (tl_plot_y (area, log10 (value))) + 0.5;

  if (y < area->top || y > area->bottom)
    return;
  /* Points stand out more. */
  tl_set_color (cr, axis->palette->line, (with_label ? 0.9 : 0.4) * (axis->palette->is_high_contrast ? 0.5 : 1));
  cairo_rectangle (cr, area->left, y - 0.5, area->right - area->left, 1);
  cairo_fill (cr);
  if (with_label && axis->with_labels)
    {
      g_autofree char *label = tl_plot_y_label (axis->throughput, value);

      tl_draw_text (cr, area->left - 8, y, TL_PLOT_FONT_PX, TL_TEXT_RIGHT, axis->palette->dim_text, 0, label);
    }
}

/* At most 6 ticks, whose labels do not touch: they are closest at the upper end. */
static double
linear_step (double low, double high, double decade_px)
{
  double step = tl_nice_step (high - low, 6);

  for (guint n = 5; n > 1 && decade_px * log10 (high / (high - step)) < TL_PLOT_FONT_PX * LABEL_PITCH; n--)
    step = tl_nice_step (high - low, n);
  return step;
}

/* Decades always carry a label; 2 and 5 too while there is room; the rest are faint lines. A span inside one decade is ticked linearly. */
void
tl_plot_draw_y_axis (cairo_t *cr, const TlPlotArea *area, const TlPalette *palette, gboolean throughput, gboolean with_labels)
{
  Axis   axis = { cr, area, palette, throughput, with_labels };
  double decades = area->y_max - area->y_min;
  double decade_px = (area->bottom - area->top) / decades;
  double low = pow (10, area->y_min), high = pow (10, area->y_max);

  if (decades < 0.7)
    {
      double step = linear_step (low, high, decade_px);

      for (double value = ceil (low / step) * step; value <= high && step > 0; value += step)
        draw_y_tick (&axis, value, TRUE);
      return;
    }
  for (int decade = (int) floor (area->y_min); decade <= (int) ceil (area->y_max); decade++)
    for (int digit = 1; digit <= 9; digit++)
      {
        gboolean labelled = digit == 1 || (digit == 2 && decade_px > 70) || (digit == 5 && decade_px > 70);

        if (labelled || decade_px > 40)
          draw_y_tick (&axis, digit * pow (10, decade), labelled);
      }
}
