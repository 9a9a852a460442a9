"""The differences of another release of solc on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browsing import Browser
from tests.cli.test_trace import COPY
from tests.conftest import Command
from tests.explore.pages import record_in

WORDS = ("explore", "copy.yul", "--steps", "xS:")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "copy.yul").write_text(COPY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_differing_steps_have_the_difference(yulopt: Command, folder: Path) -> None:
    record = record_in(yulopt(*WORDS, "--beside", "0.8.36", "-o", "-").stdout)
    (step,) = [one for one in record["steps"] if "beside" in one]
    assert record["kinds"][step["kind"]]["name"] == "UnusedStoreEliminator"
    # Each function once: here, only the code outside all.
    [[function, lines]] = step["beside"]
    assert function == ""
    changed = [line for line in lines if line.startswith(("+", "-"))]
    assert [line.split("(")[0].split() for line in changed] == [["-", "returndatacopy"]]
    size = int(yulopt("asm", "--bytecode", *WORDS[1:], "--solc-version", "0.8.36").stdout, 16)
    assert record["beside"] == {
        "version": "0.8.36",
        "evm": "osaka",
        "other_steps": False,
        "steps": 1,
        "bytes": (size.bit_length() + 7) // 8,
    }


def test_other_default_steps_are_reported(yulopt: Command, folder: Path) -> None:
    record = record_in(yulopt("explore", "copy.yul", "--beside", "0.8.26", "-o", "-").stdout)
    beside = record["beside"]
    assert beside is not None
    assert (beside["evm"], beside["other_steps"]) == ("cancun", True)
    assert record_in(yulopt(*WORDS, "-o", "-").stdout)["beside"] is None


def test_the_page_shows_both(yulopt: Command, folder: Path, browser: Browser) -> None:
    yulopt(*WORDS, "--beside", "0.8.36", "-o", "page.html")
    browser.size(1440, 900)
    browser.open(folder / "page.html")
    assert "1 step run not the same" in browser.text("#totals .beside")
    (sign,) = browser.all("#list .beside")
    sign.click()
    details = browser.text("#heading .beside-code")
    assert "differs in solc 0.8.36" in details
    assert "returndatacopy" in browser.text("#heading .beside-code .minus")
    assert browser.console() == []
