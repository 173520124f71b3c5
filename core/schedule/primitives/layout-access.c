/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accesses follow their buffer into its new layout; indices are simplified with what the loops and axes around say. A block's regions of the
 * buffer become those of its body, as in TVM: the box around a box in the new layout would often be all of the buffer.
 */
#include "core/schedule/primitives/layout-private.h"

/* Where the body does not say what it accesses: what the region's box becomes. */
static TlRegion
map_region (TlLayout *l, TlRegion region)
{
  TlRange       *ranges;
  const TlExpr **indices, **moved;
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
  moved = tl_arena_new_array (l->arena, const TlExpr *, MAX (l->moved->n_dims, 1));
  for (guint d = 0; d < l->buffer->n_dims; d++)
    indices[d] = region.ranges[d].min;
  tl_index_map_indices (l->analyzer, l->map, indices, moved);
  return tl_region_point (l->arena, l->moved, moved);
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
  const TlExpr **moved = tl_arena_new_array (l->arena, const TlExpr *, MAX (l->moved->n_dims, 1));

  for (guint d = 0; d < l->buffer->n_dims; d++)
    old[d] = tl_rewrite_expr (rewriter, indices[d]);
  tl_index_map_indices (l->analyzer, l->map, old, moved);
  return moved;
}

static const TlExpr *
move_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  TlLayout *l = rewriter->user_data;

  if (expr->kind != TL_EXPR_LOAD || expr->buffer != l->buffer)
    return NULL;
  return tl_expr_load (l->arena, l->moved, move_indices (rewriter, expr->indices), l->moved->n_dims);
}

static const TlStmt *
move_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  TlLayout *l = rewriter->user_data;
  TlBlock   block;

  if (stmt->kind == TL_STMT_FOR)
    tl_analyzer_bind (l->analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  if (stmt->kind == TL_STMT_STORE && stmt->buffer == l->buffer)
    return tl_stmt_store (l->arena, l->moved, move_indices (rewriter, stmt->indices), l->moved->n_dims, tl_rewrite_expr (rewriter, stmt->value));
  if (stmt->kind != TL_STMT_BLOCK)
    return NULL;
  for (guint i = 0; i < stmt->block.n_axes; i++)
    tl_analyzer_bind (l->analyzer, stmt->block.axes[i].var, stmt->block.axes[i].dom.min, stmt->block.axes[i].dom.extent);
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
