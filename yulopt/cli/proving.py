"""The option --proven: proven builds on the command line, their reports and certificates."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from yulopt.cli.help import WHAT_TO_RUN
from yulopt.errors import Source, YulError
from yulopt.persistence.cache import user_cache
from yulopt.terminal.console import progress, write_or_print
from yulopt.terminal.echo import echo

if TYPE_CHECKING:
    from yulopt.pipeline.step import Observer
    from yulopt.proven.outcome import ProvenBuild
    from yulopt.trace.recording import Settings

PROVEN_VARIABLE: Final = "YULOPT_PROVEN"
_SUFFIX: Final = ".proof.json"

proven_option: Final = click.option(
    "--proven",
    is_flag=True,
    envvar=PROVEN_VARIABLE,
    cls=WHAT_TO_RUN,
    help=f"Roll back each change that is not proven; beside -o NAME writes the certificate,"
    f" NAME{_SUFFIX}.",
)
"""The option --proven: `proven`."""


class Proofs:
    """Proves programs, with up to `jobs` processes (0 is one for each processor), and keeps what
    came of them, by their keys."""

    def __init__(self, jobs: int = 0) -> None:
        self._jobs = jobs or os.cpu_count() or 1
        self._cache = user_cache()
        self._builds: dict[str, ProvenBuild] = {}

    def prove(self, key: str, source: Source, settings: Settings) -> Observer:
        """What makes the run of these settings over a program a proven one; raises `YulError`."""
        # Loaded only when it is used.
        from yulopt.proven.build import prove_build

        with progress(f"{source.filename}: proving", time.monotonic()) as line:
            build = prove_build(source, settings, jobs=self._jobs, cache=self._cache, line=line)
        self._builds[key] = build
        echo("\n".join(report_lines(source.filename, build)), err=True)
        return build.observer()

    def write_certificate(self, key: str, target: Path | None) -> None:
        """Write the certificate beside a result, if that went to a file; raises `YulError`."""
        build = self._builds.get(key)
        if build is not None and target is not None:
            write_or_print(build.certificate, certificate_path(target))


def certificate_path(target: Path) -> Path:
    """Where the certificate of a result goes; raises `YulError` if something else is there."""
    path = target.with_suffix(_SUFFIX)
    # Loaded only when it is used.
    from yulopt.prover.certificate import is_certificate

    if os.path.lexists(path) and not is_certificate(path):
        raise YulError(
            f"the certificate would replace '{path}', which is none; name another output with -o"
        )
    return path


def report_lines(name: str, build: ProvenBuild) -> list[str]:
    """What is told of a proven build: how much is proven, and what was given up for it."""
    head = f"{name}: proven, {build.proofs:,} changes of functions"
    if not build.given_up:
        return [f"{head}; nothing was rolled back"]
    lines = [f"{head}; rolled back {len(build.given_up):,}, {_cost(build)}"]
    changes: Counter[str] = Counter()
    gas: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for one in build.given_up:
        step = step_text(one.rollback.step)
        changes[step] += 1
        gas[step] += one.gas
        sizes[step] += one.size or 0
    width = max(map(len, changes))
    lines += [
        f"  {step.ljust(width)}  {changes[step]:3} rolled back, {sizes[step]:+} bytes and"
        f" {gas[step]:+} gas where it ran"
        for step in changes
    ]
    for shown in build.different:
        lines += [
            f"{name}: warning: a step would have changed what the program does; its change was"
            " rolled back, and the result is right. Please report this fault of yulopt, with this"
            " program:",
            shown,
        ]
    return lines


def step_text(name: str) -> str:
    """The name of a step with its letter, if it has one."""
    # Loaded only when it is used.
    from yulopt.pipeline.registry import all_steps

    step = all_steps().get(name)
    return f"{name} ({step.letter})" if step is not None and step.letter else name


def _cost(build: ProvenBuild) -> str:
    if build.size is None or build.unproven_size is None:
        return "at a cost that is not known, since the stack is too deep"
    more = build.size - build.unproven_size
    share = more / max(build.unproven_size, 1)
    return f"for {more:+,} of {build.unproven_size:,} bytes ({share:+.1%})"
