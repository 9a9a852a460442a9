"""Confirms with solc itself that it makes the same bytes with the settings found."""

from __future__ import annotations

from typing import Final

import yulopt
from yulopt.driver.options import Options
from yulopt.dropin.front import Front
from yulopt.errors import YulError
from yulopt.persistence.json_values import Json, object_at, read_json, write_json
from yulopt.tune.candidate import Candidate

_FILE: Final = "input.yul"
_BYTECODE: Final = ("evm", "bytecode", "object")


def check_with_solc(front: Front, name: str, text: str, found: Candidate, options: Options) -> None:
    """Raise `YulError` unless solc compiles the Yul program `text` to the same bytes as yulopt.

    `name` is that of the program in errors.
    """
    expected = yulopt.compile(
        text,
        found.steps,
        runs=found.runs,
        evm_version=options.evm_version,
        stack_allocation=options.stack_allocation,
    ).bytecode.hex
    answer = read_json(front.compile(write_json(_request(text, found, options)), None))
    for contract in object_at(answer, "contracts", _FILE).values():
        if object_at(contract, *_BYTECODE[:-1]).get(_BYTECODE[-1]) == expected:
            return
        raise YulError(
            f"solc {front.version} makes other bytes of it; please report this", filename=name
        )
    raise YulError(f"solc {front.version} generates no code; please report this", filename=name)


def _request(text: str, found: Candidate, options: Options) -> Json:
    yul_details: dict[str, Json] = {
        "stackAllocation": options.stack_allocation,
        "optimizerSteps": found.steps,
    }
    optimizer: dict[str, Json] = {
        "enabled": True,
        "runs": found.runs,
        "details": {"yul": True, "yulDetails": yul_details},
    }
    return {
        "language": "Yul",
        "sources": {_FILE: {"content": text}},
        "settings": {
            "evmVersion": options.evm_version,
            "optimizer": optimizer,
            "outputSelection": {"*": {"*": [".".join(_BYTECODE)]}},
        },
    }
