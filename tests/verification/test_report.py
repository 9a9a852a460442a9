"""The coverage in the report of a verification."""

from __future__ import annotations

from collections import Counter

import pytest

from yulopt.verifier.exploration import Coverage
from yulopt.verifier.report import verification_text
from yulopt.verifier.verifier import ObjectReport, Verification


@pytest.mark.parametrize(
    ("objects", "found"),
    [
        ([(1, 0, 9)], "1 input, which reached 0 of 9 blocks (0 %)."),
        ([(5, 753, 2367)], "5 inputs, which reached 753 of 2,367 blocks (31 %)."),
        ([(1200, 1999, 2000), (4, 1, 1)],
         "1,204 inputs, which reached 2,000 of 2,001 blocks (99 %)."),
        ([(2, 1999, 1999), (3, 2, 2)], "5 inputs, which reached all 2,001 blocks."),
    ],
)  # fmt: skip
def test_the_report_claims_only_the_reached_code(
    objects: list[tuple[int, int, int]], found: str
) -> None:
    reports = [
        ObjectReport("object", inputs, Counter(), Coverage(blocks, all_blocks))
        for inputs, blocks, all_blocks in objects
    ]
    text = verification_text(Verification(reports))
    assert text.splitlines()[-1] == f"No difference found with {found}"
