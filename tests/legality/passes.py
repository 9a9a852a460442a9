"""Conditions of the passes over the assembly beyond solc's."""

from __future__ import annotations

from typing import Final, NamedTuple

from tests.assembly.beyond import programs, searches
from tests.assembly.passes import context, run_pass
from tests.execution import Outcome
from yulopt.assembly.items import Item
from yulopt.assembly.optimizer import AssemblyPass
from yulopt.assembly.text import items_text, read_items


class PassCase(NamedTuple):
    """A program in the notation of `yulopt.assembly.text`, and its result; an empty result stands
    for any change."""

    program: str
    after: str = ""


class PassRow(NamedTuple):
    """The counterpart of `tests.legality.harness.Row` for passes over the assembly.

    The wrong change may be combined with correct ones in other parts of the program.
    """

    condition: str
    meets: PassCase
    violates: PassCase
    runs: int = 200


def _row(
    condition: str,
    program: str,
    meets: str,
    violates: str,
    *pieces: tuple[str, str],
    runs: int = 200,
) -> PassRow:
    """Two programs that differ in the text for `$`, also in the pieces that would be replaced.

    The pieces are for the program that violates the condition.
    """
    wrong = program.replace("$", violates)
    for piece, becomes in pieces:
        replaced = wrong.replace(piece.replace("$", violates), becomes.replace("$", violates))
        assert replaced != wrong, piece
        wrong = replaced
    return PassRow(
        condition,
        PassCase(program.replace("$", meets)),
        PassCase(program.replace("$", violates), wrong if pieces else ""),
        runs=runs,
    )


def _written(text: str) -> str:
    return " ".join(items_text(read_items(text)).split())


def outcomes(items: list[Item]) -> list[Outcome]:
    """The outcomes of calls with many words, with the keys of the searches below and others."""
    values = [word for key in _KEYS for word in (key, key + 1, key + 256)]
    values += [word << 223 for key in _SELECTORS[:3] for word in (2 * key, 2 * key + 2, key)]
    return programs.outcomes(items) + searches.outcomes(items, values)


def check_pass_meets(kind: type[AssemblyPass], row: PassRow) -> None:
    """Check that the pass applies, and preserves behaviour."""
    program, expected = row.meets
    after = run_pass(kind(), program, context(runs=row.runs))
    assert after != "same", "the pass leaves it alone"
    assert not expected or after == _written(expected)
    items = read_items(program)
    kind().run(items, context(runs=row.runs))
    assert outcomes(items) == outcomes(read_items(program))


def check_pass_violates(kind: type[AssemblyPass], row: PassRow) -> None:
    """Check that the pass does not make the wrong change, which calls would show, or any."""
    program, wrong = row.violates
    before = outcomes(read_items(program))
    assert not wrong or outcomes(read_items(wrong)) != before, "no call tells that this is wrong"
    items = read_items(program)
    changed = kind().run(items, context(runs=row.runs))
    assert outcomes(items) == before
    assert wrong or not changed, items_text(items)


_KEYS: Final = (1, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70)
_STORES: Final = " ".join(f"l{key}: {key} 2 sstore stop" for key in _KEYS)
_REVERT: Final = "0 dup1 revert"
_WORD: Final = "0x" + "11223344556677889900aabbccddeeff" * 2
_FILLING: Final = " ".join([f"{_WORD} pop"] * 485)


# Selectors, of which a table after the code takes fewer bytes than comparisons.
_SELECTORS: Final = tuple(range(0x12345678, 0xFEDCBA98, 0x0A1B2C3D))


def _selectors(condition: str, start: str, meets: str, violates: str) -> PassRow:
    stores = " ".join(f"l{key}: 0 mload {key} add 2 sstore stop" for key in _SELECTORS)
    search = f"{start} {_compared(*_SELECTORS)} {_REVERT} {stores}"
    return _row(condition, search, meets, violates, runs=1)


def _compared(*keys: int) -> str:
    return " ".join([f"dup1 {key} eq @l{key} jumpi" for key in keys])


def _tables(
    condition: str, search: str, meets: str, violates: str, *pieces: tuple[str, str]
) -> PassRow:
    program = f"callvalue 4 calldataload {search} {_STORES}"
    return _row(condition, program, meets, violates, *pieces, runs=100_000)


_LOW: Final = _compared(*_KEYS[1:4])
_HIGH: Final = _compared(*_KEYS[4:])

JUMP_TABLES: Final = (
    _tables(
        "single scrutinee",
        f"{_LOW} $ 1 eq @l1 jumpi {_compared(*_KEYS[4:6])} {_REVERT}",
        f"{_HIGH} dup1",
        "dup2",
        ("$ 1 eq", "dup1 1 eq"),
    ),
    _tables(
        "guards",
        f"{_compared(16)} callvalue @failed jumpi {_compared(*_KEYS[2:])} 0 0 revert failed: $",
        "0 0 revert",
        "32 0 revert",
        ("$", "0 0 revert"),
    ),
    _tables(
        "guards",
        f"{_LOW} $ @failed jumpi {_compared(*_KEYS[4:6])} 0 0 revert failed: 0 0 revert",
        f"callvalue @failed jumpi {_HIGH} callvalue",
        "1 3 sstore 3 sload 4 calldataload 48 gt and",
        ("$", "0"),
    ),
    _tables(
        "single default",
        f"64 dup2 lt @less jumpi {_HIGH} {_REVERT} less: {_LOW} $",
        "0 0 revert",
        "1 0 revert",
        ("$", "0 0 revert"),
    ),
    _tables(
        "single default",
        f"64 dup2 lt @less jumpi {_HIGH} $ 0 mstore 32 0 revert"
        f" less: {_LOW} $ 0 mstore 32 0 revert",
        "5",
        "pop",
        ("$ 0 mstore", "0 mstore"),
    ),
    _tables(
        "single predecessor",
        f"callvalue @other jumpi {_compared(16, 32)} middle: {_compared(*_KEYS[3:])} {_REVERT}"
        " other: $ jump",
        "@l16",
        "48 @middle",
        ("48 @middle", "@middle"),
    ),
    _tables(
        "first match",
        f"{_LOW} {_HIGH} dup1 16 eq @$ jumpi {_REVERT}",
        "l16",
        "l112",
        ("@l16", "@l112"),
    ),
    _tables(
        "exact bounds",
        f"$ dup2 gt @more jumpi {_LOW} dup1 64 eq @l1 jumpi 0 0 revert more: {_HIGH} 0 0 revert",
        "63",
        "64",
        ("64 dup2 gt", "63 dup2 gt"),
    ),
    _tables(
        "two-byte labels",
        f"callvalue @end jumpi {_LOW} {_HIGH} {_REVERT} end: {_FILLING} $ stop",
        "",
        _FILLING,
    ),
    _selectors("selectors", "4 calldataload $ shr", "0xe0", "0xdf"),
    _selectors("unused memory", "5 $ mstore 4 calldataload 0xe0 shr", "32", "31"),
    _selectors("unused memory", "$ 64 mstore 4 calldataload 0xe0 shr", "calldatasize", "msize"),
    _selectors("unused memory", "gas @l jumpi 7 $ mstore l: 4 calldataload 0xe0 shr", "64", "0"),
)

_TAIL: Final = "32 mstore 3 64 mstore 5 96 mstore"
_RETURN: Final = "128 0 return"

CROSS_JUMPING: Final = (
    _row(
        "equal suffixes",
        f"callvalue @other jumpi 9 dup1 {_TAIL} {_RETURN} other: 10 dup1 {_TAIL} $ 0 return",
        "128",
        "caller 96 mstore 128",
        ("caller 96 mstore ", ""),
        runs=1,
    ),
    _row(
        "equal successors",
        "0 calldataload @l jumpi 0 calldataload @m jumpi callvalue @other jumpi"
        f" 9 {_TAIL} @l jump other: 10 {_TAIL} @$ jump l: {_RETURN} m: 1 1 sstore stop",
        "l",
        "m",
        ("@m jump l", "@l jump l"),
        runs=1,
    ),
    _row(
        "equal labels",
        f"callvalue @other jumpi 9 {_TAIL} @l @f jump other: 10 {_TAIL} @$ @f jump"
        f" f: jump l: {_RETURN} m: 1 1 sstore stop",
        "l",
        "m",
        ("@m @f", "@l @f"),
        runs=1,
    ),
    _row(
        "movable blocks",
        f"callvalue @other jumpi 9 {_TAIL} {_RETURN} other: 10 {_TAIL} {_RETURN} $",
        "",
        "more: @more jumpi 0 0",
        runs=1,
    ),
)

_PARTS: Final = ("1 2 mstore 3 4 mstore 5 6 mstore", "7 8 mstore 9 10 mstore 11 12 mstore")


def _twice(code: str) -> str:
    """The code on two paths that have nothing else in common."""
    before = " ".join(str(slot) for slot in range(20))
    return (
        f"{before} callvalue @other jumpi 21 pop {code} 96 mstore 13 0 revert"
        f" other: 22 pop {code} 64 mstore 8 9 mstore 3 mstore 160 0 revert"
    )


def _outlined(condition: str, meets: str, violates: str) -> PassRow:
    """Two parts that are worth a function only with what is between them."""
    return _row(condition, _twice(f"{_PARTS[0]} $ {_PARTS[1]}"), meets, violates, runs=1)


OUTLINING: Final = (
    _outlined("position independence", "caller pop", "gas pop"),
    _outlined("position independence", "callvalue pop", "pc pop"),
    _outlined("straight-line code", "caller pop", "caller @other jumpi"),
    _outlined("stack effect", "pop pop", "pop pop pop"),
    _outlined("reachable slots", "dup15 100 mstore", "dup16 pop"),
)

# What is in the way of a cheaper order of instructions; the end of the block does not read it.
_WORDS: Final = "4 calldataload 36 calldataload"
_MOVES: Final = "swap1 swap1 dup1 pop"


def _scheduled(
    condition: str, program: str, meets: str, violates: str, *pieces: tuple[str, str]
) -> PassRow:
    """A block whose loads, calls and writes are observable by calls."""
    return _row(condition, f"{_WORDS} {_MOVES} {program}", meets, violates, *pieces)


_STORED: Final = "0 mstore 32 mstore 64 0 return"

BLOCK_SCHEDULER: Final = (
    _scheduled(
        "memory dependences",
        f"dup2 0 mstore 0 mload dup2 $ mstore 0 mload {_STORED}",
        "32",
        "31",
        ("31 mstore 0 mload", "31 mstore dup1"),
    ),
    _scheduled(
        "memory dependences",
        f"dup2 0 mstore 32 0 keccak256 dup2 $ mstore8 32 0 keccak256 {_STORED}",
        "32",
        "31",
        ("mstore8 32 0 keccak256", "mstore8 dup1"),
    ),
    _scheduled(
        "memory dependences",
        f"dup2 0 mstore 0 mload $ 3 0 calldatacopy 0 mload {_STORED}",
        "0",
        "1",
        ("calldatacopy 0 mload", "calldatacopy dup1"),
    ),
    _scheduled(
        "storage dependences",
        f"dup2 1 sstore 1 sload dup2 $ sstore 1 sload {_STORED}",
        "2",
        "4 calldataload",
        ("sstore 1 sload 0", "sstore dup1 0"),
    ),
    _scheduled(
        "storage dependences",
        f"dup2 1 tstore 1 tload dup2 $ tstore 1 tload {_STORED}",
        "2",
        "4 calldataload",
        ("tstore 1 tload 0", "tstore dup1 0"),
    ),
    _scheduled(
        "observable order",
        "dup2 dup2 $ 7 0 0 log1 8 0 0 log1 stop",
        "pop",
        "1 0 log1 9",
        ("7 0 0 log1 8 0 0 log1", "8 0 0 log1 7 0 0 log1"),
    ),
    _scheduled(
        "observable order",
        f"returndatasize 0 0 32 0 4 gas $ pop returndatasize {_STORED}",
        "pop pop pop pop pop pop caller",
        "staticcall",
        ("pop returndatasize 0 mstore", "pop dup1 0 mstore"),
    ),
    PassRow(
        "no `msize`",
        PassCase(f"{_WORDS} {_MOVES} 320 mload pop 0 mstore 32 mstore 64 0 return"),
        PassCase(
            f"{_WORDS} {_MOVES} 320 mload pop msize 0 mstore 32 0 return",
            f"{_WORDS} msize 0 mstore 32 0 return",
        ),
    ),
    PassRow(
        "no deeper reads",
        PassCase(f"{_WORDS} swap1 0 mstore 32 mstore 64 0 return"),
        PassCase(f"{_WORDS} @f jump f: swap1 0 mstore 0 mstore stop"),
    ),
    _scheduled(
        "final stack",
        "dup2 dup2 $",
        "0 mstore 32 0 return",
        "@l jump l: 0 mstore 32 mstore 64 mstore 96 0 return",
        ("dup2 dup2 @l", "@l"),
    ),
)

CONSTANT_FOLDING: Final = (
    PassRow(
        "adjacent operands",
        PassCase(
            "7 callvalue @l jumpi pop l: 5 3 add 0 sstore stop",
            "7 callvalue @l jumpi pop l: 8 0 sstore stop",
        ),
        PassCase(
            "7 callvalue @l jumpi pop 5 l: 3 add 0 sstore stop",
            "7 callvalue @l jumpi pop l: 8 0 sstore stop",
        ),
    ),
    _row(
        "adjacent operands",
        "7 5 $ 3 sub 0 sstore 1 sstore stop",
        "2 add",
        "swap1",
        ("5 swap1 3 sub", str((1 << 256) - 2)),
    ),
)

CONSTANT_SYNTHESIS: Final = (
    _row(
        "adjacent duplicates",
        f"{_WORD} $ {_WORD} 0 sstore 1 sstore stop",
        "",
        "7",
        (f"7 {_WORD}", "7 dup1"),
    ),
    _row(
        "same word",
        "$ 0 sstore stop",
        f"{(1 << 160) - 1:#x}",
        f"{(1 << 160) - 2:#x}",
        ("$", f"{(1 << 160) - 1:#x}"),
    ),
)

PATTERNS: Final = (
    _row(
        "side conditions",
        "4 calldataload $ dup2 gt @large jumpi pop 1 0 sstore stop large: 0 0 revert",
        "0xffffffffffffffff",
        "0x10000000000000000",
        ("$ dup2 gt", "dup1 64 shr"),
    ),
    _row(
        "side conditions",
        "4 calldataload $ lt iszero 0 sstore stop",
        "254",
        f"{(1 << 256) - 1:#x}",
        ("$ lt iszero", "0 gt"),
    ),
    _row(
        "equal slots",
        "36 calldataload 4 calldataload 0xffffffffffffffff dup2 and $ eq 0 sstore 1 sstore stop",
        "dup2",
        "dup3",
        ("$ eq", "dup2 eq"),
    ),
    _row(
        "boolean context",
        "4 calldataload iszero iszero $",
        "@l jumpi stop l: 1 0 sstore stop",
        "0 sstore stop",
        ("iszero iszero ", ""),
    ),
    _row(
        "no label inside",
        "4 calldataload 0 callvalue @l jumpi pop 5 $ 0 sstore stop",
        "0 eq l:",
        "l: eq",
        ("l: eq", "l: iszero"),
    ),
)

_LEFT: Final = "swap1 0 0 log1 0 0 log1 stop"
_TWO: Final = "0 sload 1 sload"
_MEETING: Final = (
    "calldatasize @two jumpi address @three jumpi"
    " 0 sload 1 sload caller @end jumpi swap1 0 0 log1 0 0 log1 stop"
    " two: 0 sload 1 sload address @end jumpi swap1 0 0 log2 stop"
    " three: 2 sload 1 sload origin @end jumpi swap1 4 0 log2 stop end: 0 0 revert"
)

BORDER_LAYOUTS: Final = (
    PassRow(
        "known predecessors",
        PassCase(
            f"4 calldataload 36 calldataload callvalue @one jumpi {_LEFT} one: swap1 0 0 log2 stop"
        ),
        PassCase(
            f"@back 4 calldataload 36 calldataload @f jump[call] back: {_LEFT}"
            " f: 0 sstore 1 sstore 0 sload 1 sload dup3 jump[return]",
            f"@back 36 calldataload 4 calldataload @f jump[call] back: {_LEFT}"
            " f: 0 sstore 1 sstore 0 sload 1 sload dup3 jump[return]",
        ),
    ),
    PassRow(
        "schedulable blocks",
        PassCase(f"{_TWO} callvalue @one jumpi 0 0 log0 {_LEFT} one: swap1 0 0 log1 0 0 log1 stop"),
        PassCase(f"{_TWO} callvalue @one jumpi pc one: swap1 0 0 log1 0 0 log1 stop"),
    ),
    PassRow(
        "available slots",
        PassCase(_MEETING),
        PassCase("callvalue @end jumpi " + _MEETING),
    ),
)

# A function that ends with a call of another one, which is called elsewhere, too.
_OUTER: Final = "12 11 @back 7 @outer jump[call]"
_CALLED_TWICE: Final = "back: @end 8 @inner jump[call] end: 0 sstore 1 sstore 2 sstore stop"
_INNER: Final = "inner: not swap1 jump[return]"
_LAST_CALL: Final = "outer: @after swap1 @inner jump[call]"
_RETURNS: Final = "after: swap1 jump[return]"
_NO_RETURN_POINT: Final = "outer: @inner jump[call]"

TAIL_CALLS: Final = (
    _row(
        "same results",
        f"{_OUTER} {_CALLED_TWICE} {_LAST_CALL} after: $ jump[return] {_INNER}",
        "swap1",
        "1 add swap1",
        (_LAST_CALL, _NO_RETURN_POINT),
    ),
    _row(
        "own frame",
        f"{_OUTER} {_CALLED_TWICE} {_LAST_CALL} {_RETURNS} inner: $ swap1 jump[return]",
        "caller add",
        "dup4 add",
        (_LAST_CALL, _NO_RETURN_POINT),
    ),
    PassRow(
        "known address",
        PassCase(f"{_OUTER} {_CALLED_TWICE} {_LAST_CALL} {_RETURNS} {_INNER}"),
        PassCase(
            "12 11 @back 7 callvalue @one jumpi @after @both jump one: @other"
            f" both: swap1 @inner jump[call] {_RETURNS} other: 1 add swap1 jump[return]"
            f" {_CALLED_TWICE} {_INNER}",
            "12 11 @back 7 callvalue @one jumpi @after @both jump one: @other"
            f" both: pop @inner jump[call] {_RETURNS} other: 1 add swap1 jump[return]"
            f" {_CALLED_TWICE} {_INNER}",
        ),
    ),
)

BLOCK_PLACEMENT: Final = (
    _row(
        "movable blocks",
        "calldatasize @more jumpi @end jump last: 3 0 sstore stop more: 1 dup1 sstore @last jump"
        " end: 2 dup1 sstore $",
        "@last jump",
        "@last jumpi",
    ),
)
