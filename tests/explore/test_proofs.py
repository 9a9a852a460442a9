"""The proofs on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.broken_steps import break_step
from tests.browsing import Browser
from tests.cli.test_verify import broken_run
from tests.conftest import EXAMPLES, Command
from tests.explore.pages import explore, record_in
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.explore.page import page_text
from yulopt.explore.proofs import proofs_by_step
from yulopt.explore.recorder import explore_program
from yulopt.prover.job import job_of
from yulopt.prover.run import prove, prove_run
from yulopt.steps.expression_simplifier import ExpressionSimplifier
from yulopt.suite.pipelines import Pipeline
from yulopt.trace.recording import Settings

PROGRAM = """{
    if calldataload(0) { f(add(5, 6)) }
    function f(x) { sstore(x, add(x, 0)) }
}
"""
LETTERS = "hgfoxs"
OBJECTS = """object "A" {
    code { datacopy(0, dataoffset("B"), datasize("B")) return(0, datasize("B")) }
    object "B" {
        code {
            f(calldataload(0)) f(calldataload(32))
            function f(x) { if x { sstore(x, caller()) log0(0, x) } sstore(add(x, 1), origin()) }
        }
    }
}
"""


def test_steps_that_changed_something_have_their_proofs(
    yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "program.yul").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    options = ("explore", "program.yul", "--bare", "--steps", LETTERS, "-o", "-")
    steps = record_in(yulopt(*options, "--prove").stdout)["steps"]
    assert ["proofs" in step for step in steps] == ["edits" in step for step in steps]
    assert {proof[1] for step in steps for proof in step.get("proofs", [])} == {"proven"}
    asked = [step["proofs"] for step in steps if "proofs" in step]
    assert ("f", "proven", "normal form") in list(map(tuple, asked[-1]))
    assert not any("proofs" in step for step in record_in(yulopt(*options).stdout)["steps"])


def test_the_bytes_have_their_proofs(yulopt: Command, tmp_path: Path) -> None:
    """A bare run has none, and neither have other bytes than those that were proven."""
    path = tmp_path / "program.yul"
    path.write_text(OBJECTS)
    options = ("explore", path, "--steps", "u:", "-o", "-")
    outer, inner = record_in(yulopt(*options, "--prove").stdout)["assembly"]
    proofs = [[" ".join(proof[:2]) for proof in one["proofs"]] for one in (outer, inner)]
    assert proofs == [
        ["code outside functions proven"],
        ["code outside functions proven", "f proven"],
    ]
    code_proofs = {
        "A": (bytes.fromhex(outer["content"]), [("g", "open", "time")]),
        "A.B": (b"\0", [("f", "proven", "normal form")]),
    }
    record = record_in(page_text(explore(OBJECTS, "u:"), {}, code_proofs))
    assert [[*map(tuple, one["proofs"])] for one in record["assembly"]] == [
        [("g", "open", "time")],
        [],
    ]
    for more in ((), ("--prove", "--bare")):
        record = record_in(yulopt("explore", path, "--steps", "u", "-o", "-", *more).stdout)
        assert not any(item["proofs"] for item in record["assembly"])


def test_the_page_shows_proofs_of_bytes(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "proofs.html"
    exploration = explore(OBJECTS, "u:")
    contents = [code.content for code in exploration.assembly.objects]
    outer = [("code outside functions", "proven", "normal form")]
    inner = [("code outside functions", "open", "time"), ("f", "proven", "normal form")]
    page.write_text(
        page_text(exploration, {}, {"A": (contents[0], outer), "A.B": (contents[1], inner)})
    )
    browser.size(1440, 900)
    browser.open(page, "#assembly=1")
    summaries = [one.text for one in browser.all("#view .assembly .proofs summary")]
    assert summaries == ["✓ 1 of 1 function proven", "? 1 of 2 functions proven, 1 open"]
    assert browser.text("#view .assembly .proofs li.open") == "? code outside functions open: time"
    assert browser.console() == []


def test_proofs_belong_to_the_shown_steps() -> None:
    [path] = [path for path in EXAMPLES if path.stem == "counter"]
    source = Source(path.read_text("utf-8"))
    options = Options().with_pipeline(Pipeline.named("size"))
    recording = explore_program(source, Settings("", options)).recording
    names = [step.name for step in recording.steps]
    run = prove_run(job_of(source, options, 0.1))
    assert [names[step.run_number] for step in run.steps] == [step.step for step in run.steps]


def test_the_page_shows_proofs(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_step(monkeypatch, ExpressionSimplifier, broken_run)
    proofs = proofs_by_step(prove(PROGRAM, LETTERS, bare=True))
    page = tmp_path / "proofs.html"
    page.write_text(page_text(explore(PROGRAM, LETTERS, bare=True), proofs))
    browser.size(1440, 900)
    browser.open(page)
    signs = [sign.text for sign in browser.all("#list .proof")]
    assert signs == ["✓"] * (len(signs) - 1) + ["✗"]
    assert "different" in browser.text("#totals .proofs")
    browser.all("#list .proof")[-1].click()
    assert browser.text("#heading .proofs summary").startswith("✗ ")
    different = browser.text("#heading .proofs li.different")
    assert "different: with" in different
    assert "storage was" in different
    browser.all("#list .proof")[0].click()
    assert not browser.find("#heading .proofs li").is_displayed()
    browser.find("#heading .proofs summary").click()
    assert "proven: " in browser.text("#heading .proofs li")
    assert browser.console() == []
