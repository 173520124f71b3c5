/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs for a run: random, but such that the program can work with them. */
#include "core/base/extremum.h"
#include "core/interp/interp.h"

#include "core/ir/walk.h"

/* What scalar parameters get: they tend to be sizes, shifts and offsets. */
#define DEFAULT_SCALAR 3

/* Largest values of integer parameters that choose elements: of a table's rows, say. */
typedef struct
{
  GHashTable *bounds;   /* TlBuffer of a parameter → extent it indexes, at least 1 */
  GHashTable *values;   /* let variables and block axes → what they stand for */
  gint64      extent;   /* of the dimension whose index is walked now */
} Indexing;

static TlWalk
visit_index (const TlExpr *expr, gpointer user_data)
{
  Indexing *indexing = user_data;

  if (expr->kind == TL_EXPR_VAR && g_hash_table_contains (indexing->values, expr))
    tl_expr_walk (g_hash_table_lookup (indexing->values, expr), visit_index, indexing);
  if (expr->kind == TL_EXPR_LOAD)
    {
      gsize extent = (gsize) MAX (indexing->extent, 1), known = GPOINTER_TO_SIZE (g_hash_table_lookup (indexing->bounds, expr->buffer));

      g_hash_table_insert (indexing->bounds, (gpointer) expr->buffer, GSIZE_TO_POINTER (known > 0 ? MIN (known, extent) : extent));
    }
  return TL_WALK_INTO;
}

static void
visit_indices (Indexing *indexing, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices)
{
  for (guint i = 0; i < n_indices && i < buffer->n_dims; i++)
    if (tl_buffer_get_extent (buffer, i, &indexing->extent))
      tl_expr_walk (indices[i], visit_index, indexing);
}

static TlWalk
visit_expr (const TlExpr *expr, gpointer user_data)
{
  Indexing *indexing = user_data;

  if (expr->kind == TL_EXPR_LOAD)
    visit_indices (indexing, expr->buffer, expr->indices, expr->n_indices);
  if (expr->kind == TL_EXPR_LET)
    g_hash_table_insert (indexing->values, (gpointer) expr->let_var, (gpointer) expr->let_value);
  return TL_WALK_INTO;
}

static TlWalk
visit_stmt (const TlStmt *stmt, gpointer user_data)
{
  Indexing *indexing = user_data;

  if (stmt->kind == TL_STMT_STORE)
    visit_indices (indexing, stmt->buffer, stmt->indices, stmt->n_indices);
  if (stmt->kind == TL_STMT_LET)
    g_hash_table_insert (indexing->values, (gpointer) stmt->var, (gpointer) stmt->let_value);
  if (stmt->kind == TL_STMT_BLOCK)
    for (guint i = 0; i < stmt->block.n_axes; i++)
      g_hash_table_insert (indexing->values, (gpointer) stmt->block.axes[i].var, (gpointer) stmt->block.bindings[i]);
  return TL_WALK_INTO;
}

static void
fill (TlTensor *tensor, guint64 seed, gsize bound)
{
  TlRandom random = tl_random_seeded (seed);
  gint64   n = tensor->n_elements * tensor->dtype.lanes;

  if (bound == 0 || !tl_dtype_is_integer (tensor->dtype))
    {
      tl_tensor_fill_random (tensor, seed);
      return;
    }
  bound = tl_min (bound, (gsize) tl_dtype_max_int (tensor->dtype));
  for (gint64 i = 0; i < n; i++)
    tl_tensor_set (tensor, i, (double) tl_random_below (&random, bound));
}

static TlTensor *
make_scalar (const TlVar *var, guint64 seed, gboolean shared, GError **error)
{
  TlTensor *tensor = tl_tensor_new (var->dtype, NULL, 0, shared, error);

  if (tensor != NULL && tl_dtype_is_float (tensor->dtype))
    tl_tensor_fill_random (tensor, seed);
  else if (tensor != NULL)
    tl_tensor_set (tensor, 0, DEFAULT_SCALAR);
  return tensor;
}

static TlTensor *
make_arg (const TlParam *param, guint64 seed, gsize bound, gboolean shared, GError **error)
{
  gint64    shape[TL_TENSOR_MAX_DIMS];
  TlTensor *tensor;

  if (param->buffer == NULL)
    return make_scalar (param->var, seed, shared, error);
  if (param->buffer->n_dims > TL_TENSOR_MAX_DIMS)
    {
      g_set_error (error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "%s has %u dimensions; %d are the most", param->name,
                   param->buffer->n_dims, TL_TENSOR_MAX_DIMS);
      return NULL;
    }
  for (guint i = 0; i < param->buffer->n_dims; i++)
    if (!tl_buffer_get_extent (param->buffer, i, &shape[i]))
      {
        g_set_error (error, TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS,
                     "%s: extent %u is symbolic; arguments can be made for constant shapes only", param->name, i);
        return NULL;
      }
  tensor = tl_tensor_new (param->buffer->dtype, shape, param->buffer->n_dims, shared, error);
  if (tensor != NULL)
    fill (tensor, seed, bound);
  return tensor;
}

GPtrArray *
tl_interp_make_args (const TlPrimFunc *func, guint64 seed, gboolean shared, GError **error)
{
  g_autoptr (GPtrArray)  args = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  g_autoptr (GHashTable) bounds = g_hash_table_new (NULL, NULL), values = g_hash_table_new (NULL, NULL);
  Indexing               indexing = { .bounds = bounds, .values = values };
  TlRandom               random = tl_random_seeded (seed);

  tl_stmt_walk (func->body, visit_stmt, visit_expr, &indexing);
  for (guint i = 0; i < func->n_params; i++)
    {
      gsize     bound = GPOINTER_TO_SIZE (g_hash_table_lookup (bounds, func->params[i].buffer));
      TlTensor *arg = make_arg (&func->params[i], tl_random_next (&random), bound, shared, error);

      if (arg == NULL)
        return NULL;
      g_ptr_array_add (args, arg);
    }
  return g_steal_pointer (&args);
}
