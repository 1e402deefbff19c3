#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`weir_add_check` of the CMake package, in a project of its own, with a stand-in for weir."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
FAKE = TOP / "tests" / "cmdline" / "fake_weir.py"

PROJECT = """
cmake_minimum_required(VERSION 3.19)
project(user NONE)
enable_testing()
find_package(weir REQUIRED CONFIG)
weir_add_check(NAME list SPEC list.weir FLAGS -std=c++17 -DX=1 ARGUMENTS --scope 3 TIMEOUT 20)
"""


class AddCheck(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.environment = {**os.environ, "FAKE_WEIR_LOG": str(self.folder / "log")}
        self.write("CMakeLists.txt", PROJECT)
        self.write("list.weir", "List::push.linked holds\nList::pop.linked violated\nList::size.same unknown\n")

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def configure(self):
        return subprocess.run(["cmake", "-S", self.folder, "-B", self.folder / "build", f"-DWEIR_EXECUTABLE={FAKE}",
                               f"-Dweir_DIR={TOP}/cmake/package"], capture_output=True, text=True)

    def ctest(self, *arguments):
        return subprocess.run(["ctest", "--test-dir", self.folder / "build", *arguments], capture_output=True, text=True,
                              env=self.environment)

    def test_each_property_is_a_test_and_only_what_holds_passes(self):
        self.assertEqual(self.configure().returncode, 0)
        ran = self.ctest()
        self.assertRegex(ran.stdout, r"list\.List::push\.linked \.* +Passed")
        self.assertRegex(ran.stdout, r"list\.List::pop\.linked \.*\*+Failed")
        self.assertRegex(ran.stdout, r"list\.List::size\.same \.*\*+Failed")
        self.assertIn("33% tests passed, 2 tests failed out of 3", ran.stdout)

    def test_a_new_property_is_a_new_test_without_configuring_again(self):
        self.configure()
        self.write("list.weir", "List::push.linked holds\nList::push.new holds\n")
        self.assertIn("100% tests passed, 0 tests failed out of 2", self.ctest().stdout)

    def test_a_specification_that_cannot_be_read_fails(self):
        self.configure()
        self.write("list.weir", "")
        ran = self.ctest("--output-on-failure")
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn("0% tests passed, 1 tests failed out of 1", ran.stdout)

    def test_mistakes_are_told_when_configuring(self):
        self.write("CMakeLists.txt", PROJECT + "weir_add_check(NAME a SPEC no.weir)\n")
        self.assertIn("there is no", self.configure().stderr)
        self.write("CMakeLists.txt", PROJECT + "weir_add_check(SPEC list.weir)\n")
        self.assertIn("NAME is missing", self.configure().stderr)
        self.write("CMakeLists.txt", PROJECT + "weir_add_check(NAME a SPEC list.weir FLAG x)\n")
        self.assertIn("what is 'FLAG;x'?", self.configure().stderr)


if __name__ == "__main__":
    unittest.main()
