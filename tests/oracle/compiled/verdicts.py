# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""weir's side: the specification of a program, the verdicts in three modes, and what contradicts the compiled program."""
import dataclasses
import json
import os
import re
import subprocess

import native

MODES = ["refine", "inline", "frames"]
MEMORY = ["null-deref", "use-after-free", "double-free", "bounds"]
TRUE = ("holds", "proved")


@dataclasses.dataclass
class Property:
    """What is asked of weir, and what it must not answer."""
    label: str
    formula: str = ""  # empty for a built-in property and an invariant
    never: tuple = ()  # answers that the compiled program contradicts
    why: str = ""


@dataclasses.dataclass
class Failure:
    program: object
    mode: str
    label: str
    answer: str
    truth: str

    def headline(self):
        return f"{self.program.kind} seed {self.program.seed}, {self.mode}: {self.label} {self.answer}; {self.truth}"


def properties(program, seen, choice):
    """At most a handful, those that the compiled program says most about."""
    asked = []
    if program.closed:
        asked += closed_properties(program, seen)
    elif program.invariant:
        if seen.breaks[0]:
            asked.append(Property(program.invariant, never=TRUE, why=f"{seen.breaks[0]} runs break it"))
        else:
            asked.append(Property(program.invariant))
    else:
        asked += open_properties(program, seen, choice)
    return asked + builtin_properties(program, seen)


def closed_properties(program, seen):
    values = sorted(seen.values)
    if not values:  # it always ends in an error or by an exception
        why = f"the compiled program never returns: {seen.errors[:1] or 'it throws'}"
        return [Property(f"is{i}", f"return = {i}", never=("violated",) if program.deterministic else (), why=why) for i in (0, 1)]
    asked = []
    for i, value in enumerate(values[:2]):
        why = f"the compiled program returns {' or '.join(map(str, values))}"
        certain = program.deterministic and len(values) == 1 and not seen.errors
        never = ("violated", "vacuous") if certain else ("vacuous",)
        if len(values) > 1:
            never += TRUE
        asked.append(Property(f"is{i}", f"return = {value}", never=never, why=why))
        asked.append(Property(f"not{i}", f"return != {value}", never=TRUE + ("vacuous",), why=why))
    return asked


def open_properties(program, seen, choice):
    """Claims that few runs break are those whose states are easily left out."""
    broken = sorted((count, i) for i, count in enumerate(seen.breaks[:len(program.claims)]) if count)
    kept = [i for i in range(len(program.claims)) if not seen.breaks[i]]
    asked = []
    for count, i in broken[:2] + choice.sample(broken[2:], min(1, len(broken[2:]))):
        asked.append(Property(f"c{i}", program.claims[i].formula, never=TRUE + ("vacuous",),
                              why=f"{count} of {seen.returned} runs of the compiled program break it"))
    for i in choice.sample(kept, min(1, len(kept))):
        asked.append(Property(f"c{i}", program.claims[i].formula, never=("vacuous",) if seen.returned else (),
                              why=f"none of {seen.returned} runs of the compiled program break it"))
    return asked


def builtin_properties(program, seen):
    happened = seen.kinds_of_error()
    clean = program.closed and program.deterministic and not seen.errors
    asked = []
    for name in program.checks:
        if name == "leak":
            if not program.closed or seen.errors or seen.thrown:
                continue
            if seen.leaked > 0:
                asked.append(Property(name, never=TRUE, why=f"{seen.leaked} bytes are lost"))
            else:
                asked.append(Property(name, never=("violated",) if program.deterministic else (), why="nothing is lost"))
            continue
        never = ("violated",) if clean else ()
        if name == "uninitialized":
            asked.append(Property(name, never=TRUE if seen.unset else (), why=f"{seen.unset} runs read what nobody wrote"))
            continue
        if name in happened and len(happened) == 1:
            never += TRUE
        asked.append(Property(name, never=never, why=f"the compiled program: {seen.errors[:1] or 'no error'}"))
    return asked


def specification(units, asked, source):
    """One .weir file over programs that share a source file."""
    lines = [f'source "{source}" with "{native.STANDARD[units[0].language]}"']
    lines += sorted({f"use <{name}>" for program in units for name in program.uses})
    for program in units:
        lines += [program.text(program.declarations)] if program.declarations else []
        lines.append(program.text(f"method {program.method} {{"))
        if program.requires:
            lines.append(program.text(f"  requires {program.requires}"))
        builtin = [p.label for p in asked[program.number] if not p.formula and p.label != program.invariant]
        for p in asked[program.number]:
            if p.formula:
                lines.append(program.text(f"  ensures {p.label}: {p.formula}"))
        if builtin:
            lines.append(f"  checks {', '.join(builtin)}")
        lines.append("}")
    return "\n".join(lines) + "\n"


@dataclasses.dataclass
class Answer:
    verdict: str
    reason: str = ""
    cut: bool = False  # an execution was left out
    cut_elsewhere: bool = False  # not only since it needs more objects
    unsettled: bool = False  # there was no time to see whether one was: it counts as left out
    confirmed: object = None  # by the replay; None where it was not asked
    replay: str = ""  # what it says


def left_out(result, unless=()):
    return any(value for key, value in result["scope"].items() if key.endswith("_cut") and key not in unless)


def excused(program, answer):
    """Whether `holds` and `vacuous` may be due to the scope. The drivers of open programs never have more objects than it allows."""
    return answer.verdict in ("holds", "vacuous") and (answer.cut if program.closed else answer.cut_elsewhere)


def ask(spec, mode, programs, extra=("--no-replay",)):
    """{(method, property): Answer} and what went wrong with weir itself."""
    out = spec.with_suffix(f".{mode}.json")
    scope, unroll = max(p.scope for p in programs), max(p.unroll for p in programs)
    command = [os.environ.get("WEIR", "build/weir"), "check", str(spec), "--mode", mode, "--scope", str(scope), "--unroll",
               str(unroll), "--timeout", "120", "--no-suggestions", *extra, "--json", str(out)]
    out.unlink(missing_ok=True)
    # The limits are on the clock: so much that only a run which does not end meets them, however busy the machine is.
    # Where weir itself fails it leaves a report among the temporary files.
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=7200,
                         env={**os.environ, "TMPDIR": str(spec.parent)})
    trouble = ""
    if run.returncode not in (0, 1, 3):
        message = re.sub(r"\nThis is a mistake of weir.*", "", run.stderr or run.stdout, flags=re.DOTALL)
        trouble = f"exit status {run.returncode}: {message[:2000]}"
    answers = {}
    if out.exists() and run.returncode != 2:
        for result in json.loads(out.read_text())["results"]:
            replay = result.get("counterexample", {}).get("replay")
            reason = result.get("reason", "")
            answers[result["method"], result["property"]] = Answer(
                result["verdict"], reason, left_out(result), left_out(result, ["objects_cut"]),
                bool(result["scope"].get("unsettled")), (replay or {}).get("confirmed"), str(replay))
            if reason.startswith("weir failed") or "internal" in reason:
                trouble = trouble or f"{result['method']}.{result['property']}: {reason}"
    return answers, trouble


def unconfirmed(program, p, spec):
    """A violation that no run of the driver showed has to be shown by the replay. Returns what is wrong with it, or nothing."""
    only = f"{program.text(program.method)}.{program.text(p.label)}"
    answers, trouble = ask(spec, "refine", [program], ("--only", only))
    answer = answers.get((program.text(program.method), program.text(p.label)))
    if trouble or answer is None:
        return trouble or "no answer"
    # The memory sanitizer looks at uses: a value that is read to be stored somewhere, and nowhere looked at, passes it.
    is_copied = p.label == "uninitialized" and re.search(r"STORE\([^;]*READ\(", program.source)
    if is_copied and "leaves no trace in the compiled program" in str(answer.replay):
        return ""
    if answer.verdict == "violated" and not answer.confirmed:
        return f"the replay does not confirm it: {answer.replay}"
    return ""


def word(verdict):
    return "holds" if verdict in TRUE else verdict


def contradictions(program, asked, answers):
    """Failures of one program; `answers` by mode."""
    failures = []
    for p in asked:
        given = {mode: answers[mode].get((program.text(program.method), program.text(p.label))) for mode in answers}
        for mode, answer in given.items():
            if answer is None and not answers[mode]:
                continue  # the run itself failed
            if answer is None:
                failures.append(Failure(program, mode, p.label, "is missing", "it was asked"))
            elif answer.verdict in p.never and not excused(program, answer):
                failures.append(Failure(program, mode, f"{p.label} ({p.formula or 'built in'})", answer.verdict, p.why))
            elif program.closed and program.fits and answer.cut and not answer.unsettled:
                failures.append(Failure(program, mode, p.label, answer.verdict + ", something was left out", "the program fits"))
        decided = {word(a.verdict) for a in given.values() if a and a.verdict != "unknown"}
        if len(decided) > 1 and not failures:
            text = ", ".join(f"{mode} {a.verdict}" for mode, a in given.items() if a)
            failures.append(Failure(program, "modes", p.label, "differs", text))
    # One error has several names: it is enough that one of them is told.
    died = program.closed and program.deterministic and seen_memory(program, asked)
    for mode in answers if died else []:
        told = [answers[mode].get((program.text(program.method), name)) for name in MEMORY]
        if all(a is not None and a.verdict in TRUE and not a.cut for a in told):
            failures.append(Failure(program, mode, "memory", "holds", asked[-1].why))
    return failures


def seen_memory(program, asked):
    labels = {p.label for p in asked}
    return labels.issuperset(MEMORY) and any("no error" not in p.why for p in asked if p.label in MEMORY)
