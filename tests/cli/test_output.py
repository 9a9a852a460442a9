"""Sources of programs and targets of results: standard input and output, files, directories."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import BARE, BARE_RESULT, OBJECT, SOURCE
from tests.conftest import Command


def test_standard_input(yulopt: Command) -> None:
    assert yulopt(*BARE, "-", input=SOURCE).stdout == BARE_RESULT


def test_any_line_ends_and_comments(yulopt: Command) -> None:
    result = yulopt(*BARE, "-", input=b"{\r\n  sstore(0, 1) // \xc3\xa9\r\n}")
    assert result.stdout_bytes == b"{ { sstore(0, 1) } }\n"


def test_each_of_several_files_has_a_heading(yulopt: Command, tmp_path: Path, file: Path) -> None:
    other = tmp_path / "other.yul"
    other.write_text(OBJECT)
    result = yulopt("--bare", "--steps", "", file, other)
    alone = [yulopt("--bare", "--steps", "", path).stdout for path in (file, other)]
    assert result.stdout == f"// {file}\n{alone[0]}// {other}\n{alone[1]}"
    assert "//" not in "".join(alone)


def test_output_file(yulopt: Command, tmp_path: Path, file: Path) -> None:
    output = tmp_path / "out.yul"
    result = yulopt(*BARE, "-o", output, file)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert output.read_text() == BARE_RESULT
    assert sorted(tmp_path.iterdir()) == [file, output]


def test_output_dash_is_the_standard_output(yulopt: Command, file: Path) -> None:
    assert yulopt(*BARE, "-o", "-", file).stdout == BARE_RESULT


def test_output_into_a_directory(yulopt: Command, tmp_path: Path, file: Path) -> None:
    directory = tmp_path / "out"
    directory.mkdir()
    assert yulopt(*BARE, "-o", directory, file).exit_code == 0
    assert (directory / file.name).read_text() == BARE_RESULT


def test_several_files_go_into_a_new_directory(yulopt: Command, tmp_path: Path, file: Path) -> None:
    other = tmp_path / "other.yul"
    other.write_text(OBJECT)
    directory = tmp_path / "out"
    result = yulopt(*BARE, "-o", directory, file, other)
    assert (result.exit_code, result.stdout) == (0, "")
    assert sorted(path.name for path in directory.iterdir()) == ["file.yul", "other.yul"]
    assert (directory / file.name).read_text() == BARE_RESULT


def test_output_keeps_permissions_and_links(yulopt: Command, tmp_path: Path, file: Path) -> None:
    output = tmp_path / "out.yul"
    output.write_text("old")
    output.chmod(0o640)
    link = tmp_path / "link.yul"
    link.symlink_to(output)
    assert yulopt(*BARE, "-o", link, file).exit_code == 0
    assert link.is_symlink()
    assert output.read_text() == BARE_RESULT
    assert output.stat().st_mode & 0o777 == 0o640


def test_output_to_a_device_leaves_the_device(yulopt: Command, file: Path) -> None:
    assert yulopt(*BARE, "-o", os.devnull, file).exit_code == 0
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_write_leaves_nothing(
    yulopt: Command,
    tmp_path: Path,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    failure: BaseException,
) -> None:
    output = tmp_path / "out.yul"
    output.write_text("old")

    def replace(path: Path, target: Path) -> None:
        raise failure

    monkeypatch.setattr(Path, "replace", replace)
    result = yulopt(*BARE, "-o", output, file)
    if isinstance(failure, OSError):
        assert result.exit_code == 1
        assert result.stderr == f"{output}: error: cannot be written: No space left on device\n"
    else:
        assert (result.exit_code, result.stderr) == (130, "")
    assert output.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == [file, output]


def test_output_that_cannot_be_written(yulopt: Command, tmp_path: Path, file: Path) -> None:
    output = tmp_path / "missing" / "out.yul"
    result = yulopt(*BARE, "-o", output, file)
    assert result.exit_code == 1
    assert result.stderr == f"{output}: error: cannot be written: No such file or directory\n"
