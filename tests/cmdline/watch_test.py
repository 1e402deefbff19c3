#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir check --watch`: what is checked again when a file changes."""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import unittest

WEIR = os.environ["WEIR"]
SOURCE = """struct Cell { int value; struct Cell* next; };
#include "second.h"
int first(struct Cell* c) { return c->value; }
int second(struct Cell* c) { return c ? helped(c) : 0; }
"""
HEADER = "static int helped(struct Cell* c) { return c->value; }\n"
SPEC = """source "cell.c"
method first { requires some c  ensures kept: c.value' = c.value }
method second { checks null-deref }
"""


class Watch(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.write("cell.c", SOURCE)
        self.write("second.h", HEADER)
        self.write("cell.weir", SPEC)

    def write(self, name, text):
        """As editors do: whole, or not at all."""
        (self.folder / "new").write_text(text)
        (self.folder / "new").rename(self.folder / name)

    def start(self, *arguments):
        self.watch = subprocess.Popen([WEIR, "check", "cell.weir", "--no-replay", "--watch", *arguments], cwd=self.folder,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(self.stop)

    def stop(self):
        self.watch.send_signal(signal.SIGINT)
        self.watch.wait()
        self.watch.stdout.close()

    def round(self):
        """The lines up to the one that says that it waits."""
        lines = []
        for line in self.watch.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("watching"):
                return lines
        self.fail("it ended:\n" + "\n".join(lines))

    def verdicts(self, lines):
        return [line.split()[:2] for line in lines if line.split()[:1] and line.split()[0] in ("holds", "proved", "violated", "unknown")
                and not line.split()[1].endswith(":")]

    def test_only_what_depends_on_the_change_is_checked_again(self):
        self.start("--prove", "off")
        lines = self.round()
        self.assertEqual(self.verdicts(lines), [["holds", "first.kept"], ["holds", "second.null-deref"]])
        self.assertTrue(lines[-1].endswith(": 2 hold in scope"), lines)

        self.write("second.h", "static int helped(struct Cell* c) { return c->next->value; }\n")
        lines = self.round()
        self.assertEqual(lines[0], "second.h changed: 1 of 2 properties to check")
        self.assertEqual(self.verdicts(lines)[0], ["violated", "second.null-deref"])
        self.assertFalse(any("first.kept" in line for line in lines), lines)
        self.assertTrue(lines[-1].endswith(": 1 holds in scope, 1 is violated"), lines)

    def test_a_comment_checks_nothing(self):
        self.start("--prove", "off")
        self.round()
        self.write("cell.c", SOURCE + "// That is all.\n")
        lines = self.round()
        self.assertEqual(lines[0], "cell.c changed: 0 of 2 properties to check")
        self.assertEqual(self.verdicts(lines), [])
        self.assertTrue(lines[-1].endswith(": 2 hold in scope"), lines)

    def test_a_mistake_is_reported_and_its_end_noticed(self):
        self.start("--prove", "off")
        self.round()
        self.write("cell.c", SOURCE.replace("return c->value;", "return c->valu;", 1))
        lines = self.round()
        self.assertTrue(any("valu" in line and "error" in line for line in lines), lines)
        self.assertTrue(lines[-1].endswith(": the last check did not end"), lines)
        self.write("cell.c", SOURCE)
        lines = self.round()
        self.assertEqual(lines[0], "cell.c changed: 0 of 2 properties to check")
        self.assertTrue(lines[-1].endswith(": 2 hold in scope"), lines)

    def test_what_is_wrong_from_the_beginning(self):
        self.write("cell.c", "int first(\n")
        self.start("--prove", "off")
        self.assertTrue(self.round()[-1].endswith(": the last check did not end"))
        self.write("cell.c", SOURCE)
        self.assertTrue(self.round()[-1].endswith(": 2 hold in scope"))

    def test_files_of_results_are_for_one_check(self):
        ran = subprocess.run([WEIR, "check", "cell.weir", "--watch", "--json", "out.json"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(ran.returncode, 2, ran.stderr)
        self.assertIn("--watch", ran.stderr)


if __name__ == "__main__":
    unittest.main()
