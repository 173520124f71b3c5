/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compact-buffers: an allocation shrinks, dimension by dimension, to the interval that is touched while it lives; positions become
 * relative to that interval's start.
 *
 *   for io: alloc T[128]; for ii in 8: T[io * 8 + ii]   →   for io: alloc T[8]; for ii in 8: T[ii]
 *
 * Threads of a GPU that share a buffer touch it together, wherever it is allocated: their loops vary, too.
 *
 * A buffer that asks for aligned strides gets them here, since they depend on its final extents.
 *
 * Matrix instructions touch what a view of a buffer encloses; their fragments and rectangles shrink along.
 *
 * One walk measures all buffers; a buffer's life are the statements in its allocation, so what varies in an access are the loops between
 * the two. A second walk rewrites. Each index is split into a part that is fixed during the allocation's life and one that varies with
 * constant bounds, under the conditions around it. Where the fixed parts of two accesses differ by more than a number, or an index cannot
 * be split, the dimension stays as it is.
 */
#include "core/ir/matrix-call.h"
#include "core/lower/lower-private.h"

typedef struct
{
  const TlExpr *start;    /* fixed part of the first access; NULL: not seen yet */
  gint64        low;      /* the touched interval is [start + low, start + high] */
  gint64        high;
  gboolean      is_whole; /* could not be narrowed */
} Extent;

/* One allocation. */
typedef struct
{
  const TlBuffer *buffer;
  Extent         *extents;     /* one per dimension */
  guint           n_outside;   /* of the loops and lets, those around it */
  gboolean        can_shrink;
  const TlBuffer *small;       /* replaces the buffer; NULL: it stays */
} CompactedLife;

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  TlRemarks  *remarks;
  GPtrArray  *lives;        /* Life: owner; in order of their beginning */
  GHashTable *life_of;      /* TlBuffer that is allocated around the current statement → Life */
  GPtrArray  *around;       /* const TlStmt *: loops and lets, outermost first */
  guint       n_effects;    /* calls so far that may touch anything */
  guint       next;         /* of the lives, while rewriting */
} Compaction;

/* --- measuring --- */

/* Joins the interval of one more access, relative to the fixed part of the first. */
static void
measure_index (Compaction *c, GHashTable *inner_vars, Extent *extent, const TlExpr *index)
{
  const TlExpr *fixed = NULL;
  gint64 low = 0, high = 0, distance = 0, first = 0, last = 0;
  TlLaneIndex lanes = { 0 };
  if (extent->is_whole)
    return;
  if (!tl_lane_index_split (c->arena, index, &lanes)
      || !tl_split_index (c->arena, c->analyzer, inner_vars, lanes.base, &fixed, &low, &high))
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
  if (!tl_expr_difference (c->analyzer, fixed, extent->start, &distance))
    {
      extent->is_whole = TRUE;
      return;
    }
  extent->low = MIN (extent->low, low + distance);
  extent->high = MAX (extent->high, high + distance);
}

static const TlVar *
var_of (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR ? stmt->loop.var : stmt->var;
}

static gboolean
is_shared_across (const TlStmt *stmt, const TlBuffer *buffer)
{
  return stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_THREAD_BINDING && tl_scope_spans_thread (buffer->scope, stmt->loop.thread);
}

static void
measure_access (Compaction *c, const TlBuffer *buffer, const TlExpr *const *indices)
{
  CompactedLife *life = g_hash_table_lookup (c->life_of, buffer);
  if (life == NULL)
    return;
  g_autoptr (GHashTable) inner_vars = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < c->around->len; i++)
    if (i >= life->n_outside || is_shared_across (c->around->pdata[i], buffer))
      g_hash_table_add (inner_vars, (gpointer) var_of (c->around->pdata[i]));
  for (guint d = 0; d < buffer->n_dims; d++)
    measure_index (c, inner_vars, &life->extents[d], indices[d]);
}

static TlWalk measure_expr (const TlExpr *expr, gpointer user_data);

/* Touches what lies between the ends of the view that @offset begins at; anything if that is no view's offset. */
static void
measure_view (Compaction *c, const TlBuffer *buffer, const TlExpr *offset)
{
  CompactedLife *life = g_hash_table_lookup (c->life_of, buffer);
  const TlExpr *view = tl_view_offset_find (offset, buffer);
  for (guint d = 0; view == NULL && life != NULL && d < buffer->n_dims; d++)
    life->extents[d].is_whole = TRUE;
  if (view != NULL)
    measure_access (c, buffer, view->args[0]->indices), measure_access (c, buffer, view->args[1]->indices);
}

static TlWalk
measure_matrix_call (Compaction *c, const TlMatrixCall *call)
{
  for (guint i = 0; i < call->n_fragments; i++)
    measure_view (c, call->fragments[i].buffer, call->fragments[i].index);
  if (call->memory != NULL)
    measure_view (c, call->memory, call->offset);
  if (call->value != NULL)
    tl_expr_walk (call->value, measure_expr, c);
  return TL_WALK_OVER;
}

static TlWalk
measure_expr (const TlExpr *expr, gpointer user_data)
{
  Compaction *c = user_data;
  TlMatrixCall call;
  if (tl_matrix_call_read (expr, &call))
    return measure_matrix_call (c, &call);
  if (expr->kind == TL_EXPR_LOAD)
    measure_access (c, expr->buffer, expr->indices);
  else if (expr->kind == TL_EXPR_CALL && expr->n_args == 3 && g_str_equal (expr->callee->name, "if_then_else")
           && expr->args[0]->dtype.lanes == 1 && !tl_expr_reads_memory (expr->args[0]))
    {
      tl_expr_walk (expr->args[0], measure_expr, c);
      tl_analyzer_push (c->analyzer, expr->args[0]);
      tl_expr_walk (expr->args[1], measure_expr, c);
      tl_analyzer_pop (c->analyzer);
      tl_analyzer_push (c->analyzer, tl_expr_not (c->arena, expr->args[0]));
      tl_expr_walk (expr->args[2], measure_expr, c);
      tl_analyzer_pop (c->analyzer);
      return TL_WALK_OVER;
    }
  c->n_effects += tl_call_may_touch_buffers (expr);
  return TL_WALK_INTO;
}

static TlWalk measure_stmt (const TlStmt *stmt, gpointer user_data);

static void
measure_children (Compaction *c, const TlStmt *stmt)
{
  tl_stmt_walk_children (stmt, measure_stmt, measure_expr, c);
}

static void
measure_alloc (Compaction *c, const TlStmt *stmt)
{
  const TlBuffer *buffer = stmt->buffer;
  CompactedLife *outer = g_hash_table_lookup (c->life_of, buffer), *life = g_new0 (CompactedLife, 1);
  guint n_effects = c->n_effects;
  *life = (CompactedLife) { .buffer = buffer, .n_outside = c->around->len,
                   .extents = tl_arena_new_array (c->arena, Extent, MAX (buffer->n_dims, 1)) };
  g_ptr_array_add (c->lives, life);
  g_hash_table_insert (c->life_of, (gpointer) buffer, life);
  measure_children (c, stmt);
  if (outer != NULL)
    g_hash_table_insert (c->life_of, (gpointer) buffer, outer);
  else
    g_hash_table_remove (c->life_of, buffer);
  life->can_shrink = c->n_effects == n_effects && buffer->strides == NULL && buffer->elem_offset == NULL && buffer->n_dims > 0;
}

/* The else branch goes without the condition: its opposite seldom says anything that shrinks a buffer. */
static void
measure_if (Compaction *c, const TlStmt *stmt)
{
  gboolean is_fact = stmt->cond->dtype.lanes == 1 && !tl_expr_reads_memory (stmt->cond);
  tl_expr_walk (stmt->cond, measure_expr, c);
  if (is_fact)
    tl_analyzer_push (c->analyzer, stmt->cond);
  tl_stmt_walk (stmt->then_body, measure_stmt, measure_expr, c);
  if (is_fact)
    tl_analyzer_pop (c->analyzer);
  tl_stmt_walk (stmt->else_body, measure_stmt, measure_expr, c);
}

static TlWalk
measure_stmt (const TlStmt *stmt, gpointer user_data)
{
  Compaction *c = user_data;
  switch (stmt->kind)
    {
    case TL_STMT_ALLOC:
      measure_alloc (c, stmt);
      return TL_WALK_OVER;
    case TL_STMT_FOR:
      g_ptr_array_add (c->around, (gpointer) stmt);
      tl_walk_loop_bound (c->analyzer, stmt, measure_stmt, measure_expr, c);
      g_ptr_array_set_size (c->around, (gint) c->around->len - 1);
      return TL_WALK_OVER;
    case TL_STMT_LET:
      tl_expr_walk (stmt->let_value, measure_expr, c);
      g_ptr_array_add (c->around, (gpointer) stmt);
      tl_stmt_walk (stmt->let_body, measure_stmt, measure_expr, c);
      g_ptr_array_set_size (c->around, (gint) c->around->len - 1);
      return TL_WALK_OVER;
    case TL_STMT_IF:
      measure_if (c, stmt);
      return TL_WALK_OVER;
    case TL_STMT_STORE:
      measure_access (c, stmt->buffer, stmt->indices);
      return TL_WALK_INTO;
    default:
      return TL_WALK_INTO;
    }
}

/* --- rewriting --- */

static const TlExpr *const *
relative_indices (Compaction *c, TlRewriter *rewriter, const CompactedLife *life, const TlExpr *const *indices)
{
  const TlExpr **result = tl_arena_new_array (c->arena, const TlExpr *, MAX (life->buffer->n_dims, 1));
  for (guint d = 0; d < life->buffer->n_dims; d++)
    {
      const Extent *extent = &life->extents[d];
      result[d] = tl_rewrite_expr (rewriter, indices[d]);
      if (extent->is_whole)
        continue;
      const TlExpr *origin = tl_add (c->arena, extent->start, tl_expr_int (c->arena, extent->start->dtype, extent->low));
      if (result[d]->dtype.lanes == 1)
        result[d] = tl_analyzer_simplify (c->analyzer, tl_sub (c->arena, result[d], origin));
      else
        result[d] = tl_index_shift (c->arena, result[d],
                                    tl_analyzer_simplify (c->analyzer,
                                                          tl_sub (c->arena, tl_expr_int (c->arena, origin->dtype, 0), origin)));
    }
  return result;
}

static const TlExpr *
shrink_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Compaction *c = rewriter->user_data;
  const CompactedLife *life = expr->kind == TL_EXPR_LOAD ? g_hash_table_lookup (c->life_of, expr->buffer) : NULL;
  /* The address of a buffer is no access of its first element. */
  if (expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "buffer_data"))
    {
      life = g_hash_table_lookup (c->life_of, expr->args[0]->buffer);
      return life != NULL && tl_expr_equal (expr, tl_buffer_data (c->arena, life->buffer)) ? tl_buffer_data (c->arena, life->small) : NULL;
    }
  if (life == NULL)
    return NULL;
  return tl_expr_load (rewriter->arena, life->small, relative_indices (c, rewriter, life, expr->indices), expr->n_indices);
}

/*
 * Marks the dimensions that stay as they are; TRUE if any shrinks. No element outside of the buffer is touched, whatever the bounds allow.
 */
static gboolean
choose_dimensions (CompactedLife *life)
{
  gboolean shrinks = FALSE;
  for (guint d = 0; d < life->buffer->n_dims; d++)
    {
      Extent *extent = &life->extents[d];
      gint64 whole = 0, start;
      gboolean is_constant = tl_buffer_get_extent (life->buffer, d, &whole);
      if (is_constant && extent->start != NULL && tl_expr_get_int (extent->start, &start) && ABS (start) <= G_MAXINT32)
        {
          extent->low = CLAMP (extent->low, -start, whole - 1 - start);
          extent->high = CLAMP (extent->high, extent->low, MAX (extent->low, whole - 1 - start));
        }
      extent->is_whole |= !life->can_shrink || extent->start == NULL || (is_constant && extent->high - extent->low + 1 >= whole);
      shrinks |= !extent->is_whole;
    }
  return shrinks;
}

static const TlBuffer *
smaller_buffer (const Compaction *c, const CompactedLife *life)
{
  const TlBuffer *buffer = life->buffer;
  const TlExpr **shape = tl_arena_new_array (c->arena, const TlExpr *, buffer->n_dims);
  const TlExpr **strides = tl_arena_new_array (c->arena, const TlExpr *, buffer->n_dims);
  TlBuffer *small;
  for (guint d = 0; d < buffer->n_dims; d++)
    shape[d] = life->extents[d].is_whole ? buffer->shape[d]
                                      : tl_expr_int (c->arena, buffer->shape[d]->dtype, life->extents[d].high - life->extents[d].low + 1);
  small = (TlBuffer *) tl_buffer_new (c->arena, buffer->name, buffer->dtype, shape, buffer->n_dims, buffer->scope);
  small->alignment_bytes = buffer->alignment_bytes;
  small->permuted_row = buffer->permuted_row;
  if (buffer->dim_align == NULL)
    return small;
  small->dim_align = buffer->dim_align;
  for (guint d = 0; d < small->n_dims; d++)
    strides[d] = tl_analyzer_simplify (c->analyzer, tl_lower_dense_stride (c->arena, small, d, TL_INT64));
  small->strides = strides;
  small->dim_align = NULL;
  return small;
}

/* "128 × 128"; NULL if a dimension is symbolic. */
static char *
describe_shape (const TlBuffer *buffer)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint d = 0; d < buffer->n_dims; d++)
    {
      gint64 extent = 0;
      if (!tl_buffer_get_extent (buffer, d, &extent))
        return NULL;
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? " × " : "", extent);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
remark_shrinking (const Compaction *c, const TlBuffer *before, const TlBuffer *after)
{
  if (c->remarks == NULL)
    return;
  g_autofree char *old_shape = describe_shape (before), *new_shape = describe_shape (after);
  if (old_shape == NULL || new_shape == NULL)
    tl_remark_buffer (c->remarks, before, "shrinks to the part that is in use");
  else
    tl_remark_buffer (c->remarks, before, "shrinks from %s to %s elements, the part that is in use", old_shape, new_shape);
}

static const TlStmt *
shrink_alloc (TlRewriter *rewriter, const TlStmt *stmt)
{
  Compaction *c = rewriter->user_data;
  CompactedLife *life = c->lives->pdata[c->next++], *outer = g_hash_table_lookup (c->life_of, stmt->buffer);
  gboolean shrinks = choose_dimensions (life), has_strides = stmt->buffer->strides != NULL || stmt->buffer->elem_offset != NULL;
  g_assert (life->buffer == stmt->buffer);
  if (shrinks || (stmt->buffer->dim_align != NULL && !has_strides))
    life->small = smaller_buffer (c, life);
  if (shrinks)
    remark_shrinking (c, stmt->buffer, life->small);
  if (life->small != NULL)
    g_hash_table_insert (c->life_of, (gpointer) stmt->buffer, life);
  else
    g_hash_table_remove (c->life_of, stmt->buffer);
  const TlStmt *body = tl_rewrite_stmt (rewriter, stmt->alloc_body);
  if (outer != NULL)
    g_hash_table_insert (c->life_of, (gpointer) stmt->buffer, outer);
  else
    g_hash_table_remove (c->life_of, stmt->buffer);
  return tl_stmt_alloc (rewriter->arena, life->small != NULL ? life->small : stmt->buffer, body);
}

static const TlStmt *
shrink_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Compaction *c = rewriter->user_data;
  const CompactedLife *life;
  switch (stmt->kind)
    {
    case TL_STMT_ALLOC:
      return shrink_alloc (rewriter, stmt);
    case TL_STMT_FOR:
      return tl_rewrite_loop_bound (rewriter, c->analyzer, stmt);
    case TL_STMT_STORE:
      life = g_hash_table_lookup (c->life_of, stmt->buffer);
      if (life == NULL)
        return NULL;
      return tl_stmt_store (rewriter->arena, life->small, relative_indices (c, rewriter, life, stmt->indices), stmt->n_indices,
                            tl_rewrite_expr (rewriter, stmt->value));
    default:
      return NULL;
    }
}

const TlPrimFunc *
tl_lower_compact_buffers (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  g_autoptr (GPtrArray) lives = g_ptr_array_new_with_free_func (g_free), around = g_ptr_array_new ();
  g_autoptr (GHashTable) life_of = g_hash_table_new (NULL, NULL);
  Compaction c = {
    .arena = builder->arena, .analyzer = analyzer, .remarks = remarks, .lives = lives, .life_of = life_of, .around = around,
  };
  TlRewriter rewriter = { .arena = builder->arena, .expr = shrink_expr, .stmt = shrink_stmt, .user_data = &c };
  tl_stmt_walk (func->body, measure_stmt, measure_expr, &c);
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
