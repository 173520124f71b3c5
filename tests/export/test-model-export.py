#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole models in programs of their own, which link nothing of ours and allocate nothing. Needs no NumPy.
usage: test-model-export.py CLI; prints TAP."""
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile

CLI = sys.argv[1]
STRICT = ['-std=c11', '-Wall', '-Wextra', '-Werror']
ENVIRONMENT = dict(os.environ, OMP_WAIT_POLICY='passive')
MAY_NEED = {'GOMP_parallel', 'omp_get_num_threads', 'omp_get_thread_num', '__tls_get_addr', '_GLOBAL_OFFSET_TABLE_', 'sched_yield',
            'memcpy', 'memset', 'memmove', 'expf', 'exp', 'dprintf', 'abort'}

HEAD = '''from tvm.script import ir as I, relax as R
@I.ir_module
class Module:
    @R.function
    def main(%s):
        with R.dataflow():
%s
            R.output(gv)
        return gv
'''


def model(params, *lines):
    """Text and the shape of each parameter; the first is the input, the others are weights."""
    signature = ', '.join(f'{name}: R.Tensor({shape}, "float32")' for name, shape in params.items())
    return HEAD % (signature, '\n'.join('            ' + line for line in lines)), params


# Sizes that lead to packed weights, buffers too large for a stack, a result that is used twice.
MODELS = {
    'mlp': model({'x': (4, 96), 'w0': (96, 128), 'b0': (128,), 'w1': (128, 10), 'b1': (10,)},
                 'a = R.nn.relu(R.add(R.matmul(x, w0), b0))', 'gv = R.nn.softmax(R.add(R.matmul(a, w1), b1), axis=-1)'),
    'residual': model({'x': (1, 3, 34, 34), 'w0': (8, 3, 3, 3), 'w1': (8, 8, 3, 3), 'w2': (8, 8)},
                      'a = R.nn.relu(R.nn.conv2d(x, w0, padding=[1, 1, 1, 1]))',
                      'b = R.nn.relu(R.add(R.nn.conv2d(a, w1, padding=[1, 1, 1, 1]), a))',
                      'gv = R.matmul(R.mean(b, axis=[2, 3]), w2)'),
    'attention': model({'x': (24, 32), 'q': (32, 32), 'k': (32, 32), 'v': (32, 32)},
                       'a = R.matmul(x, q)', 'b = R.matmul(x, k)', 'c = R.matmul(x, v)',
                       's = R.nn.softmax(R.matmul(a, R.permute_dims(b)), axis=-1)', 'gv = R.add(R.matmul(s, c), x)'),
}


def run(*args, status=0, **variables):
    result = subprocess.run(args, capture_output=True, text=True, check=False, timeout=120, env=dict(ENVIRONMENT, **variables))
    assert result.returncode == status, f'{" ".join(args)}: exit {result.returncode}, not {status}\n{result.stdout}{result.stderr}'
    return result


def write(folder, name, data):
    path = os.path.join(folder, name)
    with open(path, 'w' if isinstance(data, str) else 'wb') as file:
        file.write(data)
    return path


def count(shape):
    n = 1
    for extent in shape:
        n *= extent
    return n


def npz(folder, name, arrays):
    path = os.path.join(folder, name)
    with zipfile.ZipFile(path, 'w') as file:
        for key, (shape, data) in arrays.items():
            header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({''.join(f'{extent},' for extent in shape)}), }}".encode()
            header += b' ' * (-(len(header) + 11) % 64) + b'\n'
            file.writestr(key + '.npy', b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header + data)
    return path


def floats(data):
    return struct.unpack(f'<{len(data) // 4}f', data)


def first_array(path):
    with zipfile.ZipFile(path) as file:
        data = file.read(file.namelist()[0])
    return floats(data[10 + struct.unpack('<H', data[8:10])[0]:])


class Case:
    """A model with weights and an input, and what "model run" makes of them."""

    def __init__(self, folder, name):
        text, params = MODELS[name]
        values = random.Random(name)
        data = {key: struct.pack(f'<{count(shape)}f', *(values.uniform(-0.5, 0.5) for _ in range(count(shape)))) for key, shape in
                params.items()}
        self.folder, self.name = folder, name
        self.input = write(folder, 'x.bin', data['x'])
        self.model = write(folder, name + '.py', text)
        self.weights = npz(folder, 'weights.npz', {key: (params[key], data[key]) for key in params if key != 'x'})
        out = os.path.join(folder, 'out.npz')
        run(CLI, 'model', 'run', self.model, '--params', self.weights, '--input', npz(folder, 'x.npz', {'x': (params['x'], data['x'])}),
            '-o', out, '--threads', '1')
        self.expected = first_array(out)

    def at(self, name):
        return os.path.join(self.folder, name)

    def export(self, threads, *options):
        run(CLI, 'model', 'export', self.model, '--params', self.weights, '--threads', threads, '--header', self.at(self.name + '.h'),
            '--example', self.at('main.c'), *options)

    def agrees(self, program, *before):
        out = self.at('y.bin')
        run(program, *before, self.input, out)
        with open(out, 'rb') as file:
            self.compare(floats(file.read()))

    def compare(self, got):
        assert len(got) == len(self.expected)
        most = max(map(abs, self.expected))
        worst = max(abs(a - b) for a, b in zip(got, self.expected))
        assert most > 0 and worst <= 1e-5 * most, (self.name, worst, most)

    def link(self, *parts):
        program = self.at('program')
        run(shutil.which('cc'), *STRICT, *parts, '-o', program, '-lgomp', '-lm')
        return program


def test_model(folder, name):
    case = Case(folder, name)
    case.export('2', '--object', case.at('m.o'))
    case.agrees(case.link(case.at('main.c'), case.at('m.o')))
    needed = {line.split()[-1] for line in run('nm', '-u', case.at('m.o')).stdout.splitlines()}
    assert needed <= MAY_NEED, needed - MAY_NEED
    run('cc', *STRICT, '-fsyntax-only', '-x', 'c', case.at(name + '.h'))
    if shutil.which('g++'):
        run('g++', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', '-x', 'c++', case.at(name + '.h'))
    check_c_source(case)
    check_shared_with_file(case)


def check_c_source(case):
    case.export('2', '--c', case.at('m.c'), '--target', 'llvm -mcpu=x86-64-v3')
    case.agrees(case.link('-O0', '-fopenmp', case.at('main.c'), case.at('m.c')))


def check_shared_with_file(case):
    """The weights stand in their file alone, packed weights once."""
    case.export('1', '--shared', case.at('m.so'), '--weights', case.at('w.bin'))
    case.agrees(case.link(case.at('main.c'), case.at('m.so'), '-Wl,-rpath,' + case.folder), case.at('w.bin'))
    own = sum(4 * count(shape) + 64 for key, shape in MODELS[case.name][1].items() if key != 'x')
    assert os.path.getsize(case.at('w.bin')) <= own * 1.5, (os.path.getsize(case.at('w.bin')), own)
    defined = {line.split()[-1] for line in run('nm', '-D', '--defined-only', case.at('m.so')).stdout.splitlines()}
    assert defined == {case.name + '_init', case.name + '_run'}, defined
    with open(case.at('w.bin'), 'rb+') as file:
        file.truncate(7)
    assert 'w.bin: not' in run(case.at('program'), case.at('w.bin'), case.input, case.at('y.bin'), status=1).stderr


# Four threads, each with a context and arrays of its own at addresses that suit floats alone.
THREADS = r'''
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "residual.h"
#define X (3 * 34 * 34)
#define Y 8
static residual_context contexts[4];
static float x[4][X + 17], y[4][Y + 1], alone[4][Y];
static void *work (void *p)
{
  long i = (long) p;
  for (int round = 0; round < 20; round++)
    residual_run (&contexts[i], x[i] + 1, y[i] + 1);
  return NULL;
}
int main (void)
{
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    {
      for (int k = 0; k < X; k++)
        x[i][k + 1] = (float) ((k * 7 + i * 31) % 101) / 50 - 1;
      residual_init (&contexts[i]);
      residual_run (&contexts[i], x[i] + 1, y[i] + 1);
      memcpy (alone[i], y[i] + 1, sizeof alone[i]);
      memset (contexts[i].memory, 255, sizeof contexts[i].memory);
    }
  for (long i = 0; i < 4; i++)
    if (pthread_create (&threads[i], NULL, work, (void *) i) != 0)
      return 2;
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < 4; i++)
    if (memcmp (alone[i], y[i] + 1, sizeof alone[i]) != 0)
      return printf ("context %d differs\n", i), 1;
  return memcmp (alone[0], alone[1], sizeof alone[0]) == 0;
}
'''


# Two threads of a region, each with a context.
NESTED = r'''
#include <stdlib.h>
#include <string.h>
#include "residual.h"
static residual_context contexts[2];
static float x[3 * 34 * 34], y[3][8];
int main (void)
{
  for (int k = 0; k < 3 * 34 * 34; k++)
    x[k] = (float) (k * 7 % 101) / 50 - 1;
  residual_init (&contexts[0]);
  residual_init (&contexts[1]);
  residual_run (&contexts[0], x, y[2]);
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 2; i++)
    residual_run (&contexts[i], x, y[i]);
  return memcmp (y[0], y[2], sizeof y[0]) != 0 || memcmp (y[1], y[2], sizeof y[0]) != 0 || y[0][0] == 0;
}
'''


def test_contexts(folder):
    """Several contexts at once; what an earlier run left in a context does not matter. More threads than there are CPUs, then fewer than
    the model was exported for."""
    case = Case(folder, 'residual')
    for threads in '1', '3':
        case.export(threads, '--object', case.at('m.o'))
        program = case.link('-pthread', '-D_GNU_SOURCE', write(folder, 'threads.c', THREADS), case.at('m.o'))
        for limit in '64', '2', '1':
            run(program, OMP_THREAD_LIMIT=limit)


def test_team(folder):
    """With several threads the calls run in one parallel region, also where the caller is in one."""
    case = Case(folder, 'residual')
    case.export('3', '--object', case.at('m.o'))
    relocations = run('objdump', '-r', case.at('m.o')).stdout
    assert relocations.count('GOMP_parallel') == 1 and relocations.count('residual_team_parallel_for') > 1, relocations
    run(case.link('-fopenmp', write(folder, 'nested.c', NESTED), case.at('m.o')))


def test_names(folder):
    """Parameters that are called as parts of the source are."""
    text = MODELS['residual'][0]
    for name, own in ('x', 'team'), ('w0', 'call'), ('w1', 'context'), ('w2', 'weights'):
        text = re.sub(rf'\b{name}\b', own, text)
    path = write(folder, 'names.py', text)
    header = os.path.join(folder, 'names.h')
    run(CLI, 'model', 'export', path, '--threads', '2', '--header', header, '--shared', os.path.join(folder, 'names.so'))
    with open(header, encoding='utf-8') as file:
        assert 'const float *restrict team_0, const float *restrict call_1, const float *restrict context_2' in file.read()


def test_refusals(folder):
    path = write(folder, 'mlp.py', MODELS['mlp'][0])
    out = os.path.join(folder, 'out.o')
    assert 'no output requested' in run(CLI, 'model', 'export', path, status=2).stderr
    assert 'cannot name a C function' in run(CLI, 'model', 'export', path, '--name', '9', '--object', out, status=2).stderr
    assert 'no-such-folder' in run(CLI, 'model', 'export', path, '--object', '/no-such-folder/out.o', status=4).stderr
    assert not os.path.exists(out)
    nowhere = dict(os.environ, PATH='/nowhere')
    said = subprocess.run([CLI, 'model', 'export', path, '--object', out], capture_output=True, text=True, check=False, env=nowhere)
    assert said.returncode == 4 and 'requires a C compiler' in said.stderr, said.stderr
    header = os.path.join(folder, 'mlp.h')
    run(CLI, 'model', 'export', path, '--header', header)
    with open(header, encoding='utf-8') as file:
        text = file.read()
    assert re.search(r'input +w0 +float32 \[96, 128\], 49152 bytes', text) and re.search(r'output +gv +float32 \[4, 10\]', text), text


CASES = [(f'test_model {name}', test_model, (name,)) for name in MODELS]
CASES += [(test.__name__, test, ()) for test in (test_contexts, test_team, test_names, test_refusals)]


def main():
    if not shutil.which('cc') or not shutil.which('nm') or not shutil.which('objdump'):
        print('1..0 # SKIP no C compiler')
        return
    print(f'1..{len(CASES)}')
    failed = False
    for number, (name, test, arguments) in enumerate(CASES, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder, *arguments)
                print(f'ok {number} {name}', flush=True)
            except (AssertionError, subprocess.TimeoutExpired) as error:
                failed = True
                print(f'not ok {number} {name}')
                print('\n'.join('# ' + line for line in str(error).splitlines()), flush=True)
    sys.exit(failed)


main()
