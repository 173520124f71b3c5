/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-memory.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-text.h"
#include "core/draw/memory-scale-private.h"

#define BAR_HEIGHT   10.0
#define BAND_HEIGHT  22.0
#define MARK_RADIUS  3.6
#define STEP_WIDTH   1.3
#define REUSE_WIDTH  3.5
#define LEAST_REUSE  1.5      /* iterations that use a region, from which on it is said */
#define LEGEND_Y     9.0
#define LABEL_PX     11.5
#define LEAST_STEP   12.0    /* from row to row: about that of a text */
#define LABEL_GAP    7.0      /* from a mark to its label: more than the reach of a mark */

/* --- head --- */

static char *
capacity_text (const TlTraffic *traffic, TlLevel level)
{
  return level == TL_LEVEL_MEMORY ? g_strdup ("") : tl_format_bytes (traffic->capacities.bytes[level]);
}

void
tl_draw_memory_head (cairo_t *cr, const TlMemoryPicture *picture, const TlPalette *palette, double width, double height)
{
  TlMemoryColumn columns[TL_N_LEVELS + 1];
  guint          n = picture->is_folded ? 0 : tl_memory_columns (picture->traffic, width, columns);
  double         first = height / 2 - 8, second = height / 2 + 8;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *capacity = capacity_text (picture->traffic, columns[i].level);
      double           middle = (columns[i].left + columns[i].right) / 2;

      tl_draw_text (cr, middle, first, MEMORY_FONT_PX, TL_TEXT_BOLD | TL_TEXT_CENTER, palette->text, 0,
                    tl_memory_column_title (picture->traffic, columns[i].level));
      tl_draw_text (cr, middle, second, MEMORY_FONT_PX, TL_TEXT_CENTER, palette->dim_text, columns[i].right - columns[i].left, capacity);
    }
  tl_draw_text (cr, width - 6, first, MEMORY_FONT_PX, TL_TEXT_RIGHT, palette->dim_text, 0, _("One"));
  tl_draw_text (cr, width - 6, second, MEMORY_FONT_PX, TL_TEXT_RIGHT, palette->dim_text, 0, _("iteration"));
}

/* --- rows --- */

/* Every other column is shaded; a line stands where a level is full. */
static void
draw_columns (cairo_t *cr, const TlTraffic *traffic, const TlPalette *palette, double width, double height)
{
  TlMemoryColumn columns[TL_N_LEVELS + 1];
  guint          n = tl_memory_columns (traffic, width, columns);

  for (guint i = 0; i < n; i++)
    {
      cairo_rectangle (cr, columns[i].left, 0, columns[i].right - columns[i].left, height);
      tl_set_color (cr, palette->dim_text, tl_palette_tint (palette, i % 2 == 0 ? 0.09 : 0.0));
      cairo_fill (cr);
      if (i + 1 == n)
        break;
      cairo_rectangle (cr, round (columns[i].right) - 0.5, 0, 1, height);
      tl_set_color (cr, palette->dim_text, tl_palette_mark (palette, 0.7));
      cairo_fill (cr);
    }
}

static double
column_right (const TlTraffic *traffic, double width, TlLevel level)
{
  TlMemoryColumn columns[TL_N_LEVELS + 1];
  guint          n = tl_memory_columns (traffic, width, columns);

  for (guint i = 0; i < n; i++)
    if (columns[i].level == level)
      return columns[i].right;
  return columns[n - 1].right;
}

/* From the left, tinted, or within an outline in high contrast. */
static void
draw_band (cairo_t *cr, const TlPalette *palette, TlColor color, double width, double middle, double height, double alpha)
{
  cairo_rectangle (cr, 0, middle - height / 2, width, height);
  tl_set_color (cr, color, tl_palette_tint (palette, alpha));
  cairo_fill_preserve (cr);
  tl_set_color (cr, color, palette->is_high_contrast ? 1 : 0);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

/* The levels up to the one that holds the loop's working set are tinted; the grey bar is the footprint. */
static void
draw_footprint (cairo_t *cr, const TlMemoryPicture *picture, const TlTrafficLoop *loop, const TlPalette *palette, double y, double width)
{
  double right = column_right (picture->traffic, width, loop->level), scale = picture->scale;
  double x = tl_memory_x (picture->traffic, width, (double) loop->footprint->total_bytes);

  if (loop->is_known)
    {
      draw_band (cr, palette, palette->accent, right, y, BAND_HEIGHT * scale, 0.08);
      cairo_rectangle (cr, round (right) - 1.5, y - BAND_HEIGHT / 2 * scale, 3, BAND_HEIGHT * scale);
      tl_set_color (cr, palette->accent, tl_palette_mark (palette, 0.55));
      cairo_fill (cr);
    }
  if (loop->footprint->total_bytes < 0)
    return;
  draw_band (cr, palette, palette->dim_text, x, y, BAR_HEIGHT * scale, 0.28);
  cairo_rectangle (cr, round (x) - 1, y - BAR_HEIGHT / 2 * scale - 1, 2, BAR_HEIGHT * scale + 2);
  tl_set_color (cr, palette->dim_text, 0.9);
  cairo_fill (cr);
}

static void
draw_total (cairo_t *cr, const TlMemoryPicture *picture, const TlTrafficLoop *loop, const TlPalette *palette, double y, double width)
{
  g_autofree char *total = tl_format_bytes (loop->footprint->total_bytes);
  gboolean         is_selected = loop->loop == picture->selected;

  tl_draw_text (cr, width - 6, y, MEMORY_FONT_PX * picture->scale, TL_TEXT_RIGHT | (is_selected ? TL_TEXT_BOLD : TL_TEXT_NORMAL),
                palette->text, 0, total);
}

static void
draw_row (cairo_t *cr, const TlMemoryPicture *picture, const TlMemoryRow *row, const TlTrafficLoop *loop, const TlPalette *palette,
          double width)
{
  if (row->loop == picture->selected)
      draw_band (cr, palette, palette->accent, width, row->y, BAND_HEIGHT * picture->scale + 2, 0.16);
  if (!picture->is_folded)
    draw_footprint (cr, picture, loop, palette, row->y, width);
  draw_total (cr, picture, loop, palette, row->y, width);
}

/* --- series --- */

static gint
find_touched (const TlTrafficLoop *loop, guint buffer)
{
  for (guint i = 0; i < loop->footprint->n_touched; i++)
    if (loop->uses[i].buffer == buffer)
      return (gint) i;
  return -1;
}

/* The row of the loop around row @at; -1: none is shown. */
static gint
find_parent (const TlMemoryPicture *picture, guint at)
{
  const TlTrafficLoop *loop = tl_traffic_find_loop (picture->traffic, picture->rows[at].loop);

  for (guint i = at; i-- > 0;)
    {
      const TlTrafficLoop *outer = tl_traffic_find_loop (picture->traffic, picture->rows[i].loop);

      if (outer != NULL && outer->depth < loop->depth)
        return (gint) i;
    }
  return -1;
}

static double
x_of_use (const TlMemoryPicture *picture, const TlTrafficLoop *loop, gint touched, double width)
{
  return tl_memory_x (picture->traffic, width, (double) loop->footprint->touched[touched].n_bytes);
}

static gboolean
is_reused (const TlTrafficLoop *loop, gint touched)
{
  return loop->uses[touched].n_reuses >= LEAST_REUSE;
}

/* From the region of the loop around down to this one; thick where all iterations of the loop use the same. */
static void
draw_step (cairo_t *cr, const TlMemoryPicture *picture, guint at, guint buffer, const TlPalette *palette, double width)
{
  const TlMemoryRow   *row = &picture->rows[at];
  const TlTrafficLoop *loop = tl_traffic_find_loop (picture->traffic, row->loop), *outer;
  gint                 touched = find_touched (loop, buffer), parent = find_parent (picture, at), of_outer = -1;
  double               x = x_of_use (picture, loop, touched, width), from_x = x, from_y = row->y - BAND_HEIGHT / 2 * picture->scale;
  gboolean             is_thick = is_reused (loop, touched) && !loop->uses[touched].is_moving;

  if (parent >= 0)
    {
      outer = tl_traffic_find_loop (picture->traffic, picture->rows[parent].loop);
      of_outer = find_touched (outer, buffer);
    }
  if (of_outer >= 0 && outer->footprint->touched[of_outer].n_bytes >= 0)
    {
      from_x = x_of_use (picture, outer, of_outer, width);
      from_y = picture->rows[parent].y;
    }
  else if (!is_thick)
    return;
  cairo_new_path (cr);
  cairo_move_to (cr, from_x, from_y);
  cairo_line_to (cr, from_x, row->y);
  cairo_line_to (cr, x, row->y);
  tl_set_color (cr, tl_memory_series_color (palette, buffer), 1);
  cairo_set_line_width (cr, (is_thick ? REUSE_WIDTH : STEP_WIDTH) * picture->scale);
  cairo_stroke (cr);
}

static char *
reuse_text (double n)
{
  if (n >= 1e6)
    return g_strdup_printf ("×%.3g M", n / 1e6);
  if (n >= 1e4)
    return g_strdup_printf ("×%.3g k", n / 1e3);
  return g_strdup_printf (n < 10 && fabs (n - round (n)) >= 0.05 ? "×%.1f" : "×%.0f", n);
}

/* Marks at one place would hide each other: those of later buffers stand right of the earlier ones. */
static double
x_of_mark (const TlMemoryPicture *picture, const TlTrafficLoop *loop, guint touched, double width)
{
  double x = x_of_use (picture, loop, (gint) touched, width), radius = MARK_RADIUS * picture->scale;
  guint  n_before = 0;

  for (guint i = 0; i < loop->footprint->n_touched; i++)
    if (loop->uses[i].buffer < loop->uses[touched].buffer && loop->footprint->touched[i].n_bytes >= 0
        && fabs (x_of_use (picture, loop, (gint) i, width) - x) < radius)
      n_before++;
  return x + n_before * 1.6 * radius;
}

/* The rightmost of the marks at the place of this one. */
static guint
last_mark_near (const TlMemoryPicture *picture, const TlTrafficLoop *loop, guint touched, double width)
{
  double x = x_of_use (picture, loop, (gint) touched, width);
  guint  last = touched;

  for (guint i = 0; i < loop->footprint->n_touched; i++)
    if (loop->footprint->touched[i].n_bytes >= 0 && fabs (x_of_use (picture, loop, (gint) i, width) - x) < MARK_RADIUS * picture->scale
        && loop->uses[i].buffer > loop->uses[last].buffer)
      last = i;
  return last;
}

/* A mark of the row within a label from @x on; its middle goes to @mark_x. */
static gboolean
find_mark_in (const TlMemoryPicture *picture, const TlTrafficLoop *loop, double x, double text_width, double width, double *mark_x)
{
  double reach = (MARK_RADIUS + 2) * picture->scale;

  for (guint i = 0; i < loop->footprint->n_touched; i++)
    {
      *mark_x = x_of_mark (picture, loop, i, width);
      if (loop->footprint->touched[i].n_bytes >= 0 && *mark_x + reach > x && *mark_x - reach < x + text_width)
        return TRUE;
    }
  return FALSE;
}

/* Where the label of a mark begins: right of it, left of it where other marks stand there, or else right of these. */
static double
x_of_label (const TlMemoryPicture *picture, const TlTrafficLoop *loop, guint touched, double text_width, double end, double width)
{
  double gap = LABEL_GAP * picture->scale, mark_x;
  double right = tl_max (x_of_mark (picture, loop, last_mark_near (picture, loop, touched, width), width) + gap, end);
  double left = x_of_mark (picture, loop, touched, width) - gap - text_width;

  if (find_mark_in (picture, loop, right, text_width, width, &mark_x) && left > end && left > 0
      && !find_mark_in (picture, loop, left, text_width, width, &mark_x))
    return left;
  while (find_mark_in (picture, loop, right, text_width, width, &mark_x))
    right = mark_x + gap;
  return right;
}

/* Labels of one row stand beside their marks, none on another; without room they are left out. */
static void
draw_labels (cairo_t *cr, const TlMemoryPicture *picture, const TlMemoryRow *row, const TlTrafficLoop *loop, const TlPalette *palette,
             double width)
{
  double size = LABEL_PX * picture->scale, end = -1, limit = column_right (picture->traffic, width, TL_LEVEL_MEMORY);

  for (guint i = 0; i < loop->footprint->n_touched; i++)
    {
      g_autofree char *text = NULL;
      double           x, text_width;

      if (loop->footprint->touched[i].n_bytes < 0 || !is_reused (loop, (gint) i))
        continue;
      text = reuse_text (loop->uses[i].n_reuses);
      text_width = tl_text_width (cr, size, TL_TEXT_BOLD, text);
      x = x_of_label (picture, loop, i, text_width, end + 6, width);
      if (x + text_width > limit)
        continue;
      tl_path_rounded (cr, x - 2, row->y - size * 0.62, text_width + 4, size * 1.24, 3);
      tl_set_color (cr, palette->card, 0.85);
      cairo_fill (cr);
      tl_draw_text (cr, x, row->y, size, TL_TEXT_BOLD, tl_memory_series_text_color (palette, loop->uses[i].buffer), 0, text);
      end = tl_max (end, x + text_width);
    }
}

static void
draw_marks (cairo_t *cr, const TlMemoryPicture *picture, const TlMemoryRow *row, const TlTrafficLoop *loop, const TlPalette *palette,
            double width)
{
  for (guint i = 0; i < loop->footprint->n_touched; i++)
    if (loop->footprint->touched[i].n_bytes >= 0)
      tl_draw_memory_mark (cr, palette, loop->uses[i].buffer, x_of_mark (picture, loop, i, width), row->y, MARK_RADIUS * picture->scale);
}

/* The buffers with their marks, above the first row. */
static void
draw_legend (cairo_t *cr, const TlMemoryPicture *picture, const TlPalette *palette, double width)
{
  double x = 8, y = LEGEND_Y * picture->scale, size = LABEL_PX * picture->scale;

  for (guint b = 0; b < picture->traffic->n_buffers; b++)
    {
      const char *name = picture->traffic->buffers[b].buffer->name;
      double      text_width = tl_text_width (cr, size, TL_TEXT_BOLD, name);

      if (x + 12 + text_width > width)
        return;
      tl_draw_memory_mark (cr, palette, b, x, y, MARK_RADIUS * picture->scale);
      tl_draw_text (cr, x + 8, y, size, TL_TEXT_BOLD, palette->text, 0, name);
      x += 8 + text_width + 14;
    }
}

typedef void (*DrawLoop) (cairo_t *cr, const TlMemoryPicture *picture, const TlMemoryRow *row, const TlTrafficLoop *loop,
                          const TlPalette *palette, double width);

/* Of rows that would lie over each other, as the nest is scaled down, some are drawn. */
static void
draw_each (cairo_t *cr, const TlMemoryPicture *picture, DrawLoop draw, const TlPalette *palette, double width)
{
  double least = LEAST_STEP * picture->scale, last_y = -INFINITY;

  for (guint i = 0; i < picture->n_rows; i++)
    {
      const TlMemoryRow   *row = &picture->rows[i];
      const TlTrafficLoop *loop;

      if (picture->bottom > picture->top && (row->y < picture->top || row->y > picture->bottom))
        continue;
      if (fabs (row->y - last_y) < least && row->loop != picture->selected)
        continue;
      last_y = row->y;
      loop = tl_traffic_find_loop (picture->traffic, row->loop);
      if (loop != NULL)
        draw (cr, picture, row, loop, palette, width);
    }
}

static void
draw_steps (cairo_t *cr, const TlMemoryPicture *picture, const TlMemoryRow *row, const TlTrafficLoop *loop, const TlPalette *palette,
            double width)
{
  for (guint i = 0; i < loop->footprint->n_touched; i++)
    if (loop->footprint->touched[i].n_bytes >= 0)
      draw_step (cr, picture, (guint) (row - picture->rows), loop->uses[i].buffer, palette, width);
}

void
tl_draw_memory_rows (cairo_t *cr, const TlMemoryPicture *picture, const TlPalette *palette, double width, double height)
{
  cairo_new_path (cr);
  if (!picture->is_folded)
    draw_columns (cr, picture->traffic, palette, width, height);
  draw_each (cr, picture, draw_row, palette, width);
  if (picture->is_folded)
    return;
  draw_each (cr, picture, draw_steps, palette, width);
  draw_each (cr, picture, draw_labels, palette, width);
  draw_each (cr, picture, draw_marks, palette, width);
  draw_legend (cr, picture, palette, width);
}

/* --- texts --- */

char *
tl_memory_summary_text (const TlTraffic *traffic, const TlTrafficTimes *times)
{
  g_autofree char *bound = tl_traffic_bound_text (traffic, times), *reason = tl_traffic_reason_text (traffic, times);

  return g_strdup_printf ("%s. %s", bound, reason);
}

char *
tl_memory_loop_text (const TlTraffic *traffic, const TlTrafficLoop *loop)
{
  g_autofree char *total = tl_format_bytes (loop->footprint->total_bytes);
  GString         *text = g_string_new (NULL);

  g_string_append_printf (text, _("Loop %s: one iteration touches %s"), loop->stmt->loop.var->name, total);
  if (loop->is_known && traffic->capacities.is_gpu && loop->level == TL_LEVEL_L1)
    g_string_append (text, _(", which fit in shared memory"));
  else if (loop->is_known)
    g_string_append_printf (text, traffic->capacities.is_gpu ? _(", which fit in %s") : _(", held by %s"), tl_level_name (loop->level));
  for (guint i = 0; i < loop->footprint->n_touched; i++)
    {
      g_autofree char *bytes = tl_format_bytes (loop->footprint->touched[i].n_bytes);
      g_autofree char *reuses = reuse_text (loop->uses[i].n_reuses);

      g_string_append_printf (text, ". %s %s", traffic->buffers[loop->uses[i].buffer].buffer->name, bytes);
      if (is_reused (loop, (gint) i))
        g_string_append_printf (text, _(", used by %s iterations"), reuses + strlen ("×"));
    }
  g_string_append (text, ".");
  return g_string_free (text, FALSE);
}
