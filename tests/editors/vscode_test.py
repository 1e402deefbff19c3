#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The extension of VS Code: its types, its colours, and what it does with the real language server.

Needs node and its packages, which are fetched once into the build folder. Where they cannot be had the test is skipped and
says why.
"""
import os
import pathlib
import shutil
import subprocess
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "editors" / "vscode"


class Extension(unittest.TestCase):
    def test_it_builds_and_its_own_tests_pass(self):
        if not shutil.which("node") or not shutil.which("npm"):
            self.skipTest("node is not installed")
        weir = pathlib.Path(os.environ["WEIR"]).resolve()
        # A copy, so that what is fetched and built stays out of the source.
        work = weir.parent / "editors" / "vscode"
        shutil.copytree(SOURCE, work, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules", "out"))
        lock = (SOURCE / "package-lock.json").read_text()
        installed = work / "node_modules" / "lock-of-install.json"
        if not installed.exists() or installed.read_text() != lock:
            fetched = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=work, capture_output=True, text=True)
            if fetched.returncode != 0:
                self.skipTest(f"the packages of the extension cannot be fetched: {fetched.stderr[-300:]}")
            installed.write_text(lock)
        ran = subprocess.run(["npm", "test"], cwd=work, capture_output=True, text=True,
                             env={**os.environ, "WEIR": str(weir), "WEIR_ROOT": str(SOURCE.parents[1])})
        self.assertEqual(ran.returncode, 0, ran.stdout[-6000:] + ran.stderr[-2000:])
        self.assertRegex(ran.stdout, r"# pass (\d{2}|[1-9])\b")


if __name__ == "__main__":
    unittest.main()
