"""Control-flow graphs for Graphviz.

Source: the DOT language of Graphviz; chapter 08, section 9.2 of the specification.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from typing import Final

import attr

from yulopt.errors import YulError
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.liveness import Liveness
from yulopt.ssa.analysis.loops import Loop, LoopForest
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Block, Function
from yulopt.ssa.text.printer import block_lines, target_labels

_SPECIAL: Final = re.compile(r"[{}<>|\"\\]")


@attr.s(auto_attribs=True)
class Overlays:
    """Extras beside blocks and edges: the dominator tree as dashed edges, the dominance frontier of
    each block, loops as boxes around their blocks, the live-in values of each block."""

    dominators: bool = False
    frontiers: bool = False
    loops: bool = False
    liveness: bool = False


def dot_graph(functions: Iterable[Function], overlays: Overlays | None = None) -> str:
    """The graph of some functions, each one in a box of its own, in the language of Graphviz."""
    lines = [
        "digraph {",
        '  node [shape=record, fontname="monospace", fontsize=10]',
        '  edge [fontname="monospace", fontsize=9]',
    ]
    for number, function in enumerate(functions):
        drawing = _Drawing(number, function, overlays or Overlays())
        lines.extend(f"  {line}" for line in drawing.lines())
    return "\n".join([*lines, "}", ""])


def svg_picture(dot: str) -> str:
    """The picture of a graph. Raises `YulError` if Graphviz is not installed or fails."""
    program = shutil.which("dot")
    if program is None:
        raise YulError(
            "cannot draw: the program 'dot' of Graphviz is not installed (get the package"
            " 'graphviz' of your system, or write the graph with --emit dot)",
            filename="--emit svg",
        )
    drawn = subprocess.run(
        [program, "-Tsvg"], input=dot, capture_output=True, text=True, check=False
    )
    if drawn.returncode:
        reason = drawn.stderr.strip().partition("\n")[0]
        raise YulError(f"cannot draw: {reason}", filename="--emit svg")
    return drawn.stdout


class _Drawing:
    """One function."""

    def __init__(self, number: int, function: Function, overlays: Overlays) -> None:
        self._number = number
        self._function = function
        self._overlays = overlays
        self._before = predecessors(function)
        self._ids = {block: f"f{number}b{index}" for index, block in enumerate(function.blocks)}
        self._tree = DominatorTree(function)
        self._rows: dict[Block, list[str]] = {block: [] for block in function.blocks}
        if overlays.frontiers:
            for block, frontier in self._tree.frontiers().items():
                self._rows[block].append(f"DF: {', '.join(other.label for other in frontier)}")
        if overlays.liveness:
            for block, live in Liveness(function).live_in.items():
                self._rows[block].append(f"live: {', '.join(f'%{one.name}' for one in live)}")

    def lines(self) -> Iterator[str]:
        """The statements of the language."""
        yield f"subgraph cluster_f{self._number} {{"
        yield f'  label="@{_escaped(self._function.name)}"'
        if self._overlays.loops:
            yield from self._nested_nodes()
        else:
            yield from map(self._node, self._function.blocks)
        yield "}"
        for block in self._function.blocks:
            yield from self._edges(block)
        if self._overlays.dominators:
            for block in self._tree.order[1:]:
                ends = f"{self._ids[self._tree.idom[block]]} -> {self._ids[block]}"
                yield f"{ends} [style=dashed, color=gray, constraint=false]"

    def _node(self, block: Block) -> str:
        code = "".join(f"{_escaped(line)}\\l" for line in block_lines(block, self._before))
        rows = [f"{_escaped(block.label)}:\\l", code]
        rows.extend(f"{_escaped(row)}\\l" for row in self._rows[block])
        return f'  {self._ids[block]} [label="{{{"|".join(rows)}}}"]'

    def _nested_nodes(self) -> Iterator[str]:
        """The blocks, with boxes around those of loops."""
        forest = LoopForest(self._function)
        for block in self._function.blocks:
            if block not in forest.loop_of:
                yield self._node(block)
        # A loop is opened, or closed after its contents.
        work: list[Loop | None] = [loop for loop in reversed(forest.loops) if loop.parent is None]
        while work:
            loop = work.pop()
            if loop is None:
                yield "  }"
                continue
            yield f"  subgraph cluster_{self._ids[loop.header]} {{"
            label = f"loop {loop.header.label}{', irreducible' if loop.irreducible else ''}"
            yield f'  label="{_escaped(label)}"'
            yield from map(self._node, loop.own_blocks)
            work.append(None)
            work.extend(reversed(loop.children))

    def _edges(self, block: Block) -> Iterator[str]:
        terminator = block.terminator
        assert terminator is not None
        for target, label in zip(
            terminator.targets, target_labels(terminator, "T", "F"), strict=True
        ):
            attributes = f' [label="{label}"]' if label else ""
            yield f"{self._ids[block]} -> {self._ids[target]}{attributes}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)
