#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every message of the resolver and the type checker is shown by a golden file beside this script."""
import pathlib
import re
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parents[2] / "specs" / "lang"
FILES = ["frame", "function_table", "load", "lower", "lowering_applications", "lowering_formulas", "lowering_names",
         "lowering_sets", "method_lowering", "model"]
# Texts of properties that a model has without anybody writing them.
NO_MESSAGES = ["other objects are unchanged", "a const method changes nothing"]


def fragments(text):
    """Literals of several words, each a piece of a message; sentences of INVARIANT and comments are not."""
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"(INVARIANT|UNREACHABLE)\((.|\n)*?\);", "", text)
    text = re.sub(r"#include[^\n]*", "", text)
    for literal in re.findall(r'"((?:[^"\\]|\\.)*)"', text):
        if literal.count(" ") >= 2 and len(literal) >= 10:
            yield literal


class Messages(unittest.TestCase):
    def test_every_message_is_shown(self):
        shown = "".join(path.read_text() for path in sorted(HERE.glob("*.expected")))
        missing = []
        for name in FILES:
            for fragment in fragments((SOURCES / f"{name}.cpp").read_text()):
                if fragment not in shown and fragment not in NO_MESSAGES:
                    missing.append(f"{name}.cpp: {fragment}")
        self.assertEqual(missing, [])

    def test_fragments_are_found(self):
        self.assertEqual(list(fragments('report(e, "this join is always empty: left is " + x); // "not a b"')),
                         ["this join is always empty: left is "])


if __name__ == "__main__":
    unittest.main()
