"""What can be measured of the code that is generated; and its bytes, the first measure.

A measure takes the code as it was generated after the sequence of Yul steps, and says how many
bytes become of it, with the whole optimiser of the assembly, and what its execution costs. Whoever
compares sequences or searches for them asks a measure.
"""

from __future__ import annotations

from typing import Protocol

import attr

from yulopt.assembly.compiled import CompiledObject
from yulopt.driver.build import finish, sizes
from yulopt.driver.options import Options


@attr.s(auto_attribs=True, frozen=True)
class Measured:
    """What was measured: the bytes of the creation code with all it holds, those of the code that
    it deploys, and the gas of execution, None if that was not measured.

    `behaviour` is the same for code that does the same when it is executed; empty if it was not.
    """

    creation_bytes: int
    deployed_bytes: int
    gas: float | None = None
    behaviour: str = attr.ib(default="", repr=False)

    def does_the_same(self, other: Measured) -> bool:
        """Whether the code does the same as some other, as far as both were executed."""
        return not (self.behaviour and other.behaviour) or self.behaviour == other.behaviour


class Measure(Protocol):
    """Something that measures code. It can be sent to other processes."""

    def measure(self, compiled: CompiledObject, options: Options) -> Measured:
        """Optimise and measure code that was generated with the same options.

        Raises `YulError` where nothing becomes of it, `StackTooDeepError` where something on the
        stack is out of reach.
        """
        ...


class BytesMeasure:
    """The bytes of the code, with the whole optimiser of the assembly."""

    def measure(self, compiled: CompiledObject, options: Options) -> Measured:
        return Measured(*sizes(compiled.program, finish(compiled, options)))
