"""The solc in front: where it is found, and how it is asked.

It is a native `solc`, or the npm package of that name, or its core alone; these node runs.

Source: chapter 11, sections 7 and 8 of the specification.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from yulopt.errors import YulError
from yulopt.persistence.cache import Cache, cache_key
from yulopt.persistence.json_values import Json

# The one whose behaviour yulopt reproduces.
SOLC_VERSION: Final = "0.8.37"
# What npm installs.
SOLC_PACKAGE: Final = f"solc@{SOLC_VERSION}"
# The variable that names the solc in front: an executable, the folder of the npm package, or a
# file of solc as JavaScript.
FRONT_VARIABLE: Final = "YULOPT_SOLC"

# Set for the solc in front, which may turn out to be yulopt again.
_INSIDE_VARIABLE: Final = "YULOPT_IN_FRONT"
_SCRIPT: Final = Path(__file__).with_name("front.js")
# Where Foundry and Hardhat keep compilers, below the home folder; native ones first.
_DOWNLOADS: Final = (
    f".svm/{SOLC_VERSION}/solc-{SOLC_VERSION}",
    f".local/share/svm/{SOLC_VERSION}/solc-{SOLC_VERSION}",
    f"Library/Application Support/svm/{SOLC_VERSION}/solc-{SOLC_VERSION}",
    *(
        f"{folder}/hardhat-nodejs/compilers-v*/{platform}/*-v{SOLC_VERSION}+commit.*"
        for platform in ("[lm][ia]*-*", "wasm")
        for folder in (".cache", "Library/Caches")
    ),
)
_VERSION: Final = re.compile(r"([0-9]+\.[0-9]+\.[0-9]+)\+commit\.[0-9a-f]+\S*")
_HOW_TO_GET_ONE: Final = (
    f'install one with "npm install {SOLC_PACKAGE}" or from the releases of Solidity, and name'
    f" it by {FRONT_VARIABLE} (or --front of yulopt solc) if it is neither on the PATH nor in"
    " node_modules"
)


class FrontError(YulError):
    """There is no usable solc in front, or it has failed."""


class NoFrontError(FrontError):
    """There is no solc in front of the right version; `reason` is why, without what to do."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{reason}; {_HOW_TO_GET_ONE}")
        self.reason = reason


class Reading:
    """From where sources may be read that the request names but does not hold."""

    def __init__(
        self, base: str | None = None, include: Sequence[str] = (), allow: Sequence[str] = ()
    ) -> None:
        self.base = base
        self.include = list(include)
        self.allow = list(allow)

    def options(self) -> list[str]:
        """As options of the command solc."""
        options = [] if self.base is None else ["--base-path", self.base]
        for folder in self.include:
            options += ["--include-path", folder]
        return [*options, "--allow-paths", ",".join(self.allow)] if self.allow else options

    def to_json(self) -> str:
        """As the script for the npm package takes it."""
        base = os.getcwd() if self.base is None else self.base
        return json.dumps({"base": base, "include": self.include, "allow": self.allow})


class Front:
    """A solc at `path`, which must be of the right version to be asked."""

    def __init__(self, path: Path, cache: Cache) -> None:
        """`cache` keeps what version it told. Raises `FrontError` if it cannot be run."""
        self.path = path
        self._cache = cache
        self._version = ""
        # Of the npm package; a native solc is run as it is, and not looked for on the PATH.
        self._command = [os.path.abspath(path)]
        if path.is_dir() and not (path / "soljson.js").exists():
            raise NoFrontError(f"{path} is a folder without the npm package solc")
        if path.suffix == ".js" or (path / "soljson.js").exists():
            node = shutil.which("node")
            if node is None:
                raise FrontError(f"{path} needs node, which is not on the PATH")
            self._command = [node, str(_SCRIPT), str(path.resolve())]
        self._is_package = len(self._command) > 1

    @property
    def version(self) -> str:
        """The version that it tells, with the commit; raises `FrontError` unless it is right."""
        if not self._version:
            key = cache_key("version", *self._identity())
            kept = self._cache.read(key)
            told = kept if isinstance(kept, str) else self._run(["--version"], "")
            self._version = self._checked(told)
            if kept is None:
                self._cache.write(key, told)
        return self._version

    def compile(self, request: str, reading: Reading | None) -> str:
        """The answer to a request in standard JSON; nothing is read if `reading` is None.

        Raises `FrontError` if there is none, or the version is not the right one.
        """
        if self._is_package:
            # To start it takes long, so that the version is told along with the answer.
            told = self._run([] if reading is None else [reading.to_json()], request)
            version, _, answer = told.partition("\n")
            self._version = self._checked(version)
            return answer
        options = ["--no-import-callback"] if reading is None else reading.options()
        self._version = self.version
        return self._run([*options, "--standard-json"], request)

    def _checked(self, told: str) -> str:
        """The version in what was told; raises `FrontError` if it is not the right one."""
        found = _VERSION.search(told)
        if found is None:
            raise NoFrontError(f"{self.path} did not report a solc version")
        if found[1] != SOLC_VERSION:
            raise NoFrontError(
                f"{self.path} is solc {found[1]}, and yulopt stands in for solc {SOLC_VERSION}"
            )
        return found[0]

    def _identity(self) -> list[Json]:
        """What changes when another program takes the place of this one."""
        program = self.path / "soljson.js" if self.path.is_dir() else self.path
        state = program.stat()
        return [str(program.resolve()), state.st_mtime_ns, state.st_size]

    def _run(self, arguments: list[str], text: str) -> str:
        try:
            done = subprocess.run(
                [*self._command, *arguments],
                input=text.encode(),
                capture_output=True,
                env={**os.environ, _INSIDE_VARIABLE: "1"},
                check=False,
            )
        except OSError as error:
            raise FrontError(f"{self.path} cannot be run: {error.strerror}") from None
        if done.returncode != 0:
            if self._is_package and done.stdout:
                # Another version may fail for being another one.
                self._checked(done.stdout.decode(errors="replace"))
            from yulopt.batch.workers import Death

            told = done.stderr.decode(errors="replace").strip().splitlines()
            # Node says what it is after the error.
            errors = [line for line in told if "Error:" in line] or told
            reason = errors[-1] if errors else f"it {Death(done.returncode)}"
            raise FrontError(f"{self.path} has failed: {reason}")
        return done.stdout.decode(errors="replace")


def find_front(named: str | None, cache: Cache, folder: Path | None = None) -> Front:
    """The solc in front: the one that is named, or that the environment names, or the first found.

    `folder` is where packages are looked for, from there up; None is the working directory.

    Raises `FrontError` if there is none, or it is of another version.
    """
    if os.environ.get(_INSIDE_VARIABLE):
        raise NoFrontError("the solc in front is yulopt itself")
    chosen = named or os.environ.get(FRONT_VARIABLE)
    if chosen:
        path = Path(chosen)
        if not path.exists():
            on_path = shutil.which(chosen)
            if on_path is None:
                raise NoFrontError(f"there is no {chosen}")
            path = Path(on_path)
        return Front(_package_of(path), cache)
    for path in _candidates(Path.cwd() if folder is None else folder):
        return Front(path, cache)
    raise NoFrontError("no solc was found")


def _candidates(folder: Path) -> Iterator[Path]:
    """Native ones first, which are faster; then packages of the project, and what Foundry and
    Hardhat have downloaded.
    """
    native = shutil.which("solc")
    if native is not None:
        yield _package_of(Path(native))
    for place in (folder, *folder.parents):
        package = place / "node_modules" / "solc"
        if (package / "soljson.js").exists():
            yield package
    script = shutil.which("solcjs")
    if script is not None:
        yield _package_of(Path(script))
    for pattern in _DOWNLOADS:
        yield from sorted(path for path in Path.home().glob(pattern) if path.suffix != ".json")


def _package_of(path: Path) -> Path:
    """The npm package that a path leads into; else the path."""
    resolved = path.resolve()
    return resolved.parent if (resolved.parent / "soljson.js").exists() else path
