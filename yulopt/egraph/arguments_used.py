"""Which arguments a value really depends on, and the forms that do not need any others.

Rules such as `sub(sub(X, Y), X) => sub(0, Y)` leave forms behind that mention more than the value
depends on. Such a form cannot be computed everywhere where the value can, so it is set aside.

Source: chapter 09, section 6.4.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from yulopt.egraph.export import ENode, Export


def all_operands(node: ENode) -> tuple[int, ...]:
    """The operands of an operation that has no inner scope."""
    return node.children


def without_strange_arguments(
    export: Export, scope: Callable[[ENode], tuple[int, ...]] = all_operands
) -> None:
    """Remove forms that mention arguments which another form of the same value does without.

    `scope` gives those operands of a form that are in its own scope.
    """
    used = arguments_used(export, scope)
    for value, nodes in enumerate(export.classes):
        mine = used[value]
        if mine is not None:
            export.classes[value] = [
                node for node in nodes if _is_within(_arguments_of(node, used, scope), mine)
            ]


def arguments_used(
    export: Export, scope: Callable[[ENode], tuple[int, ...]] = all_operands
) -> list[int | None]:
    """The arguments that the form with the fewest of them mentions, as a bit set for each value;
    None for values that depend on themselves only."""
    used: list[int | None] = [None] * len(export.classes)
    readers: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in export.classes]
    # The oldest comes first, so that few values get fewer arguments once more.
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
