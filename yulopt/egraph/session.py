"""One saturation after the other, in an e-graph of the library that keeps the rules.

To read the rules takes longer than to saturate a small function; so this is done once, and each
saturation takes place between `push` and `pop`.

Terms are sent with a handle for each: `(union (H 7) (Add (H 3) (H 5)))`, as rows of tables (see
`yulopt.egraph.facts`).

Source: chapter 09, sections 6.1 and 6.2.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Final

from yulopt.dialect import Dialect
from yulopt.egraph.back_off import BackOff
from yulopt.egraph.engine import Engine
from yulopt.egraph.export import PROJECTION, ENode, Export, read_snapshot
from yulopt.egraph.facts import DECLARATION, NUMBER, TEXT, Facts
from yulopt.egraph.growing import GrowingRules
from yulopt.egraph.rule_tables import rules_of_version
from yulopt.egraph.rule_text import (
    CLEANING,
    GROWING,
    constructor,
    number_text,
    power_table_text,
    rules_text,
)
from yulopt.rules import Rule
from yulopt.rules.arithmetic import COMPUTABLE, HELPERS, compute
from yulopt.rules.terms import Operation, Term

WORD_BITS: Final = 256
FOLDABLE: Final = COMPUTABLE - HELPERS
HANDLE: Final = "H"
_FORMS: Final = frozenset({"C", "Arg", "Get", "Op"})


class Session:
    """An e-graph for words of `bits` bits, with these operations (and their number of operands)
    and rules; raises `YulError` if the library is not installed.

    Other operations may have any number of operands; no rules are about them, except for
    projections (`projection_head`). `evaluate` computes the operations that are `foldable`.
    `growing` are the rules that find new forms; with `back_off`, they pause when they match too
    often.
    """

    __slots__ = ("_arities", "_engine", "_facts", "evaluate", "foldable", "growing")

    def __init__(
        self,
        arities: dict[str, int],
        rules: Iterable[Rule],
        bits: int,
        foldable: Container[str] = FOLDABLE,
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
            f"(constructor {HANDLE} (i64) T :unextractable)",
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
            number_as_complement(bits) if "not" in arities else "",
            DECLARATION,
        ]
        self._engine.run("\n".join(commands))
        self.growing = GrowingRules(self._engine, growing, back_off)

    def begin(self) -> None:
        """Start with an empty e-graph."""
        self._engine.run("(push)")

    def end(self) -> None:
        """Forget everything since `begin`."""
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
        action = f"(union ({HANDLE} {{0}}) ({HANDLE} {{1}}))"
        for one, other in pairs:
            self._facts.add("SameRow", (NUMBER, NUMBER), action, (str(one), str(other)))
        self._facts.send()

    def fold(self, results: Iterable[tuple[str, list[int], int]]) -> None:
        """State what operations on numbers give."""
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
        operands = [f"({HANDLE} {{{index + 1}}})" for index in range(count)]
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
            form, table = f"(Get {{1}} ({HANDLE} {{2}}))", "ProjectionRow"
        else:
            operands = [f"({HANDLE} {{{index + 2}}})" for index in range(count)]
            vector = f"(vec-of {' '.join(operands)})" if operands else "(vec-empty)"
            row, types = [head, *children], [TEXT, *[NUMBER] * count]
            form, table = f"(Op {{1}} {vector})", f"Operation{count}Row"
        action = f"(union ({HANDLE} {{0}}) {form})"
        self._facts.add(table, [NUMBER, *types], action, [str(handle), *row])

    def step(self) -> bool:
        """Clean up, then apply every rule that does not pause once, everywhere; says whether that
        changed anything."""
        cleaned, _ = self._engine.apply(f"(run-schedule (saturate (run {CLEANING})))")
        return self.growing.apply() or cleaned

    def size(self) -> int:
        """The number of e-nodes, handles not counted."""
        counts = self._engine.node_counts()
        names = [*_FORMS, *map(constructor, self._arities)]
        return sum([counts[name] for name in names])

    def export(self) -> Export:
        """What is in the e-graph."""
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
    # A process that is forked has no thread of another session.
    return Session(pure_operations(dialect), rules_of_version(dialect.version), WORD_BITS)


def number_as_complement(bits: int) -> str:
    """The rule that gives a large number the form `not(number)` as well."""
    mask, half = number_text((1 << bits) - 1), number_text(1 << (bits - 1))
    facts = f"(= e (C a)) (>= a {half})"
    return f'(rule ({facts}) ((union e (Not (C (- {mask} a))))) :ruleset {GROWING} :name "not")'


def _number_is_enough(name: str, count: int) -> str:
    """The rule that what is a number need not be looked at as an operation any more."""
    node = f"({' '.join([constructor(name), *[f'x{index}' for index in range(count)]])})"
    facts = f"(= (C number) {node})"
    return f'(rule ({facts}) ((subsume {node})) :ruleset {CLEANING} :name "known-{name}")'


def _operations(rule: Rule) -> set[str]:
    """The instructions in a rule, without what formulas compute."""
    found: set[str] = set()
    stack: list[Term] = [rule.pattern, rule.replacement]
    while stack:
        term = stack.pop()
        if isinstance(term, Operation):
            found.add(term.name)
            stack.extend(term.operands)
    return found
