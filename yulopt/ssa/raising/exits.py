"""From nested regions to the statements of Yul: how each jump leads to its target.

Every jump becomes one of these, the first that is possible:

1. nothing, if control falls through;
2. `continue` or `break` of the innermost loop;
3. `leave` (in the code outside functions `stop()`), if the function does nothing more;
4. a copy of the target's code, if it is short, ends the function or the execution, and assigns no
   immutable;
5. a guard: a variable is set, the innermost loop is left, and after that loop the variable is
   tested to direct control. If no enclosing loop could be left, one that runs once is made.

Source: chapter 08, section 8.2 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.side_effects import find_calls
from yulopt.ssa.ir.function import Block
from yulopt.ssa.ir.instructions import Branch, Jump, Return, Switch
from yulopt.ssa.raising.statements import Program, RaisedBlock, raise_block
from yulopt.ssa.raising.structuring import Choice, Exit, Frame, Loop, Node, Sequence, Straight
from yulopt.syntax import ast
from yulopt.syntax.ast import NUMBER, Expression, FunctionCall, Identifier, Literal, Statement
from yulopt.syntax.copying import copy_block
from yulopt.syntax.visitor import Transformer
from yulopt.yul_writer.branches import Code, branch, negated, switch

# The maximum length of code that replaces jumps to it, and the maximum number of copies.
_MAX_COPIED_STATEMENTS: Final = 5
_MAX_COPIES: Final = 20


class _Returning:
    """The target of all jumps to the end of the function."""


_RETURN: Final = _Returning()

# A target of control: the code of a block, or the return to the caller.
_Target = Block | _Returning


class _Surrounding:
    """A loop around the code. `next` and `following`: the targets of `continue` and `break`, None
    if they cannot be used; `is_left`: whether there is a `break` to `following`; `guards`: the
    targets of jumps that leave the loop on their way."""

    def __init__(self, next: _Target | None, following: _Target | None) -> None:
        self.next = next
        self.following = following
        self.is_left = False
        self.guards: dict[Block, None] = {}


class ExitResolution:
    """Makes statements of the regions of one function. `in_function` is false for the code outside
    of functions."""

    def __init__(self, program: Program, *, in_function: bool) -> None:
        self._program = program
        self._in_function = in_function
        self._raised: dict[Block, RaisedBlock] = {}
        self._budget = _MAX_COPIES
        self._is_copied: dict[Block, bool] = {}
        self._counts = _JumpCounts([])
        # The guard variables, and those that are tested.
        self._guards: dict[Block, str] = {}
        self._asked: set[str] = set()

    def run(self, regions: Sequence) -> list[Statement]:
        """The statements of the function's body."""
        self._counts = _JumpCounts(regions)
        body = ast.Block(self._sequence(regions, _RETURN, None).statements)
        unused = set(self._guards.values()) - self._asked
        if unused:
            _AssignmentRemover(unused).visit_block(body)
        return body.statements

    # Properties of blocks

    def _target(self, block: Block) -> _Target:
        """A block, or the return, if the block does nothing else."""
        if isinstance(block.terminator, Return) and not block.instructions:
            return _RETURN
        return block

    def _can_be_copied(self, block: Block) -> bool:
        """Whether jumps to a block are replaced by copies of it."""
        decided = self._is_copied.get(block)
        if decided is None:
            terminator = block.terminator
            assert terminator is not None
            jumps = self._counts.jumps.get(block, 0)
            ends = not terminator.targets
            if isinstance(terminator, Jump):
                ends = self._target(terminator.target) is _RETURN
            decided = (
                ends and jumps <= self._budget and _may_be_copied(self._raise(block).statements)
            )
            if decided:
                self._budget -= jumps
            self._is_copied[block] = decided
        return decided

    def _raise(self, block: Block) -> RaisedBlock:
        raised = self._raised.get(block)
        if raised is None:
            raised = self._raised[block] = raise_block(block, self._program)
        return raised

    # Regions

    def _sequence(
        self, sequence: Sequence, after: _Target | None, around: _Surrounding | None
    ) -> Code:
        """The statements of a sequence; `after` is where control falls through to."""
        statements: list[Statement] = []
        for index, node in enumerate(sequence):
            last = index == len(sequence) - 1
            if isinstance(node, Frame):
                output = self._frame(node, around)
            elif isinstance(node, Straight):
                # Blocks that end without a branch or jump do not continue.
                raised = self._raise(node.block)
                if last and isinstance(node.block.terminator, Return):
                    output = self._go_to(_RETURN, after, around)
                    output.statements = raised.statements + output.statements
                else:
                    output = Code(raised.statements, not last)
            elif isinstance(node, Exit):
                output = self._go_to(self._target(node.target), after, around)
            elif isinstance(node, Loop):
                output = self._loop(node, after, around)
            else:
                assert isinstance(node, Choice)
                output = self._choice(node, after, around)
            statements.extend(output.statements)
            if not output.falls_through:
                return Code(statements, False)
        return Code(statements, True)

    def _frame(self, frame: Frame, around: _Surrounding | None) -> Code:
        target = self._target(frame.target)
        if not self._needs_loop(frame.target, target, around):
            return self._sequence(frame.body, target, around)
        surrounding = _Surrounding(None, target)
        body = self._sequence(frame.body, target, surrounding)
        if body.falls_through:
            body.statements.append(ast.Break())
        loop = ast.ForLoop(
            ast.Block([]), Literal(NUMBER, 1), ast.Block([]), ast.Block(body.statements)
        )
        falls = body.falls_through or surrounding.is_left
        return self._with_guards(loop, falls, surrounding, target, around)

    def _needs_loop(self, block: Block, target: _Target, around: _Surrounding | None) -> bool:
        """Whether jumps to the end of a frame are only possible from inside a loop."""
        if not self._counts.skipping.get(block) or target is _RETURN:
            return False
        if around is not None and target in (around.next, around.following):
            return False
        return not self._can_be_copied(block)

    def _go_to(self, target: _Target, after: _Target | None, around: _Surrounding | None) -> Code:
        """A jump; see the docstring of this module."""
        if target is after:
            return Code([], True)
        if around is not None and target is around.next:
            return Code([ast.Continue()], False)
        if around is not None and target is around.following:
            around.is_left = True
            return Code([ast.Break()], False)
        if isinstance(target, _Returning):
            return Code([self._leave()], False)
        if self._can_be_copied(target):
            return self._copy(target, after, around)
        assert around is not None
        around.guards[target] = None
        return Code([self._set_guard(target, 1), ast.Break()], False)

    def _leave(self) -> Statement:
        if self._in_function:
            return ast.Leave()
        stop = self._program.dialect.builtins["stop"]
        return ast.ExpressionStatement(FunctionCall("stop", [], stop))

    def _copy(self, block: Block, after: _Target | None, around: _Surrounding | None) -> Code:
        statements = copy_block(ast.Block(self._raise(block).statements)).statements
        if isinstance(block.terminator, (Jump, Return)):
            output = self._go_to(_RETURN, after, around)
            return Code(statements + output.statements, output.falls_through)
        return Code(statements, False)

    # Loops

    def _loop(self, loop: Loop, after: _Target | None, around: _Surrounding | None) -> Code:
        surrounding = _Surrounding(loop.next, after)
        body = self._sequence(loop.body, loop.next, surrounding).statements
        post = self._sequence(loop.post, loop.header, None).statements
        condition: Expression = Literal(NUMBER, 1)
        # The loop's condition expresses an exit at the start.
        if body and isinstance(body[0], ast.If):
            inner = body[0].body.statements
            if len(inner) == 1 and isinstance(inner[0], ast.Break):
                condition = negated(body[0].condition, self._program.dialect)
                body = body[1:]
        statement = ast.ForLoop(ast.Block([]), condition, ast.Block(post), ast.Block(body))
        return self._with_guards(statement, surrounding.is_left, surrounding, after, around)

    def _with_guards(
        self,
        loop: Statement,
        falls: bool,
        surrounding: _Surrounding,
        after: _Target | None,
        around: _Surrounding | None,
    ) -> Code:
        """A loop, followed by the tests of guards."""
        first: list[Statement] = []
        statements = [loop]
        for target in surrounding.guards:
            jump = self._next_jump(target, after, around)
            if jump is None:
                assert around is not None
                around.guards[target] = None
                jump = Code([ast.Break()], False)
            else:
                first.append(self._set_guard(target, 0))
            if not falls and len(surrounding.guards) == 1:
                # No other path leads here.
                statements.extend(jump.statements)
            else:
                guard = self._guard(target)
                self._asked.add(guard)
                statements.append(ast.If(Identifier(guard), ast.Block(jump.statements)))
            falls = falls or jump.falls_through
        return Code(first + statements, falls)

    def _next_jump(
        self, target: Block, after: _Target | None, around: _Surrounding | None
    ) -> Code | None:
        """The jump after a loop, None if one more loop has to be left."""
        if around is None or target is after or target in (around.next, around.following):
            return self._go_to(target, after, around)
        return self._go_to(target, after, around) if self._can_be_copied(target) else None

    def _set_guard(self, target: Block, value: int) -> Statement:
        return ast.Assignment([Identifier(self._guard(target))], Literal(NUMBER, value))

    def _guard(self, target: Block) -> str:
        name = self._guards.get(target)
        if name is None:
            name = self._guards[target] = self._program.names.fresh("exit")
        return name

    # Choices

    def _choice(self, choice: Choice, after: _Target | None, around: _Surrounding | None) -> Code:
        arms = [self._sequence(arm, after, around) for arm in choice.arms]
        condition = self._raise(choice.block).condition
        assert condition is not None
        terminator = choice.block.terminator
        dialect = self._program.dialect
        if isinstance(terminator, Branch):
            return branch(condition, arms[0], arms[1], dialect)
        assert isinstance(terminator, Switch)
        values = [self._program.literal(value) for value in terminator.case_values]
        cases = list(zip(values, arms[1:], strict=True))
        return switch(condition, cases, arms[0], dialect)


def _may_be_copied(statements: list[Statement]) -> bool:
    """Whether code is short, and may occur several times: solc's code generation ignores all
    assignments of an immutable but the first."""
    return len(statements) <= _MAX_COPIED_STATEMENTS and not find_calls(
        ast.Block(statements), "setimmutable"
    )


class _AssignmentRemover(Transformer):
    """Removes the assignments to some variables."""

    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_expression(self, expression: Expression) -> Expression:
        return expression

    def visit_assignment(self, assignment: ast.Assignment) -> list[Statement] | None:
        return [] if assignment.targets[0].name in self._names else None


class _JumpCounts:
    """`jumps`: the number of jumps to a block; `skipping`: the number of those that skip code
    before the end of the frame."""

    def __init__(self, regions: Sequence) -> None:
        self.jumps: dict[Block, int] = {}
        self.skipping: dict[Block, int] = {}
        self._count(regions)

    def _count(self, regions: Sequence) -> None:
        around: list[Frame | Loop] = []
        depth_of: dict[Block, int] = {}
        work: list[tuple[Node, bool]] = [(node, True) for node in reversed(regions)]
        while work:
            node, opening = work.pop()
            if isinstance(node, Exit):
                target = node.target
                self.jumps[target] = self.jumps.get(target, 0) + 1
                index = depth_of.get(target, len(around))
                if index + 1 < len(around) and isinstance(around[index + 1], Frame):
                    self.skipping[target] = self.skipping.get(target, 0) + 1
            elif isinstance(node, Choice):
                for arm in node.arms:
                    work.extend((item, True) for item in reversed(arm))
            elif isinstance(node, (Frame, Loop)):
                if opening:
                    if isinstance(node, Frame):
                        depth_of[node.target] = len(around)
                    around.append(node)
                    work.append((node, False))
                    inside = node.body + node.post if isinstance(node, Loop) else node.body
                    work.extend((item, True) for item in reversed(inside))
                else:
                    around.pop()
                    if isinstance(node, Frame):
                        del depth_of[node.target]
