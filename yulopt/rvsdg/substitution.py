"""Substitution: a value of one scope with its arguments replaced by other values.

All forms of a value are copied, except what is in an inner scope. In an e-graph, values may depend
on themselves (x is x + 0); so each copied value is there before its forms are. Copies go from cheap
to expensive values: the copy by the cheapest form often is a value that is known already.

Source: chapter 09, section 6.4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from yulopt.egraph.export import ENode
from yulopt.rvsdg.encoding import same_scope, same_scope_count
from yulopt.rvsdg.host import HostGraph


def substitute(host: HostGraph, roots: Sequence[int], replacements: Mapping[int, int]) -> list[int]:
    """The values of an export with arguments replaced, all at once."""
    replaced = _Substitution(host, replacements)
    return replaced.run(roots)


class _Substitution:
    def __init__(self, host: HostGraph, replacements: Mapping[int, int]) -> None:
        self._host = host
        self._replacements = replacements
        self._bits = sum(
            [
                1 << index
                for index, value in replacements.items()
                if host.arguments.get(host.find(value)) != index
            ]
        )
        self._copies: dict[int, int] = {}

    def run(self, roots: Sequence[int]) -> list[int]:
        changed = self._changed(roots)
        changed.sort(key=self._host.tree.rank.__getitem__)
        for value in changed:
            node = self._host.classes[value][self._host.tree.form[value]]
            children = self._children(node)
            if all(child is not None for child in children):
                known = [child for child in children if child is not None]
                self._copies[value] = self._host.add(node.head, known)
            else:
                self._copies[value] = self._host.fresh()
        for value in changed:
            for node in self._host.nodes(value):
                children = self._children(node)
                known = [child for child in children if child is not None]
                if len(known) == len(children):
                    self._host.add_form(self._copies[value], node.head, known)
        return [self._copy(root) for root in roots]

    def _changed(self, roots: Sequence[int]) -> list[int]:
        """The values that have to be copied."""
        found: dict[int, None] = {}
        stack = [root for root in roots if self._has_to_change(root)]
        while stack:
            value = stack.pop()
            if value in found:
                continue
            found[value] = None
            for node in self._host.forms(value):
                for child in same_scope(node):
                    if child not in found and self._has_to_change(child):
                        stack.append(child)
        return list(found)

    def _has_to_change(self, value: int) -> bool:
        if value in self._host.arguments or value not in self._host.tree.rank:
            return False
        used = self._host.used[value]
        return used is not None and bool(used & self._bits)

    def _children(self, node: ENode) -> list[int | None]:
        count = same_scope_count(node)
        copied: list[int | None] = []
        for child in node.children[:count]:
            if self._has_to_change(child):
                copied.append(self._copies.get(child))
            else:
                copied.append(self._copy(child))
        return [*copied, *node.children[count:]]

    def _copy(self, value: int) -> int:
        index = self._host.arguments.get(value)
        if index is not None:
            return self._host.find(self._replacements.get(index, value))
        return self._host.find(self._copies.get(value, value))
