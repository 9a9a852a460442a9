"""Proves builds, steps and bytes, with what a builder has: a cache and processes."""

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
        """What has to be rolled back; raises `YulError`."""
        return prove_build(source, options, jobs=self._jobs, cache=self._cache)

    def code(
        self, compiled: CompiledObject, generate: Generate, source: Source, options: Options
    ) -> ProvenCode:
        """Which passes have to be denied for code that is generated in this way."""
        return prove_code(compiled, generate, source, options, cache=self._cache)
