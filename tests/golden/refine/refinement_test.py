#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the refinement loop has to find out about callees, and no more. `--update` writes the golden file anew."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path("tests/golden/refine")
SPEC = FOLDER / "topological_sort.weir"
GOLDEN = FOLDER / "topological_sort.indegree.txt"


def results(mode):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "r.json"
        subprocess.run([os.environ["WEIR"], "check", SPEC, "--mode", mode, "--solver", "cadical", "--self-check", "--json",
                        out], capture_output=True, text=True, check=True)
        return {r["property"]: r for r in json.loads(out.read_text())["results"]}


def refined(result):
    return [site for site in result["inferred"] if site["refinements"]]


def text(result):
    return "".join(f"{site['call_site']} {site['callee']}\n{site['specification']}\n" for site in refined(result))


class TopologicalSort(unittest.TestCase):
    def test_a_permutation_needs_no_callee(self):
        permutation = results("refine")["permutation"]
        self.assertEqual((permutation["verdict"], permutation["stats"]["refinements"]), ("holds", 0))

    def test_the_indegree_needs_one_path_through_one_callee(self):
        indegree = results("refine")["indegree"]
        self.assertEqual(indegree["verdict"], "holds")
        self.assertEqual({site["callee"] for site in refined(indegree)}, {"Graph::fixIns"})
        self.assertFalse(any(site.get("inlined") for site in refined(indegree)))
        self.assertEqual(text(indegree), GOLDEN.read_text())

    def test_every_mode_says_the_same(self):
        verdicts = [{name: r["verdict"] for name, r in results(mode).items()} for mode in ("refine", "inline", "frames")]
        self.assertEqual(verdicts[0], verdicts[1])
        self.assertEqual(verdicts[0], verdicts[2])


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        GOLDEN.write_text(text(results("refine")["indegree"]))
    else:
        unittest.main()
