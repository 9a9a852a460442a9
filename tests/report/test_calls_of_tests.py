"""The calls by a project's tests, as recorded by Foundry and Hardhat.

The texts in JSON have the shape of what forge 1.7.1 (`--gas-report --json` and `-vvv --json`),
Hardhat 3.18.0 (`--gas-stats-json`) and hardhat-gas-reporter 2.3.0 (`outputJSON`) wrote, without
what is not read; tests/integrations/test_forge.py reads what a forge writes now.
"""

from __future__ import annotations

import pytest

from yulopt import compile as compile_yul
from yulopt.errors import YulError
from yulopt.persistence.json_values import Json
from yulopt.report.call_counts import counts_in
from yulopt.tune.calls import CONSTRUCTOR, Call, Calls

pytest.importorskip("pyrevm", reason="gas needs pyrevm: pip install 'yulopt[gas]'")

from yulopt.report.foundry_traces import Replayed, traces_in

FOUNDRY: Json = [
    {
        "contract": "src/T.sol:T",
        "deployment": {"gas": 878885, "size": 3904},
        "functions": {
            "mint(address,uint256)": {"calls": 262, "mean": 52506},
            "burn(uint256)": {"calls": 1, "mean": 2608},
        },
    },
    {"contract": "src/U.sol:T", "functions": {"mint(address,uint256)": {"calls": 5}}},
]
HARDHAT_3: Json = {
    "contracts": {
        "src/T.sol:T": {
            "sourceName": "src/T.sol",
            "contractName": "T",
            # Types only where a name is that of several functions.
            "functions": {"mint": {"count": 262, "avg": 52912}, "burn(uint256)": {"count": 1}},
        },
        "src/U.sol:U": {"functions": None},
    }
}
HARDHAT_2: Json = {
    "namespace": "HardhatGasReporter",
    "data": {
        "methods": {
            "T_40c10f19": {
                "contract": "T",
                "method": "mint",
                "fnSig": "mint(address,uint256)",
                "numberOfCalls": 262,
            },
            "T_42966c68": {"contract": "T", "fnSig": "burn(uint256)", "numberOfCalls": 1},
            "T_06fdde03": {"contract": "T", "fnSig": "name()", "numberOfCalls": 0},
        },
        "deployments": [{"name": "T"}],
    },
}
MADE_UP = Calls(
    (Call(CONSTRUCTOR, b""),),
    tuple(
        Call(title, b"", weight=weight)
        for title, weight in (
            ("mint(address,uint256)", 0),
            ("mint(address,uint256)", 1),
            ("burn(uint256)", 1),
            ("name()", 1),
        )
    ),
)


@pytest.mark.parametrize("document", [FOUNDRY, HARDHAT_3, HARDHAT_2], ids=["forge", "3", "2"])
def test_counts_are_the_weights_of_synthetic_calls(document: Json) -> None:
    counts = counts_in(document)
    assert counts is not None
    weighed = counts.weigh("src/T.sol:T", MADE_UP)
    assert weighed is not None
    # Preparing calls do not count, whatever their function.
    assert [call.weight for call in weighed.calls] == [0, 262, 1, 0]
    assert counts.weigh("src/T.sol:Other", MADE_UP) is None


def test_contracts_of_the_same_name_are_distinguished() -> None:
    counts = counts_in(FOUNDRY)
    assert counts is not None
    weighed = counts.weigh("src/U.sol:T", MADE_UP)
    assert weighed is not None
    assert [call.weight for call in weighed.calls] == [0, 5, 0, 0]


@pytest.mark.parametrize(
    "document",
    [[{"data": "0x", "to": "0x1"}], {"transactions": []}, [], {}, 7, {"contracts": {}}],
    ids=repr,
)
def test_files_that_are_not_test_reports(document: Json) -> None:
    assert counts_in(document) is None
    assert traces_in(document, "it.json") is None


def test_an_answer_without_traces_explains_how_to_get_them() -> None:
    with pytest.raises(
        YulError, match=r"it\.json: error: there are no traces of tests here; forge"
    ):
        traces_in(answer([]), "it.json")


# Traces. The contract belongs to who deploys it, and takes a number at its creation; `a()` adds one
# to it for the owner alone, `b()` is the number, and `c()` asks another account for one.

CODE = """object "T" {
    code {
        sstore(0, caller())
        codecopy(0, sub(codesize(), 32), 32)
        sstore(1, mload(0))
        datacopy(0, dataoffset("D"), datasize("D"))
        return(0, datasize("D"))
    }
    object "D" { code {
        switch shr(224, calldataload(0))
        case 0x0dbe671f {
            if sub(caller(), sload(0)) { revert(0, 0) }
            sstore(1, add(sload(1), 1))
            sstore(2, timestamp())
        }
        case 0x4df7e3d0 { mstore(0, sload(1)) return(0, 32) }
        case 0xc3da42b8 {
            if iszero(extcodesize(7)) { revert(0, 0) }
            sstore(3, 1)
        }
        default { revert(0, 0) }
    } }
}"""
BUILD = compile_yul(CODE, ":").bytecode.hex
NAMES = {bytes.fromhex("0dbe671f"): "a()", bytes.fromhex("4df7e3d0"): "b()"}
A, B, C = "0x0dbe671f", "0x4df7e3d0", "0xc3da42b8"
TEST, T, OTHER = "0x" + "7f" * 20, "0x" + "56" * 20, "0x" + "0b" * 20
CHEATS = "0x7109709ecfa91a80626ff3989d68f67f5b1dd12d"


def word(value: int | str) -> str:
    number = int(value, 16) if isinstance(value, str) else value
    return f"{number:064x}"


def node(
    data: str,
    kind: str = "CALL",
    *,
    to: str = T,
    caller: str = TEST,
    parent: int = 0,
    output: str = "0x",
    success: bool = True,
) -> Json:
    trace: Json = {
        "depth": 1,
        "success": success,
        "caller": caller,
        "address": to,
        "kind": kind,
        "value": "0x0",
        "data": data,
        "output": output,
    }
    return {"parent": parent, "trace": trace}


def creation(number: int = 5, build: str = BUILD) -> Json:
    return node(f"0x{build}{word(number)}", "CREATE")


def cheat(selector: str, *arguments: int | str) -> Json:
    return node(f"0x{selector}{''.join(map(word, arguments))}", to=CHEATS)


def answer(traces: Json) -> Json:
    return {"t.sol:Test": {"duration": "1ms", "test_results": {"test()": {"traces": traces}}}}


def replayed(*nodes: Json, setup: tuple[Json, ...] = (), build: str = BUILD) -> Replayed:
    """The replayed calls of a test with these events; the first node is the test itself."""
    test: Json = {"parent": None, "trace": {"depth": 0, "success": True, "address": TEST}}
    traces: Json = [
        ["Setup", {"arena": [test, *setup]}],
        ["Execution", {"arena": [test, *nodes]}],
    ]
    found = traces_in(answer(traces), "it.json")
    assert found is not None
    return found.replay(build, bytes.fromhex(BUILD), NAMES)


def titles(found: Replayed) -> list[str]:
    return [call.title for calls in found.scenarios for call in calls.calls if call.weight]


def test_calls_have_the_arguments_and_the_state_of_the_test() -> None:
    found = replayed(
        node(A), node(B, "STATICCALL", output="0x" + word(7)), setup=(creation(), node(A))
    )
    # The set-up only prepares.
    assert titles(found) == ["a()", "b()"]
    [calls] = found.scenarios
    assert calls.deployments[0].data == (5).to_bytes(32, "big")
    assert [call.weight for call in calls.calls] == [0, 1, 1]
    assert found.words() == "gas is that of 2 calls in 1 tests of the project"


def test_cheatcodes_change_the_caller_and_the_time() -> None:
    once, start, stop, warp = "ca669fa7", "06447d56", "90c5013b", "e5d6bf02"
    refused = node(A, success=False)
    found = replayed(
        creation(), cheat(once, OTHER), refused, node(A),
        cheat(start, OTHER), refused, refused, cheat(stop), cheat(warp, 99), node(A),
    )  # fmt: skip
    assert found.whole == 1
    [calls] = found.scenarios
    senders = [call.sender for call in calls.calls]
    mine, other = int(TEST, 16), int(OTHER, 16)
    assert senders == [other, mine, other, other, mine]
    assert [call.reverts for call in calls.calls] == [True, False, True, True, False]
    assert [call.weight for call in calls.calls] == [0, 1, 0, 0, 1]
    assert [call.time for call in calls.calls] == [1, 1, 1, 1, 99]


def test_reverted_and_internal_calls_do_not_count() -> None:
    failing = node("0x", to=OTHER, success=False)
    found = replayed(
        creation(), failing, node(A, caller=OTHER, parent=2), node(A), node(A, caller=T, parent=4)
    )
    assert (titles(found), found.whole) == (["a()"], 1)
    # Nor is there a contract whose creation failed later.
    assert replayed(failing, node(f"0x{BUILD}{word(5)}", "CREATE", parent=1), node(A)).tests == 0


def test_a_call_that_ends_otherwise_ends_the_replay() -> None:
    found = replayed(creation(), node(A), node(C), node(A))
    assert titles(found) == ["a()"]
    assert (found.tests, found.whole) == (1, 0)
    assert found.words().endswith("; 1 of them count up to where they need other contracts")


def test_a_failing_view_is_left_out_alone() -> None:
    found = replayed(creation(), node(B, "STATICCALL", output="0x" + word(9)), node(A))
    assert titles(found) == ["a()"]


def test_other_contracts_are_distinguished_by_their_code() -> None:
    assert replayed(creation(build="00" + BUILD), node(A)).tests == 0
    assert replayed(creation(), node(A), build="").tests == 0
    # Where the address of a library is, any address may be.
    place = f"__${'0' * 34}$__"
    assert titles(replayed(creation(), node(A), build=BUILD[:8] + place + BUILD[48:])) == ["a()"]


def test_each_deployment_has_its_own_calls() -> None:
    found = replayed(creation(1), node(A), creation(2))
    # The second one takes the place of the first only in this trace.
    assert [len(calls.calls) for calls in found.scenarios] == [1]
