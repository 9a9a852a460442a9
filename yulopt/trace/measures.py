"""The measures of code size in a recording.

`AST_SIZE` is solc's own measure, on which steps base decisions. `BYTES`: the deployed bytes of the
current code of an object, assembled with all passes over its assembly; the size of an inner object
counts as a push of four bytes, as in solc before it is known. If the code cannot be assembled,
because a stack slot is unreachable or a step of another package left invalid code, the size is
unknown.
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
    """Measures code by one metric; results are cached by the text."""

    def __init__(self, metric: str, runs: int) -> None:
        self._counts_bytes = metric == BYTES
        self._runs = runs
        self._known: dict[bytes, int | None] = {}

    def __call__(self, context: Context, block: Block, text: str) -> Metrics:
        """The size and gas of an object's code with this text."""
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
