"""Step sequences: their parsing, and the repetition of groups."""

from __future__ import annotations

import pytest

import yulopt
from yulopt.suite.reading import default_cleanup, parse_steps
from yulopt.suite.sequence import Group, Sequence, parse_sequence

# Any other letter is wrong in the sequences below.
LETTERS = "abc"


def read(text: str) -> Sequence:
    return parse_sequence(text, LETTERS)


def show(group: Group) -> str:
    """The group as it would be written without blanks."""
    return "".join(item if isinstance(item, str) else f"[{show(item)}]" for item in group.items)


def yul(source: str) -> str:
    """The printed block."""
    return yulopt.print_yul(yulopt.parse(source).code) + "\n"


# Reading


def test_letters_are_steps_in_their_order() -> None:
    assert read("abca").main.items == ["a", "b", "c", "a"]


def test_brackets_make_groups() -> None:
    assert read("a[b[c]]").main.items == ["a", Group(["b", Group(["c"])])]


def test_blanks_and_line_feeds_are_ignored() -> None:
    assert read(" a\n[ b ]\n\nc :\n") == read("a[b]c:")


def test_without_a_colon_there_is_no_cleanup() -> None:
    assert read("a").cleanup is None
    assert read("").cleanup is None


def test_the_cleanup_follows_a_colon() -> None:
    sequence = read("a:b[c]")
    assert sequence.cleanup is not None
    assert (show(sequence.main), show(sequence.cleanup)) == ("a", "b[c]")


def test_a_cleanup_may_be_empty() -> None:
    assert read("a:").cleanup == Group([])
    assert read(":").main == Group([])


def test_127_brackets_may_be_open() -> None:
    text = "[" * 127 + "a" + "]" * 127
    assert show(read(text).main) == text


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("ab]", 1, 3, "unbalanced brackets; this one was never opened"),
        ("a[b[c]", 1, 2, "unbalanced brackets; this one is never closed"),
        ("a[b", 1, 2, "unbalanced brackets; this one is never closed"),
        ("[" * 128, 1, 128, "brackets nested too deep; at most 127 can be open"),
        ("a[b:]", 1, 4, "the cleanup sequence delimiter ':' cannot stand inside brackets"),
        ("a:b:", 1, 4, "too many cleanup sequence delimiters; only one ':' is allowed"),
        # The first fault counts, and a colon in brackets before a colon too many.
        ("a:[:]", 1, 4, "the cleanup sequence delimiter ':' cannot stand inside brackets"),
        ("]d:", 1, 1, "unbalanced brackets; this one was never opened"),
        ("ad", 1, 2, "'d' is not a valid step abbreviation; 'yulopt steps' lists them all"),
        ("a\n b\n\nA", 4, 1, "'A' is not a valid step abbreviation; 'yulopt steps' lists them all"),
        ("a\tb", 1, 2, r"'\t' is not a valid step abbreviation; 'yulopt steps' lists them all"),
        ("a\rb", 1, 2, r"'\r' is not a valid step abbreviation; 'yulopt steps' lists them all"),
    ],
)
def test_a_malformed_sequence_has_an_error_with_its_position(
    text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(yulopt.SequenceError) as caught:
        parse_sequence(text, LETTERS, filename="steps.txt")
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.message == message
    assert str(caught.value) == f"steps.txt:{line}:{column}: error: {message}"


def test_a_wrong_sequence_is_found_before_a_wrong_program() -> None:
    with pytest.raises(yulopt.SequenceError):
        yulopt.optimize("not Yul", "?")


# The sequences that solc runs by default


def test_the_default_sequence() -> None:
    assert show(parse_steps(None).main) == (
        "dfDvulfnTUtnIfxa[r]EscLMVcul[j]Trpeulxa[r]cLvifMCTUca[r]LSsTFOtfDnca[r]IulcscCTUtvifM"
        "x[scCTUt]TOntnfDIulvifMjmul[jul]VcTOculjmul"
    )


def test_the_default_cleanup() -> None:
    assert show(default_cleanup()) == "fDnTOcmuO"


# Repeating a group


def rounds(steps: str, label: str) -> int:
    """How often `steps`, made of `C` only, runs `C`.

    `C` writes `x := label` into the case each time. When the label is a zero, this does not
    change the size of the code.
    """
    source = f"{{ let x := calldataload(0) switch x case {label} {{ stop() }} }}"
    return yulopt.optimize(source, steps, bare=True).count(f"x := {label}\n")


@pytest.mark.parametrize(
    ("steps", "label", "count"),
    [
        ("C", "1", 1),
        ("CC", "1", 2),
        # Twelve rounds while the size changes.
        ("[C]", "1", 12),
        ("[CC]", "1", 24),
        ("[C][C]", "1", 24),
        # A group in a group starts counting anew each time.
        ("[[C]]", "1", 144),
        ("[C[C]]", "1", 156),
        # One round when the size stays the same. The group is run at least once.
        ("[C]", "0", 1),
        ("[CC]", "0", 2),
        ("[[C]]", "0", 1),
        ("[C]", "false", 1),
        # A string weighs something even when its value is zero.
        ("[C]", '""', 12),
        ("[C]", "true", 12),
        # Empty brackets do nothing.
        ("[]C[[]]", "1", 1),
    ],
)
def test_a_group_is_repeated_until_the_size_stays(steps: str, label: str, count: int) -> None:
    assert rounds(steps, label) == count


def test_functions_count_in_the_size() -> None:
    source = """
        {
            f(calldataload(0))
            function f(x) { switch x case 1 { stop() } }
        }
    """
    assert yulopt.optimize(source, "[C]", bare=True).count("x := 1\n") == 12


def test_a_group_stops_when_a_round_leaves_the_size_as_it_was() -> None:
    """A second `u` would remove the empty block that the first one leaves."""
    source = "{ { sstore(0, 1) { let x := VALUE } } }"
    once, twice = yul("{ { sstore(0, 1) { } } }"), yul("{ { sstore(0, 1) } }")
    assert yulopt.optimize(source.replace("VALUE", "0"), "[u]", bare=True) == once
    assert yulopt.optimize(source.replace("VALUE", "1"), "[u]", bare=True) == twice
