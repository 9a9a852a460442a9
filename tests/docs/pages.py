"""The blocks of code in the README and in the pages of `docs/`.

How a block is meant can be seen by its kind:

* `console`: commands after `$ `, each with what it prints below it (standard output and error).
  A line `...` in what is printed stands for lines that are left out.
* `sh`: commands, one a line, that must succeed.
* `python`: is executed; if it prints something, that stands in the block directly below it.
* a block with a `:caption:`: the content of the file of that name.

Everything else is only read. `<!-- not run: REASON -->` in front of a block exempts it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import attr

from tests.conftest import ROOT

DOCS: Final = ROOT / "docs"
# Made when the pages are built, from what other tests test.
_GENERATED: Final = ("reference/passes", "reference/steps", "reference/tables")
_FENCE: Final = re.compile(r"(?P<fence>`{3,}|:{3,})(?P<info>.*)")
_DIRECTIVE: Final = re.compile(r"\{code-block\} *(?P<language>\w+)")
_CAPTION: Final = re.compile(r":caption: *(?P<file>\S+)\n+")
_NOT_RUN: Final = re.compile(r"<!-- not run: (?P<reason>.+) -->")


@attr.s(auto_attribs=True, frozen=True)
class Block:
    """A block of code: its `language`, its `text`, and the `line` of the page where that begins.

    `file` is the name of the file that it is the content of, or empty; `exempt` says why it is not
    run, if so; `follows` is whether nothing stands between the block before and this one.
    """

    language: str
    text: str
    line: int
    file: str = ""
    exempt: str = ""
    follows: bool = False


def all_pages() -> list[Path]:
    """The README, and every page that is written by hand."""
    folders = [DOCS / name for name in _GENERATED]
    pages = sorted(DOCS.rglob("*.md"))
    return [
        ROOT / "README.md",
        *(page for page in pages if not any(page.is_relative_to(folder) for folder in folders)),
    ]


def blocks_of(page: Path) -> list[Block]:
    """The blocks of a page, in order."""
    return parse_blocks(page.read_text("utf-8"))


def parse_blocks(text: str) -> list[Block]:
    """The blocks of a text in Markdown, in order."""
    lines = text.split("\n")
    blocks: list[Block] = []
    between = ""
    number = 0
    while number < len(lines):
        match = _FENCE.fullmatch(lines[number])
        if match is None:
            between += lines[number] + "\n"
            number += 1
            continue
        end = lines.index(match["fence"], number + 1)
        content = "".join(line + "\n" for line in lines[number + 1 : end])
        blocks.append(_block(match["info"].strip(), content, number + 2, between))
        between = ""
        number = end + 1
    return blocks


def _block(info: str, content: str, line: int, between: str) -> Block:
    directive = _DIRECTIVE.fullmatch(info)
    caption = _CAPTION.match(content) if directive else None
    markers = _NOT_RUN.findall(between.rstrip().rpartition("\n")[2])
    return Block(
        language=directive["language"] if directive else info,
        text=content[caption.end() :] if caption else content,
        line=line + caption[0].count("\n") if caption else line,
        file=caption["file"] if caption else "",
        exempt=markers[0] if markers else "",
        follows=not between.strip(),
    )
