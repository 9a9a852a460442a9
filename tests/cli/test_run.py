"""`yulopt run`: options, output as text and as JSON, traces, and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import run_process, wrong_file_report
from tests.conftest import EXAMPLES, Command

CONTRACT = "0x" + "a1" * 20
COUNTER = next(path for path in EXAMPLES if path.stem == "counter")
INCREMENT = "0xd09de08a"
SLOT_OF_CALLER = "0x71b28eddf62f3b1665c906011e15d913de29f9ac24cd97cf7ef7702a153b945c"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.yul"
    path.write_text(
        "{\n"
        "    sstore(0, add(sload(0), f(calldataload(0))))\n"
        "    mstore(0, callvalue())\n"
        "    log1(0, 1, caller())\n"
        "    return(0, 32)\n"
        "    function f(x) -> y { y := mul(x, 2) }\n"
        "}\n"
    )
    return path


def test_text(yulopt: Command, program: Path) -> None:
    result = yulopt("run", program, "--calldata", "01", "--callvalue", "0x07", "--caller", "0xc")
    assert result.exit_code == 0
    assert result.stdout == (
        "return, 32 bytes:\n"
        f"  0x{7:064x}\n"
        "logs:\n"
        f"  {CONTRACT} [0xc] 0x00\n"
        f"storage of {CONTRACT}:\n"
        f"  0x0: {2 << 248:#x}\n"
        "accounts:\n"
        f"  0x{12:040x}: balance {10**24}, nonce 1\n"
        f"  {CONTRACT}: balance {10**24 + 7}, nonce 1, 32 bytes of code\n"
        "steps: 4\n"
    )


def test_json(yulopt: Command, program: Path, tmp_path: Path) -> None:
    before = tmp_path / "before.json"
    before.write_text('{"0x0": "0x28", "5": 1}')
    result = yulopt("run", program, "--storage", before, "--json", "--calldata", f"{1:064x}")
    record = json.loads(result.stdout)
    assert record["outcome"] == "return"
    assert record["success"] is True
    assert record["output"] == "0x" + "00" * 32
    assert record["storage"] == {CONTRACT: {"0x0": "0x2a"}}
    assert record["logs"] == [
        {"address": CONTRACT, "topics": ["0x" + "c0" * 20], "data": "0x00"},
    ]
    assert record["accounts"] == {}


def test_trace(yulopt: Command, program: Path) -> None:
    result = yulopt("run", program, "--trace")
    assert result.stdout == yulopt("run", program).stdout
    assert result.stderr == (
        "    2:31  calldataload(0x0) -> 0x0\n"
        "    2:29  f(0x0)\n"
        "    6:31    mul(0x0, 0x2) -> 0x0\n"
        "    2:19  sload(0x0) -> 0x0\n"
        "    2:15  add(0x0, 0x0) -> 0x0\n"
        "     2:5  sstore(0x0, 0x0)\n"
        "    3:15  callvalue() -> 0x0\n"
        "     3:5  mstore(0x0, 0x0)\n"
        "    4:16  caller() -> 0x" + "c0" * 20 + "\n"
        "     4:5  log1(0x0, 0x1, 0x" + "c0" * 20 + ")\n"
        "     5:5  return(0x0, 0x20)\n"
    )


def test_an_inner_object(yulopt: Command) -> None:
    for path in ("Counter_deployed", "Counter.Counter_deployed"):
        result = yulopt("run", COUNTER, "--object", path, "--calldata", INCREMENT, "--json")
        assert json.loads(result.stdout)["storage"] == {CONTRACT: {SLOT_OF_CALLER: "0x1"}}


def test_deploy(yulopt: Command) -> None:
    result = yulopt("run", COUNTER, "--deploy", "--calldata", INCREMENT, "--json")
    record = json.loads(result.stdout)
    created = record["deployment"]["created"]
    assert record["storage"] == {created: {SLOT_OF_CALLER: "0x1"}}
    text = yulopt("run", COUNTER, "--deploy", "--calldata", INCREMENT).stdout
    assert text.startswith("deployment: return, ")
    assert "\ncall: stop\n" in text


def test_arguments_of_a_constructor(yulopt: Command) -> None:
    source = (
        'object "A" { code { codecopy(0, datasize("A"), 32) sstore(0, mload(0)) revert(0, 32) } }'
    )
    result = yulopt("run", "-", "--deploy", "--arguments", f"{9:064x}", "--json", input=source)
    record = json.loads(result.stdout)
    assert record.keys() == {"deployment"}
    assert record["deployment"]["outcome"] == "revert"
    assert record["deployment"]["output"] == f"0x{9:064x}"
    assert record["deployment"]["storage"] == {}


def test_other_accounts(yulopt: Command, tmp_path: Path) -> None:
    other = tmp_path / "other.yul"
    other.write_text("{ sstore(1, caller()) mstore(0, 5) return(0, 32) }")
    source = "{ pop(call(gas(), 0xb0b, 3, 0, 0, 0, 32)) sstore(0, mload(0)) }"
    result = yulopt("run", "-", "--account", f"0xb0b={other}", "--json", input=source)
    record = json.loads(result.stdout)
    bob = f"0x{0xB0B:040x}"
    assert record["storage"] == {bob: {"0x1": CONTRACT}, CONTRACT: {"0x0": "0x5"}}
    assert record["messages"] == [
        {"kind": "call", "sender": CONTRACT, "target": bob, "value": "0x3", "data": "0x"}
    ]


def test_libraries(yulopt: Command) -> None:
    source = "{ sstore(0, linkersymbol('a=b')) }"
    result = yulopt("run", "-", "--library", "a=b=0x99", "--json", input=source)
    assert json.loads(result.stdout)["storage"] == {CONTRACT: {"0x0": "0x99"}}


def test_evm_version(yulopt: Command) -> None:
    source = "{ mcopy(0, 0, 32) }"
    assert yulopt("run", "-", "--evm-version", "cancun", input=source).exit_code == 0
    assert yulopt("run", "-", "--evm-version", "paris", input=source).exit_code == 1


def test_a_revert_is_a_result(yulopt: Command) -> None:
    result = yulopt("run", "-", input="{ mstore8(0, 1) revert(0, 1) }")
    assert (result.exit_code, result.stdout) == (0, "revert, 1 bytes:\n  0x01\nsteps: 2\n")


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        (
            "{ for { } 1 { } { } }",
            ("--gas-free-step-limit", "100"),
            "gave up, out of steps: more than 100 steps were executed",
        ),
        (
            "{ for { } 1 { } { } }",
            ("--gas-free-step-limit", "1"),
            "gave up, out of steps: more than 1 step was executed",
        ),
        (
            "{ mstore(100, 1) }",
            ("--memory-limit", "64"),
            "gave up, out of memory: memory up to byte 0x84 is needed, more than the limit of 0x40",
        ),
        (
            "{ f() function f() { f() } }",
            ("--call-depth-limit", "9"),
            "gave up, functions called too deep: more than 9 calls of functions are waiting",
        ),
    ],
)
def test_limits(yulopt: Command, source: str, options: tuple[str, str], message: str) -> None:
    result = yulopt("run", "-", *options, input=source)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"<stdin>: error: {message}\n"


def test_bad_input(yulopt: Command, wrong_file: Path, tmp_path: Path) -> None:
    result = yulopt("run", wrong_file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == wrong_file_report(wrong_file)
    result = yulopt("run", COUNTER, "--object", "X")
    assert result.exit_code == 1
    assert result.stderr == f"{COUNTER}: error: there is no object 'X' inside 'Counter'\n"
    assert yulopt("run", tmp_path / "missing.yul").exit_code == 1


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("{", ":1:2", "malformed JSON: it ends too early; was the file cut off?"),
        ('{"1": 2, "1": 3}', ":1:10", 'the key "1" occurs twice in this object'),
        ("[1]", "", "a storage file holds an object of slots and words"),
        ('{"x": 1}', "", "'x' is not a word like 42 or 0x2a"),
        ('{"1": -1}', "", "'-1' is not a word like 42 or 0x2a"),
        ('{"0": 1, "0x0": 1}', "", "slot 0x0 occurs twice, in different spellings"),
        ('{"1": true}', "", "'True' is not a word like 42 or 0x2a"),
        (f'{{"0x1{"0" * 64}": 1}}', "", f"0x1{'0' * 64} has more than 256 bits"),
        (
            "[" * 100_000,
            "",
            "malformed JSON: a number is too long or none, or it is nested too deep",
        ),
        (
            '{"1": NaN}',
            "",
            "malformed JSON: a number is too long or none, or it is nested too deep",
        ),
    ],
)
def test_bad_storage(yulopt: Command, tmp_path: Path, text: str, place: str, message: str) -> None:
    storage = tmp_path / "storage.json"
    storage.write_text(text)
    result = yulopt("run", COUNTER, "--storage", storage)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines()[0] == f"{storage}{place}: error: {message}"


def test_a_number_of_very_many_digits_is_only_too_large(tmp_path: Path) -> None:
    """Python itself converts no more than 4300 unless it is asked to."""
    storage = tmp_path / "storage.json"
    storage.write_text('{"1": ' + "9" * 5000 + "}")
    result = run_process("run", COUNTER, "--storage", storage)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.endswith("9 has more than 256 bits\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--calldata", "0x1"), "'0x1' needs two hexadecimal digits for each byte."),
        (("--calldata", "xy"), "'xy' needs two hexadecimal digits for each byte."),
        (("--callvalue", "-1"), "'-1' is not a number like 42 or 0x2a."),
        (("--callvalue", str(2**256)), f"{2**256} has more than 256 bits."),
        (("--caller", "0x1" + "0" * 40), f"0x1{'0' * 40} has more than 160 bits."),
        (("--account", "5"), "'5' is not of the form ADDR=FILE."),
        (("--library", "5"), "'5' is not of the form NAME=ADDR."),
        (("--arguments", "00"), "--arguments needs --deploy."),
    ],
)
def test_wrong_usage(yulopt: Command, options: tuple[str, str], message: str) -> None:
    result = yulopt("run", COUNTER, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith(f"{message}\n")


def test_as_a_process(program: Path) -> None:
    result = run_process("run", program, "--trace")
    assert result.returncode == 0
    assert "\x1b" not in result.stdout + result.stderr
    assert result.stdout.startswith("return, 32 bytes:\n")
