#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Postprocessors applied by Apache TVM and by tileloom-cli: both should refuse, or programs and traces should be equal.

usage: PYTHON-WITH-TVM compare-postprocs.py TILELOOM_CLI [golden | hints [COUNT [SEED]] | candidates [COUNT]] [--write] [--only TEXT]

A tool for whoever changes a postprocessor; all three where none is named. Needs a Python that has apache-tvm (0.27); leaves with 77,
"skipped", where there is none.

- golden: the cases of tests/space/postprocs. --write records what TVM makes of those that have no result yet; a refusal is recorded in our
  words;
- hints: COUNT random schedules (1 000) of small programs with hints on their root, through RewriteParallelVectorizeUnroll and
  RewriteReductionBlock;
- candidates: COUNT draws (400) over the programs of data/workloads: TVM's rules for llvm give designs, we draw the decisions, TVM replays
  the trace; then TVM's default postprocessors against ours.

"hint dropped": TVM fuses loops and runs them in parallel where a reduction below is repeated in each iteration, all into one place; our
loops refuse, and the candidate goes on without that hint. All else that differs is printed and makes the exit status 1. What runs ended
with (apache-tvm 0.27.0.post1, apache-tvm-ffi 0.1.14.post1):

    golden: 64 same, 12 both refuse, 4 on purpose, 0 hint dropped, 0 different
    hints: 199 same, 0 both refuse, 0 on purpose, 1 hint dropped, 0 different (200 of seed 3)
    candidates: 198 same, 0 both refuse, 0 on purpose, 12 hint dropped, 0 different (210)

The random schedules split loops by what divides them. With factors that do not, 27 of 120 (seed 5) differ: 25 in predicates or bindings,
and 2 are refused here alone. Whether the steps or the postprocessors make them so has not been found out.
"""
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

try:
    import tvm
    import tvm.s_tir
    import tvm.s_tir.tensor_intrin.cuda
    import tvm.s_tir.tensor_intrin.x86
    from tvm.s_tir import meta_schedule as ms
    from tvm.script import ir as I, tirx as T  # schedule scripts look for these names
except ImportError:
    print("skipped: no apache-tvm here")
    sys.exit(77)

from classic import Schedule, complaint, names_of_classic, newest

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
CASES = os.path.join(TOP, "tests", "space", "postprocs")
WORKLOADS = os.path.join(TOP, "data", "workloads")
DEFAULTS_LLVM = "DisallowDynamicLoop, RewriteParallelVectorizeUnroll, RewriteReductionBlock, RewriteLayout"
SAMPLES = ("matmul-128", "matmul-1000", "mm-relu-128", "bmm-relu-16x128", "conv2d-nchw", "conv2d-nchw-pad", "depthwise-conv2d",
           "layer-norm",
           "softmax", "transpose", "window-sum", "linear-1x784x128", "matmul-exp-matmul", "matmul-int8", "vector-add-1024")
# Cases where ours goes another way, by name, and why.
ON_PURPOSE = {
    "verify-gpu-code/threads-disagree-in-a-kernel": "no GPU runs a kernel whose threads are 64 here and 32 there",
    "rewrite-tensorize/init-stays": "TVM's intrinsic keeps values in buffers of one element, ours in lets",
    "rewrite-tensorize/vnni": "the same",
    "verify-vtcm-limit/no-limit": "TVM wants a hexagon target",
}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def tvm_target(text):
    """Ours as TVM's dictionary, with what TVM does not take as given."""
    words = text.split()
    options = dict(word.lstrip("-").split("=", 1) for word in words[1:])
    options = {name: int(value) if value.isdigit() else value for name, value in options.items()}
    kind = "hexagon" if "vtcm-capacity" in options else words[0]
    if kind == "cuda":
        options = {"arch": "sm_75", "max_threads_per_block": 1024, "max_shared_memory_per_block": 49152, "thread_warp_size": 32, **options}
    return tvm.target.Target({"kind": kind, **options})


def postprocs_of(text, target, mod):
    """Postprocessors as a search would have them."""
    calls = [call if "(" in call else call + "()" for call in re.findall(r"\w+(?:\([^)]*\))?", text)]
    made = [eval("ms.postproc." + call, {"ms": ms}) for call in calls]
    context = ms.TuneContext(mod=mod, target=target, task_name="case",
                             space_generator=ms.space_generator.PostOrderApply(sch_rules=[], postprocs=made, mutator_probs={}))
    context.space_generator._initialize_with_tune_context(context)
    return context.space_generator.postprocs


def module_of(script):
    mod = tvm.script.from_source(newest(script))
    return mod if isinstance(mod, tvm.IRModule) else tvm.IRModule({"main": mod})


def postprocess(sch, postprocs):
    """None, or why TVM refuses."""
    sch.enter_postproc()
    for postproc in postprocs:
        try:
            if not postproc.apply(sch):
                return str(postproc)
        except Exception as error:  # TVM has many kinds; the search drops the candidate
            return complaint(error)
    return None


class Tileloom:
    def __init__(self, cli, folder):
        self.cli, self.folder = cli, folder

    def path(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return path

    def run(self, *args):
        done = subprocess.run([self.cli, *args], capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def apply(self, before, schedule, *options):
        """The first line of the refusal, or None; program and trace are in the folder then."""
        code, _, error = self.run("apply", before, *([schedule] if schedule else []), "--dialect", "sblock", "-o", self.path("after.py"),
                                  "--trace", self.path("trace.py"), *options)
        if code == 2:
            raise SystemExit(f"{before}: {error}")
        return None if code == 0 else error.split("\n")[0].replace("tileloom-cli: ", "")

    def differs(self, script):
        code, out, error = self.run("equal", self.path("after.py"), self.path("theirs.py", script))
        return None if code == 0 else (out + error).strip()

    def classic(self, script):
        return self.run("print", self.path("theirs.py", script))[1]


def first_difference(ours, theirs):
    for a, b in zip(ours.split("\n"), theirs.split("\n")):
        if a != b:
            return f"ours:   {a}\ntheirs: {b}"
    return None if ours.rstrip() == theirs.rstrip() else "one trace is longer"


class Comparison:
    def __init__(self, ours):
        self.ours, self.counts = ours, {}

    def count(self, what, verdict):
        row = self.counts.setdefault(what, {"same": 0, "both refuse": 0, "on purpose": 0, "hint dropped": 0, "different": 0})
        row[verdict] += 1

    def tell(self, what, name, text):
        self.count(what, "different")
        print(f"{what}: {name}\n  " + text.replace("\n", "\n  "), flush=True)

    def refuses(self, before, sch):
        """Whether a step of TVM's trace is one that our loops do not allow."""
        code, _, error = self.ours.run("apply", before, self.ours.path("theirs.trace.py", str(sch.trace)), "-o", os.devnull)
        return code == 3 and " cannot be " in error

    def compare(self, what, name, refusal, sch, error, before=None):
        """Ours are in the folder, or refused; theirs are in the schedule of the program @before, or refused with @error."""
        if refusal and error:
            self.count(what, "both refuse")
        elif refusal or error:
            self.tell(what, name, f"ours: {refusal or 'accepted'}\ntheirs: {error or 'accepted'}")
        else:
            difference = first_difference(read(self.ours.path("trace.py")), str(sch.trace)) or self.ours.differs(sch.mod.script())
            if difference and before and re.search(r"theirs: *sch.(parallel|vectorize)\(", difference) and self.refuses(before, sch):
                self.count(what, "hint dropped")
            elif difference:
                self.tell(what, name, difference)
            else:
                self.count(what, "same")


def options_of(folder):
    return dict(line.split(": ", 1) for line in read(os.path.join(folder, "postproc.txt")).strip().split("\n"))


def schedule_in_tvm(folder):
    mod = module_of(read(os.path.join(folder, "before.py")))
    sch = tvm.s_tir.Schedule(mod, seed=1)
    script = os.path.join(folder, "schedule.py")
    if os.path.exists(script):
        exec(newest(read(script)), dict(names_of_classic(), sch=Schedule(sch), T=T))
    return mod, sch


def has_result(folder):
    return any(os.path.exists(os.path.join(folder, name)) for name in ("after.py", "refusal.txt"))


def record(ours, folder, refusal, script, trace):
    """@script NULL: it is refused, in our words."""
    results = {"refusal.txt": (refusal or "nothing") + "\n"} if script is None else {"after.py": ours.classic(script),
            "trace.py": trace.rstrip() + "\n"}
    for name, text in results.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def golden(comparison, only, writes):
    for before in sorted(glob.glob(os.path.join(CASES, "*", "*", "before.py"))):
        folder = os.path.dirname(before)
        name = os.path.relpath(folder, CASES)
        if only and only not in name:
            continue
        options, script = options_of(folder), os.path.join(folder, "schedule.py")
        mod, sch = schedule_in_tvm(folder)
        try:
            postprocs = postprocs_of(options["postprocs"], tvm_target(options["target"]), mod)
            error = postprocess(sch, postprocs)
        except Exception as refusal:  # of the target
            error = complaint(refusal)
        refusal = comparison.ours.apply(before, script if os.path.exists(script) else None, "--target", options["target"], "--postproc",
                                        options["postprocs"])
        if name in ON_PURPOSE:
            comparison.count("golden", "on purpose")
        else:
            comparison.compare("golden", name, refusal, sch, error)
        if not writes or has_result(folder):
            continue
        if name in ON_PURPOSE:
            record(comparison.ours, folder, refusal, None if refusal else read(comparison.ours.path("after.py")),
                   read(comparison.ours.path("trace.py")))
        else:
            record(comparison.ours, folder, refusal, None if error else sch.mod.script(), str(sch.trace))


# --- random hints -------------------------------------------------------------------------------------------------------------------------

def random_program(rng):
    """One to three blocks over arrays of two or three dimensions: copies, transposes, sums over an axis, windows."""
    extents = [rng.choice([1, 2, 3, 4, 8, 12, 16, 32, 64, 100]) for _ in range(rng.choice([1, 2, 2, 3]))]
    hints = {"parallel": [4, 16, 64], "vectorize": [4, 16, 64], "unroll_explicit": [0, 16, 512], "unroll_implicit": [16]}
    chosen = {f"meta_schedule.{name}": rng.choice(values) for name, values in hints.items()
              if rng.random() < {"unroll_explicit": 0.6, "unroll_implicit": 0.1}.get(name, 0.85)}
    if len([name for name in chosen if "unroll" in name]) > 1:
        del chosen["meta_schedule.unroll_implicit"]
    shape = ", ".join(map(str, extents))
    lines, params, source = [], [f'A: T.Buffer(({shape},), "float32")'], "A"
    axes = [f"v{i}" for i in range(len(extents))]
    loops = ", ".join(f"i{i}" for i in range(len(extents)))
    for number in range(rng.randint(1, 3)):
        target = f"B{number}"
        kind = rng.choice(["same", "same", "transposed", "sum", "window", "scalar"])
        out = list(range(len(extents)))
        if kind == "transposed":
            rng.shuffle(out)
        params.append(f'{target}: T.Buffer(({", ".join(str(extents[i]) for i in out)},), "float32")')
        index = ", ".join(axes[i] for i in out)
        same = ", ".join(axes)
        value = {"same": f"A[{same}] * T.float32(2)", "transposed": f"A[{same}]", "sum": f"A[{same}]", "scalar": "T.float32(1)",
                 "window": f"A[{', '.join(axes[:-1] + ['T.max(' + axes[-1] + ' - 1, 0)'])}]"}[kind]
        indent = "        "
        if kind == "sum":
            lines += [f"{indent}for {loops}, k in T.grid({shape}, {rng.choice([1, 4, 32])}):", f'{indent}    with T.block("{target}"):',
                      f'{indent}        {", ".join(axes)}, vk = T.axis.remap("{"S" * len(axes)}R", [{loops}, k])',
                      f"{indent}        with T.init():",
                      f"{indent}            {target}[{index}] = T.float32(0)",
                      f"{indent}        {target}[{index}] = {target}[{index}] + {value}"]
        else:
            lines += [f"{indent}for {loops} in T.grid({shape}):" if len(extents) > 1 else f"{indent}for i0 in range({shape}):",
                      f'{indent}    with T.block("{target}"):']
            lines += [f'{indent}        {", ".join(axes)} = T.axis.remap("{"S" * len(axes)}", [{loops}])' if len(axes) > 1
                      else f"{indent}        v0 = T.axis.spatial({shape}, i0)", f"{indent}        {target}[{index}] = {value}"]
    return (f"@T.prim_func\ndef main({', '.join(params)}):\n    with T.block(\"root\"):\n        T.block_attr({json.dumps(chosen)})\n"
            + "\n".join(lines) + "\n")


def random_steps(rng, sch, name, others):
    """Moves the loops of a block about; factors divide, as those of tiles do."""
    loops = list(sch.get_loops(sch.get_sblock(name, "main")))
    for _ in range(rng.randint(0, 3)):
        place, step = rng.randrange(len(loops)), rng.random()
        factor = rng.choice([factor for factor in (1, 2, 3, 4, 8, 16) if int(sch.get(loops[place]).extent) % factor == 0])
        if step < 0.5:
            loops[place:place + 1] = sch.split(loops[place], [None, factor])
        elif step < 0.65 and place > 0:
            loops[place - 1:place + 1] = [sch.fuse(loops[place - 1], loops[place])]
        elif step < 0.8 and place > 0:
            sch.reorder(loops[place], loops[place - 1])
            loops[place - 1:place + 1] = [loops[place], loops[place - 1]]
        elif step < 0.85:
            sch.unroll(loops[place])
        elif step < 0.9:
            sch.annotate(loops[place], "key", 1)
    if others and rng.random() < 0.3:
        sch.compute_at(sch.get_sblock(name, "main"), sch.get_loops(sch.get_sblock(rng.choice(others), "main"))[0])


def hints(comparison, count, seed):
    postprocs = "RewriteParallelVectorizeUnroll, RewriteReductionBlock"
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        text = random_program(rng)
        mod = module_of(text)
        sch = tvm.s_tir.Schedule(mod, seed=1)
        names = re.findall(r'T\.block\("(B\d)"\)', text)
        for place, name in enumerate(names):
            try:
                random_steps(rng, sch, name, names[place + 1:])
            except tvm.s_tir.ScheduleError:  # the steps before it stay
                pass
        before = str(sch.trace)
        error = postprocess(sch, postprocs_of(postprocs, tvm_target("llvm"), mod))
        refusal = comparison.ours.apply(comparison.ours.path("before.py", text), comparison.ours.path("schedule.py", before), "--target",
                                        "llvm",
                                        "--postproc", postprocs)
        if error and not refusal:
            comparison.count("hints", "hint dropped")
        else:
            comparison.compare("hints", f"{seed}/{number}\n{text}\n{before}", refusal, sch, error, comparison.ours.path("before.py"))


# --- candidates ---------------------------------------------------------------------------------------------------------------------------

def without_decisions(trace):
    return re.sub(r", decision=(\[[^\]]*\]|-?\d+)", "", trace)


def designs_of(mod, target):
    context = ms.TuneContext(mod=mod, target=target, task_name="design", rand_state=1, num_threads=1,
                             space_generator=ms.space_generator.PostOrderApply(sch_rules="from-target", postprocs=[], mutator_probs={}))
    return [without_decisions(str(sch.trace)) for sch in context.generate_design_space()]


def candidates(comparison, count):
    target = tvm.target.Target({"kind": "llvm", "num-cores": 4})
    ours = comparison.ours
    for number, name in enumerate(SAMPLES):
        path = os.path.join(WORKLOADS, name + ".py")
        script = ours.run("print", path, "--dialect", "sblock")[1]
        mod = tvm.script.from_source(script)
        designs = designs_of(mod, target)
        postprocs = postprocs_of(DEFAULTS_LLVM, target, mod)
        for seed in range(count // len(SAMPLES)):
            design = ours.path("design.py", designs[seed % len(designs)])
            refusal = ours.apply(path, design, "--seed", str(1000 * number + seed))
            if refusal:
                continue  # the draw makes no schedule: another one
            drawn = read(ours.path("trace.py"))
            sch = tvm.s_tir.Schedule(mod, seed=1)
            names = {"tvm": tvm, "s_tir": tvm.s_tir, "T": T}
            exec(drawn, names)
            try:
                names["apply_trace"](sch)
            except Exception as error:
                comparison.tell("candidates", f"{name} seed {seed}", f"TVM does not replay our trace: {complaint(error)}")
                continue
            error = postprocess(sch, postprocs)
            refusal = ours.apply(path, ours.path("drawn.py", drawn), "--target", "llvm -num-cores=4", "--postproc", DEFAULTS_LLVM)
            if error and not refusal:
                comparison.count("candidates", "hint dropped")
                print(f"candidates: {name} seed {seed}: TVM refuses ({error}), ours drops the hint", flush=True)
            else:
                comparison.compare("candidates", f"{name} seed {seed}", refusal, sch, error, path)


def main():
    args = [arg for arg in sys.argv[1:] if arg != "--write"]
    only = args.pop(args.index("--only") + 1) if "--only" in args else None
    args = [arg for arg in args if arg != "--only"]
    which, numbers = args[1:2], [int(arg) for arg in args[2:]]
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(Tileloom(os.path.abspath(args[0]), folder))
        if not which or which == ["golden"]:
            golden(comparison, only, "--write" in sys.argv)
        if not which or which == ["hints"]:
            hints(comparison, (numbers + [1000])[0], (numbers + [0, 1])[1])
        if not which or which == ["candidates"]:
            candidates(comparison, (numbers + [400])[0])
    for what, row in comparison.counts.items():
        print(f"{what}: " + ", ".join(f"{n} {verdict}" for verdict, n in row.items()))
    return any(row["different"] for row in comparison.counts.values())


sys.exit(main())
