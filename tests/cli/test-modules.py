#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Modules from outside: their functions and tasks, tuning them again and together, what becomes of their records. usage: test-modules.py
CLI TOP; prints TAP."""
import json
import os
import re

from harness import CLI, cli, finish, run_tests, run_to_end, start, write

HEAD = ('# from tvm.script import ir as I\n# from tvm.script import tir as T\n# from tvm.script import relax as R\n\n'
        '@I.ir_module\nclass Module:\n')

FUNCTION = '''    @T.prim_func
    def {name}(A: T.Buffer(({n}, {n}), "float32"), B: T.Buffer(({n}, {n}), "float32")):
        for i, j in T.grid({n}, {n}):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] {value}

'''

GRAPH = '''    @R.function
    def main(x: R.Tensor((32, 32), "float32"), y: R.Tensor((64, 64), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.scale, (x,), out_sinfo=R.Tensor((32, 32), "float32"))
            b = R.call_tir(cls.scale, (a,), out_sinfo=R.Tensor((32, 32), "float32"))
            c = R.call_tir(cls.shift, (y,), out_sinfo=R.Tensor((64, 64), "float32"))
            R.output(b, c)
        return (b, c)
'''

# Five candidates.
UNCHANGED = 'no schedule is faster than the original program'

SPACE = '''def space(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    factors = sch.sample_perfect_tile(loop=j, n=2, max_innermost_factor=16)
    sch.split(loop=j, factors=factors)
'''


def function(name, n=32, value='* T.float32(2)'):
    return FUNCTION.format(name=name, n=n, value=value)


def start_together(*commands):
    """Starts them all before it waits for any; status, output and errors of each."""
    processes = [start([CLI, *command]) for command in commands]
    return [(process, *finish(process)) for process in processes]


def test_tune_again(folder):
    """All there is to measure is measured: the same command once more, and once more, says so and shows the best."""
    module, space = write(folder, 'm.py', HEAD + function('scale')), write(folder, 's.py', SPACE)
    stores = (['--work-dir', os.path.join(folder, 'logs')], ['--db', os.path.join(folder, 'p.tileloom'), '--warm-start'])
    for store in stores:
        for model in ('random', 'xgb'):
            tune = ['tune', module, '--space', space, '--trials', '64', '--seed', '1', '--cost-model', model, *store]
            for _ in range(2):
                output = cli(*tune).stdout
                assert 'all 5 candidates of the design space have been measured' in output and ('decision=' in output
                        or UNCHANGED in output), output
            lines = [json.loads(line) for line in cli(*tune, '--json').stdout.splitlines()]
            task = next(line for line in lines if line['type'] == 'task')
            assert task['error'] is None and task['trace'] is not None and task['latency_s'] > 0
            assert task['earlier'] + task['trials'] == 5, task
        # Candidates are as fast as each other here, and comparisons take back times of those that did not take part.
        fastest = cli('best', module, *store[:2], '--top', '99').stdout
        recorded = set(re.findall(r'\[\[2, *(\[\d+, *\d+\])\]\]', fastest))
        assert 1 <= len(recorded) <= 5, recorded


def test_resume_again(folder):
    module, space = write(folder, 'm.py', HEAD + function('scale')), write(folder, 's.py', SPACE)
    project = os.path.join(folder, 'p.tileloom')
    tune = ['tune', module, '--space', space, '--trials', '64', '--seed', '1', '--db', project]
    cli(*tune)
    for _ in range(2):
        output = cli(*tune, '--resume').stdout
        assert 'all 5 candidates of the design space have been measured' in output and ('decision=' in output
                or UNCHANGED in output), output
    assert 1 <= count(module, project) <= 5, count(module, project)


def test_tune_failures_again(folder):
    """Known candidates that fail are no candidates either, and no schedule is none."""
    module, space = write(folder, 'm.py', HEAD + function('scale')), write(folder, 's.py', SPACE)
    illegal = write(folder, 'illegal.py', 'def space(sch):\n    i, j = sch.get_loops(sch.get_block("B"))\n    sch.reorder(i, i)\n')
    logs = os.path.join(folder, 'logs')
    assert 'is named twice' in cli('tune', module, '--space', illegal, '--work-dir', logs, '--trials', '4', status=4).stderr
    cli('tune', module, '--space', space, '--trials', '2', '--work-dir', logs)
    assert 'is named twice' in cli('tune', module, '--space', illegal, '--work-dir', logs, '--trials', '4', status=4).stderr


def tuned(folder, name='p.tileloom'):
    """A module, and a project or folder with its records: five, but for those whose times the comparisons take back."""
    module, space = write(folder, 'm.py', HEAD + function('scale')), write(folder, 's.py', SPACE)
    store = os.path.join(folder, name)
    cli('tune', module, '--space', space, '--trials', '64', '--seed', '1', '--db' if name.endswith('.tileloom') else '--work-dir', store)
    return module, store


def option(path):
    return '--db' if path.endswith('.tileloom') else '--work-dir'


def count(module, path):
    return cli('best', module, option(path), path, '--top', '999').stdout.count('"SamplePerfectTile"')


def test_copy(folder):
    """What is there is not copied again: not by the same command, not by another at the same time, not onto itself."""
    for source in ('p.tileloom', 'logs'):
        module, store = tuned(folder, source)
        n = count(module, store)
        assert 1 <= n <= 5, n
        for target in ('to.tileloom', 'to'):
            target = os.path.join(folder, source + '-' + target)
            copy = ['best', option(store), store, '--copy-to', target]
            first, again = cli(*copy).stderr, cli(*copy).stderr
            assert re.match(r'[1-5] records? copied to \S+\n$', first), first
            assert again.startswith('0 records copied'), again
            assert count(module, target) == n, (count(module, target), n)
            fresh = os.path.join(folder, 'fresh-' + os.path.basename(target))
            copy = copy[:-1] + [fresh]
            for process, _, errors in start_together(*[copy] * 4):
                assert process.returncode == 0, (process.returncode, errors)
            assert count(module, fresh) == n, (count(module, fresh), n)
        linked = os.path.join(folder, 'link-' + source)
        os.symlink(store, linked)
        for target in (store, linked):
            output = cli('best', option(store), store, '--copy-to', target, status=2).stderr
            assert 'is one of the sources' in output, output
        assert count(module, store) == n, (count(module, store), n)


def test_copy_cut_short(folder):
    """A target that takes no records is as it was."""
    module, store = tuned(folder)
    n = count(module, store)
    target = os.path.join(folder, 'not-a-project.tileloom')
    write(folder, 'not-a-project.tileloom', 'something else')
    cli('best', '--db', store, '--copy-to', target, status=2)
    with open(target, encoding='utf-8') as file:
        assert file.read() == 'something else'
    assert count(module, store) == n, (count(module, store), n)


def test_resume_together(folder):
    """A run goes on in one process at a time."""
    module = write(folder, 'm.py', HEAD + function('scale', 64))
    project = os.path.join(folder, 'p.tileloom')
    cli('tune', module, '--trials', '2', '--db', project)
    resume = ['tune', module, '--trials', '12', '--db', project, '--resume']
    results = start_together(resume, resume, resume)
    statuses = sorted(process.returncode for process, _, _ in results)
    assert statuses[0] == 0 and set(statuses[1:]) <= {0, 2}, [errors for _, _, errors in results]
    for process, _, errors in results:
        assert process.returncode == 0 or 'another program' in errors, errors
        assert 'UNIQUE' not in errors and 'constraint' not in errors, errors
    assert count(module, project) <= 12


def test_read_only(folder):
    """A project that may not be written can be read."""
    module, project = tuned(folder)
    plots = os.path.join(folder, 'plots')
    os.mkdir(plots)
    os.chmod(plots, 0o777)
    os.chmod(project, 0o444)
    os.chmod(folder, 0o555)
    try:
        for command in (['best', module, '--db', project, '--as', 'trace'], ['run', project, '--trial', '1:1', '--check'],
                        ['draw', module, '--view', 'plot', '--db', project, '-o', os.path.join(plots, 'plot.svg')]):
            result = run_to_end([*unprivileged(), CLI, *command])
            assert result.returncode == 0, result.stderr
    finally:
        os.chmod(folder, 0o755)
    assert os.listdir(folder).count('p.tileloom') == 1


def test_choose_functions(folder):
    """run, features, export and equal: one function, or all of them where none is named and none is main."""
    several = write(folder, 'several.py', HEAD + function('scale') + function('shift', 64, '+ T.float32(1)') + GRAPH)
    with_main = write(folder, 'main.py', HEAD + function('scale') + function('main', 64, '+ T.float32(1)'))
    other = write(folder, 'other.py',
                  HEAD + function('shift', 64, '+ T.float32(1)') + function('scale', 32, '* T.float32(2) + T.float32(0)'))
    wrong = write(folder, 'wrong.py', HEAD + function('scale') + function('shift', 64, '+ T.float32(2)'))
    less = write(folder, 'less.py', HEAD + function('scale') + function('twist'))
    output = cli('run', several, '--check').stdout
    assert output.count('agrees with the interpreter') == 2 and '# scale' in output and '# shift' in output, output
    assert [json.loads(line)['function'] for line in cli('run', several, '--json').stdout.splitlines()] == ['scale', 'shift']
    assert cli('run', several, '--check', '--func', 'shift').stdout.count('agrees') == 1
    assert cli('run', with_main, '--check').stdout.count('agrees') == 1
    for command in ('run', 'features'):
        assert 'its functions are scale, shift' in cli(command, several, '--func', 'nothing', status=2).stderr
    assert cli('features', several).stdout.count('stores to') == 2
    assert cli('features', several, '--func', 'scale', '--json').stdout.count('"buffer"') == 1
    assert '--func' in cli('export', several, '--header', os.path.join(folder, 'a.h'), status=2).stderr
    header = os.path.join(folder, 'b.h')
    cli('export', several, '--func', 'shift', '--header', header)
    with open(header, encoding='utf-8') as file:
        assert 'shift' in file.read()
    assert 'equal' in cli('equal', several, other, '--results').stdout
    assert 'not equal' in cli('equal', several, wrong, '--results', status=1).stdout
    cli('equal', several, wrong, '--results', '--func', 'scale')
    assert 'has a function' in cli('equal', several, less, '--results', status=1).stdout


def test_best_of_function(folder):
    """A schedule tuned as main goes back as a function of a module with graphs, there alone and with the rest."""
    module, logs = tuned(folder, 'logs')
    n = count(module, logs)
    several = write(folder, 'several.py', HEAD + function('scale') + function('shift', 64, '+ T.float32(1)') + GRAPH)
    assert 'func_name="scale"' in cli('best', several, '--work-dir', logs, '--func', 'scale', '--as', 'trace').stdout
    cli('best', several, '--work-dir', logs, '--func', 'shift', status=1)
    out = os.path.join(folder, 'out.py')
    assert '1 of 2 functions' in cli('best', several, '--work-dir', logs, '--apply', out).stderr
    with open(out, encoding='utf-8') as file:
        text = file.read()
    assert 'cls.scale' in text and 'def shift(' in text and 'func_name' not in text
    cli('equal', several, out, status=1)
    cli('equal', several, out, '--results')
    assert cli('best', '--work-dir', logs).stdout.startswith('main '), 'TVM looks tasks up as main'
    for functions in function('scale'), function('scale') + function('shift', 64, '+ T.float32(1)'):
        beside = write(folder, 'beside.py', HEAD + functions + GRAPH)
        assert cli('best', beside, '--work-dir', logs, '--top', '9').stdout.splitlines()[0] == '# scale'
    assert count(module, logs) == n, (count(module, logs), n)


def test_tasks(folder):
    """Weights are the calls of graphs; words choose."""
    module = write(folder, 'm.py', HEAD + function('fused_scale_add') + function('scale') + function('shift', 64, '+ T.float32(1)') + GRAPH)
    tasks = {task['name']: task for task in json.loads(cli('tasks', module, '--json').stdout)}
    # Equal functions are one task.
    assert set(tasks) == {'fused_scale_add', 'shift'}, tasks
    assert tasks['fused_scale_add']['weight'] == 3 and tasks['shift']['weight'] == 1, tasks
    assert tasks['shift']['flop'] == 64 * 64, tasks
    names = [task['name'] for task in json.loads(cli('tasks', module, '--ops', 'sh', '--json').stdout)]
    assert names == ['shift']
    assert len(json.loads(cli('tasks', module, '--ops', 'scale,sh', '--json').stdout)) == 2
    assert json.loads(cli('tasks', module, '--weight', 'shift=7', '--json').stdout)[1]['weight'] == 7
    assert 'contains "nothing"' in cli('tasks', module, '--ops', 'nothing', status=2).stderr
    assert ' ID | ' in cli('tasks', module).stdout
    output = cli('tune', module, '--ops', 'shi', '--trials', '2').stdout
    assert 'shift' in output and 'scale' not in output, output


INSIDE = """from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((32, 32), "float32"), C: T.Buffer((32,), "float32"), n: T.int32):
    %s
        for i, k in T.grid(32, 32):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    %s[vi] = T.float32(0)
                %s[vi] = %s[vi] + A[vi, vk]
        for i in range(32):
            with T.sblock("copy"):
                vi = T.axis.spatial(32, i)
                C[vi] = %s[vi] + T.float32(1)
"""


def test_advice_inside_statements(folder):
    """Blocks inside statements that are no loops have suggestions, or refuse them."""
    for head, sums in (('if n > 0:', 'C'), ('while n > 0:', 'C'), ('with T.attr(0, "pragma", 1):', 'C'),
                       ('Z = T.alloc_buffer((32,))\n    if True:', 'Z'), ('Z = T.alloc_buffer((32,))\n    if n > 0:', 'Z')):
        program = os.path.join(folder, 'inside.py')
        with open(program, 'w') as file:
            file.write(INSIDE % ((head,) + 4 * (sums,)))
        assert 'advice' in cli('analyze', program, '--advice').stdout, head


def unprivileged():
    """Nothing is read-only for root."""
    return ['setpriv', '--reuid=65534', '--clear-groups'] if os.geteuid() == 0 else []


run_tests(globals())
