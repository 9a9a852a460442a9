"""A page of an example, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browsing import Browser
from tests.conftest import EXAMPLES
from tests.explore.pages import explore
from yulopt.explore.page import page_text
from yulopt.explore.recorder import Exploration


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
