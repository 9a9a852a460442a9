"""The operators of languages: signatures and semantics.

A graph is written for one language. `OPTIR` has ten operators over signed words of 32 bits, those
of the examples of optir. `YulLanguage` has the builtins of an EVM dialect over words of 256 bits.

Effects of the EVM are chained through four states. A state is a value without a run-time
representation: a node that takes it and returns it is ordered between its producer and its next
consumer. Each builtin takes the states that its row in the dialect reads or writes. In addition:

- logs, `gas`, `pc`, and whatever may end the execution take `EXT`;
- builtins that may end it successfully (`stop`, `return`, `selfdestruct`, `verbatim`) take all
  states, since earlier stores then persist;
- those that end it in any other way (`revert`, `invalid`) also take `MEM`: a distant memory access,
  which uses up all gas, must not come before them;
- `sstore` and `tstore` also take `EXT`, since they fail in a static call: they must not come before
  a `revert` whose data the caller would see instead.

Source: chapter 09, sections 2.5 and 2.6 of the specification.
"""

from __future__ import annotations

import enum
import functools
import re
from collections.abc import Callable, Sequence
from typing import Final

import attr

from yulopt.dialect import DEFAULT_EVM_VERSION, NONE, Builtin, Dialect, LiteralArgument, dialect_for
from yulopt.rules.arithmetic import ARITHMETIC, compute
from yulopt.syntax.literals import WORD_MASK


class State(enum.Enum):
    """A part of the state of the EVM; the order is that of operands."""

    MEM = "mem"
    STO = "sto"
    TRA = "tra"
    EXT = "ext"


ALL_STATES = tuple(State)
_OBSERVE_PROGRESS = frozenset({"gas", "pc"})


def states_of(builtin: Builtin) -> tuple[State, ...]:
    """The states that a builtin takes, and returns after its results, in order."""
    effects, control = builtin.side_effects, builtin.control_flow
    if control.can_terminate:
        return ALL_STATES
    outside = (
        effects.other_state != NONE
        or not control.can_continue
        or control.can_revert
        or builtin.name in _OBSERVE_PROGRESS
        or builtin.fails_in_static_calls
    )
    taken = {
        State.MEM: effects.memory != NONE or not control.can_continue,
        State.STO: effects.storage != NONE,
        State.TRA: effects.transient_storage != NONE,
        State.EXT: outside,
    }
    return tuple(state for state in ALL_STATES if taken[state])


@attr.s(auto_attribs=True)
class Signature:
    """The signature of an operator: `words` words, then `states`; it yields `values` words and then
    the same states.

    A stateless operator with one word is that word; any other yields a tuple. `texts` are the
    indices of the operands that must be texts, `numbers` of those that must be constants.
    """

    words: int
    values: int = 1
    states: tuple[State, ...] = ()
    texts: frozenset[int] = frozenset()
    numbers: frozenset[int] = frozenset()

    @property
    def is_tuple(self) -> bool:
        """Whether only projections may take the operator's result."""
        return bool(self.states) or self.values != 1

    @property
    def operands(self) -> int:
        """The number of operands."""
        return self.words + len(self.states)

    @property
    def outputs(self) -> int:
        """The number of values and states it yields."""
        return self.values + len(self.states)


class Language:
    """The operators and words of a graph.

    `bits` is the size of a word. `synonyms` maps other spellings of operators to a name and the
    order in which its operands are taken.
    """

    bits: int
    synonyms: dict[str, tuple[str, tuple[int, ...]]]

    def word(self, value: int) -> int:
        """The word that a number stands for."""
        raise NotImplementedError

    def signature(self, name: str) -> Signature | None:
        """The signature of an operator, None if there is none of this name."""
        raise NotImplementedError

    def is_foldable(self, name: str) -> bool:
        """Whether `evaluate` supports the operator: its word depends on its operands alone."""
        raise NotImplementedError

    def evaluate(self, name: str, words: Sequence[int]) -> int:
        """Apply a foldable operator to words."""
        raise NotImplementedError


def _quotient(dividend: int, divisor: int) -> int:
    if divisor == 0:
        return 0
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


_OPTIR_BITS: Final = 32
_OPTIR_LIMIT: Final = 1 << _OPTIR_BITS
_OPTIR_SIGN: Final = _OPTIR_LIMIT >> 1
_OPTIR_OPERATORS: Final[dict[str, Callable[[int, int], int]]] = {
    "+": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "/": _quotient,
    "%": lambda a, b: a - b * _quotient(a, b) if b else 0,
    "&": lambda a, b: a & b,
    "=": lambda a, b: int(a == b),
    ">": lambda a, b: int(a > b),
    "<<": lambda a, n: a << n if 0 <= n < _OPTIR_BITS else 0,
    ">>": lambda a, n: (a % _OPTIR_LIMIT) >> n if 0 <= n < _OPTIR_BITS else 0,
    ">>s": lambda a, n: a >> n if 0 <= n < _OPTIR_BITS else a >> (_OPTIR_BITS - 1),
}
_TWO_WORDS: Final = Signature(2)


class OptirLanguage(Language):
    """Signed words of 32 bits: `+ * / % & = > << >> >>s`.

    `/`, `%`, `>` and `>>s` are signed, `>>` is logical. As in the EVM, dividing by zero gives zero,
    and shifting by more than the word has bits shifts everything out.
    """

    def __init__(self) -> None:
        self.bits = _OPTIR_BITS
        self.synonyms = {}

    def word(self, value: int) -> int:
        """The number from -2**31 on that is the same modulo 2**32."""
        return (value + _OPTIR_SIGN) % _OPTIR_LIMIT - _OPTIR_SIGN

    def signature(self, name: str) -> Signature | None:
        return _TWO_WORDS if name in _OPTIR_OPERATORS else None

    def is_foldable(self, name: str) -> bool:
        return name in _OPTIR_OPERATORS

    def evaluate(self, name: str, words: Sequence[int]) -> int:
        return self.word(_OPTIR_OPERATORS[name](words[0], words[1]))


OPTIR: Final = OptirLanguage()

MATCH: Final = "match-"
_MATCH: Final = re.compile(r"match-([1-9][0-9]{0,5})", re.ASCII)
_IN_ORDER: Final = (0, 1)
_REVERSED: Final = (1, 0)


class YulLanguage(Language):
    """The builtins of an EVM dialect, on words from 0 to 2**256 - 1, operands in Yul's order.

    The operators of optir are synonyms for some of them. `match-N` represents a switch of Yul:
    `(match-2 x 5 7)` is 0 if x is 5, 1 if it is 7, else 2.
    """

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.bits = 256
        self.synonyms = {
            "+": ("add", _IN_ORDER),
            "*": ("mul", _IN_ORDER),
            "/": ("div", _IN_ORDER),
            "%": ("mod", _IN_ORDER),
            "&": ("and", _IN_ORDER),
            "=": ("eq", _IN_ORDER),
            ">": ("gt", _IN_ORDER),
            "<<": ("shl", _REVERSED),
            ">>": ("shr", _REVERSED),
            ">>s": ("sar", _REVERSED),
        }
        self._signatures: dict[str, Signature | None] = {}

    def word(self, value: int) -> int:
        """The number from 0 to 2**256 - 1 that is the same modulo 2**256."""
        return value & WORD_MASK

    def signature(self, name: str) -> Signature | None:
        if name not in self._signatures:
            self._signatures[name] = self._signature(name)
        return self._signatures[name]

    def _signature(self, name: str) -> Signature | None:
        match = _MATCH.fullmatch(name)
        if match is not None:
            return Signature(1 + int(match[1]))
        builtin = self.dialect.builtin(name)
        if builtin is None:
            return None
        texts, numbers = (
            frozenset(index for index, one in builtin.literal_arguments.items() if one is kind)
            for kind in (LiteralArgument.STRING, LiteralArgument.NUMBER)
        )
        return Signature(builtin.parameters, builtin.returns, states_of(builtin), texts, numbers)

    def is_foldable(self, name: str) -> bool:
        if name.startswith(MATCH):
            return _MATCH.fullmatch(name) is not None
        return name in ARITHMETIC and name in self.dialect.builtins

    def evaluate(self, name: str, words: Sequence[int]) -> int:
        if name.startswith(MATCH):
            return words.index(words[0], 1) - 1 if words[0] in words[1:] else len(words) - 1
        return compute(name, words)


def yul_language(dialect: Dialect | None = None) -> YulLanguage:
    """The one language of an EVM dialect, by default that of the newest version."""
    return _yul_language(dialect or dialect_for(DEFAULT_EVM_VERSION))


@functools.cache
def _yul_language(dialect: Dialect) -> YulLanguage:
    # One object each, so that data per language, such as its e-graph, is created once.
    return YulLanguage(dialect)
