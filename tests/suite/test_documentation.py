"""The documentation of every step has one form, and its example is what it really does."""

from __future__ import annotations

import importlib
import pkgutil
import re
from typing import Final

import pytest

import yulopt.steps
from yulopt.passes.properties import PROPERTIES
from yulopt.passes.step import Step
from yulopt.suite.documentation import parse_documentation, read_documentation, run_example
from yulopt.suite.named_sequences import describe_sequence, read_sequence, sequence_names
from yulopt.suite.reading import parse_steps
from yulopt.suite.registry import all_steps, is_extension, steps_by_letter

_FOLDER: Final = f"{yulopt.steps.__name__}."
MODULES: Final = sorted(
    module.name.removeprefix(_FOLDER)
    for module in pkgutil.walk_packages(yulopt.steps.__path__, _FOLDER)
    if not module.ispkg
)

every_step = pytest.mark.parametrize("step", all_steps().values(), ids=list(all_steps()))
every_sequence = pytest.mark.parametrize("name", sequence_names())


@every_step
def test_example_is_what_the_step_does(step: Step) -> None:
    documentation = read_documentation(step)
    _, after = run_example(step, documentation.before)
    assert after == documentation.after


@every_step
def test_example_shows_a_change(step: Step) -> None:
    before, after = run_example(step, read_documentation(step).before)
    assert before != after


@every_step
def test_heading_names_the_step(step: Step) -> None:
    documentation = read_documentation(step)
    assert (documentation.name, documentation.letter) == (step.name, step.letter)
    assert documentation.summary.endswith(".")


@every_step
def test_specification_is_named(step: Step) -> None:
    source = read_documentation(step).source
    # Steps beyond solc may cite the literature instead.
    assert source.startswith("chapter ") or (is_extension(step) and source)


@every_step
def test_needs_are_known(step: Step) -> None:
    assert set(step.requires) <= set(PROPERTIES)


@pytest.mark.parametrize("module", MODULES)
def test_module_defines_the_step_of_its_name(module: str) -> None:
    loaded = importlib.import_module(f"yulopt.steps.{module}")
    classes = [
        kind
        for kind in vars(loaded).values()
        if isinstance(kind, type) and issubclass(kind, Step) and kind.__module__ == loaded.__name__
    ]
    assert [kind.__name__ for kind in classes] == [kind.name for kind in classes]
    assert [kind.name.lower() for kind in classes] == [module.rpartition(".")[2].replace("_", "")]


def test_letters_are_unique() -> None:
    with_letter = [step for step in all_steps().values() if step.letter]
    assert len(with_letter) == len(steps_by_letter())
    assert all(len(step.letter) == 1 for step in with_letter)


def test_every_module_gives_a_step() -> None:
    assert len(all_steps()) == len(MODULES)


def test_the_table_matches_the_steps() -> None:
    declared = {
        type(step).__name__: (type(step).__module__.removeprefix(_FOLDER), step.letter)
        for step in all_steps().values()
    }
    assert declared == yulopt.steps.TABLE
    assert sorted(module for module, _ in yulopt.steps.TABLE.values()) == sorted(MODULES)


DOCSTRING = """\
Doubler (`2`): doubles
everything.

It knows
no limit.

Example::

    {
        let x

        let y
    }

becomes::

    { }

More about it.

Source: chapter 99, section 1.
"""


def test_parts_of_a_docstring() -> None:
    documentation = parse_documentation(DOCSTRING)
    assert documentation.name == "Doubler"
    assert documentation.letter == "2"
    assert documentation.summary == "doubles everything."
    assert documentation.text == "It knows\nno limit.\n\nMore about it."
    assert documentation.before == "{\n    let x\n\n    let y\n}"
    assert documentation.after == "{ }"
    assert documentation.source == "chapter 99, section 1."


def test_conditions_are_the_beginnings_of_list_items() -> None:
    listed = "Right if:\n\n* one thing: it is so,\n  mostly.\n* another: it is not.\n\nExample::"
    documentation = parse_documentation(DOCSTRING.replace("Example::", listed, 1))
    assert documentation.conditions == ("one thing", "another")
    assert "* one thing: it is so," in documentation.text
    assert parse_documentation(DOCSTRING).conditions == ()


@pytest.mark.parametrize("heading", ["Doubler", "Doubler (no letter)"])
def test_heading_without_letter(heading: str) -> None:
    documentation = parse_documentation(DOCSTRING.replace("Doubler (`2`)", heading))
    assert (documentation.name, documentation.letter) == ("Doubler", "")


@pytest.mark.parametrize(
    ("docstring", "lacks"),
    [
        ("", "no heading"),
        ("Doubles everything.", "no heading"),
        ("Doubler: doubles.", "no 'Example::'"),
        (DOCSTRING.partition("becomes::")[0], "no 'becomes::'"),
        ("Doubler: doubles.\n\nExample::\n\nbecomes::\n\n    { }", "no code after 'Example::'"),
        ("Doubler: doubles.\n\nExample::", "no code after 'Example::'"),
    ],
)
def test_an_incomplete_docstring_is_rejected(docstring: str, lacks: str) -> None:
    with pytest.raises(ValueError, match=re.escape(lacks)):
        parse_documentation(docstring)


def test_example_may_have_any_layout() -> None:
    before, after = run_example(all_steps()["BlockFlattener"], "{ {{ pop(1)\n\n}\n} }")
    assert before == "{ { { pop(1) } } }"
    assert after == "{ { pop(1) } }"


@every_sequence
def test_named_sequence_is_valid_and_explained(name: str) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
    assert describe_sequence(name).partition("\n")[0].endswith(".")
    parse_steps(read_sequence(name))


def test_prelude_is_the_classical_opening() -> None:
    assert read_sequence("prelude") == "dhfoDgvulfnTUtnIf"
