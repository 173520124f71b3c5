/* SPDX-License-Identifier: Apache-2.0 */
/* Operators on elements, as calls of Relax's. */
#include <math.h>
#include <string.h>

#include "core/graph/import/onnx-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

static TlDType
dtype_of (const TlRelaxExpr *tensor)
{
  return tensor ? tensor->type->dtype : TL_VOID;
}

static const TlRelaxExpr *
cast_to (OnnxNode *node, const TlRelaxExpr *data, TlDType dtype)
{
  TlAttrs attrs = onnx_attrs (node, { "dtype", tl_value_string (node->arena, tl_dtype_name (dtype)) });

  if (node->error || tl_dtype_equal (dtype_of (data), dtype))
    return data;
  return onnx_call_with (node, "astype", &attrs, data);
}

/* A number of the type of @data. */
static const TlRelaxExpr *
number_like (OnnxNode *node, const TlRelaxExpr *data, double value)
{
  return data ? onnx_number (node, data->type->dtype, value) : NULL;
}

void
onnx_convert_unary (OnnxNode *node)
{
  onnx_give (node, 0, onnx_call (node, node->operator->relax, onnx_input (node, 0)));
}

void
onnx_convert_binary (OnnxNode *node)
{
  onnx_give (node, 0, onnx_call (node, node->operator->relax, onnx_input (node, 0), onnx_input (node, 1)));
}

/* The result is of the type of the base, the exponent may be of another. Powers of whole numbers are computed in float64. */
void
onnx_convert_power (OnnxNode *node)
{
  const TlRelaxExpr *base = onnx_input (node, 0), *exponent = onnx_input (node, 1);
  TlDType            dtype = tl_dtype_is_integer (dtype_of (base)) ? TL_FLOAT64 : dtype_of (base);
  const TlRelaxExpr *power = onnx_call (node, "power", cast_to (node, base, dtype), cast_to (node, exponent, dtype));

  onnx_give (node, 0, cast_to (node, power, dtype_of (base)));
}

/* One of the two infinities may be left out. */
void
onnx_convert_is_inf (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0);
  gboolean           negative = onnx_attr_int (node, "detect_negative", 1) != 0, positive = onnx_attr_int (node, "detect_positive", 1) != 0;

  if (negative && positive)
    onnx_give (node, 0, onnx_call (node, "isinf", data));
  else if (negative || positive)
    onnx_give (node, 0, onnx_call (node, "equal", data, number_like (node, data, positive ? HUGE_VAL : -HUGE_VAL)));
  else
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "it detects neither infinity");
}

void
onnx_convert_modulo (OnnxNode *node)
{
  const char *op = onnx_attr_int (node, "fmod", 0) ? "mod" : "floor_mod";

  onnx_give (node, 0, onnx_call (node, op, onnx_input (node, 0), onnx_input (node, 1)));
}

void
onnx_convert_variadic (OnnxNode *node)
{
  const TlRelaxExpr *value = onnx_input (node, 0);

  for (guint i = 1; i < node->n_inputs; i++)
    value = onnx_call (node, node->operator->relax, value, onnx_input (node, i));
  onnx_give (node, 0, value);
}

/* A bound of Clip: an attribute up to opset 10, an input since. */
static const TlRelaxExpr *
bound_by (OnnxNode *node, const TlRelaxExpr *data, const char *op, const char *name, guint index)
{
  const TlRelaxExpr *limit = NULL;

  if (node->opset > 10)
    limit = onnx_has_input (node, index) ? onnx_input (node, index) : NULL;
  else if (onnx_attr (node, name))
    limit = number_like (node, data, onnx_attr_float (node, name, 0));
  return limit ? onnx_call (node, op, data, limit) : data;
}

void
onnx_convert_clip (OnnxNode *node)
{
  const TlRelaxExpr *value = bound_by (node, onnx_input (node, 0), "maximum", "min", 1);

  onnx_give (node, 0, bound_by (node, value, "minimum", "max", 2));
}

void
onnx_convert_cast (OnnxNode *node)
{
  gint64  to = onnx_attr_int (node, "to", 0);
  TlDType dtype = TL_FLOAT32;

  if (to > G_MAXINT32 || to < 0 || !onnx_dtype ((gint32) to, &dtype))
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "elements of type %" G_GINT64_FORMAT " are not supported", to);
  onnx_give (node, 0, cast_to (node, onnx_input (node, 0), dtype));
}

void
onnx_convert_cast_like (OnnxNode *node)
{
  onnx_give (node, 0, cast_to (node, onnx_input (node, 0), dtype_of (onnx_input (node, 1))));
}

void
onnx_convert_where (OnnxNode *node)
{
  onnx_give (node, 0, onnx_call (node, "where", onnx_input (node, 0), onnx_input (node, 1), onnx_input (node, 2)));
}

/* --- activations --- */

void
onnx_convert_leaky_relu (OnnxNode *node)
{
  TlAttrs attrs = onnx_attrs (node, { "alpha", onnx_float (onnx_attr_float (node, "alpha", 0.01)) });

  onnx_give (node, 0, onnx_call_with (node, "nn.leakyrelu", &attrs, onnx_input (node, 0)));
}

/* A slope for each channel: its number of elements; 0: something else. */
static gint64
slopes_of_channels (OnnxNode *node, const TlRelaxExpr *data, const TlRelaxExpr *slope)
{
  int rank = onnx_rank (node, data), slope_rank = onnx_rank (node, slope);
  gint64 sizes[TL_TENSOR_MAX_DIMS], n = 0;

  if (rank < 2 || slope_rank < rank - 1 || slope_rank > rank || !onnx_static_dims (node, slope, 0, sizes))
    return 0;
  for (int i = 0; i < slope_rank; i++)
    {
      if (i - slope_rank + rank == 1)
        n = sizes[i];
      else if (sizes[i] != 1)
        return 0;
    }
  return n;
}

void
onnx_convert_prelu (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *slope = onnx_input (node, 1), *positive, *negative;
  gint64  n = slopes_of_channels (node, data, slope);
  TlAttrs attrs = onnx_attrs (node, { "axis", tl_value_int (1) });

  if (n > 1)
    {
      slope = onnx_reshape (node, slope, (const TlExpr *const[]) { onnx_size (node, n) }, 1);
      onnx_give (node, 0, onnx_call_with (node, "nn.prelu", &attrs, data, slope));
      return;
    }
  positive = onnx_call (node, "nn.relu", data);
  negative = onnx_call (node, "minimum", data, number_like (node, data, 0));
  onnx_give (node, 0, onnx_call (node, "add", positive, onnx_call (node, "multiply", negative, slope)));
}

/* relu (x) - alpha * relu (1 - exp (x)) */
static const TlRelaxExpr *
exponential_unit (OnnxNode *node, const TlRelaxExpr *data, double alpha)
{
  const TlRelaxExpr *below = onnx_call (node, "subtract", number_like (node, data, 1), onnx_call (node, "exp", data));

  below = onnx_call (node, "multiply", number_like (node, data, -alpha), onnx_call (node, "nn.relu", below));
  return onnx_call (node, "add", below, onnx_call (node, "nn.relu", data));
}

void
onnx_convert_elu (OnnxNode *node)
{
  onnx_give (node, 0, exponential_unit (node, onnx_input (node, 0), onnx_attr_float (node, "alpha", 1)));
}

void
onnx_convert_selu (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0);
  const TlRelaxExpr *value = exponential_unit (node, data, onnx_attr_float (node, "alpha", 1.67326319217681884765625));
  double gamma = onnx_attr_float (node, "gamma", 1.05070102214813232421875);

  onnx_give (node, 0, onnx_call (node, "multiply", number_like (node, data, gamma), value));
}

/* max (x, 0) + min (alpha * (exp (x / alpha) - 1), 0) */
void
onnx_convert_celu (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *alpha = number_like (node, data, onnx_attr_float (node, "alpha", 1));
  const TlRelaxExpr *zero = number_like (node, data, 0), *below = onnx_call (node, "exp", onnx_call (node, "divide", data, alpha));

  below = onnx_call (node, "multiply", alpha, onnx_call (node, "subtract", below, number_like (node, data, 1)));
  onnx_give (node, 0, onnx_call (node, "add", onnx_call (node, "maximum", data, zero), onnx_call (node, "minimum", below, zero)));
}

void
onnx_convert_thresholded_relu (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *alpha = number_like (node, data, onnx_attr_float (node, "alpha", 1));

  onnx_give (node, 0, onnx_call (node, "where", onnx_call (node, "greater", data, alpha), data, number_like (node, data, 0)));
}

/* x * sigmoid (alpha * x) */
void
onnx_convert_swish (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *alpha = number_like (node, data, onnx_attr_float (node, "alpha", 1));

  onnx_give (node, 0, onnx_call (node, "multiply", data, onnx_call (node, "sigmoid", onnx_call (node, "multiply", alpha, data))));
}

/* Of any number of inputs. */
void
onnx_convert_mean (OnnxNode *node)
{
  const TlRelaxExpr *sum = onnx_input (node, 0);

  for (guint i = 1; i < node->n_inputs; i++)
    sum = onnx_call (node, "add", sum, onnx_input (node, i));
  onnx_give (node, 0, onnx_call (node, "divide", sum, number_like (node, sum, node->n_inputs)));
}

/* max (x, 0) + log (1 + exp (-|x|)): never overflows */
static const TlRelaxExpr *
soft_plus (OnnxNode *node, const TlRelaxExpr *data)
{
  const TlRelaxExpr *positive = onnx_call (node, "maximum", data, number_like (node, data, 0));
  const TlRelaxExpr *rest = onnx_call (node, "exp", onnx_call (node, "negative", onnx_call (node, "abs", data)));

  rest = onnx_call (node, "log", onnx_call (node, "add", number_like (node, data, 1), rest));
  return onnx_call (node, "add", positive, rest);
}

void
onnx_convert_softplus (OnnxNode *node)
{
  onnx_give (node, 0, soft_plus (node, onnx_input (node, 0)));
}

void
onnx_convert_mish (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0);

  onnx_give (node, 0, onnx_call (node, "multiply", data, onnx_call (node, "tanh", soft_plus (node, data))));
}

void
onnx_convert_softsign (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0);
  const TlRelaxExpr *below = onnx_call (node, "add", onnx_call (node, "abs", data), number_like (node, data, 1));

  onnx_give (node, 0, onnx_call (node, "divide", data, below));
}

/* Numbers up to @lambd from 0 become 0, others come nearer to it by the bias. */
void
onnx_convert_shrink (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *bias = number_like (node, data, onnx_attr_float (node, "bias", 0));
  double             border = onnx_attr_float (node, "lambd", 0.5);
  const TlRelaxExpr *is_above = onnx_call (node, "greater", data, number_like (node, data, border));
  const TlRelaxExpr *is_below = onnx_call (node, "less", data, number_like (node, data, -border));
  const TlRelaxExpr *below = onnx_call (node, "where", is_below, onnx_call (node, "add", data, bias), number_like (node, data, 0));

  onnx_give (node, 0, onnx_call (node, "where", is_above, onnx_call (node, "subtract", data, bias), below));
}

void
onnx_convert_bit_shift (OnnxNode *node)
{
  const char *op = strcmp (onnx_attr_text (node, "direction", ""), "LEFT") == 0 ? "left_shift" : "right_shift";

  onnx_give (node, 0, onnx_call (node, op, onnx_input (node, 0), onnx_input (node, 1)));
}

static const TlRelaxExpr *
clip (OnnxNode *node, const TlRelaxExpr *data, gint64 low, gint64 high)
{
  return onnx_call (node, "clip", data, tl_relax_int (node->arena, low), tl_relax_int (node->arena, high));
}

void
onnx_convert_hard_sigmoid (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0);
  const TlRelaxExpr *value = onnx_call (node, "multiply", number_like (node, data, onnx_attr_float (node, "alpha", 0.2f)), data);

  value = onnx_call (node, "add", value, number_like (node, data, onnx_attr_float (node, "beta", 0.5)));
  onnx_give (node, 0, clip (node, value, 0, 1));
}

void
onnx_convert_hard_swish (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0);
  const TlRelaxExpr *gate = clip (node, onnx_call (node, "add", data, number_like (node, data, 3)), 0, 6);

  onnx_give (node, 0, onnx_call (node, "multiply", data, onnx_call (node, "divide", gate, number_like (node, data, 6))));
}

void
onnx_convert_gelu (OnnxNode *node)
{
  gboolean is_tanh = strcmp (onnx_attr_text (node, "approximate", "none"), "tanh") == 0;

  onnx_give (node, 0, onnx_call (node, is_tanh ? "nn.gelu_tanh" : "nn.gelu", onnx_input (node, 0)));
}

void
onnx_convert_reciprocal (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0);

  onnx_give (node, 0, onnx_call (node, "divide", number_like (node, data, 1), data));
}
