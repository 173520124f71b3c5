#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the worked examples of tests/seeds, or the scripts of tests/schedule/scripts, in TVM, with the names of its newest package in place
of the classic ones, and compares the program that each ends with with what tileloom-cli makes of it.

usage: PYTHON-WITH-TVM run-seeds.py TILELOOM-CLI FOLDER [--write] [NAME...]

--write stores TVM's result as FOLDER/expected/NAME where there is none."""
import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
import types
import unittest.mock

import tvm
import tvm.s_tir


# Why an example cannot be compared.
EXPLAINED = {
    'auto-linear-tuned.py': 'holds a graph function whose names the listing does not import',
    'auto-stochastic-function.py': 'draws its own random numbers',
    'exp-chain-lowered-1.py': 'has T.allocate, which is gone from the newest script language',
    'exp-chain-lowered-2.py': 'has T.allocate, which is gone from the newest script language',
    'exp-chain-lowered-3.py': 'has T.allocate, which is gone from the newest script language',
    'exp-chain-lowered-4.py': 'has T.allocate, which is gone from the newest script language',
    'mm-relu-direct-loops.py': 'stores the integer 0 as a float, which the newest script language does not take',
    'tensorize.py': 'crashes TVM 0.27 in tensorize',
}


def newest(text):
    text = text.replace('from tvm.script import tir as T', 'from tvm.script import tirx as T')
    text = text.replace('@T.prim_func', '@T.prim_func(s_tir=True)').replace('T.block', 'T.sblock').replace('T.alloc_buffer',
            'T.sblock_alloc_buffer')
    text = text.replace('T.bool(True)', 'True').replace('"tir.noalias"', '"tirx.noalias"').replace('tvm.ir.assert_structural_equal',
            'check_equal')
    text = re.sub(r'T\.Buffer\[(\d+), ', r'T.Buffer[(\1,), ', text)
    text = re.sub(r'T\.Buffer\[(\([^)]*\)), ("[a-z0-9]+")\]', r'T.Buffer(\1, \2)', text)
    return text


class Schedule:
    """tvm.s_tir.Schedule under its classic names."""

    latest = None

    def __init__(self, mod, **kwargs):
        self.sch = mod if isinstance(mod, tvm.s_tir.Schedule) else tvm.s_tir.Schedule(mod, **kwargs)
        Schedule.latest = self.sch

    def copy(self):
        return Schedule(self.sch.copy())

    def __getattr__(self, name):
        if name != 'mod':
            Schedule.latest = self.sch
        return getattr(self.sch, {'get_block': 'get_sblock'}.get(name, name))


def run(path):
    with open(path, encoding='utf-8') as file:
        text = newest(file.read())
    tir = types.ModuleType('tvm.tir')
    tir.Schedule, tir.TensorIntrin = Schedule, getattr(tvm.s_tir, 'TensorIntrin', None) or getattr(tvm.tirx, 'TensorIntrin', None)
    tir.ScheduleError = tvm.s_tir.schedule.ScheduleError
    for name in ('tir', 'nd', 'build'):
        setattr(tvm, name, tir if name == 'tir' else unittest.mock.MagicMock())
    sys.modules['tvm.tir'] = tir
    tvm.script.ir_module = tvm.script.ir.ir_module
    Schedule.latest = None
    # The script parser wants the source in a file.
    with tempfile.NamedTemporaryFile('w', suffix='.py', delete=False) as file:
        file.write(text)
    names = {'check_equal': tvm.ir.assert_structural_equal}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(text, file.name, 'exec'), names)  # pylint: disable=exec-used
    return Schedule.latest.mod.script() if Schedule.latest is not None else None


def main():
    cli, folder = sys.argv[1], sys.argv[2]
    write, chosen = '--write' in sys.argv, [a for a in sys.argv[3:] if not a.startswith('--')]
    n_run = n_different = 0
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if not name.endswith('.py') or (chosen and name not in chosen):
            continue
        if name in EXPLAINED and name not in chosen:
            print(f'{name}: left out: it {EXPLAINED[name]}')
            continue
        try:
            result = run(path)
        except Exception as error:  # pylint: disable=broad-except
            print(f'{name}: TVM: {type(error).__name__}: {str(error).strip().splitlines()[-1][:300] if str(error).strip() else ""}')
            n_different += 1
            continue
        if result is None:
            continue
        n_run += 1
        with tempfile.TemporaryDirectory() as scratch:
            ours, theirs = os.path.join(scratch, 'ours.py'), os.path.join(scratch, 'theirs.py')
            applied = subprocess.run([cli, 'apply', path, path, '-o', ours], capture_output=True, text=True, check=False)
            with open(theirs, 'w', encoding='utf-8') as file:
                file.write(result)
            equal = subprocess.run([cli, 'equal', ours, theirs], capture_output=True, text=True, check=False)
        if applied.returncode != 0 or equal.returncode != 0:
            n_different += 1
            print(f'{name}: {(applied.stderr or equal.stdout + equal.stderr).strip()[:1000]}')
        if write:
            os.makedirs(os.path.join(folder, 'expected'), exist_ok=True)
            expected = os.path.join(folder, 'expected', name)
            if not os.path.exists(expected):
                with open(expected, 'w', encoding='utf-8') as file:
                    file.write(result.rstrip() + '\n')
    print(f'{n_run} scripts with schedules, {n_different} different')
    return n_different != 0


if __name__ == '__main__':
    sys.exit(main())
