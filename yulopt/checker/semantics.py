"""Builtins in code with known bytes: offsets of objects and data, and placeholders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from yulopt.checker.witness import Witness
from yulopt.dialect import Dialect
from yulopt.prover.builtins import Builtins, State
from yulopt.prover.graph import Graph
from yulopt.prover.terms import Term
from yulopt.prover.words import ARITHMETIC, Words
from yulopt.prover.work_clock import OpenQuestion
from yulopt.syntax.literals import WORD_BYTES

# The maximum number of bits of a word whose values are enumerated.
_MAX_BITS: Final = 4


class BuiltinsOfBytes(Builtins):
    """The prover's builtins, except that offsets and sizes of objects are those of the bytes, and
    immutables are written at their offsets in the deployed code. `sizes` has those of objects and
    data by their paths in the Yul."""

    def __init__(
        self,
        graph: Graph,
        dialect: Dialect,
        witness: Witness,
        sizes: Mapping[str, int],
        *,
        with_extent: bool,
    ) -> None:
        super().__init__(graph, dialect.version, with_extent=with_extent)
        self._witness = witness
        self._sizes = sizes

    def _code(self, offset: Term, size: Term) -> Term:
        """At most a word of the known bytes of the code."""
        known = super()._code(offset, size)
        if not (offset.is_constant and size.is_constant and 0 < size.value <= WORD_BYTES):
            return known
        start, witness = offset.value, self._witness
        piece = witness.content[start : start + size.value]
        if len(piece) < size.value or witness.filled(start, size.value) != ({}, {}):
            return known
        word = int.from_bytes(piece, "big")
        return self._arrays.join([(size.value, self._terms.constant(word))])

    def _with_literal(
        self, state: State, name: str, literal: str, args: Sequence[Term]
    ) -> tuple[list[Term], Term | None]:
        if name in ("dataoffset", "datasize"):
            known = self._witness.offsets if name == "dataoffset" else self._sizes
            if literal not in known:
                raise OpenQuestion(f"{name}({literal!r}) is not known")
            return [self._terms.constant(known[literal])], None
        if name in ("loadimmutable", "linkersymbol"):
            return [self._terms.make(name, literal)], None
        if name == "setimmutable":
            start, word = args
            for offset in self._witness.assigned.get(literal, ()):
                self._write(state, "mstore", [self._words.add_number(start, offset), word])
            return [], None
        raise OpenQuestion(f"{name} in the code")


def few_values(words: Words, word: Term) -> tuple[Term, list[tuple[int, Term]]] | None:
    """An operand of a word with few possible values, each with the constant value of the word;
    None if there is no such operand."""
    pending = [word]
    while pending:
        chosen = pending.pop()
        if chosen.is_constant or chosen.op not in ARITHMETIC:
            continue
        if chosen.ones.bit_count() > _MAX_BITS:
            pending += chosen.args
            continue
        # All combinations of the bits.
        values = [0]
        while values[-1] != chosen.ones:
            values.append(values[-1] - chosen.ones & chosen.ones)
        found = [
            (value, _with_value(words, word, chosen, words.terms.constant(value)))
            for value in values
        ]
        return (chosen, found) if all(result.is_constant for _, result in found) else None
    return None


def _with_value(words: Words, word: Term, chosen: Term, value: Term) -> Term:
    """A word with one of its operands replaced by a value."""
    if word is chosen:
        return value
    if word.op not in ARITHMETIC:
        return word
    return words.rebuild(word, tuple(_with_value(words, arg, chosen, value) for arg in word.args))
