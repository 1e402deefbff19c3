# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random C functions. Each number makes one function, always the same.

A line has marks that the two readers see differently: «only the compiled program», ‹only weir›, and $L for the number of
the line in weir's source. A statement has a line of its own, so that the line names the place of an error.
"""
import random
import re

import helpers

PRELUDE = """#include <assert.h>
#include <stdlib.h>
struct node { struct node* next; int v; };
enum color { RED, GREEN, BLUE };
struct box { int a[3]; struct node* n; int* p; struct node in; unsigned char c; short s; };
int g0;
int garr[3];
struct node* gp;
int any_int(void);
int any_of(int x);
struct node* any_node(void);
int* any_pointer(int x);
void give(void* p);
"""

NATIVE_PRELUDE = """#include "runtime.h"
static int any_int(void) { return (int)oracleChoice(); }
static int any_of(int x) { return (int)oracleChoice(); }
static struct node* any_node(void) { return oracleChoosePointer(0); }
static int* any_pointer(int x) { return oracleChoosePointer(1); }
static void give(void* p) { oracleChangeWhatIsKnown(p); }
"""

C_TYPES = {"node*": "struct node*", "int*": "int*", "int**": "int**", "box*": "struct box*", "char*": "unsigned char*"}
NUMBERS = ["int", "int", "int", "int", "unsigned", "char", "unsigned char", "short", "unsigned short", "long long", "unsigned long long",
           "_Bool", "enum color"]

# What a function is about: its parameters, and what its statements may use.
THEMES = {
    "numbers": (["any", "any"], {"numbers"}),
    "numbers1": (["int"], {"numbers"}),
    "wide": (["any", "any", "any"], {"numbers", "switch"}),
    "switch": (["int", "any"], {"numbers", "switch"}),
    "loops": (["int", "int"], {"numbers", "loops"}),
    "loops1": (["int"], {"numbers", "loops"}),
    "loops-any": (["any", "int"], {"numbers", "loops", "switch"}),
    "nodes": (["node*", "node*"], {"nodes"}),
    "nodes-numbers": (["node*", "int"], {"nodes", "numbers"}),
    "lists": (["node*", "int"], {"nodes", "loops"}),
    "lists2": (["node*", "node*"], {"nodes", "loops", "numbers"}),
    "arrays": (["int*", "int"], {"pointers", "numbers"}),
    "arrays2": (["int*", "int*", "int"], {"pointers"}),
    "array-loops": (["int*", "int"], {"pointers", "loops"}),
    "local-arrays": (["int", "int"], {"local arrays", "loops", "numbers"}),
    "addresses": (["int", "int*"], {"pointers", "addresses", "numbers"}),
    "double": (["int**", "int**", "int*"], {"pointers", "double"}),
    "double1": (["int**", "int"], {"pointers", "double", "numbers", "addresses"}),
    "boxes": (["box*", "box*", "int"], {"boxes", "nodes"}),
    "boxes-nodes": (["box*", "node*", "int*"], {"boxes", "nodes", "pointers"}),
    "alloc": (["int"], {"alloc", "nodes", "numbers"}),
    "alloc-nodes": (["node*", "int"], {"alloc", "nodes"}),
    "alloc-arrays": (["int", "int"], {"alloc", "pointers"}),
    "free": (["node*", "node*"], {"alloc", "nodes"}),
    "globals": (["int", "int*"], {"globals", "pointers", "numbers"}),
    "globals-nodes": (["node*", "int"], {"globals", "nodes"}),
    "calls": (["int", "int"], {"numbers", "calls"}),
    "calls-nodes": (["node*", "node*"], {"nodes", "calls"}),
    "calls-pointers": (["int*", "int*", "int"], {"pointers", "calls", "addresses"}),
    "calls-double": (["int**", "int*", "int"], {"pointers", "double", "calls", "addresses"}),
    "calls-all": (["node*", "int*", "int"], {"pointers", "nodes", "calls", "globals", "numbers"}),
    "calls-loops": (["int", "int"], {"numbers", "calls", "loops"}),
    "recursion": (["int"], {"numbers", "recursion"}),
    "recursion2": (["int", "int"], {"numbers", "recursion"}),
    "recursion-nodes": (["node*", "int"], {"nodes", "recursion", "numbers"}),
    "outside": (["int", "int*"], {"outside", "pointers", "numbers", "addresses"}),
    "outside-nodes": (["node*", "int"], {"outside", "nodes", "alloc"}),
    "values": (["struct node", "int"], {"nodes", "numbers"}),
    "chars": (["char*", "int"], {"chars", "numbers"}),
    "chars-loops": (["char*", "int"], {"chars", "loops"}),
    "statics": (["int"], {"numbers", "statics"}),
    "mixed": (["node*", "int*", "any"], {"numbers", "nodes", "pointers", "loops", "alloc", "globals"}),
}


# Only where they are asked for: with them among the others each number would make another function.
MORE_THEMES = {
    "mutual": (["int"], {"numbers", "recursion", "mutual"}),
    "mutual2": (["int", "int"], {"numbers", "recursion", "mutual"}),
    "mutual-nodes": (["node*", "int"], {"nodes", "recursion", "numbers", "mutual"}),
}


class Function:
    """One function and its helpers, as marked lines."""

    def __init__(self, number, only=None):
        self.number, self.name = number, f"f{number}"
        self.rng = random.Random(f"conditions {number}")
        self.theme = only or list(THEMES)[number % len(THEMES)]
        types, self.uses = {**THEMES, **MORE_THEMES}[self.theme]
        self.parameters = [("abcdefg"[i] if t == "any" or t == "int" else {"node*": "n", "int*": "p", "int**": "q", "box*": "k", "char*": "s",
                            "struct node": "w"}[t] + (str(i) if i else ""), self.rng.choice(NUMBERS) if t == "any" else t)
                           for i, t in enumerate(types)]
        self.is_open = bool(self.uses & {"outside", "alloc", "statics"})
        self.runs = 8 if self.is_open else 1
        self.helper_lines, self.helpers = [], []
        if "calls" in self.uses:
            self.helper_lines, self.helpers = helpers.make(self.rng, self.name, self.uses)
        self.partners = [f"{self.name}_p{i}" for i in range(self.rng.randint(1, 5))] if "mutual" in self.uses else []
        self.lines = Body(self).whole()
        if self.partners:
            self.helper_lines += helpers.partners(self.rng, self.name, self.partners, self.parameters)

    def constants(self):
        text = " ".join(line for line in self.helper_lines + self.lines)
        return {int(found) for found in re.findall(r"(?<![\w$])\d{1,3}\b", text)}

    def world_uses(self):
        used = {"globals"} if "globals" in self.uses or self.helpers else set()
        return used | ({"box"} if "boxes" in self.uses else set())


class Body:
    """Statements for what is in scope."""

    def __init__(self, function):
        self.f, self.rng, self.uses = function, function.rng, function.uses
        self.numbers = [(n, t) for n, t in function.parameters if t not in C_TYPES and t != "struct node"]
        self.of = {kind: [n for n, t in function.parameters if t == kind] for kind in C_TYPES}
        self.values = [n for n, t in function.parameters if t == "struct node"]
        self.arrays = []
        self.result = "int"
        self.lines, self.indent, self.made = [], 1, 0
        self.in_loop = self.loop_count = 0
        self.fixed = set()  # variables that count a loop
        self.has_goto = False
        if "globals" in self.uses:
            self.numbers.append(("g0", "int"))
            self.arrays.append("garr")
            self.of["node*"].append("gp")

    def chance(self, p):
        return self.rng.random() < p

    def say(self, text):
        self.lines.append("  " * self.indent + text)

    def mark(self, text):
        self.say("«at = $L; »" + text)

    def name(self, start):
        self.made += 1
        return f"{start}{self.made}"

    # --- Expressions

    def constant(self):
        return str(self.rng.choice([0, 0, 1, 1, 2, 2, 3, 4, 5, 7, 10, 100, -1, -1, -2, -3]))

    def variable(self):
        return self.rng.choice(self.numbers)[0] if self.numbers else self.constant()

    def index(self):
        chance = self.rng.random()
        if chance < 0.45:
            return self.variable()
        return self.constant() if chance < 0.75 else f"{self.variable()} {self.rng.choice('+-')} {self.rng.randint(1, 2)}"

    def element(self, pointer):
        """An element of an array that a pointer leads into: whether it has one is asked before it is read."""
        return f"«(*PIDX(»{pointer}«, »‹[›{self.index()}«))»‹]›"

    def place(self):
        """Something in memory that holds an int."""
        ways = []
        ways += [f"{n}->v" for n in self.of["node*"]] * 2 + [f"{n}->next->v" for n in self.of["node*"]]
        ways += [f"*{p}" for p in self.of["int*"]] + [self.element(p) for p in self.of["int*"]]
        ways += [f"**{q}" for q in self.of["int**"]] + [self.element(f"(*{q})") for q in self.of["int**"]]
        ways += [f"{k}->{f}" for k in self.of["box*"] for f in ("in.v", "n->v", f"a[{self.index()}]", "c", "s")]
        ways += [f"*{k}->p" for k in self.of["box*"]]
        ways += [self.element(s) for s in self.of["char*"]] * 2 + [f"*{s}" for s in self.of["char*"]]
        ways += [f"{a}[{self.index()}]" for a in self.arrays] * 2
        ways += [f"{w}.v" for w in self.values] * 2 + [f"{w}.next->v" for w in self.values]
        return self.rng.choice(ways) if ways else self.variable()

    def leaf(self):
        chance = self.rng.random()
        if chance < 0.3:
            return self.constant()
        return self.variable() if chance < 0.7 else self.place()

    def number(self, depth=2):
        chance = self.rng.random()
        if depth == 0 or chance < 0.3:
            return self.leaf()
        left, right = (self.number(depth - 1) for _ in range(2))
        if chance < 0.62:
            return f"({left} {self.rng.choice(['+', '+', '-', '-', '*'])} {right})"
        if chance < 0.75:
            return f"({left} {self.rng.choice('/%')} {right})"
        if chance < 0.81:
            return f"({left} {self.rng.choice(['<<', '>>'])} {right if self.chance(0.3) else self.rng.randint(0, 5)})"
        if chance < 0.86:
            return f"({left} {self.rng.choice('&|^')} {right})"
        if chance < 0.9:
            return f"{self.rng.choice(['- ', '~', '!', '+'])}{left}"
        if chance < 0.94:
            return f"({self.rng.choice(NUMBERS)}){left}"
        return f"({self.condition(0)} ? {left} : {right})"

    def call(self):
        """A call that yields an int, or nothing."""
        ways = []
        if self.f.helpers:
            ways.append(self.helper_call)
        if "outside" in self.uses:
            ways.append(lambda: self.rng.choice(["any_int()", f"any_of({self.leaf()})"]))
        if "recursion" in self.uses:
            ways.append(self.recursive_call)
        return self.rng.choice(ways)() if ways else self.number(1)

    def helper_call(self):
        name, types = self.rng.choice(self.f.helpers)
        return f"{name}({', '.join(map(self.argument, types))})"

    def argument(self, of_type):
        if of_type == "int":
            return self.number(1)
        if of_type == "int*":
            places = [name for name, t in self.numbers if t == "int" and name in self.addressable()]
            if places and self.chance(0.5):
                return "&" + self.rng.choice(places)
            if self.arrays and self.chance(0.3):
                return self.rng.choice(self.arrays)
        return self.pointer(of_type)

    def addressable(self):
        return getattr(self, "registered", set()) | ({"g0"} if "globals" in self.uses else set())

    def recursive_call(self):
        arguments = []
        for name, of_type in self.f.parameters:
            if of_type == "node*":
                arguments.append(self.rng.choice([f"{name}->next", f"{name}->next", name, self.pointer("node*")]))
            elif self.chance(0.7):
                arguments.append(f"{name} {self.rng.choice('--+')} {self.rng.randint(1, 2)}")
            else:
                arguments.append(self.number(1))
        return f"«BACK(»{self.rng.choice([self.f.name, *self.f.partners * 2])}({', '.join(arguments)})«, $L)»"

    def pointer(self, of_type):
        own = self.of[of_type]
        if not own or self.chance(0.07):
            return "NULL"
        chance = self.rng.random()
        chosen = self.rng.choice(own)
        if of_type == "node*" and chance < 0.35:
            return f"{chosen}->next"
        if of_type == "node*" and chance < 0.5 and self.of["box*"]:
            return self.rng.choice(["&{}->in", "{}->n", "{}->n"]).format(self.rng.choice(self.of["box*"]))
        if of_type == "int*":
            return self.int_pointer(chosen, chance)
        return chosen

    def int_pointer(self, chosen, chance):
        if chance < 0.15 and self.of["int**"]:
            return f"*{self.rng.choice(self.of['int**'])}"
        if chance < 0.25 and self.of["node*"]:
            return f"&{self.rng.choice(self.of['node*'])}->v"
        if chance < 0.35 and self.of["box*"]:
            return self.rng.choice(["{}->p", "&{}->in.v", "{}->a"]).format(self.rng.choice(self.of["box*"]))
        if chance < 0.5:
            index = self.index()
            return f"«PADD({chosen}, {index})»‹{chosen} + ({index})›"
        if chance < 0.6 and "globals" in self.uses:
            return self.rng.choice(["&g0", "garr"])
        return chosen

    def pointers(self):
        return [n for kind in ("node*", "int*", "box*", "char*") for n in self.of[kind]]

    def condition(self, depth=1):
        chance = self.rng.random()
        pointers = self.pointers()
        if depth > 0 and chance < 0.2:
            return f"{self.condition(depth - 1)} {self.rng.choice(['&&', '||'])} {self.condition(depth - 1)}" if self.chance(0.7) \
                else f"!({self.condition(depth - 1)})"
        if pointers and chance < 0.5:
            return self.pointer_condition(pointers)
        if chance < 0.56 and self.numbers and depth > 0:
            return self.number(1)
        side = self.number(1) if self.chance(0.4) else self.leaf()
        return f"{self.variable() if self.chance(0.7) else self.place()} {self.rng.choice(['<', '<=', '>', '>=', '==', '!='])} {side}"

    def pointer_condition(self, pointers):
        chosen = self.rng.choice(pointers)
        if self.chance(0.5):
            return self.rng.choice(["{}", "{}", "!{}", "{} != NULL"]).format(chosen)
        same = next(kind for kind in ("node*", "int*", "box*", "char*") if chosen in self.of[kind])
        other = self.rng.choice(self.of[same]) if same != "node*" or self.chance(0.6) else f"{self.rng.choice(self.of[same])}->next"
        return f"{chosen} {self.rng.choice(['==', '!='])} {other}"

    # --- Statements

    def target(self):
        """An int that may be written; no counter of a loop."""
        names = [n for n, _ in self.numbers if n not in self.fixed or self.chance(0.1)]
        if self.chance(0.4) or not names:
            place = self.place()
            return place if not re.fullmatch(r"-?\d+", place) else None
        return self.rng.choice(names)

    def assignment(self):
        target = self.target()
        if target is None:
            return self.declaration()
        chance = self.rng.random()
        if chance < 0.5:
            value = self.call() if self.chance(0.4) else self.number()
            return self.mark(f"{target} = {value};")
        if chance < 0.75:
            return self.mark(f"{target} {self.rng.choice(['+=', '-=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^='])} {self.number(1)};")
        if chance < 0.8:
            return self.mark(f"{target} {self.rng.choice(['<<=', '>>='])} {self.rng.randint(0, 4)};")
        if target.startswith("*"):
            target = f"({target})"
        return self.mark(self.rng.choice(["{}++;", "{}--;", "++{};", "--{};"]).format(target))

    def declaration(self):
        of_type = self.rng.choice(NUMBERS) if self.chance(0.35) else "int"
        name = self.name("x")
        value = self.call() if self.chance(0.4) else self.number()
        qualifier = ""
        if self.chance(0.08):
            qualifier = "const "
            self.fixed.add(name)
        self.mark(f"{qualifier}{of_type} {name} = {value};")
        if qualifier == "":
            self.numbers.append((name, of_type))
            if of_type == "int" and self.uses & {"addresses", "calls"}:
                self.register(name, "L_INT")

    def register(self, name, layout):
        self.registered = getattr(self, "registered", set()) | {name}
        # It is known before the first value is stored in it.
        self.lines[-1] = self.lines[-1].replace(f"{name} = ", f"{name}«; REG({name}, {layout}); {name}» = ", 1)

    def array(self):
        name = self.name("t")
        size = self.rng.randint(1, 4)
        values = [self.leaf() for _ in range(self.rng.randint(1, size))]
        stores = " ".join(f"{name}[{i}] = {values[i] if i < len(values) else 0};" for i in range(size))
        self.mark(f"int {name}[{size}]« ; REG({name}, L_INT); {stores}»‹ = {{{', '.join(values)}}}›;")
        self.registered = getattr(self, "registered", set()) | {name}
        self.arrays.append(name)

    def address(self):
        """A pointer to a variable of the function."""
        places = [n for n, t in self.numbers if n in self.addressable()]
        name = self.name("r")
        if not places:
            of_value = self.number(1)
            variable = self.name("y")
            self.mark(f"int {variable} = {of_value};")
            self.register(variable, "L_INT")
            self.numbers.append((variable, "int"))
            places = [variable]
        self.mark(f"int* {name} = &{self.rng.choice(places)};")
        self.of["int*"].append(name)

    def pointer_declaration(self):
        kinds = [kind for kind in ("node*", "int*") if self.of[kind]]
        if not kinds:
            return self.declaration()
        kind = self.rng.choice(kinds)
        name = self.name("r")
        self.mark(f"{C_TYPES[kind]} {name} = {self.pointer(kind)};")
        self.of[kind].append(name)

    def pointer_assignment(self):
        ways = [("node*", n) for n in self.of["node*"]] + [("node*", f"{n}->next") for n in self.of["node*"]] * 2
        ways += [("int*", p) for p in self.of["int*"]] + [("int*", f"*{q}") for q in self.of["int**"]] * 3
        ways += [("node*", f"{k}->n") for k in self.of["box*"]] + [("int*", f"{k}->p") for k in self.of["box*"]]
        ways += [("node*", f"{w}.next") for w in self.values]
        if not ways:
            return self.assignment()
        kind, target = self.rng.choice(ways)
        if kind == "node*" and "outside" in self.uses and self.chance(0.3):
            return self.mark(f"{target} = any_node();")
        return self.mark(f"{target} = {self.pointer(kind)};")

    def allocation(self):
        chance = self.rng.random()
        if "nodes" in self.uses and chance < 0.45:
            name = self.name("m")
            call = self.rng.choice(["malloc«_node»(sizeof(struct node))", "malloc«_node»(sizeof(struct node))",
                                    "calloc«_node»(1, sizeof(struct node))"])
            self.mark(f"struct node* {name} = {call};")
            self.of["node*"].append(name)
            if self.chance(0.8):
                self.mark(f"{name}->v = {self.number(1)};")
                self.mark(f"{name}->next = {self.pointer('node*')};")
        elif "pointers" in self.uses and chance < 0.45:
            name = self.name("m")
            size = self.rng.choice([self.variable(), str(self.rng.randint(0, 3))])
            call = self.rng.choice([f"malloc«_int»({size} * sizeof(int))", f"calloc«_int»({size}, sizeof(int))"])
            self.mark(f"if ({size} < 0 || {size} > 100) return 0;")
            self.mark(f"int* {name} = {call};")
            self.of["int*"].append(name)
        else:
            owned = self.of["node*"] + self.of["int*"]
            self.mark(f"free({self.rng.choice(owned)});" if owned else ";")

    def outside(self):
        chance = self.rng.random()
        pointers = self.pointers()
        if chance < 0.4 and pointers:
            return self.mark(f"give({self.rng.choice(pointers)});")
        if chance < 0.6 and self.of["int*"]:
            return self.mark(f"{self.rng.choice(self.of['int*'])} = any_pointer({self.leaf()});")
        return self.mark(f"if (any_int() {self.rng.choice(['>', '==', '<'])} {self.leaf()}) return {self.leaf()};")

    def block(self, head, depth, last=None, most=2, least=1):
        """`head {`, statements, `}`: what is declared in it is gone afterwards."""
        self.say(head + " {")
        self.indent += 1
        saved = list(self.numbers), {kind: list(names) for kind, names in self.of.items()}, list(self.arrays)
        for _ in range(self.rng.randint(least, most)):
            self.statement(depth + 1)
        if last:
            self.mark(last)
        self.numbers, self.of, self.arrays = saved
        self.indent -= 1
        self.say("}")

    def branch(self, depth):
        self.block(f"«at = $L; »if ({self.condition()})", depth)
        if self.chance(0.3):
            self.lines[-1] += " else {"
            self.indent += 1
            saved = list(self.numbers), {kind: list(names) for kind, names in self.of.items()}, list(self.arrays)
            self.statement(depth + 1)
            self.numbers, self.of, self.arrays = saved
            self.indent -= 1
            self.say("}")

    def early_return(self):
        if self.in_loop and self.chance(0.6):
            return self.mark(f"if ({self.condition()}) {self.rng.choice(['break', 'continue', 'break'])};")
        if self.chance(0.1):
            self.has_goto = True
            return self.mark(f"if ({self.condition()}) goto out;")
        return self.mark(f"if ({self.condition()}) return {self.leaf()};")

    def switch(self, depth):
        self.mark(f"switch ({self.number(1)}) {{")
        self.indent += 1
        saved = list(self.numbers), {kind: list(names) for kind, names in self.of.items()}, list(self.arrays)
        labels = self.rng.sample(["0", "1", "2", "3", "-1", "7"], self.rng.randint(1, 3))
        if self.chance(0.7):
            labels.insert(self.rng.randint(0, len(labels)), "default")
        in_loop, self.in_loop = self.in_loop, 0
        for label in labels:
            self.say(("default:" if label == "default" else f"case {label}:") + " {")
            self.indent += 1
            self.statement(depth + 1)
            self.indent -= 1
            self.say("}" + self.rng.choice(["", " break;", " break;"]))
            self.numbers, self.of, self.arrays = list(saved[0]), {k: list(v) for k, v in saved[1].items()}, list(saved[2])
        self.in_loop = in_loop
        self.indent -= 1
        self.say("}")

    def loop(self, depth):
        self.loop_count += 1
        self.in_loop += 1
        chance = self.rng.random()
        if self.of["node*"] and chance < 0.5:
            walker = self.rng.choice(self.of["node*"])
            guard = self.rng.choice([walker, walker, f"{walker} && {self.condition(0)}", f"{walker} != {self.pointer('node*')}", f"{walker}->next"])
            self.block(f"while («at = $L, »{guard})", depth, last=f"{walker} = {walker}->next;", least=0)
        elif chance < 0.75:
            self.counting_loop(depth)
        elif chance < 0.9 and self.numbers:
            name = self.rng.choice(self.numbers)[0]
            step = self.rng.choice(["{}--;", "{}++;", "{} -= 2;", "{} += 3;", "{} /= 2;", "{} -= %s;" % self.variable(), "{} = {} - 1;"])
            self.fixed.add(name)
            self.block(f"while («at = $L, »{name} {self.rng.choice(['>', '>=', '<', '!=', '<='])} {self.leaf()})", depth,
                       last=step.format(name, name), least=0)
            self.fixed.discard(name)
        elif chance < 0.95:
            self.block("do", depth)
            self.lines[-1] += f" while («at = $L, »{self.condition()});"
        else:
            self.block(f"while («at = $L, »{self.condition()})", depth)
        self.in_loop -= 1

    def counting_loop(self, depth):
        name = self.name("i")
        start = self.leaf() if self.chance(0.3) else self.rng.choice(["0", "0", "1"])
        up = self.chance(0.75)
        compare = self.rng.choice(["<", "<", "<=", "!="]) if up else self.rng.choice([">", ">=", "!="])
        if not up:
            start = self.variable()
        limit = (self.variable() if self.chance(0.6) else str(self.rng.randint(1, 6))) if up else self.rng.choice(["0", "0", "-1", self.leaf()])
        step = self.rng.choice(["{}++", "++{}", "{}++", "{} += 2", "{} += %s" % self.leaf()] if up else ["{}--", "{}--", "{} -= 2"])
        of_type = self.rng.choice(["int", "int", "int", "int", "unsigned", "long long", "unsigned char"])
        saved = list(self.numbers)
        self.numbers.append((name, of_type))
        self.fixed.add(name)
        self.block(f"for ({of_type} {name} = «(at = $L), »({start}); «at = $L, »{name} {compare} {limit}; «at = $L, »{step.format(name)})".replace(
            "= «(at = $L), »", "= "), depth)
        self.fixed.discard(name)
        self.numbers = saved

    def side_effects(self):
        """Operators whose operands change something, in an order that C fixes."""
        names = [n for n, t in self.numbers if n not in self.fixed]
        if len(names) < 1:
            return self.assignment()
        x = self.rng.choice(names)
        other = self.rng.choice([n for n, _ in self.numbers if n != x] or ["2"])
        change = self.rng.choice([f"{x}++", f"--{x}", f"({x} += 2)", f"({x} = {other})", f"{x}--"])
        return self.mark(self.rng.choice([
            f"if ({other} > 0 && {change} > {self.constant()}) return {other};",
            f"if ({other} < {self.constant()} || {change}) return {x};",
            f"int «»{self.name('z')} = ({other} > 1 ? {change} : {other});",
            f"if (({change}, {x} > 3)) return {x};",
            f"int «»{self.name('z')} = {change} {self.rng.choice('+-*')} {other};"]))

    def static(self):
        name = self.name("st")
        self.say(f"static int {name} = {self.rng.randint(0, 2)};« REG_STATIC({name}, L_INT);»")
        self.numbers.append((name, "int"))

    def assertion(self):
        self.mark(f"assert({self.condition()});")

    def plain_call(self):
        self.mark(f"{self.call()};")

    def statement(self, depth=0):
        ways = [(self.assignment, 4), (self.declaration, 1.2), (self.early_return, 1.5), (self.assertion, 1.2)]
        if depth < 2:
            ways.append((lambda: self.branch(depth), 2))
        if depth < 2 and "loops" in self.uses and self.loop_count < 2:
            ways.append((lambda: self.loop(depth), 4))
        if depth < 2 and "switch" in self.uses:
            ways.append((lambda: self.switch(depth), 2))
        if self.numbers:
            ways.append((self.side_effects, 0.8))
        if self.uses & {"nodes", "double", "boxes", "pointers"}:
            ways += [(self.pointer_assignment, 2.5), (self.pointer_declaration, 1)]
        for use, way, weight in (("local arrays", self.array, 2), ("addresses", self.address, 2), ("alloc", self.allocation, 4),
                                 ("outside", self.outside, 3), ("statics", self.static, 2 if depth == 0 else 0)):
            if use in self.uses:
                ways.append((way, weight))
        if self.f.helpers or "recursion" in self.uses:
            ways.append((self.plain_call, 2))
        self.rng.choices([way for way, _ in ways], [weight for _, weight in ways])[0]()

    def whole(self):
        if "recursion" in self.uses:
            self.mark(f"if ({self.condition(0)}) return {self.leaf()};")
        if "addresses" in self.uses or "calls" in self.uses:
            for name, of_type in self.f.parameters:
                if of_type == "int":
                    self.say(f"«REG({name}, L_INT);»")
                    self.registered = getattr(self, "registered", set()) | {name}
        for _ in range(self.rng.randint(1, 4)):
            self.statement()
        value = self.call() if self.chance(0.25) or "recursion" in self.uses else self.number(1)
        self.mark(f"return {value};")
        if self.has_goto:
            self.lines.append("out:")
            self.mark(f"return {self.leaf()};" if self.chance(0.5) else "return 1;")
        parameters = ", ".join(f"{C_TYPES.get(t, t)} {n}" for n, t in self.f.parameters)
        return [f"int {self.f.name}({parameters}) {{", *self.lines, "}"]


def render(functions):
    """The text for weir and the text for the compiler."""
    plain, native = PRELUDE.splitlines(), [NATIVE_PRELUDE]
    for function in functions:
        for line in function.helper_lines + function.lines:
            plain.append(re.sub(r"«[^»]*»", "", line).replace("‹", "").replace("›", ""))
            native.append(re.sub(r"‹[^›]*›", "", line).replace("«", "").replace("»", "").replace("$L", str(len(plain))))
    return "\n".join(plain) + "\n", "\n".join(native) + "\n"
