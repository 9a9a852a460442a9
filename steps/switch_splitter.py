"""SwitchSplitter (`b`): asks in which half the value of a large switch is, before it compares.

A switch compares its value with one label after the other. Where that costs more than it has to,
the labels become the leaves of a binary search: a comparison by `lt` divides them until comparing
with the rest one by one is cheaper. Each case is taken to run as often as the code (the setting
`runs`), and so is the default, for values between any two labels; a split is made where the gas
that it saves then is more than what its bytes cost.

Labels are compared as unsigned numbers, and the value is computed once, so what the switch does is
the same for any value. The gas it takes is not, and programs see that by `gas()`, as they see
every optimisation. A default is copied to each part, in the price; one that declares variables or
functions is not copied, and its switch is left alone.

Example::

    {
        switch shr(224, calldataload(0))
        case 0x12065fe0 { sstore(0, 1) }
        case 0x18160ddd { sstore(0, 2) }
        case 0x23b872dd { sstore(0, 3) }
        case 0x70a08231 { sstore(0, 4) }
        case 0x95d89b41 { sstore(0, 5) }
        case 0xa9059cbb { sstore(0, 6) }
        default { revert(0, 0) }
    }

becomes::

    {
        let _1 := shr(224, calldataload(0))
        switch lt(_1, 0x40000000)
        case 0 {
            switch _1
            case 0x70a08231 { sstore(0, 4) }
            case 0x95d89b41 { sstore(0, 5) }
            case 0xa9059cbb { sstore(0, 6) }
            default { revert(0, 0) }
        }
        default {
            switch _1
            case 0x12065fe0 { sstore(0, 1) }
            case 0x18160ddd { sstore(0, 2) }
            case 0x23b872dd { sstore(0, 3) }
            default { revert(0, 0) }
        }
    }

Source: R. Bernstein, "Producing good code for the case statement", Software: Practice and
Experience 15 (1985). This is an extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.analysis.contents import BRANCHES
from yulopt.dialect import Builtin
from yulopt.gas.estimate import code_gas
from yulopt.gas.model import (
    BRANCH,
    COMPARISON,
    DESTINATION,
    JUMP,
    NEGATION,
    Gas,
    GasModel,
)
from yulopt.pipeline.properties import UNIQUE_NAMES
from yulopt.pipeline.step import Context, Step
from yulopt.syntax.ast import (
    NUMBER,
    Block,
    Case,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.copying import copy_block
from yulopt.syntax.visitor import BlockTransformer, Walker

# Of more cases than that, halves are taken; what is best differs little from it.
_ALL_TRIED: Final = 64


class SwitchSplitter(Step):
    """Asks in which half the value of a large switch is, before it compares."""

    name = "SwitchSplitter"
    letter = "b"
    requires = (UNIQUE_NAMES,)
    is_extension: ClassVar[bool] = True
    reads_runs = True
    looks_for = BRANCHES

    def run(self, context: Context, block: Block) -> None:
        _Splitter(context).visit_block(block)


class _Splitter(BlockTransformer):
    def __init__(self, context: Context) -> None:
        self._context = context

    def visit_switch(self, switch: Switch) -> list[Statement] | None:
        super().visit_switch(switch)
        default = switch.cases[-1] if switch.cases[-1].label is None else None
        cases = sorted(switch.cases if default is None else switch.cases[:-1], key=_label)
        if not cases or (default is not None and _declares(default.body)):
            return None
        costs = _SearchCosts(self._context, _label(cases[-1]), len(cases), default)
        if not costs.split(len(cases)):
            return None
        declaration: list[Statement] = []
        value = switch.expression
        if not isinstance(value, Identifier):
            name = self._context.dispenser.new_name("")
            declaration.append(VariableDeclaration([name], value, switch.position))
            value = Identifier(name, switch.position)
        comparison = self._context.dialect.builtin("lt")
        return [*declaration, _Search(value, default, costs, comparison).among(cases)]


class _Search:
    """Builds the search for the case of a value."""

    def __init__(
        self,
        value: Identifier,
        default: Case | None,
        costs: _SearchCosts,
        comparison: Builtin | None,
    ) -> None:
        self._value = value
        self._default = default
        self._costs = costs
        self._comparison = comparison

    def among(self, cases: list[Case]) -> Switch:
        """The search among cases that are in the order of their labels."""
        position = self._value.position
        value = Identifier(self._value.name, position)
        count = self._costs.split(len(cases))
        if not count:
            default = self._default
            last = [] if default is None else [Case(None, copy_block(default.body))]
            return Switch(value, [*cases, *last], position)
        border = _roundest_between(_label(cases[count - 1]), _label(cases[count]))
        pivot = Literal(NUMBER, border, hex(border), position=position)
        is_lower = FunctionCall("lt", [value, pivot], self._comparison, position)
        lower = Block([self.among(cases[:count])], position)
        upper = Block([self.among(cases[count:])], position)
        zero = Literal(NUMBER, 0, position=position)
        branches = [Case(zero, upper, position), Case(None, lower, position)]
        return Switch(is_lower, branches, position)


class _SearchCosts:
    """Where to split, by the gas of the search among each number of cases.

    All cases of a switch have the same prices, so only the number of cases matters. Each label is
    compared in one place, whatever the search, so the bytes of that do not count.
    """

    def __init__(
        self, context: Context, highest_label: int, number_of_cases: int, default: Case | None
    ) -> None:
        model = GasModel(context.dialect, context.expected_executions)
        push = model.push(highest_label)
        self._executions = model.executions
        self._all_cases = number_of_cases
        self._comparison = push + model.code(COMPARISON) + model.code(BRANCH)
        # A value that is none of the cases jumps over the other half.
        rest = model.code(JUMP).code + model.code(DESTINATION).code
        if default is not None:
            rest += code_gas(default.body, context.dialect, context.expected_executions)
        # `lt` and `eq` have the same price.
        self._split = self._comparison + model.code(NEGATION) + Gas(0, rest)
        # The gas, and where the split is, for each number of cases.
        self._known: dict[int, tuple[int, int]] = {}

    def split(self, cases: int) -> int:
        """How many of so many cases are in the lower part; 0 if it does not pay to split them."""
        return self._search(cases)[1]

    def _search(self, cases: int) -> tuple[int, int]:
        known = self._known.get(cases)
        if known is None:
            known = self._known[cases] = self._cheapest(cases)
        return known

    def _cheapest(self, cases: int) -> tuple[int, int]:
        # The last case is compared with all labels, and so is what is no case.
        compared = cases * (cases + 1) // 2
        one_by_one = self._running(self._comparison, compared, cases * cases)
        split = self._running(self._split, cases, cases) + self._split.code * self._all_cases
        half = cases // 2
        first = 1 if cases <= _ALL_TRIED else half
        parts = [
            (split + self._search(lower)[0] + self._search(cases - lower)[0], lower)
            for lower in range(first, half + 1)
            if lower
        ]
        return min([(one_by_one, 0), *parts])

    def _running(self, gas: Gas, for_cases: int, for_default: int) -> int:
        """The gas of running code so often.

        Of the values that are no case, each part of the switch gets as many as it has of the cases.
        So that this is a whole number, all is counted for as many lifetimes as there are cases.
        """
        runs = for_cases * self._all_cases + for_default
        return gas.run * runs * self._executions


def _label(case: Case) -> int:
    assert case.label is not None
    return case.label.value


def _roundest_between(below: int, above: int) -> int:
    """The number with the most zeros at its end that is more than `below` and at most `above`."""
    bits = (below ^ above).bit_length() - 1
    return above >> bits << bits


def _declares(block: Block) -> bool:
    finder = _DeclarationFinder()
    finder.visit_block(block)
    return finder.found


class _DeclarationFinder(Walker):
    def __init__(self) -> None:
        self.found = False

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        self.found = True

    def visit_function(self, function: FunctionDefinition) -> None:
        self.found = True
