"""A slice of the fuzzing of the parser and the validator, and tests that it detects faults.

The whole is `python -m tests.fuzz`. The comparison with solc needs the oracle (see `tests.oracle`).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.fuzz import AGREED, DIFFERENT, Outcome, Pair, fuzz, sample
from tests.fuzzing import verdicts
from tests.fuzzing.inputs import Input, Inputs
from tests.fuzzing.shrinking import shrink
from tests.fuzzing.verdicts import (
    ACCEPTED,
    FAILED,
    REJECTED,
    UNKNOWN,
    Verdict,
    Yulopt,
    judge,
    message_kind,
)
from tests.oracle import available, skip_unless_available
from tests.slices import amount
from yulopt.errors import Source, YulError

SLICE, COMPARED = amount(100, 700), amount(10, 70)


def run_slice(seed: int, compared: int) -> list[Outcome]:
    """Stops at the first input with which something is wrong."""
    pair = Pair(with_solc=bool(compared))
    outcomes = []
    try:
        tasks = sample(map(Inputs(seed).input, range(SLICE)), SLICE, compared)
        for outcome in fuzz(tasks, [pair]):
            assert not outcome.symptom, f"python -m tests.fuzz --seed {seed} --only N\n{outcome}"
            outcomes.append(outcome)
    finally:
        pair.close()
    return outcomes


@pytest.mark.parametrize("seed", [101, 102])
def test_mutated_programs_are_accepted_or_rejected_as_in_solc(seed: int) -> None:
    compared = 0 if available() else COMPARED
    outcomes = run_slice(seed, compared)
    kinds = [outcome.yulopt.kind for outcome in outcomes]
    assert len(kinds) == SLICE
    # Both kinds must be frequent, or the mutations would be of no use.
    assert kinds.count(ACCEPTED) > SLICE / 20
    assert kinds.count(REJECTED) > SLICE / 2
    skip_unless_available()
    asked = [outcome for outcome in outcomes if outcome.solc is not None]
    assert len(asked) == COMPARED
    assert all(outcome.agreement == AGREED for outcome in asked)


def test_the_seed_determines_the_inputs() -> None:
    one, same, other = Inputs(7), Inputs(7), Inputs(8)
    assert [one.input(number) for number in (3, 1)] == [same.input(number) for number in (3, 1)]
    assert one.input(3).data != other.input(3).data


def test_the_sample_is_spread_over_the_texts() -> None:
    texts = [Input(str(number), b"{ }", "osaka") for number in range(10)]
    assert [due for _, due in sample(texts, 10, 5)] == [True, False] * 5
    binary = [replace(given, data=b"\xff") for given in texts[:5]]
    assert [due for _, due in sample(binary + texts[:5], 10, 5)] == [False] * 5 + [True] * 5


# Detection of faults

GIVEN = Input("seed 0, input 0", b"{ let x }", "osaka")


def test_an_exception_is_a_failure_and_the_process_continues() -> None:
    worker = Yulopt()
    try:
        unknown_version = worker.judge(replace(GIVEN, evm_version="rome"))
        assert unknown_version.kind == FAILED
        assert unknown_version.detail.startswith("ValueError in ")
        assert worker.judge(GIVEN).kind == ACCEPTED
    finally:
        worker.close()


def test_a_timeout_is_a_failure() -> None:
    worker = Yulopt()
    try:
        worker.seconds = 0.1
        slow = replace(GIVEN, data=b"{" + b"sstore(0, add(1, 2)) " * 200_000 + b"}")
        assert worker.judge(slow).detail == "no answer within 0.1 seconds"
        worker.seconds = 60
        assert worker.judge(GIVEN).kind == ACCEPTED
    finally:
        worker.close()


@pytest.mark.parametrize(
    ("line", "column", "message", "complaint"),
    [
        (1, 1, "right", ""),
        (2, 6, "right", ""),
        (0, 0, "no place", "line 0 of 2"),
        (3, 1, "below", "line 3 of 2"),
        (2, 7, "beside", "column 7 outside the line"),
        (1, 1, "two\nlines", "message that cannot be shown: 'two\\nlines'"),
        (1, 1, "\x1b[31m", "message that cannot be shown: '\\x1b[31m'"),
        (1, 1, "x" * 1000, "message too long"),
    ],
)
def test_errors_need_a_place_and_a_message(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: int,
    column: int,
    message: str,
    complaint: str,
) -> None:
    def refuse(source: Source, dialect: object) -> None:
        raise YulError(message, line=line, column=column)

    monkeypatch.setattr(verdicts, "parse_source", refuse)
    verdict = judge(b"{ }\n{ } }", "osaka", tmp_path / "input.yul")
    assert verdict == (Verdict(FAILED, complaint) if complaint else Verdict(REJECTED, message))


@pytest.mark.parametrize(
    ("ours", "theirs", "agreement"),
    [
        (Verdict(ACCEPTED, "{ }\n"), Verdict(ACCEPTED, "{ }\n"), AGREED),
        (Verdict(REJECTED, "wrong"), Verdict(REJECTED, "ParserError: bad"), AGREED),
        (Verdict(ACCEPTED, "{ }\n"), Verdict(ACCEPTED, "Uncaught exception: deep"), AGREED),
        (Verdict(ACCEPTED, "{ }\n"), Verdict(ACCEPTED, "{ { } }\n"), DIFFERENT),
        (Verdict(ACCEPTED, "{ }\n"), Verdict(REJECTED, "ParserError: bad"), DIFFERENT),
        (Verdict(REJECTED, "wrong"), Verdict(ACCEPTED, "{ }\n"), DIFFERENT),
        (Verdict(REJECTED, "wrong"), Verdict(UNKNOWN, "died"), UNKNOWN),
        (Verdict(FAILED, "died"), Verdict(REJECTED, "ParserError: bad"), ""),
    ],
)
def test_verdicts_are_compared(ours: Verdict, theirs: Verdict, agreement: str) -> None:
    outcome = Outcome(GIVEN, ours, theirs)
    assert outcome.agreement == agreement
    assert bool(outcome.symptom) == (agreement != AGREED)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("{ let x }", ACCEPTED),
        ("{ let x let x }", REJECTED),
        ("{ f( }", REJECTED),
        ("{ add(1, 2) }", REJECTED),
        ('/// @use-src 0:"a"\n{ /// @src x\n }', REJECTED),
        # Too many variables for the stack: not the fault of the text.
        (
            "{ function f("
            + ", ".join(f"a{i}" for i in range(18))
            + ") -> r { r := a0 } sstore(0, f("
            + ", ".join(["calldataload(0)"] * 18)
            + ")) }",
            ACCEPTED,
        ),
    ],
)
def test_verdicts_of_solc(source: str, kind: str) -> None:
    skip_unless_available()
    solc = verdicts.Solc()
    try:
        assert solc.judge(replace(GIVEN, data=source.encode())).kind == kind
    finally:
        solc.close()


def test_inputs_are_shrunk() -> None:
    small = shrink(b"{ let x := add(1, 2) mstore(3, 4) }", lambda data: b"store" in data)
    assert small == b"store"
    assert shrink(b"\xff{ }\xfe", lambda data: b"\xfe" in data) == b"\xfe"


def test_messages_are_grouped_by_their_kind() -> None:
    assert message_kind("function 'f' expects 2 arguments but got 13") == message_kind(
        "function 'long_name' expects 10 arguments but got 0"
    )
