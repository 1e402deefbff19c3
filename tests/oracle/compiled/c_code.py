# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random statements over one struct, with what a kind of program adds to them."""

NODE = "struct N@"

# Where memory may be unset the code reads and writes through these; the harness has them as functions that notice a read of
# memory that nobody wrote, where an execution ends.
PLAIN_ACCESS = """#ifndef READ
#define READ(place) (place)
#define STORE(place, value) (place) = (value)
#define COPY(to, from) (to) = (from)
#define UNSET(place) (void)0
#endif"""


class Code:
    """Writes statements. Pointers are followed only where the code has tested them, mostly: an execution that ends in an
    error says nothing about the properties."""

    def __init__(self, rng, features):
        self.rng = rng
        self.features = features
        self.numbers = ["x"]  # variables of type int
        self.pointers = ["p", "q"]  # variables of type struct N*
        self.safe = set()  # pointers that are not null here
        self.constants = sorted(rng.sample([-3, -1, 0, 1, 2, 3, 5, 7, 9, 12, 40, 77], 4))
        self.fields = ["a"]  # of type int
        self.links = ["next"]
        self.functions = []  # (name, result, parameters) that can be called: "int", "node", "void"
        self.gadgets = []  # functions that return a statement, what the kind is about
        self.allocations = 0
        self.most_allocations = 0
        self.fresh = 0

    # Expressions

    def constant(self):
        return str(self.rng.choice(self.constants))

    def chance(self, one_in):
        return self.rng.randrange(one_in) == 0

    def read(self, place):
        return f"READ({place})" if "uninitialised" in self.features else place

    def store(self, place, value):
        return f"STORE({place}, {value});" if "uninitialised" in self.features else f"{place} = {value};"

    def followed(self):
        """A pointer that may be followed, or None."""
        known = [p for p in self.pointers if p in self.safe]
        if known:
            return self.rng.choice(known)
        return None

    def number(self, depth=2):
        options = ["constant", "variable", "field", "field"]
        if depth > 0:
            options += ["sum", "compare", "pointers"]
        match self.rng.choice(options):
            case "variable" if self.numbers:
                return self.rng.choice(self.numbers)
            case "field":
                pointer = self.followed()
                if pointer:
                    return self.read(f"{pointer}->{self.rng.choice(self.fields)}")
            case "sum":
                return f"({self.number(depth - 1)} {self.rng.choice('+-^&')} {self.number(depth - 1)})"
            case "compare":
                return f"({self.number(depth - 1)} {self.rng.choice(['<', '==', '!=', '<='])} {self.number(depth - 1)})"
            case "pointers":
                return f"({self.pointer()} {self.rng.choice(['==', '!='])} {self.pointer()})"
        return self.constant()

    def pointer(self):
        match self.rng.randrange(5):
            case 0:
                return "NULL"
            case 1:
                at = self.followed()
                if at:
                    return self.read(f"{at}->{self.rng.choice(self.links)}")
        return self.rng.choice(self.pointers or ["NULL"])

    def argument(self, kind):
        if kind == "int":
            return self.number(1)
        if kind == "node":
            return self.rng.choice(self.pointers)
        return kind  # a variable's name

    def call(self, result):
        """A call of a function with that result, or None."""
        fitting = [f for f in self.functions if f[1] == result]
        if not fitting:
            return None
        name, _, parameters = self.rng.choice(fitting)
        return f"{name}({', '.join(self.argument(kind) for kind in parameters)})"

    # Statements

    def assigned(self, pointer, value):
        """After `pointer = value`."""
        if value in self.safe:
            self.safe.add(pointer)
        else:
            self.safe.discard(pointer)

    def statement(self, depth):
        if self.gadgets and self.rng.randrange(5) < 2:
            made = self.rng.choice(self.gadgets)()
            if made:
                return made
        kind = self.rng.randrange(12)
        at = self.followed()
        if kind <= 1:
            return [f"{self.rng.choice(self.numbers)} = {self.number()};"]
        if kind <= 3 and at:
            return [self.store(f"{at}->{self.rng.choice(self.fields)}", self.number())]
        if kind == 4:
            pointer, value = self.rng.choice(self.pointers), self.pointer()
            self.assigned(pointer, value)
            return [f"{pointer} = {value};"]
        if kind == 5 and at:
            return [self.store(f"{at}->{self.rng.choice(self.links)}", self.pointer())]
        if kind == 6:
            call = self.call("int")
            if call:
                return [f"{self.rng.choice(self.numbers)} = {call};"]
        if kind == 7:
            call = self.call("node")
            if call:
                pointer = self.rng.choice(self.pointers)
                self.safe.discard(pointer)
                return [f"{pointer} = {call};"]
        if kind == 8:
            call = self.call("void")
            if call:
                return [f"{call};"]
        if kind == 9 and self.allocations < self.most_allocations:
            return self.allocation()
        if depth > 0:
            if kind == 10 and self.chance(2):
                self.fresh += 1
                i = f"i{self.fresh}"
                safe = self.safe
                self.safe = set()  # what the body changes is not safe the second time
                allocations, self.most_allocations = self.most_allocations, 0
                body = self.block(depth - 1, 2)
                self.safe, self.most_allocations = set(), allocations
                return [f"for (int {i} = 0; {i} < {self.rng.choice([2, 2, 3])}; {i}++) {{", *body, "}"]
            return self.branch(depth)
        return [f"{self.rng.choice(self.numbers)} = {self.number()};"]

    def branch(self, depth):
        pointer = self.rng.choice(self.pointers)
        before = set(self.safe)
        negated = False
        match self.rng.randrange(4):
            case 0 | 1 if pointer not in self.safe:
                condition = pointer
                self.safe.add(pointer)
                negated = self.chance(4)
                if negated:
                    condition, self.safe = f"!{pointer}", set(before)
            case 2:
                condition = f"{pointer} {self.rng.choice(['==', '!='])} {self.pointer()}"
            case _:
                condition = f"{self.number(1)} {self.rng.choice(['==', '<', '!=', '=='])} {self.number(1)}"
        then = self.block(depth - 1, 2)
        after = self.safe
        self.safe = set(before) | ({pointer} if negated else set())
        other = self.block(depth - 1, 2) if self.chance(3) else []
        self.safe &= after
        if other:
            return [f"if ({condition}) {{", *then, "} else {", *other, "}"]
        return [f"if ({condition}) {{", *then, "}"]

    def allocation(self):
        self.allocations += 1
        pointer = self.rng.choice(self.pointers)
        lines = [f"{pointer} = malloc(sizeof({NODE}));"]
        if "uninitialised" in self.features:
            lines[0] += f" UNSET(*{pointer});"
        self.safe.discard(pointer)
        others, self.pointers = self.pointers, [p for p in self.pointers if p != pointer]
        values = [(f, self.number(1)) for f in self.fields] + [(f, self.pointer()) for f in self.links]
        self.pointers = others
        self.safe.add(pointer)
        for field, value in values:
            if "uninitialised" in self.features and self.chance(3):
                continue
            lines.append(self.store(f"{pointer}->{field}", value))
        return lines

    def block(self, depth, most):
        lines = []
        for _ in range(self.rng.randint(1, most)):
            lines += self.statement(depth)
        return lines


def indent(lines):
    depth, out = 1, []
    for line in lines:
        if line.startswith("}"):
            depth -= 1
        out.append("  " * depth + line)
        if line.endswith("{"):
            depth += 1
    return "\n".join(out)
