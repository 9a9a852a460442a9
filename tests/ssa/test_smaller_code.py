"""Round trips do not increase the bytes of EVM code, per function and in total."""

from __future__ import annotations

from pathlib import Path

import yulopt
from yulopt.assembly.code_sizes import CodeSizes, total_size
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.passes.step import Context
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.ssa.round_trip import round_trip, sizes_when_finished
from yulopt.suite.suite import make_context
from yulopt.syntax.ast import Block
from yulopt.syntax.copying import copy_block
from yulopt.syntax.names import NameDispenser

DIALECT = dialect_for(DEFAULT_EVM_VERSION)
MEASURE = sizes_when_finished(Context(DIALECT, NameDispenser(DIALECT), 200))


def optimised(code: Block, measure: CodeSizes | None = MEASURE) -> Block:
    return round_trip(copy_block(code), DIALECT, parse_pipeline("optimize"), measure=measure)


def size(code: Block) -> int:
    total = total_size(MEASURE(code))
    assert total is not None
    return total


def known_sizes(code: Block) -> dict[str, int]:
    return {name: size for name, size in MEASURE(code).items() if size is not None}


def test_no_example_becomes_larger(some_example: Path) -> None:
    programs = [yulopt.parse(some_example.read_text("utf-8"))]
    for program in programs:
        programs.extend(program.sub_objects)
        make_context(program.code, DIALECT)
        assert size(optimised(program.code)) <= size(program.code), program.name


# `f` computes its product once. `g` gets by without `leave`, which is less by the optimiser's own
# measure, and more in bytes.
GROWS = """
{
    let n := calldataload(0)
    sstore(0, f(n, 0x20))
    sstore(1, f(0x20, n))
    sstore(2, g(n))
    sstore(3, g(sload(n)))
    function f(a, b) -> r {
        r := add(mload(a), mul(b, b))
        if gt(mul(b, b), r) { revert(0, 0) }
    }
    function g(a) -> r {
        r := 1
        if iszero(a) { leave }
        r := g(sub(a, 1))
        if gt(r, 10) { r := 0 leave }
        r := add(r, g(shr(1, a)))
    }
}
"""


def test_single_functions_are_put_back() -> None:
    code = yulopt.parse(GROWS).code
    make_context(code, DIALECT)
    before = known_sizes(code)
    assert known_sizes(optimised(code, None))["g"] > before["g"]
    after = known_sizes(optimised(code))
    assert after["f"] < before["f"]
    assert all(after[name] <= before[name] for name in before)
