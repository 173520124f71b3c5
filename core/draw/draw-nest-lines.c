/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-nest-lines.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-nest.h"
#include "core/draw/draw-text.h"

#define FONT_PX          12.0
#define TITLE_PX         11.5
#define STRIPE_WIDTH     3.5
#define MIN_TREE         140.0
#define EXTENT_WIDTH     112.0
#define ITERATIONS_WIDTH 66.0
#define FOOTPRINT_WIDTH  72.0
#define TIME_WIDTH       92.0
#define TIME_BAR         38.0
#define TIME_NUMBER      40.0
#define NUMBER_WIDTH     66.0   /* of an extent, beside its bar */
#define MAX_BAR          74.0
#define RIGHT_MARGIN     8.0    /* within the lines, where rings stand around them */

const TlNestSpacing tl_nest_line_spacing = { .indent = 14, .inset = 0, .gap = 0, .bottom = 0, .barrier = 17 };

char *
tl_nest_iterations_text (double iterations)
{
  static const char *const units[] = { "", "k", "M", "G", "T", "P" };
  guint unit = 0;

  if (!isfinite (iterations))
    return g_strdup ("—");
  while (iterations >= 999.5 && unit + 1 < G_N_ELEMENTS (units))
    {
      iterations /= 1000;
      unit++;
    }
  if (unit == 0)
    return g_strdup_printf ("%.0f", iterations);
  return g_strdup_printf (iterations < 9.995 ? "%.2f %s" : iterations < 99.95 ? "%.1f %s" : "%.0f %s", iterations, units[unit]);
}

char *
tl_nest_share_text (double share)
{
  if (!isfinite (share))
    return g_strdup ("—");
  return g_strdup_printf (share >= 0.0095 || share <= 0 ? "%.0f %%" : share >= 0.0005 ? "%.1f %%" : "< 0.1 %%", share * 100);
}

char *
tl_nest_code_text (const TlNestFigure *figure)
{
  return g_strdup_printf (_("%u FMA, %u loads, %u spills"), figure->n_fmas, figure->n_loads, figure->n_spills);
}

enum { EXTENT, ITERATIONS, FOOTPRINT, TIME, N_COLUMNS };   /* from the left */

static const double column_width[N_COLUMNS] = { EXTENT_WIDTH, ITERATIONS_WIDTH, FOOTPRINT_WIDTH, TIME_WIDTH };
static const guint  by_need[N_COLUMNS] = { EXTENT, TIME, FOOTPRINT, ITERATIONS };

void
tl_nest_columns (double width, double tree_width, double wide_tree, TlNestColumns *columns)
{
  double  tree = tl_max (MIN_TREE, tl_min (tree_width, width * 0.6)), spare = width - RIGHT_MARGIN - tree, at;
  double *edges[N_COLUMNS] = { &columns->extent, &columns->iterations, &columns->footprint, &columns->time };
  guint   n_shown = 0;

  *columns = (TlNestColumns) { 0 };
  while (n_shown < N_COLUMNS && column_width[by_need[n_shown]] <= spare)
    {
      spare -= column_width[by_need[n_shown]];
      *edges[by_need[n_shown++]] = 1;
    }
  columns->bar_width = EXTENT_WIDTH - NUMBER_WIDTH;
  columns->tree = columns->extent == 0 ? width : tree + tl_clamp (wide_tree - tree, 0, spare);
  spare -= tl_max (0, columns->tree - tree);
  columns->bar_width += tl_clamp (spare, 0, MAX_BAR - columns->bar_width);
  at = columns->tree + columns->bar_width - (EXTENT_WIDTH - NUMBER_WIDTH);
  for (guint i = 0; i < N_COLUMNS; i++)
    if (*edges[i] > 0)
      *edges[i] = at += column_width[i];
}

static void
draw_number (cairo_t *cr, double right, double y, const TlPalette *palette, const char *text)
{
  if (right > 0)
    tl_draw_text (cr, right, y, FONT_PX, TL_TEXT_RIGHT, palette->text, 0, text);
}

static void
draw_title (cairo_t *cr, double right, const TlPalette *palette, const char *text)
{
  if (right > 0)
    tl_draw_text (cr, right, -TL_NEST_LINE_HEIGHT / 2, TITLE_PX, TL_TEXT_RIGHT, palette->dim_text, 0, text);
}

static void
draw_titles (cairo_t *cr, const TlNestColumns *columns, const TlPalette *palette)
{
  draw_title (cr, columns->extent, palette, _("Extent, log"));
  draw_title (cr, columns->iterations, palette, _("Iterations"));
  draw_title (cr, columns->footprint, palette, _("Footprint"));
  draw_title (cr, columns->time, palette, _("Time, estimated"));
}

static gint64
shown_extent (const TlNest *nest, const TlNestLines *lines, guint index)
{
  return lines->folded[index] && nest->items[index].is_side ? tl_nest_inside_extent (nest, index) : nest->items[index].extent;
}

/* log₂ of the largest extent shown, at least 1. */
static double
largest_log (const TlNest *nest, const TlNestLines *lines)
{
  double largest = 1;

  for (guint i = 0; i < nest->n_items; i++)
    if (nest->items[i].kind == TL_NEST_LOOP && !lines->hidden[i])
      largest = tl_max (largest, log2 (tl_max (1, (double) shown_extent (nest, lines, i))));
  return largest;
}

static void
draw_extent (cairo_t *cr, const TlNest *nest, const TlNestLines *lines, guint index, double y, double scale, const TlPalette *palette)
{
  const TlNestItem *item = &nest->items[index];
  gint64            extent = shown_extent (nest, lines, index);
  double            length = extent > 0 ? tl_max (2, log2 ((double) extent) * scale) : 0;
  TlColor           color = palette->look[tl_loop_look (&item->stmt->loop)];
  g_autofree char  *count = extent > 0 ? tl_format_count (extent) : g_strdup (item->extent_text);
  g_autofree char  *text = g_strdup_printf ("×%s", count);

  if (lines->columns.extent == 0)
    return;
  tl_path_rounded (cr, lines->columns.extent - NUMBER_WIDTH - lines->columns.bar_width + 6, y - 4, length, 8, 2);
  if (item->is_side)
    tl_fill_area (cr, palette, color, 0.45);
  else
    {
      tl_set_color (cr, color, tl_palette_mark (palette, 0.8));
      cairo_fill (cr);
    }
  draw_number (cr, lines->columns.extent, y, palette, text);
}

static void
draw_figures (cairo_t *cr, const TlNest *nest, const TlNestLines *lines, guint index, double y, const TlPalette *palette)
{
  const TlNestItem   *item = &nest->items[index];
  const TlNestFigure *figure = lines->figures != NULL ? &lines->figures[index] : NULL;
  gboolean            is_one_row = lines->folded[index] && item->is_side;
  g_autofree char    *iterations = tl_nest_iterations_text (is_one_row ? nest->items[item->end - 1].iterations : item->iterations);
  g_autofree char    *footprint = tl_format_bytes (figure != NULL && !is_one_row ? figure->footprint_bytes : -1);

  draw_number (cr, lines->columns.iterations, y, palette, iterations);
  draw_number (cr, lines->columns.footprint, y, palette, footprint);
}

/* Dark where most of the time goes. */
static void
draw_time (cairo_t *cr, const TlNest *nest, const TlNestLines *lines, guint index, double y, const TlPalette *palette)
{
  double           share = lines->figures != NULL ? lines->figures[index].time_share : NAN;
  double           x = lines->columns.time - TIME_NUMBER - TIME_BAR;
  g_autofree char *text = tl_nest_share_text (share);

  if (lines->columns.time == 0)
    return;
  draw_number (cr, lines->columns.time, y, palette, text);
  if (!isfinite (share))
    return;
  tl_path_rounded (cr, x, y - 4, TIME_BAR, 8, 2);
  tl_set_color (cr, palette->text, 0.07);
  cairo_fill (cr);
  tl_path_rounded (cr, x, y - 4, tl_max (1, TIME_BAR * tl_min (share, 1)), 8, 2);
  tl_set_color (cr, palette->accent, tl_palette_mark (palette, share >= 0.5 ? 1 : 0.55));
  cairo_fill (cr);
}

/* Runs from below a loop's row along all that is shown in it. */
static void
draw_guide (cairo_t *cr, const TlNestBox *box, const TlPalette *palette)
{
  tl_set_color (cr, palette->line, 0.8);
  cairo_rectangle (cr, floor (box->x + 6), box->y + box->row_height, 1, box->height - box->row_height);
  cairo_fill (cr);
}

static void
draw_stripe (cairo_t *cr, const TlNestItem *item, const TlNestBox *box, const TlPalette *palette)
{
  tl_path_rounded (cr, box->x + 13, box->y + 3, STRIPE_WIDTH, box->row_height - 6, 1);
  tl_set_color (cr, item->kind == TL_NEST_LOOP ? tl_family_color (palette, item->family) : palette->text, 1);
  cairo_fill (cr);
}

void
tl_draw_nest_lines (cairo_t *cr, const TlNest *nest, const TlNestLines *lines, const TlPalette *palette)
{
  double scale = lines->columns.bar_width / largest_log (nest, lines);

  draw_titles (cr, &lines->columns, palette);
  for (guint i = 0; i < nest->n_items; i++)
    {
      const TlNestItem *item = &nest->items[i];
      const TlNestBox  *box = &lines->boxes[i];
      double            middle = box->y + box->row_height / 2;

      if (lines->hidden[i] || box->y - lines->barrier > lines->bottom || box->y + box->height < lines->top)
        continue;
      draw_guide (cr, box, palette);
      if (item->waits)
        tl_draw_nest_barrier (cr, box->x + 10, lines->columns.tree, box->y - lines->barrier / 2, palette);
      if (item->kind == TL_NEST_OTHER || box->y + box->row_height < lines->top)
        continue;
      draw_stripe (cr, item, box, palette);
      draw_time (cr, nest, lines, i, middle, palette);
      if (item->kind != TL_NEST_LOOP)
        continue;
      draw_extent (cr, nest, lines, i, middle, scale, palette);
      draw_figures (cr, nest, lines, i, middle, palette);
    }
}
