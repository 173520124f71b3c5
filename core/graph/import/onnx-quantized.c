/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Eight-bit values. Operators on quantized tensors become those on their floats between dequantize and quantize, as QDQ models have them:
 * one pass computes both on integers. Products of integers that stay integers are products of int32.
 */
#include <string.h>

#include "core/graph/import/onnx-private.h"
#include "core/graph/operators/operators.h"

#define UINT8 TL_DTYPE (TL_TYPE_UINT, 8)

/* A scale or zero point of a whole tensor may be a list of one number. */
static const TlRelaxExpr *
without_list (OnnxNode *node, const TlRelaxExpr *number)
{
  gint64    n;
  TlTensor *tensor;

  if (onnx_rank (node, number) != 1 || !onnx_static_dims (node, number, 0, &n) || n != 1)
    return number;
  if (number->kind != TL_RELAX_CONST)
    return onnx_reshape (node, number, NULL, 0);
  tensor = tl_tensor_new (number->tensor->dtype, NULL, 0, FALSE, &node->error);
  if (tensor == NULL)
    return NULL;
  memcpy (tensor->data, number->tensor->data, tl_dtype_bytes (tensor->dtype));
  return tl_relax_const (node->arena, tensor);
}

/* Zeros like @scale. */
static const TlRelaxExpr *
no_zero_point (OnnxNode *node, const TlRelaxExpr *scale, TlDType dtype)
{
  const TlRelaxExpr *zero = onnx_number (node, dtype, 0);

  if (onnx_rank (node, scale) <= 0)
    return zero;
  return onnx_call (node, "broadcast_to", zero, tl_relax_shape (node->arena, onnx_dims (node, scale), (guint) scale->type->n_dims));
}

static const TlRelaxExpr *
quantized (OnnxNode *node, const char *op, const TlRelaxExpr *data, const TlRelaxExpr *scale, const TlRelaxExpr *zero, gint64 axis)
{
  TlDType out = strcmp (op, "quantize") == 0 ? zero ? zero->type->dtype : TL_VOID : scale ? scale->type->dtype : TL_VOID;
  TlAttrs attrs = onnx_attrs (node, { "axis", tl_value_int (onnx_rank (node, data) == 1 ? 0 : axis) },
                              { "out_dtype", tl_value_string (node->arena, tl_dtype_name (out)) });

  return onnx_call_with (node, op, &attrs, data, scale, zero);
}

static void
refuse_blocks (OnnxNode *node)
{
  if (onnx_attr_int (node, "block_size", 0) != 0)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "scales of blocks are not supported");
}

void
onnx_convert_quantize (OnnxNode *node)
{
  const TlRelaxExpr *scale = without_list (node, onnx_input (node, 1)), *zero;
  gint64  number = onnx_attr_int (node, "output_dtype", 0);
  TlDType dtype = UINT8;

  refuse_blocks (node);
  if (number != 0 && (number < 0 || number > G_MAXINT32 || !onnx_dtype ((gint32) number, &dtype)))
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "elements of type %" G_GINT64_FORMAT " are not supported", number);
  zero = onnx_has_input (node, 2) ? without_list (node, onnx_input (node, 2)) : no_zero_point (node, scale, dtype);
  onnx_give (node, 0, quantized (node, "quantize", onnx_input (node, 0), scale, zero, onnx_attr_int (node, "axis", 1)));
}

/* The floats of the tensor at input @index, with its scale and zero point behind it. */
static const TlRelaxExpr *
floats_of (OnnxNode *node, guint index, gint64 axis)
{
  const TlRelaxExpr *data = onnx_input (node, index), *scale = without_list (node, onnx_input (node, index + 1)), *zero;

  if (node->error)
    return NULL;
  zero = onnx_has_input (node, index + 2) ? without_list (node, onnx_input (node, index + 2))
                                          : no_zero_point (node, scale, data->type->dtype);
  return quantized (node, "dequantize", data, scale, zero, axis);
}

void
onnx_convert_dequantize (OnnxNode *node)
{
  refuse_blocks (node);
  onnx_give (node, 0, floats_of (node, 0, onnx_attr_int (node, "axis", 1)));
}

/* --- products --- */

/* x, w and y with scale and zero point each, then a bias in steps of the product of both scales. */
enum { X = 0, X_SCALE = 1, W = 3, W_SCALE = 4, Y_SCALE = 6, Y_ZERO = 7, BIAS = 8 };

/* The product of two scales: a constant where both are. */
static const TlRelaxExpr *
scale_of_product (OnnxNode *node)
{
  const TlRelaxExpr *x = without_list (node, onnx_input (node, X_SCALE)), *w = without_list (node, onnx_input (node, W_SCALE));
  TlTensor          *product;

  if (node->error || x->kind != TL_RELAX_CONST || w->kind != TL_RELAX_CONST || x->tensor->n_elements != 1)
    return onnx_call (node, "multiply", x, w);
  product = tl_tensor_new (TL_FLOAT32, w->tensor->shape, w->tensor->n_dims, FALSE, &node->error);
  for (gint64 i = 0; product && i < product->n_elements; i++)
    tl_tensor_set (product, i, (float) tl_tensor_get (x->tensor, 0) * (float) tl_tensor_get (w->tensor, i));
  return product ? tl_relax_const (node->arena, product) : NULL;
}

static void
give_quantized (OnnxNode *node, const TlRelaxExpr *value)
{
  onnx_give (node, 0, quantized (node, "quantize", value, without_list (node, onnx_input (node, Y_SCALE)),
                                 without_list (node, onnx_input (node, Y_ZERO)), 1));
}

void
onnx_convert_qlinear_conv (OnnxNode *node)
{
  const TlRelaxExpr *bias = NULL, *scale;

  if (onnx_has_input (node, BIAS))
    {
      scale = scale_of_product (node);
      bias = quantized (node, "dequantize", onnx_input (node, BIAS), scale, no_zero_point (node, scale, TL_INT32), 0);
    }
  give_quantized (node, onnx_conv (node, floats_of (node, X, 1), floats_of (node, W, 0), bias));
}

/* Scales of rows of the first factor, or of columns of the second, stand at its last but one and last dimension. */
void
onnx_convert_qlinear_matmul (OnnxNode *node)
{
  int rank_x = onnx_rank (node, onnx_input (node, X)), rank_w = onnx_rank (node, onnx_input (node, W));

  give_quantized (node, onnx_call (node, "matmul", floats_of (node, X, MAX (rank_x - 2, 0)), floats_of (node, W, MAX (rank_w - 1, 0))));
}

/* The elements of input @index less its zero point at input @zero_index, which may be one for each index of dimension @axis. */
static const TlRelaxExpr *
integers_of (OnnxNode *node, guint index, guint zero_index, guint axis)
{
  TlAttrs            attrs = onnx_attrs (node, { "dtype", tl_value_string (node->arena, "int32") });
  const TlRelaxExpr *data = onnx_call_with (node, "astype", &attrs, onnx_input (node, index)), *zero;
  const TlExpr      *dims[TL_TENSOR_MAX_DIMS];

  if (node->error || !onnx_has_input (node, zero_index))
    return data;
  zero = onnx_call_with (node, "astype", &attrs, without_list (node, onnx_input (node, zero_index)));
  if (onnx_rank (node, zero) == 1)
    {
      for (int i = 0; i < data->type->n_dims; i++)
        dims[i] = i == (int) axis ? onnx_dims (node, zero)[0] : onnx_size (node, 1);
      zero = onnx_reshape (node, zero, dims, (guint) data->type->n_dims);
    }
  return onnx_call (node, "subtract", data, zero);
}

void
onnx_convert_matmul_integer (OnnxNode *node)
{
  int rank_a = onnx_rank (node, onnx_input (node, 0)), rank_b = onnx_rank (node, onnx_input (node, 1));

  onnx_give (node, 0, onnx_call (node, "matmul", integers_of (node, 0, 2, (guint) MAX (rank_a - 2, 0)),
                                 integers_of (node, 1, 3, (guint) MAX (rank_b - 1, 0))));
}

void
onnx_convert_conv_integer (OnnxNode *node)
{
  onnx_give (node, 0, onnx_conv (node, integers_of (node, 0, 2, 1), integers_of (node, 1, 3, 0), NULL));
}

/* Scale and zero point so that 0 and all elements are within 0 to 255. */
void
onnx_convert_dynamic_quantize (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *zero = onnx_number (node, TL_FLOAT32, 0), *steps = onnx_number (node, TL_FLOAT32, 255);
  TlAttrs            to_uint8 = onnx_attrs (node, { "dtype", tl_value_string (node->arena, "uint8") });
  const TlRelaxExpr *most = onnx_call (node, "maximum", onnx_call (node, "max", data), zero);
  const TlRelaxExpr *least = onnx_call (node, "minimum", onnx_call (node, "min", data), zero);
  const TlRelaxExpr *scale = onnx_call (node, "divide", onnx_call (node, "subtract", most, least), steps), *point;

  point = onnx_call (node, "round", onnx_call (node, "divide", onnx_call (node, "negative", least), scale));
  point = onnx_call (node, "minimum", onnx_call (node, "maximum", point, zero), steps);
  point = onnx_call_with (node, "astype", &to_uint8, point);
  onnx_give (node, 0, quantized (node, "quantize", data, scale, point, 1));
  onnx_give (node, 1, scale);
  onnx_give (node, 2, point);
}
