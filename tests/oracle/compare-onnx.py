#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Models by `model run`, by onnxruntime, and by TVM's importer. usage: compare-onnx.py CLI [MODEL.onnx...] [--dim NAME=N...]
[--most ERROR] [--table]; needs onnx, onnxruntime, numpy, and TVM for --table.

Without files the models of single operators, tests/graph/models. Free sizes are 2, or what --dim says ("x:0": of an input by place).
Ends with 1 if results differ by more than ERROR, 1e-4, of their largest number. --table: a line for each model, with TVM's result too:
from_onnx as the file is, with the same sizes, then tvm.compile."""
import argparse
import glob
import os
import subprocess
import sys
import tempfile

import numpy as np
import onnxruntime

MODELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'graph', 'models')
TYPES = {'tensor(float)': np.float32, 'tensor(int64)': np.int64, 'tensor(int32)': np.int32, 'tensor(int8)': np.int8,
         'tensor(bool)': np.bool_}


def make_inputs(session, dims):
    """Numbers from -2 to 2; whole ones are indices, so 0 or 1. And the free sizes, by name or place."""
    random, inputs, sizes = np.random.default_rng(7), {}, {}
    for value in session.get_inputs():
        shape = list(value.shape)
        for i, n in enumerate(shape):
            if not isinstance(n, int):
                place = f'{value.name}:{i}'
                name = n if n and place not in dims else place
                shape[i] = sizes.setdefault(name, int(dims.get(name, 2)))
        dtype = TYPES[value.type]
        made = random.random(shape) * 4 - 2 if dtype == np.float32 else random.integers(0, 2, shape)
        inputs[value.name] = np.asarray(made, dtype)
    return inputs, sizes


def run_ours(cli, path, inputs, sizes, folder):
    given, results = os.path.join(folder, 'in.npz'), os.path.join(folder, 'out.npz')
    np.savez(given, *inputs.values())
    command = [cli, 'model', 'run', path, '--output', results, *(['--input', given] if inputs else [])]
    done = subprocess.run(command + [f'--shape={name}={n}' for name, n in sizes.items()], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = (done.stderr + done.stdout).strip().splitlines()
        raise RuntimeError(next((line for line in lines if line.startswith('tileloom-cli:')), lines[-1]))
    arrays = np.load(results)
    return [arrays[name] for name in arrays.files]


def run_tvm(path, inputs):
    """The results, once it imports and compiles the model."""
    import tvm_models  # pylint: disable=import-outside-toplevel
    return tvm_models.run(tvm_models.machine(tvm_models.read(path, inputs)), inputs)


def difference(ours, theirs, most):
    """Of the largest number; NaN and infinities must be the same."""
    if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
        return f'{ours.dtype} {ours.shape}, not {theirs.dtype} {theirs.shape}'
    finite = np.isfinite(theirs.astype(np.float64))
    if not np.array_equal(ours[~finite], theirs[~finite], equal_nan=ours.dtype.kind == 'f'):
        return 'NaN or infinities differ'
    a, b = ours[finite].astype(np.float64), theirs[finite].astype(np.float64)
    error = np.abs(a - b).max(initial=0) / max(np.abs(b).max(initial=0), 1e-6)
    return None if error <= most else f'differs by {error:.2g} of the largest number'


def compare(run, theirs, most):
    """What is wrong with the results that run () gives; None if nothing is."""
    try:
        ours = run()
    except Exception as error:  # pylint: disable=broad-exception-caught
        return (str(error).strip().splitlines() or [type(error).__name__])[-1][:120]
    if len(ours) != len(theirs):
        return f'{len(ours)} results, not {len(theirs)}'
    return next((text for text in (difference(*pair, most) for pair in zip(ours, theirs)) if text), None)


def compare_model(options, path, folder):
    """For ours, and for TVM with --table: what is wrong."""
    session = onnxruntime.InferenceSession(path, providers=['CPUExecutionProvider'])
    inputs, sizes = make_inputs(session, dict(dim.split('=') for dim in options.dim))
    theirs = [result.copy() for result in session.run(None, inputs)]
    yield compare(lambda: run_ours(options.cli, path, inputs, sizes, folder), theirs, options.most)
    if options.table:
        yield compare(lambda: run_tvm(path, inputs), theirs, options.most)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cli')
    parser.add_argument('models', nargs='*')
    parser.add_argument('--dim', action='append', default=[])
    parser.add_argument('--most', type=float, default=1e-4)
    parser.add_argument('--table', action='store_true')
    options = parser.parse_args()
    paths = options.models or sorted(glob.glob(os.path.join(MODELS, '*.onnx')))
    failed = [0, 0]
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            faults = list(compare_model(options, path, folder))
            failed = [n + (fault is not None) for n, fault in zip(failed, faults)]
            name = os.path.basename(path)
            if options.table:
                print(f'{name:36} ours: {faults[0] or "agrees"}; TVM: {faults[1] or "agrees"}', flush=True)
            elif faults[0]:
                print(f'{name}: {faults[0]}', flush=True)
    print(f'{len(paths) - failed[0]} of {len(paths)} models agree' + (f'; with TVM {len(paths) - failed[1]}' if options.table else ''))
    sys.exit(failed[0] > 0)


if __name__ == '__main__':
    main()
