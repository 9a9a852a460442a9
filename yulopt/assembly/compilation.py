"""From Yul to bytecode in one call, with everything that solc reports about the bytecode."""

from __future__ import annotations

from collections.abc import Callable, Collection

import attr

from yulopt.api import optimize_parsed
from yulopt.assembly.assembler import assemble_program
from yulopt.assembly.bytecode import ADDRESS_BYTES, Bytecode
from yulopt.assembly.compiled import CompiledObject, compile_object
from yulopt.assembly.moved import static_call_warnings
from yulopt.assembly.opcodes import disassemble
from yulopt.assembly.optimizer.driver import (
    ALL_PASSES,
    AssemblyObserver,
    optimize_assembly,
)
from yulopt.assembly.text import assembly_text
from yulopt.dialect import Dialect
from yulopt.errors import Source, YulError
from yulopt.frequency.call_profile import CallProfile
from yulopt.gas.model import STORED_BYTE_GAS
from yulopt.pipeline.memory_guards import guard_memory
from yulopt.pipeline.pipelines import SOLC_CODEGEN
from yulopt.pipeline.sequence import Sequence
from yulopt.pipeline.step import Observer
from yulopt.pipeline.suite import make_context
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.literals import WORD_BYTES
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.validate import check_object_paths


@attr.s(auto_attribs=True, frozen=True)
class Code:
    """Bytecode, and what still has to be filled in.

    `hex` are hexadecimal digits, with solc's `__$...$__` for the addresses of libraries;
    `opcodes` the same as instructions; `size` the number of bytes. `link_references` tells by file
    and library where addresses are missing, `immutable_references` by name where words are to be
    set when the code is deployed; both give offsets.
    """

    hex: str
    opcodes: str
    size: int
    link_references: dict[str, dict[str, list[int]]]
    immutable_references: dict[str, list[int]]

    def to_json(self) -> dict[str, object]:
        """The same in the form of solc's output, with the size."""
        return {
            "object": self.hex,
            "opcodes": self.opcodes,
            "size": self.size,
            "linkReferences": {
                file: {
                    library: _ranges(offsets, ADDRESS_BYTES)
                    for library, offsets in libraries.items()
                }
                for file, libraries in self.link_references.items()
            },
            "immutableReferences": {
                name: _ranges(offsets, WORD_BYTES)
                for name, offsets in self.immutable_references.items()
            },
        }


@attr.s(auto_attribs=True, frozen=True)
class Compilation:
    """A compiled program: its `assembly`, its `bytecode`, and the code that it `deployed`.

    The latter is that of the only object directly inside; None if there is none, or more.
    `warnings` are about what the code cannot do: functions with variables in transient storage fail
    in a static call.
    """

    assembly: str
    bytecode: Code
    deployed: Code | None
    warnings: list[str]

    @property
    def deposit_gas(self) -> int:
        """The gas for storing the deployed code."""
        return STORED_BYTE_GAS * self.deployed.size if self.deployed else 0

    def to_json(self) -> dict[str, object]:
        """All of it, with solc's names where solc has it."""
        return {
            "assembly": self.assembly,
            "bytecode": self.bytecode.to_json(),
            "deployedBytecode": self.deployed.to_json() if self.deployed else None,
            "gasEstimates": {"creation": {"codeDepositCost": str(self.deposit_gas)}},
        }


def compilation(compiled: CompiledObject, source: Source, dialect: Dialect) -> Compilation:
    """Assemble compiled objects, of which everything must be within reach."""
    try:
        parts = assemble_program(compiled, dialect)
    except YulError as error:
        error.filename = source.filename
        raise
    children = compiled.children
    return Compilation(
        assembly_text(compiled, dialect),
        _code(parts[compiled.program], dialect),
        _code(parts[children[0].program], dialect) if len(children) == 1 else None,
        static_call_warnings(compiled),
    )


def _code(bytecode: Bytecode, dialect: Dialect) -> Code:
    libraries: dict[str, dict[str, list[int]]] = {}
    for offset, name in sorted(bytecode.linker_symbols.items()):
        file, _, library = name.rpartition(":")
        libraries.setdefault(file, {}).setdefault(library, []).append(offset)
    return Code(
        bytecode.to_hex(),
        disassemble(bytecode.content, dialect),
        len(bytecode.content),
        libraries,
        bytecode.immutables,
    )


def _ranges(offsets: list[int], length: int) -> list[dict[str, int]]:
    return [{"start": offset, "length": length} for offset in offsets]


def build(
    source: Source,
    sequence: Sequence | None,
    dialect: Dialect,
    runs: int = DEFAULT_RUNS,
    *,
    bare: bool = False,
    stack_allocation: bool = True,
    calls: CallProfile | None = None,
    observer: Observer | None = None,
    spills: bool = False,
    memory_safe: bool = False,
) -> CompiledObject:
    """Compile a program that was optimised with a sequence; None leaves it as it is.

    The settings mean what they mean for `yulopt.optimize` and `generate`; `observer` is told of
    every step. Raises `YulError` for bad input. What is out of reach is noted in the result.
    """

    def optimized(program: Object) -> Object:
        if sequence is not None:
            optimize_parsed(
                program,
                source,
                sequence,
                bare=bare,
                dialect=dialect,
                runs=runs,
                stack_allocation=stack_allocation,
                observer=observer,
                calls=calls,
            )
        # A bare run that goes on in the middle of a trace prepares no object but one.
        return prepared(program, source, dialect) if sequence is None or bare else program

    is_beyond = sequence is not None and sequence.beyond
    return generate(
        lambda: parse_source(source, dialect),
        optimized,
        dialect.mended if is_beyond else dialect,
        stack_allocation=stack_allocation,
        spills=spills,
        memory_safe=memory_safe,
    )


def prepared(program: Object, source: Source, dialect: Dialect) -> Object:
    """A program that was read from a text, in which names become unique, so that it is compiled as
    it is; raises `YulError` where it names objects that are not there."""
    check_object_paths(program, source)
    run_with_deep_stack(lambda: _make_names_unique(program, dialect))
    return program


def generate(
    read: Callable[[], Object],
    optimized: Callable[[Object], Object],
    dialect: Dialect,
    *,
    stack_allocation: bool = True,
    spills: bool = False,
    memory_safe: bool = False,
) -> CompiledObject:
    """Generate code for the program that `read` gives, as it is `optimized`.

    `spills` means what it means for `compile_object`: if something is out of reach, all is done
    once more, with guards for memory before the program is optimised
    (`yulopt.pipeline.memory_guards`), also without a proof if the program is `memory_safe`.
    """
    compiled = compile_object(optimized(read()), dialect, stack_allocation=stack_allocation)
    if not spills or run_with_deep_stack(compiled.first_problem) is None:
        return compiled
    # A guard is only worth its cost if the stack is too deep: it hides the constant value of the
    # free memory pointer from the optimiser.
    program = read()
    guard_memory(program, dialect, assumed=memory_safe)
    return compile_object(
        optimized(program), dialect, stack_allocation=stack_allocation, spills=True
    )


def optimize_code(
    compiled: CompiledObject,
    dialect: Dialect,
    runs: int,
    passes: Collection[str] = ALL_PASSES,
    *,
    codegen: str = SOLC_CODEGEN,
    beyond_passes: Collection[str] | None = None,
    observer: AssemblyObserver | None = None,
    calls: CallProfile | None = None,
) -> None:
    """Optimise generated code in place: with `passes` of solc's, and then as `codegen` says.

    `beyond_passes` are those of the code generation `"beyond"` that run, None for all of them;
    `observer` is told of each pass.
    """
    is_beyond = codegen != SOLC_CODEGEN
    optimize_assembly(compiled, dialect.mended if is_beyond else dialect, runs, passes, observer)
    if is_beyond:
        # Only those who ask for it pay for loading it.
        from yulopt.assembly.beyond.driver import BEYOND_PASS_NAMES, optimize_beyond

        chosen = BEYOND_PASS_NAMES if beyond_passes is None else beyond_passes
        optimize_beyond(compiled, dialect, runs, chosen, observer, calls)


def _make_names_unique(program: Object, dialect: Dialect) -> None:
    make_context(program.code, dialect)
    for child in program.sub_objects:
        _make_names_unique(child, dialect)
