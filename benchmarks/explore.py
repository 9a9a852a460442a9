"""How fast pages of `yulopt explore` are in a browser.

    yulopt explore -o page.html contract.yul
    python -m benchmarks.explore page.html...

Measured is the time until a page can be used, and the processor time of each next step, once over
all steps and once over those that changed something: of all that the thread of the page does until
the step is shown (scripts, style, layout, painting), so that other programs do not count. It needs
Chromium and its driver.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attr
import click

from benchmarks.tables import markdown_table
from tests.browsing import Browser, browser_programs, start_browser

_HEAD: Final = (
    "page",
    "size of the page",
    "until it can be used",
    "steps",
    "next step: median",
    "95 %",
    "worst",
)
_KINDS: Final = {"all": "next", "those that changed something": "nextChange"}
_FIRST: Final = "app.actions.first();"
# Until the frame after the one that shows the step; the address says which one it is.
_STEP: Final = """
const [action, done] = arguments;
app.actions[action]();
requestAnimationFrame(() => setTimeout(() => done(location.hash)));
"""
_READY: Final = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"


@attr.s(auto_attribs=True, frozen=True)
class Steps:
    """The milliseconds of each next step of a kind."""

    kind: str
    times: list[float]

    def cells(self) -> list[str]:
        """Their number, the median, the 95th percentile and the worst one, for the table."""
        ordered = sorted(self.times)
        shares = (ordered[max(math.ceil(share * len(ordered)) - 1, 0)] for share in (0.5, 0.95, 1))
        return [f"{len(ordered)} ({self.kind})", *(f"{time:.0f} ms" for time in shares)]


def rows_of(browser: Browser, page: Path) -> list[list[str]]:
    """The rows of the table for a page."""
    browser.size(1440, 900)
    browser.open(page)
    ready = browser.value(_READY)
    assert isinstance(ready, int | float)
    first = [page.stem, f"{page.stat().st_size / 1000:,.0f} kB", f"{ready / 1000:.1f} s"]
    return [
        [*first, *Steps(name, list(_times(browser, action))).cells()]
        for name, action in _KINDS.items()
    ]


def _times(browser: Browser, action: str) -> Iterator[float]:
    """The milliseconds of each step from the first one to the end."""
    driver = browser.driver
    driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    driver.execute_script(_FIRST)
    place, before = None, _used(browser)
    while place != (place := driver.execute_async_script(_STEP, action)):
        yield (_used(browser) - before) * 1000
        before = _used(browser)


def _used(browser: Browser) -> float:
    """The seconds that the thread of the page has used."""
    metrics = browser.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


@click.command(help=__doc__)
@click.argument("pages", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(pages: tuple[Path, ...]) -> None:
    """Print the table in Markdown."""
    if None in browser_programs():
        raise click.ClickException("there is no chromium with its driver on the PATH")
    with tempfile.TemporaryDirectory() as profile:
        browser = start_browser(Path(profile))
        try:
            rows = [row for page in pages for row in rows_of(browser, page.absolute())]
        finally:
            browser.driver.quit()
    click.echo(markdown_table(_HEAD, rows))


if __name__ == "__main__":
    main()
