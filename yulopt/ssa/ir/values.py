"""The values that instructions read: constants, and what has a name.

Source: chapter 08, section 1.1 of the specification.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yulopt.syntax.literals import WORD_MASK

if TYPE_CHECKING:
    from yulopt.ssa.ir.function import Instruction


class Value:
    """Anything an instruction can read. Equal values (`==`) are surely the same at run time.

    All are words, but for the names of cells and the strings that some builtins take.
    """

    __slots__ = ()


class Constant(Value):
    """A word that is known; `value` is reduced modulo 2**256."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value & WORD_MASK

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and other.value == self.value

    def __hash__(self) -> int:
        return hash(self.value)


class Text(Value):
    """The string of a literal-only argument; one character (0 to 255) for each byte."""

    __slots__ = ("content",)

    def __init__(self, content: str) -> None:
        self.content = content

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and other.content == self.content

    def __hash__(self) -> int:
        return hash(self.content)


class NamedValue(Value):
    """A value with a name. `uses` are the places that read it, as (instruction, operand index);

    it is a dictionary without values, because its order must not depend on addresses.
    """

    __slots__ = ("name", "uses")

    def __init__(self, name: str) -> None:
        self.name = name
        self.uses: dict[tuple[Instruction, int], None] = {}

    def replace_all_uses(self, replacement: Value) -> None:
        """Make everything that reads this value read the other one."""
        assert replacement is not self
        for user, index in list(self.uses):
            user.set_operand(index, replacement)

    def __repr__(self) -> str:
        return f"%{self.name}"


class Parameter(NamedValue):
    """A value that the caller of the function gives."""

    __slots__ = ()


class Result(NamedValue):
    """A value that one instruction defines: single assignment."""

    __slots__ = ("instruction",)

    def __init__(self, name: str, instruction: Instruction) -> None:
        super().__init__(name)
        self.instruction = instruction


class Cell(Result):
    """The name of a cell; only loads and stores can use it."""

    __slots__ = ()


class Variable(NamedValue):
    """A name that several instructions assign; only in functions without phis ("post-SSA")."""

    __slots__ = ()
