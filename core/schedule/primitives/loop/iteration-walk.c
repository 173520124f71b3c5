/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The iterations of a loop with known extents, one by one: which elements of a buffer each of them writes, and which it reads. An instance
 * of the reader comes out the same in any order of the iterations if one of those that run it has written each element before (the last one
 * that runs it then finds it), or if no other iteration writes the element.
 */
#include "core/analysis/element-walk.h"
#include "core/schedule/primitives/loop/iteration-order-private.h"

#define MAX_POINTS (1u << 17) /* some 10 ms */
#define SEVERAL (-1)

/* An element as an instance of the reader reads it. */
typedef struct
{
  gint64 instance, element;
  gint64 iteration;       /* the last that read it */
  gboolean is_written;    /* before, in one of the iterations that read it */
  gboolean is_read_again; /* by another iteration */
} ElementRead;

/* For fixed values of the loops around the one in question. */
typedef struct
{
  const TlCarriedRead *pair;
  const TlLoop *loop;
  GHashTable *written; /* gint64 element → gint64 number of the only iteration that wrote it, or SEVERAL */
  GHashTable *current; /* gint64 element: written in this iteration */
  GHashTable *reads;   /* ElementRead */
  gint64 iteration;
  gboolean is_kept;
} OrderWalk;

static guint
hash_read (gconstpointer key)
{
  const ElementRead *read = key;

  return (guint)((guint64)(read->instance * 1000003 + read->element) * 0x9E3779B97F4A7C15u >> 32);
}

static gboolean
reads_equal (gconstpointer a, gconstpointer b)
{
  const ElementRead *x = a, *y = b;

  return x->instance == y->instance && x->element == y->element;
}

static void
begin_iteration (const TlLoop *loop, gint64 number, gpointer user_data)
{
  OrderWalk *order = user_data;

  if (loop != order->loop)
    return;
  order->iteration = number;
  g_hash_table_remove_all (order->current);
}

static void
note_write (OrderWalk *order, gint64 element)
{
  gint64 iteration = order->iteration;
  gpointer before;

  if (!g_hash_table_add (order->current, g_memdup2 (&element, sizeof element)))
    return;
  if (g_hash_table_lookup_extended (order->written, &element, NULL, &before) && *(gint64 *)before != iteration)
    iteration = SEVERAL;
  g_hash_table_insert (order->written, g_memdup2 (&element, sizeof element), g_memdup2 (&iteration, sizeof iteration));
}

static void
note_read (OrderWalk *order, gint64 element, gint64 instance)
{
  ElementRead key = { instance, element, order->iteration, FALSE, FALSE };
  ElementRead *read = g_hash_table_lookup (order->reads, &key);

  if (read == NULL)
    g_hash_table_add (order->reads, read = g_memdup2 (&key, sizeof key));
  read->is_read_again |= read->iteration != order->iteration;
  read->is_written |= g_hash_table_contains (order->current, &element);
  read->iteration = order->iteration;
}

static void
visit (const TlBlock *block, gboolean writes, gint64 instance, gint64 element, gpointer user_data)
{
  OrderWalk *order = user_data;
  gboolean is_reader = block->id == order->pair->reader->id;

  if (is_reader && !writes)
    note_read (order, element, instance);
  else if (!is_reader && writes)
    note_write (order, element);
}

static gboolean
end_loop (const TlLoop *loop, gpointer user_data)
{
  OrderWalk *order = user_data;
  GHashTableIter iter;
  const ElementRead *read;

  if (loop != order->loop)
    return TRUE;
  g_hash_table_iter_init (&iter, order->reads);
  while (g_hash_table_iter_next (&iter, (gpointer *)&read, NULL))
    {
      const gint64 *by = g_hash_table_lookup (order->written, &read->element);

      if (!read->is_written && by != NULL && (*by != read->iteration || read->is_read_again))
        order->is_kept = FALSE;
    }
  g_hash_table_remove_all (order->written);
  g_hash_table_remove_all (order->reads);
  return order->is_kept;
}

static TlOrderResult
walk_all (const TlPath *path, const TlCarriedRead *pair, gboolean is_sampled)
{
  g_autoptr (GHashTable) written = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr (GHashTable) current = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) reads = g_hash_table_new_full (hash_read, reads_equal, g_free, NULL);
  OrderWalk order = {
    .pair = pair, .loop = &tl_path_target (path)->loop, .written = written, .current = current, .reads = reads, .is_kept = TRUE
  };
  TlElementWalk walk = { .buffer = pair->buffer,
                         .within = order.loop,
                         .is_sampled = is_sampled,
                         .max_points = MAX_POINTS,
                         .begin_iteration = begin_iteration,
                         .end_loop = end_loop,
                         .visit = visit,
                         .user_data = &order };
  TlPath scope = *path;

  scope.n = (guint)tl_path_scope_index (path) + 1;
  for (guint at_end = 0; at_end < (tl_path_target (&scope)->block.n_axes > 0 ? 2 : 1) && order.is_kept; at_end++)
    if (!tl_element_walk (&walk, &scope, at_end))
      return TL_ORDER_UNKNOWN;
  return order.is_kept ? TL_ORDER_KEPT : is_sampled ? TL_ORDER_BROKEN_IN_SAMPLE : TL_ORDER_BROKEN;
}

TlOrderResult
tl_walk_carried_read (const TlPath *path, const TlCarriedRead *pair)
{
  TlOrderResult result = walk_all (path, pair, FALSE);

  return result == TL_ORDER_UNKNOWN ? walk_all (path, pair, TRUE) : result;
}
