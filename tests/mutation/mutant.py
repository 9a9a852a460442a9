"""What a mutant is, and the import of yulopt with one in place."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import ClassVar

_PACKAGE = "yulopt"


@dataclass(frozen=True)
class Patch:
    """A small change that breaks something: `old` occurs once in the source of `module`.

    `broken` says what is wrong then.
    """

    module: str
    broken: str
    old: str
    new: str

    @property
    def name(self) -> str:
        """The module and what is broken."""
        return f"{self.module.removeprefix(_PACKAGE + '.')}: {self.broken}"

    def source(self) -> str:
        """The source of the module as it is."""
        return module_path(self.module).read_text("utf-8")

    def patched(self, source: str) -> str:
        """The source with the mistake; raises ValueError if the patch does not fit."""
        if source.count(self.old) != 1:
            raise ValueError(f"{self.name}: found {source.count(self.old)} times, not once")
        return source.replace(self.old, self.new)


@dataclass(frozen=True)
class Mutant(Patch):
    """A patch of something that the verifier judges.

    `steps` is a sequence that shows it, followed by the step `last`, if there is one; only these
    steps run. `style` is that of the programs. `equivalent` is the reason why nobody can notice,
    for a mutant that the verifier must not catch. `seed` is that of a program that gives it away,
    for one which takes many; it saves time and decides nothing.
    """

    steps: str
    last: str = ""
    style: str = "dense"
    equivalent: str = ""
    seed: int = 0


@dataclass(frozen=True)
class CodeMutant(Patch):
    """A patch of code generation, which is judged by what solc makes of programs.

    `caught_by` is the program (see `tests.code_generation`), or the report, that gives it away.
    """

    caught_by: str


def module_path(module: str) -> Path:
    """The source file of a module of yulopt, which may be compiled as well."""
    package = find_spec(_PACKAGE)
    assert package is not None
    assert package.submodule_search_locations is not None
    parts = module.split(".")[1:]
    return Path(package.submodule_search_locations[0], *parts).with_suffix(SOURCE_SUFFIXES[0])


class MutantFinder:
    """Finds the modules of yulopt as sources, never as compiled modules, and patches one."""

    def __init__(self, patch: Patch) -> None:
        self._patch = patch

    def install(self) -> None:
        """Let what is imported from now on be found here; yulopt must not be loaded yet."""
        assert _PACKAGE not in sys.modules
        sys.meta_path.insert(0, self)

    def remove(self) -> None:
        """Let everything be found where it was before."""
        sys.meta_path.remove(self)

    def find_spec(
        self, name: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(f"{_PACKAGE}.") or path is None:
            return None
        loader: type[SourceFileLoader] = _RememberingLoader
        if name == self._patch.module:
            loader = _loader_of(self._patch)
        for folder in path:
            spec = FileFinder(folder, (loader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


class _RememberingLoader(SourceFileLoader):
    """Compiles each source once, for processes that have several mutants one after the other."""

    _codes: ClassVar[dict[str, CodeType]] = {}

    def get_code(self, fullname: str) -> CodeType:
        if fullname not in self._codes:
            code = super().get_code(fullname)
            assert code is not None
            self._codes[fullname] = code
        return self._codes[fullname]


def _loader_of(patch: Patch) -> type[SourceFileLoader]:
    class PatchingLoader(SourceFileLoader):
        """Compiles the patched source, and takes nothing from a cache."""

        def get_code(self, fullname: str) -> CodeType:
            source = patch.patched(Path(self.path).read_text("utf-8"))
            code = compile(source, self.path, "exec", dont_inherit=True)
            assert isinstance(code, CodeType)
            return code

    return PatchingLoader
