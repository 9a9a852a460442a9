"""The SignatureReducer (4): parameters and results that no call needs."""

from __future__ import annotations

import random
from typing import Final

from tests.slices import seeds
from tests.steps.check import check_step, check_unchanged, result
from tests.steps.memory_programs import BEYOND_LIMITS, outcome

_HEAD: Final = "let x := calldataload(0) let y := calldataload(32)"
CALLDATA: Final = [
    b"".join(word.to_bytes(32, "big") for word in words)
    for words in ((0, 0), (1, 0), (0, 1), (3, 2), (7, (1 << 256) - 1))
]


def test_unused_parameters() -> None:
    check_step(
        "4",
        f"{{ {_HEAD} f(x, y, sload(1)) function f(a, b, c) {{ sstore(b, 7) }} }}",
        f"{{ {_HEAD} f(y) function f(b) {{ sstore(b, 7) }} }}",
    )


def test_effects_of_arguments_stay() -> None:
    check_unchanged(
        "4",
        f"{{ {_HEAD} f(g(x)) f(y) function f(a) {{ sstore(1, 1) }}"
        " function g(b) -> c { sstore(b, 1) c := b } }",
        f"{{ {_HEAD} f(mload(x)) f(y) function f(a) {{ sstore(1, msize()) }} }}",
    )


def test_constants() -> None:
    check_step(
        "4",
        f"{{ {_HEAD} f(x, 5) f(y, 0x05) function f(a, b) {{ sstore(a, b) sstore(b, a) }} }}",
        f"{{ {_HEAD} f(x) f(y) function f(a) {{ sstore(a, 5) sstore(5, a) }} }}",
    )
    check_step(
        "4",
        f"{{ {_HEAD} f(x, 500) f(y, 500) function f(a, b) {{ sstore(a, b) sstore(b, a) }} }}",
        f"{{ {_HEAD} f(x) f(y) function f(a) {{ let b := 500 sstore(a, b) sstore(b, a) }} }}",
    )


def test_arguments_equal_in_all_calls_are_constants() -> None:
    check_step(
        "4",
        f"{{ {_HEAD} f(x, caller()) f(y, caller()) function f(a, b) {{ sstore(a, b) }} }}",
        f"{{ {_HEAD} f(x) f(y) function f(a) {{ sstore(a, caller()) }} }}",
    )
    check_step(
        "4",
        f"{{ {_HEAD} f(x, not(0)) f(y, not(0)) function f(a, b) {{ sstore(a, b) sstore(b, a) }} }}",
        f"{{ {_HEAD} f(x) f(y) function f(a) {{ let b := not(0) sstore(a, b) sstore(b, a) }} }}",
    )
    check_unchanged(
        "4",
        f"{{ {_HEAD} f(x, gas()) f(y, gas()) function f(a, b) {{ sstore(a, b) }} }}",
        f"{{ {_HEAD} f(x, sload(0)) f(y, sload(0)) function f(a, b) {{ sstore(a, b) }} }}",
        f"{{ {_HEAD} f(x, 5) f(y, 6) function f(a, b) {{ sstore(a, b) }} }}",
        f"{{ {_HEAD} f(x, y) f(y, y) function f(a, b) {{ sstore(a, b) }} }}",
    )


def test_a_constant_that_is_assigned() -> None:
    check_step(
        "4",
        f"{{ {_HEAD} f(x, 5) f(y, 5) function f(a, b) {{ if a {{ b := a }} sstore(a, b) }} }}",
        f"{{ {_HEAD} f(x) f(y) function f(a) {{ let b := 5 if a {{ b := a }} sstore(a, b) }} }}",
    )


def test_recursive_calls() -> None:
    check_step(
        "4",
        f"{{ {_HEAD} f(x, 5) function f(a, b) {{ sstore(a, b) if a {{ f(sub(a, 1), 5) }} }} }}",
        f"{{ {_HEAD} f(x) function f(a) {{ sstore(a, 5) if a {{ f(sub(a, 1)) }} }} }}",
    )
    check_unchanged(
        "4",
        f"{{ {_HEAD} f(x, y)"
        " function f(a, b) { sstore(a, b) if a { f(sub(a, 1), add(b, 1)) } } }",
    )


def test_parameters_with_equal_arguments() -> None:
    check_step(
        "4",
        f"{{ {_HEAD} f(x, y, x) f(y, x, y) function f(a, b, c) {{ sstore(add(a, c), b) }} }}",
        f"{{ {_HEAD} f(x, y) f(y, x) function f(a, b) {{ sstore(add(a, a), b) }} }}",
    )
    # The other one is used now.
    check_step(
        "4",
        f"{{ {_HEAD} f(x, x) f(y, y) function f(a, b) {{ sstore(b, 1) }} }}",
        f"{{ {_HEAD} f(x) f(y) function f(a) {{ sstore(a, 1) }} }}",
    )
    check_unchanged(
        "4",
        f"{{ {_HEAD} f(x, x) f(y, y) function f(a, b) {{ if b {{ b := 1 }} sstore(a, b) }} }}",
        f"{{ {_HEAD} f(x, x) f(y, y) function f(a, b) {{ if b {{ a := 1 }} sstore(a, b) }} }}",
        f"{{ {_HEAD} f(x, x) f(x, y) function f(a, b) {{ sstore(a, b) }} }}",
        f"{{ {_HEAD} f(sload(x), sload(x)) f(y, y) function f(a, b) {{ sstore(a, b) }} }}",
    )


def test_unused_results() -> None:
    returns = "r := sload(a) s := add(r, 1) sstore(a, s)"
    check_step(
        "4",
        f"{{ {_HEAD} let p, q := f(x) let v, w := f(y) sstore(q, w)"
        f" function f(a) -> r, s {{ {returns} }} }}",
        f"{{ {_HEAD} let q := f(x) let w := f(y) sstore(q, w)"
        f" function f(a) -> s {{ let r {returns} }} }}",
    )
    check_step(
        "4",
        f"{{ {_HEAD} pop(f(x)) let v := f(y) function f(a) -> r {{ r := a sstore(a, 1) }} }}",
        f"{{ {_HEAD} f(x) f(y) function f(a) {{ sstore(a, 1) }} }}",
    )
    check_step(
        "4",
        f"{{ {_HEAD} pop(f(x)) function f(a) -> r {{ r := create(a, 0, 0) }} }}",
        f"{{ {_HEAD} f(x) function f(a) {{ pop(create(a, 0, 0)) }} }}",
    )
    check_step(
        "4",
        f"{{ {_HEAD} pop(f(x))"
        " function f(a) -> r { let b b, r := g(a) sstore(b, 1) b, r := g(1) }"
        " function g(c) -> d, e { d := sload(c) e := sload(d) } }",
        f"{{ {_HEAD} f(x) function f(a) {{ let r let b b, r := g(a) sstore(b, 1) b, r := g(1) }}"
        " function g(c) -> d, e { d := sload(c) e := sload(d) } }",
    )


def test_used_results() -> None:
    function = "function f(a) -> r { r := sload(a) sstore(a, 1) }"
    check_unchanged(
        "4",
        f"{{ {_HEAD} pop(f(x)) sstore(f(y), 1) {function} }}",
        f"{{ {_HEAD} pop(f(x)) x := f(y) {function} }}",
        f"{{ {_HEAD} pop(add(f(x), 1)) {function} }}",
        f"{{ {_HEAD} let p := f(x) p := 2 {function} }}",
    )


def test_functions_that_call_functions() -> None:
    check_step(
        "4",
        f"{{ {_HEAD} f(x, y) function f(a, b) {{ g(a, b) }} function g(c, d) {{ h(d, c) }}"
        " function h(e, k) { sstore(k, 1) } }",
        f"{{ {_HEAD} f(x) function f(a) {{ g(a) }} function g(c) {{ h(c) }}"
        " function h(k) { sstore(k, 1) } }",
    )


def test_more_calls_than_values_are_known_for() -> None:
    numbers = range(40)
    check_step(
        "4",
        f"{{ {' '.join(f'f({n}, 9)' for n in numbers)} function f(a, b) {{ sstore(a, b) }} }}",
        f"{{ {' '.join(f'f({n})' for n in numbers)} function f(a) {{ sstore(a, 9) }} }}",
    )


def test_any_functions() -> None:
    dropped = 0
    for seed in seeds(12, 4000):
        program = _any_functions(random.Random(seed))
        for steps in ("4", "4rul"):
            after = result(steps, program)
            dropped += after.count(",") < result("", program).count(",") - 3
            for data in CALLDATA:
                expected = outcome(program, data)
                if expected[0] not in BEYOND_LIMITS:
                    assert outcome(after, data) == expected, f"seed {seed}: {program}\n{after}"
    assert dropped > 10, f"only {dropped} programs had anything to drop"


def _any_functions(rng: random.Random) -> str:
    """A program with functions that get and return more than is needed."""
    shapes = [(rng.randint(0, 3), rng.randint(0, 3)) for _ in range(4)]

    def value(names: list[str], calls: range) -> str:
        ones = [i for i in calls if shapes[i][1] == 1]
        if ones and rng.random() < 0.3:
            return call(rng.choice(ones), names, calls)
        others = ("5", "5", "300", "caller()", f"sload({rng.choice(names)})")
        return rng.choice((*names, *others))

    def call(index: int, names: list[str], calls: range) -> str:
        arguments = [value(names, range(0)) for _ in range(shapes[index][0])]
        if len(arguments) > 1 and rng.random() < 0.5:
            arguments[-1] = arguments[0]
        return f"f{index}({', '.join(arguments)})"

    def statement(names: list[str], calls: range) -> str:
        kind = rng.randrange(6)
        if kind == 0:
            return f"sstore({value(names, calls)}, {value(names, calls)})"
        if kind == 1:
            return f"{rng.choice(names)} := {value(names, calls)}"
        if kind == 2:
            return f"if {value(names, calls)} {{ {statement(names, calls)} }}"
        if kind == 3 and len(names) > 3:
            return "if eq(x, 3) { leave }" if "x" not in names else "if eq(x, 3) { stop() }"
        if not calls:
            return f"mstore(0, {value(names, calls)})"
        index = rng.choice(calls)
        count = shapes[index][1]
        text = call(index, names, calls)
        if count == 0:
            return text
        if rng.random() < 0.5 or count > len(names):
            fresh.append("")
            return f"let {', '.join(f'v{len(fresh)}_{n}' for n in range(count))} := {text}"
        return f"{', '.join(rng.sample(names, count))} := {text}"

    fresh: list[str] = []
    program = f"{_HEAD} " + " ".join(statement(["x", "y"], range(4)) for _ in range(8))
    for index, (parameters, results) in enumerate(shapes):
        given = [f"p{index}_{n}" for n in range(parameters)]
        returned = [f"r{index}_{n}" for n in range(results)]
        names = [*given, *returned, f"z{index}"]
        body = " ".join(statement(names, range(index + 1, 4)) for _ in range(4))
        body = body.replace("if eq(x, 3) { leave }", f"if eq(z{index}, 5) {{ leave }}")
        arrow = f" -> {', '.join(returned)}" if returned else ""
        program += f" function f{index}({', '.join(given)}){arrow} {{ let z{index} {body} }}"
    return f"{{ {program} }}"
