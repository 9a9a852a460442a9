"""Known differences of two variables."""

from __future__ import annotations

from tests.parsing import expression
from yulopt.analysis.symbolic_offsets import ABSOLUTE, KnowledgeBase, SSAKnowledgeBase, variable_of
from yulopt.syntax.ast import (
    Expression,
)


def knowledge_base(values: str) -> KnowledgeBase:
    """Knows values given like `a := add(b, 1); b := 2`; nothing about other variables."""
    assignments = [line.split(" := ") for line in values.split("; ") if line]
    known = {name: expression(text) for name, text in assignments}
    return KnowledgeBase(known.get)


def difference(knowledge: KnowledgeBase, one: str, other: str) -> int | None:
    """The signed difference, if known; from -2**255 to 2**255 - 1."""
    base, offset = knowledge.locate(one)
    other_base, other_offset = knowledge.locate(other)
    if base != other_base:
        return None
    result = (offset - other_offset) % 2**256
    return result if result < 2**255 else result - 2**256


# By how much b is greater than a.
DIFFERENCES = {
    "": None,
    "c := a": None,
    "b := a": 0,
    "b := add(a, 32)": 32,
    "b := add(32, a)": 32,
    "b := sub(a, 32)": -32,
    "b := add(a, sub(7, 9))": -2,
    "b := add(add(a, 1), add(2, 3))": 6,
    "b := add(c, 1); c := add(a, 1)": 2,
    "b := add(c, 1); a := add(c, 5)": -4,
    "b := add(a, c); c := 7": 7,
    "a := 7; b := 10": 3,
    "a := 7; b := true": -6,
    "a := 7; b := sub(10, 1)": 2,
    "a := sub(c, c); b := 1": 1,
    # Results wrap around.
    "a := 1; b := sub(0, 1)": -2,
    # Nothing is known about sums of variables, and differences from them.
    "b := add(a, c)": None,
    "b := sub(32, a)": None,
    "a := sub(5, c); b := sub(37, c)": None,
    "a := add(c, d); b := add(d, c)": None,
    # Nor about anything else than sums.
    "b := mul(a, 1)": None,
    "b := add(mul(a, 1), 7)": None,
    "b := add(7, mul(a, 1))": None,
    "b := sub(mul(a, 1), 7)": None,
    "b := sub(7, mul(a, 1))": None,
    "b := f(a)": None,
    "a := or(c, 1); b := or(c, 1)": None,
}


def test_differences_between_variables() -> None:
    found = {values: difference(knowledge_base(values), "b", "a") for values in DIFFERENCES}
    assert found == DIFFERENCES


def test_differences_do_not_depend_on_the_order_of_queries() -> None:
    for values, known in DIFFERENCES.items():
        opposite = difference(knowledge_base(values), "a", "b")
        assert opposite == (None if known is None else -known)


def test_the_base_of_constants() -> None:
    knowledge = knowledge_base("a := add(1, 2); b := a")
    assert knowledge.locate("a") == (ABSOLUTE, 3)
    assert knowledge.locate("b") == (ABSOLUTE, 3)
    assert knowledge.locate("c")[0] != ABSOLUTE


def test_a_reassigned_variable_is_located_anew() -> None:
    known: dict[str, Expression] = {"a": expression("add(c, 1)")}
    knowledge = KnowledgeBase(known.get)
    assert difference(knowledge, "a", "c") == 1
    known["a"] = expression("add(c, 2)")
    assert difference(knowledge, "a", "c") == 2
    del known["a"]
    assert difference(knowledge, "a", "c") is None


def test_an_equal_value_in_another_place_is_another_value() -> None:
    known: dict[str, Expression] = {"a": expression("mul(c, 1)")}
    knowledge = KnowledgeBase(known.get)
    before = knowledge.locate("a")
    assert knowledge.locate("a") == before
    known["a"] = expression("mul(c, 1)")
    assert knowledge.locate("a") != before


def test_changes_of_variables_in_a_value_are_ignored() -> None:
    """As in solc 0.8.19 to 0.8.37, where it is a fault, unless forgetting is requested."""
    known: dict[str, Expression] = {"a": expression("add(b, 1)"), "b": expression("add(c, 1)")}
    knowledge = KnowledgeBase(known.get)
    assert difference(knowledge, "a", "c") == 2
    known["b"] = expression("add(c, 100)")
    assert difference(knowledge, "b", "c") == 100
    assert difference(knowledge, "a", "c") == 2
    # One that is asked for the first time sees the new value.
    known["d"] = expression("add(b, 1)")
    assert difference(knowledge, "d", "c") == 101


def test_a_forgotten_variable_is_located_anew() -> None:
    """Values computed from its old value keep their offsets from the old value."""
    knowledge = knowledge_base("c := add(b, 1); b := add(a, 1); d := add(a, 1)")
    before = knowledge.locate("c"), knowledge.locate("a")
    assert difference(knowledge, "c", "a") == 2
    knowledge.forget(["a"])
    assert difference(knowledge, "c", "a") is None
    assert difference(knowledge, "d", "a") == 1
    assert knowledge.locate("c") == before[0]
    assert knowledge.locate("a") != before[1]


def test_a_base_names_the_variable_of_its_value() -> None:
    knowledge = knowledge_base("c := add(b, 1); k := 7")
    assert [variable_of(knowledge.locate(name)[0]) for name in "cbk"] == ["b", "b", ABSOLUTE]


def test_changing_variables_have_no_offsets() -> None:
    values = {"a": expression("d"), "b": expression("add(d, 1)"), "c": expression("add(b, 1)")}
    assert difference(SSAKnowledgeBase(values), "c", "a") == 2
    careful = SSAKnowledgeBase(values, {"d"})
    assert difference(careful, "b", "a") is None
    assert difference(careful, "c", "b") == 1


def test_constants_of_unchanged_variables() -> None:
    values = {name: expression(text) for name, text in {"a": "add(1, 2)", "b": "mload(0)"}.items()}
    knowledge = SSAKnowledgeBase(values)
    assert [knowledge.known_constant(name) for name in "abc"] == [3, None, None]
