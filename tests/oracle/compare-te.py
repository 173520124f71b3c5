#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the te scripts of tests/te/cases in TVM and compares each with what tileloom-cli makes of it.

usage: PYTHON-WITH-TVM compare-te.py TILELOOM-CLI CASES [--write]
       PYTHON-WITH-TVM compare-te.py TILELOOM-CLI --random SEED COUNT

--write stores TVM's script as expected.py beside each script that has none. Names of the newest package stand in for those of the classic
one."""
import difflib
import os
import random
import subprocess
import sys
import tempfile
import types

import tvm
from tvm import te


def stand_ins():
    """tvm.tir for scripts written for it; Schedule takes note of the program."""
    tir = types.ModuleType('tir')
    for name in dir(tvm.tirx):
        setattr(tir, name, getattr(tvm.tirx, name))

    class Schedule:
        def __init__(self, mod):
            scheduled.append(mod)

        def get_loops(self, name):
            return []

    scheduled = []
    tir.Schedule = Schedule
    tvm.tir = tir
    sys.modules['tvm.tir'] = tir
    return scheduled


def program_of(path):
    made, scheduled = [], stand_ins()
    create = te.create_prim_func

    def remember(*args, **kwargs):
        func = create(*args, **kwargs)
        made.append(func)
        return func

    te.create_prim_func = remember
    try:
        with open(path, encoding='utf-8') as file:
            names = {}
            exec(compile(file.read(), path, 'exec'), names)  # pylint: disable=exec-used
    finally:
        te.create_prim_func = create
    modules = [value for value in names.values() if isinstance(value, tvm.IRModule)]
    return scheduled[0] if scheduled else modules[-1] if modules else made[-1]


class Maker:
    """Random scripts: a few tensors over each other, with the indices, conditions and casts that layers have."""

    def __init__(self, rng):
        self.rng, self.lines, self.tensors, self.inputs, self.number = rng, [], [], [], 0
        for name in 'ABC'[: rng.randint(1, 3)]:
            shape, dtype = [self.extent() for _ in range(rng.randint(1, 4))], rng.choice(['float32', 'float32', 'int32', 'float16', 'int8'])
            self.lines.append(f'{name} = te.placeholder({tuple(shape)}, name="{name}", dtype="{dtype}")')
            self.tensors.append((name, shape, dtype))
            self.inputs.append(name)

    def extent(self):
        return self.rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 32, 64])

    def const(self):
        return self.rng.choice([1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 16, 32])

    def index(self, axes, depth):
        r = self.rng
        kind = r.choices(['var', 'scaled', '+', '-', '//', '%', 'number', 'clamp', 'fused'], [30, 10, 12, 6, 12, 12, 2, 3, 10])[0]
        if not axes or kind == 'number':
            return str(r.randint(0, 9))
        name = r.choice(axes)
        if depth == 0 or kind == 'var':
            return name
        if kind == 'scaled':
            return f'{name} * {self.const()}'
        if kind == 'fused':
            return f'({name} * {self.const()} + {self.index(axes, depth - 1)})'
        if kind == 'clamp':
            return f'te.max(te.min({self.index(axes, depth - 1)}, {r.randint(1, 20)}), {r.randint(0, 2)})'
        other = self.index(axes, depth - 1) if kind in '+-' and r.random() < 0.6 else str(self.const())
        return f'({self.index(axes, depth - 1)} {kind} {other})'

    def condition(self, axes):
        r = self.rng
        parts = [f'{self.index(axes, 2)} {r.choice(["<", "<=", ">", ">=", "==", "!=", "<", ">="])} '
                 f'{r.randint(0, 20) if r.random() < 0.8 else self.index(axes, 1)}'
                 for _ in range(r.choice([1, 1, 2, 4]))]
        return parts[0] if len(parts) == 1 else f'te.{r.choice(["all", "all", "any"])}({", ".join(parts)})'

    def value(self, axes, depth):
        """A value and its type."""
        r = self.rng
        if depth == 0 or r.random() < 0.3:
            name, shape, dtype = r.choice(self.tensors[-4:])
            return f'{name}[{", ".join(self.index(axes, 2) for _ in shape)}]', dtype
        kind = r.choices(['+', '*', '-', 'cast', 'pad', 'max', 'call', 'select', 'axis'], [20, 20, 10, 10, 15, 6, 8, 5, 5])[0]
        text, dtype = self.value(axes, depth - 1)
        if kind in '+*-':
            other, same = self.value(axes, depth - 1)
            return (f'({text} {kind} {other})', dtype) if same == dtype else (f'({text} {kind} {other}.astype("{dtype}"))', dtype)
        if kind == 'cast':
            dtype = r.choice(['float32', 'int32', 'float16'])
            return f'{text}.astype("{dtype}")', dtype
        if kind == 'pad':
            return f'te.if_then_else({self.condition(axes)}, {text}, tir.const(0, "{dtype}"))', dtype
        if kind == 'max':
            return f'te.max({text}, tir.const({r.randint(0, 3)}, "{dtype}"))', dtype
        if kind == 'call':
            return (f'te.{r.choice(["exp", "tanh", "sqrt"])}({text})', dtype) if dtype.startswith('float') else (f'({text} + 1)', dtype)
        if kind == 'select':
            return f'tir.Select({self.condition(axes)}, {text}, tir.const(1, "{dtype}"))', dtype
        return (f'({text} + {self.index(axes, 2)})', dtype) if dtype == 'int32' else (f'({text} * 2)', dtype)

    def stage(self):
        r, self.number = self.rng, self.number + 1
        name, shape = f'T{self.number}', [self.extent() for _ in range(r.randint(1, 4))]
        axes = list('nchw')[: len(shape)]
        if r.random() < 0.35:
            reduce_axes = [f'k{self.number}{c}' for c in 'abc'[: r.randint(1, 3)]]
            for axis in reduce_axes:
                self.lines.append(f'{axis} = te.reduce_axis((0, {self.extent()}), name="{axis}")')
            text, dtype = self.value(axes + reduce_axes, 2)
            text = f'te.{r.choice(["sum", "sum", "max", "min"])}({text}, axis=[{", ".join(reduce_axes)}])'
        else:
            text, dtype = self.value(axes, 3)
        self.lines.append(f'{name} = te.compute({tuple(shape)}, lambda {", ".join(axes)}: {text}, name="{name}")')
        self.tensors.append((name, shape, dtype))

    def script(self):
        for _ in range(self.rng.randint(1, 3)):
            self.stage()
        return ('import tvm\nfrom tvm import te, tir\n\n' + '\n'.join(self.lines)
                + f'\nf = te.create_prim_func([{", ".join(self.inputs)}, {self.tensors[-1][0]}])\n')


def compare_random(cli, seed, count):
    n_different = n_refused = 0
    with tempfile.TemporaryDirectory() as folder:
        script, expected = os.path.join(folder, 'script.py'), os.path.join(folder, 'expected.py')
        for number in range(seed, seed + count):
            with open(script, 'w', encoding='utf-8') as file:
                file.write(Maker(random.Random(number)).script())
            try:
                text = program_of(script).script()
            except Exception:  # pylint: disable=broad-except
                n_refused += 1
                continue
            with open(expected, 'w', encoding='utf-8') as file:
                file.write(text)
            result = subprocess.run([cli, 'equal', script, expected], capture_output=True, text=True, check=False)
            if result.returncode != 0:
                n_different += 1
                ours = subprocess.run([cli, 'print', script, '--dialect', 'sblock'], capture_output=True, text=True, check=False).stdout
                shown = difflib.unified_diff(text.split('\n'), ours.replace('    ', '', 1).replace('\n    ', '\n').split('\n'), 'TVM',
                                             'here', '', '', 0, '')
                print(f'# seed {number}: {result.stdout}{result.stderr}'
                      + '\n'.join(l for l in shown if not l.startswith(('@@', '---', '+++')) and l[1:].strip()))
    print(f'{count} random scripts, {n_different} different, {n_refused} TVM refuses')
    return n_different != 0


def main():
    if '--random' in sys.argv:
        return compare_random(sys.argv[1], int(sys.argv[3]), int(sys.argv[4]))
    cli, cases, write = sys.argv[1], sys.argv[2], '--write' in sys.argv
    n_different = 0
    for name in sorted(os.listdir(cases)):
        script = os.path.join(cases, name, 'script.py')
        try:
            text = program_of(script).script()
        except Exception as error:  # pylint: disable=broad-except
            print(f'{name}: TVM: {type(error).__name__}: {str(error).strip().splitlines()[-1][:160]}')
            n_different += 1
            continue
        with tempfile.NamedTemporaryFile('w', suffix='.py', delete=False) as file:
            file.write(text)
        result = subprocess.run([cli, 'equal', script, file.name], capture_output=True, text=True, check=False)
        os.unlink(file.name)
        if result.returncode != 0:
            n_different += 1
            print(f'{name}: {result.stdout}{result.stderr}')
        expected = os.path.join(cases, name, 'expected.py')
        if write and not os.path.exists(expected):
            with open(expected, 'w', encoding='utf-8') as file:
                file.write(text.rstrip() + '\n')
    print(f'{len(os.listdir(cases))} scripts, {n_different} different')
    return n_different != 0


if __name__ == '__main__':
    sys.exit(main())
