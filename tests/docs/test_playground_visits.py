"""Visits of the playground: the browser's cache, newer builds, and damaged files."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browsing import Browser
from tests.docs.playground_page import SECONDS, Playground
from tests.docs.site_server import SiteServer

pytestmark = pytest.mark.usefixtures("console")

MAX_BYTES = 40_000_000
KEPT = "document.documentElement.dataset.kept"
KEPT_FILES = """caches.keys().then(async ([first]) => {
  const requests = await (await caches.open(first)).keys();
  const files = requests.map(({ url }) => new URL(url).pathname.slice(1));
  return files.filter((file) => !file.startsWith("results/")).sort();
})"""
DAMAGE = """caches.keys().then(async ([first]) => {
  const cache = await caches.open(first);
  const headers = { "X-Plain": "", "Content-Type": "application/wasm" };
  const programs = (await cache.keys()).filter(({ url }) => url.includes(".wasm"));
  await Promise.all(programs.map((one) => cache.put(one, new Response("", { headers }))));
})"""


def test_where_nothing_may_be_kept_it_compiles_as_well(playground: Playground) -> None:
    forbid = (
        "if (isSecureContext)"
        "for (const [kind, name] of [[CacheStorage, 'open'], [ServiceWorkerContainer, 'register']])"
        "kind.prototype[name] = () => Promise.reject(new DOMException('it is', 'SecurityError'));"
    )
    driver = playground.browser.driver
    added = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": forbid})
    playground.open("{ sstore(1, calldataload(2)) }")
    playground.wait_for("playground.assembly.text.includes('SSTORE')")
    playground.wait_for("document.documentElement.dataset.compared")
    assert "Compiled" in playground.browser.text("#status")
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


@pytest.fixture
def changing(browser: Browser, site: Path, tmp_path: Path) -> Iterator[Playground]:
    """A copy of the page, in the folder `site`, of which a test changes files."""
    shutil.copytree(site, tmp_path / "site", copy_function=os.link)
    server = SiteServer(tmp_path / "site")
    yield Playground(browser, server)
    browser.driver.get("about:blank")
    server.stop()


def build_of(folder: Path) -> str:
    """The word that is another in each build."""
    script = (folder / "service_worker.js").read_text("utf-8")
    [build_id, *_] = re.findall(r"yulopt-playground-(\w+)", script)
    return str(build_id)


def replace(path: Path, content: bytes) -> None:
    """Write a file that may be the same one as that of another copy."""
    path.unlink()
    path.write_bytes(content)


def test_a_first_visit_keeps_programs_before_they_run_and_nothing_of_two_builds(
    browser: Browser, changing: Playground, tmp_path: Path
) -> None:
    page, copy = changing, tmp_path / "site"
    page.open()
    page.wait_for("performance.getEntriesByName('Python').length")
    programs = sorted(path.relative_to(copy).as_posix() for path in copy.rglob("*.wasm*"))
    assert browser.value(KEPT_FILES) == programs
    # A newer build comes while the page compiles, before it has the other files kept.
    script = copy / "service_worker.js"
    replace(script, script.read_bytes().replace(build_of(copy).encode(), b"0"))
    browser.value("navigator.serviceWorker.ready.then((one) => { window.registration = one; })")
    page.wait_for("window.registration?.waiting")
    assert browser.value(KEPT_FILES) == programs


def test_files_may_be_damaged(browser: Browser, changing: Playground, tmp_path: Path) -> None:
    page, snapshot = changing, tmp_path / "site" / "python" / "snapshot.gz"
    content = snapshot.read_bytes()
    replace(snapshot, gzip.compress(b"no memory"))
    page.open("{ sstore(1, calldataload(2)) }")
    page.wait_for("playground.assembly.text.includes('SSTORE')")
    assert browser.all("#problems li.error") == []
    replace(snapshot, content)
    page.wait_for(f"{KEPT} === 'activated'")
    kept = "caches.match('python/snapshot.gz', { ignoreSearch: true }).then((one) => one.text())"
    assert browser.value(f"{kept}.then((text) => text !== 'no memory')")
    browser.value(DAMAGE)
    page.open("contract C { function f() public { assembly { sstore(3, calldataload(2)) } } }")
    page.wait_for("playground.assembly.text.includes('SSTORE')")


def test_a_page_of_an_older_build_goes_on_until_it_is_closed(
    browser: Browser, changing: Playground, tmp_path: Path
) -> None:
    page, copy = changing, tmp_path / "site"
    page.open()
    page.wait_for(f"{KEPT} === 'activated'")
    # What it loads for the first call has another name now.
    [file] = copy.glob("coding-*.js")
    file.unlink()
    for name, before, after in (
        ("index.html", "<title>", "<title>newer "),
        ("service_worker.js", f"({build_of(copy)})", r"\1newer"),
    ):
        text = re.sub(before, after, (copy / name).read_text("utf-8"))
        replace(copy / name, text.replace(f'"{file.name}",', "").encode())
    page.open('object "Store" { code { sstore(0, 1) } }')
    browser.value("navigator.serviceWorker.ready.then((one) => { window.registration = one; })")
    page.wait_for("window.registration?.waiting")
    assert "newer" not in browser.driver.title
    page.wait_for("document.documentElement.dataset.compared")
    browser.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    page.show("calls")
    page.wait_for("document.querySelector('.results li')")
    # The browser changes to the newer build a moment after the page was closed.
    end = time.monotonic() + SECONDS
    while "newer" not in browser.driver.title and time.monotonic() < end:
        browser.driver.get("about:blank")
        time.sleep(0.5)
        page.visit("")
    assert "newer" in browser.driver.title


def test_the_next_visit_asks_for_nothing(playground: Playground, site: Path) -> None:
    files = [path for path in site.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= MAX_BYTES
    playground.open()
    playground.wait_for(f"{KEPT} === 'activated'")
    asked = len(playground.server.asked)
    playground.open()
    playground.wait_for("playground.assembly.text")
    playground.wait_for("document.querySelector('#loading').hidden")
    # The browser itself looks whether there is a newer one.
    assert {one.partition("?")[0] for one in playground.server.asked[asked:]} <= {
        "/service_worker.js"
    }
