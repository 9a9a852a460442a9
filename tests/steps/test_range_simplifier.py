"""The RangeSimplifier (K): removes computations decided by known bits and ranges."""

from __future__ import annotations

import random

import pytest

import yulopt
from tests.domains.programs import WORDS, Writer
from tests.slices import seeds
from tests.steps.check import check_step, check_unchanged, printed, result
from yulopt.interpreter.run import run

MAX = (1 << 256) - 1
ADDRESS = f"0x{'ff' * 20}"


def behaviour(program: str, words: tuple[int, ...]) -> object:
    """The outcome and storage of the program for these words of calldata."""
    outcome = run(program, calldata=b"".join(word.to_bytes(32, "big") for word in words))
    return outcome.kind, {slot: word for (_, slot), word in outcome.storage.items()}


def check_same(before: str, *inputs: tuple[int, ...]) -> str:
    """Run the step, and let both programs run with these inputs; returns the text after."""
    after = result("K", before)
    for words in inputs or [(word, other) for word in WORDS for other in (0, 1, word, MAX - word)]:
        assert behaviour(after, words) == behaviour(before, words), f"{words}: {before}"
    return after


def body_after(statements: str) -> str:
    """The result of the step for statements about x and y from calldata."""
    head = "let x := calldataload(0) let y := calldataload(32)"
    text = check_same(f"{{ {head} {statements} }}")
    return " ".join(text.split())[len(" ".join(printed(f"{{ {head} }}").split())) - 1 : -2].strip()


def test_random_programs_behave_the_same() -> None:
    for seed in seeds(8, 5000):
        rng = random.Random(seed)
        program = Writer(rng).program()
        after = result("K", program)
        for _ in range(4):
            words = tuple(rng.choices(WORDS, k=3))
            assert behaviour(after, words) == behaviour(program, words), f"seed {seed}: {words}"


def test_masks_after_checks() -> None:
    check_step(
        "K",
        f"""{{
            let to := calldataload(4)
            if iszero(eq(to, and(to, {ADDRESS}))) {{ revert(0, 0) }}
            sstore(0, and(to, {ADDRESS}))
            sstore(1, and(shr(96, calldataload(0)), {ADDRESS}))
            let amount := calldataload(36)
            if gt(amount, 0xffffffffffffffff) {{ revert(0, 0) }}
            sstore(2, and(amount, 0xffffffffffffffffffffffffffffffff))
            sstore(3, and(amount, 0xffffffff))
            let flag := calldataload(68)
            if iszero(eq(flag, iszero(iszero(flag)))) {{ revert(0, 0) }}
            sstore(4, iszero(iszero(flag)))
            sstore(5, eq(flag, 1))
            let small := calldataload(100)
            if iszero(eq(small, signextend(3, small))) {{ revert(0, 0) }}
            sstore(6, signextend(3, small))
            sstore(7, signextend(7, add(small, small)))
            sstore(8, signextend(3, add(small, 1)))
            sstore(9, and(caller(), {ADDRESS}))
            sstore(10, and(calldataload(36), 0xffffffffffffffff))
        }}""",
        f"""{{
            let to := calldataload(4)
            if iszero(eq(to, and(to, {ADDRESS}))) {{ revert(0, 0) }}
            sstore(0, to)
            sstore(1, shr(96, calldataload(0)))
            let amount := calldataload(36)
            if gt(amount, 0xffffffffffffffff) {{ revert(0, 0) }}
            sstore(2, amount)
            sstore(3, and(amount, 0xffffffff))
            let flag := calldataload(68)
            if iszero(eq(flag, iszero(iszero(flag)))) {{ revert(0, 0) }}
            sstore(4, flag)
            sstore(5, flag)
            let small := calldataload(100)
            if iszero(eq(small, signextend(3, small))) {{ revert(0, 0) }}
            sstore(6, small)
            sstore(7, add(small, small))
            sstore(8, signextend(3, add(small, 1)))
            sstore(9, caller())
            sstore(10, calldataload(36))
        }}""",
    )


def test_masked_variables_after_checks() -> None:
    check_step(
        "K",
        f"""{{
            let to := calldataload(4)
            let masked := and(to, {ADDRESS})
            sstore(0, masked)
            if iszero(eq(to, masked)) {{ revert(0, 0) }}
            sstore(masked, f(masked))
            for {{ let i := masked }} masked {{ i := add(i, masked) }} {{ sstore(i, masked) }}
            let result := f(masked)
            function f(flag) -> whole
            {{
                whole := calldataload(36)
                let small := signextend(3, whole)
                if sub(whole, small) {{ sstore(1, small) leave }}
                let truth := iszero(iszero(flag))
                switch eq(flag, truth) case 0 {{ sstore(2, truth) }} case 1 {{ sstore(3, truth) }}
                sstore(small, truth)
            }}
        }}""",
        f"""{{
            let to := calldataload(4)
            let masked := and(to, {ADDRESS})
            sstore(0, masked)
            if iszero(eq(to, masked)) {{ revert(0, 0) }}
            sstore(to, f(to))
            for {{ let i := to }} to {{ i := add(i, to) }} {{ sstore(i, to) }}
            let result := f(masked)
            function f(flag) -> whole
            {{
                whole := calldataload(36)
                let small := signextend(3, whole)
                if sub(whole, small) {{ sstore(1, small) leave }}
                let truth := iszero(iszero(flag))
                switch eq(flag, truth) case 0 {{ sstore(2, truth) }} default {{ sstore(3, flag) }}
                sstore(whole, truth)
            }}
        }}""",
    )


@pytest.mark.parametrize(
    "statements",
    [
        # The value of the other variable is another one by then.
        "let z := and(x, 255) if sub(x, z) { stop() } x := y sstore(0, z) sstore(1, x)",
        "let z := and(x, 255) if sub(x, z) { stop() } if y { x := 300 } sstore(0, z)",
        "let z := and(x, 255) if sub(x, z) { stop() }"
        " for { let i := 0 } lt(i, 3) { i := add(i, 1) } { sstore(i, z) x := add(x, 256) }",
        # It is not visible there, or is again another one.
        "let z { let w := x z := and(w, 255) if sub(w, z) { stop() } x := y } sstore(0, z)",
        "let z if y { let w := x x := 9 z := and(w, 255) if sub(w, z) { stop() } } sstore(1, z)",
        # The check holds on one path only.
        "let z := and(x, 255) if y { if sub(x, z) { stop() } } sstore(0, z)",
        "let z := and(x, 255) switch x case 256 { sstore(0, z) } default { sstore(1, z) }",
    ],
)
def test_variables_of_other_values_stay(statements: str) -> None:
    assert "sstore(0, x)" not in body_after(statements)


def test_checks_that_cannot_fail() -> None:
    after = body_after(
        """
        if gt(x, 0xffffffff) { revert(0, 0) }
        let sum := add(x, 5) if gt(x, sum) { revert(0, 1) }
        let product := mul(x, x)
        if iszero(or(iszero(x), eq(x, div(product, x)))) { revert(0, 2) }
        if lt(y, x) { revert(0, 3) }
        let difference := sub(y, x) if gt(difference, y) { revert(0, 4) }
        if iszero(x) { revert(0, 5) }
        let less := add(x, not(0)) if gt(less, x) { revert(0, 6) }
        sstore(add(sum, less), add(product, difference))
        """
    )
    for code in (1, 2, 4, 6):
        assert f"if 0 {{ revert(0, {code}) }}" in after
    for code in (0, 3, 5):
        assert f"if 0 {{ revert(0, {code}) }}" not in after


@pytest.mark.parametrize(
    "statements",
    [
        # Sums and products wrap around.
        "let sum := add(x, 5) if gt(x, sum) { revert(0, 1) }",
        "let sum := add(x, y) if lt(sum, x) { revert(0, 1) } if lt(sum, 5) { revert(0, 2) }",
        "if lt(x, 5) { stop() } sstore(0, lt(add(x, 1), 6))",
        f"if lt(x, {MAX - 4}) {{ stop() }} sstore(0, lt(add(x, 5), 5))",
        "let p := mul(x, y) if iszero(or(iszero(x), eq(y, div(p, x)))) { revert(0, 2) }",
        "if gt(x, 0xffff) { stop() } sstore(0, shr(248, mul(x, y)))",
        # A difference may be of the other sign.
        "if lt(y, x) { stop() } let d := sub(x, y) if gt(d, x) { revert(0, 4) }",
        "sstore(0, sub(add(x, 5), add(y, 3))) sstore(1, sub(add(x, y), add(x, 3)))",
        "sstore(0, sub(x, add(x, y))) sstore(1, sub(add(y, 7), x))",
        # Signed and unsigned are not the same.
        "if slt(x, 5) { sstore(0, lt(x, 5)) }",
        "if lt(x, 5) { stop() } sstore(0, slt(x, 5))",
        "if sgt(x, 5) { stop() } sstore(0, gt(x, 5))",
        "if slt(x, 0) { stop() } sstore(0, slt(add(x, 1), 0))",
        f"if sgt(x, 5) {{ stop() }} sstore(0, lt(x, {1 << 255}))",
        # Masks with holes, and shifts that lose bits.
        "if iszero(eq(x, and(x, 0xff00ff))) { stop() } sstore(0, and(x, 0xffff))",
        "if iszero(eq(x, and(x, 0xff00ff))) { stop() } sstore(0, and(x, 0xff0fff)) sstore(1, y)",
        "sstore(0, shr(8, shl(8, x)))",
        "sstore(0, and(shl(8, x), 0xffff))",
        "if gt(x, 0xff) { stop() } sstore(0, eq(shl(y, x), 0))",
        # Not known on both ways.
        "if y { x := and(x, 0xff) } sstore(0, and(x, 0xff))",
        "switch y case 0 { x := 1 } case 1 { x := 2 } sstore(0, and(x, 3))",
        "if iszero(lt(x, 10)) { if y { revert(0, 0) } } sstore(0, lt(x, 10)) sstore(1, iszero(y))",
        "if and(lt(x, 10), y) { stop() } sstore(0, lt(x, 10))",
        "if or(lt(x, 10), y) { sstore(0, lt(x, 10)) }",
        "if x { sstore(0, 1) } if x { sstore(1, 1) }",
        "let small := lt(x, 5) if y { if small { stop() } } if small { sstore(0, 1) }",
        # What holds in one part of or does not hold for the whole.
        "if or(gt(x, 10), gt(y, 10)) { sstore(0, gt(x, 10)) }",
        # Truth values that are none.
        "sstore(0, iszero(iszero(x)))",
        "if lt(x, 3) { sstore(0, iszero(iszero(x))) sstore(1, eq(x, 1)) }",
        # Only words at bounds can be left out.
        "if eq(x, 5) { stop() } sstore(0, eq(x, 5)) sstore(1, gt(x, 4))",
    ],
)
def test_adversarial_programs(statements: str) -> None:
    body_after(statements)


@pytest.mark.parametrize(
    "statements",
    [
        "sstore(0, div(x, 0)) sstore(1, mod(x, 0)) sstore(2, sdiv(x, 0)) sstore(3, smod(x, 0))",
        "sstore(0, addmod(x, y, 0)) sstore(1, mulmod(x, y, 0)) sstore(2, exp(x, 0))",
        "sstore(0, shl(256, x)) sstore(1, shr(256, x)) sstore(2, sar(256, x)) sstore(3, sar(y, x))",
        "sstore(0, signextend(31, x)) sstore(1, signextend(32, x)) sstore(2, signextend(y, x))",
        "sstore(0, byte(32, x)) sstore(1, byte(y, x)) sstore(2, byte(31, and(x, 0xff)))",
        f"sstore(0, sdiv(x, {MAX})) sstore(1, smod(x, {MAX})) sstore(2, sdiv({1 << 255}, y))",
        "sstore(0, shl(not(0), x)) sstore(1, shr(y, 255)) sstore(2, byte(not(0), x))",
        "if lt(x, 100) { let m := and(y, 7) sstore(0, div(x, m)) sstore(1, mod(x, m)) }",
    ],
)
def test_odd_operands(statements: str) -> None:
    body_after(statements)


def test_operations_that_undo_others() -> None:
    after = body_after(
        """
        if shr(200, x) { stop() }
        if iszero(y) { stop() }
        if gt(y, 0xff) { stop() }
        sstore(0, shr(8, shl(8, x)))
        sstore(1, shr(96, shl(96, x)))
        sstore(2, div(mul(x, y), y))
        sstore(3, div(mul(y, x), x))
        """
    )
    assert "sstore(0, x)" in after
    assert "sstore(1, shr(96, shl(96, x)))" in after
    assert "sstore(2, x)" in after
    assert "sstore(3, div(mul(y, x), x))" in after


def test_differences_of_sums() -> None:
    """The check of the length when something is decoded is one of a sum less where it begins."""
    after = body_after(
        """
        sstore(0, sub(add(x, y), x)) sstore(1, sub(add(y, x), x)) sstore(2, sub(x, add(x, y)))
        let start := add(x, 32) let end := add(add(64, start), 128)
        sstore(3, sub(end, start)) sstore(4, sub(start, end)) sstore(5, sub(end, x))
        sstore(6, sub(add(x, 96), add(y, 96)))
        if slt(sub(end, start), 192) { revert(0, 0) } if slt(sub(end, start), 193) { sstore(7, 1) }
        """
    )
    assert after == (
        "sstore(0, y) sstore(1, y) sstore(2, sub(x, add(x, y)))"
        " let start := add(x, 32) let end := add(add(64, start), 128)"
        f" sstore(3, 192) sstore(4, {MAX - 191:#x}) sstore(5, 224)"
        " sstore(6, sub(add(x, 96), add(y, 96)))"
        " if 0 { revert(0, 0) } if 1 { sstore(7, 1) }"
    )


def test_the_range_of_a_memory_guard() -> None:
    """Its argument or more, but not much more."""
    check_step(
        "K",
        """{
            let p := memoryguard(128)
            sstore(0, lt(p, 128)) sstore(1, gt(add(p, 4096), 0xffffffffffffffff))
            sstore(2, lt(add(p, 64), p))
            sstore(3, gt(p, 128)) sstore(4, eq(p, 128)) sstore(5, gt(p, 4096))
        }""",
        """{
            let p := memoryguard(128)
            sstore(0, 0) sstore(1, 0)
            sstore(2, 0)
            sstore(3, gt(p, 128)) sstore(4, eq(p, 128)) sstore(5, gt(p, 4096))
        }""",
    )
    check_unchanged("K", "{ sstore(0, gt(memoryguard(0xffffffffffffff00), 0xffffffffffffffff)) }")


def test_variables_as_conditions() -> None:
    after = body_after(
        """
        let small := gt(x, 7)
        if small { sstore(0, 1) if small { sstore(1, 1) } }
        if iszero(small) { if small { sstore(2, 1) } }
        if small { revert(0, 0) }
        if small { sstore(3, 1) }
        if y { sstore(4, 1) if y { sstore(5, 1) } y := calldataload(64) if y { sstore(6, 1) } }
        """
    )
    assert after == (
        "let small := gt(x, 7)"
        " if small { sstore(0, 1) if 1 { sstore(1, 1) } }"
        " if iszero(small) { if 0 { sstore(2, 1) } }"
        " if small { revert(0, 0) }"
        " if 0 { sstore(3, 1) }"
        " if y { sstore(4, 1) if 1 { sstore(5, 1) }"
        " y := calldataload(64) if y { sstore(6, 1) } }"
    )


def test_a_memory_guard_gives_the_same_each_time() -> None:
    guard = "memoryguard(128)"
    after = result("K", f"{{ let x := calldataload(0) sstore(x, sub(add({guard}, x), {guard})) }}")
    assert "sstore(x, x)" in after
    check_unchanged("K", "{ sstore(0, eq(memoryguard(128), memoryguard(160))) }")


def test_odd_operands_are_known() -> None:
    assert body_after("sstore(div(x, 0), shl(300, y))") == "sstore(0, 0)"
    assert body_after("sstore(signextend(31, x), byte(32, y))") == "sstore(x, 0)"


def test_effects_stay() -> None:
    check_unchanged(
        "K",
        "{ sstore(0, and(f(), 0)) function f() -> r { sstore(1, 1) r := calldataload(0) } }",
        # Memory that is read counts as used.
        "{ sstore(0, and(mload(0x1000), 0)) sstore(1, msize()) }",
        "{ sstore(and(gas(), 0xff), and(keccak256(0, 32), 0)) sstore(1, msize()) }",
    )
    check_step("K", "{ sstore(0, and(mload(0x1000), 0)) }", "{ sstore(0, 0) }")


def test_two_loads_may_differ() -> None:
    check_same(
        """{
            sstore(0, 3)
            if lt(sload(0), 5) { sstore(0, 300) sstore(1, lt(sload(0), 5)) }
            mstore(0, calldataload(0))
            if lt(mload(0), 5) { mstore(0, 300) sstore(2, and(mload(0), 7)) }
            if lt(f(), 5) { sstore(3, lt(f(), 5)) }
            function f() -> r { r := sload(9) sstore(9, add(r, 4)) }
        }"""
    )


@pytest.mark.parametrize(
    ("name", "bits"),
    [("timestamp", 64), ("number", 64), ("gaslimit", 64), ("caller", 160), ("coinbase", 160)],
)
def test_ranges_of_environment_values(name: str, bits: int) -> None:
    mask = (1 << bits) - 1
    check_step(
        "K",
        f"{{ sstore(0, and({name}(), {mask})) sstore(1, and({name}(), {mask >> 1})) }}",
        f"{{ sstore(0, {name}()) sstore(1, and({name}(), {mask >> 1})) }}",
    )


@pytest.mark.parametrize("name", ["callvalue", "selfbalance", "gasprice", "basefee", "chainid"])
def test_unbounded_values(name: str) -> None:
    check_unchanged("K", f"{{ sstore(0, and({name}(), 0x{'ff' * 31})) }}")


def test_a_large_constant_is_not_written_for_a_small_expression() -> None:
    odd = 0x123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF1
    check_unchanged(
        "K",
        f"{{ let x := calldataload(0) if eq(x, {odd}) {{ sstore(0, x) sstore(1, not(x)) }} }}",
    )


def test_long_programs_do_not_take_long() -> None:
    """Value after value, and branch in branch; what is known is looked up, not searched."""
    values = " ".join(f"let v{n} := add(and(v{n - 1}, 0xffff), {n})" for n in range(1, 1500))
    assert result("K", f"{{ let v0 := calldataload(0) {values} sstore(0, v1499) }}")
    nested = "sstore(0, 1)"
    for n in range(60):
        nested = f"if lt(v0, {1000 - n}) {{ {nested} }}"
    assert result("K", f"{{ let v0 := calldataload(0) {nested} }}")
    loops = "sstore(a, 1)"
    for n in range(12):
        loops = f"for {{ let i{n} }} lt(i{n}, 9) {{ i{n} := add(i{n}, 1) }} {{ a := i{n} {loops} }}"
    assert yulopt.parse(result("K", f"{{ let a {loops} }}"))


def test_each_value_is_examined_once_although_nothing_is_known_of_it() -> None:
    """Through both operands, there are exponentially many paths to the first one."""
    names = [f"x{index}" for index in range(100)]
    chain = " ".join(
        f"let {name} := sdiv({one}, {other})"
        for one, other, name in zip(names, names[1:], names[2:], strict=False)
    )
    check_unchanged(
        "K",
        f"{{ let x0 := calldataload(0) let x1 := calldataload(32) {chain} sstore(0, x99) }}",
    )
