#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tuning killed at 100 random instants and gone on with: nothing that was committed is lost, nothing comes twice. usage:
test-killed-tuning.py CLI TOP; prints TAP.

Outcomes are replayed, so that a run takes milliseconds; a project that has grown to MOST trials makes room for a new one.
"""
import contextlib
import functools
import os
import random
import shutil
import signal
import sqlite3
import tempfile
import time

from harness import CLI, DEVNULL, LIMIT_S, cli, finish, run_tests, start, write
from processes import children

SCRATCH = tempfile.TemporaryDirectory()
N_KILLS = 30 if 'TL_FEWER' in os.environ else 100
N_CUTS = 6
N_MEASURED = 30
MOST = 250
LONGEST_S = 0.3
SEED = 20240817

PROGRAM = '''# from tvm.script import tir as T
@T.prim_func
def main(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32"), C: T.Buffer((32, 32), "float32")):
    for i, j, k in T.grid(32, 32, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
'''


def trials(project):
    """(number, hash, outcome, trace) of the trials in order, and how many runs there are; as another program sees the file."""
    if not os.path.exists(project):
        return [], 0
    with sqlite3.connect(project, timeout=10) as file:
        try:
            rows = file.execute('SELECT number, program_hash, outcome, skeleton_id, trace FROM trial ORDER BY number').fetchall()
            runs = file.execute('SELECT count(*) FROM run').fetchone()[0]
        except sqlite3.OperationalError as problem:  # killed before there were tables
            assert 'no such table' in str(problem), problem
            return [], 0
    return rows, runs


def tune(program, project, timings, *more):
    return start([CLI, 'tune', program, '--db', project, '--replay-timings', timings, '--trials', str(MOST), '--seed', '1', *more],
                 stdout=DEVNULL)


def end(process):
    """Waits for a run, which may have found nothing better, and gives what it said."""
    problem = finish(process)[1]
    assert process.returncode in (0, 4), f'{process.returncode}: {problem}'
    return problem


@functools.cache
def prepared():
    """The program, timings to replay and the project of a run without interruption."""
    program, timings = write(SCRATCH.name, 'program.py', PROGRAM), os.path.join(SCRATCH.name, 'timings.tileloom')
    cli('tune', program, '--db', timings, '--trials', '4', '--seed', '1')
    uninterrupted = os.path.join(SCRATCH.name, 'uninterrupted.tileloom')
    end(tune(program, uninterrupted, timings))
    assert len(trials(uninterrupted)[0]) == 1 + MOST   # the original program comes first
    return program, timings, uninterrupted


def cut(project, name, n):
    """The project as it was when @n candidates had been committed: the batch after the one they are of had been asked for."""
    shutil.copyfile(project, name)
    with sqlite3.connect(name) as file:
        key, text = file.execute("SELECT key, value FROM setting WHERE key LIKE 'batches of run %'").fetchone()
        batches = text.split(',')
        begun = sum(int(batch.split('+')[0]) <= n for batch in batches)
        file.execute('UPDATE setting SET value = ? WHERE key = ?', (','.join(batches[:begun + 1]), key))
        file.execute('DELETE FROM trial WHERE number > ?', (n,))
        file.execute('UPDATE run SET is_finished = 0')
    file.close()


def small_batches(project):
    """Of batches that gave fewer than were asked for: numbers within."""
    with sqlite3.connect(project) as file:
        text, = file.execute("SELECT value FROM setting WHERE key LIKE 'batches of run %'").fetchone()
    batches = [[int(number) for number in batch.split('+')] for batch in text.split(',')]
    return [first + 1 for (first, asked), (after, _) in zip(batches, batches[1:]) if after - first < asked and after - first > 1]


def test_cut(folder):
    """Wherever it was interrupted, a run is the run it would have been; also within a batch that came out small."""
    program, timings, uninterrupted = prepared()
    whole = [row[:3] for row in trials(uninterrupted)[0]]
    small = small_batches(uninterrupted)
    assert small, 'no batch gave fewer than were asked for: this says nothing of them'
    for n in small[:N_CUTS] + random.Random(SEED).sample(range(1, MOST), N_CUTS):
        project = os.path.join(folder, f'cut-{n}.tileloom')
        cut(uninterrupted, project, n)
        end(tune(program, project, timings, '--resume'))
        assert [row[:3] for row in trials(project)[0]] == whole, f'another run when interrupted after {n} candidates'


def test_killed(folder):
    program, timings, uninterrupted = prepared()
    rng = random.Random(SEED)
    whole, _ = trials(uninterrupted)
    n_projects, before, project = 0, [], None
    for kill in range(N_KILLS):
        if project is None or len(before) > MOST:
            n_projects += 1
            project, before = os.path.join(folder, f'{n_projects}.tileloom'), []
        resume = ['--resume'] if trials(project)[1] > 0 else []
        process = tune(program, project, timings, *resume)
        time.sleep(rng.uniform(0, LONGEST_S))
        ended = process.poll()
        process.kill()
        problem = finish(process)[1]
        assert ended in (None, 0, 4), f'kill {kill}: ended by itself with {ended}: {problem}'
        after, runs = trials(project)
        assert runs <= 1, f'kill {kill}: {runs} runs'
        assert [row[0] for row in after] == list(range(len(after))), f'kill {kill}: a trial is missing or there twice'
        assert after[:len(before)] == before, f'kill {kill}: an earlier trial is gone or another one'
        before = after
    # However often it was interrupted, a run is the run it would have been.
    problem = end(tune(program, project, timings, *(['--resume'] if before else [])))
    different = [pair for pair in zip(trials(project)[0], whole) if pair[0][:3] != pair[1][:3]]
    assert len(trials(project)[0]) == len(whole) and not different, f'another run than without interruption: {different[:1]} {problem}'


def test_workers(folder):
    """Whoever ends workers while they build and run loses nothing: each candidate becomes a trial, and numbers have no gaps."""
    program, _timings, _uninterrupted = prepared()
    rng = random.Random(SEED)
    project = os.path.join(folder, 'workers.tileloom')
    process = start([CLI, 'tune', program, '--db', project, '--trials', str(N_MEASURED), '--seed', '1'], stdout=DEVNULL)
    deadline = time.monotonic() + LIMIT_S
    n_killed = 0
    while process.poll() is None and time.monotonic() < deadline:
        time.sleep(rng.uniform(0.02, 0.25))
        # The leak checker starts a process, too, and waits for its word for ever.
        workers = [one.pid for one in children(process.pid) if one.name == 'tileloom-worker']
        for worker in rng.sample(workers, min(1, len(workers))):
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
                n_killed += 1
    problem = end(process)
    assert [row[0] for row in trials(project)[0]] == list(range(1 + N_MEASURED)), f'{trials(project)[0]}: {problem}'
    assert n_killed > 0, 'nothing was killed: this says nothing'


run_tests(globals())
