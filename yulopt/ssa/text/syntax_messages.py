"""What to tell about a text that is not an SSA module.

Source: chapter 08, section 1.3 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

# What can begin the same construct is named together, when all of it is possible.
_GROUPS: Final = (
    (
        frozenset("NAME ALLOCA LOAD STORE CALL PHI COPY BR SWITCH RET END UNREACHABLE".split()),
        "an instruction",
    ),
    (frozenset("VALUE NUMBER TRUE FALSE STRING HEX_STRING".split()), "an operand"),
)
_TOKENS: Final = {
    "NAME": "the name of a builtin function",
    "VALUE": "a name that starts with '%'",
    "FUNCTION": "a name that starts with '@'",
    "LABEL": "a block label",
    "RESULTS": "results and '='",
    "NUMBER": "a number",
    "STRING": "a string",
    "HEX_STRING": "a hex string",
    "_LBRACE": "'{'",
    "_RBRACE": "'}'",
    "_LBRACKET": "'['",
    "_RBRACKET": "']'",
    "_LPAR": "'('",
    "_RPAR": "')'",
    "_COMMA": "','",
    "_COLON": "':'",
    "_EQUAL": "'='",
    "_ARROW": "'->'",
    "POST_SSA": "'post-ssa'",
    "$END": "the end of the input",
}
_MOST_SHOWN: Final = 40
_WORD: Final = re.compile(r"\w+", re.ASCII)


def unexpected_token_message(kind: str, token: str, expected: Collection[str]) -> str:
    """Why the token `token` of terminal `kind` cannot stand where one of `expected` can."""
    remaining = set(expected)
    names = []
    for group, name in _GROUPS:
        if group <= remaining:
            remaining -= group
            names.append(name)
    names.extend(_TOKENS.get(item, f"'{item.strip('_').lower()}'") for item in sorted(remaining))
    found = "the end of the input" if kind == "$END" else ascii(_shorten(token))
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
    return f"expected {listed} but found {found}"


def illegal_token_message(text: str, offset: int) -> str:
    """Why no token can be read at `offset`."""
    if text[offset] == '"':
        return "this string has no end, or an invalid character or escape sequence in it"
    if text[offset] in "%@":
        return f"expected a name directly after '{text[offset]}'"
    word = _WORD.match(text, offset)
    if word is not None:
        kind = "number" if word[0][0].isdigit() else "word"
        return f"unexpected {kind} '{_shorten(word[0])}'"
    return f"illegal character {text[offset]!a}"


def _shorten(token: str) -> str:
    return token if len(token) <= _MOST_SHOWN else token[: _MOST_SHOWN - 3] + "..."
