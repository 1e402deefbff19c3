# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Closed C++ programs in which objects are half built when an exception comes: bases, members, aggregates, arrays, `new`,
captures, arguments, temporaries. The result is a log of all constructors and destructors that ran."""
from program import Program, dice

# Each constructor of a leaf counts down; the one that reaches zero throws. Each object has a number.
LEAF = """static unsigned log@;
static int left@;
static int live@;
static void tell@(int what) { log@ = log@ * 3 + (unsigned)what; }
struct L@ {
  int k;
  $DEFAULTL@(int q) : k(q) { if (--left@ == 0) throw $THROWN; tell@(k); ++live@; }
  $COPY
  ~L@() { tell@(k + 5); --live@; }
};
"""
OWNER = """struct O@ {
  int* p;
  O@(int q) : p(new int(q)) { if (q == $BAD) { delete p; throw 4; } }
  O@(const O@& o) : p(new int(*o.p)) {}
  ~O@() { tell@(*p); delete p; }
};
"""


class Unwinding:
    def __init__(self, kind, seed):
        self.rng = dice(kind, seed)
        self.kind, self.seed = kind, seed
        self.types = {}  # name -> function that writes an initialiser in braces, "{1, 2}"
        self.weights = {}  # name -> leaves in it
        self.budget = 8  # leaves that the function may make: as many as the scope has objects
        self.count = 0
        self.next_id = 0

    def id(self):
        self.next_id += 1
        return self.next_id % 7 + 1

    def leaf(self):
        return f"L@({self.id()})"

    def program(self):
        rng = self.rng
        thrown = rng.choice(["1", "7", "E@(3)", "'c'"])
        text = LEAF.replace("$THROWN", thrown)
        if "E@" in thrown:
            text = text.replace("struct L@ {", "struct E@ { int code; E@(int c) : code(c) {} };\nstruct L@ {", 1)
        self.default = rng.randrange(2)
        text = text.replace("$DEFAULT", f"L@() : L@({self.id()}) {{ tell@(9); }}\n  " if self.default else "")
        text = text.replace("$COPY", rng.choice([
            "L@(const L@& o) : k(o.k + 1) { if (--left@ == 0) throw 2; tell@(k); ++live@; }",
            "L@(const L@& o) : k(o.k) { tell@(k + 2); ++live@; }\n  L@& operator=(const L@& o) { k = o.k; tell@(11); return *this; }",
        ]))
        self.weights["L@"] = 1
        self.types["L@"] = lambda: f"{{{self.id()}}}"
        if rng.randrange(2):
            text += OWNER.replace("$BAD", str(rng.choice([3, 5, 99])))
            self.weights["O@"] = 1
            self.types["O@"] = lambda: f"{{{self.id()}}}"
        for _ in range(rng.randint(1, 3)):
            text += self.a_class()
        text += self.function()
        return Program(kind=self.kind, seed=self.seed, source=text, scope=8, unroll=3, checks=["leak"])

    # Classes

    def name(self):
        self.count += 1
        return f"C{self.count}@"

    def some_type(self, most=3):
        return self.rng.choice(sorted(kind for kind in self.types if self.weights[kind] <= most))

    def a_class(self):
        return self.rng.choice([self.aggregate, self.aggregate, self.record, self.record, self.derived])()

    def aggregate(self):
        name = self.name()
        members, makers, weight = [], [], 0
        for i in range(self.rng.randint(1, 3)):
            kind = self.some_type(2)
            weight += self.weights[kind]
            if self.rng.randrange(4) == 0:
                weight += self.weights[kind]
                members.append(f"{kind} m{i}[2];")
                makers.append(lambda kind=kind: f"{{{self.value(kind)}, {self.value(kind)}}}")
            else:
                members.append(f"{kind} m{i};")
                makers.append(lambda kind=kind: self.value(kind))
        self.weights[name] = weight
        self.types[name] = lambda: "{" + ", ".join(make() for make in makers) + "}"
        return f"struct {name} {{ {' '.join(members)} }};\n"

    def value(self, kind):
        """An initialiser for one member: braces, or a temporary that is elided."""
        braces = self.types[kind]()
        return f"{kind}{braces}" if self.rng.randrange(2) else braces

    def record(self, bases=()):
        """A class with a constructor that takes a number, and perhaps more members."""
        rng, name = self.rng, self.name()
        members, initialisers = [], [f"{base}{self.types[base]()}" for base in bases]
        weight = sum(self.weights[base] for base in bases)
        for i in range(rng.randint(1, 2)):
            kind = self.some_type(2)
            weight += self.weights[kind]
            if rng.randrange(5) == 0:
                weight += self.weights[kind]
                members.append(f"{kind} m{i}[2] = {{{self.value(kind)}, {self.value(kind)}}};")
            elif rng.randrange(4) == 0:
                members.append(f"{kind} m{i}{self.types[kind]()};")
            else:
                members.append(f"{kind} m{i};")
                initialisers.append(f"m{i}{self.types[kind]()}")
        body = rng.choice(["", "", "tell@(q);", "if (q == 2) throw 5;", f"L@ local({self.id()});"])
        handler = "" if rng.randrange(4) else f" L@ other({self.id()}); if (q == 3) throw E2@();"
        body += handler.replace("E2@()", "6")
        self.weights[name] = weight + body.count("L@")
        inits = f" : {', '.join(initialisers)}" if initialisers else ""
        lines = [f"struct {name}{' : ' + ', '.join(bases) if bases else ''} {{", "  " + " ".join(members),
                 f"  {name}(int q){inits} {{ {body} }}"]
        if rng.randrange(4) == 0:
            lines.append(f"  {name}(int q, int r) : {name}(q + r) {{ if (r == 1) throw 8; tell@(r); }}")
            self.types[name] = lambda: f"{{{rng.randint(1, 4)}, {rng.randint(0, 1)}}}"
        else:
            self.types[name] = lambda: f"{{{rng.randint(1, 4)}}}"
        if rng.randrange(3) == 0:
            lines.append(f"  ~{name}() {{ tell@({self.id()}); }}")
        return "\n".join(lines) + "\n};\n"

    def derived(self):
        usable = [kind for kind in sorted(self.types) if self.weights[kind] <= 3]
        bases = self.rng.sample(usable, min(len(usable), self.rng.randint(1, 2)))
        # A base that is a base of the other one would be ambiguous.
        return self.record(tuple(bases[:1]) if any("C" in base for base in bases) else tuple(bases))

    # The function

    def expression(self, kind):
        made = self.types[kind]()
        return f"{kind}{made}"

    def statement(self, depth):
        rng, kind = self.rng, self.some_type(max(1, self.budget))
        self.count += 1
        v = f"v{self.count}"
        if self.budget <= 0:
            return [f"tell@({self.id()});"]
        choice = rng.randrange(13)
        self.budget -= {2: 2, 4: 2}.get(choice, 1) * (self.weights[kind] if choice <= 5 else 1)
        match choice:
            case 0 | 1:
                made = self.types[kind]()
                return [f"{kind} {v}{made};"]
            case 2:
                return [f"{kind} {v}[2] = {{{self.expression(kind)}, {self.expression(kind)}}};"]
            case 3:
                return [f"delete new {self.expression(kind)};"]
            case 4:
                return [f"delete[] new {kind}[2]{{{self.expression(kind)}, {self.expression(kind)}}};"]
            case 5:
                return [f"{self.expression(kind)};"]
            case 6:
                return [f"take@({self.leaf()}, {self.leaf()});"]
            case 7:
                return [f"{{ L@ c{v}({self.id()}), d{v}({self.id()}); auto {v} = [c{v}, d{v}] {{ return c{v}.k + d{v}.k; }}; tell@({v}()); }}"]
            case 8 if depth > 0:
                return ["try {", *self.block(depth - 1), "} catch (int e) {", "tell@(e);",
                        *(["throw;"] if rng.randrange(4) == 0 else []), "}"]
            case 9 if depth > 0:
                self.budget -= 2
                return [f"for (int {v} = 0; {v} < 2; ++{v}) {{", *self.block(depth - 1), "}"]
            case 10:
                return [f"const L@& {v} = {self.leaf()};", f"tell@({v}.k);"]
            case 11:
                return [f"L@ {v} = give@({self.id()});"]
            case 12 if self.default:
                return [f"L@ {v}[{rng.randint(2, 3)}];"] if rng.randrange(2) else [f"delete[] new L@[{rng.randint(2, 3)}];"]
        return [f"tell@({self.id()});"]

    def block(self, depth):
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            lines += self.statement(depth)
        return lines

    def function(self):
        rng = self.rng
        text = "static void take@(L@ a, L@ b) { tell@(a.k + b.k); }\n"
        text += "static L@ give@(int q) { L@ made(q); if (q == 4) return L@(q + 1); return made; }\n"
        body = "\n".join("    " + line for line in self.block(2) + self.block(1))
        result = rng.choice(["(int)log@", "(int)log@", "live@"])
        return (f"{text}int f@() {{\n  log@ = 1; live@ = 0; left@ = {rng.randint(1, 8)};\n  try {{\n{body}\n"
                f"  }} catch (int e) {{ tell@(e); }} catch (...) {{ tell@(13); }}\n  return {result};\n}}\n")


def make(kind, seed):
    return Unwinding(kind, seed).program()
