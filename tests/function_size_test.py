#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of at most 80 lines: a longer one has more than one idea in it.

The sources are laid out by clang-format, so a function ends where its first line's indentation comes back with a brace.
"""
import pathlib
import re
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent
MOST_LINES = 80
# Functions that read better in one piece, with the reason.
EXCEPTIONS = {
    ("tests/unit/specs/heap_library_test.cpp", "cases"): "a table: each row a formula and its meaning",
}
# Programs that weir reads are not part of weir.
NOT_OURS = ("tests/verify/", "tests/golden/", "tests/differential/corpus/", "tests/replay/", "docs/", "specs/lib/", "benchmarks/", "build")
NO_FUNCTION = re.compile(r"\s*(namespace|class|struct|enum|union|extern)\b[^(]*$|[^(]*= \{$")
ENDS_BEFORE = re.compile(r"\s*$|.*[;{}:>]\s*$|\s*//|\s*#")  # what stands before the first line of a statement


def first_line(lines, last):
    """The first line of the statement whose brace opens at the end of line `last`."""
    first = last
    while first > 0 and not ENDS_BEFORE.match(lines[first - 1]):
        first -= 1
    return first


def indentation(line):
    return len(line) - len(line.lstrip())


def long_functions(text):
    """(name, line, lines) of the functions in `text` that are too long, but for what is inside one of them."""
    lines = text.split("\n")
    found = []
    opened = {}  # by indentation: the first line of the statement whose brace is open there
    for number, line in enumerate(lines):
        if line.lstrip().startswith("}") and indentation(line) in opened:
            start = opened.pop(indentation(line))
            head = " ".join(one.strip() for one in lines[start:number] if one)[:200]
            if number - start + 1 > MOST_LINES and not NO_FUNCTION.match(lines[start]):
                name = re.search(r"([\w:~]+)\s*\(", head)
                found.append((name.group(1) if name else head, start + 1, number - start + 1))
        if line.endswith("{") and not line.lstrip().startswith("//"):
            start = first_line(lines, number)
            opened[indentation(lines[start])] = start
    outer = []
    for name, start, size in sorted(found, key=lambda one: (one[1], -one[2])):
        if not outer or start >= outer[-1][1] + outer[-1][2]:
            outer.append((name, start, size))
    return outer


class FunctionSize(unittest.TestCase):
    def test_no_function_is_too_long(self):
        too_long, used, looked_at = [], set(), 0
        for path in sorted(path for path in TOP.rglob("*") if path.suffix in (".h", ".cpp")):
            name = path.relative_to(TOP).as_posix()
            if name.startswith(NOT_OURS):
                continue
            looked_at += 1
            for function, line, size in long_functions(path.read_text()):
                if (name, function) in EXCEPTIONS:
                    used.add((name, function))
                else:
                    too_long.append(f"{name}:{line}: {function} has {size} lines, more than {MOST_LINES}")
        self.assertGreater(looked_at, 300)
        if too_long:
            self.fail("\n" + "\n".join(too_long))
        self.assertEqual(set(), set(EXCEPTIONS) - used, "exceptions that are no longer needed")

    def test_a_long_function_is_found(self):
        body = "  step();\n" * MOST_LINES
        self.assertEqual([("run", 1, MOST_LINES + 2)], long_functions("void run(int x) {\n" + body + "}\n"))
        self.assertEqual([], long_functions("void run(int x) {\n" + body[len("  step();\n") * 2:] + "}\n"))
        self.assertEqual([], long_functions("namespace a {\n" + body + "}  // namespace a\n"))
        wrapped = "void A::run(int x,\n            int y) {\n" + body + "}\n"
        self.assertEqual([("A::run", 1, MOST_LINES + 3)], long_functions(wrapped))
        inside = "class A {\n  int get() const {\n" + body + "  }\n};\n"
        self.assertEqual([("get", 2, MOST_LINES + 2)], long_functions(inside))


if __name__ == "__main__":
    unittest.main()
