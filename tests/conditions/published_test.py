#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples of the papers that `weir conditions` follows: the classes and conditions that they print."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

WEIR = str(pathlib.Path(os.environ["WEIR"]).resolve())
HERE = pathlib.Path(__file__).resolve().parent


def conditions(source):
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "out.json"
        subprocess.run([WEIR, "conditions", source, "--json", output], check=True, stdout=subprocess.DEVNULL)
        return {each["function"].split("(")[0]: each for each in json.loads(output.read_text())["functions"]}


class Base(unittest.TestCase):
    def expect(self, function, must="false", may="false", never="false", loops="false"):
        found = {name: self.functions[function][name] for name in ("must", "may", "never", "loops")}
        self.assertEqual(found, {"must": must, "may": may, "never": never, "loops": loops})

    def places(self, function):
        return [(each["kind"], each["must"], each["may"]) for each in self.functions[function]["errors"]]


class DualAnalysis(Base):
    """Popeea and Chin."""

    @classmethod
    def setUpClass(cls):
        cls.functions = conditions(HERE / "dual_analysis.c")

    def test_foo(self):
        """Its third place never fails: it is not listed."""
        self.expect("foo", must="x <= y and x >= 11", may="y < x", never="x <= y and x <= 10")
        self.assertEqual(self.places("foo"), [("assert", "x <= y and x >= 11", "false"), ("assert", "false", "y < x")])

    def test_g(self):
        self.expect("g", must="i > 0 and extent[a] <= i", never="i <= 0 or i < extent[a]")

    def test_foo5(self):
        """Overflow, where the paper's integers go on for ever; and far below 0 the sum of the results overflows."""
        self.expect("foo5", must="i >= 11 or i <= -1073741814", never="i <= 10 and i >= -1073741813")
        self.assertEqual({kind for kind, _, _ in self.places("foo5")}, {"overflow"})

    def test_ex_fig9(self):
        self.expect("ex_fig9", loops="true")

    def test_message_write(self):
        self.expect("message_write", never="len <= 0", loops="len > 0")

    def test_the_copy_of_samba(self):
        self.expect("getbyname", must="true")

    def test_comparisons_of_floating_point_do_not_overflow(self):
        self.expect("isPositive", never="true")

    def test_an_error_behind_a_thousand_rounds(self):
        self.expect("countsFirst", must="a <= 0", never="a > 0")


class Guards(Base):
    """Dillig, chapter 3: `must` is the sufficient condition, `must` or `may` the necessary one."""

    @classmethod
    def setUpClass(cls):
        cls.functions = conditions(HERE / "guards.c")

    def test_f(self):
        self.assertEqual(self.places("f"), [("assert", "false", "some p and flag != 0")])

    def test_bar(self):
        self.assertEqual(self.places("bar"), [("assert", "x >= 101", "false"), ("assert", "false", "x <= 100 and some p and flag != 0")])

    def test_query_user(self):
        self.expect("asks", may="feature_enabled", never="not feature_enabled")

    def test_one_input_asked_about_twice(self):
        self.expect("matched", never="true")


class StrongUpdates(Base):
    """Dillig, chapter 4: one summary, three kinds of aliases, all exact."""

    @classmethod
    def setUpClass(cls):
        cls.functions = conditions(HERE / "strong_updates.cpp")

    def test_callers(self):
        for name in ("g1", "g2", "g3"):
            with self.subTest(name):
                self.expect(name, never="true")
                self.expect(f"{name}_wrong", must="true")

    def test_the_function_itself(self):
        self.expect("f", must="no a or no b or no q or (a != b and no p)", never="some a and some b and some q and (a = b or some p)")


class Arrays(Base):
    """Figure 4 of Popeea and Chin, those that take least; benchmarks/conditions/arrays_table has all."""

    def test_verified(self):
        for name in ("bubble_sort", "init_array", "queens", "quick_sort", "sentinel", "sor"):
            with self.subTest(name):
                self.functions = conditions(HERE.parent.parent / "benchmarks/conditions/arrays" / f"{name}.c")
                self.expect("run", never="true")


class Freed(Base):
    """Not of a paper: random programs found that a number in a freed object was taken for alive."""

    @classmethod
    def setUpClass(cls):
        cls.functions = conditions(HERE / "freed.c")

    def test_a_pointer_may_lead_into_what_is_freed(self):
        for function in ("number", "in_callee"):
            self.expect(function, must="some p and n = p", may="some n and some p and n != p", never="no n or no p")
        self.assertEqual(self.functions["member"]["may"], "some n and some p and n != p")

    def test_an_object_of_the_same_type_lies_in_none(self):
        self.expect("apart", must="some p and n = p", never="no p or n != p")


class Circles(Base):
    """Not of a paper: functions that call themselves and each other."""

    @classmethod
    def setUpClass(cls):
        cls.functions = conditions(HERE / "circles.c")

    def test_each_is_understood(self):
        self.assertEqual([name for name, each in self.functions.items() if "calls" in each["reason"]], [])

    def test_two(self):
        for name in ("even", "odd"):
            self.expect(name, must="n < 0", never="n >= 0")

    def test_what_does_not_end(self):
        for name in ("ping", "pong"):
            self.expect(name, never="n >= 6", loops="n <= 5")
        self.expect("stores", never="x = 4", loops="x != 4")

    def test_three(self):
        self.expect("first", must="n >= 100", never="n <= 99")
        self.expect("third", must="n = -2147483648 or n >= 101", never="n != -2147483648 and n <= 100")

    def test_an_inner_call_may_end_the_program(self):
        self.expect("ends", never="true")

    def test_trees(self):
        self.expect("walk", never="true")
        self.expect("walkAll", must="no n", never="some n")

    def test_the_first_call_says_what_it_says(self):
        self.expect("next", must="no n or (n.v = 0 and no n.next)", may="some n and n.v = 0 and some n.next", never="some n and n.v != 0")

    def test_what_an_inner_call_writes_is_not_known(self):
        self.assertIn("assert", {kind for kind, _, _ in self.places("writes")})
        self.assertEqual(self.functions["writes"]["never"], "false")

    def test_many(self):
        self.expect("p1", must="n = 3", may="n != 3 and n > 0", never="n <= 0")
        self.expect("p5", may="n > 0", never="n <= 0")
        self.assertEqual(self.places("p5"), [("assert", "false", "n > 0"), ("overflow", "false", "n > 0")])


class Plain(Base):
    """Small functions: nothing is left in `may` but what the content of a text decides."""

    @classmethod
    def setUpClass(cls):
        cls.functions = conditions(HERE / "plain.c")

    def test_products_and_shifts(self):
        for name in ("clamped", "wide", "narrow"):
            self.expect(name, never="true")
        self.expect("square", must="x <= -46341 or x >= 46341", never="x >= -46340 and x <= 46340")
        self.expect("bit", must="n < 0 or n >= 31", never="n >= 0 and n <= 30")

    def test_a_remainder_as_an_index(self):
        self.assertEqual(self.functions["lastDigit"]["may"], "false")

    def test_a_function_that_is_passed(self):
        self.expect("applied", must="x = 0", never="x != 0")

    def test_what_the_last_round_leaves(self):
        self.expect("last", must="no l or l.v >= 5", never="some l and l.v <= 4")
        self.expect("found", never="true")
        self.expect("empty", must="no s", may="some s and deref[s] != 0", never="some s and deref[s] = 0")


if __name__ == "__main__":
    unittest.main()
