"""The code of a program for all values of `runs`, with one compilation per distinct code.

Only a few decisions depend on `runs`: whether LoadResolver writes hashes as literals, the
representation of constants (in Yul, and again in the assembly), and which functions the assembly
inliner copies. Each of them changes at known values, its thresholds. Between adjacent thresholds
everything is the same; so compiling for one value determines the interval around it with the same
code. Other code has other constants and functions, so there may be other thresholds beyond it.

The cheapest representation of a constant is the minimum of several costs that are linear in `runs`,
and in such a minimum (the lower envelope of lines) each line has one interval. So if two values
have the same cheapest representation, so have all between them, and bisection finds the changes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable
from typing import Final

import attr

from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.items import Item
from yulopt.assembly.optimizer.constant_optimizer import (
    ConstantOptimizer,
    count_constants,
    replacement_of,
)
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.assembly.optimizer.driver import AssemblyObserver
from yulopt.dialect import EvmVersion, dialect_for
from yulopt.driver.build import assemble_code, generate_tree, optimize_code, sizes
from yulopt.driver.optimization import optimize_tree
from yulopt.driver.options import Options
from yulopt.errors import SequenceError, Source
from yulopt.gas.constants import SMALLEST_CONSTANT, ConstantFinder
from yulopt.gas.model import solc_model
from yulopt.gas.schedule import STORED_BYTE_GAS
from yulopt.passes.step import Context as CodeContext
from yulopt.passes.step import Observer, Step
from yulopt.steps.constant_optimiser import ConstantOptimiser
from yulopt.steps.load_resolver import LoadResolver, literal_is_worth_it
from yulopt.suite.registry import is_extension, step_of_item
from yulopt.syntax.ast import NUMBER, Block, Expression, FunctionCall, Identifier, Literal
from yulopt.syntax.literals import WORD_BYTES
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.visitor import Walker
from yulopt.tune.candidate import Candidate
from yulopt.tune.evaluator import Evaluator

# The maximum storage cost of one occurrence of a constant; from this many runs on, one gas less per
# run outweighs it.
_MAX_STORED: Final = STORED_BYTE_GAS * (1 + WORD_BYTES)


@attr.s(auto_attribs=True, frozen=True)
class Interval:
    """Values of `runs`, from `first` to `last`, for which the code is the same.

    `last` is None if there is no upper bound. `deployed_bytes` is the size of the deployed code,
    None if the stack is too deep.
    """

    first: int
    last: int | None
    deployed_bytes: int | None

    def has(self, runs: int) -> bool:
        """Whether a value is in the interval."""
        return self.first <= runs and (self.last is None or runs <= self.last)

    def fits(self, limit: int) -> bool:
        """Whether there is code within the limit."""
        return self.deployed_bytes is not None and self.deployed_bytes <= limit


def steps_beyond_solc(steps: str) -> list[str]:
    """The letters in a sequence of steps that solc does not have."""
    return [letter for letter in steps if letter.isalpha() and is_extension(step_of_item(letter))]


class CodeByRuns:
    """The code of a program under a sequence of solc's steps, for any number of runs."""

    def __init__(self, source: Source, steps: str, options: Options, evaluator: Evaluator) -> None:
        """`evaluator` is one for the program, with the same `options`.

        Raises `SequenceError` for a step that solc does not have: it may depend on `runs` in
        unknown ways.
        """
        for letter in steps_beyond_solc(steps):
            raise SequenceError(f"solc has no step '{letter}'", filename="--steps")
        self.steps = steps
        self.intervals: list[Interval] = []
        self._source = source
        self._options = options._replace(steps=steps)
        self._evaluator = evaluator
        self._dialect = options.dialect
        # The thresholds of the Yul code, by whether hashes are written as literals.
        self._thresholds: dict[bool, frozenset[int]] = {}
        self._programs: list[tuple[Interval, Object]] = []

    def at(self, runs: int) -> Interval:
        """The interval around a value; raises `YulError` for bad input."""
        for interval in self.intervals:
            if interval.has(runs):
                return interval
        same_yul, program = self._program(runs)
        thresholds: set[int] = set()
        size = self._compile(program, runs, thresholds)
        interval = _narrowed(same_yul, runs, thresholds, size)
        self.intervals.append(interval)
        return interval

    def _program(self, runs: int) -> tuple[Interval, Object]:
        """The program after the Yul steps, and the values of `runs` for which it is the same."""
        for interval, program in self._programs:
            if interval.has(runs):
                return interval, program
        literals_from = _changes_of_hashes(self._dialect.version)
        writes_literals = any(runs >= threshold for threshold in literals_from)
        if writes_literals not in self._thresholds:
            self._thresholds[writes_literals] = self._yul_thresholds(runs)
        interval = _narrowed(Interval(0, None, None), runs, self._thresholds[writes_literals], None)
        program = self._evaluator.optimized(Candidate(self.steps, runs))
        self._programs.append((interval, program))
        return interval, program

    def _yul_thresholds(self, runs: int) -> frozenset[int]:
        """The thresholds of all decisions of the Yul steps."""
        watch = _Watch()
        optimize_tree(
            parse_source(self._source, self._dialect),
            self._options._replace(runs=runs),
            observer=watch,
        )
        version = self._dialect.version
        found = {change for value in watch.constants for change in _changes_in_yul(version, value)}
        if watch.resolves_loads:
            found.update(_changes_of_hashes(version))
        return frozenset(found)

    def _compile(self, program: Object, runs: int, thresholds: set[int]) -> int | None:
        """The size of the deployed code; adds the thresholds of the passes over the assembly."""
        dialect = self._dialect
        compiled = generate_tree(program, self._options)
        if compiled.first_problem() is not None:
            return None
        watch = _AssemblyWatch()
        optimize_code(compiled, self._options._replace(runs=runs), watch)
        for context in watch.contexts:
            thresholds.update(context.thresholds)
        for value, count in watch.constants:
            thresholds.update(_changes_in_assembly(dialect.version, value, count))
        return sizes(program, assemble_code(compiled, self._options))[1]


def _narrowed(
    interval: Interval, runs: int, thresholds: Iterable[int], size: int | None
) -> Interval:
    """The part of an interval around a value up to the next thresholds on both sides."""
    below = [threshold for threshold in thresholds if threshold <= runs]
    above = [threshold - 1 for threshold in thresholds if threshold > runs]
    if interval.last is not None:
        above.append(interval.last)
    return Interval(max([interval.first, *below]), min(above, default=None), size)


class _Watch(Observer):
    """Finds the decisions of the Yul steps that depend on `runs`."""

    def __init__(self) -> None:
        self.constants: set[int] = set()
        self.resolves_loads = False

    def before_step(self, step: Step, context: CodeContext, block: Block) -> None:
        if context.expected_executions is None:
            return
        if isinstance(step, LoadResolver):
            self.resolves_loads = True
        elif isinstance(step, ConstantOptimiser):
            _ConstantFinder(self.constants).visit_block(block)


class _ConstantFinder(Walker):
    """Finds the numbers that have several representations."""

    def __init__(self, found: set[int]) -> None:
        self._found = found

    def visit_literal(self, literal: Literal) -> None:
        if literal.kind is NUMBER and literal.value >= SMALLEST_CONSTANT:
            self._found.add(literal.value)


class _AssemblyWatch(AssemblyObserver):
    """Collects the contexts of all objects, and the constants of the deployed ones with counts."""

    def __init__(self) -> None:
        self.contexts: list[Context] = []
        self.constants: set[tuple[int, int]] = set()
        self._items: list[Item] = []

    def enter_object(self, compiled: CompiledObject, context: Context) -> None:
        self.contexts.append(context)
        self._items = compiled.code.items

    def before_pass(self, used: AssemblyPass, round_number: int | None) -> None:
        if isinstance(used, ConstantOptimizer) and not self.contexts[-1].is_creation:
            self.constants.update(count_constants(self._items).items())


# The thresholds of single decisions


def changes(choice: Callable[[int], Hashable], low: int, high: int) -> list[int]:
    """The values above `low`, up to `high`, at which the choice changes.

    Each choice must hold for one interval only.
    """
    found: list[int] = []
    pending = [(low, choice(low), high, choice(high))]
    while pending:
        start, at_start, end, at_end = pending.pop()
        if at_start == at_end:
            continue
        if end - start == 1:
            found.append(end)
            continue
        middle = (start + end) // 2
        at_middle = choice(middle)
        pending += [(start, at_start, middle, at_middle), (middle, at_middle, end, at_end)]
    return sorted(found)


@functools.cache
def _changes_of_hashes(version: EvmVersion) -> list[int]:
    """The threshold at which hashes become literals."""
    dialect = dialect_for(version)
    operands: list[Expression] = [Identifier("start"), Identifier("length")]
    call = FunctionCall("keccak256", operands, dialect.builtins["keccak256"])
    return changes(
        lambda runs: literal_is_worth_it(solc_model(dialect, runs), call), 0, _MAX_STORED
    )


@functools.cache
def _finder(version: EvmVersion, runs: int) -> ConstantFinder:
    return ConstantFinder(solc_model(dialect_for(version), runs))


@functools.cache
def _changes_in_yul(version: EvmVersion, value: int) -> list[int]:
    """The thresholds at which a constant of the Yul code changes its representation."""
    return changes(lambda runs: _shape(_finder(version, runs).cheapest(value)), 0, _MAX_STORED)


def _shape(expression: Expression) -> Hashable:
    if isinstance(expression, FunctionCall):
        return expression.name, *map(_shape, expression.arguments)
    assert isinstance(expression, Literal)
    return expression.value


@functools.cache
def _context(version: EvmVersion, runs: int) -> Context:
    return Context(dialect_for(version), runs, is_creation=False)


@functools.cache
def _changes_in_assembly(version: EvmVersion, value: int, count: int) -> list[int]:
    """The thresholds for a constant of the assembly with that number of occurrences."""

    def choice(runs: int) -> Hashable:
        items = replacement_of(value, count, _context(version, runs))
        return None if items is None else tuple(item.key for item in items)

    # The copy at the end of the code counts once more.
    return changes(choice, 0, _MAX_STORED * (count + 1))
