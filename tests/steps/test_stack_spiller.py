"""StackSpiller: slots of variables, and adversarial programs."""

from __future__ import annotations

from typing import Final

import pytest

from tests.execution import Call, Machine
from tests.slices import every_nth
from tests.stack.deep_programs import PIPELINES, difference
from tests.steps.spill_adversaries import SPILL_ADVERSARIES
from yulopt.assembly.assembler import assemble
from yulopt.assembly.pressure import stack_too_deep
from yulopt.assembly.spill_slots import spilled_variables
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.driver.build import Front, generate_program
from yulopt.driver.compilation import Compilation
from yulopt.driver.options import Options
from yulopt.errors import Source, StackTooDeepError
from yulopt.interface import compile as compile_program
from yulopt.memory_objects.free_memory import first_free
from yulopt.suite.documentation import read_module_documentation
from yulopt.suite.pipelines import Pipeline
from yulopt.syntax.parser import parse_source

_NAMES: Final = [f"x{number}" for number in range(20)]
# Twenty variables, and what needs all of them.
_MANY: Final = " ".join(
    f"let {name} := add(sload({number}), {number + 3})" for number, name in enumerate(_NAMES)
)
_USES: Final = " ".join(
    f"sstore({number}, add({name}, {number}))" for number, name in enumerate(_NAMES)
)


def deep_function(inside: str) -> str:
    """A function that calls itself while it has twenty variables."""
    return f"function f(n, p) -> r {{ {_MANY} {inside} {_USES} }}"


_GUARDED: Final = "mstore(64, memoryguard(128))"


def recursive(inside: str, start: str = "mstore(64, 128)", argument: str = "0") -> str:
    """A program with such a function."""
    return f"{{ {start} sstore(99, f(calldataload(0), {argument})) {deep_function(inside)} }}"


_AGAIN: Final = "if and(n, 3) { r := f(sub(and(n, 3), 1), p) }"
_ALLOCATE: Final = "let q := mload(64) mstore(64, add(q, 32)) mstore(q, n)"

# Slots of variables: the program, and its report.
_PLACES: Final = {
    "guard": (f"{{ mstore(64, memoryguard(128)) {_MANY} {_USES} }}", "memory"),
    "pointer": (
        f"{{ mstore(64, 128) {_MANY} mstore(mload(64), x0) {_USES} }}",
        "frames in transient storage",
    ),
    "no-pointer": (f"{{ mstore(0, 1) {_MANY} {_USES} sstore(77, mload(0)) }}", "memory"),
    "unknown": (
        f"{{ mstore(calldataload(0), 1) {_MANY} {_USES} log0(0, 64) }}",
        "frames in transient storage",
    ),
    "size": (f"{{ {_MANY} sstore(50, msize()) {_USES} }}", "frames in transient storage"),
    "recursive-no-pointer": (recursive(_AGAIN, start=""), "memory, saved by each call"),
    "recursive-guard": (
        recursive(f"{_AGAIN} {_ALLOCATE}", start=_GUARDED),
        "memory, saved by each call",
    ),
    # Objects are where they were, whatever the program does with them.
    "recursive-writes": (
        recursive(f"mstore(p, n) {_AGAIN}", start=_GUARDED, argument="mload(64)"),
        "memory, saved by each call",
    ),
    "recursive-lowers": (
        recursive(f"{_ALLOCATE} {_AGAIN} mstore(64, q)", start=_GUARDED),
        "memory, saved by each call",
    ),
    "recursive-unknown": (
        recursive(f"mstore(p, n) {_AGAIN}", argument="calldataload(64)"),
        "frames in transient storage",
    ),
    # Words there would cost more gas than there is.
    "far": (
        f"{{ calldatacopy(0, 0, and(calldatasize(), 0xffffffff)) {_MANY} {_USES} log0(0, 64) }}",
        "frames in transient storage",
    ),
    "far-pointer": (
        f"{{ mstore(64, memoryguard(0x1000000)) {_MANY} mstore(mload(64), x0) {_USES} }}",
        "frames in transient storage",
    ),
    "not-so-far": (
        f"{{ calldatacopy(0, 0, and(calldatasize(), 0xefff)) {_MANY} {_USES} log0(0, 64) }}",
        "memory",
    ),
}


@pytest.mark.parametrize(("source", "place"), _PLACES.values(), ids=_PLACES.keys())
def test_places_of_variables(source: str, place: str) -> None:
    assert place_of_variables(source) == place


@pytest.mark.parametrize(
    ("start", "end", "is_free"),
    [
        ("mstore(64, memoryguard(128))", "log0(0, 32)", True),
        # Without a guard, any memory may be used.
        ("mstore(64, 128)", "log0(0, 32)", False),
        # The guard is not what the pointer starts with.
        ("pop(memoryguard(128)) mstore(64, 128)", "log0(mload(64), 64)", False),
    ],
)
def test_a_guard_counts_that_steps_have_removed(start: str, end: str, is_free: bool) -> None:
    source = f"{{ {start} {_MANY} mstore(calldataload(0), 7) {_USES} {end} }}"
    compiled = compile_program(source, pipeline="size", evm_version="cancun")
    assert ("TSTORE" not in compiled.assembly) is is_free


def test_data_placed_after_the_guard_was_removed_stays() -> None:
    """The guard's store is overwritten, so it goes before the returned data moves to address 0."""
    data = "or(0x4000, calldataload(32))"
    source = f"""{{
        mstore(64, memoryguard(128))
        mstore(4, or(0x1000, and(calldataload(0), 0xfe0)))
        mcopy(60, 0, 36)
        mstore({data}, 7)
        log0({data}, 32)
        let p := mload(64)
        calldatacopy(p, 0, 288)
        {_MANY} {_USES}
        return(p, 288)
    }}"""
    compiled = compile_program(source, pipeline="size", evm_version="cancun")
    assert "TSTORE" not in compiled.assembly
    assert difference(source, compiled.bytecode.hex) == ""


def test_without_transient_storage_unproven_code_stays_too_deep() -> None:
    source, _ = _PLACES["unknown"]
    with pytest.raises(StackTooDeepError):
        compile_program(source, pipeline="size", evm_version="shanghai")


def test_memory_is_safe_if_the_user_asserts_it() -> None:
    source = f"{{ mstore(64, 128) mstore(calldataload(0), 1) {_MANY} {_USES} log0(mload(64), 64) }}"
    unsafe = compile_program(source, pipeline="size", evm_version="cancun")
    assert "TSTORE" in unsafe.assembly
    safe = compile_program(source, pipeline="size", evm_version="cancun", assume_memory_safe=True)
    assert "TSTORE" not in safe.assembly
    with pytest.raises(ValueError, match="assume_memory_safe needs"):
        compile_program(source, assume_memory_safe=True)


# An object whose contents are known.
_ALLOCATED: Final = "let q := mload(64) mstore(64, add(q, 64)) mstore(q, 7) mstore(add(q, 32), 8)"


def _calls(start: str = "", inside: str = "") -> str:
    """A program in which functions with many variables call each other, but none itself."""
    h, k = (_MANY.replace("x", name) for name in "zw")
    return f"""{{ {start} {_MANY} x3 := h(x4) {_USES}
        function h(a) -> b {{ {h} b := k(z3, a) {_USES.replace("x", "z")} }}
        function k(c, d) -> e {{ {k} e := c {inside} {_USES.replace("x", "w")} }}
    }}"""


# Programs that would do something else, were their variables where they must not be.
_ADVERSARIES: Final = {
    "the first pointer is seen": f"{{ mstore(64, 128) {_MANY} {_USES} sstore(9, mload(96)) }}",
    "memory in front of the pointer": f"{{ mstore(64, 256) {_MANY} mstore(128, 5) {_USES}"
    " sstore(60, mload(128)) sstore(61, mload(160)) }",
    "memory above the first pointer": f"{{ mstore(64, 128) {_MANY} mstore(128, 5) mstore(160, 6)"
    f" mstore(192, 7) {_USES} sstore(60, mload(128)) sstore(61, mload(160)) }}",
    "an address below free memory, if that is low": f"{{ mstore(64, 128) {_MANY}"
    " mstore(64, add(mload(64), shl(5, and(calldataload(0), 3))))"
    f" if lt(mload(64), 5000) {{ mstore(160, 5) mstore(192, 6) }} {_USES}"
    " mstore(mload(64), 7) sstore(60, mload(160)) sstore(61, mload(mload(64))) }",
    "an address is stored": f"{{ mstore(64, 128) {_MANY} mstore(mload(64), x0) {_USES}"
    " sstore(60, mload(64)) }",
    "the word of the pointer is logged": f"{{ mstore(64, 128) {_MANY} mstore(mload(64), x0) {_USES}"
    " log0(64, 32) }",
    "the word of the pointer is one of several": f"{{ mstore(64, 128) {_MANY} mstore(mload(64), x0)"
    f" {_USES} sstore(60, mload(shl(5, and(calldataload(0), 3)))) sstore(61, mload(60)) }}",
    "an address is compared": f"{{ mstore(64, 128) {_MANY}"
    " mstore(64, add(mload(64), shl(5, and(calldataload(0), 3))))"
    f" if gt(mload(64), 200) {{ sstore(61, 1) }} {_USES} mstore(mload(64), 7) }}",
    "the pointer is a constant elsewhere": f"{{ mstore(64, 128) {_MANY} mstore(64, 160)"
    f" mstore(128, 7) mstore(mload(64), 3) {_USES} sstore(60, mload(128)) }}",
    "two first pointers": f"{{ switch calldataload(0) case 0 {{ mstore(64, 128) }}"
    f" default {{ mstore(64, 256) }} {_MANY} mstore(mload(64), 3) {_USES} sstore(60, mload(64)) }}",
    "an address by calldata": f"{{ {_MANY} mstore(calldataload(32), 3) {_USES}"
    " sstore(60, mload(5)) }",
    "data of unknown size": f"{{ {_MANY} calldatacopy(0, 0, calldatasize()) {_USES}"
    " sstore(60, mload(0)) sstore(61, mload(64)) }",
    "a hash of all memory": f"{{ {_MANY} mstore(0, 7) {_USES} sstore(60, keccak256(0, msize())) }}",
    "the caller writes where a frame was": f"{{ mstore(64, 128) let q := mload(64) mstore(q, 5)"
    f" sstore(98, f(3, 0)) mstore(add(q, 32), 6) log0(q, 64) {deep_function(_AGAIN)} }}",
    "the function is given free memory": recursive(
        f"mstore(p, n) {_AGAIN} mstore(add(p, 512), 9) log0(p, 32)",
        _GUARDED,
        "mload(64)",
    ),
    "free memory far away": recursive(
        f"mstore(add(p, 96), n) {_AGAIN} r := add(r, mload(add(p, 96)))",
        _GUARDED,
        "mload(64)",
    ),
    "a function of the function is given free memory": recursive(
        f"g(p) {_AGAIN} sstore(60, mload(add(p, 64)))", _GUARDED, "mload(64)"
    ).replace("function f", "function g(p) { mstore(p, 9) mstore(add(p, 32), 9) } function f"),
    "objects that outlive the frame": recursive(
        f"{_ALLOCATE} r := q {_AGAIN} if r {{ sstore(add(60, n), mload(r)) }}"
    ),
    "the pointer moves back": recursive(
        f"{_ALLOCATE} {_AGAIN} mstore(64, q) mstore(add(q, 64), 1) r := add(r, mload(q))",
        _GUARDED,
    ),
    "left in the middle": recursive(f"{_AGAIN} if eq(n, 1) {{ r := 5 leave }} r := add(r, x3)"),
    "it never returns": recursive(
        f"{_AGAIN} if eq(n, 0) {{ mstore(0, x3) return(0, 32) }}", start="sstore(70, 1)"
    ),
    "it fails": recursive(f"{_AGAIN} if eq(n, 0) {{ revert(0, 0) }}"),
    "two functions that call each other": recursive("if and(n, 3) { r := g(n, p) }").replace(
        "function f",
        f"function g(m, o) -> s {{ {_MANY.replace('x', 'y')} s := f(sub(and(m, 3), 1), o)"
        f" {_USES.replace('x', 'y')} }} function f",
    ),
    "a frame for each round": recursive(
        "for { let i := 0 } lt(i, 3) { i := add(i, 1) } { if n { x5 := add(x5, f(0, p)) } }"
    ),
    "callers and callees are all deep": _calls(),
    "callers and callees are all deep, and free memory is used": _calls(
        "mstore(64, 128)", "e := add(e, mload(64)) e := sub(e, mload(64))"
    ),
    "words in front of objects": recursive(_AGAIN, f"{_GUARDED} {_ALLOCATED}", "0").replace(
        "sstore(99", f"{_MANY.replace('x', 'y')} {_USES.replace('x', 'y')} log0(q, 64) sstore(99"
    ),
    "transient storage of its own": f"{{ tstore(0, 5) tstore(1, 6) {_MANY}"
    f" mstore(calldataload(0), 1) {_USES} sstore(60, tload(0)) sstore(61, tload(1)) }}",
}


_TRANSIENT: Final = "frames in transient storage"
_SAVED: Final = "memory, saved by each call"
_SLOT: Final = 0x79756C6F70740000
# For each condition in the docstring, a program that just meets it and one that just violates it,
# with the place of their variables, empty if they stay where they are.
_CONDITIONS: Final = {
    "disjoint words": (_PLACES["not-so-far"], _PLACES["unknown"]),
    "first pointer": (_PLACES["guard"], _PLACES["pointer"]),
    "words in reach": (_PLACES["not-so-far"], _PLACES["far"]),
    "no `msize`": (
        (f"{{ {_MANY} sstore(50, 1) {_USES} }}", "memory"),
        (f"{{ {_MANY} sstore(50, msize()) {_USES} }}", _TRANSIENT),
    ),
    "saved words": (
        _PLACES["recursive-guard"],
        (_ADVERSARIES["left in the middle"].replace("mstore(64, 128)", _GUARDED), _SAVED),
    ),
    "unused slots": (
        (f"{{ mstore(calldataload(0), 1) {_MANY} tstore({_SLOT - 1}, 1) {_USES} }}", _TRANSIENT),
        (f"{{ mstore(calldataload(0), 1) {_MANY} tstore({_SLOT}, 1) {_USES} }}", ""),
    ),
}


def place_of_variables(source: str) -> str:
    """The locations of the variables that were out of reach; empty if they still are."""
    dialect, text = dialect_for(parse_evm_version("cancun")), Source(source)
    compiled = generate_program(Front(text, Options(":", evm_version="cancun", codegen="beyond")))
    if stack_too_deep(compiled, text) is not None:
        return ""
    moved = spilled_variables(compiled, first_free(parse_source(text, dialect)))
    assert sum(one.words for one in moved.values()) >= 3
    (place,) = {one.place for one in moved.values()}
    return place


def test_each_condition_of_the_docstring_has_programs() -> None:
    documentation = read_module_documentation("yulopt.steps.stack_spiller")
    assert list(_CONDITIONS) == list(documentation.conditions)


@pytest.mark.parametrize(
    ("source", "place"),
    [
        pytest.param(*case, id=f"{name}, {side}")
        for name, cases in _CONDITIONS.items()
        for side, case in zip(("met", "violated"), cases, strict=True)
    ],
)
def test_on_either_side_of_each_condition(source: str, place: str) -> None:
    assert place_of_variables(source) == place
    if place:
        assert difference(source, spilled_code(source, None)) == ""


def spilled_code(source: str, pipeline: str | None, version: str = "cancun") -> str:
    """The code of a program after the steps of a pipeline, None is after none."""
    steps = ":" if pipeline is None else Pipeline.named(pipeline).steps
    dialect = dialect_for(parse_evm_version(version))
    text = Source(source)
    compiled = generate_program(Front(text, Options(steps, evm_version=version, codegen="beyond")))
    error = stack_too_deep(compiled, text)
    if error is not None:
        raise error
    return assemble(compiled, dialect).content.hex()


@pytest.mark.parametrize("name", _ADVERSARIES)
@pytest.mark.parametrize("pipeline", every_nth(2, [None, "gas"]))
def test_programs_behave_the_same(name: str, pipeline: str | None) -> None:
    source = _ADVERSARIES[name]
    assert difference(source, spilled_code(source, pipeline)) == ""


@pytest.mark.parametrize("name", every_nth(3, list(SPILL_ADVERSARIES)))
def test_recursive_functions_behave_the_same(name: str) -> None:
    source = SPILL_ADVERSARIES[name]
    # Each program after one of the pipelines, or after no steps.
    pipeline = (None, *PIPELINES)[list(SPILL_ADVERSARIES).index(name) % 4]
    assert difference(source, spilled_code(source, pipeline)) == ""


@pytest.mark.parametrize("version", ["constantinople", "paris"])
def test_recursive_functions_need_no_transient_storage(version: str) -> None:
    source = SPILL_ADVERSARIES["a circle of three functions"]
    assert difference(source, spilled_code(source, None, version)) == ""


def test_the_older_code_generator_reaches_all_saved_words() -> None:
    source = SPILL_ADVERSARIES["guarded region, hashed"]
    assert difference(source, spilled_code(source, None, "homestead")) == ""


# Static calls

_VIEW: Final = """object "a" { code { } object "b" { code {
    mstore(64, 128)
    START
    mstore(0, f(calldataload(0)))
    return(0, 32)
    function f(n) -> r { MANY if and(n, 3) { r := f(sub(and(n, 3), 1)) } RESULT }
} } }"""


def view_program(start: str) -> str:
    """A program that modifies nothing."""
    result = f"r := xor(r, {_NAMES[0]})"
    for name in _NAMES[1:]:
        result += f" r := xor(mul(r, 3), {name})"
    return _VIEW.replace("START", start).replace("MANY", _MANY).replace("RESULT", result)


def is_fit_for_static_calls(made: Compilation) -> bool:
    """Whether a static call of the deployed code succeeds."""
    assert made.deployed is not None
    machine = Machine()
    callee = machine.install(bytes.fromhex(made.deployed.hex))
    # mstore(0, staticcall(gas(), callee, 0, 0, 0, 0)) return(0, 32)
    caller = bytes.fromhex(f"5f5f5f5f73{callee[2:]}5afa5f5260205ff3")
    found = machine.call(machine.install(caller, "0x" + "ca" * 20), Call(b""))
    assert found.success
    return found.output[-1] == 1


def test_static_callees_have_no_transient_frames() -> None:
    made = compile_program(view_program(""), pipeline="gas", evm_version="cancun")
    assert made.warnings == []
    assert is_fit_for_static_calls(made)


def test_a_warning_names_functions_that_fail_in_static_calls() -> None:
    source = view_program("mstore(calldataload(32), 7)")
    made = compile_program(source, ":", codegen="beyond", evm_version="cancun")
    [warning] = made.warnings
    assert warning.startswith('in object "b", f cannot be called by staticcall:')
    assert not is_fit_for_static_calls(made)


def test_a_warning_about_an_object_that_deploys_none_of_its_objects() -> None:
    code, _ = _PLACES["unknown"]
    source = f'object "a" {{ code {code} object "b" {{ code {{}} }} @ }}'
    for others, count in (("", 0), ('object "c" { code {} }', 1)):
        text = source.replace("@", others)
        made = compile_program(text, ":", codegen="beyond", evm_version="cancun")
        assert len(made.warnings) == count


def test_code_that_uses_the_slots_of_frames_has_none() -> None:
    source, _ = _PLACES["unknown"]
    used = source.replace("{ ", "{ tstore(0x79756c6f70740000, 5) ", 1)
    with pytest.raises(StackTooDeepError):
        compile_program(used, pipeline="size", evm_version="cancun")


def test_the_handle_of_a_frame_does_not_move_into_the_frame() -> None:
    """A function whose only variables are its parameters and results is left too deep."""
    total = (
        "add(add(add(add(add(add(add(add(add(mul(add(mul(add(add(mul(add(add(mul(add(mul(add(add("
        "mul(add(mul(add(add(r, n), add(n, n)), 5), n), 5), n), 1), 5), n), 5), n), 1), 5), n), 1),"
        " 5), n), 5), add(n, n)), n), n), n), n), n), n), n), mload(0x40))"
    )
    source = (
        "{ { log2(0, 0, 0, f(0)) tstore(0, 0) }"
        f" function f(n) -> r {{ if n {{ r := f(1) }} r := {total} }} }}"
    )
    with pytest.raises(StackTooDeepError):
        compile_program(source, pipeline=Pipeline(":", codegen="beyond"), evm_version="cancun")
