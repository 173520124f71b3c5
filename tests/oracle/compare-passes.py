#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares passes over graph functions with those of TVM.

usage: PYTHON-WITH-TVM compare-passes.py PASSES-TEXT [--seed SEED] [--count COUNT] [--write FOLDER] [--keep FOLDER]

Random graphs of operators, legalized by TVM, go through lists of passes in TVM and in tests/graph/passes-text; TVM compares the results by
structure, names of functions included. With --write the fixed graphs are
stored as FOLDER/<case>/before.py, and what the passes A, B make of them in TVM as A+B.py; --keep stores those that differ.

TVM fails where combined products need each other ("circular dependency"), which stay apart here: such graphs are left out, and
tests/graph/passes/parallel-dependent is written by hand. Of several tensors with equally many products TVM's order depends on addresses,
and it stops at the first whose products do not fit each other, or have the same weight.

These differ, about one graph in forty: a tensor joined with itself, where TVM's fused block leaves out one of the two places that it reads;
items of a tuple of items, "(a[0], a[1])[0]", which are a[0] here and stay in TVM."""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

import numpy as np
import tvm
from tvm import relax

OP = relax.op
LISTS = [
    ['AnnotateTIROpPattern'],
    ['AnnotateTIROpPattern', 'FuseOps'],
    ['AnnotateTIROpPattern', 'FuseOps', 'FuseTIR'],
    ['CanonicalizeBindings', 'AnnotateTIROpPattern', 'FuseOps', 'FuseTIR'],
    ['CanonicalizeBindings'],
    ['DeadCodeElimination'],
    ['FoldConstant'],
    ['RewriteDataflowReshape'],
]
# Of graphs of operators.
RAW_LISTS = [
    ['FoldBatchnormToConv2D'],
    ['DecomposeOpsForInference'],
    ['DecomposeOpsForInference', 'CanonicalizeBindings', 'DeadCodeElimination'],
]
PARALLEL = [['CombineParallelMatmul'], ['CanonicalizeBindings', 'CombineParallelMatmul'], ['EliminateCommonSubexpr']]
# tl_graph_default_passes less those that TVM has not, and what TVM runs before it plans memory.
DEFAULT = ['CanonicalizeBindings', 'FoldBatchnormToConv2D', 'DecomposeOpsForInference', 'CanonicalizeBindings', 'LegalizeOps',
           'AnnotateTIROpPattern', 'FoldConstant', 'FuseOps', 'FuseTIR', 'RewriteDataflowReshape', 'DeadCodeElimination']
PLAN = ['ToNonDataflow', 'RemovePurityChecking', 'CallTIRRewrite', 'StaticPlanBlockMemory']


class Graph:
    """A random function: a pool of tensors that operators are applied to."""

    def __init__(self, rng):
        self.rng, self.builder, self.pool, self.constants = rng, relax.BlockBuilder(), [], {}

    def constant(self, shape):
        """One that was there already, half of the time."""
        known = self.constants.setdefault(tuple(shape), [])
        if known and self.rng.random() < 0.5:
            return self.rng.choice(known)
        size = int(np.prod(shape))
        known.append(relax.const(((np.arange(size) % 7 - 3) / 8 + len(known)).reshape(shape).astype('float32')))
        return known[-1]

    def pick(self, rank=None):
        fits = [x for x in self.pool if rank is None or len(shape_of(x)) == rank]
        return self.rng.choice(fits[-4:] if self.rng.random() < 0.7 else fits) if fits else None

    def pick_like(self, x):
        return self.rng.choice([y for y in self.pool if shape_of(y) == shape_of(x)])

    def add(self, value):
        self.pool.append(self.builder.emit(value))

    def unary(self):
        make = self.rng.choice([OP.exp, OP.tanh, OP.nn.relu, OP.negative, OP.sqrt, OP.sigmoid, OP.nn.gelu])
        self.add(make(self.pick()))

    def binary(self):
        x = self.pick()
        pair = [x, self.pick_like(x)]
        self.rng.shuffle(pair)
        self.add(self.rng.choice([OP.add, OP.multiply, OP.maximum, OP.subtract])(*pair))

    def broadcast(self):
        x = self.pick()
        shape = shape_of(x)
        kind = self.rng.randrange(4)
        other = self.constant([n if kind == 1 or i == len(shape) - 1 - kind else 1 for i, n in enumerate(shape)])
        self.add(self.rng.choice([OP.add, OP.multiply])(x, relax.const(2.0, 'float32') if kind == 3 else other))

    def matmul(self):
        x = self.pick(2)
        if x is not None:
            self.add(OP.matmul(x, self.constant([shape_of(x)[1], self.rng.choice([4, 8])])))

    def parallel(self):
        """Products of one tensor with weights that are parameters, as of a projection to queries, keys, values."""
        x = self.pick(2)
        if x is None or shape_of(x)[1] != 8 or not self.weights:
            return
        follow = self.rng.choice([None, None, OP.nn.relu, OP.nn.silu])
        for weight in self.rng.sample(self.weights, self.rng.choice([2, 3])):
            width = shape_of(weight)[-1]
            result = self.builder.emit(OP.matmul(x, self.constant([8, width]) if self.rng.random() < 0.1 else weight))
            if self.rng.random() < 0.6:
                bias = self.constant([width]) if self.rng.random() < 0.1 else self.rng.choice(self.biases[width])
                result = self.builder.emit(OP.add(result, bias))
            self.pool.append(self.builder.emit(follow(result)) if follow and self.rng.random() < 0.9 else result)

    def conv(self):
        x = self.pick(4)
        if x is not None:
            size = self.rng.choice([1, 3])
            self.add(OP.nn.conv2d(x, self.constant([4, shape_of(x)[1], size, size]), padding=size // 2))

    def batch_norm(self):
        x = self.pick(4)
        if x is not None:
            channels = shape_of(x)[1]
            variance = relax.const(np.linspace(1, 2, channels).astype('float32'))
            vectors = [self.constant([channels]) for _ in range(3)] + [variance]
            self.add(self.builder.emit(OP.nn.batch_norm(x, *vectors, axis=1, training=False))[0])

    def fold(self):
        """What depends on constants alone."""
        shape = self.rng.choice([[4], [4, 8], [8, 8]])
        self.add(self.rng.choice([OP.permute_dims, OP.negative, OP.nn.relu])(self.constant(shape)))

    def pool_window(self):
        x = self.pick(4)
        if x is not None:
            self.add(self.rng.choice([OP.nn.max_pool2d, OP.nn.avg_pool2d])(x, (3, 3), padding=1))

    def reduce(self):
        x = self.pick()
        if len(shape_of(x)) > 1:
            make = self.rng.choice([OP.sum, OP.max, OP.mean])
            self.add(make(x, axis=self.rng.randrange(len(shape_of(x))), keepdims=self.rng.random() < 0.5))

    def normalize(self):
        x = self.pick()
        last = [shape_of(x)[-1]]
        self.add(OP.nn.softmax(x) if self.rng.random() < 0.5
                 else OP.nn.layer_norm(x, self.constant(last), self.constant(last), axes=[-1]))

    def injective(self):
        x = self.pick()
        shape = shape_of(x)
        kind = self.rng.randrange(5)
        if kind == 0:
            self.add(OP.permute_dims(x))
        elif kind == 1 and len(shape) > 1:
            self.add(OP.reshape(x, (shape[0], int(np.prod(shape[1:])))))
        elif kind == 2:
            self.add(OP.concat([x, self.pick_like(x)], axis=0))
        elif kind == 3 and len(shape) < 4:
            self.add(OP.expand_dims(x, 0))
        elif shape[0] > 1:
            self.add(OP.strided_slice(x, [0], [0], [shape[0] // 2]))

    def split(self):
        x = self.pick()
        if shape_of(x)[-1] % 2 == 0:
            parts = self.builder.emit(OP.split(x, 2, axis=-1))
            for i in self.rng.sample([0, 1], self.rng.choice([1, 2])):
                self.add(parts[i])

    def tuple(self):
        items = [self.pick() for _ in range(self.rng.choice([2, 3]))]
        whole = self.builder.emit(relax.Tuple(items))
        for i in self.rng.sample(range(len(items)), 2):
            self.add(whole[i])

    def take(self):
        self.add(OP.take(self.pick(), relax.const(np.array([0, 0], 'int64')), axis=0))

    STEPS = (['unary'] * 5 + ['binary'] * 4 + ['broadcast'] * 4 + ['matmul'] * 3 + ['conv'] * 4 + ['injective'] * 3 + ['reduce'] * 2 +
             ['batch_norm', 'fold', 'pool_window', 'normalize', 'split', 'tuple', 'take'] + ['parallel'] * 4)

    def finish_function(self, name, params, n):
        taken = {x.name for x in self.weights + self.biases[4] + self.biases[8]}
        with self.builder.function(name, params):
            with self.builder.dataflow():
                self.pool += [x for x in params if isinstance(x.ty, relax.TensorType) and x.name not in taken]
                for x in params:
                    if not isinstance(x.ty, relax.TensorType):
                        self.add(x[self.rng.randrange(len(x.ty.fields))])
                for _ in range(n):
                    getattr(self, self.rng.choice(self.STEPS))()
                outputs = [self.pool[-1]] + ([self.pick()] if self.rng.random() < 0.4 else [])
                outputs = [self.builder.emit_output(x) for x in outputs]
            self.builder.emit_func_output(outputs[0] if len(outputs) == 1 else relax.Tuple(outputs))

    def module(self):
        for name in ['main'] + (['extra'] if self.rng.random() < 0.1 else []):
            self.pool = []
            params = [tensor('x', 2, 8), tensor('y', 2, 8)]
            if self.rng.random() < 0.6:
                params.append(tensor('z', 1, 4, 6, 6))
            if self.rng.random() < 0.2:
                params.append(relax.Var('t', relax.TupleType([tensor('a', 2, 8).ty, tensor('a', 4, 8).ty])))
            self.weights, self.biases = [], {4: [], 8: []}
            if self.rng.random() < 0.5:
                self.weights = [tensor(f'w{i}', *self.rng.choice([(8, 4), (8, 8), (8, 8), (3, 8, 4)])) for i in range(6)]
                self.biases = {n: [tensor(f'b{n}{i}', *self.rng.choice([(n,), (n,), (1, n)])) for i in range(6)] for n in (4, 8)}
            params += self.weights + self.biases[4] + self.biases[8]
            self.finish_function(name, params, self.rng.randrange(2, 16))
        return self.builder.get()


def shape_of(x):
    return [int(n) for n in x.ty.shape.values]


def tensor(name, *shape, dtype='float32'):
    return relax.Var(name, relax.TensorType(shape, dtype))


def build(params, make, name='main'):
    """A module of one function, whose result is what @make gives for the builder and the parameters."""
    builder = relax.BlockBuilder()
    with builder.function(name, params):
        with builder.dataflow():
            outputs = make(builder.emit, *params)
            outputs = [builder.emit_output(x) for x in (outputs if isinstance(outputs, list) else [outputs])]
        builder.emit_func_output(outputs[0] if len(outputs) == 1 else relax.Tuple(outputs))
    return builder.get()


def weights(*shape):
    return relax.const((np.arange(int(np.prod(shape))) % 5 - 2).reshape(shape).astype('float32'))


def fixed_conv_bias_relu(e, x):
    return e(OP.nn.relu(e(OP.add(e(OP.nn.conv2d(x, weights(4, 4, 3, 3), padding=1)), weights(1, 4, 1, 1)))))


def fixed_residual(e, x):
    y = fixed_conv_bias_relu(e, x)
    z = e(OP.add(e(OP.nn.conv2d(y, weights(4, 4, 3, 3), padding=1)), x))
    return e(OP.nn.relu(z))


def fixed_diamond(e, x):
    y = e(OP.nn.conv2d(x, weights(4, 4, 1, 1)))
    return e(OP.add(e(OP.exp(y)), e(OP.tanh(y))))


def fixed_two_matmuls(e, x):
    return e(OP.add(e(OP.matmul(x, weights(8, 8))), e(OP.matmul(x, weights(8, 8)))))


def fixed_equal_layers(e, x):
    for _ in range(3):
        x = e(OP.nn.relu(e(OP.add(e(OP.matmul(x, weights(8, 8))), weights(8)))))
    return x


def fixed_matmul_reshape_transpose(e, x):
    return e(OP.permute_dims(e(OP.reshape(e(OP.matmul(x, weights(8, 8))), (4, 4)))))


def fixed_constant_reshaped(e, x):
    return e(OP.add(x, e(OP.permute_dims(weights(8)))))


def fixed_exp_sum(e, x):
    return e(OP.exp(e(OP.sum(e(OP.exp(e(OP.permute_dims(x)))), axis=1))))


def fixed_softmax(e, x):
    return e(OP.multiply(e(OP.nn.softmax(e(OP.multiply(x, relax.const(2.0, 'float32'))))), relax.const(3.0, 'float32')))


def fixed_split_silu(e, x):
    parts = e(OP.split(x, 2, axis=1))
    return e(OP.multiply(e(OP.nn.silu(e(parts[0]))), e(parts[1])))


def fixed_concat(e, x):
    return e(OP.concat([e(OP.exp(x)), e(OP.tanh(x))], axis=0))


def fixed_pool(e, x):
    return e(OP.nn.max_pool2d(e(OP.nn.relu(x)), (2, 2), strides=2))


def fixed_layer_norm(e, x):
    return e(OP.nn.layer_norm(e(OP.add(x, x)), weights(8), weights(8), axes=[-1]))


def fixed_take(e, x):
    return e(OP.add(e(OP.take(x, relax.const(np.array([1, 0], 'int64')), axis=0)), x))


def fixed_gelu_chain(e, x):
    return e(OP.nn.gelu(e(OP.nn.gelu(e(OP.nn.gelu(x))))))


def fixed_vector_product(e, x):
    return e(OP.nn.relu(e(OP.matmul(x, weights(8)))))


def fixed_log_softmax(e, x):
    return e(OP.nn.log_softmax(e(OP.add(x, weights(8)))))


def fixed_outputs_inside(e, x):
    y = e(OP.exp(x))
    z = e(OP.tanh(y))
    return [y, z, e(OP.add(y, z))]


def fixed_tuple_field(e, t):
    y = e(OP.exp(e(t[0])))
    pair = e(relax.Tuple([y, e(OP.add(y, e(t[1])))]))
    return e(OP.negative(e(OP.concat([e(pair[1]), y]))))


def fixed_symbolic(e, x):
    y = e(OP.add(e(OP.exp(x)), x))
    return e(OP.exp(e(OP.nn.relu(e(OP.reshape(y, (x.ty.shape.values[0] * 8,)))))))


def project(e, x, weight, bias=None):
    product = e(OP.matmul(x, weight))
    return product if bias is None else e(OP.add(product, bias))


def parallel_heads(e, x, q, k, v, p, r, s):
    return [project(e, x, *pair) for pair in ((q, p), (k, r), (v, s))]


def parallel_gate(e, x, q, k, _v, p, r, _s):
    return e(OP.multiply(e(OP.nn.silu(project(e, x, q, p))), e(OP.nn.silu(project(e, x, k, r)))))


def parallel_some_biases(e, x, q, k, v, p, _r, _s):
    """A product without a bias, one whose weight is a constant, one that is used twice."""
    twice = project(e, x, v)
    return [project(e, x, q, p), project(e, x, k), e(OP.exp(twice)), twice, project(e, e(OP.tanh(x)), weights(8, 4))]


def parallel_constant(e, x, q, k, _v, p, r, _s):
    return [project(e, x, q, p), project(e, x, k, r), project(e, x, weights(8, 4))]


def parallel_bias_ranks(e, x, q, k, _v, p, r, _s):
    """Biases of one and of two dimensions, which stay apart, and what follows them, too; a weight that is a constant."""
    biases = [p, e(OP.reshape(r, (1, 8)))]
    return [e(OP.nn.relu(project(e, x, *pair))) for pair in zip((q, k), biases)] + [project(e, x, weights(8, 4))]


def parallel_weight_later(e, x, q, k, v, *_):
    """The second weight is computed behind the use of the first product; a value twice."""
    first = e(OP.exp(project(e, x, q)))
    return [first, project(e, x, e(OP.negative(k))), e(OP.add(e(OP.exp(v)), e(OP.exp(v))))]


def parallel_layers(e, x, q, k, v, *_):
    y = e(OP.add(project(e, x, q), project(e, x, k)))
    return [project(e, y, v), project(e, y, k)]


def parallel_cases():
    """Graphs of operators for the passes PARALLEL."""
    params = [tensor(name, *shape) for name, shape in
              (('x', (2, 8)), ('q', (8, 8)), ('k', (8, 8)), ('v', (8, 4)), ('p', (8,)), ('r', (8,)), ('s', (4,)))]
    for name, make in sorted(globals().items()):
        if name.startswith('parallel_') and name != 'parallel_cases':
            yield name.replace('_', '-'), build(params, make)


def fixed_cases():
    """Name, module; the image and matrix that functions are applied to follow from their first operators."""
    pair = relax.Var('t', relax.TupleType([tensor('a', 2, 8).ty] * 2))
    symbolic = relax.Var('x', relax.TensorType((tvm.tirx.Var('n', 'int64'), 8), 'float32'))
    images = [fixed_conv_bias_relu, fixed_residual, fixed_diamond, fixed_pool]
    special = {fixed_tuple_field: pair, fixed_symbolic: symbolic}
    for name, make in sorted(globals().items()):
        if name.startswith('fixed_') and name != 'fixed_cases':
            param = special[make] if make in special else tensor('x', 1, 4, 6, 6) if make in images else tensor('x', 2, 8)
            yield name[len('fixed_'):].replace('_', '-'), build([param], make)


def norm_cases():
    """A convolution with a normalization behind it, and a function beside it in which something is not used."""
    builder, image, rows = relax.BlockBuilder(), tensor('x', 1, 4, 6, 6), tensor('y', 2, 8)
    weights = relax.const(((np.arange(144) % 7 - 3) / 8).reshape(4, 4, 3, 3).astype('float32'))
    vectors = [relax.const(np.arange(1, 5, dtype='float32') / k) for k in range(1, 5)]
    with builder.function('main', [image]):
        with builder.dataflow():
            norm = builder.emit(OP.nn.batch_norm(builder.emit(OP.nn.conv2d(image, weights, padding=1)), *vectors, axis=1, training=False))
            result = builder.emit_output(builder.emit(relax.TupleGetItem(norm, 0)))
        builder.emit_func_output(result)
    with builder.function('beside', [rows]):
        with builder.dataflow():
            builder.emit(OP.exp(rows))
            result = builder.emit_output(builder.emit(OP.nn.relu(rows)))
        builder.emit_func_output(result)
    yield 'batch-norm', builder.get()


def run_in_tvm(module, passes):
    for name in passes:
        module = getattr(relax.transform, name)()(module)
    return module


def text_of(module):
    return module.script(show_meta=True)


def read_in_tvm(text):
    return tvm.script.from_source(re.sub(r'^(from|import) .*$', '', text, flags=re.M))


def run_in_tileloom(program, passes, *paths):
    return subprocess.run([program] + passes + list(paths), capture_output=True, text=True, check=False, timeout=120)


def compare(program, before, passes, folder):
    """What is wrong; None if nothing is."""
    path = os.path.join(folder, 'before.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text_of(before))
    try:
        expected = run_in_tvm(before, passes)
    except ValueError as error:
        if 'circular dependency' not in str(error):
            raise
        return None
    result = run_in_tileloom(program, passes, path)
    with open(os.path.join(folder, 'after.py'), 'w', encoding='utf-8') as file:
        file.write(text_of(expected))
    with open(os.path.join(folder, 'got.py'), 'w', encoding='utf-8') as file:
        file.write(result.stdout)
    if result.returncode != 0:
        return result.stderr.strip() or f'exit {result.returncode}'
    again = run_in_tileloom(program, passes, path, os.path.join(folder, 'after.py'))
    if again.returncode != 0:
        return f'{again.stdout}{again.stderr}'
    try:
        tvm.ir.assert_structural_equal(read_in_tvm(result.stdout), read_in_tvm(text_of(expected)))
    except Exception as error:  # pylint: disable=broad-exception-caught
        return str(error)[:1500]
    return None


def compare_plan(program, before, folder):
    """What is wrong with the memory plan: TVM's storage, each rounded up to 64 bytes, may not be less."""
    planned = run_in_tvm(before, DEFAULT + PLAN).script()
    wanted = sum(-int(n) // 64 * -64 for n in re.findall(r'alloc_storage\(R\.shape\(\[(\d+)\]\)', planned))
    result = run_in_tileloom(program, DEFAULT, os.path.join(folder, 'before.py'), '--plan')
    got = sum(int(line.split()[1]) for line in result.stdout.splitlines())
    if result.returncode == 2 and 'not all numbers' in result.stderr:
        return None
    return f'{got} bytes planned, {wanted} in TVM {result.stderr}' if got > wanted or result.returncode != 0 else None


def keep_case(folder, top, name):
    target = os.path.join(top, name)
    os.makedirs(target, exist_ok=True)
    for file in os.listdir(folder):
        os.replace(os.path.join(folder, file), os.path.join(target, file))


def write_cases(top):
    legal = [(name, relax.transform.LegalizeOps()(module), LISTS) for name, module in fixed_cases()]
    of_operators = [(name, module, PARALLEL) for name, module in parallel_cases()]
    of_operators += [(name, module, RAW_LISTS) for name, module in norm_cases()]
    for name, module, lists in legal + of_operators:
        os.makedirs(os.path.join(top, name), exist_ok=True)
        for file, script in [('before', module)] + [('+'.join(passes), run_in_tvm(module, passes)) for passes in lists]:
            with open(os.path.join(top, name, file + '.py'), 'w', encoding='utf-8') as out:
                out.write(text_of(script))


def cases(seed, count):
    yield from fixed_cases()
    yield from parallel_cases()
    yield from norm_cases()
    for i in range(count):
        yield f'random-{seed + i}', Graph(random.Random(seed + i)).module()


def compare_all(options, name, module, lists):
    """How many results were compared, and how many differ."""
    n_wrong = 0
    for passes in lists:
        with tempfile.TemporaryDirectory() as folder:
            problem = compare(options.program, module, passes, folder)
            if problem is None and passes == DEFAULT:
                problem = compare_plan(options.program, module, folder)
            if problem is not None:
                n_wrong += 1
                print(f'{name}, {" ".join(passes)}: {problem}')
            if problem is not None and options.keep:
                keep_case(folder, options.keep, f'{name}-{"+".join(passes)}')
    return np.array([len(lists), n_wrong])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--count', type=int, default=20)
    parser.add_argument('--write')
    parser.add_argument('--keep')
    options = parser.parse_args()
    if options.write:
        write_cases(options.write)
        return 0
    total = np.zeros(2, int)
    for name, module in cases(options.seed, options.count):
        total += compare_all(options, name, module, RAW_LISTS + PARALLEL + [DEFAULT])
        total += compare_all(options, name, relax.transform.LegalizeOps()(module), LISTS)
    print(f'{total[0]} results compared, {total[1]} differ')
    return 1 if total[1] > 0 else 0


if __name__ == '__main__':
    sys.exit(main())
