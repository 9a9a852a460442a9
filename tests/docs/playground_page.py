"""The page of the playground in a browser."""

from __future__ import annotations

from typing import Final

from tests.browsing import Browser
from tests.docs.site_server import SiteServer, link_fragment

SECONDS: Final = 120


class Playground:
    """The page in a browser."""

    def __init__(self, browser: Browser, server: SiteServer) -> None:
        self.browser = browser
        self.server = server

    def open(self, source: str = "{ }", **settings: str) -> None:
        """Open the page with a state, as from a link, and wait until the editor is there."""
        self.visit(link_fragment(source, **settings))

    def visit(self, fragment: str) -> None:
        """Open the page anew with the fragment of a link."""
        self.browser.driver.get("about:blank")
        self.browser.driver.get(f"{self.server.address}index.html{fragment}")
        self.browser.wait("document.documentElement.dataset.ready === 'yes'")

    def write(self, source: str) -> None:
        """Replace the source, as by typing."""
        self.browser.driver.execute_script(
            "arguments[0].focus(); document.execCommand('selectAll');"
            "document.execCommand('insertText', false, arguments[1])",
            self.browser.find("#source .cm-content"),
            source,
        )

    def wait_for(self, condition: str) -> None:
        """Wait until a condition of the page holds, as long as a compile may take here."""
        self.browser.wait(condition, SECONDS)

    def text(self, view: str) -> str:
        """The whole text of a view, also what is out of sight."""
        found = self.browser.value(f"playground.{view}.text")
        assert isinstance(found, str)
        return found

    def show(self, panel: str) -> None:
        """Choose a tab."""
        self.browser.find(f"#tab-{panel}").click()
