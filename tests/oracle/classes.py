# SPDX-License-Identifier: Apache-2.0
"""Programs and schedules by class of what they exercise: the files of the folder classes.

A file is a class. "# program NAME" begins a function of TVMScript, "# case NAME on PROGRAM" steps on the schedule `sch` of that function.
Both may go on "with a = 1 | 2, b = x | y", on further lines that begin with "#   ": the values stand for $a and $b, those of a program in
its cases too, and those of a case in its program; each combination is a case. Before its programs a file may say, in a comment, what it is
about.
"""
import itertools
import os
import re
from dataclasses import dataclass

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "classes")
HEADER = re.compile(r"(?m)^# (program|case) (\S+)(?: on (\S+))?(?: with((?: .*)?(?:\n#   .*)*))?\n")


@dataclass
class Case:
    name: str
    title: str
    of_program: str
    program: str
    steps: str


def choices(text):
    """The combinations of what "with" says, each a dictionary."""
    lists = []
    text = re.sub(r"\n#\s*", " ", text or "").strip()
    for part in re.split(r",\s+(?=\w+ = )", text) if text else []:
        name, values = part.split(" = ", 1)
        lists.append([(name.strip(), value.strip()) for value in values.split(" | ")])
    return [dict(combination) for combination in itertools.product(*lists)]


def filled(text, values):
    for name, value in values.items():
        text = re.sub(rf"\${name}\b", lambda _: value, text)
    return text


def cases_of(name):
    """The cases of one class."""
    with open(os.path.join(FOLDER, name + ".py"), encoding="utf-8") as file:
        parts = HEADER.split(file.read())[1:]
    programs = {}
    for kind, title, program, options, text in zip(*(parts[i::5] for i in range(5))):
        if kind == "program":
            programs[title] = text, choices(options)
            continue
        text_of_program, of_program = programs[program]
        for values in (dict(outer, **inner) for outer in of_program for inner in choices(options)):
            yield Case("/".join([name, title] + list(values.values())), title, program, filled(text_of_program, values),
                       filled(text, values).strip("\n"))


def names():
    return sorted(name[:-3] for name in os.listdir(FOLDER) if name.endswith(".py"))
