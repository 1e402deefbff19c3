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
    per_file: int = 1  # programs in one source for weir
    per_batch: int = 25  # programs in one native program


KINDS = {
    "callback": Kind(callers.maker("callback"), floor=0.9),
    "hook-field": Kind(callers.maker("hook_field"), floor=0.9),
    "extern-hook": Kind(callers.maker("extern_hook"), floor=0.9),
    "extern-function": Kind(callers.maker("extern_function")),
    "extern-variable": Kind(callers.maker("extern_variable"), floor=0.9),
    "void-payload": Kind(callers.maker("void_payload"), floor=0.9),
    "payload-alone": Kind(callers.maker("payload_alone"), floor=0.9),
    "aliases": Kind(callers.maker("aliases"), floor=0.9),
    "links": Kind(callers.maker("fields_by_pointer"), floor=0.9),
    "bytes": Kind(callers.maker("bytes"), floor=0.7),
    "freeing": Kind(callers.maker("freeing"), floor=0.85),
    "uninitialised": Kind(callers.maker("uninitialised"), floor=0.75),
    "recursion": Kind(callers.maker("recursion"), floor=0.85),
    # What depends on a value that is not computed is unknown without the replay.
    "constructs": Kind(callers.maker("constructs"), floor=0.2),
    # One member read as another is unknown.
    "unions": Kind(callers.maker("unions"), floor=0.4),
    "arrays": Kind(closed.maker(closed.Arrays), floor=0.7),
    "views": Kind(closed.maker(closed.Views), floor=0.2),
    "bases": Kind(closed.maker(closed.Bases), floor=0.4),
    "invariants": Kind(invariants.make, floor=0.9),
    "containers": Kind(containers.maker(False), per_file=25),
    # What a model does not count is rightly unknown.
    "element-copies": Kind(containers.maker(True), floor=0.1, per_file=25),
    "unwinding": Kind(unwinding.make, floor=0.9),
}
