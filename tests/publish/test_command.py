"""The command `yulopt publish`: its files, rejected inputs, and that other files are kept."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from tests import oracle
from tests.conftest import Command
from tests.slices import every_nth
from yulopt.driver.options import Options
from yulopt.dropin.front import FRONT_VARIABLE
from yulopt.errors import Source
from yulopt.persistence.json_values import object_at, read_json

PROGRAM = """object "Counter" {
    code { datacopy(0, dataoffset("Counter_deployed"), datasize("Counter_deployed"))
        return(0, datasize("Counter_deployed")) }
    object "Counter_deployed" { code {
        function next(x) -> y { y := add(x, 1) }
        sstore(0, next(sload(0)))
    } }
}
"""
FILES = [
    "Counter.input.json",
    "Counter.ir.yul",
    "Counter.json",
    "Counter.proof.json",
    "Counter.yul",
    "VERIFY.md",
]

needs_solc = pytest.mark.skipif(oracle.available() is not None, reason=str(oracle.available()))


@pytest.fixture
def counter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "Counter.yul"
    path.write_text(PROGRAM)
    monkeypatch.setenv(FRONT_VARIABLE, os.environ.get("SOLC", "none"))
    return path


@needs_solc
@pytest.mark.parametrize("flags", every_nth(3, [["--exact", "--backend", "solc"], ["--exact"], []]))
def test_all_files_are_written_and_can_be_made_once_more(
    counter: Path, tmp_path: Path, yulopt: Command, flags: list[str]
) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    result = yulopt("publish", counter, "--pipeline", "size", *flags, "-o", out)
    assert result.exit_code == 0, result.output
    assert "bytes of runtime code, the same by solc 0.8.37+commit.f401782d" in result.stdout
    assert "changes of functions are proven" in result.stdout
    assert sorted(path.name for path in out.iterdir()) == FILES

    guide = (out / "VERIFY.md").read_text()
    for name in FILES[:-1]:
        assert f"| `{name}` | `{hashlib.sha256((out / name).read_bytes()).hexdigest()}` |" in guide
    request = object_at(read_json((out / "Counter.input.json").read_text()))
    published = (out / "Counter.yul").read_text()
    assert object_at(request, "sources", "Counter.yul")["content"] == published

    checked = yulopt("prove", out / "Counter.ir.yul", "--check", out / "Counter.proof.json")
    assert checked.exit_code == 0, checked.output
    (command,) = [line for line in guide.splitlines() if line.startswith("yulopt publish ")]
    words = command.split()[2:]
    repeated = yulopt("publish", out / words[0], *words[1:-1], again, "--no-proof")
    assert repeated.exit_code == 0, repeated.output
    for name in ("Counter.yul", "Counter.json", "Counter.input.json", "Counter.ir.yul"):
        assert (again / name).read_text() == (out / name).read_text()
    assert "There is no certificate" in (again / "VERIFY.md").read_text()


@needs_solc
def test_files_that_options_name_are_published(
    counter: Path, tmp_path: Path, yulopt: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.calls").write_text("data 0xd09de08a\n")
    (tmp_path / "chain.toml").write_text("stored-byte = 1600\n")
    monkeypatch.chdir(tmp_path)
    given = ("--calls", "mine.calls", "--prices", "chain.toml")
    result = yulopt("publish", counter, "--pipeline", "gas", *given, "--no-proof", "-o", "out")
    assert result.exit_code == 0, result.output
    monkeypatch.chdir(tmp_path / "out")
    (tmp_path / "mine.calls").unlink()
    guide = Path("VERIFY.md").read_text()
    assert "| `Counter.prices.toml` |" in guide
    (command,) = [line for line in guide.splitlines() if line.startswith("yulopt publish ")]
    again = yulopt(*command.split()[1:], "--no-proof")
    assert again.exit_code == 0, again.output
    for name in ("Counter.yul", "Counter.json", "Counter.calls"):
        assert Path("again", name).read_text() == Path(name).read_text()


@needs_solc
def test_a_shell_finds_the_files_of_a_name_with_a_dollar(
    counter: Path, tmp_path: Path, yulopt: Command
) -> None:
    out = tmp_path / "out"
    given = counter.rename(counter.with_name("$Counter.yul"))
    result = yulopt("publish", given, "--pipeline", "size", "-o", out)
    assert result.exit_code == 0, result.output
    guide = (out / "VERIFY.md").read_text()
    named = [line for line in guide.splitlines() if line.startswith("yulopt ")]
    # The input of this one is redirected.
    named.append(guide[guide.index("npx solcjs") :].partition("|")[0].replace("<", ""))
    script = "\n".join(f"printf '%s\\n' {line}" for line in named)
    words = subprocess.run(["sh", "-c", script], check=True, capture_output=True, text=True)
    files = [word for word in words.stdout.splitlines() if "Counter" in word]
    assert len(files) == len(["input.json", "ir.yul", "ir.yul", "proof.json"])
    assert all((out / file).is_file() for file in files)


@needs_solc
def test_a_publication_takes_the_place_of_an_earlier_one(
    counter: Path, tmp_path: Path, yulopt: Command
) -> None:
    out = tmp_path / "out"
    for pipeline in ("size", "gas"):
        done = yulopt("publish", counter, "--pipeline", pipeline, "--no-proof", "-o", out)
        assert done.exit_code == 0, done.output
        # A certificate of the earlier one is not about this program.
        assert not (out / "Counter.proof.json").exists()
        (out / "Counter.proof.json").touch()
    assert "--pipeline gas" in (out / "Counter.yul").read_text()


@needs_solc
def test_a_smaller_variant_is_told(
    counter: Path, tmp_path: Path, yulopt: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deployed_bytes(_: Source, options: Options) -> int:
        return options.runs if options.steps is not None else 100

    monkeypatch.setattr("yulopt.driver.variants._deployed_bytes", deployed_bytes)
    out = tmp_path / "out"
    result = yulopt("publish", counter, "--pipeline", "gas", "--no-proof", "-o", out)
    assert result.exit_code == 0, result.output
    told = "compiled with the pipeline 'balanced' with 50 runs (50 bytes), since the pipeline 'gas'"
    assert f"note: Counter is {told}" in result.stderr
    assert f"// It is {told}" in (out / "Counter.yul").read_text()
    settings = object_at(read_json((out / "Counter.input.json").read_text()), "settings")
    assert object_at(settings, "optimizer")["runs"] == 50


@needs_solc
def test_two_contracts_do_not_share_a_folder(
    counter: Path, tmp_path: Path, yulopt: Command
) -> None:
    other, out = tmp_path / "Other.yul", tmp_path / "out"
    other.write_text(PROGRAM)
    first, second = (yulopt("publish", one, "--no-proof", "-o", out) for one in (counter, other))
    assert (first.exit_code, second.exit_code) == (0, 1)
    assert "holds other files ('Counter.input.json')" in second.stderr


@pytest.mark.parametrize("name", ["notes.txt", "Counter.yul", "Counter.json"])
def test_files_of_others_stay(counter: Path, tmp_path: Path, yulopt: Command, name: str) -> None:
    other = tmp_path / "out" / name
    other.parent.mkdir()
    other.write_text("mine")
    result = yulopt("publish", counter, "--no-proof", "-o", other.parent)
    assert result.exit_code == 1
    assert "holds other files" in result.stderr
    assert other.read_text() == "mine"
    assert list(other.parent.iterdir()) == [other]


def test_the_input_stays(counter: Path, yulopt: Command) -> None:
    counter.write_text("// Published by yulopt\n" + PROGRAM)
    result = yulopt("publish", counter, "--no-proof", "-o", counter.parent)
    assert result.exit_code == 2
    assert "is the input" in result.stderr


@pytest.mark.parametrize("flags", [[], ["--no-proof"], ["--proven"]])
def test_an_error_names_the_given_file(
    counter: Path, tmp_path: Path, yulopt: Command, flags: list[str]
) -> None:
    counter.write_text("{ let }")
    result = yulopt("publish", counter, *flags, "-o", tmp_path / "out")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"{counter}:1:7: error: ")
    assert result.stderr.endswith("\n{ let }\n      ^\n")
    assert not (tmp_path / "out").exists()


def test_the_help_has_no_option_that_is_always_refused(yulopt: Command) -> None:
    assert "--bare" in yulopt("prove", "--help").stdout
    assert "--bare" not in yulopt("publish", "--help").stdout


def test_without_solc_nothing_is_published(
    counter: Path, tmp_path: Path, yulopt: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FRONT_VARIABLE, str(tmp_path / "no-solc"))
    result = yulopt("publish", counter, "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{counter}: error: ")
    assert "there is no" in result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "options", [["--bare"], ["--backend", "beyond"], ["--proven", "--no-proof"]]
)
def test_options_that_do_not_fit(
    counter: Path, tmp_path: Path, yulopt: Command, options: list[str]
) -> None:
    assert yulopt("publish", counter, "-o", tmp_path / "out", *options).exit_code == 2
