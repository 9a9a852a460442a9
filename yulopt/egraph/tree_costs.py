"""The cheapest form of every value if nothing is shared: the cost of a tree.

Values are settled from cheap to expensive, as in Dijkstra's algorithm: the cheapest remaining value
cannot become cheaper, since every form costs more than its operands. The settling order is
canonical: it depends on the values, not on their arbitrary numbers, and operands precede their
users.

Code in a loop runs repeatedly, and one of several cases only sometimes; but its code exists once.
So a form costs gas per execution, weighted by the share of each operand, and gas for its code,
which counts in full. Then this is exact as long as no share is below one. Otherwise a form can be
cheaper than an operand that seldom runs, and may then come too late, after another form of the same
value.

Source: Knuth, "A Generalization of Dijkstra's Algorithm" (1977); chapter 09, sections 7.1 and 7.2
of the specification.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import attr

from yulopt.egraph.export import ENode

# The executions of an operand per execution of a form, as a fraction.
Share = tuple[int, int]


@attr.s(auto_attribs=True, eq=False, slots=True)
class Form:
    """One way to compute a value.

    `own` (more than 0): its cost per execution, without its `operands`, the values (by number,
    possibly repeated) that have to be computed first; `key` distinguishes it from other forms with
    the same ones. `code`: its one-time cost; `shares`: the executions of each operand per execution
    of this form, by default one.
    """

    own: int
    operands: tuple[int, ...]
    key: str
    node: ENode
    code: int = 0
    shares: tuple[Share, ...] | None = None


class TreeCosts:
    """`cost[value]` and `form[value]` (an index) of the cheapest tree, and `order`, all values that
    have one from cheap to expensive; `rank` is the position in that order. `code`: the one-time
    part of the cost."""

    __slots__ = ("code", "cost", "form", "order", "rank")

    def __init__(self, values: Sequence[Sequence[Form]]) -> None:
        self.cost: dict[int, int] = {}
        self.code: dict[int, int] = {}
        self.form: dict[int, int] = {}
        self.order: list[int] = []
        self.rank: dict[int, int] = {}
        self._settle(values)

    def possible_forms(self, forms: Sequence[Form]) -> list[Form]:
        """The computable forms, in an order independent of numbers."""
        possible = [form for form in forms if all(one in self.rank for one in form.operands)]
        return sorted(
            possible, key=lambda form: (form.key, [self.rank[operand] for operand in form.operands])
        )

    def _settle(self, values: Sequence[Sequence[Form]]) -> None:
        missing: list[list[int]] = [[len(set(form.operands)) for form in forms] for forms in values]
        readers: list[list[tuple[int, int]]] = [[] for _ in values]
        # The cost of a form, its canonical key, its index, and the code part of the cost.
        queue: list[tuple[int, str, tuple[int, ...], int, int, int]] = []
        for value, forms in enumerate(values):
            for index, form in enumerate(forms):
                for operand in dict.fromkeys(form.operands):
                    readers[operand].append((value, index))
                if not form.operands:
                    queue.append((form.own + form.code, form.key, (), value, index, form.code))
        heapq.heapify(queue)
        while queue:
            cost, _, _, value, index, code = heapq.heappop(queue)
            if value in self.cost:
                continue
            self.cost[value], self.code[value], self.form[value] = cost, code, index
            self.rank[value] = len(self.order)
            self.order.append(value)
            for reader, number in readers[value]:
                missing[reader][number] -= 1
                if not missing[reader][number] and reader not in self.cost:
                    form = values[reader][number]
                    ranks = tuple([self.rank[operand] for operand in form.operands])
                    cost, code = self._total(form)
                    heapq.heappush(queue, (cost, form.key, ranks, reader, number, code))

    def _total(self, form: Form) -> tuple[int, int]:
        """The cost of a form with its settled operands, and the code part of it."""
        if form.shares is None:
            cost = form.own + sum([self.cost[operand] for operand in form.operands])
            return cost + form.code, form.code + sum([self.code[one] for one in form.operands])
        running, code = form.own, form.code
        for operand, (times, parts) in zip(form.operands, form.shares, strict=True):
            if times:
                running += (self.cost[operand] - self.code[operand]) * times // parts
                code += self.code[operand]
        return running + code, code
