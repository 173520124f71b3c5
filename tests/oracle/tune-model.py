#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tunes an ONNX model with TVM's MetaSchedule, for one core, as compare-models.py --tuned wants it.

usage: tune-model.py MODEL.onnx WORK_DIR --cpu NAME [--trials 2000] [--dim NAME=N…]

CPU: as LLVM names it ("skylake-avx512"). Needs apache-tvm, cloudpickle, psutil and xgboost; an hour and more for 2,000 trials.
"""
import argparse
import sys
import time

import numpy as np
import onnx


def inputs_of(path, dims):
    """Zeros of the right shapes and types: nothing but these counts."""
    for value in onnx.load(path, load_external_data=False).graph.input:
        tensor = value.type.tensor_type
        shape = [dim.dim_value or dims.get(f'{value.name}:{i}', dims.get(dim.dim_param, 1)) for i, dim in enumerate(tensor.shape.dim)]
        yield value.name, np.zeros(shape, onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('model')
    parser.add_argument('work_dir')
    parser.add_argument('--cpu', required=True)
    parser.add_argument('--trials', type=int, default=2000)
    parser.add_argument('--dim', action='append', default=[])
    options = parser.parse_args()
    import tvm_models  # pylint: disable=import-outside-toplevel
    dims = {dim.split('=')[0]: int(dim.split('=')[1]) for dim in options.dim}
    module = tvm_models.read(options.model, dict(inputs_of(options.model, dims)))
    start = time.time()
    tvm_models.tune(module, options.cpu, options.work_dir, options.trials, 1)
    print(f'tuned in {time.time() - start:.0f} s')


if __name__ == '__main__':
    sys.exit(main())
