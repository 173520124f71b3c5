/* SPDX-License-Identifier: Apache-2.0 */
/*
 * convert-blocks: a block becomes its body with the axes replaced by their bindings, under its predicate, inside the allocations it
 * makes. Buffers matched onto a region become accesses of the source with the region's offsets added.
 *
 * Where the threads of a target run as kernels, and of views with an elem_offset, that and the strides become view_offset and view_stride
 * of the source, whose layout compact-buffers is yet to choose; flatten-buffers gives their values. "view.data" is the source's own there,
 * as elem_offset counts from it. Elsewhere "view.data" is the address of the region's first element.
 *
 * Statements remember the loop or block they stood in: debug information leads back to it.
 *
 * With the blocks goes the knowledge of what is summed up: a parallel loop over steps of a reduction, as reverse_compute_at under a
 * parallel loop leaves it, becomes a serial one. "parallel" asks for speed, never for another meaning.
 */
#include "core/lower/lower-private.h"

typedef struct
{
  TlArena    *arena;
  GHashTable *views;   /* view TlBuffer → const TlMatchBuffer with everything outside resolved */
  TlOrigin    origin;  /* innermost loop or block around */
  gboolean    has_kernels;
  GError    **error;
  gboolean    failed;
} Converter;

static const TlStmt *convert_stmt (TlRewriter *rewriter, const TlStmt *stmt);

/*
 * Tensor intrinsics read a tile of several rows as one vector along the last dimension: B[0, T.Ramp (0, 1, 64)] of 16 rows of 4. Lanes
 * past a row's end continue in the next row, wherever that lies in the source.
 */
static gboolean
runs_over_rows (const TlBuffer *view, const TlExpr *const *indices, guint n_indices, gint64 *extent)
{
  gint64 first, stride;
  const TlExpr *last = n_indices >= 2 ? indices[n_indices - 1] : NULL;
  return last != NULL && last->kind == TL_EXPR_RAMP && tl_expr_get_int (last->base, &first) && tl_expr_get_int (last->stride, &stride)
         && first >= 0 && stride > 0 && tl_expr_get_int (view->shape[n_indices - 1], extent) && *extent > 0
         && first + stride * (last->dtype.lanes - 1) >= *extent && indices[n_indices - 2]->dtype.lanes == 1;
}

/*
 * A view has as many dimensions as the source or fewer: leading source dimensions of extent one are dropped, as tensor intrinsics
 * write it. Index i of the view is index i + (source dims - view dims) of the source.
 */
static const TlExpr *const *
view_indices (Converter *c, const TlMatchBuffer *match, const TlExpr *const *indices, guint n_indices)
{
  guint n_source = match->source.buffer->n_dims;
  guint n_dropped = n_source - n_indices;
  gint64 extent;
  gboolean has_rows = runs_over_rows (match->buffer, indices, n_indices, &extent);
  const TlExpr **result = tl_arena_new_array (c->arena, const TlExpr *, MAX (n_source, 1));
  for (guint i = 0; i < n_source; i++)
    {
      const TlExpr *min = match->source.ranges[i].min, *index = i < n_dropped ? NULL : indices[i - n_dropped];
      if (has_rows && i + 2 >= n_source)
        {
          const TlExpr *along = indices[n_indices - 1];
          const TlExpr *width = tl_expr_broadcast (c->arena, tl_expr_int (c->arena, tl_dtype_with_lanes (along->dtype, 1), extent),
                                                   along->dtype.lanes);
          min = i + 2 == n_source ? tl_add (c->arena, min, index) : min;
          index = tl_expr_binary (c->arena, i + 2 == n_source ? TL_EXPR_FLOORDIV : TL_EXPR_FLOORMOD, along, width);
        }
      result[i] = index == NULL ? min : tl_index_shift (c->arena, index, min);
    }
  return result;
}

static const TlMatchBuffer *
find_view (Converter *c, const TlBuffer *buffer)
{
  return g_hash_table_lookup (c->views, buffer);
}

/* An offset that the match defines: pointers into the view count from it. */
static gboolean
has_offset (const TlBuffer *view)
{
  return view->elem_offset != NULL && view->elem_offset->kind == TL_EXPR_VAR;
}

static const TlExpr *
convert_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Converter *c = rewriter->user_data;
  if (expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "buffer_data") && find_view (c, expr->args[0]->buffer) != NULL
      && (c->has_kernels || has_offset (expr->args[0]->buffer)))
    return tl_buffer_data (c->arena, find_view (c, expr->args[0]->buffer)->source.buffer);
  if (expr->kind != TL_EXPR_LOAD)
    return NULL;
  const TlMatchBuffer *match = find_view (c, expr->buffer);
  if (match == NULL)
    return NULL;
  const TlExpr *inner = tl_rewrite_expr_children (rewriter, expr);
  return tl_expr_load (c->arena, match->source.buffer, view_indices (c, match, inner->indices, inner->n_indices),
                       match->source.buffer->n_dims);
}

/* The match's source in terms of real buffers: its own buffer may be a view of an outer block. */
static gboolean
add_view (Converter *c, TlRewriter *rewriter, const TlMatchBuffer *match, GHashTable *values)
{
  if (match->buffer->n_dims > match->source.buffer->n_dims)
    {
      tl_lower_set_unsupported (c->error, "Buffer %s has more dimensions than the region of %s it is matched to", match->buffer->name,
                                match->source.buffer->name);
      return FALSE;
    }
  guint n_dims = match->source.buffer->n_dims;
  const TlExpr **mins = tl_arena_new_array (c->arena, const TlExpr *, MAX (n_dims, 1)), *one = tl_int (c->arena, 1);
  TlRange *ranges = tl_arena_new_array (c->arena, TlRange, MAX (n_dims, 1));
  for (guint i = 0; i < n_dims; i++)
    mins[i] = tl_rewrite_expr (rewriter, tl_expr_substitute (c->arena, match->source.ranges[i].min, values));

  TlMatchBuffer *resolved = tl_arena_new0 (c->arena, TlMatchBuffer);
  const TlMatchBuffer *outer = find_view (c, match->source.buffer);
  const TlBuffer *source = outer != NULL ? outer->source.buffer : match->source.buffer;
  if (outer != NULL)
    {
      const TlExpr *const *through = view_indices (c, outer, mins, n_dims);
      ranges = tl_arena_new_array (c->arena, TlRange, source->n_dims);
      for (guint i = 0; i < source->n_dims; i++)
        ranges[i].min = through[i];
    }
  else
    for (guint i = 0; i < n_dims; i++)
      ranges[i].min = mins[i];
  for (guint i = 0; i < source->n_dims; i++)
    ranges[i].extent = i + n_dims < source->n_dims ? one : match->source.ranges[i + n_dims - source->n_dims].extent;
  resolved->buffer = match->buffer;
  resolved->source = (TlRegion) { .buffer = source, .ranges = ranges };
  g_hash_table_insert (c->views, (gpointer) match->buffer, resolved);
  return TRUE;
}

/* Strides, offset and extents of a view may be variables that the match defines: they take the source's values. */
static gboolean
define_view_vars (Converter *c, const TlMatchBuffer *match, GHashTable *values)
{
  const TlBuffer *view = match->buffer;
  for (guint i = 0; i < view->n_dims; i++)
    {
      guint at = match->source.buffer->n_dims - view->n_dims + i;
      if (view->shape[i]->kind == TL_EXPR_VAR)
        g_hash_table_insert (values, (gpointer) view->shape[i], (gpointer) match->source.ranges[at].extent);
      if (c->has_kernels || view->strides == NULL || view->strides[i]->kind != TL_EXPR_VAR)
        continue;
      const TlBuffer *source = match->source.buffer;
      const TlExpr *stride = source->strides != NULL ? source->strides[at]
                                                     : tl_lower_dense_stride (c->arena, source, at, source->shape[at]->dtype);
      g_hash_table_insert (values, (gpointer) view->strides[i], (gpointer) tl_cast (c->arena, view->strides[i]->dtype, stride));
    }
  return TRUE;
}

/* The same of a view in a kernel or with an offset, once its source is known, and that offset. */
static void
define_view_layout (Converter *c, const TlMatchBuffer *match, GHashTable *values)
{
  const TlBuffer *view = match->buffer;
  const TlRegion *region = &find_view (c, view)->source;
  guint n_dims = region->buffer->n_dims;
  const TlExpr **first = tl_arena_new_array (c->arena, const TlExpr *, MAX (n_dims, 1));
  const TlExpr **last = tl_arena_new_array (c->arena, const TlExpr *, MAX (n_dims, 1));
  for (guint i = 0; i < n_dims; i++)
    {
      const TlExpr *extent = tl_cast (c->arena, region->ranges[i].min->dtype, region->ranges[i].extent);
      first[i] = region->ranges[i].min;
      last[i] = tl_add (c->arena, first[i], tl_sub (c->arena, extent, tl_expr_int (c->arena, extent->dtype, 1)));
    }
  const TlExpr *ends[2] = { tl_expr_load (c->arena, region->buffer, first, n_dims), tl_expr_load (c->arena, region->buffer, last, n_dims) };
  for (guint i = 0; view->strides != NULL && i < view->n_dims; i++)
    if (view->strides[i]->kind == TL_EXPR_VAR)
      {
        const TlExpr *args[2] = { ends[0], tl_int (c->arena, n_dims - view->n_dims + i) };
        g_hash_table_insert (values, (gpointer) view->strides[i],
                             (gpointer) tl_expr_call (c->arena, view->strides[i]->dtype, tl_intrinsic_find ("view_stride"), args, 2));
      }
  if (has_offset (view))
    g_hash_table_insert (values, (gpointer) view->elem_offset,
                         (gpointer) tl_expr_call (c->arena, view->elem_offset->dtype, tl_intrinsic_find ("view_offset"), ends, 2));
}

static const TlStmt *
convert_block (TlRewriter *rewriter, const TlStmt *stmt)
{
  Converter *c = rewriter->user_data;
  const TlBlock *block = &stmt->block;
  TlOrigin outer = c->origin;
  g_assert (block->init == NULL);

  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < block->n_axes; i++)
    g_hash_table_insert (values, (gpointer) block->axes[i].var,
                         (gpointer) tl_cast (c->arena, block->axes[i].var->dtype, tl_rewrite_expr (rewriter, block->bindings[i])));
  for (guint i = 0; i < block->n_matches; i++)
    if (!define_view_vars (c, &block->matches[i], values) || !add_view (c, rewriter, &block->matches[i], values))
      {
        c->failed = TRUE;
        return stmt;
      }
  for (guint i = 0; i < block->n_matches; i++)
    if (c->has_kernels || has_offset (block->matches[i].buffer))
      define_view_layout (c, &block->matches[i], values);

  const TlStmt *body = block->body;
  for (guint i = block->n_allocs; i-- > 0;)
    body = tl_stmt_alloc (c->arena, block->allocs[i], body);
  c->origin = stmt->origin.id != 0 ? stmt->origin : (TlOrigin) { block->id, 0, 0 };
  body = tl_rewrite_stmt (rewriter, tl_stmt_substitute (c->arena, body, values));
  c->origin = outer;
  const TlExpr *predicate = tl_rewrite_expr (rewriter, block->predicate);
  return tl_expr_is_true (predicate) ? body : tl_stmt_if (c->arena, predicate, body, NULL);
}

/* --- loops over steps of a reduction --- */

typedef struct
{
  GHashTable *moving;    /* the loop's variable, and what is made of it */
  gboolean    found;
} BlockReductionSearch;

static TlWalk
find_reduction (const TlStmt *stmt, gpointer user_data)
{
  BlockReductionSearch *search = user_data;
  if (stmt->kind == TL_STMT_LET && tl_expr_uses_any (stmt->let_value, search->moving))
    g_hash_table_add (search->moving, (gpointer) stmt->var);
  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_axes; i++)
    if (tl_expr_uses_any (stmt->block.bindings[i], search->moving))
      {
        search->found |= stmt->block.axes[i].kind == TL_AXIS_REDUCE;
        g_hash_table_add (search->moving, (gpointer) stmt->block.axes[i].var);
      }
  return search->found ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
is_over_reduction (const TlLoop *loop)
{
  g_autoptr (GHashTable) moving = g_hash_table_new (NULL, NULL);
  BlockReductionSearch search = { .moving = moving };
  g_hash_table_add (moving, (gpointer) loop->var);
  tl_stmt_walk (loop->body, find_reduction, NULL, &search);
  return search.found;
}

static const TlStmt *
convert_loop (TlRewriter *rewriter, const TlStmt *stmt)
{
  Converter *c = rewriter->user_data;
  TlOrigin outer = c->origin;
  TlLoop loop = stmt->loop;
  gboolean becomes_serial = loop.kind == TL_LOOP_PARALLEL && is_over_reduction (&loop);
  if (becomes_serial)
    loop.kind = TL_LOOP_SERIAL;
  c->origin = stmt->origin.id != 0 ? stmt->origin : (TlOrigin) { loop.id, 0, 0 };
  const TlStmt *result = tl_rewrite_stmt_children (rewriter, becomes_serial ? tl_stmt_loop (rewriter->arena, &loop) : stmt);
  c->origin = outer;
  return result;
}

static const TlStmt *
convert_store (TlRewriter *rewriter, const TlStmt *stmt)
{
  Converter *c = rewriter->user_data;
  const TlMatchBuffer *match = find_view (c, stmt->buffer);
  const TlStmt *inner = tl_rewrite_stmt_children (rewriter, stmt);
  if (match == NULL)
    return inner;
  return tl_stmt_store (c->arena, match->source.buffer, view_indices (c, match, inner->indices, inner->n_indices),
                        match->source.buffer->n_dims, inner->value);
}

static const TlStmt *
convert_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Converter *c = rewriter->user_data;
  if (c->failed)
    return stmt;
  if (stmt->kind == TL_STMT_FOR && stmt->loop.step != NULL)
    {
      tl_lower_set_unsupported (c->error, "Loop %s advances by other steps than 1", stmt->loop.var->name);
      c->failed = TRUE;
      return stmt;
    }
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return convert_loop (rewriter, stmt);
    case TL_STMT_BLOCK:
      return convert_block (rewriter, stmt);
    case TL_STMT_STORE:
      return tl_stmt_with_origin (c->arena, convert_store (rewriter, stmt), c->origin);
    case TL_STMT_EVALUATE:
      return tl_stmt_with_origin (c->arena, tl_rewrite_stmt_children (rewriter, stmt), c->origin);
    default:
      return NULL;
    }
}

const TlPrimFunc *
tl_lower_convert_blocks (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (GHashTable) views = g_hash_table_new (NULL, NULL);
  Converter c = { .arena = builder->arena, .views = views, .has_kernels = tl_target_has_kernels (target), .error = error };
  TlRewriter rewriter = { .arena = builder->arena, .expr = convert_expr, .stmt = convert_stmt, .user_data = &c };
  const TlStmt *body = tl_rewrite_stmt (&rewriter, func->body);
  return c.failed ? NULL : tl_prim_func_with_body (builder->arena, func, body);
}
