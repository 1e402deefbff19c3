#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is proved for every size has to hold in a larger scope: random programs over linked objects, with and without loops.

  random_proofs.py --programs 20 --first 0        each has ten methods with random requirements and properties
  random_proofs.py --kind lists                   over one kind of singly linked list: order, flags, cells that are made
  random_proofs.py --kind arrays                  indices, pointers into arrays, divisors

A proof rests on a cutoff and on axioms; the check in a scope rests on neither. So each property that is `proved` at scope 3 is
checked again without proofs, with more objects and iterations. One that is then violated is a wrong proof. With --recheck
Z3 checks each proof as well: it refutes what is wrong of heaps of any size, also where the smallest is larger than that scope.
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
pred alternates[n: node] { all c: n.*next | (c.key = 0 and c.next.key = 1) or (c.key = 1 and c.next.key = 0) }
pred valid[l: list] { some l and ends[l.head] and back[l.head] and no l.head.prev and l.tail = {n: nodes[l] | no n.next} }
"""

REQUIRES = ["ends[a]", "ends[a] and ends[b]", "some a and some b", "ring[a]", "ring[a] and some b and b not in cells[a]",
            "valid[l]", "valid[l] and a in nodes[l]", "valid[l] and some a and a in nodes[l]", "a != b and some a and some b",
            "valid[l] and some a and a not in nodes[l] and no a.next", "some l", "ends[a] and ends[b] and no cells[a] & cells[b]",
            "ends[l.head]", "back[a] and some a", "some a and a.next.prev = a", "ring[a] and alternates[a]"]

PROPERTIES = ["ends[a]'", "back[a]'", "ring[a]'", "valid[l]'", "cells[a]' = cells[a]", "cells[a]' in cells[a]", "cells[a] in cells[a]'",
              "nodes[l]' = nodes[l]", "nodes[l]' = nodes[l] + a", "nodes[l]' = nodes[l] - a", "cells[a]' = cells[a] + b",
              "cells[a]' = cells[a] + cells[b]", "return = a", "some return", "return in cells[a]", "return in cells[a]'", "return in nodes[l]'",
              "no return.next'", "some return => some return.next'", "a.next' = b", "a.next' = a.next", "b.prev' = a", "a in cells[b]'",
              "some b => b in cells[a]'", "no c: cells[a]' | c in c.^next'", "all c: cells[a]' | c in cells[a] or c = b",
              "all c: node | c.next' = c.next", "all c: cells[a] | some c.next' or c.next = c.next'", "some c: cells[a]' | no c.next'",
              "one c: cells[a]' | no c.next'", "a not in a.^next'", "l.tail' = l.tail", "l.head' = a", "l.tail' in nodes[l]'",
              "all c: nodes[l] | c in nodes[l]'", "node' = node", "a in node'", "return not in node", "lone nodes[l]' - nodes[l]",
              "all c, d: cells[a] | c.next = d => d.prev' = c", "b in a.^next' => b in a.^next or a.next' = b", "some cells[a] & cells[b]",
              "a.next.next = a", "some a => a.next != a"]

BUILT_IN = ["null-deref", "use-after-free", "double-free"]

LIST_HEAD = """#include <stdlib.h>
struct node { struct node *next; int key; };
"""

LIST_SPECIFICATION_HEAD = """fun cells[n: node]: set node = n.*next
pred ends[n: node] { no c: n.*next | c in c.^next }
pred rises[n: node] { all c: n.*next | some c.next => c.key <= c.next.key }
pred falls[n: node] { all c: n.*next | some c.next => c.key >= c.next.key }
"""

LIST_REQUIRES = ["ends[a] and ends[b]", "ends[a] and ends[b] and no cells[a] & cells[b]", "ends[a] and ends[b] and rises[a]",
                 "ends[a] and ends[b] and rises[a] and rises[b] and no cells[a] & cells[b]", "ends[a] and ends[b] and some b and b not in cells[a]"]

LIST_PROPERTIES = ["cells[a]' = cells[a]", "cells[a]' in cells[a]", "cells[a] in cells[a]'", "cells[return]' = cells[a]", "cells[return]' in cells[a]",
                   "cells[return]' = cells[a] + cells[b]", "cells[return]' = cells[a] + (node' - node)", "cells[return]' = node' - node",
                   "node' - node in cells[return]'", "rises[a]'", "rises[return]'", "rises[a] => rises[return]'", "falls[return]'",
                   "rises[a] => falls[return]'", "rises[a] => rises[a]'", "return = a", "some return", "no return.next'", "return in cells[a]",
                   "some return => return.key <= b.key", "all c: cells[a] | c.key <= return.key", "all c: cells[return]' | c.key >= b.key",
                   "all c: cells[a] | all d: c.*next | c in d.*next'", "all c: cells[a] | all d: c.*next | d in c.*next'", "a.next' = b",
                   "some b => b in cells[a]'", "return not in node", "a in cells[b]'", "some cells[a] & cells[b]", "no cells[a]' & cells[return]'"]


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


class ListMethod(Method):
    """One link, numbers in an order, a variable that is true or false."""

    def place(self):
        return f"{self.rng.choice(self.pointers)}->next"

    def order(self):
        return f"{self.rng.choice(self.pointers)}->key {self.rng.choice(['<', '<=', '>', '=='])} {self.rng.choice(self.pointers)}->key"

    def condition(self):
        chance = self.rng.random()
        if chance < 0.15:
            return self.rng.choice(["flag", "!flag"])
        if chance < 0.45:
            a, b = self.rng.choice(self.pointers), self.rng.choice(self.pointers)
            return f"{a} && {b} && {a}->key {self.rng.choice(['<', '<=', '>', '=='])} {b}->key"
        return super().condition()

    def statement(self, depth):
        chance = self.rng.random()
        if chance < 0.12:
            self.say(f"flag = {self.rng.choice(['0', '1', self.rng.choice(self.pointers) + ' != NULL'])};")
        elif chance < 0.24:
            made, other = self.rng.choice(self.pointers), self.rng.choice(self.pointers)
            self.say("{ struct node *m = malloc(sizeof(struct node)); if (m) { "
                     + (f"m->key = {other} ? {other}->key : 0; " if self.rng.random() < 0.5 else "")
                     + f"m->next = {self.rng.choice([made, 'NULL', other])}; {made} = m; }} }}")
        elif chance < 0.36 and depth < 2 and self.loops < 2:
            # Reversal, insertion and removal while walking.
            self.loops += 1
            a, b = self.rng.sample(self.pointers, 2)
            step = self.rng.choice([f"{a}->next = {b}; {b} = {a};", f"if ({b} && {a}->key > {b}->key) {b} = {a};", f"if (!{b}) {b} = {a};",
                                    f"if (m && {a}->key == m->key) {a}->next = NULL; else {b} = {a};"])
            guard = self.rng.choice([a, f"{a} && flag", f"{a} && {a} != {b}"])
            self.say(f"while ({guard}) {{ struct node *m = {a}->next; {step} {a} = m; }}")
        else:
            super().statement(depth)

    def text(self):
        for _ in range(self.rng.randint(1, 4)):
            self.statement(0)
        self.lines = [line for line in self.lines if "free(" not in line]
        self.say(f"return {self.rng.choice(self.pointers)};")
        head = f"struct node *{self.name}(struct node *a, struct node *b, int flag) {{"
        return "\n".join([head, "  flag = flag != 0;", *self.lines, "}"]).replace("malloc(sizeof(struct node));\n", "NULL;\n") + "\n"


ARRAY_HEAD = """struct box { int count; int data[4]; int *none; };
"""

ARRAY_REQUIRES = ["n + position[a] <= extent[a]", "0 <= n and n + position[a] <= extent[a]", "n <= extent[a]", "0 <= n and n + position[a] < extent[a]",
                  "some a and some b and some x", "position[a] < extent[a] and position[b] < extent[b] and some x",
                  "position[a] = 0 and n <= extent[a] and 0 <= k and k < n", "0 <= k and k + position[a] < extent[a] and some x and x.count <= 4",
                  "some x and 0 <= x.count and x.count <= 3 and n + position[b] <= extent[b]", "n <= 4 and some x and k > 0"]


class ArrayMethod(Method):
    """Loops over indices, mostly guarded."""

    def index(self, names):
        name = self.rng.choice(names)
        return self.rng.choice([name, name, name, f"{name} + 1", f"{name} - 1", f"n - 1 - {name}", f"{name} / 2", f"({name} & 3)", "0", "k", "n - 1"])

    def access(self, names):
        chance = self.rng.random()
        if chance < 0.5:
            return f"{self.rng.choice(['a', 'a', 'b'])}[{self.index(names)}]"
        if chance < 0.6:
            return self.rng.choice(["*a", "*b", "x->count"])
        return f"x->data[{self.index(names)}]"

    def guard(self, names):
        one, two = self.rng.choice(names), self.rng.choice(names + ["n", "4", "0", "x->count" if self.rng.random() < 0.3 else "k"])
        return f"{one} {self.rng.choice(['<', '<=', '>', '!='])} {two}"

    def action(self, names):
        chance = self.rng.random()
        if chance < 0.3:
            return f"{self.access(names)} = {self.rng.choice(['0', 'k', self.access(names)])};"
        if chance < 0.6:
            return f"s += {self.access(names)};"
        if chance < 0.7:
            return f"if ({self.guard(names)}) s = {self.rng.choice(['n', 'k', '7'])} / {self.rng.choice(names)};"
        if chance < 0.8:
            return self.rng.choice(["k = s;", "x->count = k;", "s = 0;", "s++;"])
        return f"if ({self.guard(names)} && {self.guard(names)}) {self.access(names)} = s;"

    def text(self):
        for _ in range(self.rng.randint(1, 2)):
            chance = self.rng.random()
            if chance < 0.6:
                start, end, step = self.rng.choice(["0", "0", "1", "k"]), self.rng.choice(["i < n", "i < n", "i <= n", "i < 4", "i < k", "i + 1 < n"]), self.rng.choice(
                    ["i++", "i++", "i += 2"])
                self.say(f"for (int i = {start}; {end}; {step}) {{ {self.action(['i', 'i', 'k'])} {self.action(['i', 's']) if chance < 0.3 else ''} }}")
            elif chance < 0.8:
                self.say(f"if ({self.guard(['k', 's'])}) {{ {self.action(['k', 's'])} }}")
            else:
                self.say("{ int *p = a; for (int i = 0; i < n; i++) { " + self.rng.choice(["s += *p; p++;", "*p++ = k;", "if (p == b) s += *b; p++;"]) + " } }")
        return "\n".join([f"int {self.name}(int *a, int *b, struct box *x, int n, int k) {{", "  int s = 0;", *self.lines, "  return s;", "}"]) + "\n"


KINDS = {"heaps": (Method, HEAD, SPECIFICATION_HEAD, REQUIRES, PROPERTIES, BUILT_IN),
         "lists": (ListMethod, LIST_HEAD, LIST_SPECIFICATION_HEAD, LIST_REQUIRES, LIST_PROPERTIES, BUILT_IN),
         "arrays": (ArrayMethod, ARRAY_HEAD, "", ARRAY_REQUIRES, [], ["null-deref", "bounds", "div-zero"])}


def generate(seed, folder, kind):
    rng = random.Random(seed)
    method, source_head, specification_head, requires, properties, built_in = KINDS[kind]
    source, specification = [source_head], ['source "subject.c"\n', specification_head]
    for index in range(METHODS):
        name = f"f{index}"
        source.append(method(rng, name).text())
        specification.append(f"method {name} {{\n  requires {rng.choice(requires)}\n")
        for number, formula in enumerate(rng.sample(properties, min(8, len(properties)))):
            specification.append(f"  ensures p{number}: {formula}\n")
        specification.append(f"  checks {', '.join(built_in)}\n}}\n")
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
    parser.add_argument("--kind", choices=KINDS, default="heaps")
    parser.add_argument("--recheck", action="store_true", help="let Z3 check the proofs: one that it refutes is wrong")
    parser.add_argument("--keep", type=pathlib.Path, help="where programs with a wrong proof go")
    options = parser.parse_args()
    weir = os.environ.get("WEIR", "weir")
    proofs = wrong = held = confirmed = 0
    for seed in range(options.first, options.first + options.programs):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            generate(seed, folder, options.kind)
            results, messages = check(weir, folder, "--scope", "3", "-j", "1", *["--recheck-proofs"][:options.recheck])
            if results is None:
                print(f"seed {seed}: weir failed\n{messages}")
                wrong += 1
                continue
            proved = [key for key, one in results.items() if one["verdict"] == "proved" and "proof" in one]
            held += sum(one["verdict"] in ("holds", "proved") for one in results.values())
            proofs += len(proved)
            confirmed += sum(results[key]["proof"].get("rechecked") is True for key in proved)
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
                    print(f"seed {seed}: WRONG {'.'.join(key)} is proved, and violated at scope {LARGER}", flush=True)
                    if options.keep:
                        options.keep.mkdir(parents=True, exist_ok=True)
                        for file in ("subject.c", "subject.weir"):
                            (options.keep / f"{seed}.{file}").write_text((folder / file).read_text())
    print(f"{options.programs * METHODS} methods: {held} properties hold at scope 3, {proofs} of them are proved, "
          + (f"{confirmed} confirmed by Z3, " if options.recheck else "") + f"{wrong} wrong")
    sys.exit(1 if wrong or proofs == 0 else 0)


if __name__ == "__main__":
    main()
