"""The interpreter and a real EVM agree, builtin by builtin and on generated programs.

`python -m tests.interpreter_campaign` does this with more programs.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.generation.literals import number
from tests.interpreter_campaign import check
from tests.real_evm import CONTRACT, RULES, Input, Subject, compare, interpret
from tests.slices import seeds
from yulopt.dialect import EvmVersion, dialect_for
from yulopt.evm.semantics import NO_ARGUMENT
from yulopt.rules.arithmetic import ARITHMETIC

DIALECT = dialect_for(RULES)
SEEDS = seeds(25, at_length=100)
# What the EVM of the tests answers differently on purpose, or what ends execution.
NOT_ASKED = {"gas", "pc", "stop", "invalid", "difficulty", "slotnum"}


def encode(words: list[int]) -> bytes:
    return b"".join(word.to_bytes(32, "big") for word in words)


@pytest.mark.parametrize("name", sorted(ARITHMETIC & DIALECT.builtins.keys()))
def test_arithmetic(name: str) -> None:
    """Words that matter, in all pairs, and random ones."""
    rng = Random(name)
    arity = DIALECT.builtins[name].parameters
    words = [0, 1, 2, 31, 32, 255, 256, 2**255 - 1, 2**255, 2**256 - 2, 2**256 - 1]
    cases = [[one, other, 7] for one in words for other in words]
    cases += [[number(rng) for _ in range(3)] for _ in range(60)]
    loads = ", ".join(f"calldataload(add(i, {32 * index}))" for index in range(arity))
    program = Subject(
        f"""{{
            for {{ let i := 0 }} lt(i, calldatasize()) {{ i := add(i, 96) }} {{
                mstore(div(i, 3), {name}({loads}))
            }}
            return(0, div(calldatasize(), 3))
        }}""",
        DIALECT,
    )
    given = Input(encode([word for case in cases for word in case]))
    assert compare(program, given) == "equal"
    assert len(interpret(program, given)[0].output) == 32 * len(cases)


@pytest.mark.parametrize("name", sorted(NO_ARGUMENT.keys() - NOT_ASKED))
def test_environment(name: str) -> None:
    program = Subject(f"{{ mstore(0, {name}()) return(0, 32) }}", DIALECT)
    assert compare(program, Input(b"abc", 5)) == "equal"


@pytest.mark.parametrize(
    "expression",
    [
        "blockhash(sub(number(), 1))",
        "blockhash(sub(number(), 256))",
        "blockhash(sub(number(), 257))",
        "blockhash(number())",
        "blobhash(0)",
        "blobhash(1)",
        "balance(address())",
        "balance(not(0))",
        "extcodesize(0x20)",
        "extcodehash(0x20)",
        "extcodehash(caller())",
        "extcodehash(0x123456)",
    ],
)
def test_questions(expression: str) -> None:
    program = Subject(f"{{ mstore(0, {expression}) return(0, 32) }}", DIALECT)
    assert compare(program, Input()) == "equal"


def test_difficulty_is_the_same_instruction_as_prevrandao() -> None:
    dialect = dialect_for(EvmVersion.LONDON)
    program = Subject("{ mstore(0, difficulty()) return(0, 32) }", dialect)
    assert compare(program, Input()) == "equal"


def test_generated_programs() -> None:
    results = [result for seed in SEEDS for result in check(seed)]
    different = [result for result in results if result.startswith("different")]
    assert not different
    # Most runs can be compared.
    assert results.count("equal") > len(SEEDS) * 2


def test_a_difference_is_found() -> None:
    program = Subject("{ sstore(0, calldataload(0)) }", DIALECT)
    other = Subject("{ sstore(0, calldataload(1)) }", DIALECT)
    program.programs[0].functions = other.programs[0].functions
    assert compare(program, Input(b"abc")).startswith(f"different: storage {CONTRACT:#x} 0x0")
