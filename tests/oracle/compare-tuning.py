#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tunes ten programs with Apache TVM's MetaSchedule and with tileloom-cli, with as many trials, and lets the best kernels run against each
other.

usage: compare-tuning.py TILELOOM_CLI [--trials 64] [--only TEXT,TEXT] [--rounds 21] [--keep FOLDER]

A tool for whoever changes the search, on a machine with nothing else to do; minutes for each program, nearly all of them TVM's. Both tune
for one core of this CPU. TVM's kernel is the one that compile_tir makes of its database; ours is what `best` says, as a shared library by
`export`. Both are loaded into this process and compute on the same arrays; their results are compared, and then they run in turns, each as
often as takes about 20 ms, called through TVM's time_evaluator and through a loop in C. A line for each program:

    NAME  tvm=… us  tileloom=… us  faster=… x   trials/s tvm=… tileloom=… (… x)   seconds tvm=… tileloom=…

where "faster" is the median of the rounds' ratios; then the geometric mean of these and the least of them.

Needs a Python with apache-tvm (0.27), psutil, cloudpickle, scipy and xgboost; leaves with 77, "skipped", where there is no TVM. See
compare-primitives.py for the apache-tvm-ffi that goes with it.
"""
import argparse
import ctypes
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

try:
    import numpy
    import tvm
    from tvm.s_tir import meta_schedule
    from tvm.script import ir as I, tirx as T  # the reader of scripts looks for these names
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
ROUND_S = 0.02
ALIGNMENT = 64

# Name, file, function that makes the program and its arguments (None: the file is the program).
PROGRAMS = [
    ("matmul-128", "workloads/matmul-128.py", None, {}),
    ("matmul-512", "benchmarks/gemm.py", "matmul", {"M": 512, "N": 512, "K": 512}),
    ("matmul-1024", "workloads/matmul-1024.py", None, {}),
    ("chain", "workloads/matmul-exp-matmul.py", None, {}),
    ("linear", "workloads/linear-1x784x128.py", None, {}),
    ("bmm-relu", "workloads/bmm-relu-16x128.py", None, {}),
    ("conv2d-3x3", "workloads/conv2d-nchw.py", None, {}),
    ("depthwise", "workloads/depthwise-conv2d.py", None, {}),
    ("softmax", "workloads/softmax.py", None, {}),
    ("layer-norm", "workloads/layer-norm.py", None, {}),
]

LOOP = """
#include <time.h>
double run (void (*kernel) (%s), void **a, long n)
{
  struct timespec from, to;
  clock_gettime (CLOCK_MONOTONIC, &from);
  for (long i = 0; i < n; i++)
    kernel (%s);
  clock_gettime (CLOCK_MONOTONIC, &to);
  return (double) (to.tv_sec - from.tv_sec) + 1e-9 * (double) (to.tv_nsec - from.tv_nsec);
}
"""


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


class Program:
    """One program with a folder of its own for what the two leave behind."""

    def __init__(self, cli, folder, name, file, function, arguments):
        self.cli, self.name = cli, name
        self.folder = os.path.join(folder, name)
        os.makedirs(self.folder, exist_ok=True)
        self.script = os.path.join(self.folder, "program.py")
        source = os.path.join(TOP, "data", file)
        options = [] if function is None else ["--call", function] + [f"--arg={key}={value}" for key, value in arguments.items()]
        with open(self.script, "w") as out:
            out.write(run(cli, "print", source, *options, "--dialect", "classic"))
        text = run(cli, "print", self.script, "--dialect", "sblock")
        self.module = tvm.script.from_source(text)
        function = self.module.get_global_vars()[0].name_hint
        signature = text[text.index(f"def {function}("):].split("\n")[0]
        self.shapes = [[int(extent) for extent in re.findall(r"\d+", shape)]
                       for shape in re.findall(r'T\.Buffer\(\(([^)]*)\), "float32"\)', signature)]

    def arrays(self):
        """Inputs and outputs alike: numbers between 0 and 1, on cache lines of their own."""
        draw, result = numpy.random.default_rng(1), []
        for shape in self.shapes:
            count = math.prod(shape)
            raw = numpy.empty(count * 4 + ALIGNMENT, dtype="uint8")
            shift = -raw.ctypes.data % ALIGNMENT
            array = raw[shift:shift + 4 * count].view("float32").reshape(shape)
            array[...] = draw.random(shape, dtype="float32")
            result.append(array)
        return result


def target_of_tvm():
    """One core of this CPU, by the name that gcc has for it."""
    name = re.search(r"^\s*-march=\s+(\S+)", run("gcc", "-march=native", "-Q", "--help=target"), re.MULTILINE).group(1)
    return tvm.target.Target({"kind": "llvm", "mcpu": name, "num-cores": 1})


def start_tvm(target):
    """TVM's builder and runner under way: their processes and the first search read Python for many seconds, which is not searching."""
    nothing = tvm.script.from_source("@I.ir_module\nclass M:\n  @T.prim_func(s_tir=True)\n  def main(A: T.Buffer((4,), \"float32\")):\n"
                                     "    for i in range(4):\n      A[i] = T.float32(1)\n")
    builder = meta_schedule.builder.LocalBuilder(timeout_sec=300)
    runner = meta_schedule.runner.LocalRunner(timeout_sec=300)
    built = builder.build([meta_schedule.builder.BuilderInput(nothing, target)] * (os.cpu_count() or 1))
    info = meta_schedule.arg_info.ArgInfo.from_entry_func(nothing)
    for result in built:
        if result.artifact_path is None:
            raise RuntimeError(f"TVM's builder does not build: {result.error_msg}")
        runner.run([meta_schedule.runner.RunnerInput(result.artifact_path, "llvm", info)])[0].result()
    with tempfile.TemporaryDirectory() as folder:
        meta_schedule.tune_tir(mod=nothing, target=target, work_dir=folder, max_trials_global=2, num_trials_per_iter=2, builder=builder,
                               runner=runner)
    return builder, runner


def tune_in_tvm(program, target, n_trials, builder, runner):
    folder = os.path.join(program.folder, "tvm")
    started = time.time()
    database = meta_schedule.tune_tir(mod=program.module, target=target, work_dir=folder, max_trials_global=n_trials,
                                      num_trials_per_iter=min(n_trials, 64), builder=builder, runner=runner)
    seconds = time.time() - started
    schedule = meta_schedule.tir_integration.compile_tir(database, program.module, target)
    if schedule is None:
        raise RuntimeError("TVM found no schedule")
    return tvm.compile(schedule.mod, target=target).jit(), seconds


def tune_here(program, n_trials):
    project, trace = os.path.join(program.folder, "here.tileloom"), os.path.join(program.folder, "best.py")
    library = os.path.join(program.folder, "best.so")
    started = time.time()
    run(program.cli, "tune", program.script, "--target", "llvm -num-cores=1", "--trials", str(n_trials), "--db", project)
    seconds = time.time() - started
    with open(trace, "w") as out:
        out.write(run(program.cli, "best", "--db", project, program.script, "--as", "trace"))
    run(program.cli, "export", program.script, "--schedule", trace, "--target", "llvm -num-cores=1", "--name", "kernel", "--aligned",
        "--shared", library)
    return ctypes.CDLL(library).kernel, seconds


def build_loop(program):
    n = len(program.shapes)
    path = os.path.join(program.folder, "loop.so")
    source = LOOP % (", ".join(["void *"] * n), ", ".join(f"a[{i}]" for i in range(n)))
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-x", "c", "-", "-o", path], input=source, text=True, check=True)
    loop = ctypes.CDLL(path).run
    loop.restype = ctypes.c_double
    return loop


def compare(program, theirs, ours, n_rounds):
    """Seconds of a call, theirs and ours, and the median of theirs / ours over the rounds."""
    arrays = program.arrays()
    pointers = (ctypes.c_void_p * len(arrays))(*[array.ctypes.data for array in arrays])
    loop, device = build_loop(program), tvm.cpu()
    tensors = [tvm.runtime.from_dlpack(array) for array in arrays]
    name = program.module.get_global_vars()[0].name_hint
    kernel = theirs[name]

    def run_ours(count):
        return loop(ours, pointers, ctypes.c_long(count)) / count

    kernel(*tensors)
    expected = [array.copy() for array in arrays]
    for array, old in zip(arrays, program.arrays()):
        array[...] = old
    run_ours(1)
    for index, (array, wanted) in enumerate(zip(arrays, expected)):
        if not numpy.allclose(array, wanted, rtol=1e-3, atol=1e-3):
            raise RuntimeError(f"results differ in argument {index}")
    count = max(1, int(ROUND_S / max(run_ours(3), 1e-7)))
    evaluator = theirs.time_evaluator(name, device, number=count)
    pairs = []
    for _ in range(n_rounds):
        pairs.append((evaluator(*tensors).mean, run_ours(count)))
    return (statistics.median(p[0] for p in pairs), statistics.median(p[1] for p in pairs), statistics.median(p[0] / p[1] for p in pairs))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", help="tileloom-cli")
    parser.add_argument("--trials", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", metavar="FOLDER", help="leaves databases and kernels there")
    options = parser.parse_args()
    folder = options.keep or tempfile.mkdtemp(prefix="compare-tuning-")
    target = target_of_tvm()
    workers = start_tvm(target)
    ratios, rates = [], []
    for row in PROGRAMS:
        if not any(text in row[0] for text in options.only.split(",")):
            continue
        program = Program(os.path.abspath(options.cli), folder, *row)
        ours, seconds = tune_here(program, options.trials)
        theirs, their_seconds = tune_in_tvm(program, target, options.trials, *workers)
        their_time, time_here, ratio = compare(program, theirs, ours, options.rounds)
        rate = their_seconds / seconds
        ratios.append(ratio)
        rates.append(rate)
        print(f"{program.name:12} tvm={1e6 * their_time:.4g} us  tileloom={1e6 * time_here:.4g} us  faster={ratio:.3f} x"
              f"   trials/s tvm={options.trials / their_seconds:.2f} tileloom={options.trials / seconds:.1f} ({rate:.1f} x)"
              f"   seconds tvm={their_seconds:.1f} tileloom={seconds:.2f}", flush=True)
    if ratios:
        print(f"kernels: geometric mean {statistics.geometric_mean(ratios):.3f} x, least {min(ratios):.3f} x; "
              f"trials per second: geometric mean {statistics.geometric_mean(rates):.1f} x, least {min(rates):.1f} x")


if __name__ == "__main__":
    main()
