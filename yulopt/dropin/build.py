"""The contracts of a request, several at a time, each only if it is not in the cache."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from yulopt.driver.options import Options
from yulopt.dropin.contract import STACK_TOO_DEEP, ContractCode, Failure, compile_contract
from yulopt.dropin.fitting import compile_to_fit
from yulopt.dropin.linking import with_link_references, with_marks
from yulopt.dropin.notices import Remark
from yulopt.dropin.reuse import (
    inner_objects,
    outermost_name,
    replaced_by_data,
    without_indentation,
)
from yulopt.dropin.work import CompileAll, CompileOrder, Result, Work
from yulopt.persistence.cache import Cache, cache_key
from yulopt.persistence.json_values import Json, object_at
from yulopt.proven.files import check_replaceable
from yulopt.terminal.console import make_folder, write_whole

if TYPE_CHECKING:
    from yulopt.proven.provers import BuildProver

# The characters of IR whose compilation takes about as long as starting a process with the work.
_WORTH_A_PROCESS: Final = 50_000
_CERTIFICATE: Final = ".proof.json"
# A source may be outside of the project; its certificate is not, nor in place of that of another.
_OUTSIDE: Final = {"..": "_up", "/": "_root"}


def compile_with(cache: Cache, jobs: int, proofs: Path | None = None) -> CompileAll:
    """The settings of a build, with up to `jobs` processes; 0 is one for each processor.

    `proofs` is the folder for the certificates of proven contracts.
    """

    def compile_all(work: Sequence[Work], order: CompileOrder) -> list[Result | None]:
        processes = jobs or os.cpu_count() or 1
        if proofs is not None:
            for item in work:
                _certificate_path(proofs, item)
        results = _compile_apart(work, cache, processes, order)
        if proofs is not None:
            write_certificates(proofs, work, results)
        return results

    return compile_all


def write_certificates(
    folder: Path, work: Sequence[Work], results: Sequence[Result | None]
) -> None:
    """Write the certificate of each contract that is proven, beside the IR that it is about.

    Both are in a folder with the name of the source. Raises `YulError` if they cannot be written,
    or would replace other files.
    """
    for item, result in zip(work, results, strict=True):
        path = _certificate_path(folder, item)
        if path is not None and isinstance(result, ContractCode):
            make_folder(path.parent)
            # First: the program beside a certificate may be replaced, also after an interrupt.
            write_whole(path, result.certificate)
            write_whole(_program_beside(path), item.ir)


def _certificate_path(folder: Path, item: Work) -> Path | None:
    """The path of a contract's certificate, None if it is not to be proven; raises `YulError` if
    other files would be replaced."""
    if not item.options.proven:
        return None
    inside = [_OUTSIDE.get(part, part) for part in Path(item.file).parts]
    path = folder.joinpath(*inside, f"{item.contract}{_CERTIFICATE}")
    advice = "move it, or name another folder for 'proofs' in yulopt.toml"
    check_replaceable(path, _program_beside(path), advice=advice)
    return path


def _program_beside(certificate: Path) -> Path:
    return certificate.with_name(f"{certificate.name.removesuffix(_CERTIFICATE)}.yul")


def _compile_apart(
    work: Sequence[Work], cache: Cache, jobs: int, order: CompileOrder
) -> list[Result | None]:
    """Compile contracts, after those inside them that are compiled in another way."""
    own = {item.name: item for item in work}
    inside = {
        inner.name: own.get(inner.name, inner) for item in work for inner in item.apart.values()
    }
    if not inside:
        return _compile_all(work, cache, jobs, order)
    results = dict(zip(inside, _compile_apart([*inside.values()], cache, jobs, order), strict=True))
    others = [item for item in work if item.name not in results]
    for item in others:
        codes = {name: results[inner.name] for name, inner in item.apart.items()}
        digits = {
            name: with_marks(code.bytecode)
            for name, code in codes.items()
            if isinstance(code, ContractCode)
        }
        item.ir = replaced_by_data(item.ir, digits)
    if not any(map(_is_too_deep, results.values())):
        compiled = _compile_all(others, cache, jobs, order)
        for item, result in zip(others, compiled, strict=True):
            if isinstance(result, ContractCode):
                _add_link_references(item, result, results)
            results[item.name] = result
    return [results.get(item.name) for item in work]


def _add_link_references(
    item: Work, code: ContractCode, results: Mapping[str, Result | None]
) -> None:
    """Record the libraries that are still missing in code that was inserted as data."""
    dialect = item.options.dialect
    for one in item.apart.values():
        inner = results[one.name]
        if isinstance(inner, ContractCode):
            code.bytecode = with_link_references(code.bytecode, inner.bytecode, dialect)
            code.deployed = with_link_references(code.deployed, inner.bytecode, dialect)


def _compile_all(
    work: Sequence[Work], cache: Cache, jobs: int, order: CompileOrder
) -> list[Result | None]:
    keys = [
        cache_key(
            item.ir,
            repr(item.options),
            item.outputs.key(),
            item.file if item.is_source else None,
        )
        for item in work
    ]
    caches = [Cache(None) if item.options.has_installed_steps else cache for item in work]
    results = {index: _from_json(caches[index].read(key)) for index, key in enumerate(keys)}
    done: dict[int, Result] = {
        index: result for index, result in results.items() if result is not None
    }
    missing = [index for index, result in results.items() if result is None]
    inside = _contracts_inside(work) if missing else {}
    while missing:
        # Inner objects are first.
        ready = [index for index in missing if inside[index].isdisjoint(missing)] or missing
        for index in ready:
            for inner in inside[index]:
                code = done.get(inner)
                if isinstance(code, ContractCode):
                    work[index].known[outermost_name(work[inner].ir)] = code.ir_optimized
        for index, result in _compile({index: work[index] for index in ready}, jobs, cache, order):
            done[index] = result
            if isinstance(result, ContractCode):
                caches[index].write(keys[index], _to_json(result))
        missing = _still_wanted(
            [index for index in missing if index not in ready], work, done, order
        )
    cache.forget_oldest()
    return [done.get(index) for index in range(len(work))]


def _still_wanted(
    missing: list[int],
    work: Mapping[int, Work] | Sequence[Work],
    done: Mapping[int, Result],
    order: CompileOrder,
) -> list[int]:
    """The contracts not in the cache that solc compiles before the first one that is too deep.

    There solc ends, and so does a build. Without such a contract, these are all.
    """
    failed = [index for index, result in done.items() if _is_too_deep(result)]
    if not failed or not missing:
        return missing
    places = {name: place for place, name in enumerate(order())}
    first = min(places[work[index].file, work[index].contract] for index in failed)
    return [index for index in missing if places[work[index].file, work[index].contract] < first]


def _is_too_deep(result: Result | None) -> bool:
    return isinstance(result, Failure) and result.kind == STACK_TOO_DEEP


def _contracts_inside(work: Sequence[Work]) -> dict[int, set[int]]:
    """The contracts whose whole IR is contained in that of another one, with the same settings."""
    inside = [{} if item.is_source else inner_objects(item.ir) for item in work]
    names = {name for texts in inside for name in texts}
    alone = {
        (without_indentation(item.ir), repr(item.options)): index
        for index, item in enumerate(work)
        if outermost_name(item.ir) in names
    }
    return {
        index: {
            alone[text, repr(item.options)]
            for text in inside[index].values()
            if (text, repr(item.options)) in alone
        }
        for index, item in enumerate(work)
    }


def _compile(
    work: Mapping[int, Work], jobs: int, cache: Cache, order: CompileOrder
) -> Iterator[tuple[int, Result]]:
    """The results for numbered contracts, without those that do not matter any more."""
    done: dict[int, Result] = {}
    missing = list(work)
    while missing:
        with closing(_results({index: work[index] for index in missing}, jobs, cache)) as results:
            for index, result in results:
                done[index] = result
                yield index, result
                if _is_too_deep(result):
                    break
        missing = [index for index in missing if index not in done]
        missing = _still_wanted(missing, work, done, order)


def _results(work: Mapping[int, Work], jobs: int, cache: Cache) -> Generator[tuple[int, Result]]:
    """The results for contracts, in order of completion."""
    if any(item.options.proven for item in work.values()):
        # Imported lazily: most builds are not proven.
        from yulopt.proven.provers import BuildProver

        prover = BuildProver(cache, jobs)
        for index, item in work.items():
            yield index, compile_one(item, prover if item.options.proven else None)
        return
    sizes = {index: len(item.ir) for index, item in work.items()}
    # No result is available before that of the largest one.
    jobs = min(jobs, 1 + (sum(sizes.values()) - max(sizes.values())) // _WORTH_A_PROCESS)
    if jobs == 1:
        for index, item in work.items():
            yield index, compile_one(item)
        return
    # Most builds do without.
    from yulopt.batch.workers import Death, results_as_they_come

    # The longest tasks start first.
    order = sorted(work, key=sizes.__getitem__, reverse=True)
    tasks = [work[index] for index in order]
    with closing(results_as_they_come(compile_one, tasks, jobs, copied=True)) as outcomes:
        for number, outcome in outcomes:
            index = order[number]
            if isinstance(outcome, Death):
                outcome = _failure(work[index], f"the process that worked on it {outcome}")
            yield index, outcome


def compile_one(work: Work, prover: BuildProver | None = None) -> Result:
    """Compile a contract, and catch all failures; with a `prover`, to a proven build."""

    def compile_with_options(options: Options) -> Result:
        return compile_contract(
            work.ir,
            work.name,
            options,
            work.outputs,
            own_file=work.file if work.is_source else None,
            # These were optimised with the options of the work.
            known=work.known if options is work.options else {},
            prover=prover,
        )

    try:
        return compile_to_fit(work.options, compile_with_options)
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
        "certificate": code.certificate,
        "isSmaller": code.is_smaller,
        "remarks": [[remark.code, remark.text] for remark in code.remarks],
    }


def _from_json(value: Json) -> ContractCode | None:
    """The result of a cached value; None if there is none, or it is malformed."""
    text, assembly = object_at(value).get("irOptimized"), object_at(value).get("assembly")
    remarks, certificate = object_at(value).get("remarks"), object_at(value).get("certificate")
    if not isinstance(text, str) or not isinstance(assembly, str) or not isinstance(remarks, list):
        return None
    return ContractCode(
        object_at(value, "bytecode"),
        object_at(value, "deployedBytecode"),
        text,
        assembly,
        object_at(value).get("legacyAssembly"),
        object_at(value).get("gasEstimates"),
        [
            Remark(remark[0], str(remark[1]))
            for remark in remarks
            if isinstance(remark, list) and isinstance(remark[0], int)
        ],
        certificate if isinstance(certificate, str) else "",
        object_at(value).get("isSmaller") is True,
    )
