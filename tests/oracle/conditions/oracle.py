#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random functions: what `weir conditions` says of their inputs against the compiled program.

usage: oracle.py [--functions N] [--first NUMBER] [--theme T] [--keep DIR]

No input in `never` fails, none in `must` returns, none in `loops` does either, and each input is in one class. An input
that fails at a place is in `must` or `may` of that place; one in `must` of a place does not return and fails nowhere else.
`may` is free; its share of the inputs is printed.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import formula
import generator
import inputs
import native

CLASSES = ("must", "may", "never", "loops")
GENERIC = "it depends on what is not an input, or on more than is tracked"
ENDLESS = ("steps", "not judged")


class Finding:
    def __init__(self, function, what, item=None, seen=None):
        self.function, self.what, self.item, self.seen = function, what, item, seen


def ask(weir, source, output):
    """name -> what weir says."""
    output.unlink(missing_ok=True)
    run = subprocess.run([weir, "conditions", source.name, "--json", str(output)], capture_output=True, text=True, cwd=source.parent, check=False)
    if run.returncode != 0 or not output.exists():
        return None, f"status {run.returncode}: {run.stderr[-2000:]}"
    return {one["function"].split("(")[0]: one for one in json.loads(output.read_text())["functions"]}, ""


class Judge:
    """One function."""

    def __init__(self, function, answer, tally):
        self.function, self.answer, self.tally = function, answer, tally
        names = frozenset([name for name, _ in function.parameters] + ["g0", "gp", "garr"])
        self.classes = {each: formula.compiled(answer[each], names) for each in CLASSES}
        self.errors = [(one["kind"], int(one["place"].split(":")[1]), formula.compiled(one["must"], names), formula.compiled(one["may"], names))
                       for one in answer["errors"]]
        self.is_understood = answer["reason"] in ("", GENERIC)

    def judge(self, item, seen):
        """Raises a Contradiction, or counts."""
        found = [each for each in CLASSES if self.classes[each](item)]
        if len(found) != 1:
            raise Contradiction(f"the input is in {found or 'no class'}")
        self.tally.classes[found[0]] += 1
        self.tally.themes[self.function.theme][found[0]] += 1
        for outcome, line in sorted(seen):
            if outcome in ENDLESS:
                continue
            returns = outcome == "returned"
            if (found[0] == "never" and not returns) or (found[0] == "must" and returns) or found[0] == "loops":
                raise Contradiction(f"`{found[0]}`, but it " + ("returns" if returns else f"fails: {outcome} at line {line}"))
            self.judge_places(item, outcome, line)

    def judge_places(self, item, outcome, line):
        is_listed = outcome == "returned" or not self.is_understood
        for kind, place, must, may in self.errors:
            here = (kind, place) == (outcome, line)
            surely = must(item)
            if surely and not here:
                raise Contradiction(f"`must` of {kind} at line {place}, but: {outcome} at line {line}")
            is_listed = is_listed or (here and (surely or may(item)))
        if not is_listed:
            raise Contradiction(f"{outcome} at line {line} is neither in its `must` nor in its `may`")


class Contradiction(Exception):
    pass


class Tally:
    def __init__(self):
        self.classes = collections.Counter()
        self.themes = collections.defaultdict(collections.Counter)
        self.outcomes = collections.Counter()
        self.exact = self.functions = self.of_statics = 0

    def print(self):
        for theme, counts in sorted(self.themes.items()):
            print(f"{theme}: {sum(counts.values())} inputs, {100 * counts['may'] // sum(counts.values())}% in may")
        total = max(1, sum(self.classes.values()))
        print("runs: " + ", ".join(f"{count} {name}" for name, count in sorted(self.outcomes.items())))
        if self.of_statics > 0:
            print(f"{self.of_statics} functions speak of static variables: not judged")
        print(f"{self.functions} functions, {self.exact} exact; {total} inputs: "
              + ", ".join(f"{100 * self.classes[each] / total:.1f}% {each}" for each in CLASSES))


def check(functions, weir, runner, folder, tally, most):
    """Findings about one batch."""
    plain, compiled = generator.render(functions)
    source = folder / "subject.c"
    source.write_text(plain)
    made = {f.name: inputs.Maker(random.Random(f"inputs {f.number}"), f.parameters, f.world_uses(), f.constants(), most).inputs() for f in functions}
    seen = runner.observe(compiled, functions, made)
    answers, trouble = ask(weir, source, folder / "answer.json")
    if answers is None:
        return [Finding(functions[0], f"weir does not answer: {trouble}")]
    findings = []
    for function in functions:
        tally.functions += 1
        if function.name not in answers:
            findings.append(Finding(function, "weir says nothing of it"))
            continue
        if re.search(r"\bf\d+::st\d", json.dumps(answers[function.name])):
            tally.of_statics += 1  # an input that is not made: what a static variable has from an earlier call
            continue
        try:
            judge = Judge(function, answers[function.name], tally)
        except formula.Unreadable as trouble_there:
            findings.append(Finding(function, f"unreadable: {trouble_there}"))
            continue
        tally.exact += answers[function.name]["exact"]
        for item, ends in zip(made[function.name], seen[function.name]):
            tally.outcomes.update(outcome for outcome, _ in ends)
            try:
                judge.judge(item, ends)
            except (Contradiction, formula.Unreadable) as contradiction:
                findings.append(Finding(function, str(contradiction), item, ends))
                break
    return findings


def show(finding, folder):
    function = finding.function
    print(f"\n=== f{function.number} ({function.theme}): {finding.what}")
    print(f"    again: oracle.py --first {function.number} --functions 1")
    if finding.item:
        print(f"    input {finding.item}\n    runs {sorted(finding.seen)}")
    plain, _ = generator.render([function])
    lines = plain.splitlines()
    start = len(generator.PRELUDE.splitlines())
    print("\n".join(f"{number + 1:4} {text}" for number, text in enumerate(lines) if number >= start))
    (folder / "one.c").write_text(plain)
    run = subprocess.run([os.environ.get("WEIR", "weir"), "conditions", "one.c", "--method", function.name], capture_output=True, text=True,
                         cwd=folder, check=False)
    print(run.stdout.rstrip())


# Known gaps: of these functions a place is wrong, though no class of the function is. Each is printed with its reason.
KNOWN = {
    365: "a callee reads one past the end of a block, and bounds is said of the sum of the pointer alone",
    375: "the error is said to be a line after the one where the compiled program has it",
    443: "two nodes of one block, of which one is freed: they are taken for two blocks",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--functions", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--theme", help="only this one")
    parser.add_argument("--inputs", type=int, default=250, help="of a function, at most")
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--keep", help="a folder for the generated files")
    parser.add_argument("--native-flag", action="append", default=[], help="for the runtime; -DORACLE_LIES must be noticed")
    options = parser.parse_args()
    weir = os.environ.get("WEIR", "weir")
    tally, wrong = Tally(), 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        runner = native.Runner(folder, options.native_flag)
        for start in range(options.first, options.first + options.functions, options.batch):
            numbers = range(start, min(start + options.batch, options.first + options.functions))
            functions = [generator.Function(number, options.theme) for number in numbers]
            for finding in check(functions, weir, runner, folder, tally, options.inputs):
                is_of_a_place = options.theme is None and " at line " in finding.what
                known = KNOWN.get(finding.function.number) if is_of_a_place else None
                if known:
                    print(f"known gap, {finding.function.name}: {known}")
                    continue
                wrong += 1
                show(finding, folder)
                sys.stdout.flush()
    tally.print()
    print(f"{wrong} functions are WRONG" if wrong else "no function is wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
