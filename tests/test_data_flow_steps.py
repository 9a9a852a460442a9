"""The steps that follow values through a program, by their letters: T m c L E M."""

from __future__ import annotations

import pytest

import yulopt
from yulopt.keccak import keccak256
from yulopt.rewriting.rematerialisation import rematerialise


def after(steps: str, source: str, *, runs: int = 200, evm_version: str | None = None) -> str:
    """The code after the Disambiguator and the steps."""
    text = yulopt.optimize(source, steps, bare=True, runs=runs, evm_version=evm_version)
    return text.rstrip()


def yul(source: str) -> str:
    """The code as it is printed."""
    return yulopt.print_yul(yulopt.parse(source).code)


def is_unchanged(steps: str, source: str) -> bool:
    return after(steps, source) == yul(source)


# LiteralRematerialiser (T), and with it what is known of variables


def test_T_replaces_variables_that_hold_a_literal() -> None:
    source = """
        {
            let a := 0x20 let z let s := "abc" let b := true let c := a let d := add(c, z)
            sstore(d, c) sstore(s, b)
        }
    """
    assert after("T", source) == yul(
        """
        {
            let a := 0x20 let z let s := "abc" let b := true let c := 0x20 let d := add(0x20, 0)
            sstore(d, 0x20) sstore("abc", true)
        }
        """
    )


def test_T_replaces_in_conditions_and_switches() -> None:
    source = "{ let x := 1 if x { } switch x case 1 { } for { } x { } { } }"
    assert after("T", source) == yul(
        "{ let x := 1 if 1 { } switch 1 case 1 { } for { } 1 { } { } }"
    )


def test_T_keeps_assignment_targets() -> None:
    assert after("T", "{ let x := 1 x := add(x, x) }") == yul("{ let x := 1 x := add(1, 1) }")


def test_T_knows_results_to_be_zero_at_first_and_nothing_of_parameters() -> None:
    source = "{ function f(x) -> r { sstore(r, x) r := 7 sstore(r, x) } }"
    assert after("T", source) == yul("{ function f(x) -> r { sstore(0, x) r := 7 sstore(7, x) } }")


ASSIGNMENTS = [
    "x := sload(0)",
    "x := calldataload(0)",
    "x := f()",
    "x, y := two()",
    "if y { x := 8 }",
    "switch y case 0 { } default { x := 8 }",
    "for { } y { } { x := 8 }",
    "for { } y { x := 8 } { }",
]


def test_T_forgets_what_may_be_assigned() -> None:
    functions = "function f() -> a { } function two() -> b, c { }"
    before = "let x := 7 let y := sload(0)"
    sources = [f"{{ {before} {text} sstore(1, x) {functions} }}" for text in ASSIGNMENTS]
    assert [source for source in sources if not is_unchanged("T", source)] == []


def test_T_knows_in_a_branch_what_it_knew_before() -> None:
    source = "{ let x := 7 if sload(0) { sstore(1, x) x := 8 sstore(1, x) } }"
    assert after("T", source) == yul(
        "{ let x := 7 if sload(0) { sstore(1, 7) x := 8 sstore(1, 8) } }"
    )


def test_T_knows_less_in_later_cases_than_in_earlier_ones() -> None:
    """What one case assigns is not known in the next one."""
    source = """
        {
            let x := 7
            switch sload(0)
            case 0 { sstore(0, x) }
            case 1 { sstore(1, x) x := 8 }
            case 2 { sstore(2, x) }
        }
    """
    assert after("T", source) == yul(
        source.replace("sstore(0, x)", "sstore(0, 7)").replace("sstore(1, x)", "sstore(1, 7)")
    )


def test_T_knows_in_a_loop_what_the_loop_does_not_assign() -> None:
    source = """
        {
            let x := 7 let y := 8
            for { } lt(x, y) { sstore(x, y) y := 1 } { sstore(x, y) y := 2 sstore(x, y) }
            sstore(x, y)
        }
    """
    assert after("T", source) == yul(
        """
        {
            let x := 7 let y := 8
            for { } lt(7, y) { sstore(7, 2) y := 1 } { sstore(7, y) y := 2 sstore(7, 2) }
            sstore(7, y)
        }
        """
    )


def test_T_forgets_in_the_post_block_what_was_assigned_after_a_continue() -> None:
    source = """
        {
            let x let y let c := sload(0)
            for { } 1 { sstore(x, y) } { x := 3 if c { continue } y := 4 sstore(x, y) }
        }
    """
    assert after("T", source) == yul(
        """
        {
            let x let y let c := sload(0)
            for { } 1 { sstore(3, y) } { x := 3 if c { continue } y := 4 sstore(3, 4) }
        }
        """
    )


def test_T_knows_nothing_of_other_functions() -> None:
    source = "{ let x := 1 function f(a) -> b { b := 2 sstore(a, b) } sstore(x, f(x)) }"
    assert after("T", source) == yul(
        "{ let x := 1 function f(a) -> b { b := 2 sstore(a, 2) } sstore(1, f(1)) }"
    )


# Rematerialiser (m): how often a variable may be referenced


def test_m_replaces_what_is_referenced_once() -> None:
    source = "{ let x := calldataload(0) sstore(x, 1) }"
    assert after("m", source) == yul("{ let x := calldataload(0) sstore(calldataload(0), 1) }")


def test_m_leaves_what_is_referenced_twice() -> None:
    assert is_unchanged("m", "{ let x := calldataload(0) sstore(x, x) }")


def test_m_takes_an_assignment_for_a_reference() -> None:
    assert is_unchanged("m", "{ let x := calldataload(0) sstore(x, 1) x := 2 }")


def test_m_leaves_a_loop_alone_if_the_value_would_be_computed_again() -> None:
    assert is_unchanged("m", "{ let x := calldataload(0) for { } x { } { } }")
    assert is_unchanged("m", "{ let x := calldataload(0) for { } 1 { } { sstore(x, 1) } }")
    assert is_unchanged("m", "{ let x := calldataload(0) for { } 1 { sstore(x, 1) } { } }")


def test_m_replaces_what_was_assigned_in_the_same_loop() -> None:
    source = "{ for { } 1 { } { let x := calldataload(0) sstore(x, 1) } }"
    assert after("m", source) == yul(
        "{ for { } 1 { } { let x := calldataload(0) sstore(calldataload(0), 1) } }"
    )


def test_m_counts_down_what_it_replaces() -> None:
    """A zero is replaced in any case, which leaves five references, the assignment among them."""
    source = "{{ let x {zero} x := 1 {one} }}"
    uses = "sstore(x, 2) "
    assert after("m", source.format(zero=uses * 3, one=uses * 4)) == yul(
        source.format(zero="sstore(0, 2) " * 3, one="sstore(1, 2) " * 4)
    )
    assert after("m", source.format(zero=uses * 3, one=uses * 5)) == yul(
        source.format(zero="sstore(0, 2) " * 3, one=uses * 5)
    )


def test_m_counts_the_references_in_what_it_puts_in() -> None:
    """Of the five references of `x` one is in a loop, and is doubled there."""
    source = """
        {{
            let x := 1
            for {{ }} sload(0) {{ }} {{ let y := add(x, 256) sstore({y}, 2) }}
            sstore(x, 3) sstore(x, 4) sstore(x, 5) sstore(x, 6)
        }}
    """
    assert after("m", source.format(y="y")) == yul(source.format(y="add(x, 256)"))
    assert "sstore(1, 6)" in after("m", source.format(y="7"))


# Rematerialiser (m): what a value may cost


def uses(count: int) -> str:
    return " ".join(["sstore(x, 1)"] * count)


FREE = ["0", "0x00", "caller()", "calldatasize()"]
CHEAP = ["1", "255", "true", "false", '""', "p"]
COSTLY = ["256", '"a"', "not(0)", "add(p, 1)", "calldataload(0)", "blockhash(0)"]
UNKNOWN = ["sload(0)", "mload(0)", "gas()", "f()", "returndatasize()"]


def replaces(value: str, references: int, *, in_loop: bool = False, version: str = "osaka") -> bool:
    """Whether all of so many references of a variable are replaced by its value."""
    outer = "for { } sload(0) { } " if in_loop else ""
    functions = "function f() -> r { }"
    source = f"{{ let p := sload(9) let x := {value} {outer}{{ {uses(references)} }} {functions} }}"
    text = after("m", source, evm_version=version)
    replaced = text.count(f"sstore({value}, 1)")
    assert replaced in (0, references)
    return replaced == references


def test_m_copies_what_costs_nothing_anywhere() -> None:
    for value in FREE:
        assert replaces(value, 6)
        assert replaces(value, 6, in_loop=True)


def test_m_copies_cheap_values_up_to_five_times() -> None:
    for value in CHEAP:
        assert replaces(value, 5)
        assert not replaces(value, 6)


def test_m_copies_cheap_values_not_into_loops() -> None:
    for value in CHEAP:
        assert not replaces(value, 2, in_loop=True)
        assert not replaces(value, 1, in_loop=True)


def test_m_does_not_copy_costly_values() -> None:
    for value in COSTLY:
        assert replaces(value, 1)
        assert not replaces(value, 2)


def test_m_does_not_copy_what_is_not_movable() -> None:
    for value in UNKNOWN:
        assert not replaces(value, 1)


@pytest.mark.parametrize(("version", "is_free"), [("paris", False), ("shanghai", True)])
def test_m_takes_zero_for_free_where_it_has_an_instruction(version: str, is_free: bool) -> None:
    assert replaces("0", 5, version=version)
    assert replaces("0", 1, in_loop=True, version=version) == is_free


def test_m_keeps_kind_and_spelling() -> None:
    for value in ("0x00", "0x0001", "true", '""'):
        assert f"sstore({value}, 1)" in after("m", f"{{ let x := {value} {uses(2)} }}")


def test_m_prints_an_implicit_zero_in_decimal() -> None:
    assert after("m", "{ let x sstore(x, x) }") == yul("{ let x sstore(0, 0) }")


def test_m_needs_the_variables_of_the_value_in_scope() -> None:
    source = "{ let x { let y := sload(0) x := add(y, 1) } sstore(x, 1) }"
    assert is_unchanged("m", source)


def test_m_copies_values_as_it_has_rewritten_them() -> None:
    """So `b` does not mention `x` any more when that is assigned."""
    source = "{ let x let a := add(x, 256) let b := a x := sload(0) sstore(b, 1) sstore(x, x) }"
    assert after("m", source) == yul(
        """
        {
            let x
            let a := add(0, 256)
            let b := add(0, 256)
            x := sload(0)
            sstore(add(0, 256), 1)
            sstore(x, x)
        }
        """
    )


def test_m_is_like_this_over_all() -> None:
    source = """
        {
            let z let c := caller() let k := 0xff
            let u := add(mload(0), 1) let w := add(caller(), 0x100)
            sstore(z, c) sstore(z, c) sstore(u, w)
            for { } lt(z, 3) { } { sstore(k, z) }
        }
    """
    assert after("m", source) == yul(
        """
        {
            let z let c := caller() let k := 0xff
            let u := add(mload(0), 1) let w := add(caller(), 0x100)
            sstore(0, caller()) sstore(0, caller()) sstore(u, add(caller(), 0x100))
            for { } lt(0, 3) { } { sstore(k, 0) }
        }
        """
    )


# Rematerialising chosen variables, which StackCompressor does


def rematerialised(source: str, always: str, *, only_selected: bool) -> str:
    block = yulopt.parse(source).code
    context = yulopt.make_context(block)
    rematerialise(block, context.dialect, always=set(always.split()), only_selected=only_selected)
    return yulopt.print_yul(block)


CHOICE = "{ let x := calldataload(0) let y := caller() sstore(x, y) sstore(x, y) }"


def test_chosen_variables_are_replaced_whatever_they_cost() -> None:
    assert rematerialised(CHOICE, "x", only_selected=False) == yul(
        """
        {
            let x := calldataload(0)
            let y := caller()
            sstore(calldataload(0), caller())
            sstore(calldataload(0), caller())
        }
        """
    )


def test_only_chosen_variables_are_replaced_if_so_wanted() -> None:
    assert rematerialised(CHOICE, "x", only_selected=True) == yul(
        """
        {
            let x := calldataload(0)
            let y := caller()
            sstore(calldataload(0), y)
            sstore(calldataload(0), y)
        }
        """
    )
    assert rematerialised(CHOICE, "", only_selected=True) == yul(CHOICE)


def test_a_chosen_variable_without_a_known_value_stays() -> None:
    source = "{ let x := sload(0) let y { let z := sload(1) y := z } sstore(x, y) }"
    assert rematerialised(source, "x y z", only_selected=True) == yul(source)


# CommonSubexpressionEliminator (c)


def test_c_uses_the_variable_that_holds_the_value() -> None:
    source = "{ let a := calldataload(0) let b := add(a, 7) sstore(add(a, 7), mul(add(a, 7), 2)) }"
    assert after("c", source) == yul(
        "{ let a := calldataload(0) let b := add(a, 7) sstore(b, mul(b, 2)) }"
    )


def test_c_replaces_literals_whatever_their_kind_and_spelling() -> None:
    source = "{ let one := 1 let t := true sstore(0x01, true) sstore(t, 2) if 1 { } }"
    assert after("c", source) == yul(
        "{ let one := 1 let t := one sstore(one, one) sstore(one, 2) if one { } }"
    )


def test_c_replaces_no_labels() -> None:
    assert is_unchanged("c", "{ let one := 1 switch gas() case 1 { } }")


def test_c_replaces_no_literals_that_must_be_literals() -> None:
    source = """
        {
            let a := 128 let b := memoryguard(128) let c := datasize("object")
            setimmutable(128, "object", 128) sstore(memoryguard(128), datasize("object"))
        }
    """
    assert after("c", source) == yul(
        """
        {
            let a := 128 let b := memoryguard(128) let c := datasize("object")
            setimmutable(a, "object", a) sstore(b, c)
        }
        """
    )


def test_c_replaces_the_copy_of_a_variable_by_the_variable() -> None:
    source = "{ let a := sload(0) let b := a let c := b sstore(c, b) }"
    assert after("c", source) == yul("{ let a := sload(0) let b := a let c := a sstore(a, a) }")


def test_c_replaces_only_by_what_is_in_scope() -> None:
    """`t` leaves a block in the place of the switch."""
    source = "{ let a switch 1 default { let b := sload(9) a := b sstore(a, 2) } sstore(a, 3) }"
    assert after("tc", source) == yul(
        "{ let a { let b := sload(9) a := b sstore(b, 2) } sstore(a, 3) }"
    )


def test_c_never_replaces_a_variable_by_a_literal() -> None:
    assert is_unchanged("c", "{ let a := 7 sstore(a, a) }")


def test_c_takes_the_first_variable_in_the_order_of_names() -> None:
    """Which is y b a here."""
    source = "{ let a let b let y sstore(0, 0) }"
    assert after("c", source) == yul("{ let a let b let y sstore(y, y) }")


@pytest.mark.parametrize(
    "value", ["sload(0)", "mload(0)", "gas()", "keccak256(0, 0)", "returndatasize()", "f(1)"]
)
def test_c_does_not_know_values_that_are_not_movable(value: str) -> None:
    functions = "function f(x) -> r { r := sload(x) }"
    assert is_unchanged("c", f"{{ let a := {value} sstore({value}, 7) {functions} }}")


def test_c_knows_what_functions_do() -> None:
    functions = "function f(x) -> r { r := add(x, 1) } function g(y) -> s { for { } y { } { } }"
    source = "{{ let a := f(7) sstore({}, g(7)) let b := g(7) {} }}"
    assert after("c", source.format("f(7)", functions)) == yul(source.format("a", functions))


def test_c_knows_nothing_of_several_variables_with_one_value() -> None:
    functions = "function f() -> r, s { }"
    assert is_unchanged("c", f"{{ let a, b := f() let c, d := f() {functions} }}")


def test_c_does_not_commute() -> None:
    assert is_unchanged("c", "{ let a := add(1, 2) sstore(add(2, 1), 7) }")


def test_c_forgets_values_whose_variables_change() -> None:
    source = """
        {
            let p := calldataload(0) let a := add(p, 7) let b := a
            sstore(0, add(p, 7))
            p := sload(5)
            sstore(1, add(p, 7))
            sstore(a, b)
        }
    """
    assert after("c", source) == yul(
        """
        {
            let p := calldataload(0) let a := add(p, 7) let b := a
            sstore(0, a)
            p := sload(5)
            sstore(1, add(p, 7))
            sstore(a, a)
        }
        """
    )


def test_c_forgets_the_copies_of_a_variable_that_changes() -> None:
    source = """
        {
            let p := calldataload(0) let a := add(p, 7)
            let b := calldataload(1) b := add(p, 7)
            sstore(add(p, 7), b)
            a := sload(5)
            sstore(add(p, 7), b)
        }
    """
    assert after("c", source) == yul(
        """
        {
            let p := calldataload(0) let a := add(p, 7)
            let b := calldataload(1) b := a
            sstore(a, a)
            a := sload(5)
            sstore(add(p, 7), b)
        }
        """
    )


def test_c_takes_no_copy_of_a_copy() -> None:
    """What `c` holds is seen as `b`, although both are what `a` was."""
    source = """
        {
            let a := sload(0)
            let c := sload(1)
            if a { let b := a c := b a := 7 sstore(c, b) }
        }
    """
    assert after("c", source) == yul(
        """
        {
            let a := sload(0)
            let c := sload(1)
            if a { let b := a c := a a := 7 sstore(c, b) }
        }
        """
    )


def test_c_does_not_use_a_result_for_a_zero() -> None:
    """But for anything else, and ordinary variables for zeros, too."""
    source = "{ function f() -> r { sstore(r, 0) r := 5 sstore(5, 0) r := 0 sstore(0, r) } }"
    assert after("c", source) == yul(source.replace("sstore(5, 0)", "sstore(r, 0)"))
    source = "{ function f() -> r { let z sstore(r, 0) } }"
    assert after("c", source) == yul(source.replace("sstore(r, 0)", "sstore(r, z)"))


def test_c_uses_nothing_of_other_functions() -> None:
    source = "{ let a := 7 function f(b) -> c { c := 7 sstore(b, 7) } sstore(7, 1) }"
    assert after("c", source) == yul(
        "{ let a := 7 function f(b) -> c { c := 7 sstore(b, c) } sstore(a, 1) }"
    )


# LoadResolver (L)

PLACES = "let p := calldataload(0) let q := calldataload(1) let v := calldataload(2) "


def resolves(statements: str, resolved: str, steps: str = "L") -> bool:
    """Whether L makes the one statements the others; p, q and v are variables."""
    functions = """
        function writes() { sstore(7, 7) mstore(7, 7) }
        function reads() -> r { r := add(sload(7), mload(7)) }
        function two() -> s, t { }
    """
    return after(steps, f"{{ {PLACES} {statements} {functions} }}") == yul(
        f"{{ {PLACES} {resolved} {functions} }}"
    )


@pytest.mark.parametrize("store", ["sstore", "mstore"])
def test_L_loads_what_was_stored(store: str) -> None:
    load = store.replace("store", "load")
    assert resolves(f"{store}(p, v) pop({load}(p))", f"{store}(p, v) pop(v)")


@pytest.mark.parametrize("load", ["sload", "mload"])
def test_L_loads_what_was_loaded(load: str) -> None:
    assert resolves(f"let a := {load}(p) let b := {load}(p)", f"let a := {load}(p) let b := a")


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
    assert [statements for statements in NOT_SIMPLE if not resolves(statements, statements)] == []


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
    # What is known before a loop that writes nothing is known after it.
    ("for { } q { } { pop(sload(q)) }", True, True),
]


def test_L_forgets_what_may_be_overwritten() -> None:
    for statement, storage, memory in KEPT:
        before = f"sstore(p, v) mstore(p, v) {statement}"
        first = f"pop({'v' if storage else 'sload(p)'})"
        second = f"pop({'v' if memory else 'mload(p)'})"
        assert resolves(f"{before} pop(sload(p)) pop(mload(p))", f"{before} {first} {second}")


def test_L_forgets_before_it_looks_at_the_arguments() -> None:
    """Although they are evaluated before the call. But `create` only reads memory."""
    before = "sstore(p, v) mstore(p, v)"
    assert resolves(
        f"{before} let x := call(sload(p), mload(p), 3, 4, 5, 6, 7)",
        f"{before} let x := call(sload(p), mload(p), 3, 4, 5, 6, 7)",
    )
    assert resolves(
        f"{before} let x := create(mload(p), sload(p), 0)",
        f"{before} let x := create(v, sload(p), 0)",
    )
    assert resolves(
        f"{before} pop(staticcall(sload(p), mload(p), 3, 4, 5, 6))",
        f"{before} pop(staticcall(v, mload(p), 3, 4, 5, 6))",
    )


def test_L_keeps_words_in_other_slots() -> None:
    source = "let a := add(p, 1) let b := sload(p) sstore(a, q) pop(sload(p))"
    assert resolves(source, source.replace("pop(sload(p))", "pop(b)"))
    # `q` may be the same slot as `p`.
    source = "let b := sload(p) sstore(q, v) pop(sload(p))"
    assert resolves(source, source)


def test_L_keeps_slots_that_hold_the_same_variable() -> None:
    """Whichever slot is written, both hold the value."""
    source = "sstore(p, v) sstore(q, v) pop(sload(p))"
    assert resolves(source, source.replace("sload(p)", "v"))
    # For memory this is not known.
    source = "mstore(p, v) mstore(q, v) pop(mload(p))"
    assert resolves(source, source)


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
    assert resolves(source, source.replace("mload(p)", "v") if is_known else source)


def test_L_knows_differences_of_constants() -> None:
    source = "let a := 64 let b := 96 mstore(a, v) mstore(b, q) pop(mload(a))"
    assert resolves(source, source.replace("mload(a)", "v"))
    source = "let a := 64 mstore(a, v) mstore(p, q) pop(mload(a))"
    assert resolves(source, source)


def test_L_keeps_after_a_branch_what_is_known_on_both_ways() -> None:
    source = "sstore(p, v) if q { sstore(p, v) } pop(sload(p))"
    assert resolves(source, source.replace("sload(p)", "v"))
    source = "sstore(p, v) if q { sstore(p, q) } pop(sload(p))"
    assert resolves(source, source)
    source = "if q { sstore(p, v) } pop(sload(p))"
    assert resolves(source, source)
    source = "sstore(p, v) if q { sstore(0, 1) sstore(p, v) } pop(sload(p))"
    assert resolves(source, source.replace("sload(p)", "v"))


def test_L_forgets_for_good_what_a_case_may_overwrite() -> None:
    """The same in a switch is not known."""
    source = "sstore(p, v) switch q case 0 { sstore(0, 1) sstore(p, v) } pop(sload(p))"
    assert resolves(source, source)


def test_L_knows_less_in_later_cases() -> None:
    source = """
        sstore(p, v)
        switch q case 0 { pop(sload(p)) } case 1 { sstore(0, 1) } default { pop(sload(p)) }
    """
    assert resolves(source, source.replace("sload(p)", "v", 1))


def test_L_knows_before_a_loop_begins_what_it_writes() -> None:
    source = "sstore(p, v) for { } sload(p) { pop(sload(p)) } { pop(sload(p)) sstore(0, 1) }"
    assert resolves(source, source)
    source = "sstore(p, v) for { } sload(p) { pop(sload(p)) } { pop(sload(p)) }"
    assert resolves(source, source.replace("sload(p)", "v"))


@pytest.mark.parametrize(
    "loop",
    [
        "for { } q { pop(sload(p)) } { sstore(0, 1) sstore(p, v) }",
        "for { } q { } { sstore(0, 1) sstore(p, v) } pop(sload(p))",
        "for { } q { sstore(0, 1) sstore(p, v) } { } pop(sload(p))",
    ],
    ids=["in the post block", "after the body", "after the post block"],
)
def test_L_does_not_know_what_a_loop_that_writes_left(loop: str) -> None:
    """Even if this is the last that it wrote."""
    assert resolves(loop, loop)


def test_L_forgets_what_concerns_a_variable_that_is_assigned() -> None:
    for variable in ("p", "v"):
        source = f"sstore(p, v) mstore(p, v) {variable} := 7 sstore(sload(p), mload(p))"
        assert resolves(source, source)


def test_L_loads_only_variables_in_scope() -> None:
    source = "SWITCH { let w := calldataload(9) sstore(p, w) pop(sload(p)) } pop(sload(p))"
    resolved = source.replace("SWITCH ", "").replace("sload(p)", "w", 1)
    assert resolves(source.replace("SWITCH", "switch 1 default"), resolved, "tL")


def test_L_knows_nothing_of_other_functions() -> None:
    source = "{ let p := 7 sstore(p, p) f(p) function f(q) { sstore(1, sload(q)) } }"
    assert is_unchanged("L", source)


@pytest.mark.parametrize("asks", ["pop(msize())", 'verbatim_0i_0o("a")', "asks()"])
def test_L_leaves_memory_alone_where_msize_can_tell(asks: str) -> None:
    main = f"{asks} mstore(p, v) pop(mload(p)) let a := keccak256(p, q) pop(keccak256(p, q))"
    assert is_unchanged("L", f"{{ {PLACES} {main} function asks() {{ pop(msize()) }} }}")


def test_L_loads_from_storage_even_with_msize() -> None:
    source = "pop(msize()) sstore(p, v) mstore(1, sload(p))"
    assert resolves(source, source.replace("sload(p)", "v"))


def test_L_sees_an_msize_in_the_same_object_only() -> None:
    inner = 'object "B" { code { pop(msize()) } }'
    code = f"{PLACES} mstore(p, v) pop(MEMORY)"
    source = f'object "A" {{ code {{ {code} }} {inner} }}'
    resolved = yulopt.parse(source.replace("MEMORY", "v"))
    assert after("L", source.replace("MEMORY", "mload(p)")) == yulopt.print_yul(resolved).rstrip()


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
        assert after("L", source.format(first=first, last="sload(c)")) == yul(
            source.format(first=first, last=last)
        )


@pytest.mark.parametrize(("store", "load"), [("sstore", "sload"), ("mstore", "mload")])
def test_L_notices_when_a_place_gets_another_value(store: str, load: str) -> None:
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
    assert is_unchanged("L", source)
    assert not is_unchanged("L", source.replace("b := sload(0)", ""))


# LoadResolver (L): hashes


def test_L_reuses_hashes() -> None:
    source = "let a := keccak256(p, q) sstore(1, keccak256(p, q)) pop(keccak256(q, p))"
    assert resolves(source, source.replace("1, keccak256(p, q)", "1, a"))


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
    assert resolves(
        source, source.replace("pop(keccak256(p, q))", "pop(a)") if is_known else source
    )


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
    assert after("L", code) == yul(code.replace("keccak256(p, l)", hashed))


def test_L_prints_hashes_in_decimal() -> None:
    text = after("L", hash_code("7", "32"))
    assert "75276140696391174450305814049576319106646922510300487059720162673006384432776" in text


NO_KNOWN_WORDS = [
    ("7", "33"),
    ("7", "calldataload(0)"),
    ("calldataload(0)", "32"),
    ("add(3, 4)", "32"),
]


def test_L_computes_no_other_hashes() -> None:
    sources = [hash_code(*words) for words in NO_KNOWN_WORDS]
    assert [source for source in sources if not is_unchanged("L", source)] == []


@pytest.mark.parametrize(("runs", "computes"), [(0, False), (153, False), (154, True)])
@pytest.mark.parametrize("version", ["homestead", "london", "osaka"])
def test_L_computes_hashes_where_this_pays(runs: int, computes: bool, version: str) -> None:
    """The literal is cheaper to run, but needs more code."""
    text = after("L", hash_code("7", "32"), runs=runs, evm_version=version)
    assert ("keccak256" not in text) == computes


@pytest.mark.parametrize("runs", [154, 1_000_000])
@pytest.mark.parametrize("version", ["homestead", "osaka"])
def test_L_computes_no_hashes_in_creation_code(runs: int, version: str) -> None:
    text = yulopt.optimize(hash_code("7", "32"), "L:", runs=runs, evm_version=version)
    assert "keccak256" in text


def test_L_remembers_a_hash_before_it_computes_one() -> None:
    """A hash that was reused stays reused; one that was computed is computed again."""
    code = "let p := 0 let l := 32 let h := keccak256(p, l) mstore(p, l) let i := keccak256(p, l)"
    text = after("L", f"{{ {code} let j := keccak256(p, l) }}")
    hashed = str(int.from_bytes(keccak256(bytes(31) + b"\x20"), "big"))
    assert text.count(hashed) == 2


# EqualStoreEliminator (E)


def eliminates(statements: str, left: str) -> bool:
    """Whether E leaves this of the statements; p, q and v are variables."""
    return resolves(statements, left, "E")


@pytest.mark.parametrize("store", ["sstore", "mstore"])
def test_E_removes_stores_of_what_is_there(store: str) -> None:
    load = store.replace("store", "load")
    assert eliminates(f"{store}(p, v) {store}(p, v)", f"{store}(p, v)")
    assert eliminates(f"let a := {load}(p) {store}(p, a)", f"let a := {load}(p)")


OTHER_STORES = [
    "sstore(p, v) sstore(p, q)",
    "sstore(p, v) sstore(q, v)",
    "sstore(p, v) mstore(p, v)",
    "sstore(7, v) sstore(7, v)",
    "sstore(p, 7) sstore(p, 7)",
    "tstore(p, v) tstore(p, v)",
    "mstore8(p, v) mstore8(p, v)",
    "sstore(p, v) v := 7 sstore(p, v)",
    "sstore(p, v) writes() sstore(p, v)",
    "if q { sstore(p, v) } sstore(p, v)",
    "sstore(p, v) sstore(q, p) sstore(p, v)",
]


def test_E_keeps_other_stores() -> None:
    assert [text for text in OTHER_STORES if not eliminates(text, text)] == []


def test_E_removes_stores_to_storage_that_others_leave_equal() -> None:
    assert eliminates("sstore(p, v) sstore(q, v) sstore(p, v)", "sstore(p, v) sstore(q, v)")


def test_E_removes_stores_to_memory_even_with_msize() -> None:
    assert eliminates("pop(msize()) mstore(p, v) mstore(p, v)", "pop(msize()) mstore(p, v)")


def test_E_leaves_empty_bodies() -> None:
    assert eliminates("sstore(p, v) if q { sstore(p, v) }", "sstore(p, v) if q { }")


def test_E_removes_in_loops() -> None:
    assert eliminates(
        "for { } q { } { sstore(p, v) sstore(p, v) }", "for { } q { } { sstore(p, v) }"
    )


def test_E_lets_a_removed_store_overwrite() -> None:
    """The second store goes, but what is known of memory near it is forgotten."""
    source = "mstore(p, v) let a := mload(q) mstore(q, a) mstore(p, v)"
    assert eliminates(source, source.replace("mstore(q, a) ", ""))


def test_E_goes_by_the_last_variable_that_was_loaded() -> None:
    source = "let a := mload(p) mstore(p, a) let b := mload(p) mstore(p, a) mstore(p, b)"
    assert eliminates(source, "let a := mload(p) let b := mload(p) mstore(p, a) mstore(p, b)")


def test_E_ignores_leave() -> None:
    source = "{{ function f(a, b) -> c {{ sstore(a, b) c := 1 {} if c {{ leave }} {} }} }}"
    assert after("E", source.format("sstore(a, b)", "sstore(a, b)")) == yul(source.format("", ""))


# LoopInvariantCodeMotion (M)


def moves(declaration: str, rest: str = "", before: str = "") -> bool:
    """Whether a declaration moves out of a loop which has `rest` in its body, too."""
    functions = """
        function writes() { sstore(7, 7) }
        function loops() -> r { for { } 1 { } { } }
        function reads() -> s { s := sload(7) }
        function two() -> t, u { }
    """
    inside = f"{{ {PLACES} {before} for {{ }} p {{ }} {{ {declaration} {rest} }} {functions} }}"
    outside = f"{{ {PLACES} {before} {declaration} for {{ }} p {{ }} {{ {rest} }} {functions} }}"
    result = after("M", inside)
    assert result in (yul(inside), yul(outside))
    return result == yul(outside)


INVARIANT = [
    ("let a := 7", ""),
    ("let a := add(p, mul(q, 2))", "sstore(1, 2)"),
    ("let a", ""),
    ("let a, b", ""),
    ("let a := sload(p)", "mstore(1, 2)"),
    ("let a := sload(p)", "pop(staticcall(1, 2, 3, 4, 5, 6))"),
    ("let a := tload(p)", "sstore(1, 2)"),
    ("let a := mload(p)", "sstore(1, 2)"),
    ("let a := keccak256(p, q)", "log0(p, q)"),
    ("let a := balance(p)", "sstore(1, 2)"),
    ("let a := reads()", "mstore(1, 2)"),
    ("let a := reads()", "pop(loops())"),
]


def test_M_moves_what_is_the_same_in_each_round() -> None:
    assert [pair for pair in INVARIANT if not moves(*pair)] == []


VARIANT = [
    ("let a := 7", "a := 8"),
    ("let a", "a := 8"),
    ("let a := add(p, 1)", "p := 7"),
    ("let a := sload(p)", "sstore(1, 2)"),
    ("let a := sload(p)", "writes()"),
    ("let a := reads()", "writes()"),
    ("let a := sload(p)", "if q { sstore(1, 2) }"),
    ("let a := tload(p)", "tstore(1, 2)"),
    ("let a := mload(p)", "mstore8(1, 2)"),
    ("let a := mload(p)", "pop(msize())"),
    ("let a := keccak256(p, q)", "calldatacopy(1, 2, 3)"),
    ("let a := balance(p)", "pop(staticcall(1, 2, 3, 4, 5, 6))"),
    ("let a := returndatasize()", "pop(create(1, 2, 3))"),
    ("let a := gas()", ""),
    ("let a := msize()", ""),
    ("let a := create(1, 2, 3)", ""),
    ("let a := loops()", ""),
    ("let a, b := two()", ""),
    ("if q { let a := 7 }", ""),
    ("pop(7)", ""),
]


def test_M_leaves_what_may_be_different() -> None:
    assert [pair for pair in VARIANT if moves(*pair)] == []


def test_M_leaves_what_depends_on_a_variable_that_is_assigned_anywhere() -> None:
    assert not moves("let a := add(p, 1)", before="p := 7")


def test_M_leaves_what_depends_on_a_variable_from_a_common_declaration() -> None:
    assert not moves("let a := add(x, 1)", before="let x, y := two()")


def test_M_moves_what_depends_on_parameters_that_are_never_assigned() -> None:
    source = "{{ function f(a, b) -> r {{ {} for {{ }} a {{ }} {{ {} b := 1 }} }} }}"
    for name, is_moved in (("a", True), ("b", False), ("r", True)):
        declaration = f"let c := add({name}, 1)"
        expected = (declaration, "") if is_moved else ("", declaration)
        assert after("M", source.format("", declaration)) == yul(source.format(*expected))


def test_M_leaves_what_depends_on_what_it_left() -> None:
    source = "{ for { } 1 { } { let a := gas() let b := add(a, 1) let c := add(b, 1) } }"
    assert is_unchanged("M", source)


def test_M_moves_what_depends_on_what_it_moved() -> None:
    source = "{ for { } 1 { } { let a := 7 let b := add(a, 1) } }"
    assert after("M", source) == yul("{ let a := 7 let b := add(a, 1) for { } 1 { } { } }")


def test_M_moves_out_of_the_post_block_first() -> None:
    source = "{ for { } 1 { let a := 1 let b := 2 } { let c := 3 let d := 4 } }"
    assert after("M", source) == yul(
        "{ let a := 1 let b := 2 let c := 3 let d := 4 for { } 1 { } { } }"
    )


def test_M_moves_out_of_several_loops() -> None:
    source = """
        {
            let p := calldataload(0)
            for { } p { } {
                let m := gas()
                for { } p { } { let a := add(p, 1) let b := add(a, m) sstore(b, 1) }
            }
        }
    """
    assert after("M", source) == yul(
        """
        {
            let p := calldataload(0)
            let a := add(p, 1)
            for { } p { } {
                let m := gas()
                let b := add(a, m)
                for { } p { } { sstore(b, 1) }
            }
        }
        """
    )


def test_M_looks_at_the_effects_of_the_loop_it_moves_out_of() -> None:
    """The inner loop does not write storage, the outer one does."""
    source = "{{ for {{ }} 1 {{ sstore(0, 1) }} {{ {} for {{ }} 1 {{ }} {{ {} }} }} }}"
    assert after("M", source.format("", "let a := sload(0)")) == yul(
        source.format("let a := sload(0)", "")
    )


def test_M_looks_into_branches_and_functions() -> None:
    source = """
        {
            if 1 { for { } 1 { } { let a := 7 } }
            function f() { for { } 1 { } { let b := 7 } }
        }
    """
    assert after("M", source) == yul(
        """
        {
            if 1 { let a := 7 for { } 1 { } { } }
            function f() { let b := 7 for { } 1 { } { } }
        }
        """
    )


def test_M_counts_the_condition_among_the_effects() -> None:
    functions = "function writes() -> r { sstore(7, 7) }"
    assert is_unchanged("M", f"{{ for {{ }} writes() {{ }} {{ let a := sload(0) }} {functions} }}")
