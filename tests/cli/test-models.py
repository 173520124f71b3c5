#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""model run, profile and show: results, weights as constants, sizes, errors. Needs no NumPy. usage: test-models.py CLI TOP; prints TAP."""
import contextlib
import json
import os
import re
import sqlite3
import struct
import time
import zipfile

from harness import CLI, LIMIT_S, TOP, cli, finish, run_tests, start, workload, write

MODELS = os.path.join(TOP, 'tests', 'graph', 'models')
CNN = os.path.join(MODELS, 'cnn-fashion.py')
DENSE = '''from tvm.script import ir as I, relax as R
n = TypeVar("n")
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n, 3), "float32"), w: R.Tensor((2, 3), "float32"), b: R.Tensor((2,), "float32")) -> R.Tensor((n, 2), "float32"):
        with R.dataflow():
            lv = R.permute_dims(w)
            lv1 = R.matmul(x, lv)
            lv2 = R.add(lv1, b)
            gv = R.nn.relu(lv2)
            R.output(gv)
        return gv
'''
SCALAR = '''from tvm.script import ir as I, relax as R
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((), "float32")) -> R.Tensor((), "float32"):
        with R.dataflow():
            lv = R.quantize(x, R.const(0.5, "float32"), R.const(3, "uint8"), out_dtype="uint8", axis=0)
            gv = R.dequantize(lv, R.const(0.5, "float32"), R.const(3, "uint8"), out_dtype="float32", axis=0)
            R.output(gv)
        return gv
'''
# Two calls of one kernel.
TWICE = '''from tvm.script import ir as I, relax as R
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((16, 32), "float32"), w: R.Tensor((32, 32), "float32")) -> R.Tensor((16, 32), "float32"):
        with R.dataflow():
            lv = R.matmul(x, w)
            gv = R.matmul(lv, w)
            R.output(gv)
        return gv
'''
# Each step takes the results of the one before.
STEPS = '''from tvm.script import tir as T
@T.prim_func
def main(x: T.Buffer((64,), "float32"), w: T.Buffer((64, 64), "float32"), y: T.Buffer((64,), "float32")):
    state = T.alloc_buffer((64,))
    for i in range(64):
        with T.block("first"):
            vi = T.axis.spatial(64, i)
            state[vi] = x[vi]
    for t in range(300):
        with T.block("step"):
            vt = T.axis.opaque(300, t)
            T.reads(state[0:64], w[0:64, 0:64])
            T.writes(state[0:64])
            sums = T.alloc_buffer((64,))
            for i, k in T.grid(64, 64):
                with T.block("sums"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    with T.init():
                        sums[vi] = T.float32(0)
                    sums[vi] = sums[vi] + state[vk] * w[vk, vi]
            for i in range(64):
                with T.block("next"):
                    vi = T.axis.spatial(64, i)
                    state[vi] = T.tanh(sums[vi]) + x[vi]
    for i in range(64):
        with T.block("last"):
            vi = T.axis.spatial(64, i)
            y[vi] = state[vi]
'''
# Three results are above 0, each another number, one is below and becomes 0; all are exact in float32.
X, W, B = ((2, 3), [1, 2, 3, -4, 5, 6]), ((2, 3), [1, 0, 1.5, 2, -3, 0.5]), ((2,), [0.5, 4.25])
RESULT = [max(0, sum(X[1][3 * i + k] * W[1][3 * j + k] for k in range(3)) + B[1][j]) for i in range(2) for j in range(2)]


def npz(folder, name, **arrays):
    path = os.path.join(folder, name)
    with zipfile.ZipFile(path, 'w') as file:
        for key, (shape, values) in arrays.items():
            header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({''.join(f'{extent},' for extent in shape)}), }}".encode()
            header += b' ' * (-(len(header) + 11) % 64) + b'\n'
            data = b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header + struct.pack(f'<{len(values)}f', *values)
            file.writestr(key + '.npy', data)
    return path


def floats(path):
    """Of the only array of the file."""
    with zipfile.ZipFile(path) as file:
        data = file.read(file.namelist()[0])
    start = 10 + struct.unpack('<H', data[8:10])[0]
    return list(struct.unpack(f'<{(len(data) - start) // 4}f', data[start:]))


def test_results(folder):
    """Weights as inputs, and as constants: then nothing of them is computed in a run."""
    model, out = write(folder, 'dense.py', DENSE), os.path.join(folder, 'out.npz')
    cli('model', 'run', model, '--shape', 'n=2', '--input', npz(folder, 'all.npz', x=X, w=W, b=B), '-o', out, '--check')
    assert floats(out) == RESULT and len(set(RESULT)) == 4 and min(RESULT) == 0, (floats(out), RESULT)
    params = npz(folder, 'params.npz', w=W, b=B)
    image = npz(folder, 'x.npz', x=X)
    said = cli('model', 'run', model, '--shape', 'n=2', '--params', params, '--input', image, '-o', out, '--check').stdout
    assert floats(out) == RESULT
    assert 'model: 1 calls of 1 kernels' in said, said
    assert 'checked: 1 of 1 calls agree with the interpreter (4 elements), and so do the results' in said, said


def quantized_results(values):
    """Of tests/graph/models/quantized-conv.onnx, which tests/graph/make-operator-models.py makes."""
    x = [min(max(round(value * 4) + 9, 0), 255) - 9 for value in values]
    for o, step in enumerate((.125, .25, .5, .125, .0625)):
        for h in range(3):
            for w in range(3):
                terms = ((i, r, s, h * 2 + r - 1, w * 2 + s - 1) for i in range(3) for r in range(3) for s in range(3))
                total = sum(x[i * 30 + y * 6 + z] * ((7 * o + 5 * i + 3 * r + 2 * s) % 17 - 8)
                            for i, r, s, y, z in terms if 0 <= y < 5 and 0 <= z < 6)
                yield min(max(round((total + 10 * o - 20) * step / 4 * 2), 0) - 100, 127) / 2 + 50


def test_quantized(folder):
    """Computed on integers, with the results of the model: half a step goes to the even number, padding is 0."""
    model, out = os.path.join(MODELS, 'quantized-conv.onnx'), os.path.join(folder, 'out.npz')
    values = [(n * 37 % 61 - 20) / 8 for n in range(90)]
    cli('model', 'run', model, '--input', npz(folder, 'x.npz', x=((1, 3, 5, 6), values)), '-o', out, '--check')
    expected = list(quantized_results(values))
    assert floats(out) == expected and len(set(expected)) > 15, (floats(out), expected)
    assert 'out_dtype="int32"' in cli('model', 'show', model, '--pass', 'IntegerProducts').stdout


def test_repeated(folder):
    """Recurrent layers and loops are one kernel, which computes what the interpreter does; its blocks are scheduled like others."""
    for name in 'lstm-long', 'lstm-long-both', 'gru-long', 'loop', 'loop-swap', 'loop-product', 'loop-nested', 'scan':
        for threads in 1, 2:
            said = cli('model', 'run', os.path.join(MODELS, name + '.onnx'), '--check', '--threads', str(threads)).stdout
            assert 'agree with the interpreter' in said, (name, said)
    kernels = write(folder, 'kernels.py', cli('model', 'show', os.path.join(MODELS, 'lstm-long.onnx'), '--kernels').stdout)
    rules = cli('schedule', '--rules', kernels, '--func', 'lstm').stderr
    assert 'lstm: matmul, T_add: matmul' in rules and 'T_split' not in rules, rules
    steps = write(folder, 'steps.py', STEPS)
    assert 'agrees with the interpreter' in cli('run', steps, '--check').stdout
    tuned = cli('tune', steps, '--trials', '4', '--db', os.path.join(folder, 'steps.tileloom')).stdout
    assert 'Wrong' not in tuned, tuned


def test_empty(folder):
    """Tensors of no elements are no kernel's; as inputs they are read and as results written."""
    for name in 'empty-concat', 'empty-sums', 'empty-split', 'empty-batch', 'empty-gather':
        cli('model', 'run', os.path.join(MODELS, name + '.onnx'), '--check')
    model, out = os.path.join(MODELS, 'empty-sums.onnx'), os.path.join(folder, 'out.npz')
    cli('model', 'run', model, '--input', npz(folder, 'x.npz', x=((2, 0), [])), '-o', out)
    assert floats(out) == [0, 0], floats(out)


def test_quantized_scalar(folder):
    model, out = write(folder, 'scalar.py', SCALAR), os.path.join(folder, 'out.npz')
    cli('model', 'run', model, '--input', npz(folder, 'x.npz', x=((), [1.2])), '-o', out, '--check')
    assert floats(out) == [1], floats(out)


def safetensors(folder, name, **arrays):
    header, data = {}, b''
    for key, (shape, values) in arrays.items():
        begin = len(data)
        data += struct.pack(f'<{len(values)}f', *values)
        header[key] = {'dtype': 'F32', 'shape': shape, 'data_offsets': [begin, len(data)]}
    text = json.dumps(header).encode()
    path = os.path.join(folder, name)
    with open(path, 'wb') as file:
        file.write(struct.pack('<Q', len(text)) + text + data)
    return path


def test_safetensors(folder):
    """The same weights as in a numpy file, aligned or not."""
    model, out, image = write(folder, 'dense.py', DENSE), os.path.join(folder, 'out.npz'), npz(folder, 'x.npz', x=X)
    bias, expected = ((2,), [5, 20]), []
    for params in (npz(folder, 'w.npz', w=W, b=bias), safetensors(folder, 'a.safetensors', w=W, b=bias),
                   safetensors(folder, 'b.safetensors', b=bias, w=W)):
        cli('model', 'run', model, '--shape', 'n=2', '--params', params, '--input', image, '-o', out, '--check')
        expected = expected or floats(out)
        assert floats(out) == expected and sum(expected) > 0, (params, floats(out))
    wrong = safetensors(folder, 'c.safetensors', w=B, b=B)
    assert 'w' in cli('model', 'run', model, '--shape', 'n=2', '--params', wrong, status=2).stderr
    with open(wrong, 'r+b') as file:
        file.truncate(20)
    assert 'c.safetensors' in cli('model', 'run', model, '--shape', 'n=2', '--params', wrong, status=2).stderr


def n_from_records(model, project, *options):
    said = cli('model', 'run', model, '--database', project, '--threads', '1', *options).stdout
    n_records, n_rules = re.search(r'^schedules: (\d+) from records, (\d+) by rules', said, re.M).groups()
    assert int(n_records) + int(n_rules) == 1, said
    return int(n_records)


def test_tuning(folder):
    """Records of a search are found by the next one; what builds the model uses those that are faster in it."""
    model, project = write(folder, 'twice.py', TWICE), os.path.join(folder, 'p.tileloom')
    assert 'requires --database' in cli('model', 'tune', model, status=2).stderr
    tuned = cli('model', 'tune', model, '--database', project, '--trials', '3', '--threads', '1', '--seed', '7')
    assert '1 tasks; records: 0 of 1 kernels have one' in tuned.stderr, tuned.stderr
    assert re.search(r'\| Weight \|.*\n-+\n  0 \|[^\n]*\|      2 \|', tuned.stdout), tuned.stdout
    assert re.search(r'^model, 5 rounds in turns: before \S+ .s, after \S+ .s, \S+×$', tuned.stdout, re.M), tuned.stdout
    assert n_from_records(model, project, '--check') in (0, 1)
    best = cli('model', 'best', model, '--database', project, '--threads', '1').stdout
    faster = re.search(r'^records: 1 of 1 kernels have one, ([01]) used: faster in the model than rules$', best, re.M)
    assert faster and ('record, alone' if faster[1] == '1' else 'rules, record ') in best, best
    assert n_from_records(model, project) == int(faster[1])
    times = n_times(project)   # of this CPU: for another one the model is timed again
    cli('model', 'best', model, '--database', project, '--threads', '1', env={**os.environ, 'TL_HOST': 'znver3'})
    assert n_times(project) == times + 1 and n_from_records(model, project) == int(faster[1])
    lines = cli('model', 'tune', model, '--database', project, '--trials', '2', '--threads', '1', '--json')
    assert 'records: 1 of 1 kernels have one' in lines.stderr
    assert 'sum of the kernels: before ' in tuned.stdout, tuned.stdout
    whole = [json.loads(line) for line in lines.stdout.splitlines()][-1]
    assert whole['type'] == 'model' and whole['after_s'] > 0, whole
    kernel = whole['kernels'][0]
    assert 0 < kernel['record_in_model_s'] < kernel['rules_in_model_s'] or not kernel['record'], whole
    assert n_from_records(model, project) == int(kernel['record']), whole
    assert cli('model', 'best', CNN, '--database', project, '--threads', '1', status=1).stdout.startswith('records: 0 of')


def n_trials(project):
    if not os.path.exists(project):
        return 0
    with contextlib.closing(sqlite3.connect(project, timeout=10)) as file:
        try:
            return file.execute('SELECT count(*) FROM trial').fetchone()[0]
        except sqlite3.OperationalError:   # there are no tables yet
            return 0


def n_times(project):
    """How many models have times of records and rules."""
    with contextlib.closing(sqlite3.connect(project, timeout=10)) as file:
        return file.execute("SELECT count(*) FROM setting WHERE key LIKE 'kernel times of model %'").fetchone()[0]


def test_killed_tuning(folder):
    """Trials that were measured before the program was killed are records. While it runs, no other program resumes runs of the project."""
    model, project = write(folder, 'twice.py', TWICE), os.path.join(folder, 'p.tileloom')
    process = start([CLI, 'model', 'tune', model, '--database', project, '--trials', '100000', '--threads', '1'])
    limit = time.monotonic() + LIMIT_S
    while n_trials(project) < 3 and time.monotonic() < limit:
        time.sleep(0.05)
    resume = ['tune', workload('matmul-128'), '--trials', '1', '--db', project, '--resume']
    assert 'another program is tuning in' in cli(*resume, status=2).stderr
    process.kill()
    finish(process)
    assert n_trials(project) >= 3
    assert 'nothing to resume' in cli(*resume, status=4).stderr
    assert n_from_records(model, project) in (0, 1)
    assert n_times(project) == 1   # made by the command that needed them


def test_tuning_that_measures_nothing(folder):
    """Workers that build nothing: no result, but the first reason."""
    project = os.path.join(folder, 'p.tileloom')
    said = cli('model', 'tune', os.path.join(MODELS, 'mlp-calls.py'), '--database', project, '--trials', '3', '--timeout', '0.001',
               '--no-default-schedule', '--ops', '=none', status=2).stderr
    assert 'none' in said, said
    broken = write(folder, 'worker', '#!/bin/sh\nexit 1\n')
    os.chmod(broken, 0o700)
    said = cli('model', 'tune', os.path.join(MODELS, 'mlp-calls.py'), '--database', project, '--trials', '3', status=4,
               env={**os.environ, 'TILELOOM_WORKER': broken}).stderr
    assert 'tileloom-cli: ' in said, said


def test_time_over(folder):
    """Before workers have started: the message says that, and what was waiting."""
    worker = os.environ.get('TILELOOM_WORKER', os.path.join(os.path.dirname(CLI), 'tileloom-worker'))
    late = write(folder, 'worker', f'#!/bin/sh\nsleep 1\nexec "{worker}" "$@"\n')
    os.chmod(late, 0o700)
    said = cli('model', 'tune', write(folder, 'twice.py', TWICE), '--database', os.path.join(folder, 'p.tileloom'), '--seconds', '0.1',
               status=4, env={**os.environ, 'TILELOOM_WORKER': late}).stderr
    assert re.search(r'no candidate was measured: the time was over after 0\.1 s, before the first measurement; under way: '
                     r'\w+: \d+ to measure', said), said


def test_profile(_):
    model = os.path.join(MODELS, 'cnn-fashion.py')
    table = cli('model', 'profile', model).stdout
    names = re.findall(r'^ (\w+) +\| +(\d+) \| ', table, re.M)
    reported = json.loads(cli('model', 'profile', model, '--json', '--check').stdout)
    assert sorted(name for name, _calls in names) == sorted(kernel['name'] for kernel in reported['kernels']), table
    assert reported['checked'] and reported['samples'] >= 30 and reported['median_s'] > 0
    assert sum(kernel['calls'] for kernel in reported['kernels']) == reported['calls']
    assert all(kernel['total_s'] > 0 for kernel in reported['kernels'])


def test_equal_functions(_):
    """One kernel for two calls, named after the first."""
    shown = cli('model', 'show', os.path.join(MODELS, 'mlp-calls.py')).stdout
    assert 'input w1: float32 (128, 128)' in shown and 'output gv: float32 (1, 128)' in shown, shown
    assert 'memory: constants 0 B' in shown, shown


def test_passes(folder):
    """The graph after a pass, after each, and as a program for tune."""
    model = os.path.join(MODELS, 'mlp-fashion.py')
    assert 'R.matmul' in cli('model', 'show', model, '--pass', 'import').stdout
    assert 'R.matmul' not in cli('model', 'show', model, '--pass', 'LegalizeOps').stdout
    every = cli('model', 'show', model, '--passes').stdout
    assert every.index('# import: ') < every.index('# LegalizeOps: ') < every.index('# FuseOps: '), every
    kernels = write(folder, 'kernels.py', cli('model', 'show', model, '--kernels').stdout)
    tasks = json.loads(cli('tasks', kernels, '--json').stdout)
    shown = json.loads(cli('model', 'show', model, '--json').stdout)['tasks']
    assert [task['name'] for task in tasks] == sorted(task['name'] for task in shown)


def test_errors(folder):
    model, given = write(folder, 'dense.py', DENSE), npz(folder, 'x.npz', x=X)
    for options, why in (
            (['--shape', 'm=2'], 'm'), (['--shape', 'n'], '--shape takes NAME=N'),
            ([], 'input x has a size n that is not known; set it: --shape n=1'),
            (['--shape', 'n=2', '--input', given], 'has no array w; the inputs of the model are x, w, b'),
            (['--shape', 'n=3', '--input', npz(folder, 'all.npz', x=X, w=W, b=B)],
             'input x of the model is float32 (3, 3), not float32 (2, 3)'),
            (['--shape', 'n=2', '--params', npz(folder, 'p.npz', v=W)], 'v'), (['--database', '/nonexistent'], ''),
            (['--shape', 'n=2', '--target', 'nothing'], 'nothing')):
        reported = cli('model', 'run', model, *options, status=2).stderr
        assert why in reported and len(reported.splitlines()) == 1, (options, reported)
    assert 'has no R.function main' in cli('model', 'run', workload('matmul-128'), status=2).stderr
    assert 'model takes run, profile, show, tune, best or export, not "walk"' in cli('model', 'walk', model, status=2).stderr
    assert 'model show has no option --check' in cli('model', 'show', model, '--check', status=2).stderr
    assert 'there are import, ' in cli('model', 'show', model, '--pass', 'Nothing', status=2).stderr


def test_damaged_project(folder):
    """An input that cannot be read, whichever action reads it; one that does not exist is not made."""
    model, project = write(folder, 'scalar.py', SCALAR), os.path.join(folder, 'p.tileloom')
    cli('model', 'tune', model, '--database', project, '--trials', '2')
    with open(project, 'rb') as file:
        data = bytearray(file.read())
    for at in range(4096, len(data), 97):
        data[at] ^= 0x5a
    with open(project, 'wb') as file:
        file.write(data)
    missing = os.path.join(folder, 'missing.tileloom')
    files = ['--object', os.path.join(folder, 'm.o'), '--header', os.path.join(folder, 'm.h')]
    for action, options in ('run', []), ('profile', []), ('best', []), ('export', files):
        for path, why in (project, 'is damaged'), (missing, 'there is no project'):
            assert why in cli('model', action, model, '--database', path, *options, status=2).stderr, (action, path)
    assert 'is damaged' in cli('model', 'tune', model, '--database', project, '--trials', '2', status=2).stderr
    assert not os.path.exists(missing)


def test_pictures(folder):
    """Four pictures, none like another; the graph has its size whatever its colours."""
    sizes, texts = {}, set()
    for name, action, options in (('graph', 'show', []), ('times', 'profile', []), ('memory', 'show', ['--view', 'memory']),
                                  ('dark', 'show', ['--dark'])):
        path = os.path.join(folder, name + '.svg')
        cli('model', action, CNN, *options, '--picture', path)
        with open(path, encoding='utf-8') as file:
            text = file.read()
        sizes[name] = re.search(r'<svg [^>]*width="([0-9.]+)[^>]* height="([0-9.]+)', text).groups()
        texts.add(text)
    assert sizes['graph'] == sizes['dark'] != sizes['memory'] and len(texts) == 4, sizes
    assert 'model run has no option --picture' in cli('model', 'run', CNN, '--picture', 'x.svg', status=2).stderr
    assert '--view takes graph or memory, not "tree"' in cli('model', 'show', CNN, '--picture', 'x.svg', '--view', 'tree', status=2).stderr
    assert 'x.bmp' in cli('model', 'show', CNN, '--picture', 'x.bmp', status=2).stderr


run_tests(globals())
