"""Mutations of programs: of their trees, their tokens, and their bytes."""

from __future__ import annotations

from random import Random

from tests.fuzzing.byte_mutations import BYTE_MUTATIONS
from tests.fuzzing.token_mutations import TOKEN_MUTATIONS, tokens_of
from tests.fuzzing.tree_mutations import TREE_MUTATIONS
from tests.shrink import parse_tree


def mutate(rng: Random, source: str, other: str, valid: bool) -> bytes:
    """A few mutations of a program; of its tree only if it and `other` are `valid`."""
    level = rng.choice(("tree", "tree", "tokens", "tokens", "bytes", "all"))
    text = source
    if level in ("tree", "all") and valid:
        text = _mutate_tree(rng, text, other)
    if level in ("tokens", "all") or not valid:
        tokens = tokens_of(text)
        for _ in range(_count(rng)):
            tokens = rng.choice(TOKEN_MUTATIONS)(rng, tokens or [""], tokens_of(other))
        text = "".join(tokens)
    data = text.encode()
    if level in ("bytes", "all"):
        for _ in range(_count(rng)):
            data = rng.choice(BYTE_MUTATIONS)(rng, data)
    return data


def _mutate_tree(rng: Random, source: str, other: str) -> str:
    try:
        tree, other_tree = parse_tree(source), parse_tree(other)
        for _ in range(_count(rng)):
            tree = rng.choice(TREE_MUTATIONS)(rng, tree, other_tree)
        return str(tree)
    except RecursionError:  # some of the programs are nested very deep
        return source


def _count(rng: Random) -> int:
    return rng.choice((1, 1, 1, 2, 3))
