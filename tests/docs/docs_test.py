#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every command in the documentation is run, and prints what the page says.

A block

    ```console
    $ weir check list.weir
    holds     List::push.linked      12 ms
    [exit status 1]
    ```

is run in a copy of docs/examples, all blocks of one page in one copy, in order. Times may differ; a line `...` stands for
any number of lines; a status other than 0 must be shown; standard error is, where the input is wrong. `console no-test` marks a block that is not run, for what a test
machine has not (a cluster, a network). WEIR_REFRESH_DOCS=1 writes what was printed into the pages.
"""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
WEIR = pathlib.Path(os.environ["WEIR"])
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIME = re.compile(r"\d+ min(?: \d+ s)?|\d+(?:\.\d+)? m?s\b")


def comparable(text):
    """The text with times and the width they take made equal."""
    return [re.sub(r" +", " ", TIME.sub("TIME", line)).rstrip() for line in text.splitlines()]


def matches(want, got):
    """Whether the lines `got` are `want`, where '...' stands for any lines."""
    if not want:
        return not got
    if want[0] == "...":
        return any(matches(want[1:], got[i:]) for i in range(len(got) + 1))
    return bool(got) and want[0] == got[0] and matches(want[1:], got[1:])


def commands(block):
    """The (command, output) pairs of a block; a command goes on after a backslash."""
    pairs = []
    for line in block.splitlines():
        if line.startswith("$ "):
            pairs.append([line[2:], []])
        elif pairs and pairs[-1][0].endswith("\\") and not pairs[-1][1]:
            pairs[-1][0] += "\n" + line
        elif pairs:
            pairs[-1][1].append(line)
    return pairs


class Pages(unittest.TestCase):
    def run_command(self, command, folder):
        environment = {**os.environ, "PATH": f"{WEIR.parent}:{os.environ['PATH']}", "NO_COLOR": "1"}
        ran = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)
        status = f"[exit status {ran.returncode}]\n" if ran.returncode else ""
        # Progress goes to standard error and depends on the machine; mistakes go there too.
        return ran.stdout + (ran.stderr if ran.returncode in (2, 70) else "") + status

    def check_page(self, page):
        text = page.read_text()
        with tempfile.TemporaryDirectory() as top:
            folder = pathlib.Path(top) / "examples"
            shutil.copytree(TOP / "docs" / "examples", folder)
            refreshed = text
            for block in BLOCK.finditer(text):
                fresh = []
                for command, output in commands(block.group(1)):
                    got = self.run_command(command, folder)
                    fresh.append(f"$ {command}\n{got}")
                    if not os.environ.get("WEIR_REFRESH_DOCS"):
                        self.assertTrue(matches(comparable("\n".join(output)), comparable(got)),
                                        f"{page.relative_to(TOP)}: $ {command}\nprints\n{got}\nand not\n" + "\n".join(output))
                if "..." not in block.group(1).splitlines():
                    refreshed = refreshed.replace(block.group(0), "```console\n" + "".join(fresh) + "```")
            if os.environ.get("WEIR_REFRESH_DOCS") and refreshed != text:
                page.write_text(refreshed)


class Matching(unittest.TestCase):
    """The test can fail."""

    def test_an_ellipsis_stands_for_any_lines_and_nothing_else_does(self):
        self.assertTrue(matches(["a", "...", "c"], ["a", "b", "b", "c"]))
        self.assertTrue(matches(["...", "c"], ["c"]))
        self.assertFalse(matches(["a", "c"], ["a", "b", "c"]))
        self.assertFalse(matches(["a"], []))

    def test_times_are_equal_and_numbers_are_not(self):
        self.assertEqual(comparable("holds  f.x   12 ms  run 3"), comparable("holds  f.x  1.3 s  run 3"))
        self.assertNotEqual(comparable("run 3"), comparable("run 4"))


def page_test(page):
    return lambda self: self.check_page(page)


for path in sorted([TOP / "README.md", *(TOP / "docs").rglob("*.md")]):
    if "```console\n" in path.read_text():
        setattr(Pages, "test_" + re.sub(r"\W", "_", str(path.relative_to(TOP))), page_test(path))

if __name__ == "__main__":
    unittest.main()
