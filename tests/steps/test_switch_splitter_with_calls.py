"""The SwitchSplitter (b) with a profile of calls: frequent calls are found first."""

from __future__ import annotations

import random
import re

import pytest

import yulopt
from tests.slices import seeds
from tests.steps.check import printed, result
from yulopt.frequency.call_profile import CallProfile
from yulopt.interpreter.run import run
from yulopt.suite.pipelines import Pipeline

SELECTOR = "shr(224, calldataload(0))"
LABELS = [0x10000000 * (n + 1) + n for n in range(12)]


def dispatch(labels: list[int], default: str = "default { revert(0, 0) }") -> str:
    """A program that looks for functions, each of which stores its number."""
    cases = " ".join(f"case {label:#x} {{ sstore(0, {n + 1}) }}" for n, label in enumerate(labels))
    return f"{{ switch {SELECTOR} {cases} {default} sstore(1, 1) }}"


def with_calls(program: str, calls: dict[int, int], runs: int = 200) -> str:
    """The result of the step for a program and these calls."""
    pipeline = Pipeline("b", calls=CallProfile(calls))
    return yulopt.optimize(program, pipeline=pipeline, bare=True, runs=runs).rstrip()


def seen(program: str, selector: int) -> tuple[object, ...]:
    data = selector.to_bytes(4, "big") + b"\xff" * 28
    outcome = run(program, calldata=data)
    return outcome.kind, outcome.output, outcome.storage


def compared(text: str) -> list[int]:
    """The labels of the outermost switch, in their order."""
    head = text.partition("switch lt(")[0]
    return [int(label, 16) for label in re.findall(r"case (0x[0-9a-f]+)", head)]


def test_every_call_behaves_the_same() -> None:
    for seed in seeds(3, 3000):
        rng = random.Random(seed)
        labels = list({rng.getrandbits(32) for _ in range(rng.randint(1, 30))})
        others = [rng.getrandbits(32) for _ in range(rng.randint(0, 4))]
        default = rng.choice(
            ("", "default { }", "default { sstore(0, 777) }", "default { let x := 5 sstore(x, x) }")
        )
        before = dispatch(labels, default)
        called = rng.sample(labels, rng.randint(0, len(labels))) + others
        calls = {selector: 2 ** rng.randrange(20) for selector in called}
        after = with_calls(before, calls, rng.choice((1, 200, 100_000)))
        selectors = {0, 2**32 - 1, *labels, *others}
        selectors |= {(label + offset) % 2**32 for label in labels for offset in (1, -1)}
        for selector in selectors:
            assert seen(after, selector) == seen(before, selector), f"seed {seed}, 0x{selector:x}"


def test_the_most_frequent_call_is_tested_first() -> None:
    calls = {LABELS[7]: 100, LABELS[2]: 1000, LABELS[11]: 10}
    assert compared(with_calls(dispatch(LABELS), calls, runs=1)) == [
        LABELS[2],
        LABELS[7],
        LABELS[11],
        *[label for n, label in enumerate(LABELS) if n not in (2, 7, 11)],
    ]


def test_the_most_frequent_call_is_tested_before_a_division() -> None:
    calls = dict.fromkeys(LABELS, 10) | {LABELS[7]: 1000}
    after = with_calls(dispatch(LABELS), calls, runs=100_000)
    assert compared(after) == [LABELS[7]]
    assert after.count("switch lt(") > 1


def test_calls_that_are_alike_change_nothing() -> None:
    for runs in (1, 200, 100_000):
        alike = with_calls(dispatch(LABELS), dict.fromkeys(LABELS, 77) | {5: 77}, runs)
        assert alike.count("switch lt(") == result("b", dispatch(LABELS), runs=runs).count(
            "switch lt("
        )


@pytest.mark.parametrize("calls", [{}, {LABELS[0]: 0}])
def test_no_calls_are_no_profile(calls: dict[int, int]) -> None:
    assert with_calls(dispatch(LABELS), calls) == result("b", dispatch(LABELS))


def test_calls_of_another_contract() -> None:
    """Then all of them are for the default, which is found soon."""
    before = dispatch(LABELS, "default { sstore(0, 99) }")
    after = with_calls(before, {5: 100})
    assert after.count("switch lt(") >= result("b", before).count("switch lt(")
    assert seen(after, 5) == seen(before, 5)


def test_uncalled_functions_are_still_found() -> None:
    after = with_calls(dispatch(LABELS), {LABELS[5]: 1}, runs=10**9)
    # It may be called some day, so it is no chain.
    assert compared(after) == [LABELS[5]]
    assert after.count("switch lt(") >= 3


def test_a_switch_over_anything_else_is_not_changed() -> None:
    cases = " ".join(f"case {label:#x} {{ sstore(0, 1) }}" for label in LABELS)
    before = f"{{ switch calldataload(4) {cases} }}"
    assert with_calls(before, {LABELS[7]: 100}) == result("b", before)


def test_a_switch_over_an_expression_of_the_selector() -> None:
    before = f"{{ switch and({SELECTOR}, 7) case 1 {{ sstore(0, 1) }} case 2 {{ sstore(0, 2) }} }}"
    assert with_calls(before, {0x12340002: 5, 0x33330002: 9, 1: 3}) == printed(
        f"{{ switch and({SELECTOR}, 7) case 2 {{ sstore(0, 2) }} case 1 {{ sstore(0, 1) }} }}"
    )


def test_a_default_that_declares_something_stays_where_it_is() -> None:
    before = dispatch(LABELS, "default { f() function f() { sstore(0, 1) } }")
    after = with_calls(before, {LABELS[7]: 100}, runs=100_000)
    assert "switch lt(" not in after
    assert compared(after)[0] == LABELS[7]
    assert after.count("function f()") == 1


def test_creation_code_is_not_called() -> None:
    code = dispatch(LABELS)
    program = f'object "C" {{ code {code} }}'
    pipeline = Pipeline("b:", calls=CallProfile({LABELS[7]: 100}))
    assert yulopt.optimize(program, pipeline=pipeline) == yulopt.optimize(program, "b:")


def test_a_label_twice_is_an_error() -> None:
    with pytest.raises(yulopt.YulValidationError, match="case"):
        with_calls(dispatch([LABELS[0], LABELS[0]]), {LABELS[0]: 1})


def test_the_pipelines_find_frequent_calls() -> None:
    functions = " ".join(
        f"case {label:#x} {{ sstore({n}, calldataload(4)) return(0, 0) }}"
        for n, label in enumerate(LABELS)
    )
    program = f"""object "C" {{
        code {{ datacopy(0, dataoffset("C_deployed"), datasize("C_deployed"))
               return(0, datasize("C_deployed")) }}
        object "C_deployed" {{ code {{
            if iszero(lt(calldatasize(), 4)) {{ switch {SELECTOR} {functions} }}
            revert(0, 0)
        }} }}
    }}"""
    for name in ("size", "gas", "balanced"):
        pipeline = Pipeline.named(name, CallProfile({LABELS[9]: 50, LABELS[4]: 3}))
        text = yulopt.optimize(program, pipeline=pipeline)
        assert compared(text.partition('C_deployed" {')[2])[0] == LABELS[9]
        assert yulopt.compile(program, pipeline=pipeline) != yulopt.compile(program, pipeline=name)
        report = yulopt.optimize_with_report(program, pipeline=pipeline)
        assert report.text == text
