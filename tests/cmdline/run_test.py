#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir run` and `weir merge`, with a stand-in for the checks (fake_weir.py)."""
import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

WEIR = os.environ["WEIR"]
FAKE = str(pathlib.Path(__file__).resolve().parent / "fake_weir.py")


class RunCase(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.log = self.folder / "log"
        self.environment = {**os.environ, "FAKE_WEIR_LOG": str(self.log)}

    def suite(self, checks, **more):
        """Writes suite.json and a specification for each check: {name: (lines, expected verdicts)}."""
        entries = []
        for name, (lines, expect) in checks.items():
            (self.folder / f"{name}.weir").write_text("\n".join(lines) + "\n")
            entries.append({"name": name, "spec": f"{name}.weir", "expect": expect})
        document = {"suite": "s", "checks": entries, **more}
        (self.folder / "suite.json").write_text("// a comment\n" + json.dumps(document))
        # A file saved in this second might be saved again in it.
        old = time.time() - 10
        for spec in self.folder.glob("*.weir"):
            os.utime(spec, (old, old))

    def command(self, *arguments):
        return [WEIR, "run", str(self.folder / "suite.json"), "--weir", FAKE, "-j2", *arguments]

    def weir_run(self, *arguments):
        return subprocess.run(self.command(*arguments), capture_output=True, text=True, env=self.environment)

    def checked(self):
        """The properties that were checked since the last call."""
        lines = sorted(self.log.read_text().split()) if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines

    def results(self, *arguments):
        """The results by name, from the JSON of a run."""
        out = self.folder / "out.json"
        ran = self.weir_run("--json", str(out), *arguments)
        return ran, {f'{r["check"]} {r["method"]}.{r["property"]}': r for r in json.loads(out.read_text())["results"]}


class Verdicts(RunCase):
    def test_what_is_expected_is_status_0(self):
        self.suite({"a": (["f.x holds", "f.y violated", "g.z proved"], {"f.x": "holds", "f.y": "violated", "g.z": "holds"})})
        ran = self.weir_run()
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("3 properties: 1 is proved, 1 holds in scope, 1 is violated\n3 of 3 as expected\n", ran.stdout)

    def test_what_is_not_expected_is_status_1(self):
        self.suite({"a": (["f.x violated"], {"f.x": "holds"})})
        ran = self.weir_run()
        self.assertEqual(ran.returncode, 1)
        self.assertIn("unexpected   a  f.x  violated, expected holds", ran.stdout)

    def test_what_nobody_expects_has_to_hold(self):
        self.suite({"a": (["f.x holds", "f.y violated"], {})})
        for _ in range(2):  # it is no better the second time
            ran = self.weir_run()
            self.assertEqual(ran.returncode, 1)
            self.assertIn("violated     a  f.y  violated, and the suite expects nothing of it", ran.stdout)
        for verdict in "unknown", "vacuous":
            self.suite({"a": (["f.x holds", f"f.y {verdict}"], {})})
            self.assertEqual(self.weir_run("--store", str(self.folder / f"{verdict}.db")).returncode, 3)
        self.suite({"a": (["f.x holds"], {})})
        self.assertEqual(self.weir_run("--store", str(self.folder / "holds.db")).returncode, 0)

    def test_a_check_that_cannot_be_read_is_not_green(self):
        self.suite({"a": (["f.x holds"], {})})
        (self.folder / "a.cpp").write_text("int f( {\n")
        (self.folder / "a.weir").write_text('source "a.cpp"\nmethod f { ensures x: true }\n')
        ran = subprocess.run([WEIR, "run", str(self.folder / "suite.json")], capture_output=True, text=True, timeout=120)
        self.assertEqual(ran.returncode, 3, ran.stderr)
        self.assertIn("the check cannot be listed", ran.stdout)
        # The reason is the message, not the mark under the line of source that follows it.
        (self.folder / "a.cpp").write_text("int f() { return 1; }\n")
        (self.folder / "a.weir").write_text('source "a.cpp"\nmethod g { ensures x: true }\n')
        ran = subprocess.run([WEIR, "run", str(self.folder / "suite.json")], capture_output=True, text=True, timeout=120)
        self.assertIn("error: no method or function 'g'", ran.stdout)

    def test_a_violation_without_replay_is_never_as_expected(self):
        self.suite({"a": (["f.x violated act=unconfirmed"], {"f.x": "violated"})})
        ran = self.weir_run()
        self.assertEqual(ran.returncode, 1)
        self.assertIn("not confirmed by a replay", ran.stdout)

    def test_a_property_that_is_not_there_is_unexpected(self):
        self.suite({"a": (["f.x holds"], {"f.z": "holds"})})
        ran = self.weir_run()
        self.assertEqual(ran.returncode, 1)
        self.assertIn("f.z  unknown, expected holds (there is no such property)", ran.stdout)

    def test_the_order_of_output_is_that_of_the_suite(self):
        self.suite({"b": (["f.x holds sleep=0.3", "f.a holds"], {}), "a": (["f.x holds"], {})})
        _, results = self.results("--all")
        self.assertEqual(list(results), ["b f.x", "b f.a", "a f.x"])


class Isolation(RunCase):
    def test_what_goes_wrong_with_one_is_an_unknown_with_its_reason(self):
        self.suite({"a": (["f.crash holds act=crash", "f.hang holds act=hang", "f.grow holds act=grow",
                           "f.silent holds act=silent", "f.fail holds act=fail", "f.fine holds"], {})},
                   defaults={"timeout": 5, "memory": 128})
        _, results = self.results()
        reasons = {name: r.get("reason") for name, r in results.items()}
        self.assertEqual(reasons["a f.crash"], "killed by signal 11 (Segmentation fault)")
        self.assertEqual(reasons["a f.hang"], "the time limit was reached")
        self.assertEqual(reasons["a f.grow"], "the memory limit was reached")
        self.assertEqual(reasons["a f.silent"], "exit status 0")
        self.assertEqual(reasons["a f.fail"],
                         "exit status 70: weir: internal error: an array should have a non-zero extent")
        self.assertEqual(results["a f.fine"]["verdict"], "holds")

    def test_a_check_that_cannot_be_listed_leaves_the_others_alone(self):
        self.suite({"a": ([], {"f.x": "holds"}), "b": (["f.x holds"], {"f.x": "holds"})})
        ran, results = self.results()
        self.assertEqual(ran.returncode, 1)
        self.assertIn("the check cannot be listed: exit status 2: error: there is nothing here", results["a f.x"]["reason"])
        self.assertEqual(results["b f.x"]["verdict"], "holds")


class Incremental(RunCase):
    def test_nothing_is_run_twice_until_it_changes(self):
        self.suite({"a": (["f.x holds", "f.y violated"], {}), "b": (["g.x holds"], {})})
        self.weir_run()
        self.assertEqual(self.checked(), ["f.x", "f.y", "g.x"])
        ran, results = self.results()
        self.assertEqual(self.checked(), [])
        self.assertTrue(all(r["reused"] for r in results.values()))
        self.assertIn("3 results are from earlier runs", ran.stdout)
        (self.folder / "a.weir").write_text("f.x holds sleep=0.01\nf.y violated\n")
        self.weir_run()
        self.assertEqual(self.checked(), ["f.x"])
        self.weir_run("--force")
        self.assertEqual(self.checked(), ["f.x", "f.y", "g.x"])

    def test_another_scope_or_limit_is_another_result(self):
        self.suite({"a": (["f.x holds"], {})})
        self.weir_run()
        self.suite({"a": (["f.x holds"], {})}, defaults={"scope": 4})
        self.weir_run()
        self.suite({"a": (["f.x holds"], {})}, defaults={"scope": 4, "timeout": 7})
        self.weir_run()
        self.assertEqual(self.checked(), ["f.x"] * 3)

    def test_a_crash_is_tried_again(self):
        self.suite({"a": (["f.x holds act=crash"], {})})
        self.weir_run()
        self.weir_run()
        self.assertEqual(self.checked(), ["f.x"] * 2)


class Comparison(RunCase):
    def test_worse_better_new_gone_and_slower(self):
        self.suite({"a": (["f.worse holds", "f.better unknown", "f.gone holds", "f.slow holds", "f.same holds"], {})})
        self.assertEqual(self.weir_run().returncode, 3)
        self.suite({"a": (["f.worse unknown", "f.better holds", "f.new holds", "f.slow holds sleep=0.8", "f.same holds"], {})})
        ran = self.weir_run()
        self.assertEqual(ran.returncode, 1)
        self.assertIn("worse        a  f.worse   holds -> unknown, and the suite expects nothing of it (the stand-in says so)",
                      ran.stdout)
        self.assertIn("better       a  f.better  unknown -> holds", ran.stdout)
        self.assertIn("new          a  f.new     holds", ran.stdout)
        self.assertIn("gone         a  f.gone    holds", ran.stdout)
        self.assertIn("slower       a  f.slow    holds, 801.0x (1 ms -> 801 ms)", ran.stdout)
        self.assertIn("against run 1: 1 worse, 1 better, 1 new, 1 gone, 1 slower", ran.stdout)
        self.assertNotIn("f.same", ran.stdout)

    def test_slower_fails_only_where_it_is_asked_to(self):
        self.suite({"a": (["f.x holds"], {})})
        self.weir_run()
        self.suite({"a": (["f.x holds sleep=0.8"], {})})
        self.assertEqual(self.weir_run("--max-slowdown", "2").returncode, 1)
        self.assertEqual(self.weir_run("--baseline", "1", "--force").returncode, 0)

    def test_the_reports_are_written(self):
        self.suite({"a": (["f.x<i> holds", "f.y violated"], {"f.y": "violated"})})
        ran = self.weir_run("--sarif", str(self.folder / "r.sarif"), "--junit", str(self.folder / "r.xml"), "--html",
                            str(self.folder / "out"))
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual(len(json.loads((self.folder / "r.sarif").read_text())["runs"][0]["results"]), 1)
        self.assertIn("<failure", (self.folder / "r.xml").read_text())
        page = (self.folder / "out" / "index.html").read_text()
        self.assertIn("f.x&lt;i&gt;", page)
        self.assertIn("dot violated", page)
        self.assertIn('href="details.html#a%20f.y"', page)
        # What is violated stands first, and in its place.
        self.assertLess(page.index("#a%20f.y"), page.index("#a%20f.x"))
        self.assertLess(page.index("#a%20f.x"), page.rindex("#a%20f.y"))
        self.assertIn('"method":"a f"', (self.folder / "out" / "details.html").read_text())
        self.assertTrue((self.folder / "out" / "details.html").exists())


class Interruption(RunCase):
    LINES = [f"f.p{i} {'violated' if i % 5 == 0 else 'holds'} sleep=0.02" for i in range(24)]

    def verdicts(self, results):
        return [(name, r["verdict"], r.get("reason")) for name, r in results.items()]

    def test_a_run_that_is_killed_again_and_again_ends_as_one_that_is_not(self):
        self.suite({"a": (self.LINES, {})})
        _, whole = self.results("--store", str(self.folder / "whole.db"))
        self.checked()
        chance = random.Random(1)
        kills = 0
        for _ in range(20):
            process = subprocess.Popen(self.command("--resume"), env=self.environment, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            try:
                process.wait(timeout=chance.uniform(0.05, 0.5))
            except subprocess.TimeoutExpired:
                process.kill()
                kills += 1
            process.wait()
        self.assertGreater(kills, 0)
        ran, resumed = self.results("--resume")
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertEqual(self.verdicts(resumed), self.verdicts(whole))

    def test_control_c_keeps_what_has_ended_and_kills_the_rest(self):
        self.suite({"a": (["f.first holds", "f.long holds sleep=50", "f.longer holds sleep=50"], {})})
        process = subprocess.Popen(self.command(), env=self.environment, stderr=subprocess.PIPE, text=True)
        deadline = time.time() + 600
        while time.time() < deadline and not (self.log.exists() and len(self.log.read_text().split()) == 3):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
        self.assertEqual(process.returncode, 3)
        self.assertIn("`weir run --resume` goes on", said)
        time.sleep(0.2)
        alive = subprocess.run(["pgrep", "-f", str(self.folder)], capture_output=True, text=True).stdout
        self.assertEqual(alive, "")
        self.checked()
        (self.folder / "a.weir").write_text("f.first holds\nf.long holds\nf.longer holds\n")
        self.assertEqual(self.weir_run("--resume").returncode, 0)
        self.assertEqual(self.checked(), ["f.long", "f.longer"])


class Shards(RunCase):
    def test_shards_are_balanced_disjoint_and_merge_to_the_whole(self):
        lines = [f"f.p{i} holds sleep={0.4 if i == 0 else 0.05}" for i in range(9)]
        self.suite({"a": (lines, {})})
        base = self.folder / "base.db"
        _, whole = self.results("--store", str(base))
        self.checked()
        parts = []
        for k in (1, 2):
            self.assertEqual(self.weir_run("--shard", f"{k}/2", "--store", str(self.folder / f"{k}.db"), "--baseline",
                                           str(base)).returncode, 0)
            parts.append(self.checked())
        # The long one weighs as much as the eight others.
        self.assertEqual(parts[0], ["f.p0"])
        self.assertEqual(sorted(parts[0] + parts[1]), sorted(f"f.p{i}" for i in range(9)))
        merged = self.folder / "merged.db"
        stores = [str(self.folder / "1.db"), str(self.folder / "2.db")]
        ran = subprocess.run([WEIR, "merge", "s", *stores, "-o", str(merged)], capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        _, again = self.results("--store", str(merged))
        self.assertEqual(self.checked(), [])
        self.assertEqual([(n, r["verdict"]) for n, r in again.items()], [(n, r["verdict"]) for n, r in whole.items()])
        # One shard alone is not the whole.
        ran = subprocess.run([WEIR, "merge", "s", stores[0], "-o", str(self.folder / "x.db")], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("1 of 2 shards are there", ran.stderr)

    def test_under_gnu_parallel(self):
        if not shutil.which("parallel"):
            self.skipTest("GNU parallel is not installed")
        self.suite({"a": ([f"f.p{i} holds" for i in range(6)], {})})
        ran = subprocess.run(["parallel", "--will-cite", "-j3", *self.command(), "--shard", "{}/3", "--store",
                              str(self.folder / "{}.db"), ":::", "1", "2", "3"], env=self.environment,
                             capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual(self.checked(), [f"f.p{i}" for i in range(6)])
        stores = [str(self.folder / f"{k}.db") for k in (1, 2, 3)]
        merged = subprocess.run([WEIR, "merge", "s", *stores, "-o", str(self.folder / "all.db")], capture_output=True, text=True)
        self.assertIn("has 6 results", merged.stdout, merged.stderr)


class Sources(RunCase):
    def entry(self, **source):
        self.suite({"a": (["f.x holds"], {"f.x": "holds"})}, sources={"lib": {"folder": "cache/lib", **source}})
        document = json.loads((self.folder / "suite.json").read_text().split("\n", 1)[1])
        document["checks"][0]["source"] = "lib"
        (self.folder / "suite.json").write_text(json.dumps(document))

    def test_a_source_is_fetched_once_and_its_checksum_is_kept_to(self):
        content = "int x;\n"
        self.entry(fetch=["sh", "-c", f"echo x >> fetched; mkdir -p cache/lib; printf '{content}' > cache/lib/x.c"],
                   sha256={"x.c": hashlib.sha256(content.encode()).hexdigest()})
        self.assertEqual(self.weir_run().returncode, 0)
        self.assertEqual(self.weir_run().returncode, 0)
        self.assertEqual((self.folder / "fetched").read_text(), "x\n")
        (self.folder / "cache/lib/x.c").write_text("int y;\n")
        ran = self.weir_run()
        self.assertEqual(ran.returncode, 3)
        self.assertIn("has the checksum", ran.stdout)

    def test_a_source_that_cannot_be_had_is_a_skip_and_never_a_pass(self):
        self.entry(fetch=["sh", "-c", "echo no network >&2; exit 1"])
        ran = self.weir_run()
        self.assertEqual(ran.returncode, 3)
        self.assertIn("skipped      a  f.x  unknown (fetching lib failed: exit status 1: no network)", ran.stdout)
        self.assertIn("1 skipped", ran.stdout)


class WrongInput(RunCase):
    def refused(self, text, message):
        (self.folder / "suite.json").write_text(text)
        ran = self.weir_run()
        self.assertEqual(ran.returncode, 2)
        self.assertIn(message, ran.stderr)
        self.assertEqual(list(self.folder.glob("*.db")), [])

    def test_a_wrong_suite_is_told_with_its_place(self):
        self.refused("{", "parse error")
        self.refused("{}", "the key \"checks\" is missing")
        self.refused('{"suite": "s", "checks": [{"name": "a", "spec": "a.weir", "scop": 3}]}',
                     'checks[0].scop: is not a key that is known here; did you mean "scope"?')
        self.refused('{"suite": "s", "checks": [{"name": "a", "spec": "a.weir", "expect": {"f.x": "hold"}}]}',
                     'checks[0].expect.f.x: "hold" is not one of "holds"')
        self.refused('{"suite": "s", "checks": [{"name": "a", "spec": "a"}, {"name": "a", "spec": "b"}]}',
                     'the name "a" is used twice')
        self.refused('{"suite": "s", "sources": {"redis": {"folder": "r"}}, "checks": [{"name": "a", "spec": "a", "source": "redi"}]}',
                     'did you mean "redis"?')

    def test_wrong_options_are_told(self):
        self.suite({"a": (["f.x holds"], {})})
        for arguments, message in [(["--shard", "3/2"], "--shard should be K/N"), (["--only", "b"], "no check 'b'"),
                                   (["--baseline", "7"], "there is no run 7"), 
                                   (["--baseline", "no.db"], "cannot read the baseline"),
                                   (["--store", "/no/folder/x.db"], "cannot use '/no/folder/x.db'")]:
            ran = self.weir_run(*arguments)
            self.assertEqual(ran.returncode, 2, arguments)
            self.assertIn(message, ran.stderr)

    def test_a_checker_that_cannot_be_run_is_told(self):
        self.suite({"a": (["f.x holds"], {})})
        ran = subprocess.run([WEIR, "run", str(self.folder / "suite.json"), "--weir", "/no/weir"], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("cannot run '/no/weir --version': it could not be started: No such file or directory", ran.stderr)

    def test_a_store_of_a_later_version_is_refused(self):
        self.suite({"a": (["f.x holds"], {})})
        store = self.folder / "later.db"
        self.weir_run("--store", str(store))
        import sqlite3
        with sqlite3.connect(store) as database:
            database.execute("PRAGMA user_version = 9")
        ran = self.weir_run("--store", str(store))
        self.assertEqual(ran.returncode, 2)
        self.assertIn("it has version 9, this weir reads version 1", ran.stderr)


if __name__ == "__main__":
    unittest.main()
