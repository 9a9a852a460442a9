"""forward: loads from cells whose references go somewhere.

Each program of `forward_cases` is run before and after.
"""

from __future__ import annotations

import pytest

from tests.ssa.forward_cases import forwarded, text
from tests.ssa.programs import block, function_of
from yulopt.ssa.ir.function import Function, NamedValue
from yulopt.ssa.memory.not_yet_known import NotYetKnownAnalysis
from yulopt.ssa.text.printer import print_value

DEFAULT = "forward:value-phis=no"
PHIS = "forward"
NOTE = "forward:mode=note"
NO_NYK = "forward:mode=note:nyk=no"


@pytest.mark.parametrize(
    ("name", "pipeline", "replaced"),
    [
        ("N1", DEFAULT, "v5"),
        ("N1", NOTE, "v5"),
        ("N1b", DEFAULT, "v3 v5 v7"),
        ("N1b", NOTE, "v3 v5 v7"),
        ("N2", DEFAULT, "v3 v5"),
        ("N2", NOTE, "v3 v5"),
        ("N2x", DEFAULT, "v3 v5"),
        ("N2x", PHIS, "v3 v5 v7"),
        ("N2x", NOTE, "v3 v5"),
        ("N2y", DEFAULT, "v3 v5"),
        ("N2y", NOTE, "v3 v5"),
        ("N4", DEFAULT, "v6"),
        ("N4", NOTE, "v6"),
        ("N4", NO_NYK, ""),
        ("N5", DEFAULT, ""),
        ("N5", NOTE, ""),
        ("N6", DEFAULT, "v14"),
        ("N6", NOTE, "v14"),
        ("N6", NO_NYK, ""),
        ("N7", DEFAULT, "v9"),
        ("N7", NOTE, "v9"),
        ("N7", NO_NYK, ""),
        ("N7x", DEFAULT, "v9"),
        ("N7x", NOTE, ""),
        ("N8", DEFAULT, ""),
        ("N8", NOTE, ""),
        ("N9", DEFAULT, ""),
        ("N9", NOTE, ""),
        ("R1", DEFAULT, "v2"),
        ("R1", NOTE, "v2"),
        ("R2", DEFAULT, "v1"),
        ("R2", NOTE, "v1"),
        ("R4", DEFAULT, "v1 v3 v4"),
        ("R4", NOTE, "v1 v3 v4"),
        ("R5", DEFAULT, "v3 v4 v7"),
        ("R5", NOTE, "v3 v4 v7"),
        ("R6", DEFAULT, "v5 v11 v12"),
        ("R6", NOTE, ""),
        ("R7", DEFAULT, ""),
        ("R7", NOTE, ""),
        ("R8", DEFAULT, "v5 v11 v12 v13"),
        ("R9", DEFAULT, "v5 v10 v11"),
        ("R9", NOTE, ""),
        ("R10", DEFAULT, ""),
        ("R10", NOTE, ""),
        ("T4", DEFAULT, "0 4 5 6 8 9 10 14 16"),
        # After the store through %div, of which the origin is unknown, nothing is known any more.
        ("T4", NOTE, "0 5 8 9"),
    ],
)
def test_loads_that_are_replaced(name: str, pipeline: str, replaced: str) -> None:
    assert forwarded(text(name), pipeline)[0] == set(replaced.split())


@pytest.mark.parametrize(
    ("name", "pipeline", "gone", "kept"),
    [
        ("N1", DEFAULT, [], ["call @println(%v4)", "store i256 %v4, %v0"]),
        ("N4", DEFAULT, ["alloca", "store"], ["call @constrain(7, 7)"]),
        ("R1", NOTE, ["load", "store", "alloca", "array"], ["ret 2"]),
        ("R1", DEFAULT, ["load", "store", "alloca", "array"], ["ret 2"]),
        ("R2", NOTE, [], ["store i256 1, %v0", "ret 1"]),
        ("R2", DEFAULT, [], ["store i256 1, %v0", "ret 1"]),
        ("R3", NOTE, [], ["store i256 1, %v0", "ret %v0"]),
        ("R3", DEFAULT, [], ["store i256 1, %v0", "ret %v0"]),
        ("R4", NOTE, ["store", "alloca"], ["[ 5, %b0 ]", "ret %v2, 5, 6"]),
        ("R4", DEFAULT, ["store", "alloca"], ["[ 5, %b0 ]", "ret %v2, 5, 6"]),
        ("R5", NOTE, ["store", "alloca"], ["eq 2, 2"]),
        ("R5", DEFAULT, ["store", "alloca"], ["eq 2, 2"]),
        ("R6", NOTE, [], ["store i256 2, %v5", "store i256 0, %v0"]),
        ("R6", DEFAULT, [], ["store i256 2, %v0", "store i256 0, %v0"]),
        ("R7", NOTE, [], ["store i256 0, %p", "store i256 1, %q"]),
        ("R7", DEFAULT, [], ["store i256 0, %p", "store i256 1, %q"]),
        ("R9", DEFAULT, [], ["load &i256, %v2", "load i256, %v13"]),
        ("T4", DEFAULT, [], ["store i256 %15, %div", "%1 = load i256, %div"]),
    ],
)
def test_what_is_left(name: str, pipeline: str, gone: list[str], kept: list[str]) -> None:
    result = forwarded(text(name), pipeline)[1]
    assert [one for one in gone if one in result] == []
    assert [one for one in kept if one not in result] == []


def test_n2_ends_as_one_phi() -> None:
    result = forwarded(text("N2"), "forward,mem2reg")[1]
    assert "%v1.1 = phi i256 [ 1, %b1 ], [ 2, %b2 ]" in result
    assert not [one for one in ("alloca", "load", "store", "array") if one in result]


def test_r10_never_takes_the_first_load_for_the_second() -> None:
    result = forwarded(text("R10"), PHIS)[1]
    assert "call @println(%l1)\n  call @println(%l2)\n" in result


# The states of the note


def state(analysis: NotYetKnownAnalysis, function: Function, cell: str, label: str) -> str:
    """What a cell holds at the start and at the end of a block; a question mark for unknown."""
    here = block(function, label)
    reference = value_named(function, cell)
    values = [
        analysis.value(reference, states[here]) for states in (analysis.at_start, analysis.at_end)
    ]
    return " ".join("?" if value is None else print_value(value) for value in values)


def value_named(function: Function, name: str) -> NamedValue:
    (found,) = (
        result
        for instruction in function.all_instructions()
        for result in instruction.results
        if result.name == name
    )
    return found


@pytest.mark.parametrize(
    ("name", "cell", "states"),
    [
        ("N1", "v0", {"b0": "? 0", "b1": "? ?", "b2": "? %v4", "b3": "? ?"}),
        ("N2", "v1", {"b0": "? 0", "b1": "0 1", "b2": "0 2", "b3": "? ?"}),
        ("N4", "v1", {"b1": "7 7", "b3": "7 7", "b2": "7 7"}),
        ("N5", "v1", {"b0": "? 7", "b1": "? ?", "b3": "? %v9", "b2": "? ?"}),
        ("N6", "v2", dict.fromkeys(("b1", "b3", "b4", "b6", "b5", "b2"), "7 7")),
        ("N8", "v1", {"b1": "? ?", "b5": "? %v20", "b6": "? ?", "b2": "? ?"}),
        ("N8", "v3", {"b1": "? ?", "b4": "? 1", "b6": "? ?"}),
        ("N9", "v2", {"b1": "? ?", "b4": "? ?", "b6": "? %v24", "b5": "? ?", "b2": "? ?"}),
    ],
)
def test_states_of_the_note(name: str, cell: str, states: dict[str, str]) -> None:
    function = function_of(name)
    analysis = NotYetKnownAnalysis(function)
    assert {label: state(analysis, function, cell, label) for label in states} == states


def test_alias_sets_of_n2() -> None:
    function = function_of("N2")
    analysis = NotYetKnownAnalysis(function)
    cell = value_named(function, "v1")
    first = {"v1", "ar[0]", "ar[1]", "*v2[0]", "*v2[1]"}
    then, otherwise = {"v3[0]", "v3[1]", "v4"}, {"v5[0]", "v5[1]", "v6"}

    def names(*labels: str) -> set[str]:
        return analysis.names_of(cell, [block(function, label) for label in labels])

    assert names("b0") == first
    assert names("b1") == first | then
    assert names("b2") == first | otherwise
    assert names("b1", "b2") == first | then | otherwise


def test_a_loop_with_several_entries_keeps_only_cells_that_it_leaves_alone() -> None:
    source = """
        declare @println(i256)
        func @f(%c: i256) {
        e:
          %kept = alloca i256
          %changed = alloca i256
          store i256 7, %kept
          store i256 8, %changed
          br %c, %a, %b
        a:
          %v1 = load i256, %kept
          call @println(%v1)
          %more = lt %v1, %c
          br %more, %b, %x
        b:
          %v2 = load i256, %changed
          call @println(%v2)
          store i256 9, %changed
          %again = lt %v2, %c
          br %again, %a, %x
        x:
          %v3 = load i256, %kept
          call @println(%v3)
          ret
        }"""
    assert forwarded(source, NOTE)[0] == {"v1", "v3"}
    assert forwarded(source, DEFAULT)[0] == {"v1", "v3"}


# What is not in the notes


@pytest.mark.parametrize("pipeline", [DEFAULT, PHIS, NOTE])
def test_a_dead_store_that_may_trap_stays(pipeline: str) -> None:
    source = """
        declare @println(i256)
        func @f(%c: i256) {
        e:
          %cell = alloca i256
          %box = alloca &i256
          br %c, %then, %after
        then:
          store &i256 %cell, %box
          br %after
        after:
          %r = load &i256, %box
          store i256 1, %r
          call @println(1)
          store i256 2, %r
          ret
        }"""
    assert "store i256 1" in forwarded(source, pipeline)[1]


@pytest.mark.parametrize("pipeline", [DEFAULT, PHIS, NOTE])
def test_volatile_cells_are_left_alone(pipeline: str) -> None:
    source = """
        func @f() -> i256 {
        e:
          %cell = alloca volatile i256
          store i256 1, %cell
          store i256 2, %cell
          %v = load i256, %cell
          ret %v
        }"""
    replaced, result = forwarded(source, pipeline)
    assert not replaced
    assert result.count("store") == 2


@pytest.mark.parametrize("pipeline", [DEFAULT, PHIS, NOTE])
def test_a_trap_stays(pipeline: str) -> None:
    source = """
        func @f(%c: i256) -> i256 {
        e:
          %cell = alloca i256
          %box = alloca &i256
          store i256 5, %cell
          br %c, %then, %after
        then:
          store &i256 %cell, %box
          br %after
        after:
          %r = load &i256, %box
          %v = load i256, %r
          ret %v
        }"""
    assert "v" not in forwarded(source, pipeline)[0]


@pytest.mark.parametrize("pipeline", [DEFAULT, PHIS, NOTE])
@pytest.mark.parametrize("reference", ["%chosen", "%anything"])
def test_stores_that_may_be_read_stay(reference: str, pipeline: str) -> None:
    source = f"""
        declare @use(&&i256)
        func @f(%c: i256, %p: &&i256) -> i256 {{
        e:
          %cell = alloca i256
          %other = alloca i256
          store &i256 %cell, %p
          call @use(%p)
          br %c, %x, %y
        x:
          br %y
        y:
          %chosen = phi &i256 [ %cell, %e ], [ %other, %x ]
          %anything = load &i256, %p
          store i256 1, %cell
          %v = load i256, {reference}
          store i256 2, %cell
          %w = load i256, {reference}
          %sum = add %v, %w
          ret %sum
        }}"""
    replaced, result = forwarded(source, pipeline)
    assert not replaced & {"v", "w"}
    assert "store i256 1, %cell" in result


@pytest.mark.parametrize("pipeline", [DEFAULT, PHIS, NOTE])
def test_an_older_cell_of_a_loop_keeps_its_value(pipeline: str) -> None:
    source = """
        declare @println(i256)
        func @f(%c: i256) {
        e:
          %first = alloca i256
          %keep = alloca &i256
          store &i256 %first, %keep
          br %l
        l:
          %i = phi i256 [ 0, %e ], [ %next, %l ]
          %new = alloca i256
          %last = load &i256, %keep
          %old = load i256, %last
          call @println(%old)
          store &i256 %new, %keep
          store i256 5, %new
          %next = add %i, 1
          %more = lt %next, 3
          br %more, %l, %x
        x:
          ret
        }"""
    assert "old" not in forwarded(source, pipeline)[0]


@pytest.mark.parametrize("pipeline", [DEFAULT, PHIS, NOTE])
def test_stores_that_the_caller_may_read_stay(pipeline: str) -> None:
    source = """
        func @f(%p: &&i256) {
        e:
          %cell = alloca i256
          store &i256 %cell, %p
          store i256 1, %cell
          ret
        }"""
    assert "store i256 1, %cell" in forwarded(source, pipeline)[1]


def test_the_cells_of_parameters_stay_for_the_inliner() -> None:
    source = """
        func @f(%p: i256) -> i256 {
        e:
          %p.addr = alloca parameter i256
          store i256 %p, %p.addr
          %v = load i256, %p.addr
          ret %v
        }"""
    replaced, result = forwarded(source, PHIS)
    assert replaced == {"v"}
    assert "store i256 %p, %p.addr" in result


def test_large_arrays_of_references_are_one() -> None:
    elements = ", ".join(["%a"] * 99 + ["%b"])
    source = f"""
        func @f(%i: i256) -> i256 {{
        e:
          %a = alloca i256
          %b = alloca i256
          store i256 5, %b
          %all = array [100 x &i256] [ {elements} ]
          %r = aget &i256, %all, %i
          store i256 6, %r
          %s = aget &i256, %all, 99
          %v = load i256, %s
          ret %v
        }}"""
    assert forwarded(source, DEFAULT)[0] == set()
    assert forwarded(source, NOTE)[0] == set()
