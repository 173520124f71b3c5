#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of the newest dialect, read and printed by Apache TVM and by tileloom-cli: each should read what the other prints as an equal
program.

usage: compare-text.py TILELOOM_CLI [FILE.txt | FILE.py ...]

Needs a Python that has apache-tvm (0.27); leaves with 77, "skipped", where there is none. Without files the corpus is tests/text/tvm:
statements.txt (bodies of one function, separated by "---" lines), modules.txt and graphs.txt (whole scripts) and expressions.txt (one
expression a line).
For each program that TVM reads, three things are asked:

- Tileloom reads it, and TVM reads what Tileloom prints as the same program;
- Tileloom reads what TVM prints as the program it has read itself;
- and prints that so that TVM again has the same program.

What TVM prints and cannot read back itself as the same is not asked. Differences are printed with the program; exit 1 if there is any.
Lines that begin with "#?" say why an item differs on purpose; such items are counted apart.
"""
import os
import subprocess
import sys
import tempfile
import textwrap

try:
    import tvm
    import tvm.s_tir
    import tvm_ffi
    from tvm.script import ir as I, relax as R, tirx as T  # the reader of scripts looks for these names
except ImportError:
    print("1..0 # SKIP no apache-tvm in this Python")
    sys.exit(77)

HEAD = """@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64,), "int8"), C: T.Buffer((64,), "int64"), D16: T.Buffer((16, 16), "float16"),
    \
n: T.int32, m: T.int64, x: T.float32, y: T.float16, h: T.handle):
"""
CORPUS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "text", "tvm")


class Run:
    def __init__(self, cli, folder):
        self.cli, self.folder = cli, folder

    def path(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def command(self, *args):
        done = subprocess.run([self.cli, *args], capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def printed(self, name, text):
        """What Tileloom prints for text, or raises with its complaint."""
        code, out, error = self.command("print", self.path(name, text), "--dialect", "sblock")
        if code != 0:
            raise ValueError("Tileloom cannot read it: " + error.strip())
        return out

    def asked(self, text, module):
        ours = self.printed("ours.py", text)
        self.same(module, ours, "what Tileloom prints")
        theirs = module.script()
        if not self.reads_itself(module, theirs):
            return
        again = self.printed("theirs.py", theirs)
        code, out, error = self.command("equal", os.path.join(self.folder, "ours.py"), os.path.join(self.folder, "theirs.py"))
        if code != 0:
            raise ValueError("Tileloom reads TVM's text as another program: " + (out + error).strip() + "\n" + theirs)
        self.same(module, again, "what Tileloom prints of TVM's text")

    @staticmethod
    def same(module, text, what):
        try:
            other = tvm.script.from_source(text)
        except Exception as error:  # TVM has many kinds
            raise ValueError(f"TVM cannot read {what}: {last_lines(error)}\n{text}")
        if not tvm_ffi.structural_equal(module, other):
            raise ValueError(f"{what} is another program to TVM:\n{text}")

    @staticmethod
    def reads_itself(module, text):
        try:
            return tvm_ffi.structural_equal(module, tvm.script.from_source(text))
        except Exception:
            return False


def last_lines(error):
    lines = [line.strip() for line in str(error).split("\n") if line.strip()]
    return " | ".join(lines[-2:])[:300]


def items(path):
    text = open(path).read()
    if path.endswith(".py"):
        yield text
    elif os.path.basename(path) == "expressions.txt":
        reason = ""
        for line in filter(str.strip, text.split("\n")):
            if line.startswith("#"):
                reason = line + "\n" if line.startswith("#?") else ""
                continue
            yield f"{reason}T.evaluate({line})"
            reason = ""
    else:
        yield from (part.strip("\n") for part in text.split("\n---\n"))


def main():
    paths = sys.argv[2:] or [os.path.join(CORPUS, name) for name in ("expressions.txt", "statements.txt", "modules.txt", "graphs.txt")]
    n, n_different, n_known, n_refused = 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        run = Run(sys.argv[1], folder)
        for path in paths:
            for item in items(path):
                is_known = item.startswith("#?")
                body = "\n".join(line for line in item.split("\n") if not line.startswith("#?"))
                text = body + "\n" if "@" in body else HEAD + textwrap.indent(body, " " * 8) + "\n"
                try:
                    module = tvm.script.from_source(text)
                except Exception as error:
                    n_refused += 1
                    if not is_known:
                        print(f"# TVM refuses: {last_lines(error)}\n{textwrap.indent(body, '#   ')}")
                    continue
                if isinstance(module, tvm.tirx.PrimFunc):
                    module = tvm.IRModule({module.attrs["global_symbol"]: module})
                n += 1
                try:
                    run.asked(text, module)
                except ValueError as difference:
                    if is_known:
                        n_known += 1
                        continue
                    n_different += 1
                    print(f"# {os.path.basename(path)}:\n{body}\n{textwrap.indent(str(difference), '    ')}\n")
    print(f"1..1\n{'not ok' if n_different else 'ok'} 1 {n} programs, {n_different} differ, "
          f"{n_known} differ on purpose, {n_refused} TVM refuses")
    sys.exit(1 if n_different else 0)


main()
