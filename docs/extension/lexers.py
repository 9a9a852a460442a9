"""Colours for Yul, and for the text form of SSA modules."""

from __future__ import annotations

import re

from pygments.lexer import RegexLexer, words
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
)

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for

_STRING = r'(?:hex)?"(?:\\.|[^"\\\n])*"'
_BUILTINS = tuple(sorted(dialect_for(DEFAULT_EVM_VERSION).builtins))


class YulLexer(RegexLexer):
    """Yul, with the builtins of the default EVM version."""

    name = "Yul"
    aliases = ("yul",)
    flags = re.DOTALL
    tokens = {
        "root": [
            (r"\s+", Text),
            (r"//[^\n]*", Comment.Single),
            (r"/\*.*?\*/", Comment.Multiline),
            (_STRING, String),
            (r"(?<=function )[\w$.]+", Name.Function),
            (
                r"(?:object|code|data|function|let|if|switch|case|default|for|break|continue|leave)"
                r"\b(?![$.])",
                Keyword,
            ),
            (r"(?:0x[0-9a-fA-F]+|[0-9]+|true|false)\b(?![$.])", Number),
            (words(_BUILTINS, suffix=r"\b(?![$.])"), Name.Builtin),
            (r"[A-Za-z_$][\w$.]*", Name),
            (r":=|->", Operator),
            # What is left out of an example.
            (r"\.\.\.", Comment),
            (r"[{}(),:]", Punctuation),
        ]
    }


class SsaLexer(RegexLexer):
    """The text form of SSA modules."""

    name = "SSA"
    aliases = ("ssa",)
    tokens = {
        "root": [
            (r"\s+", Text),
            (r";[^\n]*", Comment.Single),
            (_STRING, String),
            (r"@[\w.$:]*[\w.$]", Name.Function),
            (r"%[\w.$:]*[\w.$]", Name.Variable),
            (r"[\w.$:]*[\w.$]:(?=\s)", Name.Label),
            (r"(?:func|declare|post-ssa|reducible|volatile|parameter)\b", Keyword),
            (r"i256\b", Keyword.Type),
            (r"(?:br|switch|ret|end|unreachable|phi)\b", Keyword),
            (r"-?(?:0x[0-9a-fA-F]+|[0-9]+)\b", Number),
            (r"[A-Za-z_][\w-]*", Name.Builtin),
            (r"->|=", Operator),
            (r"\.\.\.", Comment),
            (r"[{}()\[\],:&]", Punctuation),
        ]
    }


class ConsoleLexer(RegexLexer):
    """Commands after `$ `, and what they print (Pygments' own takes `%` and `#` for prompts)."""

    name = "Console"
    aliases = ("console",)
    flags = re.MULTILINE
    tokens = {
        "root": [
            (r"^\$ ", Generic.Prompt, "command"),
            # Lines of a difference.
            (r"^\+.*\n", Generic.Inserted),
            (r"^-.*\n", Generic.Deleted),
            (r".*\n", Generic.Output),
        ],
        "command": [
            (r"\n", Text, "#pop"),
            (r"'[^'\n]*'|\"[^\"\n]*\"", String),
            (r"[|&<>]+", Operator),
            (r"[^\n'\"|&<>]+|['\"]", Text),
        ],
    }
