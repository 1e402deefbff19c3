#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Behind what is not understood nothing is known: no `must`, no `never`, no report."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

WEIR = str(pathlib.Path(os.environ["WEIR"]).resolve())

SOURCE = """#include <stdlib.h>
int jumped(int x) { void *to = &&end; int *p = 0; goto *to; end: return *p ^ x; }
int calls(int x) { return jumped(x) ? 1 : 2; }
int before(int *p, int x) { if (!p) x = 3; x ^= *p; return x ^ jumped(x); }
"""


class NotUnderstood(unittest.TestCase):
    def run_on_source(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.c").write_text(SOURCE)
            ran = subprocess.run([WEIR, arguments[0], "a.c", *arguments[1:], "--json", "out.json"], cwd=folder,
                                 capture_output=True, text=True)
            self.assertIn(ran.returncode, (0, 1), ran.stderr)
            return json.loads((pathlib.Path(folder) / "out.json").read_text())

    def test_everything_may_happen(self):
        found = {each["function"].split("(")[0]: each for each in self.run_on_source("conditions")["functions"]}
        for name in ("jumped", "calls"):
            self.assertEqual([found[name][each] for each in ("must", "may", "never", "loops")],
                             ["false", "true", "false", "false"], name)
        self.assertEqual(found["before"]["must"], "no p")

    def test_only_what_is_understood_is_reported(self):
        reports = self.run_on_source("audit", "--no-confirm")["reports"]
        self.assertEqual([each["function"].split("(")[0] for each in reports], ["before"])


if __name__ == "__main__":
    unittest.main()
