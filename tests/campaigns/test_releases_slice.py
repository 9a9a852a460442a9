"""A slice of the campaign over releases, for each one whose package is there.

That of a release that is not confirmed yet is compared as soon as its package appears.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.campaigns.releases import (
    DIFFERENT,
    KINDS,
    NO_ANSWER,
    NO_OUTPUT,
    Code,
    Comparison,
    Results,
    compare,
    jobs_of_seeds,
    solc_code,
    with_table,
)
from tests.oracle import ROOT, Job, JsonLines, Oracle, available
from tests.slices import AT_LENGTH, every_nth
from yulopt.dialect import RELEASES

PAGE = ROOT / "docs" / "reference" / "compatibility.md"
_PROGRAMS = 60 if AT_LENGTH else 6
_UNCONFIRMED = [version for version, release in RELEASES.items() if not release.is_confirmed]


@pytest.mark.parametrize("version", dict.fromkeys(every_nth(5, [*RELEASES]) + _UNCONFIRMED))
def test_programs_match_the_release(version: str) -> None:
    if reason := available(version):
        pytest.skip(reason)
    release = RELEASES[version]
    found = [
        one.describe()
        for one in compare(release, jobs_of_seeds(release, range(_PROGRAMS)))
        if one.kind == DIFFERENT
    ]
    assert not found, found[0]


def test_a_difference_is_reported_with_its_part() -> None:
    one = Comparison(Job("a", ""), Code({"irOptimized": "x"}), Code({"irOptimized": "y"}))
    assert one.kind == DIFFERENT
    assert "irOptimized" in one.describe()
    places = Comparison(Job("a", ""), Code({"evm.assembly": "x"}), Code({"evm.assembly": "y"}))
    assert places.kind != DIFFERENT


def test_pieces_of_a_campaign_share_their_results(tmp_path: Path) -> None:
    """A program that is compared again counts once, with its last outcome."""
    path = tmp_path / "results.json"
    for version, program, text in [
        ("0.8.28", "a", "y"),
        ("0.8.26", "a", "x"),
        ("0.8.28", "b", "x"),
        ("0.8.28", "a", "x"),
    ]:
        piece = Results(path)
        job = Job(program, "", solc_version=version)
        piece.add(Comparison(job, Code({"irOptimized": "x"}), Code({"irOptimized": text})))
        piece.save()
    rows = Results(path).table().splitlines()
    assert rows[2:] == [
        "| 0.8.26 | 1 | 1 | 0 | 0 | 0 | 0 | 0 |",
        "| 0.8.28 | 2 | 2 | 0 | 0 | 0 | 0 | 0 |",
    ]


class _Silent(Oracle):
    """It answers nothing."""

    def __init__(self) -> None:
        super().__init__(timeout=0.0)
        self.process = JsonLines([sys.executable, "-c", "input(); input()"])


def test_a_timeout_is_not_a_release_without_output() -> None:
    """Such a program is compared again; one without output is not."""
    results = Results()
    job = Job("a", "", solc_version="0.8.28")
    oracle = _Silent()
    late = solc_code(oracle, job)
    oracle.process.close()
    for expected, kind, lacks in [
        (Code(error="a warning"), NO_OUTPUT, False),
        (Code(error="TypeError: no"), DIFFERENT, False),
        (late, NO_ANSWER, True),
        (Code(error="too deep", is_too_deep=True), DIFFERENT, False),
    ]:
        one = Comparison(job, expected, Code())
        results.add(one)
        assert (one.kind, results.lacks(job)) == (kind, lacks)
    assert results.lacks(Job("b", "", solc_version="0.8.28"))
    assert results.lacks(Job("a", "", solc_version="0.8.27"))


def test_the_page_has_the_table_of_a_campaign_without_differences() -> None:
    text = PAGE.read_text("utf-8")
    table = text[text.index("| solc | programs |") :].partition("\n\n")[0] + "\n"
    assert with_table(text, table) == text
    rows = [row.strip("| ").split(" | ") for row in table.splitlines()[2:]]
    assert [version for version, *_ in rows] == [
        version for version, release in RELEASES.items() if release.is_confirmed
    ]
    different = 2 + KINDS.index(DIFFERENT)
    for _, programs, *counts in rows:
        assert int(programs) == sum(map(int, counts))
    assert {row[different] for row in rows} == {"0"}
    changed = with_table(text, table.replace("| 0 |", "| 1 |"))
    assert changed != text
    with pytest.raises(ValueError, match="no table"):
        with_table("text", table)
