"""Errors in the input, and in the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import BARE, BARE_RESULT, SOURCE, wrong_file_report
from tests.conftest import Command

# Bad input


def test_an_error_shows_its_place(yulopt: Command, wrong_file: Path) -> None:
    result = yulopt(wrong_file)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == wrong_file_report(wrong_file)


def test_all_errors_of_a_file_are_shown(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "wrong.yul"
    path.write_text("{\n    f()\n    let x := y\n}\n")
    result = yulopt(path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"{path}:2:5: error: function 'f' not found\n    f()\n    ^\n"
        f"{path}:3:14: error: identifier 'y' not found\n    let x := y\n             ^\n"
    )


def test_an_error_in_standard_input(yulopt: Command) -> None:
    result = yulopt("-", input="{ break }")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("<stdin>:1:3: error: ")


def test_other_files_are_still_optimised(yulopt: Command, file: Path, wrong_file: Path) -> None:
    result = yulopt(*BARE, wrong_file, file)
    assert result.exit_code == 1
    assert result.stdout == f"// {file}\n{BARE_RESULT}"
    assert result.stderr == wrong_file_report(wrong_file)


def test_nothing_is_written_for_bad_input(
    yulopt: Command, tmp_path: Path, wrong_file: Path
) -> None:
    output = tmp_path / "out.yul"
    assert yulopt("-o", output, wrong_file).exit_code == 1
    assert not output.exists()


def test_missing_file(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "missing.yul"
    result = yulopt(path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{path}: error: cannot be read: No such file or directory\n"


def test_directory(yulopt: Command, tmp_path: Path) -> None:
    result = yulopt(tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{tmp_path}: error: cannot be read: Is a directory\n"


def test_file_without_permission(
    yulopt: Command, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Simulated, since an administrator can read every file.
    def read_bytes(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    result = yulopt(file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{file}: error: cannot be read: Permission denied\n"


@pytest.mark.parametrize(
    ("data", "place", "line"),
    [
        (b"\xff{}", "1:1: error: not UTF-8: byte 0xff at offset 0", "\ufffd{}\n^"),
        (b"{\n}\xc3", "2:2: error: not UTF-8: byte 0xc3 at offset 3", "}\ufffd\n ^"),
        (
            b"// \xc3\xa9 \xe9\r\n{}",
            "1:6: error: not UTF-8: byte 0xe9 at offset 6",
            "// \xe9 \ufffd\n     ^",
        ),
    ],
)
def test_file_that_is_not_utf_8(yulopt: Command, data: bytes, place: str, line: str) -> None:
    result = yulopt("-", input=data)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"<stdin>:{place}\n{line}\n"


def test_byte_order_mark(yulopt: Command) -> None:
    result = yulopt("--bare", "--steps", "", "-", input=b"\xef\xbb\xbf{}")
    assert (result.exit_code, result.stdout) == (0, "{ }\n")
    assert result.stderr == "<stdin>: note: the byte-order mark at its start is ignored\n"


def test_a_byte_order_mark_is_noted_once(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "marked.yul"
    path.write_bytes(b"\xef\xbb\xbf{ sstore(0, add(1, 2)) }")
    for result in (
        yulopt("prove", "--bare", "--steps", "s", path),
        yulopt("prove", "--bare", "--steps", "s", "-", input=path.read_bytes()),
    ):
        assert (result.exit_code, result.stderr.count("byte-order mark")) == (0, 1)


@pytest.mark.parametrize(
    ("steps", "place"),
    [("a$", "1:2"), ("gu\n x]", "2:3"), ("[g", "1:1"), ("g:u:", "1:4"), ("[g:]", "1:3")],
)
def test_a_wrong_sequence(yulopt: Command, file: Path, steps: str, place: str) -> None:
    result = yulopt("--steps", steps, file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"--steps:{place}: error: ")
    assert result.stderr.count("\n") == 3


def test_a_step_without_the_form_it_needs(yulopt: Command, file: Path) -> None:
    result = yulopt("--bare", "--steps", "i", file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"{file}: error: step FullInliner (i) needs ")
    assert "run FunctionGrouper (g) before it" in result.stderr


# Wrong usage


@pytest.mark.parametrize(
    ("word", "meant"), [("explian", "explain"), ("stak", "stack"), ("verfy", "verify")]
)
def test_a_misspelt_command(yulopt: Command, word: str, meant: str) -> None:
    result = yulopt(word, "token.yul")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"did you mean '{meant}'?" in result.stderr


def test_a_file_may_have_nearly_the_name_of_a_command(
    yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stak").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    assert yulopt(*BARE, "stak").stdout == BARE_RESULT
    assert yulopt("stak", *BARE).stdout == BARE_RESULT


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bare"], "Missing argument 'FILE...'"),
        (["--unknown", "file.yul"], "No such option"),
        (["--evm-version", "rome", "file.yul"], "'rome' is not one of 'homestead'"),
        (["--sequence", "none", "file.yul"], "'none' is not one of 'beyond'"),
        (["--pipeline", "none", "file.yul"], "'none' is not one of 'size', 'gas', 'balanced'"),
        (["--pipeline", "gas", "--steps", "g", "file.yul"], "--pipeline and --steps exclude"),
        (["--pipeline", "gas", "--sequence", "small", "file.yul"], "exclude each other"),
        (["--pipeline", "gas", "--bare", "file.yul"], "--pipeline and --bare exclude each other"),
        (["--optimize-runs", "-1", "file.yul"], "-1 is not in the range"),
        (["--optimize-runs", str(2**64), "file.yul"], "is not in the range"),
        (["--optimize-runs", "x", "file.yul"], "'x' is not a valid integer"),
        (["--steps", "g", "--sequence", "prelude", "file.yul"], "exclude each other"),
        (["steps", "none"], "there is no step 'none'"),
        (["steps", "Z"], "there is no step 'Z'"),
        (["steps", "blokflattener"], "; did you mean 'BlockFlattener'?"),
        (["sequences", "none"], "'none' is not one of 'beyond'"),
    ],
)
def test_wrong_usage(yulopt: Command, arguments: list[str], message: str) -> None:
    result = yulopt(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize(
    ("inputs", "output", "message"),
    [
        (["file.yul", "other.yul"], "file.yul", "must be a directory"),
        (["file.yul", "a/file.yul"], "out", "Two FILEs would both be written to 'out/file.yul'"),
        (["file.yul", "-"], "out", "Standard input has no name"),
        (["-"], "a", "Standard input has no name"),
    ],
)
def test_wrong_output(
    yulopt: Command,
    tmp_path: Path,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    inputs: list[str],
    output: str,
    message: str,
) -> None:
    (tmp_path / "a").mkdir()
    monkeypatch.chdir(tmp_path)
    result = yulopt(*inputs, "-o", output)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert file.read_text() == SOURCE
    assert not (tmp_path / "out").exists()
