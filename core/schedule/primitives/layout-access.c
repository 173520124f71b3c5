/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses follow their buffer into its new layout; indices are simplified with what the loops and axes around say. */
#include "core/schedule/primitives/layout-private.h"

static TlRegion
move_region (TlLayout *l, TlRegion region)
{
  TlRange       *ranges;
  const TlExpr **indices, **moved;
  gboolean       is_point = TRUE;

  if (region.buffer != l->buffer)
    return region;
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

void
tl_layout_move_regions (TlLayout *layout, TlBlock *block)
{
  TlRegion *reads = tl_arena_new_array (layout->arena, TlRegion, MAX (block->n_reads, 1));
  TlRegion *writes = tl_arena_new_array (layout->arena, TlRegion, MAX (block->n_writes, 1));

  for (guint i = 0; i < block->n_reads; i++)
    reads[i] = move_region (layout, block->reads[i]);
  for (guint i = 0; i < block->n_writes; i++)
    writes[i] = move_region (layout, block->writes[i]);
  block->reads = reads;
  block->writes = writes;
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
