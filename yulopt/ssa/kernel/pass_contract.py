"""The base of passes over SSA functions: a name, requirements, options, and `run`.

Source: chapter 08, section 0 of the specification.
"""

from __future__ import annotations

from typing import ClassVar, Final

import attr

from yulopt.passes.analyses import Analyses
from yulopt.passes.pass_requirements import PassRequirements, Property
from yulopt.ssa.analysis.loops import LoopForest, lacks_preheader
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Function, Module

# The changes made by a pass, as named counters. If all are zero, it changed nothing.
Statistics = dict[str, int]

# Every value has one definition, and phis select values where control flow joins.
SSA: Final = "static single assignment form"
# An irreducible loop has none, and needs none.
PREHEADERS: Final = "preheaders of loops"


def _has_preheaders(function: Function) -> bool:
    before = predecessors(function)
    return not any(lacks_preheader(loop, before) for loop in LoopForest(function).loops)


PROPERTIES: Final[dict[str, Property[Function]]] = {
    item.name: item
    for item in (
        Property(SSA, lambda function: not function.post_ssa),
        Property(PREHEADERS, _has_preheaders, "loop-preheaders"),
    )
}


@attr.s(auto_attribs=True, frozen=True)
class Pass(PassRequirements):
    """Base class of passes, whose attributes are its options (`yulopt.passes.options`).

    Most require SSA form and preserve it. `preserves_analyses`: those still valid after the pass.
    """

    requires: ClassVar[tuple[str, ...]] = (SSA,)
    preserves: ClassVar[tuple[str, ...]] = (SSA,)
    preserves_analyses: ClassVar[tuple[type[object], ...]] = ()

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Transform `function`, which belongs to `module`, in place; returns what was done.

        `analyses` are those of the function as it is before the pass, and of the module. If the
        pass needs one after it has changed the function, it calls `analyses.keep()` first.
        """
        raise NotImplementedError


def contract(kind: type[Pass]) -> dict[str, tuple[str, ...]]:
    """The properties that a pass requires, establishes and destroys."""
    ended = tuple(
        name for name in PROPERTIES if name not in kind.preserves and name not in kind.provides
    )
    found = {"needs": kind.requires, "provides": kind.provides, "ends": ended}
    return {what: names for what, names in found.items() if names}
