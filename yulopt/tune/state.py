"""The code of an object after some steps, with all state that later steps read.

Besides the tree, that is the name dispenser: new names depend on earlier ones, even of variables
that are gone. Everything else that is cached about the code (analyses, parts that a step left
unchanged) only saves work.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Final

from yulopt.dialect import FAULTLESS
from yulopt.gas.metrics import code_size_including_functions
from yulopt.passes.code_facts import code_analyses
from yulopt.passes.step import Context
from yulopt.suite.suite import (
    Settings,
    begin_code,
    end_cleanup_part,
    end_main_part,
    run_group,
    simplify_names,
)
from yulopt.syntax.ast import Block
from yulopt.syntax.copying import copy_block
from yulopt.syntax.flat_text import flat_text
from yulopt.syntax.names import NameDispenser
from yulopt.tune.candidate import BEYOND, CLEANUP, CREATION, END, Edge, group_of

_DIGEST_BYTES: Final = 16
# The bytes of a state for each unit of code size, and for each name.
_BYTES_OF_NODE: Final = 500
_BYTES_OF_NAME: Final = 100


class State:
    """The code of an object between two steps.

    `changes` counts the edges that have changed something since the state was made or copied.
    """

    def __init__(self, code: Block, context: Context) -> None:
        self.code = code
        self.changes = 0
        self._context = context
        # As of the last fingerprint: the parts, the number of names taken, the last number of a
        # name, and whether the run is solc's.
        self._digests: list[bytes] = []
        self._names = (-1, -1, True)
        self._fingerprint = b""

    def copy(self) -> State:
        """The same, independent of this one."""
        code, context = copy_block(self.code), self._context
        dispenser = NameDispenser(context.dialect)
        dispenser.resume(context.dispenser.taken(), context.dispenser.counter)
        copied = State(
            code,
            Context(
                context.dialect,
                dispenser,
                context.expected_executions,
                stack_allocation=context.stack_allocation,
                calls=context.calls,
                analyses=code_analyses(code, context.dialect),
                behaviour=context.behaviour,
            ),
        )
        assert context.parts is not None
        copied._context.parts = context.parts.of_copy(code)
        copied._digests = self._digests
        copied._fingerprint, copied._names = self._fingerprint, self._names
        return copied

    def follow(self, edge: Edge) -> None:
        """Run the steps of an edge of a path."""
        item, runs = edge
        context = self._context
        if runs >= 0:
            context.expected_executions = runs
        elif runs == CREATION:
            context.expected_executions = None
        if item == BEYOND:
            context.behaviour = FAULTLESS
        elif item == CLEANUP:
            end_main_part(context, self.code)
        elif item == END:
            end_cleanup_part(context, self.code)
            simplify_names(context, self.code)
        else:
            run_group(group_of(item), context, self.code)

    def fingerprint(self) -> bytes:
        """Equal exactly for states from which all later steps behave equally."""
        dispenser, parts = self._context.dispenser, self._context.parts
        assert parts is not None
        is_solc = self._context.behaviour is not FAULTLESS
        names, digests = (dispenser.number_taken, dispenser.counter, is_solc), parts.digests()
        # Ungrouped code has no parts, so the changes are unknown.
        if digests and names == self._names and digests == self._digests:
            return self._fingerprint
        self.changes += 1
        self._names, self._digests = names, digests
        texts = digests or [flat_text(self.code).encode()]
        taken = f"{dispenser.counter} {hash(dispenser.taken())} {is_solc}".encode()
        self._fingerprint = _digest(b"\0".join([taken, *texts]))
        return self._fingerprint

    def weight(self) -> int:
        """The approximate size in memory."""
        size = code_size_including_functions(self.code)
        return _BYTES_OF_NODE * size + _BYTES_OF_NAME * self._context.dispenser.number_taken

    def text_digest(self) -> bytes:
        """The same for states with the same text."""
        return _digest(flat_text(self.code).encode())


def first_state(code: Block, settings: Settings, *, is_creation: bool) -> State:
    """The state before the sequence; it takes ownership of the code, and changes it."""
    return State(code, begin_code(code, settings, is_creation=is_creation))


class StateStore:
    """An LRU cache of states by fingerprint, bounded in bytes.

    `bytes` is its approximate size.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._states: OrderedDict[bytes, tuple[State, int]] = OrderedDict()
        self.bytes = 0

    def put(self, fingerprint: bytes, state: State) -> None:
        """Keep a state, which must not be changed any more."""
        if fingerprint in self._states:
            self._states.move_to_end(fingerprint)
            return
        weight = state.weight()
        self._states[fingerprint] = state, weight
        self.bytes += weight
        while self.bytes > self._most_bytes:
            _, (_, weight) = self._states.popitem(last=False)
            self.bytes -= weight

    def has(self, fingerprint: bytes) -> bool:
        """Whether there is such a state."""
        return fingerprint in self._states

    def copy_of(self, fingerprint: bytes) -> State | None:
        """A copy of the state, if it was kept."""
        kept = self._states.get(fingerprint)
        if kept is None:
            return None
        self._states.move_to_end(fingerprint)
        return kept[0].copy()


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).digest()
