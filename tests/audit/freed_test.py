#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a caller freed and a callee uses or frees again: `never` must not have it (`weir conditions`)."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

WEIR = str(pathlib.Path(os.environ["WEIR"]).resolve())

SOURCE = """#include <stdlib.h>
struct node { int value; struct node *next; };
void drop(struct node *it) { free(it); }
int show(struct node *it) { return it->value; }
int show_if(struct node *it, int x) { return x > 3 ? it->value : 0; }
static int inner(struct node *it) { return show(it); }
int sum(struct node *it) { return it ? it->value ^ sum(it->next) : 0; }

void twice(struct node *it) { drop(it); drop(it); }
int shown(struct node *it) { drop(it); return show(it); }
int shown_deeper(struct node *it) { free(it); return inner(it); }
int shown_if(struct node *it, int x) { drop(it); return show_if(it, x); }
int shown_of_two(struct node *a, struct node *b) { drop(a); return show(b); }
int next_of_freed(struct node *it) { struct node *next = it->next; drop(it); return show(next); }
int walked(struct node *it) { drop(it); return sum(it); }
int made_anew(struct node *it) { drop(it); it = malloc(sizeof *it); it->value = 3; return show(it); }
"""


class Freed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.c").write_text(SOURCE)
            ran = subprocess.run([WEIR, "conditions", "a.c", "--json", "out.json"], cwd=folder, capture_output=True, text=True)
            if ran.returncode != 0:
                raise AssertionError(ran.stderr)
            whole = json.loads((pathlib.Path(folder) / "out.json").read_text())
        cls.found = {each["function"].split("(")[0]: each for each in whole["functions"]}

    def classes(self, name):
        return {each: self.found[name][each] for each in ("must", "may", "never")}

    def test_freed_before_by_another_callee(self):
        self.assertEqual(self.classes("twice"), {"must": "some it", "may": "false", "never": "no it"})
        for name in ("shown", "shown_deeper"):
            self.assertEqual(self.classes(name), {"must": "true", "may": "false", "never": "false"}, name)

    def test_only_where_the_callee_uses_it(self):
        self.assertEqual(self.found["shown_if"]["may"], "false")
        self.assertEqual(self.found["shown_if"]["never"], "x <= 3")

    def test_one_of_two(self):
        found = self.classes("shown_of_two")
        self.assertEqual(found["may"], "false")
        self.assertIn("a != b", found["never"])

    def test_another_object_lives(self):
        self.assertEqual(self.classes("made_anew"), {"must": "false", "may": "false", "never": "true"})
        self.assertIn("some it.next", self.found["next_of_freed"]["never"])

    def test_an_inner_call_of_a_recursion_may_use_it(self):
        self.assertNotIn("some it", self.found["walked"]["never"])


if __name__ == "__main__":
    unittest.main()
