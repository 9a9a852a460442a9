"""EquivalentFunctionCombiner (`v`): redirects calls of equal functions to the first of them.

Functions are equal if they differ only in the names of their variables. The duplicates stay, until
UnusedPruner (`u`) removes them.

Example::

    {
        {
            sstore(0, double(1))
            sstore(1, twice(2))
        }
        function double(x) -> y
        { y := add(x, x) }
        function twice(a) -> b
        { b := add(a, a) }
    }

becomes::

    {
        {
            sstore(0, double(1))
            sstore(1, double(2))
        }
        function double(x) -> y
        { y := add(x, x) }
        function twice(a) -> b
        { b := add(a, a) }
    }

Source: chapter 03, section 4 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.analysis.equality import (
    LiteralEquality,
    SyntacticEquality,
    equality_of_literals,
    function_shape,
)
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import Block, Expression, FunctionCall, FunctionDefinition
from yulopt.syntax.positions import forget_positions
from yulopt.syntax.visitor import Transformer, Walker


class EquivalentFunctionCombiner(Step):
    """Redirects calls of equal functions to the first of them."""

    name = "EquivalentFunctionCombiner"
    letter = "v"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        detector = _DuplicateDetector(equality_of_literals(context.behaviour))
        detector.visit_block(block)
        if detector.representatives:
            _CallRedirector(detector.representatives).visit_block(block)
        else:
            context.unchanged.update(block.statements)
        if not context.behaviour.keeps_first_location:
            for function in detector.shared:
                forget_positions(function)


class _DuplicateDetector(Walker):
    """Finds for each duplicate the first function that is equal to it."""

    def __init__(self, equal: LiteralEquality) -> None:
        self._equal = equal
        self.representatives: dict[str, str] = {}
        self.shared: dict[FunctionDefinition, None] = {}
        # Only functions of the same shape are compared, to avoid comparing all pairs.
        self._candidates: dict[int, list[FunctionDefinition]] = {}

    def visit_function(self, function: FunctionDefinition) -> None:
        candidates = self._candidates.setdefault(function_shape(function), [])
        for candidate in candidates:
            if SyntacticEquality(self._equal).functions_equal(function, candidate):
                self.representatives[function.name] = candidate.name
                self.shared[candidate] = None
                return
        candidates.append(function)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions define nothing."""


class _CallRedirector(Transformer):
    def __init__(self, representatives: dict[str, str]) -> None:
        self._representatives = representatives

    def visit_call(self, call: FunctionCall) -> Expression:
        if call.builtin is None:
            call.name = self._representatives.get(call.name, call.name)
        return super().visit_call(call)
