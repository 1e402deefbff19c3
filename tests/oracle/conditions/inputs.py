# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs of a random function: arguments, global variables, and a heap of few objects with every kind of alias.

An input is made twice from the same numbers: here, for formulas to speak of, and in runtime.c. A pointer to a struct is the
name of an object; a pointer to a scalar is the cell it leads to, as (object, field) or (object, index).
"""
import itertools
import struct

WORLD, PARAMETERS = 64, 8  # as in runtime.h

RANGES = {"int": (-2**31, 2**31 - 1), "unsigned": (0, 2**32 - 1), "char": (-128, 127), "unsigned char": (0, 255),
          "short": (-2**15, 2**15 - 1), "unsigned short": (0, 2**16 - 1), "long long": (-2**63, 2**63 - 1),
          "unsigned long long": (0, 2**64 - 1), "_Bool": (0, 1), "enum color": (0, 2)}
SMALL = list(range(-3, 7)) + [10, 100]

INT_CELLS = [None] + [("X", k) for k in range(3)] + [("Y", k) for k in range(3)] + [("A", "v"), ("B", "v"), "g0"] + \
    [("K", "a", k) for k in range(3)] + [("K.in", "v")] + [("garr", k) for k in range(3)]
NODES = [None, "A", "B", "K.in", "L.in"]
POINTER_CELLS = [None, ("P", 0), ("P", 1), ("Q", 0), ("K", "p")]
BOXES = [None, "K", "L"]
CHAR_CELLS = [None, ("C", 0), ("C", 1), ("C", 2), ("K", "c")]
TARGETS = {"node*": NODES, "int*": INT_CELLS, "int**": POINTER_CELLS, "box*": BOXES, "char*": CHAR_CELLS}


class Input:
    """What formulas can speak of."""

    def __init__(self, world, parameters):
        """`parameters`: (name, type, code)."""
        w = self.world = world
        cells = self.cells = {}
        self.extents = {"K": 1, "L": 1, "K.in": 1, "L.in": 1, "A": 2 if w["contiguous"] else 1, "B": 1}
        for i, node in enumerate("AB"):
            cells[node, "next"], cells[node, "v"] = NODES[w["node_next"][i]], w["node_v"][i]
        self.array("X", w["x"][:w["x_extent"]])
        self.array("Y", w["y"][:w["y_extent"]])
        self.array("P", [INT_CELLS[code] for code in w["p"][:w["p_extent"]]])
        self.array("Q", [INT_CELLS[w["q"][0]]])
        self.array("C", w["c"][:w["c_extent"]])
        self.array("garr", w["garr"])
        for i, box in enumerate("KL"):
            for k in range(3):
                cells[box, "a", k] = w["box"][i]["a"][k]
                self.extents[box, "a", k] = 3 - k
            cells[box, "n"], cells[box, "p"] = NODES[w["box"][i]["n"]], INT_CELLS[w["box"][i]["p"]]
            cells[box, "c"], cells[box, "s"] = w["box"][i]["c"], w["box"][i]["s"]
            cells[box, "in"] = box + ".in"
            cells[box + ".in", "next"], cells[box + ".in", "v"] = NODES[w["box"][i]["in_next"]], w["box"][i]["in_v"]
        cells["g0"] = w["g0"]
        self.names = {"g0": w["g0"], "gp": NODES[w["gp"]], "garr": "garr"}
        for name, of_type, code in parameters:
            self.names[name] = self.value(name, of_type, code)
        self.parameters = parameters

    def value(self, name, of_type, code):
        if of_type == "struct node":  # by value
            self.cells[name + "%", "next"], self.cells[name + "%", "v"] = NODES[code[0]], code[1]
            return name + "%"
        return TARGETS[of_type][code] if of_type in TARGETS else bool(code) if of_type == "_Bool" else code

    def array(self, name, values):
        for k, value in enumerate(values):
            self.cells[name, k] = value
            self.extents[name, k] = len(values) - k

    def field(self, owner, name):
        if owner is None:
            return None
        if (owner, name, 0) in self.cells:
            return owner, name, None
        return self.cells[owner, name]

    def element(self, array, index):
        if array == "garr":
            return self.cells.get(("garr", index))
        if array is None:
            return None
        return self.cells.get((array[0], array[1], index))

    def deref(self, pointer):
        return None if pointer is None else self.cells[pointer]

    def extent(self, pointer):
        return 0 if pointer is None else self.extents.get(pointer, 1)

    def packed(self):
        w = self.world
        numbers = [w["contiguous"], w["x_extent"], w["y_extent"], w["p_extent"], w["c_extent"], *w["node_next"], *w["node_v"],
                   *w["x"], *w["y"], *w["p"], *w["q"]]
        for box in w["box"]:
            numbers += [*box["a"], box["n"], box["p"], box["in_next"], box["in_v"], box["c"], box["s"]]
        numbers += [*w["c"], w["g0"], w["gp"], *w["garr"]]
        numbers += [0] * (WORLD - len(numbers))
        for _, _, code in self.parameters:
            numbers += code if isinstance(code, tuple) else [code]
        numbers += [0] * (WORLD + PARAMETERS - len(numbers))
        return b"".join(struct.pack("<q", n if n < 2**63 else n - 2**64) for n in numbers)

    def __str__(self):
        used = {name: self.names[name] for name, _, _ in self.parameters}
        w = self.world
        heap = {key: value for key, value in self.cells.items() if key != "g0"}
        return f"{used} g0={w['g0']} gp={self.names['gp']} contiguous={w['contiguous']}\n      heap {heap}"


def values_of(of_type, extra):
    low, high = RANGES[of_type]
    if of_type == "enum color":
        return [0, 1, 2]
    found = [v for v in SMALL + sorted(extra) if low <= v <= high]
    return sorted(set(found + [low, high] + [v for v in (2**31 - 1, -2**31) if low <= v <= high]))


class Maker:
    """Inputs for a function: all of them where its parameters are a few numbers, else a sample."""

    def __init__(self, rng, parameters, uses, constants, most):
        self.rng, self.parameters, self.uses, self.most = rng, parameters, uses, most
        self.extra = {c + d for c in constants for d in (-1, 0, 1)}
        types = {of_type for _, of_type in parameters}
        self.heap = bool(types & set(TARGETS) or "struct node" in types or uses)

    def number(self, of_type="int"):
        if self.rng.random() < 0.75:
            low, high = RANGES[of_type]
            return self.rng.randint(max(low, -2), min(high, 4))
        return self.rng.choice(values_of(of_type, self.extra))

    def numbers(self, count):
        return [self.number() for _ in range(count)]

    def int_target(self, extents):
        """Mostly X and Y; sometimes whatever else has an int."""
        if self.rng.random() < 0.2:
            return 0
        if self.rng.random() < 0.75:
            block = self.rng.choice([0, 0, 1])
            start = 0 if self.rng.random() < 0.6 else self.rng.randrange(extents[block])
            return 1 + 3 * block + start
        return self.rng.randrange(7, len(INT_CELLS))

    def node_target(self):
        return self.rng.choice([0, 1, 1, 2, 2, 2, self.rng.choice([3, 4])] if "box" in self.uses else [0, 1, 1, 2])

    def world(self):
        rng = self.rng
        extents = [rng.choice([1, 1, 2, 3]), rng.choice([1, 2, 3])]
        made = {"contiguous": int(rng.random() < 0.2), "x_extent": extents[0], "y_extent": extents[1], "p_extent": rng.choice([1, 2]),
                "c_extent": rng.choice([1, 2, 3]), "node_next": [self.node_target(), self.node_target()], "node_v": self.numbers(2),
                "x": self.numbers(3), "y": self.numbers(3), "p": [self.int_target(extents), self.int_target(extents)],
                "q": [self.int_target(extents)], "c": [self.number("unsigned char") for _ in range(3)], "g0": self.number(),
                "gp": self.node_target(), "garr": self.numbers(3), "box": []}
        for _ in range(2):
            made["box"].append({"a": self.numbers(3), "n": self.node_target(), "p": self.int_target(extents), "in_next": self.node_target(),
                                "in_v": self.number(), "c": self.number("unsigned char"), "s": self.number("short")})
        return made

    def code(self, of_type, world):
        if of_type == "struct node":
            return (self.node_target(), self.number())
        if of_type == "int*":
            return self.int_target([world["x_extent"], world["y_extent"]])
        if of_type == "int**":
            return self.rng.choice([0, 1, 1, 3, 3, 4, 2 if world["p_extent"] == 2 else 1])
        if of_type == "char*":
            return self.rng.choice([0, 1, 1, 4, self.rng.randint(1, world["c_extent"])])
        if of_type == "node*":
            return self.node_target()
        if of_type == "box*":
            return self.rng.choice([0, 1, 1, 2])
        return self.number(of_type) if self.heap else self.rng.choice(values_of(of_type, self.extra))

    def inputs(self):
        if not self.heap:
            ranges = [values_of(of_type, self.extra) for _, of_type in self.parameters]
            total = 1
            for each in ranges:
                total *= len(each)
            if total <= self.most:
                world = self.world()
                return [Input(world, [(n, t, v) for (n, t), v in zip(self.parameters, values)]) for values in itertools.product(*ranges)]
        made = {}
        for _ in range(self.most):
            world = self.world()
            item = Input(world, [(n, t, self.code(t, world)) for n, t in self.parameters])
            made[item.packed()] = item
        return list(made.values())
