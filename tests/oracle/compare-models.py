#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole models: `model run --check` beside onnxruntime, results and times.

usage: compare-models.py CLI [MODEL.onnx…] [--threads N] [--dim NAME=N…] [--rounds N] [--tuned FOLDER [--tvm-cpu CPU]]

NAME: of a size, or "x:2", a place of an input.

Without files it makes models of its own (seeded weights): a multilayer perceptron and two convolutional networks of FashionMNIST's shapes,
a residual block, attention. For hand: it needs onnx, onnxruntime and numpy. Integers of inputs are 0 or 1, sizes that are not set 1.

--tuned: ours with the records of FOLDER/NAME.tileloom (`model tune MODEL --database`) and, where there is a folder FOLDER/NAME-tvm, the
records that tune-model.py made with TVM for CPU: its time, too, and the ratio of it to ours.

All are timed in turns, --rounds times, onnxruntime with its inputs and outputs bound, so without copies in Python. The ratio is the median
of those of each round, onnxruntime's time divided by ours (above 1: ours is faster), with the least and the largest behind it; the last
line has the geometric mean over all models that agree. Ends with 1 if a result differs by more than 1e-3 of the largest number of its
output; of quantized models by 5e-2: a number between two steps rounds to either, and each step more or less goes on through the layers
behind.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from sessions import bound, dims_of, free_dims, inputs_of, largest_error, session_of

MOST, MOST_QUANTIZED = 1e-3, 5e-2
RUNS = 30


class Network:
    """Nodes in order; weights are drawn as they are named."""

    def __init__(self, name, shape, seed):
        self.name, self.random = name, np.random.default_rng(seed)
        self.input = helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)
        self.nodes, self.weights = [], []

    def weight(self, *shape):
        values = (self.random.standard_normal(shape) / np.sqrt(max(np.prod(shape[1:]), 1))).astype(np.float32)
        self.weights.append(numpy_helper.from_array(values, f"w{len(self.weights)}"))
        return self.weights[-1].name

    def constant(self, values, dtype=np.int64):
        self.weights.append(numpy_helper.from_array(np.array(values, dtype), f"w{len(self.weights)}"))
        return self.weights[-1].name

    def node(self, op, *inputs, **attributes):
        self.nodes.append(helper.make_node(op, inputs, [f"t{len(self.nodes)}"], **attributes))
        return self.nodes[-1].output[0]

    def model(self, output, shape):
        result = helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)
        graph = helper.make_graph(self.nodes, self.name, [self.input], [result], self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.checker.check_model(model)
        return model


def mlp(batch=1):
    net = Network("mlp_fashion", [batch, 784], 1)
    hidden = net.node("Relu", net.node("Gemm", "x", net.weight(128, 784), net.weight(128), transB=1))
    return net.model(net.node("Gemm", hidden, net.weight(10, 128), net.weight(10), transB=1), [batch, 10])


def cnn(normalized):
    net = Network("cnn_fashion_bn" if normalized else "cnn_fashion", [1, 1, 28, 28], 2)
    at, channels = "x", 1
    for wide in (32, 64):
        at = net.node("Conv", at, net.weight(wide, channels, 3, 3), net.weight(wide), pads=[1, 1, 1, 1], kernel_shape=[3, 3])
        if normalized:
            positive = net.constant(np.abs(net.random.standard_normal(wide)) + 0.5, np.float32)
            at = net.node("BatchNormalization", at, net.weight(wide), net.weight(wide), net.weight(wide), positive)
        at, channels = net.node("MaxPool", net.node("Relu", at), kernel_shape=[2, 2], strides=[2, 2]), wide
    at = net.node("Flatten", at)
    at = net.node("Relu", net.node("Gemm", at, net.weight(128, 3136), net.weight(128), transB=1))
    at = net.node("Gemm", at, net.weight(10, 128), net.weight(10), transB=1)
    return net.model(net.node("LogSoftmax", at), [1, 10])


def residual():
    net = Network("resblock_tiny", [1, 16, 14, 14], 3)
    options = {"pads": [1, 1, 1, 1], "kernel_shape": [3, 3]}
    at = net.node("Relu", net.node("Conv", "x", net.weight(16, 16, 3, 3), net.weight(16), **options))
    at = net.node("Conv", at, net.weight(16, 16, 3, 3), net.weight(16), **options)
    at = net.node("Relu", net.node("Add", at, "x"))
    at = net.node("Flatten", net.node("GlobalAveragePool", at))
    return net.model(net.node("Gemm", at, net.weight(10, 16), net.weight(10), transB=1), [1, 10])


def attention(length=32, wide=64, heads=4):
    net = Network("attention", [1, length, wide], 4)
    shape = net.constant([1, length, heads, wide // heads])

    def project(order):
        at = net.node("Add", net.node("MatMul", "x", net.weight(wide, wide)), net.weight(wide))
        return net.node("Transpose", net.node("Reshape", at, shape), perm=order)

    scores = net.node("MatMul", project([0, 2, 1, 3]), project([0, 2, 3, 1]))
    scores = net.node("Softmax", net.node("Mul", scores, net.constant((wide // heads) ** -0.5, np.float32)), axis=-1)
    at = net.node("Transpose", net.node("MatMul", scores, project([0, 2, 1, 3])), perm=[0, 2, 1, 3])
    at = net.node("Reshape", at, net.constant([1, length, wide]))
    at = net.node("Add", net.node("MatMul", at, net.weight(wide, wide)), "x")
    return net.model(net.node("LayerNormalization", at, net.weight(wide), net.weight(wide)), [1, length, wide])


def time_calls(call):
    times = []
    for _ in range(RUNS + 2):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return float(np.median(times[2:]))


def run_ours(options, path, shapes, inputs, folder, *more):
    """What it says as JSON and its results; raises RuntimeError."""
    given, results = os.path.join(folder, "in.npz"), os.path.join(folder, "out.npz")
    np.savez(given, **inputs)
    command = [options.cli, "model", "run", path, "--input", given, "--output", results, "--json", "--threads", str(options.threads)]
    done = subprocess.run(command + list(shapes) + list(more), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(((done.stderr + done.stdout).strip().splitlines() or ["no message"])[-1])
    arrays = np.load(results)
    return json.loads(done.stdout), [arrays[name] for name in arrays.files]


def tvm_runner(options, path, inputs, expected):
    """A call that times the model with TVM's records; None where there are none. Raises RuntimeError for another result."""
    records = options.tuned and os.path.join(options.tuned, project_name(path) + "-tvm")
    if not records or not os.path.isdir(records):
        return None
    import tvm_models  # pylint: disable=import-outside-toplevel
    made = tvm_models.machine(tvm_models.read(path, inputs), options.tvm_cpu, records)
    if largest_error(tvm_models.run(made, inputs), expected) > MOST:
        raise RuntimeError("TVM's result differs")
    return lambda: tvm_models.median_s(made, inputs, RUNS)


def project_name(path):
    return os.path.basename(path).removesuffix(".onnx")


def median_ratio(rounds, side):
    """Of a side's time to ours in each round, with the least and the largest."""
    ratios = [times[side] / times[0] for times in rounds]
    return f"{np.median(ratios):5.2f} ({min(ratios):.2f} to {max(ratios):.2f})", float(np.median(ratios))


def compare(options, path, folder):
    """A line about the model; its ratio, None if it does not agree."""
    session, dims = session_of(path, options.threads), dims_of(options.dim)
    inputs, shapes, name = inputs_of(session, dims), list(free_dims(session, dims)), os.path.basename(path)
    records = [f"--database={options.tuned}/{project_name(path)}.tileloom"] if options.tuned else []
    try:
        expected = session.run(None, inputs)
        said, got = run_ours(options, path, shapes, inputs, folder, "--check", *records)
        error = largest_error(got, expected)
        sides = [lambda: run_ours(options, path, shapes, inputs, folder, *records)[0]["median_s"],
                 lambda call=bound(session, inputs): time_calls(call)]
        tvm = tvm_runner(options, path, inputs, expected)
        rounds = [[side() for side in sides + ([tvm] if tvm else [])] for _ in range(options.rounds)]
    except RuntimeError as failure:
        return f"{name:24} {failure}", None
    times = [float(np.median(side)) * 1e3 for side in zip(*rounds)]
    text, ratio = median_ratio(rounds, 1)
    line = (f"{name:24} error {error:8.2e}  ours {times[0]:9.3f} ms  onnxruntime {times[1]:9.3f} ms  ratio {text}  "
            f"read {said['load_s']:.2f} s, built {said['build_s']:.2f} s, {said['calls']} calls")
    if tvm:
        line += f"  TVM tuned {times[2]:9.3f} ms  ratio {median_ratio(rounds, 2)[0]}"
    is_quantized = any(node.op_type == "QuantizeLinear" for node in onnx.load(path, load_external_data=False).graph.node)
    return line, ratio if error <= (MOST_QUANTIZED if is_quantized else MOST) else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("models", nargs="*")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--dim", action="append", default=[])
    parser.add_argument("--tuned")
    parser.add_argument("--tvm-cpu")
    options = parser.parse_args()
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        paths = options.models
        if not paths:
            for model in (mlp(), cnn(False), cnn(True), residual(), attention()):
                paths.append(os.path.join(folder, model.graph.name + ".onnx"))
                onnx.save(model, paths[-1])
        for path in paths:
            line, ratio = compare(options, path, folder)
            print(line if ratio else line + "  DIFFERS", flush=True)
            ratios += [ratio] if ratio else []
    print(f"{len(ratios)} of {len(paths)} models agree; geometric mean of their ratios {np.exp(np.mean(np.log(ratios or [1]))):.2f}")
    return 0 if len(ratios) == len(paths) else 1


if __name__ == "__main__":
    sys.exit(main())
