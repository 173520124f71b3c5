#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Design spaces of Apache TVM's MetaSchedule and of tileloom-cli sketches: the same traces in the same order, but for the numbers that are
drawn.

usage: compare-sketches.py TILELOOM_CLI [--only TEXT] [--golden FOLDER]

A tool for whoever changes a schedule rule. Needs a Python that has apache-tvm (0.27, with apache-tvm-ffi 0.1.14, see
compare-primitives.py); leaves with 77, "skipped", where there is none. Each program of tests/space/sketches and the workloads below goes
through TVM's PostOrderApply with TVM's default rules for the target, and through ours with the list for the same target, our own rules left
out. Compared are simplified traces, decisions masked, line by line; and TVM's trace with its decisions, applied by us, has to make TVM's
program.

--golden writes what TVM answered to FOLDER (tests/space/sketches/golden), for the tests that run without TVM.

Cases of ON_PURPOSE differ, and why. All else that differs is printed and makes the exit status 1. MultiLevelTilingWithIntrin proposes
intrinsics here only where "tensorize" would take the block; TVM looks at the operations alone, and its postprocessing leaves what does not
fit as loops.

What a whole run ended with (apache-tvm 0.27.0.post1, apache-tvm-ffi 0.1.14.post1):

    design spaces: 114 same, 0 different, 3 on purpose, 0 TVM broken
"""
import difflib
import importlib.util
import inspect
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
SKETCHES = os.path.join(TOP, "tests", "space", "sketches")
WORKLOADS = os.path.join(TOP, "data", "workloads")

LLVM = ("llvm -num-cores=2", {"kind": "llvm", "num-cores": 2}, "llvm")
VNNI = ("llvm -mcpu=cascadelake -num-cores=2", {"kind": "llvm", "mcpu": "cascadelake", "num-cores": 2}, "vnni")
AVX512 = ("llvm -mcpu=skylake-avx512 -num-cores=2", {"kind": "llvm", "mcpu": "skylake-avx512", "num-cores": 2}, "avx512")
CUDA = (
    "cuda -arch=sm_70",
    {"kind": "cuda", "arch": "sm_70", "max_threads_per_block": 1024, "thread_warp_size": 32, "max_shared_memory_per_block": 49152},
    "cuda",
)
TENSOR_CORES = (
    "cuda -arch=sm_80",
    {"kind": "cuda", "arch": "sm_80", "max_threads_per_block": 1024, "thread_warp_size": 32, "max_shared_memory_per_block": 49152},
    "cuda-tensorcore",
)

ALL = sorted(name[:-3] for name in os.listdir(SKETCHES) if name.endswith(".py"))
WORKLOAD_NAMES = [
    "bmm-relu-16x128", "conv2d-nchw", "conv2d-nchw-pad", "depthwise-conv2d", "layer-norm", "linear-1x784x128", "matmul-1000", "matmul-128",
    "matmul-exp-matmul", "matmul-int8", "mm-relu-128", "softmax", "transpose", "vector-add-1024", "window-sum",
]
# Products of float16 and int8: plain, with an epilogue, in batches, of convolutions, of sizes that fragments do not divide; and what is
# none.
TENSOR_CORE_NAMES = [
    "matmul-float16", "float16-matmul", "float16-matmul-relu", "float16-batch-matmul", "float16-conv2d-nhwc", "float16-matmul-odd",
    "float16-matmul-transposed", "float16-matmul-bias-relu", "float16-conv2d-nhwc-padded", "int8-matmul-signed", "matmul-128", "softmax",
    "float16-group-conv2d-nhwc", "conv1d-nlc", "layer-norm", "depthwise-conv2d", "transpose-batch-matmul",
]
CASES = (
    [(name, LLVM) for name in ALL + WORKLOAD_NAMES]
    + [(name, set_) for set_ in (VNNI, AVX512) for name in ("matmul-vnni", "matmul-128", "matmul-int8", "softmax")]
    + [(name, CUDA) for name in ALL + WORKLOAD_NAMES]
    + [(name, TENSOR_CORES) for name in TENSOR_CORE_NAMES]
)
ON_PURPOSE = {
    # The traces are the same; in a predicate TVM leaves the product of a number and the 0 that a fused loop of one iteration stands at.
    "norm for cuda",
    # The same, and the index of a fragment's copy keeps an axis of one value.
    "float16-matmul-odd for cuda-tensorcore",
    # TVM's rfactor of an outermost loop beside another statement fails an internal check, and its rule proposes nothing then.
    "argmax for llvm",
}


def path_of(name):
    own = os.path.join(SKETCHES, name + ".py")
    return own if os.path.exists(own) else os.path.join(WORKLOADS, name + ".py")


def masked(trace):
    """A trace without its decisions and the lines around its steps."""
    lines = [line.strip() for line in trace.split("\n")]
    lines = [line for line in lines if line and not line.startswith(("#", "def ", "pass"))]
    return re.sub(r"decision=(\[[^\]]*\]|-?\d+)", "decision=?", "\n".join(lines))


class Tileloom:
    def __init__(self, cli):
        self.cli = cli

    def run(self, *args):
        done = subprocess.run([self.cli, *args], capture_output=True, text=True, timeout=300)
        return done.returncode, done.stdout, done.stderr

    def script(self, path):
        code, out, error = self.run("print", path, "--dialect", "sblock")
        if code != 0:
            raise SystemExit(error)
        return out

    def designs(self, path, target, rule_set):
        code, out, error = self.run("sketches", path, "--target", target, "--rules", rule_set, "--traces", "--simplify", "--dialect",
                                    "sblock")
        if code != 0:
            return [f"refused: {error}"]
        return [masked(part) for part in re.split(r"(?m)^# sketch \d+ of \d+\n", out) if part.strip()]

    def differs_applied(self, path, trace, program, folder):
        """What TVM's trace makes of the program here, against what it made there; None if that is the same."""
        names = {name: os.path.join(folder, name) for name in ("trace.py", "theirs.py", "mine.py")}
        for name, text in (("trace.py", trace), ("theirs.py", program)):
            with open(names[name], "w", encoding="utf-8") as file:
                file.write(text)
        code, out, error = self.run("apply", path, names["trace.py"], "--dialect", "sblock", "-o", names["mine.py"])
        if code == 0:
            code, out, error = self.run("equal", names["mine.py"], names["theirs.py"])
        return None if code == 0 else (out + error).strip()


def load_tvm():
    # Importing the tensor intrinsics looks at the stack thousands of times; the lines of source that it reads each time are not needed.
    stack = inspect.stack
    inspect.stack = lambda context=1: stack(0)
    import tvm
    import tvm.s_tir
    import tvm.s_tir.tensor_intrin
    from tvm.s_tir import meta_schedule

    return tvm, meta_schedule


def tvm_designs(tvm, ms, script, target):
    """(simplified trace, whole trace, program) of each design, or one string that says why there are none."""
    space = ms.space_generator.PostOrderApply(postprocs=[], mutator_probs={})
    try:
        context = ms.TuneContext(mod=tvm.script.from_source(script), target=tvm.target.Target(target), space_generator=space, rand_state=42,
                                 num_threads=1)
        designs = context.generate_design_space()
    except Exception as error:  # whatever TVM's checks raise
        return "TVM: " + str(error).strip().split("\n")[-1]
    return [(str(design.trace.simplified(False)), str(design.trace), design.mod.script()) for design in designs]


def first_difference(theirs, mine):
    if len(theirs) != len(mine):
        return f"{len(theirs)} designs of TVM, {len(mine)} of ours"
    for i, (a, b) in enumerate(zip(theirs, mine)):
        if a != b:
            return f"design {i + 1}:\n" + "\n".join(difflib.unified_diff(a.split("\n"), b.split("\n"), "TVM", "ours", lineterm="", n=2))
    return None


def write_golden(folder, name, rule_set, target, traces):
    with open(os.path.join(folder, f"{name}.{rule_set}.txt"), "w", encoding="utf-8") as file:
        file.write(f"# {target}\n")
        for i, trace in enumerate(traces):
            file.write(f"# design {i + 1} of {len(traces)}\n{trace}\n")


def main():
    if importlib.util.find_spec("tvm") is None:
        print("skipped: this Python has no apache-tvm")
        return 77
    args = sys.argv[2:]
    only = args[args.index("--only") + 1] if "--only" in args else ""
    golden = args[args.index("--golden") + 1] if "--golden" in args else None
    tileloom = Tileloom(sys.argv[1])
    tvm, ms = load_tvm()
    counts = {"same": 0, "different": 0, "on purpose": 0, "TVM broken": 0}
    with tempfile.TemporaryDirectory() as folder:
        for name, (target, tvm_target, rule_set) in CASES:
            case = f"{name} for {rule_set}"
            if only not in case:
                continue
            path = path_of(name)
            theirs = tvm_designs(tvm, ms, tileloom.script(path), tvm_target)
            if isinstance(theirs, str):
                counts["TVM broken"] += 1
                print(f"# {case}: {theirs}", flush=True)
                continue
            traces = [masked(simplified) for simplified, _, _ in theirs]
            problem = first_difference(traces, tileloom.designs(path, target, rule_set))
            for i, (_, trace, program) in enumerate(theirs):
                problem = problem or tileloom.differs_applied(path, trace, program, folder)
            if golden and not problem:
                write_golden(golden, name, rule_set, target, traces)
            if problem and case not in ON_PURPOSE:
                print(f"# {case}: {problem}\n", flush=True)
            counts["on purpose" if problem and case in ON_PURPOSE else "different" if problem else "same"] += 1
    print("design spaces: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
