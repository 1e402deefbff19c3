#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Preconditions under which what is violated holds: of `weir check` in text, JSON, SARIF and HTML, and of `weir init`."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

WEIR = str(pathlib.Path(os.environ["WEIR"]).resolve())

LIST = """#include <stddef.h>
struct node { int v; struct node *next; };
int first(struct node *l) { return l->v; }
int second(struct node *l) { return l->next->v; }
int guarded(struct node *l, int k) {
  if (k > 0) return l->v;
  return 0;
}
int ratio(int a, int b) { return a / b; }
int pick(int i) {
  int t[3] = {4, 5, 6};
  return t[i];
}
int always(void) {
  int *p = NULL;
  return *p;
}
"""


class Base(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def weir(self, *arguments):
        return subprocess.run([WEIR, *arguments], capture_output=True, text=True, cwd=self.folder)

    def results(self, file, *arguments):
        ran = self.weir("check", file, "--json", "out.json", "--no-replay", *arguments)
        self.assertIn(ran.returncode, (0, 1, 3), ran.stderr)
        return {(r["method"], r["property"]): r for r in json.loads((self.folder / "out.json").read_text())["results"]}


class Suggestions(Base):
    def suggestions(self, text, checks, name="a.c"):
        self.write(name, text)
        return {key[0]: r.get("suggestion") for key, r in self.results(name, "--checks", checks).items() if r["verdict"] == "violated"}

    def test_pointers(self):
        found = self.suggestions(LIST, "null-deref")
        self.assertEqual(found["first"], "some l")
        self.assertEqual(found["second"], "some l and some l.next")
        self.assertIn(found["guarded"], ("some l or k <= 0", "k <= 0 or some l"))

    def test_numbers(self):
        self.assertEqual(self.suggestions(LIST, "div-zero"), {"ratio": "b != 0"})
        self.assertEqual(self.suggestions(LIST, "bounds"), {"pick": "i >= 0 and i <= 2"})

    def test_what_always_fails_has_none(self):
        self.assertIsNone(self.suggestions(LIST, "null-deref")["always"])

    def test_what_its_precondition_already_says_counts(self):
        self.write("a.c", LIST)
        self.write("a.weir", 'source "a.c"\nmethod second {\n  requires some l\n  checks null-deref\n}\n')
        [result] = self.results("a.weir").values()
        self.assertEqual(result["suggestion"], "some l.next")

    def test_members_and_references(self):
        found = self.suggestions("""struct Node { int v; Node* next; int get() const { return next->v; } };
int sum(Node* a, const Node& b) { return a->v / b.v; }
""", "null-deref,div-zero", "a.cpp")
        self.assertEqual(found["Node::get"], "some this.next")

    def test_it_is_under_the_verdict(self):
        self.write("a.c", LIST)
        out = self.weir("check", "a.c", "--checks", "null-deref", "--only", "first", "--no-replay").stdout
        self.assertRegex(out, r"^violated  first\.null-deref .*\n          holds if some l\n")
        out = self.weir("check", "a.c", "--checks", "null-deref", "--only", "first", "--no-replay", "--no-suggestions").stdout
        self.assertNotIn("holds if", out)

    def test_with_it_the_property_holds(self):
        """Wherever it is inserted as the fix of the SARIF says."""
        for name, text in (("a.weir", 'source "a.c"\nmethod second {\n  checks null-deref\n}\n'),
                           ("a.c", LIST)):
            with self.subTest(name):
                self.write("a.c", LIST)
                self.write(name, text)
                self.weir("check", name, "--checks", "null-deref", "--only", "second", "--no-replay", "--sarif", "out.sarif")
                [result] = json.loads((self.folder / "out.sarif").read_text())["runs"][0]["results"]
                [fix] = result["fixes"]
                [change] = fix["artifactChanges"]
                self.assertEqual(change["artifactLocation"]["uri"], name)
                [replacement] = change["replacements"]
                region = replacement["deletedRegion"]
                self.assertEqual(region["startColumn"], region["endColumn"])
                lines = text.splitlines(keepends=True)
                line, column = region["startLine"] - 1, region["startColumn"] - 1
                lines[line] = lines[line][:column] + replacement["insertedContent"]["text"] + lines[line][column:]
                self.write(name, "".join(lines))
                [result] = self.results(name, "--checks", "null-deref", "--only", "second").values()
                self.assertIn(result["verdict"], ("holds", "proved"))

    def test_the_page_has_it(self):
        self.write("a.c", LIST)
        self.weir("check", "a.c", "--checks", "null-deref", "--only", "first", "--no-replay", "--html", "page")
        self.assertIn('"suggestion":"some l"', "".join(p.read_text() for p in (self.folder / "page").iterdir()).replace(": ", ":"))


class Init(Base):
    def test_it_writes_them(self):
        self.write("a.c", LIST)
        text = self.weir("init", "a.c", "-o", "-").stdout
        self.assertIn("  requires some l  // else null-deref at a.c:3\n", text)
        self.assertIn("  requires some l and some l.next  // else null-deref at a.c:4\n", text)
        self.assertIn("  // whatever it is given: null-deref at a.c:16\n", text)

    def test_the_file_holds_but_for_what_always_fails(self):
        self.write("a.c", LIST)
        self.assertEqual(self.weir("init", "a.c", "-o", "a.weir").returncode, 0)
        verdicts = {key: r["verdict"] for key, r in self.results("a.weir").items()}
        self.assertEqual([key for key, verdict in verdicts.items() if verdict == "violated"], [("always", "null-deref")])


if __name__ == "__main__":
    unittest.main()
