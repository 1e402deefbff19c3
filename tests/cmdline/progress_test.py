#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a user sees while a check runs: a line that changes on a terminal, nothing but results on standard output."""
import os
import pty
import re
import subprocess
import unittest

WEIR = os.environ["WEIR"]
# Far more than the time allows, so that somebody waits.
LONG = ["check", "tests/verify/toposort/toposort.weir", "--only", "Graph::sort.indegree", "--scope", "7", "--unroll", "7",
        "--timeout", "12", "--no-replay"]


def on_a_terminal(arguments):
    """Standard output, and what a terminal behind standard error was sent."""
    master, slave = pty.openpty()
    process = subprocess.Popen([WEIR, *arguments], stdout=subprocess.PIPE, stderr=slave, text=True)
    os.close(slave)
    seen = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
    os.close(master)
    return process.communicate()[0], seen.decode()


class Progress(unittest.TestCase):
    def test_a_terminal_shows_what_is_being_done(self):
        out, seen = on_a_terminal(LONG)
        lines = [line for line in re.split(r"\r\x1b\[K", seen) if line]
        self.assertTrue(any(re.fullmatch(r"\[1/1\] Graph::sort\.indegree  (encoding|solving|refining).*", line)
                            for line in lines), lines)
        self.assertTrue(any(re.search(r", \d+ clauses", line) for line in lines), lines)
        self.assertTrue(any(re.search(r"  [1-9] s$", line) for line in lines), lines)
        self.assertTrue(all("\n" not in line and len(line) < 80 for line in lines), lines)
        self.assertTrue(seen.endswith("\r\x1b[K"), "the line is taken back")
        self.assertIn("unknown   Graph::sort.indegree", out)
        self.assertNotIn("\x1b", out)

    def test_elsewhere_nothing_is_said_of_a_short_run(self):
        ran = subprocess.run([WEIR, "check", "docs/examples/list.weir", "--no-replay", "--only", "List::push"], capture_output=True,
                             text=True)
        self.assertEqual((ran.returncode, ran.stderr.replace("[1/1] ", "")[:4] in ("", "List")), (0, True))
        self.assertNotIn("\x1b", ran.stderr)

    def test_verbose_prints_every_stage_with_its_time(self):
        arguments = ["check", "tests/verify/toposort/toposort.weir", "--only", "Graph::sort.indegree"]
        ran = subprocess.run([WEIR, *arguments, "--verbose"], capture_output=True, text=True)
        quiet = subprocess.run([WEIR, *arguments], capture_output=True, text=True)
        without_times = lambda text: re.sub(r" +[\d.]+ (ms|s)", " T", text)
        self.assertEqual(without_times(ran.stdout), without_times(quiet.stdout))
        lines = [line for line in ran.stderr.splitlines() if not line.startswith("[")]
        for line in lines:
            self.assertRegex(line, r"^(Graph::sort(\.indegree)?: )?[a-z].* \([\d.]+ (ms|s|min)\)$")
        stages = [re.sub(r"^Graph::sort\.indegree: ", "", line).split()[0].strip(",") for line in lines]
        self.assertEqual(stages[:4], ["reading", "reading", "lowering", "encoding"])
        self.assertTrue({"summarizing", "translating", "solving", "executing", "validating", "refining", "asking"} <= set(stages), stages)
        # Each property's stages come in the order in which they happen.
        self.assertLess(stages.index("encoding"), stages.index("translating"))
        self.assertLess(stages.index("translating"), stages.index("solving"))
        self.assertLess(stages.index("solving"), stages.index("validating"))

    def test_verbose_tells_the_properties_of_all_jobs_and_the_replays(self):
        ran = subprocess.run([WEIR, "check", "tests/verify/lists/many_fields.weir", "--verbose", "-j", "2"], capture_output=True, text=True)
        for of in ("drop.removed", "dropWrong.removed"):
            self.assertRegex(ran.stderr, rf"(?m)^{re.escape(of)}: solving.* \(")
        self.assertRegex(ran.stderr, r"(?m)^dropWrong\.removed: shrinking the counterexample.* \(")
        self.assertRegex(ran.stderr, r"(?m)^dropWrong: replaying 1 counterexample \(")



if __name__ == "__main__":
    unittest.main()
