#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calls of operators of graph functions with TVM's results: their types, and the PrimFuncs of LegalizeOps.

usage: PYTHON-WITH-TVM operator-cases.py FOLDER [PATTERN…]

Not here, as TVM computes something else than it says: mod of floats (its code rounds differently). In
another form in ours: scatter, adaptive pooling whose windows differ in size; reads of pad_mode "reflect" are wider.

Writes FOLDER/<operator>.py, which tests/graph/test-operators.c compares with ours. A case there is the call as JSON in a comment, and the
PrimFunc as TVM prints it, unless the call stays as it is. Sizes that are names are symbolic.
"""
import fnmatch
import json
import os
import re
import sys

import numpy
import tvm
from tvm import relax, tirx
from tvm.script import relax as R

CASES = []
LEFT_OUT = '"layout_free_placeholders": [T_'   # a buffer in an annotation, which our programs do not have


class Input:
    """An argument of a case: a tensor of that shape."""

    def __init__(self, *shape, dtype='float32'):
        self.shape, self.dtype = shape, dtype


def case(function, **inputs):
    CASES.append((function, inputs))


def t(*shape, dtype='float32'):
    return Input(*shape, dtype=dtype)


def f16(*shape):
    return Input(*shape, dtype='float16')


def i32(*shape):
    return Input(*shape, dtype='int32')


def i64(*shape):
    return Input(*shape, dtype='int64')


def const(value, dtype='float32'):
    return relax.const(value, dtype)


def arithmetic():
    for name in ('add', 'subtract', 'multiply', 'divide', 'power', 'maximum', 'minimum', 'floor_divide', 'mod', 'floor_mod',
                 'equal', 'not_equal', 'less', 'less_equal', 'greater', 'greater_equal'):
        function = getattr(R, name)
        case(function, **({'x': i64(2, 3), 'y': i64(2, 3)} if name == 'mod' else {'x': t(2, 3), 'y': t(2, 3)}))
        case(function, x=t('n', 3) if name == 'power' else i32('n', 3), y=t(3) if name == 'power' else i32(3))
    for function in (R.add, R.divide):
        case(function, x=t(4, 1, 3), y=t(5, 1))
        case(function, x=t('n', 'm'), y=t('n', 'm'))
        case(function, x=t('n', 'm'), y=t(1, 'm'))
        case(function, x=f16(2, 3), y=f16())
        case(lambda x, function=function: function(x, const(2.0)), x=t(2, 3))
        case(lambda x, function=function: function(const(1.0), x), x=t('n', 3))
        case(lambda x, function=function: function(x, const(numpy.arange(3, dtype='float32'))), x=t(2, 3))
        case(lambda x, function=function: function(x, tirx.FloatImm('float32', 1.5)), x=t('n', 3))
        case(lambda x, function=function: function(tirx.FloatImm('float16', 1.5), x), x=f16(2, 3))
        case(function, x=i64(4), y=i64(4))
        case(function, x=t(), y=t())
    case(lambda x: R.floor_divide(x, const(2, 'int64')), x=i64(4))
    case(lambda x: R.power(x, const(2.0)), x=t(4))
    for name in ('logical_and', 'logical_or', 'logical_xor'):
        case(getattr(R, name), x=t(2, 3, dtype='bool'), y=t(3, dtype='bool'))
    for name in ('bitwise_and', 'bitwise_or', 'bitwise_xor', 'left_shift', 'right_shift'):
        case(getattr(R, name), x=i32(2, 3), y=i32(3))
    case(R.logical_not, x=t(2, 3, dtype='bool'))
    case(R.bitwise_not, x=i32(2, 3))


def elementwise():
    for name in ('exp', 'sqrt', 'rsqrt', 'tanh', 'sigmoid', 'log', 'abs', 'negative', 'floor', 'ceil', 'round', 'trunc', 'sin', 'cos',
                 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'asinh', 'acosh', 'atanh', 'sign', 'square', 'erf', 'isnan', 'isinf',
                 'isfinite'):
        case(getattr(R, name), x=t(2, 3))
        if name not in ('erf', 'tan'):
            case(getattr(R, name), x=f16('n', 3))
    for name in ('abs', 'sign', 'square'):
        case(getattr(R, name), x=i32(2, 3))
    case(lambda x: R.clip(x, 0, 6), x=t(2, 3))
    case(lambda x: R.clip(x, -1.5, 2.5), x=f16('n'))
    case(lambda x: R.clip(x, 0, 255), x=i32(4))
    for function in (R.nn.relu, R.nn.silu, R.nn.gelu, R.nn.gelu_tanh):
        case(function, x=t(2, 3))
        case(function, x=f16('n', 4))
    case(R.nn.relu, x=i32(4))
    for function in (R.nn.relu6, R.nn.selu, R.nn.softplus):
        case(function, x=t(2, 3))
    case(R.nn.leakyrelu, x=t(2, 3))
    case(lambda x: R.nn.leakyrelu(x, 0.25), x=f16('n', 3))
    case(R.nn.prelu, x=t(1, 3, 4, 4), a=t(3))
    case(lambda x, a: R.nn.prelu(x, a, axis=-1), x=t('n', 5), a=t(5))
    case(R.nn.dropout, x=t(2, 3))
    for a, b in (('float32', 'float16'), ('float32', 'int32'), ('int64', 'float32'), ('float32', 'bool'), ('bool', 'float32')):
        case(lambda x, b=b: R.astype(x, b), x=t('n', 3, dtype=a))
    case(R.where, c=t(2, 3, dtype='bool'), x=t(2, 3), y=t(2, 3))
    case(R.where, c=t(2, 1, dtype='bool'), x=t('n', 1, 3), y=t(3))
    case(R.where, c=t(3, dtype='bool'), x=t(2, 3), y=t())


def products():
    case(R.matmul, a=t(4, 8), b=t(8, 16))
    case(R.matmul, a=f16(4, 8), b=f16(8, 16))
    case(lambda a, b: R.matmul(a, b, out_dtype='float32'), a=f16(4, 8), b=f16(8, 16))
    case(R.matmul, a=t(8), b=t(8, 16))
    case(R.matmul, a=t(4, 8), b=t(8))
    case(R.matmul, a=t(8), b=t(8))
    case(R.matmul, a=t(3, 4, 8), b=t(3, 8, 16))
    case(R.matmul, a=t(2, 3, 4, 8), b=t(2, 3, 8, 16))
    case(R.matmul, a=t(2, 1, 4, 8), b=t(3, 8, 16))
    case(R.matmul, a=t('n', 8), b=t(8, 16))
    case(R.matmul, a=t(1, 'n', 8), b=t(8, 'm'))
    case(R.matmul, a=t('b', 4, 'k'), b=t('b', 'k', 5))
    case(R.matmul, a=t(2, 4, 8), b=t(8))
    case(lambda a, b: R.matmul(a, b, out_dtype='int32'), a=t(4, 8, dtype='int8'), b=t(8, 4, dtype='int8'))
    case(lambda x: R.permute_dims(x), x=t(2, 3, 4))
    case(lambda x: R.permute_dims(x, [0, 2, 1]), x=t('n', 3, 'm'))
    case(lambda x: R.permute_dims(x, [-1, 0]), x=t(2, 3))
    case(lambda a, b: R.einsum((a, b), 'ij,jk->ik'), a=t(2, 3), b=t(3, 4))
    case(lambda a, b: R.einsum((a, b), 'bhqd,bhkd->bhqk'), a=t(1, 2, 3, 4), b=t(1, 2, 5, 4))


def convolutions():
    conv = R.nn.conv2d
    case(conv, x=t(1, 3, 8, 8), w=t(4, 3, 3, 3))
    case(lambda x, w: conv(x, w, padding=1), x=t(1, 3, 8, 8), w=t(4, 3, 3, 3))
    case(lambda x, w: conv(x, w, strides=2, padding=(1, 2), dilation=2), x=t('n', 3, 16, 16), w=t(4, 3, 3, 3))
    case(lambda x, w: conv(x, w, padding=(1, 0, 2, 3)), x=t(1, 3, 'h', 'w'), w=t(4, 3, 3, 3))
    case(lambda x, w: conv(x, w), x=t(1, 8, 4, 4), w=t(16, 8, 1, 1))
    case(lambda x, w: conv(x, w, padding=1, groups=4), x=t(1, 8, 8, 8), w=t(16, 2, 3, 3))
    case(lambda x, w: conv(x, w, padding=1, groups=8), x=t(1, 8, 8, 8), w=t(8, 1, 3, 3))
    case(lambda x, w: conv(x, w, strides=(2, 1), groups=2, padding=1), x=f16('n', 4, 8, 8), w=f16(4, 2, 3, 3))
    case(lambda x, w: conv(x, w, out_dtype='float32'), x=f16(1, 3, 8, 8), w=f16(4, 3, 3, 3))
    case(lambda x, w: conv(x, w, padding=1, data_layout='NHWC', kernel_layout='HWIO'), x=t(1, 8, 8, 3), w=t(3, 3, 3, 4))
    case(lambda x, w: conv(x, w, data_layout='NHWC', kernel_layout='HWIO', strides=2), x=t('n', 8, 8, 3), w=t(3, 3, 3, 4))
    case(lambda x, w: R.nn.conv1d(x, w), x=t(1, 3, 16), w=t(4, 3, 3))
    case(lambda x, w: R.nn.conv1d(x, w, strides=2, padding=1, dilation=2), x=t('n', 3, 16), w=t(4, 3, 3))
    case(lambda x, w: R.nn.conv1d(x, w, groups=2), x=t(1, 4, 16), w=t(4, 2, 3))
    case(lambda x, w: R.nn.conv1d(x, w, data_layout='NWC', kernel_layout='WIO', padding=1), x=t(1, 16, 3), w=t(3, 3, 4))
    case(lambda x, w: R.nn.conv3d(x, w, padding=1), x=t(1, 2, 4, 4, 4), w=t(3, 2, 3, 3, 3))
    case(lambda x, w: R.nn.conv2d_transpose(x, w), x=t(1, 3, 4, 4), w=t(3, 5, 3, 3))
    case(lambda x, w: R.nn.conv2d_transpose(x, w, strides=2, padding=1, output_padding=1), x=t(1, 3, 4, 4), w=t(3, 5, 3, 3))
    case(lambda x, w: R.nn.conv2d_transpose(x, w, strides=(2, 3), padding=(1, 0, 1, 2)), x=t('n', 3, 4, 4), w=t(3, 5, 2, 2))
    case(lambda x, w: R.nn.conv2d_transpose(x, w, strides=2, groups=2), x=t(1, 4, 4, 4), w=t(4, 3, 2, 2))
    case(lambda x, w: R.nn.conv1d_transpose(x, w, strides=2, padding=1), x=t(1, 3, 8), w=t(3, 5, 3))


def pooling():
    for pool in (R.nn.max_pool2d, R.nn.avg_pool2d):
        case(lambda x, pool=pool: pool(x, 2), x=t(1, 3, 8, 8))
        case(lambda x, pool=pool: pool(x, (2, 2), strides=(2, 2)), x=t('n', 3, 8, 8))
        case(lambda x, pool=pool: pool(x, 3, strides=2, padding=1), x=t(1, 3, 8, 8))
        case(lambda x, pool=pool: pool(x, (3, 2), strides=2, padding=(1, 0, 1, 1), ceil_mode=True), x=f16(1, 3, 9, 8))
        case(lambda x, pool=pool: pool(x, 2, strides=2, layout='NHWC'), x=t(1, 8, 8, 3))
        case(lambda x, pool=pool: pool(x, 2, strides=2, dilation=2), x=t(1, 3, 8, 8))
        case(lambda x, pool=pool: pool(x, 2, strides=2, padding=1, count_include_pad=True), x=t(1, 3, 'h', 'w'))
    case(lambda x: R.nn.avg_pool2d(x, 3, padding=1), x=t(1, 3, 8, 8))
    case(lambda x: R.nn.avg_pool2d(x, 3, padding=1, count_include_pad=True), x=t(1, 3, 8, 8))
    case(lambda x: R.nn.max_pool1d(x, 2, strides=2), x=t(1, 3, 8))
    case(lambda x: R.nn.avg_pool1d(x, 3, strides=2, padding=1), x=t(1, 3, 8))
    case(lambda x: R.nn.max_pool3d(x, 2, strides=2), x=t(1, 3, 8, 8, 8))
    case(lambda x: R.nn.avg_pool3d(x, 2, strides=2), x=t(1, 3, 4, 4, 4))
    case(lambda x: R.nn.adaptive_avg_pool2d(x, 1), x=t(1, 3, 7, 7))
    case(lambda x: R.nn.adaptive_avg_pool2d(x, (2, 3)), x=t('n', 3, 8, 6))
    case(lambda x: R.nn.adaptive_avg_pool2d(x), x=t(1, 3, 4, 4))
    case(lambda x: R.nn.adaptive_avg_pool2d(x, 2, layout='NHWC'), x=f16(1, 8, 8, 3))
    case(lambda x: R.nn.adaptive_avg_pool1d(x, 2), x=t(1, 3, 8))


def normalization():
    for function in (R.nn.softmax, R.nn.log_softmax):
        case(function, x=t(2, 3, 4))
        case(lambda x, function=function: function(x, axis=1), x=f16('n', 3, 4))
        case(function, x=t(2, 'n'))
    case(lambda x: R.nn.log_softmax(x), x=t(2, 10))
    case(lambda x, g, b: R.nn.layer_norm(x, g, b, axes=-1), x=t(2, 3, 8), g=t(8), b=t(8))
    case(lambda x, g, b: R.nn.layer_norm(x, g, b, axes=[-2, -1], epsilon=1e-3), x=t('n', 3, 8), g=t(3, 8), b=t(3, 8))
    case(lambda x, g, b: R.nn.layer_norm(x, g, b, axes=-1), x=f16(2, 8), g=f16(8), b=f16(8))
    case(lambda x, w: R.nn.rms_norm(x, w), x=t(2, 3, 8), w=t(8))
    case(lambda x, w: R.nn.rms_norm(x, w, axes=[-1], epsilon=1e-6), x=f16('n', 8), w=f16(8))
    case(lambda x, g, b: R.nn.group_norm(x, g, b, 2, 1, [2, 3]), x=t(2, 4, 5, 5), g=t(4), b=t(4))
    case(lambda x, g, b: R.nn.group_norm(x, g, b, 4, 1, [2, 3]), x=f16(1, 8, 2, 2), g=f16(8), b=f16(8))
    case(lambda x, g, b: R.nn.instance_norm(x, g, b, 1, [2, 3]), x=t(2, 4, 5, 5), g=t(4), b=t(4))
    case(lambda x, g, b, m, v: R.nn.batch_norm(x, g, b, m, v, axis=1), x=t(2, 4, 5, 5), g=t(4), b=t(4), m=t(4), v=t(4))
    case(lambda x, g, b, m, v: R.nn.batch_norm(x, g, b, m, v, axis=1, training=False), x=t('n', 4, 5, 5), g=t(4), b=t(4), m=t(4), v=t(4))
    case(lambda x, g, b, m, v: R.nn.batch_norm(x, g, b, m, v, axis=3, epsilon=1e-3, momentum=0.9), x=t(2, 3, 3, 4), g=t(4), b=t(4),
         m=t(4), v=t(4))
    case(lambda x, g, b, m, v: R.nn.batch_norm(x, g, b, m, v, axis=1, center=False, scale=False), x=t(2, 4, 5, 5), g=t(4), b=t(4), m=t(4),
         v=t(4))
    case(lambda x, g, b: R.nn.group_norm(x, g, b, 2, 1, [2, 3]), x=t(2, 4, 'h', 5), g=t(4), b=t(4))
    case(lambda x, g, b: R.nn.instance_norm(x, g, b, 1, [2, 3]), x=f16(2, 4, 'h', 5), g=f16(4), b=f16(4))
    case(R.nn.attention, q=t(1, 4, 2, 8), k=t(1, 6, 2, 8), v=t(1, 6, 2, 8))
    case(lambda q, k, v, b: R.nn.attention(q, k, v, b), q=t(2, 4, 2, 8), k=t(2, 4, 2, 8), v=t(2, 4, 2, 8), b=t(2, 2, 4, 4))
    case(lambda q, k, v: R.nn.attention(q, k, v, causal_mask='TopLeft'), q=t(1, 4, 2, 8), k=t(1, 4, 2, 8), v=t(1, 4, 2, 8))
    case(lambda q, k, v: R.nn.attention(q, k, v, causal_mask='BottomRight'), q=t(1, 4, 2, 8), k=t(1, 6, 2, 8), v=t(1, 6, 2, 8))
    case(lambda q, k, v: R.nn.attention(q, k, v, scale=tirx.FloatImm('float32', 0.5)), q=t(1, 4, 2, 8), k=t(1, 4, 2, 8), v=t(1, 4, 2, 8))


def reductions():
    for name in ('sum', 'max', 'min', 'prod', 'mean', 'variance', 'std'):
        function = getattr(R, name)
        case(function, x=t(2, 3))
        case(lambda x, function=function: function(x, axis=1), x=t(2, 3, 4))
        case(lambda x, function=function: function(x, axis=[-1, 0], keepdims=True), x=t('n', 3, 4))
    for name in ('argmax', 'argmin'):
        function = getattr(R, name)
        case(lambda x, function=function: function(x, axis=1), x=t(2, 3))
        case(lambda x, function=function: function(x, axis=-1, keepdims=True), x=f16('n', 3))
        case(function, x=t(2, 3))
    case(lambda x: R.sum(x, axis=0), x=f16(4, 3))
    case(lambda x: R.sum(x, axis=0), x=i32(4, 3))
    case(lambda x: R.max(x, axis=0), x=i32(4, 3))
    case(lambda x: R.mean(x, axis=[2, 3], keepdims=True), x=t(1, 8, 4, 4))
    case(lambda x: R.mean(x, axis=1), x=f16(2, 'n'))
    case(lambda x: R.cumsum(x, axis=1), x=t(2, 3))


def shapes():
    case(lambda x: R.reshape(x, (6, 4)), x=t(2, 3, 4))
    case(lambda x: R.reshape(x, (-1, 4)), x=t(2, 3, 4))
    case(lambda x: R.reshape(x, (0, -1)), x=t(2, 3, 4))
    case(lambda x: R.reshape(x, (2, 12)), x=f16(24))
    case(lambda x: R.reshape(x, (1, 24)), x=t(24))
    case(lambda x: R.reshape(x, ()), x=t(1))
    case(R.flatten, x=t(2, 3))
    case(R.flatten, x=t(2, 'n'))
    case(R.nn.batch_flatten, x=t(2, 3, 4))
    case(lambda x: R.expand_dims(x, 0), x=t(2, 3))
    case(lambda x: R.expand_dims(x, [1, -1]), x=t('n', 3))
    case(R.squeeze, x=t(1, 3, 1))
    case(lambda x: R.squeeze(x, [0]), x=t(1, 'n', 1))
    case(R.squeeze, x=t(1, 'n', 1))
    case(lambda x: R.squeeze(x, [0, -1]), x=t(1, 1, 1))
    case(lambda x: R.broadcast_to(x, (4, 2, 3)), x=t(2, 1))
    case(lambda x: R.broadcast_to(x, (2, 3)), x=t())
    case(lambda x, y: R.stack((x, y)), x=t(2, 3), y=t(2, 3))
    case(lambda x, y: R.stack((x, y), axis=-1), x=t('n', 3), y=t('n', 3))
    case(lambda x, y: R.concat((x, y)), x=t(2, 3), y=t(4, 3))
    case(lambda x, y, z: R.concat((x, y, z), axis=-1), x=t(2, 3), y=t(2, 4), z=t(2, 5))
    case(lambda x, y: R.concat((x, y), axis=1), x=t(2, 'n'), y=t(2, 'm'))
    case(lambda x: R.concat((x,), axis=1), x=t(2, 3))
    case(lambda x: R.split(x, 2, axis=1), x=t(2, 6))
    case(lambda x: R.split(x, [1, 3], axis=-1), x=f16(2, 6))
    case(lambda x: R.split(x, 3), x=t(7, 2))
    case(lambda x: R.split(x, 1), x=t(7, 2))
    case(lambda x: R.split(x, 2, axis=1), x=t('n', 6))
    case(lambda x: R.strided_slice(x, axes=[0], begin=[1], end=[3]), x=t(4, 3))
    case(lambda x: R.strided_slice(x, axes=[0, 1], begin=[1, -3], end=[100, -1], strides=[2, 1]), x=t(8, 6))
    case(lambda x: R.strided_slice(x, axes=[1], begin=[-1], end=[-100], strides=[-1]), x=t(2, 6))
    case(lambda x: R.strided_slice(x, axes=[1], begin=[0], end=[2]), x=t('n', 6))
    case(lambda x: R.strided_slice(x, axes=[0], begin=[1], end=[3]), x=t('n', 6))
    case(lambda x: R.tile(x, (2, 3)), x=t(2, 3))
    case(lambda x: R.tile(x, (2, 1, 1)), x=t('n', 3))
    case(lambda x: R.repeat(x, 2, axis=1), x=t(2, 3))
    case(lambda x: R.repeat(x, 2), x=t(2, 3))
    case(lambda x: R.flip(x, 1), x=t(2, 3))
    case(lambda x: R.nn.pad(x, [0, 0, 1, 2]), x=t(2, 3))
    case(lambda x: R.nn.pad(x, [0, 0, 0, 0, 1, 1, 2, 2], pad_value=1.5), x=t('n', 3, 4, 4))
    case(lambda x: R.nn.pad(x, [0, 0, 2, 1], pad_mode='circular'), x=t(4, 5))
    case(lambda x: R.nn.pad(x, [1, 1, 2, 1], pad_mode='replicate'), x=t(4, 5))
    case(lambda x: R.nn.pad(x, [0, 1, 2, 0], pad_mode='replicate'), x=t('n', 5))
    case(lambda x, i: R.take(x, i, axis=0), x=t(8, 4), i=i64(3))
    case(lambda x, i: R.take(x, i, axis=1), x=t(2, 8, 4), i=i32('n', 2))
    case(lambda x, i: R.take(x, i), x=t(8), i=i64(3))
    case(lambda x, i: R.take(x, i, axis=0, mode='clip'), x=t(8, 4), i=i64(3))
    case(lambda x, i: R.take(x, i, axis=0, mode='wrap'), x=t(8, 4), i=i64(3))
    case(lambda x: R.take(x, const(1, 'int64'), axis=1), x=t(2, 8, 4))
    case(lambda x, i: R.gather_elements(x, i, axis=1), x=t(3, 4), i=i64(3, 2))
    case(lambda x, i: R.gather_elements(x, i), x=t('n', 4), i=i64(3, 4))
    case(lambda x, i: R.gather_nd(x, i), x=t(3, 4), i=i64(5, 2))
    case(lambda x, i: R.gather_nd(x, i, batch_dims=1), x=t(3, 4, 5), i=i64(3, 1))


def creations():
    case(lambda: R.zeros((2, 3), 'float32'))
    case(lambda: R.ones((4,), 'float16'))
    case(lambda: R.full((2, 3), const(5.0), 'float32'))
    case(lambda: R.full((2, 3), const(5.0)))
    case(lambda v: R.full((2, 3), v, 'float16'), v=t())
    case(R.zeros_like, x=t('n', 3))
    case(R.ones_like, x=i32(2, 3))
    case(lambda x: R.full_like(x, const(2.0)), x=t(2, 3))
    case(lambda: R.arange(10))
    case(lambda: R.arange(1, 10, 2, 'float32'))
    case(lambda: R.arange(0, 5, 1, 'int64'))
    case(R.tril, x=t(2, 4, 4))
    case(lambda x: R.tril(x, 1), x=t('n', 4))
    case(lambda x: R.triu(x, -1), x=t(3, 4))
    case(lambda: R.eye(3, 4, 1))
    case(lambda x: R.one_hot(x, tirx.FloatImm('float32', 1.0), tirx.FloatImm('float32', 0.0), 5), x=i32(3))


def others():
    case(lambda x, s, z: R.quantize(x, s, z, axis=1, out_dtype='int8'), x=t(2, 3, 4), s=t(3), z=t(3, dtype='int8'))
    case(lambda x: R.quantize(x, const(0.5), const(3, 'int8'), out_dtype='int8'), x=t('n', 3))
    case(lambda x, s, z: R.quantize(x, s, z, axis=0, out_dtype='uint8'), x=f16(2, 3), s=f16(2), z=t(2, dtype='uint8'))
    case(lambda x, s, z: R.dequantize(x, s, z, axis=1), x=t(2, 3, dtype='int8'), s=t(3), z=t(3, dtype='int8'))
    case(lambda x: R.dequantize(x, const(0.5), const(3, 'uint8')), x=t('n', 3, dtype='uint8'))
    case(lambda x, s, z: R.dequantize(x, s, z, axis=0, out_dtype='float16'), x=t(2, 3, dtype='int8'), s=f16(2), z=t(2, dtype='int8'))
    resize = R.image.resize2d
    case(lambda x: resize(x, (8, 8)), x=t(1, 3, 4, 4))
    case(lambda x: resize(x, (8, 6), method='nearest_neighbor', coordinate_transformation_mode='asymmetric', rounding_method='floor'),
         x=t('n', 3, 4, 4))
    case(lambda x: resize(x, (8, 8), method='nearest_neighbor', rounding_method='round_prefer_floor'), x=t(1, 3, 4, 4))
    case(lambda x: resize(x, (7, 7), coordinate_transformation_mode='align_corners'), x=t(1, 3, 4, 4))
    case(lambda x: resize(x, (7, 5), method='nearest_neighbor'), x=t(1, 3, 4, 4))
    case(lambda x: resize(x, (6, 5), method='nearest_neighbor', rounding_method='floor'), x=t(1, 3, 4, 4))
    case(lambda x: resize(x, (6, 5), method='nearest_neighbor', rounding_method='round_prefer_ceil'), x=t(1, 3, 4, 4))
    case(lambda x: resize(x, (6, 5), method='nearest_neighbor', rounding_method='ceil'), x=t(1, 3, 4, 4))
    case(lambda x: resize(x, (4, 8), method='nearest_neighbor', coordinate_transformation_mode='asymmetric'), x=t(1, 3, 4, 4))
    case(lambda x: resize(x, (4, 6)), x=f16(1, 3, 4, 4))
    case(lambda x: resize(x, (4, 6), coordinate_transformation_mode='pytorch_half_pixel'), x=i32(1, 3, 4, 4))
    case(lambda x: resize(x, (8, 8), layout='NHWC', coordinate_transformation_mode='asymmetric'), x=t(1, 4, 4, 3))
    case(R.shape_of, x=t(2, 'n'))
    case(lambda x: R.topk(x, 2), x=t(2, 8))
    case(lambda x: R.sort(x), x=t(2, 8))
    case(lambda x: R.nonzero(x), x=t(2, 8))


# Names of variables are theirs that a case was described with.

def dims_of(shape, symbols):
    return [symbols.setdefault(d, tirx.Var(d, 'int64')) if isinstance(d, str) else d for d in shape]


def dim_json(expr):
    if isinstance(expr, (int, tirx.IntImm)):
        return int(expr)
    return re.sub(r'T\.int64\((-?\d+)\)', r'\1', str(expr))


def type_json(info):
    if isinstance(info, relax.TensorType):
        out = {'dtype': str(info.dtype)} if info.dtype else {}
        if info.shape is not None and isinstance(info.shape, relax.ShapeExpr):
            out['shape'] = [dim_json(d) for d in info.shape.values]
        else:
            out['ndim'] = int(info.ndim)
        return out
    if isinstance(info, relax.TupleType):
        return {'tuple': [type_json(field) for field in info.fields]}
    if isinstance(info, relax.ShapeType):
        return {'sizes': [dim_json(d) for d in info.values] if info.values is not None else int(info.ndim)}
    return {'other': type(info).__name__}


def value_json(value):
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, tirx.IntImm):
        return bool(value.value) if str(value.ty.dtype) == 'bool' else int(value)
    if isinstance(value, tirx.FloatImm):
        return float(value)
    if hasattr(value, '__len__') and not isinstance(value, str):
        return [value_json(item) for item in value]
    return str(value)


def arg_json(arg):
    if isinstance(arg, tvm.ir.expr.GenericConst):
        array = arg.value.numpy()
        return {'const': array.flatten().tolist(), 'shape': list(array.shape), 'dtype': str(array.dtype)}
    if isinstance(arg, relax.ShapeExpr):
        return {'sizes': [dim_json(d) for d in arg.values]}
    if isinstance(arg, relax.Tuple):
        return {'items': [arg_json(item) for item in arg.fields]}
    if isinstance(arg, relax.Var):
        return {'var': arg.name, **type_json(arg.ty)}
    if isinstance(arg, (tirx.IntImm, tirx.FloatImm)):
        return {'prim': value_json(arg), 'dtype': str(arg.ty.dtype)}
    raise TypeError(f'{type(arg)}')


def attrs_json(attrs):
    if attrs is None:
        return {}
    return {key: value_json(getattr(attrs, key)) for key in dir(attrs)
            if not key.startswith(('_', 'get_')) and key not in ('id_', 'is_', 'same_as')}


def run(function, inputs):
    symbols, builder = {}, relax.BlockBuilder()
    params = [relax.Var(name, relax.TensorType(dims_of(i.shape, symbols), i.dtype)) for name, i in inputs.items()]
    with builder.function('main', params):
        with builder.dataflow():
            call = function(*params)
            call = builder.normalize(call)
            while not isinstance(call.op, tvm.ir.Op):
                raise TypeError(call)
            out = builder.emit_output(call)
        builder.emit_func_output(out)
    module = builder.get()
    described = {'op': call.op.name.removeprefix('relax.'), 'args': [arg_json(arg) for arg in call.args], 'attrs': attrs_json(call.attrs),
                 'type': type_json(call.ty)}
    line = next(line for line in module.script().splitlines() if 'R.' + described['op'] in line)
    described['text'] = line.strip().partition(' = ')[2]
    legalized = relax.transform.LegalizeOps()(module)
    funcs = [(name.name_hint, func) for name, func in legalized.functions.items() if isinstance(func, tirx.PrimFunc)]
    return described, funcs


def text_of(described, funcs, number):
    lines = [f"# --- {described['op']}-{number} ---", '# ' + json.dumps(described)]
    for name, func in funcs:
        text = tvm.IRModule({name: func}).script()
        lines += [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith('# ') and LEFT_OUT not in line]
    return '\n'.join(lines) + '\n'


def main():
    folder, patterns = sys.argv[1], sys.argv[2:]
    for group in (arithmetic, elementwise, products, convolutions, pooling, normalization, reductions, shapes, creations, others):
        group()
    files = {}
    for function, inputs in CASES:
        try:
            described, funcs = run(function, inputs)
        except Exception as error:  # pylint: disable=broad-except
            print('failed:', {k: v.shape for k, v in inputs.items()}, str(error).strip().splitlines()[-1], file=sys.stderr)
            continue
        if not patterns or any(fnmatch.fnmatch(described['op'], p) for p in patterns):
            files.setdefault(described['op'], []).append((described, funcs))
    os.makedirs(folder, exist_ok=True)
    for name, texts in sorted(files.items()):
        with open(os.path.join(folder, name + '.py'), 'w', encoding='utf-8') as file:
            texts = [text_of(*text, number) for number, text in enumerate(texts, 1)]
            file.write('# SPDX-License-Identifier: Apache-2.0\n' + '\n'.join(texts))
    print(len(CASES), 'cases', len(files), 'operators')


if __name__ == '__main__':
    main()
