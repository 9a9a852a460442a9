"""The playground in a real browser, for all tests of it. It is built once."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.extension.playground import PlaygroundError, build, install, named_archive
from tests.browsing import Browser
from tests.docs.playground_page import Playground
from tests.docs.site_server import SiteServer


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The playground, where it was just built, if anywhere."""
    built = Path(os.environ.get("YULOPT_SITE", "")).absolute() / "playground"
    if (built / "main.js").exists():
        return built
    if shutil.which("npm") is None:
        pytest.skip("npm is missing, which builds the playground")
    try:
        install()
    except PlaygroundError as error:
        pytest.skip(f"npm cannot install: {error}")
    target = tmp_path_factory.mktemp("site") / "playground"
    build(target, named_archive())
    return target


@pytest.fixture(scope="module")
def playground(browser: Browser, site: Path) -> Iterator[Playground]:
    """The page; nothing may be written to the console, and no other host be asked."""
    server = SiteServer(site)
    browser.size(1440, 900)
    browser.console()
    yield Playground(browser, server)
    assert server.violations == []
    server.stop()


@pytest.fixture
def console(playground: Playground) -> Iterator[None]:
    """Nothing is left on the console by a test."""
    yield
    assert playground.browser.console() == []
