"""The site builds without warnings, loads nothing from the network, and has no dead links.

All of this is one test, so that the site is built once, however many processes share the tests.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import click
import pytest

from tests.conftest import ROOT
from tests.slices import AT_LENGTH
from yulopt.cli import cli
from yulopt.rules.table import all_rules
from yulopt.ssa.pipeline import all_passes
from yulopt.suite.named_sequences import sequence_names
from yulopt.suite.registry import all_steps, is_installed

TOOLS = ("sphinx", "myst_parser", "furo", "sphinx_click")
# Where a link may lead; nothing is loaded from there. The second is the credit of the theme.
LINKED_HOSTS = {
    "api.etherscan.io",
    "distributed.dask.org",
    "docs.sourcify.dev",
    "github.com",
    "mypyc.readthedocs.io",
    "pyodide.org",
}


class Page(HTMLParser):
    """Collects what a page links to, what it loads, and the names of its places."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.places = {""}
        self.text = path.read_text("utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id" and value:
                self.places.add(value)
            elif tag == "a" and name == "href" and value:
                self.links.append(value)
            elif name in ("src", "href", "srcset", "data", "action", "poster") and value:
                self.loaded.append(value)


@pytest.mark.skipif(
    not AT_LENGTH and "YULOPT_SITE" not in os.environ,
    reason="takes long: build the documentation as the README says, and set YULOPT_SITE=build/docs",
)
@pytest.mark.skipif(
    any(find_spec(tool) is None for tool in TOOLS),
    reason="needs the documentation tool: pip install '.[docs]'",
)
def test_the_site(tmp_path: Path) -> None:
    # Where it has just been built, if anywhere.
    site = Path(os.environ.get("YULOPT_SITE", tmp_path / "site"))
    if not site.is_dir():
        build(site)
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    assert external(one for page in pages.values() for one in page.loaded) == set()
    assert external(one for page in pages.values() for one in page.links) <= LINKED_HOSTS
    styles = "".join(path.read_text("utf-8") for path in site.rglob("*.css"))
    assert "--color" in styles
    assert re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//[^)\s]*", styles) == []
    assert dead_links(pages) == []
    check_steps_and_passes(site / "reference")
    check_tables(site / "reference" / "tables")
    check_commands(pages[site / "reference" / "command-line.html"])


def build(site: Path) -> None:
    """Build the site into a folder. A warning is an error."""
    result = subprocess.run(
        [sys.executable, "-m", "sphinx", "--fail-on-warning", "-q", "docs", site],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


def external(addresses: Iterable[str]) -> set[str]:
    """The hosts of those addresses that are not on this site."""
    return {host for host in (urlsplit(address).netloc for address in addresses) if host}


def dead_links(pages: dict[Path, Page]) -> list[str]:
    """Links inside the site that lead nowhere."""
    dead = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target in pages:
                exists = parts.fragment in pages[target].places
            else:
                exists = target.exists() or bool(parts.netloc)
            if not exists:
                dead.append(f"{path.name}: {link}")
    return dead


def check_steps_and_passes(reference: Path) -> None:
    """There is a page for each of them, and no other."""
    own = [step for step in all_steps().values() if not is_installed(step)]
    modules = {type(step).__module__.rpartition(".")[2] for step in own}
    assert {page.stem for page in (reference / "steps").glob("*.html")} == {"index", *modules}
    assert {page.stem for page in (reference / "passes").glob("*.html")} == {"index", *all_passes()}


def check_tables(tables: Path) -> None:
    """All sequences and rules stand in them."""
    assert set(sequence_names()) <= Page(tables / "sequences.html").places
    rules = Page(tables / "rules.html").text
    assert [rule.name for rule in all_rules() if f"<p>{rule.name}</p>" not in rules] == []


def check_commands(page: Page) -> None:
    """All options of all commands have a place in the page."""
    options = {
        f"cmdoption-{name}-{option.opts[0].lstrip('-')}"
        for name, command in all_commands("yulopt", cli)
        for option in command.params
        if isinstance(option, click.Option)
    }
    assert {"cmdoption-yulopt-bare", "cmdoption-yulopt-verify-tries"} <= options
    assert options - page.places == set()


def all_commands(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """A command and those inside it, with their names as in addresses."""
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for inner_name in command.list_commands(context):
            inner = command.get_command(context, inner_name)
            assert inner is not None
            yield from all_commands(f"{name}-{inner_name}", inner)
