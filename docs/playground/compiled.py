"""Compiles yulopt for the playground: `python -m docs.playground.compiled ARCHIVE`.

mypyc translates the core to C as for any platform (see `setup.py`), and clang that to WebAssembly.
The archive has what a wheel has for Pyodide, without its metadata.
"""

from __future__ import annotations

import argparse
import json
import os
import runpy
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from docs.extension.playground import PlaygroundError, install
from docs.playground import emcc

_ROOT: Final = Path(__file__).resolve().parent.parent.parent
NEEDED: Final = "ziglang and wasmpy-build are needed: pip install ziglang wasmpy-build"


def compile_into(archive: Path) -> None:
    """Compile yulopt into an archive; raises `PlaygroundError`. It takes some minutes."""
    pyodide = install() / "node_modules" / "pyodide"
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        environment = _environment(pyodide, folder)
        command = [sys.executable, "setup.py", "build", "--build-lib", str(folder / "built")]
        if subprocess.run(command, cwd=_ROOT, env=environment, check=False).returncode:
            raise PlaygroundError("yulopt was not compiled, for the reason above")
        archive.parent.mkdir(parents=True, exist_ok=True)
        made = shutil.make_archive(str(folder / "archive"), "zip", folder / "built")
        shutil.move(made, archive)


def _environment(pyodide: Path, folder: Path) -> dict[str, str]:
    """Variables with which setuptools and mypyc compile for Pyodide, with files in a folder."""
    version = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))["info"]["python"]
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as library:
        [settings] = [name for name in library.namelist() if name.startswith("_sysconfigdata")]
        library.extract(settings, folder)
    (folder / "pyconfig.h").write_text(_configuration(folder / settings), "utf-8")
    include = os.pathsep.join([str(folder), str(_headers(version))])
    compiler = f"{sys.executable} {emcc.__file__}"
    return {
        **{name: value for name, value in os.environ.items() if name != "YULOPT_PURE"},
        "CC": compiler,
        "LDSHARED": compiler,
        "PYODIDE": "1",
        "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "_PYTHON_HOST_PLATFORM": "emscripten-wasm32",
        "_PYTHON_SYSCONFIGDATA_NAME": Path(settings).stem,
        emcc.INCLUDE_VARIABLE: include,
    }


def _headers(version: str) -> Path:
    """The headers of a version of Python."""
    spec = find_spec("wasmpy_build")
    if emcc.zig_program() is None or spec is None or spec.origin is None:
        raise PlaygroundError(NEEDED)
    major, minor, *_ = version.split(".")
    headers = Path(spec.origin).parent / "include" / f"cp{major}{minor}"
    if not headers.is_dir():
        raise PlaygroundError(f"wasmpy-build has no headers of Python {version}: upgrade it")
    return headers


def _configuration(settings: Path) -> str:
    """The `pyconfig.h` of a Python with some settings, which have all that it defines."""
    known: dict[str, object] = runpy.run_path(str(settings))["build_time_vars"]
    lines = [
        f"#define {name} {value}\n"
        for name, value in known.items()
        if isinstance(value, int) and value and name.isidentifier()
    ]
    return "".join(["#pragma once\n", *lines])


def main() -> None:
    """The command: compile into the archive that is named."""
    parser = argparse.ArgumentParser(description="Compile yulopt for the playground.")
    parser.add_argument("archive", nargs="?", default="build/compiled.zip", type=Path)
    archive: Path = parser.parse_args().archive
    try:
        compile_into(archive.absolute())
    except PlaygroundError as error:
        parser.exit(1, f"{error}\n")
    size = archive.stat().st_size / 1e6
    print(f"{archive}: {size:.1f} MB; use it: python -m docs.playground --compiled {archive}")


if __name__ == "__main__":
    main()
