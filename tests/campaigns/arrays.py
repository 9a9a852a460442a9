"""Look for wrong proofs about an array in memory, and loops over it.

    python -m tests.campaigns.arrays --seeds 1000

From each seed, a program is generated that writes the length of an array, and calls a function
whose loop reads and writes the length and elements, at checked and unchecked indices that count
up, down or wildly. Some reads of words are replaced by what was written there, rightly or wrongly,
or the write moves after the loop. The prover compares both programs, without a look at executions;
the interpreter executes both, with many inputs.

Exit status: 0 no pair was wrongly proven, 1 one was, or nothing was proven or different.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

import click

from tests.campaign import ProgressLine, seed_range
from tests.campaigns.pairs.executed import inputs, outcome, subject_of
from tests.prover.proving import are_proven
from yulopt.verifier.equivalence import first_difference, is_comparable

SECONDS: Final = 0.6
_INPUTS: Final = (30, 300)
PROVEN, OPEN, DIFFERS, SAME, WRONG = "proven", "open", "differs", "same", "WRONG"

_ARRAYS: Final = ("128", "add(128, and(calldataload(0), 0xe0))", "and(calldataload(0), 0xffff)")
_LENGTHS: Final = (
    *("3", "5", "calldataload(32)", "and(calldataload(32), 7)", "not(calldataload(32))"),
    "shr(200, calldataload(32))",
)
_FIRST: Final = (
    *("0", "0", "1", "calldataload(64)", "and(calldataload(64), 7)", "shr(190, calldataload(64))"),
)
_CONDITIONS: Final = (
    *("lt(i, calldataload(96))", "lt(i, and(calldataload(96), 7))", "lt(i, mload(a))", "lt(i, 4)"),
    *("i", "sload(i)", "calldataload(add(i, 96))"),
)
_NEXT: Final = (
    *("add(i, 1)", "add(i, 1)", "add(i, 1)", "sub(i, 1)", "sub(i, 1)", "add(i, 2)", "add(i, r)"),
    # Elements at the address of the length.
    *("add(i, sub(shl(251, 1), 1))", "sub(i, add(shl(251, 1), 1))", "shl(1, i)"),
)
_INDICES: Final = ("i", "i", "i", "j", "r", "sub(i, 1)", "add(i, 1)", "and(i, 3)", "and(i, 1)")
_ELEMENTS: Final = (
    *("add(add(a, 32), shl(5, INDEX))", "add(add(a, 32), shl(5, INDEX))", "add(a, shl(5, INDEX))"),
    *("add(add(a, 64), mul(32, INDEX))", "add(a, 64)"),
)
_VALUES: Final = (
    *("5", "i", "r", "v", "mload(a)", "mload(ELEMENT)", "mload(ELEMENT)", "mload(64)"),
    "calldataload(i)",
)
_STATEMENTS: Final = (
    *("if iszero(lt(INDEX, mload(a))) { END }", "if iszero(lt(INDEX, mload(a))) { break }"),
    *("mstore(ELEMENT, VALUE)", "mstore(ELEMENT, VALUE)", "mstore(a, VALUE)", "mstore(64, VALUE)"),
    *("r := VALUE", "r := add(r, VALUE)", "sstore(i, VALUE)", "sstore(j, VALUE)"),
    *("if eq(r, 2) { END }", "END"),
)
_NESTED: Final = (
    *("if sload(i) { BODY }", "if and(i, 1) { BODY }", "if calldataload(add(i, 7)) { BODY }"),
    "for { let k := 0 } lt(k, 3) { k := add(k, 1) } { j := k BODY }",
    "for { let k := i } k { k := sub(k, 1) } { j := k BODY }",
    "for { let k := 0 } lt(k, mload(a)) { k := add(k, 1) } { j := k BODY }",
)
_ENDS: Final = ("revert(0, 0)", "break", "continue", "leave")
_AFTER: Final = ("sstore(99, mload(a))", "sstore(99, mload(64))", "return(a, 64)", "")
_PART: Final = re.compile("INDEX|ELEMENT|VALUE|END")
_PARTS: Final = {"INDEX": _INDICES, "ELEMENT": _ELEMENTS, "VALUE": _VALUES, "END": _ENDS}


Pair: TypeAlias = Callable[[int], tuple[str, str]]


def pair(seed: int) -> tuple[str, str]:
    """A program, and the same after an edit."""
    rng = Random(seed)
    function = _function(rng)
    length, array = rng.choice(_LENGTHS), rng.choice(_ARRAYS)

    def program(function: str, written: str = "mstore(b, w)", end: str = "") -> str:
        return (
            f"{{ mstore(64, 128) let b := {array} let w := {length} {written}"
            f" f(b, w) {end} sstore(98, mload(b)) {function} }}"
        )

    before = program(function)
    if rng.random() < 0.2:
        return before, program(function, "", rng.choice(("mstore(b, w)", "")))
    reads = [found.start() for found in re.finditer(r"mload\(a\)", function)]
    for start in sorted(rng.sample(reads, min(len(reads), rng.choice((1, 1, 2)))), reverse=True):
        function = f"{function[:start]}v{function[start + len('mload(a)') :]}"
    return before, program(function)


def _function(rng: Random) -> str:
    first, condition, after = (rng.choice(one) for one in (_FIRST, _CONDITIONS, _NEXT))
    return (
        f"function f(a, v) {{ let r let j for {{ let i := {first} }} {condition}"
        f" {{ i := {after} }} {{ {_body(rng, 1)} }} {rng.choice(_AFTER)} }}"
    )


def _body(rng: Random, depth: int) -> str:
    statements = []
    for _ in range(rng.randint(2, 5) if depth else 2):
        if depth and rng.random() < 0.2:
            text = rng.choice(_NESTED).replace("BODY", _body(rng, depth - 1))
        else:
            text = rng.choice(_STATEMENTS)
        while _PART.search(text):
            text = _PART.sub(lambda found: rng.choice(_PARTS[found[0]]), text)
        statements.append(text)
    return " ".join(statements)


def check(seed: int, made: Pair = pair) -> str:
    """The verdict on the pair that is made from a seed."""
    before, after = made(seed)
    if before == after:
        return SAME
    few, many = _INPUTS
    if not are_proven(before, after, SECONDS):
        return DIFFERS if _are_different(before, after, seed, few) else OPEN
    return WRONG if _are_different(before, after, seed, many) else PROVEN


def _are_different(before: str, after: str, seed: int, count: int) -> bool:
    subjects = subject_of(before), subject_of(after)
    for given in inputs(before, seed, count):
        one, other = (outcome(subject, given) for subject in subjects)
        is_clear = is_comparable(one) and is_comparable(other)
        if is_clear and first_difference(one, other) is not None:
            return True
    return False


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--seeds", callback=seed_range, metavar="[FIRST:]END", required=True)
def main(seeds: range) -> None:
    run(seeds, pair)


def run(seeds: range, made: Pair) -> None:
    """Check the pairs of some seeds, print what is found, and exit."""
    found: Counter[str] = Counter()
    progress = ProgressLine()
    for seed in seeds:
        verdict = check(seed, made)
        found[verdict] += 1
        if verdict == WRONG:
            progress.clear()
            click.echo(f"wrongly proven: seed {seed}\n{made(seed)[0]}\n{made(seed)[1]}")
        progress.show(f"seed {seed}: {dict(found)}")
    progress.clear()
    click.echo(f"seeds {seeds.start}:{seeds.stop}: {dict(found)}")
    sys.exit(bool(found[WRONG]) or not (found[PROVEN] and found[DIFFERS]))


if __name__ == "__main__":
    main(prog_name="python -m tests.campaigns.arrays")
