"""Symbolic execution: the results and effects of a function, as terms of parameters and state.

Paths are not enumerated. At joins, variables and the parts of the state become choices between
their values on either path; paths that end the frame, leave the function or a loop are a separate
term (`control`). Variables are looked up by name, so copies, renamings and single assignments
leave no trace; parts of the state are variables, too, called `#memory` and so on.

Source: King, "Symbolic execution and program testing" (CACM 1976); gated joins as in Tristan,
Govereau, Morrisett (PLDI 2011).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import attr

from yulopt.prover.answers import CodeView
from yulopt.prover.builtins import Builtins, State
from yulopt.prover.called import called
from yulopt.prover.graph import Graph
from yulopt.prover.known import MAX_ADDRESS, NOTHING, UNKNOWN, Bounds, KnownMemory
from yulopt.prover.loop_guesses import confirmed, counted_bounds, guessed_bounds
from yulopt.prover.memory_facts import MEMORY
from yulopt.prover.modified import ModifiedNames
from yulopt.prover.paths import Paths, Run
from yulopt.prover.rounds import Loop
from yulopt.prover.summaries import PARTS, SORTS, Calls, CallSite, Ended, Summary, Ways
from yulopt.prover.terms import Term
from yulopt.prover.words import ARITHMETIC
from yulopt.prover.work_clock import OpenQuestion
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Break,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Leave,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)

# Each attempt executes a round, and so the loops in it.
_MAX_ATTEMPTS: Final = 4
# How deep recursive calls with known arguments are executed.
_MAX_DEPTH: Final = 64
_ACCESSES: Final = frozenset({"mload", "mstore", "mstore8"})


class Execution(Paths):
    """Executes code symbolically. `check_time` is called regularly, and may raise an error.

    With `bounds_loops`, a round of each loop is executed twice, first for bounds of words; masks
    that change nothing on a path are dropped; and words that a round does not access are written
    after the loop. With `finds_invariants`, the summary of a function also
    describes calls of it.
    """

    def __init__(
        self,
        graph: Graph,
        code: CodeView,
        calls: Calls,
        builtins: Builtins,
        check_time: Callable[[], None],
        *,
        bounds_loops: bool,
        finds_invariants: bool,
    ) -> None:
        super().__init__(graph, builtins, bounds_loops=bounds_loops)
        self._finds_invariants = finds_invariants
        self._code = code
        self._calls = calls
        self._builtins = builtins
        self._check_time = check_time
        self._notes_calls = True
        # The targets of `leave`, and of `break` and `continue`, the innermost last.
        self._functions: list[Ways] = []
        self._loops: list[Ways] = []
        self._unfolding: list[str] = []
        # The addresses of words of memory that were read, since the start of a round if in one.
        self._read: dict[Term, None] = {}
        self._spilled = builtins.spilled
        # The parts of the state that functions pass on, spilled variables among them.
        self._parts_of_state: tuple[str, ...] = PARTS
        if self._spilled is not None:
            self._parts_of_state += tuple(sorted(self._spilled.names.values()))
        self._modified = ModifiedNames(
            calls, with_extent=builtins.with_extent, spilled=self._spilled
        )

    def function(self, name: str) -> Summary:
        """The summary of a function for any state."""
        definition = self._code.functions[name]
        self._state = self._initial()
        args = [self._graph.parameter(index) for index in range(len(definition.parameters))]
        known = self._calls.known(name)
        if known is not None:
            args = known.note_parameters(self._graph.terms, args)
            if known.entry is not None:
                above = [args[number] for number in sorted(known.entry)]
                self._memory.enter_heap(self._state, above, with_object=self._finds_invariants)
        self._unfolding = [name]
        summary = self._body(definition, args)
        if known is None or not self._finds_invariants:
            return summary
        return replace(
            summary,
            written_at=self._memory.written_at(args),
            guarantee=self._memory.guarantee(summary.kept, known.entry or frozenset()),
        )

    def outermost(self) -> Summary:
        """The summary of the code outside functions, from the start of a frame."""
        self._state = self._initial() | self._graph.empty_frame()

        def run() -> None:
            self._statements(self._code.block)
            _, control = self._builtins.execute(self._state, "stop", [], [])
            assert control is not None
            self._parts.append(control)
            raise Ended

        control, _ = self._region(run)
        return Summary(control, (), {})

    def _initial(self) -> State:
        state = {part: self._graph.initial(part) for part in PARTS}
        if self._spilled is not None:
            state |= {name: self._unknown(name) for name in self._spilled.names.values()}
        return state

    def _unknown(self, name: str) -> Term:
        """The unknown value of a spilled variable."""
        return self._graph.terms.unknown_word(name)

    # Functions

    def _body(self, definition: FunctionDefinition, args: list[Term]) -> Summary:
        """Execute the body of a function in the current state."""
        terms = self._graph.terms
        outer, loops = self._state, self._loops
        self._state = {part: outer[part] for part in self._parts_of_state}
        self._state.update(zip(definition.parameters, args, strict=True))
        self._state.update(dict.fromkeys(definition.returns, terms.zero))
        self._loops = []
        names = (*self._parts_of_state, *definition.returns)
        ways = Ways(names, definition.returns if self._finds_invariants else ())
        self._functions.append(ways)
        self._journals.append({})
        mark = self._facts.mark()
        control, falls = self._region(lambda: self._statements(definition.body))
        if falls:
            self._add(ways, terms.fall)
        if len(ways.states) > falls:
            self._facts.forget(mark)
        self._journals.pop()
        self._functions.pop()
        self._loops, self._state = loops, outer
        joined = ways.joined(self._graph, control)
        fixed = ways.joined_fixed(self._graph, control)
        returning = self._graph.control.select(
            control, lambda leaf: terms.fall if leaf in ways.states else leaf
        )
        assert returning is not None
        if joined is None:
            return Summary(returning, (), {})
        results = tuple(joined[name] for name in definition.returns)
        state = {part: joined[part] for part in self._parts_of_state}
        return Summary(returning, results, state, ways.kept, fixed, ways.bounds)

    def _call(self, name: str, args: list[Term]) -> list[Term]:
        key, known = self._calls.key(name), self._calls.known(name)
        entry = self._memory.entry(known, self._state, args)
        inlines = key is None or (self._calls.is_unfolded(name) and self._can_unfold(name, args))
        if self._notes_calls:
            self._calls.note_call(name, CallSite(args, self._facts, entry.above, inlines))
        if key is None or inlines:
            return self._unfold(name, args)
        effects = self._calls.effects(name)
        if "memory" in effects.uses:
            self._frames.access_all()
        found = called(
            self._graph,
            self._state,
            key,
            args,
            len(self._code.functions[name].returns),
            effects,
            accesses_count=self._spilled is not None,
        )
        if found.control is not None:
            self._parts.append(found.control)
            if not self._graph.control.can_fall(found.control):
                raise Ended
            self._facts.learn(found.control.args[0], found.control.args[1].op == "fall")
        for part, value in found.writes.items():
            self._set(part, value)
        if self._spilled is not None:
            for variable in sorted(self._spilled.written.get(name, ())):
                self._set(variable, self._unknown(variable))
        if known is not None:
            self._memory.after_call(known, entry, self._state, found.results)
        return [self._facts.of(result) for result in found.results]

    def _can_unfold(self, name: str, args: list[Term]) -> bool:
        """Whether a call can be inlined: it is not recursive, or executes known values."""
        depth = self._unfolding.count(name)
        return not depth or (depth < _MAX_DEPTH and all(arg.is_constant for arg in args))

    def _unfold(self, name: str, args: list[Term]) -> list[Term]:
        if not self._can_unfold(name, args):
            raise OpenQuestion(f"recursion of {name}, which has no counterpart")
        self._unfolding.append(name)
        summary = self._body(self._code.functions[name], args)
        self._unfolding.pop()
        if summary.control is not self._graph.terms.fall:
            self._parts.append(summary.control)
        if not self._graph.control.can_fall(summary.control):
            raise Ended
        for part, value in summary.state.items():
            self._set(part, value)
        self._memory.note_fixed(self._state, summary.fixed)
        self._memory.note(self._state, summary.kept)
        return list(summary.results)

    # Expressions

    def _value(self, expression: Expression) -> Term:
        if isinstance(expression, Identifier):
            return self._facts.here(self._state[expression.name])
        if isinstance(expression, Literal):
            return self._graph.terms.constant(expression.value)
        assert isinstance(expression, FunctionCall)
        (value,) = self._values(expression)
        return value

    def _values(self, expression: Expression) -> list[Term]:
        """The values of an expression; a call can have any number of them."""
        if not isinstance(expression, FunctionCall):
            return [self._value(expression)]
        args: list[Term] = []
        literals: list[str] = []
        for argument in reversed(expression.arguments):
            if isinstance(argument, Literal) and argument.unlimited:
                literals.append(argument.text or "")
            else:
                args.append(self._value(argument))
        args.reverse()
        if expression.builtin is None:
            return self._call(expression.name, args)
        variable = None if self._spilled is None else self._spilled.accessed(expression)
        if variable is not None:
            if expression.name == "mload":
                return [self._facts.of(self._state[variable])]
            self._set(variable, args[1])
            return []
        if expression.name in ARITHMETIC:
            return [self._facts.here(self._graph.words.apply(expression.name, args))]
        if self._bounds_loops and expression.name in _ACCESSES:
            self._facts.limit(args[0], 0, MAX_ADDRESS)
            if expression.name == "mload":
                self._read[args[0]] = None
        before = {part: self._state[part] for part in PARTS}
        results, control = self._builtins.execute(self._state, expression.name, literals, args)
        for part, value in before.items():
            if self._state[part] is not value:
                self._note(part, value)
        if self._bounds_loops and self._state[MEMORY] is not before[MEMORY]:
            self._memory.after_write(before[MEMORY], self._state, expression.name, args)
        if control is not None and control is not self._graph.terms.fall:
            self._parts.append(control)
            if not self._graph.control.can_fall(control):
                raise Ended
            self._facts.learn(control.args[0], control.args[1] is self._graph.terms.fall)
        return [self._facts.of(result) for result in results]

    # Statements

    def _statements(self, block: Block) -> None:
        for statement in block.statements:
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        self._check_time()
        if isinstance(statement, ExpressionStatement):
            self._values(statement.expression)
        elif isinstance(statement, (Assignment, VariableDeclaration)):
            self._assign(statement)
        elif isinstance(statement, Block):
            self._statements(statement)
        elif isinstance(statement, If):
            run = partial(self._statements, statement.body)
            self._branch([(self._value(statement.condition), run)], None)
        elif isinstance(statement, Switch):
            self._switch(statement)
        elif isinstance(statement, ForLoop):
            self._loop(statement)
        elif isinstance(statement, Leave):
            self._jump("leave", self._functions[-1])
        elif isinstance(statement, Break):
            self._jump("break", self._loops[-1])
        elif isinstance(statement, Continue):
            self._jump("continue", self._loops[-1])

    def _assign(self, statement: Assignment | VariableDeclaration) -> None:
        if isinstance(statement, Assignment):
            names = [target.name for target in statement.targets]
        else:
            names = statement.names
        if statement.value is None:
            values = [self._graph.terms.zero] * len(names)
        else:
            values = self._values(statement.value)
        for name, value in zip(names, values, strict=True):
            self._set(name, value)

    def _switch(self, switch: Switch) -> None:
        word = self._value(switch.expression)
        cases: list[tuple[Term, Run]] = []
        default: Run | None = None
        for case in switch.cases:
            run = partial(self._statements, case.body)
            if case.label is None:
                default = run
            else:
                label = self._graph.terms.constant(case.label.value)
                cases.append((self._graph.words.equal(word, label), run))
        self._branch(cases, default)

    # Loops

    def _loop(self, loop: ForLoop) -> None:
        """Run a loop: one round, for any values of the variables that it changes."""
        self._statements(loop.init)
        constant = self._graph.terms.constant
        # A loop does not change variables that it only sets to the constant that they are.
        entry = {
            name: self._state[name]
            for name, literal in self._modified.names(loop).items()
            if name in self._state
            and (literal is None or self._state[name] is not constant(literal))
        }
        bounds: dict[str, Bounds] = {}
        kept = NOTHING
        if self._bounds_loops:
            bounds, kept = self._invariants(loop, entry)
        found = self._any_round(loop, entry, bounds, kept)
        closed = self._frames.closed(self._graph.loops, found)
        if self._functions:
            for leaf, state in closed.leaving.items():
                self._functions[-1].put(leaf, state, found.kept_leaving)
        if closed.control is not self._graph.terms.fall:
            self._parts.append(closed.control)
        if not self._graph.control.can_fall(closed.control):
            raise Ended
        for name, value in closed.after.items():
            self._set(name, value)
            if bounds and found.exits is not None:
                self._facts.limit(value, found.exits[name].least, found.exits[name].most)
        self._memory.note(self._state, found.kept_at_exit)
        self._memory.follow(found.kept_at_exit.older_than(found.first))

    def _invariants(self, loop: ForLoop, entry: State) -> tuple[dict[str, Bounds], KnownMemory]:
        """Bounds of words at the start of every round, and the facts about memory there.

        Optimistically, no word drops below its bound before the loop, and words of memory that the
        first round may leave unchanged stay the same. Assumptions that a round contradicts are
        dropped, and after some attempts all of them are.
        """
        inner, notes_calls = len(self._graph.loops.closed), self._notes_calls
        self._notes_calls = False
        before = self._facts.bounds_of(entry)
        assumed = guessed_bounds(loop, entry, before, self._graph.loops.bounds)
        kept = self._memory.before(self._state)
        read, self._read = self._read, {}
        for attempt in range(_MAX_ATTEMPTS):
            with self._frames.ignored():
                found = self._any_round(loop, entry, assumed, kept)
            bounds = confirmed(assumed, found.bounds_next)
            following = kept if found.following is None else found.kept_next
            left = kept.holding_in(following)
            if attempt == 0 and found.following is not None:
                bounds |= counted_bounds(before, found.carried, found.following, bounds)
            if attempt == 0 and MEMORY in entry and found.following is not None:
                addresses = [one for one in self._read if one.newest < found.first]
                words = self._memory.unwritten(entry[MEMORY], found.following[MEMORY], addresses)
                left = attr.evolve(left, words=words)
            if (bounds, left) == (assumed, kept):
                break
            gives_up = attempt + 2 == _MAX_ATTEMPTS
            assumed, kept = ({}, NOTHING) if gives_up else (bounds, left)
        self._read = read | self._read
        self._notes_calls = notes_calls
        del self._graph.loops.closed[inner:]
        bounds = found.bounds(before)
        for name, known in assumed.items():
            bounds[name] = known.meet(bounds.get(name, UNKNOWN))
        self._graph.loops.bounds |= bounds
        return bounds, kept

    def _any_round(
        self, loop: ForLoop, entry: State, bounds: dict[str, Bounds], kept: KnownMemory
    ) -> Loop:
        """Run one round for any values within bounds, and restore the state before the loop.

        `kept` are the facts about memory at the start of the round.
        """
        first = self._graph.terms.newest_serial + 1
        carried = {name: self._graph.terms.open_symbol(SORTS.get(name, 0)) for name in entry}
        for name, known in bounds.items():
            known.limit(carried[name])
        before = set(self._functions[-1].states) if self._functions else set()
        mark, words, floors = self._facts.mark(), self._memory.words, self._memory.floors
        self._journals.append(dict(entry))
        self._state.update(carried)
        self._memory.in_round(self._state, kept)
        with self._frames.round(entry.get(MEMORY), first) as untouched:
            found = replace(self._round(loop, entry, carried, first), untouched=tuple(untouched))
        self._memory.words, self._memory.floors = words, floors
        self._undo(self._journals.pop(), carried)
        self._facts.forget(mark)
        if not self._functions:
            return found
        ways = self._functions[-1]
        left = {leaf: ways.take(leaf) for leaf in list(ways.states) if leaf not in before}
        return replace(
            found,
            leaving={leaf: state for leaf, (state, _) in left.items()},
            kept_leaving=KnownMemory.of_all([kept for _, kept in left.values()]),
        )

    def _round(self, loop: ForLoop, entry: State, carried: State, first: int) -> Loop:
        """Run the condition, the body and the post block once; for the arguments, see `Loop`."""
        terms, control = self._graph.terms, self._graph.control
        names = tuple(entry)
        jumps, exits = Ways(names), Ways(names)
        mark = self._facts.mark()

        def run() -> None:
            nonlocal mark
            value = self._value(loop.condition)
            holds = self._facts.decide(value)
            if holds is not True:
                leaf = control.point("exit")
                self._add(exits, leaf)
                if holds is False:
                    self._parts.append(leaf)
                    raise Ended
                self._parts.append(self._graph.choices.choose(value, terms.fall, leaf))
                self._facts.learn(value, holds=True)
            mark = self._facts.mark()
            self._statements(loop.body)

        self._loops.append(jumps)
        whole, falls = self._region(run)
        self._loops.pop()
        again = Ways(names)
        for leaf in list(jumps.states):
            assert isinstance(leaf.data, tuple)
            (exits if leaf.data[0] == "break" else again).put(leaf, *jumps.take(leaf))
        if falls:
            self._add(again, terms.fall)
        if len(again.states) > falls:
            self._facts.forget(mark)
        following: State | None = None
        bounds_next: dict[str, Bounds] = {}
        kept_next = NOTHING
        after = terms.fall
        joined = again.joined(self._graph, whole)
        if joined is not None:
            self._state.update(joined)
            self._memory.note(self._state, again.kept)
            after, falls = self._region(lambda: self._statements(loop.post))
            if falls:
                following = {name: self._state[name] for name in names}
                if self._bounds_loops:
                    bounds_next = self._facts.bounds_of(following)
                kept_next = self._memory.at(self._state)
        after = control.then(after, terms.make("next"))
        mapped = control.replaced(
            whole,
            dict.fromkeys(exits.states, terms.make("exit")) | dict.fromkeys(again.states, after),
        )
        at_exit = exits.joined(self._graph, whole)
        kept = exits.kept, kept_next
        return Loop(entry, carried, first, mapped, at_exit, following, {}, bounds_next, *kept)
