# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Closed programs over constants: arrays larger than the scope, places seen through several types, addresses of bases."""
from program import Program, dice
from verdicts import MEMORY


class Closed:
    def __init__(self, kind, seed):
        self.rng = dice(kind, seed)
        self.kind, self.seed = kind, seed
        self.before = []
        self.end = []
        self.count = 0

    def name(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def const(self):
        return self.rng.choice([-2, -1, 0, 1, 2, 3, 5, 7, 9, 65, 255, 256, 1000, 70000])


class Arrays(Closed):
    """Sizes are fixed by the code, most of them above the scope."""

    def program(self):
        rng = self.rng
        self.wild = rng.randrange(6) == 0  # may go past an end
        self.arrays = []  # (name, elements, kind)
        lines = ["int x = 0;"]
        for _ in range(rng.randint(1, 3)):
            lines += self.array()
        for _ in range(rng.randint(3, 7)):
            lines += self.step()
        body = "\n".join("  " + line for line in lines + self.end)
        source = "#include <stdlib.h>\n#include <string.h>\n" + "".join(self.before) + f"int f@(void) {{\n{body}\n  return x;\n}}\n"
        checks = [*MEMORY, "leak"] if self.wild else rng.choice([["leak"], ["bounds"], []])
        return Program(kind=self.kind, seed=self.seed, source=source, language="c", scope=3, unroll=4, checks=checks,
                       fits=False)

    def array(self):
        rng = self.rng
        a, size = self.name("a"), rng.choice([4, 5, 6, 8, 10, 16, 20])
        kind = rng.choice(["int", "int", "char", "unsigned short", "long", "struct"])
        if kind == "struct":
            if not any(text.startswith("struct S@ {") for text in self.before):
                self.before.append("struct S@ { int k; struct S@* to; };\n")
            self.arrays.append((a, size, "struct S@"))
            match rng.randrange(3):
                case 0:
                    return [f"struct S@ {a}[{size}] = {{{{{self.const()}, NULL}}}};"]
                case 1:
                    self.end.append(f"free({a});")
                    return [f"struct S@* {a} = calloc({size}, sizeof(struct S@));"]
                case _:
                    self.before.append(f"static struct S@ g{a}@[{size}];\n")
                    return [f"struct S@* {a} = g{a}@;", f"memset({a}, 0, sizeof g{a}@);"]
        self.arrays.append((a, size, kind))
        match rng.randrange(6):
            case 0:
                values = ", ".join(str(self.const() % 100) for _ in range(rng.randint(1, size)))
                return [f"{kind} {a}[{size}] = {{{values}}};"]
            case 1:
                self.release(a)
                return [f"{kind}* {a} = malloc({size} * sizeof({kind}));", f"memset({a}, 0, {size} * sizeof({kind}));"]
            case 2:
                self.release(a)
                return [f"{kind}* {a} = calloc({size}, sizeof *{a});"]
            case 3:
                self.before.append(f"static {kind} g{a}@[{size}];\n")
                return [f"{kind}* {a} = g{a}@;", f"memset({a}, 0, sizeof g{a}@);"]
            case 4:
                self.release(a)
                return [f"{kind}* {a} = malloc(2 * sizeof({kind}));", f"{a}[0] = {self.const() % 100};", f"{a}[1] = 3;",
                        f"{a} = realloc({a}, {size} * sizeof({kind}));",
                        f"memset({a} + 2, 0, {size - 2} * sizeof({kind}));"]
            case _:
                return [f"{kind} {a}[{size}] = {{0}};"]

    def release(self, a):
        if self.rng.randrange(5):
            self.end.append(f"free({a});")

    def index(self, size):
        if self.wild and self.rng.randrange(6) == 0:
            return self.rng.choice([size, size + 1, -1])
        return self.rng.randrange(size) if self.rng.randrange(2) else size - 1

    def step(self):
        rng = self.rng
        a, size, kind = rng.choice(self.arrays)
        i = self.index(size)
        if kind == "struct S@":
            match rng.randrange(4):
                case 0:
                    return [f"{a}[{i}].k = {self.const()};"]
                case 1:
                    # The sanitizers see a position that is used, not one that is only computed.
                    return [f"{a}[{i}].to = &{a}[{min(max(self.index(size), 0), size)}];"]
                case 2:
                    return [f"if ({a}[{i}].to) {{ x += {a}[{i}].to->k; {a}[{i}].to->k = x; }}"]
                case _:
                    return [f"x = x * 2 + {a}[{i}].k;"]
        match rng.randrange(8):
            case 0 | 1:
                return [f"{a}[{i}] = {self.const() % 120};"]
            case 2:
                return [f"x = x * 2 + {a}[{i}];"]
            case 3:
                p = self.name("p")
                return [f"{{ {kind}* {p} = {a} + {i}; *{p} = {self.const() % 120}; x += (int)({p} - {a}); }}"]
            case 4:
                b, other, kind2 = rng.choice(self.arrays)
                if b != a and kind2 == kind:
                    count = rng.randint(1, min(size, other))
                    return [f"memcpy({a}, {b}, {count} * sizeof({kind}));"]
                return [f"{a}[{i}] += 1;"]
            case 5:
                n = self.name("i")
                step = rng.choice([1, 2, 3])
                start = rng.randrange(max(1, size - 2 * step))
                return [f"for (int {n} = 0; {n} < 3; {n}++) {{ {a}[{start} + {n} * {step}] += {n}; x += {a}[{start} + {n}]; }}"
                        if start + 2 * step < size else f"x -= {a}[{i}];"]
            case 6:
                return [f"if ({a}[{i}] == {a}[{self.index(size)}]) x += {self.const() % 10};"]
            case _:
                return [f"x ^= {a}[{i}];"]


class Views(Closed):
    """One place through pointers of several types that C allows: signs, characters, enums, `void*`, first members."""

    def program(self):
        rng = self.rng
        self.before += ["enum E@ { zero@, one@, seven@ = 7 };\n", "struct S@ { int a; unsigned b; enum E@ e; char c[4]; struct S@* next; };\n"]
        lines = ["int x = 0;", f"struct S@ s = {{{self.const()}, {abs(self.const())}, one@, {{1, 2, 3, 4}}, NULL}};",
                 "struct S@ t = s;", f"int i = {self.const()};", f"unsigned u = {abs(self.const())};"]
        self.ints = ["i", "s.a", "t.a"]
        self.unsigneds = ["u", "s.b", "t.b"]
        self.pointers = []  # (name, type)
        for _ in range(rng.randint(4, 9)):
            lines += self.step()
        self.end.append("x = x * 3 + i + (int)u + s.a * 2 + (int)s.b + t.a + (int)t.b + s.c[0] + s.c[3] + (int)s.e;")
        body = "\n".join("  " + line for line in lines + self.end)
        source = ("#include <stdlib.h>\n#include <string.h>\n#include <stddef.h>\n" + "".join(self.before)
                  + f"int f@(void) {{\n{body}\n  return x;\n}}\n")
        return Program(kind=self.kind, seed=self.seed, source=source, language="c", scope=4, unroll=4,
                       checks=rng.choice([["bounds"], []]))

    def step(self):
        rng = self.rng
        if not self.pointers or rng.randrange(3) == 0:
            p = self.name("p")
            match rng.randrange(8):
                case 0 | 1:
                    self.pointers.append((p, "unsigned"))
                    return [f"unsigned* {p} = (unsigned*)&{rng.choice(self.ints)};"]
                case 2 | 3:
                    self.pointers.append((p, "int"))
                    return [f"int* {p} = (int*)&{rng.choice(self.unsigneds + ['s.e'])};"]
                case 4:
                    self.pointers.append((p, "enum"))
                    return [f"enum E@* {p} = (enum E@*)&{rng.choice(self.unsigneds + ['s.e'])};"]
                case 5:
                    kind = rng.choice(["char", "unsigned char", "signed char"])
                    self.pointers.append((p, "char"))
                    return [f"{kind}* {p} = ({kind}*)&{rng.choice(self.ints + self.unsigneds + ['s.c', 's'])};"]
                case 6:
                    self.pointers.append((p, "int"))
                    return [f"void* v{p} = &{rng.choice(['s', 't', 's.a'])};", f"int* {p} = v{p};"]
                case _:
                    self.pointers.append((p, "struct"))
                    return [f"void* v{p} = &{rng.choice(['s.a', 's', 't', 't.a'])};", f"struct S@* {p} = v{p};"]
        p, kind = rng.choice(self.pointers)
        write = rng.randrange(2)
        match kind:
            case "int":
                return [f"*{p} = {self.const()};"] if write else [f"x = x * 2 + *{p};"]
            case "unsigned":
                return [f"*{p} = {abs(self.const())}u;"] if write else [f"x += (*{p} > 255);"]
            case "enum":
                return [f"*{p} = {rng.choice(['zero@', 'one@', 'seven@'])};"] if write else [f"x += *{p} == one@ ? 5 : 1;"]
            case "char":
                at = rng.randrange(4)
                return [f"{p}[{at}] = {rng.choice([0, 1, 7, 65, 120])};"] if write else [f"x = x * 2 + {p}[{at}];"]
        return rng.choice([[f"{p}->b = {abs(self.const())};"], [f"x += (void*){p} == (void*)&s.a;"], [f"x += {p}->a;"],
                           [f"x += {p} == &s;"], [f"memcpy(&t, {p}, sizeof t);"],
                           [f"memcpy(&i, &{p}->b, sizeof i);"],
                           [f"x += (int)((char*)&{p}->b - (char*){p});"]])


class Bases(Closed):
    """Objects with several bases: where their parts are, what `void*` makes of them, which function is called."""

    def program(self):
        rng = self.rng
        virtual = rng.randrange(2)
        two = rng.randrange(3) > 0
        word = "virtual " if virtual else ""
        text = f"struct A@ {{ int a = {rng.randint(1, 9)}; {word}int f() {{ return a; }}{' virtual ~A@() = default;' if virtual else ''} }};\n"
        text += f"struct B@ {{ int b = {rng.randint(1, 9)}; {word}int g() {{ return b * 2; }}{' virtual ~B@() = default;' if virtual else ''} }};\n"
        override = " override" if virtual else ""
        bases = rng.sample(["A@", "B@"], 2) if two else ["A@"]
        text += f"struct C@ : {', '.join(bases)} {{ int c = {rng.randint(1, 9)};{' int f()' + override + ' { return c + a * 10; }' if rng.randrange(2) else ''} }};\n"
        text += f"struct D@ : C@ {{ int d = 4; {'int g()' + override + ' { return d; }' if two and rng.randrange(2) else ''} }};\n"
        self.two, self.virtual = two, virtual
        lines = ["int x = 0;", "C@ c;", "D@ d;", "c.a = 21; d.c = 8;"]
        self.as_ = [("A@*", "&c"), ("A@*", "&d"), ("C@*", "&d"), ("C@*", "&c")] + ([("B@*", "&c"), ("B@*", "&d")] if two else [])
        if rng.randrange(3) == 0:
            lines.insert(1, f"struct L@ : C@ {{ int f(){override} {{ return c * 100; }} }};")
            lines.append("L@ l;")
            self.as_ += [("A@*", "&l"), ("C@*", "&l")]
        for _ in range(rng.randint(3, 7)):
            lines += self.step()
        body = "\n".join("  " + line for line in lines)
        return Program(kind=self.kind, seed=self.seed, source=text + f"int f@() {{\n{body}\n  return x;\n}}\n", scope=4, unroll=3,
                       checks=rng.choice([["null-deref"], ["leak"], []]))

    def step(self):
        rng = self.rng
        p, q = self.name("p"), self.name("q")
        kind, value = rng.choice(self.as_)
        field = {"A@*": ["a"], "B@*": ["b"], "C@*": ["a", "c"]}[kind]
        call = {"A@*": "f()", "B@*": "g()", "C@*": "f()"}[kind]
        match rng.randrange(9):
            case 0:
                return [f"{kind} {p} = {value};", f"{p}->{rng.choice(field)} = {rng.randint(1, 50)};", f"x = x * 2 + {p}->{rng.choice(field)};"]
            case 1:
                return [f"{kind} {p} = {value};", f"x = x * 2 + {p}->{call};"]
            case 2:  # to void* and back: the same type, so that it is defined
                return [f"{kind} {p} = {value};", f"void* v{p} = {p};", f"{kind} {q} = static_cast<{kind}>(v{p});",
                        f"x = x * 3 + {q}->{rng.choice(field)} + ({q} == {p});"]
            case 3:
                return [f"x = x * 2 + ((void*)({kind}){value} == (void*){value});"]
            case 4 if self.two:
                return [f"{{ A@* {p} = &c; B@* {q} = &c; x = x * 2 + ((void*){p} == (void*){q}); }}"]
            case 5:
                return [f"{{ {kind} {p} = {value}; C@* {q} = static_cast<C@*>({p}); x = x * 2 + {q}->c; }}"]
            case 6 if self.virtual:
                return [f"{{ {kind} {p} = {value}; D@* {q} = dynamic_cast<D@*>({p}); x = x * 2 + ({q} ? {q}->d : 1); }}"]
            case 7 if self.virtual:
                made = rng.choice(["C@", "D@"])
                base = rng.choice(["A@*", "B@*", "C@*"] if self.two else ["A@*", "C@*"])
                return [f"{{ {base} {p} = new {made}; x = x * 2 + {p}->{'g()' if base == 'B@*' else 'f()'}; delete {p}; }}"]
            case 8:
                return [f"{{ C@ {p} = d; A@ {q} = c; x = x * 2 + {p}.c + {q}.a; {q} = d; x += {q}.f(); }}"]
        return [f"x = x * 2 + d.c + c.a;"]


def maker(cls):
    return lambda kind, seed: cls(kind, seed).program()
