"""Encodes terms for SMT solvers, as expressions of Z3, to decide whether two can differ.

Words are bit vectors, storage is an array from words to words. Everything else is an uninterpreted
function: memory that reads could not see through, histories of effects, the results of loops and
calls, powers and modular products. So equality is sound, while counterexamples may be spurious.

Terms of other sorts than words are bit vectors, too, so queries are in QF_AUFBV, which solvers
decide by bit-blasting. Such values are only compared for equality, so it suffices that there are
more of them than terms in a query.

Source: de Moura and Bjørner, "Z3: an efficient SMT solver" (TACAS 2008); for uninterpreted
functions in place of loops and calls, Lahiri and others, "SymDiff" (CAV 2012).
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

import z3
from z3 import BitVecRef, BoolRef, ExprRef, SortRef

from yulopt.prover.binders import BINDERS, entry_of
from yulopt.prover.instructions import compute
from yulopt.prover.sorts import Sort, sort_of
from yulopt.prover.terms import Term
from yulopt.prover.words import ARITHMETIC
from yulopt.rules.arithmetic import WORD_BITS

# Operations on which Z3 does not terminate in practice.
_OPAQUE: Final = frozenset({"exp", "mulmod", "addmod"})
# Operations that are slow for it.
_HARD: Final = frozenset({"mul", "div", "mod", "sdiv", "smod"})
# The width of values other than words and storage.
_OTHER_BITS: Final = 32
_NARY: Final = frozenset({"and", "or", "xor", "mul"})
# Besides letters and digits, what the names of operations and of functions in Yul consist of.
_IN_NAMES: Final = " ()[]',.$@#-_"


class Encoder:
    """Encodes terms as expressions of Z3.

    With `simple`, all operations but sums, bits, shifts and comparisons are uninterpreted.
    """

    def __init__(self, *, simple: bool = False) -> None:
        self._simple = simple
        self._known: dict[Term, ExprRef] = {}
        word = z3.BitVecSort(WORD_BITS)
        self._sorts: dict[Sort, SortRef] = {
            Sort.WORD: word,
            Sort.STORAGE: z3.ArraySort(word, word),
            Sort.OTHER: z3.BitVecSort(_OTHER_BITS),
        }
        # The leaf of control that a value denotes, so that different leaves differ.
        self._kind = z3.Function("kind", self._sorts[Sort.OTHER], word)
        self._kinds: dict[str, int] = {}
        self.axioms: list[BoolRef] = []

    def falls(self, control: Term, fall: Term) -> BoolRef:
        """Whether control reaches the leaf `fall`."""
        return self._kind(self.any(control)) == self._kind(self.any(fall))

    def content(self, piece: Term) -> BitVecRef:
        """The word that 32 bytes of memory make."""
        made = z3.Function("content", self._sorts[Sort.OTHER], self._sorts[Sort.WORD])
        word = made(self.any(piece))
        assert isinstance(word, z3.BitVecRef)
        return word

    @property
    def terms(self) -> list[Term]:
        """All terms that were encoded."""
        return list(self._known)

    def word(self, term: Term) -> BitVecRef:
        """A word."""
        encoded = self.any(term)
        assert isinstance(encoded, z3.BitVecRef)
        return encoded

    def any(self, term: Term) -> ExprRef:
        """A term of any sort."""
        pending = [term]
        while pending:
            node = pending[-1]
            if node in self._known:
                pending.pop()
                continue
            missing = [arg for arg in self._operands(node) if arg not in self._known]
            if missing:
                pending.extend(missing)
                continue
            pending.pop()
            self._known[node] = self._new(node)
        return self._known[term]

    def _new(self, term: Term) -> ExprRef:
        op = term.op
        if op == "const":
            return z3.BitVecVal(term.value, WORD_BITS)
        args = [self._known[arg] for arg in self._operands(term)]
        if op == "ite":
            return z3.If(args[0] != 0, args[1], args[2])
        if self._is_unknown(term):
            unknown = z3.BitVec(f"word {term.number}", WORD_BITS)
            self._note_bounds(term, unknown)
            return unknown
        if op == "sload":
            return z3.Select(args[0], args[1])
        if op == "sstore":
            return z3.Store(args[0], args[1], args[2])
        if op in ARITHMETIC or op == "sum":
            words = [arg for arg in args if isinstance(arg, z3.BitVecRef)]
            if op not in _OPAQUE:
                return _arithmetic(term, words)
        name, data = op, str(term.data)
        if op in BINDERS:
            data = f"{data} {[arg.number for arg in _equations(term)]}"
        encoded = self._function(f"{name} {data}", term, args)
        if sort_of(term) is Sort.WORD:
            assert isinstance(encoded, z3.BitVecRef)
            self._note_bounds(term, encoded)
        elif op in ("fall", "halt", "halted", "exit", "next", "leave"):
            number = self._kinds.setdefault(
                f"{op} {data}" if op == "halt" else op, len(self._kinds)
            )
            self.axioms.append(self._kind(encoded) == z3.BitVecVal(number, WORD_BITS))
        return encoded

    def _note_bounds(self, term: Term, encoded: BitVecRef) -> None:
        """Add the facts about a word."""
        if term.ones != (1 << WORD_BITS) - 1:
            self.axioms.append(encoded & ~z3.BitVecVal(term.ones, WORD_BITS) == 0)
        if term.least:
            self.axioms.append(z3.UGE(encoded, term.least))
        if term.most < term.ones:
            self.axioms.append(z3.ULE(encoded, term.most))

    def _is_unknown(self, term: Term) -> bool:
        """Whether a word is uninterpreted."""
        if not self._simple or sort_of(term) is not Sort.WORD:
            return False
        is_computed = term.op in ARITHMETIC or term.op in ("sum", "ite")
        return not is_computed or term.op in _HARD

    def _operands(self, term: Term) -> tuple[Term, ...]:
        return () if self._is_unknown(term) else _operands(term)

    def _function(self, name: str, term: Term, args: list[ExprRef]) -> ExprRef:
        sort = self._sorts[sort_of(term)]
        # Programs choose some names; a `|` would end the name in the text of a query.
        name = quote(name, safe=_IN_NAMES)
        if not args:
            return z3.Const(name, sort)
        # Other solvers than Z3 do not support overloading: one name, one list of sorts.
        sorts = "".join(sort_of(arg).value[0] for arg in _operands(term))
        return z3.Function(f"{name} {sorts}", *[arg.sort() for arg in args], sort)(*args)


def _operands(term: Term) -> tuple[Term, ...]:
    """The operands that are encoded: for values of loops, those before the first round."""
    return term.args[entry_of(term)] if term.op in BINDERS else term.args


def _equations(term: Term) -> tuple[Term, ...]:
    """The other operands of a value of a loop, which are part of its name."""
    entry = entry_of(term)
    return term.args[: entry.start] + term.args[entry.stop :]


def _arithmetic(term: Term, words: list[BitVecRef]) -> BitVecRef:
    if term.op == "sum":
        assert isinstance(term.data, tuple)
        numbers = [int(number) for number in term.data]
        total = z3.BitVecVal(numbers[0], WORD_BITS)
        for number, word in zip(numbers[1:], words, strict=True):
            total = total + z3.BitVecVal(number, WORD_BITS) * word
        return total
    if term.op in _NARY:
        result = words[0]
        for word in words[1:]:
            result = compute(term.op, [result, word])
        return result
    return compute(term.op, words)
