"""Assembly: code generation, linking of objects, and the measure of stack pressure."""

from __future__ import annotations

import re

import pytest

from tests.oracle import Job, Oracle, skip_unless_available
from yulopt.assembly.assembler import assemble
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.opcodes import OPCODES
from yulopt.assembly.pressure import (
    FunctionPressure,
    measure_pressure,
    stack_too_deep,
    unreachable_warning,
)
from yulopt.assembly.text import assembly_text
from yulopt.dialect import DEFAULT_EVM_VERSION, Dialect, EvmVersion, Tier, dialect_for
from yulopt.dialect.keccak import keccak256
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import ALL_CODE, NO_CODE, Options
from yulopt.errors import (
    AssemblyError,
    Source,
    StackTooDeepError,
)

OSAKA = dialect_for(DEFAULT_EVM_VERSION)
PARIS = dialect_for(EvmVersion.PARIS)


def compile_text(text: str, steps: str | None = None, dialect: Dialect = OSAKA) -> CompiledObject:
    """A program compiled, possibly after some steps."""
    return generate_program(
        Front(
            Source(text),
            Options(
                steps,
                evm_version=dialect.version.text,
                optimized=NO_CODE if steps is None else ALL_CODE,
            ),
        )
    )


def assembly(text: str, dialect: Dialect = OSAKA) -> list[str]:
    """The lines of the assembly of the outermost object's code."""
    lines = assembly_text(compile_text(text, dialect=dialect), dialect).splitlines()[1:-1]
    return [stripped for line in lines if (stripped := line.strip())]


def bytecode(text: str, dialect: Dialect = OSAKA) -> str:
    return assemble(compile_text(text, dialect=dialect), dialect).to_hex()


def deep_function(variables: int, guard: str = "") -> str:
    """A function that needs this many variables at once, none of which can be computed again."""
    names = [f"v{index}" for index in range(variables)]
    lines = [f"let {name} := sload({index})" for index, name in enumerate(names)]
    lines += ["sstore(0, 0)", *(f"sstore({name}, 1)" for name in names)]
    body = "\n".join(lines)
    return f"{{\n{guard}\nf()\nfunction f() {{\n{body}\n}}\n}}"


# Instructions


def test_arguments_lie_on_the_stack_with_the_first_on_top() -> None:
    assert assembly("{ mstore(0x40, calldataload(1)) }") == [
        "PUSH1 0x01",
        "CALLDATALOAD",
        "PUSH1 0x40",
        "MSTORE",
        "STOP",
    ]


def test_a_value_on_the_stack_is_copied() -> None:
    assert assembly("{ let x := sload(7) sstore(x, x) }") == [
        "PUSH1 0x07",
        "SLOAD",
        "DUP1",
        "SSTORE",
        "STOP",
    ]


def test_a_call_pushes_its_return_address_then_the_arguments() -> None:
    text = "{ sstore(0, f(1, 2)) function f(a, b) -> r { r := sub(a, b) } }"
    assert assembly(text) == [
        "PUSH @after_f_1",
        "PUSH1 0x02",
        "PUSH1 0x01",
        "PUSH f",
        "JUMP  // call",
        "@after_f_1:",
        "PUSH0",
        "SSTORE",
        "STOP",
        "// function f(a, b) -> r",
        "f:",
        "SUB",
        "SWAP1",
        "JUMP  // return",
    ]


def test_a_call_that_does_not_return_has_no_return_address() -> None:
    text = "{ f() function f() { revert(0, 0) } }"
    assert assembly(text) == [
        "PUSH f",
        "JUMP  // call",
        "// function f()",
        "f:",
        "PUSH0",
        "DUP1",
        "REVERT",
    ]


def test_the_false_branch_follows_a_conditional_jump() -> None:
    assert assembly("{ if calldatasize() { sstore(1, 2) } sstore(3, 4) }") == [
        "CALLDATASIZE",
        "PUSH @block_1",
        "JUMPI",
        "@block_2:",
        "PUSH1 0x04",
        "PUSH1 0x03",
        "SSTORE",
        "STOP",
        "@block_1:",
        "PUSH1 0x02",
        "PUSH1 0x01",
        "SSTORE",
        "PUSH @block_2",
        "JUMP",
    ]


def test_uncalled_functions_are_left_out() -> None:
    assert assembly("{ stop() function f() { f() } }") == ["STOP"]


def test_zero_has_its_own_instruction_from_shanghai_on() -> None:
    assert bytecode("{ sstore(0, 1) }") == "60015f5500"
    assert bytecode("{ sstore(0, 1) }", PARIS) == "600160005500"


def test_the_older_code_generator_keeps_variables_at_their_places() -> None:
    text = "{ let a, b := f(1) sstore(a, b) sstore(b, a) function f(x) -> y, z { z := x } }"
    assert assembly(text, dialect_for(EvmVersion.HOMESTEAD)) == [
        "PUSH @after_f_1",
        "PUSH1 0x01",
        "PUSH f",
        "JUMP  // call",
        "@after_f_1:",
        "DUP1",
        "DUP3",
        "SSTORE",
        "DUP2",
        "DUP2",
        "SSTORE",
        "POP",
        "POP",
        "PUSH @end",
        "JUMP",
        "// function f(x) -> y, z",
        "f:",
        "PUSH1 0x00",
        "PUSH1 0x00",
        "DUP3",
        "SWAP1",
        "POP",
        "@block_1:",
        "SWAP2",
        "POP",
        "SWAP2",
        "JUMP  // return",
        "@end:",
    ]


def test_verbatim_code_is_emitted_unchanged() -> None:
    text = '{ sstore(0, verbatim_1i_1o(hex"19", 5)) }'
    assert assembly(text)[:2] == ["PUSH1 0x05", 'VERBATIM hex"19"']
    assert bytecode(text) == "6005" + "19" + "5f5500"


def test_memoryguard_is_its_argument() -> None:
    assert assembly("{ mstore(64, memoryguard(0x80)) }")[0] == "PUSH1 0x80"


def test_all_builtins_that_are_instructions_have_an_opcode() -> None:
    for version in EvmVersion:
        for name, builtin in dialect_for(version).builtins.items():
            assert (name in OPCODES) == (builtin.tier is not None and builtin.tier >= Tier.ZERO)


# Putting objects together

TREE = """
object "A" {
    code {
        sstore(1, datasize("A"))
        sstore(2, dataoffset("B"))
        sstore(3, datasize("B"))
        sstore(4, dataoffset("B.C"))
        sstore(5, dataoffset("text"))
        sstore(6, datasize("text"))
        sstore(7, dataoffset("same text"))
    }
    object "B" {
        code { sstore(1, 2) }
        object "C" { code { invalid() } }
    }
    object "unused" { code { revert(1, 2) } }
    data "text" "hello"
    data "same text" "hello"
    data "unused text" "more"
    data ".metadata" hex"aabb"
}
"""


def test_referenced_objects_are_appended_once() -> None:
    code = (
        "6034600155"  # the size of everything
        "6025600255"  # B
        "6007600355"
        "602c600455"  # B.C
        "602d600555"  # text
        "6005600655"
        "602d60075500"
        "fe"
    )
    assert bytecode(TREE) == code + "600260015500fe" + "fe" + b"hello".hex() + "aabb"


def test_the_object_itself_begins_at_zero() -> None:
    assert bytecode('object "A" { code { sstore(dataoffset("A"), 1) } }') == "60015f5500"


def test_data_is_in_the_order_of_its_hashes() -> None:
    text = """
    object "A" {
        code { sstore(dataoffset("one"), dataoffset("two")) }
        data "one" "1"
        data "two" "2"
    }
    """
    first, second = sorted([b"1", b"2"], key=keccak256)
    assert bytecode(text).endswith("fe" + first.hex() + second.hex())


def test_only_nonempty_data_is_separated_from_the_code() -> None:
    assert bytecode('object "A" { code { } data ".metadata" "" }') == "00"
    assert bytecode('object "A" { code { } data ".metadata" "x" }') == "00fe78"
    assert bytecode('object "A" { code { } data "unused" "x" }') == "00fe"


@pytest.mark.parametrize("size", [254, 255, 256, 257, 300, 65534, 65537])
def test_labels_have_a_width_that_is_enough_for_one_byte_more_than_the_code(size: int) -> None:
    """The code is a branch around verbatim bytes."""
    filler = "5b" * (size - 10)
    text = f'{{ if calldatasize() {{ stop() }} verbatim_0i_0o(hex"{filler}") }}'
    code = bytes.fromhex(bytecode(text))
    width = code[1] - 0x5F
    label = int.from_bytes(code[2 : 2 + width], "big")
    assert code[label] == 0x5B
    assert label + 2 == len(code)
    assert width == ((len(code) + 1).bit_length() + 7) // 8


def test_immutables_are_written_wherever_they_are_read() -> None:
    text = """
    object "A" {
        code { setimmutable(0x40, "x", 7) setimmutable(0x40, "unused", 8) }
        object "B" { code { sstore(loadimmutable("x"), loadimmutable("x")) } }
    }
    """
    assert assembly(text)[:3] == ["PUSH1 0x07", "PUSH1 0x40", 'SETIMMUTABLE "x"']
    assert bytecode(text) == ("600760408181600101526022015" + "260086040505000fe")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'object "A" { code { sstore(0, loadimmutable("x")) } }',
            'object "A" reads the immutable "x", but no object around it could assign it',
        ),
        (
            'object "A" { code { } object "B" { code { sstore(0, loadimmutable("x")) } } }',
            'the code of object "A" does not assign the immutable "x",'
            " which an object inside it reads",
        ),
        (
            'object "A" { code { setimmutable(0, "x", 1) }'
            ' object "B" { code { sstore(0, loadimmutable("x")) } }'
            ' object "C" { code { sstore(0, loadimmutable("x")) } } }',
            'more than one object inside object "A" reads immutables;'
            " the code around them can set those of one object only",
        ),
    ],
)
def test_unassigned_immutables_are_errors(text: str, message: str) -> None:
    with pytest.raises(AssemblyError) as error:
        bytecode(text)
    assert error.value.message == message


def test_addresses_of_libraries_are_placeholders_at_all_levels() -> None:
    text = """
    object "A" {
        code { sstore(dataoffset("B"), linkersymbol("lib/Math.sol:Math")) }
        object "B" { code { pop(linkersymbol("lib/Math.sol:Math")) } }
    }
    """
    placeholder = f"__${keccak256(b'lib/Math.sol:Math').hex()[:34]}$__"
    assert bytecode(text) == f"73{placeholder}601a5500fe73{placeholder}5000"


def test_deep_nesting_and_long_code_are_no_problem() -> None:
    nested = "not(" * 500 + "calldatasize()" + ")" * 500
    code = f"{{ sstore(0, {nested}) {'sstore(0, 1) ' * 3000} }}"
    assert len(bytecode(code)) == 2 * (1 + 500 + 2 + 4 * 3000 + 1)


# Stack pressure


def pressure_of(text: str, function: str) -> FunctionPressure:
    objects = measure_pressure(compile_text(text, ":"), Source(text))
    (found,) = [item for item in objects[0].functions if item.function == function]
    return found


def test_the_deepest_stack_and_its_live_values() -> None:
    text = "{ f(sload(0), sload(1)) function f(a, b) { sstore(add(a, b), a) } }"
    found = pressure_of(text, "f")
    assert found.deepest == len(found.live) == 4
    assert found.live == ["return address", "a", "b", "a"]
    assert found.unreachable == []
    assert found.line == 1


def test_unreachable_values_are_reported_with_their_lines() -> None:
    text = deep_function(18)
    found = pressure_of(text, "f")
    assert [(value.name, value.slots) for value in found.unreachable] == [("v0", 1)]
    assert text.splitlines()[found.unreachable[0].declared - 1] == "let v0 := sload(0)"
    assert text.splitlines()[found.unreachable[0].needed - 1] == "sstore(0, 0)"


def test_the_error_names_function_variable_and_slots() -> None:
    text = deep_function(20)
    error = stack_too_deep(compile_text(text, ":"), Source(text, "deep.yul"))
    assert isinstance(error, StackTooDeepError)
    assert (error.function, error.variable) == ("f", "v1")
    assert error.deficit == 1
    assert error.message.startswith(
        'stack too deep: v1 in function "f" of object "object" is out of reach by 1 slot'
    )
    assert error.source_line == "let v1 := sload(1)"


def test_the_warning_is_one_line() -> None:
    text = deep_function(20)
    compiled = compile_text(text, ":")
    warning = unreachable_warning(compiled.program, OSAKA, Source(text, "deep.yul"))
    assert warning is not None
    assert "\n" not in warning
    assert warning.startswith('deep.yul: warning: stack too deep: v1 in function "f"')
    assert warning.endswith("`yulopt stack` shows all")


@pytest.mark.parametrize(
    ("dialect", "stack_allocation"), [(dialect_for(EvmVersion.HOMESTEAD), True), (OSAKA, False)]
)
def test_the_warning_for_the_older_code_generator(dialect: Dialect, stack_allocation: bool) -> None:
    text = deep_function(20)
    program = compile_text(text, dialect=dialect).program
    source = Source(text, "deep.yul")
    warning = unreachable_warning(program, dialect, source, stack_allocation=stack_allocation)
    assert warning is not None
    assert re.match(r'deep.yul: warning: stack too deep: v\d+ in function "f"', warning)


def test_spilled_variables_cause_no_warning() -> None:
    text = deep_function(20, "mstore(64, memoryguard(0x80))")
    compiled = compile_text(text, ":")
    assert unreachable_warning(compiled.program, OSAKA, Source(text)) is None


@pytest.mark.parametrize("variables", [17, 18, 19, 22, 30])
def test_the_reference_gives_up_at_the_same_variable(variables: int) -> None:
    skip_unless_available()
    text = deep_function(variables)
    oracle = Oracle()
    try:
        answer = oracle.run(Job("1", text, steps=":", output="bytecode"))
    finally:
        oracle.close()
    error = stack_too_deep(compile_text(text, ":"), Source(text))
    found = re.search(
        r"Variable (\S+) (?:is|with).*?(?:is (\d+) too deep|by (\d+) slots)", answer.error or ""
    )
    if found is None:
        assert error is None
    else:
        assert error is not None
        assert (error.variable, error.deficit) == (found[1], int(found[2] or found[3]))
