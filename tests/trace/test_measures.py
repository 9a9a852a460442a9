"""Sizes in bytes of assembled code, and the note where it cannot be assembled."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

import yulopt
from tests.conftest import ROOT, Command
from yulopt.driver.build import compile_source, sizes
from yulopt.driver.options import NO_CODE, Options
from yulopt.errors import Source
from yulopt.syntax.arguments import DEFAULT_RUNS

# Names that are declared twice, as before the Disambiguator.
SHADOWS = """{
    { let a := calldataload(0) sstore(a, f(a)) }
    { let a := calldataload(32) if a { sstore(a, f(f(a))) } }
    let unused := mload(64)
    sstore(f(calldataload(64)), 7)
    function f(a) -> b
    {
        let c := mul(add(a, 0), 1)
        b := add(mul(c, c), add(c, 2))
        if eq(b, b) { b := xor(b, c) }
    }
}"""
# As long as they are all there, the first one is out of reach.
MANY = range(18)
DEEP = (
    "{"
    + "".join(f" let v{number} := calldataload({number})" for number in MANY)
    + "".join(f" sstore(v{number}, v{number})" for number in MANY)
    + "}"
)


def compiled_size(text: str, *, evm_version: str, runs: int, stack_allocation: bool) -> int:
    """The bytes of a program without inner objects as it stands, after the passes over it."""
    options = Options(
        runs=runs, evm_version=evm_version, stack_allocation=stack_allocation, optimized=NO_CODE
    )
    compiled, parts = compile_source(Source(text), options)
    return sizes(compiled.program, parts)[0]


@pytest.mark.parametrize(
    ("evm_version", "runs", "stack_allocation"),
    [("osaka", 200, True), ("paris", 1, True), ("homestead", 200, True), ("osaka", 7, False)],
)
def test_bytes_are_those_of_the_program_as_it_stands(
    evm_version: str, runs: int, stack_allocation: bool
) -> None:
    result = yulopt.optimize_with_report(
        SHADOWS,
        evm_version=evm_version,
        runs=runs,
        stack_allocation=stack_allocation,
        metric="bytes",
    )
    ends = [
        compiled_size(text, evm_version=evm_version, runs=runs, stack_allocation=stack_allocation)
        for text in (SHADOWS, result.text)
    ]
    assert [result.before.size, result.after.size] == ends
    assert ends[1] < ends[0]
    assert all(first.after == second.before for first, second in pairwise(result.steps))


def test_objects_are_measured_separately() -> None:
    source = (ROOT / "examples" / "counter.yul").read_text("utf-8")
    result = yulopt.optimize_with_report(source, metric="bytes")
    whole = yulopt.compile(source)
    assert whole.deployed is not None
    sizes = {step.object_path: step.after.known_size for step in result.steps}
    outer, inner = sorted(sizes)
    assert sizes[inner] == whole.deployed.size
    # The outer one pushes the size of the inner one once, which counts as a push of four bytes. The
    # byte that separates the two is not code.
    assert whole.deployed.size < 0x100
    assert sizes[outer] == whole.bytecode.size - whole.deployed.size + 3 - 1
    assert result.after.size == sum(sizes.values())


def test_an_unknown_size_is_not_a_number() -> None:
    result = yulopt.optimize_with_report(DEEP, "", bare=True, metric="bytes")
    assert {step.after.size for step in result.steps} == {None}
    assert result.after.size is None
    assert result.after.gas > 0
    assert yulopt.optimize_with_report(DEEP, "", bare=True).after.known_size > 0


def test_the_metric_must_be_one() -> None:
    with pytest.raises(ValueError, match="unknown metric 'byte'; choose one of ast, bytes"):
        yulopt.optimize_with_report("{ }", metric="byte")
    with pytest.raises(TypeError, match="metric"):
        yulopt.optimize_with_report("{ }", metric=3)  # type: ignore[arg-type]


# On the command line


@pytest.fixture
def shadows(tmp_path: Path) -> Path:
    file = tmp_path / "shadows.yul"
    file.write_text(SHADOWS)
    return file


@pytest.fixture
def deep(tmp_path: Path) -> Path:
    file = tmp_path / "deep.yul"
    file.write_text(DEEP)
    return file


def test_trace_and_statistics_show_bytes(yulopt: Command, shadows: Path) -> None:
    first, last = (
        compiled_size(text, evm_version="osaka", runs=DEFAULT_RUNS, stack_allocation=True)
        for text in (SHADOWS, yulopt(shadows).stdout)
    )
    reported = yulopt("--trace", "--stats", "--metric", "bytes", shadows).stderr
    assert f" bytes {first} -> {last} ({last - first:+d}), gas " in reported
    heads = next(line for line in reported.splitlines() if line.split()[:1] == ["step"])
    assert heads.split()[-2:] == ["bytes", "gas"]
    total = reported.splitlines()[-1].split()
    assert total[:2] == ["all", "steps"]
    assert int(total[-2]) == last - first
    assert "?" not in reported
    assert "bytes" not in yulopt("--trace", "--stats", shadows).stderr


def test_unknown_sizes_are_reported(yulopt: Command, deep: Path, tmp_path: Path) -> None:
    options = ("--bare", "--steps", "x", "--metric", "bytes")
    reported = yulopt(
        *options, "--trace", "--stats", "--trace-dir", tmp_path / "trace", deep
    ).stderr
    assert reported.count(" bytes ?, gas ") >= 2
    assert "where the bytes are ?, the code cannot be assembled" in reported
    assert reported.splitlines()[-1].startswith(
        "changes that the bytes leave out: 1; there the code cannot"
    )
    index = (tmp_path / "trace" / "index.md").read_text("utf-8")
    assert "| place | bytes | gas |" in index
    assert "| ? |" in index


def test_statistics_as_json_name_their_metric(yulopt: Command, deep: Path, tmp_path: Path) -> None:
    target = tmp_path / "stats.json"
    yulopt("--bare", "--steps", "x", "--metric", "bytes", "--stats-json", target, deep)
    by_step = {record["step"]: record for record in json.loads(target.read_text("utf-8"))}
    splitter = by_step["ExpressionSplitter"]
    assert (splitter["metric"], splitter["size_change"], splitter["unmeasured"]) == ("bytes", 0, 1)
    assert by_step["Disambiguator"]["unmeasured"] == 0


def test_an_unknown_metric_on_the_command_line(yulopt: Command, shadows: Path) -> None:
    result = yulopt("--metric", "byte", shadows)
    assert result.exit_code == 2
    assert "'byte' is not one of 'ast', 'bytes'" in result.stderr
    assert "did you mean 'bytes'?" in result.stderr
