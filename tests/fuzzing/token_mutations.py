"""Mutations of the tokens of a program; `other` are the tokens of another one."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from tests.fuzzing import pieces

TokenMutation: TypeAlias = Callable[[Random, list[str], list[str]], list[str]]

TOKEN: Final = re.compile(
    r"""\s+|//[^\n]*|/\*.*?\*/|(?:hex)?"(?:\\.|[^"\\\n])*"|(?:hex)?'(?:\\.|[^'\\\n])*'"""
    r"""|:=|->|[A-Za-z_$][\w$.]*|\d[\w.]*|.""",
    re.DOTALL | re.ASCII,
)


def tokens_of(text: str) -> list[str]:
    """The text in pieces: tokens, comments, blanks, and single odd characters."""
    return TOKEN.findall(text)


def delete_tokens(rng: Random, tokens: list[str], other: list[str]) -> list[str]:
    start, end = nearby_range(rng, len(tokens))
    return tokens[:start] + tokens[end:]


def duplicate_tokens(rng: Random, tokens: list[str], other: list[str]) -> list[str]:
    start, end = nearby_range(rng, len(tokens))
    return tokens[:end] + tokens[start:]


def move_tokens(rng: Random, tokens: list[str], other: list[str]) -> list[str]:
    start, end = nearby_range(rng, len(tokens))
    rest = tokens[:start] + tokens[end:]
    place = rng.randint(0, len(rest))
    return rest[:place] + tokens[start:end] + rest[place:]


def swap_tokens(rng: Random, tokens: list[str], other: list[str]) -> list[str]:
    one, two = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    changed = list(tokens)
    changed[one], changed[two] = changed[two], changed[one]
    return changed


def splice_programs(rng: Random, tokens: list[str], other: list[str]) -> list[str]:
    """The beginning of one program and the end of another."""
    return tokens[: rng.randint(0, len(tokens))] + other[rng.randint(0, len(other)) :]


def borrow_tokens(rng: Random, tokens: list[str], other: list[str]) -> list[str]:
    start, end = nearby_range(rng, len(other))
    place = rng.randint(0, len(tokens))
    return tokens[:place] + other[start:end] + tokens[place:]


def insert_token(rng: Random, tokens: list[str], other: list[str]) -> list[str]:
    place = rng.randint(0, len(tokens))
    new = rng.choice(rng.choice((*pieces.TOKENS, tokens)))
    return [*tokens[:place], *rng.choice(((new,), (" ", new, " "))), *tokens[place:]]


def replace_token(rng: Random, tokens: list[str], other: list[str]) -> list[str]:
    place = rng.randrange(len(tokens))
    new = rng.choice(rng.choice((*pieces.TOKENS, tokens)))
    return [*tokens[:place], new, *tokens[place + 1 :]]


def replace_by_kind(rng: Random, tokens: list[str], other: list[str]) -> list[str]:
    """A number for a number, a name for a name, a string for a string, a bracket for a bracket."""
    pattern, replacements = rng.choice(
        (
            (r"\d", pieces.NUMBERS),
            (r"[A-Za-z_$]", pieces.NAMES),
            (r"[A-Za-z_$]", tokens),
            (r"(?:hex)?[\"']", pieces.STRINGS),
            (r"[{}()]", "{}()"),
            (r"[,:\-]", pieces.PUNCTUATION),
            (r"//|/\*", pieces.COMMENTS),
            (r"\s", pieces.BLANKS),
            (r"\s", pieces.COMMENTS),
        )
    )
    places = [place for place, token in enumerate(tokens) if re.match(pattern, token)]
    if not places:
        return replace_token(rng, tokens, other)
    place = rng.choice(places)
    return [*tokens[:place], rng.choice(replacements), *tokens[place + 1 :]]


def vary_token(rng: Random, tokens: list[str], other: list[str]) -> list[str]:
    """A character more or less in a token, or its case turned."""
    place = rng.randrange(len(tokens))
    token = tokens[place]
    cut = rng.randint(0, len(token))
    new = rng.choice(
        (
            token[:cut] + rng.choice(pieces.CHARACTERS) + token[cut:],
            token[:cut] + token[cut + 1 :],
            token.swapcase(),
            token + token,
            token + rng.choice((".", "_1", "..a", "0", "$")),
        )
    )
    return [*tokens[:place], new, *tokens[place + 1 :]]


def nest(rng: Random, tokens: list[str], other: list[str]) -> list[str]:
    """Something opened many times at one place, and mostly closed as often at a later one."""
    opening, closing = rng.choice(pieces.NESTED)
    depth = rng.choice((1, 2, 5, 50, 200, rng.randint(380, 420), rng.randint(580, 620), 1300))
    start, end = nearby_range(rng, len(tokens))
    closed = rng.choice((depth, depth, depth, depth - 1, 0))
    return [*tokens[:start], opening * depth, *tokens[start:end], closing * closed, *tokens[end:]]


def repeat(rng: Random, tokens: list[str], other: list[str]) -> list[str]:
    start, end = nearby_range(rng, len(tokens))
    times = rng.choice((3, 20, 300))
    return tokens[:start] + tokens[start:end] * times + tokens[end:]


def nearby_range(rng: Random, length: int) -> tuple[int, int]:
    """A place and one not far after it."""
    start = rng.randint(0, max(0, length - 1))
    return start, min(length, start + rng.choice((1, 1, 1, 2, 3, 5, rng.randint(1, 30))))


def annotate(rng: Random, tokens: list[str], other: list[str]) -> list[str]:
    """Doc comments with annotations, right and wrong, in an object that has source names."""
    changed = list(tokens)
    for _ in range(rng.choice((1, 1, 2, 4))):
        changed.insert(rng.randint(0, len(changed)), _annotation(rng))
    return [rng.choice(pieces.USE_SRC), *changed]


def _annotation(rng: Random) -> str:
    opening, closing = rng.choice((("///", "\n"), ("/**", "*/"), ("/// ", "\n"), ("/** ", " */")))
    if rng.random() < 0.5:
        text = rng.choice(pieces.ANNOTATIONS)
        place = rng.randint(0, len(text))
        text = text[:place] + rng.choice(pieces.IN_ANNOTATIONS) + text[place:]
    else:
        text = "".join(rng.choices(pieces.IN_ANNOTATIONS, k=rng.randint(1, 12)))
    return opening + text + closing


TOKEN_MUTATIONS: Final[tuple[TokenMutation, ...]] = (
    *(delete_tokens, duplicate_tokens, move_tokens, swap_tokens, splice_programs, borrow_tokens),
    *(
        insert_token,
        replace_token,
        replace_by_kind,
        replace_by_kind,
        vary_token,
        nest,
        repeat,
        annotate,
    ),
)
