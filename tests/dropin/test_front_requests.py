"""The requests to the front-end solc: which files' outputs they select."""

from __future__ import annotations

import pytest

from yulopt.dropin.choices import Choices
from yulopt.dropin.front_requests import FrontAnswer, ask_for_ir
from yulopt.dropin.selection import Selection
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json

CODE: Json = {"*": ["evm.bytecode.object"], "": ["ast"]}
IR: Json = {"*": ["ir"], "": ["ast"]}


def asked(selection: JsonObject, *read: str, error: bool = False) -> tuple[list[Json], FrontAnswer]:
    """The selections sent to a front-end solc that reads these files, and its last answer."""
    sent: list[Json] = []
    request: JsonObject = {
        "language": "Solidity",
        "sources": {"a.sol": {"content": ""}, "b.sol": {"content": ""}},
        "settings": {"viaIR": True, "outputSelection": selection},
    }

    def ask_front(text: str) -> str:
        sent.append(object_at(read_json(text), "settings")["outputSelection"])
        errors: Json = [{"severity": "error", "message": f"of request {len(sent)}"}]
        sources: Json = {name: {"id": number} for number, name in enumerate(read)}
        return write_json({"sources": sources, **({"errors": errors} if error else {})})

    answer = ask_for_ir(request, Selection(selection), Choices(), ask_front)
    return sent, answer


def test_files_that_select_the_same_are_not_listed() -> None:
    sent, _ = asked({"a.sol": CODE, "b.sol": CODE}, "a.sol", "b.sol")
    assert sent == [{"*": IR}]


@pytest.mark.parametrize(
    "selection",
    [
        {"a.sol": CODE},
        {"a.sol": CODE, "b.sol": {"*": ["evm.bytecode.object"]}},
        {"a.sol": CODE, "b.sol": {}},
        {"a.sol": CODE, "c.sol": CODE},
        {"a.sol": {"*": [7]}, "b.sol": {"*": [7]}},
        {"a.sol": {"*": "ir"}, "b.sol": {"*": "ir"}},
        {"a.sol": ["ir"], "b.sol": ["ir"]},
    ],
)
def test_other_selections_are_sent_file_by_file(selection: JsonObject) -> None:
    sent, _ = asked(selection, "a.sol", "b.sol")
    assert sent == [Selection(selection).in_front()]


@pytest.mark.parametrize("error", [False, True])
def test_files_that_solc_finds_besides_are_not_selected(error: bool) -> None:
    """It would report warnings for them, and errors of their IR."""
    sent, answer = asked({"a.sol": CODE, "b.sol": CODE}, "a.sol", "b.sol", "c.sol", error=error)
    assert sent == [{"*": IR}, {"a.sol": IR, "b.sol": IR}]
    assert ("of request 2" in answer.text) == error
