/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/canvas/nest-columns.h"

#include <string.h>

#include "core/base/extremum.h"

#define MOST_COLUMNS 64u

/* --- edges --- */

static void
add_edges (GArray *edges, const TlBlock *block, guint nest, GHashTable *writers)
{
  for (guint i = 0; i < block->n_reads; i++)
    {
      const TlBuffer *buffer = block->reads[i].buffer;
      guint           writer = GPOINTER_TO_UINT (g_hash_table_lookup (writers, buffer));
      TlNestEdge      edge = { writer - 1, nest, buffer };
      gboolean        is_known = FALSE;

      for (guint e = edges->len; e-- > 0 && g_array_index (edges, TlNestEdge, e).to == nest;)
        is_known |= g_array_index (edges, TlNestEdge, e).buffer == buffer;
      if (writer > 0 && edge.from != nest && !is_known)
        g_array_append_val (edges, edge);
    }
}

GArray *
tl_nest_edges (const TlNest *nest)
{
  GArray                *edges = g_array_new (FALSE, FALSE, sizeof (TlNestEdge));
  g_autoptr (GHashTable) writers = g_hash_table_new (NULL, NULL);   /* TlBuffer → outermost item + 1 */

  for (guint top = 0; top < nest->n_items; top = nest->items[top].end)
    for (guint i = top; i < nest->items[top].end; i++)
      {
        const TlBlock *block = nest->items[i].kind == TL_NEST_BLOCK ? &nest->items[i].stmt->block : NULL;

        if (block == NULL)
          continue;
        add_edges (edges, block, top, writers);
        for (guint w = 0; w < block->n_writes; w++)
          g_hash_table_insert (writers, (gpointer) block->writes[w].buffer, GUINT_TO_POINTER (top + 1));
      }
  return edges;
}

/* --- columns --- */

typedef struct
{
  guint  item;
  double height;
} TopNest;

/* Fills columns of at most @limit one after the other; how many there are, and how high the highest is. */
static guint
fill (const GArray *tops, double limit, guint *column_of, double *highest)
{
  guint  column = 0;
  double y = 0;

  *highest = 0;
  for (guint i = 0; i < tops->len; i++)
    {
      double height = g_array_index (tops, TopNest, i).height;

      if (y > 0 && y + height > limit)
        {
          column++;
          y = 0;
        }
      column_of[i] = column;
      *highest = tl_max (*highest, y + height);
      y += height + TL_NEST_NEST_GAP;
    }
  return column + 1;
}

static double
scale_in (double width, double height, double room_width, double room_height)
{
  return tl_min (1, tl_min (room_width / width, room_height / height));
}

static void
move_nest (const TlNest *nest, guint top, TlNestBox *boxes, double x, double y)
{
  double from = boxes[top].y;

  for (guint i = top; i < nest->items[top].end; i++)
    {
      boxes[i].x += x;
      boxes[i].y += y - from;
    }
}

static void
place_nests (const TlNest *nest, const GArray *tops, const guint *column_of, double column_width, TlNestBox *boxes)
{
  double y = 0;

  for (guint i = 0; i < tops->len; i++)
    {
      y = i > 0 && column_of[i] != column_of[i - 1] ? 0 : y;
      move_nest (nest, g_array_index (tops, TopNest, i).item, boxes, column_of[i] * (column_width + TL_NEST_COLUMN_GAP), y);
      y += g_array_index (tops, TopNest, i).height + TL_NEST_NEST_GAP;
    }
}

guint
tl_nest_put_in_columns (const TlNest *nest, const gboolean *hidden, double room_width, double room_height, TlNestBox *boxes,
                        double *width, double *height)
{
  g_autoptr (GArray) tops = g_array_new (FALSE, FALSE, sizeof (TopNest));
  g_autofree guint  *column_of = NULL, *best = NULL;
  double             total = 0, largest = 0, highest, best_scale = 0, column_width = *width;
  guint              n_columns = 1;

  for (guint i = 0; i < nest->n_items; i = nest->items[i].end)
    if (!hidden[i])
      {
        TopNest top = { i, boxes[i].height };

        g_array_append_val (tops, top);
        total += top.height + TL_NEST_NEST_GAP;
        largest = tl_max (largest, top.height);
      }
  if (tops->len < 2)
    return 1;
  column_of = g_new0 (guint, tops->len);
  best = g_new0 (guint, tops->len);
  for (guint n = 1; n <= MIN (tops->len, MOST_COLUMNS); n++)
    {
      guint  found = fill (tops, tl_max (largest, total / n), column_of, &highest);
      double all = found * (column_width + TL_NEST_COLUMN_GAP) - TL_NEST_COLUMN_GAP;
      double scale = scale_in (all, highest, room_width, room_height);

      if (scale <= best_scale * 1.001)
        continue;
      best_scale = scale;
      n_columns = found;
      *width = all;
      *height = highest;
      memcpy (best, column_of, tops->len * sizeof (guint));
    }
  place_nests (nest, tops, best, column_width, boxes);
  return n_columns;
}
