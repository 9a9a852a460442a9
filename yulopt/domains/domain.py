"""What a part of an abstract interpretation has to say while the walk goes through a program.

A domain keeps its state in the facts of the walk: cells, which are variables with names that no
program has, and values. So what the walk does to facts, at branches, joins and loop headers, it
does to the state of all domains (see `yulopt.domains.walk`).

Source: P. Cousot and R. Cousot, "Systematic design of program analysis frameworks", POPL 1979
(products of domains).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yulopt.domains.facts import Facts, Operands
from yulopt.syntax.ast import Block, ForLoop, FunctionCall, FunctionDefinition, If, Statement

if TYPE_CHECKING:
    from yulopt.domains.walk import Walk


class Domain:
    """Override what a domain knows more of; by default, a hook does nothing.

    `walk` is the walk of which it is a part. In a walk that `is_final`, each place is visited once,
    and what is known there is true of all executions: only then may a domain record an answer.
    `watches_arithmetic`: the domain overrides `computed` or `selected`.
    """

    walk: Walk
    watches_arithmetic = False

    def attach(self, walk: Walk) -> None:
        """Become a part of a walk."""
        self.walk = walk

    @property
    def facts(self) -> Facts:
        """What is known where the walk is."""
        return self.walk.facts

    # Functions

    def begin(self, function: FunctionDefinition | None) -> None:
        """The walk begins with a function, None is the outermost code; nothing is known yet."""

    def entered(self, function: FunctionDefinition) -> None:
        """The parameters and results of the function have values now."""

    def leave(self) -> None:
        """The function is left here, if that is reachable."""

    def summarised(self, function: FunctionDefinition) -> None:
        """The walk for the summary of a function is over."""

    # Statements

    def enter_block(self, block: Block) -> None:
        """A block begins."""

    def leave_block(self, block: Block) -> None:
        """The block is over, reachable or not."""

    def enter_statement(self, statement: Statement) -> None:
        """A statement begins."""

    def joined(self, changed: list[str]) -> None:
        """Branches have joined; these variables and cells may have other values now."""

    def leave_statement(self, statement: Statement) -> None:
        """The statement is over, reachable or not."""

    def assigned(self, names: list[str], *, is_new: bool) -> None:
        """These variables have new values; they are declared here if `is_new`."""

    def branched(self, statement: If, condition: int) -> None:
        """An `if` with this value as its condition, in a final walk."""

    # Expressions

    def computed(self, name: str, operands: Operands) -> int | None:
        """The value of a pure builtin, None for the ordinary one."""
        return None

    def selected(self, value: int) -> int:
        """The value that a `switch` compares with its labels."""
        return value

    def effect(self, call: FunctionCall, operands: Operands) -> int | None:
        """A builtin that is not pure; returns the value that it gives, None for any."""
        return None

    def evaluated(self, call: FunctionCall, operands: Operands, number: int) -> None:
        """A builtin gave this value, in a final walk."""

    def calling(self, name: str, operands: Operands) -> None:
        """A function is called."""

    def called(self, name: str, operands: Operands) -> None:
        """The function has returned."""

    def returned(self, name: str, operands: Operands, results: list[int]) -> None:
        """The function gave these values, which may be replaced by others that say more."""

    # Loops

    def cells(self) -> list[str]:
        """The names of the cells of this domain."""
        return []

    def before_loop(self, loop: ForLoop) -> None:
        """A loop, after its initialisation; what it changes is not known yet."""

    def loop_changes(self, loop: ForLoop, assigned: list[str], changed: list[str]) -> None:
        """The variables and the cells that the loop changes; to be extended if need be."""

    def before_head(self) -> None:
        """The walk is about to enter the header of a loop."""

    def enter_head(self) -> None:
        """An iteration begins; the variables and cells that the loop changes have new values."""

    def end_iteration(self, loop: ForLoop) -> None:
        """An iteration is over, if that is reachable."""
