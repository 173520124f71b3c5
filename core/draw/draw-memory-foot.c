/* SPDX-License-Identifier: Apache-2.0 */
/* The traffic between levels, below the columns: each figure stands at the line between the two. */
#include "core/draw/draw-memory.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-nest.h"
#include "core/draw/draw-text.h"
#include "core/draw/memory-scale-private.h"

#define N_LINES         3
#define LINES_FOLDED    4      /* with the names of the edges */
#define SENTENCE_HEIGHT 30.0
#define VIEW_GAP        8.0
#define COMPUTE_WIDTH   84.0   /* right of the edges, where they stand side by side */
#define MOST_BAR        44.0   /* pixels of the longest time */

typedef struct
{
  TlLevel level;
  double  x;       /* the middle of its figures */
} Edge;

/* Without columns the edges stand side by side, each under its name. */
static guint
find_edges (const TlMemoryPicture *picture, double left, double width, Edge edges[TL_N_LEVELS])
{
  TlMemoryColumn columns[TL_N_LEVELS + 1];
  double         room = picture->is_folded ? width : width - left;
  guint          n = tl_memory_columns (picture->traffic, room, columns) - 1;

  for (guint i = 0; i < n; i++)
    {
      edges[i].level = columns[i].level;
      edges[i].x = picture->is_folded ? width * 0.25 + (width * 0.75 - COMPUTE_WIDTH) * (i + 0.5) / n : left + columns[i].right;
    }
  return n;
}

static char *
per_byte_text (const TlTraffic *traffic, TlLevel level)
{
  double bytes = tl_moved_bytes (&traffic->moved[level]);

  return bytes > 0 && traffic->operations > 0 ? g_strdup_printf ("%.3g", traffic->operations / bytes) : g_strdup ("—");
}

static void
draw_figure (cairo_t *cr, double x, double y, const TlPalette *palette, gboolean is_bold, const char *text)
{
  guint  style = TL_TEXT_CENTER | (is_bold ? TL_TEXT_BOLD : TL_TEXT_NORMAL);
  double text_width = tl_text_width (cr, MEMORY_FONT_PX, style, text);

  tl_path_rounded (cr, x - text_width / 2 - 3, y - 8, text_width + 6, 16, 4);
  tl_set_color (cr, palette->background, 1);
  cairo_fill (cr);
  tl_draw_text (cr, x, y, MEMORY_FONT_PX, style, palette->text, 0, text);
}

/* The time as a bar behind its figure, the longest of all being the longest bar. */
static void
draw_time (cairo_t *cr, const TlMemoryPicture *picture, const Edge *edge, double y, const TlPalette *palette)
{
  const TlTrafficTimes *times = picture->times;
  double                longest = times != NULL ? tl_max (times->compute_s, times->edge_s[times->slowest]) : 0;
  g_autofree char      *text = tl_traffic_time_text (times, edge->level);
  gboolean              is_bound = times != NULL && !times->is_compute_bound && times->slowest == edge->level;

  draw_figure (cr, edge->x, y, palette, is_bound, text);
  if (longest <= 0 || edge->level >= times->kept)
    return;
  cairo_rectangle (cr, edge->x - MOST_BAR / 2, y + 9, tl_max (1, MOST_BAR * times->edge_s[edge->level] / longest), 3);
  tl_set_color (cr, is_bound ? palette->error : palette->accent, 0.9);
  cairo_fill (cr);
}

/* There is no column above to tell. */
static void
draw_edge_name (cairo_t *cr, const TlMemoryPicture *picture, const Edge *edge, const TlPalette *palette, double y, double width)
{
  g_autofree char *text = tl_traffic_edge_text (picture->traffic, edge->level);

  tl_draw_text (cr, edge->x, y, MEMORY_FONT_PX, TL_TEXT_CENTER, palette->dim_text, width * 0.16, text);
}

/* Each in the longest form that fits. */
static void
draw_line_titles (cairo_t *cr, const TlMemoryPicture *picture, const TlPalette *palette, double right, const double y[N_LINES])
{
  const char *const titles[N_LINES][2] = { { _("bytes moved, predicted"), _("bytes moved") }, { _("FLOP per byte"), _("FLOP per byte") },
                                           { _("time at measured bandwidth"), _("time") } };

  for (guint i = 0; i < N_LINES; i++)
    for (guint form = 0; form < G_N_ELEMENTS (titles[i]); form++)
      if (right > tl_text_width (cr, MEMORY_FONT_PX, TL_TEXT_NORMAL, titles[i][form]) + 8)
        {
          tl_draw_text (cr, right, y[i], MEMORY_FONT_PX, TL_TEXT_RIGHT, palette->dim_text, 0, titles[i][form]);
          break;
        }
}

static void
draw_compute (cairo_t *cr, const TlMemoryPicture *picture, const TlPalette *palette, double right, const double y[N_LINES])
{
  g_autofree char *count = tl_format_flop (picture->traffic->operations);
  g_autofree char *time = tl_format_seconds (picture->times != NULL ? picture->times->compute_s : 0);
  gboolean         is_bound = picture->times != NULL && picture->times->is_compute_bound;

  tl_draw_text (cr, right, y[0], MEMORY_FONT_PX, TL_TEXT_RIGHT, palette->dim_text, 0, _("compute"));
  tl_draw_text (cr, right, y[1], MEMORY_FONT_PX, TL_TEXT_RIGHT, palette->text, 0, count);
  tl_draw_text (cr, right, y[2], MEMORY_FONT_PX, TL_TEXT_RIGHT | (is_bound ? TL_TEXT_BOLD : TL_TEXT_NORMAL), palette->text, 0, time);
}

void
tl_draw_memory_foot (cairo_t *cr, const TlMemoryPicture *picture, const TlPalette *palette, double left, double width, double height)
{
  Edge         edges[TL_N_LEVELS];
  guint        n = find_edges (picture, left, width, edges);
  double       line = height / ((picture->is_folded ? LINES_FOLDED : N_LINES) + 0.6), first = line * (picture->is_folded ? 1.7 : 0.7);
  const double y[N_LINES] = { first, first + line, first + 2 * line };

  cairo_new_path (cr);
  draw_line_titles (cr, picture, palette, tl_min (left, edges[0].x - 40), y);
  for (guint i = 0; i < n; i++)
    {
      double           bytes = tl_moved_bytes (&picture->traffic->moved[edges[i].level]);
      g_autofree char *moved = tl_format_bytes (bytes < 0 ? -1 : (gint64) (bytes + 0.5));
      g_autofree char *per_byte = per_byte_text (picture->traffic, edges[i].level);

      if (!picture->is_folded)
        {
          cairo_rectangle (cr, round (edges[i].x) - 0.5, 0, 1, height);
          tl_set_color (cr, palette->dim_text, tl_palette_mark (palette, 0.7));
          cairo_fill (cr);
        }
      else
        draw_edge_name (cr, picture, &edges[i], palette, y[0] - line, width);
      draw_figure (cr, edges[i].x, y[0], palette, FALSE, moved);
      draw_figure (cr, edges[i].x, y[1], palette, FALSE, per_byte);
      draw_time (cr, picture, &edges[i], y[2], palette);
    }
  draw_compute (cr, picture, palette, width - 6, y);
}

/* --- the whole view --- */

void
tl_memory_view_size (const TlNest *nest, const TlTraffic *traffic, double *width, double *height)
{
  tl_nest_picture_size (nest, width, height);
  *width += VIEW_GAP + tl_memory_columns_width (traffic, FALSE);
  *height += TL_MEMORY_HEAD_HEIGHT + TL_MEMORY_FOOT_HEIGHT + SENTENCE_HEIGHT;
}

static TlMemoryRow *
rows_of_nest (const TlNest *nest, guint *n_rows)
{
  g_autofree double *middles = g_new (double, nest->n_items + 1);
  TlMemoryRow       *rows = g_new (TlMemoryRow, nest->n_items + 1);

  *n_rows = 0;
  tl_nest_picture_middles (nest, middles);
  for (guint i = 0; i < nest->n_items; i++)
    if (nest->items[i].kind == TL_NEST_LOOP)
      rows[(*n_rows)++] = (TlMemoryRow) { nest->items[i].id, middles[i] };
  return rows;
}

void
tl_draw_memory_view (cairo_t *cr, const TlNest *nest, const TlTraffic *traffic, const TlTrafficTimes *times, const TlPalette *palette,
                     double width, double height)
{
  TlMemoryPicture         picture = { .traffic = traffic, .times = times, .scale = 1 };
  g_autofree TlMemoryRow *rows = rows_of_nest (nest, &picture.n_rows);
  g_autofree char        *summary = tl_memory_summary_text (traffic, times);
  double                  natural_width, natural_height, nest_width, nest_height, columns = tl_memory_columns_width (traffic, FALSE), scale;

  picture.rows = rows;
  tl_memory_view_size (nest, traffic, &natural_width, &natural_height);
  tl_nest_picture_size (nest, &nest_width, &nest_height);
  scale = tl_min (width / natural_width, height / natural_height);
  cairo_save (cr);
  cairo_translate (cr, (width - natural_width * scale) / 2, (height - natural_height * scale) / 2);
  cairo_scale (cr, scale, scale);
  cairo_save (cr);
  cairo_translate (cr, nest_width + VIEW_GAP, 0);
  tl_draw_memory_head (cr, &picture, palette, columns, TL_MEMORY_HEAD_HEIGHT);
  cairo_translate (cr, 0, TL_MEMORY_HEAD_HEIGHT);
  tl_draw_memory_rows (cr, &picture, palette, columns, nest_height);
  cairo_restore (cr);
  cairo_translate (cr, 0, TL_MEMORY_HEAD_HEIGHT);
  tl_draw_nest (cr, nest, palette, 0, nest_width, nest_height);
  cairo_translate (cr, 0, nest_height);
  tl_draw_memory_foot (cr, &picture, palette, nest_width + VIEW_GAP, natural_width, TL_MEMORY_FOOT_HEIGHT);
  tl_draw_text (cr, natural_width / 2, TL_MEMORY_FOOT_HEIGHT + SENTENCE_HEIGHT / 2, MEMORY_FONT_PX, TL_TEXT_CENTER, palette->text,
                natural_width - 12, summary);
  cairo_restore (cr);
}
