"""The task of the prover: a run, the effort, and the solvers."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.prover.rollback import ByContent, ByPlace

DEFAULT_SECONDS: Final = 10.0
NO_ROLLBACKS: Final = ByPlace()
# In the order in which they are queried. The first one writes the queries.
SOLVERS: Final = ("z3", "bitwuzla")
NO_SOLVER: Final = "pip install 'yulopt[prove]' adds z3, which may prove what is open"
# The extra that installs each.
_EXTRAS: Final = dict(zip(SOLVERS, ("prove", "bitwuzla"), strict=True))
_PACKAGES: Final = {"z3": "z3-solver"}


@dataclass(frozen=True)
class Job:
    """A run, and the effort: `seconds` for each function; `function` restricts the proofs to one,
    empty for all. `shrink_seconds` is the time to minimise a program that shows a difference.
    `policy` decides which changes are rolled back, and `findings` names a file of earlier ones.
    With `replays`, a counterexample that cannot be replayed is improved. With `groups`, consecutive
    steps are proven as one where that is possible.
    """

    text: str
    file: str
    options: Options
    seconds: float = DEFAULT_SECONDS
    solvers: tuple[str, ...] = SOLVERS[:1]
    function: str = ""
    shrink_seconds: float = 0.0
    policy: ByPlace | ByContent = NO_ROLLBACKS
    findings: Path | None = None
    smtlib: Path | None = None
    replays: bool = True
    groups: bool = False


def job_of(
    source: Source,
    options: Options,
    seconds: float,
    *,
    function: str = "",
    shrink_seconds: float = 0.0,
    solvers: tuple[str, ...] | None = None,
    smtlib: Path | None = None,
) -> Job:
    """A build of a program with these options, with the solvers that are installed."""
    return Job(
        source.text,
        source.filename,
        options.spelled_out(),
        seconds,
        installed_solvers() if solvers is None else solvers,
        function,
        shrink_seconds,
        smtlib=smtlib,
    )


def installed_solvers() -> tuple[str, ...]:
    """The solvers that can be queried."""
    from importlib.util import find_spec

    found = tuple(name for name in SOLVERS if find_spec(name) is not None)
    return found if SOLVERS[0] in found else ()


def not_installed(solver: str) -> str:
    """The message about a solver that cannot be queried."""
    return f"{solver} is not installed; pip install 'yulopt[{_EXTRAS[solver]}]' adds it"


def solver_states(solvers: Iterable[str]) -> dict[str, int]:
    """The installation times of solvers, in nanoseconds, which stand for their versions."""
    from importlib.util import find_spec

    specs = {name: find_spec(name) for name in solvers}
    return {
        name: os.stat(spec.origin).st_mtime_ns
        for name, spec in specs.items()
        if spec is not None and spec.origin is not None
    }


def solver_versions(solvers: Iterable[str]) -> dict[str, str]:
    """The installed versions of solvers, by their names; empty if unknown."""
    return {name: _version_of(name) for name in solvers}


def _version_of(solver: str) -> str:
    # Slow to import, and only certificates need it.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(_PACKAGES.get(solver, solver))
    except PackageNotFoundError:
        return ""
