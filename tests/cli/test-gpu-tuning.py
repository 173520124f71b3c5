#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tileloom-cli tune for GPUs: on OpenCL, against a CUDA driver that computes nothing, and without a device."""
import ctypes.util
import json
import os
import re
import tempfile

from harness import CLI, TOP, cli, run_tests, run_to_end, workload, write

FAKE_CUDA = os.path.join(os.path.dirname(CLI), '..', 'tests', 'gpu')   # its libcuda.so.1 notes calls and computes nothing
N_TRIALS = 32


def product(folder, n):
    sizes = [word for size in 'MNK' for word in ('--arg', f'{size}={n}')]
    source = os.path.join(TOP, 'data', 'benchmarks', 'schedules.py')
    return write(folder, 'product.py', cli('print', source, '--call', 'dense', *sizes).stdout)


def trials_of(output):
    """The lines of JSON of the program as it stands and of candidates, as they were measured."""
    lines = [json.loads(line) for line in output.splitlines() if line.startswith('{')]
    return [line for line in lines if line['type'] in ('start', 'trial')]


def test_opencl(folder):
    """Each candidate is measured and right, or says why not; the best one is right in a run of its own too."""
    program, project = product(folder, 16), os.path.join(folder, 'project.tileloom')
    result = run_to_end([CLI, 'tune', program, '--target', 'opencl', '--trials', str(N_TRIALS), '--seed', '3', '--repeat', '1',
                         '--min-repeat-ms', '0', '--db', project, '--json'], limit=280)
    if result.returncode == 4 and 'OpenCL' in result.stderr:
        assert 'install' in result.stderr and result.stderr.count('\n') == 1, result
        return
    assert result.returncode == 0, result
    trials = trials_of(result.stdout)
    assert len(trials) > N_TRIALS, result.stdout[:2000]
    bad = [one for one in trials if one['outcome'] not in ('ok', 'pruned') and not one.get('message')]
    assert not bad, bad
    assert sum(one['outcome'] == 'ok' for one in trials) >= N_TRIALS // 2, trials
    assert {one['outcome'] for one in trials} <= {'ok', 'pruned', 'build-error', 'timeout'}, trials
    best = write(folder, 'best.py', cli('best', '--db', project, program, '--as', 'trace').stdout)
    said = cli('run', program, '--schedule', best, '--target', 'opencl', '--check').stdout
    assert 'checked: agrees with the interpreter' in said, said


def test_without_device(folder):
    """One sentence says what is missing, and nothing is written."""
    project = os.path.join(folder, 'project.tileloom')
    env = {name: value for name, value in os.environ.items() if name != 'LD_LIBRARY_PATH'}   # Meson's has FAKE_CUDA
    if ctypes.util.find_library('cuda') is None:
        said = cli('tune', workload('matmul-128'), '--target', 'nvidia/nvidia-h100', '--db', project, status=4, env=env)
        assert said.stdout == '' and said.stderr.count('\n') == 1, said
        assert 'there is no CUDA driver (libcuda.so.1) on this machine; --dry predicts' in said.stderr, said.stderr
        assert not os.path.exists(project)


def test_with_driver(folder):
    """Candidates are compiled, loaded, launched and compared; kernels that compute nothing are wrong, and say where."""
    env = {**os.environ, 'LD_LIBRARY_PATH': FAKE_CUDA}
    program = product(folder, 16)
    said = cli('tune', program, '--target', 'nvidia/nvidia-h100', '--trials', '6', '--seed', '1', '--json', status=4, env=env)
    trials = trials_of(said.stdout)
    assert trials[0]['outcome'] == 'build-error' and 'Did you forget to bind?' in trials[0]['message'], trials
    assert len(trials) > 3 and all(re.search(r'of \d+ compared elements are wrong', one['message']) for one in trials[1:]), trials


def test_dry(folder):
    """Predicted times have a name of their own; the best is right in the emulator; measured times come before them."""
    program, project = product(folder, 64), os.path.join(folder, 'project.tileloom')
    dry = ('--target', 'nvidia/nvidia-a100', '--dry', '--seed', '2', '--db', project)
    env = {**os.environ, 'LD_LIBRARY_PATH': FAKE_CUDA}
    said = cli('tune', program, *dry, '--trials', '16', '--json')
    lines = [json.loads(line) for line in said.stdout.splitlines()]
    trials = [line for line in lines if line['type'] == 'trial']
    assert len(trials) == 16 and {one['outcome'] for one in trials} <= {'predicted', 'build-error'}, trials
    assert all(one['latency_s'] is None and one['predicted_s'] > 0 for one in trials if one['outcome'] == 'predicted'), trials
    assert all(re.match(r'[0-9.]+ .s\. Limited by ', one['message']) for one in trials if one['outcome'] == 'predicted'), trials
    checked = [line for line in lines if line['type'] == 'checked']
    assert checked and 'the result agrees with the interpreter' in checked[-1]['message'], checked
    task = lines[-1]
    assert task['predicted_s'] == min(one['predicted_s'] for one in trials if one['outcome'] == 'predicted'), task
    assert 'latency_s' not in task and task['best'] == checked[-1]['number'], task
    best = cli('best', '--db', project, program, '--as', 'trace')
    assert 'predicted' in best.stderr and 'not measured' in best.stderr, best.stderr
    assert cli('best', '--db', project, program, '--top', '3').stdout.startswith('1\tpredicted '), best
    assert 'predicted times: add --dry' in cli('tune', program, '--target', 'nvidia/nvidia-a100', '--trials', '20', '--resume', '--db',
                                               project, status=4, env=env).stderr
    assert 'predicted' in cli('tune', program, *dry, '--trials', '20', '--resume').stdout
    measured = cli('tune', program, '--trials', '2', '--seed', '1', '--db', project).stdout
    assert 'predicted' not in measured, measured
    best = cli('best', '--db', project, program)
    assert 'predicted' not in best.stderr and 'blockIdx' not in best.stdout, best


def test_dry_usage(folder):
    program = workload('matmul-128')
    assert 'dry requires the target of a GPU' in cli('tune', program, '--dry', status=2).stderr
    assert 'dry: no figures of this GPU are known' in cli('tune', program, '--dry', '--target', 'opencl', status=2).stderr
    gpu = ('--dry', '--target', 'nvidia/nvidia-a100')
    assert 'dry cannot be combined with work-dir' in cli('tune', program, *gpu, '--work-dir', folder, status=2).stderr
    table = cli('tune', program, *gpu, '--trials', '4').stdout
    assert 'Times are predicted by a model of A100 SXM 80 GB, not measured.' in table and ', predicted ' in table, table

def test_records_of_tvm(_):
    """Records of TVM's own search for CUDA: the fastest makes TVM's program here, which has no faults in the emulator and is right."""
    top = os.path.join(TOP, 'tests', 'records', 'work-dirs', 'tvm-0.27-cuda')
    names = sorted(os.listdir(top))
    assert len(names) == 3, names
    for name in names:
        folder = os.path.join(top, name)
        program, best = os.path.join(folder, 'program.py'), os.path.join(folder, 'best.py')
        with tempfile.TemporaryDirectory() as made:
            script = write(made, 'best.py', cli('best', '--work-dir', folder, program).stdout)
            trace = write(made, 'trace.json', cli('best', '--work-dir', folder, program, '--as', 'json').stdout)
            cli('equal', script, best)
            cli('equal', write(made, 'applied.py', cli('apply', program, trace).stdout), best)
            said = cli('run', program, '--schedule', trace, '--target', 'cuda -arch=sm_80', '--device', 'emulator', '--check').stdout
            assert said == 'checked: no races or other faults, agrees with the interpreter\n', said


run_tests(globals())
