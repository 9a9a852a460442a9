"""The front-end solc: its discovery, its release, and requests to it.

It is a native `solc`, or the npm package of that name, or its core alone, which node runs. yulopt
compiles its IR as the same release does.

Source: chapter 11, sections 7 and 8 of the specification.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final

from yulopt.dialect import NEWEST, RELEASES, Release
from yulopt.errors import YulError
from yulopt.persistence.cache import Cache, cache_key
from yulopt.persistence.json_values import Json

# The npm package.
SOLC_PACKAGE: Final = f"solc@{NEWEST.version}"
# The variable that names the front-end solc: an executable, the folder of the npm package, or a
# file of solc as JavaScript.
FRONT_VARIABLE: Final = "YULOPT_SOLC"

# Set for the front-end solc, which may turn out to be yulopt again.
_INSIDE_VARIABLE: Final = "YULOPT_IN_FRONT"
_SCRIPT: Final = Path(__file__).with_name("front.js")
# Where Foundry and Hardhat keep compilers of a version, below the home folder; native ones first.
_DOWNLOADS: Final = (
    ".svm/{0}/solc-{0}",
    ".local/share/svm/{0}/solc-{0}",
    "Library/Application Support/svm/{0}/solc-{0}",
    *(
        f"{folder}/hardhat-nodejs/compilers-v*/{platform}/*-v{{0}}+commit.*"
        for platform in ("[lm][ia]*-*", "wasm")
        for folder in (".cache", "Library/Caches")
    ),
)
# That of a build before a release has a part after a hyphen: `0.8.31-pre.1+commit.b59566f6`.
_VERSION: Final = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+(?:-[\w.-]+)?\+commit\.[0-9a-f]+\S*")
_HOW_TO_GET_ONE: Final = (
    f'install one with "npm install {SOLC_PACKAGE}" or from the releases of Solidity, and name'
    f" it by {FRONT_VARIABLE} (or --front of yulopt solc) if it is neither on the PATH nor in"
    " node_modules"
)


class FrontError(YulError):
    """There is no usable front-end solc, or it has failed."""


class NoFrontError(FrontError):
    """There is no front-end solc of the right version; `reason` omits the advice."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{reason}; {_HOW_TO_GET_ONE}")
        self.reason = reason


class Reading:
    """The folders from which sources may be read that a request only names."""

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
        """As arguments of the script for the npm package."""
        base = os.getcwd() if self.base is None else self.base
        return json.dumps({"base": base, "include": self.include, "allow": self.allow})


class Front:
    """A solc at `path`, of any version.

    `is_native`: whether it is an executable, with solc's own command line.
    """

    def __init__(self, path: Path, cache: Cache) -> None:
        """`cache` remembers its version. Raises `FrontError` if it cannot be run."""
        self.path = path
        self._cache = cache
        self._version = ""
        # For the npm package only; a native solc is run directly, not looked up on the PATH.
        self._command = [os.path.abspath(path)]
        if path.is_dir() and not (path / "soljson.js").exists():
            raise NoFrontError(f"{path} is a folder without the npm package solc")
        if path.suffix == ".js" or (path / "soljson.js").exists():
            node = shutil.which("node")
            if node is None:
                raise FrontError(f"{path} needs node, which is not on the PATH")
            self._command = [node, str(_SCRIPT), str(path.resolve())]
        self.is_native = len(self._command) == 1

    @property
    def version(self) -> str:
        """The version that it reports, with the commit; raises `FrontError` if there is none."""
        if not self._version:
            key = cache_key("version", *self._identity())
            kept = self._cache.read(key)
            output = kept if isinstance(kept, str) else self._run(["--version"], "")
            found = _VERSION.search(output)
            if found is None:
                raise NoFrontError(f"{self.path} did not report a solc version")
            self._version = found[0]
            if kept is None:
                self._cache.write(key, output)
        return self._version

    @property
    def number(self) -> str:
        """The version without the commit; raises `FrontError` if there is none."""
        return self.version.partition("+")[0]

    @property
    def release(self) -> Release | None:
        """Its release, None if yulopt does not reproduce that version.

        Raises `FrontError` if it reports no version.
        """
        return RELEASES.get(self.number)

    def require(self, *releases: Release) -> None:
        """Raise `NoFrontError` if it is of none of these releases."""
        if self.release not in releases:
            wanted = " or ".join(release.version for release in releases)
            raise NoFrontError(f"{self.path} is solc {self.number}, and solc {wanted} is wanted")

    def compile(self, request: str, reading: Reading | None) -> str:
        """The answer to a request in standard JSON; nothing is read if `reading` is None.

        Raises `FrontError` if there is none.
        """
        if self.is_native:
            options = ["--no-import-callback"] if reading is None else reading.options()
            return self._run([*options, "--standard-json"], request)
        return self._run([] if reading is None else [reading.to_json()], request)

    def run(self, arguments: Sequence[str]) -> int:
        """Run a native one in place of this process, with the same streams; its exit status.

        Raises `FrontError` if it cannot be run.
        """
        try:
            done = subprocess.run([*self._command, *arguments], env=_environment(), check=False)
        except OSError as error:
            raise FrontError(f"{self.path} cannot be run: {error.strerror}") from None
        # The exit status of a shell for a process that a signal ended.
        return done.returncode if done.returncode >= 0 else 128 - done.returncode

    def _identity(self) -> list[Json]:
        """The identity of the program, which changes when it is replaced."""
        program = self.path / "soljson.js" if self.path.is_dir() else self.path
        state = program.stat()
        return [str(program.resolve()), state.st_mtime_ns, state.st_size]

    def _run(self, arguments: list[str], text: str) -> str:
        try:
            done = subprocess.run(
                [*self._command, *arguments],
                input=text.encode(),
                capture_output=True,
                env=_environment(),
                check=False,
            )
        except OSError as error:
            raise FrontError(f"{self.path} cannot be run: {error.strerror}") from None
        if done.returncode != 0:
            from yulopt.batch.workers import Death

            lines = done.stderr.decode(errors="replace").strip().splitlines()
            # Node prints its version after the error.
            errors = [line for line in lines if "Error:" in line] or lines
            reason = errors[-1] if errors else f"it {Death(done.returncode)}"
            raise FrontError(f"{self.path} has failed: {reason}")
        return done.stdout.decode(errors="replace")


def _environment() -> dict[str, str]:
    return {**os.environ, _INSIDE_VARIABLE: "1"}


def find_front(
    named: str | None,
    cache: Cache,
    folder: Path | None = None,
    releases: Collection[Release] = (),
) -> Front:
    """The front-end solc: the one given, or that of the environment, or the first found.

    Packages are searched from `folder` upwards; None is the working directory. Installations of one
    of the `releases` are preferred.

    Raises `FrontError` if there is none.
    """
    if os.environ.get(_INSIDE_VARIABLE):
        raise NoFrontError("the front-end solc is yulopt itself")
    chosen = named or os.environ.get(FRONT_VARIABLE)
    if chosen:
        path = Path(chosen)
        if not path.exists():
            on_path = shutil.which(chosen)
            if on_path is None:
                raise NoFrontError(f"there is no {chosen}")
            path = Path(on_path)
        return Front(_package_of(path), cache)
    candidates = [*_candidates(Path.cwd() if folder is None else folder)]
    if not candidates:
        raise NoFrontError("no solc was found")
    fitting = (path for path in candidates if releases and _is_one_of(path, cache, releases))
    return Front(next(fitting, candidates[0]), cache)


def _is_one_of(path: Path, cache: Cache, releases: Collection[Release]) -> bool:
    try:
        return Front(path, cache).release in releases
    except FrontError:
        return False


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
    for version in reversed(RELEASES):
        for pattern in _DOWNLOADS:
            # An account without a home has none of these.
            found = Path(os.path.expanduser("~")).glob(pattern.format(version))
            yield from sorted(path for path in found if path.suffix != ".json")


def _package_of(path: Path) -> Path:
    """The npm package that a path leads into; else the path."""
    resolved = path.resolve()
    return resolved.parent if (resolved.parent / "soljson.js").exists() else path
