"""Puts the page together: one file that needs nothing else.

The data is JSON, deflated and in base 64, so that no text of a program can end the element that it
is in. The scripts are joined into one.
"""

from __future__ import annotations

import base64
import html
import json
import zlib
from importlib import resources
from pathlib import Path
from typing import Final

from yulopt.explore.data import page_record
from yulopt.explore.recorder import Exploration
from yulopt.explore.records import PageRecord

_PACKAGE: Final = "yulopt.explore"
# What pages are known by, and how far from their beginning it stands at most.
_TITLE_END: Final = b" - yulopt explore</title>"
_HEAD_BYTES: Final = 8192
# What starts the page is the last one; the others only define things.
_SCRIPTS: Final = (
    "elements measures commands record model highlight diff comparison line_history diff_view"
    " sequence_view timeline list_view about_view layout graph frame heading overview assembly_view"
    " step_view app start"
).split()


def page_text(exploration: Exploration) -> str:
    """The page of an exploration: HTML."""
    record = page_record(exploration)
    folder = resources.files(_PACKAGE)
    scripts = [folder.joinpath("scripts", f"{name}.js") for name in _SCRIPTS]
    parts = {
        "title": html.escape(record["settings"]["file"]),
        "style": folder.joinpath("page.css").read_text("utf-8"),
        "script": "\n".join(script.read_text("utf-8") for script in scripts),
        "data": packed(record),
    }
    # Parts are put in by one walk, so that what is in one of them is not taken for a mark.
    pieces = folder.joinpath("page.html").read_text("utf-8").split("%%")
    return "".join(parts[piece] if number % 2 else piece for number, piece in enumerate(pieces))


def is_page(path: Path) -> bool:
    """Whether a file is such a page, of whatever program; raises OSError."""
    with path.open("rb") as file:
        return _TITLE_END in file.read(_HEAD_BYTES)


def packed(record: PageRecord) -> str:
    """The data as it stands in the page."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()
