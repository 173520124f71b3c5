/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Layers after Sugiyama: a node stands behind all that it depends on; lines that pass layers have a place of their own in each; the order
 * within layers follows the middle of the neighbours, from left to right and back. Heights then go to the middle of the neighbours as near
 * as the order and the distances allow: of each layer that is the least sum of squares, by pooling neighbours that would overlap (isotonic
 * regression).
 */
#include <string.h>

#include "core/base/extremum.h"
#include "core/draw/model/model-graph-private.h"

#define MARGIN       TL_GRAPH_MARGIN
#define CALL_WIDTH   (TL_GRAPH_LAYER - GAP)
#define CALL_HEIGHT  44.0
#define SHARE_HEIGHT 220.0    /* more for a call that takes the whole time */
#define END_WIDTH    64.0     /* of inputs and the result */
#define END_HEIGHT   30.0
#define GAP          TL_GRAPH_GAP
#define SPACE        22.0     /* between boxes */
#define LINE_SPACE   12.0     /* between a line and its neighbours */
#define N_SWEEPS     8
#define NO_LAYER     G_MAXUINT   /* of boxes that are not shown */

/* A node in its layer, or a line that passes it. */
typedef struct
{
  gint   node;            /* -1: a line */
  guint  layer;
  double height;
  double middle;          /* of its height */
  double wanted;          /* by its neighbours */
} Place;

typedef struct
{
  guint from, to;         /* indices of places in neighbouring layers */
} Link;

typedef struct
{
  TlModelGraph *graph;
  GArray       *places;        /* Place: the nodes first, in their order */
  GArray       *links;
  GArray      **layers;        /* of guint: places from top to bottom */
  guint         n_layers;
  GArray      **before, **after;   /* of each place: the places that it is linked to */
  guint        *first_line;    /* of each edge: the place of its first line; those of further layers follow */
} Layout;

static Place *
place_at (const Layout *layout, guint index)
{
  return &g_array_index (layout->places, Place, index);
}

static double
node_height (const TlModelGraph *graph, guint node)
{
  double share = tl_model_graph_shown_share (graph, node);

  if (graph->nodes[node].kind != TL_MODEL_CALL)
    return END_HEIGHT;
  return CALL_HEIGHT + (share > 0 ? SHARE_HEIGHT * share : 0);
}

/* The box where a line begins. */
static guint
begin_of (const TlModelGraph *graph, const TlModelEdge *edge)
{
  return graph->nodes[edge->from].shown;
}

/* Edges lead to later nodes and stand in the order of these, so that one pass is enough. The result stands behind all. */
static guint
set_layers (TlModelGraph *graph)
{
  guint last = 1;

  for (guint i = 0; i < graph->n_nodes; i++)
    graph->nodes[i].layer = 0;
  for (guint i = 0; i < graph->n_edges; i++)
    {
      guint *layer = &graph->nodes[graph->edges[i].to].layer;

      if (!graph->edges[i].is_hidden)
        *layer = tl_max (*layer, graph->nodes[begin_of (graph, &graph->edges[i])].layer + 1);
    }
  for (guint i = 0; i < graph->n_nodes; i++)
    last = MAX (last, graph->nodes[i].layer + (graph->nodes[i].kind == TL_MODEL_CALL));
  graph->nodes[graph->n_nodes - 1].layer = last;
  return last + 1;
}

static guint
add_place (Layout *layout, gint node, guint layer, double height)
{
  Place place = { .node = node, .layer = layer, .height = height };

  g_array_append_val (layout->places, place);
  return layout->places->len - 1;
}

static void
add_link (Layout *layout, guint from, guint to)
{
  Link link = { from, to };

  g_array_append_val (layout->links, link);
}

static void
add_places (Layout *layout)
{
  TlModelGraph *graph = layout->graph;

  for (guint i = 0; i < graph->n_nodes; i++)
    add_place (layout, (gint) i, graph->nodes[i].shown == i ? graph->nodes[i].layer : NO_LAYER, node_height (graph, i));
  for (guint i = 0; i < graph->n_edges; i++)
    {
      TlModelEdge *edge = &graph->edges[i];
      guint        from = begin_of (graph, edge), first = graph->nodes[from].layer + 1, last = graph->nodes[edge->to].layer;

      if (edge->is_hidden)
        continue;
      layout->first_line[i] = layout->places->len;
      edge->is_skip = last > first;
      for (guint layer = first; layer < last; layer++)
        {
          guint line = add_place (layout, -1, layer, 0);

          add_link (layout, from, line);
          from = line;
        }
      add_link (layout, from, edge->to);
    }
}

static GArray **
new_lists (guint n)
{
  GArray **lists = g_new (GArray *, n);

  for (guint i = 0; i < n; i++)
    lists[i] = g_array_new (FALSE, FALSE, sizeof (guint));
  return lists;
}

static void
free_lists (GArray **lists, guint n)
{
  for (guint i = 0; i < n; i++)
    g_array_unref (lists[i]);
  g_free (lists);
}

static void
fill_lists (Layout *layout)
{
  layout->layers = new_lists (layout->n_layers);
  layout->before = new_lists (layout->places->len);
  layout->after = new_lists (layout->places->len);
  for (guint i = 0; i < layout->places->len; i++)
    if (place_at (layout, i)->layer != NO_LAYER)
      g_array_append_val (layout->layers[place_at (layout, i)->layer], i);
  for (guint i = 0; i < layout->links->len; i++)
    {
      const Link *link = &g_array_index (layout->links, Link, i);

      g_array_append_val (layout->before[link->to], link->from);
      g_array_append_val (layout->after[link->from], link->to);
    }
}

/* To the mean of what it is linked to on that side; it stays where nothing is. */
static void
want_middle (Layout *layout, const GArray *layer, GArray *const *linked)
{
  for (guint i = 0; i < layer->len; i++)
    {
      guint         index = g_array_index (layer, guint, i);
      Place        *place = place_at (layout, index);
      const GArray *others = linked[index];
      double        sum = 0;

      for (guint k = 0; k < others->len; k++)
        sum += place_at (layout, g_array_index (others, guint, k))->middle;
      place->wanted = others->len > 0 ? sum / others->len : place->middle;
    }
}

static gint
compare_wanted (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Place *x = place_at (user_data, *(const guint *) a), *y = place_at (user_data, *(const guint *) b);

  if (x->wanted != y->wanted)
    return x->wanted < y->wanted ? -1 : 1;
  return x->middle < y->middle ? -1 : x->middle > y->middle;   /* stable */
}

static gboolean
is_framed (const Layout *layout, const Place *place)
{
  return place->node >= 0 && layout->graph->nodes[place->node].n_alike > 1;
}

/* The least distance between the middles of neighbours. */
static double
distance (const Layout *layout, const Place *above, const Place *below)
{
  double space = above->node >= 0 && below->node >= 0 ? SPACE : LINE_SPACE;

  if (is_framed (layout, above) != is_framed (layout, below))
    space += is_framed (layout, below) ? TL_FRAME_TITLE : TL_FRAME_SIDE;
  return (above->height + below->height) / 2 + space;
}

/* One below the other in their order, as near to where they want to be as can be. */
static void
place_layer (Layout *layout, const GArray *layer)
{
  guint   n = layer->len, n_pools = 0;
  double *offset = g_new (double, n), *mean = g_new (double, n);
  guint  *size = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    {
      const Place *place = place_at (layout, g_array_index (layer, guint, i));

      offset[i] = i == 0 ? 0 : offset[i - 1] + distance (layout, place_at (layout, g_array_index (layer, guint, i - 1)), place);
      mean[n_pools] = place->wanted - offset[i];
      size[n_pools++] = 1;
      for (; n_pools > 1 && mean[n_pools - 2] > mean[n_pools - 1]; n_pools--)
        {
          guint both = size[n_pools - 2] + size[n_pools - 1];

          mean[n_pools - 2] = (mean[n_pools - 2] * size[n_pools - 2] + mean[n_pools - 1] * size[n_pools - 1]) / both;
          size[n_pools - 2] = both;
        }
    }
  for (guint pool = 0, i = 0; pool < n_pools; pool++)
    for (guint k = 0; k < size[pool]; k++, i++)
      place_at (layout, g_array_index (layer, guint, i))->middle = mean[pool] + offset[i];
  g_free (offset);
  g_free (mean);
  g_free (size);
}

static void
sweep (Layout *layout, gboolean forward, gboolean reorder)
{
  for (guint i = 1; i < layout->n_layers; i++)
    {
      GArray *layer = layout->layers[forward ? i : layout->n_layers - 1 - i];

      want_middle (layout, layer, forward ? layout->before : layout->after);
      if (reorder)
        g_array_sort_with_data (layer, compare_wanted, layout);
      place_layer (layout, layer);
    }
}

static void
set_boxes (Layout *layout)
{
  TlModelGraph *graph = layout->graph;
  double        top = G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; i < layout->places->len; i++)
    {
      const Place *place = place_at (layout, i);

      if (place->layer == NO_LAYER)
        continue;
      top = tl_min (top, place->middle - place->height / 2 - (is_framed (layout, place) ? TL_FRAME_TITLE : 0));
      bottom = tl_max (bottom, place->middle + place->height / 2 + (is_framed (layout, place) ? TL_FRAME_SIDE : 0));
    }
  for (guint i = 0; i < layout->places->len; i++)
    place_at (layout, i)->middle += MARGIN - top;
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      TlModelNode *node = &graph->nodes[i];
      const Place *place = place_at (layout, i);

      node->width = node->kind == TL_MODEL_CALL ? CALL_WIDTH : END_WIDTH;
      node->height = place->height;
      node->x = MARGIN + node->layer * (CALL_WIDTH + GAP) + (CALL_WIDTH - node->width) / 2;
      node->y = place->middle - place->height / 2;
    }
  graph->width = 2 * MARGIN + layout->n_layers * (CALL_WIDTH + GAP) - GAP;
  graph->height = 2 * MARGIN + bottom - top;
}

/* From the right side of a box to the left side of another, straight through the layers that it passes. */
static void
set_points (Layout *layout)
{
  TlModelGraph *graph = layout->graph;

  for (guint i = 0; i < graph->n_edges; i++)
    {
      TlModelEdge       *edge = &graph->edges[i];
      const TlModelNode *from = &graph->nodes[begin_of (graph, edge)], *to = &graph->nodes[edge->to];
      guint              n_lines = to->layer - from->layer - 1, n = 0;

      g_clear_pointer (&edge->points, g_free);
      edge->n_points = 0;
      if (edge->is_hidden)
        continue;
      edge->points = g_new (TlModelPoint, 2 * n_lines + 2);
      edge->points[n++] = (TlModelPoint) { from->x + from->width, from->y + from->height / 2 };
      for (guint k = 0; k < n_lines; k++)
        {
          double y = place_at (layout, layout->first_line[i] + k)->middle;
          double x = MARGIN + (from->layer + 1 + k) * (CALL_WIDTH + GAP);

          edge->points[n++] = (TlModelPoint) { x, y };
          edge->points[n++] = (TlModelPoint) { x + CALL_WIDTH, y };
        }
      edge->points[n++] = (TlModelPoint) { to->x, to->y + to->height / 2 };
      edge->n_points = n;
    }
}

void
tl_model_graph_lay_out (TlModelGraph *graph)
{
  Layout layout = { .graph = graph, .n_layers = set_layers (graph) };

  layout.places = g_array_new (FALSE, FALSE, sizeof (Place));
  layout.links = g_array_new (FALSE, FALSE, sizeof (Link));
  layout.first_line = g_new0 (guint, MAX (graph->n_edges, 1));
  add_places (&layout);
  fill_lists (&layout);
  place_layer (&layout, layout.layers[0]);
  for (guint i = 0; i < N_SWEEPS; i++)
    sweep (&layout, i % 2 == 0, i < N_SWEEPS - 2);
  set_boxes (&layout);
  set_points (&layout);
  tl_model_graph_set_frames (graph);
  free_lists (layout.layers, layout.n_layers);
  free_lists (layout.before, layout.places->len);
  free_lists (layout.after, layout.places->len);
  g_array_unref (layout.places);
  g_array_unref (layout.links);
  g_free (layout.first_line);
}
