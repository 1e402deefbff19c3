#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ways to hold it wrong: the message of each, whole, as tests/golden/wrong.txt has it, the exit status, and no file left behind.

WEIR=build/weir tests/cmdline/wrong_test.py --update writes the golden file.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

WEIR = pathlib.Path(os.environ["WEIR"]).resolve()
GOLDEN = pathlib.Path(__file__).parent.parent / "golden" / "wrong.txt"

LIST_CPP = """struct Node { Node* next; int value; };
struct List { Node* head; };
void push(List* l, Node* n) { n->next = l->head; l->head = n; }
"""
LIST = 'source "list.cpp"\n'
PUSH = LIST + "method push { requires some l and some n ensures first: l.head' = n }\n"
BAD = LIST + "method push { requires some l and some n ensures bad: l.head' = l.head }\n"
FILES = {"list.cpp": LIST_CPP, "list.weir": PUSH, "bad.weir": BAD}


def spec(text):
    return {"x.weir": LIST + text + "\n"}


# What it is called; the command line in a folder with FILES; further files; the environment.
CASES = [
    ("no command", ""),
    ("an unknown command", "chekc list.weir"),
    ("an unknown option", "check list.weir --scoop 3"),
    ("no file", "check"),
    ("two files", "check list.weir bad.weir"),
    ("a scope of zero", "check list.weir --scope 0"),
    ("a scope that is no number", "check list.weir --scope three"),
    ("an unknown mode", "check list.weir --mode fast"),
    ("an unknown solver", "check list.weir --solver minisat"),
    ("an unknown built-in property", "check list.weir --checks nul-deref"),
    ("a time limit in the past", "check list.weir --timeout -1"),
    ("objects without a number", "check list.weir --objects Node"),
    ("objects of no class", "check list.weir --objects Nod=2"),
    ("a property that is not there", "check list.weir --only push.frist"),
    ("a method that is not there", "check list.weir --only pop"),
    ("a file that is not there", "check lists.weir"),
    ("a folder for a file", "check ."),
    ("a link to nowhere", "check link.weir"),
    ("bytes that are no text", "check x.weir", {"x.weir": b"\x00\xff\xfe"}),
    ("an empty specification", "check x.weir", {"x.weir": ""}),
    ("a specification without a source", "check x.weir", {"x.weir": "method push { ensures a: true }\n"}),
    ("a source that is not there", "check x.weir", {"x.weir": 'source "nolist.cpp"\nmethod push { ensures a: true }\n'}),
    ("a source that does not compile", "check x.weir",
     {"x.weir": 'source "x.cpp"\nmethod f { ensures a: true }\n', "x.cpp": "void f() { return 1 }\n"}),
    ("a header that is not there", "check x.weir",
     {"x.weir": 'source "x.c"\nmethod f { ensures a: true }\n', "x.c": '#include "queue.h"\nvoid f(void) {}\n'}),
    ("macros of a header that is not included", "check x.weir",
     {"x.weir": 'source "x.c"\nmethod f { ensures a: true }\n',
      "x.c": "struct entry { LIST_ENTRY(entry) link; };\nvoid f(struct entry *e) { LIST_REMOVE(e, link); }\n"}),
    ("a syntax error", "check x.weir", spec("method push { ensures first l.head' = n }")),
    ("a class that is not there", "check x.weir", spec("pred p[l: Lits] { some l }")),
    ("a function that is not there", "check x.weir", spec("method psuh { ensures a: true }")),
    ("a field that is not there", "check x.weir", spec("method push { ensures a: l.haed' = n }")),
    ("numbers against objects", "check x.weir", spec("method push { ensures a: l.head' = 3 }")),
    ("a prime in requires", "check x.weir", spec("method push { requires l.head' = n ensures a: true }")),
    ("two properties of one name", "check x.weir", spec("method push { ensures a: some n ensures a: some l }")),
    ("a flag that the compiler does not know", "check list.weir -- -std=c++99"),
    ("no compile_commands.json", "check list.weir -p nowhere"),
    ("broken YAML", "check list.weir", {".weir.yml": "check: [scope\n"}),
    ("an unknown setting", "check list.weir", {".weir.yml": "check:\n  scoop: 3\n"}),
    ("a wrong value of a setting", "check list.weir", {".weir.yml": "check:\n  scope: many\n"}),
    ("a full disk", "check list.weir --json /dev/full"),
    ("a file where a folder should be", "check list.weir --html list.cpp/out"),
    ("no compiler for the replay", "check bad.weir", {}, {"PATH": "/nonexistent"}),
    ("a suite that is not there", "run suite.json"),
    ("a suite that is no JSON", "run x.json", {"x.json": "{ suite: lists }\n"}),
    ("a suite with an unknown key", "run x.json", {"x.json": '{ "suite": "l", "check": [] }\n'}),
    ("a shard of too few", "run x.json --shard 3/2",
     {"x.json": '{ "suite": "l", "checks": [ { "name": "a", "spec": "list.weir" } ] }\n'}),
    ("a report of what is no result", "report x.json", {"x.json": "[]\n"}),
    ("a replay of what is not there", "replay result.json"),
    ("a file to format that is not there", "fmt lists.weir"),
    ("a specification that is there already", "init list.cpp"),
    ("a summary of a method that is not there", "summarize list.cpp --method pop"),
]


RAN = {}


def run(case):
    """What the case prints on standard error, its status, and the files it leaves."""
    if case[0] not in RAN:
        RAN[case[0]] = run_once(case)
    return RAN[case[0]]


def run_once(case):
    name, command, *more = case
    files = {**FILES, **(more[0] if more else {})}
    with tempfile.TemporaryDirectory() as folder:
        there = pathlib.Path(folder)
        for file, text in files.items():
            (there / file).write_bytes(text if isinstance(text, bytes) else text.encode())
        (there / "link.weir").symlink_to("nowhere.weir")
        before = {str(p.relative_to(there)) for p in there.rglob("*")}
        environment = {**os.environ, **(more[1] if len(more) > 1 else {}), "LC_ALL": "C"}
        ran = subprocess.run([WEIR, *shlex.split(command)], capture_output=True, text=True, cwd=there,
                             env=environment, errors="replace")
        left = {str(p.relative_to(there)) for p in there.rglob("*")} - before
    message = ran.stderr.replace(folder, ".")
    print_time = re.compile(r" +\d+(\.\d+)? (ms|s|min)\b")
    # Progress is no message; a property's result is one where the replay is what is wrong.
    lines = [line for line in message.splitlines() if not line.startswith("[")]
    if "replay" in name:
        lines += [print_time.sub("", line) for line in ran.stdout.splitlines() if "not replayed" in line]
    return "\n".join(lines), ran.returncode, left


def shown(case):
    message, status, _ = run(case)
    return f"== {case[0]}\n$ weir {case[1]}\n{message}\nexit status {status}\n"


def golden():
    cases = {}
    for part in GOLDEN.read_text().split("== ")[1:]:
        cases[part.split("\n", 1)[0]] = "== " + part
    return cases


class Wrong(unittest.TestCase):
    maxDiff = None

    def test_every_message_is_as_it_was(self):
        known = golden()
        self.assertGreaterEqual(len(CASES), 30)
        self.assertEqual(sorted(known), sorted(case[0] for case in CASES))
        for case in CASES:
            with self.subTest(case[0]):
                self.assertEqual(shown(case).strip(), known[case[0]].strip())

    def test_nothing_is_left_behind_and_the_status_is_never_that_of_success(self):
        for case in CASES:
            with self.subTest(case[0]):
                _, status, left = run(case)
                self.assertIn(status, (1, 2, 3))
                self.assertEqual({file for file in left if not file.endswith(".db")}, set())

    def test_a_closed_pipe_ends_it_quietly(self):
        with tempfile.TemporaryDirectory() as folder:
            for file, text in FILES.items():
                (pathlib.Path(folder) / file).write_text(text)
            read, write = os.pipe()
            os.close(read)
            ran = subprocess.run([WEIR, "check", "list.weir"], stdout=write, stderr=subprocess.PIPE, cwd=folder)
            os.close(write)
        self.assertNotIn(b"internal error", ran.stderr)
        self.assertNotEqual(ran.returncode, 70)


if __name__ == "__main__":
    if "--update" in sys.argv:
        GOLDEN.write_text("\n".join(shown(case) for case in CASES))
    else:
        unittest.main()
