"""BranchCombiner (`7`): combines successive branches to the same end into one.

Argument decoding checks one value after the other, and each failing check reverts in the same way.
A disjunction of the conditions needs one jump for all of them. Values that are declared between the
branches are computed before the combined branch, so if the first branch is taken, they and the
other conditions waste gas: little before a revert, and otherwise at most the price of a branch.

Within a disjunction, negations and shifts are combined, too: several negations of truth values
become one of their conjunction, values shifted by the same number of bits are shifted together, and
a negated comparison with a constant becomes a comparison.

Right if:

* same end: control flow does not continue after the branches, and their bodies are equal.
* pure in between: later conditions, and values that are declared between the branches, are computed
  by pure instructions. Nothing else comes between the branches.
* truth values: negations become the negation of a conjunction only if their operands are 0 or 1.
* same shift: only shifts in the same direction by the same number of bits are joined.
* within the word: a comparison is negated by a bound that is one less or one more only if that is a
  word.

Example::

    {
        if callvalue() { revert(0, 0) }
        let to := calldataload(4)
        if shr(160, to) { revert(0, 0) }
        let from := calldataload(36)
        if shr(160, from) { revert(0, 0) }
        let flag := calldataload(68)
        if iszero(lt(flag, 2)) { revert(0, 0) }
        sstore(to, add(from, flag))
    }

becomes::

    {
        let to := calldataload(4)
        let from := calldataload(36)
        let flag := calldataload(68)
        if or(shr(1, flag), or(shr(160, or(from, to)), callvalue())) { revert(0, 0) }
        sstore(to, add(from, flag))
    }

Source: K. Ross, "Conjunctive selection conditions in main memory", PODS 2002, for combining
conditions to save branches; combining their terms is our own. This is an extension: solc has no
such step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from yulopt.analysis.construct_kinds import BRANCHES, NOTHING
from yulopt.analysis.control_flow import FunctionFlow, ends_with_flow_change
from yulopt.analysis.equality import SyntacticEquality
from yulopt.analysis.side_effects import is_movable
from yulopt.dialect import Dialect
from yulopt.gas.model import GasModel
from yulopt.gas.speculation import NEVER, speculative_gas
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    NUMBER,
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    If,
    Literal,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.literals import WORD_MASK
from yulopt.syntax.visitor import BlockTransformer

# The maximum gas wasted before a branch that would have been taken earlier: more before a revert,
# which is rare, and before others at most the price of the saved branch.
_MAX_GAS_BEFORE_REVERT: Final = 200
_MAX_GAS_BEFORE_JUMP: Final = 10


class BranchCombiner(Step):
    """Combines successive branches to the same end."""

    name = "BranchCombiner"
    letter = "7"
    is_extension: ClassVar[bool] = True
    preserves_analyses = CALLS_AND_FACTS
    by_function = True
    looks_for = BRANCHES
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        _Combiner(context, context.function_flow(block)).visit_block(block)


class _Combiner(BlockTransformer):
    def __init__(self, context: Context, function_flow: FunctionFlow) -> None:
        self._function_flow = function_flow
        self._model = GasModel(context.dialect, None)
        self._disjunction = _Disjunction(context.dialect)

    def visit_block(self, block: Block) -> None:
        super().visit_block(block)
        # Branches to one end, and the gas from the first of them to here.
        pending: list[If] = []
        gas = 0
        combined: set[Statement] = set()
        for statement in block.statements:
            if isinstance(statement, If) and ends_with_flow_change(
                statement.body, self._function_flow
            ):
                gas += speculative_gas(self._model, statement.condition)
                if pending and self._can_wait(pending[0], statement, gas):
                    combined.add(pending[-1])
                else:
                    self._combine(pending)
                    pending, gas = [], 0
                pending.append(statement)
            elif isinstance(statement, VariableDeclaration):
                if statement.value is not None:
                    gas += speculative_gas(self._model, statement.value)
            else:
                gas = NEVER
        self._combine(pending)
        if combined:
            block.statements = [one for one in block.statements if one not in combined]

    def _combine(self, branches: list[If]) -> None:
        """Move the conditions of all branches to the last."""
        if len(branches) > 1:
            conditions = [branch.condition for branch in branches]
            branches[-1].condition = self._disjunction.of(conditions)

    def _can_wait(self, first: If, later: If, gas: int) -> bool:
        """Whether a branch can be taken where a later one is, after this much gas."""
        limit = _MAX_GAS_BEFORE_REVERT if self._fails(first.body) else _MAX_GAS_BEFORE_JUMP
        return gas <= limit and SyntacticEquality().statements_equal(
            first.body.statements, later.body.statements
        )

    def _fails(self, body: Block) -> bool:
        """Whether a body after which control does not continue ends with a revert."""
        last = body.statements[-1]
        if not isinstance(last, ExpressionStatement):
            return False
        call = last.expression
        assert isinstance(call, FunctionCall)
        flow = call.builtin.control_flow if call.builtin else self._function_flow[call.name]
        return not flow.can_terminate


class _Disjunction:
    """Builds disjunctions of conditions."""

    def __init__(self, dialect: Dialect) -> None:
        self._builtin = dialect.builtin
        self._position = -1

    def of(self, conditions: list[Expression]) -> Expression:
        """An expression that is zero exactly where all conditions are."""
        self._position = conditions[-1].position
        # The operands of negations, and of shifts by a number of bits; other terms as they are.
        groups: dict[tuple[str, int], list[Expression]] = {}
        for index, term in enumerate(self._terms(conditions)):
            key, operand = ("", index), term
            if isinstance(term, FunctionCall):
                first = term.arguments[0] if term.arguments else term
                if term.name == "iszero" and _is_truth_value(first):
                    key, operand = ("iszero", 0), first
                elif term.name in ("shl", "shr") and isinstance(first, Literal):
                    key, operand = (term.name, first.value), term.arguments[1]
            groups.setdefault(key, []).append(operand)
        return self._joined("or", [self._group(*key, groups[key]) for key in groups])

    def _group(self, name: str, bits: int, operands: list[Expression]) -> Expression:
        if name == "iszero":
            return self._call(name, self._joined("and", operands))
        joined = self._joined("or", operands)
        if not name:
            return joined
        return self._call(name, self._literal(bits), joined)

    def _joined(self, name: str, operands: list[Expression]) -> Expression:
        joined = operands[0]
        for operand in operands[1:]:
            joined = self._call(name, operand, joined)
        return joined

    def _terms(self, conditions: list[Expression]) -> Iterator[Expression]:
        """The terms of a disjunction, without negations where these can be avoided."""
        left = conditions[::-1]
        while left:
            term = left.pop()
            if not isinstance(term, FunctionCall) or not is_movable(term):
                yield term
            elif term.name == "or":
                left += term.arguments
            else:
                yield self._without_negation(term)

    def _without_negation(self, term: FunctionCall) -> Expression:
        """An expression that is zero where a term is; no negation if one operation suffices."""
        call = term.arguments[0] if term.name == "iszero" else None
        if not isinstance(call, FunctionCall) or call.name not in ("eq", "gt", "iszero", "lt"):
            return term
        if call.name == "iszero":
            return call.arguments[0]
        value, bound = call.arguments
        if call.name == "eq":
            return self._call("xor", value, bound)
        is_below = call.name == "lt"
        if isinstance(value, Literal):
            value, bound, is_below = bound, value, not is_below
        if not isinstance(bound, Literal):
            return term
        limit = bound.value
        if not is_below:
            return term if limit == WORD_MASK else self._comparison("lt", value, limit + 1)
        if limit == 0:
            return term
        bits = limit.bit_length() - 1
        if limit == 1 << bits and self._builtin("shr") is not None:
            return self._call("shr", self._literal(bits), value)
        return self._comparison("gt", value, limit - 1)

    def _comparison(self, name: str, value: Expression, bound: int) -> FunctionCall:
        return self._call(name, value, self._literal(bound))

    def _literal(self, value: int) -> Literal:
        return Literal(NUMBER, value, position=self._position)

    def _call(self, name: str, *arguments: Expression) -> FunctionCall:
        return FunctionCall(name, list(arguments), self._builtin(name), self._position)


def _is_truth_value(expression: Expression) -> bool:
    """Whether it is 0 or 1, whatever its variables are."""
    if not isinstance(expression, FunctionCall) or expression.builtin is None:
        return False
    return expression.builtin.is_boolean or (
        expression.name in ("and", "or", "xor") and all(map(_is_truth_value, expression.arguments))
    )
