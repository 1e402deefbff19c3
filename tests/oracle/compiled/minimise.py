# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A smaller program with the same difference: lines and blocks of the source are left out while it stays."""
import dataclasses


def spans(lines):
    """What can be left out: blocks first, then lines."""
    found = []
    for start, line in enumerate(lines):
        if line.rstrip().endswith("{"):
            depth, end = 0, start
            while end < len(lines):
                depth += lines[end].count("{") - lines[end].count("}")
                if depth <= 0 and end > start:
                    break
                end += 1
            found.append((start, end + 1))
    found.sort(key=lambda span: span[0] - span[1])
    return found + [(i, i + 1) for i in range(len(lines))]


def smaller(program, fails, most=150):
    """`fails(program)` says whether the difference is still there."""
    lines = program.source.splitlines()
    changed, tries = True, 0
    while changed and tries < most:
        changed = False
        for start, end in spans(lines):
            if end > len(lines):
                continue
            candidates = [lines[:start] + lines[end:]]
            if end - start > 2:  # or only the braces around it
                candidates.append(lines[:start] + lines[start + 1:end - 1] + lines[end:])
            for rest in candidates:
                tries += 1
                candidate = dataclasses.replace(program, source="\n".join(rest) + "\n")
                if tries < most and fails(candidate):
                    lines, program, changed = rest, candidate, True
                    break
            if changed:
                break
    return program
