"""Frames: variables of re-entrant functions in transient storage.

A function acquires a frame per activation, and passes its first slot, the handle, to a new function
with its body. There the moved variables are slots of the frame, and the handle is an additional
parameter. The stack interface of the function is unchanged, so its callers do not change.

The first free slot is stored at `TOP`, initially zero, and frames begin after it.

Source: A. Aho, M. Lam, R. Sethi and J. Ullman, "Compilers: principles, techniques and tools" (2nd
edition, 2006), section 7.2 (activation records).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.declarations import function_definitions
from yulopt.passes.step import Context
from yulopt.stack.memory_mover import StackToMemoryMover
from yulopt.syntax.ast import (
    NUMBER,
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Literal,
    Statement,
    VariableDeclaration,
    zero_literal,
)
from yulopt.syntax.literals import format_hex

TOP: Final = int.from_bytes(b"yulopt\0\0", "big")


class Frame:
    """The frame of a function: `handle` is the variable with its first slot.

    `function` is the name of the function before it was divided, and `size` the literal in the code
    with the number of slots.
    """

    def __init__(self, function: str, handle: str, size: Literal) -> None:
        self.function = function
        self.handle = handle
        self.size = size

    @property
    def words(self) -> int:
        """The number of variables it holds."""
        return self.size.value

    def grow(self, words: int) -> None:
        """Extend it by this many words."""
        self.size.value += words
        self.size.text = format_hex(self.size.value)


def move_to_frames(
    context: Context,
    block: Block,
    variables: Mapping[str, Sequence[str]],
    frames: dict[str, Frame],
) -> None:
    """Move variables of these functions to frames.

    `block` is the whole code of an object, grouped and with unique names. The code outside
    functions may have a frame, too, which it keeps. `frames`: the existing ones, by the functions
    whose variables they hold; new ones are added. Parameters and return variables of a function
    that already has one must not be moved.
    """
    mover = _FrameMover(context, block, variables, frames)
    for statement in list(block.statements):
        if isinstance(statement, FunctionDefinition):
            mover.move(statement)
        elif isinstance(statement, Block):
            mover.move_outermost(statement)
    block.statements += mover.new_functions


class _FrameMover(StackToMemoryMover):
    def __init__(
        self,
        context: Context,
        block: Block,
        variables: Mapping[str, Sequence[str]],
        frames: dict[str, Frame],
    ) -> None:
        # Functions still return their results on the stack.
        returns = {one.name: [""] * len(one.returns) for one in function_definitions(block)}
        words: dict[str, int] = {}
        for function, moved in variables.items():
            first = frames[function].words if function in frames else 0
            words.update((name, slot) for slot, name in enumerate(moved, first))
        super().__init__(context, words, returns)
        self._frames = frames
        self._variables = variables
        self._handle = ""

    def move(self, function: FunctionDefinition) -> None:
        """Give a function a frame, or a larger one, if it has variables that move."""
        if function.name not in self._variables:
            return
        if function.name in self._frames:
            self._extend(function.name, function.body)
            return
        position = function.position
        moved = self._addresses
        self._handle = self._dispenser.new_name("frame")
        self.visit_block(function.body)
        parameters, results = function.parameters, function.returns
        kept = [name for name in parameters if name not in moved]
        returned = [name for name in results if name not in moved]
        new_name = self._dispenser.new_name(function.name)
        inner = FunctionDefinition(
            new_name, [self._handle, *kept], returned, function.body, position
        )
        self.new_functions.append(inner)
        handle = self._handle
        self._handle = self._dispenser.new_name("frame")
        renamed = {name: self._dispenser.new_name(name) for name in (*parameters, *results)}
        function.parameters = [renamed[name] for name in parameters]
        function.returns = [renamed[name] for name in results]
        arguments: list[Expression] = [self._here(position)]
        arguments += [Identifier(renamed[name], position) for name in kept]
        call = FunctionCall(new_name, arguments, None, position)
        called: Statement = ExpressionStatement(call, position)
        if returned:
            targets = [Identifier(renamed[name], position) for name in returned]
            called = Assignment(targets, call, position)
        size = self._size_of(function.name, position)
        self._frames[new_name] = Frame(function.name, handle, size)
        function.body = Block(
            [
                *self._acquired(size, position),
                *(
                    self._store(name, Identifier(renamed[name], position), position)
                    for name in parameters
                    if name in moved
                ),
                *(
                    self._store(name, zero_literal(position), position)
                    for name in results
                    if name in moved
                ),
                called,
                *(
                    Assignment(
                        [Identifier(renamed[name], position)], self._load(name, position), position
                    )
                    for name in results
                    if name in moved
                ),
                *self._released(position),
            ],
            position,
        )

    def move_outermost(self, code: Block) -> None:
        """The same for the code outside functions."""
        if OUTERMOST not in self._variables:
            return
        if OUTERMOST in self._frames:
            self._extend(OUTERMOST, code)
            return
        self._handle = self._dispenser.new_name("frame")
        self.visit_block(code)
        size = self._size_of(OUTERMOST, code.position)
        self._frames[OUTERMOST] = Frame(OUTERMOST, self._handle, size)
        code.statements[:0] = self._acquired(size, code.position)

    def _extend(self, name: str, body: Block) -> None:
        frame = self._frames[name]
        self._handle = frame.handle
        self.visit_block(body)
        frame.grow(len(self._variables[name]))

    def _size_of(self, name: str, position: int) -> Literal:
        return _number(len(self._variables[name]), position)

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        """Functions have frames of their own."""
        return None

    # Words of the frame

    def _load(self, variable: str, position: int) -> FunctionCall:
        return self._call("tload", [self._address(variable, position)], position)

    def _store(self, variable: str, value: Expression, position: int) -> Statement:
        arguments: list[Expression] = [self._address(variable, position), value]
        return self._statement("tstore", arguments, position)

    def _address(self, variable: str, position: int) -> Expression:
        handle = self._here(position)
        offset = self._addresses[variable]
        if not offset:
            return handle
        return self._call("add", [handle, _number(offset, position)], position)

    # Frames

    def _acquired(self, size: Literal, position: int) -> list[Statement]:
        """Statements that declare the handle."""
        first = self._call("tload", [_number(TOP, position)], position)
        is_none = self._call("iszero", [self._here(position)], position)
        lowest = _number(TOP + 1, position)
        assigned = Assignment([Identifier(self._handle, position)], lowest, position)
        end = self._call("add", [self._here(position), size], position)
        return [
            VariableDeclaration([self._handle], first, position),
            If(is_none, Block([assigned], position), position),
            self._statement("tstore", [_number(TOP, position), end], position),
        ]

    def _released(self, position: int) -> list[Statement]:
        arguments: list[Expression] = [_number(TOP, position), self._here(position)]
        return [self._statement("tstore", arguments, position)]

    def _here(self, position: int) -> Expression:
        return Identifier(self._handle, position)

    def _call(self, name: str, arguments: list[Expression], position: int) -> FunctionCall:
        return FunctionCall(name, arguments, self._builtins[name], position)

    def _statement(self, name: str, arguments: list[Expression], position: int) -> Statement:
        return ExpressionStatement(self._call(name, arguments, position), position)


def _number(value: int, position: int) -> Literal:
    return Literal(NUMBER, value, format_hex(value), position=position)
