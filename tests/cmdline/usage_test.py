#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Help, version and wrong usage: what is printed, where, and the exit status."""
import os
import subprocess
import unittest


def weir(*arguments):
    return subprocess.run([os.environ["WEIR"], *arguments], capture_output=True, text=True)


class Usage(unittest.TestCase):
    def test_version_is_one_line_on_standard_output(self):
        result = weir("--version")
        self.assertRegex(result.stdout, r"\Aweir \d+\.\d+\.\d+\n\Z")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_help_says_what_the_exit_status_means(self):
        result = weir("--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("Exit status", result.stdout)

    def test_no_command_is_wrong_usage(self):
        result = weir()
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("weir --help", result.stderr)

    def test_an_unknown_command_is_named(self):
        result = weir("chekc", "list.weir")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("no command 'chekc'", result.stderr)

    def test_an_unknown_flag_is_named(self):
        result = weir("--frobnicate")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("--frobnicate", result.stderr)


if __name__ == "__main__":
    unittest.main()
