"""The interface of an abstract domain to the walk through a program.

A domain keeps its state in the facts of the walk: values, and cells, which are variables with
reserved names. So the operations on facts at branches, joins and loop headers apply to the state of
all domains (see `yulopt.domains.walk`).

Source: P. Cousot and R. Cousot, "Systematic design of program analysis frameworks", POPL 1979
(products of domains).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yulopt.domains.facts import Facts, Operands
from yulopt.syntax.ast import (
    Block,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Statement,
    Switch,
)

if TYPE_CHECKING:
    from yulopt.domains.walk import Walk


class Domain:
    """The base of domains: hooks that do nothing by default.

    `walk`: the walk it belongs to. In a walk that `is_final`, each program point is visited once,
    and the facts hold for all executions: only then may a domain record results.
    `watches_arithmetic`: the domain overrides `computed` or `selected`; `watches_reads`: it
    overrides `variable_read`.
    """

    walk: Walk
    watches_arithmetic = False
    watches_reads = False

    def attach(self, walk: Walk) -> None:
        """Attach to a walk."""
        self.walk = walk

    @property
    def facts(self) -> Facts:
        """The facts at the current point."""
        return self.walk.facts

    # Functions

    def begin(self, function: FunctionDefinition | None) -> None:
        """The walk enters a function, None is the outermost code; nothing is known yet."""

    def entered(self, function: FunctionDefinition) -> None:
        """The parameters and results of the function have values now."""

    def leave(self) -> None:
        """The function exits here, if this is reachable."""

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

    def branched(self, statement: If | ForLoop, condition: int) -> None:
        """An `if` or a loop with this value as its condition, in a final walk."""

    def switched(self, statement: Switch, reached: list[bool]) -> None:
        """A `switch`, in a final walk: for each case, whether it can be reached; without a default,
        also whether its value can be another one."""

    # Expressions

    def variable_read(self, variable: Identifier, number: int) -> None:
        """A variable is read, in a final walk."""

    def computed(self, name: str, operands: Operands) -> int | None:
        """The value of a pure builtin, None for the default."""
        return None

    def selected(self, value: int) -> int:
        """The value that a `switch` compares with its labels."""
        return value

    def effect(self, call: FunctionCall, operands: Operands) -> int | None:
        """An impure builtin; returns the value of its result, None for unknown."""
        return None

    def evaluated(self, call: FunctionCall, operands: Operands, number: int) -> None:
        """The result of a builtin, in a final walk."""

    def calling(self, name: str, operands: Operands) -> None:
        """A function is called."""

    def called(self, name: str, operands: Operands) -> None:
        """The function has returned."""

    def returned(self, name: str, operands: Operands, results: list[int]) -> None:
        """The results of the function, which may be replaced by more precise ones."""

    # Loops

    def cells(self) -> list[str]:
        """The names of the cells of this domain."""
        return []

    def before_loop(self, loop: ForLoop) -> None:
        """A loop, after its initialisation; its modified variables are not known yet."""

    def loop_changes(self, loop: ForLoop, assigned: list[str], changed: list[str]) -> None:
        """The variables and cells that the loop modifies; extended as necessary."""

    def before_head(self) -> None:
        """The walk is about to enter the header of a loop."""

    def enter_head(self) -> None:
        """An iteration begins; the variables and cells that the loop modifies have new values."""

    def end_iteration(self, loop: ForLoop) -> None:
        """An iteration is over, if that is reachable."""
