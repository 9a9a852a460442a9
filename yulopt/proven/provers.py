"""Proves the steps and the bytes of builds, with the cache and the processes of a builder."""

from __future__ import annotations

from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.compiled import CompiledObject
from yulopt.driver.build import Front, check_reach, finish, generate_program, generate_tree
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.persistence.cache import Cache
from yulopt.proven.build import prove_build
from yulopt.proven.code_build import Generate, prove_code
from yulopt.proven.code_outcome import ProvenCode
from yulopt.proven.outcome import ProvenBuild
from yulopt.syntax.objects import Data, Object


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

    def compile_source(
        self, source: Source, options: Options
    ) -> tuple[CompiledObject, dict[Object | Data, Bytecode]]:
        """The proven code of a program, and its bytes; raises `YulError`."""
        observer = self.steps(source, options).observer()
        compiled = generate_program(Front(source, options, observer))
        check_reach(compiled, options, source)

        def generate() -> CompiledObject:
            return generate_tree(compiled.program, options)

        code = self.code(compiled, generate, source, options)
        return compiled, finish(compiled, code.options(options), source)
