"""Accessibility faults that axe-core finds in a page, for keyboards and screen readers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.browsing import Browser

_RUN: Final = """
const done = arguments[0];
axe.run().then(({ violations }) => done(violations.flatMap(({ id, nodes }) =>
  nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`))));
"""
_SCRIPT: Final = Path("node_modules", "axe-core", "axe.min.js")


def violations(browser: Browser, modules: Path) -> list[str]:
    """The faults in the current page; `modules` is the folder of its npm installation."""
    if not browser.value("'axe' in window"):
        browser.driver.execute_script((modules / _SCRIPT).read_text("utf-8"))
    found: list[str] = browser.driver.execute_async_script(_RUN)
    return found
