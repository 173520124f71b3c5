/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A block may read what another one wrote in another iteration of the loop around both, as after merge:
 *
 *   for t: { B[2 * t], B[2 * t + 1] = …;  C[t] = B[t] }
 *
 * The iterations may change places if each reads what it wrote itself, or what no other one writes: by boxes, as far as these tell;
 * else each iteration is looked at (iteration-walk.c). Where that is not possible either, a block that no iteration runs again is taken to
 * read what another one wrote. One that is run again may be right in the end, as in TVM: lowering runs such loops in order
 * (serialize-loops).
 */
#include "core/schedule/primitives/loop/iteration-order-private.h"

#include "core/analysis/block-info.h"
#include "core/ir/walk.h"

typedef struct
{
  TlArena *arena;
  TlScopeInfo *info;
  const TlLoop *loop;
} OrderCheck;

/* The box of @access, one of @block's, in one iteration of the loop; others stand still. */
static TlRegion
box_of_iteration (const OrderCheck *check, const TlStmt *block, TlRegion access)
{
  guint n_iters, n_outer = 0;
  const TlIter *iters = tl_scope_info_iters (check->info, block, &n_iters);

  while (iters[n_outer++].var != check->loop->var)
    ;
  return tl_region_relax (check->arena, tl_block_region_outside (check->arena, &block->block, access), iters + n_outer, n_iters - n_outer,
                          block->block.predicate);
}

static TlRegion
substitute (const OrderCheck *check, TlRegion region, const TlExpr *value)
{
  TlRange *ranges = tl_arena_new_array (check->arena, TlRange, region.buffer->n_dims);

  for (guint d = 0; d < region.buffer->n_dims; d++)
    {
      ranges[d].min = tl_expr_substitute_var (check->arena, region.ranges[d].min, check->loop->var, value);
      ranges[d].extent = tl_expr_substitute_var (check->arena, region.ranges[d].extent, check->loop->var, value);
    }
  return (TlRegion){ .buffer = region.buffer, .ranges = ranges };
}

static gboolean
ends_before (TlAnalyzer *analyzer, TlArena *arena, const TlRange *a, const TlRange *b)
{
  return tl_analyzer_can_prove (analyzer, tl_binary (arena, TL_EXPR_LE, tl_add (arena, a->min, a->extent), b->min));
}

/* @earlier in an iteration, @later in any of those after it. */
static gboolean
are_apart (const OrderCheck *check, const TlStmt *block, TlRegion earlier, TlRegion later)
{
  TlArena *arena = check->arena;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  TlDType dtype = check->loop->var->dtype;
  const TlVar *ahead = tl_expr_var (arena, "ahead", dtype);
  const TlExpr *one = tl_expr_int (arena, dtype, 1), *less = tl_sub (arena, check->loop->extent, one);
  const TlExpr *at = tl_add (arena, tl_add (arena, check->loop->var, one), ahead);
  gboolean is_apart = FALSE;
  guint n_iters;
  const TlIter *iters = tl_scope_info_iters (check->info, block, &n_iters);

  for (guint i = 0; iters[i].var != check->loop->var; i++)
    tl_analyzer_bind (analyzer, iters[i].var, iters[i].min, iters[i].extent);
  tl_analyzer_bind (analyzer, check->loop->var, check->loop->min, less);
  tl_analyzer_bind (analyzer, ahead, tl_expr_int (arena, dtype, 0), less);
  tl_analyzer_push (analyzer, tl_binary (arena, TL_EXPR_LT, at, tl_add (arena, check->loop->min, check->loop->extent)));
  later = substitute (check, later, at);
  for (guint d = 0; d < earlier.buffer->n_dims && !is_apart; d++)
    is_apart = ends_before (analyzer, arena, &earlier.ranges[d], &later.ranges[d])
               || ends_before (analyzer, arena, &later.ranges[d], &earlier.ranges[d]);
  tl_analyzer_pop (analyzer);
  return is_apart;
}

/* Whether what @writer writes and what @reader reads in different iterations lies apart. */
static gboolean
lies_apart (const OrderCheck *check, const TlStmt *writer, const TlStmt *reader, const TlBuffer *buffer)
{
  for (guint i = 0; i < writer->block.n_writes; i++)
    for (guint j = 0; writer->block.writes[i].buffer == buffer && j < reader->block.n_reads; j++)
      if (reader->block.reads[j].buffer == buffer)
        {
          TlRegion written = box_of_iteration (check, writer, writer->block.writes[i]);
          TlRegion read = box_of_iteration (check, reader, reader->block.reads[j]);

          if (!are_apart (check, writer, written, read) || !are_apart (check, writer, read, written))
            return FALSE;
        }
  return TRUE;
}

/* Elements beyond the buffer are written nowhere. */
static void
assume_in_bounds (const OrderCheck *check, TlAnalyzer *analyzer, TlRegion region)
{
  TlArena *arena = check->arena;

  for (guint d = 0; d < region.buffer->n_dims; d++)
    {
      const TlRange *range = &region.ranges[d];
      const TlExpr *zero = tl_expr_int (arena, range->min->dtype, 0);

      tl_analyzer_push (analyzer, tl_and (arena, tl_binary (arena, TL_EXPR_LE, zero, range->min),
                                          tl_binary (arena, TL_EXPR_LT, range->min, region.buffer->shape[d])));
    }
}

static gboolean
holds_beside (TlAnalyzer *analyzer, const TlExpr *predicate, const TlIter *common, guint n_common)
{
  gboolean uses_common = FALSE;

  if (predicate->kind == TL_EXPR_AND)
    return holds_beside (analyzer, predicate->a, common, n_common) && holds_beside (analyzer, predicate->b, common, n_common);
  for (guint i = 0; i < n_common; i++)
    uses_common |= tl_expr_uses_var (predicate, common[i].var);
  return !uses_common || tl_analyzer_can_prove (analyzer, predicate);
}

/*
 * Whether the writer runs wherever the reader does, as far as the loops around both decide that: a box that is filled under a predicate
 * says nothing of iterations in which the predicate does not hold.
 */
static gboolean
runs_beside (const OrderCheck *check, const TlStmt *writer, const TlStmt *reader, const TlBuffer *buffer)
{
  g_autoptr (TlAnalyzer) analyzer = NULL;
  guint n_iters, n_others, n_common = 0;
  const TlIter *iters = tl_scope_info_iters (check->info, writer, &n_iters);
  const TlIter *others = tl_scope_info_iters (check->info, reader, &n_others);

  if (tl_expr_is_true (writer->block.predicate))
    return TRUE;
  analyzer = tl_analyzer_new (check->arena);
  for (guint i = 0; i < n_iters; i++)
    tl_analyzer_bind (analyzer, iters[i].var, iters[i].min, iters[i].extent);
  while (n_common < MIN (n_iters, n_others) && iters[n_common].var == others[n_common].var)
    n_common++;
  if (!tl_expr_is_true (reader->block.predicate))
    tl_analyzer_push (analyzer, reader->block.predicate);
  for (guint i = 0; i < writer->block.n_writes; i++)
    if (writer->block.writes[i].buffer == buffer)
      assume_in_bounds (check, analyzer, tl_block_region_outside (check->arena, &writer->block, writer->block.writes[i]));
  return holds_beside (analyzer, writer->block.predicate, iters, n_common);
}

/* Each iteration has one of its own. */
static TlWalk
note_allocs (const TlStmt *stmt, gpointer own)
{
  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_allocs; i++)
    g_hash_table_add (own, (gpointer)stmt->block.allocs[i]);
  return TL_WALK_INTO;
}

static gboolean
runs_once (const OrderCheck *check, const TlStmt *block)
{
  guint n_iters, n_outer = 0;
  const TlIter *iters = tl_scope_info_iters (check->info, block, &n_iters);

  while (iters[n_outer].var != check->loop->var)
    n_outer++;
  return tl_block_runs_once (check->arena, &block->block, iters, n_iters, n_outer);
}

/* For pairs that boxes do not tell apart. */
static gboolean
is_carried (const OrderCheck *check, const TlPath *path, const TlStmt *reader, const TlCarriedRead *pair)
{
  switch (tl_walk_carried_read (path, pair))
    {
    case TL_ORDER_KEPT:
      return FALSE;
    case TL_ORDER_BROKEN:
      return TRUE;
    default:
      return runs_once (check, reader);
    }
}

static gboolean
may_carry (const OrderCheck *check, const TlPath *path, guint n_reader, guint n_writer, const TlBuffer *buffer, TlCarriedRead *found)
{
  const TlStmt *reader = tl_scope_info_nth (check->info, n_reader), *writer = tl_scope_info_nth (check->info, n_writer);

  if (!tl_regions_touch (writer->block.writes, writer->block.n_writes, buffer) || lies_apart (check, writer, reader, buffer)
      || (n_writer < n_reader && runs_beside (check, writer, reader, buffer)
          && tl_block_reads_are_covered (check->info, reader, buffer, NULL)))
    return FALSE;
  *found = (TlCarriedRead){ &writer->block, &reader->block, buffer };
  return is_carried (check, path, reader, found);
}

gboolean
tl_find_carried_read (TlArena *arena, const TlModule *module, const TlPath *path, TlCarriedRead *found)
{
  const TlStmt *loop = tl_path_target (path), *reader;
  g_autoptr (TlScopeInfo) info = tl_scope_info_new_unwrapped (arena, module, tl_path_scope (path), loop);
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  OrderCheck check = { arena, info, &loop->loop };

  if (tl_expr_is_int (loop->loop.extent, 1))
    return FALSE;
  tl_stmt_walk (loop, note_allocs, NULL, own);
  for (guint i = 0; (reader = tl_scope_info_nth (info, i)) != NULL; i++)
    for (guint j = 0; j < reader->block.n_reads; j++)
      for (guint k = 0; !g_hash_table_contains (own, reader->block.reads[j].buffer) && tl_scope_info_nth (info, k) != NULL; k++)
        if (k != i && may_carry (&check, path, i, k, reader->block.reads[j].buffer, found))
          return TRUE;
  return FALSE;
}
