/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-waterfall.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
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

/* The panel of the last steps: where there is room for it and … */
#define PANEL_SHARE  0.42    /* of the room for bars */
#define PANEL_LEAST  140.0
#define PANEL_GAP    28.0
#define SMALL_SHARE  0.15    /* … where they take no more of the log scale than this, all together */
#define PANEL_MARGIN 0.08    /* beside the bars, of their span */

typedef struct
{
  double   left, right;
  double   min_s, max_s;
  gboolean is_linear;
} TimeScale;

/* Rows that are enlarged. */
typedef struct
{
  guint     first, end;    /* equal: none */
  TimeScale scale;
} WaterfallPanel;

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

/* --- the panel --- */

/* From the time before row @index to its own. */
static void
span_of (const TlWaterfallRow *rows, guint index, double *min_s, double *max_s)
{
  *min_s = tl_min (*min_s, tl_min (rows[index].time_s, begin_of (rows, index)));
  *max_s = tl_max (*max_s, tl_max (rows[index].time_s, begin_of (rows, index)));
}

/* The last steps, as many as are small together; all of them are known. */
static guint
first_small (const TlWaterfallRow *rows, guint end, double least_s, double most_s)
{
  double min_s = INFINITY, max_s = 0;
  guint  first = end;

  while (first > 1 && rows[first - 1].kind == TL_WATERFALL_STEP && rows[first - 1].time_s > 0 && rows[first - 2].time_s > 0)
    {
      span_of (rows, first - 1, &min_s, &max_s);
      if (log (max_s / min_s) > SMALL_SHARE * log (most_s / least_s))
        break;
      first--;
    }
  return first;
}

/* With its whiskers, as far as they reach no further than the bars' span beside them. */
static void
fit_panel (const TlWaterfallRow *rows, WaterfallPanel *panel)
{
  double min_s = INFINITY, max_s = 0, least_s, most_s, margin;

  for (guint i = panel->first; i < panel->end; i++)
    span_of (rows, i, &min_s, &max_s);
  least_s = min_s - (max_s - min_s);
  most_s = max_s + (max_s - min_s);
  for (guint i = panel->first; i < panel->end; i++)
    if (rows[i].low > 0 && rows[i].high > 0)
      {
        min_s = tl_min (min_s, tl_max (begin_of (rows, i) / rows[i].high, least_s));
        max_s = tl_max (max_s, tl_min (begin_of (rows, i) / rows[i].low, most_s));
      }
  margin = tl_max (PANEL_MARGIN * (max_s - min_s), 1e-3 * max_s);
  panel->scale.min_s = min_s - margin;
  panel->scale.max_s = max_s + margin;
}

/* Takes its room from @scale. */
static WaterfallPanel
panel_of (const TlWaterfallRow *rows, guint n_rows, TimeScale *scale)
{
  WaterfallPanel panel = { .scale.is_linear = TRUE };
  double         room = scale->right - scale->left, width = PANEL_SHARE * room;

  while (panel.end < n_rows && rows[panel.end].kind <= TL_WATERFALL_STEP)
    panel.end++;
  panel.first = panel.end;
  if (scale->max_s > 0 && width >= PANEL_LEAST)
    panel.first = first_small (rows, panel.end, scale->min_s, scale->max_s);
  if (panel.first == panel.end)
    return panel;
  fit_panel (rows, &panel);
  panel.scale.right = scale->right;
  panel.scale.left = scale->right - width;
  scale->right = panel.scale.left - PANEL_GAP;
  return panel;
}

static double
x_of (const TimeScale *scale, double time_s)
{
  double share = scale->is_linear ? (time_s - scale->min_s) / (scale->max_s - scale->min_s)
                                  : log (time_s / scale->min_s) / log (scale->max_s / scale->min_s);

  return scale->left + tl_clamp (share, 0.0, 1.0) * (scale->right - scale->left);
}

double
tl_waterfall_x (const TlWaterfallRow *rows, guint n_rows, double width, double time_s)
{
  TimeScale scale = scale_of (rows, n_rows, width);

  panel_of (rows, n_rows, &scale);
  return x_of (&scale, time_s);
}

gboolean
tl_waterfall_enlarged (const TlWaterfallRow *rows, guint n_rows, double width, guint *first, guint *end)
{
  TimeScale      scale = scale_of (rows, n_rows, width);
  WaterfallPanel panel = panel_of (rows, n_rows, &scale);

  *first = panel.first;
  *end = panel.end;
  return panel.first < panel.end;
}

double
tl_waterfall_enlarged_x (const TlWaterfallRow *rows, guint n_rows, double width, double time_s)
{
  TimeScale      scale = scale_of (rows, n_rows, width);
  WaterfallPanel panel = panel_of (rows, n_rows, &scale);

  return x_of (&panel.scale, time_s);
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

/* About three of a linear scale, at 1, 2 or 5 of a decade. */
static double
linear_step (const TimeScale *scale)
{
  double least = (scale->max_s - scale->min_s) / 4, decade = pow (10, floor (log10 (least)));

  return least <= decade * 1.0001 ? decade : least <= 2 * decade ? 2 * decade : least <= 5 * decade ? 5 * decade : 10 * decade;
}

static void
draw_axis (cairo_t *cr, const TimeScale *scale, const TlPalette *palette, double top, double bottom)
{
  double last = -INFINITY, step = scale->is_linear ? linear_step (scale) : 0;
  double tick = scale->is_linear ? ceil (scale->min_s / step) * step : pow (10, floor (log10 (scale->min_s)));

  for (; tick <= scale->max_s; tick = scale->is_linear ? tick + step : next_tick (tick))
    {
      g_autofree char *text = tl_format_seconds (tick);
      double           x = x_of (scale, tick), half = tl_text_width (cr, 11, TL_TEXT_NORMAL, text) / 2;

      if (tick < scale->min_s)
        continue;
      tl_set_color (cr, palette->line, 1);
      cairo_rectangle (cr, round (x), top, 1, bottom - top);
      cairo_fill (cr);
      if (x - half < last + 8)
        continue;
      tl_draw_text (cr, x, bottom + AXIS_HEIGHT / 2, 11, TL_TEXT_CENTER, palette->dim_text, 0, text);
      last = x + half;
    }
}

/* --- rows --- */

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
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, tl_min (from, to) - 1, top, fabs (to - from) + 2, height);
  tl_hatch (cr, HATCH);
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
draw_change (cairo_t *cr, const TlWaterfallRow *rows, guint index, const TimeScale *scale, const TlPalette *palette)
{
  double middle = (index + 0.5) * ROW_HEIGHT, height = BAR_SHARE * ROW_HEIGHT, before_s = begin_of (rows, index);

  if (before_s <= 0)
    return;
  draw_bar (cr, &rows[index], palette, x_of (scale, before_s), x_of (scale, rows[index].time_s), round (middle - height / 2), height);
  draw_whisker (cr, &rows[index], scale, palette, before_s, middle);
}

static void
draw_row (cairo_t *cr, const TlWaterfallRow *rows, guint index, const TimeScale *scale, const TlPalette *palette, double width)
{
  const TlWaterfallRow *row = &rows[index];
  double                middle = (index + 0.5) * ROW_HEIGHT, height = BAR_SHARE * ROW_HEIGHT;
  gboolean              is_part = row->kind == TL_WATERFALL_STEP || row->kind == TL_WATERFALL_INTERACTION;
  guint                 style = is_part ? TL_TEXT_NORMAL : TL_TEXT_BOLD;

  tl_draw_text (cr, 0, middle, 13, style, palette->text, scale->left - GAP, row->label);
  tl_draw_text (cr, width, middle, 13, style | TL_TEXT_RIGHT, row->is_distinct || !is_part ? palette->text
                : palette->dim_text, TEXT_WIDTH, row->text);
  if (row->time_s <= 0)
    return;
  if (row->kind != TL_WATERFALL_START)
    {
      draw_change (cr, rows, index, scale, palette);
      return;
    }
  tl_set_color (cr, palette->text, 1);
  cairo_rectangle (cr, round (x_of (scale, row->time_s)) - 1, round (middle - height / 2), 2, height);
  cairo_fill (cr);
}

/* From where a bar ends to where the next begins, of the rows from @first to before @end. */
static void
draw_links (cairo_t *cr, const TlWaterfallRow *rows, guint first, guint end, const TimeScale *scale, const TlPalette *palette)
{
  tl_set_color (cr, palette->dim_text, 0.6);
  for (guint i = first; i + 1 < end; i++)
    if (rows[i].time_s > 0 && rows[i + 1].kind == TL_WATERFALL_STEP && rows[i + 1].time_s > 0)
      cairo_rectangle (cr, round (x_of (scale, rows[i].time_s)), (i + 0.5) * ROW_HEIGHT, 1, ROW_HEIGHT);
  cairo_fill (cr);
}

/* Its ground, and the lines that lead to it from that part of the log scale. */
static void
draw_panel (cairo_t *cr, const TlWaterfallRow *rows, const WaterfallPanel *panel, const TimeScale *scale, const TlPalette *palette)
{
  double top = panel->first * ROW_HEIGHT, bottom = panel->end * ROW_HEIGHT, width = panel->scale.right - panel->scale.left;

  tl_set_color (cr, palette->dim_text, 0.08);
  cairo_rectangle (cr, panel->scale.left, top, width, bottom - top);
  cairo_fill (cr);
  tl_set_color (cr, palette->dim_text, 0.5);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, x_of (scale, panel->scale.max_s), top + 2);
  cairo_line_to (cr, panel->scale.left, top + 0.5);
  cairo_line_to (cr, panel->scale.left, bottom - 0.5);
  cairo_line_to (cr, x_of (scale, panel->scale.max_s), bottom - 2);
  cairo_stroke (cr);
  tl_draw_text (cr, panel->scale.right, top - ROW_HEIGHT / 2, 11, TL_TEXT_RIGHT, palette->dim_text, width, _("enlarged, linear scale"));
  draw_axis (cr, &panel->scale, palette, top, bottom);
  draw_links (cr, rows, panel->first, panel->end, &panel->scale, palette);
  for (guint i = panel->first; i < panel->end; i++)
    draw_change (cr, rows, i, &panel->scale, palette);
}

void
tl_draw_waterfall (cairo_t *cr, const TlWaterfallRow *rows, guint n_rows, const TlPalette *palette, double width, double height)
{
  TimeScale      scale = scale_of (rows, n_rows, width);
  WaterfallPanel panel = panel_of (rows, n_rows, &scale);

  if (scale.max_s > 0)
    {
      draw_axis (cr, &scale, palette, 0, tl_min (n_rows * ROW_HEIGHT, height - AXIS_HEIGHT));
      draw_links (cr, rows, 0, n_rows, &scale, palette);
    }
  for (guint i = 0; i < n_rows; i++)
    draw_row (cr, rows, i, &scale, palette, width);
  if (panel.first < panel.end)
    draw_panel (cr, rows, &panel, &scale, palette);
}
