"""What the forms of values cost, in gas over the life of a contract.

Leaves and numbers have no cost of their own: reading them is a part of what reads them. What is in
a loop counts more; how deep a form has to be in loops follows from its leaves, since everything
that can leave a loop does.

Source: chapter 09, sections 7.1 and 8.3.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from yulopt.dialect import Builtin, Dialect
from yulopt.egraph.export import ENode, Export, Head
from yulopt.egraph.tree_costs import Form
from yulopt.gas.constant_representation import SMALLEST_CONSTANT, RepresentationFinder
from yulopt.gas.weighted import LOOP_WEIGHT, WEIGHT_ONE, WeightedMeter
from yulopt.syntax.ast import FunctionCall, Identifier, Literal

# A variable is removed from the stack at the end: POP.
_POP: Final = (2, 1)
_DEEPEST: Final = 6


class Prices:
    """Prices for one EVM version and one kind of code (see `GasMeter`)."""

    __slots__ = ("_dialect", "_finder", "_meter", "_variable")

    def __init__(self, dialect: Dialect, expected_executions: int | None) -> None:
        self._dialect = dialect
        self._meter = WeightedMeter(dialect, expected_executions)
        self._finder = RepresentationFinder(dialect, expected_executions)
        self._variable = Identifier("x")

    @property
    def read(self) -> int:
        """To read a variable."""
        self._meter.set_weight(WEIGHT_ONE)
        return self._meter.cost(self._variable)

    @property
    def keep(self) -> int:
        """To have a variable."""
        self._meter.set_weight(WEIGHT_ONE)
        return self._meter.code_cost(*_POP)

    def operation(self, builtin: Builtin, weight: int) -> int:
        """An instruction without its operands, executed as often as the weight says."""
        self._meter.set_weight(weight)
        return self._meter.instruction_cost(builtin)

    def number(self, value: int, weight: int) -> int:
        """A number, as the ConstantOptimiser will write it."""
        self._meter.set_weight(weight)
        if value < SMALLEST_CONSTANT:
            return self._meter.literal_cost(value)
        return self._meter.cost(self._finder.cheapest(value))

    def variable(self, weight: int) -> int:
        """Reading a variable, as often as the weight says."""
        self._meter.set_weight(weight)
        return self._meter.cost(self._variable)

    def is_complement(self, value: int) -> bool:
        """Whether a number is best written as `not` of another one."""
        if value < SMALLEST_CONSTANT:
            return False
        best = self._finder.cheapest(value)
        return (
            isinstance(best, FunctionCall)
            and best.name == "not"
            and isinstance(best.arguments[0], Literal)
        )

    def forms(
        self,
        export: Export,
        leaves: list[Builtin | None],
        depths: list[int],
        preferred: set[tuple[Head, tuple[int, ...]]],
    ) -> list[list[Form]]:
        """The forms of all values of an e-graph with their costs; none for leaves and numbers.

        `leaves[index]` is the instruction that an argument stands for (None for a variable), and
        `depths[index]` the number of loops around it. Of forms that cost the same, a `preferred`
        one comes first.
        """
        simple = simple_forms(export)
        value_depths = _depths(export, simple, depths)
        result: list[list[Form]] = []
        for value, nodes in enumerate(export.classes):
            if value in simple:
                result.append([])
                continue
            forms = [self._form(node, simple, leaves, value_depths) for node in nodes]
            for form in forms:
                if (form.node.head, form.node.children) not in preferred:
                    form.key = f"~{form.key}"
            result.append(forms)
        return result

    def _form(
        self,
        node: ENode,
        simple: dict[int, ENode],
        leaves: list[Builtin | None],
        depths: list[int],
    ) -> Form:
        assert isinstance(node.head, str)
        depth = max([depths[child] for child in node.children])
        weight = WEIGHT_ONE * LOOP_WEIGHT ** min(depth, _DEEPEST)
        own = self.operation(self._dialect.builtins[node.head], weight)
        operands: list[int] = []
        keys = [node.head]
        for child in node.children:
            leaf = simple.get(child)
            if leaf is None:
                operands.append(child)
                keys.append("")
            elif isinstance(leaf.head, int):
                own += self.number(leaf.head, weight)
                keys.append(str(leaf.head))
            else:
                assert isinstance(leaf.head, tuple)
                builtin = leaves[leaf.head[1]]
                own += self.variable(weight) if builtin is None else self.operation(builtin, weight)
                keys.append(f"@{leaf.head[1]}")
        return Form(own, tuple(operands), " ".join(keys), node)


def simple_forms(export: Export) -> dict[int, ENode]:
    """The values that are a number or a leaf, which is always their best form."""
    found: dict[int, ENode] = {}
    for value, nodes in enumerate(export.classes):
        ranked = [node for node in nodes if not isinstance(node.head, str)]
        if ranked:
            found[value] = min(ranked, key=_simplicity)
    return found


def _simplicity(node: ENode) -> tuple[bool, int]:
    head = node.head
    if isinstance(head, tuple):
        return True, head[1]
    assert isinstance(head, int)
    return False, head


def _depths(export: Export, simple: dict[int, ENode], leaf_depths: list[int]) -> list[int]:
    """The least number of loops in which each value can be computed, if it is computed as far out
    as its operands are; `_DEEPEST` for values that depend on themselves only."""

    def leaf_depth(node: ENode) -> int:
        return leaf_depths[node.head[1]] if isinstance(node.head, tuple) else 0

    return least_fixpoint(
        export,
        lambda value, depths: (
            leaf_depth(simple[value])
            if value in simple
            else min(
                [max([depths[child] for child in node.children]) for node in export.classes[value]],
                default=_DEEPEST,
            )
        ),
        _DEEPEST,
    )


def least_fixpoint(
    export: Export, update: Callable[[int, list[int]], int], highest: int
) -> list[int]:
    """Values of a function on classes that only get smaller, from `highest` on."""
    readers: list[dict[int, None]] = [{} for _ in export.classes]
    for value, nodes in enumerate(export.classes):
        for node in nodes:
            for child in node.children:
                readers[child][value] = None
    result = [highest] * len(export.classes)
    work = list(range(len(export.classes)))
    waiting = [True] * len(export.classes)
    while work:
        value = work.pop()
        waiting[value] = False
        new = min(update(value, result), result[value])
        if new < result[value]:
            result[value] = new
            for reader in readers[value]:
                if not waiting[reader]:
                    waiting[reader] = True
                    work.append(reader)
    return result
