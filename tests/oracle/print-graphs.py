#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Graph functions as Apache TVM prints them: the golden texts of tests/text/test-graphs.c.

usage: print-graphs.py [--update]

Reads the modules of tests/text/tvm/graphs.txt and prints each with its constants, below a heading "# --- name ---"; --update writes that
to graphs-printed.txt beside it. Comments are left out. Needs a Python that has apache-tvm (0.27); leaves with 77, "skipped", where there
is none, and with 1 if graphs-printed.txt holds something else.
"""
import os
import sys

try:
    import tvm
    from tvm.script import ir as I, relax as R, tirx as T  # the reader of scripts looks for these names
except ImportError:
    print("1..0 # SKIP no apache-tvm in this Python")
    sys.exit(77)

CORPUS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "text", "tvm")


def printed(source):
    text = tvm.script.from_source(source).script(show_meta=True)
    lines = [line for line in text.split("\n") if not line.strip().startswith("# from ") and (line == "" or line.strip() != "")]
    return "\n".join(lines).strip("\n")


def main():
    parts = open(os.path.join(CORPUS, "graphs.txt")).read().split("\n---\n")
    texts = [f"# --- {part.split(chr(10))[0][2:]} ---\n{printed(part)}" for part in parts]
    golden = "# Written by tests/oracle/print-graphs.py --update\n" + "\n".join(texts) + "\n"
    path = os.path.join(CORPUS, "graphs-printed.txt")
    if "--update" in sys.argv:
        with open(path, "w") as file:
            file.write(golden)
    is_same = os.path.exists(path) and open(path).read() == golden
    print(f"1..1\n{'ok' if is_same else 'not ok'} 1 {len(texts)} modules")
    sys.exit(0 if is_same else 1)


main()
