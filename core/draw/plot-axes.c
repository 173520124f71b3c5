/* SPDX-License-Identifier: Apache-2.0 */
/* The logarithmic axis of latencies or speeds. */
#include <math.h>

#include "core/draw/draw-text.h"
#include "core/draw/plot-private.h"
#include "core/base/format.h"

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
  const TlPlotArea *frame;
  const TlPalette  *palette;
  gboolean          throughput, with_labels;
} Axis;

static void
draw_y_tick (const Axis *axis, double value, gboolean with_label)
{
  const TlPlotArea *frame = axis->frame;
  cairo_t          *cr = axis->cr;
  double            y = round (tl_plot_y (frame, log10 (value))) + 0.5;

  if (y < frame->top || y > frame->bottom)
    return;
  tl_set_color (cr, axis->palette->line, with_label ? 0.9 : 0.4);
  cairo_move_to (cr, frame->left, y);
  cairo_line_to (cr, frame->right, y);
  cairo_stroke (cr);
  if (with_label && axis->with_labels)
    {
      g_autofree char *label = tl_plot_y_label (axis->throughput, value);

      tl_draw_text (cr, frame->left - 8, y, TL_PLOT_FONT_PX, TL_TEXT_RIGHT, axis->palette->dim_text, 0, label);
    }
}

/* Decades always carry a label; 2 and 5 too while there is room; the rest are faint lines. A span inside one decade is ticked linearly. */
void
tl_plot_draw_y_axis (cairo_t *cr, const TlPlotArea *frame, const TlPalette *palette, gboolean throughput, gboolean with_labels)
{
  Axis   axis = { cr, frame, palette, throughput, with_labels };
  double decades = frame->y_max - frame->y_min;
  double decade_px = (frame->bottom - frame->top) / decades;
  double low = pow (10, frame->y_min), high = pow (10, frame->y_max);

  cairo_set_line_width (cr, 1);
  if (decades < 0.7)
    {
      double step = tl_nice_step (high - low, 6);

      for (double value = ceil (low / step) * step; value <= high && step > 0; value += step)
        draw_y_tick (&axis, value, TRUE);
      return;
    }
  for (int decade = (int) floor (frame->y_min); decade <= (int) ceil (frame->y_max); decade++)
    for (int digit = 1; digit <= 9; digit++)
      {
        gboolean labelled = digit == 1 || (digit == 2 && decade_px > 70) || (digit == 5 && decade_px > 70);

        if (labelled || decade_px > 40)
          draw_y_tick (&axis, digit * pow (10, decade), labelled);
      }
}
