"""Chooses the cheapest expressions from a saturated e-graph, for all uses together.

Leaves and numbers have no cost of their own: reading them is part of the cost of their users. Code
in loops counts more; the loop depth of a form follows from its leaves, since everything that can
leave a loop does.

Source: chapter 09, sections 7.1, 7.2 and 8.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attr

from yulopt.dialect import Builtin, Dialect
from yulopt.egraph.export import ENode, Export, Head, drop_forms_with_extra_arguments
from yulopt.egraph.shared_costs import SharedCosts
from yulopt.egraph.tree_costs import Form, TreeCosts
from yulopt.gas.constants import ConstantFinder
from yulopt.gas.model import LOOP_WEIGHT, READ_VARIABLE, UNUSED_VALUE, WEIGHT_ONE, Gas, GasModel
from yulopt.ssa.ir.function import Constant, Instruction, Value
from yulopt.ssa.saturation.terms import Root, Terms

# Loops nested deeper than this do not cost more.
_DEEPEST: Final = 6


class Expression:
    """An instruction over `operands`: values, instructions without operands, other expressions.

    Expressions are unique, however many others read them. `name`: that of an equal value of the
    function, empty if there was none.
    """

    __slots__ = ("builtin", "name", "operands")

    def __init__(self, builtin: Builtin, operands: list[Operand], name: str = "") -> None:
        self.builtin = builtin
        self.operands = operands
        self.name = name


Operand = Value | Builtin | Expression


class Use:
    """Operand `index` of an instruction becomes this."""

    __slots__ = ("index", "instruction", "operand")

    def __init__(self, instruction: Instruction, index: int, operand: Operand) -> None:
        self.instruction = instruction
        self.index = index
        self.operand = operand


@attr.s(auto_attribs=True, eq=False)
class Choice:
    """Expressions in `order` (operands before their users), and the `uses` that need them.

    `leaf_depths`: the loop depth of each leaf.
    """

    _terms: Terms
    _leaf_depths: list[int]
    _dialect: Dialect
    _model: GasModel
    _constants: ConstantFinder
    order: list[Expression] = attr.ib(init=False, factory=list)
    uses: list[Use] = attr.ib(init=False, factory=list)

    def add(self, export: Export, roots: Sequence[Root]) -> None:
        """Choose the expressions for roots that are in one e-graph."""
        drop_forms_with_extra_arguments(export)
        simple = _simple_forms(export)
        forms = self._forms(export, simple)
        values = [export.handles[root.handle] for root in roots]
        computed = [value for value in values if value not in simple]
        keep, read = [
            self._model.weighted(self._model.code(code), WEIGHT_ONE)
            for code in (UNUSED_VALUE, READ_VARIABLE)
        ]
        costs = SharedCosts(forms, TreeCosts(forms), computed, keep, read)
        costs.improve()
        names = self._names(export)
        expressions: dict[int, Expression] = {}

        def operand(value: int) -> Operand:
            leaf = simple.get(value)
            return expressions[value] if leaf is None else self._leaf(leaf)

        for value in costs.needed():
            node = costs.form(value).node
            assert isinstance(node.head, str)
            expression = Expression(
                self._dialect.builtins[node.head],
                [operand(child) for child in node.children],
                names.get(value, ""),
            )
            expressions[value] = expression
            self.order.append(expression)
        for root, value in zip(roots, values, strict=True):
            self.uses.append(Use(root.instruction, root.index, operand(value)))

    def add_leaves(self, roots: Sequence[Root]) -> None:
        """The same for roots that are leaves themselves."""
        for root in roots:
            self.uses.append(
                Use(root.instruction, root.index, self._leaf(self._terms.nodes[root.handle]))
            )

    def _leaf(self, node: ENode) -> Operand:
        if isinstance(node.head, int):
            return Constant(node.head)
        assert isinstance(node.head, tuple)
        return self._terms.leaves[node.head[1]]

    def _names(self, export: Export) -> dict[int, str]:
        names: dict[int, str] = {}
        for handle, result in self._terms.results.items():
            if handle in export.handles:
                value = export.handles[handle]
                names[value] = _better_name(names.get(value, ""), result.name)
        return names

    # Costs

    def _forms(self, export: Export, simple: dict[int, ENode]) -> list[list[Form]]:
        """The forms of all values with their costs; none for leaves and numbers.

        Among forms of equal cost, those of the current function come first.
        """
        depths = _value_depths(export, simple, self._leaf_depths)
        before = self._forms_before(export)
        result: list[list[Form]] = []
        for value, nodes in enumerate(export.classes):
            forms: list[Form] = []
            if value not in simple:
                forms = [self._form(node, simple, depths) for node in nodes]
            for form in forms:
                if (form.node.head, form.node.children) not in before:
                    form.key = f"~{form.key}"
            result.append(forms)
        return result

    def _forms_before(self, export: Export) -> set[tuple[Head, tuple[int, ...]]]:
        nodes = [self._terms.nodes[handle] for handle in export.handles]
        return {
            (node.head, tuple([export.handles[operand] for operand in node.children]))
            for node in nodes
        }

    def _form(self, node: ENode, simple: dict[int, ENode], depths: list[int]) -> Form:
        assert isinstance(node.head, str)
        gas = self._model.builtin(self._dialect.builtins[node.head])
        operands: list[int] = []
        keys = [node.head]
        for child in node.children:
            leaf = simple.get(child)
            if leaf is None:
                operands.append(child)
                keys.append("")
            else:
                gas += self._leaf_gas(leaf)
                keys.append(str(leaf.head) if isinstance(leaf.head, int) else f"@{leaf.head[1]}")
        depth = max([depths[child] for child in node.children])
        cost = self._model.weighted(gas, WEIGHT_ONE * LOOP_WEIGHT**depth)
        return Form(cost, tuple(operands), " ".join(keys), node)

    def _leaf_gas(self, node: ENode) -> Gas:
        if isinstance(node.head, int):
            return self._constants.gas(node.head)
        assert isinstance(node.head, tuple)
        leaf = self._terms.leaves[node.head[1]]
        if isinstance(leaf, Builtin):
            return self._model.builtin(leaf)
        return self._model.code(READ_VARIABLE)


def _simple_forms(export: Export) -> dict[int, ENode]:
    """The values with a number or a leaf among their forms, which is always the best."""
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


def _value_depths(export: Export, simple: dict[int, ENode], leaf_depths: list[int]) -> list[int]:
    """The minimum loop depth at which each value can be computed, given its operands; at most
    `_DEEPEST`, also for values that depend only on themselves."""
    depths = [_DEEPEST] * len(export.classes)
    readers: list[dict[int, None]] = [{} for _ in export.classes]
    for value, nodes in enumerate(export.classes):
        for node in nodes:
            for child in node.children:
                readers[child][value] = None

    def depth(value: int) -> int:
        if value in simple:
            head = simple[value].head
            return leaf_depths[head[1]] if isinstance(head, tuple) else 0
        of_forms = [max([depths[one] for one in form.children]) for form in export.classes[value]]
        return min(of_forms, default=_DEEPEST)

    # Depths only become smaller, up to the greatest fixed point.
    work = list(range(len(export.classes)))
    waiting = [True] * len(export.classes)
    while work:
        value = work.pop()
        waiting[value] = False
        new = depth(value)
        if new < depths[value]:
            depths[value] = new
            for reader in readers[value]:
                if not waiting[reader]:
                    waiting[reader] = True
                    work.append(reader)
    return depths


def _better_name(name: str, other: str) -> str:
    """Of two names for the same expression, the first that is not a number."""
    return other if not name or (name.isdigit() and not other.isdigit()) else name
