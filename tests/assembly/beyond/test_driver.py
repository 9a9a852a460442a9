"""The table of passes, and their selection."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import yulopt
from tests.conftest import EXAMPLES, ROOT
from tests.slices import smallest
from tests.test_execution import DIALECT
from yulopt.assembly.assembler import assemble
from yulopt.assembly.beyond.blocks import build_graph
from yulopt.assembly.beyond.driver import (
    BEYOND_PASS_NAMES,
    BEYOND_PASSES,
    check_beyond_passes,
    optimize_beyond,
)
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.items import Item
from yulopt.assembly.optimizer import ALL_PASSES, AssemblyObserver, AssemblyPass, Context
from yulopt.assembly.optimizer.driver import objects_with_contexts
from yulopt.cli.command import cli
from yulopt.dialect import NEWEST
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import NO_CODE, Options
from yulopt.errors import Source

PROGRAM = """
object "A" {
    code {
        datacopy(0, dataoffset("B"), datasize("B"))
        setimmutable(0, "owner", caller())
        return(0, datasize("B"))
    }
    object "B" {
        code {
            if lt(calldatasize(), 4) { revert(0, 0) }
            if callvalue() { revert(0, 0) }
            sstore(loadimmutable("owner"), and(calldataload(4), sub(shl(160, 1), 1)))
        }
        data ".metadata" hex"aabbcc"
    }
}
"""


def test_code_becomes_smaller_and_keeps_its_parts() -> None:
    theirs, ours = yulopt.compile(PROGRAM), yulopt.compile(PROGRAM, codegen="beyond")
    assert ours.deployed is not None
    assert theirs.deployed is not None
    assert ours.deployed.size < theirs.deployed.size
    assert ours.deployed.hex.endswith("aabbcc")
    assert ours.deployed.hex in ours.bytecode.hex
    (offset,) = ours.deployed.immutable_references["owner"]
    assert ours.deployed.hex[2 * offset : 2 * offset + 64] == "0" * 64


def test_code_without_items_has_no_graph() -> None:
    assert build_graph([]) is None


def test_empty_code_only_stops() -> None:
    old = yulopt.compile("{ }", codegen="beyond", evm_version="homestead")
    linear = yulopt.compile("{ }", ":", codegen="beyond", stack_allocation=False)
    assert old.bytecode.hex == linear.bytecode.hex == "00"


def test_unknown_passes_and_generators_are_rejected() -> None:
    with pytest.raises(ValueError, match="'outlinin'; did you mean 'outlining'"):
        check_beyond_passes(["outlinin"])
    with pytest.raises(ValueError, match="codegen must be one of solc, beyond, not 'llvm'"):
        yulopt.compile("{ }", codegen="llvm")


class Recorder(AssemblyObserver):
    """Records its events."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.numbers: list[int] = []

    def enter_object(self, compiled: CompiledObject, context: Context) -> None:
        kind = "creation" if context.is_creation else "deployed"
        self.seen.append(f"{compiled.program.name} {kind}")

    def after_pass(self, used: AssemblyPass, items: list[Item]) -> None:
        self.seen.append(used.name)
        self.numbers.append(len(items))


def test_observers_see_each_pass_over_each_object() -> None:
    source = PROGRAM.replace('"B"', '"A_deployed"')
    compiled = generate_program(
        Front(Source(source), Options(evm_version=DIALECT.version.text, optimized=NO_CODE))
    )
    recorder = Recorder()
    optimize_beyond(compiled, DIALECT, 200, observer=recorder)
    names = [kind.name for kind in BEYOND_PASSES]
    assert recorder.seen == ["A_deployed deployed", *names, "A creation", *names]
    recorder = Recorder()
    optimize_beyond(compiled, DIALECT, 200, ["outlining"], recorder)
    assert recorder.seen == ["A_deployed deployed", "outlining", "A creation", "outlining"]


def test_passes_that_share_a_graph_leave_what_each_leaves_alone() -> None:
    for path in smallest(2, EXAMPLES):
        front = Front(
            Source(path.read_text(), path.name),
            Options(evm_version=DIALECT.version.text, optimized=NO_CODE),
        )
        unobserved, observed, alone = (generate_program(front) for _ in range(3))
        recorder = Recorder()
        optimize_beyond(unobserved, DIALECT, 200)
        optimize_beyond(observed, DIALECT, 200, observer=recorder)
        for inner, context in objects_with_contexts(alone, DIALECT, 200):
            inner.code.has_smallest_labels = True
            for kind in BEYOND_PASSES:
                kind().run(inner.code.items, context)
        codes = {assemble(one, DIALECT).content for one in (unobserved, observed, alone)}
        assert len(codes) == 1, path.name
        # An observer sees the items after each pass.
        assert recorder.numbers[-1] == len(unobserved.code.items)
        assert len(set(recorder.numbers)) > 2


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "a.yul"
    file.write_text(PROGRAM)
    runner = CliRunner()

    def output(*options: str, status: int = 0) -> str:
        result = runner.invoke(cli, ["asm", "--bytecode", *options, str(file)])
        assert result.exit_code == status, result.output
        return result.output

    beyond = output("--codegen", "beyond")
    assert beyond.strip() == yulopt.compile(PROGRAM, codegen="beyond").bytecode.hex
    assert output() == output("--codegen", "solc") != beyond
    chosen = ("--codegen", "beyond", "--beyond-passes", "blockPlacement, outlining")
    some = output(*chosen)
    assert len(beyond) < len(some)
    after_all = output(*chosen, "--asm-passes", ", ".join(ALL_PASSES))
    assert len(beyond) < len(after_all) <= len(output()) < len(some)
    assert "--beyond-passes needs --backend beyond" in output("--beyond-passes", "x", status=2)
    wrong = output("--codegen", "beyond", "--beyond-passes", "outlinin", status=2)
    assert "there is no pass 'outlinin'; did you mean 'outlining'?" in wrong
    assert "constants" in output("--codegen", "beyond", "--trace")
    assert set(BEYOND_PASS_NAMES) == {kind.name for kind in BEYOND_PASSES}


def test_no_pass_has_the_behaviour_of_a_release() -> None:
    """0.8.26 prices a zero as without PUSH0."""
    program = (ROOT / "examples/auction.yul").read_text()
    one, other = (
        yulopt.compile(program, pipeline="gas", evm_version="cancun", solc_version=version)
        for version in ("0.8.26", NEWEST.version)
    )
    assert one.bytecode.hex == other.bytecode.hex
