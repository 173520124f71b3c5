#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes models/*.onnx, one for each operator and what differs of it between opsets, models/expected.txt: the types of their outputs, as
onnxruntime has them when it runs them, and models/values.txt: what it computes of numbers that test-onnx.c makes, too, as three averages
of each output. usage: make-operator-models.py; needs onnx, onnxruntime, numpy."""
import os
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto as T, helper, numpy_helper

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'models')
NAMES = {T.FLOAT: 'float32', T.INT64: 'int64', T.INT32: 'int32', T.BOOL: 'bool', T.FLOAT16: 'float16', T.INT8: 'int8', T.UINT8: 'uint8',
         T.DOUBLE: 'float64'}
F, I, B = T.FLOAT, T.INT64, T.BOOL
X = ('x', F, [2, 3, 8, 8])
M = ('x', F, [4, 6])
RANDOM = np.random.default_rng(1)
expected, values = [], []


def ints(*values):
    return np.array(values, np.int64)


def weights(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


def save(name, nodes, inputs, constants, opset, outputs=('y',), types=None, **options):
    graph = helper.make_graph(
        nodes, 'g', [helper.make_tensor_value_info(*i) for i in inputs], [helper.make_empty_tensor_value_info(o) for o in outputs],
        [numpy_helper.from_array(np.asarray(v), k) for k, v in constants.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid('', opset)], ir_version=8, producer_name='', **options)
    types = types or run(model)
    del model.graph.output[:]
    model.graph.output.extend(helper.make_tensor_value_info(o, t, s) for o, (t, s) in zip(outputs, types))
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, os.path.join(FOLDER, name + '.onnx'))
    expected.append(f"{name}: {', '.join(f'{NAMES[t]} ({format_shape(s)})' for t, s in types)}")
    note_values(name, model)


def format_shape(shape):
    return ', '.join(str(n) for n in shape)


def type_of(output):
    tensor = output.type.tensor_type
    return tensor.elem_type, [d.dim_param or d.dim_value for d in tensor.shape.dim]


def made(kind, shape):
    at = np.arange(np.prod(shape, dtype=np.int64)).reshape(shape)
    numbers = (at * 7919 % 23 - 11) / 8 if kind in (F, T.FLOAT16, T.DOUBLE) else at * 37 % 251 if kind == T.UINT8 else at % 2
    return numbers.astype(helper.tensor_dtype_to_np_dtype(kind))


def averages(result):
    """Of the elements, their sizes, and the elements weighted by place."""
    numbers = np.nan_to_num(result.astype(np.float64).ravel(), nan=77, posinf=1000, neginf=-1000)
    weights_of = np.arange(numbers.size) * 37 % 101 / 101
    return '%.7g %.7g %.7g' % tuple(np.mean(n) if n.size else 0 for n in (numbers, abs(numbers), numbers * weights_of))


def note_values(name, model):
    """Of known sizes."""
    inputs = [(i.name, *type_of(i)) for i in model.graph.input]
    if all(isinstance(size, int) for _, _, shape in inputs for size in shape):
        session = onnxruntime.InferenceSession(model.SerializeToString(), providers=['CPUExecutionProvider'])
        results = session.run(None, {i: made(kind, shape) for i, kind, shape in inputs})
        values.append(f"{name}: {', '.join(averages(result) for result in results)}")


def run(model):
    feeds = {}
    for value in model.graph.input:
        kind, shape = type_of(value)
        dtype = helper.tensor_dtype_to_np_dtype(kind)
        feeds[value.name] = (RANDOM.standard_normal(shape) * 2).astype(dtype) if kind == F else RANDOM.integers(0, 2, shape).astype(dtype)
    results = onnxruntime.InferenceSession(model.SerializeToString(), providers=['CPUExecutionProvider']).run(None, feeds)
    return [(helper.np_dtype_to_tensor_dtype(r.dtype), list(r.shape)) for r in results]


def one(name, op, inputs, constants=None, opset=17, order=None, n_outputs=1, **attrs):
    constants = constants or {}
    outputs = ['y'] if n_outputs == 1 else [f'y{i}' for i in range(n_outputs)]
    node = helper.make_node(op, order if order is not None else [i[0] for i in inputs] + list(constants), outputs, **attrs)
    save(name, [node], inputs, constants, opset, outputs)


def elementwise():
    for op in 'Add Sub Mul Div Pow Equal Less LessOrEqual Greater GreaterOrEqual'.split():
        one(op.lower(), op, [M, ('z', F, [6])])
    one('pow-ints', 'Pow', [M], {'z': ints(2)})
    one('mod', 'Mod', [M, ('z', F, [6])], fmod=1)
    for op in 'And Or Xor'.split():
        one(op.lower(), op, [('x', B, [4]), ('z', B, [4])])
    one('not', 'Not', [('x', B, [4])])
    one('where', 'Where', [('c', B, [4, 1]), M, ('z', F, [6])])
    for op in 'Max Min Sum'.split():
        one(op.lower(), op, [M, ('z', F, [6]), ('u', F, [4, 1])])
    for op in ('Neg Exp Log Tanh Sigmoid Sqrt Erf Abs Floor Ceil Round Relu Identity Reciprocal IsNaN IsInf Sin Cos Tan Asin Acos Atan '
               'Sinh Cosh Softplus Softsign Sign Elu Selu HardSigmoid LeakyRelu Dropout').split():
        one(op.lower(), op, [M])
    one('hardswish', 'HardSwish', [M])
    one('mish', 'Mish', [M], opset=18)
    one('gelu', 'Gelu', [M], opset=20)
    one('gelu-tanh', 'Gelu', [M], opset=20, approximate='tanh')
    one('prelu', 'PRelu', [X], {'s': weights(3, 1, 1)})
    one('prelu-one', 'PRelu', [X], {'s': weights(1)})
    one('clip', 'Clip', [M], {'a': np.float32(0), 'b': np.float32(6)})
    one('clip-max', 'Clip', [M], {'b': np.float32(6)}, order=['x', '', 'b'])
    one('clip-10', 'Clip', [M], opset=10, min=0., max=6.)
    one('cast', 'Cast', [M], to=T.FLOAT16)
    one('cast-int', 'Cast', [M], to=I)
    one('castlike', 'CastLike', [M, ('z', I, [1])])


def windows():
    w = {'w': weights(4, 3, 3, 3)}
    one('gemm', 'Gemm', [M, ('w', F, [6, 5]), ('c', F, [5])])
    one('gemm-transposed', 'Gemm', [M, ('w', F, [5, 4]), ('c', F, [1, 5])], transA=1, transB=1, alpha=.5, beta=2.)
    one('gemm-no-bias', 'Gemm', [M], {'w': weights(6, 5)})
    one('matmul', 'MatMul', [('x', F, [2, 1, 4, 6]), ('w', F, [3, 6, 5])])
    one('matmul-vector', 'MatMul', [('x', F, [6]), ('w', F, [6, 5])])
    one('conv', 'Conv', [X], w)
    one('conv-bias', 'Conv', [X], dict(w, b=weights(4)), pads=[1, 1, 1, 1], strides=[2, 2])
    one('conv-same-upper', 'Conv', [X], w, auto_pad='SAME_UPPER', strides=[2, 2])
    one('conv-same-lower', 'Conv', [X], w, auto_pad='SAME_LOWER', strides=[2, 2])
    one('conv-valid', 'Conv', [X], w, auto_pad='VALID', dilations=[2, 2])
    one('conv-depthwise', 'Conv', [X], {'w': weights(3, 1, 3, 3)}, group=3, pads=[0, 1, 2, 1])
    one('conv1d', 'Conv', [('x', F, [1, 3, 9])], {'w': weights(4, 3, 3), 'b': weights(4)})
    one('conv3d', 'Conv', [('x', F, [1, 2, 4, 5, 6])], {'w': weights(3, 2, 2, 2, 2)})
    t = {'w': weights(3, 4, 2, 2), 'b': weights(4)}
    one('convtranspose', 'ConvTranspose', [X], t, strides=[2, 2])
    one('convtranspose-padding', 'ConvTranspose', [X], t, strides=[2, 2], pads=[1, 0, 0, 1], output_padding=[1, 0])
    one('convtranspose-same', 'ConvTranspose', [X], t, strides=[3, 2], auto_pad='SAME_UPPER')
    for op in 'MaxPool', 'AveragePool':
        one(op.lower(), op, [X], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2])
        one(op.lower() + '-ceil', op, [X], kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1)
        one(op.lower() + '-ones', op, [X], kernel_shape=[2, 2])
        one(op.lower() + '-same', op, [X], kernel_shape=[3, 3], auto_pad='SAME_LOWER', strides=[2, 2])
        one(op.lower() + '-1d', op, [('x', F, [1, 3, 9])], kernel_shape=[2], strides=[2])
    one('averagepool-with-pads', 'AveragePool', [X], kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=1)
    one('maxpool-dilated', 'MaxPool', [X], kernel_shape=[2, 2], dilations=[2, 2])
    for op in 'GlobalAveragePool', 'GlobalMaxPool':
        one(op.lower(), op, [X])


def norms():
    one('batchnormalization', 'BatchNormalization', [X], {k: np.abs(weights(3)) for k in 'abcd'})
    one('layernormalization', 'LayerNormalization', [M], {k: weights(6) for k in 'ab'})
    one('layernormalization-no-bias', 'LayerNormalization', [('x', F, [2, 3, 4])], {'a': weights(3, 4)}, axis=1)
    one('instancenormalization', 'InstanceNormalization', [X], {k: weights(3) for k in 'ab'})
    one('groupnormalization', 'GroupNormalization', [('x', F, [2, 4, 3, 3])], {k: weights(4) for k in 'ab'}, opset=21, num_groups=2)
    for op in 'Softmax', 'LogSoftmax':
        one(op.lower(), op, [X])
        one(op.lower() + '-11', op, [X], opset=11)
        one(op.lower() + '-11-last', op, [M], opset=11, axis=-1)
    for op in 'ReduceMean ReduceMax ReduceMin ReduceProd ReduceL1 ReduceL2 ReduceSumSquare ReduceLogSumExp'.split():
        one(op.lower(), op, [X], axes=[2, -1], keepdims=0)
        one(op.lower() + '-18', op, [X], {'a': ints(1)}, opset=18)
    one('reducesum', 'ReduceSum', [X], {'a': ints(2, 3)})
    one('reducesum-11', 'ReduceSum', [X], opset=11, axes=[1])
    one('reducesum-all', 'ReduceSum', [X], keepdims=0)
    one('reducesum-noop', 'ReduceSum', [X], noop_with_empty_axes=1)
    one('argmax', 'ArgMax', [M])
    one('argmin', 'ArgMin', [M], axis=-1, keepdims=0)
    one('topk', 'TopK', [M], {'k': ints(3)}, n_outputs=2)
    one('topk-9', 'TopK', [M], opset=9, n_outputs=2, k=2, axis=0)
    one('cumsum', 'CumSum', [M], {'a': np.int64(1)})
    one('cumsum-reverse', 'CumSum', [M], {'a': np.int64(0)}, reverse=1, exclusive=1)


def layout():
    one('reshape', 'Reshape', [X], {'s': ints(0, -1)})
    one('reshape-known', 'Reshape', [('x', F, [4, 6])], {'s': ints(2, -1)}, allowzero=1)
    one('flatten', 'Flatten', [X])
    one('flatten-2', 'Flatten', [X], axis=-2)
    one('flatten-0', 'Flatten', [X], axis=0)
    one('transpose', 'Transpose', [X])
    one('transpose-perm', 'Transpose', [X], perm=[0, 2, 3, 1])
    one('concat', 'Concat', [M, ('z', F, [4, 2])], axis=-1)
    one('split', 'Split', [M], {'s': ints(2, 4)}, n_outputs=2, axis=1)
    one('split-11', 'Split', [M], opset=11, n_outputs=2, axis=1, split=[1, 5])
    one('split-equal', 'Split', [M], opset=13, n_outputs=2)
    one('split-18', 'Split', [('x', F, [7, 2])], opset=18, n_outputs=3, num_outputs=3)
    one('slice', 'Slice', [M], {'s': ints(1), 'e': ints(2**62)})
    one('slice-9', 'Slice', [M], opset=9, starts=[1, -3], ends=[3, -1], axes=[0, 1])
    one('slice-back', 'Slice', [M], {'s': ints(-1), 'e': ints(-2**62), 'a': ints(1), 't': ints(-2)})
    one('squeeze', 'Squeeze', [('x', F, [1, 4, 1])])
    one('squeeze-axes', 'Squeeze', [('x', F, [1, 4, 1])], {'a': ints(-1)})
    one('squeeze-11', 'Squeeze', [('x', F, [1, 4, 1])], opset=11, axes=[0])
    one('unsqueeze', 'Unsqueeze', [M], {'a': ints(0, -1)})
    one('unsqueeze-11', 'Unsqueeze', [M], opset=11, axes=[1])
    one('expand', 'Expand', [('x', F, [4, 1])], {'s': ints(2, 1, 6)})
    one('tile', 'Tile', [M], {'r': ints(1, 2)})
    one('pad', 'Pad', [M], {'p': ints(0, 1, 0, 2)})
    one('pad-value', 'Pad', [M], {'p': ints(0, 1, 0, 2), 'v': np.float32(3)})
    one('pad-10', 'Pad', [M], opset=10, pads=[1, 0, 0, 0], value=1.)
    one('pad-axes', 'Pad', [M], {'p': ints(1, 2), 'a': ints(-1)}, opset=18, order=['x', 'p', '', 'a'])
    for mode in 'reflect', 'edge':
        one('pad-' + mode, 'Pad', [M], {'p': ints(0, 1, 0, 2)}, mode=mode)
    one('trilu', 'Trilu', [M])
    one('trilu-lower', 'Trilu', [M], {'k': np.int64(1)}, upper=0)
    one('depthtospace', 'DepthToSpace', [('x', F, [1, 8, 2, 3])], blocksize=2)
    one('depthtospace-crd', 'DepthToSpace', [('x', F, [1, 8, 2, 3])], blocksize=2, mode='CRD')
    one('spacetodepth', 'SpaceToDepth', [('x', F, [1, 2, 4, 6])], blocksize=2)
    one('gather', 'Gather', [M, ('i', I, [2])])
    one('gather-known', 'Gather', [M], {'i': ints(1, -2)}, axis=1)
    one('gather-one', 'Gather', [M], {'i': np.int64(-1)}, axis=1)
    one('gatherelements', 'GatherElements', [M, ('i', I, [2, 6])])
    one('gathernd', 'GatherND', [M, ('i', I, [2, 1])])
    one('scatterelements', 'ScatterElements', [M, ('i', I, [1, 6]), ('u', F, [1, 6])], axis=0, reduction='add')
    one('scatternd', 'ScatterND', [M, ('i', I, [1, 1]), ('u', F, [1, 6])])
    one('onehot', 'OneHot', [('i', I, [3])], {'d': np.int64(4), 'v': np.array([0, 1], np.float32)})
    one('einsum', 'Einsum', [M, ('w', F, [6, 5])], equation='ij,jk->ik')


def pictures():
    scales = {'s': np.array([1, 1, 2, 2], np.float32)}
    one('resize', 'Resize', [X], scales, order=['x', '', 's'])
    one('resize-10', 'Resize', [X], scales, opset=10)
    one('resize-linear', 'Resize', [X], scales, order=['x', '', 's'], mode='linear', coordinate_transformation_mode='align_corners')
    one('resize-sizes', 'Resize', [X], {'n': ints(2, 3, 5, 11)}, order=['x', '', '', 'n'], mode='linear')
    one('resize-cubic', 'Resize', [X], {'n': ints(2, 3, 5, 11)}, order=['x', '', '', 'n'], mode='cubic')
    one('resize-axes', 'Resize', [X], {'n': ints(5, 11)}, opset=18, order=['x', '', '', 'n'], axes=[2, 3],
        coordinate_transformation_mode='asymmetric', nearest_mode='floor')
    one('resize-1d', 'Resize', [('x', F, [1, 3, 8])], {'s': np.array([1, 1, 2], np.float32)}, order=['x', '', 's'],
        coordinate_transformation_mode='asymmetric', nearest_mode='floor')
    one('upsample', 'Upsample', [X], scales, opset=9)
    one('quantizelinear', 'QuantizeLinear', [M], {'s': np.float32(.1), 'z': np.int8(3)})
    one('quantizelinear-no-zero', 'QuantizeLinear', [M], {'s': np.float32(.1)})
    one('dequantizelinear', 'DequantizeLinear', [('x', T.INT8, [4, 6])], {'s': np.float32(.1), 'z': np.int8(0)})
    one('dequantizelinear-axis', 'DequantizeLinear', [('x', T.INT8, [4, 6])], {'s': weights(4), 'z': np.zeros(4, np.int8)}, axis=0)


def recurrent():
    def lstm(name, n_directions, **attrs):
        weights_of = {'w': weights(n_directions, 20, 4), 'r': weights(n_directions, 20, 5), 'b': weights(n_directions, 40)}
        one(name, 'LSTM', [('x', F, [3, 2, 4])], weights_of, n_outputs=3, hidden_size=5, **attrs)

    lstm('lstm', 1)
    lstm('lstm-reverse', 1, direction='reverse')
    lstm('lstm-both', 2, direction='bidirectional')
    states = ('h', F, [1, 2, 5]), ('c', F, [1, 2, 5])
    one('lstm-step', 'LSTM', [('x', F, [1, 2, 4]), *states], {'w': weights(1, 20, 4), 'r': weights(1, 20, 5)},
        order=['x', 'w', 'r', '', '', 'h', 'c'], n_outputs=3, hidden_size=5)


class Glue:
    """Nodes that compute shapes, as exporters write them."""

    def __init__(self):
        self.nodes, self.constants = [], {}

    def __call__(self, op, *inputs, n=1, **attrs):
        outputs = [f't{len(self.nodes)}' if n == 1 else f't{len(self.nodes)}_{i}' for i in range(n)]
        names = []
        for value in inputs:
            if not isinstance(value, str):
                self.constants[f'c{len(self.constants)}'] = np.asarray(value)
                value = f'c{len(self.constants) - 1}'
            names.append(value)
        self.nodes.append(helper.make_node(op, names, outputs, **attrs))
        return outputs[0] if n == 1 else outputs

    def save(self, name, inputs, result, opset=17, **options):
        self.nodes[-1].output[0] = 'y'
        save(name, self.nodes, inputs, self.constants, opset, **options)


def glue():
    g = Glue()     # x.view (x.size (0), -1) of torch
    batch = g('Unsqueeze', g('Gather', g('Shape', 'x'), np.int64(0)), ints(0))
    g.save('glue-view', [X], g('Reshape', 'x', g('Concat', batch, ints(-1), axis=0)))

    g = Glue()     # a Shape, Cast, Slice, Concat, Cast of Paddle
    shape = g('Cast', g('Shape', 'x'), to=T.INT32)
    front = g('Slice', shape, ints(0), ints(2), ints(0))
    target = g('Cast', g('Concat', front, np.array([64], np.int32), axis=0), to=I)
    g.save('glue-paddle', [X], g('Reshape', 'x', target), opset=12)

    g = Glue()     # interpolate (x, scale_factor=2)
    size = g('Slice', g('Shape', 'x'), ints(2), ints(4))
    scaled = g('Cast', g('Floor', g('Mul', g('Cast', size, to=F), np.float32(2))), to=I)
    sizes = g('Concat', g('Slice', g('Shape', 'x'), ints(0), ints(2)), scaled, axis=0)
    g.save('glue-interpolate', [X], g('Resize', 'x', '', '', sizes, coordinate_transformation_mode='asymmetric', nearest_mode='floor'))

    g = Glue()     # expand with -1: the sizes that stay
    shape = g('Concat', ints(5), ints(-1), ints(6), axis=0)
    ones = g('ConstantOfShape', g('Shape', shape), value=numpy_helper.from_array(ints(1)))
    target = g('Where', g('Equal', shape, g('Mul', ones, ints(-1))), ones, shape)
    g.save('glue-expand', [M], g('Expand', 'x', target))

    g = Glue()     # a causal mask: positions of a range
    length = g('Gather', g('Shape', 'x'), np.int64(1))
    steps = g('Range', np.int64(0), length, np.int64(1))
    mask = g('Less', g('Unsqueeze', steps, ints(0)), g('Unsqueeze', g('Add', steps, np.int64(1)), ints(1)))
    g.save('glue-mask', [M], g('Where', mask, np.float32(0), np.float32(-1)))

    g = Glue()     # positions that are not zero, transposed and squeezed
    ones = g('ConstantOfShape', ints(4), value=numpy_helper.from_array(ints(1)))
    places = g('Squeeze', g('Transpose', g('NonZero', ones), perm=[1, 0]), ints(1))
    g.save('glue-nonzero', [M], g('Gather', 'x', places))

    g = Glue()     # arithmetic of whole numbers
    n = g('Gather', g('Shape', 'x'), ints(1))
    half = g('Div', g('Sub', g('Mul', n, ints(3)), ints(2)), ints(2))
    least = g('Min', g('Max', half, ints(1)), ints(4))
    product = g('ReduceProd', g('Concat', least, g('Neg', ints(-3)), axis=0), keepdims=0)
    back = g('Mod', g('Abs', g('Sub', product, np.int64(17))), np.int64(7))
    g.save('glue-arithmetic', [M], g('Expand', np.float32(1), g('Tile', g('Reshape', back, ints(1)), ints(2))))

    g = Glue()     # the branch of a known condition
    branch = {}
    for name, op in ('then_branch', 'Relu'), ('else_branch', 'Neg'):
        output = helper.make_tensor_value_info('inner', F, [4, 6])
        branch[name] = helper.make_graph([helper.make_node(op, ['x'], ['inner'])], name, [], [output])
    g.save('glue-if', [M], g('If', g('Equal', g('Size', 'x'), np.int64(24)), **branch))

    g = Glue()     # parts of a shape
    a, b = g('Split', g('Shape', 'x'), ints(2, 2), n=2, axis=0)
    g.save('glue-split', [X], g('Reshape', 'x', g('Concat', b, a, axis=0)))

    g = Glue()     # the same with free sizes
    batch, size = g('Gather', g('Shape', 'x'), ints(0)), g('Gather', g('Shape', 'x'), ints(1))
    g.save('free-view', [('x', F, ['batch', 'seq', 8])], g('Reshape', 'x', g('Concat', batch, size, ints(2, 4), axis=0)),
           types=[(F, ['batch', 'seq', 2, 4])])
    g = Glue()     # names that are none in a script
    g.save('free-names', [('x', F, ['p2o.Size.0', '0 batch', 3]), ('b', F, ['p2o_Size_0'])], g('Mul', 'x', g('ReduceMax', 'b', keepdims=0)),
           types=[(F, ['p2o_Size_0', 'v_0_batch', 3])])
    g = Glue()
    g.save('free-flatten', [('x', F, ['batch', 3, 4])], g('Reshape', 'x', ints(0, -1)), types=[(F, ['batch', 12])])
    g = Glue()
    size = g('Slice', g('Shape', 'x'), ints(0), ints(1))
    same = g('Div', g('Mul', size, ints(4)), ints(4))
    g.save('free-expand', [('x', F, ['n', 1])], g('Expand', 'x', g('Concat', same, ints(5), axis=0)), types=[(F, ['n', 5])])


def external(name, offset):
    """A model whose weight is in weights.bin, which counts from 0 on."""
    weight = T(name='w', data_type=F, dims=[2, 3], data_location=T.EXTERNAL)
    for key, value in ('location', 'weights.bin'), ('offset', str(offset)), ('length', '24'):
        weight.external_data.add(key=key, value=value)
    graph = helper.make_graph([helper.make_node('Add', ['x', 'w'], ['y'])], 'g', [helper.make_tensor_value_info('x', F, [2, 3])],
                              [helper.make_tensor_value_info('y', F, [2, 3])], [weight])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid('', 17)], ir_version=8, producer_name=''),
              os.path.join(FOLDER, name + '.onnx'))
    expected.append(f'{name}: float32 (2, 3)')


def externals():
    with open(os.path.join(FOLDER, 'weights.bin'), 'wb') as file:
        file.write(np.arange(32, dtype=np.float32).tobytes())
    external('external', 64)
    external('external-unaligned', 4)


def constants():
    one('constantofshape', 'ConstantOfShape', [], {'s': ints(2, 3)})
    one('constantofshape-large', 'ConstantOfShape', [], {'s': ints(100, 80)}, value=numpy_helper.from_array(np.array([7], np.float32)))
    one('range', 'Range', [], {'a': np.float32(0), 'b': np.float32(5), 'c': np.float32(.5)})
    one('shape', 'Shape', [X], start=1, end=-1)
    one('size', 'Size', [X])
    one('constant', 'Constant', [], order=[], value=numpy_helper.from_array(weights(2, 3)))
    one('constant-floats', 'Constant', [], order=[], value_floats=[1., 2.])
    one('constant-int', 'Constant', [], order=[], value_int=3)


def later():
    """These stand behind the others, whose weights would be others."""
    g = Glue()     # numbers of half precision that follow from a size
    n = g('Gather', g('Shape', 'x'), ints(1))
    root = g('Cast', g('Sqrt', g('Cast', n, to=F)), to=T.FLOAT16)
    g.save('glue-half', [M], g('Add', g('Mul', g('Cast', 'x', to=T.FLOAT16), root), g('Cast', n, to=T.FLOAT16)))

    one('convtranspose-larger', 'ConvTranspose', [X], {'w': weights(3, 4, 2, 2)}, strides=[3, 2], output_shape=[25, 17])
    one('celu', 'Celu', [M], alpha=2.0)
    one('thresholdedrelu', 'ThresholdedRelu', [M], alpha=0.5)
    one('mean', 'Mean', [M, ('z', F, [6])])
    one('reducelogsum', 'ReduceLogSum', [('x', F, [4, 6])], axes=[1])
    one('einsum-implicit', 'Einsum', [('x', F, [3, 4]), ('z', F, [4, 5])], equation='b a, ac')
    one('einsum-dots', 'Einsum', [('x', F, [2, 3, 4]), ('z', F, [4, 5])], equation='...ij,jk->...ik')
    one('einsum-diagonal', 'Einsum', [('x', F, [2, 3, 3])], equation='...ii->...i')
    for sign, other in ('positive', 'negative'), ('negative', 'positive'):
        g = Glue()
        g.save('isinf-' + sign, [M], g('IsInf', g('Div', 'x', np.float32(0)), **{'detect_' + other: 0}))

    def cell(name, op, n_gates, **attrs):
        parts = {'w': weights(2, 5 * n_gates, 4), 'r': weights(2, 5 * n_gates, 5), 'b': weights(2, 10 * n_gates)}
        one(name, op, [('x', F, [3, 2, 4])], parts, n_outputs=2, hidden_size=5, direction='bidirectional', **attrs)

    cell('gru', 'GRU', 3)
    cell('gru-before-reset', 'GRU', 3, linear_before_reset=1)
    cell('rnn', 'RNN', 1, activations=['Relu', 'Tanh'])
    U = T.UINT8
    kernel = (RANDOM.integers(-9, 9, (4, 2, 3, 3))).astype(np.int8)
    scales = {'xs': np.float32(.5), 'xz': np.uint8(7), 'w': kernel, 'ws': np.float32([.25, .5, .5, .125]), 'wz': np.zeros(4, np.int8),
              'ys': np.float32(4), 'yz': np.uint8(100), 'b': np.arange(4, dtype=np.int32)}
    one('qlinearconv', 'QLinearConv', [('x', U, [1, 2, 5, 6])], scales, pads=[1, 1, 1, 1], strides=[2, 1])
    matrix = {'xs': np.float32([.5]), 'xz': np.uint8([7]), 'w': kernel.reshape(8, 9)[:6], 'ws': np.float32(.25), 'wz': np.int8(1),
              'ys': np.float32(2), 'yz': np.uint8(100)}
    one('qlinearmatmul', 'QLinearMatMul', [('x', U, [4, 6])], matrix)
    one('matmulinteger', 'MatMulInteger', [('x', U, [4, 6])], {'w': kernel.reshape(8, 9)[:6], 'xz': np.uint8(3)})
    one('convinteger', 'ConvInteger', [('x', U, [1, 2, 5, 6])], {'w': kernel.astype(np.uint8), 'xz': np.uint8(3)}, pads=[1, 0, 1, 0])
    one('dynamicquantizelinear', 'DynamicQuantizeLinear', [M], n_outputs=3)
    one('pow-int', 'Pow', [('x', I, [4])], {'e': ints(2)})
    one('pow-int-float', 'Pow', [('x', I, [4])], {'e': np.float32([2])})


def repeated():
    """Loops that become one kernel."""
    def lstm(name, n_steps, n_directions, **attrs):
        parts = {'w': weights(n_directions, 28, 3), 'r': weights(n_directions, 28, 7), 'b': weights(n_directions, 56)}
        one(name, 'LSTM', [('x', F, [n_steps, 1, 3])], parts, n_outputs=3, hidden_size=7, **attrs)

    def body(nodes, inputs, outputs):
        return helper.make_graph([helper.make_node(op, i, [o], **a) for op, i, o, a in nodes], 'body',
                                 [helper.make_tensor_value_info(*i) for i in inputs],
                                 [helper.make_tensor_value_info(*o) for o in outputs])

    def loop(name, op, nodes, states, outputs, constants=None, inputs=(), **attrs):
        results = [f'y{i}' for i in range(len(outputs) - (op == 'Loop'))]
        node = helper.make_node(op, attrs.pop('given'), results, body=body(nodes, states, outputs), **attrs)
        save(name, [node], inputs, constants or {}, 17, results)

    lstm('lstm-long', 200, 1)
    lstm('lstm-long-both', 70, 2, direction='bidirectional')
    one('gru-long', 'GRU', [('x', F, [130, 2, 3])], {'w': weights(1, 15, 3), 'r': weights(1, 15, 5)}, hidden_size=5,
        order=['x', 'w', 'r'], direction='reverse')
    step = [('i', I, []), ('c', B, [])]
    going = 'Identity', ['c'], 'd', {}
    pair = [('a', F, [3]), ('b', F, [3])]
    given = ('x', F, [3]), ('z', F, [3])
    fibonacci = [going, ('Add', ['a', 'b'], 's', {}), ('Cast', ['i'], 'o', {'to': F}), ('Mul', ['s', 'o'], 'r', {}),
                 ('Identity', ['b'], 'b1', {})]
    loop('loop', 'Loop', fibonacci, step + pair, [('d', B, []), ('b1', F, [3]), ('s', F, [3]), ('r', F, [3]), ('a', F, [3])],
         {'n': np.int64(7), 't': np.bool_(True)}, given, given=['n', 't', 'x', 'z'])
    loop('loop-swap', 'Loop', [going, ('Identity', ['b'], 'e', {}), ('Identity', ['a'], 'f', {})], step + pair,
         [('d', B, []), ('e', F, [3]), ('f', F, [3])], {'n': np.int64(5)}, given, given=['n', '', 'x', 'z'])
    products = [('Gather', ['table', 'i'], 'g', {}), ('MatMul', ['a', 'w'], 'm', {}), ('Add', ['m', 'g'], 's', {}),
                ('Tanh', ['s'], 'e', {}), ('Constant', [], 'k', {'value': numpy_helper.from_array(np.float32([1, 2]))}),
                ('Constant', [], 'd', {'value': numpy_helper.from_array(np.bool_(True))}), ('Softmax', ['e'], 'p', {})]
    loop('loop-product', 'Loop', products, [*step, ('a', F, [2, 4])],
         [('d', B, []), ('e', F, [2, 4]), ('k', F, [2]), ('p', F, [2, 4])],
         {'n': np.int64(5), 't': np.bool_(True), 'w': weights(4, 4), 'table': weights(9, 4)}, [('x', F, [2, 4])], given=['n', 't', 'x'])
    inner = body([('Identity', ['c1'], 'd1', {}), ('Conv', ['u', 'k'], 'v', {'pads': [1, 1]})],
                 [('j', I, []), ('c1', B, []), ('u', F, [1, 2, 8])], [('d1', B, []), ('v', F, [1, 2, 8])])
    loop('loop-nested', 'Loop', [going, ('Loop', ['n', 't', 'a'], 'm', {'body': inner}), ('Tanh', ['m'], 'e', {})],
         [*step, ('a', F, [1, 2, 8])], [('d', B, []), ('e', F, [1, 2, 8])],
         {'n': np.int64(3), 't': np.bool_(True), 'k': weights(2, 2, 3)}, [('x', F, [1, 2, 8])], given=['n', 't', 'x'])
    sums = [('Add', ['s', 'u'], 'e', {}), ('Mul', ['e', 'v'], 'p', {}), ('Sub', ['u', 'v'], 'q', {})]
    loop('scan', 'Scan', sums, [('s', F, [3]), ('u', F, [3]), ('v', F, [3])], [('e', F, [3]), ('p', F, [3]), ('q', F, [3])], None,
         [('s0', F, [3]), ('x', F, [3, 6]), ('z', F, [6, 3])], given=['s0', 'x', 'z'], num_scan_inputs=2, scan_input_axes=[1, 0],
         scan_input_directions=[1, 0], scan_output_axes=[1, 0], scan_output_directions=[0, 1])


def empty():
    """Tensors without elements."""
    def nodes(name, made, inputs, constants, outputs):
        save(name, [helper.make_node(op, i, o, **a) for op, i, o, a in made], inputs, constants, 17, outputs)

    x = [('x', F, [2, 3])]
    nodes('empty-concat', [('Slice', ['x', 'b', 'b', 'b'], ['e'], {}), ('Concat', ['x', 'e', 'x'], ['y'], {'axis': 1}),
                           ('Relu', ['e'], ['z'], {}), ('Concat', ['e', 'x'], ['w'], {'axis': 1})], x, {'b': ints(1)}, 'yzw')
    nodes('empty-sums', [('ReduceSum', ['x', 'a'], ['s'], {'keepdims': 0}), ('ReduceMax', ['x'], ['m'], {'axes': [1]}),
                         ('ReduceProd', ['x'], ['p'], {'axes': [1]}), ('ReduceMin', ['x'], ['q'], {'axes': [1]}),
                         ('MatMul', ['x', 'w'], ['y'], {}), ('Transpose', ['x'], ['t'], {})],
          [('x', F, [2, 0])], {'a': ints(1), 'w': np.zeros((0, 4), np.float32)}, 'smpqyt')
    nodes('empty-split', [('Split', ['x', 's'], ['a', 'b', 'c'], {'axis': 1}), ('Tanh', ['c'], ['d'], {})], x, {'s': ints(1, 0, 2)}, 'abcd')
    nodes('empty-batch', [('Conv', ['x', 'k'], ['c'], {}), ('GlobalAveragePool', ['c'], ['g'], {}), ('Flatten', ['g'], ['f'], {}),
                          ('Gemm', ['f', 'w'], ['y'], {})], [('x', F, [0, 2, 6, 6])], {'k': weights(3, 2, 3, 3), 'w': weights(3, 4)}, 'y')
    nodes('empty-roi', [('Resize', ['x', 'roi', 'scales', 'sizes'], ['y'], {'mode': 'linear'})], [('x', F, [1, 1, 4, 4])],
          {'roi': np.zeros(0, np.float32), 'scales': np.zeros(0, np.float32), 'sizes': ints(1, 1, 8, 8)}, 'y')
    nodes('empty-gather', [('Gather', ['x', 'i'], ['g'], {}), ('Shape', ['g'], ['y'], {})], x, {'i': np.zeros(0, np.int64)}, 'yg')


def more():
    for op in 'Acosh Asinh Atanh Shrink'.split():
        one(op.lower(), op, [M])
    one('shrink-bias', 'Shrink', [M], lambd=0.75, bias=0.25)
    for op in 'And Or Xor'.split():
        one('bitwise' + op.lower(), 'Bitwise' + op, [('x', T.UINT8, [4, 6]), ('z', T.UINT8, [6])], opset=18)
    one('bitwisenot', 'BitwiseNot', [('x', T.UINT8, [4, 6])], opset=18)
    for way in 'LEFT', 'RIGHT':
        one('bitshift-' + way.lower(), 'BitShift', [('x', T.UINT8, [4, 6])], {'z': np.uint8([1, 2, 3, 0, 7, 5])}, direction=way)
    for name, opset, axis in ('', 17, -1), ('-axis', 17, 0), ('-11', 11, 1):
        one('hardmax' + name, 'Hardmax', [('x', F, [2, 3, 5])], opset=opset, axis=axis)
    for p in 1, 2:
        one(f'lpnormalization-{p}', 'LpNormalization', [M], p=p, axis=p - 2)
    one('lrn', 'LRN', [('x', F, [2, 7, 3, 4])], size=3, alpha=.5, beta=.6, bias=2.)
    one('lrn-wide', 'LRN', [('x', F, [1, 3, 5, 1])], size=7, alpha=.5)
    one('meanvariancenormalization', 'MeanVarianceNormalization', [X], axes=[0, 2, 3])
    one('eyelike', 'EyeLike', [M], k=1, dtype=I)
    one('scatter', 'Scatter', [M], {'i': ints([0, 1, 5], [2, 2, 3]), 'u': weights(2, 3)}, opset=9, axis=1)
    for way in 'add', 'mul', 'max', 'min':
        one('scatterelements-' + way, 'ScatterElements', [M], {'i': ints([0, 1, 1], [2, 2, 3]), 'u': weights(2, 3)}, opset=18, axis=1,
            reduction=way)
        one('scatternd-' + way, 'ScatterND', [M], {'i': ints([1], [1]), 'u': weights(2, 6)}, opset=18, reduction=way)
    for op in 'ArgMax', 'ArgMin':
        one(op.lower() + '-last', op, [('x', F, [3, 30])], axis=1, select_last_index=1, keepdims=0)
    for mode in 'half_pixel', 'align_corners', 'asymmetric', 'pytorch_half_pixel':
        for size in (7, 9), (3, 1):
            one(f'resize-cubic-{mode}-{size[0]}', 'Resize', [('x', F, [1, 2, 5, 6])], {'s': ints(1, 2, *size)}, order=['x', '', '', 's'],
                mode='cubic', coordinate_transformation_mode=mode, cubic_coeff_a=-.5, exclude_outside=size[0] % 2 if size[1] > 1 else 0)


def samples():
    grid = [('x', F, [2, 3, 5, 6]), ('g', F, [2, 4, 7, 2])]
    for mode in 'bilinear', 'nearest', 'bicubic':
        for padding in 'zeros', 'border', 'reflection':
            for corners in 0, 1:
                one(f'gridsample-{mode}-{padding}-{corners}', 'GridSample', grid, opset=16, mode=mode, padding_mode=padding,
                    align_corners=corners)
    one('gridsample', 'GridSample', grid, opset=20)


def grids():
    for corners in 0, 1:
        one(f'affinegrid-{corners}', 'AffineGrid', [('x', F, [2, 2, 3])], {'s': ints(2, 3, 4, 5)}, opset=20, align_corners=corners)
        one(f'affinegrid-3d-{corners}', 'AffineGrid', [('x', F, [2, 3, 4])], {'s': ints(2, 3, 4, 5, 3)}, opset=20, align_corners=corners)


def lengths():
    parts = {'w': weights(2, 20, 4), 'r': weights(2, 20, 5), 'b': weights(2, 40), 'n': np.int32([3, 3]), 'p': weights(2, 15)}
    one('lstm-peepholes', 'LSTM', [('x', F, [3, 2, 4])], parts, order=['x', 'w', 'r', 'b', 'n', '', '', 'p'], n_outputs=3, hidden_size=5,
        direction='bidirectional')


def quantized():
    """Numbers that are exact in float32; tests/cli/test-models.py knows how they come about."""
    g = Glue()
    x = g('DequantizeLinear', g('QuantizeLinear', 'x', np.float32(.25), np.uint8(9)), np.float32(.25), np.uint8(9))
    o, i, r, s = np.indices((5, 3, 3, 3))
    steps = np.array([.125, .25, .5, .125, .0625], np.float32)
    weight = g('DequantizeLinear', ((7 * o + 5 * i + 3 * r + 2 * s) % 17 - 8).astype(np.int8), steps, np.zeros(5, np.int8), axis=0)
    bias = g('DequantizeLinear', (10 * np.arange(5) - 20).astype(np.int32), steps / 4, np.zeros(5, np.int32), axis=0)
    y = g('Relu', g('Conv', x, weight, bias, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]))
    y = g('DequantizeLinear', g('QuantizeLinear', y, np.float32(.5), np.int8(-100)), np.float32(.5), np.int8(-100))
    g.save('quantized-conv', [('x', F, [1, 3, 5, 6])], y)


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for name in os.listdir(FOLDER):
        if not name.endswith('.py'):
            os.unlink(os.path.join(FOLDER, name))
    for make in (elementwise, windows, norms, layout, pictures, glue, constants, externals, recurrent, later, quantized, repeated, empty,
                 more, samples, lengths, grids):
        make()
    for name, lines in ('expected.txt', expected), ('values.txt', values):
        with open(os.path.join(FOLDER, name), 'w', encoding='utf-8') as file:
            file.write('\n'.join(sorted(lines)) + '\n')


if __name__ == '__main__':
    sys.exit(main())
