# SPDX-License-Identifier: Apache-2.0
"""Programs and schedules of tests/oracle/classes: a class is a file, and each of its entries stands for several cases.

    == NAME
    $n = 16 | 17
    (A: T.Buffer(($n,), "float32"), B: T.Buffer(($n,), "float32"))
    the body of a function of the newest dialect
    --
    steps on `sch`
    --
    other steps on the same program

Lines "$name = …" give alternatives; every combination of them is a case, with the name replaced wherever it stands. Text before the first entry is a
comment. A case is named CLASS/NAME, with the alternatives in brackets and the schedule's number after them where there are several.
"""
import itertools
import os
import re
import string
import textwrap
from dataclasses import dataclass

HEAD = "from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n\n@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n    def main"


@dataclass
class Case:
    name: str
    before: str
    schedule: str


def cases_of_entry(name, text):
    alternatives = re.findall(r"(?m)^\$(\w+) = (.*)\n", text)
    program, *schedules = re.split(r"(?m)^--\n", re.sub(r"(?m)^\$\w+ = .*\n", "", text))
    signature, body = program.split("\n", 1)
    for chosen in itertools.product(*([option.strip() for option in options.split(" | ")] for _, options in alternatives)):
        values = dict(zip((key for key, _ in alternatives), chosen))
        marks = f"[{', '.join(f'{k}={v}' for k, v in values.items())}]" if values else ""
        for number, schedule in enumerate(schedules, 1):
            before = string.Template(f"{HEAD}{signature}:\n{textwrap.indent(body, ' ' * 8)}").substitute(values)
            steps = string.Template("def schedule(sch):\n" + textwrap.indent(schedule, "    ")).substitute(values)
            yield Case(f"{name}{marks}{f' {number}' if len(schedules) > 1 else ''}", before, steps)


def variations(folder):
    for file in sorted(os.listdir(folder)):
        with open(os.path.join(folder, file), encoding="utf-8") as text:
            entries = re.split(r"(?m)^== (.*)\n", text.read())[1:]
        for name, entry in zip(entries[::2], entries[1::2]):
            yield from cases_of_entry(f"{os.path.splitext(file)[0]}/{name}", entry)
