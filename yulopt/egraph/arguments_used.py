"""Which arguments a value really depends on, and the forms that do not need any others.

Rules such as `sub(sub(X, Y), X) => sub(0, Y)` leave forms behind that mention more than the value
depends on. Such a form cannot be computed everywhere where the value can, so it is set aside.

Source: chapter 09, section 6.4.
"""

from __future__ import annotations

from yulopt.egraph.export import ENode, Export


def without_strange_arguments(export: Export) -> None:
    """Remove forms that mention arguments which another form of the same value does without."""
    used = arguments_used(export)
    for value, nodes in enumerate(export.classes):
        mine = used[value]
        if mine is not None:
            export.classes[value] = [
                node for node in nodes if _is_within(_arguments_of(node, used), mine)
            ]


def arguments_used(export: Export) -> list[int | None]:
    """The arguments that the form with the fewest of them mentions, as a bit set for each value;
    None for values that depend on themselves only."""
    readers: list[dict[int, None]] = [{} for _ in export.classes]
    for value, nodes in enumerate(export.classes):
        for node in nodes:
            for child in node.children:
                readers[child][value] = None
    used: list[int | None] = [None] * len(export.classes)
    work = dict.fromkeys(range(len(export.classes)))
    while work:
        value, _ = work.popitem()
        sets = [_arguments_of(node, used) for node in export.classes[value]]
        candidates = [one for one in [*sets, used[value]] if one is not None]
        if not candidates:
            continue
        best = min(candidates, key=lambda one: (one.bit_count(), one))
        if best != used[value]:
            used[value] = best
            work.update(readers[value])
    return used


def _arguments_of(node: ENode, used: list[int | None]) -> int | None:
    if isinstance(node.head, tuple):
        return 1 << node.head[1]
    arguments = 0
    for child in node.children:
        one = used[child]
        if one is None:
            return None
        arguments |= one
    return arguments


def _is_within(arguments: int | None, others: int) -> bool:
    return arguments is not None and arguments & ~others == 0
