"""Reports of unreachable stack slots, for the newer and the older code generator."""

from __future__ import annotations

import pytest

from tests.stack_programs import (
    OSAKA,
    Slots,
    compile_code,
    declarations,
    letters,
    names,
    uses,
    variables,
)
from yulopt.stack.compilability import check_compilability
from yulopt.stack.layout_generator import stack_report
from yulopt.stack.transitions import StackTooDeep, find_problems

# With stack layouts


def test_a_copy_from_too_deep_is_a_problem() -> None:
    slots = Slots()
    source = "a _ 7 b c d e f g h i j k l m n o p"
    problems = find_problems(slots.layout(source), slots.layout(f"{source} a"))
    # Only variables can be chosen to be kept off the stack.
    assert problems == [StackTooDeep(2, "a b c d e f g h i j k l m n o p".split())]


def test_a_swap_with_an_unreachable_slot_is_a_problem() -> None:
    slots = Slots()
    between = letters(15)
    source, target = f"y {between} z", f"z {between} y"
    assert find_problems(slots.layout(source), slots.layout(target)) == []
    between = letters(16)
    source, target = f"y {between} z", f"z {between} y"
    problems = find_problems(slots.layout(source), slots.layout(target))
    assert problems == [StackTooDeep(1, ["y", *between.split(), "z"])]


def test_values_not_on_the_stack_are_no_problem() -> None:
    slots = Slots()
    assert find_problems(slots.layout(letters(20)), slots.layout(f"{letters(20)} 7 z")) == []


def test_report_of_a_program_with_too_many_variables() -> None:
    _, code = compile_code(f"{{ {declarations(20, 'calldataload({})')} {uses(20)} }}")
    assert stack_report(code, OSAKA) == {
        "": [
            StackTooDeep(1, variables(1, *range(17, 1, -1), 18)),
            StackTooDeep(3, variables(0, 18, *range(17, 0, -1), 19)),
        ]
    }


def test_report_of_a_program_without_problems() -> None:
    _, code = compile_code(f"{{ f() function f() {{ {declarations(9, 'sload({})')} {uses(9)} }} }}")
    assert stack_report(code, OSAKA) == {"": []}


# The older code generator


def test_the_older_code_generator_keeps_every_variable_in_its_place() -> None:
    use = " ".join(f"sstore(v{index}, {index})" for index in reversed(range(18)))
    _, code = compile_code(f"{{ {declarations(18, 'sload({})')} {use} {use} }}")
    found = check_compilability(code)
    assert found.keys() == {""}
    assert found[""].deficit == 3
    assert list(found[""].variables) == variables(2, 1, 0)


def test_the_older_code_generator_can_use_places_again() -> None:
    steps = " ".join(f"let v{index} := sload({index}) sstore(v{index}, 1)" for index in range(20))
    _, code = compile_code(f"{{ {steps} }}")
    assert not check_compilability(code, reuse=True)
    code_and_use = compile_code(f"{{ {steps} sstore(v0, v1) }}")[1]
    assert list(check_compilability(code_and_use, reuse=False)[""].variables) == ["v1", "v0"]


@pytest.mark.parametrize(("parameters", "deficit"), [(16, 1), (18, 3)])
def test_too_many_parameters_for_the_older_code_generator(parameters: int, deficit: int) -> None:
    _, code = compile_code(f"{{ function f({names('p', parameters)}) -> r {{ r := p0 }} }}")
    found = check_compilability(code)["f"]
    # It is no particular variable that is in the way.
    assert (found.deficit, list(found.variables)) == (deficit, [""])
