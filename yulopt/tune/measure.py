"""What can be measured of a program that the steps have run over; and its bytes, the first measure.

A measure takes the program after the sequence of Yul steps, as a tree, and says how many bytes
become of it and what its execution costs. Whoever compares sequences or searches for them asks a
measure, and knows nothing of code generation.
"""

from __future__ import annotations

from typing import Protocol

import attr

from yulopt.assembly.assembler import assemble_program
from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.compiled import CompiledObject, compile_object
from yulopt.assembly.optimizer.driver import optimize_assembly
from yulopt.assembly.pressure import stack_too_deep
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for, parse_evm_version
from yulopt.errors import Source
from yulopt.pipeline.pipelines import SOLC_CODEGEN
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.objects import Data, Object, deployed_object


@attr.s(auto_attribs=True, frozen=True)
class CodeSettings:
    """The settings of code generation; they are those of `yulopt.compile`.

    `beyond_passes` are those of the code generation `"beyond"` that run, None for all of them.
    """

    runs: int = DEFAULT_RUNS
    evm_version: str = DEFAULT_EVM_VERSION.text
    stack_allocation: bool = True
    codegen: str = SOLC_CODEGEN
    beyond_passes: tuple[str, ...] | None = None


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
    """Something that measures programs. It can be sent to other processes."""

    def measure(self, program: Object, settings: CodeSettings) -> Measured:
        """Measure a program after its Yul steps, which is left as it is.

        Names must be unique in the code of each object. Raises `YulError` where there is no code,
        `StackTooDeepError` where something on the stack is out of reach.
        """
        ...


class BytesMeasure:
    """The bytes of the code, with the whole optimiser of the assembly."""

    def measure(self, program: Object, settings: CodeSettings) -> Measured:
        compiled, parts = assembled(program, settings)
        deployed = deployed_object(program)
        return Measured(
            len(parts[compiled.program].content),
            len(parts[compiled.program if deployed is None else deployed].content),
        )


def assembled(
    program: Object, settings: CodeSettings
) -> tuple[CompiledObject, dict[Object | Data, Bytecode]]:
    """The code of a program after its Yul steps: as optimised assembly, and as bytes.

    Raises `YulError` as `Measure.measure` does.
    """
    dialect = dialect_for(parse_evm_version(settings.evm_version))
    compiled = compile_object(
        program,
        dialect,
        stack_allocation=settings.stack_allocation,
        spills=settings.codegen != SOLC_CODEGEN,
    )
    # Positions are those of a text that is not at hand; the message names function and variable.
    error = stack_too_deep(compiled, Source(""))
    if error is not None:
        raise error
    optimize_assembly(compiled, dialect, settings.runs)
    if settings.codegen != SOLC_CODEGEN:
        # Only those who ask for it pay for loading it.
        from yulopt.assembly.beyond.driver import BEYOND_PASS_NAMES, optimize_beyond

        chosen = settings.beyond_passes
        passes = BEYOND_PASS_NAMES if chosen is None else chosen
        optimize_beyond(compiled, dialect, settings.runs, passes)
    return compiled, assemble_program(compiled, dialect)
