#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`.weir.yml`: found above the input, weaker than the command line, and told where it is wrong."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

WEIR = os.environ["WEIR"]


class Config(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "inner").mkdir()
        self.input = self.folder / "inner" / "suite.json"
        self.input.write_text("{}")

    def weir(self, config, *arguments):
        (self.folder / ".weir.yml").write_text(config)
        return subprocess.run([WEIR, "run", str(self.input), *arguments], capture_output=True, text=True, cwd="/")

    def dumped(self, config, *arguments):
        ran = self.weir(config, "--dump-config", *arguments)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        return ran.stdout

    def test_it_is_found_above_the_input_and_not_above_the_working_directory(self):
        self.assertEqual(self.dumped("run:\n  jobs: 4\n"), "run:\n  jobs: 4\n")

    def test_the_nearest_counts(self):
        (self.folder / "inner" / ".weir.yml").write_text("run:\n  jobs: 7\n")
        self.assertEqual(self.dumped("run:\n  jobs: 4\n  all: true\n"), "run:\n  jobs: 7\n")

    def test_the_command_line_wins_in_every_spelling(self):
        for words in (["-j", "2"], ["-j2"], ["--jobs", "2"], ["--jobs=2"]):
            self.assertEqual(self.dumped("run:\n  jobs: 4\n", *words), "run:\n  jobs: 2\n")

    def test_lists_flags_and_switches(self):
        self.assertEqual(self.dumped("run:\n  only: [a]\n  all: true\n  force: false\n  flags: [-std=c++17, -DX]\n"),
                         "run:\n  only: a\n  all: true\n  flags: [-std=c++17, -DX]\n")

    def test_what_is_dumped_can_be_kept(self):
        first = self.dumped("run:\n  jobs: 4\n  store: a b.db\n  all: true\n")
        self.assertEqual(self.dumped(first), first)

    def test_it_can_be_left_out(self):
        self.assertNotIn("jobs", self.dumped("run:\n  jobs: 4\n", "--no-config"))

    def test_an_empty_one_and_one_for_other_commands_change_nothing(self):
        for config in ("", "# nothing\n", "run:\n", "report:\n  html: out\n"):
            self.assertNotIn("html", self.dumped(config))

    def test_mistakes_are_told_with_their_place_and_all_at_once(self):
        ran = self.weir("run:\n  jbs: 3\n  all: maybe\nrunn:\n  a: 1\n")
        self.assertEqual(ran.returncode, 2)
        path = self.folder / ".weir.yml"
        self.assertIn(f"{path}:2:3: error: no setting 'jbs'; did you mean 'jobs'?", ran.stderr)
        self.assertIn(f"{path}:3:8: error: 'all' should be true or false", ran.stderr)
        self.assertIn(f"{path}:4:1: error: no command 'runn'; did you mean 'run'?", ran.stderr)

    def test_broken_yaml_is_told(self):
        ran = self.weir("run: [\n")
        self.assertEqual(ran.returncode, 2)
        self.assertIn(".weir.yml:2:1: error: end of sequence flow not found", ran.stderr)
        self.assertEqual(self.weir("- a\n").returncode, 2)
        self.assertEqual(self.weir("run: 3\n").returncode, 2)


if __name__ == "__main__":
    unittest.main()
