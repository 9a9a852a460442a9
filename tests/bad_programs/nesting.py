"""Programs that are nested too deep."""

from __future__ import annotations

from typing import Final

from tests.bad_programs.program import Bad

NESTED_TOO_DEEP: Final = (
    Bad("deep-blocks", "{" * 601 + "}" * 601, 1, 601, "maximum recursion depth"),
    Bad(
        "deep-blocks-around-call",
        "{" * 600 + "stop()" + "}" * 600,
        1,
        601,
        "maximum recursion depth",
    ),
    Bad(
        "deep-blocks-around-let", "{" * 599 + "let x" + "}" * 599, 1, 604, "maximum recursion depth"
    ),
    Bad(
        "deep-blocks-around-value",
        "{" * 599 + "let x := 1" + "}" * 599,
        1,
        604,
        "maximum recursion depth",
    ),
    Bad(
        "deep-blocks-around-function",
        "{" * 599 + "function f() { }" + "}" * 599,
        1,
        613,
        "maximum recursion depth",
    ),
    Bad(
        "deep-blocks-around-loop",
        "{" * 599 + "for { } 1 { } { }" + "}" * 599,
        1,
        604,
        "maximum recursion depth",
    ),
    Bad(
        "deep-blocks-around-assignment",
        "{ let x " + "{" * 598 + "x := not(1)" + "}" * 598 + "}",
        1,
        612,
        "maximum recursion depth",
    ),
    Bad("deep-blocks-on-lines", "{\n" * 601 + "}" * 601, 601, 1, "maximum recursion depth"),
    Bad("deep-ifs", "{" + "if 1 {" * 599 + "}" * 600, 1, 3593, "maximum recursion depth"),
    Bad(
        "deep-ifs-with-calls",
        "{" + "if not(1) {" * 598 + "}" * 599,
        1,
        6576,
        "maximum recursion depth",
    ),
    Bad(
        "deep-calls",
        "{ pop(" + "not(" * 598 + "1" + ")" * 599 + " }",
        1,
        2399,
        "maximum recursion depth",
    ),
    Bad(
        "deep-calls-in-let",
        "{ let x := " + "not(" * 598 + "1" + ")" * 598 + " }",
        1,
        2404,
        "maximum recursion depth",
    ),
    Bad(
        "deep-calls-of-function",
        "{ function f(a) -> r { } pop(" + "f(" * 598 + "1" + ")" * 599 + " }",
        1,
        1226,
        "maximum recursion depth",
    ),
    Bad(
        "deep-calls-in-condition",
        "{ if " + "not(" * 598 + "1" + ")" * 598 + " { } }",
        1,
        2398,
        "maximum recursion depth",
    ),
    Bad("deep-calls-never-closed", "{ pop(" + "not(" * 2000, 1, 2399, "maximum recursion depth"),
    Bad(
        "deep-loops", "{" + "for { } 1 { } {" * 400 + "}" * 401, 1, 5987, "maximum recursion depth"
    ),
    Bad(
        "deep-loops-in-init",
        "{" + "for {" * 400 + "} 1 { } { }" * 400 + "}",
        1,
        1997,
        "maximum recursion depth",
    ),
    Bad(
        "deep-loops-in-post",
        "{" + "for { } 1 {" * 400 + "} { }" * 400 + "}",
        1,
        4391,
        "maximum recursion depth",
    ),
    Bad(
        "deep-switches",
        "{" + "switch 1 case 0 {" * 400 + "}" * 401,
        1,
        6792,
        "maximum recursion depth",
    ),
    Bad(
        "deep-defaults",
        "{" + "switch 1 default {" * 400 + "}" * 401,
        1,
        7191,
        "maximum recursion depth",
    ),
    Bad(
        "deep-functions",
        "{" + "".join(f"function f{i}() {{" for i in range(400)) + "}" * 401,
        1,
        6675,
        "maximum recursion depth",
    ),
    Bad(
        "deep-blocks-in-deep-object",
        (
            "".join(f'object "o{i}" {{ code {{ }} ' for i in range(9))
            + 'object "p" { code '
            + "{" * 601
            + "}" * 611
        ),
        1,
        826,
        "maximum recursion depth",
    ),
    Bad("syntax-error-before-too-deep", "{ let 1 " + "{" * 700 + "}" * 701, 1, 7, "identifier"),
    Bad(
        "too-deep-before-syntax-error",
        "{" + "{" * 700 + " let 1 " + "}" * 701,
        1,
        601,
        "maximum recursion depth",
    ),
    Bad(
        "too-deep-before-scopes",
        "{ let x let x " + "{" * 700 + "}" * 701,
        1,
        614,
        "maximum recursion depth",
    ),
)
