#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A stand-in for weir in tests of `weir run`: its properties and what becomes of them stand in the "specification".

    Method.label VERDICT [sleep=S] [act=crash|hang|grow|silent|fail|unconfirmed]

Each check that is run, as against listed, adds a line to $FAKE_WEIR_LOG.
"""
import json
import os
import pathlib
import signal
import sys
import time


def properties(spec):
    for line in pathlib.Path(spec).read_text().splitlines():
        words = line.split()
        if words and not words[0].startswith("#"):
            yield words[0], words[1], dict(word.split("=") for word in words[2:]), line


def result(name, verdict, extra, ms):
    method, label = name.rsplit(".", 1)
    state = {"roots": {}, "objects": []}
    out = {"method": method, "property": label, "verdict": verdict,
           "scope": {"objects": {}, "unroll": 3, "loops_cut": False}, "mode": "refine",
           "stats": {"time_ms": ms, "refinements": 0, "solver_calls": 1, "variables": 1, "clauses": 1, "callees": 0,
                     "callees_refined": 0}, "inferred": []}
    if verdict in ("unknown", "vacuous"):
        out["reason"] = "the stand-in says so"
    if verdict == "violated":
        out["counterexample"] = {"pre": state, "steps": [], "post": state, "violated": "false", "witness": {},
                                 "replay": {"confirmed": extra.get("act") != "unconfirmed"}}
    return out


def main(arguments):
    if arguments == ["--version"]:
        print("weir fake")
        return 0
    spec = arguments[1]
    found = list(properties(spec))
    if "--list" in arguments:
        if not found:
            print("error: there is nothing here", file=sys.stderr)
            return 2
        listed = [{"method": name.rsplit(".", 1)[0], "property": name.rsplit(".", 1)[1], "fingerprint": line}
                  for name, _, _, line in found]
        print(json.dumps({"weir": "fake", "files": [spec], "properties": listed}))
        return 0
    if "--only" not in arguments:
        return 2
    wanted = arguments[arguments.index("--only") + 1]
    name, verdict, extra, _ = next(p for p in found if p[0] == wanted)
    with open(os.environ["FAKE_WEIR_LOG"], "a") as log:
        log.write(name + "\n")
    time.sleep(float(extra.get("sleep", 0)))
    act = extra.get("act")
    if act == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if act == "hang":
        time.sleep(1000)
    if act == "grow":
        kept = [bytearray(b"x") * (400 << 20)]
        time.sleep(1000)
        return len(kept)
    if act == "fail":
        print("weir: internal error: an array should have a non-zero extent", file=sys.stderr)
        return 70
    if act != "silent" and "--json" in arguments:
        ms = float(extra.get("sleep", 0)) * 1000 + 1
        pathlib.Path(arguments[arguments.index("--json") + 1]).write_text(
            json.dumps({"weir": "fake", "schema": 1, "results": [result(name, verdict, extra, ms)]}))
    return {"violated": 1, "unknown": 3, "vacuous": 3}.get(verdict, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
