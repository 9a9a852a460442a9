"""How large the playground is, and how long it takes to its first result.

    python -m benchmarks.playground FOLDER          the playground that was built there

The times are those of the page, from the start of the navigation to the first result of yulopt, for
the contract that it opens with. A cold visit is the first one of a browser; the next ones, after
the browser was closed, are warm: to the same contract, whose result was kept, and to one that was
not compiled before. The files come from a server on the same machine.
"""

from __future__ import annotations

import statistics
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

import click

from tests.browsing import Browser, start_browser
from tests.conftest import ROOT
from tests.docs.site_server import SiteServer, link_fragment

# What the files of the table are, by how their paths begin; the others are the page itself.
_PARTS: Final = {
    "solc/": "solc",
    "pyodide/": "Python (Pyodide)",
    "python/snapshot": "its memory with yulopt loaded, compressed",
    "python/packages": "yulopt and what it imports",
    "libraries": "OpenZeppelin's contracts, compressed",
}
_PAGE: Final = "the page with its editor"
# The moments in the page that count, and what they are.
_MARKS: Final = {"editor": "the editor can be used", "result": "the first result is there"}
_CONTRACT: Final = (ROOT / "docs" / "playground" / "examples" / "Token.sol").read_text("utf-8")
# The visits of a browser, one after the other, and the fragment of the address.
_VISITS: Final = {
    "cold": "",
    "warm": "",
    "warm, another contract": link_fragment(_CONTRACT.replace("Example", "Another")),
}
_SECONDS: Final = 300
_RESULT: Final = "document.documentElement.dataset.compared"


def size_table(folder: Path) -> list[str]:
    """The size of each part, as rows of a table."""
    sizes = Counter[str]()
    for path in folder.rglob("*"):
        if path.is_file():
            name = path.relative_to(folder).as_posix()
            part = next((part for start, part in _PARTS.items() if name.startswith(start)), _PAGE)
            sizes[part] += path.stat().st_size
    rows = [f"| {part} | {size / 1e6:.1f} MB |" for part, size in sizes.most_common()]
    return ["| part | size |", "|---|---:|", *rows, f"| all | {sizes.total() / 1e6:.1f} MB |"]


def visit(browser: Browser, address: str) -> dict[str, float]:
    """The seconds from opening the page to each mark."""
    browser.driver.get(address)
    browser.wait(_RESULT, _SECONDS)
    times = {}
    for mark in _MARKS:
        moment = browser.value(f"performance.getEntriesByName('{mark}')[0].startTime")
        assert isinstance(moment, int | float)
        times[mark] = moment / 1000
    # What keeps the files is ready by now or soon.
    browser.wait("navigator.serviceWorker.controller", _SECONDS)
    return times


def time_table(address: str, runs: int) -> list[str]:
    """The medians of some cold and warm visits, as rows of a table."""
    times: dict[tuple[str, str], list[float]] = {}
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as profile:
            for kind, fragment in _VISITS.items():
                browser = start_browser(Path(profile))
                try:
                    for mark, seconds in visit(browser, address + fragment).items():
                        times.setdefault((mark, kind), []).append(seconds)
                finally:
                    browser.driver.quit()
    rows = [
        " | ".join([f"| {name}", *(_told(times[mark, kind]) for kind in _VISITS), ""]).rstrip()
        for mark, name in _MARKS.items()
    ]
    return [f"| moment | {' | '.join(_VISITS)} |", "|---|" + "---:|" * len(_VISITS), *rows]


def _told(seconds: list[float]) -> str:
    return f"{statistics.median(seconds):.1f} s"


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--runs", default=3, show_default=True, help="How many browsers are started.")
def main(folder: Path, runs: int) -> None:
    """Print both tables."""
    server = SiteServer(folder)
    try:
        click.echo("\n".join([*size_table(folder), "", *time_table(server.address, runs)]))
    finally:
        server.stop()


if __name__ == "__main__":
    main()
