/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/canvas/nest-columns.h"

#include <math.h>

#include "core/base/extremum.h"
#include "core/draw/draw-text.h"

#define LABEL_PX       11.5
#define ARROW          5.0
#define DOWN_AT        26.0   /* from the left edge: where the arrow to the next nest of a column goes */
#define LARGEST_SCALE  0.45   /* of the overview */

/* --- edges --- */

static void
draw_arrow_head (cairo_t *cr, double x, double y, double dx, double dy)
{
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x - ARROW * (dx + dy * 0.6), y - ARROW * (dy + dx * 0.6));
  cairo_line_to (cr, x - ARROW * (dx - dy * 0.6), y - ARROW * (dy - dx * 0.6));
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* Down to the next nest, with the buffer's name (nullable) where it is the only one between them. */
static void
draw_down (cairo_t *cr, const char *name, const TlNestBox *from, const TlNestBox *to, guint number, const TlPalette *palette)
{
  double x = from->x + DOWN_AT + 60 * number, top = from->y + from->height, bottom = to->y;

  cairo_move_to (cr, x, top);
  cairo_line_to (cr, x, bottom - ARROW);
  cairo_stroke (cr);
  draw_arrow_head (cr, x, bottom, 0, 1);
  if (name != NULL)
    tl_draw_text (cr, x + 6, (top + bottom) / 2, LABEL_PX, TL_TEXT_MONO, palette->dim_text, 50, name);
}

/* From the right edge, around what is between them in a column, or to the left edge in a later one. */
static void
draw_across (cairo_t *cr, const TlNestBox *from, const TlNestBox *to)
{
  double x = from->x + from->width, y = from->y + tl_min (from->height / 2, 14), to_y = to->y + tl_min (to->height / 2, 10);

  cairo_move_to (cr, x, y);
  if (to->x == from->x)
    {
      double out = tl_min (TL_NEST_COLUMN_GAP - 8, 10 + fabs (to_y - y) / 20);

      cairo_curve_to (cr, x + out, y, x + out, to_y, x + ARROW, to_y);
      cairo_stroke (cr);
      draw_arrow_head (cr, x, to_y, -1, 0);
      return;
    }
  cairo_curve_to (cr, x + TL_NEST_COLUMN_GAP, y, to->x - TL_NEST_COLUMN_GAP, to_y, to->x - ARROW, to_y);
  cairo_stroke (cr);
  draw_arrow_head (cr, to->x, to_y, 1, 0);
}

static gboolean
is_clipped (cairo_t *cr, const TlNestBox *from, const TlNestBox *to)
{
  double left, top, right, bottom;

  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  return tl_max (from->x + from->width, to->x + to->width) + TL_NEST_COLUMN_GAP < left
         || tl_min (from->x, to->x) - TL_NEST_COLUMN_GAP > right || tl_max (from->y + from->height, to->y + to->height) < top
         || tl_min (from->y, to->y) > bottom;
}

void
tl_draw_nest_edges (cairo_t *cr, const TlNest *nest, const GArray *edges, const gboolean *hidden, const TlNestBox *boxes,
                    gboolean with_names, const TlPalette *palette)
{
  guint n_down = 0;

  cairo_set_line_width (cr, 1.25);
  for (guint i = 0; i < edges->len; i++)
    {
      const TlNestEdge *edge = &g_array_index (edges, TlNestEdge, i);
      const TlNestBox  *from = &boxes[edge->from], *to = &boxes[edge->to];

      n_down = i > 0 && g_array_index (edges, TlNestEdge, i - 1).to != edge->to ? 0 : n_down;
      if (hidden[edge->from] || hidden[edge->to] || is_clipped (cr, from, to))
        continue;
      tl_set_color (cr, palette->write, 0.9);
      if (nest->items[edge->from].end == edge->to && to->y > from->y)
        draw_down (cr, with_names ? edge->buffer->name : NULL, from, to, n_down++, palette);
      else
        draw_across (cr, from, to);
    }
}

/* --- overview --- */

static void
draw_bar (cairo_t *cr, const TlNestItem *item, const TlNestBox *box, gboolean in_lines, double scale, const TlPalette *palette)
{
  double     height = tl_max (1, scale * box->row_height * (in_lines ? 0.55 : 0.8)), width = scale * box->width;
  TlLoopLook look = item->kind == TL_NEST_LOOP ? tl_loop_look (&item->stmt->loop) : TL_LOOK_SERIAL;

  if (in_lines && item->kind == TL_NEST_LOOP)
    width = tl_max (3, 3 * log2 (tl_max (2, (double) item->extent)));
  else if (in_lines)
    width = 12;
  cairo_rectangle (cr, scale * box->x, scale * box->y + (in_lines ? scale * box->row_height * 0.2 : 0), width, height);
  tl_set_color (cr, item->kind != TL_NEST_LOOP ? palette->text : palette->look[look],
                item->kind != TL_NEST_LOOP ? 0.75 : look == TL_LOOK_SERIAL ? 0.45 : 0.85);
  cairo_fill (cr);
}

double
tl_draw_nest_overview (cairo_t *cr, const TlNest *nest, const gboolean *hidden, const TlNestBox *boxes, gboolean in_lines,
                       double layout_width, double layout_height, TlNodeId selected, const TlPalette *palette, double width, double height)
{
  double scale = tl_min (LARGEST_SCALE, (height - 2 * TL_OVERVIEW_EDGE) / tl_max (1, layout_height));

  if (!in_lines)
    scale = tl_min (scale, (width - 2 * TL_OVERVIEW_EDGE) / tl_max (1, layout_width));
  cairo_save (cr);
  cairo_translate (cr, TL_OVERVIEW_EDGE, TL_OVERVIEW_EDGE);
  cairo_rectangle (cr, 0, 0, width - 2 * TL_OVERVIEW_EDGE, height - 2 * TL_OVERVIEW_EDGE);
  cairo_clip (cr);
  for (guint i = 0; i < nest->n_items; i++)
    {
      if (hidden[i])
        continue;
      draw_bar (cr, &nest->items[i], &boxes[i], in_lines, scale, palette);
      if (selected == 0 || nest->items[i].id != selected)
        continue;
      cairo_rectangle (cr, 0, scale * boxes[i].y, width - 2 * TL_OVERVIEW_EDGE, tl_max (2, scale * boxes[i].row_height));
      tl_set_color (cr, palette->accent, 0.5);
      cairo_fill (cr);
    }
  cairo_restore (cr);
  return scale;
}
