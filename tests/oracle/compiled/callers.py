# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Open C programs: what a caller can bring. Callbacks and hooks, functions without bodies, variables of other files,
`void*`, and pointers of different types to the same place."""
import constructs
import unions
from c_code import PLAIN_ACCESS, Code, indent
from program import Claim, Program, dice

POOL = 3

# (type with a hole for the name, result, arguments, parameters of a stub)
SIGNATURES = [
    ("int (*$)(struct N@*)", "int", ["node"], "struct N@* n"),
    ("int (*$)(int)", "int", ["int"], "int n"),
    ("void (*$)(struct N@*, int)", "void", ["node", "int"], "struct N@* n, int k"),
    ("struct N@* (*$)(struct N@*)", "node", ["node"], "struct N@* n"),
    ("void (*$)(void*)", "void", ["node"], "void* n"),
    ("int (*$)(void)", "int", [], "void"),
]
# A program of one of these is now and then also of another.
MIXED = ["callback", "hook_field", "extern_hook", "extern_variable", "void_payload", "aliases", "fields_by_pointer", "freeing"]
RESULT = {"int": "int", "void": "void", "node": "struct N@*"}


class Caller:
    """One program, its stubs and its driver, made side by side."""

    def __init__(self, kind, seed, features):
        self.rng = dice(kind, seed)
        if features[0] in MIXED and self.rng.randrange(3) == 0:
            features.append(self.rng.choice([feature for feature in MIXED if feature not in features]))
        self.kind, self.seed, self.features = kind, seed, features
        self.code = Code(self.rng, features)
        self.members = ["int a;", "struct N@* next;"]
        self.macros = []
        self.before = []  # declarations of the source, after the struct
        self.parameters = ["struct N@* p", "struct N@* q", "int x"]
        self.requires = []
        self.stubs = []
        self.setup = []  # of the driver, before the call
        self.fill = []  # of each object `n` of the pool
        self.mess = []  # what a stub may do besides
        self.globals = []  # (name, native type): claims about them
        self.claims = []
        self.after = []  # snapshots
        self.deterministic = True
        self.acyclic = False
        self.returns_node = None
        self.first = []  # statements that come before all
        self.needs_object = False
        self.object = None  # a variable that pointers of the caller may lead to

    def program(self):
        rng, code = self.rng, self.code
        if rng.randrange(2):
            code.links.append("other")
            self.members.append("struct N@* other;")
        code.most_allocations = rng.choice([0, 0, 1])
        self.needs_object = rng.randrange(2) == 0
        if self.needs_object:
            self.requires.append("some p")
            code.safe.add("p")
        if self.acyclic or "recursion" in self.features:
            self.requires.append(f"no n: N@ | n in n.^({' + '.join(code.links)})")
        for feature in self.features:
            getattr(self, feature.replace("-", "_"))()
        if rng.randrange(2):
            self.helper()
        returns_node = rng.randrange(3) == 0 if self.returns_node is None else self.returns_node
        lines = list(self.first)
        if code.gadgets:
            lines += rng.choice(code.gadgets)() or []
        lines += code.block(2, 4)
        for _ in range(6):
            if code.gadgets and self.rng.randrange(3) == 0:
                lines += rng.choice(code.gadgets)() or []
                break
        lines.append(f"return {code.pointer() if returns_node else code.number()};")
        result = "struct N@*" if returns_node else "int"
        source = ["#include <stdlib.h>", *self.macros, "struct N@ {", *("  " + member for member in self.members), "};", *self.before,
                  f"{result} f@({', '.join(self.parameters)}) {{", indent(lines), "}", ""]
        # A variable of another source is known where this one uses it.
        unused = [name for name in ("root@", "level@", "table@") if "\n".join(source).count(name) < 2]
        self.claims = [claim for claim in self.claims if not any(name in claim.formula for name in unused)]
        self.standard_claims(returns_node)
        rng.shuffle(self.claims)
        return Program(kind=self.kind, seed=self.seed, source="\n".join(source), language="c",
                       requires=" and ".join(self.requires), stubs=self.stub_text(), driver=self.driver(result),
                       claims=self.claims[:40], runs=300, unroll=5 if self.acyclic else 3, checks=self.checks(), deterministic=self.deterministic)

    def checks(self):
        if "uninitialised" in self.features:
            return ["uninitialized"]
        return [self.rng.choice(["null-deref", "use-after-free"])] if self.rng.randrange(4) == 0 else []

    def helper(self):
        """A callee, so that there is something to summarise."""
        inner = Code(self.rng, self.features)
        inner.constants, inner.fields, inner.links = self.code.constants, self.code.fields, self.code.links
        inner.pointers, inner.numbers = ["n"], ["k"]
        body = inner.block(1, 3)
        if self.rng.randrange(2):
            self.before.append(f"static int h@(struct N@* n, int k) {{\n{indent(body)}\n  return {inner.number()};\n}}")
            self.code.functions.append(("h@", "int", ["node", "int"]))
        else:
            self.before.append(f"static struct N@* h@(struct N@* n, int k) {{\n{indent(body)}\n  return {inner.pointer()};\n}}")
            self.code.functions.append(("h@", "node", ["node", "int"]))

    # What a kind adds

    def called(self, expression, signature, guard):
        """Statements that call through a pointer."""
        _, result, parameters, _ = signature
        code = self.code

        def gadget():
            arguments = ", ".join(code.argument(kind) for kind in parameters)
            call = f"{expression()}({arguments})"
            test = guard()
            if result == "int":
                line = f"{code.rng.choice(code.numbers)} = {call};"
            elif result == "node":
                pointer = code.rng.choice(code.pointers)
                if test and test.startswith(pointer + "->"):
                    return None
                code.safe.discard(pointer)
                line = f"{pointer} = {call};"
            else:
                line = f"{call};"
            return [f"if ({test}) {{", line, "}"] if test else [line]
        return gadget

    def stub(self, name, signature):
        """A function that does anything."""
        _, result, _, parameters = signature
        body = "mess@(n);" if "struct N@* n" in parameters or "void* n" in parameters else "mess@(NULL);"
        value = {"int": "return (int)number@();", "void": "", "node": "return pick@();"}[result]
        self.stubs.append(f"{RESULT[result]} {name}({parameters}) {{ {body} {value} }}")

    def candidate(self, signature):
        """A function in the file whose address is taken."""
        _, result, _, parameters = signature
        name = f"known{len(self.before)}@"
        value = {"int": f"return {self.code.constant()};", "void": "", "node": "return n;"}[result]
        self.before.append(f"static {RESULT[result]} {name}({parameters}) {{ {value} }}")
        self.before.append(f"{signature[0].replace('$', 'taken' + str(len(self.before)) + '@')} = {name};")
        return name

    def callback(self):
        signature = self.rng.choice(SIGNATURES)
        self.parameters.append(signature[0].replace("$", "cb"))
        self.stub("any_cb@", signature)
        values = ["any_cb@"]
        if self.rng.randrange(2):
            values.append(self.candidate(signature))
        if self.rng.randrange(2):
            self.requires.append("some cb")
            self.code.gadgets.append(self.called(lambda: "cb", signature, lambda: ""))
        else:
            values.append("NULL")
            self.code.gadgets.append(self.called(lambda: "cb", signature, lambda: "cb"))
        self.code.gadgets.append(self.test_of("cb"))
        if len(values) > 1 and values[1] != "NULL":
            self.code.gadgets.append(self.test_of(f"cb == {values[1]}"))
        if signature[1] == "int" and self.rng.randrange(2):  # a callee gets it, and calls it
            given = {"node": "n", "int": "k"}
            self.before.append(f"static int apply@({signature[0].replace('$', 'g')}, struct N@* n, int k) {{\n"
                               f"  return g ? g({', '.join(given[kind] for kind in signature[2])}) : {self.code.constant()};\n}}")
            self.code.functions.append(("apply@", "int", ["cb", "node", "int"]))
        choices = "".join(f"choice == {i} ? {value} : " for i, value in enumerate(values[:-1])) + values[-1]
        self.setup.append(f"unsigned choice = oracle_roll({len(values)});")
        self.setup.append(f"{signature[0].replace('$', 'cb')} = {choices};")

    def constructs(self):
        constructs.add(self)

    def unions(self):
        unions.add(self)

    def test_of(self, expression):
        code = self.code
        return lambda: [f"if ({expression}) {{", *code.block(0, 1), "}"]

    def hook_field(self):
        signature = self.rng.choice(SIGNATURES)
        self.members.append(signature[0].replace("$", "hook") + ";")
        self.stub("any_hook@", signature)
        values = ["any_hook@", "NULL"]
        if self.rng.randrange(2):
            values.append(self.candidate(signature))
        choices = "".join(f"hook_choice == {i} ? {value} : " for i, value in enumerate(values[:-1])) + values[-1]
        self.fill.append(f"unsigned hook_choice = oracle_roll({len(values)}); n->hook = {choices};")
        state = {}

        def expression():
            state["at"] = self.code.followed()
            return f"{state['at']}->hook"
        inner = self.called(expression, signature, lambda: f"{state['at']}->hook")
        self.code.gadgets.append(lambda: inner() if self.code.followed() else None)

        def looks():
            at = self.code.followed()
            return self.test_of(f"{at}->hook")() if at else None
        self.code.gadgets.append(looks)
        # A fresh object has one as well.
        allocation = self.code.allocation

        def with_hook():
            lines = allocation()
            return lines + [lines[0].split(" ")[0] + "->hook = NULL;"]
        self.code.allocation = with_hook

    def extern_hook(self):
        signature = self.rng.choice(SIGNATURES)
        self.before.append(f"extern {signature[0].replace('$', 'hook@')};")
        self.stub("any_extern@", signature)
        self.stubs.insert(0, f"{signature[0].replace('$', 'hook@')};")
        self.setup.append("hook@ = oracle_roll(3) ? any_extern@ : NULL;")
        self.code.gadgets.append(self.called(lambda: "hook@", signature, lambda: "hook@"))
        self.code.gadgets.append(self.test_of("hook@"))

    def extern_function(self):
        for i in range(self.rng.randint(1, 2)):
            signature = self.rng.choice(SIGNATURES)
            name = f"ext{i}@"
            self.before.append(f"{RESULT[signature[1]]} {name}({signature[3]});")
            self.stub(name, signature)
            self.code.gadgets.append(self.called(lambda name=name: name, signature, lambda: ""))
        if self.rng.randrange(2):
            self.before.append("void out@(int* n);")
            self.stubs.append("void out@(int* n) { mess@(NULL); if (oracle_roll(3)) *n = (int)number@(); }")
            self.code.gadgets.append(lambda: [f"out@(&{self.rng.choice(self.code.numbers)});"])

    def extern_variable(self):
        code = self.code
        match self.rng.randrange(5):
            case 4:
                self.before.append("extern int table@[3];")
                self.stubs.insert(0, "int table@[3];")
                self.setup.append("for (int i = 0; i < 3; ++i) table@[i] = (int)number@();")
                self.mess.append("if (oracle_roll(2)) table@[oracle_roll(3)] = (int)number@();")
                code.numbers += ["table@[0]", "table@[2]"]
                code.gadgets.append(lambda: ["if (x >= 0 && x < 3) {", f"table@[x] = {code.number(1)};", "}"])
                self.claims.append(Claim("table@'[1] = table@[1]", "table@[1] == was_table"))
                self.after.append("int was_table = table@[1];")
                return
            case 0:
                self.before.append("extern int level@;")
                self.stubs.insert(0, "int level@;")
                code.numbers.append("level@")
                self.code.gadgets.append(lambda: [f"if (level@ == {code.constant()}) {{", *code.block(0, 1), "}"])
            case 1:
                self.before.append("extern const int limit@;")
                self.stubs.insert(0, "static int real_limit@; extern const int limit@ __attribute__((alias(\"real_limit@\")));")
                self.setup.append("real_limit@ = (int)number@();")
                self.code.gadgets.append(lambda: [f"{self.rng.choice([n for n in code.numbers])} = limit@;"])
                return
            case 2:
                self.before.append("extern struct N@* root@;")
                self.stubs.insert(0, "struct N@* root@;")
                code.pointers.append("root@")
                self.setup.append("root@ = pick@();")
                self.mess.append("if (oracle_roll(2)) root@ = pick@();")
                self.claims.append(Claim("root@' = root@", "root@ == was_root"))
                self.after.append("struct N@* was_root = root@;")
                return
            case _:
                self.before.append("extern struct N@ first@;")
                self.stubs.insert(0, "struct N@ first@;")
                self.object = "first@"
                self.setup.append("fill@(&first@);")
                self.mess.append("if (oracle_roll(2)) first@.a = (int)number@();")
                code.gadgets.append(lambda: [f"{self.rng.choice(code.numbers)} = first@.a;"])
                code.gadgets.append(lambda: [f"first@.a = {code.number(1)};"])

                def points():
                    pointer = self.rng.choice(code.pointers)
                    code.safe.add(pointer)
                    return [f"{pointer} = &first@;"]
                code.gadgets.append(points)
                return
        self.setup.append("level@ = (int)number@();")
        self.mess.append("if (oracle_roll(2)) level@ = (int)number@();")
        self.claims.append(Claim("level@' = level@", "level@ == was_level"))
        self.after.append("int was_level = level@;")

    def void_payload(self):
        code = self.code
        self.members.append("void* data;")
        self.fill.append("n->data = payload@();")
        self.before.append("struct M@ { int k; };")
        # Where the code looks into it, it is what the code takes it for: of every second program a number.
        looks = self.rng.randrange(2)
        is_number = looks and self.seed % 2 == 1
        behind, member = (("int", "char", "long", "unsigned short")[self.seed // 2 % 4], "") if is_number else ("struct M@", ".k")
        self.stubs.insert(0, f"static {behind} boxes@[2]; static int payloads@;\n"
                             "static void* payload@(void) { switch (oracle_roll(4)) { case 0: return NULL; case 1: return &boxes@[0];"
                             " case 2: return &boxes@[1]; default: return payloads@ ? (void*)&payloads@ : (void*)&boxes@[1]; } }")
        self.parameters.append("void* data")
        elsewhere = not looks and self.rng.randrange(3) > 0
        if elsewhere:  # another function looks into such pointers
            self.before.append("int other@(const void* d, struct N@* n) { n->data = (void*)d; return ((const struct M@*)d)->k; }")
        self.setup.append(f"payloads@ = {0 if looks or elsewhere else 1}; boxes@[0]{member} = (int)number@(); boxes@[1]{member} = (int)number@();")
        self.setup.append("void* data = payload@();")

        def store():
            at = code.followed()
            return [f"{at}->data = {self.rng.choice(['data', 'data', 'NULL'])};"] if at else None

        def compare():
            at = code.followed()
            return [f"if ({at}->data {self.rng.choice(['==', '!='])} {self.rng.choice(['data', 'data', 'NULL'])}) {{",
                    *code.block(0, 1), "}"] if at else None

        def look():
            seen = f"*({behind}*)data" if is_number else "((struct M@*)data)->k"
            return [f"if (data) {{ {self.rng.choice(code.numbers)} = {seen}; }}"]
        code.gadgets += [store, compare, self.test_of("data")] + ([look] if looks else [])
        self.claims += [Claim("p.data' = p.data", "!p || !alive@(p) || p->data == p_data"),
                        Claim("some p => p.data' = data", "!p || !alive@(p) || p->data == data"),
                        Claim("some p => no p.data'", "!p || !alive@(p) || !p->data")]
        self.after.append("void* p_data = p ? p->data : NULL;")
        allocation = code.allocation

        def with_data():
            lines = allocation()
            return lines + [lines[0].split(" ")[0] + f"->data = {self.rng.choice(['data', 'NULL'])};"]
        code.allocation = with_data

    def payload_alone(self):
        """Where nothing but the `void*` is there to point to."""
        rng, code = self.rng, self.code
        self.void_payload()
        code.pointers, code.safe, code.numbers = ["fresh"], {"fresh"}, ["x"]
        self.parameters = ["int x", "void* data", "void* more"]
        self.requires, self.needs_object, code.most_allocations = [], False, 1
        self.setup.append("void* more = payload@();")
        self.first = ["struct N@* fresh = malloc(sizeof *fresh);", "fresh->a = x;", *(f"fresh->{link} = NULL;" for link in code.links),
                      f"fresh->data = {rng.choice(['NULL', 'data', 'more'])};"]
        code.gadgets += [lambda: [f"if (data {rng.choice(['==', '!='])} more) {{", *code.block(0, 1), "}"],
                         lambda: ["fresh->data = more;"]]
        self.returns_node = True
        self.claims = [Claim("return.data' = data", "!result || result->data == data"),
                       Claim("return.data' = more", "!result || result->data == more"),
                       Claim("no return.data'", "!result || !result->data"),
                       Claim("some return.data'", "!result || result->data")]

    def aliases(self):
        """Two or three pointers of types that may lead to the same place."""
        rng, code = self.rng, self.code
        self.members.append("unsigned b;")
        code.fields.append("b")
        self.fill.append("n->b = (unsigned)number@();")
        pair = rng.choice([("int*", "unsigned*"), ("unsigned*", "int*"), ("int*", "int*"), ("int*", "enum E@*"),
                           ("enum E@*", "unsigned*"), ("const int*", "unsigned*")])
        if "enum E@*" in pair:
            self.before.append("enum E@ { zero@, one@, two@, seven@ = 7 };")
        self.requires += ["some u", "some v"]
        self.stubs.insert(0, "static int cells@[2];\n")
        for name, kind in zip("uv", pair):
            self.parameters.append(f"{kind} {name}")
            self.setup.append(f"{kind} {name} = ({kind})place@();")
        self.late_stubs = ["static void* place@(void) { if (pool_size@ && oracle_roll(3)) { struct N@* n = pool@[oracle_roll(pool_size@)]; "
                           "return oracle_roll(2) ? (void*)&n->a : (void*)&n->b; } return &cells@[oracle_roll(2)]; }"]
        self.setup.insert(0, "cells@[0] = (int)number@(); cells@[1] = (int)number@();")
        self.mess.append("if (oracle_roll(2)) cells@[0] = (int)number@();")
        if rng.randrange(2):  # a variable that other files know, too
            self.before.append("int shared@;")
            self.late_stubs[0] = self.late_stubs[0].replace("return &cells@", "if (oracle_roll(2)) return &shared@; return &cells@")
            self.setup.insert(0, "shared@ = (int)number@();")
            self.mess.append("if (oracle_roll(2)) shared@ = (int)number@();")
            self.claims.append(Claim("shared@' = shared@", "shared@ == was_shared"))
            self.after.append("int was_shared = shared@;")
            code.gadgets += [lambda: [f"shared@ = {code.number(1)};"], lambda: ["x = shared@;"],
                             lambda: [f"shared@ = {code.constant()};", *write(), "x = shared@;"]]

        def write():
            name, kind = rng.choice([(n, k) for n, k in zip("uv", pair) if "const" not in k])
            cast = f"(enum E@){rng.choice(['0', '1', '2', '7'])}" if "enum" in kind else code.number(1)
            return [f"*{name} = {cast};"]

        def read():
            return [f"{rng.choice(code.numbers)} = *{rng.choice('uv')};"]

        def both():
            return write() + write() + read()
        code.gadgets += [write, read, both]

    def fields_by_pointer(self):
        """Pointers to links."""
        code = self.code
        self.parameters.append("struct N@** r")
        self.requires.append("some r")
        self.stubs.insert(0, "static struct N@* slot@;\n")
        self.setup.append("struct N@** r = pool_size@ && oracle_roll(3) ? &pool@[oracle_roll(pool_size@)]->next : &slot@; slot@ = pick@();")
        code.pointers.append("(*r)")
        # A callback may have freed the node that r points into: what is there then is nobody's business.
        is_gone = "(r != &slot@ && !alive@((char*)r - __builtin_offsetof(struct N@, next)))"
        self.claims.append(Claim("deref[r]' = deref[r]", is_gone + " || *r == was_r"))
        self.after.append("struct N@* was_r = *r;")

    def bytes(self):
        """A character pointer into an object."""
        code, rng = self.code, self.rng
        kind = rng.choice(["char*", "unsigned char*", "signed char*"])
        self.parameters.append(f"{kind} s")
        self.requires.append("some s")
        self.stubs.insert(0, "static char text@[4];\n")
        into = self.bytes_of_bits() if rng.randrange(3) == 0 else "&pool@[oracle_roll(pool_size@)]->a + oracle_roll(4)"
        self.setup.append(f"{kind} s = pool_size@ && oracle_roll(2) ? ({kind}){into} : ({kind})text@;")
        code.gadgets += [lambda: [f"*s = {rng.choice([0, 1, 7, 65])};"], lambda: [f"{rng.choice(code.numbers)} = *s;"],
                         lambda: [f"if (*s == {rng.choice([0, 1, 7, 65])}) {{", *code.block(0, 1), "}"]]

    def bytes_of_bits(self):
        """Members whose bytes are no numbers, changed by their names around accesses through the pointer. Returns where it leads."""
        code, rng = self.code, self.rng
        self.members += ["_Bool set;", "unsigned mode : 3;"]
        self.fill.append("n->set = (int)oracle_roll(2); n->mode = (int)oracle_roll(8);")

        def changed(at):
            return [f"{at}->{rng.choice(['set', 'mode'])} = {rng.choice([0, 1])};"]

        def seen(at):
            return [f"{rng.choice(code.numbers)} = {at}->{rng.choice(['set', 'mode'])};"]
        code.gadgets += [constructs.places(self, gadget) for gadget in (
            changed, seen, lambda at: [*changed(at), f"*s = {rng.choice([0, 1])};", *seen(at)],
            lambda at: ["x = *s;", *changed(at), "x = x == *s;"])]
        return "&pool@[oracle_roll(pool_size@)]->set + oracle_roll(2)"

    def freeing(self):
        code = self.code

        def release():
            at = code.followed()
            if not at:
                return None
            code.safe.discard(at)
            return [f"free({at});", f"{at} = NULL;"] if code.chance(2) else [f"free({at});"]
        code.gadgets.append(release)

    def uninitialised(self):
        """Objects and variables of which parts are never written."""
        rng, code = self.rng, self.code
        self.deterministic = False
        self.macros.append(PLAIN_ACCESS)
        code.most_allocations = 1
        code.gadgets.append(lambda: code.allocation() if code.allocations < code.most_allocations else None)
        match rng.randrange(4):
            case 0:
                self.unset_number()
            case 1:
                self.unset_object()
        self.returns_node = rng.randrange(4) > 0
        if self.returns_node:
            for field, known in [("next", "p"), ("next", "q"), ("next", "NULL"), ("a", "x"), ("a", code.constant())]:
                formula = f"no return.{field}'" if known == "NULL" else f"return.{field}' = {known}"
                self.claims.append(Claim(f"some return => {formula}", f"!result || !alive@(result) || result->{field} == {known}"))

    def unset_number(self):
        """A variable that some paths set, themselves or by a callee."""
        rng, code = self.rng, self.code
        self.first = ["int u; UNSET(u);"]
        self.before.append("static int out@(int* to, int k) {\n"
                           f"  if (k {rng.choice(['==', '!=', '<'])} {code.constant()}) {{\n    STORE(*to, {rng.choice(['k', code.constant()])});\n  }}\n"
                           f"  return {rng.choice(['k', code.constant()])};\n}}")
        code.gadgets += [lambda: [f"STORE(u, {code.number(1)});"], lambda: [f"out@(&u, {code.number(1)});"],
                         lambda: [f"if (x {rng.choice(['==', '!='])} {code.constant()}) {{", f"STORE(u, {code.constant()});", "}"],
                         lambda: [f"if (x {rng.choice(['==', '!='])} {code.constant()}) {{", "x = READ(u);", "}"],
                         lambda: [f"if (READ(u) {rng.choice(['==', '<'])} {code.constant()}) {{", *code.block(0, 1), "}"]]

    def unset_object(self):
        """An object on the stack; copies of it take along what is unset."""
        rng, code = self.rng, self.code
        self.first = ["struct N@ local; UNSET(local);"]

        def copy():
            at = code.followed()
            return [f"COPY(*{at}, local);" if rng.randrange(3) else f"COPY(local, *{at});"] if at else None
        code.gadgets += [lambda: [f"STORE(local.a, {code.number(1)});"], lambda: [f"STORE(local.next, {code.pointer()});"],
                         lambda: ["x = READ(local.a);"], copy, copy]

    def recursion(self):
        """A function that calls itself, allocates and frees on the way, on lists and trees without cycles."""
        rng, code = self.rng, self.code
        self.acyclic = True
        inner = Code(rng, [])
        inner.constants, inner.fields, inner.links = code.constants, code.fields, code.links
        inner.pointers, inner.numbers, inner.safe = ["n"], ["k"], {"n"}
        budget = [2]

        def again():
            if budget[0] == 0 or "n" not in inner.safe:
                return None
            budget[0] -= 1
            link = rng.choice(inner.links)
            value = rng.choice(["k", inner.constant(), "n->a", f"(n->{link} ? n->{link}->a : k)", "k - 1"])
            if rng.randrange(3):
                return [f"n->{link} = rec@(n->{link}, {value});"]
            inner.safe.discard("n")
            return [f"n = rec@(n->{link}, {value});"]

        def release():
            if "n" not in inner.safe:
                return None
            link = rng.choice(inner.links)
            condition = rng.choice([f"n->a <= k", f"n->a == k", f"!n->{link}", f"n->{link} == n->{rng.choice(inner.links)}"])
            after = rng.choice(["after", "after", "rec@(after, k)", "NULL"]) if budget[0] else "after"
            if after.startswith("rec"):
                budget[0] -= 1
            return [f"if ({condition}) {{", f"struct N@* after = n->{link};", "free(n);", f"return {after};", "}"]

        def grow():
            if "n" not in inner.safe or code.most_allocations == 0 or inner.allocations:
                return None
            inner.allocations += 1
            return [f"if (k == {inner.constant()}) {{", "struct N@* m = malloc(sizeof *m);", f"m->a = {inner.number(1)};",
                    *(f"m->{link} = {rng.choice(['n', 'NULL', 'n->next'])};" for link in inner.links), "return m;", "}"]
        inner.gadgets = [again, release, grow]
        body = []
        for step in (rng.choice([release, again, grow]), release, again):
            body += step() or []
        body += inner.block(1, 2)
        end = inner.rng.choice(["n", "n", inner.pointer()])
        self.before.append("static struct N@* rec@(struct N@* n, int k) {\n" + indent(["if (!n) return NULL;", *body, f"return {end};"]) + "\n}")
        code.functions.append(("rec@", "node", ["node", "int"]))
        self.before.insert(0, "struct R@ { struct N@* root; };")
        self.parameters.append("struct R@* r")
        self.requires.append("some r")
        self.setup.append("struct R@ holder; struct R@* r = &holder; r->root = pick@();")
        code.pointers.append("r->root")
        code.gadgets += [lambda: [f"r->root = rec@(r->root, {code.number(1)});"],
                         lambda: [f"r->root = rec@({rng.choice(['p', 'q'])}, x);"]]
        self.claims += [Claim("some r.root'", "r->root != NULL"), Claim("no r.root'", "r->root == NULL"),
                        Claim("r.root' = r.root", "r->root == was_root"), Claim("r.root' = p", "r->root == p"),
                        Claim("r.root'.a' = r.root.a", "!was_root || !r->root || !alive@(r->root) || r->root->a == was_a")]
        self.after += ["struct N@* was_root = r->root;", "int was_a = was_root ? was_root->a : 0;"]

    # The driver

    def standard_claims(self, returns_node):
        add = lambda formula, native: self.claims.append(Claim(formula, native))
        if returns_node:
            add("some return", "result != NULL")
            add("no return", "result == NULL")
            if "struct N@* p" in self.parameters:
                add("return = p", "result == p")
                add("return = q", "result == q")
        else:
            for constant in self.code.constants:
                add(f"return = {constant}", f"result == {constant}")
                add(f"return != {constant}", f"result != {constant}")
            add("return = x", "result == x")
            add("return >= 0", "result >= 0")
        for pointer in "pq" if "struct N@* p" in self.parameters else "":
            for field in self.code.fields:
                kind = "unsigned" if field == "b" else "int"
                self.after.append(f"{kind} {pointer}_{field} = {pointer} ? {pointer}->{field} : 0;")
                add(f"{pointer}.{field}' = {pointer}.{field}", f"!{pointer} || !alive@({pointer}) || {pointer}->{field} == {pointer}_{field}")
            for link in self.code.links:
                self.after.append(f"struct N@* {pointer}_{link} = {pointer} ? {pointer}->{link} : NULL;")
                add(f"{pointer}.{link}' = {pointer}.{link}", f"!{pointer} || !alive@({pointer}) || {pointer}->{link} == {pointer}_{link}")
                add(f"some {pointer} => {pointer}.{link}' != {pointer}", f"!{pointer} || !alive@({pointer}) || {pointer}->{link} != {pointer}")

    def stub_text(self):
        constants = ", ".join(map(str, self.code.constants))
        source = "later@(n)" if self.acyclic else "pick@()"
        links = " ".join(f"n->{link} = {source};" for link in self.code.links)
        first = [stub for stub in self.stubs if not stub.endswith("}") or "static" in stub]
        rest = [stub for stub in self.stubs if stub not in first]
        return f"""
static long number@(void) {{ static const long known[] = {{{constants}}}; return oracle_number(known, {len(self.code.constants)}); }}
static struct N@* pool@[{POOL}];
static unsigned pool_size@;
static int alive@(const void* p) {{ return {self.alive()}; }}
static struct N@* pick@(void) {{
  unsigned at = oracle_roll(pool_size@ + 1);
  {f'if (oracle_roll(5) == 0) return &{self.object};' if self.object else ''}
  return at < pool_size@ && alive@(pool@[at]) ? pool@[at] : NULL;
}}
{chr(10).join(first)}
static void fill@(struct N@* n);
static void mess@(void* argument) {{
  if (oracle_roll(2)) return;
  for (unsigned i = 0; i <= pool_size@; ++i) {{
    struct N@* n = i < pool_size@ ? pool@[i] : (struct N@*)argument;
    if (!alive@(n) || oracle_roll(3)) continue;
    switch (oracle_roll(4)) {{
      case 0: n->a = (int)number@(); break;
      case 1: n->next = pick@(); break;
      case 2: fill@(n); break;
      default: if (oracle_roll(4) == 0 && i < pool_size@) free(n); break;
    }}
  }}
  {' '.join(self.mess)}
}}
{chr(10).join(getattr(self, 'late_stubs', []))}
{chr(10).join(rest)}
{self.later() if self.acyclic else ''}
static void fill@(struct N@* n) {{ n->a = (int)number@(); {links} {' '.join(self.fill)} }}
"""

    def later(self):
        return """static struct N@* later@(struct N@* n) {
  unsigned at = 0;
  while (at < pool_size@ && pool@[at] != n) ++at;
  at += 1 + oracle_roll(2);
  return at < pool_size@ && oracle_roll(4) ? pool@[at] : NULL;
}"""

    def alive(self):
        return (f"p == &{self.object} || " if self.object else "") + "__sanitizer_get_ownership(p)"

    def driver(self, result):
        names = [parameter.split("(*")[1].split(")")[0] if "(*" in parameter else parameter.split()[-1].lstrip("*")
                 for parameter in self.parameters]
        pool = POOL if self.acyclic else POOL - self.code.most_allocations - bool(self.object)
        arguments = ", ".join(names)
        return f"""  pool_size@ = oracle_roll({pool} + 1);
  {'if (pool_size@ == 0) pool_size@ = 1;' if self.needs_object else ''}
  for (unsigned i = 0; i < pool_size@; ++i) pool@[i] = malloc(sizeof(struct N@));
  for (unsigned i = 0; i < pool_size@; ++i) fill@(pool@[i]);
  struct N@* p = {'pool@[oracle_roll(pool_size@)]' if self.needs_object else 'pick@()'};
  struct N@* q = pick@();
  int x = (int)number@();
  {(chr(10) + '  ').join(self.setup)}
  {(chr(10) + '  ').join(self.after)}
  {result} result = f@({arguments});
$CLAIMS"""


def maker(*features):
    def make(kind, seed):
        return Caller(kind, seed, list(features)).program()
    return make
