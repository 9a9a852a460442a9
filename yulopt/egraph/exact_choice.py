"""The exact cheapest choice of shared forms, by 0-1 integer programming.

A 0-1 variable per form is 1 if it is chosen. The root has a chosen form; chosen forms need
one of each operand; and values that could form a cycle have levels above those of their operands.
The objective is the total cost of chosen forms, each counted once.

Source: chapter 09, section 7.2; for the levels, Miller, Tucker, Zemlin, "Integer Programming
Formulation of Traveling Salesman Problems" (1960).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from yulopt.egraph.tree_costs import Form, TreeCosts
from yulopt.errors import YulError
from yulopt.graphs.components import components_of

if TYPE_CHECKING:
    from scipy.optimize import LinearConstraint

MISSING: Final = "an exact choice needs the package 'scipy': pip install 'yulopt[exact]'"
_OPTIMAL: Final = 0
_TIME_LIMIT: Final = 1


class ExactChoice:
    """The best forms for all values that `root` needs, among those computable by `tree`.

    `chosen`: one form per needed value, if the best choice was found; otherwise `problem` is the
    reason. `order`: operands first. Raises `YulError` without the library.
    """

    __slots__ = ("_columns", "_forms", "_levels", "chosen", "order", "problem")

    def __init__(
        self, forms: Sequence[Sequence[Form]], tree: TreeCosts, root: int, seconds: float
    ) -> None:
        self.chosen: dict[int, Form] = {}
        self.order: list[int] = []
        self.problem = ""
        self._forms = _possible_forms(forms, tree, root)
        # The number of each form, and that of the level of each value that needs one.
        self._columns: dict[int, range] = {}
        count = 0
        for value, possible in self._forms.items():
            self._columns[value] = range(count, count + len(possible))
            count += len(possible)
        self._levels: dict[int, int] = {}
        self._solve(root, seconds)
        if not self.problem:
            self._put_in_order(root)

    def _solve(self, root: int, seconds: float) -> None:
        try:
            from scipy.optimize import Bounds, milp
        except ImportError:
            raise YulError(MISSING) from None
        components = components_of(
            {
                value: [one for form in possible for one in form.operands]
                for value, possible in self._forms.items()
            }
        )
        constraints = self._constraints(root, components)
        costs = [float(form.own) for possible in self._forms.values() for form in possible]
        circles = float(max(map(len, components)))
        solution = milp(
            costs + [0.0] * len(self._levels),
            integrality=[1] * len(costs) + [0] * len(self._levels),
            bounds=Bounds(0.0, [1.0] * len(costs) + [circles] * len(self._levels)),
            constraints=constraints,
            options={"time_limit": seconds},
        )
        if solution.status == _TIME_LIMIT:
            self.problem = f"the solver did not finish within {seconds:g} seconds"
        elif solution.status != _OPTIMAL or solution.x is None:
            self.problem = f"the solver gave up: {solution.message}"
        else:
            for value, possible in self._forms.items():
                for column, form in zip(self._columns[value], possible, strict=True):
                    if solution.x[column] > 0.5:
                        self.chosen[value] = form

    def _constraints(self, root: int, components: list[list[int]]) -> LinearConstraint:
        """All rows: sums of columns with factors, each at least as large as a limit."""
        from scipy.optimize import LinearConstraint
        from scipy.sparse import csr_array

        component_of = {value: members for members in components for value in members}
        width = sum(map(len, self._columns.values()))
        for value, members in component_of.items():
            if len(members) > 1:
                self._levels[value] = width + len(self._levels)
        rows: list[dict[int, int]] = [dict.fromkeys(self._columns[root], 1)]
        least = [1.0]
        for value, possible in self._forms.items():
            for column, form in zip(self._columns[value], possible, strict=True):
                for operand in dict.fromkeys(form.operands):
                    rows.append({**dict.fromkeys(self._columns[operand], 1), column: -1})
                    least.append(0.0)
                    members = component_of[value]
                    if len(members) > 1 and component_of[operand] is members:
                        # level >= level of the operand + 1, unless the form is not chosen.
                        large = len(members) + 1
                        level, below = self._levels[value], self._levels[operand]
                        rows.append({level: 1, below: -1, column: -large})
                        least.append(1.0 - large)
        data = [float(factor) for row in rows for factor in row.values()]
        positions = (
            [number for number, row in enumerate(rows) for _ in row],
            [column for row in rows for column in row],
        )
        shape = (len(rows), width + len(self._levels))
        return LinearConstraint(csr_array((data, positions), shape=shape), least)

    def _put_in_order(self, root: int) -> None:
        """Drop unneeded chosen forms (which are free), and sort the rest."""
        needed: dict[int, Form] = {}
        stack: list[tuple[int, bool]] = [(root, False)]
        while stack:
            value, done = stack.pop()
            if done:
                self.order.append(value)
            elif value not in needed:
                needed[value] = self.chosen[value]
                stack.append((value, True))
                stack.extend((operand, False) for operand in self.chosen[value].operands)
        self.chosen = needed


def _possible_forms(
    forms: Sequence[Sequence[Form]], tree: TreeCosts, root: int
) -> dict[int, list[Form]]:
    """The forms of all possibly needed values, without dominated ones."""
    found: dict[int, list[Form]] = {}
    waiting = [root]
    while waiting:
        value = waiting.pop()
        if value in found:
            continue
        best: dict[frozenset[int], Form] = {}
        for form in forms[value]:
            operands = frozenset(form.operands)
            if value not in operands and all(one in tree.rank for one in operands):
                known = best.get(operands)
                if known is None or (form.own, form.key) < (known.own, known.key):
                    best[operands] = form
        free = best.get(frozenset())
        found[value] = [free] if free is not None and not free.own else list(best.values())
        waiting.extend(operand for form in found[value] for operand in form.operands)
    return found
