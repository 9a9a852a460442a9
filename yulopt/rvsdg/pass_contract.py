"""The base of passes over the host's view of an e-graph: a name, requirements, and `run`.

Passes only add forms, values and equalities. Analyses of the export itself (`HostGraph.analyses`)
therefore remain valid for all passes of a round, and are recomputed for the next export.

Source: chapter 09, sections 6.2 and 6.4 of the specification.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.egraph.export import ENode, Export, arguments_used
from yulopt.passes.pass_requirements import PassRequirements, Property
from yulopt.rvsdg.encoding import (
    FUNCTION,
    LOOP,
    RECURSION,
    SWITCH,
    numbers_of,
    same_scope,
    same_scope_count,
)
from yulopt.rvsdg.host import HostGraph
from yulopt.rvsdg.language import Language

# A value equal to two numbers makes everything equal. Rules find such values in non-terminating
# code, where every result is correct; passes never create them.
CONSISTENT: Final = "consistent numbers"
# Each value of a region has a form that uses nothing but arguments of this region.
WELL_SCOPED: Final = "well-scoped regions"
PROGRAM_LOOPS: Final = "the loops of the program alone"


def _is_consistent(host: HostGraph) -> bool:
    numbers: dict[int, int] = {}
    return all(
        numbers.setdefault(host.find(value), node.head) == node.head
        for value, node in host.all_forms()
        if isinstance(node.head, int)
    )


def _is_well_scoped(host: HostGraph) -> bool:
    classes: list[list[ENode]] = [[] for _ in range(host.size)]
    for value, node in host.all_forms():
        children = tuple([host.find(child) for child in node.children])
        classes[host.find(value)].append(ENode(node.head, children))
    used = arguments_used(Export(classes, {}), same_scope)
    for nodes in classes:
        for node in nodes:
            arguments = (1 << _region_arguments(node)) - 1
            for child in node.children[same_scope_count(node) :]:
                bits = used[child]
                if bits is None or bits & ~arguments:
                    return False
    return True


def _region_arguments(node: ENode) -> int:
    """The number of arguments of a node's inner scopes."""
    scope = same_scope_count(node)
    if not isinstance(node.head, str):
        return 0
    if node.head.startswith(SWITCH):
        return scope - 1
    if node.head.startswith(FUNCTION):
        return numbers_of(node.head)[0] + scope
    return len(node.children) if node.head == RECURSION else scope


def _has_program_loops(host: HostGraph) -> bool:
    known = {host.find(value) for value in host.program_loops}
    return all(host.find(value) in known for value, node in host.all_forms() if node.head == LOOP)


PROPERTIES: Final[dict[str, Property[HostGraph]]] = {
    item.name: item
    for item in (
        Property(CONSISTENT, _is_consistent),
        Property(WELL_SCOPED, _is_well_scoped),
        Property(PROGRAM_LOOPS, _has_program_loops),
    )
}


class Pass(PassRequirements):
    """Base class of passes, without options. Before the first pass, all properties hold."""

    requires: ClassVar[tuple[str, ...]] = (CONSISTENT, WELL_SCOPED)
    preserves: ClassVar[tuple[str, ...]] = (CONSISTENT, WELL_SCOPED)

    def run(self, host: HostGraph, language: Language) -> None:
        """Extend an export."""
        raise NotImplementedError
