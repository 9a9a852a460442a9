"""All interfaces generate the same code for a program, with each pipeline."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Final, TypeAlias

import pytest

import yulopt
from tests.conftest import EXAMPLES, Command
from tests.slices import AT_LENGTH, amount, every_nth, smallest
from tests.stack.deep_programs import deep_program
from tests.suite.known_faults import KNOWN_FAULTS
from yulopt.driver.options import Options
from yulopt.dropin.contract import ContractCode, Outputs, compile_contract
from yulopt.dropin.pipelines import AS_REQUESTED, in_back
from yulopt.errors import Source
from yulopt.explore.recorder import explore_program
from yulopt.persistence.json_values import JsonObject
from yulopt.suite.pipelines import BEYOND_CODEGEN, SOLC_CODEGEN, Pipeline, pipeline_names
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.parser import parse
from yulopt.trace.recording import Settings
from yulopt.tune.candidate import candidate
from yulopt.tune.comparison import Program, Setting, compare
from yulopt.tune.evaluator import Evaluator
from yulopt.tune.measure import BytesMeasure
from yulopt.tune.runs import CodeByRuns
from yulopt.tune.state import StateStore

_VARIABLES: Final = [f"x{number}" for number in range(20)]
_ALIVE: Final = " ".join(
    f"let {name} := calldataload({number})" for number, name in enumerate(_VARIABLES)
)
_USED: Final = " ".join(f"sstore({number}, {name})" for number, name in enumerate(_VARIABLES))
# Too deep for the stack. Without a guard that is put before the steps, there is no room in memory.
_DEEP: Final = f"""object "Deep" {{
    code {{ datacopy(0, dataoffset("inner"), datasize("inner")) return(0, datasize("inner")) }}
    object "inner" {{ code {{
        mstore(64, 128)
        {_ALIVE}
        sstore(99, 1)
        for {{ let n }} lt(n, callvalue()) {{ n := add(n, 1) }} {{ {_USED} }}
        let start := mload(64)
        mstore(start, x0)
        return(start, 32)
    }} }}
}}"""
_PROGRAMS: Final = {path.stem: path.read_text("utf-8") for path in smallest(1, EXAMPLES)}
_DEEP_PROGRAMS: Final = {"deep": _DEEP} | {
    f"deep {seed}": deep_program(seed) for seed in range(amount(1, 20))
}
_DEFAULT: Final = "default"
_PIPELINES: Final = (_DEFAULT, *pipeline_names())
# Each pipeline with some examples, and with a program that only pipelines beyond solc can compile.
_CASES: Final = [
    *every_nth(2, list(product(_PROGRAMS, _PIPELINES))),
    *(product(["deep"], pipeline_names()) if AT_LENGTH else ()),
    *(product(list(_DEEP_PROGRAMS)[1:], pipeline_names()) if AT_LENGTH else ()),
]

# The bytes of the code that creates, and of the code that is deployed.
_FAULT: Final = "an offset from a variable that was assigned since is used for a load"

Sizes: TypeAlias = tuple[int, int]


def _by_compile(text: str, name: str) -> Sizes:
    compiled = yulopt.compile(text, pipeline=None if name == _DEFAULT else name)
    deployed = compiled.bytecode if compiled.deployed is None else compiled.deployed
    return compiled.bytecode.size, deployed.size


def _by_asm(command: Command, path: Path, name: str, *options: str) -> Sizes:
    chosen = [] if name == _DEFAULT else ["--pipeline", name]
    result = json.loads(command("asm", "--json", *chosen, *options, path).stdout)
    creation, deployed = result["bytecode"], result["deployedBytecode"]
    return creation["size"], (creation if deployed is None else deployed)["size"]


def _by_compare(command: Command, path: Path, name: str, *options: str) -> Sizes:
    chosen = ["--sequence" if name == _DEFAULT else "--pipeline", name]
    result = json.loads(command("compare", "--json", *chosen, *options, path).stdout)
    (entry,) = (one for one in result["programs"][0]["results"] if one["setting"] == name)
    return entry["creation_bytes"], entry["deployed_bytes"]


def _by_dropin(text: str, pipeline: Pipeline) -> Sizes:
    settings: JsonObject = {"optimizer": {"enabled": True}}
    code = compile_contract(text, "C", in_back(pipeline, settings), Outputs())
    assert isinstance(code, ContractCode), code.message
    sizes = [len(str(one["object"])) // 2 for one in (code.bytecode, code.deployed)]
    return sizes[0], sizes[1] or sizes[0]


def _by_explore(text: str, pipeline: Pipeline) -> Sizes:
    options = Options().with_pipeline(pipeline)
    exploration = explore_program(Source(text), Settings("C.yul", options))
    assert exploration.assembly.objects
    sizes = exploration.code[-1].sizes
    return sizes[0], sizes[min(1, len(sizes) - 1)]


def _by_tuning(text: str) -> Sizes:
    options = Options()
    evaluator = Evaluator(parse(text), BytesMeasure(), options, StateStore(1 << 26))
    chosen = candidate(None, DEFAULT_RUNS)
    (found,) = evaluator.evaluate([chosen])
    assert found is not None
    interval = CodeByRuns(Source(text), chosen.steps, options, evaluator).at(DEFAULT_RUNS)
    assert interval.deployed_bytes == found.deployed_bytes
    return found.creation_bytes, found.deployed_bytes


@pytest.mark.parametrize(("program", "name"), _CASES)
def test_all_make_the_same_code(program: str, name: str, tmp_path: Path, yulopt: Command) -> None:
    text = (_PROGRAMS | _DEEP_PROGRAMS)[program]
    path = tmp_path / "C.yul"
    path.write_text(text)
    pipeline = AS_REQUESTED if name == _DEFAULT else Pipeline.named(name)
    makers: dict[str, Callable[[], Sizes]] = {
        "asm": lambda: _by_asm(yulopt, path, name),
        "compare": lambda: _by_compare(yulopt, path, name, "--no-gas"),
        "solc": lambda: _by_dropin(text, pipeline),
        "explore": lambda: _by_explore(text, pipeline),
    }
    if name == _DEFAULT:
        makers["tune and fit"] = lambda: _by_tuning(text)
    expected = _by_compile(text, name)
    assert {maker: make() for maker, make in makers.items()} == dict.fromkeys(makers, expected)


def test_all_follow_solcs_steps_by_code_generation_beyond() -> None:
    # The steps then have none of solc's faults, of which this program shows one.
    text = KNOWN_FAULTS[_FAULT].program
    pipeline = Pipeline(codegen=BEYOND_CODEGEN)
    options = Options().with_pipeline(pipeline)
    compiled = yulopt.compile(text, pipeline=pipeline)
    assert compiled.bytecode.size != yulopt.compile(text, codegen=SOLC_CODEGEN).bytecode.size
    (entry,) = compare([Program("C", text)], [Setting("beyond", options)], with_gas=False)
    assert entry.measured is not None
    makers = {
        "compare": (entry.measured.creation_bytes, entry.measured.deployed_bytes),
        "solc": _by_dropin(text, pipeline),
        "explore": _by_explore(text, pipeline),
    }
    assert makers == dict.fromkeys(makers, (compiled.bytecode.size, compiled.bytecode.size))
