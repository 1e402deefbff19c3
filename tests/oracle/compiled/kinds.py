# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kinds of random programs. tests/oracle/CMakeLists.txt says which of them run as tests."""
import dataclasses
import typing

import callers
import closed
import containers
import invariants
import unwinding


@dataclasses.dataclass
class Kind:
    make: typing.Callable
    floor: float = 0.3  # the share of answers that must be `holds` or `violated`
    # Programs in one source for weir. Most of the time of a small check is the start of weir and of the compiler, so programs
    # share files where what else is in the file says nothing about them. A function or an object of another program may be
    # what a callback, a hook or a void* leads to: those have a file of their own.
    per_file: int = 1
    per_batch: int = 25  # programs in one native program


KINDS = {
    "callback": Kind(callers.maker("callback"), floor=0.9),
    "hook-field": Kind(callers.maker("hook_field"), floor=0.9),
    "extern-hook": Kind(callers.maker("extern_hook"), floor=0.9),
    "extern-function": Kind(callers.maker("extern_function")),
    "extern-variable": Kind(callers.maker("extern_variable"), floor=0.9),
    "void-payload": Kind(callers.maker("void_payload"), floor=0.9),
    "payload-alone": Kind(callers.maker("payload_alone"), floor=0.9),
    "aliases": Kind(callers.maker("aliases"), floor=0.9, per_file=5),
    "links": Kind(callers.maker("fields_by_pointer"), floor=0.9, per_file=5),
    "bytes": Kind(callers.maker("bytes"), floor=0.7, per_file=5),
    "freeing": Kind(callers.maker("freeing"), floor=0.85, per_file=5),
    "uninitialised": Kind(callers.maker("uninitialised"), floor=0.75, per_file=5),
    "recursion": Kind(callers.maker("recursion"), floor=0.85, per_file=5),
    # What depends on a value that is not computed is unknown without the replay.
    "constructs": Kind(callers.maker("constructs"), floor=0.2, per_file=5),
    # One member read as another is unknown.
    "unions": Kind(callers.maker("unions"), floor=0.4, per_file=5),
    "arrays": Kind(closed.maker(closed.Arrays), floor=0.7, per_file=5),
    "views": Kind(closed.maker(closed.Views), floor=0.2, per_file=5),
    "bases": Kind(closed.maker(closed.Bases), floor=0.4, per_file=5),
    "invariants": Kind(invariants.make, floor=0.9, per_file=5),
    "containers": Kind(containers.maker(False), per_file=25),
    # What a model does not count is rightly unknown.
    "element-copies": Kind(containers.maker(True), floor=0.1, per_file=25),
    "unwinding": Kind(unwinding.make, floor=0.9),
}
