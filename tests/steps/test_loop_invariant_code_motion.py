"""LoopInvariantCodeMotion (`M`)."""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged, with_variables


def loop(body: str, before: str = "") -> str:
    return with_variables(f"{before} for {{ }} p {{ }} {{ {body} }}")


def check_moved(declaration: str, rest: str) -> None:
    """A declaration moves out of a loop which has `rest` in its body, too."""
    check_step("M", loop(f"{declaration} {rest}"), loop(rest, before=declaration))


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
    ("let a := reads()", "tstore(1, 2)"),
    ("let a := reads()", "pop(loops())"),
]


def test_M_moves_invariants() -> None:
    for pair in INVARIANT:
        check_moved(*pair)


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


def test_M_leaves_variants() -> None:
    check_unchanged("M", *(loop(" ".join(pair)) for pair in VARIANT))


def test_M_leaves_values_of_assigned_variables() -> None:
    check_unchanged("M", loop("let a := add(p, 1)", before="p := 7"))


def test_M_leaves_values_of_jointly_declared_variables() -> None:
    check_unchanged("M", loop("let a := add(x, 1)", before="let x, y := two()"))


def test_M_moves_values_of_unassigned_parameters() -> None:
    source = "{{ function f(a, b) -> r {{ {} for {{ }} a {{ }} {{ {} b := 1 }} }} }}"
    for name, is_moved in (("a", True), ("b", False), ("r", True)):
        declaration = f"let c := add({name}, 1)"
        expected = (declaration, "") if is_moved else ("", declaration)
        check_step("M", source.format("", declaration), source.format(*expected))


def test_M_leaves_values_that_depend_on_variants() -> None:
    source = "{ for { } 1 { } { let a := gas() let b := add(a, 1) let c := add(b, 1) } }"
    check_unchanged("M", source)


def test_M_moves_values_that_depend_on_moved_ones() -> None:
    source = "{ for { } 1 { } { let a := 7 let b := add(a, 1) } }"
    check_step("M", source, "{ let a := 7 let b := add(a, 1) for { } 1 { } { } }")


def test_M_moves_out_of_the_post_block_first() -> None:
    source = "{ for { } 1 { let a := 1 let b := 2 } { let c := 3 let d := 4 } }"
    check_step("M", source, "{ let a := 1 let b := 2 let c := 3 let d := 4 for { } 1 { } { } }")


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
    check_step(
        "M",
        source,
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
        """,
    )


def test_M_looks_at_the_effects_of_the_loop_it_moves_out_of() -> None:
    """The inner loop does not write storage, the outer one does."""
    source = "{{ for {{ }} 1 {{ sstore(0, 1) }} {{ {} for {{ }} 1 {{ }} {{ {} }} }} }}"
    check_step("M", source.format("", "let a := sload(0)"), source.format("let a := sload(0)", ""))


def test_M_looks_into_branches_and_functions() -> None:
    source = """
        {
            if 1 { for { } 1 { } { let a := 7 } }
            function f() { for { } 1 { } { let b := 7 } }
        }
    """
    check_step(
        "M",
        source,
        """
        {
            if 1 { let a := 7 for { } 1 { } { } }
            function f() { let b := 7 for { } 1 { } { } }
        }
        """,
    )


def test_M_counts_the_condition_among_the_effects() -> None:
    functions = "function writes() -> r { sstore(7, 7) }"
    check_unchanged("M", f"{{ for {{ }} writes() {{ }} {{ let a := sload(0) }} {functions} }}")
