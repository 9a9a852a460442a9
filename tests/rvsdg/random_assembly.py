"""Random control flow in assembly.

Which way a program goes is in the bits of its argument `path`, so that short paths through any
graph of blocks can be tried, loops end soon, and every order of blocks is visited. The variable `s`
is a state in which each `use` leaves a trace.
"""

from __future__ import annotations

from random import Random

from yulopt.rvsdg.cfg import Block, ControlFlowGraph, retreating_edges

_OPERATORS = "+ * / % & = > << >> >>s".split()
_VARIABLES = ["a", "b", "c"]
PARAMETERS = ["path", "s", "a", "b"]


def random_assembly(rng: Random, *, most_blocks: int = 12, irreducible: bool | None = None) -> str:
    """A program; some are irreducible, or all or none if that is given."""
    while True:
        size = rng.randint(1, most_blocks)
        targets = [_targets(rng, number, size) for number in range(size)]
        if irreducible is None or irreducible == _is_irreducible(targets):
            return _text(rng, targets)


def _targets(rng: Random, number: int, size: int) -> list[int]:
    """The targets of a block; the number `size` is a return."""
    count = rng.choice((1, 1, 2, 2, 2, 2, 4))
    far = rng.random() < 0.4
    found = []
    for _ in range(count):
        near = min(max(number + rng.choice((-2, -1, 1, 1, 1, 2, 3)), 0), size)
        found.append(rng.randint(0, size) if far else near)
    return found


def _is_irreducible(targets: list[list[int]]) -> bool:
    """Whether some retreating edge goes to a block that does not dominate where it comes from."""
    graph = ControlFlowGraph("", [], 0)
    blocks = [Block(str(number)) for number in range(len(targets) + 1)]
    for block, numbers in zip(blocks, targets, strict=False):
        block.go_to(*(blocks[number] for number in numbers))
    graph.blocks = blocks
    return any(
        _can_avoid(blocks[0], block, block.targets[index])
        for block, index in retreating_edges(blocks[0])
    )


def _can_avoid(entry: Block, goal: Block, avoided: Block) -> bool:
    """Whether a path from the entry to a block goes beside another one."""
    seen = {avoided}
    waiting = [entry]
    while waiting:
        block = waiting.pop()
        if block in seen:
            continue
        if block is goal:
            return True
        seen.add(block)
        waiting.extend(block.targets)
    return False


def _text(rng: Random, targets: list[list[int]]) -> str:
    lines = [f"function -> {' '.join(PARAMETERS)}"]
    for number, goals in enumerate(targets):
        lines.append(f"label b{number}")
        lines.extend(_instruction(rng) for _ in range(rng.randint(0, 3)))
        labels = ["out" if goal == len(targets) else f"b{goal}" for goal in goals]
        if len(goals) == 1 and labels[0] == "out" and rng.random() < 0.5:
            lines.append("return s a b c")
        elif len(goals) == 1:
            lines.append(f"goto {labels[0]}")
        else:
            bits = len(goals).bit_length() - 1
            lines.append(f"& path {len(goals) - 1} -> way")
            lines.append(f">> path {bits} -> path")
            lines.append(f"switch way {' '.join(labels)}")
    lines.extend(("label out", f"return s {_operand(rng)} b c"))
    return "\n".join(lines) + "\n"


def _instruction(rng: Random) -> str:
    kind = rng.random()
    if kind < 0.35:
        return f"use s {_operand(rng)} -> s"
    if kind < 0.5:
        return f"mov {_operand(rng)} -> {rng.choice(_VARIABLES)}"
    operator = rng.choice(_OPERATORS)
    return f"{operator} {_operand(rng)} {_operand(rng)} -> {rng.choice(_VARIABLES)}"


def _operand(rng: Random) -> str:
    if rng.random() < 0.25:
        return str(rng.choice((0, 1, 2, 3, 5, -1, 31, 32, 1 << 30, -(1 << 31))))
    return rng.choice(_VARIABLES)
