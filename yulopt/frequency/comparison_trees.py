"""Optimal search trees with two kinds of comparisons: is it this key, and is it less than this key.

Keys are numbered in their order, and each is looked for as often as its weight says; what is no key
is looked for, too, as often between any two keys. A test for a key is made in one place whatever
the tree, so it only costs time, whereas a comparison by order has a price of its own: it is one
more. The tree is a dynamic program over intervals of keys of which the most frequent ones are found
already, for where it is best to test a key, it is best to test the most frequent one.

All trees are tried for few keys, or if all have the same weight. Of many, an interval is divided
near the middle of its weight (by bisection, which Mehlhorn shows to be nearly optimal), and before
that only keys are tested that have a good share of it.

Source: R. Anderson, S. Kannan, H. Karloff, R. Ladner, "Thresholds and optimal binary comparison
search trees", Journal of Algorithms 44 (2002); K. Mehlhorn, "A best possible bound for the weighted
path length of binary search trees", SIAM Journal on Computing 6 (1977).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

# The most keys, and the most of the same weight, for which all trees are tried.
_ALL_TRIED: Final = 16
_ALL_TRIED_IF_EQUAL: Final = 64
# Of more keys, one is tested before a division if its share is at least one in this number.
_GOOD_SHARE: Final = 3


class ComparisonCosts:
    """What comparisons cost, for each unit of weight that passes them: a test for a key, and a
    comparison by order, which has a price of its own, too.
    """

    def __init__(self, test: int, comparison: int, price: int) -> None:
        self.test = test
        self.comparison = comparison
        self.price = price


class SearchTree:
    """A search among some keys: first they are tested for `keys`, one after the other; then, if it
    has parts, what is less than the key `border` is searched in `lower`, all else in `upper`.
    """

    def __init__(
        self,
        keys: list[int],
        border: int = 0,
        lower: SearchTree | None = None,
        upper: SearchTree | None = None,
    ) -> None:
        self.keys = keys
        self.border = border
        self.lower = lower
        self.upper = upper


def optimal_search_tree(
    weights: Sequence[int], elsewhere: int, costs: ComparisonCosts
) -> SearchTree:
    """A tree of the least cost for keys of these weights; `elsewhere` is that of what is no key."""
    if not weights:
        return SearchTree([])
    return _Search(weights, elsewhere, costs).tree(0, len(weights), 0)


def by_weight(weights: Sequence[int]) -> list[int]:
    """The keys, those of the highest weight first."""
    return sorted(range(len(weights)), key=lambda key: -weights[key])


class _Best:
    """The cheapest search in an interval with a number of keys: its cost, and the border
    if the next thing is a comparison, or else 0.
    """

    def __init__(self, cost: int, border: int) -> None:
        self.cost = cost
        self.border = border


class _Search:
    def __init__(self, weights: Sequence[int], elsewhere: int, costs: ComparisonCosts) -> None:
        # All is counted for as many lifetimes as there are keys, so that shares are whole numbers.
        self._count = len(weights)
        self._weights = [weight * self._count for weight in weights]
        self._gap = elsewhere
        self._costs = costs
        self._are_equal = len(set(weights)) == 1
        self._best: dict[tuple[int, int], list[_Best]] = {}

    def cost(self, low: int, high: int, found: int) -> int:
        """The cost of the cheapest search in an interval whose `found` heaviest keys are found."""
        return self._interval(low, high)[found].cost

    def tree(self, low: int, high: int, found: int) -> SearchTree:
        """That search."""
        order = self._by_weight(low, high)
        best = self._interval(low, high)
        shift = self._shift(low)
        keys: list[int] = []
        for index in range(found, len(order)):
            if best[index].border:
                border = best[index].border + shift
                below = sum(key < border for key in order[:index])
                lower = self.tree(low, border, below)
                return SearchTree(keys, border, lower, self.tree(border, high, index - below))
            keys.append(order[index])
        return SearchTree(keys)

    def _shift(self, low: int) -> int:
        """By how much an interval is moved to be like others; with equal weights, it is that of the
        first keys."""
        return low if self._are_equal else 0

    def _by_weight(self, low: int, high: int) -> list[int]:
        return sorted(range(low, high), key=lambda key: -self._weights[key])

    def _interval(self, low: int, high: int) -> list[_Best]:
        shift = self._shift(low)
        key = (low - shift, high - shift)
        known = self._best.get(key)
        if known is None:
            known = self._best[key] = self._cheapest(*key)
        return known

    def _cheapest(self, low: int, high: int) -> list[_Best]:
        """The best for each number of keys that are found."""
        order = self._by_weight(low, high)
        size = len(order)
        total = sum(self._weights[low:high])
        # What is still looked for, by how many keys are found.
        weights = [
            total,
            *[total - found for found in accumulate(map(self._weights.__getitem__, order))],
        ]
        around = self._gap * size
        best = [_Best(0, 0)] * (size + 1)
        for found in range(size - 1, -1, -1):
            passing = weights[found] + around
            chosen = _Best(passing * self._costs.test + best[found + 1].cost, 0)
            if self._may_divide(found, size, order, weights):
                chosen = self._divided(low, high, order[:found], passing, chosen)
            best[found] = chosen
        return best

    def _may_divide(self, found: int, size: int, order: list[int], weights: list[int]) -> bool:
        """Whether it is tried to divide an interval with that number of keys."""
        if found == 0:
            return size > 1
        if self._are_equal or size - found < 2:
            return False
        if size <= _ALL_TRIED:
            return True
        last = order[found - 1]
        return self._weights[last] * _GOOD_SHARE >= weights[found - 1]

    def _divided(self, low: int, high: int, found: list[int], passing: int, best: _Best) -> _Best:
        """The best division where these keys are found, if it is better than what is given."""
        costs = self._costs
        here = passing * costs.comparison + costs.price * self._count
        if here >= best.cost:
            return best
        is_found = set(found)
        for border in self._borders(low, high, is_found):
            below = sum(key < border for key in found)
            cost = here + self.cost(low, border, below)
            if cost < best.cost:
                cost += self.cost(border, high, len(found) - below)
            if cost < best.cost:
                best = _Best(cost, border)
        return best

    def _borders(self, low: int, high: int, found: set[int]) -> Sequence[int]:
        """The borders that are tried."""
        size = high - low
        if self._are_equal:
            half = low + size // 2
            return range(low + 1, half + 1) if size <= _ALL_TRIED_IF_EQUAL else (half,)
        if size <= _ALL_TRIED:
            return range(low + 1, high)
        left = [0 if key in found else self._weights[key] for key in range(low, high)]
        total = sum(left)
        sums = list(accumulate(left))
        middle = low + sum(2 * one < total for one in sums)
        return range(max(low + 1, middle), min(high, middle + 2))
