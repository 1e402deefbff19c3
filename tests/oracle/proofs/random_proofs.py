#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is proved for every size has to hold in a larger scope: random programs over linked objects, with and without loops.

  random_proofs.py --programs 20 --first 0        each has ten methods with random requirements and properties

A proof rests on a cutoff and on axioms; the check in a scope rests on neither. So each property that is `proved` at scope 3 is
checked again without proofs, with more objects and iterations. One that is then violated is a wrong proof.
Says how many proofs there were: a run without any shows nothing, and fails."""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

METHODS = 10
LARGER = 6

HEAD = """#include <stdlib.h>
struct node { struct node *prev, *next; int key; };
struct list { struct node *head, *tail; };
"""

SPECIFICATION_HEAD = """fun cells[n: node]: set node = n.*next
fun nodes[l: list]: set node = l.head.*next
pred ends[n: node] { no c: n.*next | c in c.^next }
pred back[n: node] { all c: n.*next | some c.next => c.next.prev = c }
pred ring[n: node] { some n and (all c: n.*next | one c.next and c.next.prev = c) }
pred valid[l: list] { some l and ends[l.head] and back[l.head] and no l.head.prev and l.tail = {n: nodes[l] | no n.next} }
"""

REQUIRES = ["ends[a]", "ends[a] and ends[b]", "some a and some b", "ring[a]", "ring[a] and some b and b not in cells[a]",
            "valid[l]", "valid[l] and a in nodes[l]", "valid[l] and some a and a in nodes[l]", "a != b and some a and some b",
            "valid[l] and some a and a not in nodes[l] and no a.next", "some l", "ends[a] and ends[b] and no cells[a] & cells[b]",
            "ends[l.head]", "back[a] and some a", "some a and a.next.prev = a"]

PROPERTIES = ["ends[a]'", "back[a]'", "ring[a]'", "valid[l]'", "cells[a]' = cells[a]", "cells[a]' in cells[a]", "cells[a] in cells[a]'",
              "nodes[l]' = nodes[l]", "nodes[l]' = nodes[l] + a", "nodes[l]' = nodes[l] - a", "cells[a]' = cells[a] + b",
              "cells[a]' = cells[a] + cells[b]", "return = a", "some return", "return in cells[a]", "return in cells[a]'", "return in nodes[l]'",
              "no return.next'", "some return => some return.next'", "a.next' = b", "a.next' = a.next", "b.prev' = a", "a in cells[b]'",
              "some b => b in cells[a]'", "no c: cells[a]' | c in c.^next'", "all c: cells[a]' | c in cells[a] or c = b",
              "all c: node | c.next' = c.next", "all c: cells[a] | some c.next' or c.next = c.next'", "some c: cells[a]' | no c.next'",
              "one c: cells[a]' | no c.next'", "a not in a.^next'", "l.tail' = l.tail", "l.head' = a", "l.tail' in nodes[l]'",
              "all c: nodes[l] | c in nodes[l]'", "node' = node", "a in node'", "return not in node", "lone nodes[l]' - nodes[l]",
              "all c, d: cells[a] | c.next = d => d.prev' = c", "b in a.^next' => b in a.^next or a.next' = b", "some cells[a] & cells[b]"]

BUILT_IN = ["null-deref", "use-after-free", "double-free"]


class Method:
    """A body that is likely to run for a while: what is followed has mostly been tested."""

    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.pointers = ["a", "b"]
        self.lines, self.indent = [], 1
        self.locals = 0
        self.loops = 0

    def say(self, text):
        self.lines.append("  " * self.indent + text)

    def place(self):
        if self.rng.random() < 0.25:
            return f"l->{self.rng.choice(['head', 'tail'])}"
        return f"{self.rng.choice(self.pointers)}->{self.rng.choice(['next', 'next', 'prev'])}"

    def value(self):
        chance = self.rng.random()
        if chance < 0.15:
            return "NULL"
        return self.rng.choice(self.pointers) if chance < 0.65 else self.place()

    def condition(self):
        chance = self.rng.random()
        if chance < 0.4:
            return self.rng.choice(self.pointers)
        if chance < 0.6:
            return "!" + self.rng.choice(self.pointers)
        if chance < 0.8:
            return f"{self.rng.choice(self.pointers)} {self.rng.choice(['==', '!='])} {self.value()}"
        return self.place()

    def statement(self, depth):
        chance = self.rng.random()
        if chance < 0.45:
            self.say(f"{self.place()} = {self.value()};")
        elif chance < 0.6 and self.locals < 4:
            name = f"t{self.locals}"
            self.locals += 1
            self.lines.insert(0, f"  struct node *{name} = NULL;")
            self.say(f"{name} = {self.value()};")
            self.pointers.append(name)
        elif chance < 0.66:
            self.say(f"{self.rng.choice(self.pointers)} = malloc(sizeof(struct node));")
        elif chance < 0.7:
            self.say(f"free({self.rng.choice(self.pointers)});")
        elif chance < 0.9 and depth < 2:
            self.block(f"if ({self.condition()})", depth)
        elif depth < 2 and self.loops < 2:
            self.loops += 1
            walker = self.rng.choice(self.pointers)
            guard = self.rng.choice([walker, f"{walker} && {walker}->next", f"{walker} && {walker} != {self.rng.choice(self.pointers)}"])
            self.block(f"while ({guard})", depth, last=f"{walker} = {walker}->next;")
        else:
            self.say(f"{self.rng.choice(self.pointers)} = {self.value()};")

    def block(self, head, depth, last=None):
        self.say(head + " {")
        self.indent += 1
        for _ in range(self.rng.randint(0 if last else 1, 2)):
            self.statement(depth + 1)
        if last:
            self.say(last)
        self.indent -= 1
        self.say("}")

    def text(self):
        for _ in range(self.rng.randint(1, 5)):
            self.statement(0)
        self.say(f"return {self.rng.choice(self.pointers)};")
        head = f"struct node *{self.name}(struct list *l, struct node *a, struct node *b) {{"
        return "\n".join([head, *self.lines, "}"]) + "\n"


def generate(seed, folder):
    rng = random.Random(seed)
    source, specification = [HEAD], ['source "subject.c"\n', SPECIFICATION_HEAD]
    for index in range(METHODS):
        name = f"f{index}"
        source.append(Method(rng, name).text())
        specification.append(f"method {name} {{\n  requires {rng.choice(REQUIRES)}\n")
        for number, formula in enumerate(rng.sample(PROPERTIES, 8)):
            specification.append(f"  ensures p{number}: {formula}\n")
        specification.append(f"  checks {', '.join(BUILT_IN)}\n}}\n")
    (folder / "subject.c").write_text("\n".join(source))
    (folder / "subject.weir").write_text("".join(specification))


def check(weir, folder, *options):
    output = folder / "result.json"
    output.unlink(missing_ok=True)
    run = subprocess.run([weir, "check", folder / "subject.weir", "--no-replay", "--no-suggestions", "--json", output, *options], capture_output=True, text=True)
    if not output.exists() or run.returncode >= 70:
        return None, run.stderr
    return {(one["method"], one["property"]): one for one in json.loads(output.read_text())["results"]}, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", type=pathlib.Path, help="where programs with a wrong proof go")
    options = parser.parse_args()
    weir = os.environ.get("WEIR", "weir")
    proofs = wrong = held = 0
    for seed in range(options.first, options.first + options.programs):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            generate(seed, folder)
            results, messages = check(weir, folder, "--scope", "3", "-j", "1")
            if results is None:
                print(f"seed {seed}: weir failed\n{messages}")
                wrong += 1
                continue
            proved = [key for key, one in results.items() if one["verdict"] == "proved" and "proof" in one]
            held += sum(one["verdict"] in ("holds", "proved") for one in results.values())
            proofs += len(proved)
            if not proved:
                continue
            larger, messages = check(weir, folder, "--prove", "off", "--scope", str(LARGER), "--timeout", "20", "-j", "1")
            if larger is None:
                print(f"seed {seed}: weir failed\n{messages}")
                wrong += 1
                continue
            for key in proved:
                if larger[key]["verdict"] == "violated":
                    wrong += 1
                    print(f"seed {seed}: WRONG {'.'.join(key)} is proved, and violated at scope {LARGER}")
                    if options.keep:
                        options.keep.mkdir(parents=True, exist_ok=True)
                        for file in ("subject.c", "subject.weir"):
                            (options.keep / f"{seed}.{file}").write_text((folder / file).read_text())
    print(f"{options.programs * METHODS} methods: {held} properties hold at scope 3, {proofs} of them are proved, {wrong} wrong")
    sys.exit(1 if wrong or proofs == 0 else 0)


if __name__ == "__main__":
    main()
