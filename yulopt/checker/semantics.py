"""Builtins in code with known bytes: offsets of objects and data, and placeholders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from yulopt.checker.witness import Witness
from yulopt.dialect import Dialect
from yulopt.prover.builtins import Builtins, State
from yulopt.prover.case_analysis import few_values
from yulopt.prover.graph import Graph
from yulopt.prover.terms import Term
from yulopt.prover.work_clock import OpenQuestion
from yulopt.syntax.literals import WORD_BYTES


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
        """At most a word of the known bytes of the code, at one of a few offsets."""
        chosen, ways = few_values(self._words, offset) or (offset, [(0, offset)])
        words = [word for _, one in ways if (word := self._word(one, size)) is not None]
        if len(words) < len(ways):
            return super()._code(offset, size)
        result = words.pop()
        for (value, _), word in zip(ways[:-1], words, strict=True):
            condition = self._words.equal(chosen, self._terms.constant(value))
            result = self._graph.choices.choose(condition, word, result)
        return self._arrays.join([(size.value, result)])

    def _word(self, offset: Term, size: Term) -> Term | None:
        """The known bytes of the code at an offset, as a word."""
        if not (offset.is_constant and size.is_constant and 0 < size.value <= WORD_BYTES):
            return None
        start, witness = offset.value, self._witness
        piece = witness.content[start : start + size.value]
        if len(piece) < size.value or witness.filled(start, size.value) != ({}, {}):
            return None
        return self._terms.constant(int.from_bytes(piece, "big"))

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
