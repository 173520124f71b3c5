#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Schedules applied by Apache TVM and by tileloom-cli: both should refuse, or the results should be equal programs.

usage: compare-primitives.py TILELOOM_CLI [golden | classes [EVERY] | random [COUNT [SEED]] | traces [EVERY]] [--only TEXT]

A tool for whoever changes a primitive; all four where none is named. Needs a Python that has apache-tvm (0.27); leaves with 77, "skipped",
where there is none. With apache-tvm-ffi 0.1.15 TVM crashes where it writes index maps as JSON and applies tensor intrinsics; it is to be
0.1.14 (pip install --target FOLDER --no-deps apache-tvm-ffi==0.1.14.post1, and PYTHONPATH=FOLDER).

- golden: the cases of tests/primitives (run-seeds.py has those of "seeds");
- classes: EVERY-th of the cases of tests/oracle/classes (classes.py): the program as TVM prints it, the result of the steps and their
  trace. A table has a row for each class: programs, cases, those that are the same, proven faults of TVM (sections of differences.md whose
  results the interpreter has to find), other listed differences, what TVM fails at, and what differs;
- random: COUNT schedules (2 000) of random programs, drawn from the primitives that both have (drawing.py);
- traces: of each EVERY-th golden case (1) the trace as text and as JSON, whole, simplified and without what follows enter_postproc; and TVM
  applies our text and our JSON.

Differences that differences.md lists are on purpose: cases by name, random ones by a piece of our refusal or of "STEP -> difference". Where
it says of cases that TVM's result computes something else or is ill-formed, our interpreter has to find that too. A random line of such a
section counts only where TVM's step does that to TVM's own program before it. After the steps that it lists
under "regions" programs are compared without what blocks declare to access, and the schedule goes on from TVM's program; after any other
difference its later steps are not compared.
"TVM broken" counts where it crashes, fails an internal check, or does not take back its own result or trace; the traces that it cannot
print are those of decompose_padding, and simplified ones with lists of blocks, whose blocks it takes for unused. All else that differs is
printed and makes the exit status 1. TVM runs in a process of its own (apply-in-tvm.py), so a crash costs one case.

What whole runs ended with (apache-tvm 0.27.0.post1, apache-tvm-ffi 0.1.14.post1):

    golden cases: 1165 same, 0 different, 231 on purpose, 14 TVM broken
    traces, text: 820 same, 0 different, 6 on purpose, 47 TVM broken
    traces, simplified: 802 same, 0 different, 6 on purpose, 65 TVM broken
    traces, without postproc: 802 same, 0 different, 6 on purpose, 65 TVM broken
    traces, json: 869 same, 0 different, 4 on purpose, 0 TVM broken
    traces, replay: 859 same, 0 different, 4 on purpose, 10 TVM broken
    traces, json replay: 865 same, 0 different, 4 on purpose, 4 TVM broken
    random schedules: 1929 same, 0 different, 56 on purpose, 15 TVM broken (2 000 of seed 1)
"""
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import threading

import classes

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(os.path.dirname(HERE), "primitives")
N_RANDOM = 2000
SECONDS_PER_ANSWER = 60
SECONDS_TO_START = 400
# Times a case that differs is tried again: the order in which TVM's block of a group lists its regions depends on addresses (blockize).
ASKED_AGAIN = 3
# Values of symbolic extents with which results are compared.
SIZES = (1, 3, 8, 37)
# What TVM raises where it fails itself, not its user.
INTERNAL = ("InternalError", "AssertionError", "SystemError", "RecursionError", "RuntimeError: Back optional access")


class Oracle:
    """The process with TVM."""

    def __init__(self):
        self.process = None

    def start(self):
        self.process = subprocess.Popen([sys.executable, os.path.join(HERE, "apply-in-tvm.py")], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def ask(self, job):
        """The answers; the last is not "done" if TVM died or hung on the job."""
        seconds = SECONDS_PER_ANSWER
        if self.process is None:
            self.start()
            seconds = SECONDS_TO_START
        self.process.stdin.write((json.dumps(job) + "\n").encode())
        self.process.stdin.flush()
        answers = []
        while not answers or answers[-1]["what"] != "done":
            watchdog = threading.Timer(seconds, self.process.kill)
            watchdog.start()
            line = self.process.stdout.readline()
            watchdog.cancel()
            if not line:
                self.stop()
                break
            answers.append(json.loads(line))
            seconds = SECONDS_PER_ANSWER
        return answers


def without_regions(script):
    return re.sub(r"(?m)^ *T\.(reads|writes)\(.*\)\n", "", script)


class Tileloom:
    def __init__(self, cli, folder):
        self.cli, self.folder = cli, folder

    def path(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return path

    def run(self, *args):
        done = subprocess.run([self.cli, *args], capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def apply(self, before, schedule, *options):
        """The refusal, or None; the program, the trace and its JSON are in the folder then."""
        code, out, error = self.run("apply", before, schedule, "--dialect", "sblock", "-o", self.path("after.py"), "--trace",
                                    self.path("trace.py"),
                                    "--json", self.path("trace.json"), *options)
        return None if code == 0 else (error or out).strip() or f"left with {code}"

    def shorter(self, before, schedule, *options):
        """The trace with what the options leave out left out; what else is in the folder stays."""
        code, _, error = self.run("apply", before, schedule, "--dialect", "sblock", "-o", os.devnull, "--trace", self.path("shorter.py"),
                                  *options)
        return self.read("shorter.py") if code == 0 else f"refused: {error}"

    def differs(self, script):
        """None if TVM's program is the one in the folder, else what differs."""
        code, out, error = self.run("equal", self.path("after.py"), self.path("theirs.py", script))
        return None if code == 0 else (out + error).strip()

    def meaning(self, before, script):
        """What TVM's program does in our interpreter: "the same" as the one it was made of, "something else", or it is "ill-formed". None:
        unknown.

        Symbolic extents stand for one size after the other, until one shows a difference.
        """
        theirs, found = self.path("theirs.py", script), None
        for size in SIZES:
            code, is_symbolic = self.compare_at(size, before, theirs)
            found = {0: "the same", 1: "something else", 2: "ill-formed"}.get(code)
            if found != "the same" or not is_symbolic:
                break
        return found

    def compare_at(self, size, before, theirs):
        """What "equal --results" leaves with, None where it takes too long, and whether there are symbolic extents."""
        shapes, missing = [], True
        while missing:
            try:
                code, _, error = self.run("equal", "--results", *shapes, before, theirs)
            except subprocess.TimeoutExpired:
                return None, bool(shapes)
            asked = re.search(r"([\w, ]+) of \w+ ha(?:s|ve) no value; set (?:it|them) with --shape", error) if code == 2 else None
            missing = [f"--shape={name}={size}" for name in re.findall(r"\w+", asked[1]) if name != "and"] if asked else []
            if set(missing) & set(shapes):
                return None, True
            shapes += missing
        return code, bool(shapes)

    def differs_beside_regions(self, script):
        """The same where blocks access what their bodies do, whatever they declare."""
        mine = self.path("mine.py", without_regions(self.read("after.py")))
        code, out, error = self.run("equal", mine, self.path("theirs.py", without_regions(script)))
        return None if code == 0 else (out + error).strip()

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()


class Listed:
    """What differences.md lists: lines "- `primitive/case`: …", "- class `name`: …", "- refusal `piece`: …", also of "regions", "outcome"
    and "trace".

    A section may say "TVM's results here: the same" ("something else", "ill-formed"; of random ones also "refused afresh"): each of its
    cases has to be so, and its pieces stand for nothing else. In the names of classes' cases "*" stands for any text.
    """

    def __init__(self):
        with open(os.path.join(HERE, "differences.md"), encoding="utf-8") as file:
            lines = file.read().split("\n")
        self.of_kind = {kind: [] for kind in ("", "class", "refusal", "regions", "outcome", "trace")}
        meaning = None
        for line in lines:
            match = re.match(r"- (class |refusal |regions |outcome |trace |)`(.+?)`:", line)
            said = re.match(r"TVM's results here: (the same|something else|ill-formed|refused afresh)\.", line)
            if match:
                self.of_kind[match[1].strip()].append((match[2], meaning))
            elif said or line.startswith("#"):
                meaning = said[1] if said else None
        self.seen = set()

    def has(self, kind, text, found=None):
        """Whether a piece of the text is listed where TVM's results are what was found; cases are listed whole, wherever."""
        for piece, meaning in self.of_kind[kind]:
            if piece == text if kind in ("", "trace") else self.is_of(kind, piece, text) and meaning in (None, found):
                self.seen.add((kind, piece))
                return True
        return False

    @staticmethod
    def is_of(kind, piece, text):
        return re.fullmatch(".*".join(map(re.escape, piece.split("*"))), text) is not None if kind == "class" else piece in text

    def names(self, kind):
        return {name for name, _ in self.of_kind[kind]}

    def meaning(self, kind, name):
        return dict(self.of_kind[kind])[name]

    def stale(self, kind):
        return [piece for piece, _ in self.of_kind[kind] if (kind, piece) not in self.seen]


class Tally:
    def __init__(self, what):
        self.what, self.same, self.different, self.on_purpose, self.broken = what, 0, 0, 0, 0

    def differ(self, name, problem):
        self.different += 1
        print(f"# {self.what}, {name}: {problem}\n", flush=True)

    def total(self):
        return f"{self.what}: {self.same} same, {self.different} different, {self.on_purpose} on purpose, {self.broken} TVM broken"


def directive(text, key):
    match = re.match(rf"(?:#.*\n)*?# {key}: (.*)", text)
    return match[1].strip() if match else None


def golden_cases(only):
    for primitive in sorted(set(os.listdir(CASES)) - {"seeds"}):
        folder = os.path.join(CASES, primitive)
        for case in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            if os.path.exists(os.path.join(folder, case, "before.py")) and only in f"{primitive}/{case}":
                yield f"{primitive}/{case}", os.path.join(folder, case)


class Golden:
    """One schedule of a program in both systems, from a folder with before.py and schedule.py."""

    def __init__(self, oracle, ours, name, folder, with_trace):
        self.name, before, schedule = name, os.path.join(folder, "before.py"), os.path.join(folder, "schedule.py")
        with open(schedule, encoding="utf-8") as file:
            script = file.read()
        function, words = directive(script, "function"), (directive(script, "args") or "").split()
        options = (["--function", function] if function else []) + [o for word in words for o in ("--arg", word)]
        self.refusal = ours.apply(before, schedule, *options)
        job = {"id": name, "before": ours.run("print", before, "--dialect", "sblock")[1], "script": script, "function": function,
               "args": dict(word.split("=", 1) for word in words)}
        if with_trace and self.refusal is None:
            job["trace"], job["json"] = ours.read("trace.py"), ours.read("trace.json")
            self.shorter = {"simplified": ours.shorter(before, schedule, *options, "--simplify"),
                            "without postproc": ours.shorter(before, schedule, *options, "--simplify", "--without-postproc")}
        answers = oracle.ask(job)
        self.finished = bool(answers) and answers[-1]["what"] == "done"
        self.answers = {answer["what"]: answer for answer in answers}


def judge(ours, refusal, result):
    """(verdict, problem): "same", "different" or "broken"."""
    error = result.get("error")
    if result["script"] is None:
        if refusal is not None:
            return "same", None
        return ("broken" if error.startswith(INTERNAL) else "different"), f"TVM refuses: {error}"
    if refusal is not None:
        return "different", f"Tileloom refuses: {refusal}"
    problem = ours.differs(result["script"])
    return ("same", None) if problem is None else ("different", problem)


def wrong_section(ours, listed, name, before, result):
    """Why a listed case should stand in another section, or None."""
    said = listed.meaning("", name)
    found = ours.meaning(before, result["script"]) if said and result["script"] else None
    return f"listed where TVM's results are {said}, but this one is {found}" if found not in (None, said) else None


def judge_case(ours, case):
    result = case.answers.get("result")
    if result is None:
        return None, "broken", case.answers.get("unread", {}).get("error", "crash")
    return result, *judge(ours, case.refusal, result)


def compare_golden(oracle, ours, listed, tally, only):
    for name, folder in golden_cases(only):
        case = Golden(oracle, ours, name, folder, False)
        result, verdict, problem = judge_case(ours, case)
        for _ in range(ASKED_AGAIN):
            if verdict == "different" and case.refusal is None and name not in listed.names(""):
                case = Golden(oracle, ours, name, folder, False)
                result, verdict, problem = judge_case(ours, case)
                if verdict == "same":
                    print(f"# TVM's result varies: {name}")
        if verdict == "same":
            tally.same += 1
        elif verdict == "broken":
            tally.broken += 1
            print(f"# TVM broken: {name}: {problem}")
        elif not listed.has("", name):
            tally.differ(name, problem)
        else:
            problem = wrong_section(ours, listed, name, os.path.join(folder, "before.py"), result)
            if problem is None:
                tally.on_purpose += 1
            else:
                tally.differ(name, problem)
    return tally


class ClassCase:
    """One case of a class in both systems."""

    def __init__(self, oracle, ours, case):
        steps = case.steps
        self.script = steps if "def schedule(" in steps else "def schedule(sch):\n" + textwrap.indent(steps, "    ") + "\n"
        self.before = ours.path("before.py", case.program)
        answers = {answer["what"]: answer
                   for answer in oracle.ask({"id": case.name, "before": case.program, "script": self.script, "printed": True})}
        self.unread, self.program, self.result = (answers.get(what) for what in ("unread", "program", "result"))
        self.refusal = ours.apply(self.before, ours.path("schedule.py", self.script))

    def judge(self, ours):
        """(verdict, problem)"""
        if self.program is None:
            return "broken", self.unread["error"] if self.unread else "crash"
        code, out, error = ours.run("equal", self.before, ours.path("printed.py", self.program["script"]))
        if code != 0:
            return "different", "as printed: " + (out + error).strip()
        if self.result is None:
            return "broken", "crash"
        verdict, problem = judge(ours, self.refusal, self.result)
        if verdict == "same" and self.refusal is None:
            problem = text_problem(ours.read("trace.py"), self.result)
            verdict = "same" if problem in (None, "crash") else "different"
        return verdict, problem

    def meaning(self, ours):
        """What TVM's result does, by the interpreter."""
        if self.result is None or self.result["script"] is None:
            return None
        return ours.meaning(self.before, self.result["script"])


COLUMNS = ("programs", "cases", "same", "TVM's fault", "otherwise", "TVM fails", "differs")
PROVEN = ("something else", "ill-formed")


def compare_class_case(oracle, ours, listed, case, row):
    tried = ClassCase(oracle, ours, case)
    verdict, problem = tried.judge(ours)
    for _ in range(ASKED_AGAIN):
        if verdict == "different" and tried.refusal is None and not listed.has("class", case.name):
            tried = ClassCase(oracle, ours, case)
            verdict, problem = tried.judge(ours)
    column = {"same": "same", "broken": "TVM fails"}.get(verdict, "differs")
    if verdict == "broken":
        print(f"# TVM broken: {case.name}: {problem}", flush=True)
    elif verdict == "different":
        found = tried.meaning(ours)
        if listed.has("class", case.name, found):
            column = "TVM's fault" if found in PROVEN else "otherwise"
        else:
            print(f"# {case.name}: {problem}\n# TVM's result: {found}")
            if tried.result is not None and tried.result["script"] is not None:
                print(tried.result["script"] + ("" if tried.refusal is not None else "\nours:\n" + ours.read("after.py")))
            print(flush=True)
    row["cases"] += 1
    row[column] += 1


def compare_classes(oracle, ours, listed, only, every):
    """The rows of the table, by class."""
    rows = {}
    for name in classes.names():
        chosen = [case for case in classes.cases_of(name) if only in case.name][::every]
        if chosen:
            rows[name] = dict.fromkeys(COLUMNS, 0)
            rows[name]["programs"] = len({case.of_program for case in chosen})
        for case in chosen:
            compare_class_case(oracle, ours, listed, case, rows[name])
    rows["all"] = {column: sum(row[column] for row in rows.values()) for column in COLUMNS}
    return rows


def print_table(rows):
    print(f"{'class':24}" + "".join(f"{column:>12}" for column in COLUMNS))
    for name, row in rows.items():
        print(f"{name:24}" + "".join(f"{row[column]:12}" for column in COLUMNS))


def what_tvm_does(oracle, ours, before, step, script):
    """What TVM's step does to its own program before it; "refused afresh" if TVM takes it only for what it remembers of earlier steps."""
    answers = {answer["what"]: answer for answer in oracle.ask({"id": "afresh", "before": before, "script": step})}
    if "result" in answers and answers["result"]["script"] is None:
        return "refused afresh"
    return ours.meaning(ours.path("last.py", before), script)


def judge_steps(oracle, ours, listed, before, steps, last, answer):
    """(verdict, problem): verdicts of judge, "on purpose" and "beside regions"; the problem with the script that shows it.

    last: TVM's program before the last step.
    """
    schedule = "def schedule(sch):\n" + "".join(f"    {step}\n" for step in steps)
    refusal = ours.apply(ours.path("before.py", before), ours.path("schedule.py", schedule))
    verdict, problem = judge(ours, refusal, answer)
    if verdict == "different" and refusal is None and answer["script"] is not None and listed.has("regions", steps[-1]):
        problem = ours.differs_beside_regions(answer["script"])
        verdict = "beside regions" if problem is None else verdict
    if verdict == "different":
        found = what_tvm_does(oracle, ours, last, steps[-1], answer["script"]) if answer["script"] is not None else "refused"
        kind, text = ("refusal", refusal) if refusal is not None else ("outcome", f"{steps[-1]} -> {problem}")
        verdict = "on purpose" if listed.has(kind, text, found) else verdict
        problem = f"{problem}\nTVM's result here: {found}"
    return verdict, f"{problem}\n{before}\n{schedule}"


def compare_program(oracle, ours, listed, tally, answers, most):
    """The schedules of one program; returns how many there were."""
    base, last, n_in_base, n, going = None, None, 0, 0, True
    for answer in answers:
        if answer["what"] == "program":
            base = last = answer["before"]
        if answer["what"] not in ("result", "broken") or n == most or not going:
            continue
        n += 1
        if answer["what"] == "broken":
            tally.broken += 1
            continue
        verdict, problem = judge_steps(oracle, ours, listed, base, answer["steps"][n_in_base:], last, answer)
        going = verdict in ("same", "beside regions") or answer["script"] is None
        last = answer["script"] or last
        if verdict == "beside regions":
            base, n_in_base = answer["script"], len(answer["steps"])
        if verdict == "different":
            tally.differ(f"schedule {answer['id']}", problem)
        elif verdict == "broken":
            tally.broken += 1
        elif verdict == "same":
            tally.same += 1
        else:
            tally.on_purpose += 1
    return n


def compare_random(oracle, ours, listed, count, seed):
    tally, number = Tally("random schedules"), 0
    n_done = 0
    while n_done < count:
        answers = oracle.ask({"id": number, "seed": seed * 100003 + number})
        number += 1
        n_done += compare_program(oracle, ours, listed, tally, answers, count - n_done)
        if not answers or answers[-1]["what"] != "done":
            tally.broken += 1
            n_done += 1
            print(f"# TVM crashes: {answers[-1].get('step') if answers else 'at once'}")
    return tally


def first_difference(mine, theirs):
    pair = next(((a, b) for a, b in zip(mine, theirs) if a != b), (str(len(mine)), str(len(theirs))))
    return "ours: %.600s\n#    TVM: %.600s" % pair


def text_problem(ours, answer):
    """What differs of a trace's text. What TVM cannot print, it names by its address: a crash."""
    def body(text):
        return [line.strip() for line in text.split("\n") if line.strip() and not line.startswith(("#", "def "))]
    if answer is None or answer["trace"].startswith("Trace("):
        return "crash"
    return first_difference(body(ours), body(answer["trace"])) if body(ours) != body(answer["trace"]) else None


def without_places(graph):
    """The nodes of an index map's graph without the places in a source file that only TVM keeps, numbered anew, and without its version."""
    places = ("ir.Span", "ir.SourceName")
    nodes = list(enumerate(graph["nodes"]))
    kept = [n for n, node in nodes if node["type"] == "None"] + [n for n, node in nodes if node["type"] not in places + ("None",)]
    anew = {old: new for new, old in enumerate(kept)}

    def fields(data):
        if isinstance(data, list):
            return [anew[n] for n in data]
        if isinstance(data, dict):
            return {key: anew.get(item, 0) if isinstance(item, int) else item for key, item in data.items()}
        return data
    return [anew[graph["root_index"]], [[graph["nodes"][n]["type"], fields(graph["nodes"][n].get("data"))] for n in kept]]


def without_versions(value):
    """A trace's JSON with the graphs of its index maps read."""
    if isinstance(value, list):
        return [without_versions(item) for item in value]
    return without_places(json.loads(value)) if isinstance(value, str) and value.startswith("{") else value


def json_problem(ours, answer):
    if answer is None:
        return "crash"
    mine, theirs = without_versions(json.loads(ours)), without_versions(answer["json"])
    return first_difference(mine[0] + mine[1], theirs[0] + theirs[1]) if mine != theirs else None


def replay_problem(answer, is_theirs):
    """TVM refusing its own form is not our difference."""
    if answer is None or (answer["error"] and is_theirs):
        return "crash"
    return answer["error"]


TEXT_PARTS = ("text", "simplified", "without postproc")
TRACE_PARTS = TEXT_PARTS + ("json", "replay", "json replay")


def trace_problems(ours, case):
    """What differs of the traces by part, or None; "crash" where TVM fails itself."""
    text = text_problem(ours.read("trace.py"), case.answers["result"])
    graph = json_problem(ours.read("trace.json"), case.answers.get("json"))
    problems = {"text": text, "json": graph, "replay": replay_problem(case.answers.get("again"), text is None),
                "json replay": replay_problem(case.answers.get("again from json"), graph is None)}
    for part, shorter in case.shorter.items():
        problems[part] = text_problem(shorter, case.answers.get(part))
    return problems


def compare_traces(oracle, ours, listed, only, every):
    tallies = {part: Tally("traces, " + part) for part in TRACE_PARTS}
    for name, folder in list(golden_cases(only))[::every]:
        case = Golden(oracle, ours, name, folder, True)
        if case.refusal is not None or case.answers.get("result", {}).get("script") is None:
            continue
        problems = trace_problems(ours, case)
        for part, tally in tallies.items():
            problem = problems[part]
            if problem is None:
                tally.same += 1
            elif problem == "crash":
                tally.broken += 1
                print(f"# TVM broken: {part} of {name}")
            elif listed.has("trace", name) or listed.has("trace", f"{'text' if part in TEXT_PARTS else part} {name}"):
                tally.on_purpose += 1
            else:
                tally.differ(name, problem)
    return list(tallies.values())


def main():
    if importlib.util.find_spec("tvm") is None:
        print("1..0 # SKIP no apache-tvm in this Python")
        return 77
    words = sys.argv[1:]
    only = ""
    if "--only" in words:
        at = words.index("--only")
        only = words[at + 1]
        del words[at:at + 2]
    part, numbers = (words[1] if len(words) > 1 else None), [int(word) for word in words[2:]]
    oracle, listed, tallies, stale, rows = Oracle(), Listed(), [], [], {"all": {"differs": 0}}
    with tempfile.TemporaryDirectory() as folder:
        ours = Tileloom(words[0], folder)
        if part in (None, "golden"):
            tallies.append(compare_golden(oracle, ours, listed, Tally("golden cases"), only))
            stale = listed.stale("") if not only else []
        if part in (None, "classes"):
            every = numbers[0] if part and numbers else 1
            rows = compare_classes(oracle, ours, listed, only, every)
            stale += listed.stale("class") if not only and every == 1 else []
        if part in (None, "random"):
            tallies.append(compare_random(oracle, ours, listed, *(numbers + [N_RANDOM, 1][len(numbers):])))
        if part in (None, "traces"):
            every = numbers[0] if numbers else 1
            tallies += compare_traces(oracle, ours, listed, only, every)
            stale += listed.stale("trace") if not only and every == 1 else []
    oracle.stop()
    for name in stale:
        print(f"# listed in differences.md, but the same: {name}")
    if len(rows) > 1:
        print_table(rows)
    for tally in tallies:
        print(tally.total())
    return 1 if stale or rows["all"]["differs"] or any(tally.different for tally in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
