# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiled side: builds a batch of functions with the checks of the sanitizers and runs each on its inputs."""
import pathlib
import shutil
import struct
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
CHECKS = ["-O0", "-w", "-std=gnu11", "-fno-strict-aliasing", "-fsanitize=thread,undefined", "-fsanitize-recover=all",
          "-fno-sanitize=alignment,object-size,function", "-mllvm", "-tsan-instrument-read-before-write=1", "-fsanitize-coverage=trace-pc", f"-I{HERE}"]
OUTCOMES = ["returned", "null-deref", "bounds", "use-after-free", "double-free", "div-zero", "overflow", "assert", "steps", "not judged"]
TYPES = {"node*": "struct node*", "int*": "int*", "int**": "int**", "box*": "struct box*", "char*": "unsigned char*"}
# What hands over the inputs is no code under test.
UNCHECKED = '__attribute__((no_sanitize("thread", "undefined", "coverage")))'
READERS = {"node*": "nodeAt", "int*": "intAt", "int**": "pointerAt", "box*": "boxAt", "char*": "charAt"}


class DoesNotCompile(Exception):
    pass


def compiler():
    return next(path for path in map(shutil.which, ["clang-19", "clang"]) if path)


def run(command, **options):
    made = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if made.returncode != 0:
        raise DoesNotCompile(f"{command[0]}: {made.stderr[:3000]}")
    return made.stdout


def driver(function):
    arguments, index = [], 0
    for _, of_type in function.parameters:
        if of_type == "struct node":
            arguments.append(f"(struct node){{nodeAt(in[{index}]), (int)in[{index + 1}]}}")
            index += 1
        elif of_type in READERS:
            arguments.append(f"{READERS[of_type]}(in[{index}])")
        else:
            arguments.append(f"({of_type})in[{index}]")
        index += 1
    return f"{UNCHECKED} static void drive_{function.name}(const long long* in) {{ {function.name}({', '.join(arguments)}); }}\n"


def table(functions):
    rows = ", ".join(f'{{"{f.name}", drive_{f.name}, {f.runs}}}' for f in functions)
    return f"const struct Subject subjects[] = {{{rows}}};\nconst int subject_count = {len(functions)};\n"


class Runner:
    """Builds the part that all batches share once."""

    def __init__(self, folder, flags):
        self.folder = folder
        self.runtime = folder / "runtime.o"
        run([compiler(), "-O1", "-w", "-std=gnu11", *flags, "-c", str(HERE / "runtime.c"), "-o", str(self.runtime)])

    def observe(self, text, functions, inputs):
        """name -> for each input a set of (outcome, line)."""
        source, made, binary, data = (self.folder / name for name in ("native.c", "native.o", "native", "inputs"))
        source.write_text(text + "".join(map(driver, functions)) + table(functions))
        run([compiler(), *CHECKS, "-c", str(source), "-o", str(made)])
        run([compiler(), str(made), str(self.runtime), "-o", str(binary)])
        with open(data, "wb") as out:
            for function in functions:
                items = inputs[function.name]
                out.write(struct.pack("<q", len(items)) + b"".join(item.packed() for item in items))
        seen = {}
        for line in run([str(binary), str(data)]).splitlines():
            name, *runs = line.split()
            seen[name] = [{(OUTCOMES[int(each) % 100], int(each) // 100) for each in ends.split(",")} for ends in runs]
        return seen
