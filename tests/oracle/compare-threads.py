#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exported models beside onnxruntime with one thread and with several, in one process.

usage: compare-threads.py CLI MODEL.onnx… [--threads N] [--dim NAME=N…] [--rounds N]

`model export --shared` writes each model for one thread and for N, two by default. A round calls the four in turns, ours and onnxruntime
with one thread and with N, after a rest in which the threads of the last one go to sleep. So all four see the same machine, however busy
it is. The calls of the first 0.15 s are not counted: until weights are back in the caches, which other copies of them have filled, a call
of ResNet-18 takes up to twice as long, the tenth still a tenth longer, and one thread fetches them more slowly than two.

A line for each model: the times in ms, medians over the rounds; the two ratios, onnxruntime's time divided by ours; and the median over the
rounds of the second ratio divided by the first, with its quartiles. The last line has the geometric means. Ends with 1 if a result differs
by more than 1e-3 of the largest number of its output.
"""
import argparse
import ctypes
import os
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

from sessions import bound, dims_of, free_dims, inputs_of, largest_error, session_of

MOST = 1e-3
REST_S = 0.02
WARM_S = 0.15
BLOCK_S = 0.1
LEAST_CALLS, MOST_CALLS = 5, 1000
LINE = re.compile(r"^ \*   (input|output) +\S+ +(\w+) \[(.*)\], \d+ bytes$", re.M)


class Exported:
    """A shared library with its context, inputs and outputs."""

    def __init__(self, cli, path, shapes, inputs, threads, folder):
        name = f"model{threads}"
        library, header = (os.path.join(folder, name + end) for end in (".so", ".h"))
        command = [cli, "model", "export", path, "--shared", library, "--header", header, "--name", name, "--threads", str(threads)]
        done = subprocess.run(command + shapes, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip().splitlines()[-1])
        with open(header, encoding="utf-8") as file:
            text = file.read()
        self.outputs = [np.zeros([int(size) for size in shape.split(",") if size.strip()], np.dtype(dtype))
                        for kind, dtype, shape in LINE.findall(text) if kind == "output"]
        self.inputs = [np.ascontiguousarray(array) for array in inputs]
        self.memory = np.zeros(int(re.search(r"memory\[(\d+)\]", text)[1]) + 128, np.uint8)
        self.library = ctypes.CDLL(library)
        context = ctypes.c_void_p(self.memory.ctypes.data + -self.memory.ctypes.data % 64)
        getattr(self.library, name + "_init")(context)
        run = getattr(self.library, name + "_run")
        places = [ctypes.c_void_p(array.ctypes.data) for array in self.inputs + self.outputs]
        self.call = lambda: run(context, *places)


def seconds(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def block_s(call, n):
    """The median of @n calls."""
    time.sleep(REST_S)
    end = time.perf_counter() + WARM_S
    while time.perf_counter() < end:
        call()
    return float(np.median([seconds(call) for _ in range(n)]))


def quartiles(values):
    low, middle, high = np.percentile(values, [25, 50, 75])
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def compare(options, path, folder):
    """Prints a line about the model; its two ratios and their quotient."""
    counts = (1, options.threads)
    sessions = [session_of(path, n) for n in counts]
    dims = dims_of(options.dim)
    inputs, shapes = inputs_of(sessions[0], dims), list(free_dims(sessions[0], dims))
    expected = sessions[0].run(None, inputs)
    ours = [Exported(options.cli, path, shapes, inputs.values(), n, folder) for n in counts]
    calls = [call for side, session in zip(ours, sessions) for call in (side.call, bound(session, inputs))]
    for side in ours:
        side.call()
        if largest_error(side.outputs, expected) > MOST:
            raise RuntimeError("the result differs from onnxruntime's")
    n_calls = [int(np.clip(BLOCK_S / block_s(call, LEAST_CALLS), LEAST_CALLS, MOST_CALLS)) for call in calls]
    times = np.array([[block_s(call, n) for call, n in zip(calls, n_calls)] for _ in range(options.rounds)])
    first, second = times[:, 1] / times[:, 0], times[:, 3] / times[:, 2]
    middle = np.median(times, axis=0) * 1e3
    print(f"{os.path.basename(path):28} 1 thread: ours {middle[0]:8.3f}  onnxruntime {middle[1]:8.3f}  ratio {quartiles(first)}   "
          f"{options.threads} threads: ours {middle[2]:8.3f}  onnxruntime {middle[3]:8.3f}  ratio {quartiles(second)}   "
          f"second / first {quartiles(second / first)}", flush=True)
    return np.median(first), np.median(second), np.median(second / first)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--dim", action="append", default=[])
    options = parser.parse_args()
    found = []
    for path in options.models:
        with tempfile.TemporaryDirectory() as folder:
            try:
                found.append(compare(options, path, folder))
            except RuntimeError as failure:
                print(f"{os.path.basename(path):28} {failure}", flush=True)
    means = np.exp(np.mean(np.log(found or [[1, 1, 1]]), axis=0))
    print(f"{len(found)} of {len(options.models)} models agree; geometric means {means[0]:.2f}, {means[1]:.2f}, {means[2]:.2f}")
    return 0 if len(found) == len(options.models) else 1


if __name__ == "__main__":
    sys.exit(main())
