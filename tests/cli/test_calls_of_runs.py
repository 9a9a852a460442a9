"""The option --calls of the commands that inspect a run: they use the run of `yulopt`."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.broken_steps import break_step
from tests.cli.test_calls import CALLED, OTHER, calls_file, first_label
from tests.cli.test_calls import program as program
from tests.conftest import Command
from tests.explore.pages import record_in
from tests.explore.test_page import texts
from yulopt.passes.step import Context
from yulopt.prover.versions import digest
from yulopt.steps.switch_splitter import SwitchSplitter
from yulopt.syntax.ast import Block, Case
from yulopt.syntax.visitor import Walker

PIPELINE = ("--pipeline", "gas")
# Solc's clean-up follows.
STEPS = ("--steps", "b")
COMMANDS = [("verify",), ("prove",), ("explain", "--line", "1"), ("explore", "-o", "-")]


@pytest.fixture
def calls(tmp_path: Path) -> Path:
    """Calls of which most are of the function that is found latest without them."""
    return calls_file(tmp_path / "some.calls", f"weight 90  data {CALLED:#x}", f"data {OTHER:#x}")


class _Spoiler(Walker):
    """Lets functions with these selectors revert."""

    def __init__(self, selectors: set[int]) -> None:
        self._selectors = selectors

    def visit_case(self, case: Case) -> None:
        if case.label is not None and case.label.value in self._selectors:
            case.body.statements.clear()
        super().visit_case(case)


def break_called_functions(context: Context, block: Block) -> None:
    """A step that breaks frequently called functions, and does nothing without calls."""
    profile = context.calls_of_code
    if profile is not None:
        often = {selector for selector, count in profile.counts.items() if count > 50}
        _Spoiler(often).visit_block(block)


def test_verify_uses_the_same_run(
    yulopt: Command, program: Path, calls: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ("--steps", "b:", "--tries", "100")
    fine = yulopt("verify", *options, program, "--calls", calls)
    assert (fine.exit_code, fine.stderr) == (0, "")
    break_step(monkeypatch, SwitchSplitter, break_called_functions)
    assert yulopt("verify", *options, program).exit_code == 0
    result = yulopt("verify", *options, "--calls", calls, program)
    assert result.exit_code == 1
    assert "Step SwitchSplitter (b), number" in result.stdout
    # A small program shows it only to who knows the calls.
    before, _, after = result.stdout.partition("which becomes")
    assert f"case {CALLED:#x} {{ sstore(" in before
    assert f"case {CALLED:#x} {{ }}" in after


def test_a_certificate_has_the_run_with_its_calls(
    yulopt: Command, program: Path, calls: Path, tmp_path: Path
) -> None:
    certificate = tmp_path / "proof.json"
    options = (*PIPELINE, "--calls", calls, program)
    result = yulopt("prove", *options, "--certificate", certificate)
    assert (result.exit_code, result.stderr) == (0, "")
    record = json.loads(certificate.read_text())
    assert record["settings"]["calls"] == {f"{OTHER:#x}": 1, f"{CALLED:#x}": 90}
    assert record["output"]["sha256"] == digest(yulopt(*options).stdout)
    assert record["output"]["sha256"] != digest(yulopt(*PIPELINE, program).stdout)
    calls.unlink()
    checked = yulopt("prove", program, "--check", certificate, "-j", "2")
    assert (checked.exit_code, checked.stderr) == (0, "")
    assert checked.stdout.splitlines()[-1].startswith("PROVEN")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (f'"{CALLED:#x}": 90', f'"{CALLED:#x}": 0', '"output" is'),
        (f'"{CALLED:#x}": 90', f'"{CALLED:#x}": -1', "is called -1 times"),
        (f'"{CALLED:#x}": 90', f'"{CALLED:#x}": true', "is called True times"),
        (f'"{CALLED:#x}": 90', '"0x1": 90', "'0x1' is not a selector like 0xa9059cbb"),
        ('"calls": {', '"calls": 7, "others": {', "an object of selectors and numbers is expected"),
        ('"calls": {', '"others": {', '"output" is'),
    ],
)
def test_a_certificate_with_other_calls_is_refused(
    yulopt: Command, program: Path, calls: Path, tmp_path: Path, old: str, new: str, reason: str
) -> None:
    certificate = tmp_path / "proof.json"
    yulopt("prove", *STEPS, "--calls", calls, program, "--certificate", certificate)
    text = certificate.read_text()
    assert old in text
    certificate.write_text(text.replace(old, new))
    result = yulopt("prove", program, "--check", certificate)
    assert (result.exit_code, result.stdout) == (1, "")
    assert reason in result.stderr.splitlines()[0]


def test_calls_without_selectors_are_in_a_certificate(
    yulopt: Command, program: Path, tmp_path: Path
) -> None:
    certificate = tmp_path / "proof.json"
    calls = calls_file(tmp_path / "some.calls", "data 0x")
    yulopt("prove", *STEPS, "--calls", calls, program, "--certificate", certificate)
    assert json.loads(certificate.read_text())["settings"]["calls"] == {}
    assert yulopt("prove", program, "--check", certificate).exit_code == 0


def test_a_small_program_with_a_difference_has_the_calls(
    yulopt: Command, program: Path, calls: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_step(monkeypatch, SwitchSplitter, break_called_functions)
    options = ("--steps", "b:", "--calls", calls, program)
    large = yulopt("prove", *options, "--shrink", "0")
    result = yulopt("prove", *options)
    assert [large.exit_code, result.exit_code] == [1, 1]
    assert f"case {OTHER:#x}" in large.stdout
    assert f"case {OTHER:#x}" not in result.stdout
    before, _, after = result.stdout.partition("which becomes")
    assert f"case {CALLED:#x}" in before
    assert f"case {CALLED:#x} {{ }}" in after


def test_a_certificate_lists_its_calls(
    yulopt: Command, program: Path, calls: Path, tmp_path: Path
) -> None:
    certificate = tmp_path / "proof.json"
    yulopt("prove", *STEPS, program, "--certificate", certificate)
    assert "calls" not in json.loads(certificate.read_text())["settings"]
    result = yulopt("prove", program, "--check", certificate, "--calls", calls)
    assert result.exit_code == 2
    assert "--check and --calls exclude each other" in result.stderr


def test_explain_shows_the_lines_of_the_same_run(
    yulopt: Command, program: Path, calls: Path
) -> None:
    options = (*PIPELINE, "--calls", calls, program)
    lines = yulopt(*options).stdout.splitlines()
    number = next(n for n, line in enumerate(lines, 1) if f"case {CALLED:#x}" in line)
    result = yulopt("explain", *options, "--of", "output", "--line", str(number))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"line {number} of the output: {lines[number - 1].strip()}\n")
    other = yulopt("explain", *PIPELINE, program, "--of", "output", "--line", str(number))
    assert not other.stdout.startswith(result.stdout.splitlines()[0])


def test_explore_shows_the_same_run_and_its_command(
    yulopt: Command,
    program: Path,
    calls: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = yulopt("explore", *STEPS, "--calls", calls, program, "-o", "page.html")
    assert (result.exit_code, result.stderr) == (0, "")
    record = record_in(Path("page.html").read_text())
    settings = record["settings"]
    # Without folders, since pages are shared.
    assert settings["calls"] == "some.calls"
    assert "--calls some.calls C.yul" in settings["command"]
    assert str(tmp_path) not in settings["command"]
    assert yulopt(*shlex.split(settings["command"])[1:]).exit_code == 0
    files = sorted(path.name for path in Path("trace").glob("*.yul"))
    commands = [step["command"] for step in record["steps"] if "edits" in step]
    assert len(files) == len(commands) + 1
    replayed = [yulopt(*shlex.split(command)[1:]).stdout for command in commands]
    for text, file in zip(replayed, files[1:], strict=True):
        written = Path("trace", file).read_text()
        assert text == re.sub(r"\A// .*\n", "", written), file
    split = next(n for n, file in enumerate(files) if "SwitchSplitter" in file)
    assert first_label(replayed[split - 1]) == CALLED
    assert first_label("\n".join(texts(record)[split - 1])) == CALLED


def test_explore_without_calls(yulopt: Command, program: Path) -> None:
    record = record_in(yulopt("explore", *STEPS, program, "-o", "-").stdout)
    assert record["settings"]["calls"] is None
    commands = [step.get("command", "") for step in record["steps"]]
    assert not any("--calls" in command for command in (record["settings"]["command"], *commands))


def test_explore_proves_the_same_run(yulopt: Command, program: Path, calls: Path) -> None:
    result = yulopt("explore", *STEPS, "--calls", calls, program, "--prove", "-o", "-")
    steps = record_in(result.stdout)["steps"]
    found = [step["proofs"] for step in steps if "edits" in step]
    assert all(found)
    assert {status for proofs in found for _, status, _ in proofs} == {"proven"}


def test_a_trace_directory_has_the_calls(
    yulopt: Command, program: Path, calls: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "trace"
    options = ("--steps", "b:", program, "--trace-dir", folder)
    made = yulopt(*options, "--calls", calls)
    calls.unlink()
    monkeypatch.chdir(folder)
    index = Path("index.md").read_text()
    commands = re.findall(r"`(yulopt --bare .*b .*)`", index)
    assert commands == [f"yulopt --bare --steps b --calls 0000-input.calls {previous(index)}"]
    again = yulopt(*shlex.split(commands[0])[1:])
    assert again.stderr == ""
    assert first_label(again.stdout) == first_label(made.stdout) == CALLED
    # A trace without calls in the same place has none.
    yulopt(*options)
    assert "calls" not in Path("index.md").read_text()
    assert not Path("0000-input.calls").exists()


def previous(index: str) -> str:
    """The file that the SwitchSplitter ran over."""
    files = re.findall(r"^\| \[([^]]*)\]", index, re.MULTILINE)
    number = next(n for n, file in enumerate(files) if "SwitchSplitter" in file)
    return str(files[number - 1]) if number else "0000-input.yul"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_directory_of_calls(
    yulopt: Command, program: Path, calls: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    folder = tmp_path / "calls"
    folder.mkdir()
    options = (*command, *STEPS, program)
    empty = yulopt(*options, "--calls", folder)
    assert (empty.exit_code, empty.stdout) == (1, "")
    assert "there is no C.calls in this directory" in empty.stderr
    alone = deterministic(yulopt(*options).stdout)
    calls.rename(folder / "C.calls")
    with_calls = deterministic(yulopt(*options, "--calls", folder).stdout)
    # Verifying it counts the same steps and versions, whatever the tree.
    assert (with_calls != alone) == (command[0] != "verify")
    assert with_calls == deterministic(yulopt(*options, "--calls", folder / "C.calls").stdout)


def deterministic(text: str) -> str:
    """Without figures of time."""
    return re.sub(r" *\d+\.\d+( s|$)?", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize(
    "command",
    [
        *((*words, "--pipeline", "size") for words in [(), ("asm",), ("stack",)]),
        *((*words, *STEPS) for words in COMMANDS),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize(
    ("line", "warning"),
    [("data 0x12345678", "are they calls of another one?"), ("data 0x", "have no selectors")],
)
def test_calls_without_information(
    yulopt: Command,
    program: Path,
    tmp_path: Path,
    command: tuple[str, ...],
    line: str,
    warning: str,
) -> None:
    calls = calls_file(tmp_path / "some.calls", line)
    result = yulopt(*command, "--calls", calls, program)
    assert result.exit_code == 0
    assert result.stderr.startswith(f"{program}: warning: ")
    assert warning in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_malformed_calls(
    yulopt: Command, program: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    calls = calls_file(tmp_path / "some.calls", "data 0x123")
    result = yulopt(*command, *STEPS, "--calls", calls, program)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"{calls}:1:6: error: expected 0x and hexadecimal digits" in result.stderr
    missing = yulopt(*command, *STEPS, "--calls", tmp_path / "none.calls", program)
    assert (missing.exit_code, missing.stdout) == (1, "")
    assert "none.calls: error: " in missing.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_steps_of_solc_read_no_calls(
    yulopt: Command, program: Path, calls: Path, command: tuple[str, ...]
) -> None:
    result = yulopt(*command, "--calls", calls, program)
    assert result.exit_code == 2
    assert "--calls needs --pipeline" in result.stderr


@pytest.mark.parametrize("command", [("prove", "--certificate"), ("explore", "--output")])
def test_calls_are_not_overwritten(
    yulopt: Command, program: Path, calls: Path, command: tuple[str, ...]
) -> None:
    text = calls.read_text()
    result = yulopt(*command, calls, *STEPS, "--calls", calls, program)
    assert result.exit_code == 2
    assert f"'{calls}' is the input" in result.stderr
    assert calls.read_text() == text
