"""The option --calls: frequent calls are dispatched first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import Command

LABELS = [0x10000000 * (n + 1) + n for n in range(10)]
CALLED = LABELS[6]
OTHER = LABELS[3]
CASES = " ".join(f"case {label:#x} {{ sstore({n}, 1) }}" for n, label in enumerate(LABELS))
DISPATCH = f"{{ switch shr(224, calldataload(0)) {CASES} default {{ revert(0, 0) }} }}"


def object_with(code: str) -> str:
    """A program that deploys some code."""
    return (
        'object "C" { code { datacopy(0, dataoffset("C_deployed"), datasize("C_deployed"))'
        ' return(0, datasize("C_deployed")) } object "C_deployed" { code ' + code + " } }"
    )


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A contract that has ten functions."""
    file = tmp_path / "C.yul"
    file.write_text(object_with(DISPATCH))
    return file


def calls_file(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n")
    return path


def first_label(text: str) -> int:
    found = re.search(r"case (0x[1-9a-f][0-9a-f]+)", text)
    assert found is not None
    return int(found[1], 16)


def test_frequent_calls_are_dispatched_first(
    yulopt: Command, program: Path, tmp_path: Path
) -> None:
    calls = calls_file(
        tmp_path / "some.calls", f"weight 9  data {CALLED:#x}", f"to 0x5  weight 99 data {OTHER:#x}"
    )
    result = yulopt("--pipeline", "gas", "--calls", calls, program)
    assert result.stderr == ""
    assert first_label(result.stdout) == CALLED
    assert first_label(yulopt("--steps", "b", "--calls", calls, program).stdout) == CALLED


def test_assembly(yulopt: Command, program: Path, tmp_path: Path) -> None:
    calls = calls_file(tmp_path / "some.calls", f"weight 9  data {CALLED:#x}")
    result = yulopt("asm", "--pipeline", "gas", "--calls", calls, program)
    assert result.stderr == ""
    found = re.findall("0x[1-9a-f][0-9a-f]{7}", result.stdout)
    assert int(found[0], 16) == CALLED
    # No table pays for functions that are hardly ever called.
    assert "labels(" not in result.stdout
    assert "labels(" in yulopt("asm", "--pipeline", "gas", program).stdout


def test_a_list_of_transactions(yulopt: Command, program: Path, tmp_path: Path) -> None:
    calls = calls_file(
        tmp_path / "some.json",
        f'[{{"data": "{OTHER:#x}", "to": "0x5"}}, {{"data": "{CALLED:#x}", "to": "0x5"}},'
        f'{{"input": "{CALLED:#x}00", "to": "0x5"}}]',
    )
    result = yulopt("--pipeline", "size", "--calls", calls, program)
    assert first_label(result.stdout) == CALLED


def test_a_directory_has_calls_for_each(yulopt: Command, program: Path, tmp_path: Path) -> None:
    folder = tmp_path / "calls"
    folder.mkdir()
    calls_file(folder / "C.calls", f"data {CALLED:#x}")
    calls_file(folder / "D.calls", f"data {OTHER:#x}")
    others = [program.with_name(name) for name in ("D.yul", "E.yul")]
    for other in others:
        other.write_text(program.read_text())
    output = tmp_path / "out"
    assert (
        yulopt(
            "--pipeline", "size", "--calls", folder, program, *others, "-o", output, "-j", "2"
        ).exit_code
        == 0
    )
    found = [first_label((output / f"{name}.yul").read_text()) for name in "CDE"]
    assert found == [CALLED, OTHER, LABELS[0]]
    assert (output / "E.yul").read_text() == yulopt("--pipeline", "size", others[1]).stdout


@pytest.mark.parametrize("command", [(), ("asm",), ("stack",)])
def test_malformed_calls(
    yulopt: Command, program: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    calls = calls_file(tmp_path / "some.calls", "data 0x123")
    result = yulopt(*command, "--pipeline", "size", "--calls", calls, program)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert f"{calls}:1:6: error: expected 0x and hexadecimal digits" in result.stderr
    missing = yulopt(*command, "--pipeline", "size", "--calls", tmp_path / "none.calls", program)
    assert missing.exit_code == 1
    assert "none.calls: error: " in missing.stderr
    folder = tmp_path / "calls"
    folder.mkdir()
    calls.rename(folder / "C.calls")
    inside = yulopt(*command, "--pipeline", "size", "--calls", folder, program)
    assert inside.exit_code == 1
    assert "C.calls:1:6: error: " in inside.stderr
    (folder / "C.calls").rename(folder / "c.call")
    none = yulopt(*command, "--pipeline", "size", "--calls", folder, program)
    assert (none.exit_code, none.stdout) == (1, "")
    assert none.stderr == f"{folder}: error: there is no C.calls in this directory\n"


@pytest.mark.parametrize("command", [(), ("asm",), ("stack",)])
def test_steps_of_solc_read_no_calls(
    yulopt: Command, program: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    calls = calls_file(tmp_path / "some.calls", f"data {CALLED:#x}")
    result = yulopt(*command, "--calls", calls, program)
    assert result.exit_code == 2
    assert "--calls needs --pipeline" in result.stderr
