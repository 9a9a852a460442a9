"""Code generation: from the control-flow graph and its stack layouts to symbolic assembly.

Blocks are laid out as fall-throughs where possible: the code for a zero condition directly follows
a branch. A function is called with the return address and then its arguments, last to first, on the
stack; it leaves its results there, the last on top.

Source: chapter 07, section 9 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.assembly.generated import Frame, GeneratedCode, OutOfReach, generated_code
from yulopt.assembly.items import (
    CALL_JUMP,
    NO_POSITION,
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
from yulopt.dialect import Dialect
from yulopt.stack.graph import (
    AssignmentOperation,
    BasicBlock,
    BuiltinOperation,
    CallOperation,
    ConditionalJump,
    Function,
    FunctionReturn,
    Jump,
    MainExit,
    Operation,
    StackLayout,
)
from yulopt.stack.graph_builder import build_control_flow_graph
from yulopt.stack.layout_generator import generate_layout
from yulopt.stack.shuffler import Shuffler
from yulopt.stack.slot_origins import NO_ORIGIN, SlotOrigins
from yulopt.stack.slots import (
    FUNCTION_RETURN,
    JUNK,
    REACH,
    Layout,
    LiteralSlot,
    ReturnLabelSlot,
    Slot,
    VariableSlot,
    depth_of,
)
from yulopt.syntax.ast import FunctionCall
from yulopt.syntax.objects import Object


def generate_code(program: Object, dialect: Dialect) -> GeneratedCode:
    """Generate the code of one object, not of those inside it. Its names must be unique."""
    generator = _CodeGenerator(program, dialect)
    generator.generate()
    return generated_code(generator.items, generator.frames)


class _CodeGenerator:
    def __init__(self, program: Object, dialect: Dialect) -> None:
        self.items: list[Item] = []
        self.frames: list[Frame] = []
        self._program = program
        self._dialect = dialect
        self._graph = build_control_flow_graph(program.code, dialect)
        self._stack: Layout = []
        self._layout: StackLayout = {}
        self._labels: dict[BasicBlock, Label] = {}
        self._return_labels: dict[FunctionCall, Label] = {}
        self._label_count = 0
        self._function_labels = {
            function: self._new_label(function.name) for function in self._graph.functions
        }
        self._generated: set[BasicBlock] = set()
        # The current source position.
        self._position = NO_POSITION
        # The source positions of slots of the layout being created.
        self._origins = SlotOrigins({})

    def generate(self) -> None:
        """Generate the code outside functions, then all functions in the order of the text."""
        self._start_frame(OUTERMOST, self._program.code.position)
        entry = self._graph.entry
        self._lay_out(entry, None)
        self._stack = []
        self._create_layout(self._layout[entry].entry)
        self._blocks_from(entry)
        for function in self._graph.functions:
            self._function(function)
        self._graph.release()

    def _emit(self, item: Item) -> None:
        item.position = self._position
        self.items.append(item)

    def _start_frame(self, name: str, position: int) -> None:
        self.frames.append(Frame(name))
        self._position = position

    def _lay_out(self, entry: BasicBlock, function: Function | None) -> None:
        has_push0 = self._dialect.has_push0
        self._layout = generate_layout(entry, has_push0=has_push0, function=function)
        self._origins = SlotOrigins(self._layout)
        self._origins.look_at(entry, 0)

    def _function(self, function: Function) -> None:
        self._start_frame(function.name, function.definition.position)
        self._lay_out(function.entry, function)
        stack: Layout = [FUNCTION_RETURN] if function.can_continue else []
        stack.extend(reversed(function.parameters))
        self._stack = stack
        self.frames[-1].note_depth(stack)
        self._emit(PlaceLabel(self._function_labels[function], _signature(function)))
        self._create_layout(self._layout[function.entry].entry)
        self._blocks_from(function.entry)

    # The stack

    def _create_layout(self, target: Layout) -> None:
        """Emit the shuffle from the current stack to `target`."""
        _StackMachine(
            self._stack,
            target,
            self.items,
            self.frames[-1],
            self._return_label,
            has_push0=self._dialect.has_push0,
            position=self._position,
            origins=self._origins,
        ).run()

    def _replace(self, input: Layout, output: Layout) -> None:
        """Apply an operation to the stack."""
        size = len(self._stack) - len(input)
        assert self._stack[size:] == input
        self._stack[size:] = output
        self.frames[-1].note_depth(self._stack)

    def _push_label(self, label: Label) -> None:
        self._emit(PushLabel(label))
        self.frames[-1].note_push(self._stack, JUNK)

    # Blocks

    def _blocks_from(self, entry: BasicBlock) -> None:
        """Generate the blocks reachable from `entry` that are not generated yet."""
        pending = [entry]
        while pending:
            block: BasicBlock | None = pending.pop()
            while block is not None and block not in self._generated:
                block = self._block(block, pending)

    def _block(self, block: BasicBlock, pending: list[BasicBlock]) -> BasicBlock | None:
        """Generate one block; returns its fall-through successor, if there is one.

        Blocks that are to be generated later are added to `pending`.
        """
        self._generated.add(block)
        layout = self._layout[block]
        # Some slots are dead from here on.
        self._stack = layout.entry[:]
        self._position = block.position
        if block in self._labels:
            self._emit(PlaceLabel(self._labels[block]))
        for index, operation in enumerate(block.operations):
            self._origins.look_at(block, index)
            self._operation(operation, layout.operations[index])
        self._origins.look_at(block, len(block.operations))
        exit = block.exit
        self._position = block.position
        if isinstance(exit, MainExit):
            self._emit(instruction("stop"))
        elif isinstance(exit, FunctionReturn):
            self._position = exit.position
            self._create_layout([*exit.function.returns, FUNCTION_RETURN])
            self._emit(instruction("jump", RETURN_JUMP))
        elif isinstance(exit, Jump):
            self._position = exit.position
            self._origins.look_at(exit.target, 0)
            self._create_layout(self._layout[exit.target].entry)
            target = exit.target
            if target in self._labels or len(target.entries) != 1:
                return self._follow_or_jump(target)
            return target
        elif isinstance(exit, ConditionalJump):
            self._position = exit.position
            self._create_layout(layout.exit)
            self._push_label(self._label(exit.nonzero))
            self._emit(instruction("jumpi"))
            self._stack.pop()
            pending.append(exit.nonzero)
            return self._follow_or_jump(exit.zero)
        return None

    def _follow_or_jump(self, target: BasicBlock) -> BasicBlock | None:
        """The target, to be generated next; or None after a jump to it."""
        label = self._label(target)
        if target not in self._generated:
            return target
        self._push_label(label)
        self._emit(instruction("jump"))
        return None

    def _label(self, block: BasicBlock) -> Label:
        """The label of a block, a new one if it has none. No program has names of this form."""
        if block not in self._labels:
            self._labels[block] = self._new_label(f"@block_{len(self._labels) + 1}")
        return self._labels[block]

    def _new_label(self, name: str) -> Label:
        self._label_count += 1
        return Label(name, self._label_count)

    # Operations

    def _operation(self, operation: Operation, before: Layout) -> None:
        if isinstance(operation, CallOperation):
            self._position = operation.call.position
            self._create_layout(before)
            self._call(operation)
        elif isinstance(operation, BuiltinOperation):
            self._position = operation.call.position
            self._create_layout(before)
            self._emit(builtin_item(operation.call, operation.builtin, self._program))
            self._replace(operation.input, operation.output)
        else:
            assert isinstance(operation, AssignmentOperation)
            self._position = operation.position
            # No old value of the variables remains: none was live before the operation.
            self._create_layout(before)
            self._replace(operation.input, operation.output)

    def _return_label(self, call: FunctionCall) -> Label:
        """The label to which a call returns."""
        if call not in self._return_labels:
            number = len(self._return_labels) + 1
            self._return_labels[call] = self._new_label(f"@after_{call.name}_{number}")
        return self._return_labels[call]

    def _call(self, operation: CallOperation) -> None:
        self._push_label(self._function_labels[operation.function])
        self._emit(instruction("jump", CALL_JUMP))
        self._replace(operation.input, operation.output)
        if operation.function.can_continue:
            self._emit(PlaceLabel(self._return_label(operation.call)))


def _signature(function: Function) -> str:
    """The head of the function's definition."""
    parameters = ", ".join(slot.name for slot in function.parameters)
    returns = ", ".join(slot.name for slot in function.returns)
    return f"{function.name}({parameters})" + (f" -> {returns}" if returns else "")


class _StackMachine(Shuffler):
    """Emits the instructions of a shuffle into `items`, and notes problems in `frame`.

    Unreachable slots are replaced by something harmless, so that all problems are found.
    """

    def __init__(
        self,
        source: Layout,
        target: Layout,
        items: list[Item],
        frame: Frame,
        return_label: Callable[[FunctionCall], Label],
        *,
        has_push0: bool,
        position: int,
        origins: SlotOrigins,
    ) -> None:
        super().__init__(source, target)
        self._origins = origins
        self._items = items
        self._frame = frame
        self._return_label = return_label
        self._has_push0 = has_push0
        self._position = position

    def _emit(self, item: Item) -> None:
        item.position = self._position
        self._items.append(item)

    def on_swap(self, depth: int) -> None:
        if depth <= REACH:
            self._emit(swap(depth))
            return
        deep, top = self.source[-1 - depth], self.source[-1]
        named = deep if isinstance(deep, VariableSlot) else top
        slot = named if isinstance(named, VariableSlot) else deep
        self._note(slot, depth - REACH, (deep, top))

    def on_pop(self) -> None:
        self._emit(instruction("pop"))

    def on_push(self, slot: Slot) -> None:
        self._push(slot)
        self._frame.note_push(self.source, slot)

    def _push(self, slot: Slot) -> None:
        depth = depth_of(slot, self.source)
        if depth is not None and depth < REACH:
            self._emit(dup(depth + 1))
        elif depth is not None and not slot.is_generable:
            self._note(slot, depth - REACH + 1)
            self._emit(self._anything())
        elif isinstance(slot, LiteralSlot):
            self._items.append(located(Push(slot.value), self._origin_of(slot)))
        elif isinstance(slot, ReturnLabelSlot):
            label = PushLabel(self._return_label(slot.call))
            self._items.append(located(label, slot.call.position))
        elif slot is JUNK:
            self._emit(self._anything())
        else:
            # A return variable that is not yet assigned.
            assert isinstance(slot, VariableSlot), f"{slot!r} is not on the stack"
            self._items.append(located(Push(0), self._origin_of(slot)))

    def _origin_of(self, slot: Slot) -> int:
        """The source position of the constant or return variable being pushed."""
        found = NO_ORIGIN
        if self.wanted_at >= 0:
            found = self._origins.position(slot, self.wanted_at, self.target)
        return self._position if found == NO_ORIGIN else found

    def _anything(self) -> Item:
        """The cheapest push; its value does not matter."""
        return Push(0) if self._has_push0 else instruction("codesize")

    def _note(self, slot: Slot, deficit: int, swapped: tuple[Slot, Slot] | None = None) -> None:
        problem = OutOfReach(slot, deficit, self._position, self.source[:], swapped)
        self._frame.problems.append(problem)
