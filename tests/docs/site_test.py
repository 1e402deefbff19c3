#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The web site of the documentation: every page is on it and every page that the text names is there; where mkdocs is
installed, it is built, and the page of a counterexample with it."""
import pathlib
import shutil
import subprocess
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent


class Site(unittest.TestCase):
    def run_site(self, *arguments):
        ran = subprocess.run([TOP / "tools" / "site", *arguments], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def test_every_page_is_on_it_and_no_name_leads_nowhere(self):
        self.run_site("--check")

    def test_it_is_built_with_links_search_and_a_counterexample(self):
        if not shutil.which("mkdocs"):
            self.skipTest("mkdocs is not installed")
        self.run_site()
        site = TOP / "build" / "site"
        self.assertIn('href="howto/audit/"', (site / "START" / "index.html").read_text().replace("../", ""))
        self.assertTrue((site / "search" / "search_index.json").exists())
        page = (site / "howto" / "reading-a-verdict" / "index.html").read_text()
        self.assertIn('src="../../example/index.html"', page)
        self.assertTrue((site / "example" / "index.html").exists())


if __name__ == "__main__":
    unittest.main()
