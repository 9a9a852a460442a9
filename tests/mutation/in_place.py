"""Mutants inside a running process: yulopt is temporarily imported a second time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import ClassVar, Final

from tests.mutation.mutant import PACKAGE, Mutant
from yulopt.build_info import PURE_VARIABLE

# Modules that use yulopt are imported again, too, except those of mutants.
_USERS: Final = "tests"
_STAYS: Final = "tests.mutation.mutant"


@contextmanager
def in_place(mutant: Mutant) -> Iterator[None]:
    """Modules imported in the meantime have the fault; those imported before are restored."""
    with imported_again({mutant.module: _loader_of(mutant)}):
        yield


@contextmanager
def imported_again(loaders: Mapping[str, type[SourceFileLoader]]) -> Iterator[None]:
    """Modules imported in the meantime are new ones, some by these loaders, by their names; those
    imported before are restored."""
    before = _taken_out()
    finder = _Finder(loaders)
    sys.meta_path.insert(0, finder)
    # With this, yulopt would find its own sources.
    is_pure = os.environ.pop(PURE_VARIABLE, None)
    try:
        yield
    finally:
        if is_pure is not None:
            os.environ[PURE_VARIABLE] = is_pure
        sys.meta_path.remove(finder)
        _taken_out()
        sys.modules.update(before)


def _taken_out() -> dict[str, ModuleType]:
    """The modules of yulopt and of the tests, which are no longer loaded."""
    roots = (f"{PACKAGE}.", f"{_USERS}.")
    names = [name for name in sys.modules if f"{name}.".startswith(roots) and name != _STAYS]
    return {name: sys.modules.pop(name) for name in names}


class _Finder:
    """Finds the modules of yulopt as sources, never as compiled modules."""

    def __init__(self, loaders: Mapping[str, type[SourceFileLoader]]) -> None:
        self._loaders = loaders

    def find_spec(
        self, name: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(f"{PACKAGE}.") or path is None:
            return None
        loader = self._loaders.get(name, _RememberingLoader)
        for folder in path:
            spec = FileFinder(folder, (loader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


class _RememberingLoader(SourceFileLoader):
    """Compiles each source once, for one mutant after the other."""

    _codes: ClassVar[dict[str, CodeType]] = {}

    def get_code(self, fullname: str) -> CodeType:
        if fullname not in self._codes:
            code = super().get_code(fullname)
            assert code is not None
            self._codes[fullname] = code
        return self._codes[fullname]


def _loader_of(mutant: Mutant) -> type[SourceFileLoader]:
    class PatchingLoader(SourceFileLoader):
        """Compiles the patched source, and takes nothing from a cache."""

        def get_code(self, fullname: str) -> CodeType:
            source = mutant.patched(Path(self.path).read_text("utf-8"))
            code = compile(source, self.path, "exec", dont_inherit=True)
            assert isinstance(code, CodeType)
            return code

    return PatchingLoader
