#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cases that onnx ships for its operators, by `model run`: results beside those of the reference.

usage: run-onnx-cases.py CLI [PART-OF-A-NAME…]

Prints a line for each case that is refused or differs, with the reason, and how many there are of each outcome. Inputs that must be known
(axes, shapes, bounds) are tried again as constants, as exporters write them. Types of elements below a byte, text, sequences and training
are left out. For hand: it needs onnx and numpy, and takes minutes. Ends with 1 if a result differs or the program crashes.
"""
import collections
import concurrent.futures
import glob
import os
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.backend.test.case.node import collect_testcases

LEFT_OUT = ('FLOAT8', 'FLOAT4', 'INT4', 'INT2', 'E8M0', 'e8m0', 'ai_onnx_ml', 'string', 'sequence', 'optional', 'adagrad', 'adam',
            'momentum', 'gradient')
LEAST_ATOL = 1e-6


def shipped(folder):
    """Models with data of the package itself: name, model, inputs, outputs, tolerances."""
    def tensors(kind):
        for path in sorted(glob.glob(os.path.join(folder, 'test_data_set_0', kind + '_*.pb'))):
            tensor = onnx.TensorProto()
            with open(path, 'rb') as file:
                tensor.ParseFromString(file.read())
            yield numpy_helper.to_array(tensor)
    model = onnx.load(os.path.join(folder, 'model.onnx'))
    return os.path.basename(folder), model, list(tensors('input')), list(tensors('output')), 1e-3, 1e-5


def cases(parts):
    def wanted(name):
        return not any(part in name for part in LEFT_OUT) and (not parts or any(part in name for part in parts))

    seen = set()
    for case in collect_testcases(None):
        if wanted(case.name) and case.name not in seen and case.model is not None and case.data_sets:
            seen.add(case.name)
            yield case.name, case.model, *case.data_sets[0], case.rtol, case.atol
    data = os.path.join(os.path.dirname(onnx.__file__), 'backend', 'test', 'data')
    for path in sorted(glob.glob(os.path.join(data, '*', '*', 'model.onnx'))):
        folder = os.path.dirname(path)
        if wanted(os.path.basename(folder)) and os.path.isdir(os.path.join(folder, 'test_data_set_0')):
            yield shipped(folder)


def inputs_of(model, arrays):
    weights = {weight.name for weight in model.graph.initializer}
    return [(value, np.asarray(array)) for value, array in zip((v for v in model.graph.input if v.name not in weights), arrays)]


def sizes_of(inputs):
    """--shape for each size that is no number."""
    for value, array in inputs:
        for i, dim in enumerate(value.type.tensor_type.shape.dim):
            if not dim.HasField('dim_value'):
                yield f'--shape={dim.dim_param or f"{value.name}:{i}"}={array.shape[i]}'


def difference(results, expected, rtol, atol):
    """A sentence, '' if there is none."""
    if len(results) != len(expected):
        return f'{len(results)} results, not {len(expected)}'
    for got, want in zip(results, map(np.asarray, expected)):
        if got.dtype.kind == 'V' and want.dtype.name == 'bfloat16':
            got = got.view(want.dtype)
        if (got.shape, got.dtype) != (want.shape, want.dtype):
            return f'{got.dtype} {got.shape}, not {want.dtype} {want.shape}'
        try:
            np.testing.assert_allclose(got.astype(np.float64), want.astype(np.float64), rtol=rtol, atol=max(atol, LEAST_ATOL))
        except AssertionError as error:
            return ' '.join(str(error).split())[:200]
    return ''


def run(cli, model, arrays, expected, tolerances):
    """Outcome and reason."""
    with tempfile.TemporaryDirectory() as folder:
        path, given, results = (os.path.join(folder, name) for name in ('m.onnx', 'in.npz', 'out.npz'))
        inputs = inputs_of(model, arrays)
        onnx.save(model, path)
        np.savez(given, **{value.name: array for value, array in inputs})
        done = subprocess.run([cli, 'model', 'run', path, '--input', given, '--output', results, '--threads', '1', *sizes_of(inputs)],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            reason = ' '.join((done.stderr or done.stdout).split()).replace(folder + '/', '')
            return 'refused' if done.returncode == 2 else f'exit {done.returncode}', reason[:200]
        arrays = np.load(results)
        reason = difference([arrays[name] for name in arrays.files], expected, *tolerances)
        return 'differs' if reason else 'agrees', reason


def with_constants(model, arrays):
    """All inputs but the first as weights."""
    known = onnx.ModelProto()
    known.CopyFrom(model)
    for value, array in inputs_of(model, arrays)[1:]:
        known.graph.initializer.append(numpy_helper.from_array(array, value.name))
        known.graph.input.remove(value)
    return known


def judge(cli, case):
    name, model, arrays, expected, *tolerances = case
    outcome, reason = run(cli, model, arrays, expected, tolerances)
    if outcome == 'refused' and ('computed from data' in reason or 'must be known' in reason) and len(arrays) > 1:
        outcome, reason = run(cli, with_constants(model, arrays), arrays[:1], expected, tolerances)
    return name, outcome, reason


def main():
    cli, parts = sys.argv[1], sys.argv[2:]
    counts = collections.Counter()
    warnings.simplefilter('ignore')
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for name, outcome, reason in pool.map(lambda case: judge(cli, case), list(cases(parts))):
            counts[outcome] += 1
            if outcome != 'agrees':
                print(f'{name}: {outcome}: {reason}', flush=True)
    print(', '.join(f'{n} {outcome}' for outcome, n in sorted(counts.items())))
    return 0 if set(counts) <= {'agrees', 'refused'} else 1


if __name__ == '__main__':
    sys.exit(main())
