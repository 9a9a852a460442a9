"""The page in a real browser."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browsing import Browser
from tests.explore.pages import explore
from tests.slices import every_nth
from yulopt.explore.assembly import largest_changes
from yulopt.explore.page import page_text
from yulopt.explore.recorder import Exploration
from yulopt.frequency.call_profile import CallProfile
from yulopt.trace.recording import Moment, StepRun, changes_of, end_of, start_of

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


def test_the_assembly_follows_the_last_step(
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
def test_the_target_of_the_optimisation(
    browser: Browser, tmp_path: Path, calls: CallProfile | None, words: str
) -> None:
    path = tmp_path / "page.html"
    path.write_text(page_text(explore("{ sstore(0, 1) }", calls=calls)))
    browser.open(path)
    assert browser.text("#settings") == words


RESET = """
byId("help").close();
history.replaceState(null, "", arguments[0]);
app._readFragment();
document.activeElement.blur();
"""
ARROWS = {"ArrowLeft": "\ue012", "ArrowUp": UP, "ArrowRight": "\ue014", "ArrowDown": DOWN}


def test_keys_work_like_buttons(page: Browser, token_page: Path) -> None:
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


def test_a_phone_folds_long_text(page: Browser, token_page: Path, token: Exploration) -> None:
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
