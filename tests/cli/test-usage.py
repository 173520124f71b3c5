#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Usage errors are the same for all commands: numbers out of range, modules without functions. usage: test-usage.py CLI TOP; prints TAP."""
import glob
import os
import re

from harness import CLI, TOP, actions, cli, commands, options, run_tests, run_to_end, sample, workload, write

PROGRAM = workload('vector-add-1024')
TEXTS = ('', ' ', 'nan', 'inf', '-inf', '1e999', '-1e999', 'text', '1x', ' 1', '1 ', '0x10', '1,5', '--1', '99999999999999999999999')
NUMBERS = ('-1', '0', '-0.5', '0.0000001', '2000000', '1e9')


def call(*args):
    return run_to_end([CLI, *args])


def number_options():
    """(command, option, least, most) of all options whose help names a range."""
    for command in commands() + actions():
        for name, _argument, reported in options(*command.split()):
            found = re.search(r' \(from (\S+?)(?: to (\S+))?\)$', reported)
            if found:
                yield command, name, float(found[1]), float(found[2] or 'inf')


def test_numbers_have_ranges(_):
    """Numbers are read in one place, by a table with ranges."""
    for name in glob.glob(os.path.join(TOP, 'app', 'commands', '*.c')):
        with open(name, encoding='utf-8') as file:
            assert not re.search(r'G_OPTION_ARG_(INT|INT64|DOUBLE)\b', file.read()), name
    for command in commands() + actions():
        for name, argument, reported in options(*command.split()):
            assert argument not in ('N', 'S', 'MS', 'SECONDS', 'K', 'ID') or '(from ' in reported, (command, name)
    assert len(list(number_options())) > 30


def test_numbers_out_of_range(_):
    """Neither the program nor anything else is looked at."""
    for command, option, least, most in sample(list(number_options())):
        for text in sample(TEXTS + tuple(number for number in NUMBERS if not least <= float(number) <= most)):
            result = call(*command.split(), f'--{option}={text}', '/nonexistent.py')
            assert result.returncode == 2 and f'--{option} takes a' in result.stderr and f'"{text}"' in result.stderr, (command, option,
                    text, result)
            assert len(result.stderr.splitlines()) == 1, result.stderr


def test_numbers_in_range(_):
    """The ends of a range are taken: what is wrong then is the file."""
    for command, option, least, most in sample(list(number_options())):
        for value in {least, most} - {float('inf')}:
            reported = call(*command.split(), f'--{option}={value:.10g}', '/nonexistent.py',
                            *(['/nonexistent.py'] if command == 'equal' else [])).stderr
            assert 'takes a' not in reported, (command, option, value, reported)
    assert 'from 1' in call('tune', '-n', '0', PROGRAM).stderr


def test_weights(_):
    for text in ('main=nan', 'main=inf', 'main=0', 'main=-1', 'main=', '=1', 'main'):
        assert '--weight must be NAME=NUMBER' in cli('tune', PROGRAM, '--weight', text, status=2).stderr, text


# A call of each command with a program, those that take one; what stands for the program is MODULE.
CALLS = {
    'print': ['MODULE'],
    'equal': ['--results', 'MODULE', PROGRAM],
    'apply': ['MODULE', '{steps}'],
    'schedule': ['--rules', 'MODULE'],
    'run': ['MODULE', '--check'],
    'show': ['MODULE', '--as', 'lowered'],
    'analyze': ['MODULE'],
    'tune': ['MODULE', '--trials', '2'],
    'best': ['--schedule-fn', '{steps}', 'MODULE'],
    'draw': ['MODULE', '-o', '{out}.svg'],
    'export': ['MODULE', '--object', '{out}.o'],
    'features': ['MODULE'],
    'tasks': ['MODULE'],
    'sketches': ['MODULE', '--traces'],
    'report': ['MODULE', '-o', '{out}.html'],
}
WITHOUT_PROGRAM = {'machine', 'model', 'primitives', 'script'}   # a script has programs of its own, a model has a graph
ANY_MODULE = {'print', 'analyze', 'best'}     # these take modules of any number of functions
ALL_FUNCTIONS = ANY_MODULE | {'apply', 'schedule', 'tune', 'tasks', 'sketches', 'run', 'features', 'equal'}


def call_with(folder, command, module):
    steps = write(folder, 'steps.py', 'def steps(sch):\n    sch.get_block("B", func_name="first")\n')
    names = {'MODULE': module, '{steps}': steps}
    return call(command, *(names.get(text, text.replace('{out}', os.path.join(folder, 'out'))) for text in CALLS[command]))


def test_every_command_has_a_call(_):
    assert set(CALLS) | WITHOUT_PROGRAM == set(commands())


def test_module_without_functions(folder):
    """One sentence, the same for all."""
    module = os.path.join(TOP, 'tests', 'text', 'read', 'graph-only.py')
    for command in CALLS:
        result = call_with(folder, command, module)
        if command in ANY_MODULE:
            assert result.returncode in (0, 1), (command, result)
        else:
            assert result.returncode == 2 and 'has no TensorIR functions to schedule or run' in result.stderr, (command, result)
            told = [line for line in result.stderr.splitlines() if line.startswith('tileloom-cli: ') and ': warning: ' not in line]
            assert len(told) == 1, (command, result)
    for view in ('nest', 'memory', 'regions', 'plot'):
        assert 'no TensorIR functions' in cli('draw', module, '--view', view, '-o', folder + '/x.svg', status=2).stderr
    for form in ('tir', 'lowered', 'llvm', 'asm', 'cuda', 'opencl', 'metal'):
        assert ('no TensorIR functions' in call('show', module, '--as', form).stderr) == (form != 'tir'), form


def test_module_without_main(folder):
    """Of several functions none is called main: commands for one function say so."""
    body = ('    @T.prim_func\n    def {}(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):\n        for i in range(8):\n'
            '            with T.block("B"):\n                vi = T.axis.spatial(8, i)\n                B[vi] = A[vi]\n')
    module = write(folder, 'two.py', '@I.ir_module\nclass Module:\n' + body.format('first') + body.format('second'))
    for command in CALLS:
        result = call_with(folder, command, module)
        if command in ALL_FUNCTIONS:
            assert result.returncode in (0, 1), (command, result)
        else:
            assert result.returncode == 2 and 'has several functions and none is called main' in result.stderr, (command, result)


run_tests(globals())
