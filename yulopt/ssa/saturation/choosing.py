"""Chooses the cheapest expressions from a saturated e-graph, for all uses together.

Source: chapter 09, sections 7.2 and 8.3.
"""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.dialect import Builtin, Dialect
from yulopt.egraph.arguments_used import without_strange_arguments
from yulopt.egraph.export import ENode, Export, Head
from yulopt.egraph.shared_costs import SharedCosts
from yulopt.egraph.tree_costs import TreeCosts
from yulopt.ssa.ir.function import Constant
from yulopt.ssa.saturation.expressions import Expression, Operand, Use, better_name
from yulopt.ssa.saturation.prices import Prices, simple_forms
from yulopt.ssa.saturation.terms import Root, Terms


class Choice:
    """Expressions in `order` (operands before what reads them), and the `uses` that need them."""

    def __init__(self, terms: Terms, depths: list[int], prices: Prices, dialect: Dialect) -> None:
        self.order: list[Expression] = []
        self.uses: list[Use] = []
        self._terms = terms
        self._depths = depths
        self._prices = prices
        self._dialect = dialect

    def add(self, export: Export, roots: Sequence[Root]) -> None:
        """Choose the expressions for roots that are in one e-graph."""
        without_strange_arguments(export)
        leaves = [leaf if isinstance(leaf, Builtin) else None for leaf in self._terms.leaves]
        forms = self._prices.forms(export, leaves, self._depths, self._forms_before(export))
        simple = simple_forms(export)
        values = [export.handles[root.handle] for root in roots]
        computed = [value for value in values if value not in simple]
        costs = SharedCosts(forms, TreeCosts(forms), computed, self._prices.keep, self._prices.read)
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

    def _forms_before(self, export: Export) -> set[tuple[Head, tuple[int, ...]]]:
        """The forms that values have in the function as it is."""
        nodes = [self._terms.nodes[handle] for handle in export.handles]
        return {
            (node.head, tuple([export.handles[operand] for operand in node.children]))
            for node in nodes
        }

    def _names(self, export: Export) -> dict[int, str]:
        names: dict[int, str] = {}
        for handle, result in self._terms.results.items():
            if handle in export.handles:
                value = export.handles[handle]
                names[value] = better_name(names.get(value, ""), result.name)
        return names
