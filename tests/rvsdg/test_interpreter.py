"""The interpreter of graphs: the examples of optir, and evaluation by demand."""

from __future__ import annotations

import pytest

from tests.rvsdg.acceptance_cases import source
from tests.rvsdg.graphs import evaluate, parse
from yulopt.rvsdg.interpreter import OutOfFuelError, run
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.language import OPTIR, yul_language

ENDLESS = "(get-0 (loop 0 (+ get-0 1) 1))"


def test_an_expression_has_a_value() -> None:
    assert evaluate("(+ 5 (* -1 2))") == [3]


def test_calls() -> None:
    assert evaluate(source("a call of a negation"), 5, 7) == [-2]


def test_functions_with_several_outputs() -> None:
    assert evaluate(source("a result that is the same in every call")) == [129, 3]


def test_nested_switches() -> None:
    assert evaluate(source("nested switches"), 0, 10, 20, 30) == [10, 10, 20, 20]
    assert evaluate(source("nested switches"), 1, 10, 20, 30) == [10, 20, 20, 20]


def test_power() -> None:
    for base in (2, 3, -5):
        for exponent in range(9):
            assert evaluate(source("power by squaring"), base, exponent) == [
                OPTIR.word(base**exponent)
            ]


def test_unneeded_values_are_not_evaluated() -> None:
    text = f"(func-1-inputs-1-outputs (get-0 (switch-2-cases-1-outputs get-0 {ENDLESS} 1 get-0)))"
    assert evaluate(text, 0) == [1]
    with pytest.raises(OutOfFuelError):
        evaluate(text, 1)


def test_the_first_test_of_a_loop_follows_the_first_iteration() -> None:
    assert evaluate("(func-1-inputs-1-outputs (get-0 (loop get-0 (+ get-0 1) 0)))", 5) == [6]


def test_a_loop_without_a_use_may_be_endless() -> None:
    text = f"(func-0-inputs-1-outputs (get-1 (loop {ENDLESS} 1 get-0 2 0)))"
    assert evaluate(text) == [2]


def test_recursion() -> None:
    text = """
        (func-1-inputs-1-outputs (get-0 (call (get-0 (rec-1
          (func-1-inputs-1-outputs get-0
            (get-0 (switch-2-cases-1-outputs (= get-0 0) get-0 get-1
              (* get-0 (get-0 (call get-1 (+ get-0 -1)))) 1))))) get-0)))"""
    assert evaluate(text, 5) == [120]


def test_mutually_recursive_functions() -> None:
    even = "(get-0 (switch-2-cases-1-outputs (= get-0 0) get-0 get-1 {} {}))"
    next_one = "(get-0 (call get-1 (+ get-0 -1)))"
    text = f"""
        (func-1-inputs-1-outputs (get-0 (call (get-0 (rec-2
          (func-1-inputs-1-outputs get-1 {even.format(next_one, 1)})
          (func-1-inputs-1-outputs get-0 {even.format(next_one, 0)}))) get-0)))"""
    assert [evaluate(text, number) for number in range(4)] == [[1], [0], [1], [0]]


def test_constants_of_functions_follow_the_inputs() -> None:
    text = """
        (func-1-inputs-1-outputs
          (get-0 (call (func-1-inputs-1-outputs get-0 (+ (* get-0 10) get-1)) 7)))"""
    assert evaluate(text, 3) == [73]


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        ("(func-1-inputs-1-outputs (get-0 (switch-2-cases-1-outputs get-0 1 2)))", [2], "is 2"),
        ("(func-1-inputs-1-outputs get-0)", [], "takes 1 argument, not 0"),
    ],
)
def test_broken_promises(text: str, arguments: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        evaluate(text, *arguments)


def test_effects_need_an_executor() -> None:
    language = yul_language()
    root = parse("(func-1-inputs-1-outputs (get-0 (sload 1 get-0)))", language)
    with pytest.raises(ValueError, match="'sload' cannot be executed here"):
        run(root, [0], language)


def test_use_records_the_order_of_uses() -> None:
    values = {evaluate(text)[0] for text in ("(use 1 2)", "(use 2 1)", "(use 1)", "(use)")}
    assert len(values) == 4


def test_words_of_32_bits() -> None:
    cases = {
        "(/ -7 2)": -3,
        "(% -7 2)": -1,
        "(/ 7 0)": 0,
        "(> -1 0)": 0,
        "(>> -1 28)": 15,
        "(>>s -8 1)": -4,
        "(>>s -8 99)": -1,
        "(<< 1 31)": -(1 << 31),
        "(<< 1 32)": 0,
        "(* 65536 65536)": 0,
    }
    assert {text: evaluate(text)[0] for text in cases} == cases


def test_match_of_yul() -> None:
    language = yul_language()
    graph = Graph(language)
    five, seven = graph.constant(5), graph.constant(7)
    found = [
        run(graph.operator("match-2", graph.constant(word), five, seven), [], language)[0]
        for word in (5, 6, 7)
    ]
    assert found == [0, 2, 1]


def test_deep_terms() -> None:
    graph = Graph(OPTIR)
    node: Node = graph.constant(0)
    for _ in range(10_000):
        node = graph.operator("+", node, graph.constant(1))
    assert run(node, [], OPTIR) == [10_000]
