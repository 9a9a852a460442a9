"""Step sequences: strings of one-letter steps with brackets and a clean-up part.

`dhfo[xarrscL]u : fDnTOc` runs `d`, `h`, `f`, `o`, then the group in brackets until it changes
nothing, then `u`; the part after the colon is the clean-up sequence, which runs at a fixed point
near the end of a run. Blanks and line feeds are ignored.

Source: chapter 02, sections 1.1, 1.2 and 1.6 of the specification.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from yulopt.errors import Source

_SEPARATORS: Final = " \n"
# Characters with a meaning in sequences, which are no letters of steps.
SIGNS: Final = "[]: \n"
_DELIMITER: Final = ":"
_MAX_BRACKETS: Final = 127


class Group:
    """The contents of brackets: letters and nested groups, repeated until stable.

    An item may also be the name of a step, which has no textual form. `offsets` are the positions
    of the items in the text, if the group comes from one.
    """

    def __init__(self, items: list[str | Group], offsets: list[int] | None = None) -> None:
        self.items = items
        self.offsets = [] if offsets is None else offsets

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Group) and self.items == other.items


class Sequence:
    """A parsed sequence; `cleanup` is None when there is no colon.

    `beyond`: code generation beyond solc's follows it.
    """

    def __init__(self, main: Group, cleanup: Group | None, beyond: bool = False) -> None:
        self.main = main
        self.cleanup = cleanup
        self.beyond = beyond

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and (
            self.main == other.main
            and self.cleanup == other.cleanup
            and self.beyond == other.beyond
        )


def parse_sequence(text: str, letters: Container[str], *, filename: str = "<steps>") -> Sequence:
    """Read a sequence of the given step letters.

    Raises `SequenceError` with the position of the first wrong character.
    """
    source = Source(text, filename)
    parts = [Group([])]
    open_groups: list[tuple[Group, int]] = []
    group = parts[0]
    for offset, character in enumerate(text):
        if character in _SEPARATORS:
            continue
        if character == "[":
            if len(open_groups) >= _MAX_BRACKETS:
                raise source.sequence_error(
                    offset, f"brackets nested too deep; at most {_MAX_BRACKETS} can be open"
                )
            open_groups.append((group, offset))
            inner = Group([])
            group.items.append(inner)
            group.offsets.append(offset)
            group = inner
        elif character == "]":
            if not open_groups:
                raise source.sequence_error(
                    offset, "unbalanced brackets; this one was never opened"
                )
            group = open_groups.pop()[0]
        elif character == _DELIMITER:
            if open_groups:
                raise source.sequence_error(
                    offset, "the cleanup sequence delimiter ':' cannot stand inside brackets"
                )
            if len(parts) > 1:
                raise source.sequence_error(
                    offset, "too many cleanup sequence delimiters; only one ':' is allowed"
                )
            group = Group([])
            parts.append(group)
        elif character in letters:
            group.items.append(character)
            group.offsets.append(offset)
        else:
            raise source.sequence_error(
                offset,
                f"{character!r} is not a valid step abbreviation; 'yulopt steps' lists them all",
            )
    if open_groups:
        raise source.sequence_error(
            open_groups[-1][1], "unbalanced brackets; this one is never closed"
        )
    return Sequence(parts[0], parts[1] if len(parts) > 1 else None)
