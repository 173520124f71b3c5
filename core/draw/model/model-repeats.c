/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Layers that follow each other and are alike: pieces of as many calls of the same functions, with the same lines inside, from the piece
 * before, and from calls ahead of them all. Of all such rows the one that spares most boxes is taken, if several do the one where fewest
 * results pass from piece to piece, as from layer to layer; then those before and behind it.
 */
#include "core/base/extremum.h"
#include "core/draw/model/model-graph-private.h"

#define LEAST_SAVED 4      /* boxes: less is not worth a frame */
#define SHARED      G_MAXUINT   /* a line from a call ahead of all pieces */

typedef struct
{
  const TlModelGraph *graph;
  guint              *kind;         /* of each node: the same for calls of one function with one type */
  guint              *first_edge;   /* of each node, and one more */
  guint              *links;        /* of each edge into the first piece: where in the piece before its like begins, or SHARED */
} RepeatSearch;

static void
search_init (RepeatSearch *search, const TlModelGraph *graph)
{
  g_autoptr (GHashTable) kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  *search = (RepeatSearch) {
    graph, g_new0 (guint, graph->n_nodes), g_new0 (guint, graph->n_nodes + 1), g_new0 (guint, graph->n_edges + 1),
  };
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const TlModelNode *node = &graph->nodes[i];
      char              *text = g_strdup_printf ("%s %s", node->func != NULL ? node->func : "", node->type);
      guint              kind = GPOINTER_TO_UINT (g_hash_table_lookup (kinds, text));

      search->kind[i] = kind > 0 ? kind : g_hash_table_size (kinds) + 1;
      g_hash_table_replace (kinds, text, GUINT_TO_POINTER (search->kind[i]));
    }
  for (guint i = 0; i < graph->n_edges; i++)
    search->first_edge[graph->edges[i].to + 1]++;
  for (guint i = 0; i < graph->n_nodes; i++)
    search->first_edge[i + 1] += search->first_edge[i];
}

static void
search_clear (RepeatSearch *search)
{
  g_free (search->kind);
  g_free (search->first_edge);
  g_free (search->links);
}

/* A line into the piece @copy (1 and more) as its like into the first one. */
static gboolean
is_line_alike (RepeatSearch *search, const TlModelRepeat *repeat, guint copy, guint edge, guint source)
{
  guint like = search->graph->edges[edge].from, link = SHARED;

  if (like >= repeat->first)
    return source == like + copy * repeat->n_nodes;
  if (source != like)
    {
      guint before = repeat->first + (copy - 1) * repeat->n_nodes;

      if (source < before || source >= before + repeat->n_nodes)
        return FALSE;
      link = source - before;
    }
  if (copy == 1)
    search->links[edge] = link;
  return search->links[edge] == link;
}

/* Whether the piece @copy is as the first, and goes on from the one before. */
static gboolean
is_piece_alike (RepeatSearch *search, const TlModelRepeat *repeat, guint copy)
{
  gboolean goes_on = FALSE;

  for (guint i = 0; i < repeat->n_nodes; i++)
    {
      guint like = repeat->first + i, node = like + copy * repeat->n_nodes, edge = search->first_edge[node];

      if (search->kind[node] != search->kind[like]
          || search->first_edge[node + 1] - edge != search->first_edge[like + 1] - search->first_edge[like])
        return FALSE;
      for (guint k = search->first_edge[like]; k < search->first_edge[like + 1]; k++, edge++)
        {
          if (!is_line_alike (search, repeat, copy, k, search->graph->edges[edge].from))
            return FALSE;
          goes_on |= search->graph->edges[k].from < repeat->first && search->links[k] != SHARED;
        }
    }
  return goes_on;
}

static guint
n_saved (const TlModelRepeat *repeat)
{
  return (repeat->n_copies - 1) * repeat->n_nodes;
}

/* Calls that pass their results on to the next piece. */
static guint
n_passing (const RepeatSearch *search, const TlModelRepeat *repeat)
{
  guint begin = search->first_edge[repeat->first], end = search->first_edge[repeat->first + repeat->n_nodes], n = 0;

  for (guint i = begin; i < end; i++)
    {
      gboolean is_new = search->graph->edges[i].from < repeat->first && search->links[i] != SHARED;

      for (guint k = begin; k < i && is_new; k++)
        is_new = search->graph->edges[k].from >= repeat->first || search->links[k] != search->links[i];
      n += is_new;
    }
  return n;
}

/* Adds what is found among the nodes [begin, end). */
static void
find_repeats (RepeatSearch *search, guint begin, guint end, GArray *repeats)
{
  TlModelRepeat best = { .n_copies = 1 };
  guint         n_best = 0;

  for (guint first = begin; first < end; first++)
    for (guint n = 1; first + 2 * n <= end && end - first - n >= n_saved (&best); n++)
      {
        TlModelRepeat repeat = { first, n, 1 };

        while (first + (repeat.n_copies + 1) * n <= end && is_piece_alike (search, &repeat, repeat.n_copies))
          repeat.n_copies++;
        if (repeat.n_copies == 1 || n_saved (&repeat) < n_saved (&best)
            || (n_saved (&repeat) == n_saved (&best) && n_passing (search, &repeat) >= n_best))
          continue;
        best = repeat;
        n_best = n_passing (search, &repeat);
      }
  if (n_saved (&best) < LEAST_SAVED)
    return;
  find_repeats (search, begin, best.first, repeats);
  g_array_append_val (repeats, best);
  find_repeats (search, best.first + best.n_copies * best.n_nodes, end, repeats);
}

void
tl_model_graph_find_repeats (TlModelGraph *graph)
{
  GArray      *repeats = g_array_new (FALSE, FALSE, sizeof (TlModelRepeat));
  RepeatSearch search;
  guint        first = 0;

  while (graph->nodes[first].kind == TL_MODEL_INPUT)
    first++;
  search_init (&search, graph);
  find_repeats (&search, first, graph->n_nodes - 1, repeats);
  search_clear (&search);
  graph->n_repeats = repeats->len;
  graph->repeats = (TlModelRepeat *) (gpointer) g_array_free (repeats, FALSE);
}

/* --- what is shown --- */

/* Another line from the same box to the same box comes before. */
static gboolean
has_like (const TlModelGraph *graph, guint edge)
{
  for (guint i = edge; i-- > 0 && graph->edges[i].to == graph->edges[edge].to;)
    if (graph->nodes[graph->edges[i].from].shown == graph->nodes[graph->edges[edge].from].shown)
      return TRUE;
  return FALSE;
}

void
tl_model_graph_add_up (TlModelGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    graph->nodes[i].shown_s = 0;
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      double *shown_s = &graph->nodes[graph->nodes[i].shown].shown_s;

      *shown_s = *shown_s < 0 || graph->nodes[i].seconds < 0 ? -1 : *shown_s + graph->nodes[i].seconds;
    }
}

void
tl_model_graph_collapse (TlModelGraph *graph, gboolean is_collapsed)
{
  graph->is_collapsed = is_collapsed;
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      graph->nodes[i].shown = i;
      graph->nodes[i].n_alike = 1;
    }
  for (guint i = 0; is_collapsed && i < graph->n_repeats; i++)
    {
      const TlModelRepeat *repeat = &graph->repeats[i];

      for (guint k = 0; k < repeat->n_nodes * repeat->n_copies; k++)
        {
          graph->nodes[repeat->first + k].shown = repeat->first + k % repeat->n_nodes;
          graph->nodes[repeat->first + k].n_alike = repeat->n_copies;
        }
    }
  for (guint i = 0; i < graph->n_edges; i++)
    graph->edges[i].is_hidden = graph->nodes[graph->edges[i].to].shown != graph->edges[i].to || has_like (graph, i);
  tl_model_graph_add_up (graph);
  tl_model_graph_lay_out (graph);
}

/* Boxes that are not shown stand where those do that stand for them. */
static void
place_hidden (TlModelGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const TlModelNode *shown = &graph->nodes[graph->nodes[i].shown];
      TlModelNode       *node = &graph->nodes[i];

      node->layer = shown->layer;
      node->x = shown->x;
      node->y = shown->y;
      node->width = shown->width;
      node->height = shown->height;
    }
}

static gint
compare_layers (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TlModelNode *nodes = user_data, *x = &nodes[*(const guint *) a], *y = &nodes[*(const guint *) b];

  return x->layer < y->layer ? -1 : x->layer > y->layer;
}

static void
extend_frame (TlModelFrame *frame, const TlModelNode *node)
{
  double right = tl_max (frame->x + frame->width, node->x + node->width + TL_FRAME_SIDE);
  double bottom = tl_max (frame->y + frame->height, node->y + node->height + TL_FRAME_SIDE);

  frame->x = tl_min (frame->x, node->x - TL_FRAME_SIDE);
  frame->y = tl_min (frame->y, node->y - TL_FRAME_TITLE);
  frame->width = right - frame->x;
  frame->height = bottom - frame->y;
}

/* One around the boxes of each row: where a layer goes on in the next, x falls. */
static void
add_frames (const TlModelGraph *graph, guint index, GArray *frames)
{
  const TlModelRepeat *repeat = &graph->repeats[index];
  g_autofree guint    *order = g_new (guint, repeat->n_nodes);

  for (guint i = 0; i < repeat->n_nodes; i++)
    order[i] = repeat->first + i;
  g_qsort_with_data (order, (gint) repeat->n_nodes, sizeof *order, compare_layers, graph->nodes);
  for (guint i = 0; i < repeat->n_nodes; i++)
    {
      const TlModelNode *node = &graph->nodes[order[i]];

      if (i == 0 || node->x < graph->nodes[order[i - 1]].x)
        {
          TlModelFrame frame = { index, i > 0, node->x, node->y, 0, 0 };

          g_array_append_val (frames, frame);
        }
      extend_frame (&g_array_index (frames, TlModelFrame, frames->len - 1), node);
    }
}

void
tl_model_graph_set_frames (TlModelGraph *graph)
{
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (TlModelFrame));

  place_hidden (graph);
  for (guint i = 0; graph->is_collapsed && i < graph->n_repeats; i++)
    add_frames (graph, i, frames);
  g_free (graph->frames);
  graph->n_frames = frames->len;
  graph->frames = (TlModelFrame *) (gpointer) g_array_free (frames, FALSE);
}
