/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs for a run: random, but such that the program can work with them. */
#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/interp/interp.h"

#include "core/ir/walk.h"

/* Values of scalar parameters, which tend to be sizes, shifts and offsets. */
#define DEFAULT_SCALAR 3
/* Of floats, where steps build on each other: products with numbers up to 1 would make a difference by rounding larger in each step. */
#define STEPS_SCALE    (1.0 / 32)

/* Largest values of integer parameters that choose elements: of a table's rows, say; and which of them are divided by. */
typedef struct
{
  GHashTable *bounds;   /* TlBuffer of a parameter → extent it indexes, at least 1 */
  GHashTable *divisors; /* set of TlBuffer: no element may be 0 */
  GHashTable *values;   /* let variables and block axes → what they stand for */
  gint64      extent;   /* of the dimension whose index is walked now */
  gboolean    has_steps;  /* blocks that run in order: an axis of theirs is neither spatial nor reduced */
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

/* Collects the buffers that a divisor reads. */
static TlWalk
visit_divisor (const TlExpr *expr, gpointer user_data)
{
  Indexing *indexing = user_data;

  if (expr->kind == TL_EXPR_VAR && g_hash_table_contains (indexing->values, expr))
    tl_expr_walk (g_hash_table_lookup (indexing->values, expr), visit_divisor, indexing);
  if (expr->kind == TL_EXPR_LOAD)
    g_hash_table_add (indexing->divisors, (gpointer) expr->buffer);
  return expr->kind == TL_EXPR_LOAD ? TL_WALK_OVER : TL_WALK_INTO;
}

static gboolean
divides_integers (const TlExpr *expr)
{
  return (expr->kind == TL_EXPR_DIV || expr->kind == TL_EXPR_MOD || expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD)
         && tl_dtype_is_integer (expr->dtype);
}

static TlWalk
visit_expr (const TlExpr *expr, gpointer user_data)
{
  Indexing *indexing = user_data;

  if (divides_integers (expr))
    tl_expr_walk (expr->b, visit_divisor, indexing);
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
      {
        const TlBlockAxis *axis = &stmt->block.axes[i];

        g_hash_table_insert (indexing->values, (gpointer) axis->var, (gpointer) stmt->block.bindings[i]);
        indexing->has_steps |= axis->kind == TL_AXIS_SCAN || axis->kind == TL_AXIS_OPAQUE;
      }
  return TL_WALK_INTO;
}

/* A buffer of divisors takes them from what is stored to it. */
static TlWalk
visit_stored_divisor (const TlStmt *stmt, gpointer user_data)
{
  Indexing *indexing = user_data;

  if (stmt->kind == TL_STMT_STORE && g_hash_table_contains (indexing->divisors, stmt->buffer))
    tl_expr_walk (stmt->value, visit_divisor, indexing);
  return TL_WALK_INTO;
}

/* Until no more buffers are found. */
static void
follow_divisors (Indexing *indexing, const TlStmt *body)
{
  guint n_before;

  do
    {
      n_before = g_hash_table_size (indexing->divisors);
      tl_stmt_walk (body, visit_stored_divisor, NULL, indexing);
    }
  while (g_hash_table_size (indexing->divisors) > n_before);
}

/* Replacements of divisors of 0: values from 1 to 7; an index stays in its bound where that leaves room for one. */
static void
avoid_zeros (TlTensor *tensor, gsize bound)
{
  gint64 most = bound == 0 ? 7 : (gint64) MIN (bound - 1, 7), n = tensor->n_elements * tensor->dtype.lanes;

  for (gint64 i = 0; most > 0 && i < n; i++)
    if (tl_tensor_get_int (tensor, i) == 0)
      tl_tensor_set (tensor, i, (double) (i % most + 1));
}

static void
make_small (TlTensor *tensor)
{
  gint64 n = tensor->n_elements * tensor->dtype.lanes;

  for (gint64 i = 0; i < n; i++)
    tl_tensor_set (tensor, i, tl_tensor_get (tensor, i) * STEPS_SCALE);
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
make_arg (const TlParam *param, guint64 seed, gsize bound, gboolean is_divisor, gboolean shared, GError **error)
{
  gint64    shape[TL_TENSOR_MAX_DIMS];
  TlTensor *tensor;

  if (param->buffer == NULL)
    return make_scalar (param->var, seed, shared, error);
  if (param->buffer->n_dims > TL_TENSOR_MAX_DIMS)
    return tl_fail_null (error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "%s has %u dimensions; the maximum is %d", param->name,
                         param->buffer->n_dims, TL_TENSOR_MAX_DIMS);
  for (guint i = 0; i < param->buffer->n_dims; i++)
    if (!tl_buffer_get_extent (param->buffer, i, &shape[i]))
      return tl_fail_null (error, TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS,
                           "dimension %u of %s is symbolic: give values to the sizes in its shape first", i, param->buffer->name);
  tensor = tl_tensor_new (param->buffer->dtype, shape, param->buffer->n_dims, shared, error);
  if (tensor != NULL)
    fill (tensor, seed, bound);
  if (tensor != NULL && is_divisor && tl_dtype_is_integer (tensor->dtype))
    avoid_zeros (tensor, bound);
  return tensor;
}

TlTensor *
tl_interp_arg_on (const TlParam *param, gpointer data, GError **error)
{
  TlTensor tensor = { .n_elements = 1 };

  tensor.dtype = param->buffer != NULL ? param->buffer->dtype : param->var->dtype;
  tensor.n_dims = param->buffer != NULL ? param->buffer->n_dims : 0;
  for (guint i = 0; i < tensor.n_dims; i++)
    {
      if (i >= TL_TENSOR_MAX_DIMS || !tl_buffer_get_extent (param->buffer, i, &tensor.shape[i]))
        return tl_fail_null (error, TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS, "parameter %s has no constant shape of up to %d dimensions",
                             param->name, TL_TENSOR_MAX_DIMS);
      tensor.n_elements *= tensor.shape[i];
    }
  tensor.n_bytes = (gsize) tensor.n_elements * tl_dtype_bytes (tensor.dtype);
  return tl_tensor_new_on (&tensor, data);
}

GPtrArray *
tl_interp_make_args (const TlPrimFunc *func, guint64 seed, gboolean shared, GError **error)
{
  g_autoptr (GPtrArray)  args = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  g_autoptr (GHashTable) bounds = g_hash_table_new (NULL, NULL), values = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) divisors = g_hash_table_new (NULL, NULL);
  Indexing               indexing = { .bounds = bounds, .divisors = divisors, .values = values };
  TlRandom               random = tl_random_seeded (seed);

  tl_stmt_walk (func->body, visit_stmt, visit_expr, &indexing);
  follow_divisors (&indexing, func->body);
  for (guint i = 0; i < func->n_params; i++)
    {
      gboolean  is_divisor = g_hash_table_contains (divisors, func->params[i].buffer);
      gsize     bound = GPOINTER_TO_SIZE (g_hash_table_lookup (bounds, func->params[i].buffer));
      TlTensor *arg = make_arg (&func->params[i], tl_random_next (&random), bound, is_divisor, shared, error);

      if (arg == NULL)
        return NULL;
      if (indexing.has_steps && tl_dtype_is_float (arg->dtype))
        make_small (arg);
      g_ptr_array_add (args, arg);
    }
  return g_steal_pointer (&args);
}
