#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Only the models of the standard library know the names of their members and functions.

A model (specs/lib/std_models*.h) states by WEIR_STATES what each member is for, the frontend attaches that to the class
(ir/program/library_shape.h), and all other code asks for it. Code that compares names instead would have to be found
and changed for every new model: this test finds it.
"""
import pathlib
import re
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ("support", "ir", "frontend", "specs/lang", "abstraction", "solver", "refine", "tools")
# The words of the attributes are spelled like some of the members.
READERS = {"frontend/library/library_models.cpp"}
# Runs beside the real library; what it calls its own functions is its affair.
NOT_SEARCHED = ("tools/replay/",)
STATED = re.compile(r"(\w+)(?:\[[^\]]*\])?\s+WEIR_STATES\((\w+)\)\s*;")
DEFINED = re.compile(r"\bweir_\w+")
# A name compared, or looked up.
COMPARED = r'(?:name\s*[!=]=\s*|findField\(|name\.(?:starts_with|ends_with|find|contains)\()"(?:std::)?(?:{})'


def names_of_models(top):
    """The members with a role, and all names that begin with weir_."""
    members, own = set(), set()
    for header in sorted((top / "specs/lib").glob("std_models*.h")):
        text = header.read_text()
        members.update(name for name, _ in STATED.findall(text))
        own.update(DEFINED.findall(text))
    return members, own


def matches(top):
    """One sentence for each line that knows such a name."""
    members, own = names_of_models(top)
    member = re.compile(COMPARED.format("|".join(sorted(members))) + '"')
    internal = re.compile(r'"[^"\n]*\b(?:%s)\b' % "|".join(sorted(own)))
    found = []
    for room in ROOMS:
        for source in sorted(path for path in (top / room).rglob("*") if path.suffix in (".h", ".cpp")):
            name = source.relative_to(top).as_posix()
            if name in READERS:
                continue
            for number, line in enumerate(source.read_text().split("\n"), 1):
                is_searched = not name.startswith(NOT_SEARCHED)
                if member.search(line) or "std::weir_" in line or (is_searched and internal.search(line)):
                    found.append(f"{name}:{number} knows a name of a model: {line.strip()}")
    return found


class LibraryNames(unittest.TestCase):
    def test_only_the_models_know_their_names(self):
        members, own = names_of_models(TOP)
        self.assertLessEqual({"length", "elems", "entries", "target", "block", "present"}, members)
        self.assertIn("weir_keyed", own)
        self.assertEqual(matches(TOP), [])

    def test_code_that_compares_names_is_found(self):
        with tempfile.TemporaryDirectory() as place:
            top = pathlib.Path(place)
            (top / "specs/lib").mkdir(parents=True)
            (top / "specs/lib/std_models_bag.h").write_text(
                "class weir_bag { unsigned long size WEIR_STATES(length); int things[4] WEIR_STATES(sequence); };\n")
            (top / "refine").mkdir()
            for line in ('if (field->name == "things") return;', 'decl.findField("size");',
                         'name.starts_with("std::weir_bag<");', 'callee == "weir_bag"'):
                (top / "refine/a.cpp").write_text(line + "\n")
                self.assertEqual(len(matches(top)), 1, line)
            (top / "refine/a.cpp").write_text('out << "things";  // field->size\n')
            self.assertEqual(matches(top), [])


if __name__ == "__main__":
    unittest.main()
