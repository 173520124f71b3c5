/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/graph/import/onnx-private.h"

/* By name. Reductions, Slice and the like differ by opset: their converters look at it. */
static const OnnxOperator operators[] = {
#define ROW(op_type, name, relax)            { op_type, onnx_convert_##name, relax, NULL }
#define FOLDED(op_type, name, relax, folded) { op_type, onnx_convert_##name, relax, onnx_fold_##folded }
  FOLDED ("Abs", unary, "abs", unary),
  ROW ("Acos", unary, "acos"),
  FOLDED ("Add", binary, "add", variadic),
  FOLDED ("And", binary, "logical_and", compare),
  ROW ("ArgMax", arg_reduce, "argmax"),
  ROW ("ArgMin", arg_reduce, "argmin"),
  ROW ("Asin", unary, "asin"),
  ROW ("Atan", unary, "atan"),
  ROW ("AveragePool", pool, "avg_pool"),
  ROW ("BatchNormalization", batch_norm, NULL),
  FOLDED ("Cast", cast, NULL, cast),
  ROW ("CastLike", cast_like, NULL),
  FOLDED ("Ceil", unary, "ceil", unary),
  ROW ("Celu", celu, NULL),
  ROW ("Clip", clip, NULL),
  FOLDED ("Concat", concat, NULL, concat),
  ROW ("Constant", constant, NULL),
  FOLDED ("ConstantOfShape", constant_of_shape, NULL, constant_of_shape),
  ROW ("Conv", conv, NULL),
  ROW ("ConvInteger", conv_integer, NULL),
  ROW ("ConvTranspose", conv_transpose, NULL),
  ROW ("Cos", unary, "cos"),
  ROW ("Cosh", unary, "cosh"),
  ROW ("CumSum", cum_sum, NULL),
  ROW ("DepthToSpace", depth_to_space, NULL),
  ROW ("DequantizeLinear", dequantize, NULL),
  FOLDED ("Div", binary, "divide", variadic),
  ROW ("Dropout", dropout, NULL),
  ROW ("DynamicQuantizeLinear", dynamic_quantize, NULL),
  ROW ("Einsum", einsum, NULL),
  ROW ("Elu", elu, NULL),
  FOLDED ("Equal", binary, "equal", compare),
  ROW ("Erf", unary, "erf"),
  ROW ("Exp", unary, "exp"),
  FOLDED ("Expand", expand, NULL, expand),
  FOLDED ("Flatten", flatten, NULL, flatten),
  FOLDED ("Floor", unary, "floor", unary),
  ROW ("GRU", gru, NULL),
  FOLDED ("Gather", gather, NULL, gather),
  ROW ("GatherElements", gather_elements, NULL),
  ROW ("GatherND", gather_nd, NULL),
  ROW ("Gelu", gelu, NULL),
  ROW ("Gemm", gemm, NULL),
  ROW ("GlobalAveragePool", global_pool, "mean"),
  ROW ("GlobalMaxPool", global_pool, "max"),
  FOLDED ("Greater", binary, "greater", compare),
  FOLDED ("GreaterOrEqual", binary, "greater_equal", compare),
  ROW ("GroupNormalization", group_norm, NULL),
  ROW ("HardSigmoid", hard_sigmoid, NULL),
  ROW ("HardSwish", hard_swish, NULL),
  ROW ("Identity", identity, NULL),
  ROW ("If", if, NULL),
  ROW ("InstanceNormalization", instance_norm, NULL),
  ROW ("IsInf", is_inf, NULL),
  ROW ("IsNaN", unary, "isnan"),
  ROW ("LSTM", lstm, NULL),
  ROW ("LayerNormalization", layer_norm, NULL),
  ROW ("LeakyRelu", leaky_relu, NULL),
  FOLDED ("Less", binary, "less", compare),
  FOLDED ("LessOrEqual", binary, "less_equal", compare),
  ROW ("Log", unary, "log"),
  ROW ("LogSoftmax", softmax, "nn.log_softmax"),
  ROW ("MatMul", matmul, NULL),
  ROW ("MatMulInteger", matmul_integer, NULL),
  FOLDED ("Max", variadic, "maximum", variadic),
  ROW ("MaxPool", pool, "max_pool"),
  ROW ("Mean", mean, NULL),
  FOLDED ("Min", variadic, "minimum", variadic),
  ROW ("Mish", mish, NULL),
  FOLDED ("Mod", modulo, NULL, variadic),
  FOLDED ("Mul", binary, "multiply", variadic),
  FOLDED ("Neg", unary, "negative", unary),
  FOLDED ("NonZero", known_only, NULL, non_zero),
  FOLDED ("Not", unary, "logical_not", unary),
  ROW ("OneHot", one_hot, NULL),
  FOLDED ("Or", binary, "logical_or", compare),
  ROW ("PRelu", prelu, NULL),
  ROW ("Pad", pad, NULL),
  ROW ("Pow", power, NULL),
  ROW ("QLinearConv", qlinear_conv, NULL),
  ROW ("QLinearMatMul", qlinear_matmul, NULL),
  ROW ("QuantizeLinear", quantize, NULL),
  ROW ("RMSNormalization", rms_norm, NULL),
  ROW ("RNN", rnn, NULL),
  FOLDED ("Range", range, NULL, range),
  ROW ("Reciprocal", reciprocal, NULL),
  ROW ("ReduceL1", reduce_l1, NULL),
  ROW ("ReduceL2", reduce_l2, NULL),
  ROW ("ReduceLogSum", reduce_log_sum, NULL),
  ROW ("ReduceLogSumExp", reduce_log_sum_exp, NULL),
  FOLDED ("ReduceMax", reduce, "max", reduce),
  ROW ("ReduceMean", reduce, "mean"),
  FOLDED ("ReduceMin", reduce, "min", reduce),
  FOLDED ("ReduceProd", reduce, "prod", reduce),
  FOLDED ("ReduceSum", reduce, "sum", reduce),
  ROW ("ReduceSumSquare", reduce_sum_square, NULL),
  ROW ("Relu", unary, "nn.relu"),
  FOLDED ("Reshape", reshape, NULL, reshape),
  ROW ("Resize", resize, NULL),
  ROW ("Round", unary, "round"),
  ROW ("ScatterElements", scatter_elements, NULL),
  ROW ("ScatterND", scatter_nd, NULL),
  ROW ("Selu", selu, NULL),
  FOLDED ("Shape", known_only, NULL, shape),
  ROW ("Sigmoid", unary, "sigmoid"),
  ROW ("Sign", unary, "sign"),
  ROW ("Sin", unary, "sin"),
  ROW ("Sinh", unary, "sinh"),
  FOLDED ("Size", known_only, NULL, size),
  FOLDED ("Slice", slice, NULL, slice),
  ROW ("Softmax", softmax, "nn.softmax"),
  ROW ("Softplus", softplus, NULL),
  ROW ("Softsign", softsign, NULL),
  ROW ("SpaceToDepth", space_to_depth, NULL),
  FOLDED ("Split", split, NULL, split),
  FOLDED ("Sqrt", unary, "sqrt", unary),
  FOLDED ("Squeeze", squeeze, NULL, squeeze),
  FOLDED ("Sub", binary, "subtract", variadic),
  FOLDED ("Sum", variadic, "add", variadic),
  ROW ("Swish", swish, NULL),
  ROW ("Tan", unary, "tan"),
  ROW ("Tanh", unary, "tanh"),
  ROW ("ThresholdedRelu", thresholded_relu, NULL),
  FOLDED ("Tile", tile, NULL, tile),
  ROW ("TopK", top_k, NULL),
  FOLDED ("Transpose", transpose, NULL, transpose),
  ROW ("Trilu", trilu, NULL),
  FOLDED ("Unsqueeze", unsqueeze, NULL, unsqueeze),
  ROW ("Upsample", upsample, NULL),
  FOLDED ("Where", where, NULL, where),
  ROW ("Xor", binary, "logical_xor"),
#undef ROW
#undef FOLDED
};

const OnnxOperator *
onnx_operator_find (const char *op_type)
{
  guint low = 0, high = G_N_ELEMENTS (operators);

  while (low < high)
    {
      guint middle = (low + high) / 2;
      int   order = strcmp (op_type, operators[middle].op_type);

      if (order == 0)
        return &operators[middle];
      if (order < 0)
        high = middle;
      else
        low = middle + 1;
    }
  return NULL;
}
