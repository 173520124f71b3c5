/* SPDX-License-Identifier: Apache-2.0 */
/* Normalizations and reductions. */
#include <string.h>

#include "core/graph/import/onnx-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

#define DEFAULT_EPSILON 1e-5

void
onnx_convert_batch_norm (OnnxNode *node)
{
  TlAttrs attrs = onnx_attrs (node, { "axis", tl_value_int (1) },
                              { "epsilon", onnx_float (onnx_attr_float (node, "epsilon", DEFAULT_EPSILON)) },
                              { "momentum", onnx_float (onnx_attr_float (node, "momentum", 0.9)) }, { "training", onnx_bool (FALSE) });
  const TlRelaxExpr *results;

  if (onnx_attr_int (node, "training_mode", 0) != 0)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "training is not supported");
  results = onnx_call_with (node, "nn.batch_norm", &attrs, onnx_input (node, 0), onnx_input (node, 1), onnx_input (node, 2),
                            onnx_input (node, 3), onnx_input (node, 4));
  onnx_give (node, 0, onnx_item (node, results, 0));
}

static const TlRelaxExpr *
zeros_like (OnnxNode *node, const TlRelaxExpr *data)
{
  gint64    sizes[TL_TENSOR_MAX_DIMS];
  TlTensor *zeros;

  if (!onnx_static_dims (node, data, 0, sizes))
    return NULL;
  zeros = tl_tensor_new (data->type->dtype, sizes, (guint) data->type->n_dims, FALSE, &node->error);
  return zeros ? tl_relax_const (node->arena, zeros) : NULL;
}

/* Dimensions from @first to the last, counted from behind. */
static TlValue
last_axes (OnnxNode *node, guint first, guint rank)
{
  gint64 axes[TL_TENSOR_MAX_DIMS];

  for (guint i = first; i < rank; i++)
    axes[i - first] = (gint64) i - rank;
  return onnx_list (node, axes, rank - first);
}

void
onnx_convert_layer_norm (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *scale = onnx_input (node, 1), *bias;
  int     rank = onnx_rank (node, data);
  guint   axis = onnx_axis (node, onnx_attr_int (node, "axis", -1), rank);
  TlAttrs attrs;

  if (node->error)
    return;
  bias = onnx_has_input (node, 2) ? onnx_input (node, 2) : zeros_like (node, scale);
  attrs = onnx_attrs (node, { "axes", last_axes (node, axis, (guint) rank) },
                      { "epsilon", onnx_float (onnx_attr_float (node, "epsilon", DEFAULT_EPSILON)) });
  onnx_give (node, 0, onnx_call_with (node, "nn.layer_norm", &attrs, data, scale, bias));
}

/* x / sqrt (mean (x^2) + epsilon) * scale, over the dimensions from the axis on. */
void
onnx_convert_rms_norm (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *square, *root;
  int     rank = onnx_rank (node, data);
  guint   axis = onnx_axis (node, onnx_attr_int (node, "axis", -1), rank);
  TlAttrs attrs;

  if (node->error)
    return;
  attrs = onnx_attrs (node, { "axis", last_axes (node, axis, (guint) rank) }, { "keepdims", onnx_bool (TRUE) });
  square = onnx_call_with (node, "mean", &attrs, onnx_call (node, "multiply", data, data));
  square = onnx_call (node, "add", square, onnx_number (node, data->type->dtype, onnx_attr_float (node, "epsilon", DEFAULT_EPSILON)));
  root = onnx_call (node, "divide", data, onnx_call (node, "sqrt", square));
  onnx_give (node, 0, onnx_call (node, "multiply", root, onnx_input (node, 1)));
}

/* One number for each channel, as a tensor that is broadcast over the @n_spatial dimensions behind. */
static const TlRelaxExpr *
of_channels (OnnxNode *node, const TlRelaxExpr *value, guint n_spatial)
{
  const TlExpr *const *sizes = onnx_dims (node, value);
  const TlExpr *dims[TL_TENSOR_MAX_DIMS];

  if (sizes == NULL || value->type->n_dims != 1)
    {
      onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its scale and bias should have one dimension");
      return NULL;
    }
  dims[0] = sizes[0];
  for (guint i = 0; i < n_spatial; i++)
    dims[1 + i] = onnx_size (node, 1);
  return onnx_reshape (node, value, dims, 1 + n_spatial);
}

void
onnx_convert_instance_norm (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *value, *spread;
  int     rank = onnx_rank (node, data);
  gint64  axes[TL_TENSOR_MAX_DIMS];
  double  epsilon = onnx_attr_float (node, "epsilon", DEFAULT_EPSILON);
  TlAttrs attrs;

  if (rank >= 0 && rank < 3)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its input has %d dimensions, fewer than 3", rank);
  if (node->error)
    return;
  for (int i = 2; i < rank; i++)
    axes[i - 2] = i;
  attrs = onnx_attrs (node, { "axis", onnx_list (node, axes, (guint) rank - 2) }, { "keepdims", onnx_bool (TRUE) });
  value = onnx_call (node, "subtract", data, onnx_call_with (node, "mean", &attrs, data));
  spread = onnx_call_with (node, "variance", &attrs, data);
  spread = onnx_call (node, "sqrt", onnx_call (node, "add", spread, onnx_number (node, data->type->dtype, epsilon)));
  value = onnx_call (node, "divide", value, spread);
  value = onnx_call (node, "multiply", value, of_channels (node, onnx_input (node, 1), (guint) rank - 2));
  onnx_give (node, 0, onnx_call (node, "add", value, of_channels (node, onnx_input (node, 2), (guint) rank - 2)));
}

/* Up to opset 20 scale and bias are of groups, not of channels. */
void
onnx_convert_group_norm (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0);
  int     rank = onnx_rank (node, data);
  gint64  axes[TL_TENSOR_MAX_DIMS];
  TlAttrs attrs;

  if (node->opset < 21)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "before opset 21 it is not supported");
  if (node->error)
    return;
  for (int i = 2; i < rank; i++)
    axes[i - 2] = i;
  attrs = onnx_attrs (node, { "num_groups", tl_value_int (onnx_attr_int (node, "num_groups", 1)) }, { "channel_axis", tl_value_int (1) },
                      { "axes", onnx_list (node, axes, (guint) MAX (rank - 2, 0)) },
                      { "epsilon", onnx_float (onnx_attr_float (node, "epsilon", DEFAULT_EPSILON)) });
  onnx_give (node, 0, onnx_call_with (node, "nn.group_norm", &attrs, data, onnx_input (node, 1), onnx_input (node, 2)));
}

/* (x - mean) / (deviation + 1e-9) over some dimensions. */
void
onnx_convert_mean_variance_norm (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *value, *spread;
  OnnxInts           given = onnx_attr_ints (node, "axes");
  TlValue            axes = given.n > 0 ? onnx_list (node, given.items, given.n) : onnx_list (node, (const gint64[]) { 0, 2, 3 }, 3);
  TlAttrs            attrs = onnx_attrs (node, { "axis", axes }, { "keepdims", onnx_bool (TRUE) });

  if (node->error)
    return;
  value = onnx_call (node, "subtract", data, onnx_call_with (node, "mean", &attrs, data));
  spread = onnx_call (node, "sqrt", onnx_call_with (node, "variance", &attrs, data));
  onnx_give (node, 0, onnx_call (node, "divide", value, onnx_call (node, "add", spread, onnx_number (node, data->type->dtype, 1e-9))));
}

/* x / |x|, of the elements along an axis: their sizes, or the root of their squares. */
void
onnx_convert_lp_norm (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *length;
  gint64             axis = onnx_attr_int (node, "axis", -1), p = onnx_attr_int (node, "p", 2);
  TlAttrs            attrs = onnx_attrs (node, { "axis", onnx_list (node, &axis, 1) }, { "keepdims", onnx_bool (TRUE) });

  if (p != 1 && p != 2)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its p is %" G_GINT64_FORMAT ", not 1 or 2", p);
  if (p == 1)
    length = onnx_call_with (node, "sum", &attrs, onnx_call (node, "abs", data));
  else
    length = onnx_call (node, "sqrt", onnx_call_with (node, "sum", &attrs, onnx_call (node, "multiply", data, data)));
  if (node->error)
    return;
  /* Zeros stay zeros. */
  length = onnx_call (node, "where", onnx_call (node, "equal", length, onnx_number (node, data->type->dtype, 0)),
                      onnx_number (node, data->type->dtype, 1), length);
  onnx_give (node, 0, onnx_call (node, "divide", data, length));
}

/* x / (bias + alpha * mean of squares of neighbouring channels)^beta: channels become rows of a picture, and the mean that of a pool. */
void
onnx_convert_lrn (OnnxNode *node)
{
  const TlRelaxExpr   *data = onnx_input (node, 0), *value;
  const TlExpr *const *dims = onnx_dims (node, data);
  gint64               size = onnx_attr_int (node, "size", 1);
  TlAttrs              attrs = onnx_attrs (node, { "pool_size", onnx_list (node, (const gint64[]) { size, 1 }, 2) },
                                           { "strides", onnx_list (node, (const gint64[]) { 1, 1 }, 2) },
                                           { "padding", onnx_list (node, (const gint64[]) { (size - 1) / 2, 0, size / 2, 0 }, 4) },
                                           { "count_include_pad", onnx_bool (TRUE) });
  guint                rank;

  if (dims && (data->type->n_dims < 3 || size < 1))
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its input has fewer than 3 dimensions, or its size is below 1");
  if (node->error)
    return;
  rank = (guint) data->type->n_dims;
  value = onnx_reshape (node, onnx_call (node, "multiply", data, data),
                        (const TlExpr *const[]) { dims[0], onnx_size (node, 1), dims[1], onnx_product (node, dims, 2, rank) }, 4);
  value = onnx_reshape (node, onnx_call_with (node, "nn.avg_pool2d", &attrs, value), dims, rank);
  value = onnx_call (node, "multiply", value, onnx_number (node, data->type->dtype, onnx_attr_float (node, "alpha", 1e-4)));
  value = onnx_call (node, "add", value, onnx_number (node, data->type->dtype, onnx_attr_float (node, "bias", 1)));
  value = onnx_call (node, "power", value, onnx_number (node, data->type->dtype, onnx_attr_float (node, "beta", 0.75)));
  onnx_give (node, 0, onnx_call (node, "divide", data, value));
}

/* 1 where the largest element along the last dimension stands, the first one of these, else 0. */
static const TlRelaxExpr *
hard_max (OnnxNode *node, const TlRelaxExpr *data, gint64 axis)
{
  int     rank = onnx_rank (node, data);
  guint   at = onnx_axis (node, axis, rank);
  gint64  sizes[TL_TENSOR_MAX_DIMS];
  TlAttrs largest = onnx_attrs (node, { "axis", tl_value_int (at) }), attrs;

  if (!onnx_static_dims (node, data, 0, sizes))
    return NULL;
  attrs = onnx_attrs (node, { "depth", tl_value_int (sizes[at]) }, { "axis", tl_value_int (at) });
  return onnx_call_with (node, "one_hot", &attrs, onnx_call_with (node, "argmax", &largest, data),
                         tl_relax_prim (node->arena, tl_expr_float (node->arena, data->type->dtype, 1)),
                         tl_relax_prim (node->arena, tl_expr_float (node->arena, data->type->dtype, 0)));
}

/* Softmax, LogSoftmax, or Hardmax, which is no operator of Relax. */
static const TlRelaxExpr *
along (OnnxNode *node, const TlRelaxExpr *data, gint64 axis)
{
  TlAttrs attrs = onnx_attrs (node, { "axis", tl_value_int (axis) });

  return node->operator->relax ? onnx_call_with (node, node->operator->relax, &attrs, data) : hard_max (node, data, axis);
}

/* Up to opset 12 over all dimensions from @axis on together. */
void
onnx_convert_softmax (OnnxNode *node)
{
  const TlRelaxExpr   *data = onnx_input (node, 0), *value;
  const TlExpr *const *dims = node->opset <= 12 ? onnx_dims (node, data) : NULL;
  int     rank = onnx_rank (node, data);
  gint64  axis = onnx_attr_int (node, "axis", node->opset <= 12 ? 1 : -1);
  guint   first = onnx_axis (node, axis, rank);

  if (node->error)
    return;
  if (dims == NULL || first == (guint) rank - 1)
    {
      onnx_give (node, 0, along (node, data, node->opset <= 12 ? -1 : axis));
      return;
    }
  value = onnx_reshape (node, data, (const TlExpr *const[]) { onnx_product (node, dims, 0, first),
                                                              onnx_product (node, dims, first, (guint) rank) }, 2);
  onnx_give (node, 0, onnx_reshape (node, along (node, value, -1), dims, (guint) rank));
}

/* --- reductions --- */

/* FALSE: the node gives its input, as no axes and noop_with_empty_axes say. */
static gboolean
reduce_attrs (OnnxNode *node, gboolean keep, TlAttrs *attrs)
{
  gint64   last = strcmp (node->operator->op_type, "ReduceSum") == 0 ? 12 : 17;
  OnnxInts axes = onnx_ints (node, "axes", last, 1);

  if (axes.n == 0 && onnx_attr_int (node, "noop_with_empty_axes", 0) != 0)
    return FALSE;
  *attrs = onnx_attrs (node, { "axis", axes.n > 0 ? onnx_list (node, axes.items, axes.n) : (TlValue) { .kind = TL_VALUE_NONE } },
                       { "keepdims", onnx_bool (keep) });
  return TRUE;
}

static const TlRelaxExpr *
reduced (OnnxNode *node, const char *op, const TlRelaxExpr *data)
{
  TlAttrs attrs;

  if (!reduce_attrs (node, onnx_attr_int (node, "keepdims", 1) != 0, &attrs))
    return data;
  return onnx_call_with (node, op, &attrs, data);
}

void
onnx_convert_reduce (OnnxNode *node)
{
  onnx_give (node, 0, reduced (node, node->operator->relax, onnx_input (node, 0)));
}

void
onnx_convert_reduce_l1 (OnnxNode *node)
{
  onnx_give (node, 0, reduced (node, "sum", onnx_call (node, "abs", onnx_input (node, 0))));
}

static const TlRelaxExpr *
sum_of_squares (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0);

  return reduced (node, "sum", onnx_call (node, "multiply", data, data));
}

void
onnx_convert_reduce_sum_square (OnnxNode *node)
{
  onnx_give (node, 0, sum_of_squares (node));
}

void
onnx_convert_reduce_l2 (OnnxNode *node)
{
  onnx_give (node, 0, onnx_call (node, "sqrt", sum_of_squares (node)));
}

void
onnx_convert_reduce_log_sum (OnnxNode *node)
{
  onnx_give (node, 0, onnx_call (node, "log", reduced (node, "sum", onnx_input (node, 0))));
}

void
onnx_convert_reduce_log_sum_exp (OnnxNode *node)
{
  const TlRelaxExpr *data = onnx_input (node, 0), *most, *value;
  TlAttrs kept = tl_attrs_empty, dropped = tl_attrs_empty;

  if (!reduce_attrs (node, TRUE, &kept))
    {
      onnx_give (node, 0, data);
      return;
    }
  most = onnx_call_with (node, "max", &kept, data);
  value = onnx_call (node, "exp", onnx_call (node, "subtract", data, most));
  value = onnx_call (node, "add", onnx_call (node, "log", onnx_call_with (node, "sum", &kept, value)), most);
  if (onnx_attr_int (node, "keepdims", 1) == 0)
    {
      dropped = onnx_attrs (node, { "axis", *tl_attrs_find (&kept, "axis") });
      value = onnx_call_with (node, "squeeze", &dropped, value);
    }
  onnx_give (node, 0, value);
}

/* Of equal elements the last one is the first one from behind. */
void
onnx_convert_arg_reduce (OnnxNode *node)
{
  gint64             axis = onnx_attr_int (node, "axis", 0), sizes[TL_TENSOR_MAX_DIMS];
  TlAttrs            attrs = onnx_attrs (node, { "axis", tl_value_int (axis) },
                                         { "keepdims", onnx_bool (onnx_attr_int (node, "keepdims", 1) != 0) });
  TlAttrs            flip = onnx_attrs (node, { "axis", tl_value_int (axis) });
  const TlRelaxExpr *data = onnx_input (node, 0), *found;
  guint              at = onnx_axis (node, axis, onnx_rank (node, data));

  if (onnx_attr_int (node, "select_last_index", 0) == 0)
    {
      onnx_give (node, 0, onnx_call_with (node, node->operator->relax, &attrs, data));
      return;
    }
  if (!onnx_static_dims (node, data, 0, sizes))
    return;
  found = onnx_call_with (node, node->operator->relax, &attrs, onnx_call_with (node, "flip", &flip, data));
  onnx_give (node, 0, onnx_call (node, "subtract", onnx_number (node, TL_INT64, (double) sizes[at] - 1), found));
}

void
onnx_convert_top_k (OnnxNode *node)
{
  OnnxInts k = node->opset < 10 ? (OnnxInts) { (const gint64[]) { onnx_attr_int (node, "k", 1) }, 1 } : onnx_input_ints (node, 1);
  const TlRelaxExpr *pair;
  TlAttrs attrs;

  if (k.n != 1)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its k is not one number");
  if (node->error)
    return;
  attrs = onnx_attrs (node, { "k", tl_value_int (k.items[0]) }, { "axis", tl_value_int (onnx_attr_int (node, "axis", -1)) },
                      { "ret_type", tl_value_string (node->arena, "both") },
                      { "largest", onnx_bool (onnx_attr_int (node, "largest", 1) != 0) },
                      { "dtype", tl_value_string (node->arena, "int64") });
  pair = onnx_call_with (node, "topk", &attrs, onnx_input (node, 0));
  for (guint i = 0; i < 2; i++)
    onnx_give (node, i, onnx_item (node, pair, i));
}

/* Sums or products. */
void
onnx_convert_scan_axis (OnnxNode *node)
{
  const TlRelaxExpr *value = onnx_input (node, 0);
  OnnxInts axis = onnx_input_ints (node, 1);
  gboolean is_reverse = onnx_attr_int (node, "reverse", 0) != 0;
  TlAttrs  flip, attrs;

  if (axis.n != 1)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its axis is not one number");
  if (node->error)
    return;
  flip = onnx_attrs (node, { "axis", tl_value_int (axis.items[0]) });
  attrs = onnx_attrs (node, { "axis", tl_value_int (axis.items[0]) },
                      { "exclusive", onnx_bool (onnx_attr_int (node, "exclusive", 0) != 0) });
  if (is_reverse)
    value = onnx_call_with (node, "flip", &flip, value);
  value = onnx_call_with (node, node->operator->relax, &attrs, value);
  onnx_give (node, 0, is_reverse ? onnx_call_with (node, "flip", &flip, value) : value);
}
