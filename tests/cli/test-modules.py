#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Modules from outside: their functions and tasks, tuning them again and together, what becomes of their records. usage: test-modules.py CLI TOP;
prints TAP."""
import json
import os
import subprocess
import sys
import tempfile

CLI, TOP = sys.argv[1], sys.argv[2]

HEAD = '# from tvm.script import ir as I\n# from tvm.script import tir as T\n# from tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n'

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
SPACE = '''def space(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    factors = sch.sample_perfect_tile(loop=j, n=2, max_innermost_factor=16)
    sch.split(loop=j, factors=factors)
'''


def cli(*args, status=0, timeout=300):
    result = subprocess.run([CLI, *args], capture_output=True, text=True, timeout=timeout, check=False)
    assert result.returncode == status, f'{" ".join(args)}: exit {result.returncode}, not {status}\n{result.stdout}{result.stderr}'
    return result


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def function(name, n=32, value='* T.float32(2)'):
    return FUNCTION.format(name=name, n=n, value=value)


def start_together(*commands):
    """Starts them all before it waits for any; status, output and errors of each."""
    processes = [subprocess.Popen([CLI, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for command in commands]
    return [(process, *process.communicate(timeout=300)) for process in processes]


def test_tune_again(folder):
    """All there is to measure is measured: the same command once more, and once more, says so and shows the best."""
    module, space = write(folder, 'm.py', HEAD + function('scale')), write(folder, 's.py', SPACE)
    stores = (['--work-dir', os.path.join(folder, 'logs')], ['--db', os.path.join(folder, 'p.tileloom'), '--warm-start'])
    for store in stores:
        for model in ('random', 'xgb'):
            tune = ['tune', module, '--space', space, '--trials', '64', '--cost-model', model, *store]
            for _ in range(2):
                output = cli(*tune).stdout
                assert '5 candidates are measured: the space has no others' in output and 'decision=' in output, output
            lines = [json.loads(line) for line in cli(*tune, '--json').stdout.splitlines()]
            task = next(line for line in lines if line['type'] == 'task')
            assert task['error'] is None and 'decision=' in task['trace'] and task['latency_s'] > 0 and task['earlier'] == 5, task
        assert cli('best', module, *store[:2], '--top', '99').stdout.count('\n') == 5


def test_resume_again(folder):
    module, space = write(folder, 'm.py', HEAD + function('scale')), write(folder, 's.py', SPACE)
    project = os.path.join(folder, 'p.tileloom')
    tune = ['tune', module, '--space', space, '--trials', '64', '--db', project]
    cli(*tune)
    for _ in range(2):
        output = cli(*tune, '--resume').stdout
        assert '5 candidates are measured: the space has no others' in output and 'decision=' in output, output
    assert cli('best', module, '--db', project, '--top', '99').stdout.count('\n') == 5


def test_tune_failures_again(folder):
    """Known candidates that fail are no candidates either, and no schedule is none."""
    module, space = write(folder, 'm.py', HEAD + function('scale')), write(folder, 's.py', SPACE)
    illegal = write(folder, 'illegal.py', 'def space(sch):\n    i, j = sch.get_loops(sch.get_block("B"))\n    sch.reorder(i, i)\n')
    logs = os.path.join(folder, 'logs')
    assert 'is named twice' in cli('tune', module, '--space', illegal, '--work-dir', logs, '--trials', '4', status=4).stderr
    cli('tune', module, '--space', space, '--trials', '2', '--work-dir', logs)
    assert 'is named twice' in cli('tune', module, '--space', illegal, '--work-dir', logs, '--trials', '4', status=4).stderr


def main():
    tests = [(name, function) for name, function in sorted(globals().items()) if name.startswith('test_')]
    print(f'1..{len(tests)}')
    failed = False
    for number, (name, function_of_test) in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                function_of_test(folder)
                print(f'ok {number} {name[5:]}', flush=True)
            except Exception as problem:  # any failure is a failed test, told with its reason
                failed = True
                print(f'not ok {number} {name[5:]}')
                for line in f'{type(problem).__name__}: {problem}'.splitlines():
                    print(f'# {line}', flush=True)
    return 1 if failed else 0


sys.exit(main())
