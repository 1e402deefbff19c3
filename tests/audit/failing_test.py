#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir audit --failing-allocations` reports the lines of failing/allocations.c that end in `// report`; without it, none."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

WEIR = str(pathlib.Path(os.environ["WEIR"]).resolve())
SOURCE = pathlib.Path(__file__).resolve().parent / "failing/allocations.c"


def audited(*arguments):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        ran = subprocess.run([WEIR, "audit", SOURCE, *arguments, "--json", out], capture_output=True, text=True)
        if not out.exists():
            raise AssertionError(ran.stderr)
        return json.loads(out.read_text())["reports"]


class Failing(unittest.TestCase):
    def test_what_is_followed_unchecked(self):
        reports = audited("--failing-allocations")
        expected = [i for i, line in enumerate(SOURCE.read_text().splitlines(), 1) if line.endswith("// report")]
        self.assertEqual(sorted(int(each["place"].split(":")[1]) for each in reports), expected)
        self.assertEqual({(each["kind"], each["error"], each["confirmed"]) for each in reports}, {("source-sink", "null-deref", False)})
        for each in reports:
            self.assertIn("may fail", each["explanation"])
            self.assertTrue(each["related"], each)

    def test_nothing_where_they_succeed(self):
        self.assertEqual(audited(), [])


if __name__ == "__main__":
    unittest.main()
