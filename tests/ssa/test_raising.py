"""From SSA form back to Yul: the forms of the articles, S1 to S3, loops and exits, irreducible
graphs, large functions, and generated programs before and after."""

from __future__ import annotations

import re

import pytest

import yulopt
from tests.slices import amount
from tests.ssa.graphs import is_reducible
from tests.ssa.interpreter import run_function
from tests.ssa.programs import module_of, read
from tests.ssa.raised import PIPELINES, check, check_graph
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.ssa.ir.function import Module
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.ssa.raising.raising import raise_module
from yulopt.ssa.raising.reducibility import make_reducible
from yulopt.ssa.round_trip import round_trip
from yulopt.ssa.text.parser import parse_module
from yulopt.suite.suite import make_context

DIALECT = dialect_for(DEFAULT_EVM_VERSION)


def tidy(text: str) -> str:
    """Yul on one line, with single spaces."""
    return re.sub(r"\s+", " ", text).strip()


def after_ssa(text: str, pipeline: str = "mem2reg") -> str:
    """A program after a round trip, on one line."""
    code = yulopt.parse(text).code
    make_context(code, DIALECT)
    return tidy(yulopt.print_yul(round_trip(code, DIALECT, parse_pipeline(pipeline))))


def function_after_ssa(text: str, pipeline: str = "mem2reg") -> str:
    """The only function of a program after a round trip."""
    return after_ssa("{" + text + "}", pipeline).removeprefix("{ { } ").removesuffix(" }")


def raised(module: Module, pipeline: str = "mem2reg") -> str:
    """The Yul for a module, on one line; it is checked that Yul allows it."""
    run_pipeline(parse_pipeline(pipeline), module)
    code = raise_module(module)
    yulopt.parse(yulopt.print_yul(code))
    return tidy(yulopt.print_yul(code))


# T1 to T3


# Case T1 of chapter 08.
def test_max() -> None:
    assert raised(module_of("T1")) == (
        "{ function max(a, b) -> r { r := a if sgt(b, a) { r := b } } }"
    )


# Case T2 of chapter 08.
def test_fib() -> None:
    text = raised(module_of("T2"))
    assert text.count("for {") == 1
    assert text.count("let ") <= 4


# Case T2Y of chapter 08.
def test_fib_in_yul() -> None:
    text = function_after_ssa("""
        function fib(n) -> r {
            let a := 0  let b := 1  let c := 0  let i := 1
            if iszero(n) { leave }
            for {} slt(i, n) { i := add(i, 1) } { c := b  b := add(a, b)  a := c }
            r := b
        }""")
    assert text.count("for { } slt(i, n)") == 1
    assert text.count("let ") <= 4
    assert "exit" not in text


# Case T3 of chapter 08.
def test_counter() -> None:
    assert raised(module_of("T3")) == (
        "{ function counter() -> r { for { } lt(r, 10) { } { r := add(r, 1) } } }"
    )


# Names and expressions


def test_names_and_expressions_stay() -> None:
    text = (
        "function f(a, b) -> c, d { let sum := add(mload(a), sload(b)) "
        "c := mul(sum, sum) sstore(c, keccak256(a, add(b, 32))) d := sum }"
    )
    assert function_after_ssa(text) == (
        "function f(a, b) -> c, d { d := add(mload(a), sload(b)) "
        "c := mul(d, d) sstore(c, keccak256(a, add(b, 32))) }"
    )


def test_literals_keep_their_spelling() -> None:
    text = '{ { mstore(0x40, "abc") sstore(0xff, 1000000) } }'
    assert after_ssa(text) == text


def test_the_order_of_effects_stays() -> None:
    """The load happens before the store, so it cannot move into the sum after it."""
    assert function_after_ssa(
        "function f() -> r { let before := sload(0) sstore(0, 1) r := add(before, sload(0)) }"
    ) == ("function f() -> r { let before := sload(0) sstore(0, 1) r := add(before, sload(0)) }")


def test_effects_of_one_expression_are_folded_only_in_their_order() -> None:
    text = "function f() -> r { let a := sload(1) let b := g() r := sub(a, b) }"
    other = "function g() -> r { sstore(1, 5) r := 2 }"
    assert "let a := sload(1) r := sub(a, g())" in after_ssa("{" + text + other + "}")
    right_to_left = "function f() -> r { let b := g() let a := sload(1) r := sub(a, b) }"
    assert "r := sub(sload(1), g())" in after_ssa("{" + right_to_left + other + "}")


@pytest.mark.parametrize("end", ["stop()", "revert(0, 0)"])
def test_loads_stay_after_what_may_end_the_execution(end: str) -> None:
    program = "{{ {{ let y := f(calldataload(32)) let x := mload(calldataload(0))"
    program += " sstore(x, add(y, x)) }} function f(c) -> z {{ {} z := caller() }} }}"
    after = yulopt.optimize(program.format(f"if c {{ {end} }}"), "P", bare=True)
    assert after.index("f(") < after.index("mload")
    after = yulopt.optimize(program.format(""), "P", bare=True)
    assert after.index("f(") > after.index("mload")


def test_an_assignment_is_not_passed() -> None:
    module = parse_module("""
        func @f(%a: i256) -> i256 post-ssa {
        entry:
          %x = copy %a
          %old = add %x, 1
          %x = copy 5
          %sum = mul %old, %x
          ret %sum
        }""")
    assert raised(module, "") == (
        "{ function f(a) -> r { let old := add(a, 1) a := 5 r := mul(old, a) } }"
    )


def test_return_variables_start_as_zero() -> None:
    assert function_after_ssa(
        "function f(c) -> r { r := 0 if c { r := 5 } if iszero(c) { r := add(r, 1) } }"
    ) == ("function f(c) -> r { if c { r := 5 } if iszero(c) { r := add(r, 1) } }")


def test_a_function_called_main() -> None:
    text = "{ { sstore(0, main()) } function main() -> r { r := 7 } }"
    assert after_ssa(text) == text


def test_declared_functions_cannot_be_raised() -> None:
    with pytest.raises(yulopt.YulError, match="@println is declared, but not defined"):
        raise_module(module_of("N1"))


# Loops and exits


def test_a_condition_stays_the_condition() -> None:
    text = (
        "function f(n) -> r { for { } lt(mload(r), n) { r := add(r, 1) } "
        "{ if eq(r, 7) { continue } sstore(r, 1) } }"
    )
    assert "for { } lt(mload(r), n) { r := add(r, 1) }" in function_after_ssa(text)


# Case S1 of chapter 08.
def test_break_out_of_two_loops() -> None:
    text = """
        function f(n) -> r {
            let found := 0
            for { let i := 0 } lt(i, n) { i := add(i, 1) } {
                for { let j := 0 } lt(j, n) { j := add(j, 1) } {
                    if eq(sload(j), i) { found := 1  break }
                    r := add(r, sload(add(i, j)))
                }
                if found { break }
                r := add(r, 1)
            }
            sstore(r, found)
        }"""
    for pipeline in ("mem2reg", "optimize"):
        raised_text = function_after_ssa(text, pipeline)
        assert len(set(re.findall(r"exit\w*", raised_text))) <= 1


# Case S2 of chapter 08.
@pytest.mark.parametrize("split", [True, False])
def test_irreducible(split: bool) -> None:
    module = module_of("S2")
    function = module.functions["S2"]
    run_pipeline(parse_pipeline("phi-elimination"), module)
    assert not is_reducible(function)
    make_reducible(function, budget=200 if split else 0)
    assert is_reducible(function)
    labels = [block.label for block in function.blocks]
    assert ("dispatcher" in labels) != split
    assert run_function(module, "S2", [5, 0, 1]) == [5]
    assert "for {" in raised(module, "")


# Case S3 of chapter 08.
def test_two_ways_out_of_a_loop() -> None:
    text = function_after_ssa("""
        function S3(c, d) -> r {
            for {} 1 {} { if c { r := 1 leave } if d { break } c := sload(c) d := mload(c) }
            r := 2
        }""")
    assert "if c { r := 1 leave } if d { break }" in text
    assert text.endswith("r := 2 }")
    assert "exit" not in text


def test_code_that_assigns_an_immutable_is_not_copied() -> None:
    loop = """let t := callvalue()
        for { } lt(t, 9) { t := add(t, 1) } {
            if gt(t, 1) { break }
            if sload(t) { for { } 1 { } { sstore(1, 1) } }
        }"""
    assert after_ssa(f"{{ {loop} sstore(0, t) }}").count("sstore(0, t)") == 2
    assert after_ssa(f'{{ {loop} setimmutable(0, "a", t) }}').count("setimmutable") == 1


def test_an_entry_that_assigns_an_immutable_is_not_copied() -> None:
    text = """
        func @f(%a: i256) {{
        entry:
          br %a, %one, %other
        one:
          %x = sload 1
          sstore 1, 2
          br %other
        other:
          {}
          br %one
        }}"""
    copied = raised(read(text.format("sstore 0, 7")))
    assert copied.count("sstore(0, 7)") == 2
    kept = raised(read(text.format('setimmutable 0, "a", 7')))
    assert kept.count("setimmutable") == 1


def test_jump_past_a_meeting_point() -> None:
    """Without labels, control that skips the code of `both` needs a loop that runs once."""
    module = read("""
        func @f(%a: i256, %b: i256, %c: i256) {
        entry:
          br %a, %left, %right
        left:
          br %b, %both, %end
        right:
          br %c, %both, %end
        both:
          sstore 0, 1
          br %end
        end:
          sstore 1, 1
          sstore 2, 1
          sstore 3, 1
          sstore 4, 1
          sstore 5, 1
          sstore 6, 1
          ret
        }""")
    assert "for { } 1 { } {" in raised(module)


def test_an_exit_of_two_loops_has_a_guard() -> None:
    module = read("""
        func @f(%n: i256) {
        entry:
          br %outer
        outer:
          %i = phi i256 [ 0, %entry ], [ %next, %latch ]
          %more = lt %i, %n
          br %more, %inner, %done
        inner:
          %x = sload %i
          br %x, %inner2, %behind
        inner2:
          %y = sload %x
          br %y, %inner, %out
        behind:
          sstore 7, %i
          br %latch
        latch:
          %next = add %i, 1
          br %outer
        out:
          sstore 8, 1
          br %end
        done:
          sstore 9, 1
          br %end
        end:
          sstore 1, 1
          sstore 2, 1
          sstore 3, 1
          sstore 4, 1
          sstore 5, 1
          sstore 6, 1
          ret
        }""")
    text = raised(module)
    assert len(set(re.findall(r"exit\w*", text))) <= 1


# Large functions (case C11)


def nested_ifs(depth: int) -> Module:
    blocks = []
    for number in range(depth):
        blocks.append(f"""
        b{number}:
          %c{number} = calldataload {number}
          br %c{number}, %b{number + 1}, %e{number}""")
        value = f"%x{number + 1}" if number + 1 < depth else "5"
        inner = f"e{number + 1}" if number + 1 < depth else f"b{depth}"
        blocks.append(f"""
        e{number}:
          %x{number} = phi i256 [ {number}, %b{number} ], [ {value}, %{inner} ]
          br {f"%e{number - 1}" if number else "%end"}""")
    return parse_module(f"""
        func @f() -> i256 {{
        entry:
          br %b0
        {"".join(blocks)}
        b{depth}:
          br %e{depth - 1}
        end:
          ret %x0
        }}""")


def test_deeply_nested_branches() -> None:
    raise_module(nested_ifs(amount(500, 2_000)))


def test_a_long_sequence() -> None:
    length = amount(6_000, 30_000)
    lines = [f"%x{number + 1} = add %x{number}, {number}" for number in range(length)]
    module = parse_module(
        "func @f(%x0: i256) -> i256 { entry: " + "\n".join(lines) + f" ret %x{length} }}"
    )
    raise_module(module)


def test_deeply_nested_loops() -> None:
    depth = amount(250, 1_000)
    blocks = []
    for number in range(depth):
        outer = f"h{number - 1}" if number else "end"
        before = f"h{number - 1}" if number else "entry"
        source = f"a{number + 1}" if number + 1 < depth else f"h{depth}"
        start = f"%i{number - 1}" if number else "0"
        blocks.append(f"""
        h{number}:
          %i{number} = phi i256 [ {start}, %{before} ], [ %n{number}, %{source} ]
          %c{number} = lt %i{number}, 3
          br %c{number}, %h{number + 1}, %a{number}
        a{number}:
          %n{"x" if not number else number - 1} = add %i{number}, 1
          br %{outer}""")
    module = parse_module(f"""
        func @f() -> i256 {{
        entry:
          br %h0
        {"".join(blocks)}
        h{depth}:
          %n{depth - 1} = add %i{depth - 1}, 1
          br %h{depth - 1}
        end:
          ret %nx
        }}""")
    raise_module(module)


# Generated programs


@pytest.mark.parametrize("pipeline", [*PIPELINES, "optimize"])
def test_generated_programs_behave_the_same(pipeline: str) -> None:
    first = 4 * PIPELINES.index(pipeline) if pipeline in PIPELINES else 0
    results = [check(seed, pipeline) for seed in range(first, first + amount(2, 8))]
    assert set(results) <= {"", "limit"}
    assert "" in results


@pytest.mark.parametrize("copied", [0, 200])
def test_random_graphs_behave_the_same(copied: int) -> None:
    """Also irreducible ones, by node splitting and by dispatchers."""
    results = [check_graph(seed, "", copied) for seed in range(amount(15, 100))]
    assert set(results) <= {"", "limit"}
    assert results.count("") > 5


@pytest.mark.parametrize("seed", [10104, 5040])
def test_regressions_of_raising(seed: int) -> None:
    assert check_graph(seed, "", 0) in ("", "limit")
