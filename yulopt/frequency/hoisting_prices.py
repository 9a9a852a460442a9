"""The prices of checks at the start of the cases of a switch, and of one check before them.

Numbers of gas and bytes are those of `yulopt.gas`.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.equality import expressions_equal
from yulopt.dialect import Dialect
from yulopt.frequency.call_profile import CallProfile
from yulopt.frequency.case_weights import CaseWeights, comparison_costs
from yulopt.frequency.comparison_trees import search_cost
from yulopt.gas.estimate import WeightedGas, code_gas
from yulopt.gas.model import CONDITIONAL_JUMP, WEIGHT_ONE, Code, GasModel
from yulopt.syntax.ast import (
    Block,
    Case,
    Expression,
    ExpressionStatement,
    FunctionCall,
    If,
    Statement,
    Switch,
    VariableDeclaration,
)

# The gas and bytes of a search by a table of keys, and what an entry saves compared with a
# comparison (see `yulopt.assembly.beyond.key_tables`); the bytes are fitted to real contracts.
_TABLE_GAS: Final = 125
_TABLE_BYTES: Final = 64
_BYTES_SAVED_BY_ENTRY: Final = 5
_DISJUNCTION: Final[Code] = (3, 1)  # OR
# With more runs, jump tables pay, for which checks between comparisons are in the way.
_MAX_RUNS: Final = 10
# The bytes that keep the value for another switch.
_KEPT_BYTES: Final = 3
# Longer conditions become shorter, or are shared, by other steps.
_MAX_CONDITION_BYTES: Final = 4


class HoistingPrices:
    """The price of hoisting a check, and of a partition of a switch for that."""

    def __init__(
        self, code: Block, dialect: Dialect, executions: int | None, profile: CallProfile | None
    ) -> None:
        self._environment = dialect, executions
        self._model = GasModel(dialect, executions)
        self._weights = CaseWeights(code, profile)
        self._whole = WeightedGas(dialect, executions)
        self._running = WeightedGas(dialect, executions, pays_for_code=False)

    def hoisting_pays(
        self, switch: Switch, cases: list[Case], beginnings: list[list[Statement]]
    ) -> bool:
        """Whether one check is worth more than those that cases begin with; other statements always
        are. Of two checks, the BranchCombiner makes one jump, which often is cheaper than both."""
        if not isinstance(beginnings[0][0], If):
            return True
        weights, _ = self._weights.of(switch.expression, list(map(_label, cases)))
        weight_of: dict[int, int] = {}
        statements_of: dict[int, list[Statement]] = {}
        for statements, weight in zip(beginnings, weights, strict=True):
            weight_of[id(statements)] = weight_of.get(id(statements), 0) + weight
            statements_of[id(statements)] = statements
        saved = sum(self._saved(one, weight_of[key]) for key, one in statements_of.items())
        return saved > self._check(beginnings[0])

    def partition_pays(
        self,
        value: Expression,
        checked: dict[Case, list[Statement]],
        others: list[Case],
        default: Block,
    ) -> bool:
        """Whether the checks that a partition saves are worth more than it costs.

        `checked`: the cases with the check, each with the statements that start with it.
        """
        if self._model.executions > _MAX_RUNS:
            return False
        cases = sorted([*checked, *others], key=_label)
        weights, elsewhere = self._weights.of(value, list(map(_label, cases)))
        copied = code_gas(default, *self._environment)
        costs = comparison_costs(self._model, _label(cases[-1]), copied)
        weight_of = dict(zip(cases, weights, strict=True))
        inner = [weight_of.pop(case) for case in cases if case in checked]
        beginnings = list({id(statements): statements for statements in checked.values()}.values())
        search = search_cost(weights, elsewhere, costs)
        table = self._table_cost(weights)
        if table < search and not _has_no_operands(beginnings[0]):
            return False
        spent = search_cost(inner, elsewhere, costs) - min(table, search)
        passing = sum(weights) + elsewhere
        for weight in sorted(weight_of.values(), reverse=True):
            spent += passing * costs.test
            passing -= weight
        spent += self._check(beginnings[0]) + _KEPT_BYTES * self._model.byte_gas * WEIGHT_ONE
        average = sum(inner) // len(inner)
        return sum(self._saved(statements, average) for statements in beginnings) > spent

    def _table_cost(self, weights: list[int]) -> int:
        """The cost of a search by a table of keys."""
        code = _TABLE_BYTES - _BYTES_SAVED_BY_ENTRY * len(weights)
        run = _TABLE_GAS * sum(weights) * self._model.executions
        return run + code * self._model.byte_gas * WEIGHT_ONE

    def _saved(self, statements: list[Statement], weight: int) -> int:
        """The savings of removing the check at the start of statements of this weight."""
        if not _has_another(statements):
            return self._check(statements)
        code = self._condition(statements)
        # The BranchCombiner would make one jump of both.
        more = (CONDITIONAL_JUMP[0] - _DISJUNCTION[0]) * weight * self._model.executions
        return code + _DISJUNCTION[1] * self._model.byte_gas * WEIGHT_ONE - more

    def _check(self, statements: list[Statement]) -> int:
        """The price of the bytes of the check that statements begin with."""
        jump = CONDITIONAL_JUMP[1] * self._model.byte_gas * WEIGHT_ONE
        return self._condition(statements) + jump

    def _condition(self, statements: list[Statement]) -> int:
        """The price of the bytes of the condition of the check that statements begin with."""
        check = statements[0]
        assert isinstance(check, If)
        condition = Block([ExpressionStatement(check.condition, check.position)])
        limit = _MAX_CONDITION_BYTES * self._model.byte_gas * WEIGHT_ONE
        return min(self._whole(condition) - self._running(condition), limit)


def same_statement(one: Statement, other: Statement) -> bool:
    """Whether both are the same statement, which must declare and assign nothing."""
    if isinstance(one, ExpressionStatement) and isinstance(other, ExpressionStatement):
        return expressions_equal(one.expression, other.expression)
    return (
        isinstance(one, If)
        and isinstance(other, If)
        and expressions_equal(one.condition, other.condition)
        and len(one.body.statements) == len(other.body.statements)
        and all(map(same_statement, one.body.statements, other.body.statements))
    )


def _has_another(statements: list[Statement]) -> bool:
    """Whether another check with the same body follows the first, perhaps after declarations."""
    first, *rest = statements
    later = next((one for one in rest if not isinstance(one, VariableDeclaration)), None)
    return (
        isinstance(first, If)
        and isinstance(later, If)
        and len(first.body.statements) == len(later.body.statements)
        and all(map(same_statement, first.body.statements, later.body.statements))
    )


def _has_no_operands(statements: list[Statement]) -> bool:
    """Whether the condition of the check that statements begin with is an instruction alone, such
    as `callvalue()`. Of other conditions, large contracts share most by functions."""
    check = statements[0]
    return (
        isinstance(check, If)
        and isinstance(check.condition, FunctionCall)
        and not check.condition.arguments
    )


def _label(case: Case) -> int:
    assert case.label is not None
    return case.label.value
