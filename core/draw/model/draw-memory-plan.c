/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/model/draw-memory-plan.h"

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/draw/draw-text.h"
#include "core/draw/model/draw-model.h"

#define FONT          11.0
#define MARGIN        12.0
#define AXIS_WIDTH    70.0
#define LEAST_COLUMN  62.0
#define HEAD          20.0
#define HEAD_GAP      8.0
#define LEAST_CHART   160.0
#define LEAST_LABEL   14.0     /* height of a tensor that has its name inside */
#define N_TICKS       4
#define MARK          3.0      /* width of the border of what is selected */

/* A call each; edges[n] is the right end. */
typedef struct
{
  guint   n;
  guint  *nodes;
  double *edges;
} CallColumns;

typedef struct
{
  const TlModelGraph *graph;
  const TlMemoryPlan *plan;
  const gboolean     *marked;
  gint                selected;
  const TlPalette    *palette;
  CallColumns         columns;
  double              top, bottom, right;   /* of the chart */
} Chart;

/* The whole width in proportion of time, none below the least. */
static double *
column_edges (const TlModelGraph *graph, const guint *nodes, guint n, double left, double width)
{
  double *edges = g_new (double, n + 1), spare = tl_max (width - n * LEAST_COLUMN, 0);

  edges[0] = left;
  for (guint i = 0; i < n; i++)
    {
      double share = tl_model_graph_share (graph, nodes[i]);

      edges[i + 1] = edges[i] + LEAST_COLUMN + spare * (share >= 0 ? share : 1.0 / n);
    }
  return edges;
}

/* Over the path; its border is usually @color. */
static void
draw_border (cairo_t *cr, const Chart *chart, guint node, const TlColor *color)
{
  gboolean is_selected = chart->selected == (gint) node, is_marked = chart->marked != NULL && chart->marked[node];

  if (is_selected || is_marked)
    {
      tl_set_color (cr, chart->palette->accent, 1);
      cairo_set_line_width (cr, is_selected ? MARK : MARK / 2);
    }
  else if (color != NULL)
    tl_set_border (cr, chart->palette, *color, 1);
  if (is_selected || is_marked || color != NULL)
    cairo_stroke (cr);
  cairo_new_path (cr);
}

static void
draw_heads (cairo_t *cr, const Chart *chart)
{
  for (guint i = 0; i < chart->columns.n; i++)
    {
      const TlModelNode *node = &chart->graph->nodes[chart->columns.nodes[i]];
      double             share = tl_max (tl_model_graph_share (chart->graph, chart->columns.nodes[i]), 0);
      double             x = chart->columns.edges[i], width = chart->columns.edges[i + 1] - x;

      tl_path_rounded (cr, x + 1, MARGIN, width - 2, HEAD, 3);
      tl_set_color (cr, tl_time_share_color (chart->palette, share), 1);
      cairo_fill_preserve (cr);
      draw_border (cr, chart, chart->columns.nodes[i], NULL);
      tl_draw_text (cr, x + width / 2, MARGIN + HEAD / 2, FONT, TL_TEXT_BOLD | TL_TEXT_CENTER,
                    tl_time_share_text_color (chart->palette, share), width - 8, node->label);
    }
}

static double
height_of (const Chart *chart, gint64 n_bytes)
{
  return chart->plan->arena_bytes > 0 ? (chart->bottom - chart->top) * (double) n_bytes / (double) chart->plan->arena_bytes : 0;
}

static void
draw_ticks (cairo_t *cr, const Chart *chart)
{
  cairo_set_line_width (cr, 1);
  for (guint i = 0; i <= N_TICKS; i++)
    {
      gint64           n_bytes = chart->plan->arena_bytes * i / N_TICKS;
      double           y = chart->bottom - height_of (chart, n_bytes);
      g_autofree char *text = tl_format_bytes (n_bytes);

      tl_set_color (cr, chart->palette->line, 1);
      cairo_move_to (cr, chart->columns.edges[0], y);
      cairo_line_to (cr, chart->right, y);
      cairo_stroke (cr);
      tl_draw_text (cr, chart->columns.edges[0] - 6, y, FONT, TL_TEXT_RIGHT, chart->palette->dim_text, AXIS_WIDTH, text);
      if (chart->plan->arena_bytes == 0)
        break;
    }
}

/* The first column whose call is not before that binding; the last whose call is not behind it. */
static guint
column_of (const Chart *chart, guint binding, gboolean is_last)
{
  guint column = 0;

  for (guint i = 0; i < chart->columns.n; i++)
    {
      guint call = chart->graph->nodes[chart->columns.nodes[i]].binding;

      if (is_last ? call <= binding : call < binding)
        column = is_last ? i : MIN (i + 1, chart->columns.n - 1);
    }
  return column;
}

/* The first and last column of a tensor, and its box. */
static guint
tensor_box (const Chart *chart, const TlPlannedTensor *tensor, double *left, double *right, double *y, double *height)
{
  guint first = column_of (chart, tensor->first, FALSE);

  *left = chart->columns.edges[first];
  *right = chart->columns.edges[column_of (chart, tensor->last, TRUE) + 1];
  *height = height_of (chart, tensor->n_bytes);
  *y = chart->bottom - height_of (chart, tensor->offset) - *height;
  return first;
}

static void
draw_tensor (cairo_t *cr, const Chart *chart, const TlPlannedTensor *tensor)
{
  double           left, right, y, height, width;
  guint            first = tensor_box (chart, tensor, &left, &right, &y, &height);
  g_autofree char *bytes = tl_format_bytes (tensor->n_bytes);

  tl_path_rounded (cr, left + 1, y + 0.5, tl_max (right - left - 2, 2), tl_max (height - 1, 1), 2);
  cairo_save (cr);
  tl_fill_area (cr, chart->palette, chart->palette->read, 0.3);
  cairo_restore (cr);
  tl_path_rounded (cr, left + 1, y + 0.5, tl_max (right - left - 2, 2), tl_max (height - 1, 1), 2);
  draw_border (cr, chart, chart->columns.nodes[first], &chart->palette->read);
  if (height < LEAST_LABEL)
    return;
  width = tl_draw_text (cr, left + 6, y + height / 2, FONT, TL_TEXT_BOLD, chart->palette->text, right - left - 12, tensor->var->name);
  if (width + 24 + tl_text_width (cr, FONT, TL_TEXT_NORMAL, bytes) < right - left)
    tl_draw_text (cr, right - 6, y + height / 2, FONT, TL_TEXT_RIGHT, chart->palette->dim_text, 0, bytes);
}

void
tl_memory_plan_size (const TlModelGraph *graph, double *width, double *height)
{
  *width = 2 * MARGIN + AXIS_WIDTH + LEAST_COLUMN * tl_max (graph->n_calls, 1u);
  *height = 2 * MARGIN + HEAD + HEAD_GAP + LEAST_CHART;
}

/* FALSE: there are no calls. */
static gboolean
chart_init (Chart *chart, const TlModelGraph *graph, const TlMemoryPlan *plan, double width, double height)
{
  *chart = (Chart) { .graph = graph, .plan = plan, .selected = -1, .top = MARGIN + HEAD + HEAD_GAP, .bottom = height - MARGIN,
                     .right = width - MARGIN };
  if (graph->n_calls == 0)
    return FALSE;
  chart->columns.nodes = g_new (guint, graph->n_calls);
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == TL_MODEL_CALL)
      chart->columns.nodes[chart->columns.n++] = i;
  chart->columns.edges = column_edges (graph, chart->columns.nodes, chart->columns.n, MARGIN + AXIS_WIDTH,
                                       width - 2 * MARGIN - AXIS_WIDTH);
  return TRUE;
}

static void
chart_clear (Chart *chart)
{
  g_free (chart->columns.nodes);
  g_free (chart->columns.edges);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Chart, chart_clear)

void
tl_draw_memory_plan (cairo_t *cr, const TlModelGraph *graph, const TlMemoryPlan *plan, const gboolean *marked, gint selected,
                     const TlPalette *palette, double width, double height)
{
  g_auto (Chart) chart = { 0 };

  if (!chart_init (&chart, graph, plan, width, height))
    return;
  chart.marked = marked;
  chart.selected = selected;
  chart.palette = palette;
  draw_heads (cr, &chart);
  draw_ticks (cr, &chart);
  for (guint i = 0; i < plan->n_tensors; i++)
    if (plan->tensors[i].offset >= 0)
      draw_tensor (cr, &chart, &plan->tensors[i]);
}

gint
tl_memory_plan_find_node (const TlModelGraph *graph, const TlMemoryPlan *plan, double width, double height, double x, double y)
{
  g_auto (Chart) chart = { 0 };

  if (!chart_init (&chart, graph, plan, width, height))
    return -1;
  for (guint i = 0; i < plan->n_tensors; i++)
    {
      double left, right, top, tall;
      guint  first;

      if (plan->tensors[i].offset < 0)
        continue;
      first = tensor_box (&chart, &plan->tensors[i], &left, &right, &top, &tall);
      if (x >= left && x < right && y >= top && y < top + tall)
        return (gint) chart.columns.nodes[first];
    }
  for (guint i = 0; i < chart.columns.n; i++)
    if (x >= chart.columns.edges[i] && x < chart.columns.edges[i + 1])
      return (gint) chart.columns.nodes[i];
  return -1;
}

gboolean
tl_memory_plan_column (const TlModelGraph *graph, guint node, double width, double *left, double *right)
{
  g_auto (Chart) chart = { 0 };

  if (!chart_init (&chart, graph, NULL, width, 0))
    return FALSE;
  for (guint i = 0; i < chart.columns.n; i++)
    if (chart.columns.nodes[i] == node)
      {
        *left = chart.columns.edges[i];
        *right = chart.columns.edges[i + 1];
        return TRUE;
      }
  return FALSE;
}
