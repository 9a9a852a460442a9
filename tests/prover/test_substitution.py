"""Terms keep their meaning when other terms are substituted in them."""

from __future__ import annotations

from functools import reduce
from random import Random

import pytest

from yulopt.prover.graph import Graph
from yulopt.prover.terms import Term
from yulopt.prover.words import ARITHMETIC
from yulopt.rules.arithmetic import compute
from yulopt.syntax.literals import WORD_MASK

_ONE_OPERAND = ("not", "iszero", "clz")
_MODULAR = ("addmod", "mulmod")
# Operations whose normal form has any number of operands, and are chosen more often.
_SETS = ("add", "mul", "and", "or", "xor")
_NUMBERS = (0, 1, 2, 3, 4, 8, 31, 32, 255, 256, WORD_MASK - 1, WORD_MASK, 1 << 255, 1 << 128)
_SYMBOLS = 6


class _Programs:
    """Random words over symbols, with their values by the instructions."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.graph = Graph()
        self.symbols = [self.graph.parameter(index) for index in range(_SYMBOLS)]
        self.values = {symbol: self.number() for symbol in self.symbols}

    def number(self) -> int:
        """A number, often one of those at the edges."""
        return self.rng.choice((*_NUMBERS, self.rng.getrandbits(256), self.rng.getrandbits(8)))

    def word(self, depth: int) -> Term:
        """A random word."""
        rng, words = self.rng, self.graph.words
        if depth == 0 or rng.random() < 0.1:
            if rng.random() < 0.2:
                return self.graph.terms.constant(self.number())
            return rng.choice(self.symbols)
        if rng.random() < 0.1:
            condition, one, other = (self.word(depth - 1) for _ in range(3))
            return words.choices.choose(condition, one, other)
        name = rng.choice((*_SETS * 4, *sorted(ARITHMETIC - {"exp"})))
        if name in _SETS:
            operands = [self.word(depth - 1) for _ in range(rng.randrange(2, 6))]
            return reduce(lambda one, other: words.apply(name, [one, other]), operands)
        count = 1 if name in _ONE_OPERAND else 3 if name in _MODULAR else 2
        return words.apply(name, [self.word(depth - 1) for _ in range(count)])


def _value(term: Term, values: dict[Term, int]) -> int:
    """The value of a word, if that of each symbol is known."""
    if term.is_constant:
        return term.value
    if term in values:
        return values[term]
    args = [_value(arg, values) for arg in term.args]
    if term.op == "ite":
        return args[1] if args[0] else args[2]
    if term.op == "sum":
        assert isinstance(term.data, tuple)
        first, *coefficients = map(int, term.data)
        products = map(int.__mul__, coefficients, args)
        return sum(products, first) & WORD_MASK
    if term.op in _SETS:
        name = term.op
        return reduce(lambda one, other: compute(name, [one, other]), args)
    return compute(term.op, args)


def _substituted(program: _Programs, word: Term, replaced: dict[Term, Term]) -> Term:
    return program.graph.loops.rebuilding.substitute(replaced, lambda _: True)(word)


@pytest.mark.parametrize("seed", range(400))
def test_words_have_the_value_with_the_substituted_ones(seed: int) -> None:
    program = _Programs(seed)
    word = program.word(3)
    chosen = program.rng.sample(program.symbols, 2)
    replaced = {symbol: program.word(program.rng.choice((0, 0, 1, 2))) for symbol in chosen}
    values = program.values
    inside = values | {symbol: _value(other, values) for symbol, other in replaced.items()}
    assert _value(_substituted(program, word, replaced), values) == _value(word, inside)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize("name", _SETS)
def test_all_operands_are_kept(name: str, count: int) -> None:
    program = _Programs(0)
    apply = program.graph.words.apply
    word = reduce(lambda one, other: apply(name, [one, other]), program.symbols[:count])
    assert len(word.args) == count
    other = program.symbols[count]
    operands = [other, *program.symbols[1:count]]
    expected = reduce(lambda one, another: apply(name, [one, another]), operands)
    assert _substituted(program, word, {program.symbols[0]: other}) is expected


def test_instructions_take_their_number_of_operands() -> None:
    program = _Programs(0)
    for name, count in (("add", 1), ("add", 3), ("div", 4), ("mulmod", 4), ("not", 2)):
        with pytest.raises((KeyError, TypeError, ValueError)):
            program.graph.words.apply(name, program.symbols[:count])
