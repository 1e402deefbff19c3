#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir mutants`: which changes of the code a specification does not notice."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

WEIR = os.environ["WEIR"]
SOURCE = """struct Cell { Cell* next; Cell* prev; int value; };
struct List {
  Cell* head;
  bool empty() const { return head == nullptr; }
  void drop() { if (head != nullptr) head = head->next; }
};
"""
WHOLE = """source "list.cpp"
method List::empty { ensures tells: return <=> no this.head }
method List::drop { ensures gone: some this.head => this.head' = this.head.next checks null-deref }
"""
WEAK = """source "list.cpp"
method List::empty { ensures says: return or not return }
method List::drop { ensures gone: some this.head => this.head' = this.head.next checks null-deref }
"""


class Mutants(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "list.cpp").write_text(SOURCE)

    def run_on(self, spec, *arguments):
        (self.folder / "list.weir").write_text(spec)
        ran = subprocess.run([WEIR, "mutants", "list.weir", "--json", "m.json", *arguments], capture_output=True, text=True,
                             cwd=self.folder)
        path = self.folder / "m.json"
        return ran, json.loads(path.read_text()) if path.exists() else None

    def test_a_whole_specification_notices_every_change(self):
        ran, result = self.run_on(WHOLE)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual(result["score"], 100, ran.stdout)
        fates = {(c["line"], c["from"], c["to"]): c["fate"] for c in result["changes"]}
        self.assertEqual(fates[(4, "==", "!=")], "noticed")
        self.assertEqual(fates[(5, "!=", "==")], "noticed")
        self.assertEqual(fates[(5, "next", "prev")], "noticed")
        self.assertNotIn((5, "head", "next"), fates, "a field of another class")

    def test_a_weak_one_shows_the_change_as_a_diff(self):
        ran, result = self.run_on(WEAK)
        self.assertLess(result["score"], 100)
        self.assertIn("@@ list.cpp:4 @@\n"
                      "-  bool empty() const { return head == nullptr; }\n"
                      "+  bool empty() const { return head != nullptr; }\n", ran.stdout)
        self.assertIn("no change was noticed first by: List::empty.says", ran.stdout)
        self.assertEqual(self.run_on(WEAK, "--least-score", "100")[0].returncode, 1)

    def test_a_run_goes_on_from_what_is_stored(self):
        first, result = self.run_on(WHOLE, "--store", "s.jsonl")
        stored = (self.folder / "s.jsonl").read_text().splitlines()
        self.assertEqual(len(stored), len(result["changes"]))
        # As after a kill in the middle of a line.
        (self.folder / "s.jsonl").write_text("\n".join(stored[:2]) + "\n" + stored[2][:20])
        second, again = self.run_on(WHOLE, "--store", "s.jsonl")
        self.assertIn("2 were tried in an earlier run", second.stdout)
        self.assertEqual(again["changes"], result["changes"])

    def test_what_does_not_hold_is_left_out_and_named(self):
        ran, result = self.run_on(WHOLE.replace("no this.head", "some this.head"))
        self.assertEqual(result["left_out"], ["List::empty.tells is violated"])
        ran, result = self.run_on('source "list.cpp"\nmethod List::empty { ensures wrong: return }\n')
        self.assertEqual(ran.returncode, 2)
        self.assertIn("no property of list.weir holds", ran.stderr)


if __name__ == "__main__":
    unittest.main()
