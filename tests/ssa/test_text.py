"""The text form: printed text can be read again, and errors have their place."""

from __future__ import annotations

from pathlib import Path

import pytest

import yulopt
from tests.generator import generate
from tests.slices import seeds
from tests.ssa.programs import NAMES, read, text_of
from tests.ssa.promotion import promote
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for, parse_evm_version
from yulopt.errors import Source, YulError
from yulopt.ssa.ir.instructions import Alloca
from yulopt.ssa.lowering import lower
from yulopt.ssa.text.parser import parse_module, parse_module_source
from yulopt.ssa.text.printer import print_module
from yulopt.suite.suite import make_context

EVERYTHING = """\
declare @opaque(i256, i256) -> i256
declare @log()

func @f(%a: i256, %r: i256) -> %x: i256, %y: i256 reducible {
entry:
  %c = alloca i256
  %d = alloca parameter i256
  store i256 %r, %c
  %e = load i256, %c
  %z = add 0xfffffffffff, 65535
  %g = gas
  %p, %q = call @f(%g, %r)
  %o = call @opaque(%p, %q)
  call @log()
  %s = datasize "a\\"b\\x01"
  pop %s
  br %a, %case, %default
case: ; preds = %entry, %case, %default
  %x = phi i256 [ 1, %entry ], [ %x, %case ], [ 2, %default ]
  %n = phi i256 [ 0, %entry ], [ %n, %case ], [ %r, %default ]
  br %x, %case, %last
last: ; preds = %case
  ret %x, %n
default: ; preds = %entry
  switch %a, %end [ 0: %case, 0x10000: %never ]
end: ; preds = %default
  end revert 0, %a
never: ; preds = %default
  unreachable
}

func @g(%a: i256) post-ssa {
entry:
  %b = copy %a
  %c = copy 0
  [%b, %d] = pcopy [%a, %b]
  br %next
next: ; preds = %entry
  end stop
}
"""


def test_everything_that_can_be_written() -> None:
    assert print_module(read(EVERYTHING)) == EVERYTHING


@pytest.mark.parametrize("name", NAMES)
def test_reference_programs(name: str) -> None:
    assert print_module(read(text_of(name))) == text_of(name)


@pytest.mark.parametrize("seed", seeds(10, at_length=100))
def test_lowered_programs(seed: int) -> None:
    dialect = dialect_for(parse_evm_version("cancun"))
    code = yulopt.parse(generate(seed, evm_version="cancun"), evm_version="cancun").code
    make_context(code, dialect)
    module = lower(code, dialect)
    for _ in range(2):
        text = print_module(module)
        assert print_module(parse_module_source(Source(text), dialect)) == text
        for function in module.functions.values():
            promote(function)


def test_examples(example: Path) -> None:
    code = yulopt.parse(example.read_text("utf-8")).code
    text = print_module(lower(code, dialect_for(DEFAULT_EVM_VERSION)))
    assert print_module(parse_module(text)) == text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("-1", hex(2**256 - 1)),
        ("0x" + "f" * 65, hex(2**256 - 1)),
        ("9" * 5000, hex(int("9" * 4000) * 10**1000 % 2**256 + int("9" * 1000) % 2**256)),
        ("65535", "65535"),
        ("0xffff", "65535"),
        ("65536", "0x10000"),
        ("true", "1"),
        ("false", "0"),
    ],
)
def test_constants_are_words(text: str, printed: str) -> None:
    module = parse_module(f"func @f() -> i256 {{ entry: ret {text} }}")
    value = int(printed, 16) % 2**256 if len(text) > 4000 else None
    expected = printed if value is None else hex(value)
    assert f"ret {expected}\n" in print_module(module)


def test_line_breaks_and_comments_are_ignored() -> None:
    one = parse_module(
        "func @f()->i256{entry: %x = alloca i256  %0 = load i256, %x ; a comment\n ret\n %0 }"
    )
    assert print_module(one) == (
        "func @f() -> i256 {\nentry:\n  %x = alloca i256\n  %0 = load i256, %x\n  ret %0\n}\n"
    )


def test_operands_of_phis_are_in_the_order_of_predecessors() -> None:
    module = parse_module("""
        func @f() -> i256 {
        entry: br 1, %a, %b
        a: br %c
        b: br %c
        c: %x = phi i256 [ 2, %b ], [ 1, %a ] ret %x
        }
    """)
    assert "%x = phi i256 [ 1, %a ], [ 2, %b ]" in print_module(module)


@pytest.mark.parametrize("name", ["br", "i256", "1", "a:b", "$x.y_z", "phi", "entry.1"])
def test_names_may_be_keywords_and_numbers(name: str) -> None:
    text = f"func @{name}(%{name}: i256) {{\n{name}:\n  pop %{name}\n  ret\n}}\n"
    assert print_module(parse_module(text)) == text


def test_flags_of_allocas() -> None:
    function = read(EVERYTHING).functions["f"]
    allocas = [one for one in function.entry.instructions if isinstance(one, Alloca)]
    assert [one.is_parameter for one in allocas] == [False, True]


def error(text: str) -> str:
    with pytest.raises(YulError) as raised:
        parse_module_source(Source(text, "t.ssa"), dialect_for(DEFAULT_EVM_VERSION))
    return str(raised.value)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "1:13: error: expected a block label but found '}'"),
        ("e: ", "1:13: error: block e does not end in a terminator"),
        ("e: br %b", "1:19: error: there is no block b"),
        ("e: pop %x ret", "1:20: error: there is no value %x"),
        ("e: %x = gas %x = gas ret", "1:25: error: there is already a value %x"),
        ("e: ret e: ret", "1:20: error: there is already a block e"),
        ("e: ret pop 1", "1:20: error: an instruction cannot stand after the end of its block"),
        ("e: ret %x = gas", "1:20: error: an instruction cannot stand after the end of its block"),
        ("e: %x = pop 1 ret", "1:16: error: expected no results on the left but found 1"),
        ("e: gas ret", "1:16: error: expected 1 result on the left but found 0"),
        ("e: foo 1 ret", "1:16: error: there is no instruction or builtin function 'foo'"),
        ("e: call @g() ret", "1:21: error: there is no function @g"),
        ("e: pop 1 %x = phi i256 [ 1, %e ] ret", "1:22: error: a phi must stand at the head"),
        (
            "e: br %a a: %x = phi i256 [ 1, %e ], [ 2, %e ] ret",
            "there are two operands for block e",
        ),
        ("e: [%a, %b] = pcopy [1] ret", "1:27: error: there are 2 targets, but 1 sources"),
        ("e: ret $", "1:20: error: illegal character '$'"),
        ("e: ret %", "1:20: error: expected a name directly after '%'"),
        ('e: pop "a ret', "1:20: error: this string has no end"),
        ("e: ret 012", "1:20: error: unexpected number '012'"),
    ],
)
def test_errors_have_a_place(body: str, message: str) -> None:
    assert message in error(f"func @f() {{ {body}}}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("func @f() { e: ret", "1:19: error: expected an instruction, an operand, a block label,"),
        ("func @f() { e: ret } func @f() { e: ret }", "1:27: error: there is already a"),
        ("func @f() -> %a: i256, i256 { e: ret }", "1:6: error: either all results"),
        ("func @f(%a: i256, %a: i256) { e: ret }", "1:19: error: there is already a value %a"),
        (
            "function f",
            "1:1: error: expected the end of the input, 'declare', 'func' or 'object'",
        ),
        ('object "A" { func @f() { e: ret } }', "1:8: error: expected functions but found an"),
        ('func @f() { e: ret } object "A" { }', "1:22: error: expected the end of the input, "),
    ],
)
def test_errors_of_functions_have_a_place(text: str, message: str) -> None:
    assert message in error(text)


def test_errors_show_the_line() -> None:
    with pytest.raises(YulError) as raised:
        parse_module("func @f() {\nentry:\n  pop %y\n  ret\n}\n")
    assert raised.value.report().endswith("  pop %y\n      ^")
