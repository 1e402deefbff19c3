# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Closed programs over the containers of the standard library, whose elements can count how often they are copied."""
from program import Program, dice

ELEMENT = """static int copies@, moves@, assigns@, ends@;
struct T@ {
  int v;
  T@(int q = 0) : v(q) {}
  T@(const T@& o) : v(o.v) { ++copies@; }
  $MOVE
  T@& operator=(const T@& o) { v = o.v; ++assigns@; return *this; }
  ~T@() { ++ends@; }
  bool operator==(const T@& o) const { return v == o.v; }
  bool operator<(const T@& o) const { return v < o.v; }
};
"""
MOVE = "T@(T@&& o) noexcept : v(o.v) { o.v = -1; ++moves@; }\n  T@& operator=(T@&& o) noexcept { v = o.v; o.v = -1; ++assigns@; return *this; }"


class Containers:
    def __init__(self, kind, seed, counts):
        self.rng = dice(kind, seed)
        self.kind, self.seed, self.counts = kind, seed, counts
        self.count = 0

    def program(self):
        rng = self.rng
        shape = rng.choice(["vector", "vector", "vector", "list", "deque", "map", "set", "optional", "unique_ptr", "array"])
        element = "T@" if self.counts or rng.randrange(3) == 0 else "int"
        self.element = element
        text = ELEMENT.replace("$MOVE", MOVE if rng.randrange(2) else "") if element == "T@" else ""
        lines = ["int x = 0;", *getattr(self, shape)()]
        if element == "T@":
            lines.insert(1, "copies@ = moves@ = assigns@ = ends@ = 0;")
        counters = ["copies@", "moves@", "assigns@", "ends@"]
        if self.counts:
            lines.append(f"x = x * 4 + {rng.choice(counters)} * 2 + {rng.choice(counters)};")
        body = "\n".join("  " + line for line in lines)
        return Program(kind=self.kind, seed=self.seed, source=f"{text}int f@() {{\n{body}\n  return x;\n}}\n", uses=["std"],
                       headers=["algorithm", "array", "deque", "list", "map", "memory", "optional", "set", "utility", "vector"],
                       scope=4, unroll=5, checks=rng.choice([["leak"], [], []]))

    def value(self, other=None):
        number = str(self.rng.choice([1, 2, 3, 3, 5, 8]))
        if other and self.rng.randrange(4) == 0:
            return other
        return f"T@({number})" if self.element == "T@" and self.rng.randrange(2) else number

    def read(self, expression):
        return f"{expression}.v" if self.element == "T@" else expression

    def sequence(self, kind, operations, steps):
        """Two containers, and what is known of their sizes, so that nothing is undefined."""
        rng, e = self.rng, self.element
        size = {"a": rng.randint(0, 3), "b": 2}
        initial = ", ".join(self.value() for _ in range(size["a"]))
        lines = [f"{kind}<{e}> a{{{initial}}};" if size["a"] else f"{kind}<{e}> a;", f"{kind}<{e}> b(2, {e}(4));"]
        for _ in range(rng.randint(*steps)):
            c, d = rng.choice([("a", "b"), ("b", "a")])
            operation = rng.choice(operations)
            n = size[c]
            match operation:
                case "push_back" | "emplace_back" | "push_front" if n < 4:
                    lines.append(f"{c}.{operation}({self.value()});")
                    size[c] += 1
                case "pop_back" | "pop_front" if n:
                    lines.append(f"{c}.{operation}();")
                    size[c] -= 1
                case "front" | "back" if n:
                    lines.append(rng.choice([f"x = x * 2 + {self.read(f'{c}.{operation}()')};", f"{c}.{operation}() = {self.value()};"]))
                case "index" if n:
                    i = rng.randrange(n)
                    lines.append(rng.choice([f"x = x * 2 + {self.read(f'{c}[{i}]')};", f"{c}[{i}] = {self.value()};", f"{c}[{i}] = {c}[{rng.randrange(n)}];"]))
                case "erase" if n:
                    lines.append(f"{c}.erase({c}.begin(){' + ' + str(rng.randrange(n)) if kind != 'std::list' else ''});")
                    size[c] -= 1
                case "insert" if n < 4:
                    lines.append(f"{c}.insert({c}.begin(){' + ' + str(rng.randrange(n + 1)) if kind != 'std::list' else ''}, {self.value()});")
                    size[c] += 1
                case "resize":
                    size[c] = rng.randint(0, 4)
                    lines.append(f"{c}.resize({size[c]});")
                case "clear" if rng.randrange(3) == 0:
                    lines.append(f"{c}.clear();")
                    size[c] = 0
                case "swap":
                    lines.append(rng.choice(["a.swap(b);", "std::swap(a, b);"]))
                    size["a"], size["b"] = size["b"], size["a"]
                case "assign":
                    lines.append(f"{c} = {d};")
                    size[c] = size[d]
                case "move":
                    lines.append(f"{c} = std::move({d}); {d}.clear();")
                    size[c], size[d] = size[d], 0
                case "copy":
                    self.count += 1
                    lines.append(f"{{ {kind}<{e}> c{self.count}({d}); x = x * 2 + (int)c{self.count}.size(); c{self.count}.clear(); }}")
                case "loop":
                    lines.append(f"for (const {e}& y : {c}) x = x * 2 + {self.read('y')};")
                case "remove" if kind == "std::list" and n:
                    lines.append(f"{c}.remove({rng.choice([f'{c}.front()', self.value()])}); x = x * 2 + (int){c}.size();")
                    size[c] = 0 if True else n
                    lines.append(f"{c}.clear();")
                case "reserve" if kind == "std::vector":
                    lines.append(f"{c}.reserve({rng.randint(1, 4)});")
                case "size":
                    lines.append(f"x = x * 2 + (int){c}.size();")
                case "equal":
                    lines.append("x = x * 2 + (a == b);")
                case "reverse":
                    lines.append(f"std::reverse({c}.begin(), {c}.end());" if kind != "std::list" else f"{c}.reverse();")
        lines.append(f"for (const {e}& y : a) x = x * 2 + {self.read('y')};")
        lines.append("x = x * 8 + (int)a.size() * 2 + (int)b.size();")
        return lines

    COMMON = ["push_back", "push_back", "emplace_back", "pop_back", "front", "back", "erase", "insert", "clear", "swap", "assign", "move", "copy",
              "loop", "size", "equal"]

    def vector(self):
        return self.sequence("std::vector", self.COMMON + ["index", "index", "resize", "reserve"], (2, 5))

    def deque(self):
        return self.sequence("std::deque", self.COMMON + ["index", "push_front", "pop_front"], (2, 5))

    def list(self):
        return self.sequence("std::list", self.COMMON + ["push_front", "pop_front", "remove", "remove"], (2, 5))

    def array(self):
        rng, e = self.rng, self.element
        lines = [f"std::array<{e}, 3> a{{{self.value()}, {self.value()}, {self.value()}}};", "auto b = a;"]
        for _ in range(rng.randint(2, 4)):
            i, j = rng.randrange(3), rng.randrange(3)
            lines.append(rng.choice([f"a[{i}] = b[{j}];", f"b[{i}] = {self.value()};", "a = b;", "a.swap(b);", f"x = x * 2 + {self.read(f'a[{i}]')};",
                                     "x = x * 2 + (a == b);", f"std::swap(a[{i}], b[{j}]);"]))
        lines.append(f"for (const {e}& y : a) x = x * 2 + {self.read('y')};")
        return lines

    def map(self):
        rng, e = self.rng, self.element
        lines = [f"std::map<int, {e}> a;", f"std::map<int, {e}> b{{{{1, {e}(4)}}}};"]
        for _ in range(rng.randint(2, 5)):
            c, d = rng.choice([("a", "b"), ("b", "a")])
            k = rng.choice([1, 2, 3])
            lines.append(rng.choice([
                f"{c}[{k}] = {self.value()};", f"{c}.insert({{{k}, {e}({rng.randint(1, 6)})}});", f"x = x * 2 + (int){c}.erase({k});",
                f"x = x * 2 + {self.read(f'{c}[{k}]')};", f"x = x * 2 + (int){c}.count({k});", f"x += {c}.find({k}) != {c}.end();",
                f"{c} = {d};", f"{c}.swap({d});", f"{c}.emplace({k}, {rng.randint(1, 6)});",
                f"if ({c}.count({k})) x = x * 2 + {self.read(f'{c}.at({k})')};"]))
        lines.append(f"for (const auto& y : a) x = x * 2 + y.first + {self.read('y.second')};")
        lines.append("x = x * 8 + (int)a.size() * 2 + (int)b.size();")
        return lines

    def set(self):
        rng, e = self.rng, self.element
        lines = [f"std::set<{e}> a;", f"std::set<{e}> b{{{e}(2), {e}(7)}};"]
        for _ in range(rng.randint(2, 5)):
            c, d = rng.choice([("a", "b"), ("b", "a")])
            lines.append(rng.choice([
                f"{c}.insert({self.value()});", f"x = x * 2 + {c}.insert({e}(2)).second;", f"x = x * 2 + (int){c}.erase({e}({rng.choice([2, 3, 7])}));",
                f"x = x * 2 + (int){c}.count({e}(3));", f"{c} = {d};", f"if (!{c}.empty()) x = x * 2 + {self.read(f'(*{c}.begin())')};",
                f"{c}.swap({d});", f"x += {c}.find({e}(7)) == {c}.end();"]))
        lines.append(f"for (const {e}& y : a) x = x * 2 + {self.read('y')};")
        lines.append("x = x * 8 + (int)a.size() * 2 + (int)b.size();")
        return lines

    def optional(self):
        rng, e = self.rng, self.element
        lines = [f"std::optional<{e}> a;", f"std::optional<{e}> b({e}(3));"]
        for _ in range(rng.randint(2, 5)):
            c, d = rng.choice([("a", "b"), ("b", "a")])
            lines.append(rng.choice([
                f"{c} = {e}({rng.randint(1, 6)});", f"{c} = {d};", f"{c}.reset();", f"{c}.emplace({rng.randint(1, 6)});", f"if ({c}) x = x * 2 + {self.read(f'(*{c})')};",
                f"x = x * 2 + {c}.has_value();", "a.swap(b);", f"x = x * 2 + {self.read(f'{c}.value_or({e}(9))')};", f"{c} = std::move({d});",
                f"if ({c} && {d}) *{c} = *{d};", f"x = x * 2 + (a == b);"]))
        lines.append(f"x = x * 4 + (a ? {self.read('(*a)')} : 1) + (b ? {self.read('(*b)')} : 2);")
        return lines

    def unique_ptr(self):
        rng, e = self.rng, self.element
        lines = [f"std::unique_ptr<{e}> a;", f"auto b = std::make_unique<{e}>(3);"]
        for _ in range(rng.randint(2, 5)):
            c, d = rng.choice([("a", "b"), ("b", "a")])
            lines.append(rng.choice([
                f"{c}.reset(new {e}({rng.randint(1, 6)}));", f"{c} = std::move({d});", f"{c}.reset();", f"if ({c}) x = x * 2 + {self.read(f'(*{c})')};",
                "a.swap(b);", f"x = x * 2 + ({c} == nullptr);", f"if ({c}) *{c} = {self.value()};", f"delete {c}.release();"]))
        lines.append(f"x = x * 4 + (a ? {self.read('(*a)')} : 1) + (b ? {self.read('(*b)')} : 2);")
        return lines


def maker(counts):
    return lambda kind, seed: Containers(kind, seed, counts).program()
