"""Targets of results: no input is overwritten, and every target is checked before any work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import BARE, BARE_RESULT, SOURCE
from tests.conftest import ROOT, Command
from yulopt.driver import optimization

# Each command that writes a file, without the file and the place.
WRITERS = [[*BARE], ["asm"], ["asm", "--bytecode"], ["ssa"], ["rvsdg", "from-yul"], ["explore"]]
WRITERS += [["rvsdg", "build"], ["rvsdg", "opt"]]

every_writer = pytest.mark.parametrize("command", WRITERS, ids=" ".join)


@pytest.fixture
def folder(tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, with the input under several names."""
    (tmp_path / "link.yul").symlink_to(file)
    (tmp_path / "hard.yul").hardlink_to(file)
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Inputs


@every_writer
@pytest.mark.parametrize(
    "place", [".", "file.yul", "./sub/../file.yul", "link.yul", "hard.yul", "file.yul/", ""]
)
def test_no_command_overwrites_its_input(
    yulopt: Command, folder: Path, command: list[str], place: str
) -> None:
    before = sorted(folder.rglob("*"))
    result = yulopt(*command, "file.yul", "-o", place)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error: " in result.stderr
    assert (folder / "file.yul").read_text() == SOURCE
    assert sorted(folder.rglob("*")) == before


def test_overwriting_is_rejected(yulopt: Command, folder: Path) -> None:
    result = yulopt(*BARE, "file.yul", "-o", "link.yul")
    assert result.stderr.endswith(
        "Error: 'link.yul' is the input 'file.yul'; name another file (--in-place replaces"
        " FILEs).\n"
    )
    result = yulopt("explore", "file.yul", "-o", "")
    assert "the path is empty; is a variable not set?" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--stats-json", "file.yul"),
        ("--stats-json", "link.yul"),
        ("--stats-json", ""),
        ("--trace-dir", ""),
        ("",),
        ("other.yul", "-o", "."),
    ],
)
def test_other_rejected_targets(yulopt: Command, folder: Path, arguments: tuple[str, ...]) -> None:
    (folder / "other.yul").write_text(SOURCE)
    result = yulopt(*BARE, "file.yul", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert (folder / "file.yul").read_text() == SOURCE


@pytest.mark.parametrize("command", ["asm", "run", "verify", "stack", "explain", "explore", "ssa"])
def test_an_empty_name_is_not_a_file(yulopt: Command, command: str) -> None:
    result = yulopt(command, "")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the path is empty" in result.stderr


PIPELINE = ("--pipeline", "size", "file.yul")


@pytest.mark.parametrize(
    ("arguments", "read"),
    [
        ((*PIPELINE, "--calls", "some.calls", "-o", "some.calls"), "some.calls"),
        ((*PIPELINE, "--calls", "sub", "-o", "sub/file.calls"), "sub/file.calls"),
        ((*PIPELINE, "--prices", "prices.toml", "-o", "prices.toml"), "prices.toml"),
        ((*PIPELINE, "--prices", "prices.toml", "--stats-json", "prices.toml"), "prices.toml"),
        (
            ("--in-place", *PIPELINE, "--calls", "some.calls", "--stats-json", "some.calls"),
            "some.calls",
        ),
        (("asm", *PIPELINE, "--calls", "some.calls", "-o", "linked.calls"), "some.calls"),
        (("asm", *PIPELINE, "--calls", "sub", "-o", "sub/file.calls"), "sub/file.calls"),
        (("asm", *PIPELINE, "--prices", "prices.toml", "-o", "prices.toml"), "prices.toml"),
        (("explore", *PIPELINE, "--calls", "sub", "-o", "sub/file.calls"), "sub/file.calls"),
        (("compare", "file.yul", "--calls", "calls.html", "--plot", "calls.html"), "calls.html"),
        (("compare", "file.yul", "--baseline", "old.html", "--plot", "old.html"), "old.html"),
        (("tune", "file.yul", "--calls", "calls.html", "--plot", "calls.html"), "calls.html"),
        (("tune", "file.yul", "--baseline", "old.html", "--plot", "old.html"), "old.html"),
        (("report", "file.yul", "--calls", "calls.html", "--html", "calls.html"), "calls.html"),
        (("report", "file.yul", "--html", "some.calls"), "some.calls"),
        (("report", "sub", "--html", "sub/A.sol"), "sub/A.sol"),
        (("report", "sub", "--html", "sub/file.calls"), "sub/file.calls"),
        (("report", "--html", "contracts/B.sol"), "contracts/B.sol"),
        (("prove", "file.yul", "--check", "old.html", "--certificate", "old.html"), "old.html"),
    ],
)
def test_no_result_replaces_another_input(
    yulopt: Command, folder: Path, arguments: tuple[str, ...], read: str
) -> None:
    (folder / "contracts").mkdir()
    (folder / "linked.calls").symlink_to("some.calls")
    for name in ("some.calls", "sub/file.calls", "calls.html"):
        (folder / name).write_text("data 0xaabbccdd\n")
    (folder / "prices.toml").write_text("stored-byte = 1600\n")
    for name in ("old.html", "sub/A.sol", "contracts/B.sol"):
        (folder / name).write_text("not read yet")
    before = {path: path.read_text() for path in folder.rglob("*") if path.is_file()}
    result = yulopt(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert " is the input '" in result.stderr
    assert f"{read}'; name another file" in result.stderr
    assert {path: path.read_text() for path in folder.rglob("*") if path.is_file()} == before


def test_the_standard_input_is_an_input_too(folder: Path) -> None:
    with (folder / "file.yul").open() as source:
        result = subprocess.run(
            [sys.executable, "-m", "yulopt", *BARE, "-", "-o", folder / "hard.yul"],
            cwd=ROOT,
            stdin=source,
            capture_output=True,
            text=True,
            check=False,
        )
    assert result.returncode == 2
    assert "hard.yul' is the input '-'" in result.stderr
    assert (folder / "file.yul").read_text() == SOURCE


def test_a_trace_does_not_replace_its_input(yulopt: Command, folder: Path) -> None:
    assert yulopt(*BARE, "--trace-dir", "trace", "file.yul").exit_code == 0
    step = folder / "trace" / "0001-g-FunctionGrouper.yul"
    text = step.read_text()
    (folder / "step.yul").symlink_to(step)
    for name in (step, folder / "step.yul"):
        result = yulopt("--bare", "--steps", "f", "--trace-dir", "trace", name)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"--trace-dir 'trace' holds the input '{name}'" in result.stderr
        assert step.read_text() == text


def test_a_trace_does_not_replace_the_calls_of_its_input(yulopt: Command, folder: Path) -> None:
    (folder / "some.calls").write_text("data 0xaabbccdd\n")
    run = ("--steps", "b:", "--trace-dir", "trace", "file.yul", "--calls")
    assert yulopt(*run, "some.calls").exit_code == 0
    calls = folder / "trace" / "0000-input.calls"
    text = calls.read_text()
    for name in (calls, "trace"):
        calls.with_name("file.calls").write_text(text)
        result = yulopt(*run, name)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "--trace-dir 'trace' holds the input " in result.stderr
        assert calls.read_text() == text


def test_a_page_replaces_only_a_page(yulopt: Command, folder: Path) -> None:
    page = folder / "file.html"
    page.write_text("<title>mine</title>")
    result = yulopt("explore", *BARE, "file.yul")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'file.html' exists and is not a page of yulopt" in result.stderr
    assert page.read_text() == "<title>mine</title>"
    page.unlink()
    for _ in range(2):
        assert yulopt("explore", *BARE, "file.yul").exit_code == 0
    page.write_text("old")
    assert yulopt("explore", *BARE, "file.yul", "-o", page).exit_code == 0
    assert page.read_text() != "old"


# Replacing inputs


def test_in_place(yulopt: Command, folder: Path, wrong_file: Path) -> None:
    file = folder / "file.yul"
    file.chmod(0o640)
    wrong = wrong_file.read_text()
    result = yulopt(*BARE, "--in-place", "link.yul", wrong_file, "missing.yul")
    assert (result.exit_code, result.stdout) == (1, "")
    assert file.read_text() == BARE_RESULT
    assert file.stat().st_mode & 0o777 == 0o640
    assert (folder / "link.yul").is_symlink()
    assert wrong_file.read_text() == wrong
    # Existing files are not rewritten.
    number = file.stat().st_ino
    assert yulopt(*BARE, "--in-place", file).exit_code == 0
    assert file.stat().st_ino == number


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-",), "--in-place needs files that can be replaced, not '-'"),
        ((os.devnull,), "--in-place needs files that can be replaced"),
        (("file.yul", "-o", "out.yul"), "--in-place excludes --output and --check"),
        (("file.yul", "--check"), "--in-place excludes --output and --check"),
        (("file.yul", "link.yul"), "Two results would be written to 'link.yul'"),
        (("file.yul", "--stats-json", "hard.yul"), "Two results would be written to 'hard.yul'"),
    ],
)
def test_in_place_needs_one_file_for_each_result(
    yulopt: Command, folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    result = yulopt(*BARE, "--in-place", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert (folder / "file.yul").read_text() == SOURCE


# Checks before work


@every_writer
@pytest.mark.parametrize("place", ["missing/out", "file.yul/out", "x" * 300])
def test_a_target_is_checked_before_the_input_is_read(
    yulopt: Command, folder: Path, command: list[str], place: str
) -> None:
    result = yulopt(*command, "no-such-file.yul", "-o", place)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"{place}: error: cannot be written: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--stats-json", "missing/stats.json"),
        ("--trace-dir", "file.yul/trace"),
        ("--trace-dir", "."),
        ("-o", "file.yul/out/"),
    ],
)
def test_all_targets_are_checked(yulopt: Command, folder: Path, arguments: tuple[str, ...]) -> None:
    result = yulopt("no-such-file.yul", *arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no-such-file" not in result.stderr


def test_a_read_only_file(yulopt: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Simulated, since an administrator can write every file.
    (folder / "out.yul").write_text("old")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "out.yul")
    result = yulopt(*BARE, "file.yul", "-o", "out.yul")
    assert result.stderr == "out.yul: error: cannot be written: Permission denied\n"
    assert (folder / "out.yul").read_text() == "old"


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (["--line", "99"], "line 99 of the input is empty or missing"),
        (["--line", "1"], "line 1 of the input has no code: '// \u00e9'"),
        (["--name", "X"], "no variable or function 'X'; did you mean 'x'?"),
        (["--name", "X", "--of", "output"], "no variable or function 'X'; did you mean 'x'?"),
    ],
)
def test_a_query_is_checked_before_the_run(
    yulopt: Command,
    folder: Path,
    question: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run(*_arguments: object, **_options: object) -> None:
        pytest.fail("a step runs")

    (folder / "file.yul").write_text("// \u00e9\n" + SOURCE)
    monkeypatch.setattr(optimization, "optimize_tree", run)
    result = yulopt("explain", *question, "file.yul")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"file.yul: error: {message}")


# Folders, devices, and several results


def test_folders_are_created_with_the_first_result(
    yulopt: Command, folder: Path, wrong_file: Path
) -> None:
    assert yulopt(*BARE, wrong_file, "-o", "out/").exit_code == 1
    assert not (folder / "out").exists()
    assert yulopt(*BARE, "file.yul", "-o", "out/").exit_code == 0
    assert (folder / "out" / "file.yul").read_text() == BARE_RESULT
    assert yulopt("ssa", "file.yul", "-o", "out/new/").exit_code == 0
    assert (folder / "out" / "new" / "file.yul").is_file()


def test_an_interrupted_trace_can_be_repeated(
    yulopt: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from yulopt.trace import directory

    def fail(_recording: object) -> list[object]:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(directory, "replays_of", fail)
        assert yulopt(*BARE, "--trace-dir", "trace", "file.yul").exit_code == 130
    assert (folder / "trace" / "index.md").read_text().endswith("It is not complete.\n")
    assert yulopt(*BARE, "--trace-dir", "trace", "file.yul").exit_code == 0
    assert len(list((folder / "trace").iterdir())) == 4


@pytest.mark.skipif(
    not Path("/dev/stdout").exists(), reason="this system has no /dev/stdout to write to"
)
def test_a_pipe_is_written_to(folder: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "yulopt", *BARE, folder / "file.yul", "-o", "/dev/stdout"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, BARE_RESULT, "")


def test_statistics_on_the_standard_output(yulopt: Command, folder: Path) -> None:
    result = yulopt(*BARE, "--stats-json", "-", "file.yul", "-o", "out.yul")
    assert (result.exit_code, result.stderr) == (0, "")
    assert {record["step"] for record in json.loads(result.stdout)} >= {"FunctionGrouper"}
    assert not (folder / "-").exists()
    for other in ((), ("--diff", "-o", "out.yul"), ("-o", "-")):
        result = yulopt(*BARE, "--stats-json", "-", "file.yul", *other)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "--stats-json - would be printed together with the result" in result.stderr


def test_two_results_for_one_target(yulopt: Command, folder: Path) -> None:
    result = yulopt(*BARE, "file.yul", "-o", "out", "--stats-json", "sub/../out")
    assert result.exit_code == 2
    assert "Two results would be written to 'sub/../out'" in result.stderr
