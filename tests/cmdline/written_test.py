#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir check --test`: a test that a counterexample becomes fails on the code and passes once it is mended."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

WEIR = os.environ["WEIR"]


class Written(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def check(self, spec, framework="plain", name="test.cpp"):
        ran = subprocess.run([WEIR, "check", spec, "--test", framework, name, "--no-replay"], capture_output=True,
                             text=True, cwd=self.folder)
        self.assertEqual(ran.returncode, 1, ran.stderr)
        return (self.folder / name).read_text()

    def built(self, name="test.cpp", compiler=("c++", "-std=c++17"), flags=("-fsanitize=address", "-g")):
        built = subprocess.run([*compiler, *flags, name, "-o", "test"], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(built.returncode, 0, built.stderr)
        return subprocess.run(["./test"], capture_output=True, text=True, cwd=self.folder)

    def fails_then_passes(self, bad, good, source, spec, name="test.cpp", says="", **options):
        self.write(source, bad)
        self.check(spec, name=name)
        ran = self.built(name, **options)
        self.assertNotEqual(ran.returncode, 0, "on the bug")
        self.assertIn(says, ran.stdout + ran.stderr)
        self.write(source, good)
        ran = self.built(name, **options)
        self.assertEqual(ran.returncode, 0, "mended: " + ran.stdout + ran.stderr)

    LIST = """#include <cstddef>
class List {
  struct Node { Node* next; int value; };
 private:
  Node* head_ = nullptr;
 public:
  ~List();
  void pop() { if (head_ == nullptr) return; Node* old = head_; %s }
};
"""

    def test_an_access_to_what_was_freed(self):
        self.write("list.weir", 'source "list.cpp"\nmethod List::pop { checks memory }\n')
        self.fails_then_passes(self.LIST % "delete old; head_ = old->next;", self.LIST % "head_ = old->next; delete old;",
                               "list.cpp", "list.weir", says="heap-use-after-free")

    def test_a_result_that_is_wrong(self):
        self.write("max.weir", 'source "max.cpp"\nmethod larger { ensures most: return >= a and return >= b }\n')
        self.fails_then_passes("int larger(int a, int b) { return a < b ? a : b; }\n",
                               "int larger(int a, int b) { return a < b ? b : a; }\n", "max.cpp", "max.weir",
                               says="larger_most: failed")

    def test_a_field_that_is_wrong_in_c(self):
        self.write("ring.weir", 'source "ring.c"\nmethod put { requires some r ensures one: r.used\' = r.used + 1 }\n')
        source = "struct ring { int used; int size; };\nvoid put(struct ring *r) { r->used %s; }\n"
        self.fails_then_passes(source % "+= 2", source % "+= 1", "ring.c", "ring.weir", name="test.c", compiler=("cc",),
                               says="put_one: failed")

    def test_a_container_of_the_caller(self):
        self.write("log.weir", 'source "log.cpp"\nmethod Log::last { checks bounds }\n')
        source = ("#include <vector>\nclass Log {\n private:\n  std::vector<int> lines_;\n public:\n"
                  "  int last() { return %s; }\n};\n")
        self.fails_then_passes(source % "lines_[lines_.size() - 1]", source % "lines_.empty() ? 0 : lines_.back()",
                               "log.cpp", "log.weir", flags=("-fsanitize=address", "-g", "-D_GLIBCXX_ASSERTIONS"))

    def test_the_frameworks_have_their_macros(self):
        self.write("max.cpp", "int larger(int a, int b) { return a < b ? a : b; }\n")
        self.write("max.weir", 'source "max.cpp"\nmethod larger { ensures most: return >= a and return >= b }\n')
        self.assertIn("TEST(weir, larger_most) {", self.check("max.weir", "gtest"))
        self.assertIn('TEST_CASE("larger_most", "[weir]") {', self.check("max.weir", "catch2"))
        text = self.check("max.weir", "gtest")
        self.assertNotIn("weir_", text)
        self.assertIn('#include "max.cpp"', text)

    def test_gtest_runs_it(self):
        self.write("max.cpp", "int larger(int a, int b) { return a < b ? a : b; }\n")
        self.write("max.weir", 'source "max.cpp"\nmethod larger { ensures most: return >= a and return >= b }\n')
        self.check("max.weir", "gtest")
        ran = self.built(flags=("-lgtest", "-lgtest_main", "-Wl,--no-as-needed", "-lgtest_main", "-lgtest", "-pthread"))
        self.assertIn("1 FAILED TEST", ran.stdout + ran.stderr)

    def test_what_depends_on_other_code_is_no_test_and_says_so(self):
        self.write("o.cpp", "int ask();\nint f(int* p) { return ask() == 3 ? *p : 0; }\n")
        self.write("o.weir", 'source "o.cpp"\nmethod f { checks null-deref }\n')
        self.assertIn("There is no test of this: it depends on what a function without a body does", self.check("o.weir"))

    def test_an_unknown_framework(self):
        ran = subprocess.run([WEIR, "check", "x.weir", "--test", "boost", "t.cpp"], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("'boost' is not gtest, catch2 or plain", ran.stderr)


if __name__ == "__main__":
    unittest.main()
