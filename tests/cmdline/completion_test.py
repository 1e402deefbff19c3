#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The completion scripts, read by their shells, and the manual page, read by man."""
import os
import shutil
import subprocess
import unittest

WEIR = os.environ["WEIR"]


def weir(*arguments):
    return subprocess.run([WEIR, *arguments], capture_output=True, text=True, check=True).stdout


def needs(program):
    return unittest.skipUnless(shutil.which(program), f"{program} is not installed")


class Bash(unittest.TestCase):
    def complete(self, *words):
        script = weir("completion", "bash") + f"""
COMP_WORDS=(weir {' '.join(f"'{w}'" for w in words)}); COMP_CWORD={len(words)}; _weir; printf '%s\\n' "${{COMPREPLY[@]}}" """
        return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split()

    def test_commands_options_choices_and_files(self):
        self.assertEqual(self.complete("repo"), ["report"])
        self.assertEqual(self.complete("run", "x.json", "--max"), ["--max-slowdown"])
        self.assertEqual(self.complete("completion", "z"), ["zsh"])
        self.assertEqual(self.complete("report", "READ"), ["README.md"])
        self.assertEqual(self.complete("report", "r.json", "--html", "tool"), ["tools"])


class Zsh(unittest.TestCase):
    @needs("zsh")
    def test_it_is_a_script_of_zsh(self):
        ran = subprocess.run(["zsh", "-f", "-n", "/dev/stdin"], input=weir("completion", "zsh"), capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))


class Fish(unittest.TestCase):
    @needs("fish")
    def test_commands_and_options(self):
        script = weir("completion", "fish") + "\ncomplete -C 'weir repo'\ncomplete -C 'weir run --max'\n"
        said = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, check=True).stdout
        self.assertIn("report\tShow the results", said)
        self.assertIn("--max-slowdown\tFail where", said)


class Man(unittest.TestCase):
    @needs("groff")
    def test_it_is_troff_without_a_warning(self):
        ran = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=weir("man"), capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))

    def test_every_command_has_a_section(self):
        page = weir("man")
        for name in ("report", "run", "merge", "completion"):
            self.assertIn(f".SS weir {name}\n", page)


if __name__ == "__main__":
    unittest.main()
