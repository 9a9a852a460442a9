"""Links from what is cited, "chapter 04, section 5", to the chapters of the specification."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).resolve().parent.parent / "specification"
_NUMBER: Final = r"\d+(?:\.\d+)*"
_CITATION: Final = re.compile(
    rf"(?P<word>[Cc]hapter) (?P<chapter>\d\d)"
    rf"(?P<sections>, sections? {_NUMBER}(?:(?:, | and |, and | to ){_NUMBER})*)?"
)
_HEADING: Final = re.compile(rf"^##+ (?P<title>(?P<number>{_NUMBER})\.? .*)$", re.MULTILINE)


def link_chapters(text: str, root: str) -> str:
    """The text with a link at each chapter and section it cites; ValueError names one that is not
    there. `root` is the way from the page to the folder of the documentation."""
    return _CITATION.sub(lambda citation: _link(citation, root), " ".join(text.split()))


def _link(citation: re.Match[str], root: str) -> str:
    path, anchors = _chapter(citation["chapter"])
    page = f"{root}specification/{path}"

    def link_section(section: re.Match[str]) -> str:
        anchor = anchors.get(section[0]) or _anchor_of_item(section[0], anchors)
        if not anchor:
            raise ValueError(f"chapter {citation['chapter']} has no section {section[0]}")
        return f"[{section[0]}]({page}#{anchor})"

    chapter = f"[{citation['word']} {citation['chapter']}]({page})"
    return chapter + re.sub(_NUMBER, link_section, citation["sections"] or "")


@cache
def _chapter(number: str) -> tuple[str, dict[str, str]]:
    """The file of a chapter, and the anchors of its sections by their numbers."""
    for path in _FOLDER.glob(f"{number}-*.md"):
        headings = _HEADING.finditer(path.read_text("utf-8"))
        return path.name, {found["number"]: _anchor(found["title"]) for found in headings}
    raise ValueError(f"there is no chapter {number}")


def _anchor_of_item(number: str, anchors: dict[str, str]) -> str:
    """The anchor of a section that is no more than a numbered list, cited by an item of it."""
    section = number.rpartition(".")[0]
    divided = any(other.startswith(f"{section}.") for other in anchors)
    return "" if divided else anchors.get(section, "")


def _anchor(title: str) -> str:
    """The anchor that MyST gives a heading, as GitHub does."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
