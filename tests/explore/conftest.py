"""A real browser: the Chromium of the system, without a window and without a network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import EXAMPLES
from tests.explore.browsing import Browser
from tests.explore.pages import explore
from yulopt.explore.page import page_text
from yulopt.explore.recorder import Exploration

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium drives the browser")
    programs = [shutil.which(name) for name in ("chromium", "chromedriver")]
    if None in programs:
        pytest.skip("the page is tried in a browser: needs the programs chromium and chromedriver")
    # Nothing may be downloaded.
    os.environ["SE_OFFLINE"] = "true"
    options = webdriver.ChromeOptions()
    options.binary_location = programs[0]
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    service = webdriver.ChromeService(executable_path=programs[1])
    driver = webdriver.Chrome(options=options, service=service)
    try:
        yield Browser(driver)
    finally:
        driver.quit()


@pytest.fixture(scope="session")
def token() -> Exploration:
    """A run over an example with two objects and many functions."""
    [path] = [path for path in EXAMPLES if path.stem == "erc20"]
    return explore(path.read_text(), file="erc20.yul")


@pytest.fixture(scope="session")
def token_page(token: Exploration, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "token.html"
    path.write_text(page_text(token))
    return path


@pytest.fixture
def page(browser: Browser, token_page: Path) -> Iterator[Browser]:
    """The page of the token, just opened in a wide window; the console must stay empty."""
    browser.size(1440, 900)
    browser.open(token_page)
    yield browser
    assert browser.console() == []
