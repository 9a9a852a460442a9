"""Reports of stack pressure: the depth of the stack, and unreachable variables.

All figures come from the code generator itself, so a program without unreachable slots here can be
compiled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.assembly.compiled import CompiledObject, compile_object
from yulopt.assembly.generated import Frame, OutOfReach
from yulopt.assembly.spill_slots import SpilledVariables, spilled_variables
from yulopt.dialect import Dialect
from yulopt.errors import Source, StackTooDeepError, count_text
from yulopt.stack.compilability import check_compilability
from yulopt.stack.slots import (
    FUNCTION_RETURN,
    JUNK,
    Layout,
    LiteralSlot,
    ReturnLabelSlot,
    Slot,
    TemporarySlot,
    VariableSlot,
)
from yulopt.syntax.ast import (
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    VariableDeclaration,
)
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object
from yulopt.syntax.visitor import Walker

_GHOST: Final = "GHOST["
_NOT_KNOWN: Final[Mapping[str, int]] = {}


class UnreachableValue:
    """A value that is too deep in the stack for an instruction that needs it.

    `slots`: by how many at most; `declared` and `needed`: lines of the source, 0 if unknown.
    """

    def __init__(self, name: str, slots: int, declared: int, needed: int) -> None:
        self.name = name
        self.slots = slots
        self.declared = declared
        self.needed = needed


class FunctionPressure:
    """The stack of one function.

    `function` is empty for the code outside functions; `line`: that of its definition, 0 if
    unknown. `deepest`: the maximum number of slots in use; `live`: their contents, bottom to top;
    `unreachable` begins with the first unreachable value. `moved`: the slots of variables that were
    moved off the stack, if any.
    """

    def __init__(
        self,
        function: str,
        line: int,
        deepest: int,
        live: list[str],
        unreachable: list[UnreachableValue],
        moved: SpilledVariables | None = None,
    ) -> None:
        self.function = function
        self.line = line
        self.deepest = deepest
        self.live = live
        self.unreachable = unreachable
        self.moved = moved


class ObjectPressure:
    """All functions of an object that can be called; the code outside functions is the first."""

    def __init__(self, name: str, functions: list[FunctionPressure]) -> None:
        self.name = name
        self.functions = functions


def measure_pressure(
    compiled: CompiledObject, source: Source, free: Mapping[str, int] = _NOT_KNOWN
) -> list[ObjectPressure]:
    """The pressure in each object of a tree, outer ones first.

    `free`: the result of `yulopt.memory_objects.free_memory.first_free` for the program before
    optimisation.
    """

    def run() -> list[ObjectPressure]:
        return [
            ObjectPressure(
                item.program.name,
                _measure_frames(
                    item.code.frames,
                    _Lines(item.program, source),
                    spilled_variables(item, free),
                ),
            )
            for item in compiled.all_objects()
        ]

    return run_with_deep_stack(run)


def stack_too_deep(compiled: CompiledObject, source: Source) -> StackTooDeepError | None:
    """The error for the first unreachable value, with the position of its declaration."""
    return run_with_deep_stack(lambda: _first_error(compiled, source))


def _first_error(compiled: CompiledObject, source: Source) -> StackTooDeepError | None:
    found = compiled.first_problem()
    if found is None:
        return None
    item, frame = found
    problem = frame.problems[0]
    return _error(
        item.program,
        frame.function,
        problem.variable,
        _slot_text(problem.slot),
        problem.deficit,
        len(_unreachable_slots(frame)) - 1,
        source,
        problem.position,
    )


def unreachable_warning(
    program: Object, dialect: Dialect, source: Source, *, stack_allocation: bool = True
) -> str | None:
    """One line if an optimised program has unreachable values, else None.

    Without `stack_allocation`, and for the oldest EVM version, these are values that solc's older
    code generator cannot reach.
    """
    if stack_allocation and dialect.forwards_all_gas:
        error = stack_too_deep(compile_object(program, dialect), source)
    else:
        error = run_with_deep_stack(lambda: _older_error(program, source, reuse=stack_allocation))
    if error is None:
        return None
    return f"{source.filename}: warning: {error.message}; `yulopt stack` shows all"


def _older_error(program: Object, source: Source, *, reuse: bool) -> StackTooDeepError | None:
    """The error for the first function that the older code generator cannot compile."""
    for child in program.sub_objects:
        error = _older_error(child, source, reuse=reuse)
        if error is not None:
            return error
    for function, found in check_compilability(program.code, reuse=reuse).items():
        variable = next(iter(found.variables))
        what = variable or "a parameter or return variable"
        others = len(found.variables) - 1
        return _error(program, function, variable, what, found.deficit, others, source)
    return None


def _error(
    program: Object,
    function: str,
    variable: str,
    what: str,
    deficit: int,
    others: int,
    source: Source,
    position: int = -1,
) -> StackTooDeepError:
    """The error for the unreachable `what`.

    Its position is that of the variable's declaration, else the `position` of the use.
    """
    more = f" ({others} more in this function)" if others else ""
    message = (
        f'stack too deep: {what} in {_frame_text(function)} of object "{program.name}"'
        f" is out of reach by {count_text(deficit, 'slot')}{more}"
    )
    positions = _DeclarationPositions(program.code)
    offset = positions.of_variable(function, variable)
    if offset is None:
        offset = position
    if offset < 0:
        offset = positions.functions.get(function, -1)
    if offset < 0:
        return StackTooDeepError(message, function, variable, deficit, filename=source.filename)
    located = source.syntax_error(offset, message)
    return StackTooDeepError(
        message,
        function,
        variable,
        deficit,
        filename=source.filename,
        line=located.line,
        column=located.column,
        source_line=located.source_line,
    )


def _frame_text(function: str) -> str:
    """A function, or the code outside functions."""
    return f'function "{function}"' if function else "the main code"


def _slot_text(slot: Slot) -> str:
    """The description of a slot."""
    if isinstance(slot, VariableSlot):
        return "switch value" if slot.name.startswith(_GHOST) else slot.name
    if isinstance(slot, TemporarySlot):
        return f"result of {slot.call.name}()"
    if isinstance(slot, ReturnLabelSlot):
        return f"return address of {slot.call.name}()"
    if isinstance(slot, LiteralSlot):
        return repr(slot)
    if slot is FUNCTION_RETURN:
        return "return address"
    return "(unused)" if slot is JUNK else "(value)"


class _Lines:
    """The lines of an object's declarations."""

    def __init__(self, program: Object, source: Source) -> None:
        self._positions = _DeclarationPositions(program.code)
        self._source = source

    def line(self, position: int) -> int:
        return self._source.line_and_column(position)[0] if position >= 0 else 0

    def of_function(self, name: str) -> int:
        return self.line(self._positions.functions.get(name, -1))

    def of_slot(self, slot: Slot, function: str) -> int:
        if isinstance(slot, VariableSlot):
            position = self._positions.of_variable(function, slot.name)
            return 0 if position is None else self.line(position)
        if isinstance(slot, (TemporarySlot, ReturnLabelSlot)):
            return self.line(slot.call.position)
        return 0


def _measure_frames(
    frames: Sequence[Frame], lines: _Lines, moved: Mapping[str, SpilledVariables]
) -> list[FunctionPressure]:
    return [
        FunctionPressure(
            frame.function,
            lines.of_function(frame.function),
            len(frame.deepest),
            _live(frame.deepest),
            [
                UnreachableValue(
                    _slot_text(slot),
                    problem.deficit,
                    lines.of_slot(slot, frame.function),
                    lines.line(problem.position),
                )
                for slot, problem in _unreachable_slots(frame).items()
            ],
            moved.get(frame.function),
        )
        for frame in frames
    ]


def _live(layout: Layout) -> list[str]:
    return [_slot_text(slot) for slot in layout]


def _unreachable_slots(frame: Frame) -> dict[Slot, OutOfReach]:
    """The unreachable slots, in order of use, each with its worst problem."""
    worst: dict[Slot, OutOfReach] = {}
    for problem in frame.problems:
        if problem.slot not in worst or problem.deficit > worst[problem.slot].deficit:
            worst[problem.slot] = problem
    return worst


class _DeclarationPositions(Walker):
    """The source offset of the declaration of each function, and of its variables.

    The code outside functions has an empty name. Names without a known position are omitted.
    """

    def __init__(self, block: Block) -> None:
        self.functions: dict[str, int] = {}
        self._variables: dict[tuple[str, str], int] = {}
        self._function = OUTERMOST
        self.visit_block(block)

    def of_variable(self, function: str, name: str) -> int | None:
        """The position of the declaration of a variable of a function."""
        return self._variables.get((function, name))

    def visit_function(self, function: FunctionDefinition) -> None:
        outer = self._function
        self._function = function.name
        if function.position >= 0:
            self.functions[function.name] = function.position
            self._declare([*function.parameters, *function.returns], function.position)
        super().visit_function(function)
        self._function = outer

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        position = declaration.position
        if position < 0 and declaration.value is not None:
            # A variable that a step introduced for a value of the program.
            position = _known_position(declaration.value)
        if position >= 0:
            self._declare(declaration.names, position)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions declare nothing."""

    def _declare(self, names: list[str], position: int) -> None:
        for name in names:
            self._variables[self._function, name] = position


def _known_position(expression: Expression) -> int:
    """The position of an expression, or of the first part of it that has one."""
    pending = [expression]
    while pending:
        part = pending.pop()
        if part.position >= 0:
            return part.position
        if isinstance(part, FunctionCall):
            pending.extend(reversed(part.arguments))
    return -1
