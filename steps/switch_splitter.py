"""SwitchSplitter (`b`): turns large switches into search trees.

A switch compares its value with its labels in sequence. If that is not the cheapest way, the labels
become the leaves of an optimal search tree (`yulopt.frequency.comparison_trees`): comparisons by
`lt` split them until comparing with the rest in sequence is cheaper. Each case is assumed to run as
often as the code (the setting `runs`), as is the default, for values between any two labels; a
split is made if it saves more gas than its bytes cost.

If a call profile of deployed code is given (`Context.calls`), and the value depends on the selector
alone (`yulopt.frequency.selectors`), cases are weighted by these calls, and frequent ones are
compared first. `runs` is then the number of runs of each case if all were called equally often; a
case without calls is weighted by a 64th of that. A profile of another contract, or none, only
changes the order of the search.

Labels are compared as unsigned numbers, they are distinct, and the value is computed once, so the
behaviour is the same for any value, in any order. Only the gas differs, which programs can observe
by `gas()`, as with every optimisation. A default is copied to each part, which is included in the
price. One that declares variables or functions is not copied, nor one that assigns an immutable, as
solc's code generation ignores all assignments but the first: then at most the order changes.

Jump tables, which Yul cannot express, are cheaper for many labels. The assembly pass JumpTables
(`yulopt.assembly.beyond.jump_tables`) replaces the tree, or parts of it, by them.

Right if:

* single evaluation: a switch value that is not a variable is kept in one.
* no declarations in the default: a default that declares names is not copied, since names are
  unique.

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
Experience 15 (1985); for the tree, see `yulopt.frequency.comparison_trees`. This is an extension:
solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.analysis.construct_kinds import BRANCHES
from yulopt.dialect import Builtin
from yulopt.frequency.case_weights import CaseWeights, comparison_costs
from yulopt.frequency.comparison_trees import (
    ComparisonCosts,
    SearchTree,
    by_weight,
    optimal_search_tree,
)
from yulopt.gas.estimate import code_gas
from yulopt.gas.model import GasModel
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
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


class SwitchSplitter(Step):
    """Turns large switches into search trees."""

    name = "SwitchSplitter"
    letter = "b"
    requires = (UNIQUE_NAMES,)
    is_extension: ClassVar[bool] = True
    reads_runs = True
    looks_for = BRANCHES

    def run(self, context: Context, block: Block) -> None:
        _Splitter(context, block).visit_block(block)


class _Splitter(BlockTransformer):
    def __init__(self, context: Context, code: Block) -> None:
        self._context = context
        self._weights = CaseWeights(code, context.calls_of_code)

    def visit_switch(self, switch: Switch) -> list[Statement] | None:
        super().visit_switch(switch)
        default = switch.cases[-1] if switch.cases[-1].label is None else None
        cases = sorted(switch.cases if default is None else switch.cases[:-1], key=_label)
        if not cases:
            return None
        weights, elsewhere = self._weights.of(switch.expression, list(map(_label, cases)))
        costs = _comparison_costs(self._context, _label(cases[-1]), default)
        tree = optimal_search_tree(weights, elsewhere, costs)
        if tree.lower is not None and default is not None and _is_unique(default.body):
            tree = SearchTree(by_weight(weights))
        if tree.lower is None:
            if len(set(weights)) > 1:
                switch.cases = [cases[key] for key in tree.keys]
                switch.cases += [] if default is None else [default]
            return None
        declaration: list[Statement] = []
        value = switch.expression
        if not isinstance(value, Identifier):
            name = self._context.dispenser.new_name("")
            declaration.append(VariableDeclaration([name], value, switch.position))
            value = Identifier(name, switch.position)
        comparison = self._context.dialect.builtin("lt")
        return [*declaration, *_Search(value, cases, default, comparison).along(tree)]


class _Search:
    """Writes the search tree."""

    def __init__(
        self,
        value: Identifier,
        cases: list[Case],
        default: Case | None,
        comparison: Builtin | None,
    ) -> None:
        self._value = value
        self._cases = cases
        self._default = default
        self._comparison = comparison

    def along(self, tree: SearchTree) -> list[Statement]:
        """The code of a tree, whose keys number the cases."""
        position = self._value.position
        default = self._default
        rest: list[Statement] = []
        if tree.lower is not None and tree.upper is not None:
            rest = [self._halves(tree.border, tree.lower, tree.upper)]
        elif default is not None:
            rest = copy_block(default.body).statements
        if not tree.keys:
            return rest
        cases = [self._cases[key] for key in tree.keys]
        if rest or default is not None:
            cases.append(Case(None, Block(rest, position), position))
        return [Switch(self._read(), cases, position)]

    def _halves(self, border: int, lower: SearchTree, upper: SearchTree) -> Statement:
        position = self._value.position
        number = _roundest_between(_label(self._cases[border - 1]), _label(self._cases[border]))
        pivot = Literal(NUMBER, number, hex(number), position=position)
        is_lower = FunctionCall("lt", [self._read(), pivot], self._comparison, position)
        zero = Literal(NUMBER, 0, position=position)
        branches = [
            Case(zero, Block(self.along(upper), position), position),
            Case(None, Block(self.along(lower), position), position),
        ]
        return Switch(is_lower, branches, position)

    def _read(self) -> Identifier:
        return Identifier(self._value.name, self._value.position)


def _comparison_costs(
    context: Context, highest_label: int, default: Case | None
) -> ComparisonCosts:
    """The costs of comparisons in a switch; see `comparison_costs`."""
    executions = context.expected_executions
    copied = 0 if default is None else code_gas(default.body, context.dialect, executions)
    return comparison_costs(GasModel(context.dialect, executions), highest_label, copied)


def _label(case: Case) -> int:
    assert case.label is not None
    return case.label.value


def _roundest_between(below: int, above: int) -> int:
    """The number with the most trailing zeros that is more than `below` and at most `above`."""
    bits = (below ^ above).bit_length() - 1
    return above >> bits << bits


def _is_unique(block: Block) -> bool:
    """Whether code may occur only once."""
    finder = _UniqueFinder()
    finder.visit_block(block)
    return finder.found


class _UniqueFinder(Walker):
    def __init__(self) -> None:
        self.found = False

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        self.found = True

    def visit_function(self, function: FunctionDefinition) -> None:
        self.found = True

    def visit_call(self, call: FunctionCall) -> None:
        self.found = self.found or call.name == "setimmutable"
        super().visit_call(call)
