"""The contracts of a request, several at a time, each only if it is not in the cache."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing

from yulopt.batch.workers import Death, run_in_processes
from yulopt.dropin.cache import Cache, cache_key
from yulopt.dropin.contract import ContractCode, Failure, compile_contract
from yulopt.dropin.json_values import Json, object_at
from yulopt.dropin.work import CompileAll, Work


def compile_with(cache: Cache, jobs: int) -> CompileAll:
    """How to compile contracts, with up to `jobs` processes; 0 is one for each processor."""
    return lambda work: _compile_all(work, cache, jobs or os.cpu_count() or 1)


def _compile_all(work: Sequence[Work], cache: Cache, jobs: int) -> list[ContractCode | Failure]:
    keys = [
        cache_key(
            item.ir,
            item.settings.key(),
            item.outputs.key(),
            item.file if item.is_source else None,
        )
        for item in work
    ]
    results = [_from_json(cache.read(key)) for key in keys]
    missing = [index for index, result in enumerate(results) if result is None]
    compiled = _compile([work[index] for index in missing], jobs)
    for index, result in zip(missing, compiled, strict=True):
        results[index] = result
        if isinstance(result, ContractCode):
            cache.write(keys[index], _to_json(result))
    return [result for result in results if result is not None]


def _compile(work: list[Work], jobs: int) -> list[ContractCode | Failure]:
    jobs = min(jobs, len(work))
    if jobs <= 1:
        return [compile_one(item) for item in work]
    with closing(run_in_processes(compile_one, work, jobs)) as outcomes:
        return [
            _lost(item, outcome) if isinstance(outcome, Death) else outcome
            for item, outcome in zip(work, outcomes, strict=True)
        ]


def compile_one(work: Work) -> ContractCode | Failure:
    """Compile a contract, whatever becomes of it."""
    try:
        return compile_contract(
            work.ir,
            work.name,
            work.settings,
            work.outputs,
            own_file=work.file if work.is_source else None,
        )
    except MemoryError:
        return Failure("InternalCompilerError", f"yulopt: {work.name}: out of memory")


def _lost(work: Work, death: Death) -> Failure:
    message = f"yulopt: {work.name}: the process that worked on it {death}"
    return Failure("InternalCompilerError", message)


def _to_json(code: ContractCode) -> Json:
    return {
        "bytecode": code.bytecode,
        "deployedBytecode": code.deployed,
        "irOptimized": code.ir_optimized,
        "assembly": code.assembly,
        "legacyAssembly": code.legacy_assembly,
    }


def _from_json(value: Json) -> ContractCode | Failure | None:
    if not isinstance(value, dict):
        return None
    text, assembly = value.get("irOptimized"), value.get("assembly")
    assert isinstance(text, str)
    assert isinstance(assembly, str)
    return ContractCode(
        object_at(value, "bytecode"),
        object_at(value, "deployedBytecode"),
        text,
        assembly,
        value.get("legacyAssembly"),
    )
