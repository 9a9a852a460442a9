"""Steps beyond solc are right, and do their work, on either side of each of their conditions.

The docstring of a step lists the conditions; a condition without rows fails a test.
"""

from __future__ import annotations

from typing import Final

import pytest

import yulopt
from tests.legality.code_hoister import CODE_HOISTER
from tests.legality.dispatch import (
    BIT_TESTS,
    BRANCHES,
    CALLDATA_SIZE,
    IF_CONVERTER,
    MASKS,
    SWITCH_SPLITTER,
)
from tests.legality.functions import CALL_EVALUATOR, FUNCTION_MERGER, IMMUTABLES, INLINER, OUTLINER
from tests.legality.harness import Row, check_meets, check_violates, difference
from tests.legality.memory import (
    CONSTANT_PROPAGATOR,
    MEMORY_PROMOTER,
    POINTER_SINKER,
    SCRATCH_SPACE,
    SIGNATURE_REDUCER,
    UNREAD_STORES,
)
from tests.legality.ordering import EVALUATION_ORDER
from tests.legality.ranges import RANGES
from tests.legality.repeated_calls import REPEATED_CALLS
from tests.legality.reverts import REVERT_DATA, SELECTOR_CHECKS
from tests.legality.ssa import (
    EQUALITY_SATURATION,
    SSA_FORWARD,
    SSA_MEM2REG,
    SSA_OPT,
    SSA_ROUNDTRIP,
)
from tests.legality.storage import STORAGE
from tests.slices import every_nth
from yulopt.prover.answers import Status
from yulopt.prover.run import prove
from yulopt.suite.documentation import read_documentation
from yulopt.suite.named_sequences import read_sequence
from yulopt.suite.registry import is_extension, steps_by_letter

ROWS: Final[dict[str, tuple[Row, ...]]] = {
    "0": REVERT_DATA,
    "1": SELECTOR_CHECKS,
    "9": REPEATED_CALLS,
    "2": EVALUATION_ORDER,
    "A": SCRATCH_SPACE,
    "B": STORAGE,
    "b": SWITCH_SPLITTER,
    "G": EQUALITY_SATURATION,
    "H": MEMORY_PROMOTER,
    "J": INLINER,
    "K": RANGES,
    "k": CODE_HOISTER,
    "N": FUNCTION_MERGER,
    "P": SSA_MEM2REG,
    "Q": SSA_OPT,
    "R": SSA_ROUNDTRIP,
    "q": MASKS,
    "W": SSA_FORWARD,
    "w": IMMUTABLES,
    "X": OUTLINER,
    "Y": BIT_TESTS,
    "y": CALLDATA_SIZE,
    "7": BRANCHES,
    "8": IF_CONVERTER,
    "3": CALL_EVALUATOR,
    "4": SIGNATURE_REDUCER,
    "5": UNREAD_STORES,
    "6": POINTER_SINKER,
    "z": CONSTANT_PROPAGATOR,
}

_SEQUENCES: Final = ("beyond", "beyond-solc")
PROGRAMS: Final = list(
    dict.fromkeys(
        case.program for rows in ROWS.values() for row in rows for case in (row.meets, row.violates)
    )
)

each_row: Final = pytest.mark.parametrize(
    ("letter", "row"),
    [
        pytest.param(letter, row, id=f"{letter}, {row.condition}, {number}")
        for letter, rows in ROWS.items()
        for number, row in enumerate(rows)
    ],
)


@each_row
def test_where_the_condition_holds_the_step_applies(letter: str, row: Row) -> None:
    check_meets(letter, row)


@each_row
def test_where_the_condition_fails_behaviour_is_preserved(letter: str, row: Row) -> None:
    check_violates(letter, row)


@pytest.mark.parametrize(
    ("letter", "row"),
    every_nth(6, [(letter, row) for letter, rows in ROWS.items() for row in rows]),
)
def test_the_result_of_the_step_is_proven(letter: str, row: Row) -> None:
    run = prove(row.meets.program, letter, bare=True, runs=row.runs)
    assert run.count(Status.REFUTED) == 0
    # Of loops, and of memory at computed addresses, questions are left open.
    assert run.is_proven or "for {" in row.meets.program or letter == "H"


@pytest.mark.parametrize("sequence", _SEQUENCES)
@pytest.mark.parametrize("program", every_nth(25, PROGRAMS))
def test_all_steps_together_preserve_behaviour(program: str, sequence: str) -> None:
    text = yulopt.optimize(program, read_sequence(sequence))
    assert not difference(program, yulopt.print_yul(yulopt.parse(text).code))


def test_every_step_of_the_sequences_beyond_has_rows() -> None:
    steps = steps_by_letter()
    letters = {
        letter
        for name in _SEQUENCES
        for letter in read_sequence(name)
        if letter in steps and is_extension(steps[letter])
    }
    assert letters
    assert letters <= set(ROWS)


@pytest.mark.parametrize("letter", ROWS)
def test_every_condition_has_rows(letter: str) -> None:
    listed = read_documentation(steps_by_letter()[letter]).conditions
    assert listed
    assert list(dict.fromkeys(row.condition for row in ROWS[letter])) == list(listed)
