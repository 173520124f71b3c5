#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the te scripts of tests/te/cases in TVM and compares each with what tileloom-cli makes of it.

usage: PYTHON-WITH-TVM compare-te.py TILELOOM-CLI CASES [--write]

--write stores TVM's script as expected.py beside each script that has none. Names of the newest package stand in for those of the classic one."""
import os
import subprocess
import sys
import tempfile
import types

import tvm
from tvm import te


def stand_ins():
    """tvm.tir for scripts written for it; Schedule takes note of the program."""
    tir = types.ModuleType('tir')
    for name in dir(tvm.tirx):
        setattr(tir, name, getattr(tvm.tirx, name))

    class Schedule:
        def __init__(self, mod):
            scheduled.append(mod)

        def get_loops(self, name):
            return []

    scheduled = []
    tir.Schedule = Schedule
    tvm.tir = tir
    sys.modules['tvm.tir'] = tir
    return scheduled


def program_of(path):
    made, scheduled = [], stand_ins()
    create = te.create_prim_func

    def remember(*args, **kwargs):
        func = create(*args, **kwargs)
        made.append(func)
        return func

    te.create_prim_func = remember
    try:
        with open(path, encoding='utf-8') as file:
            names = {}
            exec(compile(file.read(), path, 'exec'), names)  # pylint: disable=exec-used
    finally:
        te.create_prim_func = create
    modules = [value for value in names.values() if isinstance(value, tvm.IRModule)]
    return scheduled[0] if scheduled else modules[-1] if modules else made[-1]


def main():
    cli, cases, write = sys.argv[1], sys.argv[2], '--write' in sys.argv
    n_different = 0
    for name in sorted(os.listdir(cases)):
        script = os.path.join(cases, name, 'script.py')
        try:
            text = program_of(script).script()
        except Exception as error:  # pylint: disable=broad-except
            print(f'{name}: TVM: {type(error).__name__}: {str(error).strip().splitlines()[-1][:160]}')
            n_different += 1
            continue
        with tempfile.NamedTemporaryFile('w', suffix='.py', delete=False) as file:
            file.write(text)
        result = subprocess.run([cli, 'equal', script, file.name], capture_output=True, text=True, check=False)
        os.unlink(file.name)
        if result.returncode != 0:
            n_different += 1
            print(f'{name}: {result.stdout}{result.stderr}')
        expected = os.path.join(cases, name, 'expected.py')
        if write and not os.path.exists(expected):
            with open(expected, 'w', encoding='utf-8') as file:
                file.write(text.rstrip() + '\n')
    print(f'{len(os.listdir(cases))} scripts, {n_different} different')
    return n_different != 0


if __name__ == '__main__':
    sys.exit(main())
