#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether a change of how trials are measured finds slower kernels: the winners of two builds of tileloom-cli, re-measured interleaved.

usage: regret.py OLD-CLI NEW-CLI [--seeds 20] [--trials 64] [--programs matmul-128,…] [--cores 1] [--busy N]

For each program and seed both tune with as many trials, in turns. Their best traces are exported as shared libraries and timed here, in one
process, on the same memory, A B B A …, by a clock that neither of them owns. Prints a line for each pair and, for each program and over
all, the median of new / old - 1 (regret: above 0 the new winner is slower) and of the wall times.

--busy N: NEW tunes beside N busy loops, at ordinary priority; OLD tunes and all is timed without them. What a busy machine costs is then
`chrt -f 10 regret.py CLI CLI --busy 2`.
"""
import argparse
import contextlib
import ctypes
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROUNDS = 31
SAMPLE_S = 2e-3

MATMUL_512 = '''@T.prim_func
def main(A: T.Buffer((512, 512), "float32"), B: T.Buffer((512, 512), "float32"), C: T.Buffer((512, 512), "float32")):
    for i, j, k in T.grid(512, 512, 512):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
'''


def program_path(folder, name):
    path = os.path.join(ROOT, 'data', 'workloads', name + '.py')
    if os.path.exists(path):
        return path
    assert name == 'matmul-512', f'there is no program {name}'
    path = os.path.join(folder, name + '.py')
    with open(path, 'w') as file:
        file.write(MATMUL_512)
    return path


@contextlib.contextmanager
def busy_loops(n):
    loop = f'import os\nwhile os.getppid() == {os.getpid()}: pass'   # they end with this program
    loops = [subprocess.Popen([sys.executable, '-c', loop], preexec_fn=ordinary_priority) for _ in range(n)]
    try:
        yield
    finally:
        for one in loops:
            one.kill()
            one.wait()


def ordinary_priority():
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def tune(cli, program, seed, options, folder, label):
    """Wall seconds and the best trace, as a file."""
    n_busy = options.busy if label.endswith('-new') else 0
    with busy_loops(n_busy):
        return tune_alone(cli, program, seed, options, os.path.join(folder, label + '.trace.py'), ordinary_priority if n_busy else None)


def tune_alone(cli, program, seed, options, trace, prepare):
    began = time.monotonic()
    ended = subprocess.run([cli, 'tune', program, '--trials', str(options.trials), '--seed', str(seed), '--json',
                            '--target', f'llvm -num-cores={options.cores}'], capture_output=True, text=True, preexec_fn=prepare)
    seconds = time.monotonic() - began
    tasks = [json.loads(line) for line in ended.stdout.splitlines() if line.startswith('{') and '"task"' in line]
    task = [line for line in tasks if line['type'] == 'task'][0]
    assert task['trace'] is not None, ended.stderr
    with open(trace, 'w') as file:
        file.write(task['trace'])
    return seconds, trace


def load(cli, program, trace, options, folder, label):
    """The exported function."""
    library, header = (os.path.join(folder, label + ending) for ending in ('.so', '.h'))
    subprocess.run([cli, 'export', program, '--schedule', trace, '--shared', library, '--header', header, '--name', 'kernel',
                    '--target', f'llvm -num-cores={options.cores}'], check=True, capture_output=True)
    return ctypes.CDLL(library).kernel


def n_bytes(program):
    """Of each argument, from its annotation."""
    with open(program) as file:
        text = file.read()
    signature = re.search(r'def main\((.*?)\):', text, re.S)[1]
    sizes = []
    for shape in re.findall(r'T\.Buffer[(\[]\(([\d, ]+)\)', signature):
        n = 4
        for extent in shape.split(','):
            n *= int(extent) if extent.strip() else 1
        sizes.append(n)
    return sizes


def sample(function, arguments, number):
    began = time.perf_counter()
    for _ in range(number):
        function(*arguments)
    return (time.perf_counter() - began) / number


def race(functions, sizes):
    """Median seconds of each, in turns."""
    buffers = [ctypes.create_string_buffer(size + 64) for size in sizes]
    arguments = [ctypes.c_void_p((ctypes.addressof(buffer) + 63) & ~63) for buffer in buffers]
    numbers = [max(1, int(SAMPLE_S / max(sample(function, arguments, 1), 1e-7))) for function in functions]
    samples = [[] for _ in functions]
    for turn in range(ROUNDS):
        for i in (range(len(functions)) if turn % 2 == 0 else reversed(range(len(functions)))):
            samples[i].append(sample(functions[i], arguments, numbers[i]))
    return [statistics.median(one) for one in samples]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('old')
    parser.add_argument('new')
    parser.add_argument('--seeds', type=int, default=20)
    parser.add_argument('--trials', type=int, default=64)
    parser.add_argument('--cores', type=int, default=1)
    parser.add_argument('--busy', type=int, default=0)
    parser.add_argument('--programs', default='matmul-128,matmul-512,matmul-1024,conv2d-nchw')
    options = parser.parse_args()
    all_regrets, all_walls = [], []
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))} if options.cores == 1 else os.sched_getaffinity(0))
    affinity = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory() as folder:
        for name in options.programs.split(','):
            program = program_path(folder, name)
            regrets, walls = [], []
            for seed in range(1, options.seeds + 1):
                found = {}
                os.sched_setaffinity(0, set(range(os.cpu_count())))
                for label, cli in (('old', options.old), ('new', options.new))[::1 if seed % 2 else -1]:
                    found[label] = tune(cli, program, seed, options, folder, f'{name}-{seed}-{label}')
                # Both by the same compiler: what is compared is what was found. Who is loaded first is faster by half a per cent on some
                # machines.
                order = ['old', 'new'][::1 if seed // 2 % 2 else -1]
                functions = [load(options.new, program, found[label][1], options, folder, f'{name}-{seed}-{label}') for label in order]
                os.sched_setaffinity(0, affinity)
                times = dict(zip(order, race(functions, n_bytes(program))))
                old_s, new_s = times['old'], times['new']
                regrets.append(new_s / old_s - 1)
                walls.append(found['new'][0] / found['old'][0])
                print(f'{name:12} seed {seed:2}: old {old_s * 1e6:9.2f} us in {found["old"][0]:5.2f} s, '
                      f'new {new_s * 1e6:9.2f} us in {found["new"][0]:5.2f} s, '
                      f'regret {regrets[-1]:+.1%}', flush=True)
            print(f'{name:12} median regret {statistics.median(regrets):+.2%}, mean {statistics.mean(regrets):+.2%}, '
                  f'wall time {statistics.median(walls):.3f}', flush=True)
            all_regrets += regrets
            all_walls += walls
    print(f'all          median regret {statistics.median(all_regrets):+.2%}, mean {statistics.mean(all_regrets):+.2%}, '
          f'wall time {statistics.median(all_walls):.3f} ({len(all_regrets)} pairs, {options.trials} trials)')
    return 0


sys.exit(main())
