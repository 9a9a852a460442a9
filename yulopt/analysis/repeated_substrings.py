"""Repeated substrings of sequences of numbers.

Windows of one number are named by it. A window longer by one is named by the pair of names of its
prefix and suffix windows; so windows have equal names exactly if they are equal. Only windows that
consist of repeated ones can be repeated.

Source: R. Karp, R. Miller, A. Rosenberg, "Rapid identification of repeated patterns in strings,
trees and arrays", STOC 1972.
"""

from __future__ import annotations

from collections.abc import Iterator

# The index of a list, and that of a window's first number in it.
Occurrence = tuple[int, int]


def repeated_windows(
    lists: list[list[int]], longest: int
) -> Iterator[tuple[int, list[Occurrence]]]:
    """The length and all occurrences of each repeated window, shorter ones first.

    Windows contain no negative numbers; occurrences of a window may overlap.
    """
    names = {
        (index, start): number
        for index, numbers in enumerate(lists)
        for start, number in enumerate(numbers)
        if number >= 0
    }
    for length in range(1, longest + 1):
        occurrences: dict[int, list[Occurrence]] = {}
        for window, name in names.items():
            occurrences.setdefault(name, []).append(window)
        for found in occurrences.values():
            if len(found) > 1:
                yield length, found
        names = {window: name for window, name in names.items() if len(occurrences[name]) > 1}
        longer: dict[tuple[int, int], int] = {}
        names = {
            (index, start): longer.setdefault((name, following), len(longer))
            for (index, start), name in names.items()
            if (following := names.get((index, start + 1))) is not None
        }
