"""The differences of two versions of a function: the parts of a change, and mixtures of both.

Statements of both blocks are aligned by their text; statements with blocks by their heads, and
then the blocks inside. The remaining ones are replaced, removed, or inserted: each such place is a
part of the change. Where a statement with blocks is replaced by one of its kind, its head is a part
by itself.

Source: Ratcliff and Metzener, "Pattern matching: the gestalt approach" (1988), as in `difflib`.
"""

from __future__ import annotations

from collections.abc import Collection
from difflib import SequenceMatcher

from yulopt.syntax.ast import Block, Case, ForLoop, If, Statement, Switch
from yulopt.syntax.printer import print_yul


class Alignment:
    """The alignment of two blocks; `count` is the number of parts of the change.

    Functions that are defined inside are compared like other statements.
    """

    def __init__(self, one: Block, other: Block) -> None:
        self.count = 0
        self._root = self._block(one, other)

    def mixture(self, chosen: Collection[int]) -> Block:
        """The first block with some parts of the change applied, given by their numbers from 0.

        It shares statements with both. It may be invalid: a part may need declarations of another.
        """
        return self._root.mixture(chosen)

    def _block(self, one: Block, other: Block) -> _AlignedBlock:
        pieces: list[_Piece] = []
        keys = list(map(_key, one.statements)), list(map(_key, other.statements))
        matcher = SequenceMatcher(None, *keys, autojunk=False)
        for tag, start, end, other_start, other_end in matcher.get_opcodes():
            old, new = one.statements[start:end], other.statements[other_start:other_end]
            if tag == "equal":
                pieces += map(self._alike, old, new)
            elif len(old) == len(new):
                pairs = zip(old, new, strict=True)
                pieces += [self._replaced(first, second) for first, second in pairs]
            else:
                pieces.append(self._change(old, new))
        return _AlignedBlock(pieces)

    def _replaced(self, old: Statement, new: Statement) -> _Piece:
        blocks = _blocks(old), _blocks(new)
        if type(old) is not type(new) or not blocks[0] or len(blocks[0]) != len(blocks[1]):
            return self._change([old], [new])
        head = self._change([old], [new])
        return _Replaced(head, [self._block(*pair) for pair in zip(*blocks, strict=True)])

    def _change(self, old: list[Statement], new: list[Statement]) -> _Change:
        self.count += 1
        return _Change(self.count - 1, old, new)

    def _alike(self, one: Statement, other: Statement) -> _Alike:
        """Statements that differ only in the blocks inside."""
        pairs = zip(_blocks(one), _blocks(other), strict=True)
        return _Alike(other, [self._block(inner, counterpart) for inner, counterpart in pairs])


class _AlignedBlock:
    def __init__(self, pieces: list[_Piece]) -> None:
        self._pieces = pieces

    def mixture(self, chosen: Collection[int]) -> Block:
        """See `Alignment.mixture`."""
        return Block([one for piece in self._pieces for one in piece.mixture(chosen)])


class _Piece:
    """Statements that correspond."""

    def mixture(self, chosen: Collection[int]) -> list[Statement]:
        """See `Alignment.mixture`."""
        raise NotImplementedError


class _Change(_Piece):
    def __init__(self, number: int, old: list[Statement], new: list[Statement]) -> None:
        self._number = number
        self._old = old
        self._new = new

    def mixture(self, chosen: Collection[int]) -> list[Statement]:
        return self._new if self._number in chosen else self._old


class _Replaced(_Piece):
    """A statement with another head, and blocks inside that are aligned."""

    def __init__(self, head: _Change, inner: list[_AlignedBlock]) -> None:
        self._head = head
        self._inner = inner

    def mixture(self, chosen: Collection[int]) -> list[Statement]:
        (statement,) = self._head.mixture(chosen)
        return [_with_blocks(statement, [one.mixture(chosen) for one in self._inner])]


class _Alike(_Piece):
    def __init__(self, statement: Statement, inner: list[_AlignedBlock]) -> None:
        self._statement = statement
        self._inner = inner

    def mixture(self, chosen: Collection[int]) -> list[Statement]:
        return [_with_blocks(self._statement, [one.mixture(chosen) for one in self._inner])]


def _blocks(statement: Statement) -> list[Block]:
    """The blocks inside a statement that may differ where statements are alike."""
    if isinstance(statement, Block):
        return [statement]
    if isinstance(statement, If):
        return [statement.body]
    if isinstance(statement, Switch):
        return [case.body for case in statement.cases]
    if isinstance(statement, ForLoop):
        return [statement.post, statement.body]
    return []


def _with_blocks(statement: Statement, blocks: list[Block]) -> Statement:
    """The statement with its blocks replaced."""
    if isinstance(statement, Block):
        return blocks[0]
    if isinstance(statement, If):
        return If(statement.condition, blocks[0], statement.position)
    if isinstance(statement, Switch):
        cases = [
            Case(case.label, block, case.position)
            for case, block in zip(statement.cases, blocks, strict=True)
        ]
        return Switch(statement.expression, cases, statement.position)
    if isinstance(statement, ForLoop):
        post, body = blocks
        return ForLoop(statement.init, statement.condition, post, body, statement.position)
    return statement


def _key(statement: Statement) -> str:
    """The text of a statement with empty blocks."""
    return print_yul(Block([_with_blocks(statement, [Block([]) for _ in _blocks(statement)])]))
