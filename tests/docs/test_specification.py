"""Citations of chapters and sections of the specification in docstrings and comments are valid."""

from __future__ import annotations

import re

import pytest

from docs.extension.specification import link_chapters
from tests.conftest import ROOT

FOLDERS = ("yulopt", "benchmarks")


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_citation_leads_somewhere(folder: str) -> None:
    problems = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        # Of what is commented, the text without the signs of comments.
        text = re.sub(r"^\s*#", " ", path.read_text("utf-8"), flags=re.MULTILINE)
        try:
            link_chapters(text, "")
        except ValueError as error:
            problems.append(f"{path.relative_to(ROOT)}: {error}")
    assert problems == []


def test_a_link_leads_to_the_chapter_and_to_each_section() -> None:
    text = link_chapters("chapter 05, sections 7\nand 7.8 of the specification", "../")
    chapter = "../specification/05-split-ssa-unused.md"
    assert text == (
        f"[chapter 05]({chapter}), sections [7]({chapter}#7-unusedstoreeliminator--s) and "
        f"[7.8]({chapter}#78-examples-verified) of the specification"
    )


@pytest.mark.parametrize("citation", ["chapter 99, section 1", "chapter 04, section 99"])
def test_a_missing_chapter_is_an_error(citation: str) -> None:
    with pytest.raises(ValueError, match="99"):
        link_chapters(citation, "")
