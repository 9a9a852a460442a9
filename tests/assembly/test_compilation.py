"""`yulopt.compile` and `yulopt asm`: all of solc's outputs about bytecode."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

import yulopt
from tests.assembly.object_trees import TreeWriter
from tests.assembly.solc import PASSES, Question, shared_solc
from tests.oracle import ROOT, Json, skip_unless_available
from yulopt.assembly.optimizer import ALL_PASSES
from yulopt.cli.command import cli

PROGRAM = """
object "A" {
    code {
        datacopy(0, dataoffset("A_deployed"), datasize("A_deployed"))
        setimmutable(0, "owner", caller())
        sstore(1, linkersymbol("lib.sol:Math"))
        return(0, datasize("A_deployed"))
    }
    object "A_deployed" { code { sstore(add(callvalue(), 0), loadimmutable("owner")) } }
}
"""


def same_as_solc(source: str, evm_version: str = "osaka") -> None:
    """Compare all outputs of solc, too."""
    expected = shared_solc().compile(Question(source, PASSES, evm_version=evm_version))
    given = yulopt.compile(source, ":", evm_version=evm_version).to_json()
    for part in ("bytecode", "deployedBytecode"):
        theirs, ours = expected.evm.get(part), given[part]
        if theirs is None or ours is None:
            assert theirs == ours
            continue
        assert isinstance(theirs, dict)
        assert isinstance(ours, dict)
        for key in ("object", "opcodes", "linkReferences", "immutableReferences"):
            assert _comparable(ours[key]) == _comparable(theirs.get(key, {})), (part, key)


def _comparable(value: Json) -> str:
    return json.dumps(value, sort_keys=True)


def test_all_outputs_match_solc() -> None:
    skip_unless_available()
    same_as_solc(PROGRAM)
    same_as_solc("{ sstore(0, difficulty()) }", "london")
    same_as_solc("{ sstore(0, prevrandao()) verbatim_0i_0o(hex'0c4b7f11') }".replace("'", '"'))


@pytest.mark.parametrize("seed", range(500, 512))
def test_random_trees_are_reported_as_by_solc(seed: int) -> None:
    skip_unless_available()
    same_as_solc(TreeWriter(seed).tree())


def test_a_compilation_has_types() -> None:
    result = yulopt.compile(PROGRAM)
    assert result.deployed is not None
    assert result.bytecode.link_references == {
        "lib.sol": {"Math": [result.bytecode.hex.index("__$") // 2]}
    }
    assert result.deployed.immutable_references == {"owner": [1]}
    assert result.deployed.size == len(result.deployed.hex) // 2
    assert result.deposit_gas == 200 * result.deployed.size
    assert 'object "A_deployed" {' in result.assembly


def test_without_one_object_inside_there_is_no_deployed_code() -> None:
    assert yulopt.compile("{ sstore(0, 1) }").deployed is None


def test_passes_can_be_chosen() -> None:
    source = "{ let x := add(calldataload(0), 1) sstore(x, add(calldataload(0), 1)) sstore(2, 3) }"
    every = yulopt.compile(source, ":")
    none = yulopt.compile(source, ":", assembly_passes=())
    assert every.bytecode.size < none.bytecode.size
    with pytest.raises(ValueError, match="there is no pass 'CSE'; did you mean 'cse'"):
        yulopt.compile(source, assembly_passes=["CSE"])


def test_the_stack_can_be_too_deep() -> None:
    lets = " ".join(f"let v{index} := sload({index})" for index in range(20))
    uses = " ".join(f"sstore(v{index}, 1)" for index in range(20))
    with pytest.raises(yulopt.YulError, match="stack too deep"):
        yulopt.compile(f"{{ {lets} sstore(0, 0) {uses} }}", ":")


# The command


def asm(*arguments: str, input: str = PROGRAM) -> Result:
    return CliRunner().invoke(cli, ["asm", *arguments, "-"], input=input, prog_name="yulopt")


def test_the_command_prints_the_bytecode_of_solc() -> None:
    result = asm("--bytecode", "--steps", ":")
    assert result.stdout == yulopt.compile(PROGRAM, ":").bytecode.hex + "\n"


def test_the_command_prints_json() -> None:
    result = json.loads(asm("--json").stdout)
    compilation = yulopt.compile(PROGRAM)
    assert result == json.loads(json.dumps(compilation.to_json()))
    assert result["bytecode"]["linkReferences"]["lib.sol"]["Math"][0]["length"] == 20
    assert result["deployedBytecode"]["immutableReferences"]["owner"] == [
        {"start": 1, "length": 32}
    ]


def test_the_command_leaves_out_passes() -> None:
    text = "{ sstore(0, add(1, 2)) }"
    optimized = asm("--steps", ":", input=text).stdout
    as_generated = asm("--steps", ":", "--no-asm-optimizer", input=text).stdout
    assert asm("--steps", ":", "--asm-passes", "", input=text).stdout == as_generated
    assert asm("--steps", ":", "--asm-passes", "cse", input=text).stdout == optimized
    assert "ADD" not in optimized
    assert "ADD" in as_generated
    # The order is solc's, however the passes are listed.
    names = sorted(ALL_PASSES, reverse=True)
    assert asm("--asm-passes", ", ".join(names)).stdout == asm().stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--asm-passes", "cse,CSE"), "there is no pass 'CSE'; did you mean 'cse'?"),
        (("--asm-passes", "fold"), "there is no pass 'fold'; there are inliner, jumpdest"),
        (("--asm-passes", "cse", "--no-asm-optimizer"), "exclude each other"),
        (("--json", "--bytecode"), "exclude each other"),
    ],
)
def test_the_command_rejects_unsupported_options(arguments: tuple[str, ...], message: str) -> None:
    result = asm(*arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_a_real_contract_is_smaller_than_without_the_passes() -> None:
    source = (ROOT / "examples" / "erc20.yul").read_text("utf-8")
    with_passes = yulopt.compile(source).bytecode.size
    assert with_passes < 0.98 * yulopt.compile(source, assembly_passes=()).bytecode.size
