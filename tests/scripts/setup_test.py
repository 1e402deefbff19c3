#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tools/setup on a machine that lacks packages, with and without root: dpkg-query, apt-get and id are stand-ins."""
import os
import pathlib
import shutil
import stat
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]


class Setup(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.calls = self.folder / "calls"
        self.installed = self.folder / "installed"
        self.installed.mkdir()
        self.program("dpkg-query", f'[ -e "{self.installed}/${{@: -1}}" ] && printf installed; exit 0')
        self.program("apt-get", f'echo "$@" >> "{self.calls}"; exit ${{APT_STATUS:-0}}')

    def program(self, name, body):
        path = self.folder / name
        path.write_text(f"#!/usr/bin/env bash\n{body}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def setup(self, root, **environment):
        self.program("id", f"echo {0 if root else 1000}")
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", **environment}
        return subprocess.run([TOP / "tools/setup", "--no-build"], env=environment, capture_output=True, text=True)

    def requested(self):
        return self.calls.read_text().splitlines() if self.calls.exists() else []

    def install_all(self):
        for package in self.setup(root=False).stderr.split("--no-install-recommends")[1].split():
            (self.installed / package).touch()

    def test_without_root_it_prints_the_one_line_to_run(self):
        result = self.setup(root=False)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(self.requested(), [])
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 2)
        self.assertTrue(lines[1].strip().startswith("sudo apt-get update && sudo apt-get install -y"))
        self.assertIn("libclang-19-dev", lines[1])

    def test_with_root_it_installs_what_is_missing(self):
        result = self.setup(root=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        update, install = self.requested()
        self.assertTrue(update.startswith("update"))
        self.assertIn("libclang-19-dev", install)

    def test_only_what_is_missing(self):
        self.install_all()
        (self.installed / "mold").unlink()
        result = self.setup(root=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        install = self.requested()[-1].split()
        self.assertIn("mold", install)
        self.assertNotIn("libclang-19-dev", install)

    def test_with_everything_there_it_asks_for_nothing(self):
        self.install_all()
        result = self.setup(root=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("packages are installed", result.stdout)
        self.assertEqual(self.requested(), [])

    def test_a_failed_installation_is_not_passed_over(self):
        self.assertNotEqual(self.setup(root=True, APT_STATUS="100").returncode, 0)


if __name__ == "__main__":
    unittest.main()
