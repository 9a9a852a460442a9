"""The text of graphs: reading, writing, and errors."""

from __future__ import annotations

import pytest

from tests.rvsdg.graphs import parse
from yulopt.errors import YulError
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.language import OPTIR, yul_language
from yulopt.rvsdg.parser import parse_expression
from yulopt.rvsdg.printer import print_expression
from yulopt.rvsdg.verifier import GraphError, verify

YUL = yul_language()


def round_trip(text: str) -> str:
    """The printed form of a text; it must be read as the same node."""
    graph = Graph(OPTIR)
    node = parse_expression(text, graph)
    written = print_expression(node)
    assert parse_expression(written, graph) is node
    return written


# Case A1B of chapter 09.
def test_bindings_are_written_out() -> None:
    graph = Graph(OPTIR)
    bound = parse_expression("(?x 21 (+ ?x ?x))", graph)
    assert bound is parse_expression("(+ 21 21)", graph)


def test_inner_bindings_shadow_and_end() -> None:
    graph = Graph(OPTIR)
    text = "(?x 1 (+ (?x 2 (* ?x ?x)) ?x))"
    assert parse_expression(text, graph) is parse_expression("(+ (* 2 2) 1)", graph)


def test_bindings_are_not_recursive() -> None:
    with pytest.raises(YulError, match=r"1:10: error: the variable \?x is not bound"):
        parse_expression("(?x (+ 1 ?x) ?x)", Graph(OPTIR))


def test_values_used_twice_are_bound() -> None:
    text = "(func-1-inputs-1-outputs (+ (* get-0 2) (* (* get-0 2) 5)))"
    assert round_trip(text) == (
        "(?0 (* get-0 2)\n(func-1-inputs-1-outputs (+ ?0 (* ?0 5))))"  #
    )


def test_bindings_are_in_the_order_of_their_needs() -> None:
    written = round_trip("(?a (+ get-0 1) (?b (* ?a ?a) (func-1-inputs-1-outputs (+ ?b ?b))))")
    assert written == "(?0 (+ get-0 1)\n(?1 (* ?0 ?0)\n(func-1-inputs-1-outputs (+ ?1 ?1))))"


def test_long_lines_are_broken() -> None:
    deep = "get-0"
    for number in range(60):
        deep = f"(+ {deep} {number})"
    written = round_trip(f"(func-1-inputs-1-outputs {deep})")
    assert max(map(len, written.split("\n"))) <= 110
    assert max(len(line.rstrip(")")) for line in written.split("\n")) <= 80


def test_comments_and_line_breaks_are_ignored() -> None:
    graph = Graph(OPTIR)
    assert parse_expression("; a\n(+ 1 ; b )\n 2) ; c", graph) is parse_expression("(+ 1 2)", graph)


def test_numbers_are_words() -> None:
    assert parse("-1").operands == ()
    graph = Graph(OPTIR)
    assert parse_expression("4294967295", graph) is graph.constant(-1)
    large = Graph(YUL)
    assert parse_expression("-1", large) is large.constant(2**256 - 1)


def test_synonyms_of_yul() -> None:
    graph = Graph(YUL)
    pairs = {"(+ 1 2)": "(add 1 2)", "(<< 1 2)": "(shl 2 1)", "(>>s 1 2)": "(sar 2 1)"}
    for synonym, name in pairs.items():
        assert parse_expression(synonym, graph) is parse_expression(name, graph)


def test_literals_and_the_call_of_the_evm() -> None:
    graph = Graph(YUL)
    text = '(func-4-inputs-1-outputs (get-4 (evm-call (datasize "a\\"\\x01") 0 0 0 0 0 0 '
    text += "get-0 get-1 get-2 get-3)))"
    node = parse_expression(text, graph)
    verify(node, YUL)
    assert parse_expression(print_expression(node), graph) is node


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("(loop 1 2)", "1:1", "odd number of operands"),
        ("(switch-2-cases-1-outputs 0 1)", "1:1", "takes 3 operands or more, but 2"),
        ("(switch-0-cases-1-outputs 0 1)", "1:1", "at least one case"),
        ("(switch-1-cases-0-outputs 0 1)", "1:1", "at least one output"),
        ("(func-1-inputs-2-outputs 1)", "1:1", "takes 2 operands or more, but 1"),
        ("(rec-2 1)", "1:1", "takes 2 operands, but 1"),
        ("(+ 1 (frob 2))", "1:7", "no operator or node 'frob'"),
        ("(+ 1\n ?y)", "2:2", r"the variable \?y is not bound"),
        ("(+ 1 2 3)", "1:1", "'\\+' takes 2 operands, but 3"),
        ("(get-1 1 2)", "1:1", "takes one operand"),
        ("(?x 1)", "1:6", r"expected the expression in which \?x is bound"),
        ("(?x 1 2 3)", "1:9", "ends after two parts"),
        ("(+ 1 2", "1:1", "never closed"),
        ("1)", "1:2", "expected the end"),
        (")", "1:1", "no open"),
        ("()", "1:2", "expected a name after"),
        ("((+ 1 2))", "1:2", "not another"),
        ("", "1:1", "there is none"),
        ("frob", "1:1", "expected a number"),
        ('(+ "a', "1:4", "not closed"),
        ("(call)", "1:1", "takes a function"),
        ("9" * 2000, "1:1", "digits"),
    ],
)
def test_errors_have_their_place(text: str, place: str, message: str) -> None:
    with pytest.raises(YulError, match=message) as caught:
        parse_expression(text, Graph(OPTIR), "a.sexpr")
    assert str(caught.value).startswith(f"a.sexpr:{place}: error: ")


def test_deep_terms() -> None:
    graph = Graph(OPTIR)
    node: Node = graph.argument(0)
    for number in range(10_000):
        node = graph.operator("+", node, graph.constant(number))
    written = print_expression(node)
    assert len(written) < 1_500_000
    assert parse_expression(written, graph) is node


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(+ 1 get-0)", "outside of all regions"),
        ("(func-1-inputs-1-outputs get-1)", "get-1 is used inside"),
        ("(func-1-inputs-1-outputs (get-0 (loop get-0 get-1 0)))", "get-1 is used inside 'loop'"),
        ("(func-0-inputs-1-outputs (loop 1 1 0))", "takes the tuple 'loop'"),
        ("(loop 1 1 0)", "is a tuple"),
        ("(get-1 (loop 1 1 0))", "which has 1 outputs"),
        ("(get-0 (+ 1 2))", "which is not a tuple"),
        ("(+ (func-0-inputs-1-outputs 1) 2)", "must not be a function"),
        ("(get-0 (call (func-1-inputs-1-outputs 1)))", "with 1 input is called with 0"),
        ("(get-0 (rec-1 1))", "takes functions only"),
        ('(+ "a" 1)', "must not be a literal"),
    ],
)
def test_rules_of_graphs(text: str, message: str) -> None:
    root = parse_expression(text, Graph(OPTIR))
    with pytest.raises(GraphError, match=message):
        verify(root, OPTIR)
