"""The benchmark of versions runs the requested ones, and detects different results."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchmarks.versions import main

# What stands for a version here: it "optimises" every program to the same text.
PROGRAM = """
import pathlib, sys
arguments = sys.argv[1:]
if arguments == ["--version"]:
    print("yulopt {text}")
elif arguments[0] == "-o":
    for file in map(pathlib.Path, arguments[2:]):
        folder = pathlib.Path(arguments[1])
        folder.mkdir(exist_ok=True)
        folder.joinpath(file.name).write_text("{in_batch}")
else:
    print("{text}")
"""


def version(folder: Path, text: str, in_batch: str | None = None) -> Path:
    package = folder / "yulopt"
    package.mkdir(parents=True)
    program = PROGRAM.format(text=text, in_batch=text if in_batch is None else in_batch)
    # Without it, any other yulopt on the path would come before this one.
    package.joinpath("__init__.py").touch()
    package.joinpath("__main__.py").write_text(program, "utf-8")
    return folder


def compared(tmp_path: Path, *versions: Path, page: str = "page.md") -> Result:
    for name, size in (("small", 1), ("large", 150_001)):
        tmp_path.joinpath(f"{name}.yul").write_text("x" * size, "utf-8")
    options = ["--only", "files", "--files", str(tmp_path), "--repetitions", "1"]
    return CliRunner().invoke(
        main, [*map(str, versions), *options, "--markdown", str(tmp_path / page)]
    )


def test_versions_with_the_same_results(tmp_path: Path) -> None:
    versions = [version(tmp_path / name, "same") for name in ("a", "b", "c")]
    result = compared(tmp_path, *versions)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert [line for line in lines if "yulopt same" in line] == [
        f"{label}: yulopt same" for label in ("old", "new", "new2")
    ]
    folder = tmp_path.name
    names = [f"{folder}/large.yul", f"{folder}/small.yul", "all in one batch"]
    assert [name for name in names if any(line.startswith(name) for line in lines)] == names
    for label in ("new", "new2"):
        for group in ("2 programs one by one", "those of more than 150 kB", "all in one batch"):
            assert f"{label} over old, {group}: " in result.output
    assert lines[-1] == "All results are the same."
    page = tmp_path.joinpath("page.md").read_text("utf-8")
    assert all(f"| {name} |" in page for name in names)


@pytest.mark.parametrize(
    ("text", "in_batch", "different"),
    [("other", "same", ["large.yul", "small.yul"]), ("same", "other", ["all in one batch"])],
)
def test_different_results_are_reported(
    tmp_path: Path, text: str, in_batch: str, different: list[str]
) -> None:
    versions = [version(tmp_path / "a", "same"), version(tmp_path / "b", text, in_batch)]
    result = compared(tmp_path, *versions)
    assert result.exit_code == 1
    reported = result.output.splitlines()[-1]
    assert reported.startswith("DIFFERENT RESULTS: ")
    for name in ("large.yul", "small.yul", "all in one batch"):
        assert (name in reported) == (name in different)


def test_a_version_that_fails_ends_the_benchmark(tmp_path: Path) -> None:
    package = version(tmp_path / "b", "same") / "yulopt" / "__main__.py"
    package.write_text("import sys; sys.exit(print('b') if '--version' in sys.argv else 1)")
    result = compared(tmp_path, version(tmp_path / "a", "same"), tmp_path / "b")
    assert result.exit_code == 1
    assert "exit status 1" in result.output


def test_a_folder_without_yulopt_is_rejected(tmp_path: Path) -> None:
    result = compared(tmp_path, version(tmp_path / "a", "same"), tmp_path)
    assert result.exit_code == 2
    assert "There is no yulopt in the folder" in result.output
