"""Each kind of edit changes a sequence as its name says, within some tries."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable

import pytest

from yulopt.tune.candidate import Candidate
from yulopt.tune.edits import EDITS, KINDS, USUAL_RUNS, edited, letters

PARENT = "dfDvulnTU:jm"
OTHER = "xarEscLMVcCt:go"


def results(kind: str, parent: str = PARENT, *, keep_runs: bool = False) -> set[Candidate]:
    """The results of an edit of a sequence in many tries, of which some must differ."""
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    choose = random.Random(seed)
    start, other = Candidate(parent, 200), Candidate(OTHER, 200)
    found = {edited(kind, start, other, choose, keep_runs=keep_runs) for _ in range(400)}
    found.discard(start)
    return found


def is_with_one_left_out(long: str, short: str) -> bool:
    """Whether the short text is the long one without one of its characters."""
    return any(long[:index] + long[index + 1 :] == short for index in range(len(long)))


def is_replaced(old: str, new: str) -> bool:
    pairs = list(zip(old, new, strict=True))
    return sum(one != other for one, other in pairs) == 1 and new.index(":") == old.index(":")


def is_swapped(old: str, new: str) -> bool:
    pairs = list(zip(old, new, strict=True))
    changed = [(one, other) for one, other in pairs if one != other]
    return len(changed) == 2 and changed[0] == changed[1][::-1]


def is_without_a_piece(old: str, new: str) -> bool:
    size = len(old) - len(new)
    return size > 0 and any(
        old[:start] + old[start + size :] == new and ":" not in old[start : start + size]
        for start in range(len(old))
    )


def has_a_piece_twice(old: str, new: str) -> bool:
    return is_without_a_piece(new, old) and all(new.count(letter) for letter in old)


def is_in_brackets(old: str, new: str) -> bool:
    return new.replace("[", "").replace("]", "") == old and new.count("[") == 1


@pytest.mark.parametrize(
    ("kind", "holds"),
    [
        ("insert", lambda old, new: is_with_one_left_out(new, old)),
        ("delete", is_with_one_left_out),
        ("replace", is_replaced),
        ("swap", is_swapped),
        ("move", lambda old, new: Counter(old) == Counter(new)),
        ("repeat", has_a_piece_twice),
        ("cut", is_without_a_piece),
        ("bracket", is_in_brackets),
    ],
)
def test_an_edit_does_what_its_name_says(kind: str, holds: Callable[[str, str], bool]) -> None:
    found = results(kind)
    assert len(found) > 5
    for wanted in found:
        assert holds(PARENT, wanted.steps), wanted.steps
        assert wanted.runs == 200


def test_brackets_go_one_pair_at_a_time() -> None:
    found = {wanted.steps for wanted in results("unbracket", "d[x[ar]c]u:[j]m")}
    assert found == {"dx[ar]cu:[j]m", "d[xarc]u:[j]m", "d[x[ar]c]u:jm"}


@pytest.mark.parametrize("kind", KINDS)
def test_brackets_are_not_nested_deeper_than_before(kind: str) -> None:
    for parent, most in (("[xar]cuj[m]:d", 1), ("d[x[ar]c]u:[j]m", 2)):
        for wanted in results(kind, parent):
            depths = itertools.accumulate((c == "[") - (c == "]") for c in wanted.steps)
            assert max(depths) <= most, wanted.steps


def test_a_crossing_is_the_beginning_of_one_and_the_end_of_the_other() -> None:
    found = {wanted.steps for wanted in results("cross")}
    assert len(found) > 20
    main, _, cleanup = PARENT.partition(":")
    other_main, _, other_cleanup = OTHER.partition(":")
    for steps in found:
        crossed, _, end = steps.partition(":")
        assert end in (cleanup, other_cleanup)
        assert any(
            main.startswith(crossed[:cut]) and other_main.endswith(crossed[cut:])
            for cut in range(len(crossed) + 1)
        ), steps


def test_a_graft_brings_a_piece_of_the_other_one() -> None:
    found = {wanted.steps for wanted in results("graft")}
    brought = {steps for steps in found if len(steps) > len(PARENT)}
    assert brought
    foreign = set(OTHER) - set(PARENT)
    for steps in brought:
        kept = [letter for letter in steps if letter in foreign]
        assert "".join(kept) in "".join(letter for letter in OTHER if letter in foreign)


def test_runs_are_edited_unless_they_are_to_be_kept() -> None:
    assert {wanted.runs for wanted in results("runs")} == set(USUAL_RUNS) - {200}
    assert {wanted.steps for wanted in results("runs")} == {PARENT}
    assert results("runs", keep_runs=True) == set()


def test_inserted_letters_are_all_letters_of_solc() -> None:
    found = {wanted.steps for wanted in results("insert", ":")}
    assert {steps.replace(":", "") for steps in found} <= set(letters())


def test_there_is_a_test_for_each_kind() -> None:
    assert {*EDITS, "cross", "graft", "runs"} == set(KINDS)
