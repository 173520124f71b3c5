#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutators drawn by Apache TVM and by tileloom-cli: from one trace both should reach the same neighbours, about as often.

usage: PYTHON-WITH-TVM compare-mutators.py TILELOOM_CLI [DRAWS (300)] [--only TEXT] [--seed N (1)]

Needs a Python that has apache-tvm (0.27, with apache-tvm-ffi 0.1.14: see compare-work-dir.py); leaves with 77, "skipped", where there is
none.

TVM's design spaces for llvm and cuda give traces with decisions; the mutators of each target's default set are applied DRAWS
times to each, there and here. A neighbour is what its trace decides when it is replayed, and the number of parallel jobs that it says;
traces that do not replay count as none. The two samples are compared by the chi-square statistic of neighbours seen 10 times or more, the
rest taken together:
"different" is what samples of one distribution would be once in a million times, so also each neighbour that one side alone reaches often
enough.

What a whole run ended with (300 draws; apache-tvm 0.27.0.post1, apache-tvm-ffi 0.1.14.post1):

    MutateTileSize: 28 same, 10 without neighbours, 0 different
    MutateComputeLocation: 9 same, 13 without neighbours, 4 different
    MutateUnroll: 36 same, 2 without neighbours, 0 different
    MutateParallel: 15 same, 11 without neighbours, 0 different
    MutateThreadBinding: 6 same, 6 without neighbours, 0 different

The 4 are of softmax: TVM's trace keeps a location that a block before it, inlined by the neighbour, no longer leaves open, ours has the
location that a replay takes in its place. Since then such traces are replayed by TVM before they are compared; a whole run of that has not
ended yet.
"""
import collections
import json
import math
import os
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
    from tvm.script import ir as I, tirx as T  # the reader of scripts looks for these names
except ImportError:
    print("skipped: no apache-tvm here")
    sys.exit(77)

HERE = os.path.dirname(os.path.abspath(__file__))
WORKLOADS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "data", "workloads")
PROGRAMS = ("matmul-128", "mm-relu-128", "conv2d-nchw-pad", "depthwise-conv2d", "layer-norm", "softmax", "transpose", "linear-1x784x128")
TARGETS = {
    "llvm": ({"kind": "llvm", "num-cores": 4}, "llvm -num-cores=4"),
    "cuda": ({"kind": "cuda", "arch": "sm_70", "max_threads_per_block": 1024, "max_shared_memory_per_block": 49152, "thread_warp_size": 32},
             "cuda"),
}
# Those of each target's default set: how ours is called, TVM's.
MUTATORS = {
    "MutateTileSize": (("llvm", "cuda"), "MutateTileSize", lambda: ms.mutator.MutateTileSize()),
    "MutateComputeLocation": (("llvm",), "MutateComputeLocation", lambda: ms.mutator.MutateComputeLocation()),
    "MutateUnroll": (("llvm", "cuda"), "MutateUnroll", lambda: ms.mutator.MutateUnroll()),
    "MutateParallel": (("llvm",), "MutateParallel(max_jobs_per_core=16)", lambda: ms.mutator.MutateParallel(max_jobs_per_core=16)),
    "MutateThreadBinding": (("cuda",), "MutateThreadBinding", lambda: ms.mutator.MutateThreadBinding()),
}
OFTEN, UNLIKELY = 10, 4.9  # in standard deviations: about one in a million


def key_of(trace):
    """What tells neighbours of one trace apart: decisions, and numbers that are annotated."""
    insts, decisions = trace
    jobs = [[i, inst[1][1]] for i, inst in enumerate(insts) if inst[0] == "Annotate" and inst[2] == ["meta_schedule.parallel"]]
    return json.dumps([sorted(decisions, key=lambda decision: decision[0]), jobs])


def drawn_by_tvm(mutator, context, mod, trace, draws, known):
    """How often each neighbour; None: there is none, or it does not replay. Those @known stand as they are, others as replayed."""
    mutator._initialize_with_tune_context(context)
    raw, counts = collections.Counter(), collections.Counter()
    seen = {None: None}
    for _ in range(draws):
        neighbour = mutator.apply(trace)
        text = None if neighbour is None else str(neighbour)
        if text not in seen:
            seen[text] = neighbour
        raw[text] += 1
    for text, count in raw.items():
        json_of = None if text is None else plain(seen[text].as_json())
        key = None if text is None else key_of(json_of)
        counts[key if key is None or key in known else replayed_key(mod, json_of)] += count
    return counts


def plain(value):
    if isinstance(value, (str, bool, int, float)) or value is None:
        return value
    if hasattr(value, "items"):
        return {str(key): plain(item) for key, item in value.items()}
    if hasattr(value, "__len__"):
        return [plain(item) for item in value]
    return plain(value.value)


def replayed_key(mod, trace):
    """What TVM itself makes of the trace: other locations may be open to later blocks. None where it does not replay."""
    try:
        sch = tvm.s_tir.Schedule(mod)
        tvm.s_tir.schedule.Trace.apply_json_to_schedule(trace, sch)
        return key_of(plain(sch.trace.as_json()))
    except Exception:  # TVM has many kinds
        return None


def drawn_here(cli, program, trace, mutator, target, draws, seed):
    done = subprocess.run([cli, "apply", program, trace, "--mutator", mutator, "--draws", str(draws), "--seed", str(seed), "--target",
                           target],
                          capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().split("\n")[0])
    return collections.Counter(None if line == "null" else key_of(json.loads(line)) for line in done.stdout.splitlines())


def deviation(a, b):
    """Of two samples, in standard deviations of what chance makes of one distribution (chi-square by Wilson and Hilferty)."""
    n, m = sum(a.values()), sum(b.values())
    often = [key for key in set(a) | set(b) if a[key] + b[key] >= OFTEN]
    rows = [(a[key], b[key]) for key in often]
    rest = (n - sum(row[0] for row in rows), m - sum(row[1] for row in rows))
    rows += [rest] if sum(rest) >= OFTEN else []
    if len(rows) < 2:
        return 0.0 if not rows or min(rows[0]) > 0 else math.inf
    chi = sum((math.sqrt(m / n) * x - math.sqrt(n / m) * y) ** 2 / (x + y) for x, y in rows)
    k = len(rows) - 1
    return ((chi / k) ** (1 / 3) - (1 - 2 / (9 * k))) / math.sqrt(2 / (9 * k))


def tell(ours, theirs):
    for key in sorted(set(ours) | set(theirs), key=lambda key: -abs(ours[key] - theirs[key]))[:6]:
        print(f"    {ours[key]:5} here, {theirs[key]:5} in TVM: {key}")


def designs(cli, folder, only):
    """(name, target, module, context, trace, path of the program, path of the trace) of each design; @only: of one program, or of all."""
    for program in [program for program in PROGRAMS if only.startswith(program)] or PROGRAMS:
        path = os.path.join(WORKLOADS, program + ".py")
        script = subprocess.run([cli, "print", path, "--dialect", "sblock"], capture_output=True, text=True, check=True).stdout
        mod = tvm.script.from_source(script)
        for kind, (options, _) in TARGETS.items():
            generator = ms.space_generator.PostOrderApply(sch_rules="from-target", postprocs=[], mutator_probs={})
            context = ms.TuneContext(mod=mod, target=tvm.target.Target(options), space_generator=generator, task_name="mutators",
                                     rand_state=7,
                                     num_threads=1)
            for number, sch in enumerate(context.generate_design_space()):
                trace = os.path.join(folder, "trace.json")
                with open(trace, "w", encoding="utf-8") as file:
                    json.dump(plain(sch.trace.as_json()), file)
                yield f"{program} {kind} {number}", kind, mod, context, sch.trace, path, trace


def main():
    args = sys.argv[1:]
    only = args.pop(args.index("--only") + 1) if "--only" in args else ""
    seed = int(args.pop(args.index("--seed") + 1)) if "--seed" in args else 1
    args = [arg for arg in args if arg not in ("--only", "--seed")]
    cli, draws = os.path.abspath(args[0]), int(args[1]) if len(args) > 1 else 300
    counts = {name: {"same": 0, "none": 0, "different": 0} for name in MUTATORS}
    with tempfile.TemporaryDirectory() as folder:
        for name, kind, mod, context, trace, program, path in designs(cli, folder, only):
            for mutator, (kinds, ours, make) in MUTATORS.items():
                if kind not in kinds or only not in f"{name} {mutator}":
                    continue
                here = drawn_here(cli, program, path, ours, TARGETS[kind][1], draws, seed)
                theirs = drawn_by_tvm(make(), context, mod, trace, draws, here)
                apart = deviation(here, theirs)
                verdict = "different" if apart > UNLIKELY else "none" if set(here) == set(theirs) == {None} else "same"
                counts[mutator][verdict] += 1
                if verdict == "different":
                    print(f"{name}: {mutator}: {len(here)} neighbours here, {len(theirs)} in TVM, {apart:.1f} deviations apart", flush=True)
                    tell(here, theirs)
    for mutator, row in counts.items():
        print(f"{mutator}: {row['same']} same, {row['none']} without neighbours, {row['different']} different")
    return any(row["different"] for row in counts.values())


sys.exit(main())
