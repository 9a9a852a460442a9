"""Runs many sequences over the code of one object, each common prefix once.

The sequences of a batch form a trie, which is walked depth first. Where it branches, a copy of the
code is kept for the other branches. In addition, transitions between states are memoised by the
fingerprints of the states, which cover everything that later steps read. So sequences that arrive
at the same state share all work after it, in this batch and in later ones, and a step that changes
nothing is free the second time.

The cache is bounded. An evicted state is recomputed from its last cached predecessor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from yulopt.suite.suite import Settings
from yulopt.syntax.ast import Block
from yulopt.syntax.copying import copy_block
from yulopt.tune.candidate import END, Edge, Path
from yulopt.tune.state import State, StateStore, first_state

# The maximum number of effective steps until the state is kept.
_STRIDE: Final = 8
_MAX_EDGES: Final = 500_000


class Leaf:
    """The common end of some paths: the `code` and, for comparisons, a `digest` of its text.

    `numbers` are the indices of the paths.
    """

    def __init__(self, digest: bytes, numbers: list[int], walk: _Walk, position: _Position) -> None:
        self.digest = digest
        self.numbers = numbers
        self._walk = walk
        self._position = position

    def code(self) -> Block:
        """The optimised code; valid until the next leaf, read-only."""
        return self._walk.state_at(self._position).code


class CodeTrie:
    """The code of one object after the prefixes of many paths.

    `runs` counts the edges that were run.
    """

    def __init__(
        self, code: Block, settings: Settings, store: StateStore, *, is_creation: bool
    ) -> None:
        """The code is copied; `store` may be shared with other objects."""
        self.store = store
        self.runs = 0
        self.edges: dict[tuple[bytes, Edge], bytes] = {}
        self.root = first_state(copy_block(code), settings, is_creation=is_creation)
        self.root.fingerprint()

    def leaves(self, paths: Sequence[Path]) -> Iterator[Leaf]:
        """The ends of the paths, each path in one of them, in any order."""
        walk = _Walk(self)
        root = _Position(self.root.fingerprint(), None, None)
        yield from walk.leaves(root, [(path, number) for number, path in enumerate(paths)], 0)
        if len(self.edges) > _MAX_EDGES:
            for key in list(self.edges)[: len(self.edges) // 2]:
                del self.edges[key]

    def runs_of(self, path: Path) -> Iterator[tuple[bytes, Edge]]:
        """The edges of a path that was walked, with the fingerprints of the states before them."""
        fingerprint = self.root.fingerprint()
        for edge in path:
            yield fingerprint, edge
            fingerprint = self.edges[fingerprint, edge]


class _Position:
    """A node of the trie during a walk. `state` is set if it is not in the store."""

    __slots__ = ("edge", "fingerprint", "parent", "state")

    def __init__(self, fingerprint: bytes, parent: _Position | None, edge: Edge | None) -> None:
        self.fingerprint = fingerprint
        self.parent = parent
        self.edge = edge
        self.state: State | None = None


class _Walk:
    """One walk over the trie of a batch."""

    def __init__(self, trie: CodeTrie) -> None:
        self._trie = trie

    def leaves(
        self, position: _Position, paths: list[tuple[Path, int]], depth: int
    ) -> Iterator[Leaf]:
        if position.edge is not None and position.edge[0] == END:
            yield Leaf(position.fingerprint, [number for _, number in paths], self, position)
            return
        branches: dict[Edge, list[tuple[Path, int]]] = {}
        for path, number in paths:
            branches.setdefault(path[depth], []).append((path, number))
        known = self._trie.edges
        # Only edges that were not run yet need the state, and the last of them may take it over.
        order = sorted(branches, key=lambda edge: ((position.fingerprint, edge) not in known, edge))
        for edge in order:
            child = self._follow(position, edge, is_last=edge == order[-1])
            yield from self.leaves(child, branches[edge], depth + 1)

    def _follow(self, position: _Position, edge: Edge, *, is_last: bool) -> _Position:
        trie = self._trie
        key = (position.fingerprint, edge)
        known = trie.edges.get(key)
        if known is not None:
            if position.state is not None:
                trie.store.put(position.fingerprint, position.state)
                position.state = None
            return _Position(known, position, edge)
        trie.runs += 1
        if not is_last:
            self._keep(position)
        state = self.state_at(position)
        position.state = None
        state.follow(edge)
        found = state.text_digest() if edge[0] == END else state.fingerprint()
        trie.edges[key] = found
        child = _Position(found, position, edge)
        child.state = state
        if state.changes >= _STRIDE and edge[0] != END:
            state.changes = 0
            trie.store.put(found, state.copy())
        return child

    def _keep(self, position: _Position) -> None:
        """Keep the state for later edges."""
        store = self._trie.store
        if not store.has(position.fingerprint) and position.parent is not None:
            store.put(position.fingerprint, self.state_at(position))
            position.state = None

    def state_at(self, position: _Position) -> State:
        """A mutable state; the position owns it until it is taken."""
        if position.state is not None:
            return position.state
        edges: list[Edge] = []
        before = position
        while True:
            state = self._trie.store.copy_of(before.fingerprint)
            if state is None and before.state is not None:
                state = before.state.copy()
            if before.parent is None:
                state = self._trie.root.copy()
            if state is not None:
                break
            assert before.parent is not None
            assert before.edge is not None
            edges.append(before.edge)
            before = before.parent
        for edge in reversed(edges):
            state.follow(edge)
        position.state = state
        return state
