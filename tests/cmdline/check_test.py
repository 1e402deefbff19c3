#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir check` and `weir replay`: options, outputs, messages for wrong input, exit statuses, interruption."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

WEIR = os.environ["WEIR"]
STACK = "tests/verify/stack/stack.weir"


def processor_seconds(pid):
    """What the process and its workers have computed so far, which says how far they are, however busy the machine is."""
    ticks = 0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if pid in (int(fields[1]), int(stat.parent.name)):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def weir(*arguments, **options):
    return subprocess.run([WEIR, *map(str, arguments)], capture_output=True, text=True, **options)


class Base(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name

    def results(self, *arguments):
        out = self.folder / "out.json"
        ran = weir("check", *arguments, "--json", out)
        self.assertTrue(out.exists(), ran.stderr)
        return ran, json.loads(out.read_text())["results"]

    def wrong(self, message, *arguments):
        """The input is wrong: status 2, the message on standard error, nothing on standard output, no file."""
        out = self.folder / "wrong.json"
        ran = weir("check", *arguments, "--json", out)
        self.assertEqual((ran.returncode, ran.stdout), (2, ""), ran.stderr)
        self.assertIn(message, ran.stderr)
        self.assertFalse(out.exists())


class Check(Base):
    def test_a_frame_brings_no_class_that_nothing_else_is_about(self):
        _, results = self.results("tests/verify/trusted/far.weir", "--no-replay", "--prove", "off")
        classes = {result["method"]: sorted(result["scope"]["objects"]) for result in results}
        self.assertEqual(classes, {"use": ["Item"], "useRenewed": ["Item"], "useNext": ["Item"], "boxed": ["Box", "Item"]})

    def test_an_object_lives_on_unless_a_frame_lists_all_its_fields(self):
        _, results = self.results("tests/verify/trusted/far.weir", "--checks", "use-after-free", "--no-replay", "--prove", "off")
        verdicts = {result["method"]: result["verdict"] for result in results if result["property"] == "use-after-free"}
        self.assertEqual(verdicts, {"use": "holds", "useRenewed": "violated", "useNext": "holds", "boxed": "holds"})

    def test_all_hold_is_0(self):
        ran, results = self.results(STACK, "--only", "Stack::pop")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual([r["property"] for r in results],
                         ["popped", "empty", "acyclic", "depths", "null-deref", "use-after-free", "double-free", "bounds",
                          "leak"])

    def test_what_a_large_method_took_is_not_missing_for_the_next(self):
        self.write("m.cpp", """struct Node { Node* next; Node* other; int value; };
int large(Node* p) {
  int sum = 0;
  for (Node* n = p; n; n = n->next)
    for (Node* m = n; m; m = m->other) { m->value += n->value * sum; sum ^= m->value; n->other = m->next; }
  return sum;
}
int small(Node* p) { return p ? p->value : 0; }
""")
        spec = self.write("m.weir", """source "m.cpp"
method large { checks null-deref }
method small { checks null-deref }
""")
        _, results = self.results(spec, "--scope", "4", "--unroll", "60", "--memory", "200")
        self.assertEqual([r["verdict"] for r in results], ["unknown", "proved"])
        self.assertEqual(results[0]["reason"], "out of memory at 200 MB")

    def test_a_violation_is_1_and_confirmed_and_read_at_a_glance(self):
        ran, results = self.results(STACK, "--only", "Stack::popBad.use-after-free")
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertTrue(results[0]["counterexample"]["replay"]["confirmed"])
        self.assertRegex(ran.stdout, r"\Aviolated  Stack::popBad.use-after-free +.*confirmed by replay\n")
        self.assertIn("Frame0 has been freed at line", ran.stdout)

    def test_no_replay_says_so(self):
        ran, results = self.results(STACK, "--only", "Stack::popBad.use-after-free", "--no-replay")
        self.assertNotIn("replay", results[0]["counterexample"])
        self.assertIn("not replayed", ran.stdout)

    def test_a_kept_reproduction_compiles_on_its_own(self):
        repro = self.folder / "repro"
        weir("check", STACK, "--only", "Stack::popBad.use-after-free", "--keep-repro", repro)
        kept = list(repro.glob("*/repro.cpp"))
        self.assertEqual(len(kept), 1)
        self.assertIn("stack.cpp", kept[0].read_text())

    def test_results_do_not_depend_on_the_number_of_jobs(self):
        def verdicts(*arguments):
            return [(r["method"], r["property"], r["verdict"]) for r in self.results(STACK, *arguments)[1]]
        self.assertEqual(verdicts("--no-replay"), verdicts("--no-replay", "-j", "3"))

    def test_every_form_is_written(self):
        names = {"--json": "r.json", "--sarif": "r.sarif", "--junit": "r.xml", "--html": "page"}
        arguments = [a for option, name in names.items() for a in (option, self.folder / name)]
        weir("check", STACK, "--only", "Stack::popBad.use-after-free", *arguments)
        for name in ("r.json", "r.sarif", "r.xml", "page/index.html"):
            self.assertTrue((self.folder / name).stat().st_size > 0, name)

    def test_the_scope_is_default_then_file_then_command_line(self):
        source = self.write("a.cpp", "struct A { A* n; }; A* f(A* a) { while (a && a->n) a = a->n; return a; }\n")
        spec = self.write("a.weir", f'source "{source}"\nmethod f {{ ensures e: no return.n }}\n')
        def scope(*arguments):
            s = self.results(spec, *arguments)[1][0]["scope"]
            return s["objects"]["A"], s["unroll"]
        self.assertEqual(scope(), (3, 3))
        self.assertEqual(scope("--scope", "2"), (2, 2))
        spec.write_text(spec.read_text() + "check f for 4 but 2 A unroll 5\n")
        self.assertEqual(scope(), (2, 5))
        self.assertEqual(scope("--objects", "A=1", "--unroll", "4"), (1, 4))

    def test_objects_of_a_class_with_a_comma_in_its_name(self):
        source = self.write("e.cpp", "template <class K, class V> struct Entry { K* key; V* value; Entry* next; };\n"
                                     "struct A { int x; };\n"
                                     "void f(Entry<A, A>* e) { if (e && e->key) e->key->x = 1; if (e) e->next = nullptr; }\n")
        spec = self.write("e.weir", f'source "{source}"\nmethod f {{ ensures e: no e.next\' }}\n')
        for arguments in (["--objects", "A=1,Entry<A, A>=2"], ["--objects", "Entry<A, A>=2", "--objects", "A=1"]):
            objects = self.results(*arguments, spec)[1][0]["scope"]["objects"]
            self.assertEqual((objects["A"], objects["Entry<A, A>"]), (1, 2))
        self.wrong("CLASS=NUMBER", spec, "--objects", "Entry<A, A>")

    def test_containers_and_strings_that_were_cut_are_told(self):
        source = self.write("c.cpp", """#include <string>
#include <vector>
struct Bag { std::vector<int> items; std::string name; };
unsigned long size(const Bag& b) { return b.items.size(); }
void rename(Bag& b) { b.name = "x"; }
int two() { std::vector<int> v; v.push_back(1); v.push_back(2); return v[1]; }
void add(std::vector<int>& v, int n) { for (int i = 0; i < n; ++i) v.push_back(i); }
unsigned long many() { std::vector<int> v; add(v, 5); return 0; }
unsigned long text() { std::string s = "abcd"; s += s; return s.size(); }
unsigned long longer() { std::string s = "abcde"; s += s; return 0; }
""")
        spec = self.write("c.weir", f"""source "{source}"
use <std>
method size {{ ensures e: return = b.items.length }}
method rename {{ ensures e: b.name' = "x" }}
method two {{ ensures e: return = 2 }}
method many {{ ensures e: return = 0 }}
method text {{ ensures e: return = 8 }}
method longer {{ ensures e: return = 0 }}
""")
        wanted = {"size": (True, None), "rename": (True, True), "two": (False, None), "text": (False, False)}
        for mode in ("refine", "inline", "frames"):
            ran, results = self.results(spec, "--unroll", "6", "--mode", mode)
            seen = {r["method"]: (r["scope"].get("elements_cut"), r["scope"].get("characters_cut")) for r in results}
            self.assertEqual({name: seen[name] for name in wanted}, wanted, mode)
            lines = {line.split()[1]: line for line in ran.stdout.splitlines() if line.startswith("holds")}
            self.assertIn("some executions need more than 4 elements", lines["size.e"])
            self.assertIn("some executions need more than 4 elements or 8 characters", lines["rename.e"])
            self.assertNotIn("some executions", lines["two.e"])
            # No execution within the scope is left: nothing was checked, and that is said.
            verdicts = {r["method"]: r["verdict"] for r in results}
            self.assertEqual((verdicts["many"], verdicts["longer"]), ("vacuous", "vacuous"), mode)

    def test_what_the_scope_left_out_is_told_and_nothing_else(self):
        source = self.write("s.c", """#include <stdlib.h>
struct N { struct N *next; };
struct N *build(struct N *h, int n) { for (int i = 0; i < n; i++) { struct N *x = malloc(sizeof *x); x->next = h; h = x; } return h; }
struct N *alone(int n) { return build(0, n); }
struct N *single(void) { return malloc(sizeof(struct N)); }
struct N *push(struct N *h) { struct N *x = malloc(sizeof *x); x->next = h; return x; }
int first(int *a, int n) { return n > 0 ? a[n - 1] : 0; }
int fixed(void) { int *a = calloc(9, 4); int r = a[8]; free(a); return r; }
int large(void) { int *a = calloc(5000, 4); int r = a[8]; free(a); return r; }
static int three(void) { return 3; }
int bounded(void) { int s = 0; for (int i = 0; i < three(); i++) s++; return s; }
static int count(int k) { int s = 0; for (int i = 0; i < k; i++) s++; return s; }
int within(void) { return count(2); }
int beyond(int k) { return count(k); }
int spin(int n) { int i = 0; while (i < 10) i++; return n / i; }
int add(int *p) { return p ? *p : 1; }
struct R { int v; int *p; };
int ring(void) { struct R *r = malloc(sizeof *r); r->v = 1; r->p = &r->v; int x = *r->p; free(r); return x; }
""")
        spec = self.write("s.weir", f"""source "{source}" with "-std=c11"
method build {{ ensures e: n < 0 => return = h }}
method alone {{ ensures e: n < 0 => no return }}
method single {{ ensures e: some return }}
method push {{ ensures e: some return }}
method first {{ requires n <= 0 or (some a and position[a] = 0 and extent[a] = n)  ensures e: n <= 0 => return = 0 }}
method fixed {{ ensures e: return = 0 }}
method large {{ checks bounds }}
method bounded {{ ensures e: return = 3 }}
method within {{ ensures e: return = 2 }}
method beyond {{ ensures e: k < 0 => return = 0 }}
method spin {{ checks div-zero }}
method add {{ ensures e: no p => return = 1 }}
method ring {{ ensures e: return = 1 }}
""")
        wanted = {"build": {"loops_cut", "objects_cut"}, "alone": {"loops_cut"}, "single": set(), "push": {"objects_cut"},
                  "first": {"arrays_cut"}, "fixed": set(), "large": {"arrays_cut"}, "bounded": set(), "within": set(), "beyond": {"loops_cut"},
                  "spin": {"loops_cut"}, "add": set(), "ring": set()}
        for mode in ("refine", "inline", "frames"):
            ran, results = self.results(spec, "--mode", mode, "--prove", "off")
            seen = {r["method"]: {key for key, value in r["scope"].items() if value is True} for r in results}
            self.assertEqual({name: seen[name] for name in wanted}, wanted, mode)
            self.assertEqual({r["method"] for r in results if r.get("never_returns")}, {"large", "spin"}, mode)
            self.assertEqual({r["method"] for r in results if r["verdict"] == "proved"}, {"bounded", "within"}, mode)
            lines = {line.split()[1]: line for line in ran.stdout.splitlines() if line.startswith("holds")}
            self.assertIn("some executions need more than 3 iterations or 3 objects", lines["build.e"])
            self.assertIn("some executions need more than 3 array elements", lines["first.e"])
            self.assertIn("no execution returns; some executions need more than 3 iterations", lines["spin.div-zero"])
            self.assertNotIn("some executions", lines["fixed.e"])

    def test_what_the_models_do_not_have_is_unknown_where_it_is_used(self):
        source = self.write("m.cpp", """#include <set>
bool before(const std::multiset<int>& a, const std::multiset<int>& b) { return a < b; }
bool caller(const std::multiset<int>& a) { return before(a, a); }
struct Pair {
  bool less;
  Pair(const std::multiset<int>& a, const std::multiset<int>& b) : less(a < b) {}
};
template <class T> bool either(const T& a, const T& b) { return a < b || b < a; }
bool differ(const std::multiset<int>& a, const std::multiset<int>& b) { return either(a, b); }
bool numbers(int a, int b) { return either(a, b); }
unsigned long size(const std::multiset<int>& v) { return v.size(); }
""")
        spec = self.write("m.weir", f"""source "{source}"
use <std>
method before {{ ensures e: return or not return }}
method caller {{ ensures e: return or not return }}
method Pair::Pair {{ ensures e: this.less' or not this.less' }}
method differ {{ ensures e: return or not return }}
method numbers {{ ensures e: return <=> a != b }}
method size {{ ensures e: return = v.length }}
""")
        _, results = self.results(spec)
        verdicts = {r["method"]: r["verdict"] for r in results}
        self.assertEqual(verdicts, {"before": "unknown", "caller": "unknown", "Pair::Pair": "unknown", "differ": "unknown",
                                    "numbers": "unknown", "size": "holds"})
        self.assertIn("m.cpp:2:82: the models of the standard library do not have this", results[0]["reason"])

    def test_what_the_models_do_not_have_outside_of_functions_is_an_error(self):
        body = "std::multiset<int> a, b;\n"
        for more in ("bool less = a < b;\n", "auto f() { return a < b; }\nint g() { f(); return 1; }\n",
                     "struct S { bool less = a < b; };\n"):
            source = self.write("o.cpp", "#include <set>\n" + body + more + "int h() { return 1; }\n")
            spec = self.write("o.weir", f'source "{source}"\nuse <std>\nmethod h {{ ensures e: return = 1 }}\n')
            self.wrong("o.cpp:3:", spec)
        source = self.write("w.cpp", "#include <vector>\nint h() { return nowhere; }\n")
        spec = self.write("w.weir", f'source "{source}"\nuse <std>\nmethod h {{ ensures e: return = 1 }}\n')
        self.wrong("does not compile", spec)

    def test_only_what_check_commands_name_is_checked(self):
        source = self.write("b.cpp", "int f(int a) { return a; }\nint g(int a) { return a; }\n")
        spec = self.write("b.weir", f'source "{source}"\nmethod f {{ ensures x: return = a  ensures y: return = a }}\n'
                                    "method g { ensures z: return = a }\ncheck f.y\n")
        self.assertEqual([r["property"] for r in self.results(spec)[1]], ["y"])
        self.assertEqual([r["property"] for r in self.results(spec, "--only", "g")[1]], ["z"])

    def test_a_source_with_comments_is_enough(self):
        source = self.write("c.cpp", "//@ requires a < 100\n//@ ensures more: return > a\nint f(int a) { return a + 1; }\n")
        ran, results = self.results(source)
        self.assertEqual((ran.returncode, results[0]["property"]), (0, "more"))

    def test_built_in_properties_of_a_whole_file(self):
        source = self.write("d.cpp", "struct A { A* n; }; A* f(A* a) { return a->n; }\nint g(int a) { return a; }\n")
        ran, results = self.results(source, "--checks", "null-deref")
        self.assertEqual([(r["method"], r["verdict"]) for r in results], [("f", "violated"), ("g", "proved")])
        self.assertEqual(ran.returncode, 1)

    def test_vacuous_is_3(self):
        source = self.write("e.cpp", "int f(int a) { return a; }\n")
        spec = self.write("e.weir", f'source "{source}"\nmethod f {{ requires a < a  ensures x: return = a }}\n')
        ran, results = self.results(spec)
        self.assertEqual((ran.returncode, results[0]["verdict"]), (3, "vacuous"))

    def test_the_listing_has_a_fingerprint_that_changes_with_the_code(self):
        source = self.write("l.cpp", "int g(int a) { return a; }\nint f(int a) { return g(a); }\n")
        spec = self.write("l.weir", f'source "{source}"\nmethod f {{ ensures x: return = a }}\n')
        def prints():
            return [p["fingerprint"] for p in json.loads(weir("check", spec, "--list").stdout)["properties"]]
        first = prints()
        source.write_text(source.read_text() + "// nothing changed\n")
        self.assertEqual(prints(), first)
        source.write_text("int g(int a) { return -a; }\nint f(int a) { return g(a); }\n")
        self.assertNotEqual(prints(), first)

    def test_the_fingerprint_has_all_that_changes_the_meaning(self):
        self.write("p.cpp", "#include <stdexcept>\nint h(int a);\nint f(int a) { return h(a) + 1; }\n")
        lines = {"checks overflow": "method f { checks overflow ensures x: true }",
                 "none": "method f { ensures x: true }",
                 "requires": "method f { requires a > 0 ensures x: true }",
                 "trusted": "trusted method h { ensures r: return > 0 } method f { ensures x: true }",
                 "trusted frame": "trusted method h { ensures r: return > 0 modifies nothing } method f { ensures x: true }"}
        prints = {}
        for name, text in lines.items():
            spec = self.write("p.weir", f'source "p.cpp"\n{text}\n')
            listed = json.loads(weir("check", spec, "--list").stdout)["properties"]
            prints[name], = [p["fingerprint"] for p in listed if p["property"] == "x"]
        self.assertEqual(len(set(prints.values())), len(lines), prints)

    def test_checks_are_of_every_function_of_a_source(self):
        source = self.write("w.cpp", """//@ requires some p
//@ ensures r: return = deref[p]
int a(int* p) { return *p; }
int b(int* p) { return *p; }
""")
        _, results = self.results(source, "--checks", "null-deref", "--no-replay")
        self.assertEqual([(f'{r["method"]}.{r["property"]}', r["verdict"]) for r in results],
                         [("a.r", "holds"), ("a.null-deref", "holds"), ("b.null-deref", "violated")])

    def test_comments_of_other_tools_are_a_warning(self):
        source = self.write("j.cpp", "//@{ a group\nint a(int* p) { return *p; }\n//@}\n")
        ran, results = self.results(source, "--checks", "null-deref", "--no-replay")
        self.assertEqual((ran.returncode, len(results)), (1, 1), ran.stderr)
        self.assertIn("warning: a comment that begins with '@'", ran.stderr)

    def test_what_is_not_understood_has_no_summary(self):
        source = self.write("q.c", "struct N { int v; }; int ext(struct N* n);\nint f(struct N* n) { return ext(n); }\n"
                                   "void g(struct N* n) { n->v = 1; }\nvoid h(void) { for (;;); }\n")
        ran = weir("summarize", source, "--json", self.folder / "s.json")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("// f(N *): no summary\n//   not understood: the body of ext(N *) is not known", ran.stdout)
        self.assertIn("// h(): no summary\n//   it never returns", ran.stdout)
        self.assertEqual(ran.stdout.count("method "), 1)
        self.assertNotIn("modifies nothing", ran.stdout)
        summaries = json.loads((self.folder / "s.json").read_text())["summaries"]
        self.assertEqual([len(s["ensures"]) > 0 for s in summaries], [False, True, False])

    def test_replay_reports_what_is_fixed(self):
        source = self.write("m.cpp", "int f(int a) { return a / 2; }\n")
        spec = self.write("m.weir", f'source "{source}"\nmethod f {{ ensures twice: return = mul[a, 2] }}\n')
        self.results(spec)
        ran = weir("replay", self.folder / "out.json")
        self.assertEqual((ran.returncode, ran.stdout), (1, "violated  f.twice  the compiled program does the same\n"))
        spec.write_text(spec.read_text().replace("mul[a, 2]", "div[a, 2]"))
        ran = weir("replay", self.folder / "out.json")
        self.assertEqual((ran.returncode, ran.stdout), (0, "fixed     f.twice  this execution does not break it any more\n"))

    def interrupted(self, *options):
        """What is left of a long check whose terminal sends Ctrl-C: to every process of the group, as terminals do."""
        out = self.folder / "r.json"
        process = subprocess.Popen([WEIR, "check", "tests/verify/toposort/toposort.weir", "--scope", "6", "--unroll", "6",
                                    "--json", str(out), *options],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        while process.poll() is None and processor_seconds(process.pid) < 3:
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        process.communicate()
        return json.loads(out.read_text())["results"]

    def test_an_interruption_leaves_what_is_known(self):
        for options in [], ["-j", "2"], ["--solver", "z3"]:
            with self.subTest(options=options):
                results = self.interrupted(*options)
                self.assertEqual(len(results), 4)
                reasons = {r.get("reason", "") for r in results}
                self.assertIn("interrupted", {reason.split(" ")[0] for reason in reasons})
                self.assertFalse([reason for reason in reasons if "failed" in reason])

    def test_a_time_limit_gives_unknown_with_the_reason(self):
        ran, results = self.results("tests/verify/toposort/toposort.weir", "--scope", "6", "--unroll", "6", "--only",
                                    "Graph::sort.indegree", "--timeout", "2")
        self.assertEqual((ran.returncode, results[0]["verdict"]), (3, "unknown"))
        self.assertIn("time", results[0]["reason"])


class Failures(Base):
    """weir's own failures, made on demand by WEIR_TEST_FAILURE (tools/check/run_task.cpp)."""

    def setUp(self):
        super().setUp()
        self.write("f.cpp", "struct N { int v; N* next; };\n"
                            "int get(N* n) { return n->v; }\nint set(N* n) { n->v = 1; return n->v; }\n")
        self.spec = self.write("f.weir", """source "f.cpp"
method get { requires some n ensures a: return = n.v ensures b: return = n.v ensures c: return = 7 }
method set { requires some n ensures a: return = 1 }
""")

    def failing(self, property, how, *options):
        out = self.folder / "r.json"
        ran = weir("check", self.spec, "--no-replay", "--json", out, *options,
                   env={**os.environ, "WEIR_TEST_FAILURE": f"{property}={how}", "TMPDIR": str(self.folder)})
        results = {f'{r["method"]}.{r["property"]}': r for r in json.loads(out.read_text())["results"]}
        return ran, results

    def verdicts(self, results):
        return {name: result["verdict"] for name, result in results.items()}

    def test_a_crash_costs_its_property_alone(self):
        for how, what in ("segv", "segmentation fault"), ("abort", "aborted"), ("throw", "a test asked for it"):
            for options in [], ["-j", "2"]:
                with self.subTest(how=how, options=options):
                    ran, results = self.failing("get.b", how, *options)
                    self.assertEqual(self.verdicts(results), {"get.a": "holds", "get.b": "unknown", "get.c": "violated",
                                                              "set.a": "holds"})
                    self.assertIn("weir failed: ", results["get.b"]["reason"])
                    self.assertIn(what, results["get.b"]["reason"])
                    self.assertEqual(ran.returncode, 70)
                    self.assertIn("internal error: get.b: ", ran.stderr)

    def test_a_failure_leaves_a_file_to_send(self):
        ran, _ = self.failing("get.b", "segv")
        report, = self.folder.glob("weir-failure-*.txt")
        self.assertIn(str(report), ran.stderr)
        text = report.read_text()
        for part in f"check {self.spec} --no-replay", "get.b: segmentation fault", self.spec.read_text(), "int get(N* n)":
            self.assertIn(part, text)

    def test_the_last_property_and_the_only_one(self):
        _, results = self.failing("set.a", "segv")
        self.assertEqual(self.verdicts(results), {"get.a": "holds", "get.b": "holds", "get.c": "violated",
                                                  "set.a": "unknown"})
        _, results = self.failing("get.a", "segv", "--only", "get.a")
        self.assertEqual(self.verdicts(results), {"get.a": "unknown"})

    def test_want_of_memory_is_no_failure(self):
        for how in "memory", "kill":
            with self.subTest(how=how):
                ran, results = self.failing("get.b", how)
                self.assertEqual(ran.returncode, 1, ran.stderr)
                self.assertTrue(results["get.b"]["reason"].startswith("out of memory"), results["get.b"])
                self.assertEqual(results["get.c"]["verdict"], "violated")

    def test_what_does_not_look_at_the_clock_is_ended(self):
        ran, results = self.failing("get.b", "hang", "--timeout", "1")
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertEqual(results["get.b"]["reason"], "out of time after 1 s")
        self.assertEqual(self.verdicts(results), {"get.a": "holds", "get.b": "unknown", "get.c": "violated",
                                                  "set.a": "holds"})

    def test_what_does_not_heed_a_signal_is_ended(self):
        out = self.folder / "r.json"
        process = subprocess.Popen([WEIR, "check", self.spec, "--no-replay", "--json", out], stdout=subprocess.DEVNULL,
                                   env={**os.environ, "WEIR_TEST_FAILURE": "get.b=hang"})
        time.sleep(2)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 3)
        reasons = [r.get("reason", "") for r in json.loads(out.read_text())["results"]]
        self.assertEqual(reasons[1:], ["interrupted"] + ["interrupted before it was checked"] * 2)

    def test_a_crash_while_reading_is_a_message(self):
        ran = weir("check", self.spec, env={**os.environ, "WEIR_TEST_FAILURE": "reading=segv", "TMPDIR": str(self.folder)})
        self.assertEqual((ran.returncode, ran.stdout), (70, ""))
        self.assertIn("weir: internal error: segmentation fault", ran.stderr)
        report, = self.folder.glob("weir-failure-*.txt")
        self.assertIn("int get(N* n)", report.read_text())

    def test_a_stack_that_overflows_is_a_message(self):
        ran = weir("check", self.spec, env={**os.environ, "WEIR_TEST_FAILURE": "reading=stack", "TMPDIR": str(self.folder)})
        self.assertEqual((ran.returncode, ran.stdout), (70, ""))
        self.assertIn("weir: internal error: segmentation fault", ran.stderr)

    def test_out_of_memory_without_a_specification(self):
        """The tasks of a file without annotations once pointed into a plan that was gone."""
        source = self.write("bare.cpp", "int f(int* p) { return *p; }\nint g(int* p) { return *p; }\n")
        out = self.folder / "r.json"
        ran = weir("check", source, "--checks", "memory", "--no-replay", "--json", out,
                   env={**os.environ, "WEIR_TEST_FAILURE": "f.null-deref=memory"})
        results = json.loads(out.read_text())["results"]
        self.assertEqual(results[0]["reason"], "out of memory")
        self.assertEqual((ran.returncode, len(results)), (1, 8))


class WrongInput(Base):
    def test_a_file_that_is_not_there(self):
        self.wrong("cannot read 'no/such.weir'", "no/such.weir")
        self.wrong("no/such.cpp", "no/such.cpp")

    def test_a_specification_without_a_source(self):
        self.wrong("no 'source", self.write("n.weir", "fun f[a: Int]: Int = a\n"))

    def test_a_source_that_is_not_there(self):
        self.wrong("is not there", self.write("s.weir", 'source "nowhere.cpp"\n'))

    def test_a_source_that_does_not_compile(self):
        self.wrong("does not compile", self.write("x.cpp", "int f( { }\n"))

    def test_a_missing_header(self):
        self.wrong("nowhere.h", self.write("h.cpp", '#include "nowhere.h"\nint f() { return LIMIT; }\n'))

    def test_a_syntax_error_has_its_place(self):
        self.write("y.cpp", "int f(int a) { return a; }\n")
        self.wrong("y.weir:2:", self.write("y.weir", 'source "y.cpp"\nmethod f { ensures x return = a }\n'))

    def test_a_specification_of_a_class_that_is_not_there(self):
        self.write("k.cpp", "struct Lst { Lst* n; }; int f(Lst* l) { return l != 0; }\n")
        self.wrong("List", self.write("k.weir", 'source "k.cpp"\nmethod f { ensures x: some List }\n'))

    def test_nothing_to_check(self):
        self.wrong("nothing to check", self.write("z.cpp", "int f(int a);\n"))

    def test_names_are_suggested(self):
        self.wrong("did you mean 'Stack::pop'?", STACK, "--only", "Stack::popp")
        self.wrong("did you mean 'popped'?", STACK, "--only", "Stack::pop.poped")
        self.wrong("did you mean 'Frame'?", STACK, "--objects", "Frmae=3")
        self.wrong("did you mean 'leak'?", STACK, "--checks", "leek")

    def test_numbers_out_of_range(self):
        self.wrong("--scope", STACK, "--scope", "0")
        self.wrong("--unroll", STACK, "--unroll", "-1")
        self.wrong("CLASS=NUMBER", STACK, "--objects", "Frame=many")
        self.wrong("--mode", STACK, "--mode", "guess")
        self.wrong("--solver", STACK, "--solver", "abacus")

    def test_a_result_that_cannot_be_written(self):
        ran = weir("check", STACK, "--only", "Stack::pop.popped", "--json", "/dev/full")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("No space left on device", ran.stderr)

    def test_parse_only_checks_nothing(self):
        ran = weir("check", STACK, "--parse-only")
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "", ""))


if __name__ == "__main__":
    unittest.main()
