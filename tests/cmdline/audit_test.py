#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir audit`: what it prints, its JSON, SARIF and page, the store, baselines, ignored places, messages for wrong input.

Which bugs it finds is the business of tests/audit.
"""
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

WEIR = str(pathlib.Path(os.environ["WEIR"]).resolve())

FIND = """#include <stddef.h>
struct node { int v; struct node *next; };
struct node *lookup(struct node *l, int v) {
  while (l != NULL && l->v != v) l = l->next;
  return l;
}
"""
USE = """#include <stddef.h>
struct node { int v; struct node *next; };
struct node *lookup(struct node *l, int v);
int value_of(struct node *l, int v) { return lookup(l, v)->v; }
"""
FIRST = """struct item { int v; };
int first(struct item *l) {
  int n = 0;
  if (l) n = 1;
  return n + l->v;
}
"""
BROKEN = "int broken(int x) { int *p = 0; if (x > 3) x = 3; return *p + x; }\n"
CLEAN = "int twice(int *p) { return p ? *p ^ 2 : 0; }\n"


class Base(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(text)

    def read(self, name):
        return json.loads((self.folder / name).read_text())

    def weir(self, *arguments):
        return subprocess.run([WEIR, *arguments], capture_output=True, text=True, cwd=self.folder)

    def audit(self, *arguments):
        """The run, and its JSON."""
        ran = self.weir("audit", *arguments, "--json", "out.json")
        self.assertTrue((self.folder / "out.json").exists(), ran.stderr)
        whole = self.read("out.json")
        (self.folder / "out.json").unlink()
        return ran, whole

    def functions(self, *arguments):
        """The functions with reports, in order."""
        return [each["function"].split("(")[0] for each in self.audit(*arguments)[1]["reports"]]

    def build(self, *sources, flags=()):
        self.write("build/compile_commands.json", json.dumps(
            [{"directory": str(self.folder), "file": each, "arguments": ["cc", *flags, "-c", each]} for each in sources]))


class Text(Base):
    def test_a_report_has_place_reason_condition_and_the_other_places(self):
        self.write("a.c", FIRST)
        ran = self.weir("audit", "a.c")
        self.assertEqual((ran.returncode, ran.stderr), (1, ""))
        self.assertTrue(ran.stdout.startswith("a.c:5:3: inconsistent null-deref in first(item *)\n"), ran.stdout)
        self.assertIn("'l' is checked for null at a.c:4", ran.stdout)
        self.assertIn("\n  where no l\n", ran.stdout)
        self.assertIn("\n  see a.c:4:7\n", ran.stdout)
        self.assertIn("\n  confirmed: ", ran.stdout)

    def test_the_last_line_counts(self):
        self.write("a.c", FIRST)
        self.write("b.c", CLEAN)
        self.assertRegex(self.weir("audit", "a.c", "b.c").stdout,
                         r"\n1 reports?, 1 confirmed; 2 sources, 2 functions, 2 of them understood in every detail\n\Z")

    def test_nothing_to_report_is_0(self):
        self.write("a.c", CLEAN)
        ran, whole = self.audit("a.c")
        self.assertEqual((ran.returncode, ran.stderr, whole["reports"]), (0, "", []))
        self.assertTrue(ran.stdout.startswith("0 reports, 0 confirmed; 1 source"), ran.stdout)

    def test_what_is_not_understood_is_counted(self):
        self.write("a.c", "int f(int x) { void *to = &&end; goto *to; end: return x; }\nint g(int x) { return x; }\n")
        ran, whole = self.audit("a.c")
        self.assertEqual((whole["functions"], whole["understood"]), (2, 1))
        self.assertEqual(set(whole["not_understood"].values()), {1})
        self.assertIn("not understood, with the number of functions:\n  1  ", ran.stdout)


class Json(Base):
    def test_it_has_the_keys_of_the_contract(self):
        self.write("a.c", FIRST)
        _, whole = self.audit("a.c")
        self.assertEqual(list(whole), ["weir", "schema", "reports", "sources", "functions", "understood",
                                       "not_understood", "failures"])
        self.assertEqual(whole["schema"], 1)
        self.assertIn(whole["weir"], self.weir("--version").stdout)
        [report] = whole["reports"]
        self.assertEqual({key: report[key] for key in ("kind", "error", "function", "place", "related", "condition", "confirmed")},
                         {"kind": "inconsistent", "error": "null-deref", "function": "first(item *)", "place": "a.c:5:3",
                          "related": ["a.c:4:7"], "condition": "no l", "confirmed": True})
        self.assertEqual(set(report) - {"explanation", "confirmation"},
                         {"kind", "error", "function", "place", "related", "condition", "confirmed"})
        self.assertIn("a.c:4", report["explanation"])

    def test_a_loop_without_end_has_no_error(self):
        self.write("a.c", "int stay(int x) { while (x > 3) x = x + 0; return x; }\n")
        ran, whole = self.audit("a.c")
        [report] = whole["reports"]
        self.assertEqual((ran.returncode, report["kind"], report["error"], report["condition"]),
                         (1, "endless", "", "x >= 4"))

    def test_confirmed_reports_come_first(self):
        self.write("a.c", "int stay(int x) { while (x > 3) x = x + 0; return x; }\n" + BROKEN)
        self.assertEqual(self.functions("a.c"), ["broken", "stay"])

    def test_what_stands_in_a_header_is_reported_once(self):
        self.write("h.h", "static inline int bad(int *p) { if (p) *p = 1; return *p; }\n")
        self.write("a.c", '#include "h.h"\nint a(int *p) { return p ? bad(p) : 0; }\n')
        self.write("b.c", '#include "h.h"\nint b(int *p) { return p ? bad(p) : 1; }\n')
        self.assertEqual(self.functions("a.c", "b.c"), ["bad"])


    def test_it_has_the_form_of_its_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        self.write("a.c", FIRST + "struct node { struct item *it; };\n"
                   "int one(struct node *n) { int x = n->it != 0; return x ^ n->it->v; }\n"
                   "int stay(int x) { while (x > 3) x = x + 0; return x; }\n")
        self.write("b.c", "int f(int x) { void *to = &&end; goto *to; end: return x; }\n")
        self.write("bad.c", "int f( {\n")
        schema = json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs/schema/audit.schema.json").read_text())
        _, whole = self.audit("a.c", "b.c", "bad.c", "--no-confirm")
        self.assertEqual(len(whole["reports"]), 3)
        jsonschema.validate(whole, schema)

    def test_what_more_functions_speak_for_comes_first(self):
        self.write("a.c", FIRST + "struct node { struct item *it; };\n"
                   "int a(struct node *n) { return n->it ? n->it->v : 0; }\n"
                   "int b(struct node *n) { return n->it ? n->it->v : 1; }\n"
                   "int one(struct node *n) { int x = n->it != 0; return x ^ n->it->v; }\n")
        ran, whole = self.audit("a.c", "--no-confirm")
        self.assertEqual([each["function"].split("(")[0] for each in whole["reports"]], ["one", "first"])
        self.assertEqual((whole["reports"][0]["belief"], whole["reports"][0]["shown_by"]), ("node.it", 3))
        self.assertIn("3 functions check node.it for null", ran.stdout)


class OtherForms(Base):
    def setUp(self):
        super().setUp()
        self.write("use.c", USE)
        self.write("find.c", FIND)

    def test_sarif_has_rules_places_and_related_places(self):
        self.write("stay.c", "int stay(int x) { while (x > 3) x = x + 0; return x; }\n")
        self.weir("audit", "use.c", "find.c", "stay.c", "--sarif", "out.sarif")
        whole = self.read("out.sarif")
        self.assertEqual(whole["version"], "2.1.0")
        [run] = whole["runs"]
        self.assertEqual(run["tool"]["driver"]["name"], "weir")
        self.assertEqual([each["id"] for each in run["tool"]["driver"]["rules"]], ["endless", "source-sink/null-deref"])
        sink, stay = run["results"]
        self.assertEqual((sink["ruleId"], sink["level"]), ("source-sink/null-deref", "error"))
        self.assertEqual((stay["ruleId"], stay["level"]), ("endless", "warning"))
        place = sink["locations"][0]["physicalLocation"]
        self.assertEqual((place["artifactLocation"]["uri"], place["region"]["startLine"]), ("use.c", 4))
        self.assertIn("find.c", [each["physicalLocation"]["artifactLocation"]["uri"] for each in sink["relatedLocations"]])

    def test_the_page_shows_the_lines_of_both_places(self):
        self.weir("audit", "use.c", "find.c", "--html", "new/page")
        page = (self.folder / "new" / "page" / "index.html").read_text()
        self.assertIn("value_of", page)
        self.assertIn("<b>4  int value_of(struct node *l, int v) { return lookup(l, v)-&gt;v; }", page)
        self.assertIn("<b>3  struct node *lookup(struct node *l, int v) {", page)

    def test_every_form_is_written_at_once(self):
        self.weir("audit", "use.c", "find.c", "--no-confirm", "--json", "a.json", "--sarif", "a.sarif", "--html", "page")
        for name in ("a.json", "a.sarif", "page/index.html"):
            self.assertGreater((self.folder / name).stat().st_size, 0, name)


class Sources(Base):
    def test_definitions_of_the_other_sources_are_used(self):
        self.write("use.c", USE)
        self.write("find.c", FIND)
        _, alone = self.audit("use.c")
        self.assertEqual(alone["reports"], [])
        _, both = self.audit("use.c", "find.c")
        [report] = both["reports"]
        self.assertEqual((report["kind"], report["place"].split(":")[:2], report["confirmed"]),
                         ("source-sink", ["use.c", "4"], True))
        self.assertIn("find.c:3:1", report["related"])

    def test_without_files_all_of_the_build(self):
        self.write("a.c", FIRST)
        self.write("b.c", BROKEN)
        self.write("not_built.c", BROKEN.replace("broken", "other"))
        self.build("a.c", "b.c")
        self.assertEqual(sorted(self.functions("-p", "build")), ["broken", "first"])

    def test_with_files_only_those_with_the_flags_of_the_build(self):
        self.write("a.c", "#ifdef BUG\n" + BROKEN + "#endif\n" + CLEAN)
        self.write("b.c", FIRST)
        self.build("a.c", "b.c", flags=["-DBUG"])
        self.assertEqual(self.functions("a.c"), ["broken"])  # build/ is found
        self.assertEqual(self.functions("a.c", "-p", "build"), ["broken"])
        self.assertEqual(self.weir("audit", "a.c", "--", "-UBUG").returncode, 0)
        ran = self.weir("audit", "a.c", "--json", "x.json", "--", "-DBUG")
        self.assertEqual(ran.returncode, 1)

    def test_the_input_may_be_written_in_another_way_than_the_entrys_file(self):
        self.write("a.c", BROKEN)
        self.write("build/compile_commands.json", json.dumps([
            {"directory": str(self.folder), "file": str(self.folder / "a.c"), "arguments": ["cc", "-c", "a.c"]}]))
        self.assertEqual(self.functions("-p", "build", "--no-confirm"), ["broken"])

    def test_the_number_of_jobs_changes_nothing(self):
        for name, text in (("use.c", USE), ("find.c", FIND), ("a.c", FIRST), ("b.c", BROKEN)):
            self.write(name, text)
        files = ("use.c", "find.c", "a.c", "b.c")
        one, three = self.audit(*files), self.audit(*files, "-j", "3")
        self.assertEqual(one[1], three[1])
        self.assertEqual(one[0].stdout, three[0].stdout)
        self.assertEqual(len(one[1]["reports"]), 3)

    def test_a_source_that_does_not_compile_does_not_stop_the_others(self):
        self.write("a.c", BROKEN)
        self.write("bad.c", "int f( {\n")
        ran, whole = self.audit("bad.c", "a.c")
        self.assertEqual((ran.returncode, [each["place"] for each in whole["reports"]]), (1, ["a.c:1:51"]))
        [failure] = whole["failures"]
        self.assertTrue(failure.startswith("bad.c: does not compile: "), failure)
        self.assertIn("not audited: bad.c: does not compile", ran.stdout)


class Confirm(Base):
    def test_without_executions_the_reports_are_the_same_and_not_confirmed(self):
        self.write("a.c", FIRST + BROKEN)
        _, confirmed = self.audit("a.c")
        _, plain = self.audit("a.c", "--no-confirm")
        self.assertEqual([each["confirmed"] for each in confirmed["reports"]], [True, True])
        self.assertEqual([each["confirmed"] for each in plain["reports"]], [False, False])
        def rest(report):
            return {key: value for key, value in report.items() if not key.startswith("confirm")}
        self.assertEqual([rest(each) for each in confirmed["reports"]], [rest(each) for each in plain["reports"]])


class Ignored(Base):
    def reported(self, line, above=""):
        self.write("a.c", f"int f(int *p) {{\n  if (p) *p = 1;\n{above}  return *p; {line}\n}}\n")
        return self.functions("a.c", "--no-confirm") == ["f"]

    def test_a_reason_at_the_place_or_above_it(self):
        self.assertTrue(self.reported(""))
        self.assertFalse(self.reported("// weir-ignore: callers pass a static"))
        self.assertFalse(self.reported("/* weir-ignore: callers pass a static */"))
        self.assertFalse(self.reported("", "  // weir-ignore: callers pass a static\n"))

    def test_no_reason_does_not_count(self):
        for comment in ("// weir-ignore:", "// weir-ignore", "/* weir-ignore: */", "// weir-ignore:  \t"):
            self.assertTrue(self.reported(comment), comment)

    def test_two_lines_above_is_too_far(self):
        self.assertTrue(self.reported("", "  // weir-ignore: callers pass a static\n\n"))

    def test_a_comment_behind_code_is_not_for_the_next_line(self):
        self.assertTrue(self.reported("", "  int x = 1; // weir-ignore: of this line\n"))

    def test_a_string_is_no_comment(self):
        self.assertTrue(self.reported("", '  const char *t = "weir-ignore: text"; (void)t;\n'))


class Store(Base):
    def setUp(self):
        super().setUp()
        for name, text in (("use.c", USE), ("find.c", FIND), ("a.c", FIRST), ("b.c", BROKEN)):
            self.write(name, text)
        self.files = ("use.c", "find.c", "a.c", "b.c", "--store", "audit.db", "--no-confirm")

    def reused(self, ran):
        last = ran.stdout.splitlines()[-1]
        return int(last.split()[0]) if "not audited again" in last else 0

    def test_a_second_run_gives_the_same_and_audits_nothing(self):
        first, second = self.audit(*self.files), self.audit(*self.files)
        self.assertEqual((self.reused(first[0]), self.reused(second[0])), (0, 4))
        self.assertEqual(first[1], second[1])
        self.assertEqual(first[0].returncode, second[0].returncode)
        self.assertEqual(self.audit(*self.files[:4], "--no-confirm")[1], first[1])

    def test_an_edit_costs_its_source_and_those_that_call_it(self):
        before = self.audit(*self.files)[1]["reports"]
        self.write("a.c", FIRST + "int more(int *p) { if (p) *p = 2; return *p; }\n")
        ran, whole = self.audit(*self.files)
        self.assertEqual(self.reused(ran), 3)
        self.assertEqual([each for each in whole["reports"] if each not in before],
                         [each for each in whole["reports"] if each["function"] == "more(int *)"])
        self.assertEqual(len(whole["reports"]), len(before) + 1)

    def test_an_edit_of_a_callee_changes_what_its_caller_reports(self):
        self.assertIn("value_of", self.functions(*self.files))
        self.write("find.c", "struct node { int v; struct node *next; };\n"
                             "struct node *lookup(struct node *l, int v) { (void)v; return l; }\n")
        ran, whole = self.audit(*self.files)
        self.assertEqual(self.reused(ran), 2)
        self.assertEqual(sorted(each["function"] for each in whole["reports"]), ["broken(int)", "first(item *)"])

    def test_a_header_and_a_flag_belong_to_the_source(self):
        self.write("h.h", "#define START 1\n")
        self.write("c.c", '#include "h.h"\nint c(int x) { int *p = START ? &x : 0; return *p; }\n')
        arguments = ("c.c", "b.c", "--store", "h.db", "--no-confirm")
        self.assertEqual(self.functions(*arguments), ["broken"])
        self.write("h.h", "#define START 0\n")
        ran, whole = self.audit(*arguments)
        self.assertEqual((self.reused(ran), len(whole["reports"])), (1, 2))

    def test_a_comment_that_ignores_is_an_edit(self):
        self.assertIn("first", self.functions(*self.files))
        self.write("a.c", FIRST.replace("n + l->v;", "n + l->v;  // weir-ignore: known"))
        self.assertNotIn("first", self.functions(*self.files))

    def test_confirmed_and_not_confirmed_are_kept_apart(self):
        arguments = ("b.c", "--store", "c.db")
        self.assertFalse(self.audit(*arguments, "--no-confirm")[1]["reports"][0]["confirmed"])
        self.assertTrue(self.audit(*arguments)[1]["reports"][0]["confirmed"])

    def test_another_time_limit_is_another_audit(self):
        self.audit(*self.files, "--timeout", "1")
        ran, _ = self.audit(*self.files, "--timeout", "40")
        self.assertEqual(self.reused(ran), 0)


class Killed(Base):
    def test_what_was_done_is_kept(self):
        # The first source is small, the second takes long: it calls a chain of functions with many paths.
        self.write("a.c", BROKEN)
        body = "".join(f"  if (x & {1 << i}) p = p->next; else p->v ^= {i};\n" for i in range(24))
        chain = "".join(f"int g{i}(struct n *p, int x) {{\n{body}  return {f'g{i - 1}(p, x)' if i else 'p->v'};\n}}\n"
                        for i in range(12))
        self.write("b.c", "struct n { int v; struct n *next; };\n" + chain)
        arguments = [WEIR, "audit", "a.c", "b.c", "--no-confirm", "--store", "audit.db", "--json", "out.json"]
        for how in (signal.SIGKILL, signal.SIGTERM):
            with self.subTest(how=how.name):
                for old in self.folder.glob("audit.db*"):
                    old.unlink()
                running = subprocess.Popen(arguments, cwd=self.folder, stdout=subprocess.PIPE, text=True)
                while running.poll() is None and not self.stored():
                    time.sleep(0.05)
                running.send_signal(how)
                out, _ = running.communicate()
                if how == signal.SIGTERM and running.returncode == 1 and "stopped" in out:
                    self.assertIn("not audited: b.c: weir was stopped before it was done", out)
                    self.assertIn("broken", out)
                ran, whole = self.audit("a.c", "--no-confirm", "--store", "audit.db")
                self.assertIn("1 source", ran.stdout.splitlines()[-1])
                self.assertIn("not audited again", ran.stdout)
                self.assertEqual(len(whole["reports"]), 1)

    def stored(self):
        """Whether the result of the first source is on disk."""
        try:
            with sqlite3.connect(f"file:{self.folder / 'audit.db'}?mode=ro", uri=True) as store:
                tables = [name for (name,) in store.execute("select name from sqlite_master where type = 'table'")]
                return any("broken" in str(row) and "findings" in str(row)
                           for table in tables for row in store.execute(f"select * from {table}"))
        except sqlite3.Error:
            return False


class Baseline(Base):
    def test_only_what_is_new_is_reported(self):
        self.write("a.c", FIRST)
        self.assertEqual(self.weir("audit", "a.c", "--no-confirm", "--json", "old.json").returncode, 1)
        ran, whole = self.audit("a.c", "--no-confirm", "--baseline", "old.json")
        self.assertEqual((ran.returncode, whole["reports"]), (0, []))
        # Lines that moved are not new.
        self.write("a.c", "\n\n" + BROKEN + FIRST)
        self.assertEqual(self.functions("a.c", "--no-confirm", "--baseline", "old.json"), ["broken"])


class Wrong(Base):
    def wrong(self, message, *arguments):
        """Status 2, the message on standard error, nothing on standard output, no file."""
        ran = self.weir("audit", *arguments, "--json", "out.json")
        self.assertEqual((ran.returncode, ran.stdout), (2, ""), ran.stderr)
        self.assertIn(message, ran.stderr)
        self.assertFalse((self.folder / "out.json").exists())

    def test_sources(self):
        self.write("a.c", CLEAN)
        self.wrong("nothing to audit")
        self.wrong("none.c: error: is not there", "none.c")
        self.wrong("none.c: error: is not there", "a.c", "none.c")
        self.wrong("nowhere: error: no compile_commands.json", "-p", "nowhere")
        self.wrong("nowhere: error: no compile_commands.json", "a.c", "-p", "nowhere")

    def test_options(self):
        self.write("a.c", CLEAN)
        self.wrong("--bogus", "a.c", "--bogus")
        self.wrong("--jobs", "a.c", "-j", "0")
        self.wrong("--timeout", "a.c", "--timeout", "-1")
        self.wrong("nowhere/a.db: error: cannot use", "a.c", "--store", "nowhere/a.db")
        self.wrong("a.c: error: is not the JSON of an audit", "a.c", "--baseline", "a.c")
        self.wrong("none.json: error: ", "a.c", "--baseline", "none.json")

    def test_a_file_that_cannot_be_written(self):
        self.write("a.c", CLEAN)
        for option, told in (("--json", "nowhere/out"), ("--sarif", "nowhere/out"), ("--html", "a.c/out/index.html")):
            ran = self.weir("audit", "a.c", option, told.removesuffix("/index.html"))
            self.assertEqual(ran.returncode, 2)
            self.assertIn(f"{told}: error: cannot be written", ran.stderr)

    def test_no_source_that_compiles_is_no_success(self):
        self.write("bad.c", "int f( {\n")
        self.assertNotEqual(self.weir("audit", "bad.c").returncode, 0)


if __name__ == "__main__":
    unittest.main()
