"""Runs the codes of a program with the same calls, and compares their behaviour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

import attr

from tests.campaigns.solidity.calls import Transaction
from tests.campaigns.solidity.compiling import Code, Program
from tests.execution import Machine, Outcome

_GAS: Final = 20_000_000
_MORE_GAS: Final = 30 * _GAS
_VALUE: Final = 10**6


@attr.s(auto_attribs=True, frozen=True)
class Scenario:
    """A scenario: a contract is created with these arguments, and called."""

    arguments: bytes
    transactions: tuple[Transaction, ...]


def run(code: Code, scenario: Scenario, value: int, gas: int) -> Iterator[Outcome | None]:
    """The outcome of the creation, None if it fails; then that of each call."""
    machine = Machine(gas)
    library = machine.deploy(bytes.fromhex(code.linked)) if code.linked else None
    address = machine.deploy(code.main_linked(library) + scenario.arguments, value)
    if address is None:
        yield None
        return
    machine.names[address] = "0x" + "a1" * 20
    for transaction in scenario.transactions:
        yield machine.call(address, transaction.call)


def compare(program: Program, found: Code, scenario: Scenario) -> tuple[str, list[Outcome]]:
    """The first difference that does not depend on gas, empty if there is none; and what the
    reference did until there.

    A store that changes nothing halts a static call. Any optimiser may remove it, and solc's does.
    So where the reference halts there, it is called without that restriction: what the other code
    has done must be the same. If it is not, both are, since calls inside may have failed for the
    restriction, and the program handles that.
    """
    difference, outcomes = _compare(program, found, scenario, scenario, _GAS)
    if difference:
        difference, outcomes = _compare(program, found, scenario, scenario, _MORE_GAS)
    free, last = scenario, outcomes[-1:]
    while difference and last and last[0].halted:
        calls = [*free.transactions]
        changed = calls[len(outcomes) - 1]
        if not changed.call.static:
            break
        calls[len(outcomes) - 1] = attr.evolve(changed, call=replace(changed.call, static=False))
        free = attr.evolve(free, transactions=tuple(calls))
        difference, outcomes = _compare(program, found, free, scenario, _MORE_GAS)
        if difference:
            difference, outcomes = _compare(program, found, free, free, _MORE_GAS)
        last = outcomes[-1:]
    if difference and _depends_on_gas(program, free, len(outcomes)):
        return "", outcomes
    return difference, outcomes


def _depends_on_gas(program: Program, scenario: Scenario, count: int) -> bool:
    """Whether the reference does something else in the first transactions if it has more gas, as
    where it calls itself until 1/64 of the gas is too little."""
    value = _VALUE if program.is_payable else 0
    few, more = (
        list(islice(run(program.reference, scenario, value, gas), count))
        for gas in (_MORE_GAS, 2 * _MORE_GAS)
    )
    return few != more


def _compare(
    program: Program, found: Code, expected: Scenario, scenario: Scenario, gas: int
) -> tuple[str, list[Outcome]]:
    """The same, where the reference is called as in `expected`."""
    outcomes: list[Outcome] = []
    value = _VALUE if program.is_payable else 0
    runs = ((program.reference, expected), (found, scenario))
    both = zip(*(run(code, calls, value, gas) for code, calls in runs), strict=False)
    for number, (one, other) in enumerate(both):
        if one is None or other is None:
            if one is other:
                return "", outcomes
            return "only one can be created", outcomes
        if one.exhausted:
            return "", outcomes
        outcomes.append(one)
        if one != other:
            return _text(one, other, scenario.transactions[number]), outcomes
    return "", outcomes


def _text(one: Outcome, other: Outcome, transaction: Transaction) -> str:
    call = transaction.call
    lines = [f"calldata {call.data.hex()}, value {call.value}" + ", static" * call.static]
    for name in ("success", "halted", "output", "logs", "storage", "accounts"):
        expected, found = getattr(one, name), getattr(other, name)
        if expected != found:
            lines.append(
                f"  {name}: reference {_shown(expected)}\n  {name}: yulopt    {_shown(found)}"
            )
    return "\n".join(lines)


def _shown(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


def reverts(outcomes: Sequence[Outcome], transactions: Sequence[Transaction]) -> tuple[int, int]:
    """How many calls with well-formed calldata there were, and how many of these have failed."""
    pairs = zip(outcomes, transactions, strict=False)
    well_formed = [outcome for outcome, transaction in pairs if transaction.well_formed]
    return len(well_formed), sum(not outcome.success for outcome in well_formed)
