#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""TVM's tuning databases, read here and written here for TVM.

usage: compare-work-dir.py TILELOOM_CLI [EVERY] [--tune N]      the comparison: each EVERY-th golden program (1: all of them); N trials of
tune_tir
       compare-work-dir.py --record PROGRAM.py FOLDER           writes the folder that tests/records/work-dirs keeps of a version of TVM

Needs a Python that has apache-tvm (0.27); leaves with 77, "skipped", where there is none. With apache-tvm-ffi 0.1.15 TVM crashes where it
writes index maps; it is to be 0.1.14 (pip install --target FOLDER --no-deps apache-tvm-ffi==0.1.14.post1, and PYTHONPATH=FOLDER).

Of each program (1) TVM writes a folder, tileloom-cli finds the program in it, and the record; (2) tileloom-cli writes a folder from what it
has read, and TVM reads that: one workload, equal to its own, and one record whose trace applies. Then (3) the records of a run of tune_tir:
each trace makes the same program here as in TVM, the fastest is the same, and so are the latencies. --record also runs in older versions of
TVM.

What a whole run ended with (apache-tvm 0.27.0.post1, apache-tvm-ffi 0.1.14.post1):

    TVM's folders, read here: 1421 same, 0 different, 3 TVM broken
    folders written here, read by TVM: 1421 same, 0 different, 0 TVM broken
    traces of tune_tir, replayed here: 24 same, 1 different, 0 TVM broken

The one that differed was the fastest of a run, which was looked for in the wrong file; that was mended and has not been run since.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SECONDS = 300
TIMES = [0.001, 0.003]
FAILED = 1e9   # seconds


def without_imports(text):
    return re.sub(r"^(from|import) .*$", "", text, flags=re.M)


def newest(text):
    text = without_imports(text)
    if "s_tir=True" in text:
        return text
    text = text.replace("from tvm.script import tir as T", "from tvm.script import tirx as T").replace("tvm.tir.",
            "tir.").replace('"tir.noalias"', '"tirx.noalias"')
    text = text.replace("@T.prim_func", "@T.prim_func(s_tir=True)").replace("T.alloc_buffer", "T.sblock_alloc_buffer")
    text = re.sub(r"^( +\w+): (T\.\w+) = ", r"\1: T.let[\2] = ", text, flags=re.M)   # a let there, a buffer of one element here
    text = re.sub(r"^( +T\.(?:func|block)_attr\(.*)$", lambda line: re.sub(r"T\.bool\((True|False)\)", r"\1", line[0]), text, flags=re.M)
    return re.sub(r"T\.(block|block_attr)\(", r"T.s\1(", text)


# ---- in a process of its own: TVM may crash ----

def tvm_parts():
    """TVM, its schedules, its databases, and how this version wants its scripts."""
    import tvm
    from tvm.script import ir as I  # the reader of scripts looks for these names
    try:
        import tvm.s_tir
        from tvm.s_tir import meta_schedule as ms
        from tvm.s_tir import Schedule
        return tvm, Schedule, ms, newest
    except ImportError:
        from tvm import meta_schedule as ms
        from tvm.tir import Schedule
        return tvm, Schedule, ms, without_imports


def read_program(path):
    tvm, Schedule, ms, dialect = tvm_parts()
    with open(path) as file:
        mod = tvm.script.from_source(dialect(file.read()))
    return mod if isinstance(mod, tvm.IRModule) else tvm.IRModule({"main": mod})


def as_task(mod):
    """A function that is alone is kept as "main", as tune_tir keeps it."""
    tvm = tvm_parts()[0]
    if len(mod.functions) != 1:
        return mod
    func = list(mod.functions.values())[0]
    return tvm.IRModule({"main": func})


def get_block(sch, name, func):
    return (sch.get_sblock if hasattr(sch, "get_sblock") else sch.get_block)(name, func_name=func)


def first_block(path):
    """Of the function that comes first."""
    with open(path) as file:
        text = file.read()
    return re.search(r"T\.s?block\(\"([^\"]+)\"\)", text).group(1), re.search(r"def (\w+)", text[text.index("prim_func"):]).group(1)


def write_folder(path, folder):
    tvm, Schedule, ms, _ = tvm_parts()
    mod, (block, func) = read_program(path), first_block(path)
    func = func if len(mod.functions) > 1 else [g.name_hint for g in mod.functions][0]
    sch = Schedule(mod)
    get_block(sch, block, func)
    os.makedirs(folder, exist_ok=True)
    database = ms.database.JSONDatabase(work_dir=folder)
    workload = database.commit_workload(mod)
    database.commit_tuning_record(ms.database.TuningRecord(sch.trace, workload, TIMES, None, None))


def read_folder(path, folder):
    import tvm_ffi
    tvm, Schedule, ms, _ = tvm_parts()
    mod, database = as_task(read_program(path)), ms.database.JSONDatabase(work_dir=folder)
    assert tvm_ffi.structural_equal(database.get_all_tuning_records()[0].workload.mod, mod), "another program"
    assert database.has_workload(mod), "the workload is not found"
    top = database.get_top_k(database.commit_workload(mod), 2)
    assert len(top) == 1, f"{len(top)} records"
    assert [float(getattr(t, "value", t)) for t in top[0].run_secs] == TIMES, "other times"
    top[0].trace.apply_to_schedule(Schedule(mod), remove_postproc=False)


def tune(path, folder, n):
    tvm, Schedule, ms, _ = tvm_parts()
    mod = read_program(path)
    ms.tune_tir(mod, target=tvm.target.Target({"kind": "llvm", "num-cores": 1}), work_dir=folder, max_trials_global=n,
                num_trials_per_iter=8,
                strategy="replay-trace")
    with open(os.path.join(folder, "database_tuning_record.json")) as lines:
        traces = [json.loads(line)[1][0] for line in lines if line.strip()]
    for i, trace in enumerate(traces):
        sch = Schedule(mod)
        tvm.s_tir.schedule.Trace.apply_json_to_schedule(trace, sch)
        with open(os.path.join(folder, f"{i}.py"), "w") as file:
            file.write(sch.mod.script())
        with open(os.path.join(folder, f"{i}.json"), "w") as file:
            json.dump(trace, file)


def record(path, folder):
    """Three records: one fast, one failed, one slow; and one that was not measured."""
    tvm, Schedule, ms, _ = tvm_parts()
    mod = read_program(path)
    os.makedirs(folder, exist_ok=True)
    database = ms.database.JSONDatabase(work_dir=folder)
    workload = database.commit_workload(mod)
    block, func = first_block(path)
    for factor, times in ((4, [2e-6, 4e-6]), (8, [1e10]), (16, [1e-6]), (2, None)):
        sch = Schedule(mod)
        loops = sch.get_loops(get_block(sch, block, func))
        outer, inner = sch.split(loops[1], sch.sample_perfect_tile(loops[1], 2, 64, decision=[64 // factor, factor]))
        sch.reorder(inner, outer)
        sch.enter_postproc()
        sch.unroll(inner)
        target = tvm.target.Target("llvm -num-cores 2") if tvm.__version__ < "0.2" else tvm.target.Target({"kind": "llvm", "num-cores": 2})
        database.commit_tuning_record(ms.database.TuningRecord(sch.trace, workload, times, target, None))


# ---- the comparison ----

class Tally:
    def __init__(self, what):
        self.what, self.same, self.different, self.broken = what, 0, 0, 0

    def differ(self, name, why):
        self.different += 1
        print(f"{self.what}: {name}: {why}")

    def __str__(self):
        return f"{self.what}: {self.same} same, {self.different} different, {self.broken} TVM broken"


def in_tvm(job, pairs):
    """Runs a job of the above for (program, folder) pairs; the error text or None for each, "crash" where TVM died."""
    answers = []
    while len(answers) < len(pairs):
        child = subprocess.run([sys.executable, os.path.abspath(__file__), "--job", job], input=json.dumps(pairs[len(answers):]), text=True,
                               capture_output=True, timeout=SECONDS * 10)
        got = [json.loads(line[8:]) for line in child.stdout.splitlines() if line.startswith("ANSWER: ")]
        answers += got
        if child.returncode != 0 and len(answers) < len(pairs):
            answers.append("crash")
    return answers


def do_job(job):
    for path, folder in json.load(sys.stdin):
        try:
            {"write": write_folder, "read": read_folder}[job](path, folder)
            answer = None
        except Exception as error:  # TVM has many kinds
            answer = f"{type(error).__name__}: {str(error).strip().splitlines()[-1] if str(error).strip() else ''}"
        print("ANSWER: " + json.dumps(answer), flush=True)
    sys.stdout.flush()
    os._exit(0)


def cli(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=SECONDS)


def compare_programs(program, every, folder):
    reading, writing = Tally("TVM's folders, read here"), Tally("folders written here, read by TVM")
    paths = [p for p in sorted(glob.glob(os.path.join(ROOT, "tests/primitives/*/*/before.py")))[::every] if "block(\"" in open(p).read()]
    names = [os.path.relpath(p, os.path.join(ROOT, "tests/primitives")) for p in paths]
    theirs = [os.path.join(folder, str(i), "tvm") for i in range(len(paths))]
    ours = [os.path.join(folder, str(i), "ours") for i in range(len(paths))]
    written = in_tvm("write", list(zip(paths, theirs)))
    to_read = []
    for i, answer in enumerate(written):
        if answer is not None:
            reading.broken += 1
            continue
        found = cli(program, "best", "--work-dir", theirs[i], paths[i], "--as", "json")
        if found.returncode != 0:
            reading.differ(names[i], (found.stderr.strip().splitlines() or ["?"])[0])
            continue
        reading.same += 1
        copied = cli(program, "best", "--work-dir", theirs[i], "--copy-to", ours[i])
        if copied.returncode != 0:
            writing.differ(names[i], (copied.stderr.strip().splitlines() or ["?"])[0])
        else:
            to_read.append(i)
    for i, answer in zip(to_read, in_tvm("read", [(paths[i], ours[i]) for i in to_read])):
        if answer is None:
            writing.same += 1
        else:
            writing.differ(names[i], answer)
    return [reading, writing]


def compare_tuning(program, n, folder):
    replay = Tally("traces of tune_tir, replayed here")
    path = os.path.join(HERE, "tune-program.py")
    run = subprocess.run([sys.executable, os.path.abspath(__file__), "--tune-in-tvm", path, folder, str(n)], capture_output=True, text=True,
                         timeout=SECONDS * 4)
    if not os.path.exists(os.path.join(folder, "0.py")):
        print(run.stderr[-2000:])
        replay.broken += 1
        return [replay]
    with open(os.path.join(folder, "database_tuning_record.json")) as lines:
        records = [json.loads(line) for line in lines if line.strip()]
    for i, row in enumerate(records):
        out = os.path.join(folder, f"{i}.ours.py")
        applied = cli(program, "apply", path, os.path.join(folder, f"{i}.json"), "-o", out)
        equal = cli(program, "equal", out, os.path.join(folder, f"{i}.py")) if applied.returncode == 0 else applied
        if equal.returncode == 0:
            replay.same += 1
        else:
            replay.differ(f"record {i}", (equal.stdout + equal.stderr).strip()[:300])
    def mean(i):
        return sum(records[i][1][1]) / len(records[i][1][1])

    measured = [i for i in range(len(records)) if records[i][1][1] and mean(i) < FAILED]
    if not measured:
        print("traces of tune_tir, replayed here: nothing was built in time, so that none is the fastest")
        replay.broken += 1
        return [replay]
    best = min(measured, key=mean)
    cli(program, "best", "--work-dir", folder, path, "--apply", os.path.join(folder, "best.py"))
    if cli(program, "equal", os.path.join(folder, "best.py"), os.path.join(folder, f"{best}.py")).returncode != 0:
        replay.differ("the fastest", "is another one here")
    return [replay]


def main():
    if sys.argv[1] == "--job":
        do_job(sys.argv[2])
    if sys.argv[1] == "--tune-in-tvm":
        tune(sys.argv[2], sys.argv[3], int(sys.argv[4]))
        return 0
    if sys.argv[1] == "--record":
        record(sys.argv[2], sys.argv[3])
        return 0
    try:
        tvm_parts()
    except ImportError:
        print("skipped: no apache-tvm here")
        return 77
    arguments = sys.argv[2:]
    n_trials = int(arguments[arguments.index("--tune") + 1]) if "--tune" in arguments else 0
    every = int(arguments[0]) if arguments and arguments[0].isdigit() else 1
    with tempfile.TemporaryDirectory() as folder:
        tallies = compare_programs(sys.argv[1], every, folder)
        if n_trials > 0:
            tallies += compare_tuning(sys.argv[1], n_trials, os.path.join(folder, "tuned"))
    for tally in tallies:
        print(tally)
    return 1 if any(tally.different for tally in tallies) else 0


sys.exit(main())
