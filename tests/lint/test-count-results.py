#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Of several runs of the same tests, each failure counts once and comes last. usage: test-count-results.py TOP; prints TAP."""
import json
import os
import subprocess
import sys
import tempfile

SCRIPT = os.path.join(sys.argv[1], 'tests', 'count-results.py')
PASSED, FAILED, SKIPPED = '', '<failure/>', '<skipped message="no room"/>'

OTHERWISE = 'failed: a build, a test without a result, or the folder for temporary files: see above'

# Runs: name, {program: (result, cases, output)}. What is said of them, in the order of the lines.
CASES = {
    'passed': ({'testlog': {'a': ('OK', [PASSED, PASSED])}}, 0, ['2 passed, 0 failed']),
    'skipped': ({'testlog': {'a': ('OK', [PASSED, SKIPPED])}}, 0, ['skipped: project:a: 1 no room', '1 passed, 0 failed']),
    'a case failed': ({'testlog': {'a': ('FAIL', [PASSED, FAILED])}}, 1, ['failed: project:a 1', '1 passed, 1 failed']),
    'a program died': ({'testlog': {'a': ('ERROR', [PASSED])}}, 1, ['failed: project:a ended before its last case', '1 passed, 1 failed']),
    'died in one of three runs': ({'testlog': {'a': ('ERROR', [PASSED])}, 'testlog-x': {'a': ('OK', [PASSED])},
                                   'testlog-y': {'b': ('OK', [PASSED])}},
                                  1, ['failed: project:a ended before its last case', '3 passed, 1 failed']),
    'died in the second run': ({'testlog': {'a': ('OK', [PASSED])}, 'testlog-x': {'a': ('TIMEOUT', [PASSED])}}, 1,
                               ['failed: project:a ended before its last case', '2 passed, 1 failed']),
    'one without cases failed': ({'testlog': {'a': ('OK', [PASSED]), 'b': ('FAIL', FAILED)}}, 1,
                                 ['failed: project:b', '1 passed, 1 failed']),
    'one without cases passed': ({'testlog': {'b': ('OK', PASSED)}}, 0, ['1 passed, 0 failed']),
    'no log': ({'testlog': {'a': ('OK', [PASSED])}, 'testlog-x': None}, 1,
               ['failed: there is no testlog-x.junit.xml', '1 passed, 1 failed']),
    'failed otherwise': ({'testlog': {'a': ('OK', [PASSED])}}, 1, [OTHERWISE, '1 passed, 1 failed']),
    'nothing ran': ({}, 0, ['failed: nothing has run', '0 passed, 1 failed']),
    'the end of its output': ({'testlog': {'a': ('ERROR', [PASSED], 'ok 0\n\nBail out! no room\n')}}, 1,
                              ['failed: project:a ended before its last case', '    ok 0', '    Bail out! no room', '1 passed, 1 failed']),
    'the output of a case': ({'testlog': {'a': ('FAIL', [FAILED, PASSED], 'not ok 1 0\n# no room\nok 2 1\n')}}, 1,
                             ['failed: project:a 0', '    # no room', '1 passed, 1 failed']),
}


def elements(program, cases):
    """A program's part of JUnit: a case each, or one for the whole program if it has none."""
    if isinstance(cases, str):
        return f'<testcase classname="project" name="project:{program}">{cases}</testcase>'
    return ''.join(f'<testcase classname="project.project:{program}" name="{i}">{case}</testcase>' for i, case in enumerate(cases))


def write_run(folder, name, programs):
    """As meson writes it."""
    junit = os.path.join(folder, name + '.junit.xml')
    if programs is not None:
        with open(junit, 'w', encoding='utf-8') as file:
            file.write('<testsuites>' + ''.join(elements(program, cases) for program, (_, cases, *_) in programs.items()) + '</testsuites>')
        with open(os.path.join(folder, name + '.json'), 'w', encoding='utf-8') as file:
            file.writelines(json.dumps({'name': 'project:' + program, 'result': result, 'stdout': ''.join(output)}) + '\n'
                            for program, (result, _, *output) in programs.items())
    return junit


def main():
    failed = False
    print(f'1..{len(CASES)}')
    for number, (title, (runs, status, expected)) in enumerate(CASES.items(), 1):
        with tempfile.TemporaryDirectory() as folder:
            logs = [write_run(folder, name, programs) for name, programs in runs.items()]
            result = subprocess.run([sys.executable, SCRIPT, str(status), *logs], capture_output=True, text=True, check=False, timeout=60)
        ok = result.stdout.splitlines() == expected and result.returncode == (not expected[-1].endswith(' 0 failed'))
        failed |= not ok
        print(f'{"ok" if ok else "not ok"} {number} {title}')
        if not ok:
            print(f'# {result}')
    return failed


sys.exit(main())
