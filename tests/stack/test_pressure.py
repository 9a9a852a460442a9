"""Whole runs over programs that need too much of the stack, compared with the reference."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import yulopt
from tests.oracle import Job, run_batch, skip_unless_available
from tests.slices import every_nth
from tests.stack_programs import declarations, names, uses


def call(function: str, arguments: int) -> str:
    return f"{function}({', '.join(str(index) for index in range(arguments))})"


def programs() -> Iterable[tuple[str, str]]:
    """Programs with stack pressure of several kinds, each with a name."""
    guard = "mstore(64, memoryguard(128))"
    for count in (16, 17, 18, 20, 26, 40):
        for value in ("sload({})", "calldataload({})", "add({}, 7)"):
            body = f"{declarations(count, value)} {uses(count)}"
            yield f"{count} times {value}", f"{{ {guard} f() function f() {{ {body} }} }}"
            yield f"{count} times {value}, main", f"{{ {guard} {body} }}"
            yield f"{count} times {value}, no guard", f"{{ {body} }}"
    for count in (12, 17, 20):
        uses_all = " ".join(f"sstore(p{count - 1 - index}, r{index})" for index in range(count))
        yield (
            f"{count} parameters and returns",
            f"""{{
                {guard}
                let {names("v", count)} := {call("f", count)}
                {uses(count)}
                {names("v", count)} := {call("f", count)}
                {uses(count)}
                function f({names("p", count)}) -> {names("r", count)} {{
                    r0 := sload(p0)
                    if p1 {{ leave }}
                    {uses_all}
                }}
            }}""",
        )
        yield (
            f"{count} parameters and one return",
            f"""{{
                {guard}
                sstore({call("f", count)}, 1)
                function f({names("p", count)}) -> r {{
                    {declarations(count, "sload(add({}, p2))")}
                    r := p3
                    if sload(r) {{ leave }}
                    {uses(count)}
                    switch r case 0 {{ r := v1 }} case 1 {{ revert(v0, r) }} default {{ v2 := r }}
                    sstore(v2, r)
                }}
            }}""",
        )
    deep = f"{declarations(20, 'sload({})')} {uses(20)}"
    for recursive in ("g()", "h()"):
        yield (
            f"a function that calls {recursive}",
            f"""{{
                {guard}
                f()
                function f() {{ if sload(1) {{ g() }} if sload(2) {{ h() }} }}
                function g() {{ if sload(3) {{ f() }} }}
                function h() {{ if sload(4) {{ {recursive} }} {deep} }}
            }}""",
        )
    yield (
        "slots are shared by functions on different branches",
        f"""{{
            {guard}
            {declarations(20, "sload({})")}
            f() g()
            {uses(20)}
            function f() {{ h() {deep.replace("v", "f")} }}
            function g() {{ {deep.replace("v", "g")} }}
            function h() {{ {deep.replace("v", "h")} }}
        }}""",
    )


PROGRAMS = dict(programs())
SETTINGS = [("cancun", True), ("osaka", True), ("homestead", True), ("cancun", False)]


@pytest.mark.parametrize(("version", "stack_allocation"), every_nth(2, SETTINGS))
def test_programs_with_stack_pressure_against_the_reference(
    version: str, stack_allocation: bool
) -> None:
    skip_unless_available()
    jobs = [
        Job(name, source, ":", version, stack_allocation=stack_allocation)
        for name, source in PROGRAMS.items()
    ]
    compared = 0
    for job, result in zip(jobs, run_batch(jobs), strict=True):
        if result.text is None:
            # The reference prints nothing when it cannot generate code in the end.
            assert "too deep" in (result.error or ""), (job.id, result.error)
            continue
        ours = yulopt.optimize(
            job.source, ":", evm_version=version, stack_allocation=stack_allocation
        )
        assert ours.strip() == result.text.strip(), job.id
        compared += 1
    assert compared >= 20
