#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The benchmarks report figures, whatever these are. usage: test-bench.py TILELOOM-BENCH TOP; prints TAP."""
import importlib.util
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'cli'))
from harness import CLI, cli, interrupt, options, run_tests, run_to_end, sample


def has_opencl():
    return run_to_end([CLI, 'gpu', 'vector-add', '--small', '--device', 'opencl', '--rounds', '1']).returncode == 0


def test_rules(_):
    rows = json.loads(cli('rules', 'matmul-128', 'softmax-256', '--json').stdout)
    assert [(row['name'], row['rules']) for row in rows] == [('matmul-128', 'matmul'), ('softmax-256', 'rows')], rows
    assert all(row['by-hand'] > 0 and row['median_s'] > 0 for row in rows), rows


def test_programs(_):
    """The worst comes first."""
    rows = json.loads(cli('programs', 'linear-1x84x10', 'softmax-*', '--json').stdout)
    assert sorted(row['name'] for row in rows) == ['linear-1x84x10', 'softmax-1001', 'softmax-77', 'softmax-channels'], rows
    assert [row['roof'] for row in rows] == sorted(row['roof'] for row in rows) and rows[0]['roof'] > 0, rows
    assert all(row['min_s'] > 0 and row['rules'] for row in rows), rows


def test_kernels(_):
    rows = json.loads(cli('kernels', 'matmul-128', '--json', '--rounds', '11').stdout)
    assert [row['name'] for row in rows] == ['matmul-128'] and rows[0]['median_s'] > 0 and rows[0]['naive'] > 0, rows


def test_absent(_):
    """Libraries that are not there are named in the text as in JSON, with the way to get them."""
    row = json.loads(cli('kernels', 'matmul-128', '--json', '--rounds', '11').stdout)[0]
    text = cli('kernels', 'matmul-128', '--rounds', '11').stdout
    absent = {name[:-len('_absent')]: why for name, why in row.items() if name.endswith('_absent')}
    assert ('not measured:' in text) == bool(absent), text
    for name, why in absent.items():
        assert re.search(rf'^  {name} +{re.escape(why)}$', text, re.M), (name, why, text)
        assert 'Debian' in why or 'does not support' in why or 'the peak of this type' in why, why


def test_gpu(_):
    """Without a driver one sentence; an OpenCL driver, which may run on the CPU, takes the same way."""
    done = run_to_end([CLI, 'gpu', 'vector-add', '--small'])
    assert done.returncode == 0 or re.fullmatch(r'tileloom-bench: [^\n]+\n', done.stderr), done
    assert 'gpu has no "nonsense"; it has sgemm ' in run_to_end([CLI, 'gpu', 'nonsense', '--device', 'opencl']).stderr or not has_opencl()
    assert 'unknown target "abacus"' in cli('gpu', '--device', 'abacus', status=2).stderr.lower()
    if not has_opencl():
        return
    call = ('gpu', 'vector-add', 'sgemm', '--small', '--device', 'opencl')
    device = json.loads(cli(*call, '--json', '--rounds', '3').stdout)
    sgemm, add = device['kernels']
    assert device['target'].startswith('opencl') and (sgemm['name'], add['name']) == ('sgemm', 'vector-add'), device
    assert add['bytes'] == 3 * 4 * 65536 and add['ratio'] > 0 and len(add['samples_s']) == len(add['samples_against_s']) == 3, add
    assert 'cuBLAS runs on the device "cuda" only' in sgemm['absent'] and sgemm['rate'] > 0, sgemm
    text = cli(*call, '--rounds', '3').stdout
    assert re.search(r'^vector-add +\S+ \S+ +\S+ GB/s +copy +\S+  ratio \S+ .*elementwise$', text, re.M), text


def test_tune(_):
    """The result of the search is compared with the schedule by hand and reported."""
    rows = json.loads(cli('tune', 'matmul-128', '--trials', '8', '--json', '--rounds', '11').stdout)
    assert [row['name'] for row in rows] == ['matmul-128'] and rows[0]['trials'] == 8 and 0 <= rows[0]['best_trial'] <= 8, rows
    assert rows[0]['by-hand'] > 0 and rows[0]['tuning_s'] > 0 and rows[0]['trace'].startswith('b0 = sch.get_block'), rows
    assert 'from 1' in cli('tune', 'matmul-128', '--trials', '0', status=2).stderr
    for bench in ('tune', 'search', 'run'):
        problem = cli(bench, 'nonsense', status=2).stderr
        assert f'tileloom-bench: {bench} has no "nonsense"; it has ' in problem, problem
    assert 'no search strategy "luck"' in cli('tune', 'matmul-128', '--strategy', 'luck', status=2).stderr


def test_run(_):
    """Figures are reported, whatever they are; the candidates of the space all work."""
    rows = json.loads(cli('run', 'compile-gemm-128', 'crash', 'hang', '--json').stdout)
    assert [row['name'] for row in rows] == ['compile-gemm-128', 'crash', 'hang'], rows
    assert rows[0]['candidates'] == 60 and rows[0]['p95_ms'] >= rows[0]['median_ms'] > rows[0]['llvm'] > 0, rows
    assert rows[1]['noticed_ms'] > 0 and rows[2]['granted_ms'] == 50, rows


def test_repair(_):
    """Each repair is checked where it is found; the same seed gives the same table, times aside."""
    first, again = (re.sub(r'(?m)^time.*', '', cli('repair', '--schedules', '12', '--seed', '7').stdout) for _ in range(2))
    counts = re.match(r'repair  12 refused steps, (\d+) repaired .*; 0 wrong\n', first)
    assert counts and 0 < int(counts[1]) <= 12, first
    assert first == again, (first, again)


def test_no_window(_):
    if not os.path.exists(os.path.join(os.path.dirname(CLI), 'tileloom-bench-window')):
        assert 'is not built' in cli('ui', status=4).stderr


def test_schedules(_):
    """Compared with TVM, where there is one."""
    has_tvm = importlib.util.find_spec('tvm') is not None
    done = cli('schedules', 'matmul', '--schedules', '2', '--slow', '1', status=0 if has_tvm else 4)
    assert 'matmul' in done.stdout if has_tvm else 'needs a python3 with apache-tvm' in done.stderr, done


def test_steps(folder):
    """Steps of schedules, where there is TVM; the file for the window has what the table has."""
    has_tvm = importlib.util.find_spec('tvm') is not None
    path = os.path.join(folder, 'gains.json')
    done = cli('schedules', 'matmul', '--steps', '--schedules', '1', '--gains', path, status=0 if has_tvm else 4)
    if not has_tvm:
        assert 'needs a python3 with apache-tvm' in done.stderr, done
        return
    table = dict(re.findall(r'^  (\w+) +(\d+) ', done.stdout, re.M))
    with open(path, encoding='utf-8') as file:
        steps = {step['primitive']: step['n'] for step in json.load(file)['steps'] if 'case' not in step}
    assert int(table['split']) == steps['split'] > 0, (done.stdout, steps)
    assert int(table['all']) == steps['all'] == sum(steps.values()) - steps['all'], (done.stdout, steps)


def test_traffic(_):
    """Four levels of three machines; the error is that of the figures beside it."""
    rows = re.findall(r'^transpose +(\w+) +(\d+) +(\d+) +(\d+) +([+-][0-9.]+) %$', cli('traffic', 'transpose').stdout, re.M)
    assert [row[0] for row in rows] == ['registers', 'L1', 'L2', 'L3'] * 3, rows
    for _level, _bytes, predicted, simulated, error in rows:
        assert abs(100 * (int(predicted) / int(simulated) - 1) - float(error)) < 0.1, rows
    assert 'traffic has no "nonsense"' in cli('traffic', 'nonsense', status=2).stderr


def test_gpu_static(_):
    """Each step of the write-up of sgemm is predicted near its figure, and their order nearly kept."""
    printed = cli('gpu-static', 'sgemm-*').stdout
    factors = {name: float(factor) for name, factor in re.findall(r'^A6000 +(\S+) .* × +([0-9.]+) ', printed, re.M)}
    assert len(factors) == 8 and all(0.5 < factor < 2 for factor in factors.values()), printed
    assert float(re.search(r'^A6000 +8 kernels .* Spearman +([0-9.]+)', printed, re.M).group(1)) > 0.9, printed


def test_usage(_):
    assert 'there is no benchmark "nonsense"; there are:\n  schedule ' in cli('nonsense', status=2).stderr
    for name, argument, reported in options():
        assert argument != 'N' or '(from ' in reported, name


def test_lost_output(_):
    with open('/dev/full', 'w', encoding='utf-8') as full:
        assert 'tileloom-bench: cannot write to standard output' in cli('scale', '10', status=4, stdout=full).stderr


def test_interrupted(folder):
    for call in sample((['tune', 'matmul-128', '--trials', '100000'], ['kernels', 'matmul-128', '--rounds', '1000000'], ['search'],
                        ['model'],
                        ['run', 'rate-*'])):
        interrupt(call, folder)


run_tests(globals())
