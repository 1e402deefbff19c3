#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir init`: a first specification for a source, that weir itself understands."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

WEIR = os.environ["WEIR"]


class Init(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copy("docs/examples/list.cpp", self.folder)

    def weir(self, *arguments):
        return subprocess.run([WEIR, *arguments], capture_output=True, text=True, cwd=self.folder)

    def test_it_writes_beside_the_source_and_what_it_writes_is_a_specification(self):
        ran = self.weir("init", "list.cpp", "--", "-std=c++17")
        self.assertEqual((ran.returncode, ran.stderr), (0, "weir: wrote list.weir; next: weir check list.weir\n"))
        text = (self.folder / "list.weir").read_text()
        self.assertIn('source "list.cpp" with "-std=c++17"\n', text)
        self.assertIn("//   Cell\n//     value: int\n//     next: Cell*\n", text)
        self.assertIn("// invariant acyclic: List { no x: this.head.*next | x in x.^next }\n", text)
        self.assertIn("method List::push {\n  // v: int\n", text)
        self.assertEqual(self.weir("fmt", "list.weir").returncode, 0)

    def test_suggestions_are_a_specification_too(self):
        (self.folder / "queue.c").write_text(
            "struct item { struct item *next, *prev; };\n"
            "struct queue { struct item *head, *tail; unsigned len; };\n"
            "struct item *first(struct queue *q) { return q->head; }\n")
        self.assertEqual(self.weir("init", "queue.c").returncode, 0)
        text = (self.folder / "queue.weir").read_text()
        # Nothing is a method of a struct in C: what is suggested is a pred to require.
        self.assertIn("// pred valid_queue[it: queue] {\n//   no x: it.head.*next | x in x.^next\n", text)
        self.assertIn("  // requires valid_queue[q]\n", text)
        for name in ["queue.c", "list.cpp"]:
            self.weir("init", name, "--force")
            spec = (self.folder / name).with_suffix(".weir")
            lines = spec.read_text().replace("\n// ", "\n").replace("  // requires valid", "  requires valid").splitlines(True)
            start = next(i for i, line in enumerate(lines) if line.startswith("Suggested by"))
            classes = next(i for i, line in enumerate(lines) if line.startswith("What a specification"))
            spec.write_text("".join(lines[1:classes] + lines[start + 1:]))
            ran = self.weir("check", spec.name, "--parse-only")
            self.assertEqual((ran.returncode, ran.stderr), (0, ""), spec.read_text())

    def test_it_writes_over_nothing_unless_it_is_told_to(self):
        (self.folder / "list.weir").write_text("mine")
        ran = self.weir("init", "list.cpp")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("'list.weir' is there already", ran.stderr)
        self.assertEqual((self.folder / "list.weir").read_text(), "mine")
        self.assertEqual(self.weir("init", "list.cpp", "--force").returncode, 0)

    def test_the_source_is_named_from_where_the_file_is(self):
        self.assertEqual(self.weir("init", "list.cpp", "-o", "specs/list.weir").returncode, 0)
        self.assertIn('source "../list.cpp"', (self.folder / "specs" / "list.weir").read_text())
        self.assertIn('source "list.cpp"', self.weir("init", "list.cpp", "-o", "-").stdout)

    def test_a_source_that_does_not_compile_leaves_nothing(self):
        (self.folder / "bad.cpp").write_text("struct {")
        self.assertEqual(self.weir("init", "bad.cpp").returncode, 2)
        self.assertEqual(self.weir("init", "none.cpp").returncode, 2)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["bad.cpp", "list.cpp"])


if __name__ == "__main__":
    unittest.main()
