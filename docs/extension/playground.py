"""Builds the playground: a page that compiles Solidity and Yul in the browser, without a server.

`python -m docs.playground FOLDER` builds it into a folder; so does the documentation,
where npm is. What npm installs is kept in a folder outside the tree.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from docs.extension.step_pages import module_of
from yulopt.build_info import VERSION
from yulopt.dialect import DEFAULT_EVM_VERSION, EvmVersion, dialect_for
from yulopt.suite.documentation import read_documentation
from yulopt.suite.named_sequences import read_sequence
from yulopt.suite.pipelines import describe_pipeline, pipeline_names
from yulopt.suite.registry import all_steps, is_installed
from yulopt.syntax.arguments import DEFAULT_RUNS

# The variable that names the folder in which npm installs, or says that nothing is built.
FOLDER_VARIABLE: Final = "YULOPT_PLAYGROUND"
OFF: Final = "off"
# The variable that names an archive with yulopt compiled for Pyodide.
COMPILED_VARIABLE: Final = "YULOPT_PLAYGROUND_COMPILED"

_ROOT: Final = Path(__file__).resolve().parent.parent.parent
_PAGE: Final = _ROOT / "docs" / "playground"
_SCRIPTS: Final = _PAGE / "scripts"
# In this order; the first is shown to who opens the page.
_EXAMPLES: Final = (
    _PAGE / "examples" / "Token.sol",
    _PAGE / "examples" / "Auction.sol",
    _PAGE / "examples" / "Statistics.sol",
    _ROOT / "examples" / "erc20.yul",
    _ROOT / "examples" / "sort.yul",
    _ROOT / "examples" / "loops.yul",
)
# The modules that the page calls.
_CALLED: Final = ("bridge.py", "proofs.py")
# What is compiled before the snapshot of Python is taken.
_WARM_UP: Final = _ROOT / "examples" / "erc20.yul"
# The compiled module that has the code of all others.
_LIBRARY: Final = re.compile(r"\w+__mypyc\.[\w-]+-wasm32-emscripten\.so")
# The Python packages to ship, and the files in their folders that can be left out.
_DEPENDENCIES: Final = ("attr", "attrs", "click", "lark", "mypy_extensions")
_LEFT_OUT: Final = {".pyc", ".pyi", ".so"}
_PYODIDE: Final = "pyodide.asm.mjs pyodide.asm.wasm pyodide.mjs python_stdlib.zip".split()
# Its index of packages, of which none is loaded.
_INDEX: Final = "pyodide-lock.json"
_DEFAULT_PIPELINE: Final = "size"
_INDENT: Final = 2
_DIGEST_DIGITS: Final = 16
# Of the levels of gzip.
_BEST: Final = 9
# Of what a program says when it fails.
_MAX_LINES: Final = 10


class PlaygroundError(Exception):
    """The playground cannot be built, for the reason that the message tells."""


def build(target: Path, compiled: Path | None = None) -> None:
    """Build the playground into a folder, which is made anew; raises `PlaygroundError`.

    `compiled` is an archive with yulopt compiled for Pyodide, such as a wheel.
    """
    library = library_of(compiled) if compiled else b""
    modules = install() / "node_modules"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for file in ("index.html", "style.css"):
        shutil.copy(_PAGE / file, target)
    _copy(modules / "pyodide", _PYODIDE, target / "pyodide")
    index = json.loads((modules / "pyodide" / _INDEX).read_text("utf-8"))
    (target / "pyodide" / _INDEX).write_text(json.dumps({**index, "packages": {}}), "utf-8")
    _write_solc(modules, target / "solc")
    _write_libraries(modules / "@openzeppelin", target / "libraries.json.gz")
    (target / "catalogue.json").write_text(json.dumps(_catalogue(modules), indent=_INDENT), "utf-8")
    (target / "python").mkdir()
    packages = target / "python" / "packages.zip"
    _write_packages(packages)
    if library:
        (target / "python" / "core.wasm.gz").write_bytes(gzip.compress(library, mtime=0))
    build_id = _defined("BUILD", json.dumps(_digest(packages, library)))
    _bundle(modules, target, "workers.js", "--format=iife")
    form = _defined("IS_COMPILED", json.dumps(bool(library)))
    _bundle(modules, target, "main.js", "--format=esm", "--splitting", build_id, form)
    _bundle(modules, target, "solc_worker.js", "--format=iife", build_id)
    snapshot = _write_snapshot(modules, packages, target / "python" / "snapshot.gz", compiled)
    memory = _defined("SNAPSHOT", snapshot)
    _bundle(modules, target, "python_worker.js", "--format=esm", build_id, form, memory)
    # It keeps all files in the browser.
    files = ["./", *(path.relative_to(target).as_posix() for path in all_files(target))]
    listed = _defined("FILES", json.dumps(files))
    _bundle(modules, target, "service_worker.js", "--format=iife", build_id, listed)


def _defined(name: str, value: str) -> str:
    """An option that defines a name in a script, with a value in JSON."""
    return f"--define:{name}={value}"


def _digest(packages: Path, library: bytes) -> str:
    """A word that is another for other content of the playground."""
    digest = hashlib.sha256(library)
    for path in [packages, *all_files(_PAGE)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:_DIGEST_DIGITS]


def all_files(folder: Path) -> list[Path]:
    """The files in a folder, except Python's caches."""
    return sorted(
        path for path in folder.rglob("*") if path.is_file() and path.suffix not in _LEFT_OUT
    )


def named_archive() -> Path | None:
    """The archive with yulopt compiled for Pyodide that the environment names."""
    name = os.environ.get(COMPILED_VARIABLE)
    return Path(name) if name else None


def write_absence(target: Path, reason: PlaygroundError) -> None:
    """Write a page in place of the playground, which was not built for a reason."""
    target.mkdir(parents=True, exist_ok=True)
    text = html.escape(str(reason))
    (target / "index.html").write_text(
        f"<!doctype html><title>yulopt</title><p>The playground was not built here: {text}", "utf-8"
    )


def install() -> Path:
    """The folder with the npm packages, which are installed unless these versions already are."""
    default = Path(tempfile.gettempdir()) / "yulopt-playground"
    chosen = os.environ.get(FOLDER_VARIABLE)
    if chosen == OFF:
        raise PlaygroundError(f"{FOLDER_VARIABLE} is {OFF}")
    folder = Path(chosen or default)
    wanted = (_PAGE / "package.json").read_text("utf-8")
    installed = folder / "installed.json"
    if not installed.exists() or installed.read_text("utf-8") != wanted:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text(wanted, "utf-8")
        _run(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder)])
        installed.write_text(wanted, "utf-8")
    return folder


def _run(command: list[str], modules: Path | None = None) -> str:
    """The output of a program."""
    environment = {**os.environ, **({"NODE_PATH": str(modules)} if modules else {})}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise PlaygroundError(f"there is no {command[0]}") from None
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise PlaygroundError(f"{Path(command[0]).name} failed:\n" + "\n".join(lines[-_MAX_LINES:]))
    return done.stdout


def _copy(source: Path, names: list[str], target: Path) -> None:
    target.mkdir()
    for name in names:
        shutil.copy(source / name, target)


def _bundle(modules: Path, target: Path, script: str, *options: str) -> None:
    command = [str(modules / ".bin" / "esbuild"), str(_SCRIPTS / script), "--bundle", "--minify"]
    _run([*command, f"--outdir={target}", "--log-level=warning", *options], modules)


def _write_solc(modules: Path, target: Path) -> None:
    """The compiler: its script, and its WebAssembly."""
    target.mkdir()
    written = [target / "soljson.js", target / "soljson.wasm.gz"]
    _run_script(modules, "split_solc.js", [modules / "solc" / "soljson.js", *written])


def _run_script(modules: Path, script: str, arguments: list[Path]) -> str:
    """Run a script by Node; gives what it prints."""
    with tempfile.TemporaryDirectory() as scratch:
        _bundle(modules, Path(scratch), script, "--format=esm", "--platform=node")
        module = Path(scratch, script).rename(Path(scratch, f"{Path(script).stem}.mjs"))
        return _run(["node", *map(str, [module, *arguments])])


def _write_libraries(folder: Path, target: Path) -> None:
    """The sources of libraries, by the names by which they are imported."""
    contents = {
        f"@openzeppelin/{path.relative_to(folder).as_posix()}": path.read_text("utf-8")
        for path in sorted(folder.rglob("*.sol"))
        if "mocks" not in path.parts
    }
    target.write_bytes(gzip.compress(json.dumps(contents).encode(), mtime=0))


def _catalogue(modules: Path) -> dict[str, object]:
    """The choices that the page offers before Python is loaded."""
    steps = [step for step in all_steps().values() if not is_installed(step)]
    solc = json.loads((modules / "solc" / "package.json").read_text("utf-8"))
    return {
        "version": VERSION,
        "solc": solc["version"],
        "defaults": {
            "pipeline": _DEFAULT_PIPELINE,
            "runs": DEFAULT_RUNS,
            "evm": DEFAULT_EVM_VERSION.text,
            "steps": "".join(read_sequence("default").split()),
        },
        "pipelines": [
            {"name": name, "purpose": describe_pipeline(name)} for name in pipeline_names()
        ],
        "evmVersions": [version.text for version in reversed(EvmVersion)],
        "builtins": sorted(dialect_for(DEFAULT_EVM_VERSION).builtins),
        "steps": [
            {
                "letter": step.letter,
                "name": step.name,
                "summary": read_documentation(step).summary,
                "page": module_of(step),
            }
            for step in sorted(steps, key=lambda step: (step.letter.lower(), step.letter))
        ],
        "examples": [{"name": path.name, "source": path.read_text("utf-8")} for path in _EXAMPLES],
    }


def _write_packages(target: Path) -> None:
    """Everything in Python: the package, what it imports, and what the page calls."""
    files = dict(_files(_ROOT / "yulopt", "yulopt/"))
    for name in _DEPENDENCIES:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        origin = Path(spec.origin)
        if spec.submodule_search_locations is None:
            files[origin.name] = origin
        else:
            files.update(_files(origin.parent, f"{name}/"))
    files.update(_files(_PAGE / "python", ""))
    files.update((f"docs/playground/{name}", _PAGE / name) for name in _CALLED)
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(files):
            # Without the time of the file, the same content makes the same archive.
            content = files[name].read_bytes()
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, _BEST)


def _files(folder: Path, prefix: str) -> Iterator[tuple[str, Path]]:
    for parent, folders, names in os.walk(folder, followlinks=True):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in names:
            path = Path(parent, name)
            if path.suffix not in _LEFT_OUT:
                yield prefix + path.relative_to(folder).as_posix(), path


def library_of(compiled: Path) -> bytes:
    """The code in an archive with yulopt compiled for Pyodide, of the sources that are here.

    Raises `PlaygroundError` if it was made of others, or is no such archive.
    """
    try:
        with zipfile.ZipFile(compiled) as archive:
            names = set(archive.namelist())
            for name, path in _files(_ROOT / "yulopt", "yulopt/"):
                if path.suffix != ".py":
                    continue
                if name not in names or archive.read(name) != path.read_bytes():
                    raise PlaygroundError(f"{compiled} was not made of these sources: {name}")
            return archive.read(_library_name(archive))
    except (OSError, zipfile.BadZipFile) as error:
        raise PlaygroundError(f"{compiled} cannot be read: {error}") from None


def _library_name(archive: zipfile.ZipFile) -> str:
    found = [name for name in archive.namelist() if _LIBRARY.fullmatch(name)]
    if len(found) != 1:
        raise PlaygroundError(f"{archive.filename} has no modules that are compiled for Pyodide")
    return found[0]


def _write_snapshot(modules: Path, packages: Path, target: Path, compiled: Path | None) -> str:
    """The memory of Python after it has compiled a program, which the page goes on from.

    Gives the description of it in JSON, which the page needs with it.
    """
    arguments = [modules / "pyodide", packages, _WARM_UP, target]
    with tempfile.TemporaryDirectory() as scratch:
        if compiled:
            with zipfile.ZipFile(compiled) as archive:
                library = archive.extract(_library_name(archive), scratch)
            arguments += [compiled, Path(library)]
        return _run_script(modules, "snapshot.js", arguments)
