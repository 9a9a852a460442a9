"""Analyses are computed on demand, cached, and invalidated when the unit changes."""

from __future__ import annotations

import attr

from yulopt.passes.analyses import Analyses, Analysis


@attr.s(auto_attribs=True)
class Length:
    number: int


@attr.s(auto_attribs=True)
class IsLong:
    """Made of the length."""

    answer: bool


class Made:
    """The analyses of a list of words; `count` is the number of computed ones."""

    def __init__(self, words: list[str], outer: Analyses[list[str]] | None = None) -> None:
        self.count = 0
        lengths = Analysis[list[str], Length](Length, self._length, Length.__eq__)
        is_long = Analysis[list[str], IsLong](IsLong, self._is_long, IsLong.__eq__)
        self.analyses = Analyses(words, (is_long,) if outer else (lengths, is_long), outer)

    def _length(self, words: list[str], _: Analyses[list[str]]) -> Length:
        self.count += 1
        return Length(len(words))

    def _is_long(self, _: list[str], analyses: Analyses[list[str]]) -> IsLong:
        self.count += 1
        return IsLong(analyses.get(Length).number > 2)


def test_analyses_are_computed_once_with_their_requirements() -> None:
    made = Made(["a", "b", "c"])
    assert made.analyses.get(IsLong).answer
    assert made.analyses.get(IsLong) is made.analyses.get(IsLong)
    assert made.analyses.get(Length).number == 3
    assert made.count == 2


def test_analyses_that_are_not_preserved_are_recomputed() -> None:
    words = ["a", "b"]
    made = Made(words)
    assert not made.analyses.get(IsLong).answer
    words.append("c")
    made.analyses.keep([IsLong])
    assert made.analyses.wrong() == [IsLong]
    assert made.analyses.get(Length).number == 3
    made.analyses.keep()
    assert made.analyses.get(IsLong).answer
    assert made.analyses.wrong() == []


def test_analyses_of_enclosing_units_are_found_and_kept() -> None:
    outer = Made(["a", "b", "c"])
    inner = Made(["a"], outer.analyses)
    assert inner.analyses.get(IsLong).answer
    inner.analyses.keep()
    inner.analyses.get(IsLong)
    assert (outer.count, inner.count) == (1, 2)
