"""Loops: bodies that run once, variables that are equal or never change.

LP1: if the predicate is 0 for the inputs, the projections are the results. LP2: variables with
equal inputs and, as long as they are equal, equal results are one. LP3: a variable that never
changes is its input, if that is a number; also one that is always set to that number. LP5: the
projections of variables that never change are the inputs. LP6: those of them that are not used go.
LP4, code that can leave the loop, is in `hoisting`; it waits until nothing else can be done.

Source: chapter 09, section 6.4; Reissmann et al. (2020), section 5.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from yulopt.egraph.export import PROJECTION, ENode
from yulopt.rvsdg.encoding import LOOP
from yulopt.rvsdg.host import HostGraph
from yulopt.rvsdg.language import Language
from yulopt.rvsdg.passes.evaluation import evaluate
from yulopt.rvsdg.passes.hoisting import hoist
from yulopt.rvsdg.substitution import substitute


def rewrite_loops(host: HostGraph, language: Language) -> None:
    """Apply the rules to all loops."""
    for value, node in host.nodes_with(LOOP):
        _Loop(host, language, value, node).rewrite()


class _Loop:
    def __init__(self, host: HostGraph, language: Language, value: int, node: ENode) -> None:
        width = len(node.children) // 2
        self._host = host
        self._language = language
        self._node = node
        self._value = value
        self._inputs = node.children[:width]
        self._results = node.children[width:-1]
        self._predicate = node.children[-1]
        self._projections = host.projections.get(value, {})

    def rewrite(self) -> None:
        if self._runs_once():
            self._unite_projections(
                substitute(self._host, self._results, dict(enumerate(self._inputs)))
            )
            return
        leaders = self._equal_variables()
        invariant = {index for index in set(leaders) if self._is_invariant(index, leaders)}
        for index, leader in enumerate(leaders):
            if leader in invariant and index in self._projections:
                self._host.unite(self._projections[index], self._inputs[index])
        if not self._narrow(leaders, invariant):
            hoist(self._host, self._language, self._value, self._node, invariant)

    def _runs_once(self) -> bool:
        """LP1."""
        host = self._host
        words = {
            index: host.numbers[one]
            for index, one in enumerate(self._inputs)
            if one in host.numbers
        }
        if evaluate(host, self._language, self._predicate, words) == 0:
            return True
        # A result of a switch is found by its own rules, which have their turn until next time.
        if not words or not self._is_projection(self._predicate):
            return False
        (first,) = substitute(host, [self._predicate], dict(enumerate(self._inputs)))
        return host.numbers.get(first) == 0

    def _is_projection(self, value: int) -> bool:
        head = self._host.classes[value][self._host.tree.form[value]].head
        return isinstance(head, str) and head.startswith(PROJECTION)

    def _equal_variables(self) -> list[int]:
        """LP2: for each variable the first one that is always equal to it."""
        host = self._host
        leaders = _first_of_equals([host.find(one) for one in self._inputs])
        while len(set(leaders)) < len(leaders):
            replaced = substitute(host, self._results, self._renamed(leaders))
            refined = _first_of_equals(list(zip(leaders, replaced, strict=True)))
            if refined == leaders:
                break
            leaders = refined
        return leaders

    def _renamed(self, leaders: list[int]) -> dict[int, int]:
        return {index: self._host.argument(one) for index, one in enumerate(leaders)}

    def _is_invariant(self, index: int, leaders: list[int]) -> bool:
        host, result = self._host, self._results[index]
        if result in host.numbers:
            return host.numbers[result] == host.numbers.get(self._inputs[index])
        argument = host.arguments.get(result)
        return argument is not None and leaders[argument] == index

    def _narrow(self, leaders: list[int], invariant: set[int]) -> bool:
        """LP3 and LP6: a loop with fewer variables; says whether there is one."""
        host = self._host
        words = {
            index: host.numbers[self._inputs[index]]
            for index in invariant
            if self._inputs[index] in host.numbers
        }
        used = {leaders[index] for index in self._used() if leaders[index] not in words}
        kept = [index for index in sorted(set(leaders)) if index not in invariant or index in used]
        if len(kept) == len(leaders):
            return False
        if not kept:
            # Nothing changes, so the predicate does not either: the loop runs once, or for ever.
            return False
        position = {index: number for number, index in enumerate(kept)}
        replacements: dict[int, int] = {}
        for index, leader in enumerate(leaders):
            if leader in words:
                replacements[index] = host.number(words[leader])
            elif leader in position:
                replacements[index] = host.argument(position[leader])
        body = substitute(
            host, [*[self._results[index] for index in kept], self._predicate], replacements
        )
        narrow = host.add(LOOP, (*[self._inputs[index] for index in kept], *body))
        for index, leader in enumerate(leaders):
            if index in self._projections and leader in position:
                projection = host.add(f"{PROJECTION}{position[leader]}", (narrow,))
                host.unite(self._projections[index], projection)
        return True

    def _used(self) -> list[int]:
        """The variables that the body reads, apart from those that are only passed on."""
        bits = self._host.used[self._predicate] or 0
        for index, result in enumerate(self._results):
            if self._host.arguments.get(result) != index:
                bits |= self._host.used[result] or 0
        return [index for index in range(len(self._inputs)) if bits >> index & 1]

    def _unite_projections(self, values: list[int]) -> None:
        for index, value in enumerate(values):
            if index in self._projections:
                self._host.unite(self._projections[index], value)


def _first_of_equals(keys: Sequence[Hashable]) -> list[int]:
    """For each index the first one with the same key."""
    first: dict[Hashable, int] = {}
    return [first.setdefault(key, index) for index, key in enumerate(keys)]
