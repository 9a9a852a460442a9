"""The cheapest instructions for a block: a beam search from its end backwards.

A state is a stack from which the rest of the block can be executed, and the set of nodes in that
rest. The search starts with the final stack of the block and steps backwards:

* If the top is the result of a node that is not needed earlier, the node was the last instruction:
  its arguments replace the result. Both orders of arguments are tried if the instruction or its
  mirror (`lt` for `gt`) allows it.
* If the top is a constant, it was pushed.
* If the top has a duplicate within reach, it was copied (DUP).
* A node without a result, or with an unused one, may precede any stack.
* An initial slot that is missing may have been popped, even if it is needed earlier: then it is
  copied and the original dropped, instead of being moved.
* Two slots may have been exchanged (SWAP), which is tried where it brings a slot to its target, or
  a slot to the top that one of the steps above can remove.

All steps but exchanges reduce the remaining work by a known amount; states with equal work are
compared by their cost beyond the common minimum, plus an estimate of the remaining exchanges, and
only the best ones are followed (`width`). So the time is linear in the length of the block for
bounded stack height.

Every value on a stack of this search is needed, so, unlike in a forward search, no value is kept on
speculation.

Sources: Albert et al., "Synthesis of super-optimized smart contracts using Max-SMT" (2020; syrup)
for the problem; Koopman, "A preliminary exploration of optimized stack code generation" (1992) for
copies in place of recomputation; backwards construction as in solc's layout generator.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Final

from yulopt.assembly.beyond.block_graph import CONSTANT, MIRRORS, NODE, BlockGraph
from yulopt.assembly.beyond.item_prices import ItemPrices
from yulopt.assembly.items import Instruction
from yulopt.stack.slots import REACH

# The steps, as kind * _KIND + number.
_KIND: Final = 1 << 24
COMPUTE: Final = 1
COMPUTE_MIRRORED: Final = 2
DUP: Final = 3
SWAP: Final = 4
POP: Final = 5

_NO_HOME: Final = -1
# More than the number of states of a search.
_MAX_STATES: Final = 1 << 32


class State:
    """A stack in the search, and the path from it to the end of the block."""

    __slots__ = ("cost", "later", "placed", "stack", "step", "work")

    def __init__(
        self,
        stack: list[int],
        placed: int,
        work: int,
        cost: int,
        later: State | None,
        step: int,
    ) -> None:
        self.stack = stack
        self.placed = placed
        self.work = work
        self.cost = cost
        self.later = later
        self.step = step


class StackSearch:
    """Searches the instructions of one block.

    `ends`: whether the block ends the execution, so that slots below `final` are irrelevant;
    `highest`: the maximum number of slots in use.
    """

    def __init__(
        self,
        graph: BlockGraph,
        prices: ItemPrices,
        *,
        ends: bool,
        highest: int,
        width: int,
    ) -> None:
        self._graph = graph
        self._mirrored = [
            isinstance(item, Instruction) and MIRRORS[item.opcode] != "" for item in graph.items
        ]
        self._prices = prices
        self._ends = ends
        self._highest = highest
        self._width = width
        self._initial = graph.initial
        count = len(graph.kinds)
        self._homes = [_NO_HOME] * count
        for position, value in enumerate(graph.initial):
            self._homes[value] = position
        # The price of each constant, and the minimum cost of a copy of each value.
        self._constants = [
            prices.item(graph.items[value]) if kind == CONSTANT else 0
            for value, kind in enumerate(graph.kinds)
        ]
        self._copies = [
            min(prices.copy, price) if price else prices.copy for price in self._constants
        ]
        self._is_expensive = [price > prices.copy + prices.exchange for price in self._constants]
        self._nodes: list[int] = []
        # For each value the nodes that use it or must come later, as a bit set.
        self._users = [0] * count
        self._is_used = [False] * count
        self._find_users()
        self._states: list[State] = []
        # For each amount of work, the ranks of its states. The lowest one is followed first: the
        # lowest estimated cost, of equal ones the latest state.
        self._levels: dict[int, list[int]] = {}

    def _find_users(self) -> None:
        graph = self._graph
        needed = [False] * len(graph.kinds)
        pending = graph.required + graph.final
        while pending:
            value = pending.pop()
            if not needed[value]:
                needed[value] = True
                pending += graph.arguments[value]
        for value in graph.final:
            self._is_used[value] = True
        for value, kind in enumerate(graph.kinds):
            if kind != NODE or not needed[value]:
                continue
            self._nodes.append(value)
            for argument in graph.arguments[value]:
                self._users[argument] |= 1 << value
                self._is_used[argument] = True
            for other in graph.before[value]:
                self._users[other] |= 1 << value

    # The search

    def run(self) -> State | None:
        """The state at the start of the block; None if the search gave up."""
        graph = self._graph
        final, initial = graph.final, self._initial
        if self._ends:
            price = 0
            self._start(final[:], 0)
            for kept, value in enumerate(initial):
                # Each use of a value that stays needs a copy.
                price += self._prices.copy if self._is_used[value] else 0
                self._start(initial[: kept + 1] + final, price)
        else:
            self._start(final[:], 0)
        goal = len(initial)
        while self._levels:
            work = max(self._levels)
            found = self._expand_level(self._levels.pop(work), work == goal)
            if found is not None:
                return found
        return None

    def _start(self, stack: list[int], cost: int) -> None:
        work = len(stack)
        for node in self._nodes:
            work += 1 + len(self._graph.arguments[node])
        for value in self._initial:
            if value not in stack:
                work += 2
        self._add(State(stack, 0, work, cost, None, 0))

    def _add(self, state: State) -> None:
        if len(state.stack) > self._highest:
            return
        estimated = state.cost + self._estimate(state.stack)
        rank = estimated * _MAX_STATES - len(self._states)
        self._states.append(state)
        level = self._levels.get(state.work)
        if level is None:
            self._levels[state.work] = [rank]
        else:
            level.append(rank)

    def _expand_level(self, heap: list[int], is_last: bool) -> State | None:
        """Expand the best states with equal work, given by their ranks; returns the goal if it is
        among them."""
        heapify(heap)
        visited: set[tuple[int, tuple[int, ...]]] = set()
        expanded = 0
        while heap and expanded < self._width:
            state = self._states[-heappop(heap) % _MAX_STATES]
            key = (state.placed, tuple(state.stack))
            if key in visited:
                continue
            visited.add(key)
            if is_last and state.stack == self._initial:
                return state
            expanded += 1
            self._expand(state)
            # Exchanges lead to states of this level.
            same = self._levels.pop(state.work, None)
            if same is not None:
                for rank in same:
                    heappush(heap, rank)
        return None

    def _estimate(self, stack: list[int]) -> int:
        """An estimate of the remaining exchanges; exact for permutations.

        A cycle of misplaced slots takes one exchange less than it has slots if it includes the top,
        and otherwise one more. A value that will be removed has to be brought up if a slot above it
        stays.
        """
        if not self._initial:
            return 0
        homes = self._homes
        height = len(stack)
        # The target of each initial slot, and the slot that goes to each position.
        targets = [_NO_HOME] * height
        sources = [_NO_HOME] * height
        exchanges = 0
        for position, value in enumerate(stack):
            home = homes[value]
            if home == position:
                targets[position] = position
            elif home != _NO_HOME and home >= height:
                exchanges += 1
            elif home != _NO_HOME and stack[home] != value and sources[home] == _NO_HOME:
                exchanges += 1
                targets[position] = home
                sources[home] = position
        below = False
        for position in range(height - 1, -1, -1):
            target = targets[position]
            if target == position:
                below = True
            elif target == _NO_HOME:
                if below and sources[position] == _NO_HOME:
                    exchanges += 1
            else:
                exchanges += _round_trip(targets, position, height - 1)
        return self._prices.exchange * exchanges

    # One step backwards

    def _expand(self, state: State) -> None:
        stack = state.stack
        height = len(stack)
        if height:
            top = stack[-1]
            copied = self._is_copy(stack, top)
            kind = self._graph.kinds[top]
            if kind == CONSTANT:
                self._undo_constant(state, top, copied)
                # An expensive value may stay on the stack for earlier uses.
                if copied >= 0 or not self._is_expensive[top] or self._is_ready(state, top):
                    return
            elif copied >= 0 and self._homes[top] != height - 1:
                self._undo_copy(state, copied)
                return
            elif copied >= 0:
                self._undo_copy(state, copied)
            elif kind == NODE and self._is_ready(state, top) and stack.count(top) == 1:
                self._undo_node(state, top, 1)
                return
        self._undo_effects(state)
        self._undo_pops(state)
        if height:
            self._undo_swaps(state)

    def _is_copy(self, stack: list[int], top: int) -> int:
        """The position of a duplicate of the top within reach; -1 if there is none."""
        height = len(stack)
        for position in range(height - 2, max(-1, height - 2 - REACH), -1):
            if stack[position] == top:
                return position
        return -1

    def _is_ready(self, state: State, node: int) -> bool:
        """Whether all successors of a node are placed."""
        return self._users[node] & ~state.placed == 0

    def _undo_constant(self, state: State, top: int, copied: int) -> None:
        price = self._constants[top]
        if copied >= 0 and self._prices.copy < price:
            self._undo_copy(state, copied)
            return
        self._add(
            State(
                state.stack[:-1],
                state.placed,
                state.work - 1,
                state.cost + price - self._copies[top],
                state,
                COMPUTE * _KIND + top,
            )
        )

    def _undo_copy(self, state: State, position: int) -> None:
        number = len(state.stack) - 1 - position
        stack = state.stack[:-1]
        step = DUP * _KIND + number
        self._add(State(stack, state.placed, state.work - 1, state.cost, state, step))

    def _undo_node(self, state: State, node: int, results: int) -> None:
        arguments = self._graph.arguments[node]
        below = state.stack[: len(state.stack) - results]
        placed = state.placed | 1 << node
        orders = [arguments[::-1]]
        if self._mirrored[node] and arguments[0] != arguments[1]:
            orders.append([arguments[2], *arguments[:2]] if len(arguments) == 3 else arguments[:])
        kind = COMPUTE
        for order in orders:
            stack = below + order
            work = state.work - 1 - results
            for value in arguments:
                if self._homes[value] != _NO_HOME and value not in below:
                    # It is no longer missing; an argument may occur twice.
                    work -= 2
            if len(arguments) > 1:
                work += self._twice(arguments, below)
            self._add(State(stack, placed, work, state.cost, state, kind * _KIND + node))
            kind = COMPUTE_MIRRORED

    def _twice(self, arguments: list[int], below: list[int]) -> int:
        """The correction for arguments that occur more than once."""
        result = 0
        for index, value in enumerate(arguments):
            if self._homes[value] != _NO_HOME and value not in below and value in arguments[:index]:
                result += 2
        return result

    def _undo_effects(self, state: State) -> None:
        """Nodes whose result, if they have one, is not on the stack."""
        graph = self._graph
        for node in reversed(graph.required):
            if state.placed >> node & 1 or not self._is_ready(state, node):
                continue
            if not graph.results[node]:
                self._undo_node(state, node, 0)
            elif not self._is_used[node]:
                stack = [*state.stack, node]
                step = POP * _KIND + node
                popped = State(stack, state.placed, state.work + 1, state.cost, state, step)
                self._undo_node(popped, node, 1)

    def _undo_pops(self, state: State) -> None:
        """Initial values that were dropped in the meantime."""
        height = len(state.stack)
        initial = self._initial
        prices = self._prices
        for home in range(min(height + 1, len(initial))):
            value = initial[home]
            if value in state.stack:
                continue
            needed = self._users[value] & ~state.placed != 0
            if home < height and (needed or self._homes[state.stack[home]] == home):
                continue
            extra = prices.pop + (prices.copy if needed else 0)
            stack = [*state.stack, value]
            step = POP * _KIND + value
            self._add(State(stack, state.placed, state.work - 1, state.cost + extra, state, step))

    def _undo_swaps(self, state: State) -> None:
        stack = state.stack
        top = len(stack) - 1
        value = stack[top]
        home = self._homes[value]
        last = top - state.step % _KIND if state.step // _KIND == SWAP else -1
        for position in range(max(0, top - REACH), top):
            other = stack[position]
            if other == value or position == last:
                continue
            useful = home == position or self._homes[other] == top
            if not useful and self._homes[other] != _NO_HOME:
                useful = self._homes[other] != position
            if not useful:
                useful = self._can_go(state, other, position)
            if useful:
                changed = stack[:]
                changed[position], changed[top] = value, other
                cost = state.cost + self._prices.exchange
                step = SWAP * _KIND + top - position
                self._add(State(changed, state.placed, state.work, cost, state, step))

    def _can_go(self, state: State, value: int, position: int) -> bool:
        """Whether a value could be removed if it were on top."""
        kind = self._graph.kinds[value]
        if kind == CONSTANT:
            return True
        if state.stack.count(value) > 1:
            return self._homes[value] != position
        return kind == NODE and self._is_ready(state, value)


def _round_trip(targets: list[int], start: int, top: int) -> int:
    """The exchanges of a cycle beyond one per slot; 0 if the path is no cycle.

    Marks the slots of the path as done.
    """
    has_top = False
    position = start
    while position != _NO_HOME:
        following = targets[position]
        targets[position] = _NO_HOME
        has_top |= position == top
        if following == start:
            return -1 if has_top else 1
        position = following
    return 0


def steps_of(state: State) -> list[tuple[int, int]]:
    """The steps from a state to the end of the block: kind and number (see the constants)."""
    steps: list[tuple[int, int]] = []
    current: State | None = state
    while current is not None and current.later is not None:
        steps.append((current.step // _KIND, current.step % _KIND))
        current = current.later
    return steps
