#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/LANGUAGE_SUPPORT.md names, for each construct, the functions of the corpus that show it: they have to exist."""
import pathlib
import re
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent
CORPUS = TOP / "tests/differential/corpus"
ROW = re.compile(r"^\| (?P<construct>.+?) \| (?P<answer>yes|any|no) \| (?P<shown>.+) \|$", re.MULTILINE)


def functions_of(shown):
    """(file, function) for each function named in a cell: `file`: `f`, `g`; `other`: `h`."""
    for group in shown.split(";"):
        names = re.findall(r"`([^`]+)`", group)
        for function in names[1:]:
            yield names[0], function


class LanguageSupport(unittest.TestCase):
    rows = [match.groupdict() for match in ROW.finditer((TOP / "docs/LANGUAGE_SUPPORT.md").read_text())]

    def test_every_row_names_functions_that_exist(self):
        self.assertGreater(len(self.rows), 40)
        for row in self.rows:
            found = list(functions_of(row["shown"]))
            self.assertTrue(found, row["construct"])
            for file, function in found:
                text = (CORPUS / file).read_text()
                self.assertRegex(text, rf"\b{re.escape(function)}\(", f"{file}: {function}")

    def test_gaps_are_what_is_not_answered_yes(self):
        for row in self.rows:
            for file, function in functions_of(row["shown"]):
                self.assertEqual(function.startswith("gap_"), row["answer"] != "yes", f"{row['construct']}: {function}")

    def test_every_gap_of_the_corpus_is_told(self):
        told = {function for row in self.rows for _, function in functions_of(row["shown"])}
        for source in CORPUS.iterdir():
            for gap in re.findall(r"\b(gap_\w+)\(", source.read_text()):
                self.assertIn(gap, told, source.name)


if __name__ == "__main__":
    unittest.main()
