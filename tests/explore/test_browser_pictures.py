"""The control-flow graphs of the page, in a real browser."""

from __future__ import annotations

import itertools
from pathlib import Path

from tests.browsing import Browser
from tests.explore.pages import explore
from yulopt.explore.page import page_text
from yulopt.explore.recorder import Exploration


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


def test_the_picture_of_the_input_has_unique_names(page: Browser, token_page: Path) -> None:
    page.open(token_page, "#step=1&view=flow")
    before, after = ([label.text for label in page.all(f".graph.{when} .label")]
                     for when in ("before", "after"))  # fmt: skip
    assert before == after
    assert before
