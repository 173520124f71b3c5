# SPDX-License-Identifier: Apache-2.0
# Operators of graph functions as tensor expressions, with TVM's names of axes, blocks and buffers. "op_" and the name of the PrimFunc:
# arguments are tensors, lists of them, numbers; graph.literal (x) is the number in place of a constant of one element. Sizes are int64.
import math
import graph
from tvm import te, tir


def number(value, dtype):
    return tir.const(value, dtype)


def is_tensor(x):
    return isinstance(x, te.Tensor)


def one(x):
    return graph.same(x, 1)


# A tensor whose axes are ax0, ax1 …
def injective(shape, function, name, attrs=None):
    return te.compute(shape, function, name=name, varargs_names=["ax%d" % i for i in range(len(shape))], attrs=attrs)


def elementwise(x, function, name="compute"):
    return te.compute(x.shape, lambda *i: function(x(*i)), name=name)


# Broadcasts.

def broadcast_shape(a, b):
    n = max(len(a), len(b))
    shape = []
    for i in range(n):
        p = i - n + len(a)
        q = i - n + len(b)
        if p < 0:
            shape.append(b[q])
        elif q < 0:
            shape.append(a[p])
        else:
            shape.append(b[q] if one(a[p]) else a[p])
    return shape


# The element of x at indices of a tensor of that shape; a number is itself.
def element(x, indices, shape):
    if not is_tensor(x):
        return x
    first = len(shape) - x.ndim
    own = []
    for i in range(x.ndim):
        is_spread = one(x.shape[i]) and not one(shape[first + i])
        own.append(number(0, "int64") if is_spread else indices[first + i])
    return x(*own)


def shape_of(x):
    return x.shape if is_tensor(x) else []


def broadcast(a, b, function, name):
    shape = broadcast_shape(shape_of(a), shape_of(b))
    return injective(shape, lambda *i: function(element(a, i, shape), element(b, i, shape)), name)


# Constants of one element are written as numbers, but not both.
def binary(a, b, function, name):
    y = graph.literal(b)
    x = graph.literal(a) if is_tensor(y) else a
    return broadcast(x, y, function, name)


def add(a, b):
    return broadcast(a, b, lambda x, y: x + y, "T_add")


def subtract(a, b):
    return broadcast(a, b, lambda x, y: x - y, "T_subtract")


def multiply(a, b):
    return broadcast(a, b, lambda x, y: x * y, "T_multiply")


def divide(a, b):
    return broadcast(a, b, lambda x, y: te.div(x, y), "T_divide")


def maximum(a, b):
    return broadcast(a, b, lambda x, y: te.max(x, y), "T_maximum")


def minimum(a, b):
    return broadcast(a, b, lambda x, y: te.min(x, y), "T_minimum")


def op_add(x1, x2):
    return binary(x1, x2, lambda x, y: x + y, "T_add")


def op_subtract(x1, x2):
    return binary(x1, x2, lambda x, y: x - y, "T_subtract")


def op_multiply(x1, x2):
    return binary(x1, x2, lambda x, y: x * y, "T_multiply")


def op_divide(x1, x2):
    return binary(x1, x2, lambda x, y: te.div(x, y), "T_divide")


def op_power(x1, x2):
    return binary(x1, x2, lambda x, y: te.power(x, y), "T_power")


def op_maximum(x1, x2):
    return binary(x1, x2, lambda x, y: te.max(x, y), "T_maximum")


def op_minimum(x1, x2):
    return binary(x1, x2, lambda x, y: te.min(x, y), "T_minimum")


def is_float(x):
    return x.dtype.startswith("float") or x.dtype.startswith("bfloat")


def op_floor_divide(x1, x2):
    return binary(x1, x2, lambda x, y: tir.floor(x / y) if is_float(x) else x // y, "T_floor_divide")


def op_mod(x1, x2):
    return binary(x1, x2, lambda x, y: tir.fmod(x, y) if is_float(x) else tir.truncmod(x, y), "T_mod")


def op_floor_mod(x1, x2):
    return binary(x1, x2, lambda x, y: x - tir.floor(x / y) * y if is_float(x) else x % y, "T_floor_mod")


def op_equal(x1, x2):
    return binary(x1, x2, lambda x, y: x == y, "T_equal")


def op_not_equal(x1, x2):
    return binary(x1, x2, lambda x, y: x != y, "T_not_equal")


def op_less(x1, x2):
    return binary(x1, x2, lambda x, y: x < y, "T_less")


def op_less_equal(x1, x2):
    return binary(x1, x2, lambda x, y: x <= y, "T_less_equal")


def op_greater(x1, x2):
    return binary(x1, x2, lambda x, y: x > y, "T_greater")


def op_greater_equal(x1, x2):
    return binary(x1, x2, lambda x, y: x >= y, "T_greater_equal")


def op_logical_and(x1, x2):
    return binary(x1, x2, lambda x, y: tir.And(x, y), "T_logical_and")


def op_logical_or(x1, x2):
    return binary(x1, x2, lambda x, y: tir.Or(x, y), "T_logical_or")


def op_logical_xor(x1, x2):
    return binary(x1, x2, lambda x, y: x ^ y, "T_logical_xor")


def op_bitwise_and(x1, x2):
    return binary(x1, x2, lambda x, y: x & y, "T_bitwise_and")


def op_bitwise_or(x1, x2):
    return binary(x1, x2, lambda x, y: x | y, "T_bitwise_or")


def op_bitwise_xor(x1, x2):
    return binary(x1, x2, lambda x, y: x ^ y, "T_bitwise_xor")


def op_left_shift(x1, x2):
    return binary(x1, x2, lambda x, y: x << y, "T_left_shift")


def op_right_shift(x1, x2):
    return binary(x1, x2, lambda x, y: x >> y, "T_right_shift")


# Functions of one element.

def unary(x, function):
    return elementwise(x, function)


def op_tir_exp(x):
    return unary(x, lambda a: tir.exp(a))


def op_tir_sqrt(x):
    return unary(x, lambda a: tir.sqrt(a))


def op_tir_rsqrt(x):
    return unary(x, lambda a: tir.rsqrt(a))


def op_tir_tanh(x):
    return unary(x, lambda a: tir.tanh(a))


def op_tir_sigmoid(x):
    return unary(x, lambda a: tir.sigmoid(a))


def op_tir_log(x):
    return unary(x, lambda a: tir.log(a))


def op_tir_floor(x):
    return unary(x, lambda a: tir.floor(a))


def op_tir_ceil(x):
    return unary(x, lambda a: tir.ceil(a))


def op_tir_round(x):
    return unary(x, lambda a: tir.nearbyint(a))


def op_tir_trunc(x):
    return unary(x, lambda a: tir.trunc(a))


def op_tir_sin(x):
    return unary(x, lambda a: tir.sin(a))


def op_tir_cos(x):
    return unary(x, lambda a: tir.cos(a))


def op_tir_tan(x):
    return unary(x, lambda a: tir.tan(a))


def op_tir_asin(x):
    return unary(x, lambda a: tir.asin(a))


def op_tir_acos(x):
    return unary(x, lambda a: tir.acos(a))


def op_tir_atan(x):
    return unary(x, lambda a: tir.atan(a))


def op_tir_sinh(x):
    return unary(x, lambda a: tir.sinh(a))


def op_tir_cosh(x):
    return unary(x, lambda a: tir.cosh(a))


def op_tir_asinh(x):
    return unary(x, lambda a: tir.asinh(a))


def op_tir_acosh(x):
    return unary(x, lambda a: tir.acosh(a))


def op_tir_atanh(x):
    return unary(x, lambda a: tir.atanh(a))


def op_erf(x):
    return unary(x, lambda a: tir.erf(a))


def op_tir_negative(x):
    return unary(x, lambda a: a * number(-1, x.dtype))


def op_tir_abs(x):
    if is_float(x):
        return unary(x, lambda a: tir.fabs(a))
    return unary(x, lambda a: tir.Select(a.astype("int64") >= 0, a, 0 - a))


def op_tir_sign(x):
    c = lambda value: number(value, x.dtype)
    wide_of = (lambda a: a) if is_float(x) else (lambda a: a.astype("int64"))
    zero = c(0) if is_float(x) else number(0, "int64")
    below = lambda a: tir.Select(wide_of(a) < zero, c(-1), c(0))
    return injective(x.shape, lambda *i: tir.Select(wide_of(x(*i)) > zero, c(1), below(x(*i))), "T_sign")


def op_tir_square(x):
    return multiply(x, x)


def op_tir_logical_not(x):
    return injective(x.shape, lambda *i: tir.Not(x(*i)), "T_logical_not")


def op_tir_bitwise_not(x):
    return injective(x.shape, lambda *i: tir.bitwise_not(x(*i)), "T_bitwise_not")


def is_nan(a):
    return tir.isnan(a.astype("float32") if a.dtype == "float16" else a)


def infinity(dtype):
    return number(math.inf, dtype)


def op_tir_isnan(x):
    return unary(x, is_nan)


def op_tir_isinf(x):
    return unary(x, lambda a: tir.And(tir.fabs(a) == infinity(x.dtype), tir.Not(is_nan(a))))


def op_tir_isfinite(x):
    return unary(x, lambda a: tir.And(tir.Or(tir.fabs(a) != infinity(x.dtype), is_nan(a)), tir.Not(is_nan(a))))


def clipped(a, low, high, dtype):
    return te.max(te.min(a, number(high, dtype)), number(low, dtype))


def op_tir_clip(x, low, high):
    return unary(x, lambda a: clipped(a, low.value, high.value, x.dtype))


def cast(x, dtype):
    return elementwise(x, lambda a: a.astype(dtype))


def op_cast(x, dtype):
    return cast(x, dtype)


def op_where(condition, x1, x2):
    c = graph.literal(condition)
    x = graph.literal(x1)
    y = graph.literal(x2)
    shape = broadcast_shape(broadcast_shape(shape_of(c), shape_of(x)), shape_of(y))
    chosen = lambda i: element(c, i, shape).astype("int64") > 0
    return injective(shape, lambda *i: tir.Select(chosen(i), element(x, i, shape), element(y, i, shape)), "T_where")


# Activations.

def op_relu(x):
    return unary(x, lambda a: te.max(a, number(0, x.dtype)))


def op_leaky_relu(x, alpha):
    return unary(x, lambda a: tir.Select(a > number(0, x.dtype), a, a * number(alpha, x.dtype)))


def op_prelu(x, alpha, axis):
    at = axis % x.ndim
    return te.compute(x.shape, lambda *i: tir.Select(x(*i) > number(0, x.dtype), x(*i), x(*i) * alpha(i[at])), name="compute")


def op_silu(x):
    return multiply(x, elementwise(x, lambda a: tir.sigmoid(a)))


# In float32 where the type is a smaller one.
def erf_of(x):
    if x.dtype != "float16":
        return elementwise(x, lambda a: tir.erf(a))
    return cast(elementwise(cast(x, "float32"), lambda a: tir.erf(a)), "float16")


def op_gelu(x):
    scaled = multiply(x, number(math.sqrt(0.5), x.dtype))
    half = multiply(erf_of(scaled), number(0.5, x.dtype))
    return multiply(x, add(number(0.5, x.dtype), half))


def op_gelu_tanh(x):
    c = lambda value: number(value, x.dtype)
    half = multiply(c(0.5), x)
    scaled = multiply(c(math.sqrt(2 / math.pi)), x)
    cubic = multiply(multiply(c(0.044715), x), x)
    inner = multiply(scaled, add(c(1.0), cubic))
    return multiply(half, add(c(1.0), elementwise(inner, lambda a: tir.tanh(a))))


def op_selu(x):
    c = lambda value: number(value, x.dtype)
    positive = maximum(x, c(0.0))
    below = subtract(elementwise(x, lambda a: tir.exp(a)), c(1.0))
    negative = minimum(c(0.0), multiply(c(1.6732632423543772), below))
    return multiply(c(1.0507009873554805), add(positive, negative))


def op_softplus(x, beta, threshold):
    c = lambda value: number(value, x.dtype)
    soft = lambda a: tir.log(c(1.0) + tir.exp(a * c(beta))) / c(beta)
    return unary(x, lambda a: tir.Select(a * c(beta) > c(threshold), a, soft(a)))


def op_dropout(x, rate):
    return [elementwise(x, lambda a: a), injective(x.shape, lambda *i: number(1, x.dtype), "T_full_like")]


# Integers of fewer bits.

def limits(dtype):
    bits = int(dtype[4:]) if dtype.startswith("uint") else int(dtype[3:])
    return [0, 2 ** bits - 1] if dtype.startswith("uint") else [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1]


# The element of a scale or zero point: one for all, or one for each index of the axis.
def parameter(x, indices, axis):
    if not is_tensor(x):
        return x
    return x(indices[axis]) if x.ndim == 1 and not one(x.shape[0]) else x(*[number(0, "int64") for i in range(x.ndim)])


def op_quantize(data, scale, zero_point, out_dtype, axis):
    at = axis % data.ndim if data.ndim > 0 else 0
    s = graph.literal(scale)
    z = graph.literal(zero_point)
    low, high = limits(out_dtype)

    def quantized(*i):
        place = parameter(z, i, at).astype(data.dtype)
        value = tir.round(data(*i) / parameter(s, i, at)) + place
        return clipped(value, low, high, data.dtype).astype(out_dtype)

    return te.compute(data.shape, quantized, name="quantized")


def op_dequantize(data, scale, zero_point, out_dtype, axis):
    at = axis % data.ndim if data.ndim > 0 else 0
    s = graph.literal(scale)
    z = graph.literal(zero_point)

    def dequantized(*i):
        shifted = data(*i).astype("int32") - parameter(z, i, at).astype("int32")
        if out_dtype != "float16":
            return shifted.astype(out_dtype) * parameter(s, i, at).astype(out_dtype)
        value = shifted.astype("float32") * parameter(s, i, at).astype("float32")
        return clipped(value, -65504.0, 65504.0, "float32").astype("float16")

    return te.compute(data.shape, dequantized, name="dequantized")
