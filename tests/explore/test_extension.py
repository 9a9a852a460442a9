"""A step of another package is in the page like any other, marked as an extension."""

from __future__ import annotations

from pathlib import Path

from tests.browsing import Browser
from tests.explore.pages import record_in
from tests.suite.test_extensions import MODULE, install, run


def page_with_extension(tmp_path: Path, module: str) -> Path:
    install(tmp_path, module)
    file = tmp_path / "file.yul"
    file.write_text("{ sstore(1, 0) }")
    page = tmp_path / "page.html"
    result = run(tmp_path, "explore", "--bare", "--steps", "gZ", file, "-o", page)
    assert (result.returncode, result.stderr) == (0, "")
    return page


def test_in_the_data(tmp_path: Path) -> None:
    page = page_with_extension(tmp_path, MODULE.format(name="ZeroDoubler", letter="Z"))
    record = record_in(page.read_text())
    step = record["steps"][-1]
    kind = record["kinds"][step["kind"]]
    assert (kind["name"], kind["letter"], kind["extension"]) == ("ZeroDoubler", "Z", True)
    assert kind["summary"] == "writes 0 as add(0, 0)."
    assert [(number, what) for number, what, _ in step["functions"]] == [(0, "changed")]
    assert "edits" in step


def test_without_documentation(tmp_path: Path) -> None:
    module = MODULE.format(name="ZeroDoubler", letter="Z").partition('"""\n\n')[2]
    page = page_with_extension(tmp_path, module.replace('"""Writes 0 as add(0, 0)."""', ""))
    kind = record_in(page.read_text())["kinds"][-1]
    assert (kind["summary"], kind["text"], kind["before"]) == ("", "", "")


def test_in_the_browser(browser: Browser, tmp_path: Path) -> None:
    page = page_with_extension(tmp_path, MODULE.format(name="ZeroDoubler", letter="Z"))
    browser.size(1440, 900)
    browser.open(page, "#filter=Z")
    assert browser.shown() == [3]
    browser.find("#step-3").click()
    assert browser.text("#heading h2") == "ZeroDoublerextension"
    assert browser.text("#list [aria-selected=true] .badge.extension") == "Z"
    assert browser.side("new") == ["{ { sstore(1, add(0, 0)) } }"]
    assert "writes 0 as add(0, 0)." in browser.text("#about").lower()
    assert browser.console() == []
