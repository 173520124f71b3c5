/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/model/draw-model.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-text.h"

#define FONT        12.0
#define SMALL_FONT  11.0
#define PADDING     9.0
#define RADIUS      6.0
#define ARROW       5.0
#define FRAME_ALPHA 0.04    /* of what stands behind repeated layers */
#define MARK        4.0     /* width of the border of the selected box */
#define LEAST_LINE  1.2     /* width in pixels: of a KiB and less … */
#define LINE_STEP   0.28    /* … and more for each factor of two */

/* The darkest and palest of shares; they are in the proportion of the square root, so that small ones can be told apart. */
static const TlColor palest[] = { { 0.910, 0.941, 0.980 }, { 0.137, 0.188, 0.247 } };
static const TlColor darkest[] = { { 0.122, 0.373, 0.682 }, { 0.165, 0.424, 0.741 } };
static const TlColor white = { 1, 1, 1 };

TlColor
tl_time_share_color (const TlPalette *palette, double share)
{
  const TlColor *a = &palest[palette->is_dark], *b = &darkest[palette->is_dark];
  double         t = sqrt (CLAMP (share, 0, 1));

  return (TlColor) { a->r + (b->r - a->r) * t, a->g + (b->g - a->g) * t, a->b + (b->b - a->b) * t };
}

/* Relative luminance of WCAG 2. */
static double
linear (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

static double
contrast (TlColor a, TlColor b)
{
  double x = 0.2126 * linear (a.r) + 0.7152 * linear (a.g) + 0.0722 * linear (a.b) + 0.05;
  double y = 0.2126 * linear (b.r) + 0.7152 * linear (b.g) + 0.0722 * linear (b.b) + 0.05;

  return MAX (x, y) / MIN (x, y);
}

TlColor
tl_time_share_text_color (const TlPalette *palette, double share)
{
  TlColor fill = tl_time_share_color (palette, share);

  return contrast (fill, palette->text) >= contrast (fill, white) ? palette->text : white;
}

static void
draw_arrow (cairo_t *cr, TlModelPoint tip)
{
  cairo_move_to (cr, tip.x, tip.y);
  cairo_line_to (cr, tip.x - ARROW * 1.4, tip.y - ARROW * 0.8);
  cairo_line_to (cr, tip.x - ARROW * 1.4, tip.y + ARROW * 0.8);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* Level at both ends of each piece, so that lines leave and reach boxes straight. */
static void
draw_edge (cairo_t *cr, const TlModelEdge *edge, gboolean is_selected, const TlPalette *palette)
{
  double kib = edge->n_bytes > 1024 ? (double) edge->n_bytes / 1024 : 1;

  tl_set_color (cr, is_selected ? palette->accent : edge->is_skip ? palette->look[TL_LOOK_UNROLLED] : palette->dim_text,
                is_selected ? 1 : tl_palette_mark (palette, 0.65));
  cairo_set_line_width (cr, LEAST_LINE + LINE_STEP * log2 (kib));
  cairo_set_dash (cr, (const double[]) { 6, 4 }, edge->is_skip ? 2 : 0, 0);
  cairo_move_to (cr, edge->points[0].x, edge->points[0].y);
  for (guint i = 1; i < edge->n_points; i++)
    {
      TlModelPoint a = edge->points[i - 1], b = edge->points[i];
      double       middle = (a.x + b.x) / 2;

      cairo_curve_to (cr, middle, a.y, middle, b.y, b.x - (i + 1 == edge->n_points ? ARROW : 0), b.y);
    }
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  draw_arrow (cr, edge->points[edge->n_points - 1]);
}

/* The graph by what its colours stand for. */
typedef struct
{
  const TlModelGraph *graph;
  TlModelColor        color;
  double              sum;       /* of the work, or the bytes, of all calls */
} ModelShades;

static double
quantity (const TlModelNode *node, TlModelColor color)
{
  if (node->kind != TL_MODEL_CALL)
    return 0;
  return tl_max (color == TL_MODEL_BY_WORK ? node->flops : (double) node->n_bytes, 0);
}

static ModelShades
shades_of (const TlModelGraph *graph, TlModelColor color)
{
  ModelShades shades = { graph, color, 0 };

  for (guint i = 0; i < graph->n_nodes; i++)
    shades.sum += quantity (&graph->nodes[i], color);
  return shades;
}

/* From 0 to 1; -1 unknown. */
static double
shade_of (const ModelShades *shades, guint index)
{
  const TlModelNode *node = &shades->graph->nodes[index];

  if (shades->color == TL_MODEL_BY_TIME)
    return tl_model_graph_shown_share (shades->graph, index);
  if (shades->color == TL_MODEL_BY_ROOF)
    return tl_min (node->roof, 1.0);
  return shades->sum > 0 ? node->n_alike * quantity (node, shades->color) / shades->sum : -1;
}

/* "158 µs", "16.8 MFLOP", "64 KiB": of one call; NULL: it has none. */
static char *
quantity_text (const TlModelNode *node, TlModelColor color)
{
  if (color == TL_MODEL_BY_TIME && node->shown_s >= 0)
    return tl_format_seconds (node->shown_s / node->n_alike);
  if (color == TL_MODEL_BY_WORK)
    return node->flops > 0 ? tl_format_flop (node->flops) : NULL;
  return tl_format_bytes (node->n_bytes);
}

/* "158 µs  7.4 %", "12 × 158 µs  42.1 %" of repeated layers, "83 % of the roof"; where no times are known the bytes that it writes. */
static char *
figures (const ModelShades *shades, guint index)
{
  const TlModelNode *node = &shades->graph->nodes[index];
  double             shade = shade_of (shades, index);
  g_autofree char   *text = quantity_text (node, shades->color), *all = NULL;

  if (text == NULL)
    return g_strdup ("—");
  if (shades->color == TL_MODEL_BY_ROOF)
    return shade >= 0 ? g_strdup_printf (_("%.0f %% of the roof"), 100 * shade) : g_strdup ("—");
  if (shades->color == TL_MODEL_BY_TIME && node->shown_s < 0)
    return g_steal_pointer (&text);
  if (node->n_alike > 1 && g_str_has_suffix (text, "FLOP"))
    text[strlen (text) - strlen ("FLOP")] = '\0';   /* there is not room for all */
  all = node->n_alike > 1 ? g_strdup_printf ("%u × %s", node->n_alike, text) : g_steal_pointer (&text);
  return shade < 0 ? g_steal_pointer (&all) : g_strdup_printf ("%s  %.1f %%", all, 100 * shade);
}

/* Of all its copies; -1 unknown, and of rates. */
static double
share_of_repeat (const ModelShades *shades, const TlModelRepeat *repeat)
{
  double share = shades->color == TL_MODEL_BY_ROOF ? -1 : 0;

  for (guint i = repeat->first; i < repeat->first + repeat->n_nodes && share >= 0; i++)
    {
      double part = shade_of (shades, i);

      share = part < 0 ? -1 : share + part;
    }
  return share;
}

/* "× 12" and its share. */
static void
draw_frame (cairo_t *cr, const ModelShades *shades, const TlModelFrame *frame, const TlPalette *palette)
{
  const TlModelRepeat *repeat = &shades->graph->repeats[frame->repeat];
  double               share = share_of_repeat (shades, repeat), y = frame->y + 13;
  g_autofree char     *copies = g_strdup_printf ("× %u", repeat->n_copies);
  g_autofree char     *text = g_strdup_printf ("%.1f %%", 100 * share);

  tl_path_rounded (cr, frame->x, frame->y, frame->width, frame->height, RADIUS);
  tl_set_color (cr, palette->text, FRAME_ALPHA);
  cairo_fill_preserve (cr);
  tl_set_color (cr, palette->dim_text, tl_palette_mark (palette, 0.65));
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, (const double[]) { 4, 3 }, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  tl_draw_text (cr, frame->x + PADDING, y, FONT, TL_TEXT_BOLD, palette->text, 0, copies);
  if (share >= 0 && !frame->goes_on)
    tl_draw_text (cr, frame->x + frame->width - PADDING, y, FONT, TL_TEXT_RIGHT, palette->text, 0, text);
}

static void
draw_node (cairo_t *cr, const ModelShades *shades, guint index, double border, const TlPalette *palette)
{
  const TlModelNode *node = &shades->graph->nodes[index];
  gboolean           is_call = node->kind == TL_MODEL_CALL;
  double             share = tl_max (shade_of (shades, index), 0), middle = node->x + node->width / 2;
  TlColor            text = is_call ? tl_time_share_text_color (palette, share) : palette->text;

  tl_path_rounded (cr, node->x, node->y, node->width, node->height, is_call ? RADIUS : node->height / 2);
  tl_set_color (cr, is_call ? tl_time_share_color (palette, share) : palette->card, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, border > 1 ? palette->accent : palette->line, 1);
  cairo_set_line_width (cr, border);
  cairo_stroke (cr);
  if (!is_call)
    {
      tl_draw_text (cr, middle, node->y + node->height / 2, FONT, TL_TEXT_BOLD | TL_TEXT_CENTER, text, node->width - PADDING,
                    node->kind == TL_MODEL_RESULT ? _("result") : node->label);
      return;
    }
  {
    g_autofree char *line = figures (shades, index);

    tl_draw_text (cr, node->x + PADDING, node->y + 14, FONT, TL_TEXT_BOLD, text, node->width - 2 * PADDING, node->label);
    tl_draw_text (cr, node->x + PADDING, node->y + 31, SMALL_FONT, TL_TEXT_NORMAL, text, node->width - 2 * PADDING, line);
  }
}

/* Whether a part of it may be seen. */
static gboolean
is_edge_in (const TlModelEdge *edge, double left, double top, double right, double bottom)
{
  TlModelPoint least = edge->points[0], most = least;

  for (guint i = 1; i < edge->n_points; i++)
    {
      least = (TlModelPoint) { tl_min (least.x, edge->points[i].x), tl_min (least.y, edge->points[i].y) };
      most = (TlModelPoint) { tl_max (most.x, edge->points[i].x), tl_max (most.y, edge->points[i].y) };
    }
  return least.x - ARROW < right && most.x + ARROW > left && least.y - ARROW < bottom && most.y + ARROW > top;
}

void
tl_draw_model (cairo_t *cr, const TlModelGraph *graph, TlModelColor color, const gboolean *marked, gint selected, const TlPalette *palette)
{
  ModelShades shades = shades_of (graph, color);
  double left, top, right, bottom;

  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  selected = selected >= 0 ? (gint) graph->nodes[selected].shown : -1;
  for (guint i = 0; i < graph->n_frames; i++)
    draw_frame (cr, &shades, &graph->frames[i], palette);
  for (guint i = 0; i < graph->n_edges; i++)
    {
      const TlModelEdge *edge = &graph->edges[i];

      if (!edge->is_hidden && is_edge_in (edge, left, top, right, bottom))
        draw_edge (cr, edge, (gint) graph->nodes[edge->from].shown == selected || (gint) edge->to == selected, palette);
    }
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const TlModelNode *node = &graph->nodes[i];

      if (node->shown == i && node->x - MARK < right && node->x + node->width + MARK > left && node->y - MARK < bottom
          && node->y + node->height + MARK > top)
        draw_node (cr, &shades, i, (gint) i == selected ? MARK : marked != NULL && marked[i] ? MARK / 2 : 1, palette);
    }
}
