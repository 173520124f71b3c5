/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compact-buffers: an allocation shrinks, dimension by dimension, to the interval that is touched while it lives; positions become
 * relative to that interval's start.
 *
 *   for io: alloc T[128]; for ii in 8: T[io * 8 + ii]   →   for io: alloc T[8]; for ii in 8: T[ii]
 *
 * A buffer that asks for aligned strides gets them here, since they depend on its final extents.
 *
 * Each index is split into a part that is fixed during the allocation's life and one that varies with constant bounds. Where the fixed
 * parts of two accesses differ by more than a number, or an index cannot be split, the dimension stays as it is.
 */
#include "core/lower/lower-private.h"

typedef struct
{
  const TlExpr *start;    /* fixed part of the first access; NULL: not seen yet */
  gint64        low;      /* the touched interval is [start + low, start + high] */
  gint64        high;
  gboolean      is_whole; /* could not be narrowed */
} Extent;

typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  const TlBuffer *buffer;
  GHashTable     *inner_vars;
  Extent         *extents;   /* one per dimension */
  gboolean        failed;
} Compaction;

/* --- measuring ---------------------------------------------------------------------------------------------------------------------------- */

/* Joins the interval of one more access, relative to the fixed part of the first. */
static void
measure_index (Compaction *c, Extent *extent, const TlExpr *index)
{
  const TlExpr *fixed = NULL;
  gint64 low = 0, high = 0, distance = 0, first = 0, last = 0;
  TlLaneIndex lanes = { 0 };
  if (extent->is_whole)
    return;
  if (!tl_lane_index_split (c->arena, index, &lanes)
      || !tl_split_index (c->arena, c->analyzer, c->inner_vars, lanes.base, &fixed, &low, &high))
    {
      extent->is_whole = TRUE;
      return;
    }
  for (guint l = 0; lanes.offsets != NULL && l < lanes.lanes; l++)
    {
      first = l > 0 ? MIN (first, lanes.offsets[l]) : lanes.offsets[l];
      last = l > 0 ? MAX (last, lanes.offsets[l]) : lanes.offsets[l];
    }
  low += first;
  high += last;
  if (extent->start == NULL)
    {
      *extent = (Extent) { .start = fixed, .low = low, .high = high };
      return;
    }
  if (!tl_expr_get_int (tl_analyzer_simplify (c->analyzer, tl_sub (c->arena, fixed, extent->start)), &distance))
    {
      extent->is_whole = TRUE;
      return;
    }
  extent->low = MIN (extent->low, low + distance);
  extent->high = MAX (extent->high, high + distance);
}

static void
measure_access (Compaction *c, const TlExpr *const *indices)
{
  for (guint d = 0; d < c->buffer->n_dims; d++)
    measure_index (c, &c->extents[d], indices[d]);
}

static TlWalk
measure_expr (const TlExpr *expr, gpointer user_data)
{
  Compaction *c = user_data;
  if (expr->kind == TL_EXPR_LOAD && expr->buffer == c->buffer)
    measure_access (c, expr->indices);
  if (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure)
    c->failed = TRUE;
  return c->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
measure_stmt (const TlStmt *stmt, gpointer user_data)
{
  Compaction *c = user_data;
  if (stmt->kind == TL_STMT_FOR)
    {
      g_hash_table_add (c->inner_vars, (gpointer) stmt->loop.var);
      return tl_walk_loop_bound (c->analyzer, stmt, measure_stmt, measure_expr, c);
    }
  else if (stmt->kind == TL_STMT_LET)
    g_hash_table_add (c->inner_vars, (gpointer) stmt->var);
  else if (stmt->kind == TL_STMT_STORE && stmt->buffer == c->buffer)
    measure_access (c, stmt->indices);
  return TL_WALK_INTO;
}

/* --- rewriting ---------------------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  Compaction     *measured;
  const TlBuffer *small;    /* replaces the measured buffer */
} Shrink;

static const TlExpr *const *
relative_indices (Shrink *s, TlRewriter *rewriter, const TlExpr *const *indices)
{
  Compaction *c = s->measured;
  const TlExpr **result = tl_arena_new_array (c->arena, const TlExpr *, MAX (c->buffer->n_dims, 1));
  for (guint d = 0; d < c->buffer->n_dims; d++)
    {
      result[d] = tl_rewrite_expr (rewriter, indices[d]);
      if (c->extents[d].is_whole)
        continue;
      const TlExpr *origin = tl_add (c->arena, c->extents[d].start, tl_expr_int (c->arena, c->extents[d].start->dtype, c->extents[d].low));
      if (result[d]->dtype.lanes == 1)
        result[d] = tl_analyzer_simplify (c->analyzer, tl_sub (c->arena, result[d], origin));
      else
        result[d] = tl_index_shift (c->arena, result[d],
                                    tl_analyzer_simplify (c->analyzer, tl_sub (c->arena, tl_expr_int (c->arena, origin->dtype, 0), origin)));
    }
  return result;
}

static const TlExpr *
shrink_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Shrink *s = rewriter->user_data;
  if (expr->kind != TL_EXPR_LOAD || expr->buffer != s->measured->buffer)
    return NULL;
  return tl_expr_load (rewriter->arena, s->small, relative_indices (s, rewriter, expr->indices), expr->n_indices);
}

static const TlStmt *
shrink_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Shrink *s = rewriter->user_data;
  if (stmt->kind == TL_STMT_FOR)
    return tl_rewrite_loop_bound (rewriter, s->measured->analyzer, stmt);
  if (stmt->kind != TL_STMT_STORE || stmt->buffer != s->measured->buffer)
    return NULL;
  return tl_stmt_store (rewriter->arena, s->small, relative_indices (s, rewriter, stmt->indices), stmt->n_indices,
                        tl_rewrite_expr (rewriter, stmt->value));
}

/* Marks the dimensions that stay as they are; TRUE if any shrinks. */
static gboolean
choose_dimensions (Compaction *c)
{
  gboolean shrinks = FALSE;
  for (guint d = 0; d < c->buffer->n_dims; d++)
    {
      Extent *extent = &c->extents[d];
      gint64 touched = extent->high - extent->low + 1, whole = 0;
      gboolean is_constant = tl_buffer_get_extent (c->buffer, d, &whole);
      extent->is_whole |= c->failed || extent->start == NULL || (is_constant && touched >= whole);
      shrinks |= !extent->is_whole;
    }
  return shrinks;
}

static const TlBuffer *
smaller_buffer (const Compaction *c)
{
  const TlExpr **shape = tl_arena_new_array (c->arena, const TlExpr *, c->buffer->n_dims);
  const TlExpr **strides = tl_arena_new_array (c->arena, const TlExpr *, c->buffer->n_dims);
  TlBuffer *small;
  for (guint d = 0; d < c->buffer->n_dims; d++)
    shape[d] = c->extents[d].is_whole ? c->buffer->shape[d]
                                      : tl_expr_int (c->arena, c->buffer->shape[d]->dtype, c->extents[d].high - c->extents[d].low + 1);
  small = (TlBuffer *) tl_buffer_new (c->arena, c->buffer->name, c->buffer->dtype, shape, c->buffer->n_dims, c->buffer->scope);
  small->alignment_bytes = c->buffer->alignment_bytes;
  if (c->buffer->dim_align == NULL)
    return small;
  small->dim_align = c->buffer->dim_align;
  for (guint d = 0; d < small->n_dims; d++)
    strides[d] = tl_analyzer_simplify (c->analyzer, tl_lower_dense_stride (c->arena, small, d, TL_INT64));
  small->strides = strides;
  small->dim_align = NULL;
  return small;
}

static const TlStmt *
compact_alloc (TlArena *arena, TlAnalyzer *analyzer, const TlBuffer *buffer, const TlStmt *body)
{
  if (buffer->strides != NULL || buffer->elem_offset != NULL || buffer->n_dims == 0)
    return tl_stmt_alloc (arena, buffer, body);
  g_autoptr (GHashTable) inner_vars = g_hash_table_new (NULL, NULL);
  Compaction c = { .arena = arena, .analyzer = analyzer, .buffer = buffer, .inner_vars = inner_vars };
  c.extents = tl_arena_new_array (arena, Extent, buffer->n_dims);
  tl_stmt_walk (body, measure_stmt, measure_expr, &c);
  if (!choose_dimensions (&c) && buffer->dim_align == NULL)
    return tl_stmt_alloc (arena, buffer, body);
  Shrink shrink = { .measured = &c, .small = smaller_buffer (&c) };
  TlRewriter rewriter = { .arena = arena, .expr = shrink_expr, .stmt = shrink_stmt, .user_data = &shrink };
  return tl_stmt_alloc (arena, shrink.small, tl_rewrite_stmt (&rewriter, body));
}

static const TlStmt *
compact_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  TlAnalyzer *analyzer = rewriter->user_data;
  if (stmt->kind == TL_STMT_FOR)
    return tl_rewrite_loop_bound (rewriter, analyzer, stmt);
  if (stmt->kind != TL_STMT_ALLOC)
    return NULL;
  return compact_alloc (rewriter->arena, analyzer, stmt->buffer, tl_rewrite_stmt (rewriter, stmt->alloc_body));
}

const TlPrimFunc *
tl_lower_compact_buffers (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  TlRewriter rewriter = { .arena = builder->arena, .stmt = compact_hook, .user_data = analyzer };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
