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

/* A call each; edges[n] is the right end. */
typedef struct
{
  guint        n;
  const guint *nodes;
  double      *edges;
} CallColumns;

typedef struct
{
  const TlModelGraph *graph;
  const TlMemoryPlan *plan;
  const TlPalette    *palette;
  CallColumns             columns;
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
      cairo_fill (cr);
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

static void
draw_tensor (cairo_t *cr, const Chart *chart, const TlPlannedTensor *tensor)
{
  double           left = chart->columns.edges[column_of (chart, tensor->first, FALSE)];
  double           right = chart->columns.edges[column_of (chart, tensor->last, TRUE) + 1];
  double           height = height_of (chart, tensor->n_bytes), y = chart->bottom - height_of (chart, tensor->offset) - height;
  g_autofree char *bytes = tl_format_bytes (tensor->n_bytes);
  double           width;

  tl_path_rounded (cr, left + 1, y + 0.5, tl_max (right - left - 2, 2), tl_max (height - 1, 1), 2);
  cairo_save (cr);
  tl_fill_area (cr, chart->palette, chart->palette->read, 0.3);
  cairo_restore (cr);
  tl_path_rounded (cr, left + 1, y + 0.5, tl_max (right - left - 2, 2), tl_max (height - 1, 1), 2);
  tl_set_border (cr, chart->palette, chart->palette->read, 1);
  cairo_stroke (cr);
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

void
tl_draw_memory_plan (cairo_t *cr, const TlModelGraph *graph, const TlMemoryPlan *plan, const TlPalette *palette, double width,
                     double height)
{
  Chart             chart = { graph, plan, palette, .top = MARGIN + HEAD + HEAD_GAP, .bottom = height - MARGIN, .right = width - MARGIN };
  g_autofree guint *nodes = g_new (guint, tl_max (graph->n_calls, 1u));
  g_autofree double *edges = NULL;

  if (graph->n_calls == 0)
    return;
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == TL_MODEL_CALL)
      nodes[chart.columns.n++] = i;
  edges = column_edges (graph, nodes, chart.columns.n, MARGIN + AXIS_WIDTH, width - 2 * MARGIN - AXIS_WIDTH);
  chart.columns.nodes = nodes;
  chart.columns.edges = edges;
  draw_heads (cr, &chart);
  draw_ticks (cr, &chart);
  for (guint i = 0; i < plan->n_tensors; i++)
    if (plan->tensors[i].offset >= 0)
      draw_tensor (cr, &chart, &plan->tensors[i]);
}
