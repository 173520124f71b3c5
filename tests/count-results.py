#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds up the single test cases in meson's JUnit files. usage: count-results.py STATUS FILE...; exit 0 only if nothing failed."""
import os
import sys
import xml.etree.ElementTree as ElementTree


def main():
    status, files = int(sys.argv[1]), sys.argv[2:]
    passed = failed = 0
    skipped = []
    for name in files:
        if not os.path.exists(name):
            failed += 1
            continue
        for case in ElementTree.parse(name).getroot().iter('testcase'):
            kinds = {child.tag for child in case}
            title = f"{case.get('classname') or ''} {case.get('name')}".strip()
            if kinds & {'failure', 'error'}:
                failed += 1
                print(f'failed: {title}')
            elif 'skipped' in kinds:
                reason = next(child.get('message') or '' for child in case if child.tag == 'skipped')
                skipped.append(f'{title} {reason}'.strip())
            else:
                passed += 1
    for title in skipped:
        print(f'skipped: {title}')
    if passed == 0 or (status != 0 and failed == 0):
        failed = max(failed, 1)
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


sys.exit(main())
