/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators on elements that are known. Whole numbers stay exact: a result that does not fit its type, or that cannot be written with free
 * sizes, is not folded.
 */
#include <math.h>
#include <string.h>

#include "core/base/half.h"
#include "core/graph/import/onnx-fold-private.h"
#include "core/graph/import/onnx.pb-c.h"

static gboolean
is_float (TlDType dtype)
{
  return dtype.code == TL_TYPE_FLOAT || dtype.code == TL_TYPE_BFLOAT;
}

static const TlExpr *
float_item (OnnxNode *node, TlDType dtype, double value)
{
  return tl_expr_float (node->arena, TL_FLOAT64, tl_round_to_dtype (dtype, value));
}

/* NULL if the value is not one of the type. */
static const TlExpr *
whole_item (OnnxNode *node, TlDType dtype, gint64 value)
{
  gboolean fits = dtype.bits == 64 || (value >= tl_dtype_min_int (dtype) && value <= tl_dtype_max_int (dtype));

  return fits ? onnx_size (node, value) : NULL;
}

/* --- pairs --- */

static const TlExpr *
combine_floats (OnnxNode *node, TlDType dtype, TlExprKind kind, double a, double b)
{
  switch (kind)
    {
    case TL_EXPR_ADD:
      return float_item (node, dtype, a + b);
    case TL_EXPR_SUB:
      return float_item (node, dtype, a - b);
    case TL_EXPR_MUL:
      return float_item (node, dtype, a * b);
    case TL_EXPR_DIV:
      return float_item (node, dtype, a / b);
    case TL_EXPR_MIN:
      return float_item (node, dtype, a < b || isnan (a) ? a : b);
    case TL_EXPR_MAX:
      return float_item (node, dtype, a > b || isnan (a) ? a : b);
    default:
      return NULL;
    }
}

static const TlExpr *
combine_ints (OnnxNode *node, TlDType dtype, TlExprKind kind, gint64 a, gint64 b)
{
  gint64 value;

  if (kind == TL_EXPR_DIV)
    return b == 0 || b == -1 ? NULL : whole_item (node, dtype, a / b);
  if (kind == TL_EXPR_MOD)
    kind = TL_EXPR_FLOORMOD;
  return tl_int_combine (kind, a, b, &value) ? whole_item (node, dtype, value) : NULL;
}

/* With free sizes. A quotient is rounded down, so that only those of no negative number are folded. */
static const TlExpr *
combine_sizes (OnnxNode *node, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  gint64 divisor;

  if (kind == TL_EXPR_DIV || kind == TL_EXPR_MOD)
    {
      if (!tl_expr_get_int (b, &divisor) || divisor <= 0 ||
          !tl_analyzer_can_prove (node->import->analyzer, tl_binary (node->arena, TL_EXPR_GE, a, onnx_size (node, 0))))
        return NULL;
      kind = kind == TL_EXPR_DIV ? TL_EXPR_FLOORDIV : TL_EXPR_FLOORMOD;
    }
  return onnx_simplify (node, tl_binary (node->arena, kind, a, b));
}

static const TlExpr *
combine (OnnxNode *node, TlDType dtype, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  if (a->kind == TL_EXPR_FLOAT && b->kind == TL_EXPR_FLOAT)
    return is_float (dtype) ? combine_floats (node, dtype, kind, a->float_value, b->float_value) : NULL;
  if (a->kind == TL_EXPR_FLOAT || b->kind == TL_EXPR_FLOAT)
    return NULL;
  if (a->kind == TL_EXPR_INT && b->kind == TL_EXPR_INT)
    return combine_ints (node, dtype, kind, a->int_value, b->int_value);
  return combine_sizes (node, kind, a, b);
}

static gboolean
compare_numbers (TlExprKind kind, double a, double b)
{
  switch (kind)
    {
    case TL_EXPR_EQ:
      return a == b;
    case TL_EXPR_LT:
      return a < b;
    case TL_EXPR_LE:
      return a <= b;
    case TL_EXPR_GT:
      return a > b;
    case TL_EXPR_GE:
      return a >= b;
    case TL_EXPR_AND:
      return a != 0 && b != 0;
    default:
      return a != 0 || b != 0;
    }
}

static gboolean
can_prove (OnnxNode *node, const TlExpr *a, TlExprKind kind, const TlExpr *b)
{
  return tl_analyzer_can_prove (node->import->analyzer, tl_binary (node->arena, kind, a, b));
}

/* NULL if it depends on free sizes. */
static const TlExpr *
compare (OnnxNode *node, TlDType dtype, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  static const TlExprKind opposites[] = { [TL_EXPR_EQ] = TL_EXPR_NE, [TL_EXPR_LT] = TL_EXPR_GE, [TL_EXPR_LE] = TL_EXPR_GT,
                                          [TL_EXPR_GT] = TL_EXPR_LE, [TL_EXPR_GE] = TL_EXPR_LT };

  if (a->kind == TL_EXPR_FLOAT && b->kind == TL_EXPR_FLOAT)
    return onnx_size (node, compare_numbers (kind, a->float_value, b->float_value));
  if (a->kind == TL_EXPR_FLOAT || b->kind == TL_EXPR_FLOAT)
    return NULL;
  if (kind == TL_EXPR_AND || kind == TL_EXPR_OR)
    return a->kind == TL_EXPR_INT && b->kind == TL_EXPR_INT
             ? onnx_size (node, compare_numbers (kind, (double) a->int_value, (double) b->int_value)) : NULL;
  if (can_prove (node, a, kind, b))
    return onnx_size (node, 1);
  return can_prove (node, a, opposites[kind], b) ? onnx_size (node, 0) : NULL;
}

typedef const TlExpr *(*PairFunc) (OnnxNode *node, TlDType dtype, TlExprKind kind, const TlExpr *a, const TlExpr *b);

/* @func on two arrays that are broadcast to each other; NULL if it cannot be. */
static const OnnxKnown *
fold_pair (OnnxNode *node, TlDType dtype, PairFunc func, TlExprKind kind, const OnnxKnown *a, const OnnxKnown *b)
{
  gint64     shape[TL_TENSOR_MAX_DIMS];
  guint      n_dims = MAX (a->n_dims, b->n_dims);
  OnnxKnown *result;

  if (!onnx_broadcast_shape (a->shape, a->n_dims, b->shape, b->n_dims, shape))
    return NULL;
  result = onnx_known_new (node, dtype, shape, n_dims);
  a = onnx_broadcast (node, a, shape, n_dims);
  b = onnx_broadcast (node, b, shape, n_dims);
  if (result == NULL || a == NULL || b == NULL)
    return NULL;
  for (guint i = 0; i < result->n_items; i++)
    {
      result->items[i] = func (node, dtype, kind, a->items[i], b->items[i]);
      if (result->items[i] == NULL)
        return NULL;
    }
  return result;
}

static gboolean
find_kind (const char *op_type, TlExprKind *kind)
{
  static const struct { const char *op_type; TlExprKind kind; } kinds[] = {
    { "Add", TL_EXPR_ADD }, { "Sum", TL_EXPR_ADD }, { "ReduceSum", TL_EXPR_ADD }, { "Sub", TL_EXPR_SUB }, { "Mul", TL_EXPR_MUL },
    { "ReduceProd", TL_EXPR_MUL }, { "Div", TL_EXPR_DIV }, { "Mod", TL_EXPR_MOD }, { "Max", TL_EXPR_MAX }, { "ReduceMax", TL_EXPR_MAX },
    { "Min", TL_EXPR_MIN }, { "ReduceMin", TL_EXPR_MIN }, { "Equal", TL_EXPR_EQ }, { "Less", TL_EXPR_LT },
    { "LessOrEqual", TL_EXPR_LE }, { "Greater", TL_EXPR_GT }, { "GreaterOrEqual", TL_EXPR_GE },
    { "And", TL_EXPR_AND }, { "Or", TL_EXPR_OR },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].op_type, op_type) == 0)
      return *kind = kinds[i].kind, TRUE;
  return FALSE;
}

gboolean
onnx_fold_variadic (OnnxNode *node)
{
  const OnnxKnown *value = onnx_known (node, 0);
  TlExprKind       kind;

  if (value == NULL || !find_kind (node->operator->op_type, &kind) ||
      (kind == TL_EXPR_MOD && onnx_attr_int (node, "fmod", 0) != 0))
    return FALSE;
  for (guint i = 1; value && i < node->n_inputs; i++)
    {
      const OnnxKnown *other = onnx_known (node, i);

      value = other ? fold_pair (node, value->dtype, combine, kind, value, other) : NULL;
    }
  return value && onnx_give_known (node, 0, value);
}

gboolean
onnx_fold_compare (OnnxNode *node)
{
  const OnnxKnown *a = onnx_known (node, 0), *b = onnx_known (node, 1), *value;
  TlExprKind       kind;

  if (a == NULL || b == NULL || !find_kind (node->operator->op_type, &kind))
    return FALSE;
  value = fold_pair (node, TL_BOOL, compare, kind, a, b);
  return value && onnx_give_known (node, 0, value);
}

/* Of a list, to one number. */
gboolean
onnx_fold_reduce (OnnxNode *node)
{
  const OnnxKnown *list = onnx_known (node, 0);
  TlExprKind       kind;
  const TlExpr    *value;
  OnnxKnown       *result;

  if (list == NULL || list->n_dims != 1 || list->n_items == 0 || !find_kind (node->operator->op_type, &kind))
    return FALSE;
  value = list->items[0];
  for (guint i = 1; value && i < list->n_items; i++)
    value = combine (node, list->dtype, kind, value, list->items[i]);
  if (value == NULL || onnx_attr_int (node, "noop_with_empty_axes", 0) != 0)
    return FALSE;
  result = onnx_known_new (node, list->dtype, (const gint64[]) { 1 }, onnx_attr_int (node, "keepdims", 1) ? 1 : 0);
  result->items[0] = value;
  return onnx_give_known (node, 0, result);
}

/* --- single elements --- */

static const TlExpr *
unary_float (OnnxNode *node, const char *op, TlDType dtype, double value)
{
  if (strcmp (op, "Neg") == 0)
    return float_item (node, dtype, -value);
  if (strcmp (op, "Abs") == 0)
    return float_item (node, dtype, fabs (value));
  if (strcmp (op, "Floor") == 0)
    return float_item (node, dtype, floor (value));
  if (strcmp (op, "Ceil") == 0)
    return float_item (node, dtype, ceil (value));
  if (strcmp (op, "Sqrt") == 0)
    return float_item (node, dtype, sqrt (value));
  return NULL;
}

static const TlExpr *
unary_item (OnnxNode *node, TlDType dtype, const TlExpr *item)
{
  const char *op = node->operator->op_type;

  if (item->kind == TL_EXPR_FLOAT)
    return is_float (dtype) ? unary_float (node, op, dtype, item->float_value) : NULL;
  if (strcmp (op, "Neg") == 0)
    return combine (node, dtype, TL_EXPR_SUB, onnx_size (node, 0), item);
  if (strcmp (op, "Not") == 0)
    return item->kind == TL_EXPR_INT ? onnx_size (node, item->int_value == 0) : NULL;
  if (strcmp (op, "Abs") == 0 && item->kind == TL_EXPR_INT && item->int_value != G_MININT64)
    return onnx_size (node, ABS (item->int_value));
  return NULL;
}

gboolean
onnx_fold_unary (OnnxNode *node)
{
  const OnnxKnown *known = onnx_known (node, 0);
  OnnxKnown       *result = known ? onnx_known_new (node, known->dtype, known->shape, known->n_dims) : NULL;

  for (guint i = 0; result && i < known->n_items; i++)
    {
      result->items[i] = unary_item (node, known->dtype, known->items[i]);
      if (result->items[i] == NULL)
        return FALSE;
    }
  return result && onnx_give_known (node, 0, result);
}

gboolean
onnx_fold_where (OnnxNode *node)
{
  const OnnxKnown *known[3];
  gint64           shape[TL_TENSOR_MAX_DIMS] = { 0 };
  guint            n_dims = 0;
  OnnxKnown       *result;

  for (guint i = 0; i < 3; i++)
    {
      known[i] = onnx_known (node, i);
      if (known[i] == NULL || !onnx_broadcast_shape (shape, n_dims, known[i]->shape, known[i]->n_dims, shape))
        return FALSE;
      n_dims = MAX (n_dims, known[i]->n_dims);
    }
  result = onnx_known_new (node, known[1]->dtype, shape, n_dims);
  for (guint i = 0; i < 3; i++)
    known[i] = onnx_broadcast (node, known[i], shape, n_dims);
  for (guint i = 0; result && known[0] && known[1] && known[2] && i < result->n_items; i++)
    {
      gint64 condition;

      if (!tl_expr_get_int (known[0]->items[i], &condition))
        return FALSE;
      result->items[i] = known[condition ? 1 : 2]->items[i];
    }
  return result && known[0] && known[1] && known[2] && onnx_give_known (node, 0, result);
}

/* NULL if the value is not one of the type, or depends on free sizes. */
static const TlExpr *
cast_item (OnnxNode *node, TlDType dtype, const TlExpr *item)
{
  if (item->kind == TL_EXPR_FLOAT && is_float (dtype))
    return float_item (node, dtype, item->float_value);
  if (item->kind == TL_EXPR_FLOAT)
    {
      if (dtype.code == TL_TYPE_BOOL)
        return onnx_size (node, item->float_value != 0);
      return fabs (item->float_value) < 0x1p53 ? whole_item (node, dtype, (gint64) item->float_value) : NULL;
    }
  if (item->kind != TL_EXPR_INT)
    return tl_dtype_is_integer (dtype) && dtype.bits >= 32 ? item : NULL;
  if (is_float (dtype))
    return float_item (node, dtype, (double) item->int_value);
  return dtype.code == TL_TYPE_BOOL ? onnx_size (node, item->int_value != 0) : whole_item (node, dtype, item->int_value);
}

gboolean
onnx_fold_cast (OnnxNode *node)
{
  const OnnxKnown *known = onnx_known (node, 0);
  gint64           to = onnx_attr_int (node, "to", 0);
  TlDType          dtype;
  OnnxKnown       *result;

  if (known == NULL || to < 0 || to > G_MAXINT32 || !onnx_dtype ((gint32) to, &dtype))
    return FALSE;
  result = onnx_known_new (node, dtype, known->shape, known->n_dims);
  for (guint i = 0; result && i < known->n_items; i++)
    {
      result->items[i] = cast_item (node, dtype, known->items[i]);
      if (result->items[i] == NULL)
        return FALSE;
    }
  return result && onnx_give_known (node, 0, result);
}
