"""The value graph: hash-consed terms, so that equal terms are the same object.

A term is an operation on terms. Its value is a word, or, for other operations, the contents of
memory or storage, bytes, a history of effects, or a continuation. `words`, `arrays` and `loops`
build terms in normal form by means of `Terms.make`.

Source: hash-consing, Ershov 1958; Filliâtre and Conchon, "Type-safe modular hash-consing" (2006).
"""

from __future__ import annotations

from math import prod
from typing import Final

from yulopt.prover.work_clock import TIME, OpenQuestion, WorkClock
from yulopt.syntax.literals import WORD_MASK

Data = int | str | tuple[int, ...] | tuple[str, ...]
NOTHING: Final = 0

# Operations whose result is one bit.
BOOLEAN: Final = frozenset({"eq", "lt", "slt", "iszero", "ends", "ends loop", "leaves", "refused"})
# The operands whose bits the result may have.
_PASSED_ON: Final = {"or": slice(None), "xor": slice(None), "ite": slice(1, 3), "out": slice(1)}
ADDRESS_BITS: Final = (1 << 160) - 1
_ADDRESSES: Final = frozenset({"address", "caller", "origin", "coinbase", "linkersymbol"})
# More bytes cannot be paid for, and clients hold the numbers of a block in 64 bits.
_IN_64_BITS: Final = frozenset(
    {"calldatasize", "codesize", "extcodesize", "returndatasize", "msize", "datasize"}
    | {"dataoffset", "gas", "gaslimit", "number", "timestamp"}
)
_64_BITS: Final = (1 << 64) - 1


class Term:
    """A node of the graph; compared by identity.

    `data` is the attribute of the operation, such as a number or a name. `number` counts terms in
    the order of their creation. `ones` has the bits that can be set in a word, which is at least
    `least` and at most `most`. `newest` is the serial number of the newest open symbol inside (see
    `loops`), 0 if there is none, and `height` that of the highest loop inside.
    """

    __slots__ = ("args", "data", "height", "least", "most", "newest", "number", "ones", "op")

    def __init__(self, op: str, data: Data, args: tuple[Term, ...], number: int) -> None:
        self.op = op
        self.data = data
        self.args = args
        self.number = number
        self.ones = WORD_MASK
        self.least = 0
        self.most = WORD_MASK
        self.newest = 0
        self.height = 0

    @property
    def value(self) -> int:
        """The value of a constant."""
        assert isinstance(self.data, int)
        return self.data

    @property
    def is_constant(self) -> bool:
        """Whether this is the constant."""
        return self.op == "const"

    @property
    def is_boolean(self) -> bool:
        """Whether this is a word that can only be 0 or 1."""
        return self.ones <= 1

    def __repr__(self) -> str:
        if self.op == "const":
            return hex(self.value)
        data = "" if self.data == NOTHING else f"[{self.data}]"
        inner = ", ".join(repr(arg) if arg.op == "const" else f"#{arg.number}" for arg in self.args)
        return f"{self.op}{data}({inner})"


class Terms:
    """All terms of a proof; `clock` counts how often one is created or looked up."""

    def __init__(self, clock: WorkClock) -> None:
        self._clock = clock
        self._known: dict[tuple[str, Data, tuple[Term, ...]], Term] = {}
        self._constants: dict[int, Term] = {}
        self._serial = 0
        self._unknown_words = 0
        self.fall = self.make("fall")
        self.zero = self.constant(0)
        self.one = self.constant(1)

    def __len__(self) -> int:
        return len(self._known) + len(self._constants)

    def all(self) -> list[Term]:
        """All terms."""
        return [*self._constants.values(), *self._known.values()]

    def constant(self, value: int) -> Term:
        """The term of a word."""
        found = self._constants.get(value)
        if found is None:
            found = self._constants[value] = Term("const", value, (), len(self))
            found.ones = found.least = found.most = value
        return found

    def make(self, op: str, data: Data = NOTHING, args: tuple[Term, ...] = ()) -> Term:
        """The term with this operation, as it is; raises OpenQuestion at the limit of terms."""
        clock = self._clock
        clock.operations += 1
        if clock.operations > clock.limit:
            raise OpenQuestion(TIME)
        key = (op, data, args)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Term(op, data, args, len(self))
            for arg in args:
                if arg.newest > found.newest:
                    found.newest = arg.newest
                if arg.height > found.height:
                    found.height = arg.height
            if op == "bound":
                assert isinstance(data, tuple)
                found.height = int(data[0])
            found.ones = found.most = possible_ones(found)
        return found

    def open_symbol(self, sort: int) -> Term:
        """A new symbol for a value that a loop carries between rounds; `sort` is 0 for a word, and
        identifies the part of the state otherwise."""
        self._serial += 1
        symbol = self.make("open", (sort, self._serial))
        symbol.newest = self._serial
        return symbol

    def unknown_word(self, name: str) -> Term:
        """A fresh unknown word."""
        self._unknown_words += 1
        return self.make("unknown", f"{name} {self._unknown_words}")

    @property
    def newest_serial(self) -> int:
        """The number of the newest open symbol."""
        return self._serial


def possible_ones(term: Term) -> int:
    """The bits that may be set in a word; all if unknown."""
    op, args = term.op, term.args
    if op in BOOLEAN:
        return 1
    if op == "and":
        ones = WORD_MASK
        for arg in args:
            ones &= arg.ones
        return ones
    if op in _PASSED_ON:
        ones = 0
        for arg in args[_PASSED_ON[op]]:
            ones |= arg.ones
        return ones
    if op in ("shl", "shr") and args[0].is_constant:
        amount = args[0].value
        return (args[1].ones << amount) & WORD_MASK if op == "shl" else args[1].ones >> amount
    if op in ("shr", "div"):
        return _below(args[1].ones if op == "shr" else args[0].ones)
    if op == "mod":
        return _below(args[1].ones)
    if op in _ADDRESSES or (op == "project" and term.data == "address"):
        return ADDRESS_BITS
    if op in _IN_64_BITS:
        return _64_BITS
    if op == "clz":
        return 0x1FF
    if op == "byte":
        return 0xFF
    if op == "project" and term.data == "success":
        return 1
    if op == "sum":
        return _ones_of_sum(term)
    if op == "mul":
        most = prod(arg.ones for arg in args)
        return _below(most) if most <= WORD_MASK else WORD_MASK
    return WORD_MASK


def _ones_of_sum(term: Term) -> int:
    """The bits up to the largest possible sum, if that does not overflow."""
    coefficients = term.data
    assert isinstance(coefficients, tuple)
    most = 0
    for coefficient, arg in zip(coefficients, (None, *term.args), strict=True):
        assert isinstance(coefficient, int)
        most += coefficient * (1 if arg is None else arg.ones)
    return _below(most) if most <= WORD_MASK else WORD_MASK


def _below(most: int) -> int:
    return (1 << most.bit_length()) - 1
