"""Where `break`, `continue`, `leave` and function definitions may stand.

Source: chapter 01, section 3 of the specification.
"""

from __future__ import annotations

from yulopt.syntax.ast import Break, Expression, ForLoop, FunctionDefinition, Leave, Node, Statement
from yulopt.syntax.visitor import Walker


class PlacementCheck(Walker):
    """Finds jumps and function definitions where they cannot stand.

    `found` has their offsets, each with what is wrong.
    """

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []
        self._loop_part = ""
        self._in_function = False

    def visit_expression(self, expression: Expression) -> None:
        """Expressions contain no statements."""

    def visit_for(self, loop: ForLoop) -> None:
        outer = self._loop_part
        self._loop_part = "init"
        self.visit_block(loop.init)
        self._loop_part = "post"
        self.visit_block(loop.post)
        self._loop_part = "body"
        self.visit_block(loop.body)
        self._loop_part = outer

    def visit_function(self, function: FunctionDefinition) -> None:
        if self._loop_part == "init":
            self._note(function, "functions cannot be defined inside the init block of a for loop")
        outer_part, outer_function = self._loop_part, self._in_function
        self._loop_part, self._in_function = "", True
        self.visit_block(function.body)
        self._loop_part, self._in_function = outer_part, outer_function

    def visit_jump(self, jump: Statement) -> None:
        if isinstance(jump, Leave):
            if not self._in_function:
                self._note(jump, "'leave' can only be used inside a function")
        elif self._loop_part != "body":
            keyword = "break" if isinstance(jump, Break) else "continue"
            place = f", not its {self._loop_part} block" if self._loop_part else ""
            self._note(jump, f"'{keyword}' needs to be inside the body of a for loop{place}")

    def _note(self, node: Node, message: str) -> None:
        self.found.append((node.position, message))
