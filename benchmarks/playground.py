"""How large the playground is, and how long it takes to its first result.

    python -m benchmarks.playground FOLDER          the playground that was built there

The times are those of the page, from the start of the navigation. A cold visit is the first one of
a browser, to the contract that the page opens with; the next ones, after the browser was closed,
are warm: to the same contract, whose result was kept, and to two that were not compiled before. A
visit lasts until the page has compiled by the other pipelines, too, so the next one finds the
machine code that the browser has kept of Python. Each visit begins some seconds after the browser
has started, since the browser's own work at its start is none of the page. On the last page another
contract is written, with times from the last key, of which the page waits 0.7 s for further ones.
The files come from a server on the same machine, which should have nothing else to do: its load is
printed, too.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click

from tests.browsing import Browser, start_browser
from tests.conftest import ROOT
from tests.docs.site_server import SiteServer, link_fragment

# What the files of the table are, by how their paths begin; the others are the page itself.
_PARTS: Final = {
    "solc/": "solc, compressed",
    "pyodide/": "Python (Pyodide)",
    "python/snapshot": "its memory with yulopt loaded, compressed",
    "python/core": "yulopt compiled, compressed",
    "python/packages": "yulopt and what it imports",
    "libraries": "OpenZeppelin's contracts, compressed",
}
_PAGE: Final = "the page with its editor"
# The moments in the page that count, and what they are.
_MARKS: Final = {
    "editor": "the editor can be used",
    "solc": "solc is loaded",
    "Python": "yulopt is loaded",
    "ir": "the unoptimised IR is there",
    "result": "the code of yulopt is there",
    "compared": "the code of solc is beside it",
}
_CONTRACT: Final = (ROOT / "docs" / "playground" / "examples" / "Token.sol").read_text("utf-8")
# The visits of a browser, one after the other, and the fragment of the address.
_VISITS: Final = {
    "cold": "",
    "warm": "",
    "warm, another contract": link_fragment(_CONTRACT.replace("Example", "Another")),
    "warm, a third contract": link_fragment(_CONTRACT.replace("Example", "Third")),
}
_WRITTEN: Final = "written in the open page"
_SECONDS: Final = 300
_BROWSER_START_SECONDS: Final = 3
_COMPARED: Final = "document.documentElement.dataset.compared === '{}'"
_WRITE: Final = """
performance.clearMarks();
performance.mark("begin");
const { view } = playground.editor;
view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: arguments[0] } });
"""


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
    browser.wait(_COMPARED.format(1), _SECONDS)
    # The browser stays open until the page has finished its idle work.
    browser.wait("document.documentElement.dataset.prepared", _SECONDS)
    browser.wait("document.querySelector('#loading').hidden", _SECONDS)
    browser.wait("document.documentElement.dataset.kept === 'activated'", _SECONDS)
    return marks(browser)


def write(browser: Browser) -> dict[str, float]:
    """The seconds from writing another contract in the open page to each mark."""
    browser.driver.execute_script(_WRITE, _CONTRACT.replace("Example", "Written"))
    browser.wait(_COMPARED.format(2), _SECONDS)
    begin = marks(browser, ["begin"])["begin"]
    return {mark: moment - begin for mark, moment in marks(browser).items()}


def marks(browser: Browser, names: Iterable[str] = _MARKS) -> dict[str, float]:
    """The moments of the marks that there are, in seconds."""
    times = {}
    for name in names:
        moment = browser.value(f"performance.getEntriesByName('{name}')[0]?.startTime ?? null")
        if isinstance(moment, int | float):
            times[name] = moment / 1000
    return times


def time_table(address: str, runs: int) -> list[str]:
    """The medians of some cold and warm visits, as rows of a table."""
    times: dict[tuple[str, str], list[float]] = {}

    def note(kind: str, found: dict[str, float]) -> None:
        for mark, seconds in found.items():
            times.setdefault((mark, kind), []).append(seconds)

    for _ in range(runs):
        with tempfile.TemporaryDirectory() as profile:
            for kind, fragment in _VISITS.items():
                browser = start_browser(Path(profile))
                try:
                    browser.driver.get("about:blank")
                    time.sleep(_BROWSER_START_SECONDS)
                    note(kind, visit(browser, address + fragment))
                    if kind == [*_VISITS][-1]:
                        note(_WRITTEN, write(browser))
                finally:
                    browser.driver.quit()
    kinds = [*_VISITS, _WRITTEN]
    rows = [
        f"| {name} | {' | '.join(_told(times.get((mark, kind), [])) for kind in kinds)} |"
        for mark, name in _MARKS.items()
    ]
    return [f"| moment | {' | '.join(kinds)} |", "|---|" + "---:|" * len(kinds), *rows]


def _told(seconds: list[float]) -> str:
    return f"{statistics.median(seconds):.1f} s" if seconds else ""


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--runs", default=3, show_default=True, help="How many browsers are started.")
def main(folder: Path, runs: int) -> None:
    """Print both tables."""
    load = f"load before: {os.getloadavg()[0]:.1f}, on {os.cpu_count()} cores"
    server = SiteServer(folder)
    try:
        rows = [*size_table(folder), "", *time_table(server.address, runs), "", load]
        click.echo("\n".join(rows))
    finally:
        server.stop()


if __name__ == "__main__":
    main()
