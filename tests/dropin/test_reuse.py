"""Inner objects are compiled once, with the same result."""

from __future__ import annotations

import pytest

from tests.dropin.compilers import answer_of_solc
from tests.dropin.project import HARDHAT_2, request
from tests.oracle import skip_unless_available
from tests.slices import every_nth
from yulopt.dropin import build
from yulopt.dropin.choices import Choices, named_pipeline
from yulopt.dropin.contract import ContractCode, Failure
from yulopt.dropin.reuse import (
    inner_objects,
    outermost_name,
    replaced_by_data,
    without_indentation,
)
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.dropin.work import Work
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import object_at, read_json, write_json

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
# A contract with a URL in two words, and one that creates it.
CREATED = """
contract Named {
    string public constant where = "https://example.org/aaaaaaaaaaaaaaaa";
    function g(uint256 a) external pure returns (uint256) { if (a > 7) { return a / 3; } return 1; }
}
contract Creator {
    function create() external returns (address) { return address(new Named()); }
}
"""


def test_inner_objects_are_found_as_they_stand_alone() -> None:
    assert outermost_name(OUTER) == "A_1"
    assert inner_objects(OUTER) == {"B_2": INNER}


@pytest.mark.parametrize(
    "inside", ["sstore(0, 1)", 'mstore(0, "} // \\" {")', "// } {", "/* } */ /** object */"]
)
def test_braces_in_strings_and_comments_close_nothing(inside: str) -> None:
    """Nor does the indentation matter, which solc computes with them."""
    program = OUTER.replace("sstore(0, 1)", inside).replace("    }", "}").replace("\n}", "\n  }")
    assert inner_objects(program) == {"B_2": INNER.replace("sstore(0, 1)", inside)}
    replaced = without_indentation(replaced_by_data(program, {"B_2": "00"}))
    assert replaced.endswith('code { }\ndata "B_2" hex"00"\n}')


@pytest.mark.parametrize("pipeline", ["off", "gas"])
def test_a_string_that_shifts_the_indentation_of_solc(pipeline: str) -> None:
    """With a pipeline, the contract is compiled apart, and inserted as data; otherwise reused."""
    skip_unless_available()
    sources = {"A.sol": CREATED}
    asked = request({"*": {"*": ["evm.bytecode.object"]}}, sources)
    answer = compile_standard_json(
        write_json(asked),
        answer_of_solc,
        build.compile_with(Cache(None), 1),
        Choices(named_pipeline(pipeline)),
    )
    contracts = object_at(read_json(answer), "contracts", "A.sol")
    created, creator = (
        str(object_at(contracts, name, "evm", "bytecode")["object"])
        for name in ("Named", "Creator")
    )
    assert created in creator


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
