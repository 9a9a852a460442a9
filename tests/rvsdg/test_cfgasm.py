"""Control flow in assembly: semantics and errors."""

from __future__ import annotations

import pytest

from tests.rvsdg.cfg_interpreter import run_graph
from yulopt.errors import YulError
from yulopt.rvsdg.build import build_all
from yulopt.rvsdg.cfgasm import is_assembly, parse_assembly
from yulopt.rvsdg.ir import Graph
from yulopt.rvsdg.language import OPTIR, yul_language
from yulopt.rvsdg.printer import print_expression
from yulopt.rvsdg.verifier import verify


def execute(text: str, *arguments: int) -> list[int]:
    """The results of the last function of a text."""
    return run_graph(parse_assembly(text, OPTIR), arguments, OPTIR)


def test_instructions() -> None:
    text = """
        function -> a b   # two arguments
        - a -> negative   ; short for a product
        - a b -> difference
        ! a -> zero
        != a b -> unequal
        mov 7 -> seven
        return negative difference zero unequal seven undefined
    """
    assert execute(text, 5, 3) == [-5, 2, 0, 1, 7, 0]


def test_functions_call_earlier_ones() -> None:
    text = """
        function twice -> x
        + x x -> x
        return x x
        function -> x
        call twice x -> y z
        * y z -> y
        return y
    """
    assert execute(text, 3) == [36]


def test_blocks_fall_through_and_the_arrow_may_be_missing() -> None:
    assert execute("function\nmov 1 -> x\nlabel next\nreturn x") == [1]


def test_builtins_of_yul() -> None:
    language = yul_language()
    text = """
        function -> mem sto tra ext
        datasize "A" -> size
        evm-call 1 2 3 4 5 6 size mem sto tra ext -> ok mem sto tra ext
        return ok mem sto tra ext
    """
    graph = Graph(language)
    root = build_all(parse_assembly(text, language), graph)
    verify(root, language)
    assert '(evm-call 1 2 3 4 5 6 (datasize "A") get-0' in " ".join(print_expression(root).split())


def test_recognising_assembly() -> None:
    assert is_assembly("# a comment\nfunction -> x\nreturn x")
    assert not is_assembly("(func-0-inputs-0-outputs)")


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        # A10
        ("function\nlabel a\nlabel a\nreturn", "3:7", "a label 'a' already"),
        ("function\ngoto nowhere", "2:6", "no label 'nowhere'"),
        ("function\nmov 1 -> x\n", "2:11", "runs past the last line"),
        ("function -> x\nmov x -> 3\nreturn", "2:10", "expected a name, not '3'"),
        ("function -> v\nlabel L\nswitch v L\nreturn", "3:1", "at least two labels"),
        ("function\nlabel A\nlabel B\ngoto A B", "4:1", "takes one label, not 2"),
        # And others.
        ("function\nlabel a\ngoto a\n", "3:7", "has no return"),
        ("function\nreturn\nmov 1 -> x", "3:1", "nothing comes here"),
        ("function\n+ 1 -> x\nreturn", "2:1", "takes 2 operands, not 1"),
        ("function\n+ 1 2\nreturn", "2:1", "gives 1 result, not 0"),
        ("function\n- 1 2 3 -> x\nreturn", "2:1", "takes 1 or 2 operands, not 3"),
        ("function\nfrob 1 -> x\nreturn", "2:1", "no instruction 'frob'"),
        ("function\ncall f -> x\nreturn", "2:1", "name of a function above"),
        ("function -> a a\nreturn", "1:13", "the same name"),
        ("function f g -> a\nreturn", "1:12", "expected '->'"),
        ('function\n+ "a" 1 -> x\nreturn', "2:3", "expected a name"),
        ("mov 1 -> x", "1:1", "expected 'function'"),
        ("", "1:1", "there is nothing"),
        (
            "function -> v\nswitch v a b\nlabel a\nreturn 1\nlabel b\nreturn",
            "6:1",
            "before: 1 value, here: 0",
        ),
    ],
)
def test_errors_have_their_place(text: str, place: str, message: str) -> None:
    with pytest.raises(YulError, match=message) as caught:
        parse_assembly(text, OPTIR, "a.cfg")
    assert str(caught.value).startswith(f"a.cfg:{place}: error: ")
