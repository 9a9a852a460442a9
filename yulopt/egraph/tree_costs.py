"""The cheapest form of every value if nothing is shared: the cost of a tree.

Values are settled from cheap to expensive, as in Dijkstra's algorithm: when a value is the cheapest
that is left, it cannot get any cheaper, since every form costs more than its operands. The order in
which values are settled has a meaning of its own: it depends on what the values are, not on the
numbers that they happen to have, and operands come before what they are operands of.

Source: Knuth, "A Generalization of Dijkstra's Algorithm" (1977); chapter 09, section 7.2.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from yulopt.egraph.export import ENode


class Form:
    """One way to compute a value.

    `own` (more than 0) is what it costs without its `operands`, the values (by number, maybe
    repeated) that have to be computed first; `key` tells it from other forms with the same ones.
    """

    __slots__ = ("key", "node", "operands", "own")

    def __init__(self, own: int, operands: tuple[int, ...], key: str, node: ENode) -> None:
        self.own = own
        self.operands = operands
        self.key = key
        self.node = node


class TreeCosts:
    """`cost[value]` and `form[value]` (an index) of the cheapest tree, and `order`, all values that
    have one from cheap to expensive; `rank` is the position in that order."""

    __slots__ = ("cost", "form", "order", "rank")

    def __init__(self, values: Sequence[Sequence[Form]]) -> None:
        self.cost: dict[int, int] = {}
        self.form: dict[int, int] = {}
        self.order: list[int] = []
        self.rank: dict[int, int] = {}
        self._settle(values)

    def possible_forms(self, forms: Sequence[Form]) -> list[Form]:
        """The forms that can be computed, in an order that does not depend on numbers."""
        possible = [form for form in forms if all(one in self.rank for one in form.operands)]
        return sorted(
            possible, key=lambda form: (form.key, [self.rank[operand] for operand in form.operands])
        )

    def _settle(self, values: Sequence[Sequence[Form]]) -> None:
        missing: list[list[int]] = [[len(set(form.operands)) for form in forms] for forms in values]
        readers: list[list[tuple[int, int]]] = [[] for _ in values]
        # What a form costs, what it is (in a way that does not depend on numbers), and which one.
        queue: list[tuple[int, str, tuple[int, ...], int, int]] = []
        for value, forms in enumerate(values):
            for index, form in enumerate(forms):
                for operand in dict.fromkeys(form.operands):
                    readers[operand].append((value, index))
                if not form.operands:
                    queue.append((self._total(form), form.key, (), value, index))
        heapq.heapify(queue)
        while queue:
            cost, _, _, value, index = heapq.heappop(queue)
            if value in self.cost:
                continue
            self.cost[value], self.form[value] = cost, index
            self.rank[value] = len(self.order)
            self.order.append(value)
            for reader, number in readers[value]:
                missing[reader][number] -= 1
                if not missing[reader][number] and reader not in self.cost:
                    form = values[reader][number]
                    ranks = tuple([self.rank[operand] for operand in form.operands])
                    heapq.heappush(queue, (self._total(form), form.key, ranks, reader, number))

    def _total(self, form: Form) -> int:
        """What a form costs with its operands, which are settled."""
        return form.own + sum([self.cost[operand] for operand in form.operands])
