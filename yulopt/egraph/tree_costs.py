"""The cheapest form of every value if nothing is shared: the cost of a tree.

Values are settled from cheap to expensive, as in Dijkstra's algorithm: when a value is the cheapest
that is left, it cannot get any cheaper, since every form costs more than its operands. The order in
which values are settled has a meaning of its own: it depends on what the values are, not on the
numbers that they happen to have, and operands come before what they are operands of.

What is in a loop runs repeatedly, and one of several cases only sometimes; but its code is there
once. So a form can cost gas when it runs, of which each operand has its share, and gas for its
code, which counts in full. Then this is exact as long as no share is below one. Otherwise a form
can be cheaper than an operand that seldom runs, and may then come too late, after another form of
the same value.

Source: Knuth, "A Generalization of Dijkstra's Algorithm" (1977); chapter 09, sections 7.1 and 7.2
of the specification.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from yulopt.egraph.export import ENode

# How often an operand runs when a form does, as a fraction.
Share = tuple[int, int]


class Form:
    """One way to compute a value.

    `own` (more than 0) is what it costs, each time that it runs, without its `operands`, the values
    (by number, maybe repeated) that have to be computed first; `key` tells it from other forms with
    the same ones. `code` is what it costs once; `shares` tells how often each operand runs for
    this form, by default once.
    """

    __slots__ = ("code", "key", "node", "operands", "own", "shares")

    def __init__(
        self,
        own: int,
        operands: tuple[int, ...],
        key: str,
        node: ENode,
        code: int = 0,
        shares: tuple[Share, ...] | None = None,
    ) -> None:
        self.own = own
        self.operands = operands
        self.key = key
        self.node = node
        self.code = code
        self.shares = shares


class TreeCosts:
    """`cost[value]` and `form[value]` (an index) of the cheapest tree, and `order`, all values that
    have one from cheap to expensive; `rank` is the position in that order. `code` is the part of
    the cost that counts once."""

    __slots__ = ("code", "cost", "form", "order", "rank")

    def __init__(self, values: Sequence[Sequence[Form]]) -> None:
        self.cost: dict[int, int] = {}
        self.code: dict[int, int] = {}
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
        # What a form costs, what it is (in a way that does not depend on numbers), which one, and
        # how much of that is code.
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
        """What a form costs with its operands, which are settled, and how much of that is code."""
        if form.shares is None:
            cost = form.own + sum([self.cost[operand] for operand in form.operands])
            return cost + form.code, form.code + sum([self.code[one] for one in form.operands])
        running, code = form.own, form.code
        for operand, (times, parts) in zip(form.operands, form.shares, strict=True):
            if times:
                running += (self.cost[operand] - self.code[operand]) * times // parts
                code += self.code[operand]
        return running + code, code
