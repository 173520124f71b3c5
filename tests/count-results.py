#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""
Adds up the single test cases in meson's JUnit files. usage: count-results.py STATUS FILE...; exit 0 only if nothing failed.

A program that dies between two of its cases leaves no failed case in JUnit: NAME.json beside NAME.junit.xml tells that the program failed.
"""
import json
import os
import sys
import xml.etree.ElementTree as ElementTree


def failed_programs(junit):
    """Names of the test programs that failed as a whole in the same run."""
    log = junit.removesuffix('.junit.xml') + '.json'
    if not os.path.exists(log):
        return set()
    with open(log, encoding='utf-8') as file:
        rows = [json.loads(line) for line in file if line.strip()]
    return {row['name'] for row in rows if row['result'] not in ('OK', 'SKIP', 'EXPECTEDFAIL')}


def names_of(case):
    """The program and the case: PROJECT.PROGRAM and CASE, or PROJECT and PROGRAM of one without cases."""
    program = (case.get('classname') or '').partition('.')[2]
    return (program, case.get('name')) if program else (case.get('name'), '')


def main():
    status, files = int(sys.argv[1]), sys.argv[2:]
    passed = failed = 0
    skipped = []
    for name in files:
        if not os.path.exists(name):
            failed += 1
            print(f'failed: there is no {os.path.basename(name)}')
            continue
        died = failed_programs(name)
        for case in ElementTree.parse(name).getroot().iter('testcase'):
            kinds = {child.tag for child in case}
            program, part = names_of(case)
            title = f'{program} {part}'.strip()
            if kinds & {'failure', 'error'}:
                failed += 1
                died.discard(program)
                print(f'failed: {title}')
            elif 'skipped' in kinds:
                reason = next(child.get('message') or '' for child in case if child.tag == 'skipped')
                skipped.append(f'{title} {reason}'.strip())
            else:
                passed += 1
        for program in sorted(died):
            failed += 1
            print(f'failed: {program} ended before its last case')
    for title in skipped:
        print(f'skipped: {title}')
    if passed == 0 or (status != 0 and failed == 0):
        failed = max(failed, 1)
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


sys.exit(main())
