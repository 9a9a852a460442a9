"""From Yul to bytecode: the optimiser of the assembly matches solc's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.assembly.pass_campaign import SAME, random_question, verdict
from tests.assembly.solc import PASSES, Question, shared_solc
from tests.oracle import ROOT, skip_unless_available
from tests.slices import amount, seeds
from yulopt.assembly.instructions import (
    ACTS,
    ARGUMENTS,
    IS_COMMUTATIVE,
    IS_DETERMINISTIC,
    RESULTS,
    TERMINATES,
    WRITES_MEMORY,
    WRITES_STORAGE,
    ends_block,
)
from yulopt.assembly.items import Instruction

EXAMPLES = sorted(Path(ROOT, "examples").glob("*.yul"))


@pytest.mark.parametrize("name", [*PASSES, "all"])
def test_random_programs_have_the_bytecode_of_solc(name: str) -> None:
    skip_unless_available()
    passes = PASSES if name == "all" else [name]
    first = 1000 + 100 * len(name)
    solc = shared_solc()
    found = {
        seed: verdict(random_question(seed, "osaka", passes), solc)
        for seed in range(first, first + amount(4, 40))
    }
    assert {seed: what for seed, what in found.items() if what not in SAME} == {}


@pytest.mark.parametrize("evm_version", ["cancun", "paris", "london", "byzantium", "homestead"])
def test_versions_have_the_bytecode_of_solc(evm_version: str) -> None:
    skip_unless_available()
    solc = shared_solc()
    found = {seed: verdict(random_question(seed, evm_version, None), solc) for seed in seeds(5, 40)}
    assert {seed: what for seed, what in found.items() if what not in SAME} == {}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_have_the_bytecode_of_solc(path: Path) -> None:
    skip_unless_available()
    assert verdict(Question(path.read_text("utf-8"), PASSES), shared_solc()) in SAME


RUNS_OF_STORES = {
    "storage": "sstore({0}, {0})",
    "memory": "mstore(mul({0}, 32), {0})",
    "overlapping": "mstore(mul({0}, 24), calldataload({0}))",
    "scattered": "sstore(exp({0}, 77), add(sload(exp({0}, 76)), 1))",
    "above a pointer": "mstore(add(mload(64), {0}), {0})",
}


@pytest.mark.parametrize("store", RUNS_OF_STORES.values(), ids=RUNS_OF_STORES)
def test_long_runs_of_stores_have_the_bytecode_of_solc(store: str) -> None:
    skip_unless_available()
    text = "\n".join([store.format(number) for number in range(90)])
    question = Question(f"{{ {text} }}", PASSES, steps="s")
    assert verdict(question, shared_solc()) == "same"


def test_the_facts_about_instructions_are_those_of_the_specification() -> None:
    table = ROOT / "docs" / "specification" / "asm-opcodes.tsv"
    rows = [line.split("\t") for line in table.read_text("utf-8").splitlines()[1:]]
    for row in rows:
        name, opcode = row[0].lower(), int(row[1], 16)
        if name == "push0":
            continue
        item = Instruction(name, opcode)
        found = [
            ACTS[opcode],
            ends_block(item, msize_matters=False),
            ends_block(item, msize_matters=True),
            IS_COMMUTATIVE[opcode],
            IS_DETERMINISTIC[opcode],
            TERMINATES[opcode],
        ]
        assert (ARGUMENTS[opcode], RESULTS[opcode]) == (int(row[2]), int(row[3])), name
        given = [row[4], *row[6:11]]
        assert ["yes" if value else "no" for value in found] == given, name
        assert [WRITES_MEMORY[opcode], WRITES_STORAGE[opcode]] == [
            value == "write" for value in row[12:14]
        ], name
