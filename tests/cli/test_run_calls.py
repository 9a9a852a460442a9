"""`yulopt run --deploy --constructor ... --call ...`: calls by signature, one after the other."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, Command
from tests.oracle import SHARED

pytest.importorskip("eth_abi", reason="calls are coded by eth-abi, which is not installed")

CORPUS = SHARED / "corpus"
ERC20 = ROOT / "examples/erc20.yul"
IMMUTABLES = ROOT / "examples/immutables.yul"
DEPLOYER = "0x" + "c0" * 20
CREATED = "0x8620d3253c8741eff5b5c9e5b181bb14845b13e9"
TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
BOB = f"0x{0xB0B:040x}"
# Returns what stands after the selector.
ECHO = "{ calldatacopy(0, 4, sub(calldatasize(), 4)) return(0, sub(calldatasize(), 4)) }"

TOKEN = ("run", ERC20, "--deploy", "--constructor", "constructor(uint256)", "1000")


def calls_of(
    yulopt: Command, *words: str | Path, input: str | None = None
) -> list[dict[str, object]]:
    result = yulopt(*words, "--json", input=input)
    assert (result.exit_code, result.stderr) == (0, "")
    calls: list[dict[str, object]] = json.loads(result.stdout)["calls"]
    return calls


def test_state_is_carried_over_from_the_constructor_to_each_call(yulopt: Command) -> None:
    words = (
        ("--call", "totalSupply()(uint256)"),
        ("--call", "transfer(address,uint256)(bool)", "0xb0b", "5"),
        ("--call", "balanceOf(address)(uint256)", "0xb0b"),
        ("--call", "balanceOf(address)(uint256)", DEPLOYER),
    )
    calls = calls_of(yulopt, *TOKEN, *[word for call in words for word in call])
    assert [call["call"] for call in calls] == [
        "totalSupply()",
        "transfer(address,uint256) 0xb0b 5",
        "balanceOf(address) 0xb0b",
        f"balanceOf(address) {DEPLOYER}",
    ]
    assert [call["values"] for call in calls] == [["0x3e8"], [True], ["0x5"], ["0x3e3"]]
    assert calls[1]["calldata"] == f"0xa9059cbb{0xB0B:064x}{5:064x}"
    assert [call["caller"] for call in calls] == [DEPLOYER] * 4
    assert calls[1]["logs"] == [
        {
            "address": CREATED,
            "topics": [TRANSFER, DEPLOYER, "0xb0b"],
            "data": f"0x{5:064x}",
        }
    ]


def test_the_documentation_names_every_key_of_a_call(yulopt: Command) -> None:
    section = (ROOT / "docs/reference/command-line.md").read_text().partition("## JSON")[2]
    (call,) = calls_of(yulopt, "run", "-", "--call", "f()", input="{ }")
    for key in call:
        assert f"`{key}`" in section


def test_text(yulopt: Command) -> None:
    balance = ("--call", "balanceOf(address)(uint256)", "0xb0b")
    transfer = ("--call", "transfer(address,uint256)", "0xb0b", "1001")
    result = yulopt(*TOKEN, *balance, *transfer)
    assert result.exit_code == 0
    deployment, first, second = result.stdout.split("\n\n")
    assert deployment.startswith("deployment: return, ")
    assert first == (
        f"balanceOf(address) 0xb0b: return, 32 bytes:\n  0x{0:064x}\nvalues: 0\nsteps: 33"
    )
    assert second.startswith("transfer(address,uint256) 0xb0b 1001: revert, 100 bytes:\n")
    assert '\nerror: Error("balance too low")\n' in second


def test_each_call_can_have_a_sender_and_a_value(yulopt: Command) -> None:
    approve = ("--call", "approve(address,uint256)", "0xb0b", "7")
    spend = ("transferFrom(address,address,uint256)", DEPLOYER, "0xb0b", "7")
    calls = calls_of(
        yulopt,
        *TOKEN,
        *approve,
        *("--from", "0xb0b", "--call", *spend),
        *("--from=0xb0b", "--call", *spend),
        *("--value", "1", *approve),
        *("--call", "balanceOf(address)(uint256)", "0xb0b"),
    )
    assert [call["success"] for call in calls] == [True, True, False, False, True]
    assert [call["caller"] for call in calls] == [DEPLOYER, BOB, BOB, DEPLOYER, DEPLOYER]
    assert [call["value"] for call in calls] == ["0x0", "0x0", "0x0", "0x1", "0x0"]
    assert calls[2]["error"] == 'Error("allowance too low")'
    assert calls[4]["values"] == ["0x7"]


def test_the_sender_is_the_origin_of_its_call(yulopt: Command) -> None:
    source = "{ mstore(0, origin()) mstore(32, caller()) mstore(64, callvalue()) return(0, 96) }"
    first, second = calls_of(
        yulopt,
        "run",
        "-",
        *("--from", "0xb0b", "--value", "3", "--call", "f()(address,address,uint)"),
        *("--call", "f()(address,address,uint)"),
        input=source,
    )
    assert first["values"] == [BOB, BOB, "0x3"]
    assert second["values"] == [DEPLOYER, DEPLOYER, "0x0"]


def test_a_constructor_with_a_value_and_immutables(yulopt: Command) -> None:
    limiter = ("run", IMMUTABLES, "--deploy", "--library", "contracts/Math.sol:MathLib=0x77")
    constructor = ("--from", "0xb0b", "--constructor", "constructor(uint256,uint256)", "50", "5")
    calls = calls_of(
        yulopt,
        *limiter,
        *constructor,
        *("--call", "owner()(address)", "--call", "cap()(uint256)"),
    )
    assert [call["values"] for call in calls] == [[BOB], ["0x32"]]
    assert calls[0]["caller"] == DEPLOYER
    result = yulopt(*limiter, "--value", "1", *constructor, "--call", "cap()(uint256)", "--json")
    record = json.loads(result.stdout)
    assert record.keys() == {"deployment"}
    assert record["deployment"]["outcome"] == "revert"


def test_a_reverting_constructor_gives_its_reason_and_ends_the_session(yulopt: Command) -> None:
    result = yulopt(
        *("run", IMMUTABLES, "--deploy", "--constructor", "constructor(uint,uint)", "1", "2"),
        *("--call", "cap()"),
    )
    assert result.exit_code == 0
    assert result.stdout.startswith("deployment: revert, ")
    assert '\nerror: Error("cap below unit")\n' in result.stdout
    assert "cap()" not in result.stdout


def test_calls_without_a_deployment(yulopt: Command) -> None:
    words = ("run", ERC20, "--object", "ERC20_1_deployed", "--call", "decimals()(uint8)")
    assert [call["values"] for call in calls_of(yulopt, *words)] == [["0x12"]]


def test_values_are_printed_like_arguments(yulopt: Command) -> None:
    types = "(uint8,int16,bool,address,bytes2,bytes,string,uint256[],(int8,string)[2])"
    arguments = [
        *("255", "-2", "true", BOB, "0x0a0b", "0x", 'a "b", c'),
        "[1, 0x2, 3]",
        r'[(-128, "x, \"y\" )"), (127, z)]',
    ]
    result = yulopt("run", "-", "--call", f"f{types}{types}", *arguments, input=ECHO)
    (line,) = [line for line in result.stdout.splitlines() if line.startswith("values: ")]
    assert line == (
        f'values: 255, -2, true, {BOB}, 0x0a0b, 0x, "a \\"b\\", c", [1, 2, 3],'
        r' [(-128, "x, \"y\" )"), (127, "z")]'
    )
    (call,) = calls_of(yulopt, "run", "-", "--call", f"f{types}{types}", *arguments, input=ECHO)
    assert call["values"] == [
        *("0xff", "-0x2", True, BOB, "0x0a0b", "0x", 'a "b", c', ["0x1", "0x2", "0x3"]),
        [["-0x80", 'x, "y" )'], ["0x7f", "z"]],
    ]


def test_arguments_are_encoded_by_the_abi(yulopt: Command) -> None:
    # An example of the specification of the ABI.
    (call,) = calls_of(
        yulopt,
        *("run", "-", "--call", "sam(bytes,bool,uint[])", "0x64617665", "true", "[1,2,3]"),
        input=ECHO,
    )
    words = [0x60, 1, 0xA0, 4, 0x64617665 << 224, 3, 1, 2, 3]
    assert call["calldata"] == "0xa5643bf2" + "".join(f"{word:064x}" for word in words)


def test_returned_data_may_have_another_type(yulopt: Command) -> None:
    words = ("run", "-", "--call", "f()(uint256)")
    assert (
        "error: the output is not an encoding of (uint256)\n" in yulopt(*words, input=ECHO).stdout
    )
    (call,) = calls_of(yulopt, *words, input=ECHO)
    assert (call["values"], call["error"]) == (
        None,
        "the output is not an encoding of (uint256)",
    )


@pytest.mark.parametrize(
    ("selector", "words", "error"),
    [
        (0x4E487B71, [0x11], "Panic(17)"),
        (0x08C379A0, [32, 2, int.from_bytes(b"no".ljust(32, b"\0"), "big")], 'Error("no")'),
        # Text that ends too early, and an error that nothing is known about.
        (0x08C379A0, [32, 3], None),
        (0x12345678, [1], None),
    ],
)
def test_the_reason_of_a_revert(
    yulopt: Command, selector: int, words: list[int], error: str | None
) -> None:
    stores = " ".join(f"mstore({4 + 32 * index}, {word})" for index, word in enumerate(words))
    source = f"{{ mstore(0, shl(224, {selector})) {stores} revert(0, {4 + 32 * len(words)}) }}"
    (call,) = calls_of(yulopt, "run", "-", "--call", "f()(uint256)", input=source)
    assert (call["error"], call["values"]) == (error, None)


def test_a_limit_ends_it_all(yulopt: Command) -> None:
    result = yulopt(
        *("run", "-", "--gas-free-step-limit", "9", "--call", "f()", "--call", "g()"),
        input="{ for { } 1 { } { } }",
    )
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("<stdin>: error: gave up, out of steps")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--call", "transfer"), "'transfer' is not of the form transfer(address,uint256)."),
        (("--call", "f(uint256"), "'f(uint256' is not of the form transfer(address,uint256)."),
        (("--call", "f()x"), "'f()x' is not of the form transfer(address,uint256)."),
        (("--call", "f(uint7)"), "integer size out of bounds"),
        (("--call", "f(())"), "Zero-sized tuple types"),
        (("--call", "f(,)"), "'(,)' is not a list of types like (address,uint256)."),
        (("--call", "f()(bool)[]"), "'(bool)[]' is not a list of types like (address,uint256)."),
        (
            ("--call", "f(money)"),
            "unknown type 'money'; there are: uint, int, address, bool, bytes, string.",
        ),
        (("--call", "f(uint8,bool)", "1"), "f(uint8,bool) takes 2 arguments, not 1."),
        (("--call", "f(uint8)", "--json"), "f(uint8) takes 1 argument, not 0."),
        (
            ("--call", "f(bool,uint8)", "true", "256"),
            "argument 2 of f(bool,uint8): 256 is out of the range of uint8.",
        ),
        (("--call", "f(uint8)", "-1"), "argument 1 of f(uint8): -1 is out of the range of uint8."),
        (("--call", "f(int8)", "128"), "argument 1 of f(int8): 128 is out of the range of int8."),
        (
            ("--call", "f(uint8)", "one"),
            "argument 1 of f(uint8): 'one' is not a number like 42 or 0x2a.",
        ),
        (
            ("--call", "f(address)", "bob"),
            "argument 1 of f(address): 'bob' is not an address like 0xb0b.",
        ),
        (
            ("--call", "f(address)", str(1 << 160)),
            f"argument 1 of f(address): {1 << 160} has more than 160 bits.",
        ),
        (("--call", "f(bool)", "1"), "argument 1 of f(bool): expected true or false, not '1'."),
        (("--call", "f(bytes2)", "0x0a"), "argument 1 of f(bytes2): bytes2 has 2 bytes, not 1."),
        (
            ("--call", "f(bytes)", "0xa"),
            "argument 1 of f(bytes): '0xa' is not 0x and hexadecimal digits, two for each byte.",
        ),
        (
            ("--call", "f(uint8[])", "1"),
            "argument 1 of f(uint8[]): expected uint8[] as [A, B], not '1'.",
        ),
        (
            ("--call", "f(uint8[2])", "[1]"),
            "argument 1 of f(uint8[2]): uint8[2] has 2 items, not 1.",
        ),
        (
            ("--call", "f((bool,bool))", "(true)"),
            "argument 1 of f((bool,bool)): (bool,bool) has 2 items, not 1.",
        ),
        (("--call", "f(string)", '"'), 'argument 1 of f(string): " is not a string in quotes.'),
        (("--from", "1"), "--from must precede the --call that it applies to."),
        (("--value", "x", "--call", "f()"), "'x' is not a number like 42 or 0x2a."),
        (("--constructor", "constructor()"), "--constructor needs --deploy."),
        (
            ("--deploy", "--constructor", "c()", "--arguments", "00"),
            "--arguments and --constructor exclude each other.",
        ),
        (
            ("--deploy", "--constructor", "c()", "--constructor", "c()"),
            "--constructor can be given only once.",
        ),
        (
            ("--calldata", "00", "--call", "f()"),
            "--calldata and --call exclude each other (see --value).",
        ),
        (("--call",), "Option '--call' requires an argument."),
    ],
)
def test_wrong_usage(yulopt: Command, words: tuple[str, ...], message: str) -> None:
    result = yulopt("run", ERC20, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_eth_abi_may_be_missing(yulopt: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("yulopt.interpreter.abi", "yulopt.interpreter.abi"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "eth_abi", None)
    result = yulopt("run", ERC20, "--call", "f()")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "Error: --call and --constructor need the package 'eth-abi': pip install 'yulopt[abi]'\n"
    )
    assert yulopt("run", "-", input="{ }").exit_code == 0


# Contracts that solc made


@pytest.mark.skipif(
    not CORPUS.is_dir(), reason="the contracts of ../shared/corpus are not beside this folder"
)
@pytest.mark.parametrize("name", ["Counter", "My20", "My721", "Sorter"])
def test_selectors_are_those_of_solc(name: str) -> None:
    from yulopt.interpreter.abi import parse_signature

    text = (CORPUS / f"{name}.yul").read_text()
    found = re.findall(r"case (0x[0-9a-f]{8})\s*\{\s*// (\w+\([^)]*\))", text)
    assert found
    assert [f"0x{parse_signature(text).selector.hex()}" for _, text in found] == [
        selector for selector, _ in found
    ]


@pytest.mark.skipif(
    not CORPUS.is_dir(), reason="the contracts of ../shared/corpus are not beside this folder"
)
def test_contracts_of_solidity(yulopt: Command) -> None:
    token = calls_of(
        yulopt,
        *("run", CORPUS / "My20.yul", "--deploy"),
        *("--call", "name()(string)", "--call", "mint(address,uint256)", "0xb0b", "100"),
        *("--from", "0xb0b", "--call", "transfer(address,uint256)(bool)", "0xa1", "30"),
        *("--call", "balanceOf(address)(uint256)", "0xb0b", "--call", "owner()(address)"),
    )
    assert [call["success"] for call in token] == [True] * 5
    assert [call["values"] for call in token[2:]] == [[True], ["0x46"], [DEPLOYER]]
    sorter = calls_of(
        yulopt,
        *("run", CORPUS / "Sorter.yul", "--deploy"),
        *("--call", "sort(uint256[])(uint256[])", "[3,1,2]", "--call", "fib(uint)(uint)", "10"),
    )
    assert [call["values"] for call in sorter] == [[["0x1", "0x2", "0x3"]], ["0x37"]]
