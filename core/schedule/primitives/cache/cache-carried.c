/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether what a writer leaves reaches a reader that stands before it in a loop around both, an iteration later:
 *
 *   for k: { … = C[i];  C[i] = … }     it does: the second iteration reads what the first wrote
 *   for i: { … = C[i];  C[i] = … }     it does not: each iteration has an element of its own
 *
 * Two answers: at each loop, the boxes of one iteration and of those after it lie apart; or equal elements mean the same iteration.
 */
#include "core/schedule/primitives/cache-private.h"
#include "core/schedule/primitives/cache/index-determines-private.h"

/* The reader, the writer, and the loops around both, outermost first. */
typedef struct
{
  TlArena       *arena;
  const TlBlock *reader, *writer;
  const TlIter  *reader_iters, *writer_iters;
  guint          n_reader_iters, n_writer_iters, n_common;
} Pair;

static gboolean
lies_before (TlAnalyzer *analyzer, TlArena *arena, TlRange a, TlRange b)
{
  return tl_analyzer_can_prove (analyzer, tl_binary (arena, TL_EXPR_LE, tl_add (arena, a.min, a.extent), b.min));
}

/* The region of the iterations after the current one of the loop at @depth. */
static TlRegion
move_on (const Pair *pair, TlAnalyzer *analyzer, TlRegion region, guint depth)
{
  const TlIter          *iter = &pair->reader_iters[depth];
  const TlExpr          *one = tl_expr_int (pair->arena, iter->var->dtype, 1);
  const TlVar           *more = tl_expr_var (pair->arena, "more", iter->var->dtype);
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  TlRange               *ranges = tl_arena_new_array (pair->arena, TlRange, region.buffer->n_dims);

  tl_analyzer_bind (analyzer, more, one, tl_sub (pair->arena, iter->extent, one));
  g_hash_table_insert (values, (gpointer) iter->var, (gpointer) tl_add (pair->arena, iter->var, more));
  for (guint d = 0; d < region.buffer->n_dims; d++)
    ranges[d] = (TlRange) { tl_expr_substitute (pair->arena, region.ranges[d].min, values),
                            tl_expr_substitute (pair->arena, region.ranges[d].extent, values) };
  return (TlRegion) { .buffer = region.buffer, .ranges = ranges };
}

static gboolean
is_apart_later (const Pair *pair, TlRegion read, TlRegion written, guint depth)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (pair->arena);
  gint64                 extent;

  if (tl_expr_get_int (pair->reader_iters[depth].extent, &extent) && extent <= 1)
    return TRUE;
  for (guint i = 0; i <= depth; i++)
    tl_analyzer_bind (analyzer, pair->reader_iters[i].var, pair->reader_iters[i].min, pair->reader_iters[i].extent);
  read = tl_region_relax (pair->arena, read, pair->reader_iters + depth + 1, pair->n_reader_iters - depth - 1, pair->reader->predicate);
  written = tl_region_relax (pair->arena, written, pair->writer_iters + depth + 1, pair->n_writer_iters - depth - 1,
                             pair->writer->predicate);
  read = move_on (pair, analyzer, read, depth);
  for (guint d = 0; d < read.buffer->n_dims; d++)
    if (lies_before (analyzer, pair->arena, written.ranges[d], read.ranges[d])
        || lies_before (analyzer, pair->arena, read.ranges[d], written.ranges[d]))
      return TRUE;
  return FALSE;
}

/* Both touch one element in each iteration of the loops around them, the same one, and no other iteration does. */
static gboolean
has_own_element (const Pair *pair, TlRegion read, TlRegion written, guint first)
{
  guint          n = read.buffer->n_dims;
  const TlExpr **indices = tl_arena_new_array (pair->arena, const TlExpr *, n);
  const TlExpr **vars = tl_arena_new_array (pair->arena, const TlExpr *, pair->n_common - first);

  read = tl_region_relax (pair->arena, read, pair->reader_iters + pair->n_common, pair->n_reader_iters - pair->n_common, NULL);
  written = tl_region_relax (pair->arena, written, pair->writer_iters + pair->n_common, pair->n_writer_iters - pair->n_common, NULL);
  for (guint d = 0; d < n; d++)
    {
      indices[d] = read.ranges[d].min;
      if (!tl_expr_is_int (read.ranges[d].extent, 1) || !tl_expr_is_int (written.ranges[d].extent, 1)
          || !tl_expr_equal (read.ranges[d].min, written.ranges[d].min))
        return FALSE;
    }
  for (guint i = first; i < pair->n_common; i++)
    vars[i - first] = pair->reader_iters[i].var;
  return tl_indices_determine (pair->arena, indices, n, vars, pair->n_common - first, pair->reader_iters + first, pair->n_common - first);
}

static gboolean
may_reach (const Pair *pair, TlRegion read, TlRegion written, guint first)
{
  read = tl_block_region_outside (pair->arena, pair->reader, read);
  written = tl_block_region_outside (pair->arena, pair->writer, written);
  for (guint depth = first; depth < pair->n_common; depth++)
    if (!is_apart_later (pair, read, written, depth))
      return !has_own_element (pair, read, written, first);
  return FALSE;
}

gboolean
tl_cache_check_carried (TlCache *cache, const TlStmt *reader, GError **error)
{
  const TlBlock *from = &reader->block, *to = &cache->writer->block;
  TlNodeId       culprits[] = { from->id, to->id };
  guint          first = 0;
  Pair           pair = { .arena = cache->arena, .reader = from, .writer = to };

  pair.reader_iters = tl_scope_info_iters (cache->info, reader, &pair.n_reader_iters);
  pair.writer_iters = tl_scope_info_iters (cache->info, cache->writer, &pair.n_writer_iters);
  while (pair.n_common < MIN (pair.n_reader_iters, pair.n_writer_iters)
         && pair.reader_iters[pair.n_common].var == pair.writer_iters[pair.n_common].var)
    pair.n_common++;
  for (guint i = 0; i < pair.n_common && cache->site != NULL && cache->site->kind == TL_STMT_FOR; i++)
    if (pair.writer_iters[i].var == cache->site->loop.var)
      first = i + 1;
  for (guint i = 0; i < from->n_reads; i++)
    for (guint j = 0; j < to->n_writes; j++)
      if (from->reads[i].buffer == cache->buffer && to->writes[j].buffer == cache->buffer
          && may_reach (&pair, from->reads[i], to->writes[j], first))
        return tl_call_refuse_order (cache->call, error, culprits, 2, NULL,
                                     "block %s reads in later iterations what block %s writes to buffer %s; a copy outside of their "
                                     "loops would be stale",
                                     from->name, to->name, cache->buffer->name);
  return TRUE;
}
