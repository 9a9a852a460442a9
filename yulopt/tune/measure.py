"""What can be measured of the code that is generated; and its bytes, the first measure.

A measure takes the code as it was generated after the sequence of Yul steps, and says how many
bytes become of it, with the whole optimiser of the assembly, and what its execution costs. Whoever
compares sequences or searches for them asks a measure.
"""

from __future__ import annotations

from typing import Protocol

import attr

from yulopt.assembly.assembler import assemble_program
from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.compilation import optimize_code
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.pressure import stack_too_deep
from yulopt.dialect import DEFAULT_EVM_VERSION, NEWEST, Dialect, chosen_dialect
from yulopt.errors import Source
from yulopt.frequency.call_profile import CallProfile
from yulopt.pipeline.pipelines import SOLC_CODEGEN
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.objects import Data, Object, deployed_object


@attr.s(auto_attribs=True, frozen=True)
class CodeSettings:
    """The settings of code generation; they are those of `yulopt.compile`.

    `solc_version` is the release of solc that is reproduced.
    `beyond_passes` are those of the code generation `"beyond"` that run, None for all of them, and
    `calls` those that code is made for beyond solc, None if nothing is known of them.
    """

    runs: int = DEFAULT_RUNS
    evm_version: str = DEFAULT_EVM_VERSION.text
    stack_allocation: bool = True
    codegen: str = SOLC_CODEGEN
    beyond_passes: tuple[str, ...] | None = None
    calls: CallProfile | None = None
    solc_version: str = NEWEST.version

    @property
    def dialect(self) -> Dialect:
        """The dialect of the versions."""
        return chosen_dialect(self.evm_version, self.solc_version)

    @property
    def spills(self) -> bool:
        """Whether what the stack does not reach is moved elsewhere."""
        return self.codegen != SOLC_CODEGEN


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

    def measure(self, compiled: CompiledObject, settings: CodeSettings) -> Measured:
        """Optimise and measure code that was generated with the same settings.

        Raises `YulError` where nothing becomes of it, `StackTooDeepError` where something on the
        stack is out of reach.
        """
        ...


class BytesMeasure:
    """The bytes of the code, with the whole optimiser of the assembly."""

    def measure(self, compiled: CompiledObject, settings: CodeSettings) -> Measured:
        program, parts = compiled.program, assembled(compiled, settings)
        deployed = deployed_object(program)
        return Measured(
            len(parts[program].content),
            len(parts[program if deployed is None else deployed].content),
        )


def assembled(compiled: CompiledObject, settings: CodeSettings) -> dict[Object | Data, Bytecode]:
    """The bytes of generated code, which is optimised for that.

    Raises `YulError` as `Measure.measure` does.
    """
    dialect = settings.dialect
    # Positions are those of a text that is not at hand; the message names function and variable.
    error = stack_too_deep(compiled, Source(""))
    if error is not None:
        raise error
    optimize_code(
        compiled,
        dialect,
        settings.runs,
        codegen=settings.codegen,
        beyond_passes=settings.beyond_passes,
        calls=settings.calls,
    )
    return assemble_program(compiled, dialect)
