#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proofs that another engine checks: `--recheck-proofs`, and the files of `--dump-proof`, which any solver can run."""
import ctypes
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

WEIR = str(pathlib.Path(os.environ["WEIR"]).resolve())

LISTS = """struct Cell { int key; Cell* next; };
Cell* reverse(Cell* x) { Cell* r = nullptr; while (x) { Cell* t = x->next; x->next = r; r = x; x = t; } return r; }
struct List { Cell* head; };
void push(List* l, Cell* c) { c->next = l->head; l->head = c; }
"""
SPECIFICATION = """source "lists.cpp"
fun cells[x: Cell]: set Cell = x.*next
method reverse {
  requires no c: cells[x] | c in c.^next
  ensures same: cells[return]' = cells[x]
  checks null-deref
}
method push {
  requires some l and some c and c not in cells[l.head]
  ensures added: cells[l.head]' = cells[l.head] + c
  checks use-after-free
}
"""


def z3_answer(text):
    """By the program where there is one, else by its library: not through weir."""
    if shutil.which("z3"):
        return subprocess.run(["z3", "-in"], input=text, capture_output=True, text=True).stdout.strip()
    library = ctypes.CDLL("libz3.so.4")
    library.Z3_mk_config.restype = ctypes.c_void_p
    library.Z3_mk_context.restype = ctypes.c_void_p
    library.Z3_mk_context.argtypes = [ctypes.c_void_p]
    library.Z3_del_context.argtypes = [ctypes.c_void_p]
    library.Z3_eval_smtlib2_string.restype = ctypes.c_char_p
    library.Z3_eval_smtlib2_string.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    context = library.Z3_mk_context(library.Z3_mk_config())
    answer = library.Z3_eval_smtlib2_string(context, text.encode()).decode().strip()
    library.Z3_del_context(context)
    return answer


class Proofs(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "lists.cpp").write_text(LISTS)
        (self.folder / "lists.weir").write_text(SPECIFICATION)

    def weir(self, *arguments):
        ran = subprocess.run([WEIR, "check", "lists.weir", "--no-replay", "-j", "1", "--json", "out.json", *arguments],
                             capture_output=True, text=True, cwd=self.folder)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""), ran.stdout)
        results = json.loads((self.folder / "out.json").read_text())["results"]
        return ran.stdout, {f"{each['method']}.{each['property']}": each for each in results}

    def dumped(self):
        self.weir("--dump-proof", "dump")
        return {str(path.relative_to(self.folder / "dump")): path.read_text()
                for path in sorted((self.folder / "dump").glob("*/*.smt2"))}

    def test_another_engine_confirms_them(self):
        text, results = self.weir("--recheck-proofs")
        for name in ("reverse.same", "reverse.null-deref", "push.added"):
            self.assertEqual((results[name]["verdict"], results[name]["proof"]["rechecked"]), ("proved", True), name)
            self.assertRegex(text, rf"proved +{re.escape(name)} .* Z3 confirms \d+ questions?")

    def test_what_has_no_questions_is_not_confirmed(self):
        text, results = self.weir("--recheck-proofs")
        self.assertEqual(results["push.use-after-free"]["verdict"], "proved")
        self.assertEqual(results["push.use-after-free"]["proof"]["rechecked"], "unknown")
        self.assertIn("has no questions for another engine", text)

    def test_nothing_is_said_where_it_was_not_asked_for(self):
        text, results = self.weir()
        self.assertNotIn("rechecked", results["reverse.same"]["proof"])
        self.assertNotIn("Z3", text)

    def test_files_are_what_any_solver_finds_impossible(self):
        files = self.dumped()
        self.assertIn("reverse.same/path-3-property.smt2", files)
        for name, text in files.items():
            self.assertIn("(set-info :status unsat)", text)
            self.assertEqual(z3_answer(text), "unsat", name)

    def test_files_say_what_is_asked(self):
        text = self.dumped()["reverse.same/path-3-property.smt2"]
        self.assertTrue(text.startswith("; reverse.same: cells[return]' = cells[x]\n"
                                        "; On a path from the loop at lists.cpp:2 to the end.\n"), text)
        self.assertRegex(text, r"(?m)^; invariant: all u: Cell \| ")

    def test_a_wrong_invariant_is_found(self):
        text = self.dumped()["reverse.same/path-2-invariants.smt2"].replace("(set-info :status unsat)\n", "")
        goal = re.search(r"(?m)^; What must not be possible:\n\(assert (.*)\)$", text)
        mutants = {
            "every cell is reached from r": "(not (forall ((?u Cell)) (=> (not (= ?u Cell.null)) (next.reach/1 |x'| ?u))))",
            "r stays empty": "(not (= |x'| Cell.null))",
        }
        for about, wrong in mutants.items():
            self.assertEqual(z3_answer(text.replace(goal.group(1), wrong)), "sat", about)

    def test_without_its_invariants_a_proof_is_none(self):
        text = self.dumped()["reverse.same/path-3-property.smt2"].replace("(set-info :status unsat)\n", "")
        alone = re.sub(r"(?m)^; invariant: .*\n\(assert .*\)\n", "", text)
        self.assertNotEqual(alone, text)
        self.assertEqual(z3_answer(alone), "sat")


if __name__ == "__main__":
    unittest.main()
