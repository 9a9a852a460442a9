"""Values for the variables of rules, and terms to saturate."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.rule_terms import INTERESTING_WORDS, random_word, variables
from yulopt.egraph.export import ARGUMENT, ENode
from yulopt.rules import Rule
from yulopt.rules.terms import NumberVariable, evaluate, subterms

# Words that make rules show what they are about: chapter 09, section 6.3.
EDGES = (0, 1, 2, 31, 32, 255, 256, 257, 2**128, 2**255 - 1, 2**255, 2**255 + 1, 2**256 - 1)


def some_word(rng: Random) -> int:
    """An edge, a power of two, or any other word."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.choice(EDGES)
    if kind == 1:
        return rng.choice(INTERESTING_WORDS)
    return 1 << rng.randrange(256) if kind == 2 else random_word(rng)


def assignments(rule: Rule, samples: int) -> Iterator[dict[str, int]]:
    """Values of the variables for which the conditions hold; the seed is the name of the rule."""
    rng = Random(rule.name)
    names = sorted(variables(rule.pattern))
    for _ in range(samples):
        values = {name: some_word(rng) for name in names}
        if all(evaluate(condition, values) for condition in rule.conditions):
            yield values


def number_variables(rule: Rule) -> set[str]:
    """The variables that stand for numbers only."""
    return {part.name for part in subterms(rule.pattern) if isinstance(part, NumberVariable)}


def random_terms(rng: Random, operations: dict[str, int], size: int, bits: int) -> list[ENode]:
    """Terms over each other, four arguments and numbers; the index of a term is its handle."""
    nodes = [ENode((ARGUMENT, index)) for index in range(4)]
    small = (0, 1, 2, 3, 8, bits - 1, bits, 255)
    for _ in range(6):
        word = rng.choice(small) if rng.random() < 0.6 else some_word(rng)
        nodes.append(ENode(word & ((1 << bits) - 1)))
    for _ in range(size):
        name = rng.choice(list(operations))
        nodes.append(ENode(name, tuple(rng.randrange(len(nodes)) for _ in range(operations[name]))))
    return nodes
