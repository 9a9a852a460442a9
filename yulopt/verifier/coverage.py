"""Which parts of compiled code can be reached at all, and which were."""

from __future__ import annotations

import attr

from yulopt.interpreter.code import Block, Branch, Call, Function, Jump, MultiBranch
from yulopt.interpreter.machine import Program


@attr.s(auto_attribs=True)
class Coverage:
    """How many basic blocks and functions were executed, of those that control could get to."""

    blocks: int = 0
    all_blocks: int = 0
    functions: int = 0
    all_functions: int = 0

    def add(self, other: Coverage) -> None:
        """Count those of another program, too."""
        self.blocks += other.blocks
        self.all_blocks += other.all_blocks
        self.functions += other.functions
        self.all_functions += other.all_functions


def reachable_blocks(program: Program) -> list[Block]:
    """All blocks that some path from the beginning leads to, whatever the values are."""
    found: dict[Block, None] = {}
    pending = [program.functions[0].entry]
    while pending:
        block = pending.pop()
        if block not in found:
            found[block] = None
            pending.extend(_successors(block))
    return list(found)


def _successors(block: Block) -> list[Block]:
    exit = block.exit
    if isinstance(exit, Jump):
        return [exit.target]
    if isinstance(exit, Branch):
        return [exit.nonzero, exit.zero]
    if isinstance(exit, MultiBranch):
        return [*exit.targets.values(), exit.default]
    if isinstance(exit, Call):
        return [exit.function.entry, exit.next]
    return []


def coverage(program: Program, reached: set[Block]) -> Coverage:
    """The figures for the blocks that were reached."""
    reachable = set(reachable_blocks(program))
    functions: list[Function] = [
        function for function in program.functions[1:] if function.entry in reachable
    ]
    return Coverage(
        len(reached & reachable),
        len(reachable),
        sum(function.entry in reached for function in functions),
        len(functions),
    )
