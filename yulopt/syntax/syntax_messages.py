"""Messages for unexpected characters and tokens.

Source: chapter 01, sections 2 and 3 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence, Set
from typing import Final

from yulopt.errors import Source
from yulopt.syntax.literals import ESCAPE

_OPEN_STRING: Final = re.compile(
    rf"(?:\"(?:[ !#-\[\]-~]|{ESCAPE})*+)|(?:'(?:[ -&(-\[\]-~]|{ESCAPE})*+)"
)

# The first pattern that matches at the illegal character determines the message.
_ILLEGAL: Final = tuple(
    (re.compile(pattern), message)
    for pattern, message in (
        (r"/\*", "this comment has no end; expected '*/'"),
        (r"0[0-9]", "octal numbers are not allowed; a decimal number starts with 1 to 9"),
        (r"0X", "invalid number; hexadecimal numbers start with '0x'"),
        (r"0x(?![0-9a-fA-F])", "invalid number; expected hexadecimal digits after '0x'"),
        (r"\.?[0-9]", "invalid number; expected decimal digits, or '0x' and hexadecimal digits"),
        (
            r"hex[\"']",
            "invalid hex string; expected pairs of hexadecimal digits and a closing quote",
        ),
        (r"hex(?![A-Za-z0-9_$.])", "expected a quote directly after 'hex'"),
        (r"\ufeff", "byte order mark; read the file with the encoding 'utf-8-sig'"),
        (r"[^\x00-\x7f]", "only ASCII characters are allowed outside comments"),
    )
)

# Yul's alternatives to unknown characters.
_INSTEAD: Final = tuple(
    (re.compile(pattern), hint)
    for pattern, hint in (
        (r"={5}", "; solc prints such headings, and `solc --ir -o FOLDER FILE` writes none"),
        (r"==", "; Yul compares with the function 'eq'"),
        (r"=", "; Yul assigns with ':='"),
        (r";", "; nothing stands between the statements of Yul"),
        (r"[-+*/%<>!&|^~]", "; Yul has functions such as 'add' and 'lt' instead of operators"),
    )
)

# Names for tokens, and for the groups of tokens that begin the same construct. A group is named
# when all of its tokens are possible.
_GROUPS: Final = (
    (
        frozenset("LBRACE LET IF FOR SWITCH FUNCTION BREAK CONTINUE LEAVE NAME".split()),
        "a statement",
    ),
    (frozenset("NUMBER TRUE FALSE STRING HEX_STRING NAME".split()), "a literal or an identifier"),
    (frozenset("NUMBER TRUE FALSE STRING HEX_STRING".split()), "a literal"),
)
_TOKENS: Final = {
    "NAME": "an identifier",
    "STRING": "a string literal",
    "HEX_STRING": "a hex string",
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "_LPAR": "'('",
    "_RPAR": "')'",
    "_COMMA": "','",
    "_ASSIGN": "':='",
    "_ARROW": "'->'",
    "$END": "the end of the input",
}
_SOLIDITY: Final = re.compile(
    r"(?:abstract|contract|enum|error|import|interface|library|pragma|struct|using)\b"
)


def other_language_hint(text: str, offset: int) -> str:
    """Advice on getting Yul from the other format that begins at `offset`; empty if unknown."""
    if _SOLIDITY.match(text, offset):
        return "; this is Solidity: `solc --ir -o FOLDER FILE` writes the Yul of its contracts"
    return ""


def unclosed_bracket_hint(opened: Sequence[tuple[str, int]], source: Source) -> str:
    """The position of the last bracket that is open at the end."""
    if not opened:
        return ""
    bracket, offset = opened[-1]
    line, column = source.line_and_column(offset)
    return f"; the '{bracket}' in line {line}, column {column} is not closed"


def illegal_token_message(text: str, offset: int) -> str:
    """The message for text at `offset` that is not a token."""
    message = _first_match(_ILLEGAL, text, offset)
    if message:
        return message
    if text[offset] in "\"'":
        return _string_message(text, offset)
    return f"illegal character {_show(text[offset])}{_first_match(_INSTEAD, text, offset)}"


def unexpected_token_message(kind: str, token: str, expected: Collection[str]) -> str:
    """The message for a token `token` of terminal `kind` where one of `expected` is valid."""
    if kind == "CASE" and "LET" in expected:
        return "a case cannot stand after the default case, or outside a switch"
    if kind == "DEFAULT" and "LET" in expected:
        return "only one default case is allowed, at the end of a switch"
    found = "the end of the input" if kind == "$END" else f"'{_shorten(token)}'"
    if kind == "HEX_STRING" and "STRING" in expected:
        found = "a hex string"
    if set(expected) == {"CASE", "DEFAULT"}:
        return f"a switch needs at least one case; expected 'case' or 'default' but found {found}"
    return f"expected {expected_text(expected, _GROUPS, _TOKENS)} but found {found}"


def _string_message(text: str, offset: int) -> str:
    match = _OPEN_STRING.match(text, offset)
    stop = match.end() if match else offset + 1
    if stop >= len(text) or text[stop] in "\n\r":
        return "this string has no end; expected a closing quote on the same line"
    if text[stop] == "\\":
        return f"invalid escape sequence {_show(text[stop : stop + 2])} in this string"
    return f"invalid character {_show(text[stop])} in this string; write it as an escape"


def expected_text(
    expected: Collection[str],
    groups: Sequence[tuple[Set[str], str]],
    tokens: Mapping[str, str],
) -> str:
    """The tokens that are valid somewhere, in words.

    `groups` names sets of tokens that begin the same construct, for when all of a set are valid;
    `tokens` names single ones, other than keywords.
    """
    remaining = set(expected)
    names = []
    for group, name in groups:
        if group <= remaining:
            remaining -= group
            names.append(name)
    names.extend(tokens.get(token, f"'{token.strip('_').lower()}'") for token in sorted(remaining))
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _shorten(token: str) -> str:
    first_line = token.splitlines()[0] if token.splitlines() else token
    return first_line if len(first_line) <= 40 else first_line[:37] + "..."


def _show(characters: str) -> str:
    return ascii(characters)


def _first_match(table: Sequence[tuple[re.Pattern[str], str]], text: str, offset: int) -> str:
    """The table entry of the first pattern that matches at `offset`; empty for none."""
    for pattern, message in table:
        if pattern.match(text, offset):
            return message
    return ""
