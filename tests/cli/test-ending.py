#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every long command says what it does, ends on Ctrl+C with all its processes, and within its limit if it has one. usage: test-ending.py
CLI TOP; TAP."""
import os
import re
import stat

from harness import SOON_S, TOP, Session, commands, finish, interrupt, run_tests, run_to_end, sample, workload, write
from processes import command_line, processes

LIMIT_S = 2

NAMES = '"float32"'
# Long to interpret and to run; long to compile; endless.
REDUCTION = f'''@T.prim_func
def main(A: T.Buffer((8,), {NAMES}), B: T.Buffer((8,), {NAMES})):
    for i, j, k in T.grid(8, 1000000, 1000000):
        with T.block("B"):
            vi, vj, vk = T.axis.remap("SRR", [i, j, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = T.min(B[vi] * T.float32(0.5) + A[vi], A[(vi + vj + vk) % 8])
'''
UNROLLED = f'''@T.prim_func
def main(A: T.Buffer((64, 64, 64), {NAMES}), B: T.Buffer((64, 64, 64), {NAMES})):
    for i in range(64):
''' + ''.join(f'''        for j in T.unroll(16):
            for k in T.unroll(64):
                with T.block("B{n}"):
                    vi, vj, vk = T.axis.remap("SSS", [i, j, k])
                    B[vi, vj, vk] = T.exp(A[vk, vj, vi]) * T.sin(A[vi, vj, vk] + T.float32({n}))
''' for n in range(12))
ENDLESS = f'''@T.prim_func
def main(A: T.Buffer((8,), {NAMES})):
    T.evaluate(T.call_extern("int32", "tl_test_spin"))
'''
ENDLESS_KERNEL = '''@T.prim_func
def main(A: T.Buffer((64,), "float32")):
    tx = T.launch_thread("threadIdx.x", 64)
    while tx >= 0:
        A[tx] = T.float32(1)
'''


def prepared(folder):
    """Paths by name: programs, a pipe into which nobody writes, a worker that never answers."""
    paths = {name: write(folder, name + '.py', text) for name,
             text in (('reduction', REDUCTION), ('unrolled', UNROLLED), ('endless', ENDLESS), ('kernel', ENDLESS_KERNEL))}
    paths['loop'] = write(folder, 'loop.py', 'for i in range(100000):\n    for j in range(100000):\n        k = i + j\n')
    paths['reading'] = write(folder, 'reading.py', 'import pickle\npickle.load(open("pipe", "rb"))\n')
    paths['pipe'] = os.path.join(folder, 'pipe')
    os.mkfifo(paths['pipe'])
    paths['deaf'] = write(folder, 'deaf', '#!/bin/sh\nexec sleep 300\n')
    os.chmod(paths['deaf'], stat.S_IRWXU)
    paths['project'] = os.path.join(folder, 'long.tileloom')
    paths['steps'] = write(folder, 'steps.py', 'def steps(sch):\n    pass\n')
    paths['matmul'], paths['layers'] = workload('matmul-128'), workload('encoder-layer')
    paths['model'] = os.path.join(TOP, 'tests', 'graph', 'models', 'cnn-fashion.py')
    return paths


# Of each command, calls that take long.
LONG = {
    'print': ['print {pipe}'],
    'equal': ['equal --results {reduction} {reduction}', 'equal {pipe} {matmul}'],
    'apply': ['apply {matmul} {pipe}'],
    'schedule': ['schedule --rules {reduction} --time', 'schedule --rules {pipe}'],
    'run': ['run {endless} --time', 'run {reduction} --check', 'run {unrolled} --check', 'run {pipe}', 'run {matmul} --schedule {pipe}',
            'run {kernel} --device emulator'],
    'model': ['model run {pipe}', 'model show {pipe}', 'model export {pipe} --object x.o',
              'model tune {model} --trials 100000 --database {project}', 'model best {pipe} --database {project}'],
    'show': ['show {unrolled} --as asm', 'show {pipe}'],
    'analyze': ['analyze {pipe}'],
    'tune': ['tune {layers} --trials 100000 --db {project}', 'tune {matmul} --trials 100000 --json', 'tune {pipe}'],
    'best': ['best --schedule-fn {pipe} {matmul}'],
    'draw': ['draw {pipe} -o x.svg'],
    'export': ['export {unrolled} --object x.o'],
    'report': ['report {pipe} -o x.html'],
    'features': ['features {pipe}'],
    'sketches': ['sketches {pipe}'],
    'script': ['script {pipe}', 'script {loop}', 'script {reading} {pipe}'],
}
SHORT = {'machine', 'primitives', 'tasks'}


def test_every_command_is_here(_):
    assert set(LONG) | SHORT == set(commands())


def test_hang_is_described(_):
    """A call that does not end, and one whose pipe a process keeps open that it left behind: the error names who it is, and none is
    left."""
    for call, name in ((['sleep', '301'], 'sleep 301'), (['sh', '-c', 'sleep 302 & exit 0'], 'sleep 302')):
        try:
            run_to_end(call, limit=1)
        except AssertionError as error:
            assert re.search(rf'^ *\d+ S, child of \d+: {name}$', str(error), re.M), error
        else:
            raise AssertionError(f'{call}: no word of it')
        assert not [one for one in processes() if command_line(one.pid) == name]


def test_interrupted(folder):
    paths = prepared(folder)
    for call in sample([call for calls in LONG.values() for call in calls]):
        interrupt(call.format(**paths).split(), folder)


def test_run_within_its_limit(folder):
    """Whatever does not come to an end: reading, applying, compiling, interpreting, the program, the worker."""
    paths = prepared(folder)
    for call, environment in ([(call, {}) for call in LONG['run']]
                              + [('run {endless} --time --json', {}), ('run {matmul} --time', {'TILELOOM_WORKER': paths['deaf']})]):
        session = Session([*call.format(**paths).split(), '--timeout', str(LIMIT_S)], folder, env={**os.environ, **environment})
        try:
            finish(session.process, LIMIT_S + SOON_S)
            assert session.process.returncode == 4, f'{call}: {session.process.returncode}, {session.text()}'
            assert environment or session.wait_gone(SOON_S), f'{call}: still there: {session.members()}'
        finally:
            session.close()


run_tests(globals())
