"""Cached analyses of the functions of an object's code.

Source: chapter 03, sections 11 and 12 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.call_graph import CallGraph, call_graph
from yulopt.analysis.control_flow import FunctionFlow, function_control_flow
from yulopt.analysis.side_effects import FunctionEffects, propagate_side_effects
from yulopt.dialect import Dialect
from yulopt.passes.analyses import Analyses, Analysis
from yulopt.syntax.ast import Block


class SideEffectsOfFunctions:
    """The side effects of calling each function."""

    def __init__(self, of_function: FunctionEffects) -> None:
        self.of_function = of_function

    def agrees(self, other: SideEffectsOfFunctions) -> bool:
        """Whether it says the same of all functions that the other knows."""
        return all(
            self.of_function.get(name) == effects for name, effects in other.of_function.items()
        )


class EndsOfFunctions:
    """The possible endings of each function."""

    def __init__(self, of_function: FunctionFlow) -> None:
        self.of_function = of_function

    def agrees(self, other: EndsOfFunctions) -> bool:
        """Whether it says the same of all functions that the other knows."""
        return all(self.of_function.get(name) == flow for name, flow in other.of_function.items())


class UseOfMsize:
    """Whether the code can ask for `msize`."""

    def __init__(self, found: bool) -> None:
        self.found = found

    def agrees(self, other: UseOfMsize) -> bool:
        """Whether it is the same."""
        return self.found == other.found


# The analyses preserved by a step that only adds, moves and removes expressions without effects,
# and does not change how functions call, end or loop.
FUNCTION_FACTS: Final[tuple[type[object], ...]] = (
    SideEffectsOfFunctions,
    EndsOfFunctions,
    UseOfMsize,
)

# Those preserved if, moreover, each function calls the same functions as before.
CALLS_AND_FACTS: Final[tuple[type[object], ...]] = (CallGraph, *FUNCTION_FACTS)


def code_analyses(block: Block, dialect: Dialect, *, is_test: bool = False) -> Analyses[Block]:
    """The analyses of the code of an object, none of them computed yet."""
    return Analyses(
        block,
        (
            Analysis[Block, SideEffectsOfFunctions](
                SideEffectsOfFunctions,
                lambda _, analyses: SideEffectsOfFunctions(
                    propagate_side_effects(analyses.get(CallGraph), dialect)
                ),
                SideEffectsOfFunctions.agrees,
            ),
            Analysis[Block, EndsOfFunctions](
                EndsOfFunctions,
                lambda block, analyses: EndsOfFunctions(
                    function_control_flow(block, analyses.get(CallGraph))
                ),
                EndsOfFunctions.agrees,
            ),
            Analysis[Block, UseOfMsize](
                UseOfMsize,
                lambda _, analyses: UseOfMsize(analyses.get(CallGraph).contains_msize),
                UseOfMsize.agrees,
            ),
            Analysis[Block, CallGraph](
                CallGraph, lambda block, _: call_graph(block), CallGraph.agrees
            ),
        ),
        is_test=is_test,
    )
