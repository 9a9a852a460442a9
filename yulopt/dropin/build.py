"""The contracts of a request, several at a time, each only if it is not in the cache."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from yulopt.dropin.contract import ContractCode, Failure, Prove, compile_contract
from yulopt.dropin.reuse import inner_objects, outermost_name
from yulopt.dropin.work import CompileAll, Work
from yulopt.errors import Source
from yulopt.persistence.cache import Cache, cache_key
from yulopt.persistence.json_values import Json, object_at
from yulopt.terminal.console import make_folder, write_or_print

# So many characters of IR take about as long as it takes to start a process, and to hand it work.
_WORTH_A_PROCESS: Final = 50_000


def compile_with(cache: Cache, jobs: int, proofs: Path | None = None) -> CompileAll:
    """How to compile contracts, with up to `jobs` processes; 0 is one for each processor.

    `proofs` is the folder for the certificates of proven contracts.
    """

    def compile_all(work: Sequence[Work]) -> list[ContractCode | Failure]:
        processes = jobs or os.cpu_count() or 1
        results = _compile_all(work, cache, processes)
        if proofs is not None:
            write_certificates(proofs, work, results, _prove_with(cache, processes))
        return results

    return compile_all


def _prove_with(cache: Cache, jobs: int) -> Prove:
    # Most builds do without.
    from yulopt.proven.build import prove_build

    return lambda source, options: prove_build(source, options, jobs=jobs, cache=cache)


def write_certificates(
    folder: Path, work: Sequence[Work], results: Sequence[ContractCode | Failure], prove: Prove
) -> None:
    """Write the certificate of each contract that is proven, beside the IR that it is about.

    Both are in a folder with the name of the source. Raises `YulError` if they cannot be written.
    """
    for item, result in zip(work, results, strict=True):
        if item.options.proven and isinstance(result, ContractCode):
            certificate = prove(Source(item.ir, item.name), item.options)
            path = folder / item.file.lstrip("/") / item.contract
            make_folder(path.parent)
            write_or_print(item.ir, path.with_suffix(".yul"))
            write_or_print(certificate.certificate, path.with_suffix(".proof.json"))


def _compile_all(work: Sequence[Work], cache: Cache, jobs: int) -> list[ContractCode | Failure]:
    keys = [
        cache_key(
            item.ir,
            repr(item.options),
            item.outputs.key(),
            item.file if item.is_source else None,
        )
        for item in work
    ]
    results = {index: _from_json(cache.read(key)) for index, key in enumerate(keys)}
    done: dict[int, ContractCode | Failure] = {
        index: result for index, result in results.items() if result is not None
    }
    missing = [index for index, result in results.items() if result is None]
    inside = _contracts_inside(work) if missing else {}
    while missing:
        # What stands inside others comes first.
        ready = [index for index in missing if inside[index].isdisjoint(missing)] or missing
        for index in ready:
            for inner in inside[index]:
                code = done.get(inner)
                if isinstance(code, ContractCode):
                    work[index].known[outermost_name(work[inner].ir)] = code.ir_optimized
        for index, result in zip(
            ready, _compile([work[index] for index in ready], jobs, cache), strict=True
        ):
            done[index] = result
            if isinstance(result, ContractCode):
                cache.write(keys[index], _to_json(result))
        missing = [index for index in missing if index not in ready]
    cache.forget_oldest()
    return [done[index] for index in range(len(work))]


def _contracts_inside(work: Sequence[Work]) -> dict[int, set[int]]:
    """The contracts whose whole IR stands inside that of another one, with the same settings."""
    alone = {
        (item.ir.strip(), repr(item.options)): index
        for index, item in enumerate(work)
        if not item.is_source
    }
    result: dict[int, set[int]] = {}
    for index, item in enumerate(work):
        options = repr(item.options)
        texts = () if item.is_source else inner_objects(item.ir).values()
        result[index] = {alone[text, options] for text in texts if (text, options) in alone}
    return result


def _compile(work: list[Work], jobs: int, cache: Cache) -> list[ContractCode | Failure]:
    if any(item.options.proven for item in work):
        # Each proof takes all processes.
        prove = _prove_with(cache, jobs)
        return [compile_one(item, prove if item.options.proven else None) for item in work]
    sizes = [len(item.ir) for item in work]
    # None is done before the largest one is.
    jobs = min(jobs, 1 + (sum(sizes) - max(sizes)) // _WORTH_A_PROCESS)
    if jobs == 1:
        return [compile_one(item) for item in work]
    # Most builds do without.
    from yulopt.batch.workers import Death, run_in_processes

    # What takes longest is begun first.
    order = sorted(range(len(work)), key=sizes.__getitem__, reverse=True)
    tasks = [work[index] for index in order]
    done: dict[int, ContractCode | Failure] = {}
    with closing(run_in_processes(compile_one, tasks, jobs, copied=True)) as outcomes:
        for index, outcome in zip(order, outcomes, strict=True):
            done[index] = (
                _failure(work[index], f"the process that worked on it {outcome}")
                if isinstance(outcome, Death)
                else outcome
            )
    return [done[index] for index in range(len(work))]


def compile_one(work: Work, prove: Prove | None = None) -> ContractCode | Failure:
    """Compile a contract, whatever becomes of it; `prove` makes a proven build."""
    try:
        return compile_contract(
            work.ir,
            work.name,
            work.options,
            work.outputs,
            own_file=work.file if work.is_source else None,
            known=work.known,
            prove=prove,
        )
    except MemoryError:
        return _failure(work, "there is not enough memory")
    except Exception as error:
        return _failure(work, f"internal error, {type(error).__name__}: {error}")


def _failure(work: Work, reason: str) -> Failure:
    message = f"yulopt: {work.name}: {reason}; solc alone, without yulopt, can compile it"
    return Failure("InternalCompilerError", message)


def _to_json(code: ContractCode) -> Json:
    return {
        "bytecode": code.bytecode,
        "deployedBytecode": code.deployed,
        "irOptimized": code.ir_optimized,
        "assembly": code.assembly,
        "legacyAssembly": code.legacy_assembly,
        "gasEstimates": code.gas_estimates,
        "warnings": [*code.warnings],
    }


def _from_json(value: Json) -> ContractCode | None:
    """What was kept; None if it is nothing, or not what is kept here."""
    text, assembly = object_at(value).get("irOptimized"), object_at(value).get("assembly")
    warnings = object_at(value).get("warnings")
    if not isinstance(text, str) or not isinstance(assembly, str) or not isinstance(warnings, list):
        return None
    return ContractCode(
        object_at(value, "bytecode"),
        object_at(value, "deployedBytecode"),
        text,
        assembly,
        object_at(value).get("legacyAssembly"),
        object_at(value).get("gasEstimates"),
        [str(warning) for warning in warnings],
    )
