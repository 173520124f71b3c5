#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes faulty/*.onnx: files that cannot be read, with parts of their errors in faulty/errors.txt, and models with nodes that cannot be
imported, in faulty/problems.txt: "name: node: part of the reason: types of the results there are". usage: make-faulty-models.py"""
import os

import numpy as np
import onnx
from onnx import TensorProto as T, helper, numpy_helper

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'faulty')
errors, problems = [], []


def graph(nodes=(), weights=(), inputs=(('x', T.FLOAT, [2, 3]),), outputs=('y',)):
    return helper.make_graph(list(nodes), 'g', [helper.make_tensor_value_info(*i) for i in inputs],
                             [helper.make_tensor_value_info(o, T.FLOAT, None) for o in outputs], list(weights))


def model(made, opset=17):
    return helper.make_model(made, opset_imports=[helper.make_opsetid('', opset)] if opset else [], ir_version=8, producer_name='')


def save(name, data):
    with open(os.path.join(FOLDER, name + '.onnx'), 'wb') as file:
        file.write(data if isinstance(data, bytes) else data.SerializeToString())


def error(name, data, message):
    save(name, data)
    errors.append(f'{name}: {message}')


def problem(name, made, node, reason, types, opset=17):
    save(name, model(made, opset))
    problems.append(f'{name}: {node}: {reason}: {types}')


ADD = helper.make_node('Add', ['x', 'w'], ['y'], name='sum')


def weight(**fields):
    tensor = T(name='w', data_type=T.FLOAT, dims=[2, 3])
    for key, value in fields.items():
        if key in ('dims', 'float_data'):
            tensor.ClearField(key)
            getattr(tensor, key).extend(value)
        else:
            setattr(tensor, key, value)
    return tensor


def external(**entries):
    tensor = weight(data_location=T.EXTERNAL)
    for key, value in entries.items():
        tensor.external_data.add(key=key, value=value)
    return model(graph([ADD], [tensor]))


def make_errors():
    good = model(graph([ADD], [weight(raw_data=bytes(24))])).SerializeToString()
    error('empty', b'', 'no graph')
    error('cut', good[:-9], 'cut off or damaged')
    error('text', b'Hello, I am no model.', 'cut off or damaged')
    error('no-graph', onnx.ModelProto(ir_version=8), 'no graph')
    error('no-opset', model(graph([ADD]), None), 'does not say of which opset')
    error('opset-6', model(graph([ADD]), 6), 'is of opset 6; the oldest that is read is 7')
    error('short-data', model(graph([ADD], [weight(raw_data=bytes(20))])), 'tensor "w" has 6 elements, so 24 bytes, but its data has 20')
    error('short-list', model(graph([ADD], [weight(float_data=[1, 2])])), 'tensor "w" has 6 elements, but 2 numbers are there')
    error('no-data', model(graph([ADD], [weight(dims=[1 << 29])])), 'tensor "w" has 536870912 elements, but 0 numbers are there')
    error('negative-size', model(graph([ADD], [weight(dims=[-2, 3])])), 'tensor "w" has size -2 in dimension 0')
    error('huge', model(graph([ADD], [weight(dims=[1 << 61, 4, 1 << 61])])), 'tensor "w" has more elements')
    error('huge-bytes', model(graph([ADD], [weight(dims=[1 << 62])])), 'tensor "w" has more elements than memory can hold')
    error('many-sizes', model(graph([ADD], [weight(dims=[1] * 17, raw_data=bytes(4))])), 'tensor "w" has 17 dimensions')
    error('texts', model(graph([ADD], [weight(data_type=T.STRING)])), 'tensor "w" has elements of type 8')
    error('cycle', model(graph([helper.make_node('Add', ['x', 'b'], ['a'], name='first'), helper.make_node('Relu', ['a'], ['b'])])),
          'node "first" (Add): its input "b" is no input')
    error('unknown-input', model(graph([ADD])), 'node "sum" (Add): its input "w" is no input')
    error('twice', model(graph([helper.make_node('Relu', ['x'], ['y'])] * 2)), 'two values of the model have the name "y"')
    error('no-output', model(graph([helper.make_node('Relu', ['x'], ['z'])])), 'output "y" is given by no node')
    error('external-missing', external(location='nowhere.bin'), 'tensor "w" is in file nowhere.bin beside the model')
    error('external-above', external(location='../models/abs.onnx'), "outside of the model's folder")
    error('external-absolute', external(location='/etc/passwd'), 'tensor "w" is in file /etc/passwd')
    error('external-short', external(location='empty.onnx', offset='8', length='24'), 'at bytes 8 to 32 of file empty.onnx, which has 0')
    error('external-length', external(location='text.onnx', length='8'), 'so 24 bytes, but text.onnx has 8')
    error('external-number', external(location='text.onnx', offset='-1'), 'offset "-1", which is no number')
    error('external-nowhere', external(length='24'), 'in which is not said')
    nested = graph([helper.make_node('Relu', ['x'], ['y'])])
    for _ in range(28):
        nested = graph([helper.make_node('If', ['x'], ['y'], then_branch=nested)])
    error('nested', model(nested), 'nested more than')
    twice = good + onnx.ModelProto(graph=graph([ADD])).SerializeToString()
    error('two-graphs', twice, 'two of graph')
    error('no-text', good.replace(b'sum', b's\xffm'), 'is not UTF-8')


def node(op, *inputs, outputs=('y',), **attrs):
    return helper.make_node(op, list(inputs), list(outputs), name='here', **attrs)


def make_problems():
    ints = numpy_helper.from_array(np.array([3, 2], np.int64), 'n')
    relu = helper.make_node('Relu', ['x'], ['z'])
    problem('unknown', graph([node('Unique', 'x'), helper.make_node('Exp', ['y'], ['after']), relu], outputs=('after', 'z')),
            'here', 'the operator is not supported', 'float32 (2, 3)')
    foreign = node('Gelu', 'x', domain='com.example')
    problem('foreign', graph([foreign, relu], outputs=('y', 'z')), 'here', 'operators of com.example', 'float32 (2, 3)')
    problem('reshape-data', graph([node('Reshape', 'x', 'i'), relu], inputs=[('x', T.FLOAT, [2, 3]), ('i', T.INT64, [2])],
                                  outputs=('y', 'z')), 'here', 'computed from data', 'float32 (2, 3)')
    problem('reshape-misfit', graph([node('Reshape', 'x', 'n'), relu], [numpy_helper.from_array(np.array([4, 2], np.int64), 'n')],
                                    outputs=('y', 'z')), 'here', 'reshape', 'float32 (2, 3)')
    problem('axis', graph([node('Concat', 'x', 'x', axis=2), relu], outputs=('y', 'z')), 'here', 'axis', 'float32 (2, 3)')
    problem('index', graph([node('Gather', 'x', 'n', axis=1), relu], [ints], outputs=('y', 'z')), 'here', 'index 3 of 3 elements',
            'float32 (2, 3)')
    problem('attribute', graph([node('Softsign', 'x', alpha=2.0), relu], outputs=('y', 'z')), 'here',
            'its attribute alpha is not supported', 'float32 (2, 3)')
    problem('slice-data', graph([node('Slice', 'x', 'i', 'i'), relu], inputs=[('x', T.FLOAT, [2, 3]), ('i', T.INT64, [1])],
                                outputs=('y', 'z')), 'here', 'its starts are computed from data', 'float32 (2, 3)')
    problem('slice-axes', graph([node('Slice', 'x', 'n', 'n', 'i'), relu], [ints], inputs=[('x', T.FLOAT, [2, 3]), ('i', T.INT64, [2])],
                                outputs=('y', 'z')), 'here', 'its axes are computed from data', 'float32 (2, 3)')
    problem('in-training', graph([node('Dropout', 'x', '', 't'), relu], [numpy_helper.from_array(np.array(True), 't')],
                                 outputs=('y', 'z')), 'here', 'as in training', 'float32 (2, 3)')
    problem('mask', graph([node('Dropout', 'x', outputs=('z', 'y'))], outputs=('z', 'y')), 'here', 'its output 1 (y) is not supported', '')
    problem('matmul-misfit', graph([node('MatMul', 'x', 'x'), relu], outputs=('y', 'z')), 'here', 'matmul', 'float32 (2, 3)')
    problem('missing-input', graph([node('Add', 'x'), relu], outputs=('y', 'z')), 'here', 'input 1 is missing', 'float32 (2, 3)')
    problem('bad-constant', graph([node('Constant', value=weight(raw_data=bytes(20))), relu], outputs=('y', 'z')), 'here',
            'so 24 bytes, but its data has 20', 'float32 (2, 3)')
    problem('no-tensor', graph([relu], inputs=[('x', T.FLOAT, [2, 3]), ('s', T.STRING, [1])], outputs=('z',)), 's', 'type that is not',
            'float32 (2, 3)')
    problem('scale', graph([node('Resize', 'x', '', 's'), relu], [numpy_helper.from_array(np.array([1, 1, .7, 1], np.float32), 's')],
                           inputs=[('x', T.FLOAT, [1, 1, 4, 4])], outputs=('y', 'z')), 'here', 'no whole size', 'float32 (1, 1, 4, 4)')
    problem('condition', graph([node('If', 'c', then_branch=graph([relu], outputs=('z',), inputs=[]))],
                               inputs=[('x', T.FLOAT, [2, 3]), ('c', T.BOOL, [])]), 'here', 'computed from data', '')
    parts = {'w': np.zeros((1, 8, 3), np.float32), 'r': np.zeros((1, 8, 2), np.float32), 'short': np.array([2, 1], np.int32)}
    problem('lengths', graph([node('LSTM', 'x', 'w', 'r', '', 'short', hidden_size=2), relu],
                             [numpy_helper.from_array(v, k) for k, v in parts.items()], inputs=[('x', T.FLOAT, [2, 2, 3])],
                             outputs=('y', 'z')), 'here', 'end before the last step', 'float32 (2, 2, 3)')
    step = [('i', T.INT64, []), ('c', T.BOOL, []), ('a', T.FLOAT, [2, 3])]
    three = [numpy_helper.from_array(np.array(3, np.int64), 'n'), numpy_helper.from_array(np.float32(3), 'most')]

    def loop(*nodes, outputs=('d', 'b'), steps='n'):
        body = helper.make_graph(nodes, 'body', [helper.make_tensor_value_info(*i) for i in step],
                                 [helper.make_tensor_value_info(o, T.BOOL if o == 'd' else T.FLOAT, None) for o in outputs])
        return graph([node('Loop', steps, '', 'x', body=body), relu], three, outputs=('y', 'z'),
                     inputs=[('x', T.FLOAT, [2, 3]), ('m', T.INT64, [])])

    going, twice = helper.make_node('Identity', ['c'], ['d']), helper.make_node('Add', ['a', 'a'], ['b'])
    short = [helper.make_node('ReduceSum', ['a'], ['s'], keepdims=0), helper.make_node('Less', ['s', 'most'], ['d'])]
    problem('loop-end', loop(*short, twice), 'here', 'may end it before its last step', 'float32 (2, 3)')
    problem('loop-steps', loop(going, twice, steps='m'), 'here', 'computed from data', 'float32 (2, 3)')
    problem('loop-growing', loop(going, helper.make_node('Concat', ['a', 'a'], ['b'], axis=0)), 'here', 'changes its type or its sizes',
            'float32 (2, 3)')
    problem('loop-inside', loop(going, helper.make_node('Unique', ['a'], ['b'], name='inside')), 'inside', 'the operator is not supported',
            'float32 (2, 3)')


def main():
    os.makedirs(FOLDER, exist_ok=True)
    make_errors()
    make_problems()
    for name, lines in ('errors.txt', errors), ('problems.txt', problems):
        with open(os.path.join(FOLDER, name), 'w', encoding='utf-8') as file:
            file.write('\n'.join(sorted(lines)) + '\n')


if __name__ == '__main__':
    main()
