#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The sizes that Apache TVM gives the buffers of tests/lower/compaction/*.py, against those that stand in their first comment.

    compare-compaction.py [--write] [FILE.py…]

Each file is a scheduled program below a line "# sizes: A_shared 130; C_local 8 8". --write makes the line what TVM answers.
"""
import argparse
import glob
import linecache
import os
import re
import sys

import tvm
import tvm.s_tir.transform as passes
from tvm.script import ir as I, tirx as T  # the reader of scripts looks for these names

from classic import newest

CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lower", "compaction")
PASSES = (passes.LowerInitBlock, passes.PlanAndUpdateBufferAllocationLocation, passes.ConvertBlocksToOpaque, passes.CompactBufferAllocation)


def sizes_in_tvm(name, text):
    source = newest(text)
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)  # the script parser asks for the source
    names = {"T": T, "I": I}
    exec(compile(source, name, "exec"), names)
    module = next(value for value in names.values() if isinstance(value, tvm.IRModule))
    for each in PASSES:
        module = each()(module)
    allocs = re.findall(r"(\w+) = T\.sblock_alloc_buffer\(\(([^)]*)\)", module.script())
    return "; ".join(sorted(" ".join([name] + [extent.strip() for extent in shape.split(",") if extent.strip()]) for name, shape in allocs))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    n_different = 0
    for path in options.files or sorted(glob.glob(os.path.join(CASES, "*.py"))):
        lines = open(path).read().split("\n")
        at = next(i for i, line in enumerate(lines) if line.startswith("# sizes:"))
        ours, theirs = lines[at][len("# sizes:"):].strip(), sizes_in_tvm(path, "\n".join(lines))
        n_different += ours != theirs
        print(f"{os.path.basename(path):24} {'same' if ours == theirs else 'DIFFERENT'}  "
              f"{ours}{'' if ours == theirs else '  TVM: ' + theirs}")
        if options.write and ours != theirs:
            lines[at] = f"# sizes: {theirs}"
            open(path, "w").write("\n".join(lines))
    sys.exit(n_different > 0 and not options.write)


main()
