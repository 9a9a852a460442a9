"""Points-to sets, for references on their way through cells, arrays, phis and calls."""

from __future__ import annotations

import pytest

from tests.ssa.programs import read_function
from yulopt.ssa.ir.function import NamedValue
from yulopt.ssa.memory.points_to import EXTERNAL, NULL, PointsTo

DECLARED = """
declare @use(&i256)
declare @keep(&&i256)
declare @give(&i256) -> &i256
declare @pairs([2 x &i256])
"""
CELLS = """
  %a = alloca i256
  %b = alloca i256
  %c = alloca i256
  %box = alloca &i256
  call @use(%a)
  call @use(%b)
"""


def targets(code: str, name: str = "r", *, private: bool = False) -> str:
    """The set of a reference at the end of a function with three cells and a box for one."""
    cells = CELLS.replace("call", ";") if private else CELLS
    function = read_function(
        f"{DECLARED} func @f(%p: &i256, %pp: &&i256, %i: i256) {{ e: {cells} {code} ret }}"
    )
    points_to = PointsTo(function)
    values: dict[str, NamedValue] = {one.name: one for one in function.parameters}
    for instruction in function.all_instructions():
        values.update({result.name: result for result in instruction.results})
    found = points_to.of(values[name])
    special = ["external"] * bool(found & EXTERNAL) + ["null"] * bool(found & NULL)
    return " ".join(special + [cell.result.name for cell in points_to.cells_of(found)])


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("store &i256 %a, %box  %r = load &i256, %box", "null a"),
        ("%r = load &i256, %box  store &i256 %a, %box", "null a"),
        ("store &i256 %a, %box  store &i256 zero(&i256), %box  %r = load &i256, %box", "null a"),
        ("%x = array [2 x &i256] [ %a, %b ]  %r = aget &i256, %x, 1", "b"),
        ("%x = array [2 x &i256] [ %a, %b ]  %r = aget &i256, %x, %i", "a b"),
        (
            "%x = array [2 x &i256] [ %a, %a ]  %y = aset [2 x &i256] %x, 1, %b"
            "  %r = aget &i256, %y, 0",
            "a",
        ),
        (
            "%x = array [2 x &i256] [ %a, %a ]  %y = aset [2 x &i256] %x, %i, %b"
            "  %r = aget &i256, %y, 0",
            "a b",
        ),
        ("%r = aget &i256, zero([2 x &i256]), 0", "null"),
    ],
)
def test_sets(code: str, expected: str) -> None:
    assert targets(code, private=True) == expected


def test_a_private_cell_has_no_other_name() -> None:
    assert targets("store i256 1, %a", "a", private=True) == ""


def test_parameters_mean_cells_outside() -> None:
    assert targets("%r = load &i256, %pp", private=True) == "external null"


def test_what_is_given_away_can_come_back() -> None:
    assert targets("%r = call @give(%c)") == "external null a b c"
    assert targets("%r = load &i256, %pp") == "external null a b"
    assert targets("store &i256 %c, %pp  %r = load &i256, %pp") == "external null a b c"


def test_calls_reach_cells_through_others() -> None:
    assert "c" in targets("store &i256 %c, %box  call @keep(%box)  %r = load &i256, %pp")
    assert targets("call @keep(%box)  %r = load &i256, %box") == "external null a b"
    arrays = "%x = array [2 x &i256] [ %a, %c ]  call @pairs(%x)  %r = load &i256, %pp"
    assert targets(arrays) == "external null a b c"


def test_sets_of_types_do_not_mix() -> None:
    code = "store &i256 %c, %box  call @keep(%box)  %r = load &i256, %pp  %x = load i256, %r"
    assert "box" not in targets(code)


def test_references_that_come_around_a_loop() -> None:
    code = """
      %box2 = alloca &i256
      %holder = alloca &&i256
      br %l
    l:
      %to = phi &&i256 [ %box, %e ], [ %later, %l ]
      store &i256 %c, %to
      store &&i256 %box2, %holder
      %later = load &&i256, %holder
      br %i, %l, %x
    x:
      %r = load &i256, %box2
    """
    assert targets(code, private=True) == "null c"


def test_arrays_with_many_references_are_not_told_apart() -> None:
    code = "%x = aset [100 x &i256] zero([100 x &i256]), 7, %a  %r = aget &i256, %x, 8"
    assert targets(code, private=True) == "null a"
