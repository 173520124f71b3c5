#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Models of single operators, tests/graph/models, by `model run` and by onnxruntime. usage: compare-onnx.py CLI [MODEL.onnx...]; needs
onnx, onnxruntime, numpy. Free sizes are 2. Ends with 1 if results differ by more than 1e-4 of their largest number."""
import glob
import os
import subprocess
import sys
import tempfile

import numpy as np
import onnxruntime

MODELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'graph', 'models')
TYPES = {'tensor(float)': np.float32, 'tensor(int64)': np.int64, 'tensor(int8)': np.int8, 'tensor(bool)': np.bool_}
MOST = 1e-4


def make_inputs(session):
    """Numbers from -2 to 2; whole ones are indices, so 0 or 1."""
    random, inputs, sizes = np.random.default_rng(7), {}, {}
    for value in session.get_inputs():
        shape = [n if isinstance(n, int) else sizes.setdefault(n, 2) for n in value.shape]
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
        raise RuntimeError((done.stderr + done.stdout).strip().splitlines()[-1])
    arrays = np.load(results)
    return [arrays[name] for name in arrays.files]


def difference(ours, theirs):
    """Of the largest number; NaN and infinities must be the same."""
    if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
        return f'{ours.dtype} {ours.shape}, not {theirs.dtype} {theirs.shape}'
    finite = np.isfinite(theirs.astype(np.float64))
    if not np.array_equal(ours[~finite], theirs[~finite], equal_nan=ours.dtype.kind == 'f'):
        return 'NaN or infinities differ'
    a, b = ours[finite].astype(np.float64), theirs[finite].astype(np.float64)
    error = np.abs(a - b).max(initial=0) / max(np.abs(b).max(initial=0), 1e-6)
    return None if error <= MOST else f'differs by {error:.2g} of the largest number'


def compare(cli, path, folder):
    session = onnxruntime.InferenceSession(path, providers=['CPUExecutionProvider'])
    inputs, sizes = make_inputs(session)
    theirs = [result.copy() for result in session.run(None, inputs)]
    try:
        ours = run_ours(cli, path, inputs, sizes, folder)
    except RuntimeError as error:
        return str(error)
    if len(ours) != len(theirs):
        return f'{len(ours)} results, not {len(theirs)}'
    return next((text for text in map(difference, ours, theirs) if text), None)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    paths = sys.argv[2:] or sorted(glob.glob(os.path.join(MODELS, '*.onnx')))
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            fault = compare(sys.argv[1], path, folder)
            failed += fault is not None
            if fault:
                print(f'{os.path.basename(path)}: {fault}', flush=True)
    print(f'{len(paths) - failed} of {len(paths)} models agree')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
