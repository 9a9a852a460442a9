"""Objects linked as by solc: widths of numbers, order, sharing, truncation."""

from __future__ import annotations

import pytest

from tests.assembly.solc import shared_solc
from tests.assembly.tree_campaign import verdict
from tests.oracle import skip_unless_available
from tests.slices import amount
from yulopt.assembly.assembler import assemble
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import Options
from yulopt.errors import Source

OSAKA = dialect_for(DEFAULT_EVM_VERSION)


def bytecode(text: str) -> str:
    return assemble(generate_program(Front(Source(text), Options(":"))), OSAKA).to_hex()


@pytest.mark.parametrize(
    ("size", "code"),
    [
        (228, "600760016011565b600f60026011565b005b6001815560025556fe"),
        (229, "6100096001610015565b6100136002610015565b005b6001815560025556fe"),
    ],
)
def test_data_that_is_never_used_widens_labels(size: int, code: str) -> None:
    text = f"""
    object "A" {{
        code {{ function f(x) {{ sstore(x, 1) sstore(2, x) }} f(1) f(2) }}
        data "d" hex"{"11" * size}"
    }}
    """
    assert bytecode(text) == code


def test_direct_children_precede_the_last_visited_path() -> None:
    text = """
    object "A" {
        code {
            sstore(0, dataoffset("B.C"))
            sstore(1, dataoffset("B.D"))
            sstore(2, dataoffset("B"))
        }
        object "B" {
            code { }
            object "C" { code { sstore(7, 8) } }
            object "D" { code { sstore(9, 8) } }
        }
    }
    """
    code = "60185f556012600155601060025500fe"
    assert bytecode(text) == code + "00fe" + "600860095500" + "600860075500"


def test_a_size_visits_a_path() -> None:
    text = """
    object "A" {
        code {
            sstore(0, datasize("B.D"))
            sstore(1, dataoffset("B.C"))
            sstore(2, dataoffset("B.D"))
        }
        object "B" {
            code { }
            object "C" { code { sstore(7, 8) } }
            object "D" { code { sstore(9, 8) } }
        }
    }
    """
    code = "60065f556010600155601660025500fe"
    assert bytecode(text) == code + "600860075500" + "600860095500"


def test_equal_objects_are_appended_once_and_a_size_appends_nothing() -> None:
    text = """
    object "A" {
        code { sstore(0, dataoffset("C")) sstore(1, dataoffset("B")) sstore(2, datasize("D")) }
        object "B" { code { sstore(5, 6) } }
        object "C" { code { sstore(5, 6) } }
        object "D" { code { sstore(7, 8) } }
    }
    """
    assert bytecode(text) == "60105f556010600155600660025500fe600660055500"


def test_equal_data_is_appended_once_in_the_order_of_hashes() -> None:
    text = """
    object "A" {
        code { sstore(0, dataoffset("d")) sstore(1, dataoffset("e")) sstore(2, dataoffset("f")) }
        data "d" hex"1234"
        data "e" hex"1234"
        data "f" hex"00"
    }
    """
    assert bytecode(text) == "60105f556010600155601260025500fe123400"


def test_empty_data_has_an_offset() -> None:
    text = 'object "A" { code { sstore(0, dataoffset("d")) } data "d" "" }'
    assert bytecode(text) == "60065f5500fe"


def test_only_the_first_assignment_of_an_immutable_writes() -> None:
    text = """
    object "A" {
        code { setimmutable(0, "x", 5) setimmutable(0, "x", 6) }
        object "B" { code { sstore(0, loadimmutable("x")) sstore(1, loadimmutable("x")) } }
    }
    """
    assert bytecode(text) == "60055f8181600101526024015260065f505000fe"


def test_the_size_of_the_object_itself_includes_its_metadata() -> None:
    text = """
    object "A" {
        code { sstore(0, dataoffset("A")) sstore(1, datasize("A")) }
        data ".metadata" hex"a264"
    }
    """
    assert bytecode(text) == "5f5f55600c60015500fea264"


def test_offsets_are_truncated_beyond_the_estimated_size() -> None:
    """As in solc. That estimate does not count what is inside inner objects."""
    text = f"""
    object "A" {{
        code {{ sstore(0, datasize("A")) sstore(1, dataoffset("B.C")) sstore(2, dataoffset("d")) }}
        object "B" {{
            code {{ }}
            object "C" {{
                code {{ sstore(3, dataoffset("e")) }}
                data "e" hex"{"ee" * 260}"
            }}
        }}
        data "d" hex"dd"
    }}
    """
    code = bytecode(text)
    assert len(code) == 2 * 0x11D
    assert code.startswith("601d5f55")


def test_equal_objects_with_libraries_are_one() -> None:
    text = """
    object "A" {
        code { sstore(0, dataoffset("B")) sstore(1, dataoffset("C")) }
        object "B" { code { sstore(2, linkersymbol("L")) } }
        object "C" { code { sstore(2, linkersymbol("L")) } }
    }
    """
    library = "__$8aa64f937099b65a4febc243a5ae0f2d64$__"
    assert bytecode(text) == f"600b5f55600b60015500fe73{library}60025500"


@pytest.mark.parametrize("evm_version", ["osaka", "paris"])
def test_random_trees_have_the_bytecode_of_solc(evm_version: str) -> None:
    skip_unless_available()
    first = 0 if evm_version == "osaka" else 1000
    seeds = range(first, first + amount(15, 60))
    solc = shared_solc()
    found = {seed: verdict(seed, evm_version, solc) for seed in seeds}
    assert {seed: what for seed, what in found.items() if what not in ("same", "no code")} == {}
