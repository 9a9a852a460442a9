"""The positions and identities of functions, and the ones that a step changed."""

from __future__ import annotations

from textwrap import dedent

from tests.conftest import ROOT
from tests.explore.pages import explore
from yulopt.explore.recorder import Exploration
from yulopt.explore.structure import Identities, outer_lines, outline

NESTED = dedent(
    """\
    {
        f(1)
        function f(a) -> b
        {
            function g()
            { sstore(0, "}") }
            g()
            if a
            {
                b := 1
            }
        }
        function h() { }
        sstore(1, 2)
    }"""
).replace("h() { }", "h()\n    { }")


def happened(exploration: Exploration, letter: str) -> dict[str, str]:
    """The effects of the steps with a letter on functions, by their last names."""
    return {
        exploration.atlas.identities.all[change.function].names[-1]: change.kind
        for step in exploration.recording.steps
        if step.letter == letter and step.changed
        for change in exploration.atlas.surveys[step.number].changes
    }


def test_outline() -> None:
    functions = outline(NESTED.split("\n"))
    assert [(item.name, item.first, item.end) for item in functions] == [
        ("f", 2, 12),
        ("g", 4, 6),
        ("h", 12, 14),
    ]
    assert outer_lines(functions, 0, 16) == [0, 1, 14, 15]
    assert outer_lines(functions[1:], 2, 12) == [2, 3, 6, 7, 8, 9, 10, 11]


def test_a_renamed_function_stays_the_same() -> None:
    identities = Identities()
    first = identities.follow(0, ["", "f", "g", "h"])
    assert identities.follow(0, ["", "f", "g_1", "h"]) == first
    assert identities.all[first[2]].names == ["g", "g_1"]
    # One goes and another comes at another place: these are two.
    assert identities.follow(0, ["", "new", "f", "g_1"])[1:] == [4, first[1], first[2]]
    assert identities.follow(1, ["", "f"]) == [5, 6]


def test_a_function_that_reappears_is_the_same() -> None:
    identities = Identities()
    first = identities.follow(0, ["", "f", "g"])
    identities.follow(0, ["", "g"])
    assert identities.follow(0, ["", "f", "g"]) == first


def test_effects_of_a_step_on_functions() -> None:
    program = """{
        sstore(f(1), g())
        function f(a) -> b { b := add(a, 0) if b { leave } }
        function g() -> c { c := calldataload(0) if c { leave } }
        function unused() { sstore(1, 2) }
    }"""
    exploration = explore(program, "su", bare=True)
    assert happened(exploration, "s") == {"f": "changed"}
    # An empty block is left where the function was.
    assert happened(exploration, "u") == {"unused": "removed", "": "changed"}


def test_the_code_outside_functions_counts_as_one() -> None:
    program = "{ sstore(add(0, 1), 2) function f() { sstore(1, 2) } }"
    assert happened(explore(program, "s", bare=True), "s") == {"": "changed"}


def test_names_that_become_short_are_renamings() -> None:
    exploration = explore((ROOT / "examples" / "sort.yul").read_text())
    names = [identity.names for identity in exploration.atlas.identities.all]
    assert ["return_array_561", "return_array"] in names
    renamed = names.index(["return_array_561", "return_array"])
    [step] = [
        step
        for step in exploration.recording.steps
        if step.number in exploration.atlas.surveys
        for change in exploration.atlas.surveys[step.number].changes
        if change.function == renamed and change.kind == "renamed"
    ]
    assert step.part == "names"
