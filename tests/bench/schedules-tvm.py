#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""TVM's side of `tileloom-bench schedules`: compiles scheduled programs with Apache TVM and times them against our kernels.

usage: schedules-tvm.py MCPU LOOPS.so      ("" is the CPU of this machine)

Reads a JSON object a line, answers a JSON object a line:

    {"reference": "r.so", "params": [["float32", [64, 64]], …], "rounds": 9,
     "without_tvm": false, "entries": [{"script": "a.py", "library": "a.so"}, …]}
    → {"entries": [{"tvm_s": …, "ours_s": …, "tvm_least_s": …, "ours_least_s": …}, …]}
           medians and minima of the rounds, in which all kernels take turns on the same arrays; instead of TVM's times:
           {"error": "…"}          TVM does not compile the program
           {"tvm_is_wrong": true}  its result differs from the unscheduled program's (the reference)
       and instead of all: {"ours_is_wrong": true}

With "without_tvm": true, ours alone is timed, as if TVM compiled none of the programs.
Libraries have one function "kernel" over aligned arrays. Leaves with 77 where there is no TVM.
"""
import ctypes
import functools
import json
import math
import os
import re
import signal
import statistics
import subprocess
import sys

os.environ["TVM_NUM_THREADS"] = "1"  # before it is loaded
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


@functools.lru_cache(maxsize=64)   # what is measured again is not compiled again
def compile_script(path, target):
    with open(path) as script:
        module = tvm.script.from_source(script.read())
    return tvm.compile(module, target=target).jit(), module.get_global_vars()[0].name_hint


class Entry:
    """One scheduled program, by TVM and by us."""

    def __init__(self, request, arguments, wanted, kernel_of, target):
        self.reply = {}
        self.kernels = {}   # of times: a function of a number of calls that gives the seconds of one, and that number
        ours = kernel_of(request["library"])
        if not equal(arguments.results(ours), wanted):
            self.reply = {"ours_is_wrong": True}
            return
        self.add("ours", ours)
        if target is None:
            self.reply = {"error": "not asked"}
        else:
            self.add_tvm(request["script"], arguments, wanted, target)

    def add(self, name, kernel):
        self.kernels[name] = (kernel, max(1, int(ROUND_S / max(kernel(3), 1e-7))), [])

    def add_tvm(self, path, arguments, wanted, target):
        try:
            signal.alarm(COMPILE_S)
            compiled, name = compile_script(path, target)
        except Exception as reason:  # TVM has many kinds
            self.reply["error"] = str(reason).strip().splitlines()[-1][:300]
            return
        finally:
            signal.alarm(0)
        if equal(arguments.results(lambda: compiled[name](*arguments.tensors)), wanted):
            self.add("tvm", lambda count: compiled.time_evaluator(name, tvm.cpu(), number=count)(*arguments.tensors).mean)
        else:
            self.reply["tvm_is_wrong"] = True

    def run(self):
        for kernel, count, times in reversed(self.kernels.values()):
            times.append(kernel(count))

    def finish(self):
        for name, (_, _, times) in self.kernels.items():
            self.reply[name + "_s"] = statistics.median(times)
            self.reply[name + "_least_s"] = min(times)
        return self.reply


def answer(request, loops, target):
    arguments = Arguments(request["params"])
    run = getattr(loops, f"run_{len(arguments.params)}")
    run.restype = ctypes.c_double

    def kernel_of(path):
        kernel = ctypes.CDLL(path).kernel
        return lambda count=1: run(kernel, arguments.pointers, ctypes.c_long(count)) / count

    wanted = arguments.results(kernel_of(request["reference"]))
    if request["without_tvm"]:
        target = None
    entries = [Entry(entry, arguments, wanted, kernel_of, target) for entry in request["entries"]]
    for _ in range(request["rounds"]):
        for entry in entries:
            entry.run()
    return {"entries": [entry.finish() for entry in entries]}


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
