/* SPDX-License-Identifier: Apache-2.0 */
/*
 * flatten-buffers: every buffer gets one dimension; an access becomes the row-major (or strided) position. Positions are computed in
 * int32 as long as the buffer has fewer than 2^31 elements, else in int64. Offsets and strides of views become numbers.
 */
#include "core/lower/lower-private.h"

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  GHashTable *flat;      /* TlBuffer → its one-dimensional twin */
} Flattener;

/* Distance between neighbours in dimension @dim. */
static const TlExpr *
buffer_stride (TlArena *arena, const TlBuffer *buffer, guint dim, TlDType type)
{
  return buffer->strides != NULL ? tl_cast (arena, type, buffer->strides[dim]) : tl_lower_dense_stride (arena, buffer, dim, type);
}

/* Elements from the first to the last one that can be touched, as an expression of the shape. */
static const TlExpr *
buffer_span (TlArena *arena, const TlBuffer *buffer, TlDType type)
{
  const TlExpr *one = tl_expr_int (arena, type, 1);
  const TlExpr *span = one;
  if (buffer->strides == NULL)
    for (guint i = 0; i < buffer->n_dims; i++)
      span = tl_mul (arena, span, tl_cast (arena, type, buffer->shape[i]));
  else
    for (guint i = 0; i < buffer->n_dims; i++)
      span = tl_add (arena, span, tl_mul (arena, tl_sub (arena, tl_cast (arena, type, buffer->shape[i]), one),
                                          buffer_stride (arena, buffer, i, type)));
  return buffer->elem_offset != NULL ? tl_add (arena, span, tl_cast (arena, type, buffer->elem_offset)) : span;
}

/* Elements from one row to the next; 0 if that is no number. */
static gint64
row_length (Flattener *f, const TlBuffer *buffer)
{
  gint64 row = 0;
  const TlExpr *length = buffer->n_dims < 2 ? buffer->shape[0] : buffer_stride (f->arena, buffer, buffer->n_dims - 2, TL_INT64);
  return tl_expr_get_int (tl_analyzer_simplify (f->analyzer, length), &row) ? row : 0;
}

static const TlBuffer *
flat_twin (Flattener *f, const TlBuffer *buffer)
{
  TlBuffer *twin = g_hash_table_lookup (f->flat, buffer);
  if (twin != NULL)
    return twin;
  const TlExpr *span = tl_analyzer_simplify (f->analyzer, buffer_span (f->arena, buffer, TL_INT64));
  gint64 n = 0;
  if (tl_expr_get_int (span, &n) && n <= G_MAXINT32)
    span = tl_expr_int (f->arena, TL_INT32, n);
  twin = tl_arena_memdup (f->arena, buffer, sizeof *buffer);
  twin->shape = tl_arena_dup_array (f->arena, const TlExpr *, &span, 1);
  twin->n_dims = 1;
  twin->strides = NULL;
  twin->elem_offset = NULL;
  twin->axis_separators = NULL;
  twin->n_axis_separators = 0;
  twin->permuted_row = buffer->permuted_row != 0 ? row_length (f, buffer) : 0;
  g_hash_table_insert (f->flat, (gpointer) buffer, twin);
  return twin;
}

/* The type positions in @buffer are computed in. */
static TlDType
position_type (const TlBuffer *flat, const TlExpr *const *indices, guint n_indices)
{
  for (guint i = 0; i < n_indices; i++)
    if (indices[i]->dtype.bits > 32)
      return TL_INT64;
  return flat->shape[0]->dtype;
}

/* The index in dimension @dim times its stride. */
static const TlExpr *
flat_term (Flattener *f, const TlBuffer *buffer, const TlExpr *index, guint dim, TlDType type)
{
  const TlExpr *stride = buffer_stride (f->arena, buffer, dim, type);
  guint lanes = index->dtype.lanes;
  if (lanes == 1)
    return tl_mul (f->arena, tl_cast (f->arena, type, index), stride);
  if (index->kind == TL_EXPR_RAMP)
    return tl_expr_ramp (f->arena, tl_mul (f->arena, tl_cast (f->arena, type, index->base), stride),
                         tl_mul (f->arena, tl_cast (f->arena, type, index->stride), stride), lanes);
  if (index->kind == TL_EXPR_BROADCAST)
    return tl_expr_broadcast (f->arena, tl_mul (f->arena, tl_cast (f->arena, type, index->base), stride), lanes);
  const TlExpr *wide = tl_cast (f->arena, tl_dtype_with_lanes (type, lanes), index);
  return tl_expr_is_int (stride, 1) ? wide : tl_mul (f->arena, wide, tl_expr_broadcast (f->arena, stride, lanes));
}

static const TlExpr *
add_lanes (TlArena *arena, const TlExpr *a, const TlExpr *b)
{
  TlLaneIndex left, right, sum;
  const TlExpr *plain = NULL;
  if (a->dtype.lanes == 1 || b->dtype.lanes == 1)
    return b->dtype.lanes > 1 ? tl_index_shift (arena, b, a) : a->dtype.lanes > 1 ? tl_index_shift (arena, a, b) : tl_add (arena, a, b);
  if (tl_lane_index_split (arena, a, &left) && tl_lane_index_split (arena, b, &right) && tl_lane_index_add (arena, &left, &right, &sum))
    plain = tl_lane_index_to_expr (arena, &sum);
  return plain != NULL ? plain : tl_add (arena, a, b);
}

static const TlExpr *
flat_position (Flattener *f, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices)
{
  TlDType type = position_type (flat_twin (f, buffer), indices, n_indices);
  const TlExpr *position = buffer->elem_offset != NULL ? tl_cast (f->arena, type, buffer->elem_offset) : tl_expr_int (f->arena, type, 0);
  for (guint i = 0; i < n_indices; i++)
    position = add_lanes (f->arena, position, flat_term (f, buffer, indices[i], i, type));
  return position;
}

static gboolean
is_call_of (const TlExpr *expr, const char *name)
{
  return expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, name);
}

/* view_offset (load of the first element, load of the last), view_stride (load, dimension) */
static const TlExpr *
flat_view (Flattener *f, const TlExpr *expr)
{
  const TlExpr *load = expr->args[0];
  gint64 dim = 0;
  if (is_call_of (expr, "view_offset"))
    return tl_cast (f->arena, expr->dtype, flat_position (f, load->buffer, load->indices, load->n_indices));
  g_assert (tl_expr_get_int (expr->args[1], &dim));
  return buffer_stride (f->arena, load->buffer, (guint) dim, expr->dtype);
}

static const TlExpr *
flatten_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Flattener *f = rewriter->user_data;
  if (is_call_of (expr, "view_offset") || is_call_of (expr, "view_stride"))
    return flat_view (f, expr);
  if (expr->kind != TL_EXPR_LOAD)
    return NULL;
  const TlExpr **indices = tl_arena_new_array (f->arena, const TlExpr *, MAX (expr->n_indices, 1));
  for (guint i = 0; i < expr->n_indices; i++)
    indices[i] = tl_rewrite_expr (rewriter, expr->indices[i]);
  const TlExpr *position = flat_position (f, expr->buffer, indices, expr->n_indices);
  return tl_expr_load (f->arena, flat_twin (f, expr->buffer), &position, 1);
}

static const TlStmt *
flatten_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Flattener *f = rewriter->user_data;
  if (stmt->kind == TL_STMT_ALLOC)
    return tl_stmt_alloc (f->arena, flat_twin (f, stmt->buffer), tl_rewrite_stmt (rewriter, stmt->alloc_body));
  if (stmt->kind != TL_STMT_STORE)
    return NULL;
  const TlExpr **indices = tl_arena_new_array (f->arena, const TlExpr *, MAX (stmt->n_indices, 1));
  for (guint i = 0; i < stmt->n_indices; i++)
    indices[i] = tl_rewrite_expr (rewriter, stmt->indices[i]);
  const TlExpr *position = flat_position (f, stmt->buffer, indices, stmt->n_indices);
  return tl_stmt_store (f->arena, flat_twin (f, stmt->buffer), &position, 1, tl_rewrite_expr (rewriter, stmt->value));
}

static TlWalk
collect_var (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_VAR)
    g_ptr_array_add (user_data, (gpointer) expr);
  return TL_WALK_INTO;
}

/* Extents must be numbers or scalar parameters: a kernel gets pointers, not shapes. */
static gboolean
check_extents (const TlPrimFunc *func, GError **error)
{
  g_autoptr (GPtrArray) vars = g_ptr_array_new ();
  for (guint i = 0; i < func->n_params; i++)
    for (guint d = 0; func->params[i].buffer != NULL && d < func->params[i].buffer->n_dims; d++)
      tl_expr_walk (func->params[i].buffer->shape[d], collect_var, vars);
  for (guint v = 0; v < vars->len; v++)
    {
      const TlVar *var = vars->pdata[v];
      gboolean is_param = FALSE;
      for (guint i = 0; i < func->n_params; i++)
        is_param |= func->params[i].var == var;
      if (!is_param)
        {
          tl_lower_set_unsupported (error, "The extent %s is not known: give the function constant shapes or pass %s as a scalar parameter",
                                    var->name, var->name);
          return FALSE;
        }
    }
  return TRUE;
}

/* An offset or stride that a handle's match leaves open is that of a dense tensor. */
static const TlBuffer *
close_layout (TlArena *arena, const TlBuffer *buffer)
{
  gboolean open_strides = FALSE;
  for (guint i = 0; buffer->strides != NULL && i < buffer->n_dims; i++)
    open_strides |= buffer->strides[i]->kind == TL_EXPR_VAR;
  gboolean open_offset = buffer->elem_offset != NULL && buffer->elem_offset->kind == TL_EXPR_VAR;
  if (!open_strides && !open_offset)
    return buffer;
  TlBuffer *closed = tl_arena_memdup (arena, buffer, sizeof *buffer);
  if (open_strides)
    closed->strides = NULL;
  if (open_offset)
    closed->elem_offset = NULL;
  return closed;
}

const TlPrimFunc *
tl_lower_flatten_buffers (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  if (!check_extents (func, error))
    return NULL;
  TlArena *arena = builder->arena;
  g_autoptr (GHashTable) flat = g_hash_table_new (NULL, NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  Flattener f = { .arena = arena, .analyzer = analyzer, .flat = flat };

  const TlStmt *body = func->body;
  TlParam *params = tl_arena_dup_array (arena, TlParam, func->params, func->n_params);
  for (guint i = 0; i < func->n_params; i++)
    {
      if (params[i].buffer == NULL)
        continue;
      const TlBuffer *closed = close_layout (arena, params[i].buffer);
      if (closed != params[i].buffer)
        body = tl_stmt_replace_buffer (arena, body, params[i].buffer, closed);
      params[i].buffer = flat_twin (&f, closed);
    }
  TlRewriter rewriter = { .arena = arena, .expr = flatten_expr, .stmt = flatten_stmt, .user_data = &f };
  body = tl_stmt_simplify_with (arena, analyzer, tl_rewrite_stmt (&rewriter, body));

  TlPrimFunc *result = tl_arena_memdup (arena, func, sizeof *func);
  result->params = params;
  result->body = body;
  return result;
}
