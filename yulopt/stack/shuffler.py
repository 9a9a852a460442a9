"""The shuffler: turns one stack layout into another by swapping, pushing (or copying) and popping.

It does not check whether a slot is available: it requests it, and subclasses observe its operations
to count costs, to record problems, or to generate code.

Source: chapter 07, section 3 of the specification.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from yulopt.errors import AssemblyError
from yulopt.stack.slots import JUNK, REACH, Layout, Slot

# solc gives up after as many.
_MAX_STEPS: Final = 1000


@mypyc_attr(allow_interpreted_subclasses=True)
class Shuffler:
    """Changes `source` in place until it equals `target`, in which junk stands for anything.

    Subclasses override `on_swap`, `on_push` and `on_pop`, which are called before `source` changes;
    they may set `stopped` to give up. A position is misplaced if its slot differs from that of
    `target`. While a slot is pushed, `wanted_at` is its position in `target`, or -1.
    """

    def __init__(self, source: Layout, target: Layout) -> None:
        self.source = source
        self.target = target
        self.stopped = False
        self.wanted_at = -1
        # The number of missing copies of each slot; negative for surplus ones.
        self._missing: dict[Slot, int] = {}
        self._misplaced = max(0, len(source) - len(target))
        for position in range(min(len(source), len(target))):
            self._misplaced += self._is_misplaced(position)

    def on_swap(self, depth: int) -> None:
        """The top is about to be exchanged with the slot `depth` below it."""

    def on_push(self, slot: Slot) -> None:
        """A slot is about to be copied to the top, or generated there."""

    def on_pop(self) -> None:
        """The top is about to be dropped."""

    def run(self) -> None:
        """Shuffle until `source` equals `target`, or until a subclass gives up.

        Raises `AssemblyError` if that takes too many steps.
        """
        if self._misplaced > 0 or len(self.source) < len(self.target):
            self._missing = self.count_missing()
        for _ in range(_MAX_STEPS):
            if not self._step():
                self.source[:] = self.target
                return
            if self.stopped:
                return
        raise AssemblyError(f"no stack layout was found in {_MAX_STEPS} steps, solc's limit")

    # Multiplicities. A position where the target wants junk adopts the slot that is there.

    def count_missing(self) -> dict[Slot, int]:
        """The initial number of missing copies of each slot."""
        missing: dict[Slot, int] = {}
        source = self.source
        size = len(source)
        for slot in source:
            missing[slot] = missing.get(slot, 0) - 1
        for position, slot in enumerate(self.target):
            wanted = source[position] if slot is JUNK and position < size else slot
            missing[wanted] = missing.get(wanted, 0) + 1
        return missing

    def after_swap(self, missing: dict[Slot, int], position: int) -> None:
        """Update the counts after `position` and the top were exchanged."""
        source = self.source
        if self.wants_junk(position):
            missing[source[-1]] -= 1
            missing[source[position]] += 1
        if self.wants_junk(len(source) - 1):
            missing[source[position]] -= 1
            missing[source[-1]] += 1

    def after_push(self, missing: dict[Slot, int], slot: Slot) -> None:
        """Update the counts after `slot` was pushed."""
        if self.wants_junk(len(self.source) - 1):
            missing[JUNK] -= 1
        else:
            missing[slot] -= 1

    def after_pop(self, missing: dict[Slot, int], slot: Slot) -> None:
        """Update the counts after `slot` was popped."""
        if self.wants_junk(len(self.source)):
            missing[JUNK] = missing.get(JUNK, 0) + 1
        else:
            missing[slot] += 1

    # The three operations

    def swap(self, depth: int) -> None:
        """Exchange the top with the slot `depth` below it."""
        self.on_swap(depth)
        source = self.source
        top = len(source) - 1
        other = top - depth
        self._misplaced -= self._is_misplaced(top) + self._is_misplaced(other)
        source[top], source[other] = source[other], source[top]
        self._misplaced += self._is_misplaced(top) + self._is_misplaced(other)
        self.after_swap(self._missing, other)

    def push(self, slot: Slot) -> None:
        """Copy or generate `slot` on top."""
        self.on_push(slot)
        self.source.append(slot)
        self._misplaced += self._is_misplaced(len(self.source) - 1)
        self.after_push(self._missing, slot)

    def pop(self) -> None:
        """Drop the top."""
        self.on_pop()
        self._misplaced -= self._is_misplaced(len(self.source) - 1)
        self.after_pop(self._missing, self.source.pop())

    # Queries

    def wants_junk(self, position: int) -> bool:
        """Whether the target has junk at a position."""
        return position < len(self.target) and self.target[position] is JUNK

    def _is_misplaced(self, position: int) -> bool:
        if position >= len(self.target):
            return True
        wanted = self.target[position]
        return wanted is not JUNK and self.source[position] is not wanted

    def _misplaced_for(self, slot: Slot, start: int, end: int) -> int | None:
        """The first misplaced position in a range whose target is `slot`."""
        if slot is JUNK:
            return None
        source, target = self.source, self.target
        for position in range(start, min(end, len(target))):
            if target[position] is slot and source[position] is not slot:
                return position
        return None

    def _misplaced_other_than(self, slot: Slot, start: int) -> int | None:
        """The first misplaced position from `start` on that does not hold `slot`."""
        source = self.source
        for position in range(start, len(source)):
            if source[position] is not slot and self._is_misplaced(position):
                return position
        return None

    def _misplaced_holding(self, slot: Slot) -> int | None:
        """The first misplaced position that holds `slot`."""
        for position, held in enumerate(self.source):
            if held is slot and self._is_misplaced(position):
                return position
        return None

    # The strategy

    def _step(self) -> bool:
        """Do the next operation; returns whether there was one."""
        source, target, missing = self.source, self.target, self._missing
        size = len(source)
        if self._misplaced == 0:
            if size >= len(target):
                return False
            self._extend(size)
            return True
        top = source[-1]
        top_wants_junk = self.wants_junk(size - 1)
        top_misplaced = self._is_misplaced(size - 1)
        if missing[top] < 0 and not top_wants_junk:
            self.pop()
            return True
        if top_misplaced or top_wants_junk:
            position = self._misplaced_for(top, 0, size)
            if position is not None:
                self._send_top_to(position)
                return True
        for position in range(min(size, len(target) + 1)):
            if missing[source[position]] < 0 and self._is_misplaced(position):
                self._extend(position)
                return True
        if top_misplaced and size <= len(target):
            position = self._misplaced_holding(target[size - 1])
            if position is not None:
                self.swap(size - position - 1)
                return True
        if size < len(target):
            self._extend(size)
            return True
        self._permute(top)
        return True

    def _send_top_to(self, position: int) -> None:
        """Swap the top to its position, or bring up a surplus slot if that is out of reach."""
        source = self.source
        size = len(source)
        depth = size - position - 1
        if depth > REACH:
            for closer in range(REACH, 0, -1):
                if self._missing[source[size - 1 - closer]] < 0:
                    junk_wanted = self.wants_junk(size - 1)
                    self.swap(closer)
                    if junk_wanted and not self.stopped:
                        self.pop()
                    return
        self.swap(depth)

    def _permute(self, top: Slot) -> None:
        """All slots are present, some at the wrong position."""
        source, target = self.source, self.target
        size = len(source)
        window = max(0, size - REACH - 1)
        position = self._misplaced_for(top, window, size)
        if position is None:
            position = self._misplaced_other_than(top, window)
        if position is not None:
            self.swap(size - position - 1)
            return
        if self.wants_junk(size - 1) and self._missing[top] <= 0:
            self.pop()
            return
        for position in range(window, min(size, len(target))):
            if target[position] is JUNK and self._missing[source[position]] <= 0:
                self.swap(size - position - 1)
                if not self.stopped:
                    self.pop()
                return
        position = self._misplaced_for(top, 0, size)
        if position is None:
            position = self._misplaced_other_than(top, 0)
        assert position is not None, "the stack shuffler is stuck"
        self.swap(size - position - 1)

    def _extend(self, position: int) -> None:
        """Push a slot: one about to get out of reach, or the one needed at `position`."""
        if not self._save_deep_slot() and not self._bring_up(position):
            raise AssertionError("the stack shuffler cannot bring up a slot")

    def _bring_up(self, position: int) -> bool:
        """Push the target's slot at `position`, or at that of the required slot."""
        source, target = self.source, self.target
        size = min(len(source), len(target))
        queue = [position]
        visited = {position}
        for offset in queue:
            if offset >= len(target):
                continue
            wanted = target[offset]
            if self._missing.get(wanted, 0) > 0:
                self._push_for(offset, wanted)
                return True
            for candidate in range(size):
                if (
                    candidate not in visited
                    and (wanted is JUNK or source[candidate] is wanted)
                    and self._is_misplaced(candidate)
                ):
                    visited.add(candidate)
                    queue.append(candidate)
        return False

    def _push_for(self, position: int, slot: Slot) -> None:
        self.wanted_at = position
        self.push(slot)
        self.wanted_at = -1

    def _save_deep_slot(self) -> bool:
        """Handle a slot that one more push would put out of reach, if there is one."""
        source = self.source
        for position in range(len(source) - REACH + 1):
            slot = source[position]
            if self._is_misplaced(position):
                if self._move_out(position):
                    return True
            elif (
                self._missing[slot] > 0 and slot is not JUNK and slot not in source[position + 1 :]
            ):
                self._push_for(position, slot)
                return True
        return False

    def _move_out(self, position: int) -> bool:
        """Put the right slot at a deep position, bringing up the one there."""
        source, target = self.source, self.target
        size = len(source)
        if position < len(target):
            wanted = target[position]
            if source[-1] is wanted:
                self.swap(size - position - 1)
                return True
            if self._bring_up(position):
                return True
            for other in range(position + 1, size):
                if source[other] is wanted:
                    self.swap(size - other - 1)
                    return True
        return False
