"""Every node and every instruction has solc's location."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.dropin.annotated import Compiled, annotate, by_solc, by_yulopt
from tests.generator import generate, random_sequence
from tests.oracle import Oracle, skip_unless_available
from tests.slices import seeds
from yulopt.assembly.optimizer.driver import ALL_PASSES

LETTERS = "aCcDdEeFfghIijLlMmnOoprsSTtUuVvx"


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    skip_unless_available()
    oracle = Oracle()
    yield oracle
    oracle.close()


class Comparison:
    """Texts have to be equal; of source maps it is counted how many entries there are and differ.

    In loops, a value that is pushed before the loop and stays on the stack may come from another
    use of that value than in solc.
    """

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle
        self._entries = 0
        self._different = 0

    def add(self, source: str, steps: str, passes: tuple[str, ...] = ALL_PASSES) -> None:
        """Compare both outputs for annotated code."""
        ours = by_yulopt(source, steps, passes)
        theirs = by_solc(self._oracle, source, steps, passes)
        if ours is None or theirs is None:
            assert ours == theirs, (steps, source)
            return
        assert ours.text == theirs.text, (steps, source)
        self._entries += len(ours.source_map)
        for one, other in zip(ours.source_map, theirs.source_map, strict=True):
            self._different += one != other

    def finish(self) -> None:
        """Fail unless hardly any entry differs."""
        assert self._entries > 200
        assert 1000 * self._different <= self._entries, (self._different, self._entries)


def test_each_step_gives_new_nodes_the_location_that_solc_gives_them(oracle: Oracle) -> None:
    comparison = Comparison(oracle)
    for seed, letter in enumerate(LETTERS):
        rng = Random(seed)
        source = annotate(generate(seed, size=12, objects=0), rng)
        # Some steps need the code in the form that others give it.
        for steps in (f"{letter}:", f"xa{letter}:"):
            comparison.add(source, steps)
    comparison.finish()


def test_random_sequences(oracle: Oracle) -> None:
    comparison = Comparison(oracle)
    for seed in seeds(5, 2000):
        rng = Random(seed)
        source = annotate(generate(seed, size=20, objects=0), rng)
        comparison.add(source, random_sequence(rng, LETTERS))
    comparison.finish()


def test_variables_in_memory(oracle: Oracle) -> None:
    comparison = Comparison(oracle)
    for seed in seeds(3, 200):
        source = annotate(generate(seed, size=12, objects=0, memoryguard=True), Random(seed))
        comparison.add(source, ":")
    comparison.finish()


@pytest.mark.parametrize("passes", [(), *[(name,) for name in ALL_PASSES]])
def test_each_pass_over_the_assembly(oracle: Oracle, passes: tuple[str, ...]) -> None:
    comparison = Comparison(oracle)
    for seed in seeds(5, 100):
        source = annotate(generate(seed + 100, size=12, objects=0), Random(seed))
        comparison.add(source, "xarul:", passes)
    comparison.finish()


# Rules, each with a program that shows it. Line by line, the comments are those of solc 0.8.37.


def text_of(code: str, steps: str) -> str:
    """The code outside functions after some steps, as solc prints it with locations."""
    compiled = by_yulopt(f'/// @use-src 0:"a.sol"\n{{ {code} }}', steps)
    assert isinstance(compiled, Compiled)
    lines = compiled.text.splitlines()[4:-3]
    assert lines[0] != ""
    return "\n".join(line.removeprefix(" " * 12) for line in lines)


def test_of_several_declared_variables_only_the_first_keeps_the_location() -> None:
    code = "/** @src 0:1:2 */ let a, b sstore(a, b)"
    assert text_of(code, "d:") == (
        "/// @src 0:1:2\nlet a := /** @src -1:-1:-1 */ 0\n"
        "let /// @src 0:1:2\nb := /** @src -1:-1:-1 */ 0\n"
        "/// @src 0:1:2\nsstore(a, b)"
    )


def test_assignments_of_an_inlined_call_have_the_location_of_the_statement() -> None:
    code = """/** @src 0:1:2 */ let r := /** @src 0:3:4 */ f(/** @src 0:5:6 */ 7) sstore(r, r)
    /** @src 0:8:9 */ function f(x) -> y { y := calldataload(x) }"""
    assert text_of(code, "i:").splitlines()[:6] == [
        "/// @src 0:3:4",
        "let x := /** @src 0:5:6 */ 7",
        "/// @src 0:3:4",
        "let y := /** @src -1:-1:-1 */ 0",
        "/// @src 0:8:9",
        "y := calldataload(x)",
    ]


def test_facts_from_a_condition_have_the_location_of_the_branch() -> None:
    code = """let a := calldataload(0)
    /** @src 0:1:2 */ if /** @src 0:3:4 */ a /** @src 0:5:6 */ { stop() }
    sstore(a, a)"""
    assert "/// @src 0:1:2\na := /** @src -1:-1:-1 */ 0" in text_of(code, "C:")


def test_of_two_comments_before_a_token_the_last_one_counts() -> None:
    """So code whose function has a number loses the location where it is inlined."""
    code = """/** @src 0:1:2 */ f(1, 2)
    /** @ast-id 7 @src 0:3:4 */ function f(x, unused)
    { sstore(x, 1) if x { leave } sstore(x, 2) }
    /** @src 0:5:6 */ f(3, 4)"""
    assert "/// @ast-id 7\n/** @ast-id 7 */ /** @ast-id 7 */ f" in text_of(code, "pi:")


def map_of(code: str, passes: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    compiled = by_yulopt(f'/// @use-src 0:"a.sol"\n{{ {code} }}', ":", passes)
    assert isinstance(compiled, Compiled)
    return [(start, length) for start, length, _ in compiled.source_map]


def test_a_constant_has_the_location_of_its_literal() -> None:
    code = "/** @src 0:1:3 */ sstore(/** @src 0:4:8 */ 1, /** @src 0:9:10 */ 2)"
    assert map_of(code) == [("9", "1"), ("4", "4"), ("1", "2"), ("-1", "-1")]


def test_a_replaced_comparison_has_no_location() -> None:
    code = """/** @src 0:1:3 */ let a := calldataload(0) let b := calldataload(a)
    sstore(0, gt(/** @src 0:4:8 */ a, b))"""
    assert ("-1", "-1") in map_of(code, ("peephole",))[:-1]
