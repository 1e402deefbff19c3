# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiled side: builds the drivers of a batch under sanitizers, runs them and says what was seen."""
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["-O0", "-g0", "-w", "-fwrapv", "-fno-strict-aliasing", "-fno-omit-frame-pointer", "-fsanitize=address,undefined",
         "-fno-sanitize=signed-integer-overflow,shift,vptr", "-fno-sanitize-recover=all", f"-I{HERE}"]
STANDARD = {"c": "-std=gnu11", "cpp": "-std=c++20"}
# What memory holds that nobody wrote, on the heap and on the stack.
GARBAGE = [(0xBE, "pattern"), (0x00, "zero"), (0x01, "pattern")]

ERRORS = [
    (r"heap-use-after-free|stack-use-after", "use-after-free"),
    (r"attempting double-free", "double-free"),
    (r"not malloc\(\)-ed|bad-free|alloc-dealloc-mismatch", "double-free"),
    (r"buffer-(over|under)flow|out of bounds|container-overflow|pointer index expression", "bounds"),
    (r"null pointer|unknown address 0x0000000000|zero page|SEGV", "null-deref"),
    (r"division by zero", "div-zero"),
    (r"terminate called", "terminate"),
]


def compiler(language):
    names = ["clang-19", "clang", "gcc"] if language == "c" else ["clang++-19", "clang++", "g++"]
    return next(path for path in map(shutil.which, names) if path)


@dataclasses.dataclass
class Observation:
    values: set = dataclasses.field(default_factory=set)  # what closed programs returned
    errors: list = dataclasses.field(default_factory=list)  # texts
    returned: int = 0
    unset: int = 0  # runs that read what nobody wrote
    thrown: int = 0
    leaked: int = 0
    breaks: list = dataclasses.field(default_factory=list)  # runs that broke each claim

    def kinds_of_error(self):
        found = set()
        for text in self.errors:
            found.add(next((kind for pattern, kind in ERRORS if re.search(pattern, text)), "other"))
        return found

    def add(self, line):
        self.values |= set(line["values"])
        self.errors += line["errors"]
        self.returned += line["returned"]
        self.unset += line["unset"]
        self.thrown += line["thrown"]
        self.leaked = max(self.leaked, line["leaked"])
        self.breaks = [a + b for a, b in zip(self.breaks or [0] * len(line["breaks"]), line["breaks"])]


def driver_of(program):
    """The function that makes one run."""
    if program.closed:
        call = f"{program.method}()"
        enter, leave = ("try {", "} catch (...) { ++oracle_record->thrown; }") if program.language == "cpp" else ("", "")
        body = f"""  {enter}
  size_t before = __sanitizer_get_current_allocated_bytes();
  long value = {call};
  long leaked = (long)(__sanitizer_get_current_allocated_bytes() - before);
  if (leaked > oracle_record->leaked) oracle_record->leaked = leaked;
  oracle_observe(value);
  oracle_returned();
  {leave}"""
    else:
        claims = "\n".join(f"  oracle_claim({i}, {claim.native});" for i, claim in enumerate(program.claims))
        body = f"{program.driver.replace('$CLAIMS', claims)}\n  oracle_returned();"
    return program.text(f"static void drive@(void) {{\n{body}\n}}\n")


def driver_file(programs, unit_sources):
    lines = ['#include "harness.h"']
    if programs[0].language == "c":
        lines.append("#define malloc(size) oracle_malloc(size)")
    lines += [f'#include "{source}"' for source in unit_sources]
    for program in programs:
        lines += [program.text(program.stubs), driver_of(program)]
    table = ", ".join(f'{{"{p.number}", drive_{p.number}, {p.runs}, {p.scope}}}' for p in programs)
    lines.append(f"static const struct OracleDriver drivers[] = {{{table}}};")
    lines.append(f"int main(void) {{ return oracle_main(drivers, {len(programs)}); }}")
    return "\n".join(lines) + "\n"


class DoesNotCompile(Exception):
    pass


def observe(programs, unit_sources, folder, extra=()):
    """name -> Observation, of programs in one language."""
    language = programs[0].language
    driver = folder / f"driver.{language}"
    driver.write_text(driver_file(programs, unit_sources))
    seen = {program.number: Observation() for program in programs}
    fills = GARBAGE if any(not program.deterministic for program in programs) else GARBAGE[:1]
    for stack in sorted({stack for _, stack in fills}):
        binary = folder / f"driver-{stack}"
        built = subprocess.run([compiler(language), STANDARD[language], *FLAGS, *extra, f"-ftrivial-auto-var-init={stack}",
                                str(driver), "-o", str(binary)], capture_output=True, text=True, cwd=folder, check=False)
        if built.returncode != 0:
            raise DoesNotCompile(built.stderr)
        for heap, _ in (fill for fill in fills if fill[1] == stack):
            options = (f"detect_leaks=0:max_malloc_fill_size=4096:malloc_fill_byte={heap}:detect_stack_use_after_return=1:"
                       "allocator_may_return_null=1:abort_on_error=0:symbolize=0")
            run = subprocess.run([str(binary)], capture_output=True, text=True, check=False,
                                 env={**os.environ, "ASAN_OPTIONS": options, "UBSAN_OPTIONS": "symbolize=0"})
            for line in run.stdout.splitlines():
                line = json.loads(line)
                seen[line["name"]].add(line)
    return seen
