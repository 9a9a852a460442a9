"""Files that are not plain UTF-8: the encoding is named, and a byte-order mark is ignored."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

import yulopt
from tests.conftest import Command
from yulopt.terminal.console import decode, read_source

TEXT = "{\n    // caf\u00e9\n    sstore(0, 1)\n}\n"


def test_utf_8() -> None:
    assert decode(TEXT.encode(), "a.yul") == TEXT
    assert decode(b"", "a.yul") == ""
    assert decode(codecs.BOM_UTF8 + TEXT.encode(), "a.yul") == TEXT


@pytest.mark.parametrize(
    ("encoding", "mark", "called"),
    [
        ("utf-16-le", codecs.BOM_UTF16_LE, "UTF-16"),
        ("utf-16-be", codecs.BOM_UTF16_BE, "UTF-16"),
        ("utf-32-le", codecs.BOM_UTF32_LE, "UTF-32"),
        ("utf-32-be", codecs.BOM_UTF32_BE, "UTF-32"),
        ("utf-16-le", b"", "UTF-16LE"),
        ("utf-16-be", b"", "UTF-16BE"),
    ],
)
@pytest.mark.parametrize("text", [TEXT, "{ }", "{"])
def test_other_encodings_are_named(text: str, encoding: str, mark: bytes, called: str) -> None:
    with pytest.raises(yulopt.YulSyntaxError) as caught:
        decode(mark + text.encode(encoding), "a.yul")
    error = caught.value
    assert (error.filename, error.line, error.column) == ("a.yul", 1, 1)
    assert error.message.startswith(f"this is {called}, not UTF-8; save it as UTF-8")
    assert f"iconv -f {called} -t UTF-8" in error.message


@pytest.mark.parametrize("data", [b"\0", b"\0\0", b"\0" * 100, b"{ \0 }", b"ab\0\0", b"{}\0"])
def test_zeros_alone_are_not_utf_16(data: bytes) -> None:
    assert decode(data, "a.yul") == data.decode()


def test_a_wrong_byte_after_a_mark_has_its_offset_in_the_file() -> None:
    with pytest.raises(yulopt.YulSyntaxError, match="byte 0xff at offset 7") as caught:
        decode(codecs.BOM_UTF8 + b"{\n  \xff}", "a.yul")
    assert (caught.value.line, caught.value.column) == (2, 3)


def test_a_mark_is_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.yul"
    path.write_bytes(codecs.BOM_UTF8 + b"{ }")
    assert read_source(str(path)).text == "{ }"
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == (
        "",
        f"{path}: note: the byte-order mark at its start is ignored\n",
    )


def test_a_file_with_a_mark_is_optimised(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.yul"
    path.write_bytes(codecs.BOM_UTF8 + b"{ sstore(0, add(1, 2)) x }")
    result = yulopt(path)
    assert result.exit_code == 1
    assert ":1:26: error:" in result.stderr, "columns do not count the mark"
    assert "note: the byte-order mark" in result.stderr
    path.write_bytes(codecs.BOM_UTF8 + b"{ sstore(0, add(1, 2)) }")
    result = yulopt("--bare", "--steps", "s", path)
    assert (result.exit_code, result.stdout) == (0, "{ sstore(0, 3) }\n")


def test_a_text_with_a_mark_is_rejected_with_advice() -> None:
    with pytest.raises(yulopt.YulSyntaxError, match="utf-8-sig"):
        yulopt.parse("\ufeff{ }")
