"""The part of a certificate about bytes: bytes and witness of each object, a line for each proof.

To check it, the program is optimised again, and each proof is repeated for these bytes. No code is
generated: the checker alone shows that the bytes do what the Yul does.
docs/reference/certificate.md has all fields.
"""

from __future__ import annotations

import json
import time
from typing import Final

from yulopt.code_proofs.code_replay import prove_code
from yulopt.code_proofs.object_code import (
    ObjectCode,
    code_from,
    code_json,
    proofs_json,
)
from yulopt.code_proofs.run import BuildProof
from yulopt.driver.optimization import optimize_source, program_text
from yulopt.errors import Source
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json
from yulopt.prover.answers import ProofSettings, Status
from yulopt.prover.certificate import Certificate, certificate_text
from yulopt.prover.certificate_format import CODE, with_code
from yulopt.prover.rollback import RollbackReplay
from yulopt.prover.run import RunProof
from yulopt.prover.versions import digest
from yulopt.prover.work_clock import TIME
from yulopt.syntax.objects import Object

_FUNCTIONS: Final = "functions"
# The fields that the check must reproduce, by the status; all if it is proven.
_COMPARED: Final = {
    Status.OPEN.value: ("function",),
    Status.REFUTED.value: ("function", "status"),
}


def whole_certificate(run: RunProof, build: BuildProof | None) -> str:
    """The certificate of a run, and of its bytes if there are any proofs about them."""
    text = certificate_text(run)
    if build is None or build.problem:
        return text
    return with_code(text, map(code_record, build.objects))


def code_record(code: ObjectCode) -> str:
    """A record with a line for each key, and for each function."""
    record = code_json(code)
    functions = record.pop(_FUNCTIONS)
    assert isinstance(functions, list)
    head = "".join(f"      {json.dumps(key)}: {json.dumps(record[key])},\n" for key in record)
    lines = ",\n        ".join(map(json.dumps, functions))
    return f'    {{\n{head}      "{_FUNCTIONS}": [\n        {lines}\n      ]\n    }}'


def check_code(certificate: Certificate, run: RunProof) -> BuildProof | None:
    """Repeat the proofs about bytes, for the result of a run that was checked; None if the
    certificate says nothing about bytes.

    Raises `YulError` for the first record that is not reproduced.
    """
    if certificate.code is None:
        return None
    started = time.monotonic()
    job = run.job
    observer = RollbackReplay(run.rollbacks)
    program = optimize_source(Source(job.text, job.file), job.options, observer=observer)
    assert digest(program_text(program, bare=job.options.bare)) == run.output_hash
    objects = {path: item for item, path in program.paths().items()}
    claimed = _claimed(certificate, objects)
    witnesses = {objects[code.path]: code.witness for code in claimed}
    settings = ProofSettings(job.options.dialect, job.seconds, job.solvers)
    found = []
    for code in claimed:
        again = prove_code(objects[code.path], witnesses, settings)
        wrong = _difference(proofs_json(code.proof.proofs), proofs_json(again.proofs))
        if wrong is not None:
            line = certificate.line_of(code.path, CODE)
            raise certificate.error(line, f"of the bytes of {code.path}, {wrong}")
        found.append(ObjectCode(code.path, code.witness, again))
    return BuildProof(found, seconds=time.monotonic() - started)


def _claimed(certificate: Certificate, objects: dict[str, Object]) -> list[ObjectCode]:
    """The records about bytes; raises `YulError` unless there is one for each object."""
    line = certificate.line_of(CODE)
    records = read_json(json.dumps(certificate.code))
    try:
        if not isinstance(records, list):
            raise ValueError("a list of objects is expected")
        claimed = [code_from(record) for record in records]
    except ValueError as error:
        raise certificate.error(line, f"the record of bytes is wrong: {error}") from None
    paths = [code.path for code in claimed]
    if sorted(paths) != sorted(objects):
        raise certificate.error(
            line, f"there are the bytes of {', '.join(paths)}, not of {', '.join(objects)}"
        )
    return claimed


def _difference(claimed: list[Json], expected: list[Json]) -> str | None:
    """The difference of proofs from the expected ones, if any; open ones may be proven now, and a
    difference may be shown by another input."""
    if len(claimed) != len(expected):
        return f"{len(claimed)} functions are listed, and there are {len(expected)}"
    pairs = [
        (object_at(one), object_at(other)) for one, other in zip(claimed, expected, strict=True)
    ]
    # Others change with a status, too, and say less.
    for key in ("function", "status", "method", "reason", "assumed"):
        for one, other in pairs:
            compared = _COMPARED.get(str(one["status"]), (key,))
            if key in compared and one[key] != other[key]:
                claim = f"{json.dumps(one[key])}, but comes out as {json.dumps(other[key])}"
                reason = _reason(other) if key == "status" else ""
                return f'"{key}" of {json.dumps(one["function"])} is {claim}{reason}'
    return None


def _reason(proof: JsonObject) -> str:
    """An explanation for a function that is not proven."""
    reason = str(proof["reason"])
    if proof["status"] == Status.REFUTED.value:
        return ", unless its entry is wrong" if proof["function"] else ""
    if reason.startswith(TIME):
        return ", for lack of time; --time gives more"
    return f": {reason}" if reason else ""
