"""The order of the passes over the assembly of an object tree.

Inner objects come first. The passes are repeated as long as any of them but the inliner changes
something; the constant optimiser runs once, at the end.

Source: chapter 10, section 4 of the specification.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from mypy_extensions import mypyc_attr

from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.items import Item
from yulopt.assembly.optimizer.block_deduplicator import BlockDeduplicator
from yulopt.assembly.optimizer.common_subexpression_eliminator import (
    CommonSubexpressionEliminator,
)
from yulopt.assembly.optimizer.constant_optimizer import ConstantOptimizer
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.assembly.optimizer.inliner import Inliner
from yulopt.assembly.optimizer.jumpdest_remover import JumpdestRemover
from yulopt.assembly.optimizer.peephole_optimizer import PeepholeOptimizer
from yulopt.dialect import Dialect
from yulopt.errors import did_you_mean
from yulopt.frequency.call_profile import CallProfile
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import is_creation_object


@mypyc_attr(allow_interpreted_subclasses=True)
class AssemblyObserver:
    """Observes the passes over the assembly; override the methods of interest.

    An observer may read the items, and must not change them.
    """

    def enter_object(self, compiled: CompiledObject, context: Context) -> None:
        """The run continues with the assembly of another object."""

    def before_pass(self, used: AssemblyPass, round_number: int | None) -> None:
        """A pass is about to run over the object, in this round (counted from 1) or after all
        rounds."""

    def after_pass(self, used: AssemblyPass, items: list[Item]) -> None:
        """The pass has run, and left these items."""


# By solc's names, in the order of a round.
ALL_PASSES: Final = (
    "inliner",
    "jumpdestRemover",
    "peephole",
    "deduplicate",
    "cse",
    "constantOptimizer",
)
# The passes that solc runs even without its optimiser.
MINIMAL_PASSES: Final = ("jumpdestRemover", "peephole")


def check_passes(names: Iterable[str]) -> None:
    """Raise ValueError for a name that is not in `ALL_PASSES`."""
    for name in names:
        if name not in ALL_PASSES:
            hint = did_you_mean(name, ALL_PASSES, f"there are {', '.join(ALL_PASSES)}")
            raise ValueError(f"there is no pass '{name}'{hint}")


def optimize_assembly(
    compiled: CompiledObject,
    dialect: Dialect,
    runs: int,
    passes: Collection[str] = ALL_PASSES,
    observer: AssemblyObserver | None = None,
) -> None:
    """Optimise the assembly of an object tree in place, with some of the passes.

    `runs`: the expected number of runs of deployed code; `observer` is notified of each pass.
    """

    def optimize() -> None:
        for inner, context in objects_with_contexts(compiled, dialect, runs):
            if observer is not None:
                observer.enter_object(inner, context)
            allowed = [name for name in passes if name not in inner.denied_passes]
            optimize_items(inner.code.items, context, allowed, observer)

    run_with_deep_stack(optimize)


def objects_with_contexts(
    compiled: CompiledObject, dialect: Dialect, runs: int, calls: CallProfile | None = None
) -> list[tuple[CompiledObject, Context]]:
    """The objects of a tree in the order in which they are optimised, inner ones first.

    The outermost code is creation code; `runs`: the expected number of runs of deployed code;
    `calls`: the number of calls of each of its functions.
    """
    found: list[tuple[CompiledObject, Context]] = []
    # Objects can be nested deeply. Read backwards, each object comes before what is inside it.
    pending = [(compiled, True)]
    while pending:
        current, is_creation = pending.pop()
        found.append((current, Context(dialect, runs, is_creation=is_creation, calls=calls)))
        pending += [(child, is_creation_object(child.program)) for child in current.children]
    found.reverse()
    return found


def optimize_items(
    items: list[Item],
    context: Context,
    passes: Collection[str] = ALL_PASSES,
    observer: AssemblyObserver | None = None,
) -> None:
    """Optimise the assembly of one object in place."""
    every: list[AssemblyPass] = [
        Inliner(),
        JumpdestRemover(),
        PeepholeOptimizer(),
        BlockDeduplicator(),
        CommonSubexpressionEliminator(),
    ]
    chosen = [item for item in every if item.name in passes]
    round_number = 0
    changed = True
    while changed:
        changed = False
        round_number += 1
        for item in chosen:
            # Changes by the inliner do not cause another round.
            has_changed = run_pass(item, items, context, observer, round_number)
            if has_changed and not isinstance(item, Inliner):
                changed = True
    if ConstantOptimizer.name in passes:
        run_pass(ConstantOptimizer(), items, context, observer, None)


def run_pass(
    used: AssemblyPass,
    items: list[Item],
    context: Context,
    observer: AssemblyObserver | None,
    round_number: int | None,
) -> bool:
    """Run one pass, and notify the observer; returns whether it changed anything."""
    if observer is None:
        return used.run(items, context)
    observer.before_pass(used, round_number)
    changed = used.run(items, context)
    observer.after_pass(used, items)
    return changed
