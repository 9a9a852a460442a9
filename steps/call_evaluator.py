"""CallEvaluator (`3`): replaces calls with constant arguments by their results.

If the arguments of a call are literals, and the function executes only arithmetic for them, its
results are known at compile time. The call is executed, with all its loops and calls, for a limited
number of statements; a call that executes anything else, such as a revert, is unchanged. Each
variable of a declaration or assignment gets its own result.

A call is replaced if writing the results costs no more than calling, in bytes and gas over the
lifetime of the contract; if all calls of a function can be replaced, the cost of its definition
counts, too.

LiteralRematerialiser (`T`) brings literals into calls. UnusedPruner (`u`) removes functions that
are no longer called. The step runs after inlining, when the remaining functions have several calls:
earlier, it would evaluate calls that inlining removes anyway, and change the counts of calls by
which functions are chosen for inlining.

Right if:

* literal arguments: every argument is a number, the same at each execution.
* arithmetic only: no executed instruction reads or changes any state, or ends the call.
* termination: the execution ends within the limit.

Assumed:

* gas and size: only `gas()` and the offsets of code reveal the difference.

Example::

    {
        sstore(0, power(3, 5))
        let low, high := bounds(7)
        sstore(low, high)
        function power(base, exponent) -> result
        {
            result := 1
            for { } exponent { exponent := sub(exponent, 1) } { result := mul(result, base) }
        }
        function bounds(x) -> lower, upper { lower := sub(x, 1) upper := add(x, 1) }
    }

becomes::

    {
        sstore(0, 243)
        let low := 6
        let high := 8
        sstore(low, high)
        function power(base, exponent) -> result
        {
            result := 1
            for { } exponent { exponent := sub(exponent, 1) }
            { result := mul(result, base) }
        }
        function bounds(x) -> lower, upper
        {
            lower := sub(x, 1)
            upper := add(x, 1)
        }
    }

Source: N. Jones, C. Gomard and P. Sestoft, "Partial evaluation and automatic program generation",
1993; this is the case in which all arguments are static. This is an extension: solc has no such
step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.gas.constants import ConstantFinder
from yulopt.gas.model import GasModel
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.inlining_costs import InliningCosts
from yulopt.rules.arithmetic import ARITHMETIC, compute
from yulopt.syntax.ast import (
    NUMBER,
    Assignment,
    Block,
    Break,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    Identifier,
    If,
    Leave,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.blocks import functions_in
from yulopt.syntax.visitor import Transformer, Walker

# The maximum number of executed statements: for one call, and in one run of the step.
_MAX_STATEMENTS_OF_CALL: Final = 2_000
_MAX_STATEMENTS: Final = 100_000
_MAX_NESTED_CALLS: Final = 64

_Call = tuple[str, tuple[int, ...]]


class CallEvaluator(Step):
    """Replaces calls with constant arguments by their results."""

    name = "CallEvaluator"
    letter = "3"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    reads_runs = True
    may_add = NOTHING
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        calls = _ConstantCalls(_Evaluator(block))
        calls.visit_block(block)
        if calls.results:
            _Replacer(_worthwhile(calls, context, block)).visit_block(block)


# Execution


class _NotConstant(Exception):
    """The results depend on more than arithmetic, or take too long."""


_NEXT: Final = 0
_BREAK: Final = 1
_CONTINUE: Final = 2
_LEAVE: Final = 3


class _Evaluator:
    """Executes functions that do arithmetic only."""

    def __init__(self, block: Block) -> None:
        self.functions = {one.name: one for one in functions_in(block)}
        self._left = _MAX_STATEMENTS
        self._left_of_call = 0
        self._depth = 0

    def results(self, call: _Call) -> list[int] | None:
        """The results of a call; None if they are not constant, or not within the limits."""
        self._left_of_call = min(self._left, _MAX_STATEMENTS_OF_CALL)
        limit = self._left_of_call
        self._depth = 0
        try:
            return self._call(*call)
        except _NotConstant:
            return None
        finally:
            self._left -= limit - self._left_of_call

    def _call(self, name: str, arguments: Sequence[int]) -> list[int]:
        if self._depth == _MAX_NESTED_CALLS:
            raise _NotConstant
        self._depth += 1
        function = self.functions[name]
        values = dict.fromkeys(function.returns, 0)
        values.update(zip(function.parameters, arguments, strict=True))
        self._block(function.body, values)
        self._depth -= 1
        return [values[name] for name in function.returns]

    def _block(self, block: Block, values: dict[str, int]) -> int:
        for statement in block.statements:
            ending = self._statement(statement, values)
            if ending != _NEXT:
                return ending
        return _NEXT

    def _statement(self, statement: Statement, values: dict[str, int]) -> int:
        if self._left_of_call == 0:
            raise _NotConstant
        self._left_of_call -= 1
        if isinstance(statement, VariableDeclaration):
            words = [0] * len(statement.names)
            if statement.value is not None:
                words = self._words(statement.value, values)
            values.update(zip(statement.names, words, strict=True))
            return _NEXT
        if isinstance(statement, Assignment):
            words = self._words(statement.value, values)
            for target, word in zip(statement.targets, words, strict=True):
                values[target.name] = word
            return _NEXT
        if isinstance(statement, If):
            return (
                self._block(statement.body, values)
                if self._word(statement.condition, values)
                else _NEXT
            )
        if isinstance(statement, Switch):
            return self._switch(statement, values)
        if isinstance(statement, ForLoop):
            return self._loop(statement, values)
        if isinstance(statement, Block):
            return self._block(statement, values)
        if isinstance(statement, ExpressionStatement):
            self._words(statement.expression, values)
            return _NEXT
        if isinstance(statement, Break):
            return _BREAK
        if isinstance(statement, Continue):
            return _CONTINUE
        if isinstance(statement, Leave):
            return _LEAVE
        raise _NotConstant

    def _switch(self, switch: Switch, values: dict[str, int]) -> int:
        word = self._word(switch.expression, values)
        for case in switch.cases:
            if case.label is None or case.label.value == word:
                return self._block(case.body, values)
        return _NEXT

    def _loop(self, loop: ForLoop, values: dict[str, int]) -> int:
        ending = self._block(loop.init, values)
        while ending == _NEXT and self._word(loop.condition, values):
            # A loop without statements must end, too.
            if self._left_of_call == 0:
                raise _NotConstant
            self._left_of_call -= 1
            ending = self._block(loop.body, values)
            if ending == _BREAK:
                return _NEXT
            if ending != _LEAVE:
                ending = self._block(loop.post, values)
        return ending

    def _word(self, expression: Expression, values: dict[str, int]) -> int:
        return self._words(expression, values)[0]

    def _words(self, expression: Expression, values: dict[str, int]) -> list[int]:
        if isinstance(expression, Literal):
            if expression.unlimited:
                raise _NotConstant
            return [expression.value]
        if isinstance(expression, Identifier):
            return [values[expression.name]]
        assert isinstance(expression, FunctionCall)
        if expression.builtin is not None and expression.name not in ARITHMETIC:
            raise _NotConstant
        words = [self._word(argument, values) for argument in expression.arguments]
        if expression.builtin is not None:
            return [compute(expression.name, words)]
        return self._call(expression.name, words)


# Decisions


class _ConstantCalls(Walker):
    """The results of the calls with literal arguments only, where they are constant.

    `count`: the number of all calls of each function; `constant`: those among them.
    """

    def __init__(self, evaluator: _Evaluator) -> None:
        self.functions = evaluator.functions
        self.results: dict[_Call, list[int]] = {}
        self.count: dict[str, int] = {}
        self.constant: dict[str, list[FunctionCall]] = {}
        self._evaluator = evaluator
        self._tried: set[_Call] = set()

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        if call.builtin is not None:
            return
        self.count[call.name] = self.count.get(call.name, 0) + 1
        key = _key(call)
        if key is None or not self.functions[call.name].returns:
            return
        if key not in self._tried:
            self._tried.add(key)
            results = self._evaluator.results(key)
            if results is not None:
                self.results[key] = results
        if key in self.results:
            self.constant.setdefault(call.name, []).append(call)


def _key(call: FunctionCall) -> _Call | None:
    """A call of a function with literal arguments only; None for others."""
    if call.builtin is not None:
        return None
    arguments: list[int] = []
    for argument in call.arguments:
        if not isinstance(argument, Literal) or argument.unlimited:
            return None
        arguments.append(argument.value)
    return call.name, tuple(arguments)


def _worthwhile(calls: _ConstantCalls, context: Context, block: Block) -> dict[_Call, list[int]]:
    """The calls whose results cost no more than they do."""
    model = GasModel(context.dialect, context.expected_executions)
    constants = ConstantFinder(model)
    flow = context.function_flow(block)
    chosen: dict[_Call, list[int]] = {}
    for name, sites in calls.constant.items():
        costs = InliningCosts(calls.functions[name], model, constants, flow)
        prices: dict[_Call, tuple[int, int]] = {}
        replaced = costs.definition() if calls.count[name] == len(sites) else 0
        written = 0
        for call in sites:
            key = _key(call)
            assert key is not None
            results = sum(model.lifetime(constants.gas(word)) for word in calls.results[key])
            prices[key] = results, costs.call(call.arguments)
            written += results
            replaced += costs.call(call.arguments)
        for key, (results, price) in prices.items():
            if written <= replaced or results <= price:
                chosen[key] = calls.results[key]
    return chosen


class _Replacer(Transformer):
    """Writes results in place of calls."""

    def __init__(self, results: dict[_Call, list[int]]) -> None:
        self._results = results

    def visit_call(self, call: FunctionCall) -> Expression:
        super().visit_call(call)
        results = self._known(call)
        if results is None or len(results) != 1:
            return call
        return _literal(results[0], call.position)

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        results = self._known(declaration.value)
        if results is None or len(results) == 1:
            return super().visit_declaration(declaration)
        replacement: list[Statement] = []
        for name, word in zip(declaration.names, results, strict=True):
            single = VariableDeclaration(
                [name], _literal(word, declaration.position), declaration.position
            )
            single.names_position = declaration.names_position
            replacement.append(single)
        return replacement

    def visit_assignment(self, assignment: Assignment) -> list[Statement] | None:
        results = self._known(assignment.value)
        if results is None or len(results) == 1:
            return super().visit_assignment(assignment)
        position = assignment.position
        return [
            Assignment([target], _literal(word, position), position)
            for target, word in zip(assignment.targets, results, strict=True)
        ]

    def _known(self, expression: Expression | None) -> list[int] | None:
        key = _key(expression) if isinstance(expression, FunctionCall) else None
        return None if key is None else self._results.get(key)


def _literal(word: int, position: int) -> Literal:
    return Literal(NUMBER, word, position=position)
