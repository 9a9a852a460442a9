"""The older code generator: code in the order of the text, every variable in a fixed slot.

It is used for the oldest EVM version, for which `gas()` must be evaluated directly before a call,
and where stack slots may not be reused (solc's `stackAllocation` is off). In solc, the code does
not end with a stop: execution runs off the end of the bytecode, or, if objects or data follow, into
the INVALID before them. Beyond solc, it stops.

Source: chapter 07, sections 8 and 9 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.assembly.generated import Frame, GeneratedCode, OutOfReach, generated_code
from yulopt.assembly.items import (
    CALL_JUMP,
    RETURN_JUMP,
    Item,
    Label,
    PlaceLabel,
    Push,
    PushLabel,
    builtin_item,
    dup,
    instruction,
    located,
    swap,
)
from yulopt.dialect import Builtin, Dialect
from yulopt.stack.compilability import LinearCodeGenerator, Scope
from yulopt.stack.slots import FUNCTION_RETURN, REACH, Layout, Slot, VariableSlot
from yulopt.syntax.ast import (
    Block,
    Break,
    Case,
    Continue,
    Expression,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    If,
    Leave,
    Statement,
    Switch,
)
from yulopt.syntax.objects import Object

_VALUE: Final = Slot()


def generate_linear_code(program: Object, dialect: Dialect, *, reuse: bool) -> GeneratedCode:
    """Generate the code of one object, not of those inside it.

    With `reuse`, slots of dead variables are reused, and its names must be unique.
    """
    generator = _LinearEmitter(program, reuse=reuse)
    generator.generate()
    if not dialect.behaviour.runs_off_its_end:
        generator.stop()
    return generated_code(generator.items, generator.frames)


class _Target:
    """A jump target, and the stack height there."""

    def __init__(self, label: Label, height: int) -> None:
        self.label = label
        self.height = height


class _LinearEmitter(LinearCodeGenerator):
    def __init__(self, program: Object, *, reuse: bool) -> None:
        super().__init__(program.code, reuse=reuse)
        self.frames = [Frame(OUTERMOST)]
        self._program = program
        self.items: list[Item] = []
        self._report = self.frames[0]
        self._variable_at: dict[int, str] = {}
        self._position = self._last_position = program.code.position
        self._label_count = 0
        self._blocks = 0
        self._return_labels: dict[FunctionCall, Label] = {}
        self._function_labels: dict[str, Label] = {}
        self._break_target = self._continue_target = _Target(Label(""), 0)
        self._leave_label = Label("")
        self._definition: FunctionDefinition | None = None
        # After functions that stand together, which are jumped over; and where the last of them is.
        self._end: Label | None = None
        self._end_position = self._position

    def stop(self) -> None:
        """Stop where the code ends."""
        self._emit(instruction("stop"))

    def _emit(self, *items: Item) -> None:
        self._end_functions()
        for item in items:
            self.items.append(located(item, self._position))
        self._last_position = self._position

    def _end_functions(self) -> None:
        if self._end is not None:
            self.items.append(located(PlaceLabel(self._end), self._end_position))
            self._end = None

    # The stack

    def on_literal(self, value: int) -> None:
        self._note_push()
        self._emit(Push(value))

    def on_read(self, distance: int) -> None:
        self._note_push()
        self._emit(dup(distance) if distance <= REACH else Push(0))

    def on_write(self, distance: int) -> None:
        if 1 < distance <= REACH + 1:
            self._emit(swap(distance - 1))
        self._emit(instruction("pop"))

    def on_pop(self) -> None:
        self._emit(instruction("pop"))

    def on_return_label(self, call: FunctionCall) -> None:
        self._note_push()
        label = self._new_label(f"@after_{call.name}_{len(self._return_labels) + 1}")
        self._return_labels[call] = label
        self._emit(PushLabel(label))

    def on_call(self, call: FunctionCall) -> None:
        self._emit(PushLabel(self._function_labels[call.name]))
        self._emit(instruction("jump", CALL_JUMP))
        self._emit(PlaceLabel(self._return_labels[call]))

    def on_builtin(self, call: FunctionCall, builtin: Builtin) -> None:
        self._emit(builtin_item(call, builtin, self._program))
        if not call.arguments and builtin.returns:
            self._note_push()

    def on_slot(self, variable: str, position: int) -> None:
        self._variable_at[position] = variable

    # Reports

    def _note_push(self) -> None:
        """Record the stack with one more value on it if it is the deepest so far."""
        if self._height >= len(self._report.deepest):
            layout: Layout = [self._slot_at(position) for position in range(self._height)]
            self._report.note_push(layout, _VALUE)

    def _slot_at(self, position: int) -> Slot:
        if position == 0 and self._report.function != OUTERMOST:
            return FUNCTION_RETURN
        name = self._variable_at.get(position)
        return _VALUE if name is None else VariableSlot(name)

    def _reach(self, variable: str, limit: int) -> None:
        super()._reach(variable, limit)
        deficit = self._height - self._positions[variable] - limit
        if deficit > 0:
            self._report.problems.append(
                OutOfReach(VariableSlot(variable), deficit, self._position, [])
            )

    # Positions

    def _expression(self, expression: Expression) -> None:
        outer = self._position
        self._position = expression.position
        super()._expression(expression)
        self._position = outer

    def _statement(self, statement: Statement) -> None:
        outer = self._position
        self._position = statement.position
        super()._statement(statement)
        self._position = outer

    def _free_up(self, *, pop: bool = True) -> None:
        """Pops between statements get the position of the preceding one."""
        outer = self._position
        self._position = self._last_position
        super()._free_up(pop=pop)
        self._position = outer

    def _leave_scope(self, outer: Scope, block: Block) -> None:
        position = self._position
        self._position = block.position
        self._end_functions()
        super()._leave_scope(outer, block)
        self._position = position

    # Statements

    def _statements(self, statements: list[Statement]) -> None:
        self._end_functions()
        for statement in statements:
            if isinstance(statement, FunctionDefinition):
                self._function_labels[statement.name] = self._new_label(statement.name)
        super()._statements(statements)

    def _if(self, statement: If) -> None:
        self._expression(statement.condition)
        end = self._block_label()
        self._jump_if_zero(end)
        self._height -= 1
        self._block(statement.body)
        self._emit(PlaceLabel(end))

    def _switch(self, switch: Switch) -> None:
        self._expression(switch.expression)
        end = self._block_label()
        bodies: list[tuple[Label, Case]] = []
        default: Block | None = None
        for case in switch.cases:
            if case.label is None:
                default = case.body
                continue
            bodies.append((self._block_label(), case))
            self._position = case.label.position
            self.on_literal(case.label.value)
            self._position = case.position
            self._emit(dup(2), instruction("eq"), PushLabel(bodies[-1][0]))
            self._emit(instruction("jumpi"))
        self._position = switch.position
        if default is not None:
            self._block(default)
        self._jump_to(end)
        for label, case in bodies:
            self._position = case.position
            self._emit(PlaceLabel(label))
            self._block(case.body)
            if label is not bodies[-1][0]:
                self._jump_to(end)
        self._position = switch.position
        self._emit(PlaceLabel(end))
        self._pop()

    def _loop(self, loop: ForLoop) -> None:
        start, post, end = self._block_label(), self._block_label(), self._block_label()
        self._emit(PlaceLabel(start))
        self._expression(loop.condition)
        self._jump_if_zero(end)
        self._height -= 1
        outer = self._break_target, self._continue_target
        self._break_target = _Target(end, self._height)
        self._continue_target = _Target(post, self._height)
        self._block(loop.body)
        self._emit(PlaceLabel(post))
        self._block(loop.post)
        self._break_target, self._continue_target = outer
        self._jump_to(start)
        self._emit(PlaceLabel(end))
        self._last_position = loop.init.position

    def _jump(self, jump: Statement) -> None:
        if isinstance(jump, Break):
            target = self._break_target
        elif isinstance(jump, Continue):
            target = self._continue_target
        else:
            assert isinstance(jump, Leave)
            target = _Target(self._leave_label, self._frame.exit_height)
        self._pop_down_to(target.height)
        self._jump_to(target.label)

    # Functions

    def _function(self, function: FunctionDefinition) -> None:
        outer = self._report, self._variable_at, self._leave_label, self._position
        outer_definition, self._definition = self._definition, function
        self._report = Frame(function.name)
        self.frames.append(self._report)
        self._variable_at = {}
        self._position = function.position
        end = self._end
        if end is None:
            end = self._new_label("@end")
            self._jump_to(end)
        self._end = None
        self._leave_label = self._block_label()
        self._emit(PlaceLabel(self._function_labels[function.name], _signature(function)))
        super()._function(function)
        self._report, self._variable_at, self._leave_label, self._position = outer
        self._definition = outer_definition
        self._end, self._end_position = end, function.position

    def _push_return_variable(self, index: int) -> None:
        outer = self._position
        assert self._definition is not None
        self._position = self._definition.return_position(index)
        super()._push_return_variable(index)
        self._position = outer

    def _return(self, function: FunctionDefinition) -> None:
        """Bring the results into order, the return address on top, and jump there."""
        height = self._frame.exit_height
        self._pop_down_to(height)
        self._emit(PlaceLabel(self._leave_label))
        if height > REACH + 1:
            self._report.problems.append(
                OutOfReach(FUNCTION_RETURN, height - REACH - 1, function.position, [])
            )
            return
        wanted = {self._positions[name]: index for index, name in enumerate(function.returns)}
        wanted[0] = len(function.returns)
        self._permute([wanted.get(position) for position in range(height)])
        self._emit(instruction("jump", RETURN_JUMP))

    def _permute(self, targets: list[int | None]) -> None:
        """Move each slot to its target; drop slots without one."""
        while targets:
            top = len(targets) - 1
            target = targets[top]
            if target is None:
                self._emit(instruction("pop"))
                targets.pop()
                continue
            if target == top:
                # All are at their targets. Only the return address moves up, so whatever is
                # misplaced is part of the same cycle, to which the top belongs.
                return
            self._emit(swap(top - target))
            targets[top], targets[target] = targets[target], targets[top]

    # Jumps

    def _block_label(self) -> Label:
        self._blocks += 1
        return self._new_label(f"@block_{self._blocks}")

    def _new_label(self, name: str) -> Label:
        self._label_count += 1
        return Label(name, self._label_count)

    def _jump_to(self, label: Label) -> None:
        self._emit(PushLabel(label), instruction("jump"))

    def _jump_if_zero(self, label: Label) -> None:
        self._emit(instruction("iszero"), PushLabel(label), instruction("jumpi"))

    def _pop_down_to(self, height: int) -> None:
        self._emit(*[instruction("pop") for _ in range(self._height - height)])


def _signature(function: FunctionDefinition) -> str:
    """The head of the function's definition."""
    returns = f" -> {', '.join(function.returns)}" if function.returns else ""
    return f"{function.name}({', '.join(function.parameters)}){returns}"
