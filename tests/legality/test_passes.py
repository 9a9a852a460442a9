"""Passes over the assembly beyond solc's are right, and do their work, on either side of each of
their conditions.

The docstring of a pass lists the conditions; a condition without rows fails a test.
"""

from __future__ import annotations

from typing import Final

import pytest

from tests.legality.passes import (
    BLOCK_PLACEMENT,
    BLOCK_SCHEDULER,
    BORDER_LAYOUTS,
    CONSTANT_FOLDING,
    CONSTANT_SYNTHESIS,
    CROSS_JUMPING,
    JUMP_TABLES,
    OUTLINING,
    PATTERNS,
    TAIL_CALLS,
    PassRow,
    check_pass_meets,
    check_pass_violates,
)
from tests.legality.value_numbering import VALUE_NUMBERING
from yulopt.assembly.beyond.block_placement import BlockPlacer
from yulopt.assembly.beyond.block_scheduler import BlockScheduler
from yulopt.assembly.beyond.border_layouts import BorderLayouts
from yulopt.assembly.beyond.constant_folding import ConstantFolder
from yulopt.assembly.beyond.constant_synthesis import ConstantSynthesizer
from yulopt.assembly.beyond.cross_jumping import CrossJumper
from yulopt.assembly.beyond.driver import BEYOND_PASSES
from yulopt.assembly.beyond.jump_tables import JumpTables
from yulopt.assembly.beyond.outlining import Outliner
from yulopt.assembly.beyond.pattern_rewriter import PatternRewriter
from yulopt.assembly.beyond.tail_calls import TailCaller
from yulopt.assembly.beyond.value_numbering import ValueNumbering
from yulopt.assembly.optimizer import AssemblyPass
from yulopt.suite.documentation import read_module_documentation

ROWS: Final[dict[type[AssemblyPass], tuple[PassRow, ...]]] = {
    BlockPlacer: BLOCK_PLACEMENT,
    BlockScheduler: BLOCK_SCHEDULER,
    BorderLayouts: BORDER_LAYOUTS,
    ConstantFolder: CONSTANT_FOLDING,
    ConstantSynthesizer: CONSTANT_SYNTHESIS,
    CrossJumper: CROSS_JUMPING,
    JumpTables: JUMP_TABLES,
    Outliner: OUTLINING,
    PatternRewriter: PATTERNS,
    TailCaller: TAIL_CALLS,
    ValueNumbering: VALUE_NUMBERING,
}

each_row: Final = pytest.mark.parametrize(
    ("kind", "row"),
    [
        pytest.param(kind, row, id=f"{kind.name}, {row.condition}, {number}")
        for kind, rows in ROWS.items()
        for number, row in enumerate(rows)
    ],
)


@each_row
def test_where_the_condition_holds_the_pass_applies(kind: type[AssemblyPass], row: PassRow) -> None:
    check_pass_meets(kind, row)


@each_row
def test_where_the_condition_fails_behaviour_is_preserved(
    kind: type[AssemblyPass], row: PassRow
) -> None:
    check_pass_violates(kind, row)


def test_every_pass_has_rows() -> None:
    assert set(ROWS) == set(BEYOND_PASSES)


@pytest.mark.parametrize("kind", ROWS)
def test_every_condition_has_rows(kind: type[AssemblyPass]) -> None:
    listed = read_module_documentation(kind.__module__).conditions
    assert listed
    assert list(dict.fromkeys(row.condition for row in ROWS[kind])) == list(listed)
