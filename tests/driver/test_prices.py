"""Files of prices."""

from __future__ import annotations

from pathlib import Path

import pytest

from yulopt.driver.prices import prices_from, prices_text, read_prices
from yulopt.errors import YulError

TEXT = """# A rollup.
stored-byte = 1600
sent-byte = 1416

[instructions]
keccak256 = 100
"""
PRICES = (("keccak256", 100), ("sent-byte", 1416), ("stored-byte", 1600))


def written(folder: Path, text: str) -> Path:
    path = folder / "chain.toml"
    path.write_text(text)
    return path


def test_a_file(tmp_path: Path) -> None:
    assert read_prices(written(tmp_path, TEXT)) == PRICES
    assert read_prices(written(tmp_path, prices_text(PRICES))) == PRICES
    assert read_prices(written(tmp_path, "")) == ()
    assert prices_from(dict(PRICES)) == PRICES


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("stored-byte = ", 1, 15, "this is not TOML"),
        ("\nstored_byte = 3", 2, 1, "unknown key 'stored_byte'; did you mean 'stored-byte'"),
        ("stored-byte = 0", 1, 15, "'stored-byte' must be gas, a whole number from 1 on"),
        ("stored-byte = 1.5", 1, 15, "'stored-byte' must be gas"),
        ("sent-byte = true", 1, 13, "'sent-byte' must be gas"),
        ("instructions = 3", 1, 16, "'instructions' must be a table of instructions"),
        ("[instructions]\nsloads = 3", 2, 1, "unknown key 'sloads'; did you mean 'sload'"),
        ("[instructions]\nsload = -3", 2, 9, "'sload' must be gas"),
        ("sload = 3", 1, 1, "unknown key 'sload'; expected"),
    ],
)
def test_errors_have_positions(
    tmp_path: Path, text: str, line: int, column: int, message: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(YulError, match=message) as error:
        read_prices(path)
    assert (error.value.filename, error.value.line, error.value.column) == (str(path), line, column)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(YulError, match="the file of prices cannot be read: No such file"):
        read_prices(tmp_path / "none.toml")
    path = tmp_path / "latin.toml"
    path.write_bytes(b"# \xe4")
    with pytest.raises(YulError, match="it is not UTF-8"):
        read_prices(path)


@pytest.mark.parametrize("record", [3, {"add": "3"}, {"ad": 3}, {"stored-byte": 0}])
def test_records_that_are_not_prices(record: object) -> None:
    with pytest.raises(ValueError, match="prices are gas by the names"):
        prices_from(record)
