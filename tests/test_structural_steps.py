"""The steps that look at blocks, branches and loops, by their letters: h g f o I O d t n D C U."""

from __future__ import annotations

import pytest

import yulopt


def after(steps: str, source: str) -> str:
    """The code after the Disambiguator and the steps."""
    return yulopt.optimize(source, steps, bare=True).rstrip()


def yul(source: str) -> str:
    """The code as it is printed."""
    return yulopt.print_yul(yulopt.parse(source).code)


def is_unchanged(steps: str, source: str) -> bool:
    return after(steps, source) == yul(source)


# FunctionHoister (h)


def test_h_moves_functions_to_the_end() -> None:
    assert after("h", "{ function f() { } f() { function g() { stop() } g() } }") == yul(
        "{ f() { g() } function f() { } function g() { stop() } }"
    )


def test_h_puts_inner_functions_before_the_outer_one() -> None:
    source = "{ function f() { function g() { function h() { } stop() } function i() { } stop() } }"
    assert after("h", source) == yul(
        "{ function h() { } function g() { stop() } function i() { } function f() { stop() } }"
    )


def test_h_visits_the_post_block_of_a_loop_before_its_body() -> None:
    source = "{ for { } 1 { function f() { } } { function g() { } } }"
    assert after("h", source) == yul("{ for { } 1 { } { } function f() { } function g() { } }")


def test_h_removes_empty_blocks_but_not_empty_bodies() -> None:
    source = "{ { } { { } } if 1 { { } } for { { } } 1 { } { { } } function f() { { } } }"
    assert after("h", source) == yul("{ if 1 { } for { } 1 { } { } function f() { } }")


def test_h_removes_the_empty_block_in_front() -> None:
    """Grouping puts it back."""
    assert after("h", "{ { } function f() { } }") == yul("{ function f() { } }")


# FunctionGrouper (g)


@pytest.mark.parametrize(
    ("source", "grouped"),
    [
        ("{ }", "{ { } }"),
        ("{ stop() }", "{ { stop() } }"),
        ("{ function f() { } }", "{ { } function f() { } }"),
        (
            "{ stop() function f() { } stop() function g() { } }",
            "{ { stop() stop() } function f() { } function g() { } }",
        ),
        ("{ { } stop() }", "{ { { } stop() } }"),
        ("{ { } { } }", "{ { { } { } } }"),
        ("{ function f() { } { } }", "{ { { } } function f() { } }"),
    ],
)
def test_g_makes_one_block_and_puts_functions_behind(source: str, grouped: str) -> None:
    assert after("g", source) == yul(grouped)


def test_g_does_nothing_when_it_is_done() -> None:
    source = "{ { { } function f() { } stop() } function g() { } function h() { { } } }"
    assert is_unchanged("g", source)


# BlockFlattener (f)


def test_f_dissolves_blocks_in_the_main_block() -> None:
    source = "{ { { stop() { stop() { } } } { } stop() } }"
    assert after("f", source) == yul("{ { stop() stop() stop() } }")


def test_f_dissolves_blocks_in_functions_branches_and_loops() -> None:
    source = """
        {
            {
                if 1 { { stop() } }
                switch 1 case 1 { { stop() } } default { { stop() } }
                for { { pop(1) } } 1 { { stop() } } { { break } }
            }
            function f() { { { stop() } } }
        }
    """
    assert after("f", source) == yul(
        """
        {
            {
                if 1 { stop() }
                switch 1 case 1 { stop() } default { stop() }
                for { pop(1) } 1 { stop() } { break }
            }
            function f() { stop() }
        }
        """
    )


def test_f_keeps_the_names_apart_that_were_in_different_blocks() -> None:
    source = "{ { { let x := 1 } { let x := 2 } } }"
    assert after("f", source) == yul("{ { let x := 1 let x_1 := 2 } }")


def test_f_keeps_the_main_block() -> None:
    assert after("f", "{ { { } } }") == yul("{ { } }")


# ForLoopInitRewriter (o)


def test_o_moves_initialisers_in_front_of_their_loop() -> None:
    source = "{ for { let i := 1 let j := i } j { } { sstore(i, j) } }"
    assert after("o", source) == yul("{ let i := 1 let j := i for { } j { } { sstore(i, j) } }")


def test_o_begins_with_loops_inside() -> None:
    source = "{ for { for { let a := 5 } a { } { a := 0 } let b := 6 } b { } { } }"
    assert after("o", source) == yul(
        "{ let a := 5 for { } a { } { a := 0 } let b := 6 for { } b { } { } }"
    )


def test_o_rewrites_loops_in_post_block_and_body() -> None:
    source = "{ for { } 1 { for { let a } a { } { } } { for { let b } b { } { } } }"
    assert after("o", source) == yul(
        "{ for { } 1 { let a for { } a { } { } } { let b for { } b { } { } } }"
    )


def test_o_rewrites_loops_in_branches_and_functions() -> None:
    source = "{ if 1 { for { let a } a { } { } } function f() { for { let b } b { } { } } }"
    assert after("o", source) == yul(
        "{ if 1 { let a for { } a { } { } } function f() { let b for { } b { } { } } }"
    )


# ForLoopConditionIntoBody (I)


def test_I_makes_the_condition_a_break() -> None:
    source = "{ for { let x } lt(x, 5) { stop() } { if x { continue } } }"
    assert after("I", source) == yul(
        "{ for { let x } true { stop() } { if iszero(lt(x, 5)) { break } if x { continue } } }"
    )


SIMPLE_CONDITIONS = [
    "1",
    "0",
    "true",
    '"a"',
    "x",
]


def test_I_leaves_literals_and_variables() -> None:
    for condition in SIMPLE_CONDITIONS:
        assert is_unchanged("I", f"{{ let x for {{ }} {condition} {{ }} {{ }} }}")


def test_I_takes_calls_of_functions_too() -> None:
    source = "{ for { } f() { } { } function f() -> r { } }"
    assert after("I", source) == yul(
        "{ for { } true { } { if iszero(f()) { break } } function f() -> r { } }"
    )


def test_I_rewrites_all_loops_in_a_loop() -> None:
    loop = "for { } gas() { } { }"
    rewritten = "for { } true { } { if iszero(gas()) { break } }"
    source = f"{{ for {{ {loop} }} gas() {{ {loop} }} {{ {loop} }} }}"
    assert after("I", source) == yul(
        f"""
        {{
            for {{ {rewritten} }} true {{ {rewritten} }}
            {{ if iszero(gas()) {{ break }} {rewritten} }}
        }}
        """
    )


# ForLoopConditionOutOfBody (O)


def loop(condition: str, body: str) -> str:
    return f"{{ let x for {{ }} {condition} {{ }} {{ {body} }} function f() -> r {{ }} }}"


@pytest.mark.parametrize(
    ("condition", "body", "new_condition", "new_body"),
    [
        ("1", "if iszero(x) { break } stop()", "x", "stop()"),
        ("1", "if x { break } stop()", "iszero(x)", "stop()"),
        ("1", "if iszero(iszero(x)) { break }", "iszero(x)", ""),
        ("1", "if 5 { break }", "iszero(5)", ""),
        # Any literal but a zero.
        ("true", "if x { break }", "iszero(x)", ""),
        ("0x02", "if x { break }", "iszero(x)", ""),
        ('"a"', "if x { break }", "iszero(x)", ""),
        # What follows the `break` goes with it.
        ("1", "if x { break sstore(7, 7) }", "iszero(x)", ""),
        # Only one, even if there is another one.
        ("1", "if x { break } if gas() { break }", "iszero(x)", "if gas() { break }"),
        (
            "1",
            "if lt(calldataload(x), address()) { break }",
            "iszero(lt(calldataload(x), address()))",
            "",
        ),
    ],
)
def test_O_makes_the_first_break_the_condition(
    condition: str, body: str, new_condition: str, new_body: str
) -> None:
    assert after("O", loop(condition, body)) == yul(loop(new_condition, new_body))


OTHER_LOOPS = [
    ("0", "if x { break }"),
    ("false", "if x { break }"),
    ('""', "if x { break }"),
    (r'"\x00"', "if x { break }"),
    ("x", "if x { break }"),
    ("gas()", "if x { break }"),
    ("1", ""),
    ("1", "stop() if x { break }"),
    ("1", "if x { }"),
    ("1", "if x { stop() break }"),
    ("1", "if x { { break } }"),
    ("1", "if x { continue }"),
    ("1", "switch x case 0 { break }"),
    # The condition must be movable; nothing is known about functions.
    ("1", "if sload(x) { break }"),
    ("1", "if mload(x) { break }"),
    ("1", "if gas() { break }"),
    ("1", "if keccak256(0, 0) { break }"),
    ("1", "if returndatasize() { break }"),
    ("1", "if f() { break }"),
    ("1", "if iszero(f()) { break }"),
]


def test_O_leaves_other_loops() -> None:
    assert [pair for pair in OTHER_LOOPS if not is_unchanged("O", loop(*pair))] == []


def test_O_begins_with_inner_loops() -> None:
    source = (
        "{ for { } 1 { for { } 1 { } { if 3 { break } } } { for { } 1 { } { if 4 { break } } } }"
    )
    assert after("O", source) == yul(
        "{ for { } 1 { for { } iszero(3) { } { } } { for { } iszero(4) { } { } } }"
    )


def test_O_takes_back_what_i_did() -> None:
    source = "{ for { } lt(calldatasize(), 5) { } { stop() } }"
    assert after("IO", source) == yul(source)


# VarDeclInitializer (d)


def test_d_gives_variables_a_zero() -> None:
    assert after("d", "{ let a if a { let b } }") == yul("{ let a := 0 if a { let b := 0 } }")


def test_d_splits_a_declaration_of_several_variables() -> None:
    assert after("d", "{ let a, b, c }") == yul("{ let a := 0 let b := 0 let c := 0 }")


def test_d_leaves_what_has_a_value() -> None:
    assert is_unchanged("d", "{ let a := 1 let b, c := f(a) function f(p) -> q, r { } }")


def test_d_looks_into_all_blocks() -> None:
    source = "{ for { let a } a { let b } { let c } switch 0 default { let d } { let e } }"
    assert after("d", source) == yul(
        "{ for { let a := 0 } a { let b := 0 } { let c := 0 } "
        "switch 0 default { let d := 0 } { let e := 0 } }"
    )


# StructuralSimplifier (t)


@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ("if 1 { stop() }", "stop()"),
        ("if true { stop() invalid() }", "stop() invalid()"),
        ('if "a" { stop() }', "stop()"),
        ("if 0 { stop() }", ""),
        ("if 0x00 { stop() }", ""),
        ("if false { stop() }", ""),
        ('if "" { stop() }', ""),
        (r'if "\x00" { stop() }', ""),
        ("if 1 { { stop() } }", "{ stop() }"),
        # A switch leaves a block.
        ("switch 1 case 0 { stop() } case 1 { invalid() }", "{ invalid() }"),
        ("switch 1 case 0 { stop() } default { invalid() }", "{ invalid() }"),
        ("switch 0 case 0 { stop() } default { invalid() }", "{ stop() }"),
        ("switch 1 case 0 { stop() }", ""),
        ("switch 1 default { }", "{ }"),
        # Labels are compared by value.
        ("switch 3 case 0x03 { stop() } default { invalid() }", "{ stop() }"),
        ("switch 1 case true { stop() } default { invalid() }", "{ stop() }"),
        ('switch 0 case "" { stop() } default { invalid() }', "{ stop() }"),
        ("for { } 0 { stop() } { invalid() }", ""),
        ("for { } false { } { }", ""),
        ("for { let a stop() } 0 { } { a := 1 }", "let a stop()"),
    ],
)
def test_t_resolves_literal_conditions(statement: str, left: str) -> None:
    assert after("t", f"{{ pop(1) {statement} pop(2) }}") == yul(f"{{ pop(1) {left} pop(2) }}")


NOT_LITERAL = [
    "let x := 1 if x { stop() }",
    "if iszero(0) { stop() }",
    "switch gas() case 0 { } default { stop() }",
    "for { } 1 { } { break }",
    "for { let x } x { } { }",
]


def test_t_leaves_other_conditions() -> None:
    assert [text for text in NOT_LITERAL if not is_unchanged("t", f"{{ {text} }}")] == []


def test_t_simplifies_what_it_leaves() -> None:
    source = "{ if 1 { if 1 { switch 0 default { if 0 { } if 1 { stop() } } } } }"
    assert after("t", source) == yul("{ { stop() } }")


def test_t_looks_into_what_it_cannot_resolve() -> None:
    source = "{ if gas() { if 1 { pop(1) } } for { } gas() { if 0 { } } { if 1 { break } } }"
    assert after("t", source) == yul("{ if gas() { pop(1) } for { } gas() { } { break } }")


# ControlFlowSimplifier (n): branches


@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ("if gas() { }", "pop(gas())"),
        ("if 1 { }", "pop(1)"),
        ("if gas() { stop() }", "if gas() { stop() }"),
        ("switch gas() default { }", "pop(gas())"),
        ("switch gas() case 0 { } default { }", "pop(gas())"),
        ("switch gas() case 0 { }", "pop(gas())"),
        ("switch gas() default { stop() }", "pop(gas()) { stop() }"),
        ("switch gas() case 0 { stop() }", "if eq(0, gas()) { stop() }"),
        ("switch gas() case 0x10 { stop() }", "if eq(0x10, gas()) { stop() }"),
        ('switch gas() case "a" { stop() } default { }', 'if eq("a", gas()) { stop() }'),
        (
            "switch gas() case 0 { } case 1 { stop() } default { }",
            "if eq(1, gas()) { stop() }",
        ),
        # An empty case is not nothing while a default does something.
        (
            "switch gas() case 0 { } default { stop() }",
            "switch gas() case 0 { } default { stop() }",
        ),
        # What is removed from a switch that stays is gone.
        (
            "switch gas() case 0 { stop() } case 1 { } case 2 { stop() } default { }",
            "switch gas() case 0 { stop() } case 2 { stop() }",
        ),
        (
            "switch gas() case 0 { stop() } default { stop() }",
            "switch gas() case 0 { stop() } default { stop() }",
        ),
        # What comes out of a switch is simplified.
        ("switch gas() case 0 { if 2 { } }", "if eq(0, gas()) { pop(2) }"),
        ("switch gas() default { if 2 { } }", "pop(gas()) { pop(2) }"),
        ("if gas() { if 2 { } }", "if gas() { pop(2) }"),
    ],
)
def test_n_simplifies_branches(statement: str, left: str) -> None:
    assert after("n", f"{{ pop(1) {statement} pop(2) }}") == yul(f"{{ pop(1) {left} pop(2) }}")


def test_n_does_not_look_again_at_what_becomes_empty() -> None:
    """The loop in it becomes nothing but an `if`, the `if` becomes a `pop` in the next run."""
    source = "{ for { } gas() { } { break } }"
    assert after("n", source) == yul("{ if gas() { } }")
    assert after("nn", source) == yul("{ pop(gas()) }")


# ControlFlowSimplifier (n): loops


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("break", ""),
        ("pop(2) break", "pop(2)"),
        ("pop(2) stop()", "pop(2) stop()"),
        ("pop(2) revert(0, 0)", "pop(2) revert(0, 0)"),
        ("pop(2) leave", "pop(2) leave"),
        ("if x { stop() } break", "if x { stop() }"),
        ("if x { leave } break", "if x { leave }"),
        # Jumps of inner loops do not count.
        (
            "for { } x { } { if x { break } if x { continue } } break",
            "for { } x { } { if x { break } if x { continue } }",
        ),
        ("for { } x { } { pop(2) break } break", "if x { pop(2) }"),
    ],
)
def test_n_makes_a_loop_that_ends_in_its_first_round_an_if(body: str, left: str) -> None:
    """The post block goes."""
    source = "{{ function f(x) {{ {} pop(1) }} function never() {{ stop() }} }}"
    loop = f"for {{ }} x {{ pop(7) }} {{ {body} }}"
    assert after("n", source.format(loop)) == yul(source.format(f"if x {{ {left} }}"))


LOOPS_THAT_STAY = [
    "",
    "pop(2)",
    "continue",
    "if x { break } break",
    "if x { continue } break",
    "if x { break } stop()",
    "break break",
    "break pop(2)",
    "if x { break }",
    "{ break }",
    # Nothing is known about functions.
    "never()",
]


def test_n_leaves_other_loops() -> None:
    functions = (
        "function f(x) {{ for {{ }} x {{ pop(7) }} {{ {} }} }} function never() {{ stop() }}"
    )
    sources = [f"{{ {functions.format(body)} }}" for body in LOOPS_THAT_STAY]
    assert [source for source in sources if not is_unchanged("n", source)] == []


def test_n_does_not_interpret_the_condition() -> None:
    assert after("n", "{ for { } 1 { } { stop() } }") == yul("{ if 1 { stop() } }")


# ControlFlowSimplifier (n): functions


def test_n_removes_one_leave_from_the_end_of_a_function() -> None:
    source = "{ function f() { stop() leave leave } function g() { if 1 { leave } } }"
    assert after("n", source) == yul(
        "{ function f() { stop() leave } function g() { if 1 { leave } } }"
    )
    assert after("nn", source) == yul("{ function f() { stop() } function g() { if 1 { leave } } }")


# DeadCodeEliminator (D)


@pytest.mark.parametrize(
    "last",
    [
        "stop()",
        "revert(0, 0)",
        "return(0, 0)",
        "invalid()",
        "selfdestruct(0)",
        "leave",
        "never()",
        "pop(never_with())",
        "let x := never_with()",
        "v := add(1, never_with())",
        "sstore(0, never_with())",
        "recurses()",
    ],
)
def test_D_removes_what_follows_an_end(last: str) -> None:
    functions = """
        function never() { revert(0, 0) }
        function never_with() -> r { stop() }
        function recurses() { recurses() }
    """
    source = f"{{ function f(v) {{ pop(1) {last} pop(2) {{ }} if v {{ }} }} {functions} }}"
    assert after("D", source) == yul(f"{{ function f(v) {{ pop(1) {last} }} {functions} }}")


NO_END = [
    "if 1 { stop() }",
    "{ stop() }",
    "switch 1 default { stop() }",
    "for { } 1 { } { stop() }",
    "if never() { }",
    "sometimes()",
    'verbatim_0i_0o("a")',
]


def test_D_keeps_what_follows_anything_else() -> None:
    functions = "function never() -> r { stop() } function sometimes() { if 1 { stop() } }"
    sources = [f"{{ {statement} pop(2) {functions} }}" for statement in NO_END]
    assert [source for source in sources if not is_unchanged("D", source)] == []


def test_D_removes_what_follows_jumps_in_a_loop() -> None:
    source = "{ for { } 1 { stop() pop(1) } { if 1 { break pop(2) } continue pop(3) } }"
    assert after("D", source) == yul("{ for { } 1 { stop() } { if 1 { break } continue } }")


def test_D_keeps_functions() -> None:
    source = "{ stop() function f() { } pop(1) function g() { stop() f() } pop(2) }"
    assert after("D", source) == yul("{ stop() function f() { } function g() { stop() } }")


def test_D_looks_at_calls_as_they_are_before_it() -> None:
    """`f` could return as long as there is a `leave` that control never comes to."""
    functions = "function f() { stop() leave } function g() { f() }"
    assert after("D", f"{{ g() pop(1) {functions} }}") == yul(
        "{ g() function f() { stop() } function g() { f() } }"
    )


# ConditionalSimplifier (C)


@pytest.mark.parametrize(
    "last", ["stop()", "revert(0, 0)", "leave", "never()", "let y := never_with()"]
)
def test_C_knows_the_variable_after_a_branch_that_ends(last: str) -> None:
    functions = "function never() { stop() } function never_with() -> r { stop() }"
    source = "{{ function f(x) {{ if x {{ pop(1) {} }} {} pop(2) }} {} }}"
    assert after("C", source.format(last, "", functions)) == yul(
        source.format(last, "x := 0", functions)
    )


@pytest.mark.parametrize("jump", ["break", "continue"])
def test_C_knows_the_variable_after_a_branch_with_a_jump(jump: str) -> None:
    source = "{{ let x for {{ }} 1 {{ }} {{ if x {{ {} }} {} pop(2) }} }}"
    assert after("C", source.format(jump, "")) == yul(source.format(jump, "x := 0"))


NOTHING_LEARNT = [
    "if x { }",
    "if x { stop() pop(1) }",
    "if iszero(x) { stop() }",
    "if 1 { stop() }",
    "if x { sometimes() }",
    "switch iszero(x) case 0 { }",
    "switch 1 case 0 { }",
]


def test_C_knows_nothing_otherwise() -> None:
    functions = "function sometimes() { if 1 { stop() } }"
    sources = [f"{{ let x {statement} pop(2) {functions} }}" for statement in NOTHING_LEARNT]
    assert [source for source in sources if not is_unchanged("C", source)] == []


def test_C_knows_the_variable_in_the_cases_of_a_switch() -> None:
    source = "{ let x switch x case 0x01 { stop() } case 'ab' { } default { invalid() } }"
    assert after("C", source) == yul(
        """
        {
            let x
            switch x
            case 0x01 { x := 0x01 stop() }
            case "ab" { x := "ab" }
            default { invalid() }
        }
        """
    )


def test_C_begins_inside() -> None:
    """The assignment after the inner branch is the last statement of the outer one."""
    source = "{ let x let y if x { if y { stop() } } }"
    assert after("C", source) == yul("{ let x let y if x { if y { stop() } y := 0 } }")


def test_C_looks_into_all_cases() -> None:
    source = "{ let x switch 1 case 0 { if x { stop() } } default { if x { stop() } } }"
    assert after("C", source) == yul(
        "{ let x switch 1 case 0 { if x { stop() } x := 0 } default { if x { stop() } x := 0 } }"
    )


def test_C_adds_an_assignment_each_time() -> None:
    assert after("CC", "{ let x if x { stop() } switch x case 1 { } }") == yul(
        "{ let x if x { stop() } x := 0 x := 0 switch x case 1 { x := 1 x := 1 } }"
    )


# ConditionalUnsimplifier (U)


@pytest.mark.parametrize("zero", ["0", "0x00", "false", '""'])
def test_U_removes_a_zero_after_a_branch_that_ends(zero: str) -> None:
    source = "{{ let x if x {{ stop() }} {} pop(x) }}"
    assert after("U", source.format(f"x := {zero}")) == yul(source.format(""))


OTHER_ASSIGNMENTS = [
    "if x { stop() } x := 1",
    "if x { stop() } y := 0",
    "if x { stop() } x := y",
    "if x { stop() } let z := 0",
    "if x { stop() } pop(1) x := 0",
    "if x { } x := 0",
    "if x { pop(1) } x := 0",
    "if iszero(x) { stop() } x := 0",
    "if x { stop() } x, y := two()",
    "switch x case 1 { x := 2 }",
    "switch x case 1 { y := 1 }",
    "switch x case 1 { pop(1) x := 1 }",
    "switch x case 1 { x := y }",
    "switch x default { x := 0 }",
    "switch iszero(x) case 1 { x := 1 }",
]


def test_U_leaves_other_assignments() -> None:
    functions = "function two() -> p, q { }"
    sources = [f"{{ let x let y {text} {functions} }}" for text in OTHER_ASSIGNMENTS]
    assert [source for source in sources if not is_unchanged("U", source)] == []


def test_U_removes_one_of_two_assignments() -> None:
    assert after(
        "U", "{ let x if x { stop() } x := 0 x := 0 switch x case 1 { x := 1 x := 1 } }"
    ) == (yul("{ let x if x { stop() } x := 0 switch x case 1 { x := 1 } }"))


def test_U_knows_functions_that_never_return() -> None:
    source = "{{ let x if x {{ never() }} {} pop(x) function never() {{ stop() }} }}"
    assert after("U", source.format("x := 0")) == yul(source.format(""))


def test_U_compares_labels_by_value() -> None:
    source = "{ let x switch x case 0x01 { x := true stop() } case '' { x := 0 } default { } }"
    assert after("U", source) == yul(
        "{ let x switch x case 0x01 { stop() } case '' { } default { } }"
    )


def test_U_begins_inside() -> None:
    """Without the assignment in it, the outer branch ends in the inner one, which continues."""
    source = "{ let x let y if x { stop() if y { stop() } y := 0 } x := 0 }"
    assert after("U", source) == yul("{ let x let y if x { stop() if y { stop() } } x := 0 }")


def test_U_takes_back_what_c_did() -> None:
    source = "{ let x if x { stop() } switch x case 1 { if x { stop() } } default { } }"
    assert after("CU", source) == yul(source)
