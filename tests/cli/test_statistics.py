"""`--stats`, `--stats-json` and `--jobs`."""

import json
from pathlib import Path

from tests.cli.conftest import BARE, BARE_RESULT, OBJECT, run_process, wrong_file_report
from tests.conftest import Command


def test_statistics_go_to_standard_error(yulopt: Command, file: Path) -> None:
    result = yulopt("--stats", "--bare", "--steps", "gfg", file)
    assert result.stdout == BARE_RESULT
    lines = [line.split() for line in result.stderr.splitlines()]
    assert lines[0] == ["step", "runs", "changed", "skipped", "seconds", "time", "size", "gas"]
    runs = {line[-8]: (line[-7], line[-6]) for line in lines[1:-1]}
    assert runs == {
        "Disambiguator": ("1", "0"),
        "FunctionGrouper": ("2", "1"),
        "BlockFlattener": ("1", "1"),
    }
    assert lines[-1][:4] == ["all", "steps", "4", "2"]


def test_statistics_as_json_of_several_files(yulopt: Command, file: Path, tmp_path: Path) -> None:
    target = tmp_path / "stats.json"
    other = tmp_path / "other.yul"
    other.write_text(OBJECT)
    result = yulopt(*BARE, "--stats-json", target, file, other)
    assert result.stderr == ""
    records = {record["step"]: record for record in json.loads(target.read_text())}
    assert records["FunctionGrouper"]["letter"] == "g"
    assert records["FunctionGrouper"]["runs"] == 2
    assert all(record["seconds"] >= 0 for record in records.values())


def test_statistics_are_the_same_in_several_processes(
    yulopt: Command, file: Path, tmp_path: Path
) -> None:
    target = tmp_path / "stats.json"
    other = tmp_path / "other.yul"
    other.write_text(OBJECT)

    def counts(*options: str) -> list[tuple[str, int, int, int]]:
        assert run_process(*options, "--stats-json", target, file, other).returncode == 0
        records = json.loads(target.read_text())
        return sorted((r["step"], r["runs"], r["changes"], r["size_change"]) for r in records)

    assert counts("--jobs", "2") == counts()


def test_jobs_keep_the_order_and_skip_wrong_files(
    file: Path, wrong_file: Path, tmp_path: Path
) -> None:
    missing = tmp_path / "missing.yul"
    result = run_process("--jobs", "0", *BARE, wrong_file, file, missing, file)
    assert result.returncode == 1
    assert result.stdout == 2 * f"// {file}\n{BARE_RESULT}"
    assert result.stderr == wrong_file_report(wrong_file) + (
        f"{missing}: error: cannot be read: No such file or directory\n"
    )


def test_statistics_that_cannot_be_written(yulopt: Command, file: Path, tmp_path: Path) -> None:
    target = tmp_path / "no" / "stats.json"
    result = yulopt(*BARE, "--stats-json", target, file)
    assert result.exit_code == 1
    assert result.stderr == f"{target}: error: cannot be written: No such file or directory\n"


def test_statistics_count_skipped_functions(yulopt: Command, file: Path, tmp_path: Path) -> None:
    target = tmp_path / "stats.json"
    assert yulopt("--steps", "MM", "--stats-json", target, file).exit_code == 0
    (motion,) = (
        record
        for record in json.loads(target.read_text())
        if record["step"] == "LoopInvariantCodeMotion"
    )
    # There is no loop in any function.
    assert motion["skipped"] == motion["functions"] > 0


def test_verify_each_gives_the_same(yulopt: Command, file: Path) -> None:
    assert yulopt("--verify-each", file).stdout == yulopt(file).stdout
    refused = yulopt("--verify-each", "--bare", file)
    assert refused.exit_code == 2
    assert "--verify-each excludes --bare" in refused.stderr
