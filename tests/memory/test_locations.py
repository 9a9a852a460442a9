"""Addresses and locations, against sets of single bytes."""

from __future__ import annotations

from random import Random

import pytest

from yulopt.memory.locations import (
    ADDRESS_MASK,
    NOWHERE,
    Address,
    Location,
    LocationTable,
    Range,
    address_difference,
    address_sum,
    are_apart,
    shifted,
)

# Offsets at both ends of the address space and in between, so close that ranges meet there.
_ENDS = [0, 1 << 255, ADDRESS_MASK + 1]


def random_offset(rng: Random) -> int:
    return (rng.choice(_ENDS) + rng.randint(-6, 6)) & ADDRESS_MASK


def bytes_of(offset: int, length: int) -> set[int]:
    return {(offset + index) & ADDRESS_MASK for index in range(length)}


def numbers(ranges: list[Range]) -> set[int]:
    return {number for first, end in ranges for number in range(first, end)}


def random_table(rng: Random) -> tuple[LocationTable, list[Location]]:
    locations = [
        Location(rng.randrange(2), rng.randrange(3), rng.choice((1, 2, 5)), random_offset(rng))
        for _ in range(rng.randint(1, 30))
    ]
    return LocationTable(locations), sorted(set(locations))


# Addresses


def word(address: Address[str], bases: dict[str, int]) -> int:
    return (bases[address[0]] + address[1]) & ADDRESS_MASK


@pytest.mark.parametrize("seed", range(20))
def test_sums_and_differences_are_those_of_words(seed: int) -> None:
    rng = Random(seed)
    bases = {"": 0, "a": rng.getrandbits(256), "b": rng.getrandbits(256)}
    known = 0
    for _ in range(50):
        one, other = ((rng.choice(list(bases)), random_offset(rng)) for _ in range(2))
        total, difference = address_sum(one, other, ""), address_difference(one, other, "")
        if total is not None:
            assert word(total, bases) == (word(one, bases) + word(other, bases)) & ADDRESS_MASK
        if difference is not None:
            expected = (word(one, bases) - word(other, bases)) & ADDRESS_MASK
            assert word(difference, bases) == expected
        assert (total is None) == ("" not in (one[0], other[0]))
        assert (difference is None) == (one[0] != other[0] and other[0] != "")
        known += (total is not None) + (difference is not None)
    assert known > 20


@pytest.mark.parametrize("width", [1, 4])
@pytest.mark.parametrize("seed", range(10))
def test_words_are_apart_if_they_have_no_byte_in_common(seed: int, width: int) -> None:
    rng = Random(seed)
    one: Address[str] = ("a", random_offset(rng))
    for distance in range(-width - 2, width + 3):
        other = shifted(one, distance)
        meet = bytes_of(one[1], width) & bytes_of(other[1], width)
        assert are_apart(one, other, width) == (not meet)
        assert are_apart(one, other, width) == are_apart(other, one, width)
        assert not are_apart(one, ("b", other[1]), width)


# Locations


@pytest.mark.parametrize("seed", range(60))
def test_overlap_and_cover_of_a_range(seed: int) -> None:
    rng = Random(seed)
    table, locations = random_table(rng)
    for _ in range(20):
        space, base, length = rng.randrange(2), rng.randrange(3), rng.randint(0, 9)
        offset = random_offset(rng)
        accessed = bytes_of(offset, length)
        touched = numbers(table.touched(space, base, offset, length))
        covered = numbers(table.covered(space, base, offset, length))
        for number, location in enumerate(locations):
            own = bytes_of(location.offset, location.length)
            here = (location.space, location.base) == (space, base)
            assert (number in touched) == (here and bool(own & accessed))
            assert (number in covered) == (here and own <= accessed)


@pytest.mark.parametrize("length", [None, ADDRESS_MASK, ADDRESS_MASK - 1, ADDRESS_MASK - 3])
def test_a_range_of_unknown_length_overlaps_all_longer_than_the_gap(
    length: int | None,
) -> None:
    locations = [Location(0, 1, 5, offset) for offset in (0, 1 << 255, ADDRESS_MASK)]
    table = LocationTable([*locations, Location(0, 2, 5, 0)])
    assert numbers(table.touched(0, 1, 17, length)) == {0, 1, 2}


def test_a_range_of_nearly_any_length_misses_the_gap() -> None:
    table = LocationTable([Location(0, 0, 1, 16), Location(0, 0, 1, 17), Location(0, 0, 2, 15)])
    gap, behind, around = (
        table.number(Location(0, 0, length, offset))
        for length, offset in ((1, 16), (1, 17), (2, 15))
    )
    assert numbers(table.touched(0, 0, 17, ADDRESS_MASK)) == {behind, around}
    assert gap not in numbers(table.covered(0, 0, 17, ADDRESS_MASK))


def test_a_range_around_the_end_of_the_address_space() -> None:
    table = LocationTable(
        [Location(0, 0, 32, ADDRESS_MASK - 15), Location(0, 0, 1, 15), Location(0, 0, 1, 16)]
    )
    short, next_one, around = (
        table.number(Location(0, 0, length, offset))
        for length, offset in ((1, 15), (1, 16), (32, ADDRESS_MASK - 15))
    )
    assert numbers(table.touched(0, 0, ADDRESS_MASK - 15, 32)) == {short, around}
    assert numbers(table.covered(0, 0, ADDRESS_MASK - 15, 32)) == {short, around}
    assert numbers(table.touched(0, 0, 16, 1)) == {next_one}
    assert numbers(table.touched(0, 0, 15, 1)) == {short, around}


@pytest.mark.parametrize("seed", range(20))
def test_spaces_and_bases_are_ranges_of_numbers(seed: int) -> None:
    table, locations = random_table(Random(seed))
    assert table.bound == len(locations)
    for number, location in enumerate(locations):
        assert table.number(location) == number
    for space in range(2):
        here = {number for number, one in enumerate(locations) if one.space == space}
        assert numbers([table.of_space(space)]) == here
        for base in range(3):
            own = {number for number in here if locations[number].base == base}
            later = {number for number in here if locations[number].base >= base}
            assert numbers([table.of_base(space, base)]) == own
            assert numbers(table.of_other_bases(space, base)) == here - own
            if here:
                assert numbers([table.of_bases_from(space, base)]) == later


def test_what_is_not_in_the_table_is_nowhere() -> None:
    table = LocationTable([Location(0, 1, 32, 64, "x")])
    assert table.number(Location(0, 1, 32, 64)) == NOWHERE
    assert table.number(Location(0, 1, 32, 64, "x")) == 0
    assert numbers(table.of_other_bases(0, 7)) == {0}
    assert table.touched(0, 7, 64, 32) == table.covered(0, 7, 64, 32) == []
