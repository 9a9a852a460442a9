"""Repeated windows of lists."""

from __future__ import annotations

import random

from tests.slices import seeds
from yulopt.analysis.repeated_substrings import Occurrence, repeated_windows


def by_search(lists: list[list[int]], longest: int) -> list[tuple[int, list[Occurrence]]]:
    """The same, by comparing all windows."""
    occurrences: dict[tuple[int, ...], list[Occurrence]] = {}
    for index, numbers in enumerate(lists):
        for start in range(len(numbers)):
            for end in range(start + 1, min(len(numbers), start + longest) + 1):
                window = tuple(numbers[start:end])
                if min(window) >= 0:
                    occurrences.setdefault(window, []).append((index, start))
    return sorted((len(window), found) for window, found in occurrences.items() if len(found) > 1)


def test_windows_overlap_and_are_in_several_lists() -> None:
    assert list(repeated_windows([[7, 7, 7], [5, 7, 7]], 3)) == [
        (1, [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)]),
        (2, [(0, 0), (0, 1), (1, 1)]),
    ]


def test_negative_numbers_are_in_no_window() -> None:
    assert list(repeated_windows([[1, -1, 2], [1, -1, 2]], 3)) == [
        (1, [(0, 0), (1, 0)]),
        (1, [(0, 2), (1, 2)]),
    ]


def test_all_windows_are_found() -> None:
    for seed in seeds(20, 5000):
        rng = random.Random(seed)
        lists = [
            [rng.randint(-1, rng.randint(1, 4)) for _ in range(rng.randint(0, 12))]
            for _ in range(rng.randint(0, 4))
        ]
        longest = rng.randint(1, 6)
        found = sorted(repeated_windows(lists, longest))
        assert found == by_search(lists, longest), f"seed {seed}"
