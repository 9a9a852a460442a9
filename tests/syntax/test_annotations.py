"""The comments that solc writes are checked like all others, though in a shorter way."""

from __future__ import annotations

from random import Random, SystemRandom

import yulopt
from tests.slices import amount

# Put together at random, these are often what solc writes, and more often almost that.
PIECES = (
    *(" @src 0:1:2", " @src 0:12:345", " @src -1:-1:-1", " @src 7:1:2", " @src 00:1:2"),
    *(" @src 0:1", " @src 0:1:2147483648", " @src 0:1:999999999", " @src 0 : 1:2", " @src"),
    *(' "let x"', '  "let x"', '  "a\\"b"', '  "a', '  "@src 7:1:2"', '  "a" "b"', "  'a'"),
    *(" @ast-id 7", " @ast-id 7x", " @ast-id", " @ast-id 9999999999", " @ast-id 7\n    ///"),
    *(" ", "x", "@", "\\", '"', "\n///", "\r\n  ///", " // y", " /* z */"),
)
OFTEN = (" @src 0:1:2", '  "let x"', " @ast-id 7\n    ///")


def error_of(annotations: str) -> str | None:
    """The faults in the annotations of a statement."""
    source = f'/// @use-src 0:"a.sol"\n{{\n    ///{annotations}\n    stop() }}'
    try:
        yulopt.parse(source)
    except yulopt.YulError as error:
        return error.message
    return None


def test_a_blank_line_of_comment_changes_nothing() -> None:
    """With it, a comment is not one of those that are checked in the shorter way."""
    seed = SystemRandom().getrandbits(32)
    rng = Random(seed)
    errors = set()
    for number in range(amount(2000, 50_000)):
        pieces = rng.choices((*PIECES, *OFTEN * 6), k=rng.randrange(1, 5))
        annotations = "".join(pieces)
        error = error_of(annotations)
        assert error == error_of(annotations + "\n    ///"), (seed, number, annotations)
        errors.add(error)
    assert None in errors
    assert len(errors) > 4
