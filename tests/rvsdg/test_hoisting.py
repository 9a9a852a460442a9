"""Code that leaves loops, in e-graphs made by hand."""

from __future__ import annotations

from typing import Final

from yulopt.egraph.export import ARGUMENT, ENode, Export
from yulopt.rvsdg.encoding import LOOP
from yulopt.rvsdg.host import HostGraph
from yulopt.rvsdg.language import yul_language
from yulopt.rvsdg.passes.loops import hoist

X, Y, ONE, NEXT, AFTER_NEXT, PRODUCT, RESULT, INPUT, IS_LESS, THE_LOOP = range(10)
# The rules found that NEXT is AFTER_NEXT - 1, too, and that its form x + 1 is superfluous.
CLASSES: Final = {
    X: [ENode((ARGUMENT, 0))],
    Y: [ENode((ARGUMENT, 1))],
    ONE: [ENode(1)],
    NEXT: [ENode("sub", (AFTER_NEXT, ONE)), ENode("add", (X, ONE), is_aside=True)],
    AFTER_NEXT: [ENode("add", (NEXT, ONE))],
    PRODUCT: [ENode("mul", (Y, Y))],
    RESULT: [ENode("add", (NEXT, PRODUCT))],
    INPUT: [ENode(7)],
    IS_LESS: [ENode("lt", (NEXT, Y))],
    THE_LOOP: [ENode(LOOP, (INPUT, INPUT, RESULT, Y, IS_LESS))],
}


def test_mutually_dependent_values_can_be_built() -> None:
    host = HostGraph(Export([CLASSES[value] for value in range(10)], {}), 0)
    hoist(host, yul_language(), THE_LOOP, CLASSES[THE_LOOP][0], invariant={1})
    outside = host.lookup("mul", (INPUT, INPUT))
    kept = host.argument(2)
    assert outside is not None
    result = host.lookup("add", (NEXT, kept))
    assert result is not None
    assert host.lookup(LOOP, (INPUT, INPUT, outside, result, Y, kept, IS_LESS)) is not None
