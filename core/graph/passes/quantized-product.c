/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/passes/quantized-product-private.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"

#define MOST_BYTE 255.0     /* an element of x, at most */

const TlRelaxExpr *
tl_bound_value (const TlBoundValues *bound, const TlRelaxExpr *expr)
{
  const TlRelaxExpr *value = g_hash_table_lookup (bound->values, expr);

  return value != NULL ? value : expr;
}

static gboolean
is_used_once (const TlBoundValues *bound, const TlRelaxExpr *expr)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (bound->uses, expr)) == 1;
}

gboolean
tl_relax_get_number (const TlRelaxExpr *expr, double *number)
{
  if (expr->kind != TL_RELAX_CONST || expr->tensor->n_elements != 1)
    return FALSE;
  *number = tl_tensor_get (expr->tensor, 0);
  return TRUE;
}

gboolean
tl_relax_get_sizes (const TlRelaxExpr *expr, gint64 *shape)
{
  return expr->type->kind == TL_RELAX_TYPE_TENSOR && expr->type->n_dims <= TL_TENSOR_MAX_DIMS
         && tl_relax_type_get_shape (expr->type, shape);
}

gboolean
tl_relax_get_ints (const TlRelaxExpr *call, const char *key, gint64 *numbers, guint n)
{
  const TlValue *list = tl_attrs_find (&call->attrs, key);
  TlValue        number;

  if (list == NULL || list->kind != TL_VALUE_LIST || list->n_items != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (!tl_value_get_number (&list->items[i], &number) || number.kind != TL_VALUE_INT)
        return FALSE;
      numbers[i] = number.integer;
    }
  return TRUE;
}

static gint64
get_int (const TlRelaxExpr *call, const char *key, gint64 otherwise)
{
  const TlValue *value = tl_attrs_find (&call->attrs, key);
  TlValue        number;

  return value != NULL && tl_value_get_number (value, &number) && number.kind == TL_VALUE_INT ? number.integer : otherwise;
}

gboolean
tl_relax_has_text (const TlRelaxExpr *call, const char *key, const char *text)
{
  const TlValue *value = tl_attrs_find (&call->attrs, key);

  return value != NULL && value->kind == TL_VALUE_STRING && strcmp (value->string, text) == 0;
}

/* --- quantize and dequantize --- */

/* Repeated, one number is enough. */
static const TlTensor *
get_constant (const TlBoundValues *bound, const TlRelaxExpr *expr)
{
  const TlRelaxExpr *value = tl_bound_value (bound, expr), *source;

  if (value->kind == TL_RELAX_CONST)
    return value->tensor;
  source = tl_relax_op_is (value, "broadcast_to") ? tl_bound_value (bound, value->args[0]) : NULL;
  return source != NULL && source->kind == TL_RELAX_CONST && source->tensor->n_elements == 1 ? source->tensor : NULL;
}

static gboolean
is_byte (TlDType dtype)
{
  return dtype.bits == 8 && dtype.lanes == 1 && (dtype.code == TL_TYPE_INT || dtype.code == TL_TYPE_UINT);
}

gboolean
tl_quantization_read (const TlBoundValues *bound, const TlRelaxExpr *expr, const char *op_name, TlQuantization *q)
{
  const TlRelaxExpr *call = tl_bound_value (bound, expr);
  const TlRelaxType *type;

  if (!tl_relax_op_is (call, op_name) || call->n_args != 3)
    return FALSE;
  type = call->args[0]->type;
  if (type->kind != TL_RELAX_TYPE_TENSOR || type->n_dims < 0 || call->type->kind != TL_RELAX_TYPE_TENSOR)
    return FALSE;
  *q = (TlQuantization) { call->args[0], get_constant (bound, call->args[1]), get_constant (bound, call->args[2]),
                          get_int (call, "axis", -1), strcmp (op_name, "quantize") == 0 ? call->type->dtype : type->dtype };
  q->axis += q->axis < 0 ? type->n_dims : 0;
  return q->scales != NULL && q->zeros != NULL && q->scales->dtype.code == TL_TYPE_FLOAT && q->scales->dtype.bits == 32;
}

gboolean
tl_quantization_is_simple (const TlQuantization *q)
{
  return q->scales->n_elements == 1 && q->zeros->n_elements == 1 && is_byte (q->dtype) && tl_tensor_get (q->scales, 0) > 0;
}

float
tl_quantization_scale (const TlQuantization *q, gint64 place)
{
  return (float) tl_tensor_get (q->scales, q->scales->n_elements == 1 ? 0 : place);
}

gint64
tl_quantization_zero (const TlQuantization *q, gint64 place)
{
  return tl_tensor_get_int (q->zeros, q->zeros->n_elements == 1 ? 0 : place);
}

gboolean
tl_quantization_equal (const TlQuantization *a, const TlQuantization *b)
{
  return tl_quantization_is_simple (a) && tl_quantization_is_simple (b) && tl_dtype_equal (a->dtype, b->dtype)
         && tl_quantization_scale (a, 0) == tl_quantization_scale (b, 0) && tl_quantization_zero (a, 0) == tl_quantization_zero (b, 0);
}

/* --- weights --- */

gint64
tl_quantized_product_weight (const TlQuantizedProduct *product, gint64 out, gint64 in, gint64 row, gint64 column)
{
  gint64 n_in = product->groups > 1 ? 1 : product->n_in, at;

  if (product->is_conv)
    at = ((out * n_in + in) * product->kernel[0] + row) * product->kernel[1] + column;
  else
    at = product->is_transposed ? out * n_in + in : in * product->n_out + out;
  return tl_tensor_get_int (product->weights.data->tensor, at) - tl_quantization_zero (&product->weights, out);
}

/* Constant bytes, a scale and a zero point for all of them or for each output. */
static gboolean
read_weights (const TlBoundValues *bound, const TlRelaxExpr *expr, TlQuantizedProduct *product)
{
  const TlRelaxExpr *value = tl_bound_value (bound, expr);
  TlQuantization    *w = &product->weights;
  gint64             axis, order[2];

  if (!product->is_conv && tl_relax_op_is (value, "permute_dims") && tl_relax_get_ints (value, "axes", order, 2) && order[0] == 1)
    {
      product->is_transposed = TRUE;
      value = tl_bound_value (bound, value->args[0]);
    }
  if (!tl_quantization_read (bound, value, "dequantize", w) || !is_byte (w->dtype))
    return FALSE;
  w->data = tl_bound_value (bound, w->data);
  axis = product->is_conv || product->is_transposed ? 0 : 1;
  return w->data->kind == TL_RELAX_CONST && w->data->type->n_dims == (product->is_conv ? 4 : 2)
         && ((w->scales->n_elements == 1 && w->zeros->n_elements == 1) || w->axis == axis);
}

/* --- the product --- */

static gboolean
read_conv (TlQuantizedProduct *product, const gint64 *x, const gint64 *w)
{
  const TlRelaxExpr *call = product->call;

  product->groups = get_int (call, "groups", 1);
  product->n_in = x[1];
  product->n_out = w[0];
  product->kernel[0] = w[2];
  product->kernel[1] = w[3];
  return tl_relax_has_text (call, "data_layout", "NCHW") && tl_relax_has_text (call, "kernel_layout", "OIHW")
         && tl_relax_has_text (call, "out_layout", "NCHW")
         && (product->groups == 1 || (product->groups == x[1] && w[0] == x[1]));
}

static gboolean
read_matmul (TlQuantizedProduct *product, const gint64 *x, int n_dims, const gint64 *w)
{
  product->groups = product->kernel[0] = product->kernel[1] = 1;
  product->n_in = x[n_dims - 1];
  product->n_out = w[product->is_transposed ? 0 : 1];
  return TRUE;
}

static gboolean
read_product (const TlBoundValues *bound, const TlRelaxExpr *call, TlQuantizedProduct *product)
{
  gint64 x[TL_TENSOR_MAX_DIMS], w[4];
  int    n_dims;

  product->call = call;
  product->is_conv = tl_relax_op_is (call, "nn.conv2d");
  if ((!product->is_conv && !tl_relax_op_is (call, "matmul")) || !tl_quantization_read (bound, call->args[0], "dequantize", &product->x)
      || !tl_quantization_is_simple (&product->x) || product->x.data->kind != TL_RELAX_VAR
      || !read_weights (bound, call->args[1], product))
    return FALSE;
  n_dims = product->x.data->type->n_dims;
  if (n_dims < 2 || (product->is_conv && n_dims != 4) || !tl_relax_get_sizes (product->x.data, x)
      || !tl_relax_get_sizes (product->weights.data, w))
    return FALSE;
  return product->is_conv ? read_conv (product, x, w) : read_matmul (product, x, n_dims, w);
}

/* --- bias --- */

/* Constants, dequantized, in another shape; the elements in their order. NULL if it is something else. Free with g_free. */
static double *
constant_values (const TlBoundValues *bound, const TlRelaxExpr *expr, gint64 *n)
{
  const TlRelaxExpr *value = tl_bound_value (bound, expr);
  TlQuantization     q;
  double            *values;

  if (value->kind == TL_RELAX_CONST)
    {
      *n = value->tensor->n_elements;
      values = g_new (double, *n);
      for (gint64 i = 0; i < *n; i++)
        values[i] = tl_tensor_get (value->tensor, i);
      return values;
    }
  if (tl_relax_op_is (value, "reshape") || tl_relax_op_is (value, "expand_dims"))
    return constant_values (bound, value->args[0], n);
  if (!tl_quantization_read (bound, value, "dequantize", &q) || (q.scales->n_elements > 1 && q.data->type->n_dims != 1))
    return NULL;
  values = constant_values (bound, q.data, n);
  for (gint64 i = 0; values != NULL && i < *n; i++)
    values[i] = (values[i] - (double) tl_quantization_zero (&q, i)) * (double) tl_quantization_scale (&q, i);
  return values;
}

/* An element for each output, or one for all. */
static gboolean
is_along_outputs (const TlQuantizedProduct *product, const TlRelaxExpr *bias)
{
  const TlRelaxType *type = bias->type;
  gint64 shape[TL_TENSOR_MAX_DIMS];
  int    at = product->is_conv ? 1 : type->n_dims - 1;

  if (type->n_dims > product->call->type->n_dims || (product->is_conv && type->n_dims != 4 && type->n_dims != 0)
      || !tl_relax_get_sizes (bias, shape))
    return FALSE;
  for (int d = 0; d < type->n_dims; d++)
    if (shape[d] != 1 && (d != at || shape[d] != product->n_out))
      return FALSE;
  return TRUE;
}

/*
 * The bias in units of the sums is rounded, as onnxruntime's quantizer does. That is refused where it could be seen in the result: where
 * units are large beside a step of it.
 */
static gboolean
read_addends (const TlBoundValues *bound, const TlRelaxExpr *bias, TlQuantizedProduct *product)
{
  gint64             n = 0, n_terms = (product->groups > 1 ? 1 : product->n_in) * product->kernel[0] * product->kernel[1];
  g_autofree double *values = bias != NULL ? constant_values (bound, bias, &n) : NULL;
  double             most = G_MAXINT32 - (double) n_terms * MOST_BYTE * 128;

  if (bias != NULL && (values == NULL || !is_along_outputs (product, bias)))
    return FALSE;
  product->addends = g_new0 (gint64, product->n_out);
  for (gint64 out = 0; out < product->n_out; out++)
    {
      double unit = (double) tl_quantization_scale (&product->x, 0) * (double) tl_quantization_scale (&product->weights, out);
      double exact = values != NULL ? values[n == 1 ? 0 : out] / unit : 0, addend = nearbyint (exact);
      gint64 sum = 0;

      if (!(unit > 0) || !(fabs (exact) < most) || fabs (exact - addend) * unit > (double) tl_quantization_scale (&product->y, 0) / 8)
        return FALSE;
      for (gint64 in = 0; in < (product->groups > 1 ? 1 : product->n_in); in++)
        for (gint64 row = 0; row < product->kernel[0]; row++)
          for (gint64 column = 0; column < product->kernel[1]; column++)
            {
              gint64 weight = tl_quantized_product_weight (product, out, in, row, column);

              if (weight < G_MININT8 || weight > G_MAXINT8)
                return FALSE;
              sum += weight;
            }
      /* x is computed as uint8, of int8 more by 128. */
      product->addends[out] = (gint64) addend
                              - sum * (tl_quantization_zero (&product->x, 0) + (product->x.dtype.code == TL_TYPE_INT ? 128 : 0));
      if (fabs ((double) product->addends[out]) >= most)
        return FALSE;
    }
  return TRUE;
}

/* --- the whole --- */

/* Steps over what bounds the result, from the last bound on: *@expr becomes the value before. */
static gboolean
skip_bound (const TlRelaxExpr *value, const TlRelaxExpr **expr, TlQuantizedProduct *product)
{
  double number;

  if (tl_relax_op_is (value, "nn.relu"))
    number = 0;
  else if ((!tl_relax_op_is (value, "maximum") && !tl_relax_op_is (value, "minimum")) || !tl_relax_get_number (value->args[1], &number))
    return FALSE;
  if (tl_relax_op_is (value, "minimum"))
    product->high = tl_clamp (number, product->low, product->high);
  else
    product->low = tl_clamp (number, product->low, product->high);
  *expr = value->args[0];
  return TRUE;
}

static gboolean
match (const TlBoundValues *bound, const TlRelaxExpr *quantize, TlQuantizedProduct *product)
{
  const TlRelaxExpr *expr, *value, *bias = NULL;

  if (!tl_quantization_read (bound, quantize, "quantize", &product->y) || !tl_quantization_is_simple (&product->y))
    return FALSE;
  expr = product->y.data;
  value = tl_bound_value (bound, expr);
  while (is_used_once (bound, expr) && skip_bound (value, &expr, product))
    value = tl_bound_value (bound, expr);
  if (tl_relax_op_is (value, "add") && is_used_once (bound, expr))
    {
      const TlRelaxExpr *left = tl_bound_value (bound, value->args[0]);
      guint              place = tl_relax_op_is (left, "nn.conv2d") || tl_relax_op_is (left, "matmul") ? 0 : 1;

      bias = value->args[1 - place];
      expr = value->args[place];
      value = tl_bound_value (bound, expr);
    }
  return is_used_once (bound, expr) && read_product (bound, value, product) && read_addends (bound, bias, product);
}

gboolean
tl_quantized_product_match (const TlBoundValues *bound, const TlRelaxExpr *quantize, TlQuantizedProduct *product)
{
  *product = (TlQuantizedProduct) { .low = -INFINITY, .high = INFINITY };
  if (match (bound, quantize, product))
    return TRUE;
  tl_quantized_product_clear (product);
  return FALSE;
}

void
tl_quantized_product_clear (TlQuantizedProduct *product)
{
  g_clear_pointer (&product->addends, g_free);
}
