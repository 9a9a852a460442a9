"""Maps from locations to facts, against dictionaries."""

from __future__ import annotations

from random import Random

import pytest

from yulopt.memory.location_map import LocationMap, Tree
from yulopt.memory.locations import Range

BOUND = 40

Facts = dict[int, str]


def content(facts: LocationMap[str]) -> Facts:
    found = ((location, facts.get(location)) for location in range(BOUND))
    return {location: fact for location, fact in found if fact is not None}


def random_range(rng: Random) -> Range:
    first = rng.randrange(BOUND)
    return first, rng.randint(first, BOUND)


def random_map(rng: Random, start: LocationMap[str]) -> tuple[LocationMap[str], Facts]:
    """A map after some changes, and the same as a dictionary."""
    facts, expected = start, content(start)
    for _ in range(rng.randint(0, 8)):
        kind = rng.randrange(3)
        # New objects that are equal, as constants are.
        fact = "".join(("fact", rng.choice("abc")))
        first, end = random_range(rng)
        if kind == 0:
            facts = facts.put(first, fact)
            expected[first] = fact
        elif kind == 1:
            facts = facts.fill([(first, end), (0, 0)], fact)
            expected.update(dict.fromkeys(range(first, end), fact))
        else:
            facts = facts.without([(first, end)])
            expected = {at: old for at, old in expected.items() if not first <= at < end}
    return facts, expected


def combine(location: int, one: str, other: str) -> str | None:
    """No fact, an existing one, or a new one."""
    return (None, max(one, other), f"{location}: {min(one, other)} {max(one, other)}")[location % 3]


@pytest.mark.parametrize("seed", range(40))
def test_changes(seed: int) -> None:
    facts, expected = random_map(Random(seed), LocationMap())
    assert content(facts) == expected


@pytest.mark.parametrize("seed", range(80))
def test_two_maps_together(seed: int) -> None:
    rng = Random(seed)
    start, _ = random_map(rng, LocationMap())
    one, first = random_map(rng, start)
    other, second = random_map(rng, start if seed % 2 else LocationMap())
    both: Facts = {}
    either = first | second
    for location in first.keys() & second.keys():
        mine, theirs = first[location], second[location]
        fact = mine if mine == theirs else combine(location, mine, theirs)
        either.pop(location)
        if fact is not None:
            both[location] = either[location] = fact
    assert content(one.meet(other, combine)) == both
    assert content(one.join(other, combine)) == either
    assert content(other.meet(one, combine)) == both
    assert (content(one), content(other)) == (first, second)


@pytest.mark.parametrize("seed", range(60))
def test_equal_maps_are_one_after_sharing(seed: int) -> None:
    rng = Random(seed)
    one, expected = random_map(rng, LocationMap())
    # The same facts, entered in another way.
    other: LocationMap[str] = LocationMap()
    locations = list(expected)
    rng.shuffle(locations)
    for location in locations:
        other = other.put(location, "".join(list(expected[location])))
    assert one.sharing(other) is other
    changed, others = random_map(rng, one)
    shared = changed.sharing(other)
    assert content(shared) == others
    assert (shared is other) == (others == expected)


def test_an_update_without_effect_gives_the_same_map() -> None:
    nothing: LocationMap[str] = LocationMap()
    facts = nothing.fill([(3, 21)], "a")
    assert facts.put(7, "a") is facts
    assert facts.fill([(4, 20)], "a") is facts
    assert facts.without([(0, 3), (21, 40)]) is facts
    assert facts.meet(facts, combine) is facts


@pytest.mark.parametrize("seed", range(60))
def test_facts_are_found_once_in_maps_that_share_them(seed: int) -> None:
    rng = Random(seed)
    facts, expected = random_map(rng, LocationMap())
    wanted = random_range(rng)
    first, end = wanted
    here = {fact for location, fact in expected.items() if first <= location < end}
    assert set(facts.facts([wanted], set())) == here
    seen: set[Tree[str]] = set()
    everything = facts.facts([(0, BOUND)], seen)
    assert set(everything) == set(expected.values())
    assert facts.facts([(0, BOUND)], seen) == []
    found = facts.put(5, "new").facts([(0, BOUND)], seen)
    assert "new" in found
    # Of what stayed, at most what shared a part with the change is found again.
    assert len(found) <= len(everything) + 6
