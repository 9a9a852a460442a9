"""ValueNumbering: computes the values of a block anew, where that is cheaper.

Like solc's pass, it executes a block symbolically, with rules that simplify expressions, and drops
loads of known words and overwritten stores. Solc's takes any code with fewer items, such as one
constant of 32 bytes for a hash of known words. This one prices both versions, by their bytes, and
by their gas and the frequency of the block, with the cheapest code for each constant.

Right if:

* disjoint stores: a word that is known, in memory or storage, is forgotten when a store may overlap
  it.
* unobserved memory: a load is only dropped if the program never asks for the size of memory.

Example::

    caller calldataload 0 caller calldataload eq sstore stop

becomes::

    caller calldataload dup1 iszero sstore stop

Source: Muchnick, "Advanced Compiler Design and Implementation", section 12.4, value numbering of
basic blocks; the symbolic execution is that of chapter 10, sections 9 to 11 of the specification.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.assembly.beyond.blocks import build_graph, write_items
from yulopt.assembly.beyond.constant_synthesis import ConstantSynthesis
from yulopt.assembly.beyond.frequencies import Frequencies
from yulopt.assembly.beyond.item_prices import ItemPrices
from yulopt.assembly.items import Item
from yulopt.assembly.optimizer.common_subexpression_eliminator import (
    BasicBlock,
    basic_blocks,
    regenerated,
)
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.gas.model import WEIGHT_ONE


class ValueNumbering(AssemblyPass):
    """The pass. It leaves no graph: a return that it simplifies may have become an edge."""

    name: ClassVar[str] = "valueNumbering"

    def run(self, items: list[Item], context: Context) -> bool:
        """Optimise the assembly of one object in place; returns whether anything changed."""
        graph = build_graph(items)
        if graph is None:
            return False
        msize_matters = graph.may_ask_size()
        frequencies = Frequencies(graph)
        cheaper = _Cheaper(context)
        changed = False
        for block in graph.blocks:
            # Proofs follow paths to where they join, which is at these items.
            if block.exit_joins or any(item.joins for item in block.body):
                continue
            weight = min(frequencies[block], WEIGHT_ONE)
            body: list[Item] = []
            for part in basic_blocks(block.body, msize_matters=msize_matters):
                found = cheaper.version(part, weight)
                changed |= found is not None
                body += part.items() if found is None else found
            block.body = body
        if changed:
            items[:] = write_items(graph)
        return changed


class _Cheaper:
    """Finds cheaper versions of basic blocks."""

    def __init__(self, context: Context) -> None:
        self._synthesis = ConstantSynthesis(context)
        self._prices = ItemPrices(context)

    def version(self, block: BasicBlock, weight: int) -> list[Item] | None:
        """A cheaper version of a block of this frequency; None if there is none."""
        made = regenerated(block)
        if made is None:
            return None
        made = self._synthesis.rewritten(made, weight)
        prices = self._prices
        is_cheaper = prices.weighted(made, weight) < prices.weighted(block.items(), weight)
        return made if is_cheaper else None
