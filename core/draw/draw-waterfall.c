/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-waterfall.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/draw/draw-text.h"

#define ROW_HEIGHT   26.0
#define AXIS_HEIGHT  26.0
#define BAR_SHARE    0.5     /* of a row */
#define LABEL_SHARE  0.34    /* of the width */
#define TEXT_WIDTH   150.0
#define GAP          14.0
#define ARROW        5.0
#define HATCH        5.0
#define LEAST_SPAN   1.1     /* the scale's ends: the slowest time by the fastest */

typedef struct
{
  double left, right;
  double min_s, max_s;
} TimeScale;

/* Where the bar of row @index begins; 0: not known. */
static double
begin_of (const TlWaterfallRow *rows, guint index)
{
  const TlWaterfallRow *row = &rows[index];

  if (row->kind == TL_WATERFALL_INTERACTION)
    return row->time_s * row->gain;
  return row->kind == TL_WATERFALL_WHOLE ? rows[0].time_s : index > 0 ? rows[index - 1].time_s : row->time_s;
}

static TimeScale
scale_of (const TlWaterfallRow *rows, guint n_rows, double width)
{
  TimeScale  scale = { LABEL_SHARE * width, width - TEXT_WIDTH - GAP, INFINITY, 0 };
  double margin;

  for (guint i = 0; i < n_rows; i++)
    if (rows[i].time_s > 0)
      {
        scale.min_s = tl_min (scale.min_s, rows[i].time_s);
        scale.max_s = tl_max (scale.max_s, rows[i].time_s);
        if (rows[i].kind == TL_WATERFALL_INTERACTION)
          {
            scale.min_s = tl_min (scale.min_s, begin_of (rows, i));
            scale.max_s = tl_max (scale.max_s, begin_of (rows, i));
          }
      }
  if (scale.max_s <= 0)
    return scale;
  margin = tl_max (sqrt (LEAST_SPAN / tl_min (scale.max_s / scale.min_s, LEAST_SPAN)), pow (scale.max_s / scale.min_s, 0.04));
  scale.min_s /= margin;
  scale.max_s *= margin;
  return scale;
}

static double
x_of (const TimeScale *scale, double time_s)
{
  double share = log (time_s / scale->min_s) / log (scale->max_s / scale->min_s);

  return scale->left + tl_clamp (share, 0.0, 1.0) * (scale->right - scale->left);
}

double
tl_waterfall_x (const TlWaterfallRow *rows, guint n_rows, double width, double time_s)
{
  TimeScale scale = scale_of (rows, n_rows, width);

  return x_of (&scale, time_s);
}

double
tl_waterfall_height (guint n_rows)
{
  return n_rows * ROW_HEIGHT + AXIS_HEIGHT;
}

/* --- the axis --- */

/* Within a decade at about the same distance on a log scale. */
static double
next_tick (double tick)
{
  static const double steps[] = { 1, 1.5, 2, 3, 4, 5, 7, 10 };
  double              decade = pow (10, floor (log10 (tick * 1.0001)));
  guint               i = 0;

  while (steps[i] < tick / decade * 1.0001)
    i++;
  return decade * steps[i];
}

static void
draw_axis (cairo_t *cr, const TimeScale *scale, const TlPalette *palette, double bottom)
{
  double last = -INFINITY;

  for (double tick = pow (10, floor (log10 (scale->min_s))); tick <= scale->max_s; tick = next_tick (tick))
    {
      g_autofree char *text = tl_format_seconds (tick);
      double           x = x_of (scale, tick), half = tl_text_width (cr, 11, TL_TEXT_NORMAL, text) / 2;

      if (tick < scale->min_s)
        continue;
      tl_set_color (cr, palette->line, 1);
      cairo_rectangle (cr, round (x), 0, 1, bottom);
      cairo_fill (cr);
      if (x - half < last + 8)
        continue;
      tl_draw_text (cr, x, bottom + AXIS_HEIGHT / 2, 11, TL_TEXT_CENTER, palette->dim_text, 0, text);
      last = x + half;
    }
}

/* --- rows --- */

static void
hatch (cairo_t *cr, double left, double right, double top, double height)
{
  cairo_save (cr);
  cairo_rectangle (cr, left, top, right - left, height);
  cairo_clip (cr);
  cairo_set_line_width (cr, 1);
  for (double x = left - height; x < right; x += HATCH)
    {
      cairo_move_to (cr, x, top + height);
      cairo_line_to (cr, x + height, top);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* The bar ends in a point at the side to which it goes. */
static void
path_arrow (cairo_t *cr, double from, double to, double top, double height)
{
  double tip = to < from ? tl_min (ARROW, from - to) : -tl_min (ARROW, to - from);

  cairo_move_to (cr, from, top);
  cairo_line_to (cr, to + tip, top);
  cairo_line_to (cr, to, top + height / 2);
  cairo_line_to (cr, to + tip, top + height);
  cairo_line_to (cr, from, top + height);
  cairo_close_path (cr);
}

static void
draw_bar (cairo_t *cr, const TlWaterfallRow *row, const TlPalette *palette, double from, double to, double top, double height)
{
  TlColor color = row->kind == TL_WATERFALL_WHOLE ? palette->accent : to <= from ? palette->look[TL_LOOK_VECTORIZED] : palette->error;

  if (row->is_distinct)
    {
      tl_set_color (cr, color, 1);
      path_arrow (cr, from, to, top, height);
      cairo_fill (cr);
      return;
    }
  tl_set_color (cr, palette->dim_text, 1);
  hatch (cr, tl_min (from, to) - 1, tl_max (from, to) + 1, top, height);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, tl_min (from, to) - 1, top + 0.5, fabs (to - from) + 2, height - 1);
  cairo_stroke (cr);
}

/* The end of the bar is between these two, by the interval. */
static void
draw_whisker (cairo_t *cr, const TlWaterfallRow *row, const TimeScale *scale, const TlPalette *palette, double before_s, double middle)
{
  double left = x_of (scale, before_s / row->high), right = x_of (scale, before_s / row->low);

  if (row->low <= 0 || row->high <= 0 || right - left < 2)
    return;
  tl_set_color (cr, palette->text, 1);
  cairo_rectangle (cr, left, middle - 0.5, right - left, 1);
  cairo_rectangle (cr, left, middle - 3, 1, 6);
  cairo_rectangle (cr, right - 1, middle - 3, 1, 6);
  cairo_fill (cr);
}

static void
draw_row (cairo_t *cr, const TlWaterfallRow *rows, guint index, const TimeScale *scale, const TlPalette *palette, double width)
{
  const TlWaterfallRow *row = &rows[index];
  double                middle = (index + 0.5) * ROW_HEIGHT, height = BAR_SHARE * ROW_HEIGHT, top = round (middle - height / 2), before_s;
  gboolean              is_part = row->kind == TL_WATERFALL_STEP || row->kind == TL_WATERFALL_INTERACTION;
  guint                 style = is_part ? TL_TEXT_NORMAL : TL_TEXT_BOLD;

  tl_draw_text (cr, 0, middle, 13, style, palette->text, scale->left - GAP, row->label);
  tl_draw_text (cr, width, middle, 13, style | TL_TEXT_RIGHT, row->is_distinct || !is_part ? palette->text
                : palette->dim_text, TEXT_WIDTH, row->text);
  if (row->time_s <= 0)
    return;
  before_s = begin_of (rows, index);
  if (row->kind == TL_WATERFALL_START)
    {
      tl_set_color (cr, palette->text, 1);
      cairo_rectangle (cr, round (x_of (scale, row->time_s)) - 1, top, 2, height);
      cairo_fill (cr);
      return;
    }
  if (before_s <= 0)
    return;
  draw_bar (cr, row, palette, x_of (scale, before_s), x_of (scale, row->time_s), top, height);
  draw_whisker (cr, row, scale, palette, before_s, middle);
}

/* From where a bar ends to where the next begins. */
static void
draw_links (cairo_t *cr, const TlWaterfallRow *rows, guint n_rows, const TimeScale *scale, const TlPalette *palette)
{
  tl_set_color (cr, palette->dim_text, 0.6);
  for (guint i = 0; i + 1 < n_rows; i++)
    if (rows[i].time_s > 0 && rows[i + 1].kind == TL_WATERFALL_STEP && rows[i + 1].time_s > 0)
      cairo_rectangle (cr, round (x_of (scale, rows[i].time_s)), (i + 0.5) * ROW_HEIGHT, 1, ROW_HEIGHT);
  cairo_fill (cr);
}

void
tl_draw_waterfall (cairo_t *cr, const TlWaterfallRow *rows, guint n_rows, const TlPalette *palette, double width, double height)
{
  TimeScale scale = scale_of (rows, n_rows, width);

  if (scale.max_s > 0)
    {
      draw_axis (cr, &scale, palette, tl_min (n_rows * ROW_HEIGHT, height - AXIS_HEIGHT));
      draw_links (cr, rows, n_rows, &scale, palette);
    }
  for (guint i = 0; i < n_rows; i++)
    draw_row (cr, rows, i, &scale, palette, width);
}
