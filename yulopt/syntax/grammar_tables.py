"""The tables of Yul's grammar, ready-made in an installed package.

To make the LALR(1) tables from `grammar.lark` takes Lark some 30 ms, which is much of what a small
program takes. So the build (setup.py) makes them once, into a file beside the grammar.

The file begins with a digest of itself and of all that it depends on. Whatever is not exactly that
(a damaged file, another grammar, another Lark or Python) counts as no file, as in a checkout: then
each run makes the tables anew. Nothing is written when yulopt runs.
"""

from __future__ import annotations

import hashlib
import io
import sys
from pathlib import Path
from typing import Final

import lark

TABLES_NAME: Final = "grammar.tables"
_DIGEST_BYTES: Final = hashlib.sha256().digest_size


def read_tables(file: Path, grammar: str) -> lark.Lark | None:
    """The parser that `file` describes, unless it is not for this grammar, Lark and Python."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    digest, tables = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
    return lark.Lark.load(io.BytesIO(tables)) if digest == _digest(grammar, tables) else None


def write_tables(file: Path, grammar: str, parser: lark.Lark) -> None:
    """Make `file` describe `parser`, which was made from `grammar`."""
    tables = io.BytesIO()
    parser.save(tables)
    file.write_bytes(_digest(grammar, tables.getvalue()) + tables.getvalue())


def _digest(grammar: str, tables: bytes) -> bytes:
    key = repr((grammar, lark.__version__, sys.version_info[:2]))
    return hashlib.sha256(key.encode() + tables).digest()
