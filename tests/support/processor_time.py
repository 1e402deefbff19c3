#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a test within a limit of processor time:  processor_time.py SECONDS COMMAND …

A clock on the wall says how busy the machine is, not whether the test hangs. So a process of the test that computes for
longer than SECONDS is killed, and a test whose processes together needed more than that fails. Alone on a machine a
test should need a third of it: caches and cores that are shared with others cost processor time too. Whoever waits
without computing is ended by ctest's own limit, which is generous for that reason."""
import resource
import subprocess
import sys


def main():
    limit, command = int(sys.argv[1]), sys.argv[2:]
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    status = subprocess.run(command).returncode
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = spent.ru_utime + spent.ru_stime
    print(f"{seconds:.1f} s of processor time", flush=True)
    if seconds > limit:
        print(f"that is more than {limit} s: make the test smaller, or two of it")
        return 1
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main())
