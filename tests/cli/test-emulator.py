#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tileloom-cli run --device emulator. usage: test-emulator.py CLI TOP [TEST…]; prints TAP."""
import ctypes.util
import json
import os
import re

from harness import CLI, TOP, cli, run_tests, workload, write

FAKE_CUDA = os.path.join(os.path.dirname(CLI), '..', 'tests', 'gpu')   # its libcuda.so.1 notes calls and computes nothing

KERNEL = '''@T.prim_func
def main(A: T.Buffer((256,), "float32"), C: T.Buffer((256,), "float32")):
    bx = T.launch_thread("blockIdx.x", 4)
    tx = T.launch_thread("threadIdx.x", 64)
    S = T.decl_buffer((64,), "float32", scope="shared")
    S[tx] = A[bx * 64 + tx]
    T.tvm_storage_sync("shared")
    C[bx * 64 + tx] = S[63 - tx]
'''
FAULTY = '''@T.prim_func
def {}(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    for t in T.thread_binding(64, thread="threadIdx.x"):
        with T.block("C"):
            v = T.axis.spatial(64, t)
            C[v] = A[v]
'''
TILES = '''b = sch.get_block("C")
i, j, k = sch.get_loops(b)
bx, ty, ii = sch.split(i, [4, 16, 2])
by, tx, jj = sch.split(j, [4, 16, 2])
k0, k1 = sch.split(k, [8, 16])
sch.reorder(bx, by, ty, tx, k0, k1, ii, jj)
sch.bind(bx, "blockIdx.x"); sch.bind(by, "blockIdx.y"); sch.bind(ty, "threadIdx.y"); sch.bind(tx, "threadIdx.x")
sch.reverse_compute_at(sch.cache_write(b, 0, "local"), tx)
for n in range(2):
    s = sch.cache_read(b, n, "shared")
    sch.compute_at(s, k0)
    loops = sch.get_loops(s)
    _, y, x = sch.split(sch.fuse(loops[-2], loops[-1]), [None, 16, 16])
    sch.bind(y, "threadIdx.y"); sch.bind(x, "threadIdx.x")
sch.decompose_reduction(b, k0)
'''


def emulate(*args, status=0):
    return cli('run', *args, '--device', 'emulator', status=status)


def test_kernels(folder):
    """A function that is written as kernels runs as it is."""
    assert 'no races or other faults' in emulate(write(folder, 'kernel.py', KERNEL)).stdout
    racy = write(folder, 'racy.py', KERNEL.replace('    T.tvm_storage_sync("shared")\n', ''))
    said = emulate(racy, status=4).stdout
    assert said.startswith('race: S[63] is stored by thread (63, 0, 0) and loaded by thread (0, 0, 0)') and '(256 times)' in said, said
    assert 'a barrier is needed between the store of S and the load of S in the store of C' in said, said
    found = json.loads(emulate(racy, '--json', status=4).stdout)
    assert found['outcome'] == 'fault' and [one['kind'] for one in found['findings']] == ['race'], found
    first = '    with T.launch_thread("threadIdx.x", 64) as t:\n        C[t] = A[t]\n'
    several = write(folder, 'several.py', KERNEL.replace('    bx =', first + '    bx =').replace('    T.tvm_storage_sync("shared")\n', ''))
    assert emulate(several, status=4).stdout.startswith('race in main_kernel_1: S[63] is stored by'), several
    over = write(folder, 'over.py', KERNEL.replace('C[bx * 64 + tx] =', 'C[bx * 65 + tx] ='))
    said = emulate(over, status=4).stdout
    assert said.startswith('out of bounds: C[256] is out of bounds: dimension 0 of C has 256 elements') and '(3 times)' in said, said


def test_scheduled(folder):
    """A program is lowered for the target, and its result compared with that of the program."""
    schedule = write(folder, 'tiles.py', TILES)
    args = (workload('matmul-128'), '--schedule', schedule, '--target', 'cuda')
    assert emulate(*args).stdout == 'checked: no races or other faults, agrees with the interpreter\n'
    assert json.loads(emulate(*args, '--json').stdout)['outcome'] == 'ok'
    assert emulate(*args, '--print').stdout.startswith('C: float32 (128, 128)')
    assert 'Did you forget to bind?' in emulate(workload('matmul-128'), '--target', 'cuda', status=4).stderr
    product, tensorized = os.path.join(TOP, 'tests', 'space', 'sketches', 'float16-matmul-relu.py'), os.path.join(folder, 'tensorized.py')
    cli('schedule', '--rules', product, '--target', 'cuda -arch=sm_80', '--output', tensorized)
    said = emulate(tensorized, '--target', 'cuda -arch=sm_80').stdout   # the interpreter does not know what it calls
    assert said == 'checked: no races or other faults; written with matrix instructions, so the result is not compared\n', said


def test_report(folder):
    """Counts of the whole kernel come first, then those of its statements."""
    kernel = write(folder, 'kernel.py', KERNEL)
    said = emulate(kernel, '--report').stdout
    assert 'main_kernel: ' in said and '  the store of S: ' in said and '  barrier: 256 barriers' in said, said
    assert '    shared loads: 8 requests of 4 bytes a thread, 8 passes (1.00 × the least)' in said, said
    counts = json.loads(emulate(kernel, '--report', '--json').stdout)['counts']
    assert counts[0]['kernel'] == 'main_kernel' and counts[0]['barrier'] == 256 and counts[0]['global_load_sectors'] == 32, counts
    assert sum(one['memory'] for one in counts[1:]) == counts[0]['memory'] == 1024, counts
    matmul = (workload('matmul-128'), '--schedule', write(folder, 'tiles.py', TILES), '--target', 'cuda')
    assert json.loads(emulate(*matmul, '--report', '--json').stdout)['counts'][0]['fma'] == 128 ** 3


def test_without_driver(folder):
    """One sentence says why nothing runs, and names the emulator."""
    schedule = write(folder, 'tiles.py', TILES)
    args = ('run', workload('matmul-128'), '--schedule', schedule, '--target', 'cuda -arch=sm_80')
    env = {name: value for name, value in os.environ.items() if name != 'LD_LIBRARY_PATH'}   # Meson's has FAKE_CUDA
    if ctypes.util.find_library('cuda') is None:
        said = cli(*args, status=4, env=env)
        assert said.stdout == '' and said.stderr.count('\n') == 1, said
        assert 'there is no CUDA driver (libcuda.so.1) on this machine; --device emulator runs the kernels' in said.stderr, said.stderr


def test_with_driver(folder):
    """All the way to a driver: kernels are compiled, loaded, launched, their results compared and their time taken by events."""
    schedule = write(folder, 'tiles.py', TILES)
    args = ('run', workload('matmul-128'), '--schedule', schedule, '--target', 'cuda -arch=sm_80')
    env = {**os.environ, 'LD_LIBRARY_PATH': FAKE_CUDA}
    assert 'of 16384 compared elements are wrong' in cli(*args, '--check', status=1, env=env).stdout
    said = cli(*args, '--time', env=env).stdout
    assert said.startswith('time: 12.5 ms') and 'bandwidth' not in said, said
    for name, outcome in (('illegal', 'Crashed: .*CUDA_ERROR_ILLEGAL_ADDRESS.*outside of its buffers'), ('endless', 'Timed out: .*')):
        faulty = write(folder, name + '.py', FAULTY.format(name))   # the driver goes by the name
        said = cli('run', faulty, '--target', 'cuda', '--time', '--timeout', '3', status=4, env=env)
        assert re.match(outcome + '.*\n', said.stdout) and '--device emulator runs the same kernels' in said.stderr, said


def test_usage(_):
    program = workload('matmul-128')
    assert 'add --target cuda' in emulate(program, status=2).stderr
    assert '--device takes emulator, not "gpu"' in cli('run', program, '--device', 'gpu', status=2).stderr
    assert '--report requires --device emulator' in cli('run', program, '--report', status=2).stderr
    assert 'measure a device' in emulate(program, '--target', 'cuda', '--time', status=2).stderr


def test_endless(folder):
    endless = write(folder, 'endless.py', KERNEL.replace('    S[tx] =', '    while bx >= 0:\n        S[tx] ='))
    assert emulate(endless, '--timeout', '1', status=4).stderr.endswith('no result within the time limit\n')


run_tests(globals())
