"""The page in a real browser."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browsing import Browser
from tests.conftest import EXAMPLES
from tests.explore.pages import explore
from tests.slices import at_length, every_nth
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.explore.assembly import largest_changes
from yulopt.explore.page import page_text
from yulopt.explore.recorder import Exploration
from yulopt.frequency.call_profile import CallProfile
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul
from yulopt.trace.history import backward_history
from yulopt.trace.recording import Change, Moment, StepRun, changes_of, end_of, start_of

if TYPE_CHECKING:
    from selenium.webdriver.remote.webelement import WebElement

DOWN, UP, HOME, END, ESCAPE = "\ue015", "\ue013", "\ue011", "\ue010", "\ue00c"


def number(step: StepRun) -> int:
    """The number of a step in the page."""
    return step.number + 1


def changed(exploration: Exploration) -> list[int]:
    return [number(step) for step in exploration.recording.steps if step.changed]


def function_steps(exploration: Exploration, name: str) -> list[int]:
    """The steps that changed the function with this last name."""
    atlas = exploration.atlas
    return [
        step + 1
        for step, survey in atlas.surveys.items()
        for change in survey.changes
        if atlas.identities.all[change.function].names[-1] == name and change.kind != "same"
        if exploration.recording.steps[step].changed
    ]


def test_opens(page: Browser, token: Exploration) -> None:
    steps = token.recording.steps
    assert page.value("document.title") == "erc20.yul - yulopt explore"
    assert page.text("#heading h2") == "Overview"
    assert len(page.shown()) == len(steps)
    assert f"{len(steps)}, {len(changed(token))} changed something" in page.text("#totals")
    assert len(page.all("#timeline .tick")) == len(steps)
    assert len(page.all("#timeline .tick.changed")) == len(changed(token))


def test_the_overview(page: Browser, token_page: Path, token: Exploration) -> None:
    recording = token.recording
    largest = largest_changes(recording)
    go = "#largest [data-step]"
    assert [page_number(row) for row in page.all(go)] == [number(s) for s in largest["size"]]
    page.all("#largest .choice button")[1].click()
    assert [page_number(row) for row in page.all(go)] == [number(s) for s in largest["gas"]]
    heads = [head.text for head in page.all("#figures thead th")]
    assert heads == ["object", "bytes of code", "gas estimate", "AST size, nodes"]
    for what in ("AST size", "gas estimate", "bytes of code"):
        assert what in page.text("#totals")
    before, after = token.code[0].sizes[0], token.code[-1].sizes[0]
    assert f"{before}→{after}" in page.text("#totals .bytes dd").replace(" ", "")
    page.all(go)[0].click()
    assert page.selected() == number(largest["gas"][0])
    page.press("o")
    assert page.text("#heading h2") == "Overview"
    page.open(token_page, "#all=1")
    assert page.side("old") == codes(start_of(recording))
    assert page.side("new") == codes(end_of(recording))
    assert page.text(".side-names") == "input output"


def page_number(row: WebElement) -> int:
    return int(row.get_attribute("data-step") or "") + 1


def codes(moment: Moment) -> list[str]:
    """The code of all objects."""
    return [line for place in range(len(moment.codes)) for line in moment.code(place)]


def test_any_two_points(page: Browser, token_page: Path, token: Exploration) -> None:
    changes = [c for c in changes_of(token.recording) if c.step.object_number == 1]
    seed = 20
    places = sorted(random.Random(seed).sample(range(len(changes)), 2))
    one, other = (changes[place] for place in places)
    for start, end in ((one, other), (other, one)):
        page.open(token_page, f"#step={number(end.step)}&from={number(start.step)}&all=1")
        assert page.side("old") == one.new, f"seed {seed}"
        assert page.side("new") == other.new, f"seed {seed}"
    # By the list of points, and by keys: what is marked stays, the other point goes on.
    page.open(token_page, f"#step={number(one.step)}")
    page.press("m", "n", "n")
    step = page.selected()
    assert page.value("location.hash") == f"#step={step}&from={number(one.step)}"
    assert page.text("#heading h2") == "Comparison"
    page.choose("#base", "the input")
    assert page.text("#heading .place") == (
        f"input → after #{step} {token.recording.steps[step - 1].name}"
    )
    page.find("#heading h2").click()
    page.press("x")
    assert page.text("#heading h2") == token.recording.steps[step - 1].name


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


def test_the_assembly_comes_after_the_last_step(
    page: Browser, token_page: Path, token: Exploration
) -> None:
    last = len(token.recording.steps)
    page.open(token_page, f"#step={last}")
    page.press("j")
    assert page.value("location.hash") == "#assembly=1"
    assert page.text("#heading h2") == "Assembly"
    objects = page.all(".assembly")
    assert len(objects) == len(token.recording.objects) == 2
    for number, (shown, recorded) in enumerate(zip(objects, token.recording.objects, strict=True)):
        title = shown.find_element("css selector", "summary").text
        code = token.assembly.objects[number]
        size, items = token.code[-1].sizes[number], code.runs[-1].after.items
        assert title.startswith(recorded.path)
        assert f": {size} bytes with" in title.replace("\u202f", "")
        assert title.endswith(f", {items} items")
    page.driver.execute_script("app.view.assembly.fillAll()")
    for number, code in enumerate(token.assembly.objects):
        texts = page.value(
            f"[...document.querySelectorAll('[data-object=\"{number}\"] .words')]"
            ".map((one) => one.title)"
        )
        lines = [line.strip() for line in code.lines if line and "// function" not in line]
        assert texts == lines
        titles = page.all(f"[data-object='{number}'] .function")
        assert len(titles) == sum("// function" in line for line in code.lines)
    # From here it goes back only, to the steps.
    assert page.find("[data-command=next]").get_attribute("disabled") is not None
    page.press("k")
    assert page.selected() == last
    page.press("e", "o")
    assert page.text("#heading h2") == "Overview"
    page.open(token_page, "#assembly=1")
    assert page.text("#heading h2") == "Assembly"


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        (None, "EVM osaka · optimised for 200 runs"),
        (CallProfile({5: 1}), "EVM osaka · optimised for 200 runs and the calls of some.calls"),
    ],
)
def test_what_the_program_is_optimised_for(
    browser: Browser, tmp_path: Path, calls: CallProfile | None, words: str
) -> None:
    path = tmp_path / "page.html"
    path.write_text(page_text(explore("{ sstore(0, 1) }", calls=calls)))
    browser.open(path)
    assert browser.text("#settings") == words


def test_keys_do_what_buttons_do(page: Browser, token_page: Path) -> None:
    start = "#step=25&side=inline"
    page.open(token_page, start)
    ids = page.value(
        "[...document.querySelectorAll('[data-command]')].map((b) => b.dataset.command)"
    )
    keys = page.value("Object.fromEntries(Object.entries(COMMANDS).map(([id, c]) => [id, c.keys]))")
    assert isinstance(ids, list)
    assert isinstance(keys, dict)
    assert {"overview", "next", "nextChange", "mark", "split", "all", "flow", "help"} <= {*ids}
    outcome = "[location.hash, byId('help').open]"
    for command in ids:
        found = []
        for act in (f"[data-command={command}]", *keys[command]):
            page.driver.execute_script(RESET, start)
            if act in keys[command]:
                page.press(ARROWS.get(act, act))
            else:
                page.find(act).click()
            found.append(page.value(outcome))
        assert all(item == found[0] for item in found), command
    page.driver.execute_script("byId('help').close()")


RESET = """
byId("help").close();
history.replaceState(null, "", arguments[0]);
app._readFragment();
document.activeElement.blur();
"""
ARROWS = {"ArrowLeft": "\ue012", "ArrowUp": UP, "ArrowRight": "\ue014", "ArrowDown": DOWN}


def test_pictures_can_be_read(page: Browser, token_page: Path) -> None:
    page.open(token_page, "#step=58&view=flow")
    page.wait("document.querySelector('.scroller').scrollLeft > 0")
    heights = page.value("[...document.querySelectorAll('.graph text.code')].slice(0, 20)"
                         ".map((text) => text.getBoundingClientRect().height)")  # fmt: skip
    assert isinstance(heights, list)
    assert min(heights) > 10
    entry = "document.querySelector('.block').getBoundingClientRect()"
    box = "document.querySelector('.scroller').getBoundingClientRect()"
    assert page.value(f"{entry}.left > {box}.left && {entry}.right < {box}.right")
    page.find("[aria-label='Show all of the picture']").click()
    graph = "document.querySelector('.graph').getBoundingClientRect()"
    assert page.value(f"{graph}.width <= {box}.width && {graph}.height <= {box}.height")


SWITCH = "\n".join(
    f"case {case} {{ let a := calldataload({case}) if gt(a, {case}) {{ sstore({case}, a) }} }}"
    for case in range(30)
)


def test_a_large_switch_can_be_read(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page_text(explore(f"{{ switch calldataload(0) {SWITCH} }}", "", bare=True)))
    browser.size(1440, 900)
    browser.open(path, "#step=1&view=flow")
    assert len(browser.all(".graph .edge")) > 90
    boxes = browser.value(f"{BOXES}(document.querySelectorAll('.after .block > rect:first-child'))")
    assert isinstance(boxes, list)
    for one, other in itertools.combinations(boxes, 2):
        assert one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
    heights = browser.value(f"{BOXES}(document.querySelectorAll('.graph text.code'))")
    assert isinstance(heights, list)
    assert min(bottom - top for _, _, top, bottom in heights) > 10
    # Side by side the cases would take five times the width.
    room = browser.value("byId('view').clientWidth")
    width = browser.value("document.querySelector('.graph').clientWidth")
    assert isinstance(room, int)
    assert isinstance(width, int)
    assert width < 2 * room
    assert browser.console() == []


BOXES = "((all) => [...all].map((one) => one.getBoundingClientRect()).map((box) => [box.left, box.right, box.top, box.bottom]))"  # noqa: E501


def test_the_head_leaves_room_for_the_code(page: Browser) -> None:
    top = "document.querySelector('main').getBoundingClientRect().top"
    assert page.value(f"{top} <= 0.15 * innerHeight")
    page.press("l")
    page.wait(f"{top} > 0.2 * innerHeight")
    page.press("l")
    page.wait(f"{top} <= 0.15 * innerHeight")


def test_names_of_the_overview_stay_whole(page: Browser, token_page: Path) -> None:
    page.open(token_page)
    for measure in (0, 1):
        page.all("#largest .choice button")[measure].click()
        names = page.all("#largest .go span:nth-child(2), #figures .object-path")
        assert len(names) > 5
        heights = [name.size["height"] for name in names]
        assert max(heights) < 25
        assert page.value("byId('view').scrollWidth <= byId('view').clientWidth")


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
    # Each place in turn, and then the first one again.
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


@at_length
def test_the_next_step_of_a_large_contract_makes_few_rows(browser: Browser, tmp_path: Path) -> None:
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


def test_a_phone_folds_what_is_long(page: Browser, token_page: Path, token: Exploration) -> None:
    page.size(390, 844)
    change = max(changes_of(token.recording), key=lambda c: len(c.new))
    height = "document.documentElement.scrollHeight"
    for fragment in ("", "#all=1", f"#step={number(change.step)}&from=0&all=1"):
        page.open(token_page, fragment)
        found = page.value(height)
        assert isinstance(found, int)
        assert found < 15_000, fragment
    shown = len(page.all(".side.new"))
    assert 0 < shown < len(change.new)
    page.click(".rest")
    assert len(page.all(".side.new")) > shown
    assert page.side("new") == change.new


def test_nothing_is_loaded(page: Browser) -> None:
    assert page.value("performance.getEntriesByType('resource').length") == 0


def test_keys(page: Browser, token: Exploration) -> None:
    changes = changed(token)
    page.press(HOME)
    assert page.selected() == 1
    page.press(DOWN, DOWN, UP)
    assert page.selected() == 2
    page.press("j", "j", "k")
    assert page.selected() == 3
    page.press(HOME, "n", "n")
    assert page.selected() == [other for other in changes if other > 1][1]
    page.press(END)
    assert page.selected() == len(token.recording.steps)
    page.press("p")
    last = [other for other in changes if other < len(token.recording.steps)][-1]
    assert page.selected() == last
    step = token.recording.steps[last - 1]
    assert page.text("#heading h2") == step.name
    assert f"#{last} · " in page.text("#heading .place")
    assert page.value("location.hash") == f"#step={last}"


def test_mouse(page: Browser, token: Exploration) -> None:
    page.find("#step-9").click()
    assert page.selected() == 9
    page.find("[aria-label^='Next step that']").click()
    assert page.selected() == next(other for other in changed(token) if other > 9)
    ticks = page.all("#timeline .tick")
    page.driver.execute_script("scrollTo(0, 0)")
    ticks[99].click()
    assert page.selected() == 100
    slider = page.find("#timeline [role=slider]")
    assert slider.get_attribute("aria-valuenow") == "100"
    letter = page.all("#sequence .letter")[5]
    letter.click()
    assert token.recording.steps[page.selected() - 1].letter == letter.text


def test_filters(page: Browser, token: Exploration) -> None:
    steps = token.recording.steps
    page.press(HOME, "/")
    page.press("u")
    assert page.shown() == [number(step) for step in steps if step.letter == "u"]
    assert page.selected() in page.shown()
    runs = len(page.shown())
    changing = sum(step.changed for step in steps if step.letter == "u")
    assert page.text("#count") == f"{runs} step runs, {changing} changed something"
    page.press(ESCAPE)
    assert len(page.shown()) == len(steps)
    page.press("/")
    page.press(*"inliner x")
    names = [number(s) for s in steps if "Inliner" in s.name or s.letter == "x"]
    assert page.shown() == names
    page.press(ESCAPE, "/")
    page.press(*"nothing")
    assert page.shown() == []
    assert page.text("#count") == "no matching steps"
    page.press(ESCAPE)
    page.find("#only-changes").click()
    assert page.shown() == changed(token)
    page.choose("#object", "ERC20_1 (")
    assert page.shown() == [number(s) for s in steps if s.changed and s.object_number == 0]


def test_filter_by_function(page: Browser, token: Exploration) -> None:
    name = "external_fun_transferFrom_140"
    touching = function_steps(token, name)
    page.press(HOME)
    page.choose("#function", name)
    assert page.shown() == touching
    assert page.selected() in touching
    assert len(page.all(".history button")) == len(touching)
    page.find("#only-function").click()
    assert len(page.shown()) == len(token.recording.steps)
    page.find("#step-10").click()
    assert 10 not in touching
    assert f"This step did not change {name}." in page.text("#view")
    # All lines that are shown are lines of the function, and all of them.
    change = next(one for one in changes_of(token.recording) if number(one.step) > 9)
    start = next(i for i, line in enumerate(change.new) if f"function {name}(" in line)
    assert page.side("new")[0] == change.new[start]
    assert page.side("new")[-1] == "    }"


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


def test_what_is_the_same_is_folded(page: Browser, token_page: Path, token: Exploration) -> None:
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


def test_a_permalink(page: Browser, token_page: Path) -> None:
    page.choose("#function", "external_fun_transferFrom_140")
    page.find("#step-name").click()
    page.press(HOME, "n", "n", "c")
    assert len(page.all("figure")) == 2
    selected, shown = page.selected(), page.shown()
    fragment = page.value("location.hash")
    assert isinstance(fragment, str)
    page.open(token_page, fragment)
    assert (page.selected(), page.shown()) == (selected, shown)
    assert page.find("#tab-flow").get_attribute("aria-selected") == "true"
    assert page.value("location.hash") == fragment
    page.driver.execute_script("location.hash = '#step=5'")
    page.wait("document.querySelector('#heading .place').textContent.startsWith('#5 ')")
    assert page.selected() == 5
    assert page.find("#tab-diff").get_attribute("aria-selected") == "true"


def test_pictures(page: Browser, token_page: Path, token: Exploration) -> None:
    name, place = (
        "external_fun_transferFrom_140",
        "&function=external_fun_transferFrom_140&object=1",
    )
    atlas = token.atlas
    identity = next(i for i, one in enumerate(atlas.identities.all) if one.names[-1] == name)
    surveys = [
        (step, change.picture)
        for step, survey in atlas.surveys.items()
        for change in survey.changes
        if change.function == identity
    ]
    (_, before), (step, after) = next(
        pair for pair in itertools.pairwise(surveys) if pair[0][1] != pair[1][1]
    )
    assert before is not None
    assert after is not None
    page.open(token_page, f"#step={step + 1}&view=flow{place}")
    for kind, picture in (("before", before), ("after", after)):
        graph = atlas.gallery.pictures[picture].graph
        assert graph is not None
        labels = [label.text for label in page.all(f".graph.{kind} .label")]
        assert labels == [block.label for block in graph.blocks]
        edges = sum(len(block.edges) for block in graph.blocks)
        assert len(page.all(f".graph.{kind} .edge")) == edges
    page.press("t")
    graph = atlas.gallery.pictures[after].graph
    assert graph is not None
    assert len(page.all(".graph.after .edge")) == len(graph.blocks) - 1


def test_the_picture_of_the_input_is_that_with_unique_names(
    page: Browser, token_page: Path
) -> None:
    page.open(token_page, "#step=1&view=flow")
    before, after = ([label.text for label in page.all(f".graph.{when} .label")]
                     for when in ("before", "after"))  # fmt: skip
    assert before == after
    assert before


@pytest.mark.parametrize("width", every_nth(2, [360, 768, 1024]))
def test_no_width_needs_sideways_scrolling(page: Browser, token_page: Path, width: int) -> None:
    page.size(width, 800)
    for view in ("diff", "flow", "dominators"):
        page.open(token_page, f"#step=78&view={view}")
        scroll_width = page.value("document.documentElement.scrollWidth")
        assert isinstance(scroll_width, int)
        assert scroll_width <= width
    page.open(token_page, "#step=78")
    assert len(page.all(".diff.inline")) == (width < 900)
    if width < 900:
        assert not page.find("#list").is_displayed()
        page.find("#list-toggle").click()
        assert page.find("#list").is_displayed()
        page.click("#step-3")
        assert page.selected() == 3


def test_light_and_dark(page: Browser, token_page: Path) -> None:
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    page.prefer("light")
    light = page.value(colour)
    page.find("#theme").click()
    dark = page.value(colour)
    assert light != dark
    page.prefer("dark")
    page.open(token_page)
    assert page.value(colour) == dark
    page.find("#theme").click()
    assert page.value(colour) == light
    page.prefer("light")


def test_help_and_command(page: Browser, token: Exploration) -> None:
    page.press("?")
    assert page.find("#help").is_displayed()
    assert "next step that changed something" in page.text("#help")
    page.press(ESCAPE)
    assert not page.find("#help").is_displayed()
    page.press("n", "n")
    step = token.recording.steps[page.selected() - 1]
    lines = page.find("#about .command").text.split("\n")
    assert lines[0] == "$ yulopt --trace-dir trace/ erc20.yul"
    assert lines[1] == f"$ yulopt --bare --steps {step.letter} trace/0001-Disambiguator.yul"


def test_text_that_looks_like_html(browser: Browser, tmp_path: Path) -> None:
    evil = "</script><script>x()</script><!--"
    program = f'object "{evil}" {{ code {{ sstore(0, "{evil[:32]}") }} }}'
    exploration = explore(program, "u", bare=True, file="<b>&amp;.yul")
    path = tmp_path / "page.html"
    path.write_text(page_text(exploration))
    browser.open(path, f"#step={len(exploration.recording.steps)}&all=1")
    assert browser.text("#file") == "<b>&amp;.yul"
    assert any(evil[:32] in line for line in browser.side("new"))
    assert browser.value("app.model.program(app.model.steps.length)") == (
        end_of(exploration.recording).program_text()
    )
    assert browser.console() == []


def test_the_history_of_a_line(page: Browser, token_page: Path, token: Exploration) -> None:
    recording, dialect = token.recording, dialect_for(DEFAULT_EVM_VERSION)
    last = [change for change in changes_of(recording) if change.step.object_number == 1][-1]
    page.open(token_page, f"#step={number(last.step)}&all=1")
    for line in range(3, len(last.new), 11):
        told = backward_history(recording, 1, {line}, dialect)
        count = "app.state.step.changeAfter"
        shown = page.value(f"lineHistory(app.model, 1, {count}, {line}).map((e) => e.step.number)")
        # What is merged is told once more for each part.
        assert shown == list(dict.fromkeys(event.step.number for event in told))
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
