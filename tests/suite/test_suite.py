"""The frame around a sequence, its settings, and the ways to run steps without it."""

from __future__ import annotations

import pytest

import yulopt
from yulopt.dialect import DEFAULT_EVM_VERSION, EvmVersion, dialect_for
from yulopt.suite.named_sequences import read_sequence
from yulopt.syntax.ast import NUMBER, Block, Expression, ExpressionStatement, FunctionCall, Literal
from yulopt.syntax.deep_stack import run_with_deep_stack


def code(source: str, steps: str | None = ":", **settings: int | str) -> str:
    """The optimised code of a bare block, laid out as a block of its own."""
    runs, version = settings.get("runs", 200), settings.get("evm_version")
    assert isinstance(runs, int)
    assert version is None or isinstance(version, str)
    text = yulopt.optimize(
        source,
        steps,
        runs=runs,
        evm_version=version,
        stack_allocation=bool(settings.get("stack_allocation", True)),
    )
    return yul(text)


def yul(source: str) -> str:
    """The printed code of an object or a block."""
    return yulopt.print_yul(yulopt.parse(source).code)


# The frame around every sequence, also an empty one


def test_a_minimal_run() -> None:
    source = """
        object "A" {
            code { sstore(0,1) function f(){} }
            object "B" { code {} }
            data "x" ""
        }
    """
    assert yulopt.optimize(source, ":") == (
        'object "A" {\n'
        "    code {\n"
        "        { sstore(0, 1) }\n"
        "        function f()\n"
        "        { }\n"
        "    }\n"
        '    object "B" {\n'
        "        code { { } }\n"
        "    }\n"
        '    data "x" hex""\n'
        "}\n"
    )


def test_functions_are_hoisted() -> None:
    assert code("{ if calldatasize() { f() function f() { sstore(0, 1) } } }") == yul(
        "{ { if calldatasize() { f() } } function f() { sstore(0, 1) } }"
    )


def test_blocks_are_flattened() -> None:
    assert code("{ { sstore(0, 1) { sstore(1, 2) { } } } }") == yul(
        "{ { sstore(0, 1) sstore(1, 2) } }"
    )


def test_loop_initialisers_are_moved_out() -> None:
    assert code("{ for { let i := 9 } i { } { sstore(i, 0) } }") == yul(
        "{ { let i := 9 for { } i { } { sstore(i, 0) } } }"
    )


def test_constants_are_rewritten() -> None:
    assert code("{ sstore(0, 0xffffffff00000000000000000000000000000000) }") == yul(
        "{ { sstore(0, shl(128, 0xffffffff)) } }"
    )


def test_names_are_simplified_and_then_cleaned() -> None:
    assert code("{ let x_9 := f_7() sstore(0, x_9) function f_7() -> y_t_z { } }") == yul(
        "{ { let x := f() sstore(0, x) } function f() -> y_z { } }"
    )


def test_data_is_unchanged() -> None:
    source = """
        /// @use-src 3:"a.sol"
        object "A_1" {
            code { { } }
            data "f_1" hex"00ff"
        }
    """
    assert yulopt.optimize(source, ":") == yulopt.print_yul(yulopt.parse(source))


def test_a_wrong_program_is_refused() -> None:
    with pytest.raises(yulopt.YulValidationError):
        yulopt.optimize("{ sstore(0, x) }", ":")


# The sequence

UNUSED = "{ let x := 1 }"


def test_no_steps_means_those_that_solc_runs() -> None:
    source = "{ let x := add(1, 2) sstore(0, f(x)) function f(a) -> b { b := mul(a, 7) } }"
    assert code(source, None) == yul("{ { sstore(0, 21) } }")
    assert code(source, read_sequence("default")) == code(source, None)


def test_without_a_colon_the_default_cleanup_runs() -> None:
    assert code(UNUSED, "") == yul("{ { } }")
    assert code(UNUSED, "f") == yul("{ { } }")


def test_with_a_colon_only_what_follows_runs_as_cleanup() -> None:
    assert code(UNUSED, ":") == yul("{ { let x := 1 } }")
    assert code(UNUSED, ":u") == yul("{ { } }")


def test_the_cleanup_runs_after_the_main_sequence() -> None:
    assert code("{ let x := 1 sstore(x, x) }", "T:u") == yul("{ { sstore(1, 1) } }")
    assert code("{ let x := 1 sstore(x, x) }", "u:T") == yul("{ { let x := 1 sstore(1, 1) } }")


def test_the_program_is_grouped_again_after_each_part() -> None:
    """`h` removes the empty block that the grouped form begins with."""
    source = "{ function f() { sstore(0, 1) } }"
    for steps in ("h:", ":h"):
        assert code(source, steps) == yul("{ { } function f() { sstore(0, 1) } }")


def test_numbers_of_names_continue_through_all_steps() -> None:
    """The counter is at 1 after the function of `F`, at 2 after its parameter; then `p` asks."""
    source = """
        {
            f(1) g(calldataload(0))
            function f(x) { sstore(x, x) }
            function g(unused) { sstore(2, 2) sstore(3, 3) }
        }
    """
    assert code(source, "Fp:") == yul(
        """
        {
            { f_1() g_3(calldataload(0)) }
            function f_1() { let x := 1 sstore(x, x) }
            function f(x) { sstore(x, x) }
            function g() { sstore(2, 2) sstore(3, 3) }
            function g_3(unused) { g() }
        }
        """
    )


def test_each_object_has_its_own_numbers() -> None:
    inside = "code { f(1) function f(x) { sstore(x, x) } }"
    source = f'object "A" {{ {inside} object "B" {{ {inside} }} }}'
    assert yulopt.optimize(source, "F:").count("f_1()") == 4


# Creation code and deployed code

CODE = "code { sstore(0, 0xffffffffffffffffffffffffffffffffffffffff00000000) }"
# How the constant is written to save code, if it runs once or never, and to save gas.
CREATED = "sub(shl(192, 1), 0x0100000000)"
NEVER_RUN = "sub(shl(192, 1), shl(32, 1))"
OFTEN_RUN = "0xffffffffffffffffffffffffffffffffffffffff00000000"


def constants(source: str, runs: int) -> list[str]:
    """The spelling of the constant in each object, in the order of the text."""
    lines = yulopt.optimize(source, ":", runs=runs).splitlines()
    stores = [line.strip() for line in lines if "sstore" in line]
    return [store.removeprefix("sstore(0, ").removesuffix(")") for store in stores]


@pytest.mark.parametrize(
    ("runs", "deployed"), [(0, NEVER_RUN), (200, CREATED), (1_000_000, OFTEN_RUN)]
)
def test_the_number_of_runs_is_that_of_deployed_code(runs: int, deployed: str) -> None:
    source = f'object "A" {{ {CODE} object "A_deployed" {{ {CODE} }} }}'
    assert constants(source, runs) == [CREATED, deployed]


@pytest.mark.parametrize(
    ("name", "constant"),
    [
        ("B_deployed", NEVER_RUN),
        ("_deployed", NEVER_RUN),
        ("B_deployed_", CREATED),
        ("Bdeployed", CREATED),
        ("B_Deployed", CREATED),
        ("B", CREATED),
    ],
)
def test_the_end_of_its_name_makes_an_object_deployed(name: str, constant: str) -> None:
    source = f'object "A" {{ {CODE} object "{name}" {{ {CODE} }} }}'
    assert constants(source, 0) == [CREATED, constant]


def test_the_outermost_object_is_creation_code_whatever_its_name() -> None:
    assert constants(f'object "A_deployed" {{ {CODE} }}', 0) == [CREATED]


def test_inner_objects_are_judged_by_their_own_name_only() -> None:
    source = f"""
        object "A" {{
            {CODE}
            object "B_deployed" {{ {CODE} object "C" {{ {CODE} }} }}
            object "D" {{ {CODE} object "E_deployed" {{ {CODE} }} }}
        }}
    """
    assert constants(source, 0) == [CREATED, NEVER_RUN, CREATED, CREATED, NEVER_RUN]


@pytest.mark.parametrize("runs", [-1, 2**64])
def test_invalid_numbers_of_runs(runs: int) -> None:
    with pytest.raises(ValueError, match=f"runs must be between 0 and .*, not {runs}"):
        yulopt.optimize("{ }", runs=runs)


def test_the_largest_number_of_runs() -> None:
    source = f'object "A" {{ code {{ }} object "A_deployed" {{ {CODE} }} }}'
    assert constants(source, 2**64 - 1) == [OFTEN_RUN]


# EVM version and stack allocation


@pytest.mark.parametrize(
    ("version", "stack_allocation", "guard"),
    [
        ("homestead", True, "0x80"),
        ("homestead", False, "0x0080"),
        ("tangerineWhistle", True, "0x80"),
        ("tangerineWhistle", False, "0x0080"),
        ("osaka", True, "0x80"),
        ("osaka", False, "0x0080"),
    ],
)
def test_the_memory_guard_is_rewritten_if_variables_may_move_to_memory(
    version: str, stack_allocation: bool, guard: str
) -> None:
    source = "{ let x := memoryguard(0x0080) mstore(0x0080, x) }"
    assert code(source, evm_version=version, stack_allocation=stack_allocation) == yul(
        f"{{ {{ let x := memoryguard({guard}) mstore(0x0080, x) }} }}"
    )


def many_variables(count: int) -> str:
    """Code in which this many variables are live at the same time."""
    names = [f"v{index}" for index in range(count)]
    lets = " ".join(f"let {name} := sload({index})" for index, name in enumerate(names))
    uses = " ".join(f"sstore({index}, {name})" for index, name in enumerate(names))
    return f"{{ mstore(64, memoryguard(128)) {lets} {uses} {uses} }}"


@pytest.mark.parametrize(("count", "guard"), [(14, "0x80"), (15, "0x0240")])
def test_variables_out_of_reach_move_to_memory(count: int, guard: str) -> None:
    assert f"memoryguard({guard})" in yulopt.optimize(many_variables(count), ":")


@pytest.mark.parametrize(
    ("version", "stack_allocation", "is_last"),
    [
        ("homestead", True, False),
        ("homestead", False, False),
        ("tangerineWhistle", True, True),
        ("tangerineWhistle", False, False),
    ],
)
def test_variables_are_removed_after_the_cleanup_for_the_newer_code_generator_only(
    version: str, stack_allocation: bool, is_last: bool
) -> None:
    """The cleanup splits all expressions; some variable is replaced by its value after that."""
    names = [f"v{index}" for index in range(18)]
    lets = " ".join(f"let {name} := caller()" for name in names)
    stores = " ".join(f"sstore({index}, {name})" for index, name in enumerate(names))
    text = yulopt.optimize(
        f"{{ {lets} {stores} }}", ":x", evm_version=version, stack_allocation=stack_allocation
    )
    assert (", caller())" in text) == is_last


def test_no_variable_moves_without_stack_allocation() -> None:
    text = yulopt.optimize(many_variables(20), ":", stack_allocation=False)
    assert "memoryguard(128)" in text


@pytest.mark.parametrize(
    ("version", "constant"),
    [
        ("byzantium", "sub(exp(2, 192), 0x0100000000)"),
        ("constantinople", "sub(shl(192, 1), 0x0100000000)"),
    ],
)
def test_the_version_decides_what_steps_may_write(version: str, constant: str) -> None:
    source = "{ sstore(0, 0xffffffffffffffffffffffffffffffffffffffff00000000) }"
    assert code(source, evm_version=version) == yul(f"{{ {{ sstore(0, {constant}) }} }}")


def test_an_unknown_version() -> None:
    with pytest.raises(ValueError, match="unknown EVM version 'Osaka'"):
        yulopt.optimize("{ }", evm_version="Osaka")


# Without the frame


def test_bare_runs_only_the_steps() -> None:
    source = "{ function f_1() { } { let x_9 sstore(0, 0xff00000000000000000000) } { } }"
    assert yulopt.optimize(source, "", bare=True) == yul(source) + "\n"
    assert yulopt.optimize(source, "d", bare=True) == (
        yul(source.replace("let x_9", "let x_9 := 0")) + "\n"
    )


def test_bare_makes_names_unique_first() -> None:
    assert yulopt.optimize("{ { let x } { let x } }", "", bare=True) == (
        yul("{ { let x } { let x_1 } }") + "\n"
    )


def test_bare_runs_no_default_cleanup() -> None:
    assert yulopt.optimize(UNUSED, "g", bare=True) == "{ { let x := 1 } }\n"
    assert yulopt.optimize(UNUSED, "g:u", bare=True) == "{ { } }\n"


def test_a_bare_block_gives_a_block_and_an_object_an_object() -> None:
    assert yulopt.optimize("{ stop() }", "", bare=True) == "{ stop() }\n"
    source = 'object "A" { code { stop() } }'
    assert yulopt.optimize(source, "", bare=True) == 'object "A" {\n    code { stop() }\n}\n'


def test_bare_runs_over_all_objects() -> None:
    source = 'object "A" { code { let x } object "B" { code { let x } } }'
    assert yulopt.optimize(source, "d", bare=True).count("let x := 0") == 2


HASH = "{ let p := 0 mstore(p, p) sstore(p, keccak256(p, p)) }"


@pytest.mark.parametrize(
    "source",
    [
        HASH,
        f'object "A" {{ code {HASH} }}',
        f'object "A" {{ code {{ }} object "B" {{ code {HASH} }} }}',
    ],
    ids=["block", "object", "inner"],
)
def test_bare_takes_all_code_as_deployed(source: str) -> None:
    """Only in deployed code are hashes computed."""
    assert "keccak256" not in yulopt.optimize(source, "L", bare=True)
    assert "keccak256" in yulopt.optimize(source, "L", bare=True, runs=0)
    assert "keccak256" in yulopt.optimize(source, "L:")


# Trees


def test_run_steps_changes_a_block_in_place() -> None:
    block = yulopt.parse("{ let x { let y } { let y } }").code
    yulopt.run_steps(block, "d")
    assert yulopt.print_yul(block) == yul("{ let x := 0 { let y := 0 } { let y_1 := 0 } }")


def test_run_steps_changes_all_objects_of_a_tree() -> None:
    program = yulopt.parse('object "A" { code { let x } object "B" { code { let y } } }')
    yulopt.run_steps(program, "d")
    assert yulopt.print_yul(program).count(" := 0") == 2


def test_run_steps_checks_sequence_and_program() -> None:
    block = yulopt.parse("{ sstore(0, 1) function f() { } }").code
    with pytest.raises(yulopt.SequenceError):
        yulopt.run_steps(block, "?")
    with pytest.raises(yulopt.StepError):
        yulopt.run_steps(block, "i")
    yulopt.run_steps(block, "gi")


def test_run_steps_has_version_and_runs() -> None:
    source = f"{{ {HASH} }}"
    block = yulopt.parse(source).code
    yulopt.run_steps(block, "L", runs=153)
    assert yulopt.print_yul(block) == yul(source)
    yulopt.run_steps(block, "L", runs=154)
    assert yulopt.print_yul(block) != yul(source)
    with pytest.raises(ValueError, match="unknown EVM version"):
        yulopt.run_steps(block, "L", evm_version="next")


def test_make_context_makes_names_unique_and_knows_them() -> None:
    block = yulopt.parse("{ { let x } { let x } function f(a) -> b { let c } }").code
    context = yulopt.make_context(block)
    assert yulopt.print_yul(block) == yul("{ { let x } { let x_1 } function f(a) -> b { let c } }")
    dispenser = context.dispenser
    assert [dispenser.is_illegal(name) for name in ("x", "x_1", "f", "a", "b", "c")] == [True] * 6
    assert not dispenser.is_illegal("x_2")
    # Numbers start at 1 again, whatever the Disambiguator needed.
    assert dispenser.new_name("x") == "x_2"
    assert dispenser.new_name("f") == "f_3"


def test_make_context_defaults() -> None:
    context = yulopt.make_context(yulopt.parse("{ }").code)
    assert context.dialect is dialect_for(DEFAULT_EVM_VERSION)
    assert context.expected_executions == 200


def test_make_context_settings() -> None:
    london = dialect_for(EvmVersion.LONDON)
    context = yulopt.make_context(yulopt.parse("{ }").code, london, None)
    assert context.dialect is london
    assert context.expected_executions is None


# Depth

TREE_DEPTH = 900
TEXT_DEPTH = 590
ALL_LETTERS = "dfDvulfnTUtnIfxa[r]EscLMVcul[j]TrpeFsCUvifMSO"


def nested_expression(depth: int) -> Expression:
    builtins = dialect_for(DEFAULT_EVM_VERSION).builtins
    expression: Expression = FunctionCall(
        "calldataload", [Literal(NUMBER, 0)], builtins["calldataload"]
    )
    for _ in range(depth):
        expression = FunctionCall("mload", [expression], builtins["mload"])
    return expression


def test_an_expression_deeper_than_text_can_be() -> None:
    sstore = dialect_for(DEFAULT_EVM_VERSION).builtins["sstore"]
    call = FunctionCall("sstore", [Literal(NUMBER, 0), nested_expression(TREE_DEPTH)], sstore)
    block = Block([Block([ExpressionStatement(call)])])
    yulopt.run_steps(block, ALL_LETTERS)
    assert run_with_deep_stack(lambda: yulopt.print_yul(block)).count("mload") == TREE_DEPTH


def test_an_expression_as_deep_as_text_can_be() -> None:
    source = "{ sstore(0, " + "mload(" * TEXT_DEPTH + "calldataload(0)" + ")" * TEXT_DEPTH + ") }"
    assert yulopt.optimize(source).count("mload") == TEXT_DEPTH


def test_thousands_of_statements() -> None:
    source = "{" + " ".join(f"sstore({index}, calldataload(0))" for index in range(5000)) + "}"
    assert yulopt.optimize(source, "xcuj:").count("sstore") == 5000


def test_thousands_of_joined_expressions() -> None:
    """The joiner makes one expression of all of them, far deeper than text can be."""
    depth = 3000
    lets = " ".join(f"let x{index + 1} := mload(x{index})" for index in range(depth))
    source = f"{{ let x0 := calldataload(0) {lets} sstore(0, x{depth}) }}"
    text = yulopt.optimize(source, "j:")
    assert "mload(" * depth + "calldataload(0)" + ")" * depth in text


def test_the_callers_recursion_limit_is_left_alone() -> None:
    import sys

    before = sys.getrecursionlimit()
    yulopt.optimize("{ }")
    assert sys.getrecursionlimit() == before
