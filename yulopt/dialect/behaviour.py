"""Differences in behaviour between releases of solc: one switch each.

A step queries behaviours, never releases. `SWITCHES` lists the releases with each one. With
`SOLC_BEHAVIOUR`, output is that of the newest release compared, faults included. `FAULTLESS`,
without any fault, is for runs beyond solc, whatever the release.

Source: chapter 12 of the specification.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final


class SolcBehaviour:
    """The behaviour of a release of solc; `SWITCHES` explains each attribute."""

    def __init__(self, switches: Collection[str] = ()) -> None:
        """`switches`: the names of those that are on."""
        self.stale_offsets = "stale_offsets" in switches
        self.reassigned_bases = "reassigned_bases" in switches
        self.same_in_every_iteration = "same_in_every_iteration" in switches
        self.evades_despite_msize = "evades_despite_msize" in switches
        self.evades_out_of_reach = "evades_out_of_reach" in switches
        self.parameters_vary = "parameters_vary" in switches
        self.removes_returndatacopy = "removes_returndatacopy" in switches
        self.shares_slots_in_recursion = "shares_slots_in_recursion" in switches
        self.misses_recursion = "misses_recursion" in switches
        self.simplifies_out_of_scope = "simplifies_out_of_scope" in switches
        self.simplifies_names_twice = "simplifies_names_twice" in switches
        self.generates_unreached = "generates_unreached" in switches
        self.compares_kinds_of_literals = "compares_kinds_of_literals" in switches
        self.ignores_push0 = "ignores_push0" in switches
        self.keeps_first_location = "keeps_first_location" in switches
        self.keeps_equal_ends = "keeps_equal_ends" in switches
        self.counts_one_site_each = "counts_one_site_each" in switches
        self.assigns_immutables_once = "assigns_immutables_once" in switches
        self.loads_before_loops = "loads_before_loops" in switches
        self.runs_off_its_end = "runs_off_its_end" in switches


class Switch:
    """A behaviour that is a fault, or not shared by all releases.

    `name`: the attribute of `SolcBehaviour`; `effect`: its description; `found`: how it was found.
    It holds from the release `first` up to `last`; None is no bound. With `is_fault`, code may
    differ in behaviour from its source.
    """

    def __init__(
        self,
        name: str,
        effect: str,
        found: str,
        last: str | None = None,
        first: str | None = None,
        *,
        is_fault: bool = False,
    ) -> None:
        self.name = name
        self.effect = effect
        self.found = found
        self.last = last
        self.first = first
        self.is_fault = is_fault

    def holds_in(self, version: str) -> bool:
        """Whether a release has the behaviour."""
        number = _number(version)
        return (self.first is None or _number(self.first) <= number) and (
            self.last is None or number <= _number(self.last)
        )


def _number(version: str) -> int:
    """The sort key of releases of solc 0.8."""
    return int(version.rpartition(".")[2])


SWITCHES: Final = (
    Switch(
        "stale_offsets",
        "An offset between two variables that LoadResolver and EqualStoreEliminator have computed "
        "survives an assignment to one of the variables.",
        "execution of generated programs before and after each step",
        last="0.8.37",
        is_fault=True,
    ),
    Switch(
        "reassigned_bases",
        "UnusedStoreEliminator assumes that variables computed from one variable at different "
        "times were computed from the same value, although it was assigned in between.",
        "execution of generated programs before and after each step",
        is_fault=True,
    ),
    Switch(
        "same_in_every_iteration",
        "UnusedStoreEliminator assumes that a variable declared in a loop holds the same value in "
        "each iteration.",
        "execution of generated programs before and after each step",
        is_fault=True,
    ),
    Switch(
        "evades_despite_msize",
        "StackLimitEvader moves variables to memory although the program uses `msize`.",
        "execution of generated programs before and after each step",
        is_fault=True,
    ),
    Switch(
        "evades_out_of_reach",
        "StackLimitEvader moves variables to memory that not every call has the gas for.",
        "execution of small programs",
        is_fault=True,
    ),
    Switch(
        "parameters_vary",
        "LoopInvariantCodeMotion and UnusedStoreEliminator treat all parameters of functions as "
        "assigned, also those that are not.",
        "comparison of generated programs",
        last="0.8.36",
    ),
    Switch(
        "removes_returndatacopy",
        "UnusedStoreEliminator removes copies of all return data, although they fail if another "
        "call was made since `returndatasize` was read.",
        "comparison of generated programs",
        last="0.8.36",
        is_fault=True,
    ),
    Switch(
        "shares_slots_in_recursion",
        "StackLimitEvader reserves too few slots for functions that call each other, which may "
        "then share slots with their callees.",
        "the change log, and small programs with cycles of calls",
        last="0.8.36",
        is_fault=True,
    ),
    Switch(
        "misses_recursion",
        "FullInliner, FunctionSpecializer and StackLimitEvader do not recognise some functions of "
        "a call cycle as recursive.",
        "the change log, and small programs with cycles of calls",
        last="0.8.35",
        is_fault=True,
    ),
    Switch(
        "simplifies_out_of_scope",
        "ExpressionSimplifier may replace variables by others that are not in scope.",
        "the change log, and small programs with inner blocks",
        last="0.8.30",
        is_fault=True,
    ),
    Switch(
        "simplifies_names_twice",
        "Names are simplified before the main sequence, too.",
        "comparison of generated programs",
        last="0.8.28",
    ),
    Switch(
        "generates_unreached",
        "Code is also generated for functions that no call can reach.",
        "comparison of generated programs",
        last="0.8.28",
    ),
    Switch(
        "compares_kinds_of_literals",
        "CommonSubexpressionEliminator, EquivalentFunctionCombiner and ExpressionSimplifier treat "
        "literals of different kinds, and strings that differ in trailing zeros, as different.",
        "comparison of generated programs",
        last="0.8.26",
    ),
    Switch(
        "ignores_push0",
        "The assembly optimiser does not know PUSH0: a second zero becomes a copy of the first, "
        "and constants are priced as without PUSH0. Zero counts as two bytes "
        "for the width of labels.",
        "comparison of generated programs",
        last="0.8.26",
    ),
    Switch(
        "keeps_first_location",
        "Code shared by several equal functions or blocks has the location of the first of them, "
        "and so have the computations of equal constants.",
        "stack traces of failing transactions",
    ),
    Switch(
        "keeps_equal_ends",
        "The peephole optimiser keeps two equal ends of code that follow each other.",
        "comparison of generated programs",
        last="0.8.26",
    ),
    Switch(
        "counts_one_site_each",
        "For the width of labels, each assignment to an immutable counts as one site where code "
        "reads it, however many there are.",
        "comparison of generated programs",
        last="0.8.26",
    ),
    Switch(
        "assigns_immutables_once",
        "Of several assignments to an immutable, only the first in the code takes effect, also if "
        "FullInliner or FunctionSpecializer has duplicated a single one.",
        "execution of small programs",
        is_fault=True,
    ),
    Switch(
        "loads_before_loops",
        "LoopInvariantCodeMotion hoists loads and hashes of memory out of loops that may not "
        "execute them, also if no gas suffices for their addresses.",
        "execution of small programs",
        is_fault=True,
    ),
    Switch(
        "runs_off_its_end",
        "Code for homestead, or without stack allocation, does not stop at its end, but runs into "
        "what follows: INVALID before data and objects, or appended arguments.",
        "execution of small programs",
        is_fault=True,
    ),
)

FAULTLESS: Final = SolcBehaviour()
