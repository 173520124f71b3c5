#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Planned memory of whole models: the arena of `model show`, the storage that TVM's StaticPlanBlockMemory plans, onnxruntime's arena.

usage: compare-memory.py CLI MODEL.onnx… [--shape NAME=N…]

Bytes of intermediate tensors, without weights; onnxruntime's arena has the results, too, and grows by what is asked for (its own default is
powers of two) in the first run. TVM's are rounded up to 64 bytes, as ours are; "-": its importer or a pass refuses the model. For hand: it
needs onnx, onnxruntime, numpy and apache-tvm. Ends with 1 if a plan of ours is larger than TVM's."""
import argparse
import contextlib
import json
import os
import re
import subprocess
import sys

PASSES = ['CanonicalizeBindings', 'FoldBatchnormToConv2D', 'DecomposeOpsForInference', 'CanonicalizeBindings', 'LegalizeOps',
          'AnnotateTIROpPattern', 'FoldConstant', 'FuseOps', 'FuseTIR', 'RewriteDataflowReshape', 'DeadCodeElimination', 'ToNonDataflow',
          'RemovePurityChecking', 'CallTIRRewrite', 'StaticPlanBlockMemory']
TYPES = {'tensor(int64)': 'int64', 'tensor(int32)': 'int32', 'tensor(bool)': 'bool'}


def sizes_of(options):
    return {name: int(n) for name, n in (text.split('=') for text in options.shape)}


def extents(name, dims, sizes):
    """Of an input: numbers of the model, sizes by their name or by input and dimension; 1 else."""
    return [dim if isinstance(dim, int) and dim > 0 else sizes.get(f'{name}:{i}', sizes.get(dim, 1)) for i, dim in enumerate(dims)]


def ours(options, path):
    import onnx
    names = {name for value in onnx.load(path, load_external_data=False).graph.input
             for i, dim in enumerate(value.type.tensor_type.shape.dim) for name in (dim.dim_param, f'{value.name}:{i}')}
    shapes = [f'--shape={name}={n}' for name, n in sizes_of(options).items() if name in names]
    done = subprocess.run([options.cli, 'model', 'show', path, '--json', *shapes], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr.strip())
    shown = json.loads(done.stdout)
    return shown['arena_bytes'], shown['unshared_bytes']


def tvm_plan(path, sizes):
    """Bytes, or None where TVM does not take the model."""
    import onnx
    from tvm import relax
    from tvm.relax.frontend.onnx import from_onnx
    model = onnx.load(path)
    weights = {value.name for value in model.graph.initializer}
    shapes = {value.name: extents(value.name, [dim.dim_param or dim.dim_value for dim in value.type.tensor_type.shape.dim], sizes)
              for value in model.graph.input if value.name not in weights}
    try:
        with contextlib.redirect_stdout(sys.stderr):   # it prints what it cannot convert
            module = from_onnx(model, shape_dict=shapes)
        for name in PASSES:
            module = getattr(relax.transform, name)()(module)
    except Exception as error:  # any refusal of a black box
        print(f'# {os.path.basename(path)}: TVM: {str(error).strip().splitlines()[-1][:160]}', file=sys.stderr)
        return None
    return sum(-int(n) // 64 * -64 for n in re.findall(r'alloc_storage\(R\.shape\(\[(\d+)\]\)', module['main'].script()))


def run_session(path, sizes):
    """One run; what its arena grows by is in the log."""
    import numpy
    import onnxruntime
    arena = onnxruntime.OrtMemoryInfo('Cpu', onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT)
    onnxruntime.create_and_register_allocator(arena, onnxruntime.OrtArenaCfg({'arena_extend_strategy': 1, 'initial_chunk_size_bytes': 64}))
    onnxruntime.set_default_logger_severity(0)
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    settings.add_session_config_entry('session.use_env_allocators', '1')
    settings.add_session_config_entry('session.use_device_allocator_for_initializers', '1')
    session = onnxruntime.InferenceSession(path, settings, providers=['CPUExecutionProvider'])
    inputs = {value.name: numpy.ones(extents(value.name, value.shape, sizes), TYPES.get(value.type, 'float32'))
              for value in session.get_inputs()}
    print('first run', file=sys.stderr, flush=True)
    session.run(None, inputs)


def onnxruntime_arena(options, path):
    command = [sys.executable, __file__, options.cli, path, '--session', *(f'--shape={text}' for text in options.shape)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    log = done.stderr.partition('first run')[2]
    return sum(int(n) for n in re.findall(r'Extended allocation by (\d+) bytes', log)) if done.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cli')
    parser.add_argument('models', nargs='+')
    parser.add_argument('--shape', action='append', default=[])
    parser.add_argument('--session', action='store_true', help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.session:
        run_session(options.models[0], sizes_of(options))
        return 0
    n_larger = 0
    print(f'{"model":34} {"arena":>10} {"unshared":>10} {"TVM":>10} {"onnxruntime":>12}   bytes')
    for path in options.models:
        arena, unshared = ours(options, path)
        theirs, grown = tvm_plan(path, sizes_of(options)), onnxruntime_arena(options, path)
        is_larger = theirs is not None and arena > theirs
        n_larger += is_larger
        print(f'{os.path.basename(path):34} {arena:10} {unshared:10} {"-" if theirs is None else theirs:>10} '
              f'{"-" if grown is None else grown:>12}{"   LARGER" if is_larger else ""}', flush=True)
    return 1 if n_larger > 0 else 0


if __name__ == '__main__':
    sys.exit(main())
