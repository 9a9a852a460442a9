"""The parser from ready-made tables is the parser from the grammar, whatever is in their file."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import lark
import pytest

import yulopt
from yulopt.syntax import parser
from yulopt.syntax.parser import TABLES_NAME, read_tables, write_parser_tables

GRAMMAR = Path(yulopt.__file__).with_name("syntax") / "grammar.lark"
SOURCES = (
    '/// @use-src 0:"a.sol"\nobject "a" { code { /// @src 0:1:2\n sstore(0, add(1, 2)) } }',
    '/// @use-src 0:"a.sol"\nobject "a" { code { /// @src 7:1:2\n sstore(0, 1) } }',
    "{ let x = 1 }",
    "{ let f := add(1, }",
    "{ \x01 }",
)


@pytest.fixture(name="tables")
def tables_of_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file with the tables in an installed package, which the parser uses."""
    shutil.copy(GRAMMAR, tmp_path)
    write_parser_tables(tmp_path)
    monkeypatch.setattr(parser, "_FOLDER", tmp_path)
    yield tmp_path / TABLES_NAME
    parser._parser.cache_clear()


def outcomes() -> list[str]:
    """What a parser that is made now says about the sources: the program, or the error."""
    parser._parser.cache_clear()
    return [outcome(source) for source in SOURCES]


def outcome(source: str) -> str:
    try:
        return yulopt.print_yul(yulopt.parse(source))
    except yulopt.YulError as error:
        return str(error)


def are_used(tables: Path) -> bool:
    return read_tables(tables, GRAMMAR.read_text("utf-8")) is not None


def test_ready_made_tables_parse_like_new_ones(tables: Path) -> None:
    assert are_used(tables)
    with_tables = outcomes()
    tables.unlink()
    assert outcomes() == with_tables


def test_damaged_tables_are_not_used(tables: Path) -> None:
    expected = outcomes()
    whole = tables.read_bytes()
    seed = random.randrange(2**32)
    rng = random.Random(seed)
    for _ in range(200):
        place = rng.randrange(len(whole))
        flipped = bytes([whole[place] ^ 1 << rng.randrange(8)])
        for damaged in (whole[:place], whole[:place] + flipped + whole[place + 1 :]):
            tables.write_bytes(damaged)
            assert not are_used(tables), f"seed {seed}, place {place}"
    assert outcomes() == expected


@pytest.mark.parametrize("content", [b"", b"\x00" * 32, b"no tables"])
def test_a_file_of_something_else_is_not_used(tables: Path, content: bytes) -> None:
    tables.write_bytes(content)
    assert not are_used(tables)


def test_a_folder_in_place_of_the_tables_is_not_used(tables: Path) -> None:
    tables.unlink()
    tables.mkdir()
    assert not are_used(tables)


def test_tables_of_another_lark_are_not_used(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lark, "__version__", lark.__version__ + ".1")
    assert not are_used(tables)


def test_tables_of_another_python_are_not_used(
    tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version_info", (*sys.version_info[:1], 99))
    assert not are_used(tables)


def test_tables_of_another_grammar_are_not_used(tables: Path) -> None:
    assert read_tables(tables, GRAMMAR.read_text("utf-8") + "\n") is None


def test_tables_that_are_not_used_are_left_alone(tables: Path) -> None:
    tables.write_bytes(b"damaged")
    files = sorted(tables.parent.iterdir())
    outcomes()
    assert tables.read_bytes() == b"damaged"
    assert sorted(tables.parent.iterdir()) == files
