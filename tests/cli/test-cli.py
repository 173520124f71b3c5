#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command line from outside: output, exit status, places of errors. usage: test-cli.py CLI TOP; prints TAP."""
import contextlib
import glob
import html
import html.parser
import json
import os
import re
import shlex
import signal
import sqlite3
import stat
import time

from harness import CLI, DEVNULL, LIMIT_S, SCHEDULES, TOP, WORKLOADS, cli, finish, run_tests, run_to_end, running, sample, workload, write

SEEDS = os.path.join(TOP, 'tests', 'primitives', 'seeds')


def test_help(_):
    assert 'tune' in cli('--help').stdout
    cli('no-such-command', status=2)
    cli('print', status=2)
    cli('print', '--no-such-option', 'x.py', status=2)


def test_print_round_trip(folder):
    names = sorted(glob.glob(os.path.join(WORKLOADS, '*.py')))
    assert len(names) >= 15, names
    for name in names:
        for dialect in ('classic', 'sblock'):
            again = write(folder, 'again.py', cli('print', name, '--dialect', dialect).stdout)
            assert cli('equal', name, again).stdout == 'equal\n'


def test_equal(_):
    result = cli('equal', workload('matmul-128'), workload('mm-relu-128'), status=1)
    assert result.stdout.startswith('not equal: '), result.stdout


def test_equal_results(folder):
    program = cli('print', workload('matmul-128')).stdout
    other = write(folder, 'other.py', program.replace('T.grid(128, 128, 128)', 'T.grid(128, 128, 127)'))
    outside = write(folder, 'outside.py', program.replace('T.grid(128, 128, 128)', 'T.grid(128, 128, 129)'))
    schedule = write(folder, 'split.py', 'i, j, k = sch.get_loops(sch.get_block("C"))\nsch.split(k, [None, 8])\n')
    split = write(folder, 'split-after.py', cli('apply', workload('matmul-128'), schedule).stdout)
    assert cli('equal', '--results', workload('matmul-128'), split).stdout == 'equal\n'
    assert cli('equal', '--results', workload('matmul-128'), other, status=1).stdout.startswith('not equal: C['), other
    assert 'dimension 1 of A has 128 elements (0 … 127), the index is 128' in cli('equal', '--results', workload('matmul-128'), outside,
            status=1).stdout
    cli('equal', '--results', workload('matmul-128'), workload('mm-relu-128'), status=1)
    unknown = write(folder, 'unknown.py', program.replace('A[vi, vk] *', 'T.call_extern("float32", "no_such_function", A[vi, vk]) *'))
    assert 'does not know the function "no_such_function"' in cli('equal', '--results', unknown, unknown, status=4).stderr


def test_broken_file(folder):
    broken = write(folder, 'broken.py',
                   '@T.prim_func\ndef main(A: T.Buffer((8,), "float32")):\n    for i in range(8)\n        A[i] = 0.0\n')
    message = cli('print', broken, status=2).stderr
    assert re.search(r'broken\.py:3:\d+: ', message) and '^' in message, message
    cli('print', os.path.join(folder, 'absent.py'), status=2)


def apply_and_compare(folder, module, schedule, expected, *options):
    out, trace, dump = (os.path.join(folder, name) for name in ('out.py', 'out.trace.py', 'out.json'))
    cli('apply', module, schedule, *options, '-o', out, '--trace', trace, '--json', dump)
    assert cli('equal', out, expected).stdout == 'equal\n'
    for form in (trace, dump):
        replayed = write(folder, 'replayed.py', cli('apply', module, form).stdout)
        assert cli('equal', replayed, expected).stdout == 'equal\n'


def test_worked_examples(folder):
    for case, schedule, module, options in (('schedule-mm', 'schedule_mm', 'matmul-128', ()),
                                            ('stochastic-tuned', 'matmul-128-stochastic.trace', 'matmul-128', ()),
                                            ('tuned-long', 'matmul-128-tuned.trace', 'matmul-128', ()),
                                            ('transform-mm-relu', 'transform_mm_relu', 'mm-relu-128', ('--arg', 'jfactor=4'))):
        apply_and_compare(folder, workload(module), os.path.join(SCHEDULES, schedule + '.py'), os.path.join(SEEDS, case, 'expected.py'),
                          *options)


def test_refusal(folder):
    schedule = write(folder, 'bad.py', 'b = sch.get_block("C", "main")\ni, j, k = sch.get_loops(b)\nsch.vectorize(k)\n')
    message = cli('apply', workload('matmul-128'), schedule, status=3).stderr
    assert 'bad.py:3' in message and '^^^' in message, message


def fix_lines(message):
    """The lines below "Fix:", which a script can have in place of the refused step."""
    return [line.strip() for line in message.partition('  Fix: ')[2].splitlines()[1:]]


def test_fix_is_printed(folder):
    """The refusal stays one; the lines of the fix, put in place of the step, are accepted."""
    handles = 'b = sch.get_block("C", "main")\ni, j, k = sch.get_loops(b)\n'
    for step, words in (('sch.vectorize(k)\n', 'Factor the reduction at k, then Vectorize k'),
                        ('sch.fuse(i, k)\n', 'Reorder to j, i, then Fuse i, k')):
        schedule = write(folder, 'bad.py', handles + step)
        message = cli('apply', workload('matmul-128'), schedule, status=3).stderr
        assert f'  Fix: {words}\n' in message, message
        fixed = write(folder, 'fixed.py', handles + '\n'.join(fix_lines(message)) + '\n')
        by_hand = write(folder, 'by-hand.py', cli('apply', workload('matmul-128'), fixed).stdout)
        by_option = write(folder, 'by-option.py', cli('apply', workload('matmul-128'), schedule, '--fix').stdout)
        assert cli('equal', by_hand, by_option).stdout == 'equal\n'


def test_fix_is_applied(folder):
    """The script goes on with its own variables; trace and JSON have the steps of the fixes and replay to the same program."""
    schedule = write(folder, 'bad.py', 'b = sch.get_block("C", "main")\ni, j, k = sch.get_loops(b)\nsch.vectorize(k)\n'
                     'k0, k1 = sch.split(k, [None, 8])\nsch.fuse(i, k0)\n')
    out, trace, dump = (os.path.join(folder, name) for name in ('out.py', 'out.trace.py', 'out.json'))
    message = cli('apply', workload('matmul-128'), schedule, '--fix', '-o', out, '--trace', trace, '--json', dump).stderr
    assert re.findall(r'bad\.py:(\d).*\n  fixed: (\w+)', message) == [('3', 'Factor'), ('5', 'Reorder')], message
    for form in (trace, dump):
        replayed = write(folder, 'replayed.py', cli('apply', workload('matmul-128'), form).stdout)
        assert cli('equal', replayed, out).stdout == 'equal\n'
    assert cli('equal', out, workload('matmul-128'), status=1).stdout != 'equal\n'


def test_fix_of_json(folder):
    """A trace in JSON has its refusals, too: here of a program that reduces where it was made for one that copies."""
    copy = write(folder, 'copy.py', 'from tvm.script import tir as T\n@T.prim_func\n'
                 'def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):\n'
                 '    for i, j in T.grid(8, 8):\n        with T.block("C"):\n'
                 '            vi, vj = T.axis.remap("SS", [i, j])\n            C[vi, vj] = A[vi, vj]\n')
    steps = write(folder, 'steps.py', 'i, j = sch.get_loops(sch.get_block("C", "main"))\nsch.parallel(j)\nsch.split(i, [None, 2])\n')
    rows = write(folder, 'rows.py', 'from tvm.script import tir as T\n@T.prim_func\n'
                 'def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8,), "float32")):\n'
                 '    for i, j in T.grid(8, 8):\n        with T.block("C"):\n'
                 '            vi, vj = T.axis.remap("SR", [i, j])\n            with T.init():\n                C[vi] = T.float32(0)\n'
                 '            C[vi] = C[vi] + A[vi, vj]\n')
    dump = os.path.join(folder, 'steps.json')
    cli('apply', copy, steps, '-o', os.path.join(folder, 'out.py'), '--json', dump)
    message = cli('apply', rows, dump, status=3).stderr
    assert '  Fix: Factor the reduction at j, then Parallelize j\n' in message, message
    fixed = cli('apply', rows, dump, '--fix')
    assert '  fixed: Factor the reduction at j, then Parallelize j\n' in fixed.stderr and 'T.parallel(8)' in fixed.stdout, fixed.stderr


def test_fix_in_the_past(folder):
    """A step that has to come earlier is shown, and not applied: the script's variables would be those of another trace."""
    schedule = write(folder, 'bad.py', 'b = sch.get_block("C", "main")\ni, j, k = sch.get_loops(b)\n'
                     'sch.decompose_reduction(b, k)\nsch.parallel(j)\n')
    for options in ((), ('--fix',)):
        message = cli('apply', workload('matmul-128'), schedule, *options, status=3).stderr
        assert '  Fix: Parallelize j before Decompose reduction C at k\n' in message, message


def test_no_fix(folder):
    schedule = write(folder, 'bad.py', 'sch.compute_inline("C")\n')
    for options in ((), ('--fix',)):
        message = cli('apply', workload('matmul-128'), schedule, *options, status=3).stderr
        assert 'bad.py:1' in message and 'Fix:' not in message, message


def test_schedule_script_error(folder):
    schedule = write(folder, 'bad.py', 'b = sch.get_block("C", "main")\nsch.get_lops(b)\n')
    message = cli('apply', workload('matmul-128'), schedule, status=2).stderr
    assert 'bad.py:2' in message and 'get_loops' in message, message


def test_where_tvm_differs(folder):
    """Python says it in a comment, which the trace is read with again; for JSON it is a warning."""
    steps = 'c = sch.cache_write("C", 0, "local")\ni, j, k = sch.get_loops("C")\nsch.reverse_compute_at(c, j)\n'
    trace, dump = os.path.join(folder, 'out.trace.py'), os.path.join(folder, 'out.json')
    sentence = 'TVM allocates one C_local for all lanes of j and computes another result'
    for more, differs in (('sch.vectorize(j)\n', True), ('sch.unroll(j)\n', False)):
        schedule = write(folder, 'steps.py', steps + more)
        assert cli('apply', workload('matmul-128'), schedule, '--trace', trace).stderr == ''
        with open(trace, encoding='utf-8') as file:
            assert (f'\n# {sentence}\ndef apply_trace' in file.read()) == differs
        assert cli('apply', workload('matmul-128'), trace).stdout == cli('apply', workload('matmul-128'), schedule).stdout
        assert (f'warning: {sentence}\n' in cli('apply', workload('matmul-128'), schedule, '--json', dump).stderr) == differs


def test_unknown_step_is_kept(folder):
    schedule = write(folder, 'new.py', 'b0 = sch.get_block(name="C", func_name="main")\nsch.weave_fabric(block=b0, colour="blue")\n')
    trace = os.path.join(folder, 'out.trace.py')
    assert 'WeaveFabric' in cli('apply', workload('matmul-128'), schedule, '--trace', trace).stderr
    with open(trace, encoding='utf-8') as file:
        assert 'weave_fabric' in file.read()


def test_tutorial_in_one_file(folder):
    tutorial = os.path.join(TOP, 'tests', 'seeds', 'exp-chain.py')
    out = write(folder, 'out.py', cli('apply', tutorial).stdout)
    assert cli('equal', out, os.path.join(TOP, 'tests', 'seeds', 'expected', 'exp-chain.py')).stdout == 'equal\n'


def test_own_steps(folder):
    """A file that holds a program and its schedule is scheduled by whichever command reads it."""
    program = cli('print', workload('matmul-128')).stdout
    steps = 'import tvm\nsch = tvm.tir.Schedule(Module)\ni, j, k = sch.get_loops(sch.get_block("C"))\nsch.split(k, [None, 8])\n'
    both = write(folder, 'both.py', program + steps)
    split = write(folder, 'split.py', cli('apply', both).stdout)
    assert 'T.grid(128, 128, 16, 8)' in cli('print', split).stdout
    for command, *options in (('show', '--as', 'tir'), ('analyze',), ('features',), ('show', '--as', 'lowered')):
        ours, expected = (cli(command, name, *options).stdout.replace(name, '') for name in (both, split))
        assert ours == expected, (command, options)
    assert cli('analyze', both).stdout != cli('analyze', workload('matmul-128')).stdout
    assert cli('run', both).returncode == 0


def test_warnings(folder):
    program = cli('print', workload('matmul-128')).stdout
    spatial = write(folder, 'spatial.py', program.replace('"SSR"', '"SSS"'))
    result = cli('print', spatial)
    assert re.search(r'spatial\.py:\d+:\d+: warning: axis vk of block C is declared spatial', result.stderr), result.stderr
    assert cli('print', workload('matmul-128')).stderr == ''


def test_what_a_file_is(folder):
    """Files that are no programs: each has its own sentence."""
    cells = [{'cell_type': 'markdown', 'source': ['# text']},
             {'cell_type': 'code', 'source': ['!pip install apache-tvm\n', '%matplotlib inline']},
             {'cell_type': 'code', 'source': cli('print', workload('matmul-128')).stdout.splitlines(keepends=True)}]
    notebook = write(folder, 'tutorial.ipynb', json.dumps({'cells': cells, 'nbformat': 4}))
    assert cli('equal', notebook, workload('matmul-128')).stdout == 'equal\n'
    for name, text, sentence in (
            ('empty.py', '', 'the file is empty'),
            ('blank.py', '# nothing\n\n', 'the file is empty'),
            ('numpy.py', 'import numpy as np\nx = np.zeros((4,))\n', 'this is NumPy code'),
            ('helper.py', 'import numpy as np\ndef f(x):\n    return np.exp(x)\n', 'this is NumPy code'),
            ('torch.py', 'import torch\nx = torch.zeros(4)\n', 'this is PyTorch code'),
            ('old.py', 'from tvm import te\nA = te.placeholder((4,))\nB = te.compute((4,), lambda i: A[i])\ns = te.create_schedule(B.op)\n',
             'a schedule of te.create_schedule becomes a program where the script builds it'),
            ('te.py', 'from tvm import te\nA = te.placeholder((4,))\nB = te.compute((4,), lambda i: A[i])\n',
             'call te.create_prim_func ([A, B, C]) to create one'),
            ('shell.py', '!pip install tvm\nimport tvm\n', 'a command of a notebook'),
            ('magic.py', 'import tvm\n%timeit f(x)\n', 'a command of a notebook'),
            ('none.ipynb', '{"cells": []}', 'it has no cell of code'),
            ('broken.ipynb', '[' * 100000, 'its JSON cannot be read'),
            ('project.tileloom', 'SQLite format 3\0', 'is a project, not a script')):
        path = write(folder, name, text)
        for command in (('print',), ('run',), ('show',)):
            message = cli(*command, path, status=2).stderr
            assert sentence in message, (name, command, message)


def test_tensor_expressions(folder):
    script = write(folder, 'te.py',
                   'A = te.placeholder((8,), name="A")\nB = te.compute((8,), lambda i: A[i] + 1, name="B")\n'
                   'f = te.create_prim_func([A, B])\n')
    assert 'v_i = T.axis.spatial(8, i)' in cli('show', script, '--as', 'tir').stdout
    broken = write(folder, 'broken.py',
                   'A = te.placeholder((8,), name="A")\nB = te.compute((8,), lambda i: A + 1)\nf = te.create_prim_func([A, B])\n')
    message = cli('show', broken, '--as', 'tir', status=2).stderr
    assert re.search(r'broken\.py:2:32: expected an element, found tensor A', message), message


def test_called_program(folder):
    """A function of a te script makes programs of any size; errors name the wrong argument."""
    script = os.path.join(TOP, 'data', 'benchmarks', 'gemm.py')
    assert 'T.Buffer((3, 7), "float64")' in cli('print', script, '--call', 'matmul', '--arg', 'M=3', '--arg', 'K=7', '--arg',
                                                'dtype="float64"').stdout
    for options, expected in (
        (('--call', 'nothing'), "has no function 'nothing'"),
        (('--call', 'matmul', '--arg', 'M'), "'M' is no argument of the form name=value"),
        (('--call', 'matmul', '--arg', 'M=1,'), 'te.placeholder'),
        (('--call', 'matmul', '--arg', 'Q=1'), "'Q'"),
    ):
        message = cli('print', script, *options, status=2).stderr
        assert expected in message, message


def agrees(folder, benchmark, function, arguments, *schedule):
    """A program made by a function of data/benchmarks, under a schedule, computes what the interpreter says."""
    options = [part for name, value in arguments.items() for part in ('--arg', f'{name}={value}')]
    program = write(folder, 'program.py',
                    cli('print', os.path.join(TOP, 'data', 'benchmarks', benchmark), '--call', function, *options).stdout)
    out = cli('run', program, '--schedule', os.path.join(SCHEDULES, benchmark), '--function', *schedule, '--check')
    assert 'agrees with the interpreter' in out.stdout + out.stderr, (function, arguments, out)


def test_schedule_families(folder):
    """Schedules that stand for a family work for other sizes of it, odd ones too."""
    for sizes, options in sample((((37, 50, 29), ()), ((1, 64, 100), ()), ((33, 100, 70), ('--arg', 'kind="packed"')),
                                  ((24, 96, 64), ('--arg', 'kc=32', '--arg', 'kind="blocked"')))):
        agrees(folder, 'gemm.py', 'matmul', dict(zip('MNK', sizes)), 'gemm', *options)
    for sizes in sample(((37, 50, 29), (32, 128, 64), (20, 70, 33))):
        agrees(folder, 'gemm.py', 'dense', dict(zip('MNK', sizes)), 'dense')
    for name, family, function in sample((
        ('mm-relu-128', 'gemm.py', 'with_relu'),
        ('bmm-relu-16x128', 'gemm.py', 'with_relu'),
        ('linear-1x784x128', 'gemm.py', 'linear'),
        ('layer-norm', 'memory.py', 'layer_norm_at_once'),
        ('vector-add-1024', 'memory.py', 'elementwise'),
        ('window-sum', 'memory.py', 'elementwise'),
        ('conv2d-nchw-pad', 'conv.py', 'conv2d_nchw'),
        ('depthwise-conv2d', 'conv.py', 'depthwise_nchw'),
    )):
        assert 'agrees' in cli('run', workload(name), '--schedule', os.path.join(SCHEDULES, family), '--function', function,
                               '--check').stdout, name
    agrees(folder, 'gemm.py', 'chain', {'M': 16, 'K': 2048, 'N': 128, 'P': 256}, 'chain')
    for sizes in sample((
        {'C': 48, 'K': 80, 'H': 13, 'W': 11},
        {'C': 32, 'K': 16, 'H': 1, 'W': 5},
        {'C': 16, 'K': 48, 'H': 9, 'W': 17, 'stride': 2},
        {'C': 32, 'K': 32, 'H': 10, 'W': 12, 'stride': 3, 'R': 5, 'pad': 2},
        {'C': 32, 'K': 32, 'H': 6, 'W': 19, 'pad': 0, 'N': 2},
        {'C': 16, 'K': 24, 'H': 6, 'W': 6, 'R': 1, 'S': 1, 'pad': 0, 'lanes': 8},
        {'C': 512, 'K': 32, 'H': 31, 'W': 9},
    )):
        agrees(folder, 'conv.py', 'conv2d', sizes, 'conv2d')
        agrees(folder, 'conv.py', 'depthwise', {name: size for name, size in sizes.items() if name != 'K'}, 'depthwise')
    agrees(folder, 'conv.py', 'depthwise', {'C': 64, 'H': 113, 'W': 111}, 'depthwise')
    for rows, columns in sample(((64, 96), (37, 50), (100, 48), (16, 16), (1, 5), (200, 3), (1003, 801))):
        agrees(folder, 'memory.py', 'transpose', {'M': rows, 'N': columns}, 'transpose')
    for function, schedule, sizes in sample((
        ('copy', 'elementwise', {'N': 20000}),
        ('add', 'elementwise', {'N': 16390}),
        ('window_sum', 'window_sum', {'N': 17001, 'W': 4}),
        ('softmax', 'softmax', {'M': 5, 'N': 192}),
        ('layer_norm', 'layer_norm', {'M': 3, 'N': 320}),
    )):
        agrees(folder, 'memory.py', function, sizes, schedule)


SYMBOLIC_ROWS = '''from tvm.script import tir as T
@T.prim_func
def main(a: T.handle, W: T.Buffer((40, 24), "float32"), c: T.handle, n: T.int32):
    A = T.match_buffer(a, (n, 24), "float32")
    C = T.match_buffer(c, (n, 40), "float32")
    for i, j, k in T.grid(n, 40, 24):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * W[vj, vk]
'''


def test_schedule_symbolic_for_gpu(folder):
    """A product with any number of rows is tiled for GPUs, and right for each."""
    path, scheduled = write(folder, 'rows.py', SYMBOLIC_ROWS), os.path.join(folder, 'scheduled.py')
    target = ['--target', 'cuda -arch=sm_80']
    assert 'main: C: matmul\n' in cli('schedule', '--rules', path, *target, '-o', scheduled).stderr
    for n in (1, 33, 64):
        checked = cli('run', scheduled, '--shape', f'n={n}', '--check', '--device', 'emulator', *target).stdout
        assert 'agrees with the interpreter' in checked, checked


def test_schedule_by_rules(folder):
    """The trace of the rules reproduces the program; the command reports the applied rules and names unknown ones."""
    table = cli('schedule', '--list').stdout
    assert table.startswith('matmul-bytes (llvm)\n    matches:') and '\nfallback (llvm)\n    matches:  Everything.' in table, table
    assert '\nfallback (cuda, opencl, metal)\n    matches:  Everything.' in table, table
    program, trace, steps = (os.path.join(folder, name) for name in ('out.py', 'out.trace.py', 'out.json'))
    reported = cli('schedule', '--rules', workload('softmax'), '-o', program, '--trace', trace, '--json', steps, '--time').stderr
    assert 'main: maxelem, exp, expsum, norm: rows\n' in reported, reported
    assert '    not matmul: block maxelem is not a sum of products\n' in reported, reported
    assert 'result checked' in reported, reported
    for again in (trace, steps):
        assert cli('equal', write(folder, 'again.py', cli('apply', workload('softmax'), again).stdout), program).returncode == 0
    only = cli('schedule', '--rules', workload('softmax'), '--only', 'matmul,gemv', status=3).stderr
    assert 'no rule matches\n  block maxelem\n    gemv: block maxelem is not a sum of products\n' in only, only
    assert 'there is no rule "gem"' in cli('schedule', '--rules', workload('softmax'), '--only', 'gem', status=2).stderr
    kernels = cli('schedule', '--rules', workload('vector-add-1024'), '--target', 'cuda -arch=sm_80')
    assert 'main: C: elementwise\n' in kernels.stderr and 'thread="threadIdx.x"' in kernels.stdout, kernels
    assert 'has no function other' in cli('schedule', '--rules', workload('softmax'), '--func', 'other', status=2).stderr
    assert '--rules' in cli('schedule', workload('softmax'), status=2).stderr
    empty = write(folder, 'graph.py', open(os.path.join(TOP, 'tests', 'text', 'read', 'graph-only.py'), encoding='utf-8').read())
    assert 'no TensorIR functions' in cli('schedule', '--rules', empty, status=2).stderr


def test_packing_turns_in_registers(folder):
    """Panels of a matrix read across its rows: tiles of 8 x 8 in a local buffer, no gathers."""
    schedule = write(folder, 'pack.py', '''
def packed(sch):
    C = sch.get_block("C")
    panels = sch.cache_read(C, 0, "global")
    sch.transform_layout(C, ("read", 0), lambda m, k: (m // 8, k, m % 8))
    m, k = sch.get_loops(panels)
    m0, m1 = sch.split(m, [None, 8])
    k0, k1 = sch.split(k, [None, 8])
    sch.reorder(m0, k0, k1, m1)
    tile = sch.cache_read(panels, 0, "local")
    sch.compute_at(tile, k0)
    for rows, lanes in (sch.get_loops(tile)[-2:], (k1, m1)):
        sch.unroll(rows)
        sch.vectorize(lanes)
''')
    sizes = [part for name, value in (('M', 64), ('N', 16), ('K', 64)) for part in ('--arg', f'{name}={value}')]
    program = write(folder, 'program.py',
                    cli('print', os.path.join(TOP, 'data', 'benchmarks', 'gemm.py'), '--call', 'matmul', *sizes).stdout)
    assert 'agrees with the interpreter' in cli('run', program, '--schedule', schedule, '--check').stdout
    text = cli('show', program, '--schedule', schedule, '--as', 'llvm').stdout
    assert 'shufflevector <8 x float>' in text and 'masked.gather' not in text, text


def test_written_in_place(folder):
    """A link stays a link and a pipe stays a pipe: output goes into them, not in their place."""
    real, link, pipe = (os.path.join(folder, name) for name in ('real.py', 'link.py', 'pipe'))
    write(folder, 'real.py', 'old')
    os.symlink(real, link)
    text = cli('print', workload('matmul-128')).stdout
    cli('apply', workload('matmul-128'), write(folder, 'nothing.py', 'def s(sch):\n    pass\n'), '-o', link)
    with open(real, encoding='utf-8') as file:
        assert os.path.islink(link) and file.read() == text
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    cli('apply', workload('matmul-128'), os.path.join(folder, 'nothing.py'), '-o', pipe)
    assert stat.S_ISFIFO(os.stat(pipe).st_mode) and os.read(reader, 1 << 20).decode() == text
    os.close(reader)


def test_sampling_is_seeded(_):
    space = os.path.join(SCHEDULES, 'stochastic_schedule_mm.py')
    runs = [cli('apply', workload('matmul-128'), space, '--seed', seed).stdout for seed in ('1', '1', '2', '3', '4', '5')]
    assert runs[0] == runs[1]
    assert len(set(runs)) > 1
    # Without it another one each time, which is reported.
    fresh = [cli('apply', workload('matmul-128'), space) for _ in range(2)]
    seeds = [re.fullmatch(r'sampled with seed (\d+)\n', run.stderr)[1] for run in fresh]
    assert seeds[0] != seeds[1], seeds
    assert cli('apply', workload('matmul-128'), space, '--seed', seeds[0]).stdout == fresh[0].stdout
    assert cli('apply', workload('matmul-128'), os.path.join(SCHEDULES, 'schedule_mm.py')).stderr == ''
    tuned = [cli('tune', workload('matmul-128'), '--trials', '1').stdout for _ in range(2)]
    seeds = [re.search(r'searched with seed (\d+)\n', run)[1] for run in tuned]
    assert seeds[0] != seeds[1], seeds


def test_sketches(folder):
    designs = cli('sketches', workload('matmul-128'), '--target', 'llvm -num-cores=2', '--rules', 'llvm').stdout
    assert designs.count('\n# sketch') == 2 and designs.startswith('# sketch 1 of 3\n'), designs
    assert designs.count('sch.cache_write(') == 2 and designs.count('class MyModule:') == 3
    one = cli('sketches', workload('softmax'), '--rules', 'AutoInline(disallow_op=[])', '--traces', '--simplify').stdout
    assert 'sch.compute_inline(block=b0)' in one and 'class Module' not in one and 'maxelem' not in one, one
    listing = cli('sketches', '--list').stdout
    assert 'MultiLevelTiling\n' in listing and 'max_jobs_per_core = 16' in listing and '\ncuda: ' in listing
    assert 'there is no schedule rule "Tile"' in cli('sketches', workload('softmax'), '--rules', 'Tile', status=2).stderr
    cli('sketches', status=2)
    program = write(folder, 'own-rule.py', open(workload('vector-add-1024')).read().replace(
        'with T.block("C"):', 'with T.block("C"):\n                T.block_attr({"schedule_rule": "mine"})'))
    unknown = cli('sketches', program)
    assert 'block C requests the unknown schedule rule "mine"' in unknown.stderr and 'sch.unannotate(' in unknown.stdout, unknown


def test_analyze(_):
    report = json.loads(cli('analyze', workload('matmul-128'), '--json').stdout)
    assert report[0]['flops'] == 4194304
    assert [row['node'].split()[0] for row in report[0]['nest']] == ['i', 'j', 'k', 'block']
    assert 'L1' in cli('analyze', workload('matmul-128')).stdout


def test_analyze_traffic(folder):
    """Bytes moved are one source for text and JSON; the bound needs the rates of the machine, whose file is this test's own here."""
    alone = {**os.environ, 'TL_HOST': 'skylake-avx512', 'XDG_DATA_HOME': folder}
    text = cli('analyze', workload('matmul-128'), env=alone).stdout
    traffic = json.loads(cli('analyze', workload('matmul-128'), '--json', '--simulate', env=alone).stdout)[0]['traffic']
    assert [(edge['from'], edge['to'], edge['capacity_bytes']) for edge in traffic['edges']] == [
        ('L1', 'registers', 2048), ('L2', 'L1', 32768), ('L3', 'L2', 1 << 20), ('memory', 'L3', 1 << 24)], traffic
    assert traffic['least_bytes'] == 3 * 65536 and 'time_s' not in traffic['edges'][0], traffic
    for edge in traffic['edges']:
        moved = edge['in_bytes'] + edge['out_bytes']
        assert abs(moved / edge['simulated_bytes'] - 1) < 0.01, edge
        assert abs(edge['flop_per_byte'] * moved - 4194304) < 1, edge
        assert moved == sum(buffer['in_bytes'] + buffer['out_bytes'] for buffer in edge['buffers']), edge
    assert re.search(r'^memory to L3 +192 KiB +1\.0× +21\.3 +—  A 64 KiB, B 64 KiB, C 64 KiB$', text, re.M), text
    assert 'Bound unknown. The rates of the target have not been measured.' in text, text
    cli('machine', env=alone)
    text = cli('analyze', workload('matmul-128'), env=alone).stdout
    assert re.search(r'^(Compute-bound|Bound by (L1|L2|L3|memory) bandwidth)\. .*(µs|ms)', text, re.M), text
    assert re.search(r'^L2 to L1 .* [0-9.]+ [µm]s  B ', text, re.M), text
    assert re.search(r'^memory to L3 .* \([0-9.]+ [µm]s\)  A ', text, re.M) and 'L2 keeps the arguments from one run' in text, text


def test_analyze_large(_):
    """Too long to simulate: said once, and predicted all the same."""
    done = cli('analyze', workload('matmul-1024'), '--simulate')
    assert 'main: not simulated: ' in done.stderr and 'simulated' not in done.stdout and 'L2 to L1' in done.stdout, done


def test_deep_expressions(folder):
    """Time does not double with each level of an expression, as it did for the operations of Winograd's convolutions."""
    value = 'T.float32(0)'
    for level in range(100):
        value = f'T.Select(vi == {level}, A[vi] * T.float32({level}), {value})'
    program = write(folder, 'deep.py',
                    '@T.prim_func\ndef main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):\n    for i in range(128):\n'
                    f'        with T.block("B"):\n            vi = T.axis.spatial(128, i)\n            B[vi] = {value}\n')
    assert json.loads(cli('analyze', program, '--json').stdout)[0]['flops'] == 128
    assert 'agrees' in cli('run', program, '--check').stdout


def test_show(_):
    schedule = os.path.join(SCHEDULES, 'matmul-128-tuned.trace.py')
    for form, needle in (('tir', 'T.block'), ('lowered', 'for '), ('llvm', 'define '), ('asm', 'tl_kernel')):
        assert needle in cli('show', workload('matmul-128'), '--as', form, '--schedule', schedule).stdout, form
    cli('show', workload('matmul-128'), '--as', 'tea', status=2)
    passes = [line.split()[0] for line in cli('show', '--passes').stdout.splitlines()]
    assert len(passes) == len(set(passes)) >= 5
    usage = cli('show', '--help').stdout
    for name in passes:
        assert name in usage, name
    for name in sample(passes):
        text = cli('show', workload('matmul-128'), '--as', 'lowered', '--schedule', schedule, '--after', name).stdout
        assert 'def main' in text and ('T.block' in text) == (passes.index(name) < passes.index('convert-blocks')), name
    wrong = cli('show', workload('matmul-128'), '--as', 'lowered', '--after', 'nonsense', status=4).stderr
    assert 'no lowering pass named "nonsense"' in wrong and 'simplify' in wrong, wrong
    assert '--after requires --as lowered' in cli('show', workload('matmul-128'), '--after', 'simplify', status=2).stderr
    table = cli('show', workload('matmul-128'), '--schedule', os.path.join(TOP, 'data', 'schedules', 'gemm.py'), '--as', 'asm',
                '--report').stdout
    assert re.search(r'^ +k_0 +512 +104 .* 0 +$', table, re.M) or '512' not in table, table
    remarks = cli('show', workload('matmul-128'), '--schedule', schedule, '--as', 'asm', '--report', '--target',
                  'llvm -mtriple=x86_64-linux-gnu -mcpu=x86-64-v4').stdout.split('\n\n')[1]
    for remark in ('unroll             loop k_0: stays a loop: 64 copies of 32 steps are more than 64\n',
                   'promote            buffer C_global: 16 vectors of 8 lanes stay in 16 of 32 registers around loop k_0\n'):
        assert remark in remarks, remarks
    assert {line.split()[0] for line in remarks.splitlines()} <= set(passes), remarks
    assert '--report requires --as asm' in cli('show', workload('matmul-128'), '--report', status=2).stderr


VECTOR_ADD = '''@T.prim_func
def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32")):
    for b in T.thread_binding(8, thread="blockIdx.x"):
        for t in T.thread_binding(128, thread="threadIdx.x"):
            with T.block("B"):
                i = T.axis.spatial(1024, b * 128 + t)
                B[i] = A[i] + T.float32(1)
'''


def test_show_of_gpu(folder):
    program = write(folder, 'add.py', VECTOR_ADD)
    ptx = cli('show', program, '--as', 'ptx', '--target', 'cuda -arch=sm_86').stdout
    assert '.target sm_86' in ptx and '.entry main_kernel(' in ptx and 'ld.global.nc.f32' in ptx, ptx
    assert 'ptx_kernel void @main_kernel' in cli('show', program, '--as', 'llvm', '--target', 'cuda -arch=sm_86').stdout
    lines = cli('show', program, '--as', 'ptx', '--nodes', '--target', 'nvidia/nvidia-a100').stdout.splitlines()
    assert any(re.match(r'B +\| \tld\.global', line) for line in lines), lines
    assert not any('.loc' in line or '__tmp' in line for line in lines), lines
    assert '.target sm_75' in cli('show', program, '--as', 'ptx').stdout
    wrong = cli('show', program, '--as', 'ptx', '--target', 'llvm', status=2).stderr
    assert '--as ptx requires a target of kind cuda' in wrong, wrong
    # No file is made for NVIDIA's tools, which a killed process would leave behind.
    code = run_to_end([CLI, 'show', program, '--as', 'sass', '--target', 'cuda -arch=sm_86'], env={**os.environ, 'TMPDIR': '/nonexistent'})
    assert 'LDG' in code.stdout or 'was not found in PATH' in code.stderr, code.stderr


def test_gpu_listings(folder):
    program = write(folder, 'add.py', VECTOR_ADD)
    heads = {'cuda': '__global__ void __launch_bounds__(128) main_kernel(', 'opencl': '__kernel ', 'metal': '[[ buffer(0) ]]'}
    for form, says in heads.items():
        text = cli('show', program, '--as', form).stdout
        assert says in text and '// grid (8, 1, 1), block (128, 1, 1)' in text and '  // B\n' in text, text
    lines = cli('show', program, '--as', 'cuda', '--nodes', '--target', 'nvidia/nvidia-a100').stdout.splitlines()
    assert any(re.match(r'B +\|   B\[b \* 128 \+ t\] = ', line) for line in lines), lines
    wrong = cli('show', workload('matmul-128'), '--as', 'cuda', status=4).stderr
    assert 'bind' in wrong, wrong


def test_opencl(folder):
    program = write(folder, 'add.py', VECTOR_ADD)
    result = run_to_end([CLI, 'run', program, '--target', 'opencl', '--check', '--time'])
    if 'OpenCL' in result.stdout + result.stderr and result.returncode != 0:
        assert 'install' in result.stdout + result.stderr, result
        return
    assert 'checked: agrees with the interpreter' in result.stdout and 'of peak' not in result.stdout, result


def test_primitives(_):
    listing = cli('primitives').stdout
    for name in ('split', 'fuse', 'reorder', 'parallel', 'vectorize', 'unroll', 'compute_at', 'reverse_compute_at', 'compute_inline',
                 'reverse_compute_inline', 'cache_read', 'cache_write', 'decompose_reduction', 'annotate', 'unannotate',
                 'get_child_blocks', 'enter_postproc', 'sample_perfect_tile', 'sample_categorical'):
        assert re.search(rf'^  {name}\s', listing, re.M), name
        assert cli('primitives', name).stdout.startswith(name + ' — ')
    cli('primitives', 'no_such_primitive', status=2)


def test_features(_):
    definitions = cli('features', '--list').stdout
    assert re.search(r'^   57  B0\.acc_type\.kRead … B4\.acc_type\.kRead +It is read', definitions, re.M), definitions
    tuned = os.path.join(TOP, 'data', 'schedules', 'matmul-128-tuned.trace.py')
    answer = json.loads(cli('features', workload('matmul-128'), '--schedule', tuned, '--json').stdout)
    row = dict(zip(answer['columns'], answer['rows'][0]['values']))
    assert len(row) == 164 and abs(row['float_mul'] - 21) < 1e-3, row
    text = cli('features', workload('softmax')).stdout
    assert re.search(r'stores to expsum\n  operations\n    float_add_sub +16\.0000  \(65536\)', text), text
    assert 'requires MODULE.py' in cli('features', status=2).stderr
    assert '--explain requires --db' in cli('features', workload('softmax'), '--explain', status=2).stderr


def test_run_and_time(_):
    result = json.loads(cli('run', workload('matmul-128'), '--check', '--time', '--json').stdout)
    assert result['outcome'] == 'ok' and result['checked'] and 0 < result['median_s'] < 1, result
    for options in (('--repeat', '3', '--number', '4'), ('--repeat', '3', '--min-repeat-ms', '2.5'), ('--repeat', '3', '--cold')):
        assert '3 samples' in cli('run', workload('matmul-128'), '--time', *options).stdout, options


def test_analyze_advice(_):
    """One core of two works: the step is a schedule, and after it the advice is another."""
    cli('machine')
    call = ['analyze', workload('matmul-1024'), '--advice', '--target', 'llvm -num-cores=2']
    advice = [piece for piece in json.loads(cli(*call, '--json').stdout)[0]['advice'] if piece['kind'] == 'cores']
    assert len(advice) == 1 and 1.5 < advice[0]['gain'] <= 2.01 and advice[0]['steps'] == 'Parallelize i', advice
    assert 'One of 2 cores works. Parallelize i: up to 2.0× faster.' in cli(*call).stdout
    refused = cli('analyze', workload('matmul-128'), '--target', 'llvm', status=2)
    assert '--target requires --advice or the target of a GPU' in refused.stderr


def test_analyze_gpu(folder):
    """The kernels of a GPU's program with their terms; a program whose loops are bound to no thread has none."""
    scheduled = os.path.join(folder, 'matmul.py')
    target = ['--target', 'nvidia/nvidia-h100']
    cli('schedule', '--rules', workload('matmul-1024'), *target, '-o', scheduled)
    report = json.loads(cli('analyze', scheduled, *target, '--json').stdout)[0]
    kernel = report['kernels'][0]
    assert report['gpu'] == 'H100 SXM' and 1e-5 < report['seconds'] < 1e-2, report
    assert kernel['flops'] == 2 * 1024 ** 3 and kernel['registers_by'] == 'estimate' and 0 < kernel['occupancy'] <= 1, kernel
    assert max(kernel['terms'].values()) < kernel['seconds'], kernel
    text = cli('analyze', scheduled, *target).stdout
    assert kernel['sentence'] in text and 'predicted on H100 SXM: ' in text, text
    for wrong, words in ((['--advice'], '--advice requires the target of a CPU'), (['--simulate'], '--simulate requires')):
        assert words in cli('analyze', scheduled, *target, *wrong, status=2).stderr
    assert '--ptxas requires --target with an NVIDIA GPU' in cli('analyze', scheduled, '--ptxas', status=2).stderr


def test_run_counters(_):
    """Each counter has a number or a reason; misses stand beside the traffic that is predicted."""
    counters = json.loads(cli('run', workload('matmul-128'), '--counters', '--json').stdout)['counters']
    assert counters['runs'] >= 1 and counters['page_faults']['count'] < 1, counters
    for name, count in counters.items():
        assert name == 'runs' or (count['count'] is None) == ('why' in count), count
    assert counters['l1d_read_misses']['predicted_bytes'] >= 128 * 128 * 4 and 'predicted_bytes' not in counters['cycles'], counters
    text = cli('run', workload('matmul-128'), '--counters').stdout
    assert re.search(r'^time: .*\ncounted per run, mean of \d+:\n  Cycles +\S', text), text
    assert re.search(r'^  L1 read misses .*predicted', text, re.M), text
    assert 'counters' not in json.loads(cli('run', workload('matmul-128'), '--json').stdout)


def test_run_outcomes(folder):
    body = ('@T.prim_func\ndef main(A: T.Buffer((8,), "float32")):\n    for i in range(8):\n        with T.block("B"):\n'
            '            vi = T.axis.spatial(8, i)\n            T.reads()\n            T.writes(A[vi])\n'
            '            T.evaluate(T.call_extern("int32", "{}"))\n'
            '            A[vi] = T.float32(0)\n')
    for symbol, outcome, limit in (('tl_test_bad_pointer', 'crash', '30'), ('tl_test_spin', 'timeout', '2'),
                                   ('tl_test_allocate', 'resource-limit', '60'),
                            ('system', 'build-error', '30')):
        name = write(folder, 'extern.py', body.format(symbol))
        result = json.loads(cli('run', name, '--time', '--json', '--timeout', limit, '--memory', '256', status=4).stdout)
        assert result['outcome'] == outcome, (symbol, result)


def dense(folder, n):
    """One sum after the other, of columns: a good schedule is several times faster."""
    sizes = [word for size in 'MNK' for word in ('--arg', f'{size}={n}')]
    source = os.path.join(TOP, 'data', 'benchmarks', 'schedules.py')
    return write(folder, 'dense.py', cli('print', source, '--call', 'dense', *sizes).stdout)


def test_tune_best_draw(folder):
    project = os.path.join(folder, 'project.tileloom')
    space = os.path.join(SCHEDULES, 'stochastic_schedule_mm.py')
    program = dense(folder, 128)
    table = cli('tune', program, '--space', space, '--trials', '8', '--seed', '3', '--db', project).stdout
    # There are five programs in the space, and none is measured twice. Which one is fastest is the machine's affair.
    assert 'Total trials: 5' in table and project in table, table
    assert 'sample_perfect_tile' in table or 'no schedule is faster than the original program' in table, table
    script = write(folder, 'best.py', cli('best', '--db', project, program).stdout)
    trace = write(folder, 'best.trace.py', cli('best', '--db', project, program, '--as', 'trace').stdout)
    replayed = write(folder, 'replayed.py', cli('apply', program, trace).stdout)
    cli('equal', script, replayed)
    cli('best', '--db', project, workload('mm-relu-128'), status=1)
    picture = os.path.join(folder, 'plot.svg')
    cli('draw', program, '--view', 'plot', '--db', project, '-o', picture)
    with open(picture, encoding='utf-8') as file:
        assert '<svg' in file.read(400)


def test_tune_slow(folder):
    table = cli('tune', dense(folder, 3328), '--trials', '2').stdout
    assert re.search(r'the original program: more than 500 ms, over [0-9.e+]+× slower', table), table


def test_tune_module(folder):
    project, again = os.path.join(folder, 'module.tileloom'), os.path.join(folder, 'again.tileloom')
    arguments = ('tune', workload('encoder-layer'), '--trials', '20', '--trials-per-iter', '4', '--seed', '3')
    table = cli(*arguments, '--db', project, '--weight', 'residual=3').stdout
    assert re.match(r' ID \| +Name \| +FLOP \| Weight \| Speed \(GFLOPS\) \| '
                    r'Latency \(us\) \| Weighted Latency \(us\) \| Trials \| Done \n-+\n', table), table
    rows = [[cell.strip() for cell in line.split('|')] for line in table.split('\n')[2:6]]
    assert [row[1] for row in rows] == ['attention_weights', 'feed_forward', 'projection', 'residual'], rows
    assert [row[3] for row in rows] == ['1', '4', '1', '3'] and sum(int(row[7]) for row in rows) == 20, rows
    assert 'Total trials: 20\n' in table and project in table, table
    reports = table.split('\ntask #')[1:]
    assert len(reports) == 4 and all('sch.get_block(' in report or 'no schedule is faster than the original program' in report
                                     for report in reports), table
    # What was recorded takes the place of measuring; JSON says what the table says.
    lines = [json.loads(line) for line in cli(*arguments, '--replay-timings', project, '--db', again, '--weight', 'residual=3',
                                              '--json').stdout.split('\n') if line]
    tasks = [line for line in lines if line['type'] == 'task']
    assert len([line for line in lines if line['type'] == 'trial']) == 20 and [task['trials'] for task in tasks] == [int(row[7])
            for row in rows], tasks
    assert all(task['done'] and ('sch.' in task['trace'] or task['best'] == 0) for task in tasks), tasks   # 0: the original program
    applied = os.path.join(folder, 'applied.py')
    cli('best', '--db', project, workload('encoder-layer'), '--apply', applied)
    assert 'not equal' in cli('equal', workload('encoder-layer'), applied, status=1).stdout
    folder_of_tvm = os.path.join(folder, 'work-dir')
    some = cli('tune', workload('encoder-layer'), '--ops', 'projection', '--trials', '4', '--seed', '3', '--replay-timings', project,
               '--work-dir', folder_of_tvm).stdout
    with open(os.path.join(folder_of_tvm, 'database_tuning_record.json'), encoding='utf-8') as file:
        assert len(file.readlines()) == 4
    assert 'projection' in some and 'residual' not in some and 'Total trials: 4' in some, some
    assert 'no function name contains "nope"' in cli('tune', workload('encoder-layer'), '--ops', 'nope', status=2).stderr
    assert 'NAME=NUMBER' in cli('tune', workload('encoder-layer'), '--weight', 'residual', status=2).stderr
    assert 'alpha must be a number' in cli('tune', workload('encoder-layer'), '--task-scheduler', 'gradient(alpha=2)', status=2).stderr
    assert 'no schedule rule "Nope"' in cli('tune', workload('encoder-layer'), '--rules', 'AutoInline, Nope', status=2).stderr
    text = cli('tune', '--help').stdout
    assert all(name in text for name in ('round-robin', 'gradient(alpha=0.2, window_size=3)', 'replay-func', 'MultiLevelTiling',
                                         'MutateTileSize')), text


def test_tune_interrupted(folder):
    project = os.path.join(folder, 'interrupted.tileloom')
    arguments = [CLI, 'tune', workload('encoder-layer'), '--trials', '5000', '--db', project]
    with running(arguments, stderr=DEVNULL) as process:
        deadline = time.monotonic() + LIMIT_S
        while count_trials(project) < 5:
            assert process.poll() is None and time.monotonic() < deadline, 'no trials'
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        table = finish(process)[0]
    assert process.returncode == 130, process.returncode
    assert f'to resume: tileloom-cli tune {workload("encoder-layer")} --trials 5000 --db {project} --resume' in table, table


def test_failed_trial_again(folder):
    """A failure says how to see it again; any trial of a project can be run again."""
    program = write(folder, 'crash.py', '@T.prim_func\ndef main(A: T.Buffer((8,), "float32")):\n'
                                        '    T.evaluate(T.call_extern("int32", "tl_test_bad_pointer"))\n')
    space = write(folder, 'nothing.py', 'def nothing(sch):\n    sch.enter_postproc()\n')
    project = os.path.join(folder, "it's a crash.tileloom")
    table = cli('tune', program, '--space', space, '--trials', '2', '--strategy', 'replay-func', '--db', project, status=4).stdout
    command = re.search(r'to repeat it: tileloom-cli (run .* --trial 1:[0-2] --check)$', table,
                        re.M)   # the program itself, or a candidate that equals it
    assert command and shlex.split(command[1])[1] == project, table
    assert 'SIGSEGV' in cli(*shlex.split(command[1]), status=4).stdout
    assert 'no trial number 7' in cli('run', project, '--trial', '1:7', status=2).stderr
    assert 'RUN:NUMBER' in cli('run', project, '--trial', 'one', status=2).stderr


def count_trials(project):
    if not os.path.exists(project):
        return 0
    try:
        with contextlib.closing(sqlite3.connect(f'file:{project}?mode=ro', uri=True)) as database:
            return database.execute('SELECT count(*) FROM trial').fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def test_killed_while_tuning(folder):
    project = os.path.join(folder, 'killed.tileloom')
    arguments = [CLI, 'tune', workload('matmul-128'), '--trials', '5000', '--db', project]
    with running(arguments, stdout=DEVNULL, stderr=DEVNULL) as process:
        deadline = time.monotonic() + LIMIT_S
        while count_trials(project) < 5:
            assert process.poll() is None and time.monotonic() < deadline, 'no trials'
            time.sleep(0.05)
        seen = count_trials(project)
        process.kill()
    assert count_trials(project) >= seen
    table = cli('tune', workload('matmul-128'), '--trials', str(seen + 20), '--db', project, '--resume').stdout
    assert 'best: trial' in table, table
    assert count_trials(project) >= seen + 10
    with contextlib.closing(sqlite3.connect(project)) as database:   # the window names the program so
        assert database.execute('SELECT title FROM workload').fetchall() == [('Matrix multiplication, 128',)]
    cli('best', '--db', project, workload('matmul-128'))


def test_work_dirs(folder):
    """Tuning into TVM's files, and records from one kind of database to another."""
    work_dir, project, out = (os.path.join(folder, name) for name in ('tuned', 'copy.tileloom', 'out.py'))
    tuned = cli('tune', workload('matmul-128'), '--trials', '4', '--work-dir', work_dir, '--json')
    found = [json.loads(line) for line in tuned.stdout.splitlines() if '"type":"task"' in line][0]
    with open(os.path.join(work_dir, 'database_tuning_record.json')) as file:
        records = [json.loads(line) for line in file]
    assert len(records) == 4 and all(record[0] == 0 and record[1][0][0][0][0] == 'GetSBlock' for record in records), records
    assert records[0][1][2]['kind'] == 'llvm' and records[0][1][3][0] == ['TENSOR', 'float32', [128, 128]], records[0][1][2:]
    times = [record[1][1] for record in records]   # null: of another moment than the comparison
    assert min(sum(run_s) / len(run_s) for run_s in times if run_s) == found['latency_s'], (times, found)
    top = cli('best', '--work-dir', work_dir, workload('matmul-128'), '--top', '9').stdout.splitlines()
    assert len(top) == sum(run_s not in (None, [1e10]) for run_s in times), top
    best = cli('best', '--work-dir', work_dir, workload('matmul-128')).stdout
    cli('equal', write(folder, 'best.py', best), workload('matmul-128'), status=1)
    cli('best', '--work-dir', work_dir, '--copy-to', project)
    assert cli('best', '--db', project, workload('matmul-128')).stdout == best
    assert cli('best', '--db', project, '--work-dir', work_dir, workload('matmul-128'), '--top', '99').stdout.count('\n') == 2 * len(top)
    assert '1 of 1 functions scheduled' in cli('best', '--db', project, workload('matmul-128'), '--apply', out).stderr
    with open(out) as file:
        assert file.read() == best
    assert '4 records' in cli('best', '--work-dir', work_dir).stdout
    # What is known already goes into the next run, and is not measured again.
    assert 'cost_model.xgb, not trained yet' in tuned.stderr, tuned.stderr
    tuned = cli('tune', workload('matmul-128'), '--trials', '3', '--work-dir', work_dir)
    assert 'training a new model' not in tuned.stderr, tuned.stderr
    with open(os.path.join(work_dir, 'database_tuning_record.json')) as file:
        assert len(file.readlines()) == 7
    # A model that cannot be read is none; one of another kind is not kept.
    write(work_dir, 'cost_model.xgb', 'no model')
    tuned = cli('tune', workload('matmul-128'), '--trials', '2', '--work-dir', work_dir, '--cost-model', 'random')
    assert 'is not saved' in tuned.stdout and 'training a new model' not in tuned.stderr, tuned
    tuned = cli('tune', workload('matmul-128'), '--trials', '2', '--work-dir', work_dir)
    assert 'not a cost model; training a new model' in tuned.stderr and 'cost_model.xgb' in tuned.stdout, tuned


def test_best_of_module(folder):
    """The steps for all functions of a module are one schedule of it."""
    module, project = workload('encoder-layer'), os.path.join(folder, 'layers.tileloom')
    scheduled = os.path.join(folder, 'layers.py')
    cli('tune', module, '--trials', '8', '--db', project)
    best = cli('best', '--db', project, module, '--as', 'trace')
    assert '4 of 4 functions scheduled' in best.stderr, best.stderr
    cli('apply', module, write(folder, 'layers.trace.py', best.stdout), '-o', scheduled)
    cli('equal', scheduled, write(folder, 'best.py', cli('best', '--db', project, module).stdout))
    top = cli('best', '--db', project, module, '--top', '1').stdout
    assert [line[:2] for line in top.splitlines()] == ['# ', '1\t'] * 4, top


def test_best_usage(folder):
    project = os.path.join(folder, 'empty.tileloom')
    function = write(folder, 'fn.py', 'def schedule(sch):\n  i, j, k = sch.get_loops(sch.get_block("C"))\n  sch.reorder(k, j)\n')
    assert 'best requires' in cli('best', workload('matmul-128'), status=2).stderr
    assert 'no project' in cli('best', '--db', project, workload('matmul-128'), status=2).stderr
    assert 'no folder' in cli('best', '--work-dir', folder + '/none', workload('matmul-128'), status=2).stderr
    assert '--equality' in cli('best', '--work-dir', folder, '--equality', 'x', workload('matmul-128'), status=2).stderr
    assert 'require MODULE' in cli('best', '--work-dir', folder, '--top', '2', status=2).stderr
    for more in [], ['--top', '2']:
        assert 'has no records' in cli('best', '--work-dir', folder, workload('matmul-128'), *more, status=1).stderr
    assert 'requires --db' in cli('tune', workload('matmul-128'), '--warm-start', status=2).stderr
    assert 'for i, k, j' in cli('best', '--schedule-fn', function, workload('matmul-128')).stdout


def test_not_a_project(folder):
    path = write(folder, 'text.tileloom', 'this is no database, and long enough to be looked at as one: ' * 20)
    assert 'text.tileloom' in cli('best', '--db', path, status=2).stderr


def test_draw(folder):
    schedule = os.path.join(SCHEDULES, 'schedule_mm.py')
    for view, ending in (('nest', 'svg'), ('nest', 'pdf'), ('regions', 'png'), ('nest', 'png'), ('memory', 'svg'), ('memory', 'png')):
        picture = os.path.join(folder, f'{view}.{ending}')
        cli('draw', workload('matmul-128'), '--schedule', schedule, '--view', view, '-o', picture)
        assert os.path.getsize(picture) > 500
    cli('draw', workload('matmul-128'), '-o', os.path.join(folder, 'nest.jpeg'), status=2)
    picture = os.path.join(folder, 'threads.png')
    none = cli('draw', workload('matmul-128'), '--view', 'threads', '--at', 'C', '-o', picture, status=2).stderr
    assert 'no loop around block C is parallel or bound to threads' in none, none
    program = write(folder, 'parallel.py', '@T.prim_func\ndef main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):\n'
                    '    for i in T.parallel(8):\n        with T.block("B"):\n            vi = T.axis.spatial(8, i)\n'
                    '            B[vi] = A[vi]\n')
    cli('draw', program, '--view', 'threads', '--at', 'B', '-o', picture)
    assert os.path.getsize(picture) > 500
    refused = cli('draw', workload('matmul-128'), '--view', 'misses', '-o', os.path.join(folder, 'misses.svg'), status=2).stderr
    assert '--view must be nest, memory, regions, threads, plot or roofline, not "misses"' in refused, refused


def test_show_nodes(folder):
    for form in ('lowered', 'llvm', 'asm'):
        plain = cli('show', workload('matmul-128'), '--as', form).stdout
        rows = cli('show', workload('matmul-128'), '--as', form, '--nodes').stdout.splitlines()
        assert [row.split(' | ', 1)[1] for row in rows] == plain.rstrip('\n').split('\n'), form
        names = {row.split(' | ', 1)[0].strip() for row in rows}
        assert {'C', 'i', 'k'} <= {name.split(' ')[0] for name in names}, form
        copies = [[int(number) for number in name.split(' ')[1].split('/')] for name in names if ' ' in name]
        assert copies and all(1 <= copy <= n for copy, n in copies), names
    assert '--nodes requires' in cli('show', workload('matmul-128'), '--nodes', status=2).stderr


class Outline(html.parser.HTMLParser):
    """The texts of a page; fails where tags do not close in order, or something outside of the page is referred to."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.used, self.text, self.pictures = [], [], [], '', 0
        self.feed(text)
        self.close()
        assert not self.open, self.open
        assert len(self.ids) == len(set(self.ids)) and set(self.used) <= set(self.ids), set(self.used) - set(self.ids)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            self.ids += [value] if name == 'id' else []
            assert name not in ('src', 'srcset', 'action'), (tag, name, value)
            if name.endswith('href'):
                assert value.startswith('#'), value
                self.used.append(value[1:])
        self.pictures += tag == 'svg'
        if tag != 'meta':
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (self.open, tag)
        self.open.pop()

    def handle_data(self, data):
        self.text += data


def test_report(folder):
    """A report has the figures of analyze, stands alone, and its texts replay the schedule."""
    alone = {**os.environ, 'XDG_DATA_HOME': folder}
    schedule = os.path.join(SCHEDULES, 'schedule_mm.py')
    page, pages = os.path.join(folder, 'report.html'), os.path.join(folder, 'report.pdf')
    cli('machine', env=alone)
    cli('report', workload('matmul-128'), '--schedule', schedule, '-o', page, env=alone)
    with open(page, encoding='utf-8') as file:
        text = file.read()
    outline = Outline(text)
    assert outline.pictures == 3 and 'http' not in text, outline.pictures
    assert re.search(r'Latency: median \(quartiles\)[0-9.]+ (µ|m)s \(', outline.text), outline.text[:2000]
    assert '× as fast as the start' in outline.text or 'Not distinguishable' in outline.text or 'slower than' in outline.text
    analysis = json.loads(cli('analyze', workload('matmul-128'), '--schedule', schedule, '--json', env=alone).stdout)[0]
    assert analysis['traffic']['reason'] in outline.text, analysis['traffic']['reason']
    for edge in analysis['traffic']['edges']:
        assert f'{edge["flop_per_byte"]:.3g}' in outline.text, edge
    codes = [html.unescape(code) for code in re.findall(r'<pre>(.*?)</pre>', text, re.S)]
    program, steps = write(folder, 'program.py', codes[2]), write(folder, 'schedule.py', codes[1])
    replayed = write(folder, 'replayed.py', cli('apply', program, steps).stdout)
    cli('equal', replayed, write(folder, 'scheduled.py', codes[3]))
    command = shlex.split(codes[0])
    assert command[0] == 'tileloom-cli'
    assert 'agrees' in cli(*command[1:], cwd=folder).stdout
    cli('report', workload('softmax'), '-o', pages, env=alone)
    with open(pages, 'rb') as file:
        assert file.read(5) == b'%PDF-'
    assert '.html or .pdf' in cli('report', workload('softmax'), '-o', os.path.join(folder, 'report.doc'), status=2).stderr
    assert '--variant requires a project' in cli('report', workload('softmax'), '--variant', 'x', '-o', page, status=2).stderr
    assert 'does not exist' in cli('report', os.path.join(folder, 'no.tileloom'), '-o', page, status=2).stderr


def test_report_on_project(folder):
    """A project is read, not changed: its variants have the times that they were saved with, or none."""
    alone = {**os.environ, 'XDG_DATA_HOME': folder}
    project, page = os.path.join(folder, 'project.tileloom'), os.path.join(folder, 'report.html')
    cli('tune', dense(folder, 64), '--trials', '2', '--db', project, env=alone)
    with open(project, 'rb') as file:
        before = file.read()
    cli('report', project, '-o', page, env=alone)
    with open(page, encoding='utf-8') as file:
        assert 'This schedule has not been timed' in Outline(file.read()).text
    assert 'it has start' in cli('report', project, '--variant', 'other', '-o', page, status=2, env=alone).stderr
    assert 'instead of --schedule' in cli('report', project, '--schedule', page, '-o', page, status=2, env=alone).stderr
    with open(project, 'rb') as file:
        assert file.read() == before
    assert not os.path.exists(os.path.join(folder, 'tileloom', 'recent.ini'))


def test_roofline(folder):
    """The share of the peak is that of a run's; without rates or operations there is a reason and no picture."""
    alone = {**os.environ, 'XDG_DATA_HOME': folder}
    picture = os.path.join(folder, 'roofline.svg')
    options = '--view', 'roofline', '-o', picture
    assert 'Run `tileloom-cli machine`' in cli('draw', workload('matmul-128'), *options, env=alone, status=4).stderr
    cli('machine', env=alone)
    schedule = os.path.join(SCHEDULES, 'schedule_mm.py')
    text = cli('draw', workload('matmul-128'), '--schedule', schedule, '--each-step', *options, env=alone).stdout
    assert re.match(r'start: .* GFLOP/s\n[0-9.]+ % of peak', text), text
    assert re.search(r'^schedule_mm.py after split: ', text, re.M), text
    assert os.path.getsize(picture) > 5000
    assert 'computes nothing' in cli('draw', workload('transpose'), *options, env=alone, status=4).stderr


def test_apply_mutators(folder):
    program = write(folder, 'sum.py', 'import tvm\nfrom tvm.script import tir as T\n@T.prim_func\n'
                    'def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):\n    for i in range(64):\n'
                    '        with T.block("B"):\n            vi = T.axis.spatial(64, i)\n            B[vi] = A[vi]\n')
    schedule = write(folder, 'tiles.py', 'def tiles(sch):\n    i, = sch.get_loops(sch.get_block("B", "main"))\n'
                     '    sch.split(i, sch.sample_perfect_tile(i, n=2, max_innermost_factor=16, decision=[8, 8]))\n')
    lines = cli('apply', program, schedule, '--mutator', 'MutateTileSize', '--draws', '40', '--seed', '3').stdout.splitlines()
    decisions = {tuple(json.loads(line)[1][0][1]) for line in lines}
    assert len(lines) == 40 and decisions == {(64, 1), (32, 2), (16, 4), (4, 16)}, decisions
    assert cli('apply', program, schedule, '--mutator', 'MutateUnroll').stdout == 'null\n'
    assert 'MutateNothing' in cli('apply', program, schedule, '--mutator', 'MutateNothing', status=2).stderr
    assert 'one mutator' in cli('apply', program, schedule, '--mutator', 'MutateUnroll, MutateTileSize', status=2).stderr


def test_apply_postprocs(folder):
    program = write(folder, 'rows.py', '@T.prim_func\ndef main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):\n'
                    '    with T.block("root"):\n        T.block_attr({"meta_schedule.parallel": 16})\n        for i, j in T.grid(64, 64):\n'
                    '            with T.block("B"):\n                vi, vj = T.axis.remap("SS", [i, j])\n'
                    '                B[vi, vj] = A[vi, vj]\n')
    listed = cli('apply', '--help').stdout
    assert 'RewriteUnboundBlock(max_threadblocks=256)' in listed and 'VerifyVTCMLimit' in listed, listed
    trace = os.path.join(folder, 'trace.py')
    done = cli('apply', program, '--postproc', 'RewriteParallelVectorizeUnroll', '--postproc', 'DisallowDynamicLoop', '--trace', trace)
    assert 'T.parallel(' in done.stdout, done.stdout
    with open(trace, encoding='utf-8') as file:
        assert 'sch.enter_postproc()' in file.read()
    schedule = write(folder, 'bind.py', 'i, j = sch.get_loops(sch.get_block("B"))\nsch.bind(i, "blockIdx.x")\nsch.bind(j, "threadIdx.x")\n')
    refused = cli('apply', program, schedule, '--target', 'cuda -max_threads_per_block=32', '--postproc', 'VerifyGPUCode', status=3).stderr
    assert 'VerifyGPUCode: the kernel of loop i has 64 threads in a block; the target allows 32' in refused and '^^^' in refused, refused
    for wrong in ('NoSuch', 'RewriteUnboundBlock(0)', 'RewriteUnboundBlock(max_blocks=1)'):
        assert wrong.split('(')[0] in cli('apply', program, '--postproc', wrong, status=2).stderr
    cli('apply', status=2)


def test_faults_of_the_program(folder):
    """Reading what was not written, and past an end, is an error that names element, block and line, not the compiler's fault."""
    program = '''@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    t = T.alloc_buffer((17,), "float32")
    for i in range(16):
        with T.block("t"):
            vi = T.axis.spatial(16, i)
            t[vi] = A[vi]
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = t[vi] + {}
'''
    path = write(folder, 'program.py', program.format('t[vi + 1]'))
    schedule = write(folder, 'steps.py', 'def steps(sch):\n    sch.vectorize(sch.get_loops(sch.get_block("t"))[0])\n')
    for more in ([], ['--schedule', schedule]):
        shown = cli('run', path, '--check', *more, status=1).stdout
        assert 'the program reads t[16] in block "B" before it is written' in shown, shown
        assert f'the block begins at line 9 of {path}' in shown, shown
        assert 'compared elements' not in shown, shown
    assert 'the program reads t[16] in block "B"' in cli('equal', path, path, '--results', status=1).stdout
    for index, said in (('vi + 2', 't[17] in block "B": dimension 0 of t has 17 elements (0 … 16), the index is 17'),
                        ('vi - 1', 'the index is -1')):
        shown = cli('run', write(folder, 'program.py', program.format(f't[{index}]')), '--check', status=4).stdout
        assert said in shown and 'the block begins at line 9' in shown, shown


run_tests(globals())
