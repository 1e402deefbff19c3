#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The HTML report in a real browser: it opens, steps and says nothing on the console.

Needs Debian's chromium, node and the npm package playwright-core, which is fetched once into the build folder.
Where one of them cannot be had the test is skipped and says why.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PLAYWRIGHT = "playwright-core@1.64.0"


def playwright_folder():
    """A node_modules folder with playwright-core, or None and the reason."""
    folder = pathlib.Path(os.environ["WEIR"]).parent / "browser"
    if not (folder / "node_modules" / "playwright-core").is_dir():
        folder.mkdir(exist_ok=True)
        try:
            subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), PLAYWRIGHT],
                           check=True, capture_output=True)
        except (OSError, subprocess.SubprocessError) as error:
            return None, f"{PLAYWRIGHT} cannot be fetched: {error}"
    return folder / "node_modules", None


class ReportPage(unittest.TestCase):
    def test_it_opens_and_steps_and_is_silent(self):
        if not shutil.which("node") or not (os.environ.get("CHROMIUM") or pathlib.Path("/usr/bin/chromium").exists()):
            self.skipTest("node or chromium is not installed")
        modules, reason = playwright_folder()
        if modules is None:
            self.skipTest(reason)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([os.environ["WEIR"], "report", "tests/golden/report/queue.json", "--html", folder], check=False)
            shots = os.environ.get("WEIR_SCREENSHOTS", folder)
            ran = subprocess.run(["node", str(HERE / "page_test.cjs"), f"{folder}/index.html", shots],
                                 env={**os.environ, "NODE_PATH": str(modules)}, capture_output=True, text=True)
            self.assertEqual(ran.returncode, 0, ran.stderr)


if __name__ == "__main__":
    unittest.main()
