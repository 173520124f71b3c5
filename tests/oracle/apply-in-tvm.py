#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Applies schedules in Apache TVM for compare-primitives.py, which starts it anew when TVM dies.

Jobs come as JSON objects, one a line, and each is answered by lines {"id": …, "what": …, …} ending with "done":

    {"id": 1, "before": program, "script": schedule, "function", "args", "trace", "json"}   a schedule, and traces that should do the same;
    with
                                                                                             "printed" also the program as TVM prints it
    {"id": 2, "seed": 7}                                                                     a random program and schedules of it

Answers: "program" with "script"; "result" with "steps" (random ones), "script" (null: refused, with "error") and "trace"; "again" (by text)
and "again from json" with
"error" if TVM refuses the given trace, or makes another program of it; "simplified" and "without postproc", with "trace"; "json"; "trying"
names the step about to be applied, for the case that it is the last.
"""
import json
import linecache
import os
import random
import sys

import tvm
import tvm.s_tir
import tvm.s_tir.tensor_intrin.arm_cpu
import tvm.s_tir.tensor_intrin.cuda
import tvm.s_tir.tensor_intrin.rocm
import tvm.s_tir.tensor_intrin.x86
import tvm_ffi
from tvm.script import ir as I, tirx as T  # the reader of scripts looks for these names

from classic import Schedule, complaint, names_of_classic, newest
from drawing import Program, random_step


def run_script(job, sch):
    name = f"<schedule {job['id']}>"
    text = newest(job["script"])
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)  # the script parser asks for the source
    names = dict(names_of_classic(), sch=Schedule(sch), T=T)
    exec(compile(text, name, "exec"), names)
    function = names.get(job.get("function") or "schedule")
    if function is not None:
        function(Schedule(sch), **{k: int(v) for k, v in (job.get("args") or {}).items()})


def run_trace(text, sch):
    names = {"tvm": tvm, "s_tir": tvm.s_tir, "T": T}
    exec(text, names)
    names["apply_trace"](sch)


def do_schedule(job, answer):
    try:
        before = tvm.script.from_source(job["before"])
    except Exception as error:  # TVM has many kinds
        answer("unread", error=complaint(error))
        return
    sch = tvm.s_tir.Schedule(before, seed=1)
    if job.get("printed"):
        answer("program", script=sch.mod.script())
    try:
        run_script(job, sch)
    except Exception as error:
        answer("result", script=None, error=complaint(error))
        return
    answer("result", script=sch.mod.script(), trace=str(sch.trace))
    if job.get("trace"):
        check_again(before, sch.mod, answer, "again", lambda again: run_trace(job["trace"], again))
        for what, remove_postproc in (("simplified", False), ("without postproc", True)):
            answer(what, trace=str(sch.trace.simplified(remove_postproc=remove_postproc)))
        check_again(before, sch.mod, answer, "again from json",
                    lambda again: tvm.s_tir.schedule.Trace.apply_json_to_schedule(json.loads(job["json"]), again))
        answer("trying", step="as_json")
        answer("json", json=plain(sch.trace.as_json()))


def check_again(before, expected, answer, what, replay):
    """Answers whether a replay makes the program that the schedule made."""
    again = tvm.s_tir.Schedule(before, seed=1)
    try:
        replay(again)
        answer(what, error=None if tvm_ffi.structural_equal(again.mod, expected) else "makes another program")
    except Exception as error:
        answer(what, error=complaint(error))


def plain(value):
    if isinstance(value, (str, bytes)) or value is None:
        return str(value) if value is not None else None
    if isinstance(value, (bool, int, float)):
        return value
    if hasattr(value, "items"):
        return {str(k): plain(v) for k, v in value.items()}
    if hasattr(value, "__iter__"):
        return [plain(v) for v in value]
    return getattr(value, "value", None) if hasattr(value, "value") else str(value)


def do_random(job, answer):
    rng = random.Random(job["seed"])
    text = Program(rng).text()
    answer("program", before=text)
    sch, steps = tvm.s_tir.Schedule(tvm.script.from_source(text), seed=1), []
    for _ in range(rng.randint(1, 8)):
        step = random_step(rng, sch)
        if step is None:
            continue
        answer("trying", step=step, steps=steps)
        trial = sch.copy()
        try:
            exec(step, {"sch": trial, "T": T})
            script = trial.mod.script()
        except Exception as error:
            answer("result", steps=steps + [step], script=None, error=complaint(error))
            continue
        try:
            tvm.s_tir.Schedule(tvm.script.from_source(script))
        except Exception as error:  # some of its results it does not take back
            answer("broken", steps=steps + [step], error=complaint(error))
            continue
        sch, steps = trial, steps + [step]
        answer("result", steps=steps, script=script)


def main():
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # TVM prints at will
    for line in sys.stdin:
        job = json.loads(line)

        def answer(what, **more):
            out.write(json.dumps(dict(more, id=job["id"], what=what)) + "\n")
            out.flush()

        (do_random if "seed" in job else do_schedule)(job, answer)
        answer("done")


main()
