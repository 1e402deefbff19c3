#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""weir fmt: prints, rewrites or checks specifications, and reports their mistakes."""
import os
import pathlib
import subprocess
import tempfile
import unittest

MESSY = "pred  p[x:List]{ some x.head   // not empty\nno y}"
TIDY = "pred p[x: List] {\n  some x.head  // not empty\n  no y\n}\n"


def weir(*arguments):
    return subprocess.run([os.environ["WEIR"], *arguments], capture_output=True, text=True)


class Fmt(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "a.weir"

    def test_the_formatted_text_is_printed(self):
        self.file.write_text(MESSY)
        result = weir("fmt", str(self.file))
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, TIDY, ""))
        self.assertEqual(self.file.read_text(), MESSY)

    def test_in_place_rewrites_the_file(self):
        self.file.write_text(MESSY)
        self.assertEqual(weir("fmt", "-i", str(self.file)).returncode, 0)
        self.assertEqual(self.file.read_text(), TIDY)

    def test_check_tells_tidy_from_messy(self):
        self.file.write_text(MESSY)
        result = weir("fmt", "--check", str(self.file))
        self.assertEqual(result.returncode, 2)
        self.assertIn("not formatted", result.stderr)
        self.file.write_text(TIDY)
        self.assertEqual(weir("fmt", "--check", str(self.file)).returncode, 0)

    def test_mistakes_are_reported_with_place_and_caret_and_the_file_is_left_alone(self):
        self.file.write_text("pred p {\n  a == b\n}\nfunn f\n")
        result = weir("fmt", "-i", str(self.file))
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"{self.file}:2:6: error: expected an expression, found '='; equality is written '='\n"
                      "    a == b\n       ^", result.stderr)
        self.assertIn("did you mean 'fun'?", result.stderr)
        self.assertEqual(self.file.read_text(), "pred p {\n  a == b\n}\nfunn f\n")

    def test_a_missing_file_is_named(self):
        result = weir("fmt", "nowhere.weir")
        self.assertEqual(result.returncode, 2)
        self.assertIn("nowhere.weir", result.stderr)


if __name__ == "__main__":
    unittest.main()
