"""Equality saturation: applies rules until they find nothing new, or a limit is reached.

An iteration can multiply the e-graph, so one that would probably exceed the limit by far is not
begun. A limit that ends it is always reported; the results until then are used.

Saturations share an e-graph of the library that keeps the rules (`Session`): reading the rules
takes longer than saturating a small function, so it is done once, and each saturation is enclosed
by `push` and `pop`. Terms are sent with a handle for each: `(union (H 7) (Add (H 3) (H 5)))`, as
rows of tables (see `yulopt.egraph.engine`).

Source: Tate, Stepp, Tatlock, Lerner, "Equality Saturation: A New Approach to Optimization" (2009);
chapter 09, sections 6.1, 6.2 and 8 of the specification.
"""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Final

import attr

from yulopt.dialect import Dialect
from yulopt.egraph.engine import DECLARATION, NUMBER, TEXT, Engine, Facts
from yulopt.egraph.export import PROJECTION, ENode, Export, read_snapshot
from yulopt.egraph.rules import (
    CLEANING,
    GROWING,
    constructor,
    number_text,
    power_table_text,
    rules_of_version,
    rules_text,
)
from yulopt.egraph.scheduler import BackOff, GrowingRules
from yulopt.rules import Rule
from yulopt.rules.arithmetic import COMPUTABLE, HELPERS, WORD_BITS, compute
from yulopt.rules.terms import Operation, Term

NODES: Final = "e-nodes"
SECONDS: Final = "seconds"
# An iteration that would make the e-graph larger than this multiple of the limit is not begun.
_MAX_OVERSHOOT: Final = 8
_FOLDABLE: Final = COMPUTABLE - HELPERS
_HANDLE: Final = "H"
_FORMS: Final = frozenset({"C", "Arg", "Get", "Op"})


@attr.s(auto_attribs=True)
class Limits:
    """When to stop: after `iterations` of all rules, or a number of e-nodes or of seconds."""

    iterations: int = 10
    nodes: int = 20_000
    seconds: float = 5.0


@attr.s(auto_attribs=True, eq=False)
class Report:
    """A report of a saturation; `stopped_by`: the limit that ended it, empty if it saturated."""

    iterations: int = 0
    nodes: int = 0
    stopped_by: str = ""


def saturate(
    session: Session, limits: Limits, observe: Callable[[int], None] | None = None
) -> Report:
    """Saturate a session's e-graph; it is saturated only when no rule pauses, either. After each
    iteration, `observe` is called with the number of e-nodes."""
    report = Report()
    start = time.perf_counter()
    size = session.size()
    growth = 1.0
    while True:
        report.stopped_by = _limit(report, limits, size, growth, time.perf_counter() - start)
        if report.stopped_by:
            break
        changed = session.step()
        report.iterations += 1
        if not changed and not _fold_constants(session) and not session.growing.resume():
            break
        new_size = session.size()
        if observe is not None:
            observe(new_size)
        growth = new_size / max(size, 1)
        size = new_size
    report.nodes = size
    return report


class Session:
    """An e-graph for words of `bits` bits, with these operations (and their number of operands)
    and rules; raises `YulError` if the library is not installed.

    Other operations may have any number of operands; no rules match them, except for projections
    (`PROJECTION`). `evaluate` computes the operations that are `foldable`. `growing`: the rules
    that find new forms; with `back_off`, they pause when they match too often.
    """

    __slots__ = ("_arities", "_engine", "_facts", "evaluate", "foldable", "growing")

    def __init__(
        self,
        arities: dict[str, int],
        rules: Iterable[Rule],
        bits: int,
        foldable: Container[str] = _FOLDABLE,
        evaluate: Callable[[str, Sequence[int]], int] = compute,
        more_rules: str = "",
        back_off: BackOff | None = None,
    ) -> None:
        self._arities = arities
        self.foldable = foldable
        self.evaluate = evaluate
        self._engine = Engine()
        self._facts = Facts(self._engine)
        usable = [rule for rule in rules if _operations(rule) <= arities.keys()]
        rules_as_text, growing = rules_text(usable, bits)
        commands = [
            "(sort T)",
            "(sort Operands (Vec T))",
            "(constructor C (BigInt) T)",
            "(constructor Arg (i64) T)",
            f"(constructor {_HANDLE} (i64) T :unextractable)",
            "(constructor Get (i64 T) T)",
            "(constructor Op (String Operands) T)",
            *[
                f"(constructor {constructor(name)} ({' '.join(['T'] * count)}) T)"
                for name, count in arities.items()
            ],
            power_table_text(bits),
            rules_as_text,
            *[
                _number_is_enough(name, count)
                for name, count in arities.items()
                if name in foldable
            ],
            more_rules,
            f"(ruleset {GROWING})",
            _number_as_complement(bits) if "not" in arities else "",
            DECLARATION,
        ]
        self._engine.run("\n".join(commands))
        self.growing = GrowingRules(self._engine, growing, back_off)

    def begin(self) -> None:
        """Start with an empty e-graph."""
        self._engine.run("(push)")

    def end(self) -> None:
        """Drop everything since `begin`."""
        self._engine.run("(pop)")
        self._facts.forget()
        self.growing.forget()

    def unite(self, unions: Iterable[tuple[int, ENode]]) -> None:
        """Unite handles with applications of operations to other handles."""
        for handle, node in unions:
            self._add_fact(handle, node)
        self._facts.send()

    def unite_handles(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Unite handles with each other."""
        action = f"(union ({_HANDLE} {{0}}) ({_HANDLE} {{1}}))"
        for one, other in pairs:
            self._facts.add("SameRow", (NUMBER, NUMBER), action, (str(one), str(other)))
        self._facts.send()

    def fold(self, results: Iterable[tuple[str, list[int], int]]) -> None:
        """State the results of operations on numbers."""
        for name, operands, value in results:
            count = len(operands)
            numbers = [f"(C (from-string {{{index}}}))" for index in range(count + 1)]
            operation = f"({' '.join([constructor(name), *numbers[:count]])})"
            self._facts.add(
                f"{constructor(name)}Fold",
                (TEXT,) * (count + 1),
                f"(union {operation} {numbers[count]})",
                [str(word) for word in (*operands, value)],
            )
        self._facts.send()

    def _add_fact(self, handle: int, node: ENode) -> None:
        head, count = node.head, len(node.children)
        children = [str(child) for child in node.children]
        operands = [f"({_HANDLE} {{{index + 1}}})" for index in range(count)]
        if isinstance(head, int):
            row, types, form = [str(head)], [TEXT], "(C (from-string {1}))"
            table = "NumberRow"
        elif isinstance(head, tuple):
            row, types, form, table = [str(head[1])], [NUMBER], "(Arg {1})", "ArgumentRow"
        elif head in self._arities:
            form = f"({' '.join([constructor(head), *operands])})"
            row, types, table = children, [NUMBER] * count, f"{constructor(head)}Row"
        elif head.startswith(PROJECTION):
            row, types = [head.removeprefix(PROJECTION), *children], [NUMBER, NUMBER]
            form, table = f"(Get {{1}} ({_HANDLE} {{2}}))", "ProjectionRow"
        else:
            operands = [f"({_HANDLE} {{{index + 2}}})" for index in range(count)]
            vector = f"(vec-of {' '.join(operands)})" if operands else "(vec-empty)"
            row, types = [head, *children], [TEXT, *[NUMBER] * count]
            form, table = f"(Op {{1}} {vector})", f"Operation{count}Row"
        action = f"(union ({_HANDLE} {{0}}) {form})"
        self._facts.add(table, [NUMBER, *types], action, [str(handle), *row])

    def step(self) -> bool:
        """Clean up, then apply every rule that does not pause once, everywhere; returns whether
        that changed anything."""
        cleaned, _ = self._engine.apply(f"(run-schedule (saturate (run {CLEANING})))")
        return self.growing.apply() or cleaned

    def size(self) -> int:
        """The number of e-nodes, handles not counted."""
        counts = self._engine.node_counts()
        names = [*_FORMS, *map(constructor, self._arities)]
        return sum([counts[name] for name in names])

    def export(self) -> Export:
        """The contents of the e-graph."""
        names = {constructor(name): name for name in self._arities}
        return read_snapshot(self._engine, names)


def pure_operations(dialect: Dialect) -> dict[str, int]:
    """The instructions that compute a word from words and nothing else, with their operands."""
    return {
        builtin.name: builtin.parameters
        for builtin in dialect.builtins.values()
        if builtin.is_pure and builtin.parameters
    }


def yul_session(dialect: Dialect) -> Session:
    """The session for the pure instructions of a dialect."""
    return _yul_session(dialect, os.getpid())


@functools.cache
def _yul_session(dialect: Dialect, process: int) -> Session:
    # A forked process has no thread of another session.
    return Session(pure_operations(dialect), rules_of_version(dialect.version), WORD_BITS)


def _number_as_complement(bits: int) -> str:
    """The rule that adds the form `not(number)` to a large number."""
    mask, half = number_text((1 << bits) - 1), number_text(1 << (bits - 1))
    facts = f"(= e (C a)) (>= a {half})"
    return f'(rule ({facts}) ((union e (Not (C (- {mask} a))))) :ruleset {GROWING} :name "not")'


def _fold_constants(session: Session) -> bool:
    """Fold operations on numbers that the library cannot; returns whether there were any."""
    export = session.export()
    numbers: dict[int, int] = {}
    for index, nodes in enumerate(export.classes):
        for node in nodes:
            if isinstance(node.head, int):
                numbers[index] = node.head
    found: list[tuple[str, list[int], int]] = []
    for index, nodes in enumerate(export.classes):
        for node in nodes:
            if (
                isinstance(node.head, str)
                and index not in numbers
                and node.head in session.foldable
                and all(child in numbers for child in node.children)
            ):
                operands = [numbers[child] for child in node.children]
                found.append((node.head, operands, session.evaluate(node.head, operands)))
    session.fold(found)
    return bool(found)


def _limit(report: Report, limits: Limits, size: int, growth: float, seconds: float) -> str:
    if report.iterations >= limits.iterations:
        return "iterations"
    if size >= limits.nodes or size * growth * growth > _MAX_OVERSHOOT * limits.nodes:
        return NODES
    return SECONDS if seconds >= limits.seconds else ""


def _number_is_enough(name: str, count: int) -> str:
    """The rule that subsumes operations equal to a number."""
    node = f"({' '.join([constructor(name), *[f'x{index}' for index in range(count)]])})"
    facts = f"(= (C number) {node})"
    return f'(rule ({facts}) ((subsume {node})) :ruleset {CLEANING} :name "known-{name}")'


def _operations(rule: Rule) -> set[str]:
    """The instructions in a rule, except in formulas."""
    found: set[str] = set()
    stack: list[Term] = [rule.pattern, rule.replacement]
    while stack:
        term = stack.pop()
        if isinstance(term, Operation):
            found.add(term.name)
            stack.extend(term.operands)
    return found
