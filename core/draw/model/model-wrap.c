/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A deep graph in rows, as text is: layers from left to right, then those of the next row below. Lines between rows run down at the right,
 * back between the rows and down at the left.
 */
#include "core/base/extremum.h"
#include "core/draw/model/model-graph-private.h"

#define LOOK_BACK 4       /* a row may be shorter than others by one part of so many, where fewer lines cross */
#define ROW_GAP   26.0    /* between rows, and more for … */
#define LANE      7.0     /* … each line that runs there */
#define USUAL_LANES 2      /* lines that leave a row */
#define SIDE_GAP  18.0    /* from the last box to the first line that leaves the row */

/* Of layers [first, last]. */
typedef struct
{
  guint  first, last;
  double top, bottom;     /* before rows are moved */
  double down;            /* how far it is moved */
  guint  n_leaving;       /* lines that go on in a later row */
} GraphRow;

static guint
n_layers (const TlModelGraph *graph)
{
  guint last = 0;

  for (guint i = 0; i < graph->n_nodes; i++)
    last = MAX (last, graph->nodes[i].layer);
  return last + 1;
}

static guint
n_crossing (const TlModelGraph *graph, guint last)
{
  guint n = 0;

  for (guint i = 0; i < graph->n_edges; i++)
    n += !graph->edges[i].is_hidden && graph->nodes[graph->edges[i].from].layer <= last && graph->nodes[graph->edges[i].to].layer > last;
  return n;
}

/* The last layer of a row that begins with @first, with @n_rows for the rest, itself among them. */
static guint
find_cut (const TlModelGraph *graph, guint first, guint n, guint most, guint n_rows)
{
  guint even = first + (n - first + n_rows - 1) / n_rows - 1, best = even;

  if (n_rows == 1)
    return n - 1;
  for (guint last = even - MIN (most / LOOK_BACK, even - first); last < first + most && last < n - 1; last++)
    if (n - 1 - last <= (n_rows - 1) * most && n_crossing (graph, last) < n_crossing (graph, best))
      best = last;
  return best;
}

/* As few rows as can be, of about the same length; they end where the fewest lines cross. */
static GArray *
cut_rows (const TlModelGraph *graph, guint most)
{
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (GraphRow));
  guint   n = n_layers (graph);

  for (guint first = 0; first < n;)
    {
      GraphRow row = { .first = first, .top = G_MAXDOUBLE, .bottom = -G_MAXDOUBLE };

      row.last = find_cut (graph, first, n, most, (n - first + most - 1) / most);
      row.n_leaving = row.last < n - 1 ? n_crossing (graph, row.last) : 0;
      g_array_append_val (rows, row);
      first = row.last + 1;
    }
  return rows;
}

static GraphRow *
row_of_layer (GArray *rows, guint layer)
{
  for (guint i = 0; i < rows->len; i++)
    if (layer <= g_array_index (rows, GraphRow, i).last)
      return &g_array_index (rows, GraphRow, i);
  g_assert_not_reached ();
}

static void
extend (GraphRow *row, double top, double bottom)
{
  row->top = MIN (row->top, top);
  row->bottom = MAX (row->bottom, bottom);
}

static guint
layer_at (double x)
{
  return (guint) tl_max ((x - TL_GRAPH_MARGIN) / TL_GRAPH_LAYER, 0.0);
}

/* The heights of rows: of their boxes, and of lines that pass. */
static void
measure_rows (const TlModelGraph *graph, GArray *rows)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const TlModelNode *node = &graph->nodes[i];
      gboolean           is_framed = node->n_alike > 1;

      extend (row_of_layer (rows, node->layer), node->y - (is_framed ? TL_FRAME_TITLE : 0),
              node->y + node->height + (is_framed ? TL_FRAME_SIDE : 0));
    }
  for (guint i = 0; i < graph->n_edges; i++)
    for (guint k = 0; k < graph->edges[i].n_points; k++)
      extend (row_of_layer (rows, layer_at (graph->edges[i].points[k].x)), graph->edges[i].points[k].y, graph->edges[i].points[k].y);
}

static double
place_rows (GArray *rows)
{
  double y = TL_GRAPH_MARGIN;

  for (guint i = 0; i < rows->len; i++)
    {
      GraphRow *row = &g_array_index (rows, GraphRow, i);

      row->down = y - row->top;
      y += row->bottom - row->top + ROW_GAP + LANE * row->n_leaving;
    }
  return y - ROW_GAP + TL_GRAPH_MARGIN;
}

/* --- lines --- */

/* Where a line goes on in the next row. */
typedef struct
{
  guint  row, edge;
  double from_y, to_y;
} RowTurn;

static GArray *
find_turns (const TlModelGraph *graph, GArray *rows)
{
  GArray *turns = g_array_new (FALSE, FALSE, sizeof (RowTurn));

  for (guint i = 0; i < graph->n_edges; i++)
    for (guint k = 1; k < graph->edges[i].n_points; k++)
      {
        const TlModelPoint *a = &graph->edges[i].points[k - 1], *b = a + 1;
        const GraphRow     *from = row_of_layer (rows, layer_at (a->x)), *to = row_of_layer (rows, layer_at (b->x));
        RowTurn             turn = { (guint) (from - (GraphRow *) (gpointer) rows->data), i, a->y, b->y };

        if (from != to)
          g_array_append_val (turns, turn);
      }
  return turns;
}

/* Lower lines turn nearer to the boxes, so that those of one row do not cross. */
static guint
lane_of (const GArray *turns, const RowTurn *turn)
{
  guint lane = 0;

  for (guint i = 0; i < turns->len; i++)
    {
      const RowTurn *other = &g_array_index (turns, RowTurn, i);

      if (other->row == turn->row && other != turn
          && (other->from_y > turn->from_y || (other->from_y == turn->from_y && other->to_y > turn->to_y)
              || (other->from_y == turn->from_y && other->to_y == turn->to_y && other->edge > turn->edge)))
        lane++;
    }
  return lane;
}

static void
add_turn (GArray *points, const GraphRow *row, const GraphRow *next, const RowTurn *turn, guint lane, double right)
{
  double             x = right + LANE * lane, left = TL_GRAPH_MARGIN + LANE * lane;
  double             gap = row->bottom + row->down + ROW_GAP / 2 + LANE * lane;
  const TlModelPoint corners[] = { { x, turn->from_y + row->down }, { x, gap }, { left, gap }, { left, turn->to_y + next->down } };

  g_array_append_vals (points, corners, G_N_ELEMENTS (corners));
}

/* @turns: those of the edge come in their order. */
static void
wrap_edge (TlModelEdge *edge, guint index, GArray *rows, const GArray *turns, double indent, double right)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (TlModelPoint));
  guint   next_turn = 0;

  for (guint i = 0; i < edge->n_points; i++)
    {
      GraphRow    *row = row_of_layer (rows, layer_at (edge->points[i].x));
      TlModelPoint point = { edge->points[i].x - row->first * TL_GRAPH_LAYER + indent, edge->points[i].y + row->down };

      if (i > 0 && row != row_of_layer (rows, layer_at (edge->points[i - 1].x)))
        {
          while (g_array_index (turns, RowTurn, next_turn).edge != index)
            next_turn++;
          add_turn (points, row - 1, row, &g_array_index (turns, RowTurn, next_turn),
                    lane_of (turns, &g_array_index (turns, RowTurn, next_turn)), right);
          next_turn++;
        }
      g_array_append_val (points, point);
    }
  g_free (edge->points);
  edge->n_points = points->len;
  edge->points = (TlModelPoint *) (gpointer) g_array_free (points, FALSE);
}

void
tl_model_graph_wrap (TlModelGraph *graph, guint most)
{
  g_autoptr (GArray) rows = NULL, turns = NULL;
  guint              widest = 0, n_lanes = 0;
  double             indent, right;

  tl_model_graph_lay_out (graph);
  if (most >= n_layers (graph))
    return;
  rows = cut_rows (graph, MAX (most, 1));
  turns = find_turns (graph, rows);
  measure_rows (graph, rows);
  for (guint i = 0; i < rows->len; i++)
    {
      const GraphRow *row = &g_array_index (rows, GraphRow, i);

      widest = MAX (widest, row->last - row->first + 1);
      n_lanes = MAX (n_lanes, row->n_leaving);
    }
  indent = SIDE_GAP + LANE * n_lanes;
  right = TL_GRAPH_MARGIN + indent + widest * TL_GRAPH_LAYER - TL_GRAPH_GAP + SIDE_GAP;
  graph->height = place_rows (rows);
  graph->width = right + LANE * n_lanes + TL_GRAPH_MARGIN;
  for (guint i = 0; i < graph->n_edges; i++)
    wrap_edge (&graph->edges[i], i, rows, turns, indent, right);
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const GraphRow *row = row_of_layer (rows, graph->nodes[i].layer);

      graph->nodes[i].x += indent - row->first * TL_GRAPH_LAYER;
      graph->nodes[i].y += row->down;
    }
  tl_model_graph_set_frames (graph);
}

double
tl_model_graph_row_width (guint n)
{
  return 2 * TL_GRAPH_MARGIN + n * TL_GRAPH_LAYER - TL_GRAPH_GAP + 2 * SIDE_GAP + 2 * LANE * USUAL_LANES;
}
