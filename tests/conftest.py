"""Shared fixtures: the example programs, the command line in this process, and a real
browser, which is the Chromium of the system, without a window and without a network."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from click.testing import CliRunner, Result

from tests.browsing import Browser, browser_programs, start_browser
from tests.slices import AT_LENGTH, at_speed, smallest
from yulopt.cli import cli

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.yul"))

Command: TypeAlias = Callable[..., Result]


@pytest.fixture(params=EXAMPLES, ids=lambda path: path.stem)
def example(request: pytest.FixtureRequest) -> Path:
    """Each of the example programs."""
    path = request.param
    assert isinstance(path, Path)
    return path


@pytest.fixture(params=smallest(2, EXAMPLES), ids=lambda path: path.stem)
def some_example(request: pytest.FixtureRequest) -> Path:
    """Each of some of the example programs, for slow tests."""
    path = request.param
    assert isinstance(path, Path)
    return path


@pytest.fixture
def yulopt() -> Command:
    """Runs `yulopt` with the given arguments; `input` is its standard input."""

    def run(*arguments: str | Path, input: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(
            cli, [str(argument) for argument in arguments], input=input, prog_name="yulopt"
        )
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    pytest.importorskip("selenium.webdriver", reason="selenium drives the browser")
    if None in browser_programs():
        pytest.skip("the page is tried in a browser: needs the programs chromium and chromedriver")
    browser = start_browser(tmp_path_factory.mktemp("chromium"))
    try:
        yield browser
    finally:
        browser.driver.quit()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--speed",
        choices=("quick", "slow", "all"),
        help="only the tests that tests/slow_tests.txt does not list (quick) or lists (slow), or"
        " both (all); by default quick ones, or all of the files that are named",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Decide what to test, which processes that run tests could not: they are given all paths.

    Most rounds of the garbage collector, which took a sixth of the time, are left out: programs
    make many objects and few cycles, as does pytest when it rewrites assertions.
    """
    gc.set_threshold(200_000, 20, 100)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell lets what it runs in the background ignore interrupts; tests send some.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.option.speed is None:
        is_named = config.args_source is pytest.Config.ArgsSource.ARGS
        config.option.speed = "all" if is_named or AT_LENGTH else "quick"


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import the test modules in another order in each of several processes.

    Rewriting the assertions of a module takes longer than its import. In a fresh clone, each
    process then finds most modules already rewritten by another one.
    """
    worker: dict[str, Any] | None = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    places = [session.config.rootpath / argument for argument in session.config.args]
    files = sorted(file for place in places for file in place.glob("**/test_*.py"))
    start = int(worker["workerid"].removeprefix("gw")) * len(files) // worker["workercount"]
    for file in files[start:] + files[:start]:
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        # Collecting the module repeats and reports the error.
        with suppress(Exception, pytest.skip.Exception):
            import_module(name)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = at_speed(config.option.speed, [item.nodeid for item in items])
    left_out = [item for item in items if item.nodeid not in chosen]
    items[:] = [item for item in items if item.nodeid in chosen]
    if left_out:
        config.hook.pytest_deselected(items=left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the simplification rules that are not proven for words of 256 bits."""
    reports = terminalreporter.getreports("passed")
    reduced = [
        str(rule)
        for report in reports
        for name, rule in report.user_properties
        if name == "proven for fewer bits" and report.when == "call"
    ]
    if reduced:
        rules = ", ".join(sorted(reduced))
        terminalreporter.write_line(f"rules proven over 8, 16 and 32 bits only: {rules}")


def pytest_collection_finish() -> None:
    """Spare the garbage collector what lives as long as the tests."""
    gc.collect()
    gc.freeze()
