#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks every tests/verify/<topic>/*.weir in every mode and compares verdicts with the comments beside the properties,
and the traces, which are those of the least counterexample in every mode, with tests/golden/trace. README.md there
tells the form. `--update` writes the traces
anew; other arguments name topics or files."""
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

WEIR = os.environ["WEIR"]
ROOT = pathlib.Path("tests/verify")
GOLDEN = pathlib.Path("tests/golden/trace")
MODES = ["refine", "inline", "frames"]  # the default first
MEMORY = ["null-deref", "use-after-free", "double-free", "bounds"]


def labels_on(line):
    """The labels of the properties that stand on a line."""
    labels = re.findall(r"\bensures\s+(\w+)\s*:", line)
    if re.search(r"\bmodifies\b", line):
        labels.append("modifies")
    checks = re.search(r"\bchecks\s+([\w\-, ]+)", line)
    for name in checks.group(1).split(",") if checks else []:
        labels += MEMORY if name.strip() == "memory" else [name.strip()]
    return labels


def expectations(text):
    """(method, label) -> verdict, and the argument lists of the runs."""
    wanted, runs, method = {}, [], None
    for line in text.splitlines():
        code = line.split("//")[0]
        opened = re.search(r"\bmethod\s+([^\s{]+)", code)
        method = opened.group(1) if opened else method
        run = re.search(r"//\s*run:\s*(.*)", line)
        if run:
            runs.append(run.group(1).split())
        expect = re.search(r"\bexpect:\s*(.*)", line)
        for item in expect.group(1).split(",") if expect else []:
            words = item.split()
            if len(words) == 1:
                wanted.update({(method, label): words[0] for label in labels_on(code)})
            else:
                where, dot, label = words[0].rpartition(".")
                wanted[(where if dot else method, label)] = words[1]
    return wanted, runs or [[]]


def without_times(text):
    """The text form of a run, with what differs from run to run taken out."""
    return re.sub(r"(?m) +\d+(\.\d+)? (ms|s|min)( \d+ s)?(?=  |$)", "", text)


def traces(text, replayed):
    """The traces alone, with what the replay said where there was one. What comes before tells of loops that were cut,
    and how long to ask for that is a budget; what comes after counts verdicts, and a proof is tried in one mode."""
    after = text.partition("\n\n")[2].rpartition("\n\n")[0] + "\n"
    return after if replayed else re.sub(r"\n  replay\n( +.*\n)+", "", after)


def first_difference(expected, text):
    lines = difflib.unified_diff(expected.splitlines(), text.splitlines(), "expected", "seen", n=1, lineterm="")
    return "\n    ".join(list(lines)[:20])


def run(spec, arguments):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "r.json"
        command = [WEIR, "check", str(spec), "--self-check", *arguments, "--json", str(out)]
        ran = subprocess.run(command, capture_output=True, text=True)
        if not out.exists():
            return None, ran
        return json.loads(out.read_text())["results"], ran


def differences(spec, mode, arguments, wanted):
    """What is not as expected of one run, and its output. The least counterexample and the proof are the same in every
    mode, so that there is one replay and one proof, unless the verdict itself needs the replay (`// replay: every
    mode`). What holds in the scope is tried to be proved for every size in the folder `proofs` alone."""
    replays = mode == MODES[0] or "// replay: every mode" in spec.read_text()
    replays = replays and "--no-replay" not in arguments
    others = ([] if replays else ["--no-replay"]) + ([] if mode == MODES[0] and spec.parent.name == "proofs" else ["--prove", "off"])
    results, ran = run(spec, arguments + ["--mode", mode, "--no-suggestions"] + others)
    if results is None:
        return [f"no results, exit {ran.returncode}: {ran.stderr.strip()[-400:]}"], ""
    wrong, seen = [], set()
    for result in results:
        key = (result["method"], result["property"])
        name = ".".join(key)
        seen.add(key)
        verdict = result["verdict"]
        replay = result.get("counterexample", {}).get("replay", {})
        if verdict == "violated" and wanted.get(key) == "modelled":
            verdict = "modelled" if not replays or "by its model alone" in replay.get("reason", "") else verdict
        if key not in wanted:
            wrong.append(f"{name} is {verdict}, and nothing is expected of it")
        elif verdict != wanted[key] and not (wanted[key] == "proved" and verdict == "holds" and mode != MODES[0]):
            wrong.append(f"{name} is {verdict}, not {wanted[key]} {result.get('reason', '')}")
        elif verdict == "violated" and replays and not replay.get("confirmed"):
            wrong.append(f"{name}: {replay.get('reason', 'not replayed')}")
    wrong += [f"{'.'.join(key)} is expected, but it is no property" for key in wanted if key not in seen]
    verdicts = {result["verdict"] for result in results}
    status = 1 if "violated" in verdicts else 3 if verdicts & {"unknown", "vacuous"} else 0
    if ran.returncode != status:
        wrong.append(f"exit {ran.returncode}, not {status}: {ran.stderr.strip()[-300:]}")
    return wrong, without_times(ran.stdout)


def check(spec, update):
    wanted, runs = expectations(spec.read_text())
    wrong = [] if wanted else ["nothing is expected"]
    golden = GOLDEN / f"{spec.parent.name}.{spec.stem}.txt"
    for number, arguments in enumerate(runs):
        for mode in MODES[:1] if update else MODES:
            run_wrong, text = differences(spec, mode, arguments, wanted)
            wrong += [line if mode == MODES[0] else f"mode {mode}: {line}" for line in run_wrong]
            if number > 0 or not {"violated", "modelled"} & set(wanted.values()):
                continue
            if update and not run_wrong:
                GOLDEN.mkdir(parents=True, exist_ok=True)
                golden.write_text(text)
            expected = golden.read_text() if golden.exists() else ""
            replayed = mode == MODES[0]
            seen, expected = traces(text, replayed), traces(expected, replayed)
            if seen != expected:
                difference = first_difference(expected, seen)
                wrong.append(f"mode {mode}: its traces do not read as in {golden}\n    {difference}")
    for line in wrong:
        print(f"{spec}: {line}")
    return not wrong


def main():
    update = "--update" in sys.argv
    chosen = [pathlib.Path(argument) for argument in sys.argv[1:] if not argument.startswith("--")]
    specs = sorted(ROOT.glob("*/*.weir"))
    if chosen:
        specs = [s for s in specs if any(c in (s, s.parent) or c in s.parents for c in chosen)]
    passed = [check(spec, update) for spec in specs]
    print(f"{sum(passed)} of {len(passed)} specifications as expected")
    return 0 if passed and all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
