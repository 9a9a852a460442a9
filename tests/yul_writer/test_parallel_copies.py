"""Assignments that happen at once, one by one: copies of SSA form, and expressions of Yul."""

from __future__ import annotations

from random import Random

import pytest

from tests.slices import seeds
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.ssa.destruction.parallel_copies import sequentialise
from yulopt.ssa.ir.function import Constant, NamedValue, Value, Variable
from yulopt.syntax.ast import (
    NUMBER,
    Assignment,
    Block,
    Expression,
    FunctionCall,
    Identifier,
    Literal,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.printer import print_yul
from yulopt.yul_writer.parallel_copies import assignments

DIALECT = dialect_for(DEFAULT_EVM_VERSION)


# Copies


def sequence(sources: dict[str, str]) -> tuple[list[tuple[str, str]], dict[str, int]]:
    """The copies for a map from targets to sources (numbers are constants), and what all variables
    hold after them, if variable `x` held the number of the letter before."""
    names = dict.fromkeys([*sources, *(one for one in sources.values() if not one.isdigit())])
    variables: dict[str, Value] = {name: Variable(name) for name in names}

    def value(name: str) -> Value:
        return Constant(int(name)) if name.isdigit() else variables[name]

    temporaries: list[NamedValue] = []

    def new_temporary(_: NamedValue) -> NamedValue:
        temporaries.append(Variable(f"tmp{len(temporaries)}"))
        return temporaries[-1]

    pairs: list[tuple[NamedValue, Value]] = []
    for target, source in sources.items():
        variable = variables[target]
        assert isinstance(variable, NamedValue)
        pairs.append((variable, value(source)))
    copies = sequentialise(pairs, new_temporary)
    state = {name: index + 1000 for index, name in enumerate(names)}
    texts: list[tuple[str, str]] = []
    for target_value, source_value in copies:
        if isinstance(source_value, Constant):
            read_value, text = source_value.value, str(source_value.value)
        else:
            assert isinstance(source_value, NamedValue)
            read_value, text = state[source_value.name], source_value.name
        state[target_value.name] = read_value
        texts.append((target_value.name, text))
    return texts, state


def test_tree_of_copies() -> None:
    copies, _ = sequence({"b": "a", "c": "a", "d": "b", "e": "7"})
    assert len(copies) == 4


def test_cycles_share_nothing() -> None:
    copies, _ = sequence({"a": "b", "b": "a", "c": "d", "d": "e", "e": "c"})
    assert len(copies) == (2 + 1) + (3 + 1)


def test_a_copy_out_of_a_cycle_is_its_temporary() -> None:
    copies, _ = sequence({"a": "b", "b": "a", "x": "a"})
    assert len(copies) == 3
    assert not any(target.startswith("tmp") for target, _ in copies)


def open_cycles(sources: dict[str, str]) -> int:
    """The number of cycles of which nothing else reads a member."""
    count = 0
    seen: set[str] = set()
    for start in sources:
        path = [start]
        while path[-1] in sources and sources[path[-1]] not in path:
            path.append(sources[path[-1]])
        if sources.get(path[-1]) != start or start in seen or len(path) < 2:
            continue
        seen.update(path)
        outside = [target for target, source in sources.items() if source in path]
        count += set(outside) <= set(path)
    return count


@pytest.mark.parametrize("seed", seeds(60, at_length=300))
def test_random_parallel_copies(seed: int) -> None:
    rng = Random(seed)
    names = "abcdefgh"[: rng.randint(1, 8)]
    targets = rng.sample(names, rng.randint(1, len(names)))
    sources = {target: rng.choice((*names, *names, "5")) for target in targets}
    copies, state = sequence(sources)
    before = dict.fromkeys([*sources, *(one for one in sources.values() if not one.isdigit())])
    start = {name: index + 1000 for index, name in enumerate(before)}
    for name in before:
        source = sources.get(name, name)
        assert state[name] == (5 if source == "5" else start[source])
    moved = sum(target != source for target, source in sources.items())
    assert len(copies) == moved + open_cycles(sources)


# Expressions


def added(*names: str) -> Expression:
    """The sum of some variables and numbers."""
    *first, last = [
        Literal(NUMBER, int(name)) if name.isdigit() else Identifier(name) for name in names
    ]
    result: Expression = last
    for term in reversed(first):
        result = FunctionCall("add", [term, result], DIALECT.builtin("add"))
    return result


def assigned(values: dict[str, Expression]) -> list[Statement]:
    """The statements for some assignments to variables of one letter."""
    dispenser = NameDispenser(DIALECT)
    for name in "abcdefgh":
        dispenser.mark_used(name)
    return assignments(values, dispenser.new_name)


def text(values: dict[str, Expression]) -> str:
    """The statements on one line."""
    return " ".join(print_yul(Block(assigned(values))).split())


def test_a_variable_changes_after_all_that_read_it() -> None:
    values = {"a": added("1"), "b": added("a", "c"), "d": added("a", "1")}
    assert text(values) == "{ b := add(a, c) d := add(a, 1) a := 1 }"


def test_a_sum_of_itself_needs_no_temporary() -> None:
    assert text({"a": added("a", "1"), "b": added("a")}) == "{ b := a a := add(a, 1) }"


def test_copied_values_are_read_from_the_copy() -> None:
    values = {"a": added("b", "1"), "b": added("a"), "c": added("a")}
    assert text(values) == "{ c := a a := add(b, 1) b := c }"


def test_a_cycle_of_sums_takes_one_temporary() -> None:
    values = {"a": added("b", "1"), "b": added("a", "2")}
    assert text(values) == "{ let a_1 := a a := add(b, 1) b := add(a_1, 2) }"


def value_of(expression: Expression, state: dict[str, int]) -> int:
    """The value of a sum."""
    if isinstance(expression, Identifier):
        return state[expression.name]
    if isinstance(expression, Literal):
        return expression.value
    assert isinstance(expression, FunctionCall)
    return sum(value_of(argument, state) for argument in expression.arguments)


@pytest.mark.parametrize("seed", seeds(60, at_length=300))
def test_random_assignments(seed: int) -> None:
    rng = Random(seed)
    names = "abcdefgh"[: rng.randint(1, 8)]
    targets = rng.sample(names, rng.randint(1, len(names)))
    values = {
        target: added(*rng.choices((*names, "5"), k=rng.choice((1, 1, 2, 3)))) for target in targets
    }
    start = {name: 1000 * 7**index for index, name in enumerate(names)}
    expected = {target: value_of(value, start) for target, value in values.items()}
    state = dict(start)
    for statement in assigned(values):
        if isinstance(statement, VariableDeclaration):
            assert statement.value is not None
            assert statement.names[0] not in state
            state[statement.names[0]] = value_of(statement.value, state)
        else:
            assert isinstance(statement, Assignment)
            state[statement.targets[0].name] = value_of(statement.value, state)
    assert {name: state[name] for name in names} == {**start, **expected}
