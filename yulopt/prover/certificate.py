"""Certificates: the proofs of a run, as JSON that others can check.

A certificate has the hash of the program, the settings of the run, and a line for each function
that a step changed. To check one, the run and all its proofs are repeated, and everything but times
is compared; nothing in it is trusted. docs/reference/certificate.md has all fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import PurePath
from typing import Final, NoReturn, TypeAlias

import attr

from yulopt.build_info import VERSION
from yulopt.dialect import chosen_dialect, parse_evm_version
from yulopt.driver.options import Options
from yulopt.driver.prices import prices_from
from yulopt.errors import Source, YulError
from yulopt.frequency.profile_records import profile_from, profile_record
from yulopt.prover.assumptions import ASSUMED, EXCLUDED
from yulopt.prover.certificate_format import CODE, FORMAT, PROOFS
from yulopt.prover.job import (
    NO_ROLLBACKS,
    SOLVERS,
    Job,
    installed_solvers,
    not_installed,
    solver_versions,
)
from yulopt.prover.replay import Replay
from yulopt.prover.rollback import ByPlace, Extent, Rollback
from yulopt.prover.run import RunProof, StepProofs, prove_run
from yulopt.prover.step_proof import FunctionProof
from yulopt.prover.verdict import Status
from yulopt.prover.versions import digest
from yulopt.prover.work_clock import TIME
from yulopt.suite.pipelines import SOLC_CODEGEN, check_codegen
from yulopt.syntax.arguments import check_runs
from yulopt.terminal.console import ProgressLine
from yulopt.verifier.report import effect_json

_CALLS: Final = "calls"
_PRICES: Final = "prices"
_ROLLBACKS: Final = "rollbacks"
_GROUPS: Final = "groups"
_CODEGEN: Final = "codegen"
_SOLC_VERSION: Final = "solcVersion"
# Whether a step moves variables off the stack.
_PROVEN: Final = "proven"
Record: TypeAlias = dict[str, object]
_SECONDS, _VERSION, _FILE, _SOLVERS, _QUERIES = "seconds", "yulopt", "file", "solvers", "queries"
# Fields that may differ between a certificate and the repeated proofs.
_FREE: Final = frozenset({_SECONDS, _VERSION, _FILE, _SOLVERS})
# Fields not compared for a function open in the certificate, since it may be proven now.
_HOW: Final = frozenset({"status", "method", "reason", "assumed", "queries", "counterexample"})
_KINDS: Final[dict[str, tuple[type[object], ...]]] = {
    "sequence": (str,),
    "bare": (bool,),
    "evmVersion": (str,),
    "runs": (int,),
    "stackAllocation": (bool,),
    _SOLC_VERSION: (str,),
    "function": (str,),
    "seconds": (float, int),
    "solvers": (dict,),
}
_WRONG: Final = "the certificate is not what `yulopt prove --certificate` writes here"


def certificate_text(run: RunProof) -> str:
    """The certificate, with a line for each proof."""
    head = "".join(
        f"  {json.dumps(key)}: {_laid_out(key, value)},\n" for key, value in _head(run).items()
    )
    lines = [json.dumps(proof_json(step, proof)) for step, proof in _pairs(run)]
    proofs = ",\n    ".join(lines)
    return f'{{\n{head}  "{PROOFS}": [\n    {proofs}\n  ]\n}}\n'


def _laid_out(key: str, value: object) -> str:
    """A value of the head. The solvers are on one line, however many there are."""
    if key == _SOLVERS:
        return json.dumps(value)
    return json.dumps(value, indent=2).replace("\n", "\n  ")


def _head(run: RunProof) -> Record:
    job, options = run.job, run.job.options
    return {
        "format": FORMAT,
        _VERSION: VERSION,
        # A name without folders, since certificates are given away.
        "program": {_FILE: PurePath(job.file).name, "sha256": digest(job.text)},
        "output": {"sha256": run.output_hash},
        "settings": {
            "sequence": options.sequence_text,
            "bare": options.bare,
            "evmVersion": options.evm_version,
            "runs": options.runs,
            "stackAllocation": options.stack_allocation,
            _SOLC_VERSION: options.solc_version,
            **({} if options.calls is None else {_CALLS: profile_record(options.calls)}),
            **({_PRICES: dict(options.prices)} if options.prices else {}),
            **({} if options.codegen == SOLC_CODEGEN else {_CODEGEN: options.codegen}),
            **({_PROVEN: True} if options.spills_by_a_step else {}),
            **({_GROUPS: True} if job.groups else {}),
            **({_ROLLBACKS: list(map(_rollback_json, run.rollbacks))} if run.rollbacks else {}),
        },
        "function": job.function,
        _SECONDS: job.seconds,
        _SOLVERS: solver_versions(job.solvers),
        "excluded": list(EXCLUDED),
        "assumed": list(ASSUMED),
    }


def _rollback_json(rollback: Rollback) -> Record:
    return {
        "object": rollback.path,
        "number": rollback.number,
        "step": rollback.step,
        "functions": list(rollback.extent.functions),
        **({"parts": list(rollback.extent.parts)} if rollback.extent.parts else {}),
    }


def _rollbacks_from(value: object) -> ByPlace:
    """The rollbacks listed in a certificate; raises ValueError if they are malformed."""
    records = value if isinstance(value, list) else [value]
    found = []
    for record in records:
        match {"parts": [], **record} if isinstance(record, dict) else record:
            case {
                "object": str(path),
                "number": int(number),
                "step": str(step),
                "functions": list(functions),
                "parts": list(parts),
            } if _are_all(functions, str) and _are_all(parts, int):
                extent = Extent(tuple(functions), tuple(parts))
                found.append(Rollback(path, number, step, extent))
            case _:
                raise ValueError(
                    f"{_WRONG}: objects with object, number, step, functions are expected"
                )
    return ByPlace(tuple(found))


def _are_all(values: list[object], kind: type) -> bool:
    return all(isinstance(one, kind) for one in values)


def _pairs(run: RunProof) -> Iterator[tuple[StepProofs, FunctionProof]]:
    return ((step, proof) for step in run.steps for proof in step.proofs)


def proof_json(step: StepProofs, proof: FunctionProof) -> Record:
    """The proof state of one function that a step changed."""
    record: Record = {
        "object": step.path,
        "number": step.number,
        **({} if step.last == step.number else {"last": step.last}),
        "step": step.step,
        "letter": step.letter,
        "before": proof.before,
        "after": proof.after,
        "hashBefore": proof.before_hash,
        "hashAfter": proof.after_hash,
        "status": proof.status.value,
        "method": proof.method,
        "reason": proof.reason,
        "assumed": list(proof.assumed),
        _QUERIES: [
            {
                "solver": query.solver,
                "sha256": query.digest,
                "answer": query.answer,
                _SECONDS: round(query.seconds, 3),
            }
            for query in proof.queries
        ],
        _SECONDS: round(proof.seconds, 3),
    }
    if proof.replay is not None:
        record["counterexample"] = _replay_json(proof.replay)
    return record


def _replay_json(replay: Replay) -> Record:
    assert replay.difference is not None
    return {
        "program": replay.before,
        "result": replay.after,
        **effect_json(replay.given, replay.difference),
    }


# Reading


@attr.s(auto_attribs=True, eq=False)
class Certificate:
    """A certificate that was read: the file, its records, and their line numbers; `code` has the
    records about bytes, None if there are none."""

    source: Source
    head: Record
    proofs: list[Record]
    lines: list[int]
    code: object = None

    def error(self, line: int, message: str) -> YulError:
        """An error that shows a line, which is counted from 1."""
        text = self.source.text.split("\n")[line - 1]
        return YulError(
            message,
            filename=self.source.filename,
            line=line,
            column=len(text) - len(text.lstrip()) + 1,
            source_line=text,
        )

    def line_of(self, key: str, after: str = "") -> int:
        """The line where a key first occurs, `after` another key if given; 1 if it does not."""
        text = self.source.text
        start = text.find(json.dumps(after)) if after else 0
        offset = text.find(json.dumps(key), max(start, 0))
        return self.source.text.count("\n", 0, max(offset, 0)) + 1


def read_certificate(source: Source) -> Certificate:
    """The contents of a file; raises `YulError` if it is not a certificate."""
    text = source.text
    try:
        record: object = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise Certificate(source, {}, [], []).error(line, f"not JSON: {error}") from None
    empty = Certificate(source, {}, [], [])
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise empty.error(empty.line_of("format"), f'{_WRONG}: "format": "{FORMAT}" is expected')
    proofs = record.pop(PROOFS, None)
    if not isinstance(proofs, list) or not all(isinstance(one, dict) for one in proofs):
        raise empty.error(empty.line_of(PROOFS), f"{_WRONG}: a list of objects is expected")
    code = record.pop(CODE, None)
    return Certificate(source, record, proofs, _lines_of_proofs(text, len(proofs)), code)


def _unique(pairs: list[tuple[str, object]]) -> Record:
    """A record; raises ValueError if a key occurs twice: other readers may take the first one."""
    record = dict(pairs)
    if len(record) < len(pairs):
        raise ValueError("a key occurs twice")
    return record


def _no_number(name: str) -> NoReturn:
    """Reject NaN and infinity, which Python accepts and JSON does not; a time limit is a number."""
    raise ValueError(f"{name} is not a number")


def _lines_of_proofs(text: str, count: int) -> list[int]:
    """The line of each record in the list of proofs; the first line where it is unknown."""
    decoder = json.JSONDecoder()
    lines = []
    try:
        offset = text.index("[", text.rindex(f'"{PROOFS}"')) + 1
        for _ in range(count):
            offset = text.index("{", offset)
            lines.append(text.count("\n", 0, offset) + 1)
            _, offset = decoder.raw_decode(text, offset)
    except ValueError:
        return [1] * count
    return lines


def job_of_certificate(certificate: Certificate, program: Source, *, seconds: float = 0.0) -> Job:
    """The run that a certificate is about, with at least `seconds` for each function.

    Raises `YulError` if it is about another program.
    """
    head = certificate.head
    about = head.get("program")
    if not isinstance(about, dict) or about.get("sha256") != digest(program.text):
        raise certificate.error(
            certificate.line_of("sha256"),
            f"the certificate is about another program: the hash of {program.filename} is"
            f" {digest(program.text)}",
        )
    values = _values(certificate)
    options, policy = _settings(certificate, values)
    return Job(
        program.text,
        program.filename,
        options,
        max(float(str(values[_SECONDS])), seconds),
        _solvers(certificate, values),
        str(values["function"]),
        policy=policy,
        groups=values.get(_GROUPS) is True,
    )


def _values(certificate: Certificate) -> Record:
    """The head and its settings; raises `YulError` for values of other types than expected."""
    settings = certificate.head.get("settings")
    values = {**(settings if isinstance(settings, dict) else {}), **certificate.head}
    for key, kinds in _KINDS.items():
        value = values.get(key)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise certificate.error(
                certificate.line_of(key), f"{_WRONG}: a {kinds[0].__name__} is expected"
            )
    return values


def _settings(certificate: Certificate, values: Record) -> tuple[Options, ByPlace]:
    """The options of the run, and its rollbacks; raises `YulError` for invalid values."""
    evm_version, runs = str(values["evmVersion"]), int(str(values["runs"]))
    release = str(values[_SOLC_VERSION])
    calls, prices = None, prices_from({})
    policy = NO_ROLLBACKS
    codegen = str(values.get(_CODEGEN, SOLC_CODEGEN))
    try:
        key = "evmVersion"
        parse_evm_version(evm_version)
        key = _SOLC_VERSION
        chosen_dialect(evm_version, release)
        key = "runs"
        check_runs(runs)
        key = _CODEGEN
        check_codegen(codegen)
        if _CALLS in values:
            key = _CALLS
            calls = profile_from(values[_CALLS])
        if _PRICES in values:
            key = _PRICES
            prices = prices_from(values[_PRICES])
        if _ROLLBACKS in values:
            key = _ROLLBACKS
            policy = _rollbacks_from(values[_ROLLBACKS])
    except ValueError as error:
        raise certificate.error(certificate.line_of(key), str(error)) from None
    options = Options(
        str(values["sequence"]),
        bool(values["bare"]),
        runs,
        evm_version,
        release,
        stack_allocation=bool(values["stackAllocation"]),
        codegen=codegen,
        calls=calls,
        prices=prices,
        proven=values.get(_PROVEN) is True,
    )
    return options, policy


def _solvers(certificate: Certificate, values: Record) -> tuple[str, ...]:
    """The names of the solvers; raises `YulError` for unknown and missing ones."""
    solvers = values["solvers"]
    assert isinstance(solvers, dict)
    line = certificate.line_of("solvers")
    unknown = [name for name in solvers if name not in SOLVERS]
    if unknown:
        raise certificate.error(line, f"{_WRONG}: there is no solver '{unknown[0]}'")
    missing = [name for name in solvers if name not in installed_solvers()]
    if missing:
        raise certificate.error(line, not_installed(missing[0]))
    return tuple(solvers)


def check_certificate(
    certificate: Certificate,
    program: Source,
    jobs: int = 1,
    *,
    seconds: float = 0.0,
    line: ProgressLine | None = None,
) -> RunProof:
    """Repeat all proofs of a certificate.

    Raises `YulError` for the first line that is not reproduced. Open entries may be proven now.
    """
    job = job_of_certificate(certificate, program, seconds=seconds)
    run = prove_run(job, jobs, line)
    head = _head(run)
    for key in {**head, **certificate.head}:
        wrong = _difference(key, certificate.head, head)
        if wrong is not None:
            raise certificate.error(certificate.line_of(key), wrong)
    again = [proof_json(step, proof) for step, proof in _pairs(run)]
    for number, record, expected in zip(certificate.lines, certificate.proofs, again, strict=False):
        wrong = _first_difference(record, expected)
        if wrong is not None:
            raise certificate.error(number, wrong)
    if len(certificate.proofs) != len(again):
        more = certificate.lines[len(again)] if len(certificate.proofs) > len(again) else None
        raise certificate.error(
            certificate.line_of(PROOFS) if more is None else more,
            f"the run has {len(again)} changed functions, not {len(certificate.proofs)}",
        )
    return run


def _first_difference(record: Record, expected: Record) -> str | None:
    """The fault of a record, if any."""
    skipped: set[str] = set()
    if record.get("status") == Status.OPEN.value:
        skipped |= _HOW
    elif _ran_out_of_time(record) or _ran_out_of_time(expected):
        skipped |= {"method", _QUERIES}
    for key in {**expected, **record}:
        wrong = None if key in skipped else _difference(key, record, expected)
        if wrong is not None:
            late = key == "status" and str(expected["reason"]).startswith(TIME)
            return wrong + (", for lack of time; --time gives more" if late else "")
    return None


def _ran_out_of_time(record: Record) -> bool:
    """Whether a solver did not answer some query, which another run may answer."""
    queries = record.get(_QUERIES)
    return isinstance(queries, list) and any(
        isinstance(query, dict) and query.get("answer") == "unknown" for query in queries
    )


def _difference(key: str, record: Record, expected: Record) -> str | None:
    """The difference of a value from the expected one, if any."""
    one, other = _compared({key: record.get(key)}), _compared({key: expected.get(key)})
    if one == other:
        return None
    texts = [
        json.dumps(value[key]) if value.get(key) is not None else "missing"
        for value in (one, other)
    ]
    return f'"{key}" is {texts[0]}, but comes out as {texts[1]}'


def _compared(value: Record) -> Record:
    """A record without fields that may differ, at any depth."""
    return {key: _inner(one) for key, one in value.items() if key not in _FREE}


def _inner(value: object) -> object:
    if isinstance(value, dict):
        return _compared(value)
    return list(map(_inner, value)) if isinstance(value, list) else value
