"""Code has the same flat text as other code if and only if it is printed alike."""

from __future__ import annotations

from pathlib import Path

from yulopt.syntax.flat_text import flat_text
from yulopt.syntax.parser import parse
from yulopt.syntax.printer import print_yul

ALIKE = [
    ("{ let a, b := f() function f() -> x, y { } }", "{ let a,b:=f()  function f()->x,y{} }"),
]
DIFFERENT = [
    "{ }",
    "{ { } }",
    "{ let a }",
    "{ let a := 0 }",
    "{ let a := 0x0 }",
    "{ let a := false }",
    '{ let a := "0" }',
    '{ let a := "" }',
    "{ let a let b }",
    "{ let a, b }",
    "{ let a a := 1 }",
    "{ function f(a, b) { } }",
    "{ function f(a) -> b { } }",
    "{ function f() -> a, b { } }",
    "{ function f() -> a { leave } }",
    "{ if 1 { } }",
    "{ if 1 { } { } }",
    "{ switch 1 case 1 { } }",
    "{ switch 1 default { } }",
    "{ for { } 1 { } { break } }",
    "{ for { } 1 { } { continue } }",
    "{ for { let a } 1 { } { } }",
    "{ for { } 1 { let a } { } }",
    "{ for { } 1 { } { let a } }",
    "{ pop(add(add(1, 2), 3)) }",
    "{ pop(add(1, add(2, 3))) }",
]


def test_layout_does_not_matter() -> None:
    for one, other in ALIKE:
        assert flat_text(parse(one).code) == flat_text(parse(other).code)


def test_everything_else_does() -> None:
    programs = [parse(source).code for source in DIFFERENT]
    assert len({print_yul(program) for program in programs}) == len(DIFFERENT)
    assert len({flat_text(program) for program in programs}) == len(DIFFERENT)


def test_the_flat_text_of_a_program_survives_printing(example: Path) -> None:
    program = parse(example.read_text("utf-8"))
    again = parse(print_yul(program))
    assert flat_text(again.code) == flat_text(program.code)
