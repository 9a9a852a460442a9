"""Updates the pages with the output of their commands: `python -m tests.docs.update [PAGE...]`.

Output with omitted lines (`...`) that no longer matches is written in full, to be cut again.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.docs.pages import all_pages, blocks_of
from tests.docs.session import Session


def update(page: Path) -> None:
    """Bring the blocks of a page up to date."""
    blocks = blocks_of(page)
    with tempfile.TemporaryDirectory() as folder:
        texts = Session(Path(folder)).run(blocks)
    lines = page.read_text("utf-8").splitlines(keepends=True)
    for block, text in reversed(list(zip(blocks, texts, strict=True))):
        start = block.line - 1
        lines[start : start + block.text.count("\n")] = [text]
    page.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    for path in [Path(argument).resolve() for argument in sys.argv[1:]] or all_pages():
        update(path)
