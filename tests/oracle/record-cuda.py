#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tuning records of TVM's MetaSchedule for CUDA, without a GPU: the designs of its own rules, decisions drawn, postprocessors applied,
written by its JSONDatabase with times that are made up.

usage: record-cuda.py FOLDER

Needs a Python that has apache-tvm (0.27, with apache-tvm-ffi 0.1.14, see compare-primitives.py); leaves with 77,
"skipped", where there is none. Writes FOLDER/NAME for each program: the database, program.py and best.py, what TVM makes of the fastest
record. tests/records/work-dirs/tvm-0.27-cuda is what it wrote.
"""
import importlib.util
import inspect
import os
import sys

N_RECORDS = 3
N_SEEDS = 60
TARGET = {"kind": "cuda", "arch": "sm_80", "max_threads_per_block": 1024, "thread_warp_size": 32, "max_shared_memory_per_block": 49152}


def load_tvm():
    # Importing the tensor intrinsics looks at the stack thousands of times; the lines of source that it reads each time are not needed.
    stack = inspect.stack
    inspect.stack = lambda context=1: stack(0)
    import tvm
    import tvm.s_tir
    import tvm.s_tir.tensor_intrin
    from tvm import te
    from tvm.s_tir import meta_schedule
    from tvm.s_tir.meta_schedule.testing import te_workload

    programs = {
        "matmul": te_workload.matmul(64, 64, 64),
        "float16-matmul": te_workload.matmul(64, 64, 64, in_dtype="float16", out_dtype="float32"),
        "softmax": te_workload.softmax_mn(16, 64),
    }
    return tvm, meta_schedule, {name: tvm.IRModule({"main": te.create_prim_func(list(out))}) for name, out in programs.items()}


def candidates(tvm, ms, module):
    for seed in range(N_SEEDS):
        context = ms.TuneContext(mod=module, target=tvm.target.Target(TARGET), space_generator="post-order-apply", rand_state=seed + 1,
                                 num_threads=1)
        for schedule in context.generate_design_space():
            schedule.enter_postproc()
            if all(postproc.apply(schedule) for postproc in context.space_generator.postprocs):
                yield schedule


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def record(tvm, ms, module, folder):
    os.makedirs(folder)
    database = ms.database.JSONDatabase(work_dir=folder)
    workload = database.commit_workload(module)
    best = None
    for n, schedule in zip(range(N_RECORDS), candidates(tvm, ms, module)):
        seconds = 1e-5 * (1 + (n + 2) % N_RECORDS)
        arguments = ms.arg_info.ArgInfo.from_entry_func(module, True)
        database.commit_tuning_record(ms.database.TuningRecord(schedule.trace, workload, [seconds], tvm.target.Target(TARGET), arguments))
        if best is None or seconds < best[0]:
            best = seconds, schedule.mod.script()
    write(os.path.join(folder, "program.py"), module.script())
    write(os.path.join(folder, "best.py"), best[1])


def main():
    if importlib.util.find_spec("tvm") is None:
        print("skipped: this Python has no apache-tvm")
        return 77
    tvm, ms, programs = load_tvm()
    for name, module in programs.items():
        record(tvm, ms, module, os.path.join(sys.argv[1], name))
        print(f"{name}: {N_RECORDS} records")
    return 0


if __name__ == "__main__":
    sys.exit(main())
