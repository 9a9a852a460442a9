"""Proves the steps and the bytes of builds, with the cache and the processes of a builder."""

from __future__ import annotations

from yulopt.assembly.compiled import CompiledObject
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.persistence.cache import Cache
from yulopt.proven.build import prove_build
from yulopt.proven.code_build import Generate, prove_code
from yulopt.proven.code_outcome import ProvenCode
from yulopt.proven.outcome import ProvenBuild


class BuildProver:
    """Makes proven builds, each with all processes."""

    def __init__(self, cache: Cache, jobs: int) -> None:
        self._cache = cache
        self._jobs = jobs

    def steps(self, source: Source, options: Options) -> ProvenBuild:
        """The rollbacks of a proven build; raises `YulError`."""
        return prove_build(source, options, jobs=self._jobs, cache=self._cache)

    def code(
        self, compiled: CompiledObject, generate: Generate, source: Source, options: Options
    ) -> ProvenCode:
        """The passes to deny for this code."""
        return prove_code(compiled, generate, source, options, cache=self._cache)
