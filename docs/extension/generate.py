"""Generates pages of the reference from yulopt itself, as Markdown.

They stand in folders that hold nothing else. A page is only touched if it changes, so that Sphinx
need not read it again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from docs.extension.pass_pages import pass_pages
from docs.extension.step_pages import step_pages
from docs.extension.table_pages import table_pages

FOLDERS: Final = {"steps": step_pages, "passes": pass_pages, "tables": table_pages}


def write_pages(reference: Path) -> None:
    """Write all generated pages into folders of `reference`, and remove what is no longer one."""
    for name, make_pages in FOLDERS.items():
        folder = reference / name
        folder.mkdir(exist_ok=True)
        pages = {f"{page}.md": text for page, text in make_pages().items()}
        for path in folder.iterdir():
            if path.name not in pages:
                path.unlink()
        for file, text in pages.items():
            path = folder / file
            if not path.exists() or path.read_text("utf-8") != text:
                path.write_text(text, "utf-8")
