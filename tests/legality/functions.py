"""Conditions of the FunctionMerger (`N`), the Outliner (`X`), the CostBasedInliner (`J`) and the
CallEvaluator (`3`).
"""

from __future__ import annotations

from typing import Final

from tests.legality.harness import Case, Row, case, row

# Code that is worth a function, about two values.
_WORK: Final = f"mstore(0, {{0}}) sstore(keccak256(0, 64), {{1}}) log2(0, 64, {'9' * 70}, {{0}})"
_NEXT: Final = "function next() -> r { r := add(sload(0), 1) sstore(0, r) }"
_X: Final = "let x := calldataload(0) let y := calldataload(32)"


def _row(
    condition: str, program: str, meets: str, violates: str, *wrong: tuple[str, str], runs: int = 1
) -> Row:
    """A program that changes with what meets the condition in the place of `@`."""
    return Row(
        condition,
        Case(program.replace("@", meets)),
        case(program.replace("@", violates), *wrong),
        runs=runs,
    )


def _two(calls: str, one: str, other: str, parameters: str = "a", others: str = "a") -> str:
    """Calls of two functions with bodies of their own before work that they have in common."""
    work = _WORK.format(1, 2)
    return (
        f"{{ {{ {_X} {calls} }} function f({parameters}) {{ {one} {work} }}"
        f" function g({others}) {{ {other} {work} }} {_NEXT} }}"
    )


def _by_f(calls: str) -> tuple[str, str]:
    """Calls of f in the place of those of g."""
    return calls, calls.replace("g(", "f(")


FUNCTION_MERGER: Final = (
    _row(
        "equal skeletons",
        _two("f(x) g(y)", "sstore(a, 1)", "@(a, 1)"),
        "sstore",
        "tstore",
        _by_f("f(x) g(y)"),
    ),
    _row(
        "equal skeletons",
        _two("f(x) g(y)", "if a { sstore(8, a) }", "if a { @ sstore(8, a) }"),
        "",
        "leave",
        _by_f("f(x) g(y)"),
    )._replace(
        meets=Case(_two("f(x) g(y)", "if a { sstore(8, a) }", "if a { sstore(8, a) }")),
    ),
    _row(
        "equal skeletons",
        _two("f(x) g(y)", "sstore(a, 3)", "sstore(a, @)"),
        "4",
        "sload(9)",
        _by_f("f(x) g(y)"),
    ),
    _row(
        "fixed literals",
        _two(
            "f(x) g(y)",
            "switch a case 1 { sstore(8, 1) }",
            "switch a case @ { sstore(8, 1) }",
        ),
        "1",
        "2",
        _by_f("f(x) g(y)"),
    ),
    _row(
        "unassigned parameters",
        _two(
            "f(x) g(y, 3)",
            "sstore(a, 3) log1(0, 0, 3)",
            "sstore(a, b) @ log1(0, 0, b)",
            "a",
            "a, b",
        ),
        "",
        "b := 4",
        ("b := 4", ""),
    ),
    _row(
        "argument order",
        _two(
            "f(next(), next()) g(next(), next())",
            "sstore(a, add(b, 7))",
            "sstore(a, add(b, 7))",
            "a, b",
            "@",
        ),
        "a, b",
        "b, a",
        _by_f("f(next(), next()) g(next(), next())"),
    ),
)

_LARGE: Final = "8" * 70
_WORK_OF: Final = _WORK.format("{0}", 7)
_FUNCTION: Final = f"function outlined(_1) {{ {_WORK_OF.format('_1')} }}"


def _outlined(
    condition: str, work: str, meets: str, violates: tuple[str, str], *wrong: tuple[str, str]
) -> Row:
    """A function that does the same with x and y, or else, one thing each; W is outlined anyway."""

    def program(one: str, other: str, work_of: str, functions: str = "") -> str:
        done = [work.replace("@", one), work.replace("@", other).replace("x", "y")]
        both = " log0(0, 1) ".join(done)
        for name in ("x", "y"):
            both = both.replace(f"W({name})", work_of.format(name))
        start = "{ { f(calldataload(0), calldataload(32)) } function f(x, y)"
        return f"{start} {{ {both} }} {functions} }}"

    return Row(
        condition,
        Case(program(meets, meets, _WORK_OF)),
        case(program(*violates, _WORK_OF), *wrong),
        program(*violates, "outlined({0})", _FUNCTION),
        runs=1,
    )


def _guards(start: str, *, by_call: bool = False) -> str:
    work = "outlined({0})" if by_call else _WORK_OF
    both = " ".join(f"mstore({start}, {word}) {work.format(word)}" for word in (5, 6))
    return f"{{ {{ {both} }} {_FUNCTION if by_call else ''} }}"


OUTLINER: Final = (
    _outlined(
        "single entry and exit", "if x { W(x) @ }", "log0(0, 2)", ("leave", "leave"), ("leave", "")
    ),
    _outlined(
        "single entry and exit",
        "for { } lt(x, 3) { x := add(x, 1) } { W(x) @ }",
        "log0(0, 2)",
        ("break", "break"),
        ("break", ""),
    ),
    _outlined(
        "defined before use",
        "W(x) x := @ sstore(x, 1)",
        _LARGE,
        (f"add(x, {_LARGE})", f"add(x, {_LARGE})"),
        (f"add(x, {_LARGE})", _LARGE),
        (f"add(y, {_LARGE})", _LARGE),
    ),
    _outlined(
        "fixed literals",
        "W(x) switch x case @ { sstore(8, 1) } sstore(x, 1)",
        "1",
        ("1", "2"),
        ("case 2", "case 1"),
    ),
    Row(
        "no memory guard",
        Case(_guards("160")),
        Case(_guards("memoryguard(160)")),
        _guards("memoryguard(160)", by_call=True),
        runs=1,
    ),
)


INLINER: Final = (
    _row(
        "no `leave`",
        f"{{ {{ {_X} f(x) sstore(9, y) }} function f(a) {{ if a {{ @ }} sstore(8, a) }} }}",
        "stop()",
        "leave",
        ("f(x) ", "if x { stop() } sstore(8, x) "),
    ),
    _row(
        "no recursion",
        f"{{ {{ {_X} f(x) sstore(9, y) }} function f(a) {{ if a {{ @ }} sstore(8, a) }} }}",
        "log1(0, 0, a)",
        "log1(0, 0, a) f(shr(1, a))",
        ("f(x) ", "if x { log1(0, 0, x) } sstore(8, x) "),
    ),
    _row(
        "statement-level call",
        f"{{ {{ {_X} sstore(1, 5) @ }} function f(a) -> r {{ r := sload(a) sstore(1, 6) }} }}",
        "let z := f(x) sstore(9, z)",
        "sstore(9, add(f(x), sload(1)))",
        (
            "sstore(9, add(f(x), sload(1)))",
            "let z := sload(x) sstore(1, 6) sstore(9, add(z, sload(1)))",
        ),
    ),
    _row(
        "simple arguments",
        f"{{ {{ {_X} f(x, @) }} function f(a, b) {{ sstore(1, 6) sstore(8, add(a, b)) }} }}",
        "y",
        "sload(1)",
        ("f(x, sload(1))", "sstore(1, 6) sstore(8, add(x, sload(1)))"),
    ),
)

IMMUTABLES: Final = (
    row(
        "same value",
        '{ { sstore(0, loadimmutable("7")) sstore(1, loadimmutable("7")) sstore(2, @) } }',
        'loadimmutable("7")',
        'loadimmutable("8")',
        runs=70,
    ),
)


def _evaluated(condition: str, body: str, meets: str, violates: str, wrong: str) -> Row:
    """A call of a function, with `@` in its body and for its argument."""
    program = f"{{ {{ sstore(0, f(%)) }} function f(x) -> r {{ {body} }} }}"
    return row(
        condition,
        program.replace("%", "@" if "@" not in body else "7"),
        meets,
        violates,
        ("f(@)" if "@" not in body else "f(7)", wrong),
    )


CALL_EVALUATOR: Final = (
    _evaluated("literal arguments", "r := add(x, 1)", "7", "calldataload(0)", "8"),
    _evaluated("arithmetic only", "r := add(x, @)", "1", "calldataload(0)", "8"),
    _evaluated("arithmetic only", "r := 8 if gt(x, 6) { @ }", "", "sstore(1, 1)", "8"),
    _evaluated("arithmetic only", "r := 8 if gt(x, 6) { @ }", "", "revert(0, 0)", "8"),
    _evaluated("arithmetic only", "r := 8 if gt(x, 6) { @ }", "leave", "stop()", "8"),
    _evaluated(
        "termination",
        "for { } lt(r, x) { } { r := add(r, 1) }",
        "900",
        "1100",
        "900",
    ),
)
