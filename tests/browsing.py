"""Browser automation for the tests of the page."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver
    from selenium.webdriver.remote.webelement import WebElement

_SIDE = """
const lines = [...document.querySelectorAll(`.diff .side.${arguments[0]}`)];
return lines.map((line) => lineText(line.querySelector("code")));
"""


class Browser:
    """A page in a browser."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver

    def open(self, page: Path, fragment: str = "") -> None:
        """Open a page, and wait until it is there."""
        self.driver.get("about:blank")
        self.console()
        self.driver.get(page.as_uri() + fragment)
        self.wait("document.documentElement.dataset.ready === 'yes'")

    def size(self, width: int, height: int) -> None:
        """Give the page a window of this size."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefer(self, scheme: Literal["light", "dark"]) -> None:
        """Make the system light or dark."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def wait(self, condition: str, seconds: float = 20) -> None:
        """Wait until an expression of the page is true, or fail after some seconds."""
        from selenium.webdriver.support.wait import WebDriverWait

        WebDriverWait(self.driver, seconds, 0.02).until(lambda _: self.value(condition))

    def value(self, expression: str) -> object:
        """The value of an expression of the page."""
        result: object = self.driver.execute_script(f"return {expression}")
        return result

    def text(self, selector: str) -> str:
        """The text of an element, with usual spaces."""
        return " ".join(self.find(selector).text.split())

    def find(self, selector: str) -> WebElement:
        """The first element that a selector matches."""
        return self.driver.find_element("css selector", selector)

    def click(self, selector: str) -> None:
        """Click an element where nothing lies over it: in the middle of the window."""
        found = self.find(selector)
        self.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", found)
        found.click()

    def all(self, selector: str) -> list[WebElement]:
        """All elements that a selector matches."""
        return self.driver.find_elements("css selector", selector)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other, wherever the focus is."""
        from selenium.webdriver import ActionChains

        chain = ActionChains(self.driver)
        for key in keys:
            chain.send_keys(key)
        chain.perform()

    def hover(self, element: WebElement) -> None:
        """Move the pointer over the beginning of an element."""
        from selenium.webdriver import ActionChains

        left = 5 - element.size["width"] // 2
        ActionChains(self.driver).move_to_element_with_offset(element, left, 0).perform()

    def download_to(self, folder: Path) -> None:
        """Let the page save files, into a folder."""
        settings = {"behavior": "allow", "downloadPath": str(folder)}
        self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", settings)

    def choose(self, selector: str, label: str) -> None:
        """Choose the option of a list that begins with a label."""
        for option in self.all(f"{selector} option"):
            if (option.get_attribute("textContent") or "").startswith(label):
                option.click()
                return
        raise AssertionError(f"no option {label!r}")

    def selected(self) -> int:
        """The number of the selected step, as the list shows it."""
        [row] = self.all("#list [aria-selected=true]")
        return int((row.get_attribute("id") or "").removeprefix("step-"))

    def shown(self) -> list[int]:
        """The numbers of the steps that the filters let through."""
        rows = self.value("[...document.querySelectorAll('#list [role=option]:not([hidden])')]"
                          ".map((row) => row.id.slice(5))")  # fmt: skip
        assert isinstance(rows, list)
        return [int(row) for row in rows]

    def side(self, side: Literal["old", "new"]) -> list[str]:
        """The lines of a side of the difference, also those out of sight."""
        self.driver.execute_script("app.view.fillAll()")
        lines: list[str] = self.driver.execute_script(_SIDE, side)
        return lines

    def console(self) -> list[str]:
        """The output on the console since the last call."""
        log = self.driver.get_log("browser")  # type: ignore[no-untyped-call]  # Selenium has no types
        return [json.dumps(entry) for entry in log]


_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync"
).split()


def browser_programs() -> list[str | None]:
    """The browser of the system and its driver, None for what is missing."""
    return [shutil.which(name) for name in ("chromium", "chromedriver")]


def start_browser(profile: Path) -> Browser:
    """Start the browser, without a window, with what it keeps in a folder."""
    from selenium import webdriver

    program, driver = browser_programs()
    # Nothing may be downloaded.
    os.environ["SE_OFFLINE"] = "true"
    options = webdriver.ChromeOptions()
    options.binary_location = program or ""
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in (*_FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    return Browser(
        webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=driver))
    )
