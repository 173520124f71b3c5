#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes after.py, TVM's LegalizeOps of before.py, into each case of FOLDER (tests/graph/legalize-ops).

usage: PYTHON-WITH-TVM legalize-modules.py FOLDER"""
import os
import sys

from tvm import relax
from tvm.script import from_source

for case in sorted(os.listdir(sys.argv[1])):
    with open(os.path.join(sys.argv[1], case, 'before.py'), encoding='utf-8') as file:
        before = file.read()
    text = relax.transform.LegalizeOps()(from_source(before)).script()
    with open(os.path.join(sys.argv[1], case, 'after.py'), 'w', encoding='utf-8') as file:
        file.write('\n'.join(line for line in text.splitlines() if line.strip() and not line.lstrip().startswith('# ')) + '\n')
    print(case)
