"""The bytes of single functions, which add up to those of an object."""

from __future__ import annotations

from pathlib import Path

import pytest

import yulopt
from tests.generator import generate
from yulopt.analysis.call_graph import OUTERMOST
from yulopt.assembly.assembler import assemble
from yulopt.assembly.code_sizes import CodeSizes, optimized_size, total_size
from yulopt.assembly.compiled import compile_object
from yulopt.assembly.optimizer import Context, optimize_items
from yulopt.dialect import DEFAULT_EVM_VERSION, Dialect, dialect_for, parse_evm_version
from yulopt.suite.suite import make_context
from yulopt.syntax.ast import Block
from yulopt.syntax.objects import Object

DIALECT = dialect_for(DEFAULT_EVM_VERSION)


def code_of(text: str, dialect: Dialect = DIALECT) -> Block:
    code = yulopt.parse(text, evm_version=dialect.version.text).code
    make_context(code, dialect)
    return code


def assembled_size(code: Block, dialect: Dialect) -> int | None:
    """The size of assembled code alone; None if something is out of reach."""
    compiled = compile_object(Object("C", code), dialect)
    if compiled.first_problem() is not None:
        return None
    return len(assemble(compiled, dialect).content)


@pytest.mark.parametrize("version", ["osaka", "paris"])
def test_sizes_are_those_of_the_assembler(version: str) -> None:
    dialect = dialect_for(parse_evm_version(version))
    sizes: list[int | None] = []
    for seed in range(20):
        text = generate(seed, evm_version=version, size=40)
        if "object" not in text and "immutable" not in text:
            code = code_of(text, dialect)
            sizes.append(total_size(CodeSizes(dialect)(code)))
            assert sizes[-1] == assembled_size(code, dialect), seed
    assert sum(size is not None for size in sizes) > 5


def test_examples_with_wide_labels(example: Path) -> None:
    program = yulopt.parse(example.read_text("utf-8"))
    if not program.children:
        make_context(program.code, DIALECT)
        assert total_size(CodeSizes(DIALECT)(program.code)) == assembled_size(program.code, DIALECT)


def test_each_function_has_its_own_size() -> None:
    sizes = CodeSizes(DIALECT)(
        code_of("{ sstore(0, f()) function f() -> r { r := 0x11223344 } function g() { } }")
    )
    # JUMPDEST PUSH4 SWAP1 JUMP; nothing calls g, so that there is no code for it.
    assert sizes == {OUTERMOST: 2 + 2 + 1 + 1 + 1 + 1 + 1, "f": 1 + 5 + 1 + 1}


def test_objects_and_data_are_found_by_their_paths() -> None:
    program = yulopt.parse(
        'object "A" { code { sstore(datasize("B"), dataoffset("B.C")) sstore(1, datasize("A")) }'
        ' object "B" { code { } data "C" "abc" } }'
    )
    make_context(program.code, DIALECT)
    assert total_size(CodeSizes(DIALECT)(program.code)) == 5 + 2 + 1 + 5 + 2 + 1 + 1


def test_unreachable_values_leave_no_size() -> None:
    names = [f"v{number}" for number in range(20)]
    declarations = " ".join(f"let {name} := calldataload({name[1:]})" for name in names)
    stores = " ".join(f"sstore({name}, {name})" for name in names)
    sizes = CodeSizes(DIALECT)(
        code_of(f"{{ f() mstore(0, 1) function f() {{ {declarations} g() {stores} }}"
                " function g() { sstore(0, msize()) } }")
    )  # fmt: skip
    assert sizes["f"] is None
    assert None not in (sizes[OUTERMOST], sizes["g"])
    assert total_size(sizes) is None


def test_the_older_code_generator_has_no_function_sizes() -> None:
    dialect = dialect_for(parse_evm_version("homestead"))
    assert CodeSizes(dialect)(code_of("{ sstore(0, 1) }", dialect)) == {}
    assert total_size({}) is None


@pytest.mark.parametrize(("is_creation", "runs"), [(True, 200), (False, 1), (False, 100_000)])
def test_optimized_sizes_are_those_of_the_assembler(is_creation: bool, runs: int) -> None:
    sizes: list[int | None] = []
    for seed in range(16):
        text = generate(seed, size=40)
        if "object" in text or "immutable" in text:
            continue
        code = code_of(text)
        compiled = compile_object(Object("C", code), DIALECT)
        sizes.append(optimized_size(code, DIALECT, runs, is_creation=is_creation))
        if compiled.first_problem() is not None:
            assert sizes[-1] is None
            continue
        context = Context(DIALECT, runs, is_creation=is_creation)
        optimize_items(compiled.code.items, context)
        assert sizes[-1] == len(assemble(compiled, DIALECT).content), seed
    assert sum(size is not None for size in sizes) > 3


def test_optimized_sizes_of_code_that_needs_other_objects() -> None:
    """Immutables that another object assigns, and the place of an object that is not there."""
    sizes = [
        optimized_size(
            code_of(f'object "A" {{ code {{ {text} }} object "B" {{ code {{ }} }} }}'),
            DIALECT,
            200,
            is_creation=False,
        )
        for text in (
            'sstore(0, loadimmutable("x"))',
            'setimmutable(0, "x", 7)',
            'sstore(0, dataoffset("B"))',
        )
    ]
    # PUSH32 PUSH0 SSTORE STOP; PUSH1 PUSH0, one assignment, STOP; PUSH1 PUSH0 SSTORE STOP.
    assert sizes == [33 + 3, 3 + 35 + 1, 2 + 3]
