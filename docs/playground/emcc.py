"""Stands in for Emscripten's compiler driver, with clang and wasm-ld of the package ziglang.

It takes the command line of a C compiler from setuptools. With `-c` it compiles a file; otherwise
it links a library that Pyodide loads (a side module, in the terms of Emscripten). The variable
YULOPT_EMCC_INCLUDE has the folders with the headers of Python, like PATH.

The headers of the C library are those of musl for another machine of 32 bits. Emscripten's own are
of musl, too; what differs (files, signals, threads) is not used by code from mypyc.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

INCLUDE_VARIABLE: Final = "YULOPT_EMCC_INCLUDE"

_COMPILING: Final = (
    "--target=wasm32-unknown-emscripten",
    "-fPIC",
    "-nostdinc",
    "-D_GNU_SOURCE",
    # These types are those of clang; that of the other machine are other types of the same size.
    *("-include", "stddef.h"),
    *(f"-D__DEFINED_{name}" for name in ("size_t", "wchar_t", "ptrdiff_t")),
)
_SYSTEM_HEADERS: Final = (
    "include",
    "libc/include/riscv32-linux-musl",
    "libc/include/generic-musl",
)
_LINKING: Final = (
    "-shared",
    "--experimental-pic",
    "--import-memory",
    "--import-undefined",
    "--unresolved-symbols=import-dynamic",
    "--export-if-defined=__wasm_apply_data_relocs",
    "--export-if-defined=__wasm_call_ctors",
    "--strip-all",
)


def command(zig: Path, include: list[str], arguments: list[str]) -> list[str]:
    """The command of `zig` that replaces one of Emscripten."""
    # Settings of Emscripten, such as `-sSUPPORT_LONGJMP=wasm`, are unknown to clang; `-shared` is
    # there already.
    known = [one for one in arguments if not one.startswith("-s") or one.startswith("-std")]
    if "-c" in arguments:
        system = [f"-isystem{zig.parent / 'lib' / folder}" for folder in _SYSTEM_HEADERS]
        python = [f"-I{folder}" for folder in include]
        return [str(zig), "clang", *_COMPILING, *system, *python, *known]
    module = Path(known[known.index("-o") + 1]).name.partition(".")[0]
    return [str(zig), "wasm-ld", *_LINKING, f"--export=PyInit_{module}", *known]


def zig_program() -> Path | None:
    """The program of the package ziglang, if that is installed."""
    spec = find_spec("ziglang")
    return Path(spec.origin).parent / "zig" if spec is not None and spec.origin else None


if __name__ == "__main__":
    program = zig_program()
    assert program is not None
    folders = os.environ[INCLUDE_VARIABLE].split(os.pathsep)
    line = command(program, folders, sys.argv[1:])
    os.execv(line[0], line)
