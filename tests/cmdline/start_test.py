#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The first minutes: a source and no specification, templates without an instance, verdicts as they come, alerts of CI."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

WEIR = os.environ["WEIR"]

LIST = """struct Node { Node* next; int value; };
struct List {
  Node* head = nullptr;
  int size() const { int n = 0; for (Node* c = head; c; c = c->next) ++n; return n; }
  int front() const { return head->value; }
  void pop() { Node* old = head; delete old; head = old->next; }
  void nop() {}
};
"""
TEMPLATE = """#pragma once
namespace box {
template <class T> class List {
  struct Node { T value; Node* next; };
  Node* head_ = nullptr;
 public:
  void push(T v) { head_ = new Node{v, head_}; }
  T pop() { Node* n = head_; T v = n->value; head_ = n->next; delete n; return v; }
};
template <class T> T last(T* a, int n) { return a[n]; }
}
"""


class Base(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    def weir(self, *arguments):
        return subprocess.run([WEIR, *map(str, arguments)], capture_output=True, text=True, cwd=self.folder)


class Start(Base):
    def test_a_source_alone_is_checked_for_memory_and_sorted(self):
        self.write("list.cpp", LIST)
        ran = self.weir("check", "list.cpp")
        self.assertEqual(ran.returncode, 1, ran.stderr)
        lines = ran.stdout.splitlines()
        # A line a function, then the violations, then the functions sorted.
        self.assertRegex(lines[0], r"\A(holds|proved) +List::size ")
        self.assertTrue(any(re.match(r"violated +List::front .*null-deref", line) for line in lines), ran.stdout)
        sorted_ = ran.stdout[ran.stdout.index("\nsafe"):]
        self.assertRegex(sorted_, r"safe.*\n  (.*, )?List::nop")
        self.assertRegex(sorted_, r"List::pop +use-after-free: Node0 has been freed.*list\.cpp:6")
        self.assertNotIn("List::front.bounds", ran.stdout)

    def test_a_source_with_properties_has_a_line_for_each(self):
        self.write("f.cpp", "//@ ensures same: return = a\nint f(int a) { return a; }\nint g(int* p) { return *p; }\n")
        ran = self.weir("check", "f.cpp")
        self.assertRegex(ran.stdout, r"\A(holds|proved) +f\.same ")
        self.assertNotIn("safe", ran.stdout)

    def test_a_specification_without_a_method_is_enough(self):
        self.write("list.cpp", LIST)
        spec = self.write("list.weir", 'source "list.cpp"\n')
        self.assertIn("violated  List::pop", self.weir("check", spec).stdout)

    def test_nothing_to_check_says_why(self):
        self.write("t.h", "struct A { int x; };\nint f(int);\n")
        ran = self.weir("check", "t.h")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("there is no function with a body in this file", ran.stderr)

    def test_a_template_without_an_instance_is_instantiated(self):
        self.write("list.hpp", TEMPLATE)
        ran = self.weir("check", "list.hpp")
        self.assertIn("'box::List' is a template without an instance: it is checked as 'box::List<int>'", ran.stderr)
        self.assertIn("'box::last' is a template without an instance: it is checked as 'box::last<int>'", ran.stderr)
        self.assertRegex(ran.stdout, r"violated +box::List<int>::pop .*null-deref")
        self.assertRegex(ran.stdout, r"violated +box::last<int> ")

    def test_a_template_that_int_does_not_fit_is_named_with_what_to_write(self):
        self.write("t.cpp", "template <class T> struct Holder { T* p; int get() { return p->size(); } };\n"
                            "int f(int* p) { return *p; }\n")
        ran = self.weir("check", "t.cpp")
        self.assertIn("so nothing of it is checked; add one: template struct Holder<int>;", ran.stderr)
        self.assertIn("violated  f ", ran.stdout)

    def test_a_template_that_the_source_uses_is_left_alone(self):
        self.write("t.cpp", "template <class T> struct Holder { T* p; T get() { return *p; } };\n"
                            "char f(Holder<char>* h) { return h->get(); }\n")
        ran = self.weir("check", "t.cpp")
        self.assertNotIn("without an instance", ran.stderr)
        self.assertIn("Holder<char>::get", ran.stdout)

    def test_a_specification_of_a_template_says_how_to_make_an_instance(self):
        self.write("list.hpp", TEMPLATE)
        spec = self.write("l.weir", 'source "list.hpp"\nmethod box::List<int>::push { checks memory }\n')
        ran = self.weir("check", spec)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("'box::List' is a template without an instance: add 'template class box::List<int>;'", ran.stderr)

    def test_the_database_of_the_folder_build_is_found(self):
        source = self.write("src/f.cpp", "#ifdef WANTED\nint f(int* p) { return *p; }\n#endif\n")
        self.write("build/compile_commands.json", json.dumps([
            {"directory": str(self.folder / "build"), "file": str(source), "command": f"c++ -DWANTED -c {source}"}]))
        self.assertIn("violated  f ", self.weir("check", "src/f.cpp").stdout)

    def test_a_source_that_the_folder_build_does_not_list_has_no_flags_of_its_neighbours(self):
        listed = self.write("src/f.cpp", "int f() { return 0; }\n")
        self.write("src/g.cpp", "#include <cassert>\nint g(int* p) { assert(p != nullptr); return 0; }\n")
        self.write("build/compile_commands.json", json.dumps([
            {"directory": str(self.folder / "build"), "file": str(listed), "command": f"c++ -DNDEBUG -c {listed}"}]))
        self.assertIn("violated  g.assert ", self.weir("check", "src/g.cpp", "--checks", "assert").stdout)


class Alerts(Base):
    UNKNOWN = "struct S { volatile int v; };\nint f(S* s, int S::* m) { return s->*m; }\n"

    def test_annotations_of_github_point_at_the_line(self):
        self.write("list.cpp", LIST)
        ran = self.weir("check", "list.cpp", "--github")
        self.assertRegex(ran.stdout, r"(?m)^::error file=list\.cpp,line=6,col=\d+,title=weir%3A List%3A%3Apop\.use-after-free::"
                                     r"List::pop: use-after-free is violated: ")

    def test_one_reason_is_one_alert(self):
        self.write("f.cpp", self.UNKNOWN)
        ran = self.weir("check", "f.cpp", "--github", "--sarif", "f.sarif")
        self.assertEqual(ran.stdout.count("::warning "), 1, ran.stdout)
        results = json.loads((self.folder / "f.sarif").read_text())["runs"][0]["results"]
        self.assertEqual([r["ruleId"] for r in results], ["weir/unknown"])
        self.assertEqual(ran.stdout.count("unsupported at"), 3, "the line, the sorted list, the annotation")


class Stream(Base):
    def test_a_verdict_is_printed_before_the_next_one_is_there(self):
        self.write("two.cpp", "int f(int* p) { return *p; }\nint g(int a) { return a; }\n")
        environment = {**os.environ, "WEIR_TEST_FAILURE": "g.null-deref=hang"}
        process = subprocess.Popen([WEIR, "check", "two.cpp", "--checks", "null-deref", "--timeout", "600"],
                                   stdout=subprocess.PIPE, text=True, cwd=self.folder, env=environment)
        try:
            self.assertRegex(process.stdout.readline(), r"\Aviolated  f\.null-deref .*confirmed by replay")
        finally:
            process.terminate()
            process.communicate()

    def test_lines_come_in_the_order_of_the_file_whatever_the_jobs(self):
        functions = "".join(f"int f{i}(int* p) {{ return p[{i}]; }}\n" for i in range(6))
        self.write("many.cpp", functions)
        def lines(*arguments):
            ran = self.weir("check", "many.cpp", "--checks", "bounds", "--no-replay", *arguments)
            return re.sub(r" +[\d.]+ m?s", "", ran.stdout)
        self.assertEqual(lines(), lines("-j", "3"))


class Words(Base):
    """What people write who know C++ or another specification language."""

    def setUp(self):
        super().setUp()
        self.write("n.cpp", "#include <vector>\nstruct Node { Node* next; };\n"
                            "struct Box { Node* head; std::vector<int> log; int get(Node* n) { return n != head; } };\n")

    def told(self, clauses):
        spec = self.write("n.weir", f'source "n.cpp" with "-std=c++17"\nmethod Box::get {{ {clauses} }}\n')
        return self.weir("check", spec, "--parse-only").stderr

    def test_words_of_other_languages(self):
        self.assertIn("what the method returns is 'return'", self.told("ensures a: result = 0"))
        self.assertIn("'forall' is written 'all'", self.told("ensures a: forall x: Node | x = x"))
        self.assertIn("'exists' is written 'some'", self.told("ensures a: exists x: Node | x = x"))

    def test_the_null_pointer_of_cxx_is_read(self):
        self.assertEqual(self.told("ensures a: this.head = nullptr or this.head != NULL"), "")

    def test_the_size_of_a_container(self):
        self.assertEqual(self.told("ensures a: #this.log' = #this.log"), "")
        self.assertEqual(self.told("ensures a: #this.log.elems = this.log.length and #Box >= 0"), "")

    def test_a_member_of_a_set_may_be_null(self):
        note = "'n' may be null here"
        self.assertIn(note, self.told("requires n in this.head.*next ensures a: return >= 0"))
        for whole in ("some n and n in this.head.*next", "n != null and n in this.head.*next"):
            self.assertEqual(self.told(f"requires {whole} ensures a: return >= 0"), "")
        self.assertEqual(self.told("requires n in this.head.*next requires some n ensures a: return >= 0"), "")


if __name__ == "__main__":
    unittest.main()
