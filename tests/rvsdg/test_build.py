"""From control flow of any shape to graphs (cases A6, A8, A9, D1 to D9 of chapter 09)."""

from __future__ import annotations

import itertools

import pytest

from tests.rvsdg.acceptance_cases import source
from tests.rvsdg.assembly_campaign import Figures, check
from tests.rvsdg.graphs import POWER, assert_built_same, built, shape
from tests.slices import seeds
from yulopt.rvsdg.interpreter import OutOfFuelError, run
from yulopt.rvsdg.language import OPTIR
from yulopt.rvsdg.parser import parse_expression

FLOWS = seeds(50, at_length=500)
PATHS = [[bits] for bits in (*range(64), *(37 * number for number in range(1, 2000, 40)))]

HALTING = """
function -> state should-halt
switch should-halt forever done
label forever
use state -> state
switch 1 done forever
label done
return state
"""


def test_halting() -> None:
    root, graph = built(HALTING)
    assert root is parse_expression(
        """
        (func-2-inputs-1-outputs
          (get-0
            (switch-2-cases-1-outputs get-1 get-0 (get-0 (loop get-0 (use get-0) 1)) get-0)))
        """,
        graph,
    )


def test_without_a_state_the_loop_leaves_no_trace() -> None:
    root, graph = built(HALTING.replace("use state -> state\n", ""))
    assert root is parse_expression("(func-2-inputs-1-outputs get-0)", graph)


def test_power_as_it_is_written() -> None:
    root, graph = built(POWER.replace("switch c loop done", "switch c done loop"))
    assert root is parse_expression(source("an input that no case reads"), graph)
    assert [run(root, [3, exponent], OPTIR) for exponent in (1, 2, 4)] == [[3], [1], [1]]
    with pytest.raises(OutOfFuelError):
        run(root, [3, 0], OPTIR, fuel=1000)


def test_power_as_intended() -> None:
    root, _ = built(POWER)
    assert [run(root, [3, exponent], OPTIR)[0] for exponent in range(5)] == [1, 3, 9, 27, 81]


def test_nothing_is_returned() -> None:
    root, graph = built("function -> a b\n+ a b -> c\nreturn")
    assert root is parse_expression("(func-2-inputs-0-outputs)", graph)


def test_a_diamond_is_one_switch() -> None:
    text = """
        function -> c x
        switch c no yes
        label no
        + x 1 -> y
        goto join
        label yes
        * x x -> y
        label join
        return y
    """
    root, _ = built(text)
    assert shape(root) == (0, 1)
    assert_built_same(text, [(0, 7), (1, 7)])


def test_a_loop_that_is_left_at_its_head() -> None:
    text = """
        function -> n
        mov 1 -> y
        label head
        > n 0 -> c
        switch c out body
        label body
        * y n -> y
        + n -1 -> n
        goto head
        label out
        return y
    """
    root, _ = built(text)
    assert shape(root) == (1, 1)
    assert run(root, [5], OPTIR) == [120]
    assert_built_same(text, [(number,) for number in range(6)])


def test_two_exits_with_separate_code() -> None:
    text = """
        function -> n
        label head
        + n -1 -> n
        = n 3 -> c
        switch c more three
        label more
        > 0 n -> c
        switch c head below
        label three
        mov 33 -> r
        goto join
        label below
        + n 1000 -> r
        label join
        return r n
    """
    root, _ = built(text)
    assert shape(root)[0] == 1
    assert_built_same(text, [(number,) for number in range(10)])


IRREDUCIBLE = """
function -> path
mov 0 -> trace
& path 1 -> way
>> path 1 -> path
switch way a b
label a
* trace 3 -> trace
+ trace 1 -> trace
& path 1 -> way
>> path 1 -> path
switch way b x
label b
* trace 3 -> trace
+ trace 2 -> trace
& path 1 -> way
>> path 1 -> path
switch way x a
label x
return trace
"""


def test_a_loop_with_two_entries() -> None:
    root, _ = built(IRREDUCIBLE)
    assert shape(root)[0] == 1
    # From b to x at the end: a path of zeros ends at once there.
    assert assert_built_same(IRREDUCIBLE, PATHS) == 2 * len(PATHS)


def test_long_paths() -> None:
    long = IRREDUCIBLE.replace(">> path 1 -> path", "* path 5 -> path\n+ path 3 -> path")
    long = long.replace("& path 1 -> way", ">> path 9 -> way\n& way 1 -> way")
    assert assert_built_same(long, [(number,) for number in range(50)]) == 100


def test_a_jump_out_of_two_loops() -> None:
    text = """
        function -> n limit
        mov 0 -> sum
        mov 0 -> i
        label outer
        mov 0 -> j
        label inner
        + sum j -> sum
        > sum limit -> c
        switch c on behind
        label on
        + j 1 -> j
        > j n -> c
        switch c inner next
        label next
        + i 1 -> i
        > i n -> c
        switch c outer done
        label done
        * sum 2 -> sum
        label behind
        return sum i j
    """
    root, _ = built(text)
    assert shape(root)[0] == 2
    assert_built_same(text, list(itertools.product(range(5), (0, 3, 10, 100))))


def test_a_branch_into_another_one() -> None:
    text = """
        function -> path
        mov 0 -> t
        & path 1 -> c
        switch c left right
        label left
        + t 1 -> t
        & path 2 -> c
        >> c 1 -> c
        switch c middle far
        label right
        + t 10 -> t
        & path 4 -> c
        >> c 2 -> c
        switch c middle end
        label middle
        * t 7 -> t
        label far
        + t 100 -> t
        label end
        return t
    """
    assert_built_same(text, [(number,) for number in range(8)])


def test_a_branch_that_leaves_its_enclosing_branch() -> None:
    """The end of the outer branch is a continuation of the inner one, too."""
    text = """
        function -> path
        mov 0 -> t
        & path 1 -> c
        switch c other inside
        label inside
        & path 2 -> c
        >> c 1 -> c
        switch c first second
        label first
        & path 4 -> c
        >> c 2 -> c
        switch c join end
        label second
        + t 3 -> t
        label join
        * t 5 -> t
        + t 1 -> t
        goto end
        label other
        + t 50 -> t
        label end
        return t
    """
    assert_built_same(text, [(number,) for number in range(8)])


def test_several_returns() -> None:
    text = """
        function -> c x
        switch c one two
        label one
        return 1 x
        label two
        + x x -> x
        return x 2
    """
    assert_built_same(text, [(0, 5), (1, 5)])


def test_an_endless_loop_with_a_state() -> None:
    text = """
        function -> state c
        switch c out forever
        label forever
        use state 1 -> state
        goto forever
        label out
        return state
    """
    root, _ = built(text)
    assert shape(root) == (1, 1)
    assert run(root, [7, 0], OPTIR) == [7]
    with pytest.raises(OutOfFuelError):
        run(root, [7, 1], OPTIR, fuel=1000)


def test_an_iteration_leaves_a_variable_to_the_next_one() -> None:
    """Although nothing was assigned to it before the loop."""
    text = """
        function -> n
        label loop
        + late seen -> seen
        mov n -> late
        + n -1 -> n
        > n 0 -> c
        switch c out loop
        label out
        return seen
    """
    assert_built_same(text, [(number,) for number in range(6)])


def test_random_control_flow() -> None:
    figures = Figures()
    for seed in FLOWS:
        check(seed, figures)
    assert figures.irreducible == len(FLOWS) // 5
    assert figures.runs > 4 * len(FLOWS)


def test_many_blocks_in_sequence() -> None:
    lines = ["function -> x"]
    for number in range(3000):
        lines += [f"label b{number}", "+ x 1 -> x"]
    root, _ = built("\n".join([*lines, "return x"]))
    assert run(root, [0], OPTIR) == [3000]


def test_many_loops_in_sequence() -> None:
    lines = ["function -> x"]
    for number in range(1000):
        lines += [
            f"label b{number}",
            "+ x 1 -> x",
            "& x 1 -> c",
            f"switch c after{number} b{number}",
        ]
        lines += [f"label after{number}"]
    root, _ = built("\n".join([*lines, "return x"]))
    assert run(root, [0], OPTIR) == [2000]


def test_nested_switches() -> None:
    depth = 500
    lines = ["function -> x y"]
    lines += [f"switch x end b{number}\nlabel b{number}\n+ y 1 -> y" for number in range(depth)]
    for join in ("end", "never"):
        text = "\n".join([*lines, f"label {join}", "label end" * (join != "end"), "return y"])
        root, _ = built(text)
        assert run(root, [1, 0], OPTIR) == [depth]
        assert run(root, [0, 0], OPTIR) == [0]


def test_nested_loops() -> None:
    depth = 100
    lines = ["function -> x"]
    lines += [f"label h{number}\n+ x 1 -> x" for number in range(depth)]
    for number in reversed(range(depth)):
        lines += ["& x 1 -> c", f"switch c out{number} h{number}", f"label out{number}"]
    text = "\n".join([*lines, "return x"])
    root, _ = built(text)
    assert shape(root)[0] == depth
    assert_built_same(text, [(0,), (1,)], fuel=100_000)
