"""The code and the differences of the page, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browsing import Browser
from tests.conftest import EXAMPLES
from tests.explore.pages import explore
from tests.explore.test_browser import ESCAPE, changed, number
from tests.slices import at_length
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.explore.page import page_text
from yulopt.explore.recorder import Exploration
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul
from yulopt.trace.history import backward_history
from yulopt.trace.recording import Change, changes_of


def test_lines_keep_their_origin_over_many_steps(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    program = "{ sstore(1, calldataload(0)) let unused := 7 sstore(0, add(1, 2)) }"
    path.write_text(page_text(explore(program, "us", bare=True)))
    browser.open(path)
    # Two steps changed the program: one removed a line, the other rewrote the next one.
    assert [mark.text for mark in browser.all(".pair mark")] == ["add(1, 2)", "3"]
    assert "let unused" in browser.text(".side.old.gone")
    assert len(browser.all(".row.same")) >= 2
    assert browser.console() == []


def test_text_is_found_in_the_code(page: Browser, token: Exploration) -> None:
    wanted = "CALLDATALOAD(4)"
    touched = [
        number(change.step)
        for change in changes_of(token.recording)
        if any(wanted.lower() in line.lower() for line in touched_lines(change))
    ]
    assert 0 < len(touched) < len(changed(token))
    page.press("g", *wanted)
    assert page.shown() == touched
    page.press("\ue007")
    page.find(f"#step-{touched[-1]}").click()
    page.driver.execute_script("app.view.fillAll()")
    marked = "[...document.querySelectorAll('.side.found')].map((side) => side.dataset.line)"
    found = page.value(marked)
    assert isinstance(found, list)
    assert found
    fragment = page.value("location.hash")
    assert isinstance(fragment, str)
    assert "find=CALLDATALOAD" in fragment
    # Each place in turn, and then the first one again. Marks stay until they have been seen.
    page.driver.execute_script("window.setTimeout = () => 0")
    page.find("#code-query").click()
    seen = []
    places = page.value("app.view.differences.flatMap((view) => view.found())")
    assert isinstance(places, list)
    for _ in range(len(places) + 1):
        page.press("\ue007")
        seen.append(page.value("[...document.querySelectorAll('.flash')].at(-1).dataset.line"))
        page.driver.execute_script(
            "document.querySelectorAll('.flash').forEach((one) => one.classList.remove('flash'))"
        )
    assert seen == [*places, places[0]]
    page.press(ESCAPE)
    assert len(page.shown()) == len(token.recording.steps)


def touched_lines(change: Change) -> list[str]:
    """The lines that a step removed or added."""
    table = change.before.recording
    lines = []
    for edit in change.step.edits:
        lines += change.old[edit.start : edit.start + edit.removed]
        lines += table.text(edit.added)
    return lines


# Goes on by some steps, and counts the elements that each of them adds to the page, by a selector.
_ADDED = """
const [selector, steps, done] = arguments;
const counts = [];
const count = (node) =>
  node.nodeType === 1 ? Number(node.matches(selector)) + node.querySelectorAll(selector).length : 0;
const observer = new MutationObserver((records) => {
  for (const { addedNodes } of records) {
    for (const node of addedNodes) counts[counts.length - 1] += count(node);
  }
});
observer.observe(document.body, { childList: true, subtree: true });
function next() {
  if (counts.length === steps) return done(counts);
  counts.push(0);
  app.actions.nextChange();
  // The frame after the one that shows it: what comes into sight is made by then.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next)));
}
next();
"""


def test_the_next_step_renders_only_the_visible_part(
    page: Browser, token_page: Path, token: Exploration
) -> None:
    first, *following = [c for c in changes_of(token.recording) if c.step.object_number == 1][:13]
    assert min(len(change.new) for change in following) > 150
    start = f"#step={number(first.step)}&all=1"
    for selector, most in ((".row", 60), ("option", 0), ("*", 2500)):
        page.open(token_page, start)
        added = page.driver.execute_async_script(_ADDED, selector, len(following))
        assert max(added) <= most, (selector, added)
    page.open(token_page, start)
    assert min(page.driver.execute_async_script(_ADDED, ".row", len(following))) >= 20


@at_length
def test_the_next_step_of_a_large_contract_renders_few_rows(
    browser: Browser, tmp_path: Path
) -> None:
    [path] = [path for path in EXAMPLES if path.stem == "erc20"]
    deployed = parse_source(Source(path.read_text()), dialect_for(DEFAULT_EVM_VERSION))
    code = print_yul(deployed.sub_objects[0].code)
    text = "\n".join(f"if calldataload({part}) {code}" for part in range(12))
    assert len(text) > 100_000
    page = tmp_path / "page.html"
    page.write_text(page_text(explore(f"{{ {text} }}")))
    browser.size(1440, 900)
    browser.open(page)
    for _ in range(20):
        browser.press("n")
        # What is far out of sight is not made into elements, however long the code is.
        assert 20 < len(browser.all(".row, .fold")) < 200


def three_changes(exploration: Exploration) -> list[Change]:
    """A step that renames, one that moves, and one that writes a lot of code."""
    changes = list(changes_of(exploration.recording))
    moving = next(change for change in changes if change.step.name == "FunctionGrouper")
    inlining = next(change for change in changes if change.step.name == "FullInliner")
    return [changes[0], moving, inlining]


@pytest.mark.parametrize("side", ["split", "inline"])
def test_the_difference_is_the_text(token_page: Path, page: Browser, side: str,
                                    token: Exploration) -> None:  # fmt: skip
    for change in three_changes(token):
        page.open(token_page, f"#step={number(change.step)}&side={side}&all=1")
        if side == "split":
            assert page.side("old") == change.old
            assert page.side("new") == change.new
            continue
        # Inline, a line that is the same stands there once.
        assert page.side("new") == change.new
        same = page.value(
            "[...document.querySelectorAll('.row.same code')].map((line) => lineText(line))"
        )
        assert isinstance(same, list)
        edits = change.step.edits
        assert len(page.side("old")) == sum(edit.removed for edit in edits)
        assert len(same) == len(change.old) - sum(edit.removed for edit in edits)


def test_unchanged_lines_are_folded(page: Browser, token_page: Path, token: Exploration) -> None:
    change = next(c for c in changes_of(token.recording) if c.step.name == "FullInliner")
    page.open(token_page, f"#step={number(change.step)}")
    page.side("new")
    folds = page.all(".fold")
    hidden = [int(re.sub(r"\D", "", fold.text.split(" unchanged")[0])) for fold in folds]
    assert hidden
    assert len(page.side("new")) + sum(hidden) == len(change.new)
    folds[0].click()
    assert len(page.side("new")) + sum(hidden[1:]) == len(change.new)
    page.press("a")
    assert page.side("new") == change.new
    assert page.all(".fold") == []


def test_changed_words_are_marked(browser: Browser, tmp_path: Path) -> None:
    exploration = explore("{ let x := 5 sstore(x, calldataload(x)) }", "T", bare=True)
    path = tmp_path / "page.html"
    path.write_text(page_text(exploration))
    browser.open(path, f"#step={len(exploration.recording.steps)}")
    assert [mark.text for mark in browser.all(".side.old mark")] == ["x", "x"]
    assert [mark.text for mark in browser.all(".side.new mark")] == ["5", "5"]
    assert [item.text for item in browser.all(".side.gone .b")] == ["sstore", "calldataload"]
    assert browser.console() == []


def test_the_history_of_a_line(page: Browser, token_page: Path, token: Exploration) -> None:
    recording, dialect = token.recording, dialect_for(DEFAULT_EVM_VERSION)
    last = [change for change in changes_of(recording) if change.step.object_number == 1][-1]
    page.open(token_page, f"#step={number(last.step)}&all=1")
    for line in range(3, len(last.new), 11):
        reported = backward_history(recording, 1, {line}, dialect)
        count = "app.state.step.changeAfter"
        shown = page.value(f"lineHistory(app.model, 1, {count}, {line}).map((e) => e.step.number)")
        # A merge is reported once for each part.
        assert shown == list(dict.fromkeys(event.step.number for event in reported))
    first = next(change for change in changes_of(recording) if change.step.object_number == 1)
    page.open(token_page, f"#step={number(first.step)}&all=1&side=split")
    page.find(".side.old .number").click()
    assert page.text(".line h3").startswith("Line 1 of the input")
    page.all(".side.old .number")[1].click()
    events = page.all(".events button")
    assert len(events) > 1
    events[-1].click()
    assert page.selected() == int(events[-1].get_attribute("data-step") or "") + 1
    assert events[-1].get_attribute("aria-current") is not None
    assert len(page.all(".side.flash")) == 1
