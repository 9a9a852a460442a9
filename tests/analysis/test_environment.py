"""Facts about storage and memory: the sorted form against the plain rules of chapter 04."""

from __future__ import annotations

import random

import pytest

from tests.slices import seeds
from yulopt.analysis.environment import Facts, StoredWords
from yulopt.analysis.symbolic_offsets import KnowledgeBase
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.syntax.ast import NUMBER, Expression, FunctionCall, Identifier, Literal

ADD = dialect_for(DEFAULT_EVM_VERSION).builtins["add"]
NAMES = "abcdefgh"


class PlainWords:
    """The rules as they are written: every store is compared with every known word."""

    def __init__(self, knowledge: KnowledgeBase, width: int, equal_values_survive: bool) -> None:
        self.words: dict[str, str] = {}
        self.knowledge = knowledge
        self.width = width
        self.equal_values_survive = equal_values_survive

    def store(self, key: str, value: str) -> None:
        for known_key, known_value in list(self.words.items()):
            apart = self.are_apart(key, known_key)
            if not apart and not (self.equal_values_survive and known_value == value):
                del self.words[known_key]
        self.words[key] = value

    def are_apart(self, key: str, other: str) -> bool:
        base, offset = self.knowledge.locate(key)
        other_base, other_offset = self.knowledge.locate(other)
        difference = (offset - other_offset) % 2**256
        return base == other_base and self.width <= difference <= 2**256 - self.width

    def forget_names(self, names: set[str]) -> None:
        self.words = {
            key: value
            for key, value in self.words.items()
            if key not in names and value not in names
        }


def random_value(rng: random.Random) -> Expression | None:
    number = Literal(NUMBER, rng.choice([0, 1, 31, 32, 33, 64, 2**256 - 1]))
    variable = Identifier(rng.choice(NAMES))
    choices = [None, number, variable, FunctionCall("add", [variable, number], ADD)]
    return rng.choice(choices)


@pytest.mark.parametrize("seed", seeds(10, at_length=40))
@pytest.mark.parametrize(("width", "equal_values_survive"), [(1, True), (2, False), (32, False)])
def test_a_store_kills_facts_that_it_may_overwrite(
    seed: int, width: int, equal_values_survive: bool
) -> None:
    rng = random.Random(seed)
    values: dict[str, Expression | None] = {}
    words = StoredWords(KnowledgeBase(values.get), width, equal_values_survive=equal_values_survive)
    plain = PlainWords(KnowledgeBase(values.get), width, equal_values_survive)
    for _ in range(300):
        key, value = rng.choice(NAMES), rng.choice(NAMES)
        action = rng.randrange(10)
        if action < 5:
            words.store(key, value)
            plain.store(key, value)
        elif action < 7:
            words.learn(key, value)
            plain.words[key] = value
        elif action < 9:
            # An assignment: what is known about the variable goes, and it gets another value.
            words.forget_names([key])
            plain.forget_names({key})
            values[key] = None
            new_value = random_value(rng)
            if not mentions(new_value, key, values):
                values[key] = new_value
        elif values.get(key) is not None:
            # A variable in the value was assigned.
            values[key] = None
            words.value_changed(key)
        assert {name: words.get(name) for name in NAMES if words.get(name)} == plain.words


def mentions(
    expression: Expression | None, name: str, values: dict[str, Expression | None]
) -> bool:
    """Whether the variable is needed to compute the expression, through other variables too."""
    if isinstance(expression, Identifier):
        return expression.name == name or mentions(values.get(expression.name), name, values)
    if isinstance(expression, FunctionCall):
        return any(mentions(argument, name, values) for argument in expression.arguments)
    return False


def test_a_join_keeps_common_facts() -> None:
    facts = Facts()
    facts.learn("a", "x")
    facts.learn("b", "x")
    facts.learn("c", "x")
    moment = facts.moment()
    facts.learn("b", "y")
    facts.forget(("c",))
    facts.learn("c", "x")
    facts.learn("d", "x")
    facts.keep_common(moment)
    assert [facts.get(key) for key in "abcd"] == ["x", None, "x", None]


def test_facts_about_a_variable_are_forgotten_under_each_of_its_roles() -> None:
    facts = Facts()
    facts.learn("start", "length", "hash")
    facts.learn("other", "length", "other_hash")
    facts.learn("start", "size", "third")
    facts.forget_names(["hash", "size"])
    assert facts.get("start", "length") is None
    assert facts.get("start", "size") is None
    assert facts.get("other", "length") == "other_hash"
