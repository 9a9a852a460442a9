"""What counts as the size of code in a recording.

`AST_SIZE` is solc's own measure, by which steps decide. `BYTES` is what is deployed: the bytes that
the code of an object has as it stands, assembled and with all passes over its assembly; the size
of an inner object counts as a push of four bytes, as solc counts before it is known. Where that
code cannot be assembled, because something is out of reach of the stack or a step of another
package left what no code is, the size is not known.
"""

from __future__ import annotations

import hashlib

from yulopt.assembly.code_sizes import optimized_size
from yulopt.errors import YulError
from yulopt.gas.estimate import gas_estimate
from yulopt.gas.metrics import BYTES, code_size_including_functions
from yulopt.passes.properties import PROPERTIES, UNIQUE_NAMES
from yulopt.passes.step import Context
from yulopt.suite.suite import make_context
from yulopt.syntax.ast import Block
from yulopt.syntax.copying import copy_block
from yulopt.trace.recording import Metrics


class Measure:
    """Measures code by one metric; what was measured once is remembered by its text."""

    def __init__(self, metric: str, runs: int) -> None:
        self._counts_bytes = metric == BYTES
        self._runs = runs
        self._known: dict[bytes, int | None] = {}

    def __call__(self, context: Context, block: Block, text: str) -> Metrics:
        """The size of the code of an object, which has this text, and its gas."""
        gas = gas_estimate(block, context.dialect, context.expected_executions)
        if not self._counts_bytes:
            return Metrics(code_size_including_functions(block), gas)
        is_creation = context.expected_executions is None
        key = hashlib.blake2b(f"{is_creation} {text}".encode(), digest_size=16).digest()
        if key not in self._known:
            self._known[key] = self._bytes(context, block, is_creation=is_creation)
        return Metrics(self._known[key], gas)

    def _bytes(self, context: Context, block: Block, *, is_creation: bool) -> int | None:
        if not PROPERTIES[UNIQUE_NAMES].holds(block):
            # Before the Disambiguator has run.
            block = copy_block(block)
            make_context(block, context.dialect)
        try:
            return optimized_size(
                block,
                context.dialect,
                self._runs,
                is_creation=is_creation,
                stack_allocation=context.stack_allocation,
            )
        except YulError:
            return None
