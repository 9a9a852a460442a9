"""Rows of tables: a condition, a program that just meets it, and one that just violates it."""

from __future__ import annotations

from typing import Final, NamedTuple

from tests.steps.check import printed, result
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.syntax.parser import parse_source
from yulopt.verifier.inputs import Input
from yulopt.verifier.subject import check_version, subjects

# An account that calls back with the calldata it gets but for the first 4 bytes, and one that
# stores 77 in slot 1.
CALLS_BACK: Final = 0x5000
STORES: Final = 0x5001
_DIALECT: Final = dialect_for(DEFAULT_EVM_VERSION)
_WORDS: Final = (0, 1, 2, 5, 64, 255, 256, 1 << 64, (1 << 255) - 1, 1 << 255, (1 << 256) - 1)


def _input(*words: int, value: int = 0, length: int | None = None) -> Input:
    calldata = b"".join(word.to_bytes(32, "big") for word in words)
    behaviours = {CALLS_BACK: "call back with data", STORES: "0x604d60015500"}
    return Input(calldata[:length], value, storage={0: 7, 1: 9}, behaviours=behaviours)


INPUTS: Final = (
    *(_input(one, other, one ^ other) for one in _WORDS for other in (0, 1, 32, _WORDS[-1])),
    *(_input(word, word, value=1) for word in (0, 1, 2, 3, 7)),
    *(_input(_WORDS[-1], _WORDS[-1], length=length) for length in (0, 3, 4, 35, 36)),
)


class Case(NamedTuple):
    """A program and its result; an empty result stands for any change."""

    program: str
    after: str = ""


class Row(NamedTuple):
    """A condition of a step's correctness.

    The step turns the program of `meets` into its result. It turns that of `violates` into
    `instead`, by default the program itself; the result given there would be wrong, as one of the
    inputs shows. An empty one would not be a program.
    """

    condition: str
    meets: Case
    violates: Case
    instead: str = ""
    runs: int = 200


def case(program: str, *pieces: tuple[str, str]) -> Case:
    """A program and its result, in which each piece is replaced by its counterpart."""
    after = program
    for piece, becomes in pieces:
        after = after.replace(piece, becomes)
    assert after != program or not pieces, f"nothing becomes something else in {program}"
    return Case(program, after if pieces else "")


def row(
    condition: str,
    template: str,
    meets: str,
    violates: str,
    *pieces: tuple[str, str],
    instead: tuple[str, str] | None = None,
    runs: int = 200,
) -> Row:
    """A row of two programs that differ in what stands for `@` in a template, also in the pieces.

    `instead` is what the step makes of a piece where the condition is violated.
    """

    def filled(hole: str, *changes: tuple[str, str]) -> Case:
        def fill(text: str) -> str:
            return text.replace("@", hole)

        return case(fill(template), *((fill(piece), fill(becomes)) for piece, becomes in changes))

    kept = "" if instead is None else filled(violates, instead).after
    return Row(condition, filled(meets, *pieces), filled(violates, *pieces), kept, runs)


def difference(before: str, after: str) -> str:
    """An input for which two programs differ, with the difference; empty if there is none."""
    subject = subjects(parse_source(Source(before), _DIALECT), _DIALECT)[0]
    code = parse_source(Source(after), _DIALECT).code
    for given in INPUTS:
        found = check_version(subject, code, given)
        if found is not None:
            return f"{given}: {found.effect}"
    return ""


def check_meets(step: str, row: Row) -> None:
    """Check that the step applies, and preserves behaviour."""
    program, expected = row.meets
    after = result(step, program, runs=row.runs)
    assert after != result("", program), "the step leaves it alone"
    if expected:
        assert after == printed(expected)
    assert not difference(program, after)


def check_violates(step: str, row: Row) -> None:
    """Check that the step does not make the wrong change, which the inputs would show."""
    program, wrong = row.violates
    if wrong:
        assert difference(program, wrong), "no input tells that this is wrong"
    after = result(step, program, runs=row.runs)
    assert not difference(program, after)
    assert after == (printed(row.instead) if row.instead else result("", program))
