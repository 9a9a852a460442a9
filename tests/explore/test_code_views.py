"""The assembly of the page, and the Solidity beside the code, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

import yulopt
from docs.extension.playground import PlaygroundError, install
from tests.accessibility import violations
from tests.browsing import Browser
from tests.explore.pages import explore
from tests.explore.test_code_sizes import TOO_DEEP
from tests.slices import at_length
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.explore.page import page_text
from yulopt.explore.recorder import explore_program
from yulopt.trace.recording import Settings


def instruction_cells(browser: Browser) -> list[list[str]]:
    """The cells of all instructions that are shown."""
    rows = browser.value(
        "[...document.querySelectorAll('.instruction:not(.heads)')]"
        ".map((row) => [...row.children].map((cell) => cell.textContent.trim()))"
    )
    assert isinstance(rows, list)
    return rows


def test_each_instruction_has_bytes_gas_and_stack(browser: Browser, tmp_path: Path) -> None:
    program = "{ if callvalue() { sstore(calldataload(0x20), add(1, caller())) } stop() }"
    path = tmp_path / "page.html"
    path.write_text(page_text(explore(program, "", bare=True)))
    browser.open(path, "#assembly=1")
    rows = instruction_cells(browser)
    assert [row[:2] for row in rows[:3]] == [["0000", "34"], ["0001", "6005"], ["0003", "57"]]
    assert [row[2:] for row in rows] == [
        ["CALLVALUE", "2", "callvalue()"],
        ["PUSH @block_1", "3", "@block_1 | callvalue()"],
        ["JUMPI", "10", ""],
        ["STOP", "0", ""],
        ["JUMPDEST @block_1:", "1", ""],
        ["CALLER", "2", "caller()"],
        ["PUSH1 0x01", "3", "0x01 | caller()"],
        ["ADD", "3", "add(0x01, caller())"],
        ["PUSH1 0x20", "3", "0x20 | add(0x01, caller())"],
        ["CALLDATALOAD", "3", "calldataload(0x20) | add(0x01, caller())"],
        ["SSTORE", "100", ""],
        ["STOP", "0", ""],
    ]
    assert browser.console() == []


def test_the_stack_of_a_block_is_numbered(browser: Browser, tmp_path: Path) -> None:
    function = "function f(x) { for { } lt(sload(x), 9) { } { sstore(x, calldataload(x)) } }"
    program = f"{{ f(calldataload(1)) f(2) {function} }}"
    path = tmp_path / "page.html"
    path.write_text(page_text(explore(program, "", bare=True)))
    browser.open(path, "#assembly=1")
    stacks = [row[4] for row in instruction_cells(browser)]
    assert "calldataload(↓1) | ↓1" in stacks
    assert browser.text(".code .function") == "function f(x)"


def test_without_code_the_reason_is_shown(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page_text(explore(TOO_DEEP, "", bare=True)))
    browser.open(path, "#assembly=1")
    assert browser.text("#view") == "There is no code: stack too deep in f."
    assert browser.console() == []


def test_code_too_deep_for_solc_is_that_of_a_pipeline(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page_text(explore(TOO_DEEP)))
    browser.open(path, "#assembly=1")
    hint = browser.text("#view .problem")
    assert hint.startswith("solc generates no code for this: stack too deep outside functions.")
    assert "--pipeline balanced" in hint
    expected = yulopt.compile(TOO_DEEP, pipeline="balanced").bytecode
    content = browser.value("app.model.assembly[0].content")
    assert content == expected.hex
    assert len(instruction_cells(browser)) > 50
    assert browser.console() == []


SCHEMES: list[Literal["light", "dark"]] = ["light", "dark"]
SOLIDITY = """contract C {
    uint256 x;
    function set(uint256 y) external {
        x = y;
        x += 1;
    }
}
"""


def located_program() -> str:
    """A program with the annotations of a compiler for the source."""

    def comment(part: str) -> str:
        start = SOLIDITY.index(part)
        return f"/// @src 0:{start}:{start + len(part)}"

    return f"""/// @use-src 0:"C.sol", 1:"Absent.sol"
object "C" {{ code {{
    {comment(SOLIDITY.strip())}
    let y := calldataload(4)
    {comment("x = y")}
    sstore(0, y)
    {comment("x += 1")}
    sstore(0, add(sload(0), 1))
    /// @src 1:0:5
    sstore(1, 7)
}} }}"""


def test_solidity_beside_yul(browser: Browser, tmp_path: Path) -> None:
    source = Source(located_program(), "C.sol", {"C.sol": SOLIDITY, "Unused.sol": "// nothing"})
    path = tmp_path / "page.html"
    path.write_text(page_text(explore_program(source, Settings("C.sol", Options()))))
    browser.size(1440, 900)
    browser.open(path, "#step=1")
    browser.press("y")
    sides = "[...document.querySelectorAll('.{} code')].map((line) => lineText(line))"
    assert browser.value(sides.format("solidity")) == SOLIDITY.rstrip("\n").split("\n")
    assert browser.value(sides.format("yul")) == browser.value(
        "app.model.codeAfter(app.state.step).map((line) => app.model.text(line))"
    )
    assert [option.text for option in browser.all("#source option")] == ["C.sol"]
    marked = "[...document.querySelectorAll('.{} .marked code')].map((one) => one.textContent)"
    # From either side to the other, at the first step and at the last one.
    for step in ("first", "last"):
        browser.driver.execute_script(f"app.actions.{step}()")
        browser.click(".solidity [data-row='4']")
        [code] = page_list(browser.value(marked.format("yul")))
        assert "1))" in code
        browser.driver.execute_script(
            "[...document.querySelectorAll('.yul .source-row')]"
            ".find((row) => row.textContent.includes('1))')).click()"
        )
        assert browser.value(marked.format("solidity")) == ["x += 1;"]
    browser.open(path, "#assembly=1")
    places = {row[5] for row in instruction_cells(browser)}
    assert {"C.sol:4", "C.sol:5"} <= places
    assert browser.console() == []


def page_list(value: object) -> list[str]:
    assert isinstance(value, list)
    return value


@at_length
@pytest.mark.parametrize("fragment", ["", "#step=9", "#step=9&view=flow", "#assembly=1"])
def test_nothing_hinders_a_screen_reader(page: Browser, token_page: Path, fragment: str) -> None:
    try:
        modules = install()
    except PlaygroundError as error:
        pytest.skip(f"npm cannot install axe-core: {error}")
    found = []
    for scheme in SCHEMES:
        page.prefer(scheme)
        page.open(token_page, fragment)
        found += [f"{scheme}: {one}" for one in violations(page, modules)]
    page.prefer("light")
    assert found == [], "\n".join(found)


def test_without_sources_there_is_no_view_of_them(page: Browser, token_page: Path) -> None:
    page.open(token_page, "#step=1&view=solidity")
    assert [tab.text for tab in page.all("#tabs button")] == [
        "Difference",
        "Control flow",
        "Dominators",
    ]
    assert page.find("#tab-diff").get_attribute("aria-selected") == "true"
    page.press("y")
    assert page.find("#tab-diff").get_attribute("aria-selected") == "true"
