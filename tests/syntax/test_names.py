"""The order of names, the dispenser of fresh ones, and the reserved names."""

from __future__ import annotations

import pytest

from yulopt.dialect import Dialect, dialect_for, parse_evm_version
from yulopt.syntax.names import NameDispenser, OrderedNames, hash_ordered, name_hash


def dialect(version: str = "osaka") -> Dialect:
    return dialect_for(parse_evm_version(version))


def dispenser(*used: str, version: str = "osaka") -> NameDispenser:
    return NameDispenser(dialect(version), used)


# The hash, which decides the order


HASHES = {
    "": 0xCBF29CE484222325,
    "_": 0xAF63BD4C8601B780,
    "$": 0xAF63BD4C8601B7FB,
    "Z": 0xAF63BD4C8601B785,
    "a": 0xAF63BD4C8601B7BE,
    "b": 0xAF63BD4C8601B7BD,
    "x": 0xAF63BD4C8601B7A7,
    "y": 0xAF63BD4C8601B7A6,
    "_1": 0x08322907B4EACEB1,
    "_2": 0x08322907B4EACEB2,
    "zz": 0x08324E07B4EB0D25,
    "x_1": 0xD88E97186B6D359F,
    "x_2": 0xD88E97186B6D359C,
    "x_10": 0x67805D7E8A921D1D,
    "a.b": 0xD8DD06186BB013FE,
    "ret": 0xD8A2C1186B7E2662,
    "expr": 0x0E088F7EE9734C44,
    "var_a_1": 0x2B90E7F21500467C,
    "usr$foo": 0xE9FA41B063263251,
    "foo_$bar": 0x13185B9C50F46CB1,
    "foo$_bar": 0xE43E2331334CD5EF,
    "fun_transfer": 0x4223AED91A69BE0E,
    "abi_decode_t_uint256": 0x611F04390395EE99,
    "zero_value_for_split_t_uint256": 0x0821620DC425A3FF,
}


def test_hash() -> None:
    assert {name: name_hash(name) for name in HASHES} == HASHES


def test_hash_multiplies_before_it_mixes_in_a_byte() -> None:
    """The other way round would be FNV-1a, a different hash."""
    basis, prime = name_hash(""), 1099511628211
    assert name_hash("a") == basis * prime % 2**64 ^ ord("a")
    assert name_hash("a") != (basis ^ ord("a")) * prime % 2**64


@pytest.mark.parametrize(
    ("names", "in_order"),
    [
        ("a b c d e f g h", "h g f e d c b a"),
        ("x y z a b x_1 x_2 x_10", "x_10 z y x b a x_2 x_1"),
        ("foo$_bar foo_$bar", "foo_$bar foo$_bar"),
        ("a b A B", "B A b a"),
    ],
)
def test_order_is_not_alphabetical(names: str, in_order: str) -> None:
    assert hash_ordered(names.split()) == in_order.split()
    assert hash_ordered(reversed(names.split())) == in_order.split()


def test_the_empty_name_sorts_in_the_middle() -> None:
    assert hash_ordered(["ret", "", "a"]) == ["a", "", "ret"]


def test_ordered_names_are_a_set() -> None:
    names = OrderedNames()
    for name in "a b a c b".split():
        names.add(name)
    assert " ".join(names.names) == "c b a"
    names.discard("b")
    names.discard("b")
    # Neither is there; they would come before and after the others.
    names.discard("expr")
    names.discard("ret")
    assert " ".join(names.names) == "c a"


# The dispenser


def test_a_free_hint_is_given_as_it_is() -> None:
    assert dispenser("a").new_name("b") == "b"


def test_a_free_hint_does_not_count() -> None:
    names = dispenser("a")
    names.new_name("b")
    assert names.new_name("a") == "a_1"


def test_a_name_is_given_once() -> None:
    names = dispenser()
    assert [names.new_name("x") for _ in range(3)] == ["x", "x_1", "x_2"]


def test_one_counter_serves_all_hints() -> None:
    names = dispenser("f", "g", "h")
    assert [names.new_name(hint) for hint in "fgh"] == ["f_1", "g_2", "h_3"]


def test_candidates_that_are_taken_count() -> None:
    names = dispenser("f", "f_1", "f_2", "g")
    assert names.new_name("f") == "f_3"
    assert names.new_name("g") == "g_4"


def test_the_number_is_put_after_the_whole_hint() -> None:
    names = dispenser("x_1", "y")
    names.new_name("y")
    assert names.new_name("x_1") == "x_1_2"


def test_an_empty_hint_gives_a_number_only() -> None:
    names = dispenser()
    assert [names.new_name("") for _ in range(2)] == ["_1", "_2"]


def test_marked_names_are_never_given() -> None:
    names = dispenser()
    names.mark_used("f")
    assert names.new_name("f") == "f_1"


def test_reset_starts_afresh_with_other_names() -> None:
    names = dispenser("f")
    names.new_name("f")
    names.reset(["g"])
    assert [names.new_name(hint) for hint in "fg"] == ["f", "g_1"]


@pytest.mark.parametrize("hint", ["add", "leave", "datasize"])
def test_a_reserved_hint_gets_a_number(hint: str) -> None:
    assert dispenser().new_name(hint) == f"{hint}_1"


def test_the_set_of_used_names_is_not_shared() -> None:
    used = {"f"}
    names = NameDispenser(dialect(), used)
    names.new_name("f")
    assert used == {"f"}


# Reserved names

RESERVED = {
    "malformed": ["", ".a", "a."],
    "keywords": (
        "function let if switch case default for break continue leave true false hex".split()
    ),
    "verbatim": "verbatim verbatimfoo verbatim.x verbatim_1i_1o verbatim_100i_1o".split(),
    "instructions": "add stop log0 log4 returndatasize staticcall shl create2 chainid".split(),
    "code generator": "jump jumpi jumpdest pc push0 push1 push32 dup1 dup16 swap1 swap16".split(),
    "objects": "linkersymbol datasize dataoffset datacopy setimmutable loadimmutable".split(),
    "renamed": ["difficulty"],
}
NOT_RESERVED = {
    "contain a reserved name": "a.b a._b Add MLOAD add2 mload.x let.x true.x leave_".split(),
    "words of the object notation": "object code data".split(),
    "words of Solidity": "uint256 contract memory return_ deploytimeaddress".split(),
    "other names of instructions": "sha3 suicide keccak".split(),
    "instructions that never came": (
        "auxdataloadn eofcreate returncontract extcall extdelegatecall extstaticcall dataloadn"
        " dataload dupn swapn exchange rjump callf"
    ).split(),
    "beyond the ends of families": "push33 dup0 dup17 swap0 swap17 log5".split(),
    # A builtin, and as such not declarable, but the reference may give the name to a variable.
    "the memory guard": ["memoryguard"],
}


@pytest.mark.parametrize("version", ["homestead", "amsterdam"])
@pytest.mark.parametrize("names", RESERVED.values(), ids=list(RESERVED))
def test_reserved_in_every_version(names: list[str], version: str) -> None:
    assert [name for name in names if not dispenser(version=version).is_illegal(name)] == []


@pytest.mark.parametrize("names", NOT_RESERVED.values(), ids=list(NOT_RESERVED))
def test_not_reserved(names: list[str]) -> None:
    assert [name for name in names if dispenser().is_illegal(name)] == []


@pytest.mark.parametrize(
    ("names", "free_until", "reserved_from"),
    [
        ("basefee", "berlin", "london"),
        ("prevrandao", "london", "paris"),
        ("mcopy blobhash blobbasefee tload tstore", "shanghai", "cancun"),
        ("clz", "prague", "osaka"),
        ("slotnum", "osaka", "amsterdam"),
    ],
)
def test_reserved_by_later_versions(names: str, free_until: str, reserved_from: str) -> None:
    for name in names.split():
        assert not dispenser(version=free_until).is_illegal(name)
        assert dispenser(version=reserved_from).is_illegal(name)
