#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs of the kinds that weir once answered wrongly: its verdicts against the compiled program.

usage: oracle.py [--kinds a,b] [--programs N] [--first SEED] [--keep DIR] [--minimise]

A closed program builds everything itself; what it returns, whether it dies under the sanitizers and what it loses are
facts, and no verdict may contradict them. An open one gets random drivers: heaps within the scope, with stubs for the
functions and variables it only declares. A property that one of these runs breaks must not hold. All modes are asked,
and must agree where they decide. `unknown` is no failure, but each kind has a share of answers that must be `holds` or `violated`.

A difference prints the program whole, with the command that makes it again.
"""
import argparse
import collections
import os
import pathlib
import re
import sys
import tempfile

import kinds
import minimise
import native
import program as programs_of
import verdicts


def write_units(programs, per_file, folder):
    """Sources for weir: some kinds share files, since reading the headers costs more than the checks."""
    units = []
    for start in range(0, len(programs), per_file):
        group = programs[start:start + per_file]
        headers = sorted({header for program in group for header in program.headers})
        name = f"unit{start}.{group[0].language}"
        text = "".join(f"#include <{header}>\n" for header in headers)
        (folder / name).write_text(text + "".join(program.text(program.source) for program in group))
        units.append((group, name))
    return units


class Tally:
    def __init__(self):
        self.answers = collections.defaultdict(collections.Counter)  # by kind
        self.reasons = collections.defaultdict(collections.Counter)
        self.programs = collections.Counter()
        self.replays = 0  # how many violations that no driver showed may still be confirmed
        self.replayed = 0

    def count(self, kind, answer):
        word = verdicts.word(answer.verdict) if answer else "missing"
        self.answers[kind][word] += 1
        if word == "unknown":
            reason = re.sub(r"_\w+_\d+\w*|\S+\.(c|cpp|h):\d+(:\d+)?|'[^']*'|\d+", "…", answer.reason)
            self.reasons[kind][reason[:90]] += 1

    def decided(self, kind):
        """Answers that say something: where nothing was checked nothing is decided."""
        return self.answers[kind]["holds"] + self.answers[kind]["violated"]

    def print(self):
        for kind in sorted(self.answers):
            counts = self.answers[kind]
            total = sum(counts.values())
            share = 100 * self.decided(kind) // total
            print(f"{kind}: {self.programs[kind]} programs, {dict(sorted(counts.items()))}, {share}% decided")
            for reason, times in self.reasons[kind].most_common(4):
                print(f"    {times} unknown: {reason}")


def check(programs, folder, tally, modes=verdicts.MODES, flags=()):
    """Programs of one kind; returns the failures."""
    kind = kinds.KINDS[programs[0].kind]
    units = write_units(programs, kind.per_file, folder)
    seen = native.observe(programs, [name for _, name in units], folder, flags)
    failures = []
    for group, name in units:
        asked = {}
        for program in group:
            choice = programs_of.dice("properties " + program.kind, program.seed)
            asked[program.number] = verdicts.properties(program, seen[program.number], choice)
        group = [program for program in group if asked[program.number]]
        if not group:
            continue
        spec = folder / (pathlib.Path(name).stem + ".weir")
        spec.write_text(verdicts.specification(group, asked, name))
        answers = {}
        for mode in modes:
            answers[mode], trouble = verdicts.ask(spec, mode, group)
            if trouble:
                failures.append(verdicts.Failure(group[0], mode, "the run", trouble, "weir answers"))
        for program in group:
            failures += verdicts.contradictions(program, asked[program.number], answers)
            for p in asked[program.number]:
                answer = answers[modes[0]].get((program.text(program.method), program.text(p.label)))
                shown = program.closed or "violated" in p.never or set(p.never) & set(verdicts.TRUE)
                if answer and answer.verdict == "violated" and not shown and tally.replays > 0:
                    tally.replays -= 1
                    tally.replayed += 1
                    trouble = verdicts.unconfirmed(program, p, spec)
                    if trouble:
                        failures.append(verdicts.Failure(program, "refine", p.label + " " + p.formula, "violated", trouble))
                for mode in modes:
                    tally.count(program.kind, answers[mode].get((program.text(program.method), program.text(p.label))))
    tally.programs[programs[0].kind] += len(programs)
    return failures


def show(failure):
    program = failure.program
    print(f"\n=== {failure.headline()}")
    print(f"    again: oracle.py --kinds {program.kind} --first {program.seed} --programs 1")
    headers = "".join(f"#include <{header}>\n" for header in program.headers)
    print(f"--- {program.language}\n{headers}{program.text(program.source).strip()}")
    if not program.closed:
        print(f"--- driver\n{program.text(program.stubs)}{native.driver_of(program).strip()}")


def minimised(failure):
    """The program of a failure, smaller: in one mode, with the same property answered in the same way."""
    mode = failure.mode if failure.mode in verdicts.MODES else None

    def fails(candidate):
        with tempfile.TemporaryDirectory() as temporary:
            try:
                found = check([candidate], pathlib.Path(temporary), Tally(), [mode] if mode else verdicts.MODES)
            except native.DoesNotCompile:
                return False
        return any(f.label.split(" ")[0] == failure.label.split(" ")[0] and f.answer[:16] == failure.answer[:16] for f in found)
    return minimise.smaller(failure.program, fails)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=20, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--kinds", default="", help="comma separated; all unless told")
    parser.add_argument("--keep", help="a folder for the generated files")
    parser.add_argument("--replays", type=int, default=3, help="violations to confirm that no driver showed")
    parser.add_argument("--native-flag", action="append", default=[], help="for the compiler; -DORACLE_LIES must be noticed")
    parser.add_argument("--modes", default=",".join(verdicts.MODES))
    parser.add_argument("--minimise", action="store_true", help="leave out lines of a program that fails")
    parser.add_argument("--no-floor", action="store_true", help="do not require a share of decided answers")
    arguments = parser.parse_args()
    chosen = arguments.kinds.split(",") if arguments.kinds else list(kinds.KINDS)
    tally = Tally()
    tally.replays = arguments.replays
    failures = []
    for name in chosen:
        kind = kinds.KINDS[name]
        made = [kind.make(name, seed) for seed in range(arguments.first, arguments.first + arguments.programs)]
        for start in range(0, len(made), kind.per_batch):
            batch = made[start:start + kind.per_batch]
            with tempfile.TemporaryDirectory() as temporary:
                folder = pathlib.Path(arguments.keep or temporary)
                folder.mkdir(parents=True, exist_ok=True)
                try:
                    found = check(batch, folder, tally, arguments.modes.split(","), arguments.native_flag)
                except native.DoesNotCompile as trouble:
                    print(f"{name}, seeds {batch[0].seed} to {batch[-1].seed}: does not compile\n{trouble}")
                    return 1
                shown = set()
                for failure in found:
                    if failure.program.seed not in shown:
                        if arguments.minimise:
                            failure.program = minimised(failure)
                        show(failure)
                    shown.add(failure.program.seed)
                failures += found
    tally.print()
    hollow = []
    for name in chosen:
        total = sum(tally.answers[name].values())
        if tally.decided(name) < kinds.KINDS[name].floor * total and not arguments.no_floor:
            hollow.append(f"{name}: {tally.decided(name)} of {total} answers are decided, fewer than "
                          f"{kinds.KINDS[name].floor:.0%}")
    print("\n".join(hollow))
    wrong = collections.defaultdict(list)
    for failure in failures:
        wrong[f"{failure.program.kind} seed {failure.program.seed}: {failure.label} {failure.answer}; {failure.truth}"].append(failure.mode)
    for text, modes in wrong.items():
        print("WRONG", ", ".join(modes), text[:260])
    print(f"{sum(tally.programs.values())} programs, {tally.replayed} violations replayed, {len({f.program.number for f in failures})} of them wrong")
    return 1 if failures or hollow else 0


if __name__ == "__main__":
    sys.exit(main())
