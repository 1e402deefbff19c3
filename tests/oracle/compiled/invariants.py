# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Open C++ programs with an invariant over several objects: a method changes this one, others and new ones, and ends by
return or by exception."""
from program import Claim, Program, dice

# (formula over `this`, the same in C++ over `o`, an object that satisfies it alone)
INVARIANTS = [
    ("this.n <= this.cap", "o->n <= o->cap"),
    ("this.n >= 0", "o->n >= 0"),
    ("some this.peer => this.peer.peer = this", "!o->peer || !live@(o->peer) || o->peer->peer == o"),
    ("some this.peer => this.peer.n >= this.n", "!o->peer || !live@(o->peer) || o->peer->n >= o->n"),
    ("this.peer != this", "o->peer != o"),
    ("this.n = 0 => no this.peer", "o->n != 0 || !o->peer"),
]


class Invariants:
    def __init__(self, kind, seed):
        self.rng = dice(kind, seed)
        self.kind, self.seed = kind, seed

    def program(self):
        rng = self.rng
        formula, native = rng.choice(INVARIANTS)
        self.form = rng.choice(["member", "member", "member", "static", "const-arg", "friend"])
        self.me = "s->" if self.form in ("static", "friend") else ""
        self.this = "s" if self.form in ("static", "friend") else "this"
        self.fresh = rng.randrange(3) == 0
        self.constants = rng.sample([-1, 0, 1, 2, 3, 7], 3)
        body = self.body()
        result = rng.choice(["void", "C@*"]) if self.fresh else "void"
        if result != "void":
            body.append("return made;")
        parameters = ("C@* s, " if self.this == "s" else "") + "C@* o, int x"
        text = "\n".join("    " + line for line in body)
        members = "  int n;\n  int cap;\n  C@* peer;\n"
        if self.form == "friend":
            source = f"struct C@ {{\n{members}  friend {result} m@({parameters});\n}};\n{result} m@({parameters}) {{\n{text}\n}}\n"
            method, call = "m@", "m@(s, o, x)"
        else:
            static = "static " if self.form == "static" else ""
            source = f"struct C@ {{\n{members}  {static}{result} m({parameters}) {{\n{text}\n  }}\n}};\n"
            method = "C@::m"
            call = "C@::m(s, o, x)" if static else "s->m(o, x)"
        requires = ["some o"] + (["some s"] if self.this == "s" else [])
        keep = "made = " if result != "void" else ""
        most = 2 if self.fresh else 3
        self_object = "nullptr" if self.this == "s" else "s"
        driver = f"""  C@* made = nullptr;
  pool_size@ = 1 + oracle_roll({most});
  for (unsigned i = 0; i < pool_size@; ++i) pool@[i] = new C@;
  int tries = 0;
  do {{
    for (unsigned i = 0; i < pool_size@; ++i) {{
      pool@[i]->n = (int)number@();
      pool@[i]->cap = (int)number@();
      pool@[i]->peer = oracle_roll(3) ? pool@[oracle_roll(pool_size@)] : nullptr;
    }}
  }} while (!all@() && ++tries < 100);
  if (tries == 100) return;
  C@* s = pool@[oracle_roll(pool_size@)];
  C@* o = pool@[oracle_roll(pool_size@)];
  int x = (int)number@();
  for (unsigned i = 0; i < pool_size@; ++i) before@[i] = *pool@[i];
  self@ = {self_object};
  try {{ {keep}{call}; }} catch (int) {{ }}
$CLAIMS"""
        stubs = f"""static C@* pool@[3];
static unsigned pool_size@;
static long number@() {{ static const long known[] = {{{', '.join(map(str, self.constants))}}}; return oracle_number(known, 3); }}
static bool live@(const C@* o) {{ return __sanitizer_get_ownership(o); }}
static bool one@(const C@* o) {{ return {native}; }}
static bool all@() {{
  for (unsigned i = 0; i < pool_size@; ++i)
    if (!one@(pool@[i])) return false;
  return true;
}}
static C@ before@[3];
static const C@* self@;
static bool is_old@(const C@* o) {{
  for (unsigned i = 0; i < pool_size@; ++i)
    if (pool@[i] == o) return true;
  return false;
}}
/* Of the object that the method was called on, of those that it changed and of those that it made. */
static bool kept@(const C@* made) {{
  for (unsigned i = 0; i < pool_size@; ++i) {{
    const C@* o = pool@[i];
    if (!live@(o)) continue;
    const bool is_changed = o == self@ || o->n != before@[i].n || o->cap != before@[i].cap || o->peer != before@[i].peer;
    if (is_changed && !one@(o)) return false;
    if (live@(o->peer) && !is_old@(o->peer) && !one@(o->peer)) return false;
  }}
  return made == nullptr || !live@(made) || one@(made);
}}
"""
        return Program(kind=self.kind, seed=self.seed, source=source, method=method, requires=" and ".join(requires),
                       declarations=f"invariant inv@: C@ {{ {formula} }}", driver=driver, stubs=stubs,
                       claims=[Claim(formula, "kept@(made)")], invariant="inv@", runs=400, deterministic=not self.fresh)

    def number(self):
        rng = self.rng
        return rng.choice([str(rng.choice(self.constants)), "x", f"{self.me}n", f"{self.me}cap", "o->n", "o->cap", "o->n + 1", "x - 1",
                           f"{self.me}cap + 1"])

    def target(self):
        objects = [self.me, "o->"] + (["made->"] if self.fresh and self.has_made else [])
        return self.rng.choice(objects)

    def pointer(self):
        return self.rng.choice([self.this, "o", "nullptr", f"{self.me}peer", "o->peer"] + (["made"] if self.fresh and self.has_made else []))

    def statement(self, depth):
        rng = self.rng
        match rng.randrange(7):
            case 0 | 1:
                return [f"{self.target()}{rng.choice(['n', 'n', 'cap'])} = {self.number()};"]
            case 2:
                return [f"{self.target()}peer = {self.pointer()};"]
            case 3:
                return [f"if (x == {rng.choice(self.constants)}) throw 1;"]
            case 4 if depth:
                condition = rng.choice([f"o != {self.this}", f"{self.me}n < {self.number()}", f"x > {self.number()}", f"{self.me}peer"])
                return [f"if ({condition}) {{", *self.statement(depth - 1), "}"]
            case 5:
                return [f"if ({self.me}peer) {self.me}peer->n = {self.number()};"]
            case 6:  # what keeps the invariants
                return rng.choice([[f"if ({self.number()} <= {self.me}cap && x >= 0) {self.me}n = x < {self.me}cap ? x : {self.me}cap;"],
                                   [f"{self.me}n = {self.me}cap = 1;"], [f"{self.me}peer = o; o->peer = {self.this};"]])
        return [f"x = {self.number()};"]

    def body(self):
        self.has_made = False
        lines = []
        if self.fresh:
            lines.append("C@* made = new C@;")
            self.has_made = True
            for field, value in [("n", self.number()), ("cap", self.number()), ("peer", self.pointer())]:
                if self.rng.randrange(5):
                    lines.append(f"made->{field} = {value.replace('made', 'nullptr')};")
        for _ in range(self.rng.randint(1, 3)):
            lines += self.statement(1)
        return lines


def make(kind, seed):
    return Invariants(kind, seed).program()
