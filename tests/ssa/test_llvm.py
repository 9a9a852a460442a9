"""SSA as LLVM IR: LLVM accepts it (T5), counts the same phis, and computes the same values."""

from __future__ import annotations

from random import Random

import pytest

from tests.generation.literals import number
from tests.generator import generate
from tests.slices import amount
from tests.ssa import programs
from tests.ssa.interpreter import run_function
from tests.ssa.llvm import Compiled, phi_counts, verified
from tests.ssa.llvm_campaign import (
    EDGES,
    compare_phis,
    compare_values,
    modules_of,
    promoted_counts,
)
from tests.ssa.random_functions import random_module
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import YulError
from yulopt.ssa.ir.function import Module
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.llvm.printer import print_llvm, pure_functions
from yulopt.ssa.llvm.pure_builtins import FUNCTIONS, INSTRUCTIONS
from yulopt.ssa.passes.phi_elimination import PhiElimination
from yulopt.ssa.text.parser import parse_module

DIALECT = dialect_for(DEFAULT_EVM_VERSION)
PURE = sorted({*INSTRUCTIONS, *FUNCTIONS} & set(DIALECT.builtins))


# Case T5 of chapter 08.
@pytest.mark.parametrize("name", programs.NAMES)
def test_llvm_accepts_the_programs(name: str) -> None:
    module = programs.module_of(name)
    verified(print_llvm(module, entries=True))
    promoted_counts(module)
    verified(print_llvm(module, entries=True))


# Case T5 of chapter 08.
@pytest.mark.parametrize("name", programs.NAMES)
def test_llvm_places_the_same_phis(name: str) -> None:
    module = programs.module_of(name)
    counts = phi_counts(print_llvm(module))
    ours = promoted_counts(module)
    assert {name: counts[name] for name in ours} == ours


def test_llvm_places_the_same_phis_in_generated_programs() -> None:
    functions = 0
    for seed in range(1000, 1000 + amount(40, 400)):
        for module in modules_of(generate(seed, size=30)):
            assert not compare_phis(module), f"seed {seed}"
            functions += len(module.functions)
    assert functions >= 150


def test_blocks_and_values_share_a_name_space() -> None:
    module = parse_module("func @f(%x: i256) -> i256 { entry: br %x x: ret %x }")
    assert 'br label %"x!"' in print_llvm(module)
    verified(print_llvm(module))


def test_host_functions_get_pointers() -> None:
    module = parse_module("""
        func @main() {
        entry:
          %size = datasize "a.b"
          %x = sload %size
          end revert 0, %x
        }""")
    text = print_llvm(module)
    verified(text)
    assert "declare void @yul_sload(ptr, ptr)" in text
    assert "declare void @yul_datasize(ptr, ptr, i64)" in text
    assert "declare void @yul_revert(ptr, ptr) noreturn" in text
    assert '@string.0 = private constant [3 x i8] c"\\61\\2E\\62"' in text


def test_functions_without_phis_are_refused() -> None:
    module = programs.module_of("T2")
    run_pipeline([PhiElimination()], module)
    with pytest.raises(YulError, match="LLVM needs SSA form"):
        print_llvm(module)


# Machine code


def builtin_functions() -> Module:
    """A module with a function for each pure builtin."""
    text = []
    for name in PURE:
        builtin = DIALECT.builtins[name]
        letters = [f"%a{index}" for index in range(builtin.parameters)]
        parameters = ", ".join(f"{letter}: i256" for letter in letters)
        body = f"%r = {name} {', '.join(letters)} ret %r"
        text.append(f"func @f_{name}({parameters}) -> i256 {{ entry: {body} }}")
    return parse_module("\n".join(text))


def test_builtins_compute_the_same_as_machine_code() -> None:
    module = builtin_functions()
    compiled = Compiled(print_llvm(module, entries=True))
    rng = Random(7)
    for function in module.functions.values():
        count = len(function.parameters)
        given = [[rng.choice(EDGES) for _ in range(count)] for _ in range(60)]
        given += [[number(rng) for _ in range(count)] for _ in range(40)]
        for arguments in given:
            expected = run_function(module, function.name, arguments)
            assert compiled.call(function.name, arguments, 1) == expected, (
                function.name,
                arguments,
            )


@pytest.mark.parametrize(
    ("program", "name", "arguments", "result"),
    [("T1", "max", (3, 5), 5), ("T2", "fib", (10,), 55), ("T3", "counter", (), 10)],
)
def test_the_programs_run_as_machine_code(
    program: str, name: str, arguments: tuple[int, ...], result: int
) -> None:
    module = programs.module_of(program)
    assert Compiled(print_llvm(module, entries=True)).call(name, arguments, 1) == [result]
    promoted_counts(module)
    assert Compiled(print_llvm(module, entries=True)).call(name, arguments, 1) == [result]


def test_pure_functions_have_no_effects() -> None:
    module = random_module(Random(1))
    names = [function.name for function in pure_functions(module)]
    assert "pure" in names
    assert "looping" in names
    assert not {"reader", "writer", "f"} & set(names)


def test_generated_functions_compute_the_same_as_machine_code() -> None:
    functions = 0
    for seed in range(1000, 1000 + amount(5, 50)):
        count, wrong = compare_values(seed)
        assert not wrong
        functions += count
    assert functions >= 15


def test_max_of_random_words_as_machine_code() -> None:
    module = programs.module_of("T1")
    promoted_counts(module)
    compiled = Compiled(print_llvm(module, entries=True))
    rng = Random(3)
    for _ in range(amount(300, 1000)):
        arguments = [rng.choice((rng.choice(EDGES), number(rng))) for _ in range(2)]
        assert compiled.call("max", arguments, 1) == run_function(module, "max", arguments)
