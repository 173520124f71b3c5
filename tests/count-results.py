#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""
Adds up the single test cases in meson's JUnit files. usage: count-results.py STATUS FILE...; exit 0 only if nothing failed.

A program that dies between two of its cases leaves no failed case in JUnit: NAME.json beside NAME.junit.xml tells that the program failed.
Failures come last, with what their programs said: whoever sees only the end of a log sees them.
"""
import collections
import json
import os
import sys
import xml.etree.ElementTree as ElementTree


def failed_programs(junit):
    """The test programs that failed as a whole in the same run: {name: output}."""
    log = junit.removesuffix('.junit.xml') + '.json'
    if not os.path.exists(log):
        return {}
    with open(log, encoding='utf-8') as file:
        rows = [json.loads(line) for line in file if line.strip()]
    return {row['name']: row.get('stdout', '') + '\n' + row.get('stderr', '')
            for row in rows if row['result'] not in ('OK', 'SKIP', 'EXPECTEDFAIL')}


def names_of(case):
    """The program and the case: PROJECT.PROGRAM and CASE, or PROJECT and PROGRAM of one without cases."""
    program = (case.get('classname') or '').partition('.')[2]
    return (program, case.get('name')) if program else (case.get('name'), '')


def said(output, case, lines=12):
    """Of a program's output, what follows a failed case, else its last lines; indented."""
    rows = [row for row in output.splitlines() if row.strip()]
    starts = [number for number, row in enumerate(rows) if case and row.startswith('not ok') and case in row]
    rows = rows[starts[0] + 1:] if starts else rows
    ends = [number for number, row in enumerate(rows) if row.startswith(('ok ', 'not ok '))] if starts else []
    return ''.join(f'\n    {row[:300]}' for row in (rows[:ends[0]] if ends else rows)[-lines:])


def read(name):
    """Of one file: how many passed, the skipped programs with the reason of each case, what to print of failures."""
    passed, skipped, failures = 0, collections.defaultdict(list), []
    if not os.path.exists(name):
        return passed, skipped, [f'failed: there is no {os.path.basename(name)}']
    outputs = failed_programs(name)
    died = set(outputs)
    for case in ElementTree.parse(name).getroot().iter('testcase'):
        kinds = {child.tag for child in case}
        program, part = names_of(case)
        if kinds & {'failure', 'error'}:
            died.discard(program)
            failures.append(f'failed: {program} {part}'.rstrip() + said(outputs.get(program, ''), part))
        elif 'skipped' in kinds:
            skipped[program].append(next(child.get('message') or '' for child in case if child.tag == 'skipped'))
        else:
            passed += 1
    failures += [f'failed: {program} ended before its last case' + said(outputs[program], '') for program in sorted(died)]
    return passed, skipped, failures


def main():
    status, files = int(sys.argv[1]), sys.argv[2:]
    passed, failures = 0, []
    for name in files:
        here, skipped, failed = read(name)
        passed += here
        failures += failed
        for program, reasons in skipped.items():
            print(f'skipped: {program}: {len(reasons)} {" | ".join(sorted(set(reasons) - {""}))}'.rstrip())
    if status != 0 and not failures:
        failures.append('failed: a build, a test without a result, or the folder for temporary files: see above')
    if passed == 0 and not failures:
        failures.append('failed: nothing has run')
    print(*failures, f'{passed} passed, {len(failures)} failed', sep='\n')
    return 1 if failures else 0


sys.exit(main())
