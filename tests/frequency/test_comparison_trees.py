"""Searches by comparisons: no other tree is cheaper, and all keys are found."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tests.slices import seeds
from yulopt.frequency.comparison_trees import ComparisonCosts, SearchTree, optimal_search_tree


def paths(tree: SearchTree, low: int, high: int) -> dict[int, list[str]]:
    """The comparisons on the way to each key, and by its border to what is no key below it."""
    found: dict[int, list[str]] = {}
    tests: list[str] = []
    for key in tree.keys:
        assert low <= key < high
        tests = [*tests, "test"]
        found[key] = tests
    if tree.lower is not None and tree.upper is not None:
        assert low < tree.border < high
        for part in (paths(tree.lower, low, tree.border), paths(tree.upper, tree.border, high)):
            for key, path in part.items():
                assert key not in found
                found[key] = [*tests, "comparison", *path]
    return found


def comparisons(tree: SearchTree) -> int:
    if tree.lower is None or tree.upper is None:
        return 0
    return 1 + comparisons(tree.lower) + comparisons(tree.upper)


def gaps(tree: SearchTree, low: int, high: int, price: ComparisonCosts) -> int:
    """The comparisons of a non-key value near each key."""
    here = len(tree.keys) * price.test
    if tree.lower is None or tree.upper is None:
        return here * (high - low)
    here += price.comparison
    lower = gaps(tree.lower, low, tree.border, price)
    return here * (high - low) + lower + gaps(tree.upper, tree.border, high, price)


def cost_of(tree: SearchTree, weights: list[int], elsewhere: int, costs: ComparisonCosts) -> int:
    """The cost of a tree, for as many lifetimes as it has keys."""
    count = len(weights)
    steps = {"test": costs.test, "comparison": costs.comparison}
    found = paths(tree, 0, count)
    assert sorted(found) == list(range(count))
    running = sum(weights[key] * count * sum(map(steps.__getitem__, found[key])) for key in found)
    around = elsewhere * gaps(tree, 0, count, costs)
    return running + around + comparisons(tree) * costs.price * count


def cheapest(
    weights: list[int], elsewhere: int, costs: ComparisonCosts, *, only_heaviest: bool = False
) -> int:
    """The least cost of all trees, with any key tested anywhere, or only the heaviest one."""
    count = len(weights)

    @cache
    def best(low: int, high: int, found: frozenset[int]) -> int:
        left = [key for key in range(low, high) if key not in found]
        if not left:
            return 0
        passing = sum(weights[key] for key in left) * count + elsewhere * (high - low)
        tested = [max(left, key=weights.__getitem__)] if only_heaviest else left
        ways = [passing * costs.test + best(low, high, found | {key}) for key in tested]
        for border in range(low + 1, high):
            parts = [
                best(start, end, found & frozenset(range(start, end)))
                for start, end in ((low, border), (border, high))
            ]
            ways.append(passing * costs.comparison + costs.price * count + sum(parts))
        return min(ways)

    return best(0, count, frozenset())


def test_no_other_tree_is_cheaper() -> None:
    for seed in seeds(60, 5000):
        rng = random.Random(seed)
        kind = rng.randrange(3)
        weights = [
            (rng.randint(0, 20), rng.choice((1, 100)), 2 ** rng.randrange(12))[kind]
            for _ in range(rng.randint(1, 7))
        ]
        elsewhere = rng.choice((0, 1, 50))
        costs = ComparisonCosts(22, rng.choice((22, 25)), rng.choice((0, 100, 3000)))
        tree = optimal_search_tree(weights, elsewhere, costs)
        found = cost_of(tree, weights, elsewhere, costs)
        assert found == cheapest(weights, elsewhere, costs), f"seed {seed}: {weights}"


@pytest.mark.parametrize("number", [18, 25, 90])
def test_trees_for_many_keys_are_nearly_optimal(number: int) -> None:
    rng = random.Random(number)
    weights = [round(1000 / (n + 1)) + 1 for n in range(number)]
    rng.shuffle(weights)
    costs = ComparisonCosts(10, 10, 50)
    found = cost_of(optimal_search_tree(weights, 0, costs), weights, 0, costs)
    chain = SearchTree(sorted(range(number), key=lambda key: -weights[key]))
    assert found < cost_of(chain, weights, 0, costs)
    # What would be best without weights.
    halves = optimal_search_tree([1] * number, 0, costs)
    assert found < cost_of(halves, weights, 0, costs)
    if number < 30:
        assert found < 1.02 * cheapest(weights, 0, costs, only_heaviest=True)


def test_frequent_keys_are_tested_first() -> None:
    tree = optimal_search_tree([1, 1, 1000, 1, 1, 1], 0, ComparisonCosts(22, 25, 10))
    assert tree.keys[0] == 2


def test_a_high_price_leaves_a_chain() -> None:
    tree = optimal_search_tree([3, 9, 5], 1, ComparisonCosts(1, 1, 10**6))
    assert tree.keys == [1, 2, 0]
    assert tree.lower is None


def test_values_without_a_key_are_in_the_cost() -> None:
    """It is compared with all keys of a chain."""
    weights = [1000, *[1] * 11]
    costs = ComparisonCosts(22, 25, 30_000)
    assert comparisons(optimal_search_tree(weights, 0, costs)) == 0
    assert comparisons(optimal_search_tree(weights, 10_000, costs)) > 0


def test_no_keys_and_one() -> None:
    costs = ComparisonCosts(22, 25, 100)
    assert optimal_search_tree([], 5, costs).keys == []
    assert optimal_search_tree([7], 5, costs).keys == [0]
