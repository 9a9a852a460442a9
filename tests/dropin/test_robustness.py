"""Check 19 of chapter 11, section 13: large input, concurrency, and missing programs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.dropin.compilers import by_solc, by_yulopt, front
from tests.dropin.dying import die_of_some
from tests.dropin.project import FOUNDRY, request
from tests.dropin.test_front import native
from tests.oracle import skip_unless_available
from tests.slices import at_length, every_nth
from yulopt.dropin import build
from yulopt.dropin.contract import (
    STACK_TOO_DEEP,
    ContractCode,
    Failure,
    Outputs,
    no_code,
)
from yulopt.dropin.front import FRONT_VARIABLE
from yulopt.dropin.settings import requested_options
from yulopt.dropin.work import Work
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import object_at, read_json, write_json
from yulopt.proven.provers import BuildProver

SMALL = {"A.sol": "contract A { function f() external pure returns (uint256) { return 1; } }"}


def work(name: str, value: int = 1, padding: int = 0) -> Work:
    ir = f'object "{name}" {{ code {{ let x := {value} sstore(0, x) }} }}{" " * padding}'
    settings = requested_options({"optimizer": {"enabled": True}})
    return Work("A.sol", name, ir, settings, Outputs())


# Much


@at_length
def test_a_large_input() -> None:
    """Some megabytes; 50 of them behave alike, and take as long as solc takes to read them."""
    skip_unless_available()
    comment = "// a long comment, again and again and again\n" * 60_000
    text = write_json(request(sources={"A.sol": comment + SMALL["A.sol"]}))
    assert by_yulopt(text) == by_solc(text)


def test_many_contracts_keep_their_order(tmp_path: Path) -> None:
    items = [work(f"C{index}", index) for index in range(200)]
    results = build.compile_with(Cache(tmp_path), 1)(items, list)
    again = build.compile_with(Cache(tmp_path), 1)(items, list)
    for index, result in enumerate(results):
        kept = again[index]
        assert isinstance(result, ContractCode)
        assert isinstance(kept, ContractCode)
        assert f"sstore(0, {index})" in result.ir_optimized
        assert (kept.bytecode, kept.ir_optimized) == (result.bytecode, result.ir_optimized)


# At once


def test_several_processes_give_the_same_and_their_death_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = ["one", "killed", "ended", "two"]
    monkeypatch.setattr(build, "compile_one", die_of_some)
    items = [work(name, padding=50_000) for name in names]
    results = build.compile_with(Cache(None), 2)(items, list)
    monkeypatch.undo()
    (alone,) = build.compile_with(Cache(None), 1)([work("two")], list)
    assert isinstance(alone, ContractCode)
    assert isinstance(results[3], ContractCode)
    assert results[3].bytecode == alone.bytecode
    assert isinstance(results[0], ContractCode)
    reported = [(one.kind, one.message) for one in results if isinstance(one, Failure)]
    way_out = "solc alone, without yulopt, can compile it"
    assert reported == [
        (
            "InternalCompilerError",
            "yulopt: A.sol:killed: the process that worked on it was ended by signal 9 (Killed);"
            f" {way_out}",
        ),
        (
            "InternalCompilerError",
            "yulopt: A.sol:ended: the process that worked on it ended with exit status 3;"
            f" {way_out}",
        ),
    ]


def test_small_contracts_are_not_worth_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "compile_one", lambda _: Failure("", str(os.getpid())))
    items = [work("one", padding=100_000), work("two"), work("three")]
    results = build.compile_with(Cache(None), 2)(items, list)
    assert {one.message for one in results if isinstance(one, Failure)} == {str(os.getpid())}


def test_internal_errors_are_reported_for_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> ContractCode:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(build, "compile_contract", broken)
    (result,) = build.compile_with(Cache(None), 1)([work("one")], list)
    assert isinstance(result, Failure)
    assert result.message == (
        "yulopt: A.sol:one: internal error, ZeroDivisionError: division by zero;"
        " solc alone, without yulopt, can compile it"
    )


def test_a_failed_contract_has_one_error_and_no_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    skip_unless_available()
    monkeypatch.setattr(
        build, "compile_contract", lambda *_, **__: Failure("InternalCompilerError", "yulopt: why")
    )
    answer = object_at(by_yulopt(write_json(request(FOUNDRY, sources=SMALL))))
    contract = object_at(answer, "contracts", "A.sol", "A")
    assert "abi" in contract
    assert list(object_at(contract, "evm")) == ["methodIdentifiers"]
    errors = answer["errors"]
    assert isinstance(errors, list)
    (error,) = [one for one in map(object_at, errors) if one["severity"] == "error"]
    assert (error["type"], error["message"]) == ("InternalCompilerError", "yulopt: why")


@at_length
def test_two_copies_at_once_with_one_cache(tmp_path: Path) -> None:
    skip_unless_available()
    text = write_json(request(FOUNDRY, sources=SMALL))
    copies = [started(tmp_path, solc=str(front().path)) for _ in range(2)]
    for copy in copies:
        assert copy.stdin is not None
        copy.stdin.write(text)
        copy.stdin.close()
    expected = by_solc(text)
    for copy in copies:
        assert copy.stdout is not None
        assert read_json(copy.stdout.read()) == expected
        assert copy.wait() == 0


def started(folder: Path, solc: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "yulopt", "solc", "--standard-json", "--jobs", "1"],
        env={**os.environ, FRONT_VARIABLE: solc, "YULOPT_CACHE": str(folder / "cache")},
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_an_interrupt_ends_it_silently(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    slow = native(
        tmp_path / "solc", rest=f"import time; open({str(mark)!r}, 'w').close(); time.sleep(60)"
    )
    process = started(tmp_path, solc=str(slow))
    assert process.stdin is not None
    process.stdin.write("{}")
    process.stdin.close()
    process.stdin = None
    while not mark.exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.communicate() == ("", "")
    assert process.returncode == 130


# Missing


@pytest.fixture
def _bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv(FRONT_VARIABLE, raising=False)
    monkeypatch.setenv("YULOPT_CACHE", "off")


def check_line(yulopt: Command, *words: str, line: str) -> None:
    result = yulopt("solc", "--standard-json", *words, input=write_json(request()))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"Error: {line}")
    assert result.stderr.count("\n") == 1


@pytest.mark.usefixtures("_bare")
def test_a_missing_front(yulopt: Command) -> None:
    check_line(yulopt, line="no solc was found; install one with")
    check_line(yulopt, "--front", "/no/solc", line="there is no /no/solc; install one with")


@pytest.mark.usefixtures("_bare")
def test_a_missing_node(yulopt: Command, tmp_path: Path) -> None:
    (tmp_path / "solc").mkdir()
    (tmp_path / "solc" / "soljson.js").touch()
    check_line(yulopt, "--front", "solc", line="solc needs node, which is not on the PATH")


@pytest.mark.usefixtures("_bare")
def test_a_killed_front(yulopt: Command, tmp_path: Path) -> None:
    path = native(tmp_path / "solc", rest="import os; os.kill(os.getpid(), 9)")
    check_line(
        yulopt,
        *("--front", str(path)),
        line=f"{path} has failed: it was ended by signal 9 (Killed)\n",
    )


@pytest.mark.usefixtures("_bare")
def test_a_wrong_file_of_the_project(yulopt: Command, tmp_path: Path) -> None:
    (tmp_path / "yulopt.toml").write_text("[default]\nrun = 1\n")
    result = yulopt("solc", "--standard-json", input="{}")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "yulopt.toml:2:1: error: unknown key 'run'; did you mean 'runs'?" in result.stderr


# Stack too deep


def too_deep() -> Work:
    values = " ".join(f"let v{n} := sload({n})" for n in range(18))
    stores = " ".join(f"sstore({n}, v{(n + 1) % 18})" for n in range(18))
    logs = " ".join(f"log2(0, 0, v{n}, v{n + 9})" for n in range(9))
    settings = requested_options({"optimizer": {"enabled": True}})
    ir = f'object "Deep" {{ code {{ {values} {stores} {logs} }} }}'
    return Work("A.sol", "Deep", ir, settings, Outputs())


def test_contracts_after_one_that_is_too_deep_are_not_compiled() -> None:
    items = [too_deep(), work("C")]
    deep, other = build.compile_with(Cache(None), 1)(items, lambda: order_of(items))
    assert isinstance(deep, Failure)
    assert deep.kind == STACK_TOO_DEEP
    assert other is None


def test_contracts_before_one_that_is_too_deep_are_compiled() -> None:
    items = [too_deep(), work("C")]
    results = build.compile_with(Cache(None), 1)(items, lambda: order_of(items)[::-1])
    assert isinstance(results[1], ContractCode)


def compile_all_but_two(item: Work, _prover: BuildProver | None = None) -> ContractCode | Failure:
    """Other processes find it by its name."""
    is_deep = item.contract in ("C3", "C5")
    return Failure(STACK_TOO_DEEP, item.contract) if is_deep else no_code()


def order_of(items: list[Work]) -> list[tuple[str, str]]:
    return [(item.file, item.contract) for item in items]


@pytest.mark.parametrize(
    ("jobs", "backwards"), every_nth(3, [(2, True), (1, False), (2, False), (1, True)])
)
def test_only_contracts_before_one_that_is_too_deep_are_compiled(
    monkeypatch: pytest.MonkeyPatch, *, jobs: int, backwards: bool
) -> None:
    """So a build ends early, with the error that solc has."""
    monkeypatch.setattr(build, "compile_one", compile_all_but_two)
    items = [work(f"C{index}", padding=60_000 * (jobs - 1)) for index in range(8)]
    order = order_of(items)
    work_list = items[::-1] if backwards else items
    results = build.compile_with(Cache(None), jobs)(work_list, lambda: order)
    reported = {item.contract: result for item, result in zip(work_list, results, strict=True)}
    assert isinstance(reported["C3"], Failure)
    assert all(isinstance(reported[name], ContractCode) for name in ("C0", "C1", "C2"))
    if not backwards:
        assert reported["C7"] is None


# The cache


@pytest.mark.parametrize("damage", ["cut off", "changed", "emptied", "of another form"])
def test_damaged_entries_of_the_cache_are_compiled_again(tmp_path: Path, damage: str) -> None:
    compile_all = build.compile_with(Cache(tmp_path), 1)
    (first,) = compile_all([work("one")], list)
    (entry,) = tmp_path.iterdir()
    text = entry.read_text()
    if damage == "of another form":
        Cache(tmp_path).write(entry.name, {"irOptimized": 1})
    else:
        kept = {"cut off": text[:-9], "changed": text.replace("sstore", "tstore"), "emptied": ""}
        entry.write_text(kept[damage])
    (again,) = compile_all([work("one")], list)
    assert isinstance(first, ContractCode)
    assert isinstance(again, ContractCode)
    assert again.ir_optimized == first.ir_optimized
    assert entry.read_text() == text
