"""Mutants: small changes that break yulopt, with the checks that must detect them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.machinery import SOURCE_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar, Final

PACKAGE: Final = "yulopt"


@dataclass(frozen=True)
class Mutant:
    """A mistake: `old`, which occurs once in the source of `module`, becomes `new`.

    `broken` says what is wrong then. `equivalent` is the reason why nothing can notice, for one
    that must not be caught.
    """

    module: str
    broken: str
    old: str
    new: str
    equivalent: str = field(default="", kw_only=True)

    # The module that says whether a mutant is caught; see `tests.mutation.judging`.
    judge: ClassVar[str]

    @property
    def name(self) -> str:
        """The module and what is broken."""
        return f"{self.module.removeprefix(PACKAGE + '.')}: {self.broken}"

    def source(self) -> str:
        """The original source of the module."""
        return module_path(self.module).read_text("utf-8")

    def patched(self, source: str) -> str:
        """The source with the mistake; raises ValueError if the patch does not fit."""
        if source.count(self.old) != 1:
            raise ValueError(f"{self.name}: found {source.count(self.old)} times, not once")
        return source.replace(self.old, self.new)


@dataclass(frozen=True)
class SuiteMutant(Mutant):
    """A mistake that tests find: those in the folder of the tests that mirrors its package.

    `caught_by` is one of them, as `module::function` below that folder, or in another one, as
    `folder/module::function`.
    """

    caught_by: str = ""

    judge: ClassVar[str] = "tests.mutation.by_tests"


def suite_mutants(module: str, caught_by: str) -> Callable[[str, str, str, str], SuiteMutant]:
    """Makes mutants of a module of yulopt; the names of their tests go on from `caught_by`."""

    def mutant(broken: str, old: str, new: str, test: str) -> SuiteMutant:
        return SuiteMutant(f"yulopt.{module}", broken, old, new, caught_by + test)

    return mutant


@dataclass(frozen=True)
class CodeMutant(Mutant):
    """A mistake in code generation, which is judged by what solc makes of programs.

    `caught_by` is one of the programs in `tests.code_generation`, or of the reports.
    """

    caught_by: str

    judge: ClassVar[str] = "tests.mutation.by_solc"


@dataclass(frozen=True)
class StepMutant(Mutant):
    """A mistake that shows in steps, which are judged by the verifier, over generated programs.

    `steps` is a sequence that shows it, followed by the step `last`, if there is one; only these
    steps run. `style` is that of the programs; `seed` is that of a program which gives the mutant
    away.
    """

    steps: str
    last: str = ""
    style: str = "dense"
    seed: int = 0

    judge: ClassVar[str] = "tests.mutation.by_verifier"


def module_path(module: str) -> Path:
    """The source file of a module of yulopt, which may be compiled as well."""
    package = find_spec(PACKAGE)
    assert package is not None
    assert package.submodule_search_locations is not None
    parts = module.split(".")[1:]
    return Path(package.submodule_search_locations[0], *parts).with_suffix(SOURCE_SUFFIXES[0])
