"""Static branch prediction: estimated frequencies of the blocks of a graph."""

from __future__ import annotations

import random

from tests.slices import seeds
from yulopt.frequency.block_frequencies import block_frequencies, only_failing
from yulopt.gas.model import LOOP_WEIGHT, WEIGHT_ONE

# What runs once, so that parts of it are easily read.
ONCE = 64


def frequencies(
    successors: list[list[int]],
    failing: tuple[int, ...] = (),
    following: list[list[int]] | None = None,
) -> list[int]:
    found = block_frequencies(successors, failing, following)
    return [ONCE * weight // WEIGHT_ONE for weight in found]


def test_branches_are_equally_likely() -> None:
    assert frequencies([[1, 2], [3], [3], []]) == [64, 32, 32, 64]


def test_a_failing_branch_is_not_taken() -> None:
    assert frequencies([[1, 2], [], []], failing=(1,)) == [64, 0, 64]
    # Nor is one that can only lead there.
    assert frequencies([[1, 4], [2, 3], [3], [], []], failing=(3,)) == [64, 0, 0, 0, 64]
    assert frequencies([[1, 4], [2, 3], [4], [], []], failing=(3,)) == [64, 32, 32, 0, 64]


def test_code_that_only_fails_is_cold() -> None:
    assert frequencies([[1], [2], []], failing=(2,)) == [0, 0, 0]


def test_a_loop_is_iterated_and_left_once() -> None:
    # 1 is the condition, 2 the body, 3 what follows.
    assert frequencies([[1], [2, 3], [1], []]) == [64, 512, 512, 64]


def test_a_loop_exit_may_be_an_ordinary_branch() -> None:
    graph = [[1], [2, 3], [1], []]
    found = block_frequencies(graph, (), loops_end=False)
    assert [ONCE * weight // WEIGHT_ONE for weight in found] == [64, 512, 256, 256]


def test_a_loop_has_a_minimum_number_of_iterations() -> None:
    # 1 is the condition of a loop, 2 its body, 3 what follows; 4 to 18 are other ways.
    others = [*range(4, 19)]
    graph = [[1, *others], [2, 3], [1], [], *([] for _ in others)]
    seldom = block_frequencies(graph, ())
    assert [ONCE * weight // WEIGHT_ONE for weight in seldom[1:5]] == [32, 32, 4, 4]
    often = block_frequencies(graph, (), least_in_loops=WEIGHT_ONE)
    assert [ONCE * weight // WEIGHT_ONE for weight in often[1:5]] == [64, 64, 8, 4]
    assert block_frequencies(graph, (), least_in_loops=WEIGHT_ONE // 8) == seldom


def test_a_loop_in_a_loop() -> None:
    found = frequencies([[1], [2, 5], [3, 4], [2], [1], []])
    assert found == [64, 512, 4096, 4096, 512, 64]


def test_a_loop_with_two_exits_is_left_once() -> None:
    # 2 may break out of the loop.
    found = frequencies([[1], [2, 4], [3, 4], [1], []])
    assert found[:4] == [64, 512, 512, 512]
    assert found[4] == 64


def test_leaving_two_loops_at_once() -> None:
    found = frequencies([[1], [2, 5], [3, 4], [2, 5], [1], []])
    assert 32 <= found[5] <= 64


def test_a_loop_left_only_by_failing() -> None:
    assert frequencies([[1], [2, 3], [1], []], failing=(3,)) == [64, 512, 512, 0]


def test_code_after_a_call_runs_as_often() -> None:
    # 0 and 2 call 3; 1 and 4 follow these calls.
    found = frequencies([[3], [2], [3], [], []], following=[[1], [], [4], [], []])
    assert found == [64, 64, 64, 128, 64]


def test_unreachable_blocks_never_run() -> None:
    assert frequencies([[], [2], []]) == [64, 0, 0]


def test_irreducible_loops_terminate() -> None:
    found = frequencies([[1, 2], [2, 3], [1, 3], []])
    assert all(found)


def test_frequencies_of_any_graph() -> None:
    for seed in seeds(100, 5000):
        rng = random.Random(seed)
        size = rng.randint(1, 12)
        graph = [rng.sample(range(size), rng.randint(0, min(2, size))) for _ in range(size)]
        failing = {node for node in range(size) if not graph[node] and rng.randrange(2)}
        found = block_frequencies(graph, failing)
        cold = only_failing(graph, failing)
        assert failing <= cold
        reached, pending = {0}, [0]
        while pending:
            ways = set(graph[pending.pop()]) - reached
            reached |= ways
            pending += ways
        for node in range(size):
            assert (found[node] > 0) == (node in reached and node not in cold), f"seed {seed}"
            assert found[node] <= WEIGHT_ONE * LOOP_WEIGHT**4, f"seed {seed}"


def test_without_loops_frequency_is_conserved() -> None:
    for seed in seeds(50, 2000):
        rng = random.Random(seed)
        size = rng.randint(2, 12)
        graph = [
            sorted({rng.randint(node + 1, size - 1) for _ in range(rng.randint(1, 3))})
            for node in range(size - 1)
        ]
        found = block_frequencies([*graph, []], ())
        assert WEIGHT_ONE - 40 <= found[-1] <= WEIGHT_ONE, f"seed {seed}"
