# SPDX-License-Identifier: Apache-2.0
"""Programs and schedules by class of what they exercise: the files of the folder printed-cases.

A file is a class. "# program NAME" begins a function of TVMScript, "# case NAME on PROGRAM" steps on the schedule `sch` of that function. Both may
go on "with a = 1 | 2, b = x | y": the values stand for $a and $b, of a case in its program too, and the case is one for each combination. Before
its programs a file may say, in a comment, what it is about.
"""
import itertools
import os
import re

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "printed-cases")
HEADER = re.compile(r"(?m)^# (program|case) (\S+)(?: on (\S+))?(?: with (.*))?\n")


def choices(text):
    """The combinations of what "with" says, each a dictionary."""
    lists = []
    for part in re.split(r",\s+(?=\w+ = )", text) if text else []:
        name, values = part.split(" = ", 1)
        lists.append([(name.strip(), value.strip()) for value in values.split(" | ")])
    return [dict(combination) for combination in itertools.product(*lists)]


def filled(text, values):
    for name, value in values.items():
        text = re.sub(rf"\${name}\b", lambda _: value, text)
    return text


def cases_of(name):
    """(case, program, steps) of one class."""
    with open(os.path.join(FOLDER, name + ".py"), encoding="utf-8") as file:
        parts = HEADER.split(file.read())[1:]
    programs = {}
    for kind, title, program, options, text in zip(*(parts[i::5] for i in range(5))):
        if kind == "program":
            programs[title] = text
            continue
        for values in choices(options):
            yield "/".join([name, title] + list(values.values())), filled(programs[program], values), filled(text, values).strip("\n")


def names():
    return sorted(name[:-3] for name in os.listdir(FOLDER) if name.endswith(".py"))
