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
    floor: float = 0.3  # the share of answers that must be decided
    per_file: int = 1  # programs in one source for weir
    per_batch: int = 25  # programs in one native program


KINDS = {
    "callback": Kind(callers.maker("callback")),
    "hook-field": Kind(callers.maker("hook_field")),
    "extern-hook": Kind(callers.maker("extern_hook")),
    "extern-function": Kind(callers.maker("extern_function"), floor=0.1),
    "extern-variable": Kind(callers.maker("extern_variable")),
    "void-payload": Kind(callers.maker("void_payload")),
    "payload-alone": Kind(callers.maker("payload_alone")),
    "aliases": Kind(callers.maker("aliases")),
    "links": Kind(callers.maker("fields_by_pointer")),
    "bytes": Kind(callers.maker("bytes")),
    "freeing": Kind(callers.maker("freeing")),
    "uninitialised": Kind(callers.maker("uninitialised")),
    "recursion": Kind(callers.maker("recursion")),
    "arrays": Kind(closed.maker(closed.Arrays)),
    "views": Kind(closed.maker(closed.Views), floor=0.2),
    "bases": Kind(closed.maker(closed.Bases)),
    "invariants": Kind(invariants.make),
    "containers": Kind(containers.maker(False), per_file=25),
    "element-copies": Kind(containers.maker(True), per_file=25),
    "unwinding": Kind(unwinding.make),
}
