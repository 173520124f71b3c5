/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accesses follow their buffer into its new layout; indices are simplified as iteration maps of the loops and axes around. A block's
 * regions of the buffer become those of its body, as in TVM: the box around a box in the new layout would often be all of the buffer.
 */
#include "core/schedule/primitives/layout/layout-private.h"

/* Substituted with no bounds known, then in normal form. */
static const TlExpr *const *
map_indices (TlLayout *l, const TlExpr *const *indices)
{
  g_autoptr (TlAnalyzer) unbound = tl_analyzer_new (l->arena);
  const TlExpr         **moved = tl_arena_new_array (l->arena, const TlExpr *, MAX (l->moved->n_dims, 1));

  tl_index_map_indices (unbound, l->map, indices, moved);
  return tl_indices_normal_form (l->arena, moved, l->moved->n_dims, (const TlIter *) (gconstpointer) l->iters->data, l->iters->len,
                                 l->condition);
}

/* Where the body does not say what it accesses: what the region's box becomes. */
static TlRegion
map_region (TlLayout *l, TlRegion region)
{
  TlRange       *ranges;
  const TlExpr **indices;
  gboolean       is_point = TRUE;

  ranges = tl_arena_new_array (l->arena, TlRange, MAX (l->moved->n_dims, 1));
  for (guint d = 0; d < l->buffer->n_dims; d++)
    is_point = is_point && tl_expr_is_int (region.ranges[d].extent, 1);
  if (!is_point)
    {
      tl_index_map_ranges (l->analyzer, l->map, region.ranges, ranges);
      return (TlRegion) { l->moved, ranges };
    }
  indices = tl_arena_new_array (l->arena, const TlExpr *, MAX (l->buffer->n_dims, 1));
  for (guint d = 0; d < l->buffer->n_dims; d++)
    indices[d] = region.ranges[d].min;
  return tl_region_point (l->arena, l->moved, map_indices (l, indices));
}

static const TlRegion *
move_regions (TlLayout *l, const TlRegion *old, guint n, const TlRegion *inferred, guint n_inferred)
{
  TlRegion *regions = tl_arena_dup_array (l->arena, TlRegion, old, n);

  for (guint i = 0; i < n; i++)
    {
      const TlRegion *found = NULL;

      if (old[i].buffer != l->buffer)
        continue;
      for (guint k = 0; k < n_inferred && found == NULL; k++)
        found = inferred[k].buffer == l->moved ? &inferred[k] : NULL;
      regions[i] = found != NULL ? *found : map_region (l, old[i]);
    }
  return regions;
}

void
tl_layout_move_regions (TlLayout *layout, TlBlock *block)
{
  TlBlock inferred = *block;

  tl_block_infer_access (layout->arena, &inferred);
  block->reads = move_regions (layout, block->reads, block->n_reads, inferred.reads, inferred.n_reads);
  block->writes = move_regions (layout, block->writes, block->n_writes, inferred.writes, inferred.n_writes);
}

static const TlExpr *const *
move_indices (TlRewriter *rewriter, const TlExpr *const *indices)
{
  TlLayout      *l = rewriter->user_data;
  const TlExpr **old = tl_arena_new_array (l->arena, const TlExpr *, MAX (l->buffer->n_dims, 1));

  for (guint d = 0; d < l->buffer->n_dims; d++)
    old[d] = tl_rewrite_expr (rewriter, indices[d]);
  return map_indices (l, old);
}

static const TlExpr *
with_condition (TlRewriter *rewriter, const TlExpr *condition, const TlExpr *value)
{
  TlLayout     *l = rewriter->user_data;
  const TlExpr *outer = l->condition, *moved;

  l->condition = outer == NULL ? condition : tl_and (l->arena, outer, condition);
  moved = tl_rewrite_expr (rewriter, value);
  l->condition = outer;
  return moved;
}

/* if_then_else (condition, value, other) */
static const TlExpr *
move_choice (TlRewriter *rewriter, const TlExpr *call)
{
  TlLayout     *l = rewriter->user_data;
  const TlExpr *args[3] = { tl_rewrite_expr (rewriter, call->args[0]) };

  args[1] = with_condition (rewriter, args[0], call->args[1]);
  args[2] = tl_rewrite_expr (rewriter, call->args[2]);
  return tl_expr_call (l->arena, call->dtype, call->callee, args, 3);
}

static const TlExpr *
move_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  TlLayout *l = rewriter->user_data;

  if (expr->kind == TL_EXPR_CALL && expr->n_args == 3 && g_str_equal (expr->callee->name, "if_then_else"))
    return move_choice (rewriter, expr);
  if (expr->kind != TL_EXPR_LOAD || expr->buffer != l->buffer)
    return NULL;
  return tl_expr_load (l->arena, l->moved, move_indices (rewriter, expr->indices), l->moved->n_dims);
}

/* Iterators stay when their loop ends: no index can name them any more. */
static void
add_iter (TlLayout *l, const TlVar *var, const TlExpr *min, const TlExpr *extent)
{
  TlIter iter = { var, min, extent };

  g_array_append_val (l->iters, iter);
}

static const TlStmt *
move_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  TlLayout *l = rewriter->user_data;
  TlBlock   block;

  if (stmt->kind == TL_STMT_FOR)
    add_iter (l, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  if (stmt->kind == TL_STMT_STORE && stmt->buffer == l->buffer)
    return tl_stmt_store (l->arena, l->moved, move_indices (rewriter, stmt->indices), l->moved->n_dims,
                          tl_rewrite_expr (rewriter, stmt->value));
  if (stmt->kind != TL_STMT_BLOCK)
    return NULL;
  for (guint i = 0; i < stmt->block.n_axes; i++)
    add_iter (l, stmt->block.axes[i].var, stmt->block.axes[i].dom.min, stmt->block.axes[i].dom.extent);
  block = tl_rewrite_stmt_children (rewriter, stmt)->block;
  tl_layout_move_regions (l, &block);
  return tl_stmt_block (l->arena, &block);
}

const TlStmt *
tl_layout_move_accesses (TlLayout *layout, const TlStmt *stmt)
{
  TlRewriter rewriter = { .arena = layout->arena, .expr = move_expr, .stmt = move_stmt, .user_data = layout };

  return tl_rewrite_stmt (&rewriter, stmt);
}

const TlExpr *
tl_layout_move_value (TlLayout *layout, const TlExpr *expr)
{
  TlRewriter rewriter = { .arena = layout->arena, .expr = move_expr, .user_data = layout };

  return tl_rewrite_expr (&rewriter, expr);
}
