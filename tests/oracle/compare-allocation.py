#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The results of scheduled programs compiled by Apache TVM, against what our analysis says of them (tests/analysis/tvm-allocation/*.py).

    compare-allocation.py [FILE.py…]

Each file has lines "# TVM: right", or a sentence where TVM's result is another, and "# result: A @ B", the right one in numpy.
"""
import glob
import linecache
import os
import re
import sys

os.environ["TVM_NUM_THREADS"] = "2"   # threads see nothing of each other

import numpy
import tvm
from tvm.script import ir as I, tirx as T  # the reader of scripts looks for these names

from classic import newest

CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "analysis", "tvm-allocation")


def module_of(name, text):
    source = newest(text)
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)  # the script parser asks for the source
    names = {"T": T, "I": I}
    exec(compile(source, name, "exec"), names)
    return next(value for value in names.values() if isinstance(value, tvm.IRModule))


def is_right(name, text):
    kernel = tvm.compile(module_of(name, text), target=tvm.target.Target({"kind": "llvm", "num-cores": 2})).jit()
    shapes = re.findall(r"(\w+): T\.Buffer\(\(([^)]*)\)", text)
    draw = numpy.random.default_rng(1)
    arrays = {buffer: draw.random([int(n) for n in shape.split(",") if n.strip()], dtype="float32") for buffer, shape in shapes}
    tensors = [tvm.runtime.tensor(array) for array in arrays.values()]
    kernel["main"](*tensors)
    wanted = eval(re.search(r"^# result: (.*)", text, re.MULTILINE).group(1), dict(arrays))
    return numpy.allclose(tensors[-1].numpy(), wanted, rtol=1e-3, atol=1e-3)


def main():
    n_different = 0
    for path in sys.argv[1:] or sorted(glob.glob(os.path.join(CASES, "*.py"))):
        text = open(path).read()
        said = re.search(r"^# TVM: (.*)", text, re.MULTILINE).group(1)
        right = is_right(path, text)
        n_different += right != (said == "right")
        verdict = "same" if right == (said == "right") else "DIFFERENT"
        print(f"{os.path.basename(path):40} {'right' if right else 'WRONG':6} {verdict}  {said}")
    sys.exit(n_different > 0)


main()
