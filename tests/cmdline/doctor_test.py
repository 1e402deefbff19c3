#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir doctor`: what is there, and what to install where something is not."""
import os
import subprocess
import unittest


def doctor(**environment):
    ran = subprocess.run([os.environ["WEIR"], "doctor"], capture_output=True, text=True, env={**os.environ, **environment})
    return ran.returncode, ran.stdout


class Doctor(unittest.TestCase):
    def test_all_is_there(self):
        status, text = doctor()
        self.assertEqual(status, 0, text)
        self.assertEqual([line[:8] for line in text.splitlines()[:-2]], ["ok      "] * 5, text)

    def test_what_is_missing_is_named_with_its_package(self):
        status, text = doctor(PATH="/nonexistent")
        self.assertEqual(status, 3, text)
        missing = [line for line in text.splitlines() if line.startswith("missing")]
        self.assertTrue(any("install graphviz" in line for line in missing), text)

    def test_a_folder_for_the_probes_is_needed(self):
        status, text = doctor(TMPDIR="/nonexistent")
        self.assertEqual(status, 3, text)
        self.assertIn("set TMPDIR", text)


if __name__ == "__main__":
    unittest.main()
