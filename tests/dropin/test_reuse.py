"""Inner objects are compiled once, with the same result."""

from __future__ import annotations

import pytest

from tests.dropin.compilers import answer_of_solc
from tests.dropin.project import HARDHAT_2, request
from tests.oracle import skip_unless_available
from tests.slices import every_nth
from yulopt.dropin import build
from yulopt.dropin.contract import ContractCode, Failure
from yulopt.dropin.reuse import inner_objects, outermost_name
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.dropin.work import Work
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import write_json

INNER = """/// @use-src 0:"A.sol"
object "B_2" {
    code {
        sstore(0, 1)
    }
    object "B_2_deployed" {
        code { }
    }
}"""
OUTER = """
/// @use-src 0:"A.sol"
object "A_1" {
    code { }
    /// @use-src 0:"A.sol"
    object "B_2" {
        code {
            sstore(0, 1)
        }
        object "B_2_deployed" {
            code { }
        }
    }
}
"""


def test_inner_objects_are_found_as_they_stand_alone() -> None:
    assert outermost_name(OUTER) == "A_1"
    assert inner_objects(OUTER)["B_2"] == INNER
    assert list(inner_objects(OUTER)) == ["B_2", "B_2_deployed"]


@pytest.mark.parametrize("debug_info", every_nth(2, [["*"], []]))
def test_reused_results_give_the_same_code(
    monkeypatch: pytest.MonkeyPatch, debug_info: list[str]
) -> None:
    skip_unless_available()
    known: dict[str, set[str]] = {}

    def observed(work: Work) -> ContractCode | Failure:
        known[work.contract] = set(work.known)
        return original(work)

    def forgetful(work: Work) -> ContractCode | Failure:
        work.known.clear()
        return original(work)

    original = build.compile_one
    answers = []
    for compile_one in (observed, forgetful):
        monkeypatch.setattr(build, "compile_one", compile_one)
        answers.append(
            compile_standard_json(
                write_json(request(HARDHAT_2, debug={"debugInfo": [*debug_info]})),
                answer_of_solc,
                build.compile_with(Cache(None), 1),
            )
        )
    assert answers[0] == answers[1]
    assert {name[:5] for name in known["Factory"]} == {"Token"}
    assert known["Token"] == set()
