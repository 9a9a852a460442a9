"""The table of passes beyond solc's, and their driver over an object tree."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Final

from yulopt.assembly.beyond.block_placement import BlockPlacer
from yulopt.assembly.beyond.block_scheduler import BlockScheduler
from yulopt.assembly.beyond.blocks import build_graph, write_items
from yulopt.assembly.beyond.border_layouts import BorderLayouts
from yulopt.assembly.beyond.constant_folding import ConstantFolder
from yulopt.assembly.beyond.constant_synthesis import ConstantSynthesizer
from yulopt.assembly.beyond.cross_jumping import CrossJumper
from yulopt.assembly.beyond.graph_pass import GraphPass
from yulopt.assembly.beyond.jump_tables import JumpTables
from yulopt.assembly.beyond.outlining import Outliner
from yulopt.assembly.beyond.pattern_rewriter import PatternRewriter
from yulopt.assembly.beyond.tail_calls import TailCaller
from yulopt.assembly.beyond.value_numbering import ValueNumbering
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.items import Item
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.assembly.optimizer.driver import AssemblyObserver, objects_with_contexts, run_pass
from yulopt.dialect import Dialect
from yulopt.errors import did_you_mean
from yulopt.frequency.call_profile import CallProfile
from yulopt.syntax.deep_stack import run_with_deep_stack

# In execution order. Equivalent blocks may become equal by scheduling, and negated conditions of
# moved blocks may match patterns again.
BEYOND_PASSES: Final[tuple[type[AssemblyPass], ...]] = (
    ConstantFolder,
    PatternRewriter,
    TailCaller,
    JumpTables,
    ConstantSynthesizer,
    ValueNumbering,
    CrossJumper,
    Outliner,
    BorderLayouts,
    BlockScheduler,
    CrossJumper,
    BlockPlacer,
    PatternRewriter,
)
BEYOND_PASS_NAMES: Final = tuple(dict.fromkeys(used.name for used in BEYOND_PASSES))
# The passes of solc that run before these; the others have counterparts among them.
SOLC_PASSES: Final = ("inliner", "peephole")
# What the assembler does after all passes; it can be denied like a pass.
SMALLEST_LABELS: Final = "smallestLabels"


def check_beyond_passes(names: Iterable[str]) -> None:
    """Raise ValueError for a name that is not in `BEYOND_PASS_NAMES`."""
    for name in names:
        if name not in BEYOND_PASS_NAMES:
            known = f"there are {', '.join(BEYOND_PASS_NAMES)}"
            hint = did_you_mean(name, BEYOND_PASS_NAMES, known)
            raise ValueError(f"there is no pass '{name}'{hint}")


def optimize_beyond(
    compiled: CompiledObject,
    dialect: Dialect,
    runs: int,
    passes: Collection[str] = BEYOND_PASS_NAMES,
    observer: AssemblyObserver | None = None,
    calls: CallProfile | None = None,
) -> None:
    """Optimise the assembly of an object tree in place, beyond solc, with some of the passes.

    `runs`: the expected number of runs of deployed code; `calls`: the number of calls of each
    function, if known; `observer` is notified of each pass. The assembler will push each label with
    as few bytes as it needs, unless `SMALLEST_LABELS` is denied.
    """

    def optimize() -> None:
        for inner, context in objects_with_contexts(compiled, dialect, runs, calls):
            denied = inner.denied_passes
            if ConstantSynthesizer.name in denied:
                # Folded constants are long until they are synthesised again.
                denied |= {ConstantFolder.name}
            inner.code.has_smallest_labels = SMALLEST_LABELS not in denied
            if observer is not None:
                observer.enter_object(inner, context)
            chosen = [
                kind() for kind in BEYOND_PASSES if kind.name in passes and kind.name not in denied
            ]
            _optimize_items(inner.code.items, context, chosen, observer)

    run_with_deep_stack(optimize)


def _optimize_items(
    items: list[Item],
    context: Context,
    passes: Sequence[AssemblyPass],
    observer: AssemblyObserver | None,
) -> None:
    """Run passes over one object; those over its graph in a row share one."""
    for is_on_graph, found in groupby(passes, lambda used: isinstance(used, GraphPass)):
        if is_on_graph:
            _optimize_graph(items, context, found, observer)
        else:
            for used in found:
                run_pass(used, items, context, observer, None)


def _optimize_graph(
    items: list[Item],
    context: Context,
    passes: Iterable[AssemblyPass],
    observer: AssemblyObserver | None,
) -> None:
    graph = build_graph(items)
    is_changed = False
    for used in passes:
        assert isinstance(used, GraphPass)
        if observer is not None:
            observer.before_pass(used, None)
        is_changed |= graph is not None and used.change(graph, context)
        if observer is not None:
            if graph is not None and is_changed:
                items[:] = write_items(graph)
            observer.after_pass(used, items)
    if graph is not None and is_changed:
        items[:] = write_items(graph)
