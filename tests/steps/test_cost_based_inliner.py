"""The CostBasedInliner (J): calls are replaced by the body where the code gets cheaper."""

from __future__ import annotations

import yulopt
from tests.generator import generate
from tests.slices import seeds
from tests.steps.check import check_unchanged, result
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.evm.environment import Limits
from yulopt.evm.halt import HaltKind
from yulopt.evm.outcome import Outcome
from yulopt.interpreter.run import run
from yulopt.stack.layout_generator import stack_report

DIALECT = dialect_for(DEFAULT_EVM_VERSION)
LIMITS = Limits(steps=20_000)
GUARD = "mstore(64, memoryguard(128))"
# A body of some 60 bytes.
LONG = " ".join(f"sstore(add(x, {n}), calldataload({n}))" for n in range(1, 8))


def inlined(program: str, runs: int = 200) -> str:
    """The program after the step and without functions that are not called; it does the same."""
    after = result("hgxJu", program, runs=runs)
    for word in (0, 1, 5, 1 << 255):
        calldata = word.to_bytes(32, "big") * 3
        assert outcome(after, calldata) == outcome(program, calldata)
    return after


def outcome(program: str, calldata: bytes) -> tuple[object, ...]:
    return reported(run(program, calldata=calldata))


def reported(seen: Outcome) -> tuple[object, ...]:
    return seen.kind, seen.output, seen.storage, seen.logs


def calls(program: str, function: str = "f") -> int:
    """The number of remaining calls; the definition, removed with the last one, does not count."""
    return max(program.count(f"{function}(") - 1, 0)


def test_single_calls_are_inlined() -> None:
    after = inlined(f"{{ sstore(f(7), 1) function f(x) -> r {{ {LONG} r := x }} }}")
    assert "function" not in after


def test_short_functions_are_inlined_everywhere() -> None:
    three = " ".join(f"sstore({n}, f(calldataload({n})))" for n in range(3))
    after = inlined(f"{{ {three} function f(x) -> r {{ r := add(x, 1) }} }}")
    assert "function" not in after


def test_long_functions_are_called_where_code_costs_more_than_calls() -> None:
    three = " ".join(f"f(calldataload({n}))" for n in range(3))
    program = f"{{ {three} function f(x) {{ {LONG} }} }}"
    assert calls(inlined(program, runs=1)) == 3
    assert calls(inlined(program, runs=1_000_000)) == 0


def test_constant_arguments_decide_the_copied_code() -> None:
    """With this constant the body keeps one store, with others its full length."""
    program = f"""{{
        f(0, calldataload(0)) f(1, calldataload(32)) f(calldataload(0), 3) f(calldataload(1), 4)
        function f(long, x) {{ sstore(x, 1) if long {{ {LONG} }} }}
    }}"""
    assert calls(inlined(program, runs=1)) == 3


def test_a_case_that_a_constant_excludes_is_not_paid_for() -> None:
    program = f"""{{
        f(0, calldataload(0)) f(calldataload(0), 3) f(calldataload(1), 4)
        function f(kind, x) {{ switch kind case 0 {{ sstore(x, 1) }} default {{ {LONG} }} }}
    }}"""
    assert calls(inlined(program, runs=1)) == 2


def test_a_function_kept_for_one_call_is_in_the_cost() -> None:
    """One call is part of an expression, and `J` alone takes nothing apart."""
    program = f"""{{
        {{ let a := 7 let b := f(a) sstore(0, f(calldataload(1))) }}
        function f(x) -> r {{ {LONG} }}
    }}"""
    assert result("hgJ", program, runs=1).count("f(") == 3


def test_a_variable_that_changes_decides_nothing() -> None:
    program = f"""{{
        let zero := 0
        if calldataload(0) {{ zero := 1 }}
        f(zero, 1) f(zero, 2) f(zero, 3)
        function f(long, x) {{ sstore(x, 1) if long {{ {LONG} }} }}
    }}"""
    assert calls(inlined(program, runs=1)) == 3


def test_callees_are_inlined_first() -> None:
    """g is compared with f inside."""
    program = f"""{{
        g(calldataload(0)) g(calldataload(1)) g(calldataload(2))
        function g(x) {{ f(x) }}
        function f(x) {{ {LONG} }}
    }}"""
    after = inlined(program, runs=1)
    assert (calls(after, "f"), calls(after, "g")) == (0, 3)


def test_arguments_are_evaluated_once_and_in_the_same_order() -> None:
    program = """{
        sstore(0, f(g(1), g(2)))
        function f(a, b) -> r { r := sub(sub(a, b), b) }
        function g(x) -> r { r := sload(9) sstore(9, add(mul(r, 3), x)) }
    }"""
    assert "function" not in inlined(program, runs=1_000_000)


def test_arguments_are_bound_from_the_last_to_the_first() -> None:
    """Literals are bound in this order, too, as in the FullInliner."""
    after = result("hgJ", "{ { f(1, 2) } function f(a, b) { sstore(a, b) } }")
    assert after.index(":= 2") < after.index(":= 1")


def test_results_are_zero_until_they_are_assigned() -> None:
    program = """{
        for { let i := 0 } lt(i, 3) { i := add(i, 1) } { sstore(i, f(eq(i, 1))) }
        function f(a) -> r { if a { r := 7 } }
    }"""
    assert "function" not in inlined(program)


def test_recursive_functions_and_those_with_leave_stay() -> None:
    check_unchanged(
        "hgJ",
        """{
            { f(3) g(4) sstore(0, even(calldataload(0))) }
            function f(x)
            {
                if x { leave }
                sstore(1, 2)
            }
            function g(y)
            { if y { g(sub(y, 1)) } }
            function even(z) -> r
            {
                r := 1
                if z { r := odd(sub(z, 1)) }
            }
            function odd(w) -> s
            { if w { s := even(sub(w, 1)) } }
        }""",
    )


def test_a_call_inside_an_expression_stays() -> None:
    program = "{ { sstore(0, f(calldataload(0))) } function f(x) -> r { r := add(x, 1) } }"
    check_unchanged("hgJ", program)


def test_the_name_of_an_object_is_no_number() -> None:
    program = """object "o" {
        code { { f(datasize("d")) f(1) } function f(x) { sstore(x, datasize("d")) } }
        data "d" "abc"
    }"""
    assert 'datasize("d")' in result("hgxJu", program)


# The stack


def variables(count: int) -> str:
    return " ".join(f"let v{n} := calldataload({n})" for n in range(count))


def uses(count: int) -> str:
    return " ".join(f"sstore(v{n}, v{n})" for n in range(count))


def test_without_a_promise_the_stack_stays_shallow_enough() -> None:
    """The function needs six slots; with many variables around the call, the last is too deep."""
    own = " ".join(f"let w{n} := sload({n})" for n in range(5))
    own_uses = " ".join(f"sstore(add(w{n}, x), w{n})" for n in range(5))
    for count in (4, 6, 7, 8, 9, 12, 14):
        program = f"""{{
            {variables(count)} f(v0) {uses(count)}
            function f(x) {{ {own} {own_uses} {own_uses} }}
        }}"""
        after = inlined(program)
        assert ("function" in after) == (count > 6), count
        assert not any(stack_report(yulopt.parse(after).code, DIALECT).values()), count


def test_with_a_promise_variables_can_move_to_memory() -> None:
    program = f"{{ {GUARD} {variables(14)} f(v0) {uses(14)} function f(x) {{ {LONG} }} }}"
    assert "function" not in inlined(program)


def test_the_promise_does_not_help_recursive_functions() -> None:
    """The StackLimitEvader moves none of their variables."""
    own = " ".join(f"let w{n} := sload({n})" for n in range(5))
    own_uses = " ".join(f"sstore(add(w{n}, x), w{n})" for n in range(5))
    for count in (2, 4, 5, 9):
        program = f"""{{
            {GUARD} g(calldataload(0))
            function f(x) {{ {own} {own_uses} {own_uses} }}
            function g(y) {{ {variables(count)} f(v0) if v1 {{ g(y) }} {uses(count)} }}
        }}"""
        after = inlined(program)
        assert ("function f" in after) == (count > 4), count
        assert not any(stack_report(yulopt.parse(after).code, DIALECT).values()), count


def test_the_promise_does_not_help_programs_that_ask_for_the_size_of_memory() -> None:
    program = f"{{ {GUARD} {variables(14)} f(msize()) {uses(14)} function f(x) {{ {LONG} }} }}"
    assert "function" in inlined(program)


def test_without_a_stack_limit_everything_is_inlined() -> None:
    """A callee that is called with no variable in scope has the same stack as before."""
    body = f"{variables(13)} {uses(13)}"
    assert "function" not in inlined(f"{{ f() function f() {{ {body} }} }}")


def test_generated_programs_behave_the_same() -> None:
    ended = 0
    for seed in seeds(6, 300):
        program = generate(seed, size=40)
        for calldata in (bytes(128), b"\0" * 31 + b"\1" * 97):
            expected = run(program, calldata=calldata, limits=LIMITS)
            if expected.kind is HaltKind.OUT_OF_STEPS:
                continue
            ended += 1
            for runs in (1, 100_000):
                after = yulopt.optimize(program, "hgoxJ", bare=True, runs=runs)
                assert outcome(after, calldata) == reported(expected), f"seed {seed}, runs {runs}"
    assert ended


def test_inlining_at_most_doubles_the_code() -> None:
    """Each function calls the one before twice; copying all would copy the first 4096 times."""
    functions = "".join(
        f"function f{n}(x) {{ f{n - 1}(add(x, {n})) f{n - 1}(mul(x, {n})) }} " for n in range(1, 13)
    )
    program = f"{{ {{ f12(calldataload(0)) }} function f0(x) {{ {LONG} }} {functions} }}"
    after = result("hgxJu", program, runs=1 << 32)
    assert len(after) < 4 * len(result("hgx", program))
