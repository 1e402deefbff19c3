# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small functions for the function under test to call: they write through pointers, fail, loop, return null."""

# $N is the name, $C a small constant; the types are those of the parameters.
HELPERS = [
    ("int $N(int x) { assert(x > $C); return x - $C; }", ["int"]),
    ("int $N(int x) { if (x < $C) return 0; return 10 / (x - $D); }", ["int"]),
    ("int $N(int x) { while (x != $C) { if (x > 6) return x; x = x + 1; } return x; }", ["int"]),
    ("int $N(int x) { int s = 0; for (int i = 0; i < x; i++) s += $C; return s; }", ["int"]),
    ("int $N(int x) { if (x == $C) for (;;) { } return x; }", ["int"]),
    ("int $N(int x) { g0 = x; return g0 + $C; }", ["int"]),
    ("int $N(int x) { g0 += $C; return g0 > x; }", ["int"]),
    ("int $N(int x, int y) { return x > y ? x : y; }", ["int", "int"]),
    ("int $N(int x, int y) { return x % y; }", ["int", "int"]),
    ("int $N(int x) { return x <= 0 ? 0 : 1 + $N(x - 1); }", ["int"]),
    ("int $N(int x) { if (x == $C) return 1; return $N(x - 1); }", ["int"]),
    ("int $N(int* x) { *x = $C; return *x; }", ["int*"]),
    ("int $N(int* x) { if (x) *x += $C; return x != NULL; }", ["int*"]),
    ("int $N(int* x) { return x[$D]; }", ["int*"]),
    ("int $N(int* x, int* y) { *x = $C; *y = $D; return *x; }", ["int*", "int*"]),
    ("int $N(int* x, int* y) { int t = *x; *x = *y; *y = t; return t; }", ["int*", "int*"]),
    ("int $N(int* x, int* y) { if (x == y) return $C; *x = 0; return 7 / *y; }", ["int*", "int*"]),
    ("int $N(int* x, int n) { int s = 0; for (int i = 0; i < n; i++) s += x[i] & 1; return s; }", ["int*", "int"]),
    ("int $N(int* x, int n) { for (int i = 0; i < n; i++) x[i] = $C; return n; }", ["int*", "int"]),
    ("int $N(int* x, int n) { x[n] = $C; return *x; }", ["int*", "int"]),
    ("int $N(int** x, int* y) { *x = y; return **x; }", ["int**", "int*"]),
    ("int $N(int** x) { if (*x == NULL) return $C; **x = $D; *x = NULL; return 0; }", ["int**"]),
    ("int $N(int** x, int** y) { int* t = *x; *x = *y; *y = t; return t == NULL; }", ["int**", "int**"]),
    ("int $N(struct node* x) { return x ? x->v : $C; }", ["node*"]),
    ("int $N(struct node* x) { x->v = $C; return x->next->v; }", ["node*"]),
    ("int $N(struct node* x, struct node* y) { x->next = y; return y->v; }", ["node*", "node*"]),
    ("int $N(struct node* x, struct node* y) { x->v = $C; y->v = $D; return 5 / (x->v - y->v); }", ["node*", "node*"]),
    ("int $N(struct node* x) { int s = 0; while (x) { s = s | 1; x = x->next; } return s; }", ["node*"]),
    ("int $N(struct node* x) { while (x->next) x = x->next; x->v = $C; return x->v; }", ["node*"]),
    ("int $N(struct node* x) { if (!x) return 0; return 1 + $N(x->next); }", ["node*"]),
    ("int $N(struct node* x) { gp = x; return gp->v; }", ["node*"]),
    ("int $N(struct node* x) { x->next = NULL; return $C; }", ["node*"]),
    ("int $N(struct node* x, int n) { while (n > 0) { x = x->next; n = n - 1; } return x->v; }", ["node*", "int"]),
    ("int $N(struct node x) { x.v++; return x.v; }", ["struct node"]),
]


def make(rng, name, uses):
    """(lines, [(name, types)]): helpers whose arguments a function with such uses has."""
    fitting = {"int"} | ({"node*"} if "nodes" in uses else set()) | ({"int*"} if "pointers" in uses else set()) | \
        ({"int**"} if "double" in uses else set())
    possible = [helper for helper in HELPERS if set(helper[1]) <= fitting]
    if fitting != {"int"}:
        possible += [helper for helper in possible if set(helper[1]) != {"int"}] * 2
    lines, made = [], []
    for number in range(rng.randint(1, 2)):
        text, types = rng.choice(possible)
        own = f"{name}_h{number}"
        values = [rng.randint(-1, 4) for _ in range(2)]
        lines.append("static " + text.replace("$N", own).replace("$C", str(values[0])).replace("$D", str(values[1])))
        made.append((own, types))
    return lines, made


def partners(rng, name, own, parameters):
    """Functions that the function under test calls and that call it, or each other; what can fail in them does before they do."""
    declared = ", ".join(f"{'struct node*' if t == 'node*' else 'int'} {n}" for n, t in parameters)
    lines = [f"int {each}({declared});" for each in (name, *own)]
    for each in own:
        ways = {"node*": ["{0}->next", "{0}->next", "{0}"], "int": ["{0} - 1", "{0} - 1", "{0} + 1", "{0}", "{0} - 2"]}
        arguments = ", ".join(rng.choice(ways[t]).format(n) for n, t in parameters)
        n, of_type = rng.choice(parameters)
        stops = f"!{n}" if of_type == "node*" else f"{n} {rng.choice(['<', '==', '>'])} {rng.randint(-2, 5)}"
        ends = rng.choice([f"if ({stops}) return {rng.randint(-1, 3)}; ", f"if ({stops}) assert(0); ", f"g0 = {rng.randint(0, 3)}; ", ""])
        lines.append(f"int {each}({declared}) {{ {ends}return {rng.choice([name, name, *own])}({arguments}); }}")
    return lines
