"""ExpressionInliner (`e`): replaces calls of functions that only compute an expression.

The function must have the form `function f(...) -> r { r := <expression> }`, and the expression
must mention neither `r` nor `f`. The arguments must be movable, and cheap if they are needed
more than once.

Example::

    {
        { sstore(0, mul(increment(calldataload(0)), 2)) }
        function increment(x) -> y
        { y := add(x, 1) }
    }

becomes::

    {
        {
            sstore(0, mul(add(calldataload(0), 1), 2))
        }
        function increment(x) -> y
        { y := add(x, 1) }
    }

Source: chapter 03, section 8 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import LOADS, STORES
from yulopt.analysis.references import count_references
from yulopt.analysis.side_effects import is_movable
from yulopt.dialect import Dialect
from yulopt.gas.metrics import code_cost
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import Assignment, Block, Expression, FunctionCall, FunctionDefinition
from yulopt.syntax.copying import Substitution
from yulopt.syntax.visitor import Transformer, Walker


class ExpressionInliner(Step):
    """Replaces calls of functions that only compute an expression."""

    name = "ExpressionInliner"
    letter = "e"
    requires = (UNIQUE_NAMES,)
    may_add = STORES | LOADS

    def run(self, context: Context, block: Block) -> None:
        finder = _InlinableFunctionFinder()
        finder.visit_block(block)
        if finder.functions:
            _ExpressionInliner(finder.functions, context.dialect).visit_block(block)


class _InlinableFunctionFinder(Walker):
    """Finds the functions of the right form, with the assignment that is their body."""

    def __init__(self) -> None:
        self.functions: dict[str, tuple[FunctionDefinition, Assignment]] = {}

    def visit_function(self, function: FunctionDefinition) -> None:
        statements = function.body.statements
        if len(function.returns) == 1 and len(statements) == 1:
            assignment = statements[0]
            if (
                isinstance(assignment, Assignment)
                and [target.name for target in assignment.targets] == function.returns
            ):
                references = count_references(assignment.value)
                if function.name not in references and function.returns[0] not in references:
                    self.functions[function.name] = (function, assignment)
        super().visit_function(function)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions define nothing."""


class _ExpressionInliner(Transformer):
    def __init__(
        self, functions: dict[str, tuple[FunctionDefinition, Assignment]], dialect: Dialect
    ) -> None:
        self._functions = functions
        self._dialect = dialect

    def visit_call(self, call: FunctionCall) -> Expression:
        super().visit_call(call)
        inlinable = None if call.builtin is not None else self._functions.get(call.name)
        if inlinable is None:
            return call
        function, assignment = inlinable
        # The current function: calls in its expression may already have been inlined.
        references = count_references(assignment.value)
        substitutions: dict[str, Expression] = {}
        for parameter, argument in zip(function.parameters, call.arguments, strict=True):
            if not is_movable(argument):
                return call
            if references.get(parameter, 0) > 1 and code_cost(argument, self._dialect) > 1:
                return call
            substitutions[parameter] = argument
        return Substitution(substitutions).copy_expression(assignment.value)
