"""The cost of rollbacks: the bytes and gas that each change had saved at its step, and the bytes of
the whole program with and without rollbacks. The gas of generated code."""

from __future__ import annotations

from collections.abc import Iterable

from yulopt.assembly.beyond.item_prices import ItemPrices
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.optimizer.driver import objects_with_contexts
from yulopt.driver.build import finish, generate_tree, sizes
from yulopt.driver.options import Options
from yulopt.errors import YulError
from yulopt.gas.metrics import BYTES
from yulopt.passes.step import Context
from yulopt.proven.outcome import GivenUp
from yulopt.prover.rollback import Rollback, RollbackReplay
from yulopt.prover.versions import Version
from yulopt.syntax.ast import Block
from yulopt.syntax.objects import Object
from yulopt.syntax.printer import print_yul
from yulopt.trace.measures import Measure
from yulopt.trace.recording import Metrics


class MeasuringReplay(RollbackReplay):
    """Repeats rollbacks, and measures each."""

    def __init__(self, rollbacks: Iterable[Rollback], runs: int) -> None:
        super().__init__(rollbacks)
        self.given_up: list[GivenUp] = []
        self._measure = Measure(BYTES, runs)

    def undo(self, rollback: Rollback, context: Context, block: Block, before: Version) -> None:
        changed = self._metrics(context, block)
        super().undo(rollback, context, block, before)
        restored = self._metrics(context, block)
        size = None
        if changed.size is not None and restored.size is not None:
            size = restored.size - changed.size
        gas = restored.gas - changed.gas
        self.given_up.append(GivenUp(rollback, size, gas))

    def _metrics(self, context: Context, block: Block) -> Metrics:
        return self._measure(context, block, print_yul(block))


def code_gas(compiled: CompiledObject, options: Options) -> int:
    """The estimated gas of optimised code over the life of a contract, as `gas_estimate` counts it
    for Yul: all bytes once, and each item once for each run of its object."""
    return sum(
        ItemPrices(context).total(one.code.items)
        for one, context in objects_with_contexts(compiled, options.code_dialect, options.runs)
    )


def code_bytes(program: Object, options: Options) -> int | None:
    """The bytes of the creation code of an optimised program; None if the stack is too deep."""
    try:
        return sizes(program, finish(generate_tree(program, options), options))[0]
    except YulError:
        return None
