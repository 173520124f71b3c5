#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares FuseOpsByPattern with that of TVM.

usage: PYTHON-WITH-TVM compare-patterns.py CLI PASSES-TEXT [--seed SEED] [--count COUNT] [--keep FOLDER]
       PYTHON-WITH-TVM compare-patterns.py --write FOLDER

Scripts that build a graph and fuse it run in TVM and by `CLI script`; TVM compares the results by structure, names of functions included.
The fixed ones come first, then COUNT random graphs with random patterns. With --write the fixed ones are stored as FOLDER/<case>/script.py
and after.py, TVM's result. Graphs where TVM fails are left out: where a function would need its own result ("cyclic dependency"), nothing
is fused here."""
import argparse
import os
import random
import subprocess
import sys
import tempfile

import tvm

HEAD = '''import numpy as np
from tvm import relax
from tvm.relax.dpl import is_const, is_op, is_tuple, is_tuple_get_item, is_var, wildcard

op = relax.op
x = relax.Var("x", relax.TensorType((2, 8), "float32"))
y = relax.Var("y", relax.TensorType((8, 8), "float32"))
w = relax.const(np.arange(64, dtype="float32").reshape(8, 8) / 8)
v = relax.const(np.ones((8, 8), "float32"))
b = relax.const(np.ones(8, "float32"))
matmul = is_op("relax.matmul")(wildcard(), wildcard())
bias = is_op("relax.add")(matmul, wildcard())
anything = wildcard()

bb = relax.BlockBuilder()
with bb.function("main", [x, y]):
    with bb.dataflow():
'''
TAIL = '''    bb.emit_func_output({result})
mod = relax.transform.FuseOpsByPattern([{patterns}]{options})(bb.get())
print(mod.script(show_meta=True))
'''


def script(values, outputs, patterns, options=''):
    """@values: expressions, bound to v0, v1 …"""
    lines = [f'v{i} = bb.emit({value})' for i, value in enumerate(values)]
    lines += [f'o{i} = bb.emit_output({value})' for i, value in enumerate(outputs)]
    names = [f'o{i}' for i in range(len(outputs))]
    body = ''.join(f'        {line}\n' for line in lines)
    tail = TAIL.format(result=names[0] if len(names) == 1 else f'[{", ".join(names)}]', patterns=', '.join(patterns), options=options)
    return HEAD + body + tail


RELU = ['op.matmul(x, w)', 'op.add(v0, b)', 'op.nn.relu(v1)']
LAYERS = RELU + ['op.matmul(v2, v)', 'op.add(v3, b)', 'op.nn.relu(v4)']
FIXED = {
    'bias': (RELU, ['v2'], ['("a.bias", bias)']),
    'constants-outside': (LAYERS, ['v5'], ['("a.bias", bias)'], ', bind_constants=False'),
    'codegen': (LAYERS, ['v5'], ['("a.bias_relu", is_op("relax.nn.relu")(bias))'], ', annotate_codegen=True'),
    'codegen-parameters': (RELU[:1] + ['op.add(v0, b)', 'op.exp(v0)'], ['v1', 'v2'], ['("a.bias", bias)'],
                           ', bind_constants=False, annotate_codegen=True'),
    'priority': (LAYERS, ['v5'], ['("a.relu", is_op("relax.nn.relu")(wildcard()))', '("a.bias", bias)', '("a.matmul", matmul)']),
    'one-value': (['op.exp(x)', 'op.tanh(v0)'], ['v1'], ['("exp", is_op("relax.exp")(wildcard()))']),
    'shared-inside': (['op.matmul(x, y)', 'op.add(v0, x)', 'op.add(v0, b)', 'op.exp(v0)'], ['v1', 'v2', 'v3'], ['("a.bias", bias)']),
    'several-results': (['op.matmul(x, y)', 'op.add(v0, b)', 'op.nn.relu(v1)', 'op.add(v1, v0)'], ['v2', 'v3'],
                        ['("a.relu", is_op("relax.nn.relu")(bias))']),
    'any-order': (['op.matmul(x, y)', 'op.add(b, v0)', 'op.multiply(op.sigmoid(v1), v1)'], ['v2'],
                  ['("bias", bias)', '("silu", is_op("relax.multiply")(anything, is_op("relax.sigmoid")(anything)))']),
    'same-value': (['op.add(x, x)', 'op.add(v0, x)'], ['v1'], ['("twice", is_op("relax.add")(anything, anything))']),
    'constant': (['op.matmul(x, y)', 'op.matmul(v0, w)'], ['v1'], ['("constant", is_op("relax.matmul")(wildcard(), is_const()))']),
    'parameter': (['op.exp(x)', 'op.exp(v0)', 'op.exp(y)'], ['v1', 'v2'], ['("exp", is_op("relax.exp")(is_var("x")))']),
    'alternatives': (['op.exp(x)', 'op.nn.relu(v0)', 'op.tanh(v1)', 'op.nn.relu(v2)', 'op.nn.relu(v3)'], ['v4'],
                     ['("or", is_op("relax.nn.relu")(is_op("relax.exp")(wildcard()) | is_op("relax.tanh")(wildcard())))']),
    'not': (['op.exp(x)', 'op.exp(v0)', 'op.tanh(v1)', 'op.exp(v2)'], ['v3'],
            ['("not", is_op("relax.exp")(~is_op("relax.tanh")(wildcard())))']),
    'and': (['op.tanh(x)', 'op.exp(v0)', 'op.tanh(y)', 'op.exp(v2)'], ['v1', 'v3'],
            ['("and", is_op("relax.exp")(is_op("relax.tanh")(wildcard()) & wildcard().has_shape((2, 8))))']),
    'attributes': (['op.nn.softmax(x, axis=0)', 'op.nn.softmax(v0, axis=1)'], ['v1'],
                   ['("axis", is_op("relax.nn.softmax")(wildcard()).has_attr({"axis": 0}))']),
    'type': (['op.exp(x)', 'op.astype(v0, "float16")', 'op.exp(v1)'], ['v2'],
             ['("half", is_op("relax.exp")(wildcard().has_dtype("float16")))']),
    'items': (['op.split(x, 2, axis=1)', 'v0[0]', 'op.nn.silu(v1)', 'v0[1]', 'op.multiply(v2, v3)'], ['v4'],
              ['("gate", is_op("relax.multiply")(is_op("relax.nn.silu")(is_tuple_get_item(is_op("relax.split")(wildcard()), 0)),'
               ' is_tuple_get_item(wildcard(), 1)))']),
    'tuple': (['op.exp(x)', 'op.concat([v0, x], axis=0)'], ['v1'],
              ['("join", is_op("relax.concat")(is_tuple([is_op("relax.exp")(wildcard()), wildcard()])))']),
    'any-arguments': (['op.exp(x)', 'op.concat([v0, x], axis=0)', 'op.add(v1, v1)'], ['v2'],
                      ['("add", is_op("relax.add")(varg_default_wildcard=True))']),
    'no-match': (['op.exp(x)'], ['v0'], ['("arity", is_op("relax.exp")(wildcard(), wildcard()))']),
    'unused': (RELU + ['op.exp(x)'], ['v3'], ['("a.bias", bias)']),
}


class Random:
    def __init__(self, rng):
        self.rng, self.values = rng, []

    def pick(self):
        names = ['x', 'x'] + [f'v{i}' for i in range(len(self.values))]
        return self.rng.choice(names[-4:] if self.rng.random() < 0.8 else names)

    def value(self):
        kind = self.rng.randrange(6)
        if kind == 0:
            return f'op.matmul({self.pick()}, {self.rng.choice("wvyyy")})'
        if kind == 1:
            return f'op.add({self.pick()}, b)'
        if kind == 2:
            return f'op.{self.rng.choice(["add", "multiply", "maximum"])}({self.pick()}, {self.pick()})'
        return f'op.{self.rng.choice(["nn.relu", "exp", "tanh", "nn.gelu"])}({self.pick()})'

    def pattern(self, depth):
        kind = self.rng.randrange(10)
        if depth == 0 or kind == 0:
            return self.rng.choice(['wildcard()'] * 4 + ['is_const()', 'is_var()', 'anything', 'matmul'])
        if kind == 1:
            return f'({self.pattern(depth - 1)} | {self.pattern(depth - 1)})'
        if kind == 2:
            return f'({self.pattern(depth - 1)} & ~{self.pattern(depth - 1)})'
        return self.call(depth)

    def call(self, depth):
        name, n = self.rng.choice([('matmul', 2), ('add', 2), ('add', 2), ('multiply', 2), ('nn.relu', 1), ('exp', 1), ('tanh', 1)])
        return f'is_op("relax.{name}")({", ".join(self.pattern(depth - 1) for _ in range(n))})'

    def script(self):
        for _ in range(self.rng.randrange(3, 14)):
            self.values.append(self.value())
        outputs = [f'v{len(self.values) - 1}'] + ([self.pick()] if self.rng.random() < 0.4 else [])
        patterns = [f'("a.p{i}", {self.call(self.rng.randrange(1, 4))})' for i in range(self.rng.randrange(1, 4))]
        options = f', bind_constants={self.rng.random() < 0.5}, annotate_codegen={self.rng.random() < 0.3}'
        return script(self.values, outputs, patterns, options)


def run_in_tvm(text):
    """The module; None where its functions would need each other."""
    names = {'print': lambda text: None}
    try:
        exec(text, names)  # pylint: disable=exec-used
    except Exception as error:  # pylint: disable=broad-exception-caught
        if 'cyclic dependency' not in str(error):
            raise
        return None
    return names['mod']


def run_in_tileloom(options, text, folder):
    """The module's text in TVM's dialect."""
    given, printed = os.path.join(folder, 'script.py'), os.path.join(folder, 'printed.py')
    with open(given, 'w', encoding='utf-8') as file:
        file.write(text)
    with open(printed, 'w', encoding='utf-8') as file:
        file.write(subprocess.run([options.cli, 'script', given], stdout=subprocess.PIPE, text=True, check=True).stdout)
    return subprocess.run([options.passes_text, printed], stdout=subprocess.PIPE, text=True, check=True).stdout


def read_in_tvm(text):
    return tvm.script.from_source('\n'.join(line for line in text.splitlines() if not line.startswith(('from', 'import'))))


def compare(options, text):
    """What is wrong; None if nothing is, and '' where TVM fails."""
    expected = run_in_tvm(text)
    if expected is None:
        return ''
    try:
        with tempfile.TemporaryDirectory() as folder:
            got = read_in_tvm(run_in_tileloom(options, text, folder))
        tvm.ir.assert_structural_equal(got, read_in_tvm(expected.script(show_meta=True)))
    except Exception as error:  # pylint: disable=broad-exception-caught
        return str(error)[-1500:] or 'fails'
    return None


def write(top):
    for name, case in FIXED.items():
        os.makedirs(os.path.join(top, name), exist_ok=True)
        text = script(*case)
        for file, content in (('script', text), ('after', run_in_tvm(text).script(show_meta=True))):
            with open(os.path.join(top, name, file + '.py'), 'w', encoding='utf-8') as out:
                out.write(content)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cli', nargs='?')
    parser.add_argument('passes_text', nargs='?')
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--count', type=int, default=20)
    parser.add_argument('--write')
    parser.add_argument('--keep')
    options = parser.parse_args()
    if options.write:
        write(options.write)
        return 0
    texts = [(name, script(*case)) for name, case in FIXED.items()]
    texts += [(f'random-{i}', Random(random.Random(i)).script()) for i in range(options.seed, options.seed + options.count)]
    problems = [(name, text, compare(options, text)) for name, text in texts]
    for name, text, problem in problems:
        if problem:
            print(f'{name}: {problem}')
        if problem and options.keep:
            os.makedirs(options.keep, exist_ok=True)
            with open(os.path.join(options.keep, name + '.py'), 'w', encoding='utf-8') as file:
                file.write(text)
    n_failed, n_wrong = (sum(bool(test(problem)) for _, _, problem in problems) for test in (lambda p: p == '', bool))
    print(f'{len(texts) - n_failed} results compared, {n_wrong} differ; TVM fails at {n_failed}')
    return 1 if n_wrong else 0


if __name__ == '__main__':
    sys.exit(main())
