"""Messages: progress, and advice for command lines that are almost right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_terminal import run_on_terminal
from tests.conftest import ROOT, Command
from yulopt.cli import failures
from yulopt.dropin.front import FRONT_VARIABLE
from yulopt.errors import YulError
from yulopt.explore import recorder
from yulopt.terminal import console
from yulopt.terminal.console import ProgressLine
from yulopt.tune.tuning import Wanted

COUNTER = ROOT / "examples" / "counter.yul"


def test_errors_have_colour_on_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "wrong.yul").write_text("{ sstore(0, x) }\n")
    for words in ((), ("asm",)):
        text = run_on_terminal(*words, tmp_path / "wrong.yul")
        assert ": \x1b[1;31merror\x1b[0m: identifier 'x' not found" in text
        assert "\x1b[1;31m            ^\x1b[0m" in text
    usage = run_on_terminal("asm", "--bytecode", "--json", "x.yul")
    assert "\x1b[1;31mError\x1b[0m: --bytecode and --json exclude each other." in usage
    assert "\x1b" not in run_on_terminal(tmp_path / "wrong.yul", NO_COLOR="1")


def test_assembly_has_colour_on_a_terminal() -> None:
    text = run_on_terminal("asm", COUNTER)
    assert "\x1b[36mPUSH4\x1b[0m \x1b[35m0xd09de08a\x1b[0m" in text
    assert "\x1b[34m@block_1:\x1b[0m" in text
    assert "\x1b" not in run_on_terminal("asm", "--bytecode", COUNTER)
    assert "\x1b" not in run_on_terminal("asm", COUNTER, NO_COLOR="1")


def test_marks_do_not_change_a_report(capsys: pytest.CaptureFixture[str]) -> None:
    failures.report_error("a.yul:1:2: error: no\nerror: x\n ^")
    assert capsys.readouterr().err == "a.yul:1:2: error: no\nerror: x\n ^\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("reprot", "X.sol"), "no file or command 'reprot'; did you mean 'report'?"),
        (("gas", "X.sol"), "no file or command 'gas'; `yulopt --help` lists the commands."),
        (("compare", "--calls", "x.yul"), "'x.yul' is a program; name a file of calls first"),
        (("tune", "--calls", "X.sol"), "'X.sol' is a program; name a file of calls first"),
    ],
    ids=" ".join,
)
def test_command_lines_that_are_almost_right(
    yulopt: Command, words: tuple[str, ...], message: str
) -> None:
    result = yulopt(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_missing_solver_is_not_an_input_error(
    yulopt: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yulopt.prover.job.installed_solvers", lambda: ())
    result = yulopt("prove", "--solver", "z3", COUNTER)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: z3 is not installed; pip install 'yulopt[prove]'")


def test_the_version_without_a_solc(yulopt: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FRONT_VARIABLE, "/no/solc")
    result = yulopt("solc", "--version")
    assert result.exit_code == 0
    assert "\nVersion: 0.8.37+without.solc\n" in result.stdout
    assert result.stderr.startswith("note: there is no solc to read Solidity: there is no /no/solc")


# While commands work


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The progress that a command shows."""
    reported: list[str] = []

    class Line(ProgressLine):
        __slots__ = ()

        def __setattr__(self, name: str, value: str) -> None:
            super().__setattr__(name, value)
            if name == "detail" and value:
                reported.append(self.text())

    monkeypatch.setattr(console, "ProgressLine", Line)
    monkeypatch.setattr(recorder, "ProgressLine", Line)
    return reported


def test_compare_shows_its_progress(yulopt: Command, reported: list[str]) -> None:
    yulopt("compare", "--no-gas", COUNTER)
    assert reported == [f"measuring: {number} of 2 builds" for number in range(3)]


def test_explore_shows_its_progress(tmp_path: Path, reported: list[str]) -> None:
    from yulopt.cli.command import cli

    page = tmp_path / "page.html"
    cli(["explore", str(COUNTER), "-o", str(page)], standalone_mode=False)
    assert [one.rpartition(": ")[2] for one in reported] == [
        "running the steps",
        "assembling",
        "measuring code along the run",
        "writing the page",
    ]


def test_the_time_of_a_search_is_that_of_the_whole_command(
    yulopt: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading before it and the confirmation by solc after it are part of the time."""
    left: list[float] = []

    def search(_programs: object, wanted: Wanted, _gas: object, _team: object) -> None:
        left.append(wanted.seconds)
        raise YulError("enough")

    monkeypatch.setattr("yulopt.cli.tune._search", search)
    monkeypatch.setattr("yulopt.cli.tune._front", lambda path: path)
    words = ("tune", "--time", "60s", "--jobs", "1", ROOT / "examples" / "erc20.yul")
    assert "enough" in yulopt(*words, "--front", "solc").stderr
    assert "enough" in yulopt(*words, "--no-confirm").stderr
    confirmed, alone = left
    assert 30 <= confirmed <= 58
    assert 30 <= alone < 60
