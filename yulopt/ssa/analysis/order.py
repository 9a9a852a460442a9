"""Depth-first orders of the blocks of a function.

Source: chapter 08, section 3.1 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.ir.function import Block, Function


def postorder(function: Function) -> list[Block]:
    """The reachable blocks, each one after the blocks to which depth-first search goes from it.

    Successors are visited in the order of the terminator.
    """
    order: list[Block] = []
    seen = {function.entry}
    stack = [(function.entry, iter(function.entry.successors))]
    while stack:
        block, successors = stack[-1]
        for successor in successors:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, iter(successor.successors)))
                break
        else:
            order.append(block)
            stack.pop()
    return order


def reverse_postorder(function: Function) -> list[Block]:
    """The reachable blocks, each one before its successors, apart from the edges of loops."""
    return postorder(function)[::-1]
