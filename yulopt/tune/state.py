"""The code of an object after some steps, with all that the next steps read.

Besides the tree, that is the dispenser of names, for new names depend on those given before, also
to variables that are gone. What else is remembered of the code (analyses, which parts a step has
left as they were) only saves work.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Final

from yulopt.pipeline.code_facts import code_analyses
from yulopt.pipeline.parts import Part
from yulopt.pipeline.step import Context
from yulopt.pipeline.suite import (
    Settings,
    begin_code,
    end_cleanup_part,
    end_main_part,
    run_group,
    simplify_names,
)
from yulopt.syntax.ast import Block
from yulopt.syntax.copying import copy_block
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.printer import print_yul
from yulopt.tune.candidate import CLEANUP, CREATION, END, Edge, group_of

_DIGEST_BYTES: Final = 16
# What the tree of a program takes in memory, for each character of its text.
_BYTES_PER_CHARACTER: Final = 25


class State:
    """The code of an object between two steps.

    `changes` counts the edges that have changed something since the state was made or copied;
    `weight` is about how many bytes of memory it takes, as of the last fingerprint.
    """

    def __init__(self, code: Block, context: Context) -> None:
        self.code = code
        self.changes = 0
        self.weight = 0
        self._context = context
        # Of each part as it was at a revision: the length of its text, and the digest of that.
        self._digests: dict[Part, tuple[int, int, bytes]] = {}
        self._fingerprint = b""
        self._seen = (-1, -1)

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
                analyses=code_analyses(code, context.dialect),
            ),
        )
        assert context.parts is not None
        parts = copied._context.parts = context.parts.of_copy(code)
        for part, same in zip(context.parts.current(), parts.current(), strict=True):
            if part in self._digests:
                copied._digests[same] = self._digests[part]
        copied._fingerprint, copied._seen = self._fingerprint, self._seen
        copied.weight = self.weight
        return copied

    def follow(self, edge: Edge) -> None:
        """Run what an edge of a path stands for."""
        item, runs = edge
        context = self._context
        if runs >= 0:
            context.expected_executions = runs
        elif runs == CREATION:
            context.expected_executions = None
        if item == CLEANUP:
            end_main_part(context, self.code)
        elif item == END:
            end_cleanup_part(context, self.code)
            simplify_names(context, self.code)
        else:
            run_group(group_of(item), context, self.code)

    def fingerprint(self) -> bytes:
        """The same for states from which everything goes on in the same way, and only for them."""
        context = self._context
        assert context.parts is not None
        taken = context.dispenser.taken()
        seen = len(taken), context.dispenser.counter
        parts = context.parts.current()
        # Without parts, for the code is not grouped, nothing is known of what has changed.
        is_same = seen == self._seen and bool(parts)
        found: dict[Part, tuple[int, int, bytes]] = {}
        for part in parts:
            known = self._digests.get(part)
            if known is None or known[0] != part.revision:
                text = print_yul(Block([part.node]))
                digest = _digest(text.encode())
                is_same = is_same and known is not None and known[2] == digest
                known = (part.revision, len(text), digest)
            found[part] = known
        is_same = is_same and list(found) == list(self._digests)
        self._digests = found
        if not is_same:
            self.changes += 1
            self._seen = seen
            texts = [known[2] for known in found.values()] or [print_yul(self.code).encode()]
            self.weight = _BYTES_PER_CHARACTER * (
                sum(known[1] for known in found.values()) or len(texts[0])
            )
            names = f"{context.dispenser.counter} {len(taken)} {hash(taken)}".encode()
            self._fingerprint = _digest(b"\0".join([names, *texts]))
        return self._fingerprint

    def text_digest(self) -> bytes:
        """The same for states with the same text."""
        return _digest(print_yul(self.code).encode())


def first_state(code: Block, settings: Settings, *, is_creation: bool) -> State:
    """The state before the sequence. The code is changed, and belongs to the state from now on."""
    return State(code, begin_code(code, settings, is_creation=is_creation))


class StateStore:
    """States by fingerprint, those used last, of not more than some number of bytes."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._states: OrderedDict[bytes, State] = OrderedDict()
        self.bytes = 0

    def put(self, fingerprint: bytes, state: State) -> None:
        """Keep a state, which nobody may change any more."""
        if fingerprint in self._states:
            self._states.move_to_end(fingerprint)
            return
        self._states[fingerprint] = state
        self.bytes += state.weight
        while self.bytes > self._most_bytes:
            _, forgotten = self._states.popitem(last=False)
            self.bytes -= forgotten.weight

    def has(self, fingerprint: bytes) -> bool:
        """Whether there is such a state."""
        return fingerprint in self._states

    def copy_of(self, fingerprint: bytes) -> State | None:
        """A copy of the state, if it was kept."""
        state = self._states.get(fingerprint)
        if state is None:
            return None
        self._states.move_to_end(fingerprint)
        return state.copy()


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).digest()
