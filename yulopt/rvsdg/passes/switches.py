"""Switches: known predicates, outputs that are the same in all cases, unused inputs.

SW1: with a known predicate, the projections are the outputs of that case. SW2: inputs that no case
uses are removed, equal inputs merged. SW3: an output that is the same in all cases moves out of the
switch. SW4: if all moved, the switch is dead. SW5: inside a case, the predicate is known if it is
an input, as are numeric inputs; and `iszero` of a truth value as predicate swaps two cases.

Source: chapter 09, section 6.4.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect.table import BUILTINS
from yulopt.egraph.export import PROJECTION, ENode
from yulopt.rvsdg.encoding import SWITCH, numbers_of, same_scope_count
from yulopt.rvsdg.host import HostGraph, substitute
from yulopt.rvsdg.language import Language
from yulopt.rvsdg.pass_contract import Pass

_TRUTH_VALUES: Final = frozenset(builtin.name for builtin in BUILTINS if builtin.is_boolean)


class RewriteSwitches(Pass):
    """Apply the rules to all switches."""

    name = "rewrite-switches"

    def run(self, host: HostGraph, language: Language) -> None:
        for value, node in host.nodes_with(SWITCH):
            _Switch(host, value, node).rewrite()


def is_truth_value(host: HostGraph, value: int) -> bool:
    """Whether a value of an export is known to be 0 or 1."""
    return any(node.head in _TRUTH_VALUES for node in host.nodes(value))


class _Switch:
    def __init__(self, host: HostGraph, value: int, node: ENode) -> None:
        assert isinstance(node.head, str)
        self._host = host
        self._value = value
        self._count, self._outputs = numbers_of(node.head)
        scope = same_scope_count(node)
        self._predicate = node.children[0]
        self._inputs = list(node.children[1:scope])
        flat = node.children[scope:]
        width = self._outputs
        self._cases = [
            list(flat[index * width : (index + 1) * width]) for index in range(self._count)
        ]
        self._projections = host.projections.get(value, {})

    def rewrite(self) -> None:
        known = self._host.numbers.get(self._predicate)
        if known is not None:
            if known < self._count:
                self._take(self._cases[known])
            return
        self._know_inputs()
        self._swap_cases()
        self._narrow()

    def _take(self, outputs: list[int]) -> None:
        """SW1."""
        replaced = substitute(self._host, outputs, dict(enumerate(self._inputs)))
        for index, output in enumerate(replaced):
            if index in self._projections:
                self._host.unite(self._projections[index], output)

    def _know_inputs(self) -> None:
        """SW5, first part: a predicate that is an input is the number of the case inside it; and
        inputs that are numbers are these numbers inside."""
        host = self._host
        known: dict[int, int] = {}
        same: list[int] = []
        for index, one in enumerate(self._inputs):
            if one in host.numbers:
                known[index] = host.number(host.numbers[one])
            elif host.find(one) == host.find(self._predicate):
                same.append(index)
        if not known and not same:
            return
        changed = False
        cases: list[list[int]] = []
        for number, outputs in enumerate(self._cases):
            replacements = known | dict.fromkeys(same, host.number(number))
            cases.append(substitute(host, outputs, replacements))
            changed |= cases[-1] != [host.find(one) for one in outputs]
        if changed:
            self._unite_whole(self._predicate, self._inputs, cases)

    def _swap_cases(self) -> None:
        """SW5, second part."""
        if self._count != 2:
            return
        for node in self._host.nodes(self._predicate):
            if node.head == "iszero" and is_truth_value(self._host, node.children[0]):
                self._unite_whole(node.children[0], self._inputs, self._cases[::-1])

    def _narrow(self) -> None:
        """SW2 and SW3."""
        host = self._host
        kept: list[int] = []
        for index in range(self._outputs):
            values = {host.find(case[index]) for case in self._cases}
            if len(values) > 1:
                kept.append(index)
            elif index in self._projections:
                common = [self._cases[0][index]]
                (moved,) = substitute(host, common, dict(enumerate(self._inputs)))
                host.unite(self._projections[index], moved)
        if not kept:
            return
        renumbered, inputs = self._needed_inputs(kept)
        if len(inputs) == len(self._inputs) and len(kept) == self._outputs:
            return
        cases = [
            substitute(host, [case[index] for index in kept], renumbered) for case in self._cases
        ]
        if len(kept) == self._outputs:
            self._unite_whole(self._predicate, inputs, cases)
            return
        narrow = self._made(self._predicate, inputs, cases)
        for position, index in enumerate(kept):
            if index in self._projections:
                projection = host.add(f"{PROJECTION}{position}", (narrow,))
                host.unite(self._projections[index], projection)

    def _needed_inputs(self, kept: list[int]) -> tuple[dict[int, int], list[int]]:
        """The arguments that replace those of the cases, and their inputs."""
        used = 0
        for case in self._cases:
            for index in kept:
                used |= self._host.used[case[index]] or 0
        positions: dict[int, int] = {}
        inputs: list[int] = []
        replacements: dict[int, int] = {}
        for index, one in enumerate(self._inputs):
            if used >> index & 1:
                value = self._host.find(one)
                if value not in positions:
                    positions[value] = len(inputs)
                    inputs.append(one)
                replacements[index] = self._host.argument(positions[value])
        return replacements, inputs

    def _unite_whole(self, predicate: int, inputs: list[int], cases: list[list[int]]) -> None:
        self._host.unite(self._value, self._made(predicate, inputs, cases))

    def _made(self, predicate: int, inputs: list[int], cases: list[list[int]]) -> int:
        outputs = [output for case in cases for output in case]
        head = f"{SWITCH}{len(cases)} {len(cases[0])}"
        return self._host.add(head, (predicate, *inputs, *outputs))
