"""The compiled form of yulopt in the playground: rejected archives, and the compilation."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from docs.extension.playground import PlaygroundError, build, library_of
from docs.playground.emcc import command
from tests.conftest import ROOT

LIBRARY = "0123456789abcdef__mypyc.cpython-314-wasm32-emscripten.so"
OTHER_LIBRARY = "0123456789abcdef__mypyc.cpython-314-x86_64-linux-gnu.so"
ZIG = Path("ziglang/zig")


def archive_of(path: Path, *libraries: str, changed: str = "") -> Path:
    """An archive with the sources that are here and some libraries."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in libraries:
            archive.writestr(name, b"code")
        for folder in ("yulopt", "steps", "sequences"):
            prefix = "" if folder == "yulopt" else "yulopt/"
            for file in (ROOT / folder).rglob("*.py"):
                name = prefix + file.relative_to(ROOT).as_posix()
                archive.writestr(name, file.read_bytes() + b"#" * (name == changed))
    return path


def test_the_library_of_an_archive_is_found(tmp_path: Path) -> None:
    assert library_of(archive_of(tmp_path / "it.whl", LIBRARY)) == b"code"


@pytest.mark.parametrize(
    ("libraries", "changed", "problem"),
    [
        ([LIBRARY], "yulopt/errors.py", "was not made of these sources: yulopt/errors.py"),
        ([LIBRARY], "yulopt/steps/unused_pruner.py", "was not made of these sources"),
        ([], "", "has no modules that are compiled for Pyodide"),
        ([OTHER_LIBRARY], "", "has no modules that are compiled for Pyodide"),
    ],
)
def test_another_archive_is_refused_before_anything_is_written(
    tmp_path: Path, libraries: list[str], changed: str, problem: str
) -> None:
    archive = archive_of(tmp_path / "it.whl", *libraries, changed=changed)
    before = tmp_path / "site" / "kept"
    before.parent.mkdir()
    before.touch()
    with pytest.raises(PlaygroundError, match=problem):
        build(before.parent, archive)
    assert before.exists()


@pytest.mark.parametrize("content", [None, b"no archive"])
def test_what_cannot_be_read_is_told(tmp_path: Path, content: bytes | None) -> None:
    archive = tmp_path / "it.whl"
    if content is not None:
        archive.write_bytes(content)
    with pytest.raises(PlaygroundError, match=r"it\.whl cannot be read: "):
        library_of(archive)


def test_a_file_is_compiled_with_the_headers_of_the_other_python_first() -> None:
    given = ["-O1", "-sSUPPORT_LONGJMP=wasm", "-std=c11", "-I/host", "-c", "a.c", "-o", "a.o"]
    line = command(ZIG, ["generated", "headers"], given)
    assert line[:2] == ["ziglang/zig", "clang"]
    assert "-fPIC" in line
    assert "-sSUPPORT_LONGJMP=wasm" not in line
    included = [one for one in line if one.startswith("-I")]
    assert included == ["-Igenerated", "-Iheaders", "-I/host"]
    assert line[-6:] == ["-std=c11", "-I/host", "-c", "a.c", "-o", "a.o"]


def test_a_library_exports_what_python_calls_first() -> None:
    line = command(ZIG, [], ["-shared", "a.o", "-o", "folder/one.cpython-314-wasm32-emscripten.so"])
    assert line[:3] == ["ziglang/zig", "wasm-ld", "-shared"]
    assert line.count("-shared") == 1
    assert "--export=PyInit_one" in line
