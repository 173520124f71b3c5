#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Features of scheduled programs by Apache TVM (PerStoreFeature) and by tileloom-cli: column by column they should be the same numbers.

usage: compare-features.py TILELOOM_CLI [--schedules N (30 for each program)] [--seed S (1)] [--record FILE] [--keep FOLDER]

Ten programs, each with schedules drawn from TVM's own design spaces for llvm, and for cuda where it has one, and with random splits,
fusions, orders, kinds of loops and caches. Needs a Python that has apache-tvm (0.27; with apache-tvm-ffi 0.1.14, see
compare-primitives.py); leaves with 77,
"skipped", where there is none. --record writes a few of each program, the numbers being TVM's, for tests/cost-model/test-features.c.

Different on purpose, in rows that the sentence fits and in the columns that depend on how much is touched only:
- an index with "%" (loops that were fused): TVM takes each such index for one element, whichever loops run; ours for as many as it has;
- an index read from memory: TVM takes it for any 32-bit number; ours for one within the buffer.

Schedules for cuda are compared for orientation and do not decide the exit status: how virtual threads and copies by all threads of a block
are lowered before TVM looks has not been found out.

What a whole run ended with (apache-tvm 0.27.0.post1, apache-tvm-ffi 0.1.14.post1):

    llvm: 140 same, 127 on purpose, 3 different
    cuda: 3 same, 5 on purpose, 20 different
    2 not drawn

The 3 are tiles of loops that run past their end by more than one tile, where TVM tells closer what of a local buffer is in use.
"""
import argparse
import json
import linecache
import os
import random
import re
import subprocess
import sys
import tempfile

try:
    import tvm
    import tvm.s_tir.tensor_intrin.cuda
    import tvm.s_tir.tensor_intrin.x86
    from tvm.s_tir import Schedule, meta_schedule as ms
    from tvm.script import ir as I, tirx as T  # the reader of scripts looks for these names
except ImportError as error:
    print(f"1..0 # SKIP no apache-tvm: {error}")
    sys.exit(77)

HERE = os.path.dirname(os.path.abspath(__file__))
WORKLOADS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "data", "workloads")
PROGRAMS = ["matmul-128", "mm-relu-128", "bmm-relu-16x128", "conv2d-nchw-pad", "conv2d-nchw", "depthwise-conv2d", "softmax", "layer-norm",
            "transpose", "linear-1x784x128"]
TARGETS = {
    "llvm": {"kind": "llvm", "num-cores": 4},
    "cuda": {"kind": "cuda", "arch": "sm_80", "max_threads_per_block": 1024, "max_shared_memory_per_block": 49152, "thread_warp_size": 32},
}
RECORDED_EACH = 2
# Columns of a buffer that depend on how much is touched, and those of the whole row.
TOUCHED = ("unique_bytes", "unique_lines", "reuse_dis_iter", "reuse_dis_bytes", "unique_bytes_d_reuse_ct", "unique_lines_d_reuse_ct")


def close(a, b):
    return abs(a - b) <= 1e-4 * max(1.0, abs(a), abs(b))


class Loader:
    count = 0

    @classmethod
    def load(cls, path, cli):
        text = subprocess.run([cli, "print", path, "--dialect", "sblock"], capture_output=True, text=True, check=True).stdout
        text = "\n".join(line for line in text.splitlines() if not re.match(r"#?\s*(from|import) ", line))
        cls.count += 1
        name = f"<program {cls.count}>"
        linecache.cache[name] = (len(text), None, [line + "\n" for line in text.splitlines()], name)
        space = {"T": T, "I": I, "tvm": tvm}
        exec(compile(text, name, "exec"), space)
        for value in space.values():
            if isinstance(value, tvm.ir.IRModule):
                return tvm.ir.IRModule({"main": func.with_attr("global_symbol", "main") for _, func in value.functions_items()})
        func = next(v for v in space.values() if isinstance(v, tvm.tirx.PrimFunc))
        return tvm.ir.IRModule({"main": func.with_attr("global_symbol", "main")})


def target_of(kind):
    return tvm.target.Target(TARGETS[kind])


def extract(mod, kind):
    context = ms.TuneContext(mod=mod, target=target_of(kind), num_threads=1)
    return ms.feature_extractor.PerStoreFeature().extract_from(context, [ms.MeasureCandidate(Schedule(mod), [])])[0].numpy()


def from_space(mod, kind, rng):
    """A schedule of TVM's own design space, postprocessed if that works out."""
    context = ms.TuneContext(mod=mod, target=target_of(kind), space_generator="post-order-apply", num_threads=1,
                             rand_state=rng.randrange(1, 2**30))
    spaces = context.generate_design_space()
    trace = rng.choice(spaces).trace
    sch = Schedule(mod, seed=rng.randrange(1, 2**30))
    trace.apply_to_schedule(sch, remove_postproc=True, decision_provider=lambda *_: None)
    sch.enter_postproc()
    for postproc in ms.Postproc.create(kind):
        if type(postproc).__name__ in ("VerifyGPUCode", "RewriteLayout"):
            continue
        postproc._initialize_with_tune_context(context)
        if not postproc.apply(sch):
            break
    return sch.mod


def random_steps(mod, rng):
    sch = Schedule(mod, seed=rng.randrange(1, 2**30))

    def loops_and_blocks():
        blocks = sch.get_child_blocks(sch.get_sblock("root")) if hasattr(sch, "get_child_blocks") else []
        return blocks

    for _ in range(rng.randrange(2, 12)):
        blocks = loops_and_blocks()
        if not blocks:
            break
        block = rng.choice(blocks)
        loops = sch.get_loops(block)
        if not loops:
            continue
        step = rng.choice(["split", "split", "split", "fuse", "reorder", "kind", "cache_write", "cache_read", "unroll_hint", "inline",
                           "decompose"])
        backup = sch.copy()
        try:
            if step == "split":
                sch.split(rng.choice(loops), [None, rng.choice([2, 3, 4, 7, 8, 16])])
            elif step == "fuse" and len(loops) > 1:
                at = rng.randrange(len(loops) - 1)
                sch.fuse(loops[at], loops[at + 1])
            elif step == "reorder" and len(loops) > 1:
                some = rng.sample(loops, rng.randrange(2, len(loops) + 1))
                sch.reorder(*some)
            elif step == "kind":
                getattr(sch, rng.choice(["parallel", "vectorize", "unroll"]))(rng.choice(loops))
            elif step == "cache_write":
                copy = sch.cache_write(block, 0, rng.choice(["local", "global"]))
                sch.reverse_compute_at(copy, rng.choice(loops))
            elif step == "cache_read":
                copy = sch.cache_read(block, rng.randrange(2), rng.choice(["local", "global"]))
                sch.compute_at(copy, rng.choice(loops))
            elif step == "unroll_hint":
                sch.annotate(rng.choice(loops), "pragma_auto_unroll_max_step", rng.choice([16, 64]))
            elif step == "inline":
                sch.compute_inline(block)
            elif step == "decompose":
                sch.decompose_reduction(block, rng.choice(loops))
        except Exception:  # refused: TVM has many kinds of that
            sch = backup
    return sch.mod


def draw(mod, kind, number, rng):
    if kind == "cuda" or number % 2 == 0:
        return from_space(mod, kind, rng)
    return random_steps(mod, rng)


class Comparison:
    def __init__(self):
        self.columns = {}
        self.outcomes = {kind: {"same": 0, "on purpose": 0, "different": 0} for kind in TARGETS}

    def note(self, kind, name, program, ours, theirs):
        if kind != "llvm":
            return
        entry = self.columns.setdefault(name, [0, None])
        entry[0] += 1
        entry[1] = entry[1] or (program, float(ours), float(theirs))


def on_purpose(script, row_columns):
    """Whether all columns that differ are of the kind that the head of this file tells of, and the program has such indices."""
    has_reason = re.search(r" % |\[[^\]\n]*\[", script) is not None
    return has_reason and all(name.startswith("curve") or name.split(".")[-1] in TOUCHED for name in row_columns)


def compare(cli, script, kind, rows, comparison, name, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(script)
    done = subprocess.run([cli, "features", path, "--json", "--target", "cuda" if kind == "cuda" else "llvm"], capture_output=True,
                          text=True,
                          check=False)
    if done.returncode != 0:
        comparison.note(kind, "refused: " + done.stderr.strip()[:150], name, 0, 0)
        return "different"
    answer = json.loads(done.stdout)
    if len(answer["rows"]) != len(rows):
        comparison.note(kind, "number of rows", name, len(answer["rows"]), len(rows))
        return "different"
    outcome = "same"
    for ours, theirs in zip(answer["rows"], rows):
        wrong = [(column, a, float(b)) for column, a, b in zip(answer["columns"], ours["values"], theirs) if not close(a, float(b))]
        if not wrong:
            continue
        if on_purpose(script, [column for column, _, _ in wrong]):
            outcome = "on purpose" if outcome == "same" else outcome
        else:
            outcome = "different"
            for column, a, b in wrong:
                comparison.note(kind, column, name, a, b)
    return outcome


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("--schedules", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record")
    parser.add_argument("--keep")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    folder = options.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    comparison, recorded, skipped = Comparison(), [], 0
    for program in PROGRAMS:
        if options.only not in program:
            continue
        mod = Loader.load(os.path.join(WORKLOADS, program + ".py"), options.cli)
        for number in range(options.schedules):
            kind = "cuda" if number % 10 == 9 else "llvm"
            rng = random.Random(f"{options.seed} {program} {number}")
            try:
                scheduled = draw(mod, kind, number, rng)
                rows = extract(scheduled, kind)
            except Exception as error:  # a draw that TVM itself refuses or fails on
                skipped += 1
                print(f"# {program} {number}: {type(error).__name__} {str(error).strip().splitlines()[-1][:120]}")
                continue
            script = scheduled.script()
            name = f"{program}-{number}"
            outcome = compare(options.cli, script, kind, rows, comparison, name, os.path.join(folder, name + ".py"))
            comparison.outcomes[kind][outcome] += 1
            if options.record and outcome == "same" and sum(r["program"] == program for r in recorded) < RECORDED_EACH and number > 0:
                recorded.append({"program": program, "target": kind, "script": script,
                                 "rows": [[float(f"{v:.6g}") for v in row] for row in rows]})
    for name, (count, example) in sorted(comparison.columns.items(), key=lambda item: -item[1][0]):
        print(f"{name}: {count}, first in {example[0]}: ours {example[1]:.6g}, TVM's {example[2]:.6g}")
    for kind, outcomes in comparison.outcomes.items():
        print(f"{kind}: " + ", ".join(f"{count} {outcome}" for outcome, count in outcomes.items()))
    print(f"{skipped} not drawn")
    if options.record:
        with open(options.record, "w", encoding="utf-8") as file:
            json.dump(recorded, file, separators=(",", ":"))
            file.write("\n")
    sys.exit(1 if comparison.outcomes["llvm"]["different"] else 0)


if __name__ == "__main__":
    main()
