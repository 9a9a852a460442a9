"""The exact choice of forms against the search for good ones, and against all choices."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.slices import seeds
from yulopt.egraph.exact_choice import ExactChoice
from yulopt.egraph.export import ENode
from yulopt.egraph.shared_costs import SharedCosts
from yulopt.egraph.tree_costs import Form, TreeCosts

pytest.importorskip("scipy", reason="an exact choice needs scipy")

Values = list[list[Form]]
SECONDS = 20.0


def random_values(rng: Random, count: int, most_forms: int = 3) -> Values:
    """Forms of `count` values, the first of which are leaves; others may depend on each other."""
    leaves = 1 + count // 5
    values: Values = [[Form(0, (), f"leaf {number}", ENode(number))] for number in range(leaves)]
    for number in range(leaves, count):
        forms: list[Form] = []
        for index in range(rng.randint(1, most_forms)):
            # Mostly smaller values, so that there is something to choose from.
            below = number if not index or rng.random() < 0.7 else count
            operands = tuple(rng.randrange(below) for _ in range(rng.randint(1, 3)))
            forms.append(Form(rng.randint(1, 6), operands, f"{index}", ENode(f"{number}.{index}")))
        values.append(forms)
    return values


def exact_cost(values: Values, root: int) -> int:
    choice = ExactChoice(values, TreeCosts(values), root, SECONDS)
    assert not choice.problem
    done: set[int] = set()
    for value in choice.order:
        assert done.issuperset(choice.chosen[value].operands)
        done.add(value)
    assert root in done
    return sum(form.own for form in choice.chosen.values())


def searched_cost(values: Values, root: int) -> int:
    tree = TreeCosts(values)
    shared = SharedCosts(values, tree, [root], 0, 0)
    shared.improve_fully(tree.order)
    return shared.total


def cost_of_choice(choice: tuple[Form, ...], root: int) -> int | None:
    """The cost of one form for each value, each counted once; None if one needs itself."""
    needed: set[int] = set()
    path: set[int] = set()

    def needs_itself(value: int) -> bool:
        if value in path:
            return True
        if value in needed:
            return False
        needed.add(value)
        path.add(value)
        found = any(map(needs_itself, choice[value].operands))
        path.discard(value)
        return found

    return None if needs_itself(root) else sum(choice[value].own for value in needed)


def cheapest_of_all(values: Values, root: int) -> int:
    costs = [cost_of_choice(choice, root) for choice in product(*values)]
    return min(cost for cost in costs if cost is not None)


def test_all_choices() -> None:
    for seed in range(60):
        values = random_values(Random(f"tiny {seed}"), 7)
        assert exact_cost(values, 6) == cheapest_of_all(values, 6), seed


def test_never_more_expensive_than_the_search() -> None:
    better = 0
    for seed in seeds(60, 200):
        rng = Random(f"small {seed}")
        count = rng.randint(8, 40)
        values = random_values(rng, count)
        exact, searched = exact_cost(values, count - 1), searched_cost(values, count - 1)
        assert exact <= searched, seed
        better += exact < searched
    assert better <= 20


def test_a_search_never_ends_above_its_start() -> None:
    """Where the forms to start from are any that go together."""
    for seed in range(100):
        values = random_values(Random(f"start {seed}"), 30)
        tree = TreeCosts(values)
        # The first form of each value has smaller values as operands.
        start = {value: forms[0] for value, forms in enumerate(values)}
        root = len(values) - 1
        shared = SharedCosts(values, tree, [root], 0, 0, start)
        before = shared.total
        shared.improve_fully(tree.order)
        assert exact_cost(values, root) <= shared.total <= before


def test_values_that_need_each_other() -> None:
    """The cheap forms of two values are each other."""
    leaf = [Form(0, (), "leaf", ENode(1))]
    one = [Form(1, (2,), "a", ENode("a")), Form(9, (0,), "b", ENode("b"))]
    other = [Form(1, (1,), "a", ENode("a")), Form(5, (0,), "b", ENode("b"))]
    assert exact_cost([leaf, one, other], 1) == 6


def test_the_time_limit_is_reported() -> None:
    values = random_values(Random(1), 300, most_forms=8)
    choice = ExactChoice(values, TreeCosts(values), 299, 0.0)
    assert choice.problem == "the solver did not finish within 0 seconds"
    assert not choice.chosen
