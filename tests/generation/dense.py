"""Seeded generator of dense programs: whatever a statement does matters to one nearby.

There are few variables, few small numbers, few places in storage and memory, some of which overlap;
loops and calls end after few rounds, nothing depends on gas, and at the end the program stores its
variables and logs its memory. So a step that mistakes what is known, or still needed, somewhere
mostly changes what the program does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from textwrap import indent

from tests.generation.dense_expressions import (
    LENGTHS,
    LITERALS,
    PLACES,
    SLOTS,
    ExpressionWriter,
    Function,
    Place,
    Scope,
)

# Possible main subjects of a program.
FOCUSES = ("variable", "memory", "word", "storage", "function")
_OTHER_ACCOUNT = "0x9999"
_FIRST_WITNESS = 0x1000
_HALTS = ("revert(0, 64)", "return(0, 64)", "stop()", "invalid()", "revert(0, 0)")
_MAX_VARIABLES = 7
# Possible subjects of an echo.
_KINDS = "variable variable memory memory memory memory storage storage transient".split()
# Names of variables, and the prefix of those in a copy of a function.
_NAME = re.compile(r"\b((?:v|x|ret)_\d+)\b")
_TWIN = "twin_"
_OWN_NAME = re.compile(rf"\b{_TWIN}(?:v|x|ret)_\d+\b")
# Above what the programs use otherwise.
_GUARD = "0x200"


def _braces(lines: list[str]) -> str:
    return "{\n" + indent("\n".join(lines), "    ") + "\n}" if lines else "{ }"


class _Writer(ExpressionWriter):
    """Writes statements, functions and the whole program."""

    # Statements

    def block(self, scope: Scope, count: int, *ending: str) -> str:
        return _braces([*self.statements(scope, count), *ending])

    def statements(self, scope: Scope, count: int) -> list[str]:
        inner = scope.child()
        lines: list[str] = []
        for _ in range(count):
            self.left -= 1
            (kind,) = self.rng.choices(self.kinds, self.weights)
            lines += self.statement(kind, inner)
        return lines

    def statement(self, kind: str, scope: Scope) -> list[str]:
        rng = self.rng
        if self.left < 0 or (self.depth > 3 and kind in ("if", "switch", "for")):
            kind = rng.choice(("assign", "memory", "storage"))
        targets = scope.targets()
        if not targets and kind in ("assign", "load"):
            kind = "memory"
        match kind:
            case "assign":
                value = rng.choice((self.expression(scope), self.atom(scope)))
                return [f"{rng.choice(targets)} := {value}"]
            case "load":
                return [f"{rng.choice(targets)} := {self.load(scope)}"]
            case "declare" if len(scope.variables) < _MAX_VARIABLES:
                value = rng.choice((self.expression(scope), self.load(scope)))
                name = self.fresh()
                scope.variables.append(name)
                return [f"let {name} := {value}" if rng.random() < 0.9 else f"let {name}"]
            case "storage":
                store = rng.choice(("sstore", "sstore", "sstore", "tstore"))
                return [f"{store}({self.slot(scope)}, {self.expression(scope, 1)})"]
            case "if":
                return [self.branch(scope)]
            case "switch":
                return [self.switch(scope)]
            case "for":
                return [self.loop(scope)]
            case "call" if self.functions:
                return [self.call_statement(scope, rng.choice(self.functions))]
            case "effect":
                return [self.effect(scope)]
            case "guard" if targets:
                return [self.guard(scope, rng.choice(targets))]
            case "discard" if any(function.results == 1 for function in self.functions):
                single = [function for function in self.functions if function.results == 1]
                call = self.call(rng.choice(single), scope)
                return [rng.choice((f"pop({call})", f"let {self.fresh()} := {call}"))]
            case "echo":
                return self.echo(scope)
            case "joint" if any(function.results == 1 for function in self.functions):
                return self.joint(scope)
        store = "mstore8" if rng.random() < 0.15 else "mstore"
        return [f"{store}({self.place(scope)}, {self.expression(scope, 1)})"]

    def joint(self, scope: Scope) -> list[str]:
        """Two values that may depend on each other's moment."""
        rng, name = self.rng, self.fresh()
        single = [function for function in self.functions if function.results == 1]
        calls = [self.call(rng.choice(single), scope) for _ in range(2)]
        one, other = rng.choice((calls, [self.load(scope), calls[0]]))
        outer = rng.choice(single)
        arguments = ", ".join((one, other)[: outer.parameters])
        kind = rng.random()
        if kind < 0.25:
            return [f"log2(0, 32, {one}, {other})"]
        if kind < 0.5:
            return [f"let {name} := {one}", f"sstore({name}, {other})"]
        if kind < 0.75:
            return [f"sstore(1, {outer.name}({arguments}))"]
        return [f"sstore({one}, {other})"]

    def echo(self, scope: Scope) -> list[str]:
        """Something is written, perhaps written again, and read."""
        rng, targets = self.rng, scope.targets()
        words_only = self.focus == "word"
        kind = "memory" if words_only else rng.choice(_KINDS)
        if self.focus in _KINDS:
            kind = self.focus
        if kind == "variable" and not targets:
            kind = "memory"
        length = rng.choice(LENGTHS)
        place, variable = self.draw_place(), rng.choice(targets) if targets else ""
        slot, repeated = self.slot(scope), self.expression(scope, 1)
        if variable and rng.random() < 0.4:
            repeated = f"add({variable}, 1)"

        def write() -> str:
            value = rng.choice(scope.variables) if scope.variables else "1"
            if rng.random() < 0.3:
                value = rng.choice(LITERALS)
            match kind:
                case "variable":
                    return f"{variable} := {repeated if rng.random() < 0.4 else value}"
                case "memory":
                    near = self.spell(
                        self.near(place) if rng.random() < 0.75 else self.draw_place()
                    )
                    if not words_only and rng.random() < 0.15:
                        return self.effect(scope, place)
                    store = "mstore8" if not words_only and rng.random() < 0.15 else "mstore"
                    return f"{store}({near}, {value})"
                case "storage":
                    return f"sstore({slot if rng.random() < 0.8 else self.slot(scope)}, {value})"
            return f"tstore({slot}, {value})"

        def read() -> str:
            near = self.spell(self.near(place))
            other = self.spell(self.near(place))
            values = {
                "variable": (variable, repeated),
                "memory": (*[f"mload({near})"] * 3, f"keccak256({near}, {length})"),
                "storage": (f"sload({slot})",),
                "transient": (f"tload({slot})",),
            }
            value = rng.choice(values[kind])
            uses = [f"sstore({rng.choice(SLOTS)}, {value})", f"log1(0, 0, {value})"]
            if targets:
                uses += [f"{rng.choice(targets)} := {value}"] * 2
            if kind == "memory" and not words_only and rng.random() < 0.45:
                uses = [
                    f"log0({near}, {length})",
                    f"mcopy({other}, {near}, 32)",
                    f"pop(call(gas(), {_OTHER_ACCOUNT}, 0, {near}, {length}, {other}, 32))",
                ]
            return rng.choice(uses)

        between = []
        if rng.random() < 0.7:
            between.append(self.wrapped(scope, write, read))
        if rng.random() < (0.05 if words_only else 0.3):
            between += self.statement(rng.choice(("assign", "call", "effect")), scope)
        if rng.random() < 0.05:
            end = rng.choice(("return(0, 64)", "stop()"))
            between.append(f"if {self.condition(scope)} {{ {end} }}")
        if slot in targets and rng.random() < 0.4:
            between.append(f"{slot} := {self.atom(scope)}")
        if self.asks_for_msize:
            between += [f"pop(mload({self.place(scope)}))", "sstore(1, msize())"]
        last = [write()] if rng.random() < 0.4 else []
        first = [write()] if rng.random() < 0.8 else []
        if rng.random() < 0.3:
            first.append(read())
        return [*first, *between, read(), *last]

    def wrapped(self, scope: Scope, write: Callable[[], str], read: Callable[[], str]) -> str:
        """A write that may not happen, or happen again, in a branch or a loop."""
        rng = self.rng
        condition = self.condition(scope)
        jump = self.jump(scope) if rng.random() < 0.3 and scope.jumps else ""
        kind = rng.random() * (0.85 if self.focus == "word" else 1)
        if kind < 0.3:
            return write()
        if kind < 0.6:
            return f"if {condition} {{ {write()} {jump} }}"
        if kind < 0.8:
            cases = [f"case 0 {{ {write()} {jump} }}", f"case 1 {{ {read()} {write()} }}"]
            ending = rng.choice(("", f"default {{ {write()} }}"))
            return f"switch {condition} {' '.join(rng.sample(cases, rng.choice((1, 2))))} {ending}"
        counter, most = self.fresh(), rng.choice("123")
        leave = rng.choice(("", f"if {condition} {{ {rng.choice((write(), ''))} continue }}", jump))
        if rng.random() < 0.2:
            leave = f"if {condition} {{ {write()} break }}"
        lines = [f"let {self.fresh()} := {self.load(scope)}"] * (rng.random() < 0.3)
        lines += rng.sample((write(), read(), leave), 3)
        post = rng.choice(("", write(), read(), read()))
        head = f"for {{ let {counter} := 0 }} lt({counter}, {most})"
        return f"{head} {{ {counter} := add({counter}, 1) {post} }} {_braces(lines)}"

    def condition(self, scope: Scope) -> str:
        rng = self.rng
        kind = rng.random()
        if kind < 0.35 and scope.variables:
            return rng.choice(scope.variables)
        if kind < 0.5:
            return rng.choice(("0", "1"))
        return self.expression(scope, 1)

    def jump(self, scope: Scope) -> str:
        if scope.jumps and self.rng.random() < 0.92:
            return self.rng.choice(sorted(scope.jumps))
        return self.rng.choice(_HALTS)

    def branch(self, scope: Scope) -> str:
        ending = [self.jump(scope)] if self.rng.random() < (0.5 if scope.jumps else 0.1) else []
        condition = self.condition(scope)
        self.depth += 1
        body = self.block(scope, self.rng.choice((0, 1, 1, 2, 3)), *ending)
        self.depth -= 1
        return f"if {condition} {body}"

    def guard(self, scope: Scope, name: str) -> str:
        """An `if` that ends, and an assignment after it that may be implied."""
        value = self.rng.choice(("0", "0", "1", self.atom(scope)))
        return f"if {name} {{ {self.jump(scope)} }}\n{name} := {value}"

    def switch(self, scope: Scope) -> str:
        rng = self.rng
        value = rng.choice((self.condition(scope), self.atom(scope)))
        self.depth += 1
        lines = [f"switch {value}"]
        labels = rng.sample(("0", "1", "2", "32", "255"), rng.choice((1, 1, 2, 2, 3)))
        heads = [f"case {label}" for label in labels]
        if rng.random() < 0.5:
            heads.append("default")
        for head in heads:
            first = []
            if value in scope.targets() and rng.random() < 0.3:
                label = head.partition(" ")[2] or "0"
                first = [f"{value} := {rng.choice((label, '7'))}"]
            ending = [self.jump(scope)] if rng.random() < (0.4 if scope.jumps else 0.1) else []
            body = self.statements(scope, rng.choice((0, 1, 1, 2, 2)))
            lines.append(f"{head} {_braces([*first, *body, *ending])}")
        self.depth -= 1
        return "\n".join(lines)

    def loop(self, scope: Scope) -> str:
        """A loop with a counter of its own, which ends it after few rounds."""
        rng = self.rng
        counter = self.fresh()
        inner = scope.child("break", "continue", fixed=counter)
        outside = scope.child(fixed=counter)
        outside.jumps = tuple({*scope.jumps} - {"break", "continue"})
        most = rng.choice("1223")
        self.depth += 1
        first = [f"let {counter} := 0"]
        if rng.random() < 0.3:
            first += self.statements(_without_jumps(scope), 1)
        post = [f"{counter} := add({counter}, 1)"]
        if rng.random() < 0.5:
            post += self.statements(outside, rng.choice((1, 2)))
        condition, start = f"lt({counter}, {most})", []
        if rng.random() < 0.35:
            end = rng.choice(
                (f"if iszero({condition}) {{ break }}", f"if gt({counter}, {most}) {{ break }}")
            )
            condition, start = rng.choice(("1", "1", "0")), [end]
        ending = [self.jump(inner)] if rng.random() < 0.25 else []
        body = [*start, *self.statements(inner, rng.choice((1, 2, 3, 4))), *ending]
        self.depth -= 1
        return f"for {_braces(first)} {condition} {_braces(post)} {_braces(body)}"

    def call_statement(self, scope: Scope, function: Function) -> str:
        call = self.call(function, scope)
        targets = scope.targets()
        if function.results == 0:
            return call
        if len(targets) >= function.results:
            return f"{', '.join(self.rng.sample(targets, function.results))} := {call}"
        names = [self.fresh() for _ in range(function.results)]
        return f"{{ let {', '.join(names)} := {call} sstore({names[0]}, {names[-1]}) }}"

    def effect(self, scope: Scope, around: Place | None = None) -> str:
        """Something that reads or writes memory, at any place or around one."""
        rng = self.rng
        around = self.draw_place() if around is None else around
        place, other = self.spell(around), self.spell(self.near(around))
        length, value = rng.choice(LENGTHS), self.atom(scope)
        return rng.choice(
            (
                f"log1({place}, {length}, {value})",
                f"log0({place}, {length})",
                f"calldatacopy({place}, {rng.choice(PLACES)}, {length})",
                f"mcopy({place}, {other}, {length})",
                f"codecopy({place}, 0, {length})",
                f"pop(call(gas(), {_OTHER_ACCOUNT}, 0, {place}, {length}, {other}, 32))",
                f"pop(staticcall(gas(), {_OTHER_ACCOUNT}, {place}, {length}, {other}, 64))",
                f"returndatacopy({place}, 0, returndatasize())",
            )
        )

    # The whole

    def define(self, function: Function) -> str:
        """A function that calls only functions that were defined before it."""
        rng = self.rng
        parameters = [self.fresh() for _ in range(function.parameters)]
        results = [self.fresh() for _ in range(function.results)]
        scope = Scope([*parameters, *results], set(), ("leave",))
        arrow = f" -> {', '.join(results)}" if results else ""
        head = f"function {function.name}({', '.join(parameters)}){arrow} "
        if function.results == 1 and rng.random() < 0.3:
            self.pointers = []
            return head + f"{{ {results[0]} := {self.expression(Scope(parameters, set(), ()))} }}"
        kind = rng.random()
        if function.results == 1 and kind < 0.35:
            self.pointers = []
            return head + self.counting(parameters, results[0])
        if function.results == 0 and parameters and kind < 0.4:
            cases = [f"case {label} {{ {rng.choice(_HALTS)} }}" for label in ("255", "32")]
            return head + f"{{ switch {parameters[0]} {' '.join(cases[: rng.choice((1, 2))])} }}"
        before, after = self.frame(0.5) if self.pressure or kind < 0.6 else ([], [])
        self.depth += 1
        body = self.statements(scope, rng.choice((1, 2, 3, 4)))
        self.depth -= 1
        if rng.random() < 0.1:
            body.append(rng.choice((*_HALTS, "leave")))
        return head + _braces([*before, *body, *after])

    def counting(self, parameters: list[str], result: str) -> str:
        """The body of a function that shows how often, and in which order, it is called."""
        step = self.rng.choice((*parameters, "1"))
        if self.rng.random() < 0.7:
            slot = self.rng.choice(SLOTS)
            return f"{{ {result} := sload({slot}) sstore({slot}, add({result}, {step})) }}"
        return f"{{ {result} := mload(32) mstore(32, add({result}, {step})) }}"

    def twin(self, function: Function, text: str) -> str:
        """Another function like one that was defined, or nearly so."""
        rng = self.rng
        twin = Function(_TWIN + function.name, function.parameters, function.results)
        self.functions.append(twin)
        copy = _NAME.sub(rf"{_TWIN}\1", text)
        head, brace, body = copy.replace(function.name, twin.name, 1).partition("{")
        own = _OWN_NAME.findall(head)
        if own and rng.random() < 0.6:
            places = [place for place in _OWN_NAME.finditer(body) if body[place.start() - 1] == "("]
            place = rng.choice(places) if places else None
            if place is not None and place[0] in own:
                body = body[: place.start()] + rng.choice(own) + body[place.end() :]
        return head + brace + body

    def frame(self, chance: float) -> tuple[list[str], list[str]]:
        """Declarations of pointers, which are in scope from here on; perhaps also of more variables
        than the stack can reach, and what uses them in the end.
        """
        self.pointers = [self.fresh(), self.fresh()]
        places = zip(self.pointers, (64, 96), strict=True)
        before = [
            f"let {name} := add(and(calldataload({place}), 0x3f), 32)" for name, place in places
        ]
        after: list[str] = []
        if self.pressure:
            guard = self.fresh()
            before.append(f"let {guard} := memoryguard({_GUARD})")
            self.pointers.append(guard)
            if self.rng.random() < chance:
                for number in range(self.rng.choice((12, 16, 20))):
                    name = self.fresh()
                    before.append(f"let {name} := sload({number})")
                    after.append(f"sstore({_FIRST_WITNESS + number}, {name})")
        return before, after

    def program(self, size: int) -> str:
        """The code."""
        rng = self.rng
        definitions: list[str] = []
        many = self.focus == "function"
        for number in range(rng.choice((2, 3)) if many else rng.choice((0, 1, 2, 2, 3))):
            self.left = 3 if self.focus else size // 2
            self.pointers = []
            function = Function(f"f{number}", rng.randrange(3), rng.choice((0, 1, 1, 2)))
            definitions.append(self.define(function))
            self.functions.append(function)
            if rng.random() < (0.4 if many else 0.2):
                definitions.append(self.twin(function, definitions[-1]))
        before, after = self.frame(0.7)
        self.left = size
        if rng.random() < 0.3:
            # The name is declared outside later.
            before.append(f"{{ let b := {rng.choice(LITERALS)} sstore(2, b) }}")
        variables = ["a", "b", "c"]
        before += ["let a := calldataload(0)", "let b := calldataload(32)", "let c := sload(0)"]
        scope = Scope(variables, set(), ())
        lines = [] if self.focus else self.statements(scope, size // 3)
        for _ in range(size if self.focus else size // 2):
            if many:
                lines += self.statement(rng.choice(("joint", "call", "discard")), scope)
            else:
                lines += self.echo(scope)
                lines += self.statements(scope, 0 if self.focus else rng.choice((0, 0, 1)))
        for function in self.functions * (2 if self.pressure else 1):
            lines.append(self.call_statement(scope, function))
        after += [
            f"sstore({2 * _FIRST_WITNESS + number}, {name})"
            for number, name in enumerate(variables)
        ]
        return _braces([*before, *lines, *after, "log0(0, 0xc0)", *definitions]) + "\n"


def _without_jumps(scope: Scope) -> Scope:
    """The same variables, in a place that must not be left."""
    inner = scope.child()
    inner.jumps = ()
    return inner


def generate_dense(seed: int, size: int = 10, *, pressure: bool = False, focus: str = "") -> str:
    """A program of about `size` statements and functions, for the EVM versions from Cancun on.

    With `pressure`, there often are more variables than the stack can reach, and `memoryguard`.
    `focus`: one of `FOCUSES`, if most of the code is to be about that ("word": only whole words of
    memory).
    """
    return _Writer(seed, pressure, focus).program(size)
