# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A random program: what weir reads, what runs it natively, and what is asked of it."""
import dataclasses
import random


@dataclasses.dataclass
class Claim:
    """One property, for weir and for the driver, which has to see it broken in the same executions."""
    formula: str  # of an `ensures`
    native: str  # an expression in the driver's function, after the call


@dataclasses.dataclass
class Program:
    """`@` in every text is the program's own number, so that many programs fit in one file.

    A closed program has no driver: `method` takes nothing, builds all it needs and returns an int. An open one has a
    driver, the body of a function that builds one random heap, satisfies `requires` and ends in `$CALL`-like code of
    its own; after it the claims are evaluated.
    """
    kind: str
    seed: int
    source: str
    method: str = "f@"
    language: str = "cpp"  # or "c"
    requires: str = ""
    declarations: str = ""  # of the .weir file: fun, pred, invariant
    driver: str = ""
    stubs: str = ""  # of the driver's file: what the program only declares
    claims: list = dataclasses.field(default_factory=list)
    checks: list = dataclasses.field(default_factory=list)
    uses: list = dataclasses.field(default_factory=list)  # libraries: "std", "heap"
    headers: list = dataclasses.field(default_factory=list)
    # Whether two runs of the compiled program can differ (uninitialised memory): then what was seen may happen, and
    # what was not seen may happen as well.
    deterministic: bool = True
    invariant: str = ""  # the property is an invariant's label, judged by claim 0
    throws: bool = False  # claims are about exits by exception as well
    fits: bool = True  # a closed program that needs no more than the scope: nothing is left out
    runs: int = 1
    scope: int = 3
    unroll: int = 4

    @property
    def number(self):
        return f"{self.kind.replace('-', '_')}_{self.seed}"

    @property
    def closed(self):
        return not self.driver

    def text(self, template):
        return template.replace("@", f"_{self.number}")


def dice(kind, seed):
    return random.Random(f"{kind}:{seed}")
