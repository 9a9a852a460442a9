"""Files of calls: lines with signatures, and lists of transactions in JSON."""

from __future__ import annotations

import pytest

from yulopt.dialect.keccak import keccak256
from yulopt.errors import Source, YulError
from yulopt.evm.environment import DEFAULT_ORIGIN
from yulopt.tune.call_files import read_calls
from yulopt.tune.calls import Call

pytest.importorskip("eth_abi", reason="signatures need eth-abi: pip install 'yulopt[gas]'")


def words(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(32, "big") for number in numbers)


def selector(signature: str) -> bytes:
    return keccak256(signature.encode())[:4]


def calls(text: str) -> tuple[Call, ...]:
    return read_calls(Source(text, "f.calls")).calls


def report(text: str) -> str:
    with pytest.raises(YulError) as caught:
        read_calls(Source(text, "f.calls"))
    return caught.value.report()


def test_a_file() -> None:
    found = read_calls(
        Source(
            """# a token
            constructor(uint256, bool) 1000 true  # of the deployer

            transfer(address,uint256) 0xb0b 5
            from 0xb0b to 0xc0c value 7 weight 100 reverts pay()
            data 0xd0e30db0
            """
        )
    )
    (constructor,) = found.deployments
    assert constructor.data == words(1000, 1)
    transfer, pay, raw = found.calls
    assert transfer == Call(
        "transfer(address,uint256) 0xb0b 5",
        selector("transfer(address,uint256)") + words(0xB0B, 5),
    )
    assert pay == Call("pay()", selector("pay()"), 0xB0B, 0xC0C, 7, 100, True)
    assert raw == Call("data 0xd0e30db0", bytes.fromhex("d0e30db0"))
    assert (transfer.sender, transfer.weight, transfer.reverts) == (DEFAULT_ORIGIN, 1, False)
    assert not found.are_synthetic


def test_a_file_without_anything() -> None:
    found = read_calls(Source("\n# nothing\n"))
    assert found.calls == ()
    assert [call.data for call in found.deployments] == [b""]


def test_time_and_block_apply_to_later_calls() -> None:
    first, second, third = calls("f()\ntime 5\nf()\nblock 0x10\ntime 6\nf()\n")
    assert (second.time, second.block) == (5, first.block)
    assert (third.time, third.block) == (6, 16)


def test_spaces_in_brackets_and_quotes_divide_nothing() -> None:
    (call,) = calls('put((uint8, string)[], string) [(1, "a # b]"), (2, "\\"")] "c d" # e\r\n')
    data = call.data[4:]
    assert call.title == 'put((uint8,string)[],string) [(1, "a # b]"), (2, "\\"")] "c d"'
    assert b"a # b]" in data
    assert b"c d" in data


def test_the_arguments_of_the_constructor_as_bytes() -> None:
    found = read_calls(Source("value 3 constructor data 0x2a\nf()\n"))
    assert [(call.data, call.value) for call in found.deployments] == [(b"*", 3)]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("transfer(address,uint256) 0xb0b", "1:32", "argument 2 of transfer(address,uint256) is"),
        ("transfer(address,uint256) x 5", "1:27", "argument 1 of transfer(address,uint256): 'x'"),
        ("f()\nf() 3", "2:5", "nothing more is expected here"),
        ("f(uint257) 3", "1:1", "uint257"),
        ("transfer", "1:1", "'transfer' is not of the form transfer(address,uint256)"),
        ("  from 0xb0b", "1:3", "a call is expected in this line"),
        ("from bob f()", "1:6", "'bob' is not a number like 42 or 0x2a"),
        ("from", "1:5", "a number is expected after 'from'"),
        (f"to {1 << 160} f()", "1:4", "the number has more than 160 bits"),
        ("time 5 6", "1:8", "nothing more is expected here"),
        ("data 0x123", "1:6", "expected 0x and hexadecimal digits, two for each byte"),
        ("data", "1:5", "bytes are expected after 'data'"),
        ('put(string) "a', "1:13", 'nothing closes this "'),
        ("put(uint8[]) [1, 2", "1:14", "nothing closes this ["),
        ("f()\nconstructor()", "2:1", "the constructor must come once, before all calls"),
        ("reverts constructor()", "1:9", "a constructor has no target, and must succeed"),
    ],
)
def test_a_wrong_line(text: str, place: str, message: str) -> None:
    reported = report(text)
    assert reported.startswith(f"f.calls:{place}: error: ")
    assert message in reported
    line, column = map(int, place.split(":"))
    assert reported.splitlines()[1:] == [text.split("\n")[line - 1], " " * (column - 1) + "^"]


def test_every_wrong_line_is_reported() -> None:
    reported = report("f(\nf()\ng() 1\n")
    assert "f.calls:1:2: error" in reported
    assert "f.calls:3:5: error" in reported


# Transactions


def test_a_list_of_transactions() -> None:
    first, second = calls(
        """[
            {"hash": "0x1", "from": "0xb0b", "to": "0xabc", "input": "0xd0e30db0", "value": "0x10"},
            {"to": "0xabc", "data": "0x", "weight": 3, "reverts": true, "time": 9, "block": "8"}
        ]"""
    )
    # Both go to the same address, so that is where the contract was.
    assert first == Call("data 0xd0e30db0", bytes.fromhex("d0e30db0"), 0xB0B, None, 16)
    assert (second.target, second.weight, second.reverts) == (None, 3, True)
    assert (second.time, second.block) == (9, 8)


def test_an_object_with_transactions() -> None:
    found = read_calls(
        Source(
            '{"constructor": "0x2a", "contract": "0xabc", "transactions":'
            ' [{"data": "0x", "to": "0xabc"}, {"data": "0x", "to": "0xdef"}]}'
        )
    )
    assert [call.data for call in found.deployments] == [b"*"]
    assert [call.target for call in found.calls] == [None, 0xDEF]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("[", "1:2", "malformed JSON"),
        ("[{]", "1:3", "malformed JSON"),
        ("[] x", "1:4", "the end of the file is expected here"),
        ('[{"data": "0x", "data": "0x"}]', "1:17", 'the key "data" occurs twice'),
        ("[\n 5]", "2:2", "a transaction is an object"),
        ('[{"data": "0x"}, {}]', "1:18", "the transaction has no 'data'"),
        ('[{"data": 5}]', "1:11", "expected 0x and hexadecimal digits"),
        ('[{"data": "0x", "from": "bob"}]', "1:25", "'from' must be a number like 42"),
        ('[{"data": "0x", "value": -1}]', "1:26", "'value' must be a number like 42"),
        ('[{"data": "0x", "value": true}]', "1:26", "'value' must be a number like 42"),
        ('[{"data": "0x", "reverts": 1}]', "1:28", "'reverts' must be true or false"),
        ('{"transaction": []}', "1:2", "there is no 'transaction' here; did you mean"),
        ("{}", "1:1", "a list of transactions is expected here"),
    ],
)
def test_a_wrong_transaction(text: str, place: str, message: str) -> None:
    reported = report(text)
    assert reported.startswith(f"f.calls:{place}: error: ")
    assert message in reported
