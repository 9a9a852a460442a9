"""The host's view of the e-graph between rounds: values with all their forms, which passes extend.

Passes add terms (`add`), values with several forms (`fresh`, `add_form`), and equalities (`unite`).
Their changes are sent to the library in one batch (`send`), which then derives all consequences.
Here, only `find` knows the equalities so far.

Values are numbers: those of the export first, then new ones. Commands refer to values by handles;
values without one get it on demand through one of their forms.

`substitute` returns a value of one scope with its arguments replaced. All forms of a value are
copied, except inner scopes. In an e-graph, values may depend on themselves (x is x + 0); so each
copied value is created before its forms. Values are copied in order of cost: the copy of the
cheapest form is often a known value.

Source: chapter 09, sections 6.2 and 6.4 of the specification.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from yulopt.egraph.export import ARGUMENT, PROJECTION, ENode, Export, Head, arguments_used
from yulopt.egraph.saturation import Session
from yulopt.egraph.tree_costs import Form, TreeCosts
from yulopt.passes.analyses import Analyses, Analysis
from yulopt.rvsdg.encoding import same_scope, same_scope_count


class ArgumentsUsed:
    """The arguments that each value of an export depends on, as a bit set; None for values that
    depend on themselves only."""

    def __init__(self, export: Export) -> None:
        self.bits = arguments_used(export, same_scope)


class Projections:
    """The values of existing projections, by tuple and index."""

    def __init__(self, export: Export) -> None:
        self.of_tuple: dict[int, dict[int, int]] = {}
        for value, nodes in enumerate(export.classes):
            for node in nodes:
                if isinstance(node.head, str) and node.head.startswith(PROJECTION):
                    index = int(node.head.removeprefix(PROJECTION))
                    self.of_tuple.setdefault(node.children[0], {})[index] = value


def _trees(export: Export) -> TreeCosts:
    """The cheapest trees by the number of nodes."""
    return TreeCosts(
        [
            [Form(1, node.children, str(node.head), node) for node in nodes]
            for nodes in export.classes
        ]
    )


_ANALYSES: Final = (
    Analysis[Export, ArgumentsUsed](
        ArgumentsUsed,
        lambda export, _: ArgumentsUsed(export),
        lambda old, new: old.bits == new.bits,
    ),
    Analysis[Export, Projections](
        Projections,
        lambda export, _: Projections(export),
        lambda old, new: old.of_tuple == new.of_tuple,
    ),
    Analysis[Export, TreeCosts](
        TreeCosts,
        lambda export, _: _trees(export),
        lambda old, new: (old.order, old.form) == (new.order, new.form),
    ),
)


class HostGraph:
    """The values of an export, and additions by passes.

    `classes[value]`: the forms of a value; `numbers`: the known words; `arguments`: the argument
    index of a value; `used`: the arguments that it depends on, as a bit set; `tree`: its cheapest
    trees by the number of nodes; `projections`: those of each tuple. `program_loops`: the values of
    the program's loops, given as `loops`, by their handles.
    """

    def __init__(
        self,
        export: Export,
        next_handle: int,
        loops: Collection[int] = (),
        *,
        is_test: bool = False,
    ) -> None:
        self.analyses = Analyses(export, _ANALYSES, is_test=is_test)
        self.classes = export.classes
        self.used = self.analyses.get(ArgumentsUsed).bits
        self.tree = self.analyses.get(TreeCosts)
        self.projections = self.analyses.get(Projections).of_tuple
        self.program_loops = [export.handles[loop] for loop in loops]
        self.numbers: dict[int, int] = {}
        self.arguments: dict[int, int] = {}
        self.next_handle = next_handle
        self._leader = list(range(len(export.classes)))
        self._handles: dict[int, int] = {}
        for handle in sorted(export.handles):
            self._handles.setdefault(export.handles[handle], handle)
        self._table: dict[tuple[Head, tuple[int, ...]], int] = {}
        self._new_forms: list[tuple[int, ENode]] = []
        self._unions: list[tuple[int, int]] = []
        for value, nodes in enumerate(export.classes):
            for node in nodes:
                self._table[node.head, node.children] = value
                if isinstance(node.head, int):
                    self.numbers[value] = node.head
                elif isinstance(node.head, tuple):
                    self.arguments[value] = node.head[1]

    @property
    def size(self) -> int:
        """The number of values, those of the export and new ones."""
        return len(self._leader)

    def all_forms(self) -> Iterator[tuple[int, ENode]]:
        """Every form with its value: those of the export, then added ones."""
        for value, nodes in enumerate(self.classes):
            for node in nodes:
                yield value, node
        yield from self._new_forms

    def find(self, value: int) -> int:
        """The representative of all values known to be equal."""
        while self._leader[value] != value:
            self._leader[value] = self._leader[self._leader[value]]
            value = self._leader[value]
        return value

    def nodes(self, value: int) -> Iterator[ENode]:
        """The forms of a value of the export that use no more arguments than it depends on; forms
        subsumed by rules only if there are no others."""
        mine = self.used[value]
        possible = [node for node in self.classes[value] if self._is_within(node, mine)]
        kept = [node for node in possible if not node.is_aside]
        yield from kept or possible

    def forms(self, value: int) -> list[ENode]:
        """The cheapest form of a value of the export, and then its other `nodes`.

        In an e-graph, values can be forms of each other (x is y + 1, and y is x - 1). The cheapest
        forms are the ones that cannot form such cycles, so every set of values closed under the
        operands of its `forms` can be computed. For `nodes` alone that is not guaranteed.
        """
        cheapest = self.classes[value][self.tree.form[value]]
        return [cheapest, *[node for node in self.nodes(value) if node is not cheapest]]

    def nodes_with(self, prefix: str) -> list[tuple[int, ENode]]:
        """All forms with this prefix of their head, each with its value, in order of creation."""
        return [
            (value, node)
            for value in self.tree.order
            for node in self.nodes(value)
            if isinstance(node.head, str) and node.head.startswith(prefix)
        ]

    def _is_within(self, node: ENode, mine: int | None) -> bool:
        if mine is None:
            return False
        for child in same_scope(node):
            used = self.used[child]
            if used is None or used & ~mine:
                return False
        return not isinstance(node.head, tuple) or bool(mine >> node.head[1] & 1)

    # Additions by passes

    def add(self, head: Head, children: Sequence[int] = ()) -> int:
        """The value of a term."""
        known = self._table.get((head, tuple(children)))
        if known is not None:
            return self.find(known)
        value = self.fresh()
        self.add_form(value, head, children)
        return value

    def lookup(self, head: Head, children: Sequence[int]) -> int | None:
        """The value of a term, if it exists."""
        known = self._table.get((head, tuple(children)))
        return None if known is None else self.find(known)

    def fresh(self) -> int:
        """A new value, as yet without a form."""
        value = len(self._leader)
        self._leader.append(value)
        self._handles[value] = self.next_handle
        self.next_handle += 1
        return value

    def add_form(self, value: int, head: Head, children: Sequence[int]) -> None:
        """Add a form to a value."""
        key = (head, tuple(children))
        known = self._table.get(key)
        if known is None:
            self._table[key] = value
            self._new_forms.append((value, ENode(head, key[1])))
        else:
            self.unite(known, value)

    def unite(self, one: int, other: int) -> None:
        """Make two values equal."""
        one, other = self.find(one), self.find(other)
        if one != other:
            self._unions.append((one, other))
            self._leader[max(one, other)] = min(one, other)

    def number(self, word: int) -> int:
        """The value of a word."""
        return self.add(word)

    def argument(self, index: int) -> int:
        """The value of an argument."""
        return self.add((ARGUMENT, index))

    # Communication with the library

    def send(self, session: Session) -> None:
        """Send all additions to the library."""
        named: list[tuple[int, ENode]] = []
        new_forms: list[tuple[int, ENode]] = []
        for value, node in self._new_forms:
            children = tuple([self._handle(child, named) for child in node.children])
            new_forms.append((self._handle(value, named), ENode(node.head, children)))
        unions = [(self._handle(one, named), self._handle(two, named)) for one, two in self._unions]
        session.unite(named)
        session.unite(new_forms)
        session.unite_handles(unions)

    def _handle(self, value: int, named: list[tuple[int, ENode]]) -> int:
        """The handle of a value, created from its cheapest form if it has none."""
        stack = [value]
        while stack:
            one = stack[-1]
            if one in self._handles:
                stack.pop()
                continue
            node = self.classes[one][self.tree.form[one]]
            missing = [child for child in node.children if child not in self._handles]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            self._handles[one] = self.next_handle
            children = tuple([self._handles[child] for child in node.children])
            named.append((self.next_handle, ENode(node.head, children)))
            self.next_handle += 1
        return self._handles[value]


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
