"""The FunctionMerger (N): one function of functions that differ in constants."""

from __future__ import annotations

import random

import pytest

from tests.slices import seeds
from tests.steps.check import check_unchanged, printed, result
from yulopt.interpreter.run import run

# A body that is worth merging, with three constants.
BODY = "mstore(0, x) mstore(32, {}) mstore(64, {}) sstore(keccak256(0, 96), {}) log0(0, 96)"


def outcome(program: str, calldata: int) -> tuple[object, ...]:
    seen = run(program, calldata=calldata.to_bytes(32, "big"))
    return seen.kind, seen.output, seen.storage, seen.logs


def merged(program: str, runs: int = 1) -> str:
    """The result of the step, which behaves the same."""
    after = result("hgN", program, runs=runs)
    for calldata in range(5):
        assert outcome(after, calldata) == outcome(program, calldata)
    return after


def check_apart(program: str) -> None:
    """The functions of the program stay as they are."""
    before = result("hg", program)
    assert merged(program) == before


def test_a_parameter_for_each_constant_that_differs() -> None:
    after = merged(f"""{{
        f(calldataload(0)) g(7)
        function f(x) {{ {BODY.format(1, 2, 3)} }}
        function g(x) {{ {BODY.format(1, 5, 6)} }}
    }}""")
    assert after == printed(f"""{{
        {{ f(calldataload(0), 2, 3) f(7, 5, 6) }}
        function f(x, _1, _2) {{ {BODY.format(1, "_1", "_2")} }}
    }}""")


def test_constants_that_are_equal_share_a_parameter() -> None:
    after = merged(f"""{{
        f(calldataload(0)) g(7)
        function f(x) {{ {BODY.format(2, 2, 1)} }}
        function g(x) {{ {BODY.format(5, 5, 1)} }}
    }}""")
    assert "f(calldataload(0), 2)" in after
    assert "f(7, 5)" in after


def test_constants_that_are_equal_in_one_function_only_do_not() -> None:
    after = merged(f"""{{
        f(calldataload(0)) g(7)
        function f(x) {{ {BODY.format(2, 2, 1)} }}
        function g(x) {{ {BODY.format(5, 6, 1)} }}
    }}""")
    assert "f(calldataload(0), 2, 2)" in after
    assert "f(7, 5, 6)" in after


def test_a_copy_for_a_constant_argument_is_merged_with_the_function_itself() -> None:
    after = merged(f"""{{
        f(calldataload(0)) g(calldataload(0), 7) g(1, 2)
        function f(x) {{ {BODY.format(3, 2, 1)} }}
        function g(x, y) {{ {BODY.format("y", 2, 1)} }}
    }}""")
    assert "g(calldataload(0), 3)" in after
    assert "function f" not in after


def test_callers_become_equal() -> None:
    after = merged(f"""{{
        f(1) g(2)
        function f(x) {{ f1(x) sstore(x, 1) log1(0, 32, 12345678) }}
        function g(x) {{ g1(x) sstore(x, 1) log1(0, 32, 12345678) }}
        function f1(x) {{ {BODY.format(2, 2, 1)} }}
        function g1(x) {{ {BODY.format(5, 6, 1)} }}
    }}""")
    assert after.count("function") == 2


def test_arguments_are_computed_in_the_same_order() -> None:
    after = merged(f"""{{
        f(next(), next()) g(next(), next())
        function f(x, y) {{ {BODY.format("y", "y", 1)} }}
        function g(x, y) {{ {BODY.format("y", "y", 2)} }}
        function next() -> r {{ r := add(sload(0), 1) sstore(0, r) }}
    }}""")
    assert after.count("function") == 2


def test_parameters_in_another_order() -> None:
    check_apart(f"""{{
        f(next(), next()) g(next(), next())
        function f(x, y) {{ {BODY.format("y", "y", 1)} }}
        function g(y, x) {{ {BODY.format("y", "y", 1)} }}
        function next() -> r {{ r := add(sload(0), 1) sstore(0, r) }}
    }}""")


def test_a_parameter_that_stands_for_two_of_another_function() -> None:
    check_apart(f"""{{
        f(next(), next()) g(next())
        function f(x, y) {{ {BODY.format("y", "y", 1)} }}
        function g(x) {{ {BODY.format("x", "x", 1)} }}
        function next() -> r {{ r := add(sload(0), 1) sstore(0, r) }}
    }}""")


def test_unused_parameters() -> None:
    check_apart(f"""{{
        f(next(), next()) g(next(), next())
        function f(x, y) {{ {BODY.format(1, 1, 1)} }}
        function g(x, y) {{ {BODY.format(1, 1, 1)} }}
        function next() -> r {{ r := add(sload(0), 1) sstore(0, r) }}
    }}""")


def test_assigned_parameters() -> None:
    loop = "for {{ }} x {{ x := sub(x, 1) }} {{ {} }}"
    after = merged(
        f"""{{
        f(calldataload(0)) g(calldataload(0))
        function f(x) {{ {loop.format(BODY.format(1, 2, 3))} }}
        function g(x) {{ {loop.format(BODY.format(1, 2, 4))} }}
    }}""",
        runs=1,
    )
    assert "f(calldataload(0), 3)" in after
    assert "f(calldataload(0), 4)" in after


def test_parameters_that_are_assigned_in_another_order() -> None:
    check_apart(f"""{{
        f(calldataload(0), 1) g(calldataload(0), 1)
        function f(x, y) {{ x := 5 y := 6 {BODY.format(1, 2, "y")} }}
        function g(x, y) {{ y := 5 x := 6 {BODY.format(1, 2, "y")} }}
    }}""")


def test_a_parameter_that_is_assigned_is_no_constant() -> None:
    check_apart(f"""{{
        f(1) g(1, 2)
        function f(x) {{ {BODY.format(1, 2, 3)} {BODY.format(1, 2, 3)} }}
        function g(x, y) {{ {BODY.format(1, 2, "y")} y := 4 {BODY.format(1, 2, "y")} }}
    }}""")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("switch x case 1 { sstore(0, 1) }", "switch x case 2 { sstore(0, 1) }"),
        ("sstore(0, x)", "tstore(0, x)"),
        ("if x { leave }", "if x { }"),
        ("pop(f(x))", "pop(g(x))"),
    ],
)
def test_functions_that_differ_otherwise(one: str, other: str) -> None:
    check_apart(f"""{{
        pop(f(calldataload(0))) pop(g(calldataload(0)))
        function f(x) -> r {{ if gt(x, 5) {{ {one} }} {BODY.format(1, 2, 3)} }}
        function g(x) -> r {{ if gt(x, 5) {{ {other} }} {BODY.format(1, 2, 3)} }}
    }}""")


def test_names_of_data_stay_literals() -> None:
    text = """object "o" {{
        code {{
            {{ f() g() }}
            function f() {{ {} }}
            function g() {{ {} }}
        }}
        data "a" "1" data "b" "23"
    }}"""
    copy = "datacopy(0, dataoffset('{0}'), datasize('{0}')) log0(0, 64) sstore(1, mload(0))"
    program = text.format(copy.format("a"), copy.format("b"))
    assert result("N", program).count("function") == 2
    store = "sstore(loadimmutable('{0}'), 123456)"
    program = text.format(store.format("a"), store.format("b"))
    assert result("N", program).count("function") == 2


def test_recursive_functions() -> None:
    check_apart(f"""{{
        f(calldataload(0)) g(calldataload(0))
        function f(x) {{ {BODY.format(1, 2, 3)} if x {{ f(sub(x, 1)) }} }}
        function g(x) {{ {BODY.format(1, 2, 4)} if x {{ g(sub(x, 1)) }} }}
    }}""")


def test_small_functions_are_not_worth_it() -> None:
    check_apart("""{
        f(calldataload(0)) g(calldataload(0)) f(1) g(1) f(2) g(2)
        function f(x) { sstore(x, 0x1234567890) }
        function g(x) { sstore(x, 0x9876543210) }
    }""")


def test_hot_code_pays_for_its_parameters() -> None:
    program = f"""{{
        for {{ let i }} lt(i, calldataload(0)) {{ i := add(i, 1) }} {{ f(i) g(i) f(i) g(i) }}
        function f(x) {{ {BODY.format(1, 2, 3)} }}
        function g(x) {{ {BODY.format(1, 5, 6)} }}
    }}"""
    assert merged(program, runs=1).count("function") == 1
    assert merged(program, runs=100_000).count("function") == 2


def test_too_many_parameters() -> None:
    def function(name: str, first: int) -> str:
        stores = " ".join(f"sstore({n}, {first * n})" for n in range(12))
        return f"function {name}(x) {{ sstore(99, x) {stores} }}"

    check_apart(f"{{ f(1) g(2) {function('f', 1001)} {function('g', 1003)} }}")


def test_a_stack_that_would_be_too_deep() -> None:
    names = [f"v{n}" for n in range(14)]
    variables = " ".join(f"let {name} := calldataload({n})" for n, name in enumerate(names))
    uses = " ".join(f"sstore({name}, {name})" for name in names)

    def function(name: str, *constants: int) -> str:
        stores = " ".join(f"sstore(x, {n})" for n in constants)
        return f"function {name}(x) -> r {{ {variables} {stores} {uses} {stores} r := v0 }}"

    check_apart(f"""{{
        sstore(0, add(f(1), g(2)))
        {function("f", 1001, 1002, 1003, 1004)} {function("g", 1011, 1012, 1013, 1014)}
    }}""")


def test_uncalled_functions() -> None:
    check_unchanged(
        "hgN",
        f"""{{
            {{ }}
            function f(x) {{ {BODY.format(1, 2, 3)} }}
            function g() {{ let y {BODY.replace("x", "y").format(1, 5, 6)} }}
        }}""",
    )


def test_programs_with_similar_functions_behave_the_same() -> None:
    merges = 0
    for seed in seeds(6, 3000):
        rng = random.Random(seed)
        templates = [_body(rng) for _ in range(3)]
        functions = []
        calls = []
        for number in range(9):
            body = rng.choice(templates)
            for placeholder in "KLM":
                body = body.replace(placeholder, str(rng.choice((1, 2, 3, "p", "q"))))
            calls.append(f"sstore({50 + number}, f{number}(calldataload(0), next()))")
            functions.append(f"function f{number}(p, q) -> r {{ {body} r := add(p, q) }}")
        program = f"""{{
            {" ".join(calls)} {" ".join(functions)}
            function next() -> n {{ n := add(sload(0), 1) sstore(0, n) }}
        }}"""
        after = result("dhgN", program, runs=rng.choice((0, 1, 200)))
        merges += 10 - after.count("function")
        for calldata in range(3):
            assert outcome(after, calldata) == outcome(program, calldata), f"seed {seed}"
    assert merges


def _body(rng: random.Random) -> str:
    statements = (
        "sstore(add(p, K), L)",
        "if gt(p, K) { sstore(L, q) }",
        "let x := mul(q, M) sstore(x, K)",
        "switch p case 1 { sstore(K, 1) } default { r := L leave }",
        "for { let i } lt(i, 2) { i := add(i, 1) } { sstore(add(i, K), M) if i { break } }",
        "q := add(q, K)",
        "log1(0, 0, M)",
    )
    chosen = rng.sample(statements, rng.randint(3, 5))
    return " ".join(chosen)
