"""Optimal search trees with two kinds of comparisons: is it this key, and is it less than this key.

Keys are numbered in order, and looked up in proportion to their weights; unsuccessful lookups are
equally likely between any two keys. Every tree contains one test per key, so tests only cost time,
whereas each comparison by order also costs space. The tree is a dynamic program over intervals of
keys without their most frequent ones, since if testing a key is optimal, testing the most frequent
one is.

All trees are tried for few keys, or if all have the same weight. For many keys, an interval is
split near the middle of its weight (bisection, which Mehlhorn shows to be nearly optimal), and only
keys with a large share of it are tested before.

Source: R. Anderson, S. Kannan, H. Karloff, R. Ladner, "Thresholds and optimal binary comparison
search trees", Journal of Algorithms 44 (2002); K. Mehlhorn, "A best possible bound for the weighted
path length of binary search trees", SIAM Journal on Computing 6 (1977).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

# The maximum number of keys, and of keys of the same weight, for which all trees are tried.
_ALL_TRIED: Final = 16
_ALL_TRIED_IF_EQUAL: Final = 64
# With more keys, one is tested before a split if its share is at least one in this number.
_GOOD_SHARE: Final = 3


class ComparisonCosts:
    """The costs of comparisons per unit of weight: of a test for a key, and of a comparison by
    order, which also has a fixed price.
    """

    def __init__(self, test: int, comparison: int, price: int) -> None:
        self.test = test
        self.comparison = comparison
        self.price = price


class SearchTree:
    """A search: first `keys` are tested in sequence; then, if it has parts, values less than the
    key `border` are searched in `lower`, all others in `upper`.
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
    """A minimum-cost tree for keys of these weights; `elsewhere`: that of all other values."""
    if not weights:
        return SearchTree([])
    return _Search(weights, elsewhere, costs).tree(0, len(weights), 0)


def search_cost(weights: Sequence[int], elsewhere: int, costs: ComparisonCosts) -> int:
    """The cost of that tree."""
    if not weights:
        return 0
    return _Search(weights, elsewhere, costs).cost(0, len(weights), 0) // len(weights)


def by_weight(weights: Sequence[int]) -> list[int]:
    """The keys, those of the highest weight first."""
    return sorted(range(len(weights)), key=lambda key: -weights[key])


class _Best:
    """The cheapest search in an interval with a number of keys: its cost, and the border if it
    begins with a comparison by order, or else 0.
    """

    def __init__(self, cost: int, border: int) -> None:
        self.cost = cost
        self.border = border


class _Search:
    def __init__(self, weights: Sequence[int], elsewhere: int, costs: ComparisonCosts) -> None:
        # Costs are multiplied by the number of keys, so that shares are integers.
        self._count = len(weights)
        self._weights = [weight * self._count for weight in weights]
        self._gap = elsewhere
        self._costs = costs
        self._are_equal = len(set(weights)) == 1
        self._best: dict[tuple[int, int], list[_Best]] = {}

    def cost(self, low: int, high: int, found: int) -> int:
        """The cost of the cheapest search in an interval whose `found` heaviest keys are done."""
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
        """The offset that maps an interval to an equivalent one; with equal weights, that of the
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
        """The best for each number of keys done."""
        order = self._by_weight(low, high)
        size = len(order)
        total = sum(self._weights[low:high])
        # The remaining weight, by the number of keys done.
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
        """Whether splitting an interval with that number of keys is tried."""
        if found == 0:
            return size > 1
        if self._are_equal or size - found < 2:
            return False
        if size <= _ALL_TRIED:
            return True
        last = order[found - 1]
        return self._weights[last] * _GOOD_SHARE >= weights[found - 1]

    def _divided(self, low: int, high: int, found: list[int], passing: int, best: _Best) -> _Best:
        """The best split after these keys are done, if it is better than the given search."""
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
        """The candidate borders."""
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
