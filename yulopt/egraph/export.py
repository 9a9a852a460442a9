"""The contents of an e-graph: classes of equal values, with all their forms.

The library's class numbers are arbitrary; here they are numbered in order of discovery. Nothing may
depend on that order: `yulopt.egraph.tree_costs` provides a meaningful one.

Rules such as `sub(sub(X, Y), X) => sub(0, Y)` leave forms that mention more than the value depends
on. Such a form cannot be computed everywhere the value can, so it is dropped
(`drop_forms_with_extra_arguments`).

Source: chapter 09, sections 6.2 and 6.4 of the specification.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

import attr

from yulopt.egraph.engine import Engine

if TYPE_CHECKING:
    from egglog.bindings import EGraph, Value

ARGUMENT: Final = "arg"
# The head of the projection to output 3 of a tuple is `#get 3`.
PROJECTION: Final = "#get "
# A number, an argument as `(ARGUMENT, index)`, or the name of an operation.
Head = int | tuple[str, int] | str


@attr.s(auto_attribs=True, eq=False, slots=True)
class ENode:
    """An operation, with the classes (or, on the way in, handles) of its operands.

    `is_aside`: subsumed by a rule.
    """

    head: Head
    children: tuple[int, ...] = ()
    is_aside: bool = False


class Export:
    """The classes of an e-graph: `classes[number]` are the forms of a value; `handles` gives the
    class of each handle."""

    __slots__ = ("classes", "handles")

    def __init__(self, classes: list[list[ENode]], handles: dict[int, int]) -> None:
        self.classes = classes
        self.handles = handles


def read_snapshot(engine: Engine, names: Mapping[str, str]) -> Export:
    """The current e-graph; `names`: the operations of constructors."""
    return engine.ask(lambda graph: _read(graph, names))


def _all_operands(node: ENode) -> tuple[int, ...]:
    """The operands of an operation that has no inner scope."""
    return node.children


def drop_forms_with_extra_arguments(
    export: Export, scope: Callable[[ENode], tuple[int, ...]] = _all_operands
) -> None:
    """Remove forms that mention arguments which another form of the same value does not.

    `scope` returns the operands of a form in its own scope.
    """
    used = arguments_used(export, scope)
    for value, nodes in enumerate(export.classes):
        mine = used[value]
        if mine is not None:
            export.classes[value] = [
                node for node in nodes if _is_within(_arguments_of(node, used, scope), mine)
            ]


def arguments_used(
    export: Export, scope: Callable[[ENode], tuple[int, ...]] = _all_operands
) -> list[int | None]:
    """The minimal set of arguments that a form of each value mentions, as a bit set; None for
    values that depend only on themselves."""
    used: list[int | None] = [None] * len(export.classes)
    readers: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in export.classes]
    # The oldest first, so that few values are updated repeatedly.
    work: deque[int] = deque()
    waiting: set[int] = set()

    def offer(value: int, arguments: int) -> None:
        known = used[value]
        if known is None or (arguments.bit_count(), arguments) < (known.bit_count(), known):
            used[value] = arguments
            if value not in waiting:
                waiting.add(value)
                work.append(value)

    for value, nodes in enumerate(export.classes):
        for node in nodes:
            operands = scope(node)
            for operand in operands:
                readers[operand].append((value, operands))
            if not operands:
                offer(value, 1 << node.head[1] if isinstance(node.head, tuple) else 0)
    while work:
        changed = work.popleft()
        waiting.remove(changed)
        for value, operands in readers[changed]:
            arguments = 0
            for operand in operands:
                one = used[operand]
                if one is None:
                    break
                arguments |= one
            else:
                offer(value, arguments)
    return used


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
            # Subsumed forms count as well: they are sometimes the only acyclic ones.
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


def _arguments_of(
    node: ENode, used: list[int | None], scope: Callable[[ENode], tuple[int, ...]]
) -> int | None:
    if isinstance(node.head, tuple):
        return 1 << node.head[1]
    arguments = 0
    for child in scope(node):
        one = used[child]
        if one is None:
            return None
        arguments |= one
    return arguments


def _is_within(arguments: int | None, others: int) -> bool:
    return arguments is not None and arguments & ~others == 0
