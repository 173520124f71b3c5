#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random index expressions and iteration maps, answered by Apache TVM and by tests/arith/arith-probe.

usage: compare-arith.py ARITH_PROBE [SEED [COUNT [SUBJECT...]]]

Subjects: simplify map invert divide shape padded bounds (all by default). A tool for whoever changes core/arith. Needs a Python that has
apache-tvm (0.27); leaves with 77, "skipped", where there is none. Prints each difference and a summary; exit 1 if there is any.
Forms are compared as text; that both are right is for tests/arith, which evaluates. Known, and not wanted otherwise:

- simplify: facts of a condition go further here, bounds decide more comparisons, and what differs only by a constant factor is not taken
  out. About one random expression in fifty differs;
- bounds: an unbound variable is unbounded here, in TVM it has its type's range; residues are known more often;
- map, invert, divide, padded: TVM takes some maps that are none (core/arith/iter-map.h); digits of one value ("j // 8" over 4 values) drop
  out here.
"""
import collections
import random
import re
import subprocess
import sys

try:
    import tvm
    from tvm import sym as arith, tirx
    from tvm.sym.iter_affine_map import IterMapLevel
    from tvm.tirx import IndexMap
except ImportError:
    print("1..0 # SKIP no apache-tvm in this Python")
    sys.exit(77)

FUNCTIONS = {
    "min": tirx.min, "max": tirx.max, "Select": tirx.Select, "if_then_else": tirx.if_then_else, "truncdiv": tirx.truncdiv,
    "truncmod": tirx.truncmod,
}


class Scope:
    """Variables by name, and Python expressions read as TVM's."""

    def __init__(self):
        self.vars = {}

    def var(self, name):
        if name not in self.vars:
            self.vars[name] = tirx.Var(name, "int32")
        return self.vars[name]

    def read(self, text):
        text = re.sub(r"\bnot \(", "NOT(", text)
        names = {n: self.var(n) for n in re.findall(r"\b[a-z][a-z0-9]*\b", text)
                 if n not in ("and", "or", "not", "min", "max", "truncdiv", "truncmod", "if_then_else")}
        return tvm.runtime.convert(eval(to_calls(text), {}, {**FUNCTIONS, "AND": tirx.And, "OR": tirx.Or, "NOT": tirx.Not, **names}))


def to_calls(text):
    """Python's and/or do not overload: the generator writes AND(…) and OR(…) through this."""
    return text.replace("[and", "AND(").replace("[or", "OR(").replace("]", ")")


def to_probe(text):
    """The same in the probe's spelling."""
    out, stack, i = [], [], 0
    while i < len(text):
        if text.startswith("[and", i) or text.startswith("[or", i):
            word = "and" if text.startswith("[and", i) else "or"
            stack.append((word, len(out)))
            out.append("(")
            i += len(word) + 1
        elif text[i] == "]":
            stack.pop()
            out.append(")")
            i += 1
        elif text[i] == "|":
            out.append(f" {stack[-1][0]} ")
            i += 1
        else:
            out.append(text[i])
            i += 1
    return "".join(out)


def spelled(expr):
    text = str(expr).replace("T.bool(True)", "True").replace("T.bool(False)", "False").replace("T.", "")
    return text.replace("Div(", "truncdiv(").replace("Mod(", "truncmod(").replace("\n", " ")


class Maker:
    def __init__(self, rng):
        self.rng = rng
        names = ["i", "j", "k", "l"][: rng.randint(1, 4)]
        self.extents = {n: rng.choice([1, 2, 3, 4, 5, 7, 8, 10, 12, 16, 30, 32, 64, 128]) for n in names}
        self.leaves = names + names + rng.choice([[], ["n"], ["n", "m"]])

    def iters(self):
        return " ".join(f"{n}:{e}" for n, e in self.extents.items())

    def const(self):
        return self.rng.choice([2, 2, 3, 4, 4, 5, 8, 8, 16, 32, 64])

    def expr(self, depth):
        r = self.rng
        if depth == 0 or r.random() < 0.15:
            return r.choice(self.leaves) if r.random() < 0.85 else str(r.randint(0, 20))
        kind = r.choices(["+", "-", "*c", "//c", "%c", "min", "max", "sel", "*"], [30, 10, 24, 16, 16, 4, 4, 2, 1])[0]
        a = self.expr(depth - 1)
        if kind in "+-":
            return f"({a} {kind} {self.expr(depth - 1)})"
        if kind == "*":
            return f"({a} * {self.expr(0)})"
        if kind == "sel":
            return f"Select({self.cond(1)}, {a}, {self.expr(depth - 1)})"
        if kind in ("min", "max"):
            return f"{kind}({a}, {self.expr(depth - 1)})"
        return f"({a} {kind[:-1]} {self.const()})"

    def cond(self, depth):
        r = self.rng
        if depth > 1 and r.random() < 0.5:
            return f"[{r.choice(['and', 'or'])} {self.cond(depth - 1)} | {self.cond(depth - 1)}]"
        return f"{self.expr(2)} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {self.expr(2) if r.random() < 0.5 else r.randint(0, 40)}"

    def index(self):
        """What schedules make: sums of digits."""
        r = self.rng
        terms = []
        for name in r.sample(sorted(self.extents), r.randint(1, len(self.extents))):
            term = name
            if r.random() < 0.4:
                term = f"({term} {r.choice(['//', '%'])} {self.const()})"
            if r.random() < 0.6:
                term = f"{term} * {self.const()}"
            terms.append(term)
        text = " + ".join(terms)
        if r.random() < 0.3:
            text += f" {r.choice('+-')} {r.randint(1, 9)}"
        while r.random() < 0.45:
            text = f"({text}) {r.choice(['//', '%'])} {self.const()}"
            if r.random() < 0.4:
                text = f"{text} * {self.const()} + {self.expr(0)}"
        return text


class Tester:
    def __init__(self, probe, seed):
        self.rng = random.Random(seed)
        self.seed = seed
        self.questions = []
        self.expected = []
        self.probe = probe

    def bind(self, scope, maker):
        analyzer = arith.Analyzer()
        for name, extent in maker.extents.items():
            analyzer.bind(scope.var(name), tvm.ir.Range(0, extent))
        return analyzer

    def ask(self, question, expected):
        self.questions.append(to_probe(question))
        self.expected.append(expected)

    def simplify(self):
        maker, scope = Maker(self.rng), Scope()
        text = self.rng.choice([lambda: maker.expr(3), maker.index, maker.index, lambda: maker.cond(2)])()
        condition = maker.cond(1) if self.rng.random() < 0.2 else ""
        analyzer = self.bind(scope, maker)
        try:
            expr = scope.read(text.replace("|", ","))
            if condition:
                with analyzer.constraint_scope(scope.read(condition.replace("|", ","))):
                    answer = spelled(analyzer.simplify(expr))
            else:
                answer = spelled(analyzer.simplify(expr))
        except Exception as error:
            answer = None if "simplify" else str(error)
        if answer is not None:
            self.ask(f"simplify\t{maker.iters()}\t{condition}\t{text}", answer)

    def bounds(self):
        maker, scope = Maker(self.rng), Scope()
        text = maker.expr(3) if self.rng.random() < 0.5 else maker.index()
        analyzer = self.bind(scope, maker)
        expr = scope.read(text)
        bound, modular = analyzer.const_int_bound(expr), analyzer.modular_set(expr)
        self.ask(f"bounds\t{maker.iters()}\t\t{text}", f"{bound.min_value} {bound.max_value} {modular.coeff} {modular.base}")

    def map_question(self):
        """Bindings as splits, fuses and offsets leave them, with a predicate now and then."""
        r = self.rng
        maker = Maker(r)
        maker.leaves = sorted(maker.extents)
        n = r.randint(1, 3)
        bindings = [maker.index() for _ in range(n)]
        if r.random() < 0.6:
            bindings = self.made_bindings(maker)
        predicate = ""
        if r.random() < 0.25:
            predicate = f"{r.choice(bindings)} < {r.randint(1, 100)}"
        return maker, bindings, predicate

    def made_bindings(self, maker):
        """Loops that came out of splits and fuses of three axes."""
        r = self.rng
        axes = [["x", r.choice([1, 4, 6, 8, 12, 16, 15, 32])] for _ in range(r.randint(1, 3))]
        maker.extents, digits = {}, []
        for a, (_, extent) in enumerate(axes):
            parts, rest = [], extent
            while rest > 1 and r.random() < 0.6:
                f = r.choice([d for d in range(2, rest + 1) if rest % d == 0])
                parts.append(f)
                rest //= f
            parts.append(rest)
            r.shuffle(parts)
            scale = extent
            for e in parts:
                scale //= e
                digits.append((a, e, scale))
        r.shuffle(digits)
        sums = [[] for _ in axes]
        number = 0
        while digits:
            group = [digits.pop() for _ in range(min(len(digits), r.choice([1, 1, 2, 3])))]
            name = "ijklmnopqrst"[number]
            number += 1
            total = 1
            for _, e, _ in group:
                total *= e
            maker.extents[name] = total
            reach = total
            for g, (a, e, scale) in enumerate(group):
                reach //= e
                text = name
                if e == 1 and len(group) > 1:
                    continue
                if len(group) > 1 and g > 0:
                    text = f"{name} % {reach * e}"
                if len(group) > 1 and reach > 1:
                    text = f"{text} // {reach}"
                sums[a].append(f"{text} * {scale}" if scale > 1 else text)
        out = []
        for s in sums:
            r.shuffle(s)
            text = " + ".join(s) if s else "0"
            if r.random() < 0.15:
                text += f" + {r.randint(1, 5)}"
            if r.random() < 0.15:
                text = f"({text}) {r.choice(['//', '%'])} {r.choice([2, 3, 4, 8])}"
            out.append(text)
        return out

    def input_iters(self, scope, maker):
        return {scope.var(n): tvm.ir.Range(0, e) for n, e in maker.extents.items()}

    def map(self):
        maker, bindings, predicate = self.map_question()
        scope = Scope()
        iters = self.input_iters(scope, maker)
        exprs = [scope.read(b) for b in bindings]
        condition = scope.read(predicate) if predicate else True
        verdict = ""
        for letter, level in (("B", IterMapLevel.Bijective), ("S", IterMapLevel.Surjective), ("N", IterMapLevel.NoCheck)):
            if len(arith.detect_iter_map(exprs, iters, condition, level).indices) > 0:
                verdict += letter
        forms = []
        for trivial in (False, True):
            result = arith.iter_map_simplify(exprs, iters, condition, IterMapLevel.Surjective, simplify_trivial_iterators=trivial)
            forms.append(" ; ".join(spelled(e) for e in result))
        self.ask(f"map\t{maker.iters()}\t{predicate}\t{' ; '.join(bindings)}", "\t".join([verdict] + forms))

    def invert(self):
        maker, bindings, _ = self.map_question()
        scope = Scope()
        iters = self.input_iters(scope, maker)
        exprs = [scope.read(b) for b in bindings]
        found = arith.detect_iter_map(exprs, iters, True, IterMapLevel.Bijective).indices
        answer = "none"
        if len(found) > 0:
            outputs = [tirx.Var(f"o{n}", "int32") for n in range(len(exprs))]
            analyzer = arith.Analyzer()
            try:
                values = arith.inverse_affine_iter_map(found, outputs)
                extents = {v: r for v, r in iters.items()}
                answer = " ; ".join(spelled(analyzer.simplify(values[v])) if v in values else "0" for v in extents)
            except Exception:
                answer = "none"
        self.ask(f"invert\t{maker.iters()}\t{' ; '.join(bindings)}", answer)

    def divide(self):
        maker, bindings, predicate = self.map_question()
        scope = Scope()
        iters = self.input_iters(scope, maker)
        exprs = [scope.read(b) for b in bindings]
        names = list(maker.extents)
        inner = names[self.rng.randint(0, len(names)):]
        if self.rng.random() < 0.3:
            inner = self.rng.sample(names, self.rng.randint(0, len(names)))
        try:
            result = arith.subspace_divide(exprs, iters, [scope.var(n) for n in inner], scope.read(predicate) if predicate else True,
                                           IterMapLevel.Surjective, simplify_trivial_iterators=False)
        except TypeError:  # TVM's own
            return
        answer = "none"
        if len(result) > 0:
            analyzer = arith.Analyzer()
            parts = []
            for outer, within in list(result)[: len(exprs)]:
                o, w = (arith.normalize_iter_map_to_expr(e.source) for e in (outer, within))
                oe, we = outer.extent, within.extent
                parts.append(f"{spelled(analyzer.simplify(o))} in {spelled(oe)}, {spelled(analyzer.simplify(w))} in {spelled(we)}")
            answer = " ; ".join(parts)
        self.ask(f"divide\t{maker.iters()}\t{' '.join(inner)}\t{predicate}\t{' ; '.join(bindings)}", answer)

    def index_map(self):
        maker, bindings, _ = self.map_question()
        scope = Scope()
        exprs = [scope.read(b) for b in bindings]
        return maker, bindings, IndexMap([scope.var(n) for n in maker.extents], exprs, None), list(maker.extents.values())

    def shape(self):
        maker, bindings, index_map, shape = self.index_map()
        try:
            answer = " ; ".join(spelled(e) for e in index_map.map_shape(shape))
        except Exception:
            answer = "none"
        self.ask(f"shape\t{maker.iters()}\t{' ; '.join(bindings)}", answer)

    def padded(self):
        maker, bindings, index_map, shape = self.index_map()
        try:
            inverse, predicate = index_map.non_surjective_inverse(shape)
            names = {v.name: f"o{n}" for n, v in enumerate(inverse.initial_indices)}
            answer = " ; ".join(spelled(e) for e in inverse.final_indices) + "\t" + spelled(predicate)
            answer = re.sub(r"\b[a-z]\w*\b", lambda m: names.get(m.group(0), m.group(0)), answer)
        except Exception:
            answer = "none"
        self.ask(f"padded\t{maker.iters()}\t{' ; '.join(bindings)}", answer)

    def run(self):
        out = subprocess.run([self.probe], input="\n".join(self.questions) + "\n", capture_output=True, text=True)
        answers = out.stdout.split("\n")
        if out.returncode != 0:
            print(f"the probe ended with {out.returncode} at: {self.questions[len(answers) - 1]}\n{out.stderr[-2000:]}")
        counts = collections.Counter()
        for question, expected, answer in zip(self.questions, self.expected, answers):
            subject = question.split("\t")[0]
            counts[subject, answer == expected] += 1
            if answer != expected:
                shown = question.replace("\t", " | ")
                print(f"{shown}\n    TVM   {expected}\n    here  {answer}")
        for subject in sorted({s for s, _ in counts}):
            print(f"# {subject}: {counts[subject, True]} equal, {counts[subject, False]} different")
        return out.returncode != 0 or any(not equal for _, equal in counts)


def main():
    probe = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    subjects = sys.argv[4:] or ["simplify", "bounds", "map", "invert", "divide", "shape", "padded"]
    tester = Tester(probe, seed)
    for _ in range(count):
        for subject in subjects:
            getattr(tester, subject)()
    sys.exit(tester.run())


main()
