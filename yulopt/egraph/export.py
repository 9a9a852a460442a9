"""What is in an e-graph: classes of equal values, with all their forms.

The library numbers classes as it likes; here they are numbered in the order in which they are met.
Nothing may depend on that order: `yulopt.egraph.tree_costs` gives one that means something.

Source: chapter 09, section 6.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from yulopt.egraph.engine import Engine

if TYPE_CHECKING:
    from egglog.bindings import EGraph, Value

ARGUMENT: Final = "arg"
# The head of the projection to output 3 of a tuple is `#get 3`.
PROJECTION: Final = "#get "
# A number, an argument as `(ARGUMENT, index)`, or the name of an operation.
Head = int | tuple[str, int] | str


class ENode:
    """An operation, with the classes (or, on the way in, handles) of its operands.

    `is_aside`: a rule has found it superfluous.
    """

    __slots__ = ("children", "head", "is_aside")

    def __init__(
        self, head: Head, children: tuple[int, ...] = (), *, is_aside: bool = False
    ) -> None:
        self.head = head
        self.children = children
        self.is_aside = is_aside


class Export:
    """The classes of an e-graph: `classes[number]` are the forms of a value; `handles` gives the
    class of each handle."""

    __slots__ = ("classes", "handles")

    def __init__(self, classes: list[list[ENode]], handles: dict[int, int]) -> None:
        self.classes = classes
        self.handles = handles


def read_snapshot(engine: Engine, names: Mapping[str, str]) -> Export:
    """The e-graph as it is; `names` are the operations that constructors stand for."""
    return engine.ask(lambda graph: _read(graph, names))


def _read(graph: EGraph, names: Mapping[str, str]) -> Export:
    functions = graph.freeze().functions
    numbers: dict[Value, int] = {}
    classes: list[list[ENode]] = []

    def number(value: Value) -> int:
        found = numbers.get(value)
        if found is None:
            found = numbers[value] = len(classes)
            classes.append([])
        return found

    for row in functions["C"].rows:
        forms = classes[number(row.output)]
        assert not forms, "a rule is wrong: two numbers for one value"
        forms.append(ENode(graph.value_to_bigint(row.inputs[0])))
    for row in functions["Arg"].rows:
        index = graph.value_to_i64(row.inputs[0])
        classes[number(row.output)].append(ENode((ARGUMENT, index)))
    for constructor, name in names.items():
        for row in functions[constructor].rows:
            # Those that rules have set aside are forms as well, and sometimes the only ones that
            # do not depend on themselves.
            children = tuple([number(value) for value in row.inputs])
            node = ENode(name, children, is_aside=row.subsumed)
            classes[number(row.output)].append(node)
    for row in functions["Get"].rows:
        name = f"{PROJECTION}{graph.value_to_i64(row.inputs[0])}"
        classes[number(row.output)].append(ENode(name, (number(row.inputs[1]),)))
    for row in functions["Op"].rows:
        children = tuple([number(value) for value in graph.value_to_vec(row.inputs[1])])
        name = graph.value_to_string(row.inputs[0])
        classes[number(row.output)].append(ENode(name, children))
    handles = {graph.value_to_i64(row.inputs[0]): number(row.output) for row in functions["H"].rows}
    return Export(classes, handles)
