#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs and schedules, applied by Apache TVM and by tileloom-cli: the results should be equal programs.

usage: compare-primitives.py TILELOOM_CLI [SEED [COUNT]]

A tool for whoever changes a primitive. Needs a Python that has apache-tvm (0.27); leaves with 77, "skipped", where there is none. Each
difference is printed with the program and the schedule that show it, for a person to judge; exit 1 if there is any. Known and wanted:

- Tileloom refuses moves and inlining after which other points would run than before, or a block reads what is not yet written (TVM takes
  them); these do not count;
- inlined indices are simplified, so regions of reads may be spelled differently; the programs are then compared by what they store;
- producers' predicates narrow a required region further than in TVM, which gives shorter loops; these are printed.
"""
import os
import random
import re
import subprocess
import sys
import tempfile
import textwrap

try:
    import tvm
    import tvm.s_tir
    from tvm.script import ir as I, tirx as T  # the reader of scripts looks for these names
except ImportError:
    print("1..0 # SKIP no apache-tvm in this Python")
    sys.exit(77)

ON_PURPOSE = ["runs before loop", "runs after loop", "also outside of what is written", "does not run for all values", "only a sole consumer",
              "may read parts of", "does not write all of the box", "the copy is of what that wrote", "its copy would start empty",
              "a copy would miss its own writes", "which is not among its reads and writes"]


class Program:
    """A pipeline of stages over small buffers; each stage reads one of the last two before it."""

    def __init__(self, rng):
        self.rng = rng
        self.shapes = {"A": (rng.choice([4, 6, 8, 12, 15, 16]), rng.choice([4, 6, 8, 10, 12]))}
        self.stages = []
        for name in "BCDE"[: rng.randint(2, 4)]:
            self.add_stage(name)

    def add_stage(self, name):
        source = self.rng.choice((["A"] + [s[0] for s in self.stages])[-2:])
        shape = self.shapes[source]
        if len(shape) == 1:
            store, extents, kinds, init, out = self.stage_of_vector(name, source, shape)
        else:
            store, extents, kinds, init, out = self.stage_of_matrix(name, source, shape)
        self.shapes[name] = out
        self.stages.append((name, extents, kinds, init, store))

    def stage_of_vector(self, b, a, shape):
        (n,) = shape
        kind = self.rng.choice(["plain", "stencil", "repeat"])
        if kind == "stencil" and n > 2:
            return f"{b}[x] = {a}[x] + {a}[x + 1]", (n - 1,), "S", None, (n - 1,)
        if kind == "repeat":
            return f"{b}[x] = {a}[x // 2]", (n * 2,), "S", None, (n * 2,)
        return f"{b}[x] = {a}[x] + T.float32(3)", (n,), "S", None, (n,)

    def stage_of_matrix(self, b, a, shape):
        n, m = shape
        kind = self.rng.choice(["plain", "plain", "transpose", "sum", "guard", "flat", "divided", "stencil", "pool"])
        if kind == "transpose":
            return f"{b}[x, y] = {a}[y, x] + T.float32(1)", (m, n), "SS", None, (m, n)
        if kind == "sum":
            return f"{b}[x] = {b}[x] + {a}[x, y]", (n, m), "SR", f"{b}[x] = T.float32(0)", (n,)
        if kind == "guard":
            return f"{b}[x, y] = T.if_then_else(1 <= x, {a}[x - 1, y], T.float32(0))", (n, m), "SS", None, (n, m)
        if kind == "flat":
            return f"{b}[x * {m} + y] = {a}[x, y]", (n, m), "SS", None, (n * m,)
        if kind == "divided":
            return f"{b}[x] = {a}[x // {m}, x % {m}]", (n * m,), "S", None, (n * m,)
        if kind == "stencil" and n > 3:
            return f"{b}[x, y] = {a}[x, y] + {a}[x + 2, y]", (n - 2, m), "SS", None, (n - 2, m)
        if kind == "pool" and n > 1:
            return f"{b}[x, y] = T.max({a}[x * 2, y], {a}[x * 2 + 1, y])", (n // 2, m), "SS", None, (n // 2, m)
        return f"{b}[x, y] = {a}[x, y] * T.float32(2)", (n, m), "SS", None, (n, m)

    def text(self):
        last = self.stages[-1][0]
        lines = [f'{s[0]} = T.sblock_alloc_buffer({self.shapes[s[0]]}, "float32")' for s in self.stages[:-1]]
        for name, extents, kinds, init, store in self.stages:
            axes, loops = ["x", "y"][: len(extents)], ["i", "j"][: len(extents)]
            lines.append(f"for {', '.join(loops)} in T.grid({', '.join(map(str, extents))}):")
            lines.append(f'    with T.sblock("{name}"):')
            lines.append(f'        {", ".join(axes)} = T.axis.remap("{kinds}", [{", ".join(loops)}])')
            if init:
                lines += ["        with T.init():", f"            {init}"]
            lines.append(f"        {store}")
        signature = f'A: T.Buffer({self.shapes["A"]}, "float32"), {last}: T.Buffer({self.shapes[last]}, "float32")'
        body = textwrap.indent("\n".join(lines), "        ")
        return f"@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n    def main({signature}):\n{body}\n"


def classic(script):
    lines = [line for line in script.split("\n") if not line.startswith("#")]
    text = "\n".join(lines).replace("T.sblock_alloc_buffer", "T.alloc_buffer").replace("T.sblock_attr", "T.block_attr")
    text = text.replace("T.sblock(", "T.block(").replace("(s_tir=True)", "")
    return "from tvm.script import ir as I\nfrom tvm.script import tir as T\n\n" + text.strip("\n") + "\n"


def random_step(rng, sch):
    names = [n for n in re.findall(r'T\.sblock\("([^"]+)"\)', sch.mod.script()) if n != "root"]
    if len(set(names)) < len(names):
        return None
    block, other = rng.choice(names), rng.choice(names)
    get, get_other = f'sch.get_sblock("{block}")', f'sch.get_sblock("{other}")'
    loops, other_loops = len(sch.get_loops(sch.get_sblock(block))), len(sch.get_loops(sch.get_sblock(other)))
    if loops == 0 or other_loops == 0:
        return None
    loop, other_loop = f"sch.get_loops({get})[{rng.randrange(loops)}]", f"sch.get_loops({get_other})[{rng.randrange(other_loops)}]"
    options = f"preserve_unit_loops={rng.random() < 0.3}, index={rng.choice([-1, -1, -2])}"
    return rng.choice([
        f"sch.split({loop}, factors=[None, {rng.choice([2, 3, 4, 5, 7])}])",
        f"sch.compute_at({get}, {other_loop}, {options})",
        f"sch.reverse_compute_at({get}, {other_loop}, {options})",
        f"sch.compute_inline({get})",
        f"sch.reverse_compute_inline({get})",
        f'sch.cache_read({get}, 0, "{rng.choice(["global", "shared", "local"])}")',
        f'sch.cache_write({get}, 0, "{rng.choice(["global", "shared", "local"])}")',
        f"sch.decompose_reduction({get}, {loop})",
    ])


def schedules(rng, text):
    """Yields (steps, script or None): what TVM makes of the steps, None where it refuses the last one."""
    sch, steps = tvm.s_tir.Schedule(tvm.script.from_source(text)), []
    for _ in range(rng.randint(1, 6)):
        step = random_step(rng, sch)
        if step is None:
            continue
        trial = sch.copy()
        try:
            exec(step, {"sch": trial})
            script = trial.mod.script()
            tvm.s_tir.Schedule(tvm.script.from_source(script))  # some of its results it does not take back
        except Exception as error:  # TVM has many kinds
            if "Error message" in str(error):
                yield steps + [step], None
            continue
        sch, steps = trial, steps + [step]
        yield steps, script


def stores(path):
    """The program without regions of reads and writes."""
    return [line.strip() for line in open(path) if not line.strip().startswith(("T.reads", "T.writes", "#", "from ")) and line.strip()]


def compare(cli, folder, text, steps, script):
    """None, or what differs."""
    before, schedule, after, expected = (os.path.join(folder, n) for n in ("before.py", "schedule.py", "after.py", "expected.py"))
    open(before, "w").write(classic(text))
    open(schedule, "w").write("def schedule(sch):\n" + "".join(f"    {s}\n" for s in steps))
    done = subprocess.run([cli, "apply", before, schedule, "-o", after], capture_output=True, text=True)
    if done.returncode == 3:
        expected_refusal = script is None or any(reason in done.stderr for reason in ON_PURPOSE)
        return None if expected_refusal else "refused: " + done.stderr
    if done.returncode != 0:
        return f"tileloom-cli left with {done.returncode}: {done.stderr}"
    if script is None:
        return None if "reads" in steps[-1] else "TVM refuses the last step"
    open(expected, "w").write(classic(script))
    done = subprocess.run([cli, "equal", after, expected], capture_output=True, text=True)
    if done.returncode == 0 or ("inline" in "".join(steps) and stores(after) == stores(expected)):
        return None
    return done.stdout + done.stderr


def main():
    cli = sys.argv[1]
    seed, count = (int(a) for a in (sys.argv[2:] + ["1", "25"][len(sys.argv) - 2:])[:2])
    n_compared, n_different = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            rng = random.Random(seed * 100003 + number)
            text = Program(rng).text()
            for steps, script in schedules(rng, text):
                n_compared += 1
                problem = compare(cli, folder, text, steps, script)
                if problem:
                    n_different += 1
                    print(f"# program {number} of seed {seed}:\n{text}\n" + "\n".join(steps) + f"\n{problem}\n")
    print(f"1..1\n{'not ok' if n_different else 'ok'} 1 {n_compared} schedules compared, {n_different} differ")
    sys.exit(1 if n_different else 0)


main()
