"""Edges and names: splitting, removing what cannot be reached, fresh names."""

from __future__ import annotations

from tests.ssa.graphs import graph
from tests.ssa.programs import block, read
from yulopt.ssa.ir.edges import (
    is_critical,
    predecessors,
    remove_unreachable,
    split_critical_edges,
)
from yulopt.ssa.ir.names import NameSupply
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.text.parser import parse_module
from yulopt.ssa.text.printer import print_function

LOST_COPY = """
    func @f(%c: i256) -> i256 {
    e:
      br %h
    h:
      %x = phi i256 [ 1, %e ], [ %x3, %h ]
      %x3 = add %x, 1
      br %c, %h, %out
    out:
      ret %x
    }
"""


def test_critical_edges() -> None:
    function = read(LOST_COPY).functions["f"]
    before = predecessors(function)
    e, h, out = function.blocks
    assert not is_critical(e, h, before)
    assert is_critical(h, h, before)
    assert not is_critical(h, out, before)


def test_splitting_renames_the_operands_of_phis() -> None:
    module = read(LOST_COPY)
    function = module.functions["f"]
    assert split_critical_edges(function) == 1
    verify_module(module)
    text = print_function(function)
    assert "%x = phi i256 [ 1, %e ], [ %x3, %h.h.split ]" in text
    assert "h.h.split: ; preds = %h\n  br %h\n" in text


def test_splitting_only_edges_to_phis() -> None:
    function = graph("e: a b, a: b c, b: c")
    assert split_critical_edges(function, only_to_phis=True) == 0
    assert split_critical_edges(function) == 3


def test_the_new_label_is_unique() -> None:
    function = graph("e: a b, a: b, e.b.split: b")
    split_critical_edges(function)
    assert block(function, "e.b.split.1")


def test_unreachable_blocks_are_removed_with_their_operands() -> None:
    module = parse_module("""
        func @f(%c: i256) -> i256 {
        e:
          br %end
        dead:
          %x = add %y, %c
          br %other
        other:
          %y = add %x, 1
          br %c, %dead, %end
        end:
          %p = phi i256 [ 1, %e ], [ %y, %other ]
          ret %p
        }
    """)
    function = module.functions["f"]
    assert remove_unreachable(function) == 2
    verify_module(module)
    assert not function.parameters[0].uses
    assert "%p = phi i256 [ 1, %e ]\n" in print_function(function)


def test_phi_operands_are_found_after_others_are_removed() -> None:
    module = read("""
        func @f(%c: i256) -> i256 {
        e:
          switch %c, %a [ 1: %b, 2: %d ]
        a:
          br %end
        b:
          br %end
        d:
          br %end
        end:
          %p = phi i256 [ 1, %a ], [ %c, %b ], [ %c, %d ]
          ret %p
        }
    """)
    function = module.functions["f"]
    (phi,) = block(function, "end").phis
    a, b, d = (block(function, label) for label in "abd")
    phi.remove_incoming(a)
    assert (phi.incoming(b), phi.incoming(d)) == (function.parameters[0],) * 2
    assert not phi.has_incoming(a)
    assert {index for user, index in function.parameters[0].uses if user is phi} == {0, 1}
    phi.replace_incoming_block(d, a)
    assert phi.incoming(a) is function.parameters[0]


def test_fresh_names() -> None:
    names = NameSupply(read(LOST_COPY).functions["f"])
    assert [names.value(hint) for hint in ("y", "x", "x", "y")] == ["y", "x.1", "x.2", "y.1"]
    assert [names.version("x"), names.version("z")] == ["x.3", "z.1"]
    assert [names.temporary(), names.temporary()] == ["0", "1"]
    assert [names.label("new"), names.label("h")] == ["new", "h.1"]
