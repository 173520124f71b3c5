#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes after.py, TVM's LegalizeOps of before.py, into each case of FOLDER (tests/graph/legalize-ops), and fused.py, with the passes
up to FuseTIR.

usage: PYTHON-WITH-TVM legalize-modules.py FOLDER"""
import os
import sys

from tvm import relax
from tvm.script import from_source

T = relax.transform
PIPELINES = {
    'after.py': [T.LegalizeOps()],
    'fused.py': [T.DecomposeOpsForInference(), T.CanonicalizeBindings(), T.LegalizeOps(), T.AnnotateTIROpPattern(), T.FoldConstant(),
                 T.FuseOps(), T.FuseTIR()],
}

for case in sorted(os.listdir(sys.argv[1])):
    with open(os.path.join(sys.argv[1], case, 'before.py'), encoding='utf-8') as file:
        before = file.read()
    for name, passes in PIPELINES.items():
        module = from_source(before)
        try:
            for step in passes:
                module = step(module)
        except AssertionError as error:   # TVM's FoldConstant fails on unknown sizes
            print(case, name, error)
            continue
        lines = [line for line in module.script().splitlines() if line.strip() and not line.lstrip().startswith('# ')]
        with open(os.path.join(sys.argv[1], case, name), 'w', encoding='utf-8') as file:
            file.write('\n'.join(lines) + '\n')
    print(case)
