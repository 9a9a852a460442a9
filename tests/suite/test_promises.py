"""Each named sequence does what its first line claims, over the examples."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable
from typing import Final

import pytest

import yulopt
from tests.conftest import EXAMPLES
from tests.slices import every_nth
from yulopt.driver.options import Options
from yulopt.suite.named_sequences import read_sequence, sequence_names
from yulopt.syntax.ast import (
    Block,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Literal,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse
from yulopt.syntax.visitor import Walker
from yulopt.tune.comparison import (
    DEPLOYED,
    GAS,
    Entry,
    Figure,
    Program,
    Setting,
    compare,
)
from yulopt.tune.world import gas_is_measured

_TEXTS: Final = {path.stem: path.read_text("utf-8") for path in EXAMPLES}
# Figures compared after whole runs.
_SOME: Final = every_nth(3, list(_TEXTS))
_FEW: Final = every_nth(8, list(_TEXTS))
# Preludes of single sequences: unique names and functions on top, or also pseudo-SSA form.
_READY: Final = "hgfo"
_SSA: Final = f"{_READY}xa[r]EscLM"
# Where a sequence for less code loses a few bytes, that is at most this much.
_FEW_BYTES: Final = 1.02


class _Shape(Walker):
    """Counts what is in the code of some objects."""

    def __init__(self, program: Object) -> None:
        self.objects = 0
        self.builtins: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.functions: list[str] = []
        self.declared: list[str] = []
        self.read: set[str] = set()
        self.nested_blocks = 0
        self.nested_operands = 0
        self.literal_conditions = 0
        self.empty_branches = 0
        self.loops_without_condition = 0
        pending = [program]
        for item in pending:
            self.objects += 1
            self.visit_block(item.code)
            pending += item.sub_objects

    def visit_block(self, block: Block) -> None:
        self.nested_blocks += sum(isinstance(one, Block) for one in block.statements)
        for statement in block.statements:
            if isinstance(statement, If):
                self.literal_conditions += isinstance(statement.condition, Literal)
                self.empty_branches += not statement.body.statements
            elif isinstance(statement, Switch):
                self.literal_conditions += isinstance(statement.expression, Literal)
            elif isinstance(statement, ForLoop):
                self.loops_without_condition += isinstance(statement.condition, Literal)
            elif isinstance(statement, VariableDeclaration):
                self.declared += statement.names
        super().visit_block(block)

    def visit_call(self, call: FunctionCall) -> None:
        (self.calls if call.builtin is None else self.builtins)[call.name] += 1
        self.nested_operands += sum(isinstance(arg, FunctionCall) for arg in call.arguments)
        super().visit_call(call)

    def visit_identifier(self, identifier: Identifier) -> None:
        self.read.add(identifier.name)

    def visit_function(self, function: FunctionDefinition) -> None:
        self.functions.append(function.name)
        super().visit_function(function)

    @property
    def all_calls(self) -> int:
        """The number of calls of functions."""
        return sum(self.calls.values())

    @property
    def unused(self) -> int:
        """The number of functions that are never called, and of variables that are never read."""
        functions, variables = set(self.functions), set(self.declared)
        return len(functions - set(self.calls)) + len(variables - self.read)


@functools.cache
def _shape(program: str, steps: str) -> _Shape:
    """An example after these steps alone."""
    return _Shape(parse(yulopt.optimize(_TEXTS[program], steps, bare=True)))


@functools.cache
def _measured(name: str) -> dict[str, Entry]:
    """The result of a sequence for each example."""
    setting = Setting(name, Options(read_sequence(name)))
    programs = [Program(name, _TEXTS[name]) for name in _SOME]
    entries = compare(programs, [setting], with_gas=gas_is_measured())
    return {entry.program: entry for entry in entries}


def _ratios(name: str, other: str, figure: Figure = DEPLOYED) -> list[float]:
    """A figure with one sequence, over that with another, where both are known."""
    ours, theirs = _measured(name), _measured(other)
    pairs = [(figure.of(ours[one]), figure.of(theirs[one])) for one in _SOME]
    return [one / another for one, another in pairs if one and another]


def _mean(ratios: list[float]) -> float:
    return math.exp(math.fsum(map(math.log, ratios)) / len(ratios))


def _pairs(name: str, before: str = _READY) -> list[tuple[_Shape, _Shape]]:
    """Each example after some steps, and after those of a sequence, too."""
    steps = read_sequence(name).partition(":")[0]
    return [(_shape(one, before), _shape(one, before + steps)) for one in _TEXTS]


def _share(pairs: list[tuple[_Shape, _Shape]], figure: Callable[[_Shape], int]) -> float:
    """The remaining fraction of a figure over all examples."""
    return sum(figure(after) for _, after in pairs) / sum(figure(before) for before, _ in pairs)


def _never_more(pairs: list[tuple[_Shape, _Shape]], figure: Callable[[_Shape], int]) -> bool:
    return all(figure(after) <= figure(before) for before, after in pairs)


def _dead_code() -> None:
    pairs = _pairs("dead-code", f"{_SSA}xa[r]cLvif")
    assert _share(pairs, lambda shape: shape.unused) < 0.01
    assert not any(after.literal_conditions or after.empty_branches for _, after in pairs)
    assert _never_more(pairs, lambda shape: len(shape.declared) + shape.all_calls)


def _inline() -> None:
    pairs = _pairs("inline")
    assert _never_more(pairs, lambda shape: shape.all_calls)
    assert _share(pairs, lambda shape: shape.all_calls) < 0.75


def _into_ssa() -> None:
    assert _share(_pairs("into-ssa"), lambda shape: shape.nested_operands) < 0.05


def _literals() -> None:
    pairs = _pairs("literals", _SSA)
    assert not any(after.literal_conditions for _, after in pairs)
    assert _share(pairs, lambda shape: len(shape.declared)) < 0.9


def _out_of_ssa() -> None:
    pairs = _pairs("out-of-ssa", _SSA)
    assert _never_more(pairs, lambda shape: len(shape.declared))
    assert _share(pairs, lambda shape: len(shape.declared)) < 0.3


def _prelude() -> None:
    pairs = _pairs("prelude", f"{_SSA}xa[r]cLvif")
    assert _share(pairs, lambda shape: shape.unused) < 0.6
    assert not any(after.literal_conditions or after.empty_branches for _, after in pairs)
    assert all(after.nested_blocks <= after.objects for _, after in pairs)
    assert _never_more(pairs, lambda shape: shape.all_calls)


def _pretty() -> None:
    pairs = _pairs("pretty")
    # The remaining block is that of the code outside functions.
    assert all(after.nested_blocks <= after.objects for _, after in pairs)
    assert _never_more(pairs, lambda shape: shape.loops_without_condition)
    assert _never_more(pairs, lambda shape: len(shape.declared))
    assert _share(pairs, lambda shape: len(shape.declared)) < 0.95


def _short_and_pretty() -> None:
    pairs = _pairs("short-and-pretty", _SSA)
    assert _share(pairs, lambda shape: len(shape.declared)) < 0.2
    assert all(after.nested_operands > before.nested_operands for before, after in pairs)


def _specialise() -> None:
    pairs = _pairs("specialise")
    assert all(len(after.functions) >= len(before.functions) for before, after in pairs)
    assert _share(pairs, lambda shape: len(shape.functions)) > 1.2
    assert _share(pairs, lambda shape: sum(shape.builtins.values())) > 1


def _structural() -> None:
    pairs = _pairs("structural")
    assert not any(after.literal_conditions or after.empty_branches for _, after in pairs)
    assert all(after.nested_blocks <= after.objects for _, after in pairs)
    assert all(before.calls == after.calls for before, after in pairs)
    assert all(sorted(before.declared) == sorted(after.declared) for before, after in pairs)


def _cleanup() -> None:
    steps = f"{read_sequence('default')}:{read_sequence('cleanup')}"
    assert all(_by_default(one) == yulopt.optimize(_TEXTS[one], steps) for one in _FEW)


def _default() -> None:
    steps = read_sequence("default")
    assert all(_by_default(one) == yulopt.optimize(_TEXTS[one], steps) for one in _FEW)


def _former_default() -> None:
    steps = read_sequence("former-default")
    for text in map(_TEXTS.__getitem__, _FEW):
        by_default = yulopt.optimize(text, evm_version="cancun", solc_version="0.8.33")
        assert by_default == yulopt.optimize(
            text, steps, evm_version="cancun", solc_version="0.8.33"
        )


@functools.cache
def _by_default(program: str) -> str:
    return yulopt.optimize(_TEXTS[program])


def _beyond() -> None:
    assert _mean(_ratios("beyond", "default")) < 1
    if gas_is_measured():
        assert _mean(_ratios("beyond", "default", GAS)) < 1


def _beyond_solc() -> None:
    assert _mean(_ratios("beyond-solc", "beyond")) < 1


def _inline_functions() -> None:
    assert _share(_pairs("inline-functions", _SSA), lambda shape: shape.all_calls) < 0.75


def _simplify() -> None:
    """The form that it works on is there in the end, too, and no branch is decided."""
    pairs = _pairs("simplify")
    assert _share(pairs, lambda shape: shape.nested_operands) < 0.1
    assert not any(after.literal_conditions or after.empty_branches for _, after in pairs)


def _small() -> None:
    ratios = _ratios("small", "default")
    assert max(ratios) <= _FEW_BYTES
    assert _mean(ratios) < 0.95


_PROMISES: Final[dict[str, Callable[[], None]]] = {
    "beyond": _beyond,
    "beyond-solc": _beyond_solc,
    "cleanup": _cleanup,
    "dead-code": _dead_code,
    "default": _default,
    "former-default": _former_default,
    "inline": _inline,
    "inline-functions": _inline_functions,
    "into-ssa": _into_ssa,
    "literals": _literals,
    "out-of-ssa": _out_of_ssa,
    "prelude": _prelude,
    "pretty": _pretty,
    "short-and-pretty": _short_and_pretty,
    "simplify": _simplify,
    "small": _small,
    "specialise": _specialise,
    "structural": _structural,
}


@pytest.mark.parametrize("name", sequence_names())
def test_a_sequence_matches_its_description(name: str) -> None:
    _PROMISES[name]()
