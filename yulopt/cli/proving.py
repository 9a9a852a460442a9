"""Proven builds on the command line, their reports and certificates."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from yulopt.errors import Source, printable_lines
from yulopt.persistence.cache import user_cache
from yulopt.proven.build import prove_build
from yulopt.proven.files import check_replaceable
from yulopt.proven.provers import BuildProver
from yulopt.proven.report import code_report_lines, report_lines
from yulopt.terminal.console import progress, write_or_print
from yulopt.terminal.echo import echo

if TYPE_CHECKING:
    from yulopt.assembly.bytecode import Bytecode
    from yulopt.assembly.compiled import CompiledObject
    from yulopt.driver.options import Options
    from yulopt.passes.step import Observer
    from yulopt.proven.code_outcome import ProvenCode
    from yulopt.proven.outcome import ProvenBuild
    from yulopt.syntax.objects import Data, Object

_SUFFIX: Final = ".proof.json"


class Proofs:
    """Proves programs, with up to `jobs` processes (0 is one for each processor), and keeps the
    proofs by the keys of the programs."""

    def __init__(self, jobs: int = 0) -> None:
        self._jobs = jobs or os.cpu_count() or 1
        self._cache = user_cache()
        self._builds: dict[str, ProvenBuild] = {}
        self._codes: dict[str, ProvenCode] = {}

    def prover(self) -> BuildProver:
        """One with the same processes and cache, which reports nothing."""
        return BuildProver(self._cache, self._jobs)

    def prove(self, key: str, source: Source, options: Options) -> Observer:
        """The observer that makes a build of a program a proven one; raises `YulError`."""
        with progress(f"{source.filename}: proving") as line:
            build = prove_build(source, options, jobs=self._jobs, cache=self._cache, line=line)
        self._builds[key] = build
        echo(printable_lines("\n".join(report_lines(source.filename, build))), err=True)
        return build.observer()

    def prove_code(
        self, key: str, source: Source, options: Options, compiled: CompiledObject
    ) -> Options:
        """The options with which the bytes of a proven program are proven too, as far as possible;
        raises `YulError`."""
        # Not loaded when only Yul is wanted.
        from yulopt.proven.code_build import prove_generated

        with progress(f"{source.filename}: proving") as line:
            code = prove_generated(compiled, source, options, cache=self._cache, line=line)
        self._codes[key] = code
        echo(printable_lines("\n".join(code_report_lines(source.filename, code))), err=True)
        return code.options(options)

    def check_code(
        self, key: str, compiled: CompiledObject, parts: Mapping[Object | Data, Bytecode]
    ) -> None:
        """Raise `YulError` unless these are the proven bytes."""
        self._codes[key].check(compiled, parts)

    def is_open(self, key: str) -> bool:
        """Whether the proof of a program's bytes is open."""
        return key in self._codes and not self._codes[key].is_proven

    def write_certificate(self, key: str, target: Path | None) -> None:
        """Write the certificate beside a result, if that went to a file; raises `YulError`."""
        build = self._builds.get(key)
        if build is not None and target is not None:
            code = self._codes.get(key)
            text = build.certificate if code is None else code.certificate(build.certificate)
            for path in self.certificates([target]):
                write_or_print(text, path)

    @staticmethod
    def certificates(targets: Iterable[Path]) -> list[Path]:
        """The paths of the certificates of results, which devices and pipes do not have; raises
        `YulError` if other files have their names."""
        paths = [target.with_suffix(_SUFFIX) for target in targets if not _is_stream(target)]
        for path in paths:
            check_replaceable(path, advice="name another output with -o")
        return paths


def _is_stream(target: Path) -> bool:
    """Whether a target is a device or a pipe, or is called like one of the process's streams."""
    folder = os.path.realpath(target.parent)
    is_file = target.is_file() or not target.exists()
    return not is_file or folder == "/dev" or folder.startswith("/proc/")
