"""The page as a file: its contents, independent of the network and the time."""

from __future__ import annotations

import json
import re
import webbrowser
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.explore.pages import explore, record_in
from yulopt.explore.page import page_text
from yulopt.explore.records import PageRecord, StepRecord
from yulopt.trace.edits import Edit, apply_edits
from yulopt.trace.recording import LayoutLine, changes_of, end_of, fill_layout

LOOP = "{ for { let i := 0 } lt(i, 3) { i := add(i, 1) } { sstore(i, 0) } }"


def texts(record: PageRecord) -> list[list[str]]:
    """The code after every step that changed something, as the page finds it."""
    codes = [item["lines"] for item in record["objects"]]
    found = []
    for step in record["steps"]:
        if "edits" in step:
            codes[step["object"]] = after(codes[step["object"]], step)
            found.append([record["lines"][line] for line in codes[step["object"]]])
    return found


def after(code: list[int], step: StepRecord) -> list[int]:
    return apply_edits(code, [Edit(*edit) for edit in step["edits"]])


def test_all_texts_are_reconstructed(some_example: Path) -> None:
    exploration = explore(some_example.read_text())
    record = record_in(page_text(exploration))
    assert texts(record) == [change.new for change in changes_of(exploration.recording)]
    last = [item["lines"] for item in record["objects"]]
    for step in record["steps"]:
        if "edits" in step:
            last[step["object"]] = after(last[step["object"]], step)
    layout = [LayoutLine(text, number) for text, number in record["layout"]]
    lines = [[record["lines"][line] for line in code] for code in last]
    assert fill_layout(layout, lines) == end_of(exploration.recording).program_text()


def test_figures_and_kinds() -> None:
    exploration = explore(LOOP, "os", bare=True)
    record = record_in(page_text(exploration))
    step = record["steps"][-1]
    run = exploration.recording.steps[-1]
    assert (step["size"], step["gas"]) == (run.after.size, run.after.gas)
    assert step["place"] == "sequence 2"
    kind = record["kinds"][step["kind"]]
    assert (kind["name"], kind["letter"], kind["extension"]) == ("ExpressionSimplifier", "s", False)
    assert kind["summary"]
    assert "sstore" in record["builtins"]


def test_the_same_run_gives_the_same_page() -> None:
    assert page_text(explore(LOOP)) == page_text(explore(LOOP))


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes.extend(attrs)


def test_texts_cannot_break_out() -> None:
    evil = '</script><img src=x onerror="x()">%%data%%'
    program = f'{{ /* {evil} */ sstore(0, "</script><!--") }}'
    file = '<img src=x onerror="x()">%%data%%'
    page = page_text(explore(program, file=file))
    elements = _Elements()
    elements.feed(page)
    assert elements.names.count("script") == 2
    assert "img" not in elements.names
    assert any("</script><!--" in line for line in record_in(page)["lines"])
    assert record_in(page)["settings"]["file"] == file


def test_the_page_is_self_contained() -> None:
    page = page_text(explore(LOOP, "s"))
    elements = _Elements()
    elements.feed(page)
    assert "src" not in dict(elements.attributes)
    links = [value for name, value in elements.attributes if name == "href"]
    assert links == ["data:,", "#pane"]
    addresses = set(re.findall(r"https?://[^\s\"'`)]+", page))
    # The name of the language of pictures, which nothing is loaded from.
    assert addresses == {"http://www.w3.org/2000/svg"}


def test_the_command(yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop.yul").write_text(LOOP)
    result = yulopt("explore", "loop.yul", "--bare", "--steps", "osu", "--evm-version", "paris")
    page = Path("loop.html").read_text()
    record = record_in(page)
    steps = record["steps"]
    changed = sum("edits" in step for step in steps)
    assert (result.exit_code, result.output) == (
        0,
        f"loop.html: a page of {len(page.encode()) / 1000:,.0f} kB;"
        f" {len(steps)} step runs, {changed} of which changed something\n",
    )
    assert record["settings"]["file"] == "loop.yul"
    assert record["settings"]["command"] == (
        "yulopt --trace-dir trace/ --bare --steps osu --evm-version paris loop.yul"
    )
    options = ("--bare", "--steps", "osu", "--evm-version", "paris")
    assert yulopt("explore", "loop.yul", *options, "-o", "-").stdout == page
    assert yulopt("explore", "loop.yul", *options, "-o", "a.html").exit_code == 0
    assert Path("a.html").read_text() == page
    piped = yulopt("explore", "-", "-o", "-", *options, input=LOOP).stdout
    assert texts(record_in(piped)) == texts(record)


def test_open(yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop.yul").write_text(LOOP)
    opened: list[str] = []

    def open_page(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", open_page)
    assert yulopt("explore", "loop.yul", "--open", "--bare", "--steps", "u").stderr == ""
    assert opened == [(tmp_path / "loop.html").as_uri()]
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    result = yulopt("explore", "loop.yul", "--open", "--bare", "--steps", "u")
    assert result.exit_code == 0
    assert "No browser could be started" in result.stderr
    result = yulopt("explore", "loop.yul", "--open", "-o", "-")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--open needs a file" in result.stderr


def test_no_folder_of_this_machine_is_in_the_page(yulopt: Command, tmp_path: Path) -> None:
    folder = tmp_path / "of_mine"
    folder.mkdir()
    (folder / "loop.yul").write_text(LOOP)
    page = yulopt("explore", folder / "loop.yul", "--steps", "u", "-o", "-").stdout
    record = record_in(page)
    assert "<title>loop.yul - yulopt explore</title>" in page
    assert record["settings"]["command"].endswith(" loop.yul")
    assert "of_mine" not in page
    assert "of_mine" not in json.dumps(record)


def test_a_step_is_repeated_by_its_command(
    yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop.yul").write_text(LOOP)
    exploration = explore(LOOP, "dhfoDIx", file="loop.yul")
    record = record_in(page_text(exploration))
    program, *arguments = record["settings"]["command"].split(" ")
    assert program == "yulopt"
    assert yulopt(*arguments).exit_code == 0
    for step, change in zip(
        (step for step in record["steps"] if "command" in step),
        changes_of(exploration.recording),
        strict=True,
    ):
        result = yulopt(*step["command"].split(" ")[1:])
        assert result.stdout == change.after.program_text()


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("bad.yul",), 1, "bad.yul:1:3: error: "),
        (("missing.yul",), 1, "missing.yul: error: cannot be read"),
        (("good.yul", "--steps", "?"), 1, "'?' is not a valid step abbreviation"),
        (("good.yul", "-o", "no/such/folder.html"), 1, "error: cannot be written"),
        (("good.yul", "-o", "."), 2, "'.' is a directory"),
        (("-",), 2, "Standard input has no name; give one with --output."),
        (("good.yul", "--steps", "u", "--sequence", "pretty"), 2, "exclude each other"),
    ],
)
def test_errors(
    yulopt: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    status: int,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.yul").write_text("{ x() }")
    Path("good.yul").write_text("{ }")
    result = yulopt("explore", *arguments, input="{ }")
    assert result.exit_code == status
    assert message in result.stderr
    assert result.stdout == ""
    assert {path.name for path in tmp_path.iterdir()} == {"bad.yul", "good.yul"}
