"""Rematerialiser (`m`): replaces variables by the expressions they hold, where that is cheap.

A variable is replaced if it is referenced at most once and not from a deeper loop, if its value is
free, or if it is referenced at most five times, outside loops, and its value is about as cheap as
the variable itself. Assignments stay; UnusedPruner (`u`) removes them.

Example::

    {
        let zero
        let sender := caller()
        let once := add(sender, 256)
        let twice := add(sender, 512)
        sstore(zero, sender)
        sstore(once, twice)
        sstore(2, twice)
    }

becomes::

    {
        let zero
        let sender := caller()
        let once := add(caller(), 256)
        let twice := add(caller(), 512)
        sstore(0, caller())
        sstore(add(caller(), 256), twice)
        sstore(2, twice)
    }

Source: chapter 04, section 8 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.passes.code_facts import FUNCTION_FACTS
from yulopt.passes.properties import EMPTY_LOOP_INITIALISERS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.rematerialisation import rematerialise
from yulopt.syntax.ast import Block


class Rematerialiser(Step):
    """Replaces variables by the expressions they hold, where that is cheap."""

    name = "Rematerialiser"
    letter = "m"
    requires = (UNIQUE_NAMES, EMPTY_LOOP_INITIALISERS)
    preserves_analyses = FUNCTION_FACTS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        rematerialise(block, context.dialect)
