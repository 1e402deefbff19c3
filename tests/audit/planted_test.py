#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir audit` finds what is planted in planted/*.c, and nothing else there.

A line that is to be reported ends in a comment: `// report: KIND ERROR`. Every function without one is a decoy.
"""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

WEIR = str(pathlib.Path(os.environ["WEIR"]).resolve())
PLANTED = pathlib.Path(__file__).resolve().parent / "planted"
# Nobody waits for the end of what does not end, and the compiled program shows the others.
NOT_EXECUTED = {"endless"}


class Planted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.json"
            ran = subprocess.run([WEIR, "audit", *sorted(map(str, PLANTED.glob("*.c"))), "-j", "2", "--json", out],
                                 capture_output=True, text=True)
            if not out.exists():
                raise AssertionError(ran.stderr)
            cls.whole = json.loads(out.read_text())

    def expected(self):
        found = {}
        for source in PLANTED.glob("*.c"):
            for number, line in enumerate(source.read_text().splitlines(), 1):
                if planted := re.search(r"// report: (\S+) ?(\S*)$", line):
                    found[f"{source.name}:{number}"] = (planted[1], planted[2])
        return found

    def reported(self):
        place = lambda each: re.sub(r":\d+$", "", pathlib.Path(each["place"]).name)
        return {place(each): (each["kind"], each["error"]) for each in self.whole["reports"]}

    def test_everything_planted_and_nothing_else(self):
        self.assertEqual(self.reported(), self.expected())
        self.assertEqual(len(self.whole["reports"]), len(self.expected()))

    def test_enough_is_planted(self):
        self.assertGreaterEqual(self.whole["functions"], 40)
        self.assertEqual({kind for kind, _ in self.expected().values()}, {"must", "source-sink", "inconsistent", "endless"})

    def test_each_is_confirmed_by_an_execution(self):
        self.assertEqual([each["place"] for each in self.whole["reports"]
                          if not each["confirmed"] and each["kind"] not in NOT_EXECUTED], [])


if __name__ == "__main__":
    unittest.main()
