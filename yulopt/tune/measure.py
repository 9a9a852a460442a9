"""Measures of generated code, with the first one: its bytes.

A measure takes the code that was generated after the sequence of Yul steps, runs the whole assembly
optimiser over it, and determines its size and the cost of execution. Comparisons and searches of
sequences use it.
"""

from __future__ import annotations

from typing import Protocol

import attr

from yulopt.assembly.compiled import CompiledObject
from yulopt.driver.build import finish, sizes
from yulopt.driver.options import Options


@attr.s(auto_attribs=True, frozen=True)
class Measured:
    """The measured figures: the bytes of the creation code with all objects inside, those of the
    deployed code, and the gas of execution, None if not measured.

    `behaviour` is equal for code that behaves equally when executed; empty if it was not.
    """

    creation_bytes: int
    deployed_bytes: int
    gas: float | None = None
    behaviour: str = attr.ib(default="", repr=False)

    def does_the_same(self, other: Measured) -> bool:
        """Whether the code behaves like some other, as far as both were executed."""
        return not (self.behaviour and other.behaviour) or self.behaviour == other.behaviour


class Measure(Protocol):
    """A measure of code. It can be sent to other processes."""

    def measure(self, compiled: CompiledObject, options: Options) -> Measured:
        """Optimise and measure code that was generated with the same options.

        Raises `YulError` if it cannot be assembled, `StackTooDeepError` if a value on the stack is
        out of reach.
        """
        ...


class BytesMeasure:
    """The bytes of the code, with the whole optimiser of the assembly."""

    def measure(self, compiled: CompiledObject, options: Options) -> Measured:
        return Measured(*sizes(compiled.program, finish(compiled, options)))
