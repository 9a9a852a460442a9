"""Words by the cases of an operand that has few possible values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Final

from yulopt.prover.terms import Term
from yulopt.prover.words import ARITHMETIC, Words

# The maximum number of values of a word that are enumerated.
_MAX_VALUES: Final = 256
# The operations of words that are computed from others.
_COMPUTED: Final = {*ARITHMETIC, "sum"}


def few_values(words: Words, word: Term) -> tuple[Term, list[tuple[int, Term]]] | None:
    """An operand of a word with few possible values, each with the constant value of the word;
    None if there is no such operand."""
    for chosen, results in cases(words, word):
        if all(result.is_constant for _, result in results):
            return chosen, results
    return None


def cases(words: Words, word: Term) -> Iterator[tuple[Term, list[tuple[int, Term]]]]:
    """The operands of a word with few possible values, each with the word by these values; operands
    of others come first."""
    for chosen in reversed(list(_operands(word))):
        ways = [
            (value, _with_value(words, word, chosen, words.terms.constant(value)))
            for value in _values(chosen)
        ]
        if ways:
            yield chosen, ways


def _operands(word: Term) -> Iterable[Term]:
    """A word that is computed, and those that it is computed from; of a choice, its condition."""
    found: dict[Term, None] = {}
    pending = [word]
    while pending:
        operand = pending.pop()
        if operand.op == "ite":
            pending.append(operand.args[0])
        elif operand.op in _COMPUTED and operand not in found:
            found[operand] = None
            pending += operand.args
    return found


def as_membership(words: Words, condition: Term) -> Term:
    """A test whether a word equals its entry in a table of constants, or differs from it, as a test
    of membership in the set of entries; other conditions are returned unchanged."""
    if not _has_choice(condition):
        return condition
    found = _membership(words, condition)
    if found is not None:
        return words.is_zero(found)
    found = _membership(words, words.is_zero(condition))
    return condition if found is None else found


def _membership(words: Words, difference: Term) -> Term | None:
    """Whether the difference between a word and its entry in a table is zero, as a disjunction of
    equalities; None if it is no such difference."""
    for chosen, ways in cases(words, difference):
        tests = [words.is_zero(way) for _, way in ways]
        keys = [_equal_constant(words, test) for test in tests]
        # The entry that a word chooses if it is the constant of an entry.
        places = [None if key is None else _with_value(words, chosen, *key) for key in keys]
        if not all(place is not None and place.is_constant for place in places):
            continue
        # Otherwise it is never found.
        found = [
            test
            for (value, _), test, place in zip(ways, tests, places, strict=True)
            if place is words.terms.constant(value)
        ]
        return reduce(lambda one, other: words.apply("or", (one, other)), found, words.terms.zero)
    return None


def _equal_constant(words: Words, condition: Term) -> tuple[Term, Term] | None:
    """The word and the constant that a condition compares."""
    if condition.op == "iszero":
        return condition.args[0], words.terms.zero
    if condition.op == "eq" and condition.args[0].is_constant:
        return condition.args[1], condition.args[0]
    return None


def _has_choice(word: Term) -> bool:
    """Whether a word is computed from a choice."""
    return any(arg.op == "ite" for operand in _operands(word) for arg in operand.args)


def _values(word: Term) -> list[int]:
    """All values that a word may have, or none if there are many."""
    if word.op == "mod" and word.args[1].is_constant and word.args[1].value <= _MAX_VALUES:
        return list(range(word.args[1].value))
    if 1 << word.ones.bit_count() > _MAX_VALUES:
        return []
    # All combinations of the bits.
    values = [0]
    while values[-1] != word.ones:
        values.append(values[-1] - word.ones & word.ones)
    return values


def _with_value(words: Words, word: Term, chosen: Term, value: Term) -> Term:
    """A word with one of its operands replaced by a value."""
    replaced = {chosen: value}

    def result(term: Term) -> Term:
        if term.op != "ite" and term.op not in _COMPUTED:
            return replaced.get(term, term)
        found = replaced.get(term)
        if found is None:
            found = replaced[term] = computed(term)
        return found

    def computed(term: Term) -> Term:
        if term.op != "ite":
            return words.rebuild(term, tuple(result(arg) for arg in term.args))
        condition = result(term.args[0])
        if condition.is_constant:
            return result(term.args[1] if condition.value else term.args[2])
        return term

    return result(word)
