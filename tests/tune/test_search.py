"""The search alone: its candidates, its learning, and the final shortening."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from tests.slices import at_length
from yulopt.suite.reading import parse_steps
from yulopt.tune.bandit import Bandit
from yulopt.tune.candidate import Candidate, candidate, path_of
from yulopt.tune.coreset import coreset
from yulopt.tune.edits import EDITS, KINDS, edited, letters, shortenings, without
from yulopt.tune.measure import Measured
from yulopt.tune.objective import BALANCED, GAS, SIZE, WORST, Objective
from yulopt.tune.search import Search

DEFAULT = candidate(None, 200)


def size_of(wanted: Candidate) -> int:
    """A program that gets smaller by `c`, by `u` before the clean-up, and by fewer runs."""
    main = wanted.steps.partition(":")[0]
    return 1000 - 100 * ("c" in wanted.steps) - 50 * ("u" in main) + 5 * (wanted.runs > 1)


def run(search: Search, size: Callable[[Candidate], int], batches: int) -> None:
    """Answer some batches."""
    for _ in range(batches):
        search.tell({wanted: (Measured(size(wanted), size(wanted)),) for wanted in search.ask()})


def search(
    default: str = "f:", start: tuple[str, ...] = ("d:", "dl:f"), keep_runs: bool = False
) -> Search:
    first = Candidate(default, 200)
    figures = (Measured(size_of(first), size_of(first)),)
    return Search(Objective(SIZE, None, figures), first, figures, start, 7, keep_runs=keep_runs)


def test_a_search_finds_improvements() -> None:
    found = search()
    run(found, size_of, 30)
    assert size_of(found.best.candidate) == 850


def test_a_search_can_keep_runs() -> None:
    found = search(keep_runs=True)
    run(found, size_of, 15)
    assert {wanted.runs for wanted in found.found} == {200}
    assert size_of(found.best.candidate) == 855


@pytest.mark.parametrize(
    ("kind", "keep_runs", "runs"), [(SIZE, False, 1), (SIZE, True, 200), (GAS, False, 200)]
)
def test_the_coreset_is_tried_with_the_runs_that_suit(
    kind: str, keep_runs: bool, runs: int
) -> None:
    figures = (Measured(9, 9, 9.0),)
    objective = Objective(kind, None, figures)
    found = Search(objective, DEFAULT, figures, ("d:", "u:"), 1, keep_runs=keep_runs)
    assert found.ask() == [Candidate("d:", runs), Candidate("u:", runs)]


def test_the_elite_is_no_single_family() -> None:
    # However well the edits of `d` do, not all of the elite descend from it.
    found = search(default="f:", start=("d:", *(f"{letter}:" for letter in "ghijlmno")))
    run(found, lambda wanted: 1000 - 100 * ("d" in wanted.steps) - len(wanted.steps), 30)
    sizes = Counter(item.family for item in found.elite)
    assert len(sizes) > 1
    assert max(sizes.values()) <= 3
    assert len({item.score for item in found.elite}) == len(found.elite)


@at_length
def test_the_best_is_shortened_during_the_search() -> None:
    found = search(default="f:", start=("dhfo[xa[r]c]Tlji[jmul]g:fDnTcs",))
    run(found, size_of, 80)
    assert len(found.best.candidate.steps) <= 4
    # It continues after that.
    assert found.ask()


def test_some_of_the_figures_are_enough() -> None:
    found = search(default="dhfo[xa[r]c]Tlji[jmul]g:fDnTcs")
    found.shorten()
    for _ in range(60):
        batch = found.ask()
        found.tell({wanted: (Measured(9, size_of(wanted)),) for wanted in batch[::2]})
    assert size_of(found.best.candidate) == size_of(Candidate("cu:", 200))


def test_the_same_seed_takes_the_same_way() -> None:
    one, other = search(), search()
    run(one, size_of, 6)
    run(other, size_of, 6)
    assert list(one.found) == list(other.found)


def test_nothing_is_measured_twice() -> None:
    found = search()
    seen: set[Candidate] = set()
    for _ in range(8):
        batch = found.ask()
        assert len(batch) == len(set(batch))
        assert not seen.intersection(batch)
        seen.update(batch)
        found.tell({wanted: (Measured(1, size_of(wanted)),) for wanted in batch})


def test_only_useful_letters_remain() -> None:
    found = search(default="dhfo[xa[r]c]Tlji[jmul]g:fDnTcs")
    found.shorten()
    run(found, size_of, 40)
    assert found.ask() == []
    # Either `c` is left, and only one `u`.
    assert found.best.candidate.steps in ("cu:", "uc:", "u:c")


def test_where_the_default_has_no_code_any_other_is_better() -> None:
    first = Candidate("f:", 200)
    found = Search(Objective(SIZE, None, (None,)), first, (None,), ("d:",), 1)
    run(found, size_of, 1)
    assert found.best.candidate.steps == "d:"


@pytest.mark.parametrize("kind", KINDS)
def test_edits_give_valid_sequences_of_solc(kind: str) -> None:
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    choose = random.Random(seed)
    wanted, other = DEFAULT, candidate("[[xa]r]cu[j]:[ul]f", 200)
    for _ in range(60):
        wanted = edited(kind, wanted, other, choose, keep_runs=False)
        parse_steps(wanted.steps)
        assert wanted.steps.count(":") == 1
        assert set(wanted.steps) <= {*letters(), "[", "]", ":"}
        assert "[]" not in wanted.steps
        other = edited(choose.choice(list(EDITS)), other, wanted, choose, keep_runs=False)


def test_extensions_are_not_letters_of_solc() -> None:
    assert not {"G", "P", "Q", "R", "W", "b"} & set(letters())
    assert len(letters()) == 32


def test_letters_and_brackets_can_be_left_out() -> None:
    wanted = Candidate("d[x[a]]:f", 200)
    shorter = {without(wanted, piece).steps for piece in shortenings(wanted)}
    assert shorter == {"[x[a]]:f", "d[[a]]:f", "d[x]:f", "d[x[a]]:", "dx[a]:f", "d[xa]:f"}


def test_a_bandit_prefers_rewarding_edits() -> None:
    choose = random.Random(3)
    bandit = Bandit(["good", "bad"])
    for _ in range(200):
        arm = bandit.choose(choose)
        bandit.learn(arm, has_paid=choose.random() < {"good": 0.5, "bad": 0.05}[arm])
    chosen = [bandit.choose(choose) for _ in range(100)]
    assert chosen.count("good") > 80


def test_less_is_better() -> None:
    default = Measured(1100, 1000, 500.0)
    smaller, cheaper = Measured(1080, 980, 505.0), Measured(1150, 1050, 450.0)
    size = Objective(SIZE, None, [default])
    assert size.score([smaller]) < size.score([default]) < size.score([cheaper]) < WORST
    assert size.score([None]) == WORST
    # Nothing says how large it may be, so no larger than by default.
    gas = Objective(GAS, None, [default])
    assert gas.score([default]) < gas.score([cheaper])
    gas = Objective(GAS, 1050, [default])
    assert gas.score([cheaper]) < gas.score([default])
    balanced = Objective(BALANCED, None, [default])
    assert balanced.score([cheaper]) < balanced.score([smaller]) < balanced.score([default])


def test_the_coreset_is_valid() -> None:
    sequences = coreset()
    assert 32 <= len(sequences) <= 64
    assert len(set(sequences)) == len(sequences)
    for steps in sequences:
        assert candidate(steps, 200).steps == steps
        assert set(steps) <= {*letters(), "[", "]", ":"}


def test_the_coreset_shares_its_beginnings() -> None:
    paths = [path_of(Candidate(steps, 200), is_creation=False) for steps in coreset()]
    beginnings = {path[: index + 1] for path in paths for index in range(len(path))}
    runs = sum(len(beginning[-1][0]) for beginning in beginnings)
    assert runs < 0.4 * sum(len(item) for path in paths for item, _ in path)
