/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of values, conditions and calls. Indices cost what their accesses say. */
#include <stdio.h>
#include <string.h>

#include "core/analysis/gpu/cost-private.h"
#include "core/base/extremum.h"

/* Instructions of functions that are no single one: of the special function unit, and others around. */
static const struct { const char *name; double n_special, n_float; } functions[] = {
  { "exp", 1, 5 },   { "exp2", 1, 3 },  { "exp10", 1, 5 }, { "log", 1, 6 },  { "log2", 1, 5 },    { "log10", 1, 6 }, { "log1p", 1, 10 },
  { "sqrt", 1, 6 },  { "rsqrt", 1, 3 }, { "tanh", 2, 10 }, { "sigmoid", 2, 10 }, { "erf", 1, 16 }, { "sin", 0, 20 },  { "cos", 0, 20 },
  { "tan", 1, 30 },  { "pow", 2, 25 },  { "fmod", 1, 15 },
};

#define WGMMA_CLOCKS 0.78   /* of those that mma.sync takes for a product on the same machine */
#define DIVISION_FLOATS 8   /* instructions of a float division beside the reciprocal */

void
cost_add (CostWalk *walk, TlOperation operation, double n)
{
  if (walk->options->as_written)
    n *= __builtin_popcount (walk->mask) / (double) TL_WARP_LANES;
  walk->mix.n_of[operation] += n;
}

double
cost_same_iterations (const CostWalk *walk, const TlExpr *index)
{
  double n = 1;

  for (guint i = walk->loops->len; i-- > 0;)
    {
      const CostLoop *loop = &g_array_index (walk->loops, CostLoop, i);

      if (!loop->is_written_out)
        break;
      if (index == NULL || !tl_expr_uses_var (index, loop->loop->var))
        n *= loop->trips;
    }
  return n;
}

/* Two float16 of a vector are one operation. */
static double
n_operations (const CostWalk *walk, TlDType dtype)
{
  return walk->weight * (dtype.lanes > 1 && tl_dtype_is_float (dtype) && dtype.bits == 16 && !walk->options->as_written ? dtype.lanes / 2.
                                                                                                                          : dtype.lanes);
}

static void
add_float (CostWalk *walk, TlOperation operation, TlDType dtype)
{
  cost_add (walk, operation, n_operations (walk, dtype));
  if (dtype.bits == 64)
    walk->n_doubles += n_operations (walk, dtype);
}

/* --- loads --- */

static TlWalk
visit_inner_load (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind != TL_EXPR_LOAD)
    return TL_WALK_INTO;
  cost_walk_value (user_data, expr);
  return TL_WALK_OVER;
}

/* The first element of a vector of them, and the step to the next. */
static const TlExpr *
first_index (const TlExpr *index, gint64 *stride)
{
  *stride = 1;
  if (index->kind == TL_EXPR_RAMP)
    {
      if (!tl_expr_get_int (index->stride, stride))
        *stride = 0;
      return index->base;
    }
  return index->kind == TL_EXPR_BROADCAST ? index->base : index;
}

static void
walk_access (CostWalk *walk, gconstpointer place, const TlBuffer *buffer, const TlExpr *index, guint n_lanes, gboolean is_store)
{
  gint64        stride;
  const TlExpr *first = first_index (index, &stride);

  tl_expr_walk (index, visit_inner_load, walk);
  cost_add_access (walk, place, buffer, first, index->kind == TL_EXPR_RAMP ? n_lanes : 1, stride, is_store, FALSE);
}

void
cost_walk_store (CostWalk *walk, const TlStmt *store)
{
  walk_access (walk, store, store->buffer, store->indices[0], store->value->dtype.lanes, TRUE);
}

/* --- values --- */

static gboolean
is_float_product (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_MUL && tl_dtype_is_float (expr->dtype);
}

static void
walk_sum (CostWalk *walk, const TlExpr *expr)
{
  const TlExpr *product = is_float_product (expr->b) ? expr->b : is_float_product (expr->a) ? expr->a : NULL;

  add_float (walk, product != NULL ? TL_OPERATION_FMA : TL_OPERATION_FLOAT, expr->dtype);
  if (product == NULL)
    {
      cost_walk_value (walk, expr->a);
      cost_walk_value (walk, expr->b);
      return;
    }
  cost_walk_value (walk, product == expr->a ? expr->b : expr->a);
  cost_walk_value (walk, product->a);
  cost_walk_value (walk, product->b);
}

static void
walk_binary (CostWalk *walk, const TlExpr *expr)
{
  if (!tl_dtype_is_float (expr->a->dtype))
    cost_add (walk, TL_OPERATION_INTEGER, walk->weight * expr->dtype.lanes);
  else if (expr->kind == TL_EXPR_ADD || expr->kind == TL_EXPR_SUB)
    {
      walk_sum (walk, expr);
      return;
    }
  else if (expr->kind == TL_EXPR_DIV)
    {
      cost_add (walk, TL_OPERATION_SPECIAL, walk->weight * expr->dtype.lanes);
      if (!walk->options->as_written && expr->b->kind != TL_EXPR_FLOAT)
        cost_add (walk, TL_OPERATION_FLOAT, walk->weight * expr->dtype.lanes * DIVISION_FLOATS);
    }
  else
    add_float (walk, TL_OPERATION_FLOAT, expr->a->dtype);
  cost_walk_value (walk, expr->a);
  cost_walk_value (walk, expr->b);
}

/* Conversions of what is loaded once are made once. */
static void
walk_cast (CostWalk *walk, const TlExpr *expr)
{
  const CostAccess *access;
  double            n = walk->weight * expr->dtype.lanes;

  cost_walk_value (walk, expr->a);
  if (!tl_dtype_is_float (expr->dtype) && !tl_dtype_is_float (expr->a->dtype))
    return;
  access = expr->a->kind == TL_EXPR_LOAD ? g_hash_table_lookup (walk->by_place, expr->a) : NULL;
  cost_add (walk, TL_OPERATION_FLOAT, access != NULL && !walk->options->as_written ? n * access->elements : n);
}

/* Both sides run where lanes differ. */
static void
walk_choice (CostWalk *walk, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false)
{
  guint32 mask = walk->mask, holds = cost_walk_condition (walk, cond);

  walk->mask = holds;
  if (holds != 0)
    cost_walk_value (walk, if_true);
  walk->mask = mask & ~holds;
  if (walk->mask != 0)
    cost_walk_value (walk, if_false);
  walk->mask = mask;
}

static void
walk_call (CostWalk *walk, const TlExpr *call)
{
  const char *name = call->callee->name;

  if (g_str_equal (name, "if_then_else"))
    {
      walk_choice (walk, call->args[0], call->args[1], call->args[2]);
      return;
    }
  for (guint i = 0; i < call->n_args; i++)
    cost_walk_value (walk, call->args[i]);
  if (g_str_has_prefix (name, "tvm_warp_shuffle"))
    {
      cost_add (walk, TL_OPERATION_SHUFFLE, walk->weight * call->dtype.lanes);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (g_str_equal (name, functions[i].name))
      {
        cost_add (walk, TL_OPERATION_SPECIAL, walk->weight * call->dtype.lanes * (walk->options->as_written ? 1 : functions[i].n_special));
        if (!walk->options->as_written)
          cost_add (walk, TL_OPERATION_FLOAT, walk->weight * call->dtype.lanes * functions[i].n_float);
        return;
      }
  if (g_str_equal (name, "fma"))
    add_float (walk, TL_OPERATION_FMA, call->dtype);
  else if (call->callee->is_float_math)
    add_float (walk, TL_OPERATION_FLOAT, call->dtype);
  else if (g_str_equal (name, "dp4a") || g_str_has_prefix (name, "bitwise") || g_str_has_prefix (name, "shift"))
    cost_add (walk, TL_OPERATION_INTEGER, walk->weight * call->dtype.lanes);
}

void
cost_walk_value (CostWalk *walk, const TlExpr *expr)
{
  TlLaneValue value;

  switch (expr->kind)
    {
    case TL_EXPR_INT: case TL_EXPR_FLOAT: case TL_EXPR_STRING: case TL_EXPR_VAR:
      break;
    case TL_EXPR_LOAD:
      walk_access (walk, expr, expr->buffer, expr->indices[0], expr->dtype.lanes, FALSE);
      break;
    case TL_EXPR_CAST:
      walk_cast (walk, expr);
      break;
    case TL_EXPR_NOT:
      cost_walk_value (walk, expr->a);
      break;
    case TL_EXPR_SELECT:
      cost_add (walk, TL_OPERATION_INTEGER, walk->weight * expr->dtype.lanes);
      cost_walk_value (walk, expr->cond);
      cost_walk_value (walk, expr->if_true);
      cost_walk_value (walk, expr->if_false);
      break;
    case TL_EXPR_CALL:
      walk_call (walk, expr);
      break;
    case TL_EXPR_RAMP: case TL_EXPR_BROADCAST:
      cost_walk_value (walk, expr->base);
      break;
    case TL_EXPR_LET:
      cost_walk_value (walk, expr->let_value);
      if (tl_lane_values_get (walk->values, expr->let_value, &value))
        tl_lane_values_set (walk->values, expr->let_var, &value);
      cost_walk_value (walk, expr->let_body);
      tl_lane_values_unset (walk->values, expr->let_var);
      break;
    default:
      if (tl_expr_kind_is_binary (expr->kind))
        walk_binary (walk, expr);
    }
}

/* --- conditions --- */

static guint
count_compares (const TlExpr *expr)
{
  if (expr->kind == TL_EXPR_AND || expr->kind == TL_EXPR_OR)
    return count_compares (expr->a) + count_compares (expr->b);
  return expr->kind == TL_EXPR_NOT ? count_compares (expr->a) : 1;
}

guint32
cost_walk_condition (CostWalk *walk, const TlExpr *expr)
{
  TlLaneValue value;
  guint32     holds = 0;

  tl_expr_walk (expr, visit_inner_load, walk);
  cost_add (walk, TL_OPERATION_INTEGER, walk->weight * count_compares (expr) / cost_same_iterations (walk, expr));
  if (!tl_lane_values_get (walk->values, expr, &value))
    {
      walk->is_exact = FALSE;
      return walk->mask;
    }
  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    if (tl_lane_value_at (&value, lane) != 0)
      holds |= (guint32) 1 << lane;
  return holds & walk->mask;
}

/* --- calls for their effect --- */

/* The buffer that @pointer and the offset after it point into. NULL. */
static const TlBuffer *
pointed_place (CostWalk *walk, const TlExpr *pointer, const TlExpr *offset, const TlExpr **index)
{
  *index = offset;
  if (pointer->kind != TL_EXPR_CALL)
    return NULL;
  if (g_str_equal (pointer->callee->name, "tvm_access_ptr") && pointer->n_args == 5)
    {
      *index = tl_add (walk->arena, pointer->args[2], offset);
      pointer = pointer->args[1];
    }
  else if (g_str_equal (pointer->callee->name, "address_of") && pointer->args[0]->kind == TL_EXPR_LOAD)
    {
      *index = tl_add (walk->arena, pointer->args[0]->indices[0], offset);
      return pointer->args[0]->buffer;
    }
  return pointer->kind == TL_EXPR_CALL && g_str_equal (pointer->callee->name, "buffer_data") && pointer->args[0]->kind == TL_EXPR_LOAD
         ? pointer->args[0]->buffer : NULL;
}

static void
walk_matrix_call (CostWalk *walk, const TlExpr *expr, const TlMatrixCall *call)
{
  const FragmentShape *shape;
  double               n_products, rate;

  if (call->kind == TL_MATRIX_LOAD || call->kind == TL_MATRIX_STORE)
    cost_add_matrix_access (walk, expr, call);
  if (call->kind != TL_MATRIX_MULTIPLY)
    return;
  shape = g_hash_table_lookup (walk->fragments, call->fragments[1].buffer);
  if (shape == NULL)
    return;
  n_products = (double) (shape->m * (call->n > 0 ? call->n : shape->n) * shape->k);
  rate = call->fragments[1].buffer->dtype.bits / 16. * (call->n > 0 ? WGMMA_CLOCKS : 1);
  cost_add (walk, TL_OPERATION_MATRIX, walk->weight * n_products);
  walk->tensor_products += walk->weight * n_products * rate;
  walk->matrix_depth = tl_max (walk->matrix_depth, cost_same_iterations (walk, call->fragments[0].index) * shape->k / 16.);
}

/* T.ptx_mma ("m16n8k16", …, "fp16", …): the products of a warp. */
static void
walk_mma (CostWalk *walk, const TlExpr *call)
{
  guint  m = 0, n = 0, k = 0;
  double n_products, bits = 16;

  if (call->n_args < 10 || call->args[0]->kind != TL_EXPR_STRING || sscanf (call->args[0]->text, "m%un%uk%u", &m, &n, &k) != 3)
    return;
  if (call->args[3]->kind == TL_EXPR_STRING)
    bits = strstr (call->args[3]->text, "8") != NULL ? 8 : strstr (call->args[3]->text, "32") != NULL ? 32 : 16;
  n_products = (double) m * n * k;
  cost_add (walk, TL_OPERATION_MATRIX, walk->weight * n_products);
  walk->tensor_products += walk->weight * n_products * bits / 16;
  walk->matrix_depth = tl_max (walk->matrix_depth, cost_same_iterations (walk, call->n_args > 11 ? call->args[11] : NULL));
}

static void
walk_copy_async (CostWalk *walk, const TlExpr *call)
{
  const TlExpr   *to, *from;
  const TlBuffer *shared = pointed_place (walk, call->args[0], call->args[1], &to);
  const TlBuffer *global = pointed_place (walk, call->args[2], call->args[3], &from);
  guint32         mask = walk->mask;
  gint64          n_bytes = 16;

  tl_expr_get_int (call->args[4], &n_bytes);
  if (shared == NULL || global == NULL)
    return;
  cost_add_access (walk, call->args[0], shared, to, (guint) tl_max (n_bytes / tl_dtype_bytes (shared->dtype), 1), 1, TRUE, TRUE);
  if (call->n_args > 5)
    walk->mask = cost_walk_condition (walk, call->args[5]);
  if (walk->mask != 0)
    cost_add_access (walk, call->args[2], global, from, (guint) tl_max (n_bytes / tl_dtype_bytes (global->dtype), 1), 1, FALSE, TRUE);
  walk->mask = mask;
}

void
cost_walk_effect (CostWalk *walk, const TlExpr *call)
{
  const char     *name = call->callee->name;
  const TlBuffer *buffer;
  const TlExpr   *index;
  TlMatrixCall    matrix;
  gint64          n = 4;

  if (tl_matrix_call_read (call, &matrix))
    walk_matrix_call (walk, call, &matrix);
  else if (g_str_equal (name, "tvm_storage_sync"))
    cost_add (walk, TL_OPERATION_BARRIER, walk->weight);
  else if (g_str_equal (name, "ptx_mma"))
    walk_mma (walk, call);
  else if (g_str_equal (name, "ptx_cp_async") && call->n_args >= 5)
    walk_copy_async (walk, call);
  else if (g_str_equal (name, "ptx_wait_group") && tl_expr_get_int (call->args[0], &n))
    walk->wait_depth = n;
  else if (g_str_equal (name, "ptx_ldmatrix") && call->n_args == 7)
    {
      tl_expr_get_int (call->args[1], &n);
      buffer = pointed_place (walk, call->args[5], call->args[6], &index);
      if (buffer != NULL)
        cost_add_row_access (walk, call, buffer, index, (guint) n);
    }
  else if (!g_str_has_prefix (name, "ptx_"))
    cost_walk_value (walk, call);
}
