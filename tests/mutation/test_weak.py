"""Mutants made by rules, and probes that tell which of them a run may show."""

from __future__ import annotations

import ast
from collections.abc import Callable
from importlib import import_module

import pytest

from tests.mutation.generated import generated_mutants, mistakes
from tests.mutation.weak import Probe, probed, with_probes

_SOURCE = """\
def small(a, b):
    if a is None or a < 0:
        return False
    return bool(a < 10 and b)

def joined(a, b):
    both = a | b
    both.discard(0)
    return [one for one in both if one > 1]

def walked(walker, a):
    walker.visit(a)

def quoted(a):
    return f"{a < 1}"
"""


def _functions() -> tuple[Probe, dict[str, Callable[..., object]]]:
    probe = Probe()
    functions: dict[str, Callable[..., object]] = {"_probe": probe}
    exec(compile(with_probes("sample", _SOURCE), "sample", "exec"), functions)
    return probe, functions


def test_mistakes_are_made_by_rules() -> None:
    made = [(one.old, one.new) for one in mistakes(ast.parse(_SOURCE), _SOURCE)]
    assert sorted(made) == sorted(
        [
            ("a is None or a < 0", "False"),
            ("a is None or a < 0", "((a < 0))"),
            ("a is None or a < 0", "((a is None))"),
            ("return False", "return True"),
            ("a < 0", "(a <= 0)"),
            ("a < 10", "(a <= 10)"),
            ("a | b", "(a)"),
            ("a | b", "(b)"),
            ("both.discard(0)", "pass"),
            ("one > 1", "True"),
            ("one > 1", "(one >= 1)"),
        ]
    )


@pytest.mark.parametrize("module", ["yulopt.steps.mask_shifter", "yulopt.domains.words"])
def test_every_mutant_is_a_program(module: str) -> None:
    for mutant in generated_mutants(module):
        ast.parse(mutant.patched(mutant.source()))


@pytest.mark.parametrize(
    ("function", "arguments", "result", "changed"),
    [
        ("small", (5, True), True, []),
        ("small", (10, True), False, ["(a <= 10)"]),
        ("small", (0, False), False, ["(a <= 0)"]),
        ("small", (-1, True), False, ["((a is None))", "False", "return True"]),
        # Without the first condition, the second one would fail.
        ("small", (None, True), False, ["False", "return True"]),
        ("joined", ({1, 2}, {2}), [2], ["(b)", "(one >= 1)", "True", "pass"]),
        ("joined", ({2}, {2}), [2], ["pass"]),
        ("quoted", (1,), "False", []),
    ],
)
def test_probes_note_the_mistakes_that_change_a_value(
    function: str, arguments: tuple[object, ...], result: object, changed: list[str]
) -> None:
    probe, functions = _functions()
    assert functions[function](*arguments) == result
    made = list(mistakes(ast.parse(_SOURCE), _SOURCE))
    assert sorted(made[number].new for _, number in probe.found) == changed


def test_modules_get_probes_for_as_long_as_they_are_asked_for() -> None:
    name = "yulopt.graphs.components"
    before = import_module(name)
    with probed([name]) as probe:
        components = import_module(name).strongly_connected_components
        graph = [[1], [0], [0]]
        assert components(graph) == before.strongly_connected_components(graph)
    assert probe.found
    assert {module for module, _ in probe.found} == {name}
    assert import_module(name) is before
