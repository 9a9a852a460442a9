"""LoadResolver (`L`)."""

from __future__ import annotations

import pytest

import yulopt
from tests.steps.check import check_step, check_unchanged, result, with_variables
from yulopt.dialect.keccak import keccak256


def check_resolved(statements: str, resolved: str, steps: str = "L") -> None:
    """L turns the one statements into the others."""
    check_step(steps, with_variables(statements), with_variables(resolved))


@pytest.mark.parametrize("store", ["sstore", "mstore"])
def test_L_forwards_stored_values(store: str) -> None:
    load = store.replace("store", "load")
    check_resolved(f"{store}(p, v) pop({load}(p))", f"{store}(p, v) pop(v)")


@pytest.mark.parametrize("load", ["sload", "mload"])
def test_L_forwards_loaded_values(load: str) -> None:
    check_resolved(f"let a := {load}(p) let b := {load}(p)", f"let a := {load}(p) let b := a")


NOT_SIMPLE = [
    "sstore(7, v) pop(sload(7))",
    "sstore(p, 7) pop(sload(p))",
    "sstore(add(p, 1), v) pop(sload(add(p, 1)))",
    "mstore(7, v) pop(mload(7))",
    "mstore8(p, v) pop(mload(p))",
    "tstore(p, v) pop(tload(p))",
    "sstore(p, v) pop(mload(p))",
    "v := mload(v) pop(mload(v))",
    "let a, b := two() pop(sload(p))",
]


def test_L_knows_only_simple_stores_and_loads() -> None:
    check_unchanged("L", *map(with_variables, NOT_SIMPLE))


# Whether the words that are known of storage and of memory are known after a statement.
KEPT = [
    ("pop(reads())", True, True),
    ("log0(p, q)", True, True),
    ("pop(create(1, 2, 3))", False, True),
    ("pop(staticcall(1, 2, 3, 4, 5, 6))", True, False),
    ("pop(call(1, 2, 3, 4, 5, 6, 7))", False, False),
    ("tstore(p, q)", True, True),
    ("sstore(p, 7)", False, True),
    ("sstore(add(p, 1), v)", False, True),
    ("mstore(7, v)", True, False),
    ("mstore8(p, v)", True, False),
    ("mcopy(p, q, v)", True, False),
    ("calldatacopy(p, q, v)", True, False),
    ("writes()", False, False),
    ('verbatim_0i_0o("a")', False, False),
    ("let x := add(1, call(1, 2, 3, 4, 5, 6, 7))", False, False),
    ("q := call(1, 2, 3, 4, 5, 6, 7)", False, False),
    ("if call(1, 2, 3, 4, 5, 6, 7) { }", False, False),
    ("if q { sstore(0, 1) }", False, True),
    ("switch q case 0 { mstore(0, 1) } default { }", True, False),
    ("for { } q { } { sstore(0, 1) }", False, True),
    ("for { } q { mstore(0, 1) } { }", True, False),
    # Facts before a loop without writes hold after it.
    ("for { } q { } { pop(sload(q)) }", True, True),
]


def test_L_forgets_words_that_may_be_overwritten() -> None:
    for statement, storage, memory in KEPT:
        before = f"sstore(p, v) mstore(p, v) {statement}"
        first = f"pop({'v' if storage else 'sload(p)'})"
        second = f"pop({'v' if memory else 'mload(p)'})"
        check_resolved(f"{before} pop(sload(p)) pop(mload(p))", f"{before} {first} {second}")


def test_L_forgets_before_it_looks_at_the_arguments() -> None:
    """Although they are evaluated before the call. But `create` only reads memory."""
    before = "sstore(p, v) mstore(p, v)"
    check_resolved(
        f"{before} let x := call(sload(p), mload(p), 3, 4, 5, 6, 7)",
        f"{before} let x := call(sload(p), mload(p), 3, 4, 5, 6, 7)",
    )
    check_resolved(
        f"{before} let x := create(mload(p), sload(p), 0)",
        f"{before} let x := create(v, sload(p), 0)",
    )
    check_resolved(
        f"{before} pop(staticcall(sload(p), mload(p), 3, 4, 5, 6))",
        f"{before} pop(staticcall(v, mload(p), 3, 4, 5, 6))",
    )


def test_L_keeps_words_in_other_slots() -> None:
    source = "let a := add(p, 1) let b := sload(p) sstore(a, q) pop(sload(p))"
    check_resolved(source, source.replace("pop(sload(p))", "pop(b)"))
    # `q` may be the same slot as `p`.
    source = "let b := sload(p) sstore(q, v) pop(sload(p))"
    check_unchanged("L", with_variables(source))


def test_L_keeps_slots_that_hold_the_same_variable() -> None:
    """Whichever slot is written, both hold the value."""
    source = "sstore(p, v) sstore(q, v) pop(sload(p))"
    check_resolved(source, source.replace("sload(p)", "v"))
    # For memory this is not known.
    source = "mstore(p, v) mstore(q, v) pop(mload(p))"
    check_unchanged("L", with_variables(source))


@pytest.mark.parametrize(
    ("distance", "is_known"),
    [
        ("32", True),
        ("31", False),
        ("33", True),
        ("0", False),
        ("sub(0, 32)", True),
        ("sub(0, 31)", False),
    ],
)
def test_L_keeps_words_of_memory_that_do_not_overlap(distance: str, is_known: bool) -> None:
    source = f"let a := add(p, {distance}) mstore(p, v) mstore(a, q) pop(mload(p))"
    check_resolved(source, source.replace("mload(p)", "v") if is_known else source)


def test_L_knows_differences_of_constants() -> None:
    source = "let a := 64 let b := 96 mstore(a, v) mstore(b, q) pop(mload(a))"
    check_resolved(source, source.replace("mload(a)", "v"))
    source = "let a := 64 mstore(a, v) mstore(p, q) pop(mload(a))"
    check_unchanged("L", with_variables(source))


def test_L_keeps_facts_common_to_both_branches() -> None:
    source = "sstore(p, v) if q { sstore(p, v) } pop(sload(p))"
    check_resolved(source, source.replace("sload(p)", "v"))
    source = "sstore(p, v) if q { sstore(p, q) } pop(sload(p))"
    check_unchanged("L", with_variables(source))
    source = "if q { sstore(p, v) } pop(sload(p))"
    check_unchanged("L", with_variables(source))
    source = "sstore(p, v) if q { sstore(0, 1) sstore(p, v) } pop(sload(p))"
    check_resolved(source, source.replace("sload(p)", "v"))


def test_L_forgets_words_that_a_case_may_overwrite() -> None:
    """The same in a switch is not known."""
    source = "sstore(p, v) switch q case 0 { sstore(0, 1) sstore(p, v) } pop(sload(p))"
    check_unchanged("L", with_variables(source))


def test_L_knows_less_in_later_cases() -> None:
    source = """
        sstore(p, v)
        switch q case 0 { pop(sload(p)) } case 1 { sstore(0, 1) } default { pop(sload(p)) }
    """
    check_resolved(source, source.replace("sload(p)", "v", 1))


def test_L_knows_the_writes_of_a_loop_in_advance() -> None:
    source = "sstore(p, v) for { } sload(p) { pop(sload(p)) } { pop(sload(p)) sstore(0, 1) }"
    check_unchanged("L", with_variables(source))
    source = "sstore(p, v) for { } sload(p) { pop(sload(p)) } { pop(sload(p)) }"
    check_resolved(source, source.replace("sload(p)", "v"))


@pytest.mark.parametrize(
    "loop",
    [
        "for { } q { pop(sload(p)) } { sstore(0, 1) sstore(p, v) }",
        "for { } q { } { sstore(0, 1) sstore(p, v) } pop(sload(p))",
        "for { } q { sstore(0, 1) sstore(p, v) } { } pop(sload(p))",
    ],
    ids=["in the post block", "after the body", "after the post block"],
)
def test_L_does_not_know_results_of_a_writing_loop(loop: str) -> None:
    """Even if this is the last that it wrote."""
    check_unchanged("L", with_variables(loop))


def test_L_forgets_facts_about_an_assigned_variable() -> None:
    for variable in ("p", "v"):
        source = f"sstore(p, v) mstore(p, v) {variable} := 7 sstore(sload(p), mload(p))"
        check_unchanged("L", with_variables(source))


def test_L_loads_only_variables_in_scope() -> None:
    source = "SWITCH { let w := calldataload(9) sstore(p, w) pop(sload(p)) } pop(sload(p))"
    resolved = source.replace("SWITCH ", "").replace("sload(p)", "w", 1)
    check_resolved(source.replace("SWITCH", "switch 1 default"), resolved, "tL")


def test_L_knows_nothing_of_other_functions() -> None:
    source = "{ let p := 7 sstore(p, p) f(p) function f(q) { sstore(1, sload(q)) } }"
    check_unchanged("L", source)


@pytest.mark.parametrize("asks", ["pop(msize())", 'verbatim_0i_0o("a")', "asks()"])
def test_L_leaves_memory_alone_with_msize(asks: str) -> None:
    main = f"{asks} mstore(p, v) pop(mload(p)) let a := keccak256(p, q) pop(keccak256(p, q))"
    check_unchanged("L", with_variables(f"{main} function asks() {{ pop(msize()) }}"))


def test_L_loads_from_storage_even_with_msize() -> None:
    source = "pop(msize()) sstore(p, v) mstore(1, sload(p))"
    check_resolved(source, source.replace("sload(p)", "v"))


def test_L_sees_an_msize_in_the_same_object_only() -> None:
    inner = 'object "B" { code { pop(msize()) } }'
    code = with_variables("mstore(p, v) pop(MEMORY)")
    source = f'object "A" {{ code {code} {inner} }}'
    check_step("L", source.replace("MEMORY", "mload(p)"), source.replace("MEMORY", "v"))


def test_L_may_draw_a_wrong_conclusion() -> None:
    """So does solc. It remembers that `c` is `b + 2`, but not that this was an older `b`."""
    source = """
        {{
            function f(b, p, q, x, y) -> z {{
                {first}
                let a := add(b, 1)
                let c := add(a, 1)
                sstore(c, x)
                b := sload(0)
                sstore(b, y)
                z := {last}
            }}
        }}
    """
    # Only with something else known it asks where `c` is when that is stored.
    for first, last in (("sstore(p, q)", "x"), ("", "sload(c)")):
        check_step(
            "L", source.format(first=first, last="sload(c)"), source.format(first=first, last=last)
        )


@pytest.mark.parametrize(("store", "load"), [("sstore", "sload"), ("mstore", "mload")])
def test_L_tracks_changed_values(store: str, load: str) -> None:
    """The value of `k` is forgotten with that of `b`; nothing is known of their distance then."""
    source = f"""
        {{
            function f(b, q, x, y) -> z {{
                {store}(q, y)
                let k := add(b, 64)
                {store}(k, x)
                b := sload(0)
                {store}(b, y)
                z := {load}(k)
            }}
        }}
    """
    check_unchanged("L", source)
    unassigned = source.replace("b := sload(0)", "")
    check_step("L", unassigned, unassigned.replace(f"{load}(k)", "x"))


# Hashes


def test_L_reuses_hashes() -> None:
    source = "let a := keccak256(p, q) sstore(1, keccak256(p, q)) pop(keccak256(q, p))"
    check_resolved(source, source.replace("1, keccak256(p, q)", "1, a"))


@pytest.mark.parametrize(
    ("statement", "is_known"),
    [
        ("sstore(p, v)", True),
        ("pop(mload(v))", True),
        ("pop(staticcall(1, 2, 3, 4, 5, 6))", False),
        ("mstore8(0, 1)", False),
        # Even if it is stored far away.
        ("let far := add(p, 4096) mstore(far, v)", False),
        ("p := 7", False),
        ("q := 7", False),
        ("a := 7", False),
    ],
)
def test_L_forgets_hashes_when_memory_is_written(statement: str, is_known: bool) -> None:
    source = f"let a := keccak256(p, q) {statement} pop(keccak256(p, q))"
    check_resolved(source, source.replace("pop(keccak256(p, q))", "pop(a)") if is_known else source)


def hash_code(value: str, length: str) -> str:
    return (
        f"{{ let p := 0 let v := {value} let l := {length} mstore(p, v) let h := keccak256(p, l) }}"
    )


@pytest.mark.parametrize(
    ("value", "length", "content"),
    [
        ("7", "32", bytes(31) + b"\7"),
        ("7", "4", bytes(4)),
        ("7", "0", b""),
        ('"ab"', "2", b"ab"),
        ('"ab"', "0x01", b"a"),
        ("true", "32", bytes(31) + b"\1"),
    ],
)
def test_L_computes_hashes_of_known_words(value: str, length: str, content: bytes) -> None:
    hashed = str(int.from_bytes(keccak256(content), "big"))
    code = hash_code(value, length)
    check_step("L", code, code.replace("keccak256(p, l)", hashed))


def test_L_prints_hashes_in_decimal() -> None:
    text = result("L", hash_code("7", "32"))
    assert "75276140696391174450305814049576319106646922510300487059720162673006384432776" in text


NO_KNOWN_WORDS = [
    ("7", "33"),
    ("7", "calldataload(0)"),
    ("calldataload(0)", "32"),
    ("add(3, 4)", "32"),
]


def test_L_computes_no_other_hashes() -> None:
    sources = [hash_code(*words) for words in NO_KNOWN_WORDS]
    check_unchanged("L", *sources)


@pytest.mark.parametrize(("runs", "computes"), [(0, False), (153, False), (154, True)])
@pytest.mark.parametrize("version", ["homestead", "london", "osaka"])
def test_L_computes_hashes_where_this_pays(runs: int, computes: bool, version: str) -> None:
    """The literal is cheaper to run, but needs more code."""
    text = result("L", hash_code("7", "32"), runs=runs, evm_version=version)
    assert ("keccak256" not in text) == computes


@pytest.mark.parametrize("runs", [154, 1_000_000])
@pytest.mark.parametrize("version", ["homestead", "osaka"])
def test_L_computes_no_hashes_in_creation_code(runs: int, version: str) -> None:
    text = yulopt.optimize(hash_code("7", "32"), "L:", runs=runs, evm_version=version)
    assert "keccak256" in text


def test_L_remembers_a_hash_before_it_computes_one() -> None:
    """A hash that was reused stays reused; one that was computed is computed again."""
    code = "let p := 0 let l := 32 let h := keccak256(p, l) mstore(p, l) let i := keccak256(p, l)"
    text = result("L", f"{{ {code} let j := keccak256(p, l) }}")
    hashed = str(int.from_bytes(keccak256(bytes(31) + b"\x20"), "big"))
    assert text.count(hashed) == 2
