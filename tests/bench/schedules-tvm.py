#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""TVM's side of `tileloom-bench schedules`: compiles scheduled programs with Apache TVM and times them against our kernels.

usage: schedules-tvm.py MCPU LOOPS.so      ("" is the CPU of this machine)

Reads a JSON object a line, answers a JSON object a line:

    {"script": "a.py", "library": "a.so", "reference": "r.so", "params": [["float32", [64, 64]], …], "rounds": 9}
    → {"tvm_s": …, "ours_s": …, "ratio": tvm_s / ours_s, "compile_s": …}   medians of the rounds, in turns, on the same arrays
    → {"error": "…"}          TVM does not compile the program
    → {"tvm_is_wrong": true}  its result differs from the unscheduled program's (the reference)
    → {"ours_is_wrong": true}

Libraries have one function "kernel" over aligned arrays. Leaves with 77 where there is no TVM.
"""
import ctypes
import json
import math
import re
import signal
import statistics
import subprocess
import sys
import time

try:
    import numpy
    import tvm
    from tvm.script import ir as I, tirx as T  # the reader of scripts looks for these names
except ImportError as reason:
    print(f"TVM is not installed: {reason}", file=sys.stderr)
    sys.exit(77)

ROUND_S = 0.004
COMPILE_S = 60  # then this process ends: it cannot stop TVM otherwise
ALIGNMENT = 64


def make_array(dtype, shape, draw):
    """Numbers between 0 and 1, on cache lines of their own."""
    size = numpy.dtype(dtype).itemsize * math.prod(shape)
    raw = numpy.empty(size + ALIGNMENT, dtype="uint8")
    shift = -raw.ctypes.data % ALIGNMENT
    array = raw[shift:shift + size].view(dtype).reshape(shape)
    array[...] = draw.random(shape, dtype=dtype)
    return array


class Arguments:
    def __init__(self, params):
        self.params = params
        draw = numpy.random.default_rng(1)
        self.arrays = [make_array(dtype, shape, draw) for dtype, shape in params]
        self.fresh = [array.copy() for array in self.arrays]
        self.pointers = (ctypes.c_void_p * len(params))(*[array.ctypes.data for array in self.arrays])
        self.tensors = [tvm.runtime.from_dlpack(array) for array in self.arrays]

    def results(self, kernel):
        for array, fresh in zip(self.arrays, self.fresh):
            array[...] = fresh
        kernel()
        return [array.copy() for array in self.arrays]


def equal(results, wanted):
    return all(numpy.allclose(a, b, rtol=1e-3, atol=1e-3) for a, b in zip(results, wanted))


def answer(request, loops, target):
    arguments = Arguments(request["params"])
    run = getattr(loops, f"run_{len(arguments.params)}")
    run.restype = ctypes.c_double

    def kernel_of(path):
        kernel = ctypes.CDLL(path).kernel
        return lambda count=1: run(kernel, arguments.pointers, ctypes.c_long(count)) / count

    started = time.monotonic()
    signal.alarm(COMPILE_S)
    try:
        with open(request["script"]) as script:
            module = tvm.script.from_source(script.read())
        theirs = tvm.compile(module, target=target).jit()
    except Exception as reason:  # TVM has many kinds
        return {"error": str(reason).strip().splitlines()[-1][:300]}
    finally:
        signal.alarm(0)
    compiled_s = time.monotonic() - started
    name = module.get_global_vars()[0].name_hint
    ours, reference = kernel_of(request["library"]), kernel_of(request["reference"])
    wanted = arguments.results(reference)
    if not equal(arguments.results(ours), wanted):
        return {"ours_is_wrong": True}
    if not equal(arguments.results(lambda: theirs[name](*arguments.tensors)), wanted):
        return {"tvm_is_wrong": True}
    count = max(1, int(ROUND_S / max(ours(3), 1e-7)))
    their_count = max(1, int(ROUND_S / max(theirs.time_evaluator(name, tvm.cpu(), number=3)(*arguments.tensors).mean, 1e-7)))
    evaluator = theirs.time_evaluator(name, tvm.cpu(), number=their_count)
    pairs = [(evaluator(*arguments.tensors).mean, ours(count)) for _ in range(request["rounds"])]
    return {"tvm_s": statistics.median(p[0] for p in pairs), "ours_s": statistics.median(p[1] for p in pairs),
            "ratio": statistics.median(p[0] for p in pairs) / statistics.median(p[1] for p in pairs), "compile_s": compiled_s}


def host_cpu():
    """This CPU, by the name that gcc has for it."""
    text = subprocess.run(["gcc", "-march=native", "-Q", "--help=target"], capture_output=True, text=True, check=True).stdout
    return re.search(r"^\s*-march=\s+(\S+)", text, re.MULTILINE).group(1)


def main():
    target = tvm.target.Target({"kind": "llvm", "mcpu": sys.argv[1] or host_cpu(), "num-cores": 1})
    loops = ctypes.CDLL(sys.argv[2])
    print(json.dumps({"version": tvm.__version__}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), loops, target)), flush=True)


main()
