"""From a program to its bytes: optimise, generate, optimise the assembly, assemble.

All commands and functions that compile call these, so equal options give equal code everywhere.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from yulopt.assembly.assembler import assemble_program
from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.compiled import CompiledObject, compile_object
from yulopt.assembly.optimizer.driver import ALL_PASSES, AssemblyObserver, optimize_assembly
from yulopt.assembly.pressure import stack_too_deep
from yulopt.driver.optimization import is_left_alone, optimize_parsed
from yulopt.driver.options import NO_CODE, Options
from yulopt.errors import Source, located
from yulopt.passes.step import Observer
from yulopt.suite.memory_guards import guard_memory, has_guard
from yulopt.suite.suite import make_context, spill_stack
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Data, Object, deployed_object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.validate import check_object_paths

# Without the text, positions mean nothing; messages name functions and variables instead.
NO_SOURCE: Final = Source("")
_NOT_SPILLED: Final = (
    "; no spill of it is proven correct, so keep fewer variables alive there,"
    " or build without --proven"
)
_NO_SPILLS: Final = "; with a pipeline, such as --pipeline size, variables may move to memory"
_NO_ASSERTION: Final = "; with --assume-memory-safe, variables may move to memory"


class Front:
    """Prepares a program for the code generator: reads it, and runs the steps of its options.

    `observer` is notified of every step. Front ends for other forms of input derive from this one.
    """

    def __init__(self, source: Source, options: Options, observer: Observer | None = None) -> None:
        self.source = source
        self.options = options
        self.observer = observer

    def read(self) -> Object:
        """The program before its steps; raises `YulError`."""
        return parse_source(self.source, self.options.dialect)

    def optimized(self, program: Object) -> Object:
        """The program that was read, after its steps; raises `YulError`."""
        options = self.options
        if options.optimized != NO_CODE:
            optimize_parsed(program, self.source, options, observer=self.observer)
        # A bare run that resumes in the middle of a trace prepares only one object.
        if options.optimized == NO_CODE or options.bare:
            return prepared(program, self.source, options)
        return program


def prepared(program: Object, source: Source, options: Options) -> Object:
    """Make the names of a parsed program unique, to compile it without steps; raises `YulError`
    for references to objects that do not exist."""
    check_object_paths(program, source)
    run_with_deep_stack(lambda: _make_names_unique(program, options))
    return program


def _make_names_unique(program: Object, options: Options) -> None:
    for item in program.all_objects():
        make_context(item.code, options.dialect)


def generate_program(front: Front) -> CompiledObject:
    """Generate code for a program after its steps; values out of reach are noted in the result.

    If some are, and the options allow spilling, they are spilled. If the options also say that the
    program is memory-safe, the whole build is repeated with memory guards first
    (`yulopt.suite.memory_guards`). Raises `YulError` for bad input.
    """
    options = front.options
    guards = options.spills and options.memory_safe
    program = front.optimized(front.read())
    compiled = generate_tree(program, options, spills=options.spills and not guards)
    if not guards or run_with_deep_stack(compiled.first_problem) is None:
        return compiled
    # A guard is only worth its cost if the stack is too deep: it hides the constant value of the
    # free memory pointer from the optimiser.
    program = front.read()
    guard_memory(program, options.dialect)
    return generate_tree(front.optimized(program), options, spills=True)


def generate_tree(program: Object, options: Options, *, spills: bool = False) -> CompiledObject:
    """Generate code for a program as it is.

    With `spills`, values out of reach are spilled first, where there is room (see
    `yulopt.steps.stack_spiller`), which changes the program.
    """
    dialect, stack_allocation = options.code_dialect, options.stack_allocation
    if is_left_alone(program, options):
        stack_allocation = False
    compiled = compile_object(program, dialect, stack_allocation=stack_allocation)
    can_spill = spills and stack_allocation
    if not can_spill or run_with_deep_stack(compiled.first_problem) is None:
        return compiled
    spilled = run_with_deep_stack(
        lambda: [spill_stack(item.program, dialect) for item in compiled.all_objects()]
    )
    compiled = compile_object(program, dialect, stack_allocation=stack_allocation)
    for item, moved in zip(compiled.all_objects(), spilled, strict=True):
        item.spilled = moved
    return compiled


def optimize_code(
    compiled: CompiledObject, options: Options, observer: AssemblyObserver | None = None
) -> None:
    """Optimise generated code in place; `observer` is notified of each pass over the assembly."""
    objects = compiled.all_paths() if options.denied_passes else {}
    for path, names in options.denied_passes:
        objects[path].denied_passes = frozenset(names)
    passes: Collection[str] = ALL_PASSES
    if options.is_beyond:
        # Imported lazily, here and below: only code generation beyond solc needs it.
        from yulopt.assembly.beyond.driver import SOLC_PASSES

        passes = SOLC_PASSES
    if options.assembly_passes is not None:
        passes = options.assembly_passes
    optimize_assembly(compiled, options.code_dialect, options.runs, passes, observer)
    if options.is_beyond:
        from yulopt.assembly.beyond.driver import BEYOND_PASS_NAMES, optimize_beyond

        chosen = options.beyond_passes
        optimize_beyond(
            compiled,
            options.code_dialect,
            options.runs,
            BEYOND_PASS_NAMES if chosen is None else chosen,
            observer,
            options.calls,
        )


def check_reach(compiled: CompiledObject, options: Options, source: Source = NO_SOURCE) -> None:
    """Raise `StackTooDeepError`, with a position in `source`, if a value is out of reach."""
    problem = stack_too_deep(compiled, source)
    if problem is not None:
        if options.spills_by_a_step:
            problem.message += _NOT_SPILLED
        elif not options.is_beyond:
            problem.message += _NO_SPILLS
        elif not options.memory_safe and not has_guard(compiled.program):
            problem.message += _NO_ASSERTION
        raise problem


def assemble_code(
    compiled: CompiledObject, options: Options, source: Source = NO_SOURCE
) -> dict[Object | Data, Bytecode]:
    """The bytes of each object; all values must be within reach.

    Raises `AssemblyError`, which names `source`, for code that cannot be assembled.
    """
    with located(source.filename):
        return assemble_program(compiled, options.code_dialect)


def finish(
    compiled: CompiledObject, options: Options, source: Source = NO_SOURCE
) -> dict[Object | Data, Bytecode]:
    """Optimise generated code in place, and assemble it.

    Raises `YulError`, with positions in `source`, if it cannot be assembled.
    """
    check_reach(compiled, options, source)
    optimize_code(compiled, options)
    return assemble_code(compiled, options, source)


def compile_source(
    source: Source, options: Options
) -> tuple[CompiledObject, dict[Object | Data, Bytecode]]:
    """The optimised code of a program, and its bytes.

    Raises `YulError` for bad input, and for code that cannot be assembled.
    """
    compiled = generate_program(Front(source, options))
    return compiled, finish(compiled, options, source)


def sizes(program: Object, parts: dict[Object | Data, Bytecode]) -> tuple[int, int]:
    """The bytes of the creation code with all objects inside, and of the deployed code; both are
    the same if nothing is deployed."""
    deployed = deployed_object(program)
    return (
        len(parts[program].content),
        len(parts[program if deployed is None else deployed].content),
    )
