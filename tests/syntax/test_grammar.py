"""The parser agrees with the grammar.

Trees, positions, and the place and words of the error are those of Lark's parser under
`grammar.lark`, for right, wrong and mutated programs. What the grammar does not know (builtins in
the place of variables, depth, annotations, and so on) the parser refuses, too, but not later.
"""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import pytest

from tests.bad_programs import BAD, VALID, Bad, Valid
from tests.conftest import ROOT
from tests.fuzzing.inputs import Inputs
from tests.slices import amount
from tests.syntax import reference
from yulopt.dialect import DEFAULT_EVM_VERSION, Dialect, dialect_for, parse_evm_version
from yulopt.errors import Source, YulError
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object
from yulopt.syntax.recursive_descent import read_program

# How the errors begin that the grammar knows, too.
OF_GRAMMAR = (
    "byte order mark",
    "a case cannot",
    "a switch needs",
    "expected ",
    "illegal character",
    "invalid character",
    "invalid escape",
    "invalid hex string",
    "invalid number",
    "octal numbers",
    "only ASCII",
    "only one default",
    "this comment has no end",
    "this string has no end",
)

# The parts of a node, except its position.
FIELDS = {
    "Object": "name code children source_names is_bare_block",
    "Data": "name content",
    "Block": "statements",
    "ExpressionStatement": "expression",
    "Assignment": "targets value",
    "VariableDeclaration": "names value",
    "FunctionDefinition": "name parameters returns body",
    "If": "condition body",
    "Switch": "expression cases",
    "Case": "label body",
    "ForLoop": "init condition post body",
    "Break": "",
    "Continue": "",
    "Leave": "",
    "FunctionCall": "name arguments builtin",
    "Identifier": "name",
    "Literal": "kind value text unlimited",
}


def description(part: object) -> object:
    """All that makes a tree, in lists that can be compared."""
    if isinstance(part, list):
        return [description(item) for item in part]
    fields = FIELDS.get(type(part).__name__)
    if fields is None:
        return part
    return [
        type(part).__name__,
        getattr(part, "position", None),
        *(description(getattr(part, field)) for field in fields.split()),
    ]


def difference(text: str, dialect: Dialect) -> str:
    """The disagreement of parser and grammar about a text; empty if there is none."""
    return run_with_deep_stack(lambda: _difference(text, dialect))


def _difference(text: str, dialect: Dialect) -> str:
    wanted = reference.parse(text, dialect)
    source = Source(text)
    try:
        program = read_program(source, dialect)
    except YulError as error:
        return _difference_of_errors(error, wanted, source)
    if isinstance(wanted, reference.Refusal):
        return f"accepted, but not by the grammar: {wanted}"
    _forget_annotations(program)
    return "" if description(program) == description(wanted) else "another tree"


def _difference_of_errors(
    first: YulError, wanted: Object | reference.Refusal, source: Source
) -> str:
    """The parser has found errors, of which the grammar may know one."""
    errors = [first, *first.others]
    of_grammar = [error for error in errors if error.message.startswith(OF_GRAMMAR)]
    if isinstance(wanted, Object):
        return f"refused, but not by the grammar: {of_grammar[0]}" if of_grammar else ""
    place = source.line_and_column(wanted.offset)
    if of_grammar:
        (error,) = of_grammar
        if (error.line, error.column) == place and error.message.startswith(wanted.message):
            return ""
        return f"{error} instead of {wanted} at {place}"
    return "" if (first.line, first.column) <= place else f"{first} is only after {wanted}"


def _forget_annotations(program: Object) -> None:
    program.source_names = None
    for child in program.sub_objects:
        _forget_annotations(child)


def dialect_of(evm_version: str | None) -> Dialect:
    version = DEFAULT_EVM_VERSION if evm_version is None else parse_evm_version(evm_version)
    return dialect_for(version)


@pytest.mark.parametrize("program", [*BAD, *VALID], ids=lambda program: program.id)
def test_wrong_and_odd_programs(program: Bad | Valid) -> None:
    assert difference(program.source, dialect_of(program.evm_version)) == ""


EXAMPLES = sorted((ROOT / "examples").glob("*.yul"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    assert difference(path.read_text("utf-8"), dialect_of(None)) == ""


def test_mutated_programs() -> None:
    inputs = Inputs(SystemRandom().getrandbits(32))
    for number in range(amount(100, 20_000)):
        mutated = inputs.input(number)
        text = mutated.text()
        if text is not None:
            assert difference(text, dialect_of(mutated.evm_version)) == "", mutated.name


def test_the_comparison_finds_differences() -> None:
    """Disagreements of the parser with another grammar are detected."""
    text = "{ let x := add(1, 2) }"
    tree = reference.parse(text, dialect_of(None))
    assert isinstance(tree, Object)
    tree.code.statements[0].position += 1
    assert description(tree) != description(reference.parse(text, dialect_of(None)))
