"""Small programs in the form that the analyses of memory require."""

from __future__ import annotations

from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source
from yulopt.syntax.ast import Block
from yulopt.syntax.parser import parse_source


def code_of(text: str) -> Block:
    """The code of a program whose names are unique, and whose functions are at the top level."""
    return parse_source(Source(text, "test.yul"), dialect_for(parse_evm_version("prague"))).code
