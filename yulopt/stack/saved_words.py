"""Memory words for variables of recursive functions.

All activations of such a function use the same words. So the function saves the contents of these
words on the stack, calls a new function with its body, and restores them: they are callee-saved,
and outer activations do not observe inner calls. Saved words are restored from the top down, so
that none of them has to be within reach.

Parameters and return variables move to words, too, since they would be out of reach below the saved
words. The stack interface of the function is unchanged, and so are its callers.

Source: A. Aho, M. Lam, R. Sethi and J. Ullman, "Compilers: principles, techniques and tools" (2nd
edition, 2006), section 7.2 (registers that the callee saves).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from yulopt.analysis.declarations import function_definitions
from yulopt.passes.step import Context
from yulopt.stack.memory_mover import StackToMemoryMover
from yulopt.syntax.ast import (
    Assignment,
    Block,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Statement,
    VariableDeclaration,
    zero_literal,
)


class SavingFunction:
    """A function that saves words before its `body` calls the function that uses them.

    `name`: its own; `_index`: that of the call among its statements.
    """

    def __init__(self, name: str, body: Block) -> None:
        self.name = name
        self._body = body
        self._index = 0

    def surround(self, before: list[Statement], after: list[Statement]) -> None:
        """Put statements directly before and after the call."""
        statements = self._body.statements
        call = statements[self._index]
        statements[self._index : self._index + 1] = [*before, call, *after]
        self._index += len(before)


def move_to_saved_words(
    context: Context,
    block: Block,
    addresses: Mapping[str, int],
    saved: Mapping[str, Sequence[str]],
    saving: dict[str, SavingFunction],
) -> None:
    """Let each variable in `addresses` live in memory, at that address.

    `saved`: those of recursive functions, by function, all parameters and return variables first.
    `block`: the whole code of an object, with unique names. `saving`: the functions that save
    words, by the functions that use these; new ones are added.
    """
    # They still return their results on the stack.
    returns = {
        one.name: [""] * len(one.returns) if one.name in saved else one.returns
        for one in function_definitions(block)
    }
    mover = _SavingMover(context, addresses, returns, saved, saving)
    mover.visit_block(block)
    block.statements += mover.new_functions


class _SavingMover(StackToMemoryMover):
    def __init__(
        self,
        context: Context,
        addresses: Mapping[str, int],
        returns: Mapping[str, list[str]],
        saved: Mapping[str, Sequence[str]],
        saving: dict[str, SavingFunction],
    ) -> None:
        super().__init__(context, addresses, returns)
        self._saved = saved
        self._saving = saving

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        name = function.name
        if name not in self._saved:
            return super().visit_function(function)
        self.visit_block(function.body)
        saving = self._saving[name] if name in self._saving else self._divide(function)
        for variable in self._saved[name]:
            self._save(saving, variable, function)
        return None

    def _divide(self, function: FunctionDefinition) -> SavingFunction:
        """Move a function's body to a new function, which it calls."""
        position = function.position
        new_name = self._dispenser.new_name(function.name)
        self.new_functions.append(FunctionDefinition(new_name, [], [], function.body, position))
        call = FunctionCall(new_name, [], None, position)
        function.body = Block([ExpressionStatement(call, position)], position)
        saving = SavingFunction(function.name, function.body)
        self._saving[new_name] = saving
        return saving

    def _save(self, saving: SavingFunction, variable: str, function: FunctionDefinition) -> None:
        position = function.position
        old = self._dispenser.new_name(variable)
        before: list[Statement] = [
            VariableDeclaration([old], self._load(variable, position), position)
        ]
        after = [self._store(variable, Identifier(old, position), position)]
        if variable in function.parameters:
            before.append(self._store(variable, Identifier(variable, position), position))
        elif variable in function.returns:
            before.append(self._store(variable, zero_literal(position), position))
            result = Identifier(variable, position)
            after.insert(0, Assignment([result], self._load(variable, position), position))
        saving.surround(before, after)
