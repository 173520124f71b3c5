#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of symbolic extents with values for them, and files that hold a program and its schedule: every command that takes a program.
usage: test-sizes.py CLI TOP; prints TAP."""
import os
import re

from harness import cli, commands, options, run_tests, write

PRODUCT = '''@T.prim_func
def main(a: T.handle, b: T.handle, c: T.handle):
    n, m, k = T.int32(), T.int32(), T.int32()
    A = T.match_buffer(a, (n, k), "float32")
    B = T.match_buffer(b, (k, m), "float32")
    C = T.match_buffer(c, (n, m), "float32")
    for i, j, l in T.grid(n, m, k):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, l])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
'''
SIZES = {'n': 30, 'm': 7, 'k': 16}
NUMBERS = PRODUCT.replace('a: T.handle, b: T.handle, c: T.handle',
                          'A: T.Buffer((30, 16), "float32"), B: T.Buffer((16, 7), "float32"), C: T.Buffer((30, 7), "float32")')
NUMBERS = ''.join(line + '\n' for line in NUMBERS.splitlines() if 'match_buffer' not in line and 'T.int32()' not in line)
NUMBERS = NUMBERS.replace('T.grid(n, m, k)', 'T.grid(30, 7, 16)')
SCALARS = '''@T.prim_func
def main(a: T.handle, n: T.int32, d: T.int32, b: T.handle):
    A = T.match_buffer(a, (n,), "int32")
    B = T.match_buffer(b, (n,), "int32")
    for i in range(n):
        with T.block("B"):
            vi = T.axis.spatial(n, i)
            B[vi] = A[vi] // d + A[vi] % T.max(n - 3, 1)
'''
OWN_STEPS = '''
sch = tvm.tir.Schedule(main)
i, j, l = sch.get_loops(sch.get_block("C"))
outer, inner = sch.split(i, factors=[None, 5])
sch.reorder(outer, j, l, inner)
sch.vectorize(inner)
'''
# A call of each command that takes a program, and whether it needs numbers. FILE is the program.
CALLS = {
    'print': (['FILE'], False), 'equal': (['FILE', 'OTHER', '--results'], True), 'apply': (['FILE'], False),
    'schedule': (['--rules', 'FILE'], False), 'run': (['FILE', '--check'], True), 'show': (['FILE', '--as', 'lowered'], True),
    'analyze': (['FILE'], False), 'tune': (['FILE', '--trials', '2'], True), 'best': (['FILE', '--db', 'DB'], False),
    'draw': (['FILE', '-o', 'OUT.svg'], False), 'export': (['FILE', '--c', 'OUT.c'], True), 'features': (['FILE'], True),
    'tasks': (['FILE'], False), 'sketches': (['FILE'], False), 'report': (['FILE', '-o', 'OUT.html'], True),
}


def shapes(**values):
    return [text for name, value in values.items() for text in ('--shape', f'{name}={value}')]


def call(folder, command, program, *more, status=0, other=NUMBERS):
    names = {'FILE': write(folder, 'program.py', program), 'OTHER': write(folder, 'other.py', other)}
    names['DB'] = folder + '/p.tileloom'
    return cli(command, *(names.get(text, text.replace('OUT', folder + '/out')) for text in CALLS[command][0]), *more, status=status)


def test_every_command_takes_sizes(folder):
    taking = {command for command in commands() if any(name == 'shape' for name, _argument, _help in options(command))}
    taking -= {'model'}   # its sizes are those of a graph
    assert taking == set(CALLS), taking ^ set(CALLS)
    program = write(folder, 'program.py', PRODUCT)
    cli('tune', program, '--trials', '2', '--db', folder + '/p.tileloom', *shapes(**SIZES))
    for command, (_arguments, needs) in CALLS.items():
        text = call(folder, command, PRODUCT, *shapes(**SIZES)).stdout
        assert '-1 FLOP' not in text and 'T.int32()' not in text, (command, text)
        if needs:
            reported = call(folder, command, PRODUCT, *shapes(m=7), status=2).stderr
            assert 'n and k of main have no value; set them with --shape n=128 --shape k=128' in reported, (command, reported)
            assert len(reported.splitlines()) == 1, (command, reported)


def test_specialized_program_is_that_of_numbers(folder):
    assert 'equal' in cli('equal', write(folder, 'a.py', PRODUCT), write(folder, 'b.py', NUMBERS), '--results', *shapes(**SIZES),
                          status=0).stdout
    printed = cli('print', write(folder, 'a.py', PRODUCT), *shapes(**SIZES)).stdout
    assert cli('equal', write(folder, 'printed.py', printed), write(folder, 'b.py', NUMBERS)).stdout == 'equal\n'
    assert 'checked: agrees' in cli('run', write(folder, 'a.py', PRODUCT), '--check', *shapes(**SIZES)).stdout


def test_wrong_values(folder):
    program = write(folder, 'program.py', PRODUCT)
    for values, expected in (
        (['n=3', 'q=4'], 'the program has no size q; its sizes are n, k and m'), (['n=3', 'n=4'], 'n is 3 by --shape and 4 by --shape'),
        (['n'], '--shape takes NAME=N with a whole number from 1, as in n=32, not "n"'), (['n=0'], 'not "n=0"'), (['n=-4'], 'not "n=-4"'),
        (['n=x'], 'not "n=x"'), (['=3'], 'not "=3"'), (['n=3000000000'], 'n = 3000000000 does not fit int32'),
    ):
        for command in ('run', 'print'):
            reported = cli(command, program, *(text for value in values for text in ('--shape', value)), status=2).stderr
            assert expected in reported and len(reported.splitlines()) == 1, (values, reported)
    numbers = write(folder, 'numbers.py', NUMBERS)
    assert 'has no size n; all its extents are numbers' in cli('print', numbers, '--shape', 'n=3', status=2).stderr


def test_scalar_parameters(folder):
    """A size that callers pass: known to us it is no parameter any longer; exported without, callers pass it."""
    program = write(folder, 'program.py', SCALARS)
    assert 'n of main has no value' in cli('run', program, '--check', status=2).stderr
    assert 'agrees' in cli('run', program, '--check', '--shape', 'n=9').stdout
    printed = cli('print', program, '--shape', 'n=9').stdout
    assert 'n:' not in printed and 'd: T.int32' in printed and 'T.Buffer((9,), "int32")' in printed, printed
    assert 'd:' not in cli('print', program, '--shape', 'd=9').stdout
    cli('export', program, '--c', folder + '/out.c')
    with open(folder + '/out.c', encoding='utf-8') as file:
        assert 'int32_t n' in file.read()


def outputs(folder, command, program):
    """What the command prints and writes, without times and names of files."""
    for name in ('out.c', 'out.svg'):
        if os.path.exists(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))
    written = call(folder, command, program).stdout
    for name in ('out.c', 'out.svg'):
        if os.path.exists(os.path.join(folder, name)):
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                written += file.read()
    return re.sub(r'time: .*|roof.*', '', written)


def test_steps_in_the_file(folder):
    """A file that schedules its program is, for every command, the program that its steps make."""
    scheduled = cli('apply', write(folder, 'own.py', NUMBERS + OWN_STEPS)).stdout
    assert 'T.vectorized(5)' in scheduled, scheduled
    for command in ('print', 'show', 'analyze', 'draw', 'export', 'features', 'apply'):
        own, plain = outputs(folder, command, NUMBERS + OWN_STEPS), outputs(folder, command, NUMBERS)
        assert own == outputs(folder, command, scheduled), command
        assert own != plain, command
    assert cli('equal', write(folder, 'own.py', NUMBERS + OWN_STEPS), write(folder, 'there.py', scheduled)).stdout == 'equal\n'
    assert 'not equal' in cli('equal', folder + '/own.py', write(folder, 'plain.py', NUMBERS), status=1).stdout
    assert 'sch.vectorize(loop=' in outputs(folder, 'sketches', NUMBERS + OWN_STEPS)
    longer = write(folder, 'longer.py', (NUMBERS + OWN_STEPS).replace('30', '30000'))   # for several cores, which is all that rules add
    cli('schedule', '--rules', longer, '--trace', folder + '/trace.py', '-o', folder + '/x.py')
    with open(folder + '/trace.py', encoding='utf-8') as file:
        assert 'sch.vectorize(loop=' in file.read()
    # The workload of its trials is the scheduled program.
    cli('tune', folder + '/own.py', '--trials', '2', '--db', folder + '/own.tileloom')
    for name in ('own.py', 'there.py'):
        assert 'def main' in cli('best', os.path.join(folder, name), '--db', folder + '/own.tileloom').stdout
    cli('best', folder + '/plain.py', '--db', folder + '/own.tileloom', status=1)
    cli('draw', folder + '/own.py', '--view', 'plot', '--db', folder + '/own.tileloom', '-o', folder + '/plot.svg')


def test_refused_steps_in_the_file(folder):
    """None goes on with the program as it was."""
    cli('tune', write(folder, 'plain.py', NUMBERS), '--trials', '2', '--db', folder + '/p.tileloom')
    for command in CALLS:
        reported = call(folder, command, NUMBERS + OWN_STEPS + 'sch.split(outer, factors=[2, 2])\n', status=3).stderr
        assert 'split' in reported, (command, reported)


def test_steps_and_sizes_in_the_file(folder):
    """The steps are those of the symbolic program, whatever its sizes are later."""
    for command in ('print', 'show', 'analyze', 'draw', 'export', 'features', 'apply'):
        names = [write(folder, 'own.py', PRODUCT + OWN_STEPS), write(folder, 'there.py', NUMBERS + OWN_STEPS)]
        texts = [cli(command, name, *(['--as', 'lowered'] if command == 'show' else []),
                     *(['-o', folder + '/x.svg'] if command == 'draw' else []),
                     *(['--header', '/dev/stdout', '--name', 'f'] if command == 'export' else []),
                     *(shapes(**SIZES) if name == names[0] else [])).stdout for name in names]
        assert re.sub('main .*', '', texts[0]) == re.sub('main .*', '', texts[1]), (command, texts)
    assert 'agrees' in cli('run', names[0], '--check', *shapes(**SIZES)).stdout
    assert 'agrees' in cli('run', names[0], '--check', *shapes(n=13, m=2, k=1)).stdout


run_tests(globals())
