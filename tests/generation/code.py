"""Writes random code blocks: statements and functions."""

from __future__ import annotations

import re
from textwrap import indent

from tests.generation.builtins import words
from tests.generation.expressions import ExpressionWriter
from tests.generation.literals import MAX, literal, spell
from tests.generation.scopes import Function, Scope
from tests.generation.shapes import FUNCTION_KINDS, FUNCTION_NAMES

_WORD = re.compile(r"""hex(?=['"])|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_$][\w$.]*|\d\w*""")


def braces(lines: list[str]) -> str:
    """A block of these lines."""
    return "{\n" + indent("\n".join(lines), "    ") + "\n}" if lines else "{ }"


class CodeWriter(ExpressionWriter):
    """Writes one code block."""

    # Statements.

    def block(self, scope: Scope, count: int, *ending: str) -> str:
        return braces([*self.statements(scope, count), *ending])

    def statements(self, scope: Scope, count: int) -> list[str]:
        """About `count` random statements, and definitions of functions in between."""
        functions = self.plan(scope)
        slots = sorted(self.rng.randint(0, count) for _ in functions)
        lines: list[str] = []
        ended = False
        for position in range(count + 1):
            while slots and slots[0] == position:
                slots.pop(0)
                lines.append(self.define(functions.pop(0), scope))
            if position < count and not ended:
                self.left -= 1
                (kind,) = self.rng.choices(list(self.weights), list(self.weights.values()))
                lines += self.statement(kind, scope)
                ended = kind == "jump" and self.rng.random() < 0.6
        return lines

    def statement(self, kind: str, scope: Scope) -> list[str]:
        rng = self.rng
        if kind in ("if", "switch", "for", "block") and (self.left < 0 or scope.depth > 9):
            kind = "assign"
        if kind == "assign" and len(scope.variables) < 2:
            kind = "declare"
        if kind == "declare" and not self.room(scope, 2):
            kind = "assign"
        match kind:
            case "jump" if scope.depth == 1 and rng.random() < 0.9:
                kind = "effect"
            case "call":
                if callees := self.callees(scope):
                    return [self.call_statement(rng.choice(callees), scope)]
                kind = "effect"
            case "rule":
                declarations, value = self.rule(scope, self.room(scope, 3) and rng.random() < 0.75)
                user = rng.choice(("let {new} := ", "sstore({k}, ", "{t} := "))
                text = self.fill(user if scope.variables else "let {new} := ", scope) + value
                return [*declarations, text + ")" * text.startswith("sstore")]
            case "switch":
                return [self.switch(scope)]
            case "for":
                return [self.loop(scope)]
            case "pressure":
                if len(scope.variables) < 10 or "memoryguard" in self.features:
                    return [self.pressure(scope)]
                kind = "assign"
        template = rng.choice(self.templates[kind])
        if not scope.variables and re.search(r"\{[tv]", template):
            template = "sstore({k}, {e})"
        return [self.fill(template, scope)]

    def call_statement(self, function: Function, scope: Scope) -> str:
        rng, count = self.rng, function.results
        call = self.call(function, scope, rng.choice((0, 1, 1, 2)))
        if count == 0:
            return call
        if count == 1 and rng.random() < 0.3:
            user = rng.choice(words("pop( sstore({k}, mstore({p},"))
            return self.fill(user, scope) + f" {call})"
        if len(scope.variables) >= count and rng.random() < 0.5:
            return f"{', '.join(rng.sample(scope.variables, count))} := {call}"
        names = [self.fresh(scope) for _ in range(count)]
        text = f"let {', '.join(names)} := {call}"
        if self.room(scope, count):
            scope.own_variables += names
            return text
        return f"{{ {text} sstore({names[-1]}, {names[0]}) }}"

    def switch(self, scope: Scope) -> str:
        rng = self.rng
        labels: dict[int, str] = {}
        for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 5))):
            text, value = literal(self.rng)
            labels.setdefault(value, text)
        scrutinee = self.expression(scope, rng.choice((0, 0, 1, 2)))
        if rng.random() < 0.12:
            scrutinee = rng.choice([*labels.values(), literal(self.rng)[0]])
        cases = [f"case {text}" for text in labels.values()]
        if not cases or rng.random() < 0.55:
            cases.append("default")
        lines = [f"switch {scrutinee}"]
        empty = rng.choice((0, 0, 0, 0.7))
        for case in cases:
            inner = scope.child()
            lead = []
            if scrutinee in scope.variables and rng.random() < 0.3:
                lead = [f"{scrutinee} := {case[5:] if case != 'default' else 0}"]
            ending = [self.sample("jump", inner)] if rng.random() < 0.2 else []
            count = rng.choice((0, 1, 1, 2, 3))
            body = [*lead, *self.statements(inner, count), *ending]
            lines.append(f"{case} {braces(body if rng.random() >= empty else [])}")
        return "\n".join(lines)

    def loop(self, scope: Scope) -> str:
        rng = self.rng
        around = scope.child("init")
        init: list[str] = []
        post: list[str] = []
        condition = self.expression(scope, rng.randint(0, 2))
        if rng.random() < 0.6:
            start = self.expression(scope, rng.randint(0, 1))
            counter = self.fresh(around)
            around.own_variables.append(counter)
            init.append(f"let {counter} := {start}")
            post.append(f"{counter} := add({counter}, {rng.choice(('1', '0x20'))})")
            if rng.random() < 0.6:
                condition = f"{rng.choice(('lt', 'sub'))}({counter}, {self.expression(scope, 0)})"
        if rng.random() < 0.2:
            init += self.statements(around, rng.randint(1, 2))
        start_of_body: list[str] = []
        if rng.random() < 0.3:
            condition = rng.choice(words("1 1 0x01 true 0 false 5 'a'"))
            if rng.random() < 0.6:
                start_of_body = [f"if iszero({self.expression(around, 1)}) {{ break }}"]
        if rng.random() < 0.25:
            post += self.statements(around.child("post"), rng.randint(1, 2))
        inner = around.child("body")
        body = [*start_of_body, *self.statements(inner, rng.randint(0, 4))]
        if rng.random() < 0.15:
            body.append(self.sample("jump", inner))
        return f"for {braces(init)} {condition} {braces(post)}\n{braces(body)}"

    def pressure(self, scope: Scope) -> str:
        """Many variables alive at once: about as many as solc can cope with, one way or another."""
        rng = self.rng
        guarded = "memoryguard" in self.features
        load, most = rng.choice((("calldataload", 22), ("sload", 26 if guarded else 19)))
        names = [self.fresh(scope) for _ in range(rng.randint(15 if guarded else 10, most))]
        lines = [f"let {name} := {load}({32 * i})" for i, name in enumerate(names)]
        lines += self.statements(scope.child(), rng.randint(0, 2))
        if rng.random() < 0.5:
            rng.shuffle(names)
        users = ("sstore({k}, ", "mstore({p}, add({s}, ", "sstore({s}, ", "{t} := add({t}, ")
        reused = rng.choice((0, 0, 0.2, 1))  # with these, values may turn out to be unused
        for number, name in enumerate(names):
            user = f"sstore({number}, "
            if rng.random() < reused:
                user = rng.choice(users if scope.variables else users[:3])
            lines.append(self.fill(user, scope) + name + ")" * (1 + ("mstore" in user)))
        return braces(lines)

    # Functions.

    def plan(self, scope: Scope) -> list[Function]:
        """Decide which functions the block defines, so that they can be called anywhere in it."""
        rng = self.rng
        outermost = scope.depth == 1
        if scope.component == "init" or not (outermost or (self.left > 4 and rng.random() < 0.08)):
            return []
        functions: list[Function] = []
        for _ in range(rng.randint(0, 2 + self.left // 9) if outermost else rng.randint(1, 2)):
            (kind,) = rng.choices(list(FUNCTION_KINDS), list(FUNCTION_KINDS.values()))
            (parameters,) = rng.choices(range(5), (1, 3, 3, 1.5, 0.7))
            (results,) = rng.choices(range(4), (2, 4, 1.5, 0.7))
            original = None
            if rng.random() < (0.08 if "memoryguard" in self.features else 0.02):
                parameters, results = rng.randint(5, 10), rng.randint(1, 5)
            match kind:
                case "tiny" | "constant":
                    results = rng.choice((1, 1, 1, 2))
                case "halting":
                    parameters, results = min(parameters, 2), min(results, 1)
                case "guard":
                    parameters, results = max(parameters, 1), 0
                case "copy":
                    if originals := [other for other in functions if other.original is None]:
                        original = rng.choice(originals)
                        parameters, results = original.parameters, original.results
            self.functions += 1
            name = self.fresh(scope, rng.choice((FUNCTION_NAMES, self.bases)))
            parent = scope.function
            new = Function(name, parameters, results, kind, self.functions, parent, original)
            functions.append(new)
        scope.own_functions += functions
        return functions

    def define(self, function: Function, scope: Scope) -> str:
        """The function's text."""
        if function.original is not None:
            return self.copy(function, function.original, scope)
        rng = self.rng
        start = len(self.declared)
        outer = Scope(scope, function, boundary=True)
        names = [self.fresh(outer) for _ in range(function.parameters + function.results)]
        parameters, results = names[: function.parameters], names[function.parameters :]
        outer.own_variables = [name for name in names if rng.random() > 0.1]
        lines = self.body(function, outer, parameters, results)
        function.declared = list(dict.fromkeys(self.declared[start:]))
        comma = "," if parameters and rng.random() < 0.02 else ""
        arrow = " -> " + ", ".join(results) if results else ""
        header = f"function {function.name}({', '.join(parameters)}{comma}){arrow} "
        function.text = header + braces(lines)
        return function.text

    def body(
        self, function: Function, outer: Scope, parameters: list[str], results: list[str]
    ) -> list[str]:
        rng = self.rng
        scope = outer.child()
        match function.kind:
            case "tiny":
                outer.own_variables = parameters
                shapes = self.operation(scope, 0), self.operation(scope, 0), self.sample("s", scope)
                return [f"{name} := {rng.choice(shapes)}" for name in results]
            case "constant":
                return [f"{name} := {literal(self.rng)[0]}" for name in results]
            case "halting":
                return [*self.statements(scope, rng.choice((0, 0, 1))), self.sample("halt", scope)]
            case "guard":
                return [self.fill("if {e} {halting}", scope)]
            case "empty":
                return []
            case "wrapper":
                if callees := [f for f in self.callees(scope) if f.results == len(results)]:
                    call = self.call(rng.choice(callees), scope, 0)
                    return [f"{', '.join(results)} := {call}" if results else call]
        lines = self.statements(scope, rng.choice((1, 1, 2, 3, 4, 6)))
        for name in results:
            if rng.random() < 0.7:
                lines.append(f"{name} := {self.sample('e', scope)}")
        return [*lines, "leave"] if rng.random() < 0.1 else lines

    def copy(self, function: Function, original: Function, scope: Scope) -> str:
        """The original's text with other variable names, and at times with other literals."""
        rng = self.rng
        names: dict[str, str] = {}
        for name in original.declared:
            if rng.random() < 0.3 and not scope.taken(name):
                names[name] = name
        for name in original.declared:
            if name not in names:
                taken = {*names.values(), *original.declared}
                names[name] = self.unused(scope, self.bases, taken)
        self.declared += names.values()
        change = rng.random()

        def replace(match: re.Match[str]) -> str:
            word = match[0]
            if word[0].isdigit() and change > 0.7 and rng.random() < 0.5:
                label = match.string[: match.start()].endswith("case ")
                return spell(rng, (int(word, 0) + (change > 0.85 and not label)) & MAX)
            return names.get(word, word)

        rest = original.text.removeprefix(f"function {original.name}")
        return f"function {function.name}" + _WORD.sub(replace, rest)

    # The whole.

    def code(self, size: int, setters: tuple[str, ...] = ()) -> str:
        """A code block of about `size` lines; `setters` are the immutables that it has to set."""
        rng = self.rng
        self.left = size
        scope = Scope()
        lines = [self.fill(f'setimmutable({{p}}, "{name}", {{e}})', scope) for name in setters]
        if "memoryguard" in self.features:
            guard = f"memoryguard({rng.choice(('0x80', '128', '0x0100', '0xa0'))})"
            lines.append(self.fill(f"let {{new}} := {guard}", scope))
            lines.append(f"mstore(64, {rng.choice((scope.variables[0], guard))})")
        lines += (self.fill("let {new} := {input}", scope) for _ in range(rng.choice((0, 1, 2, 3))))
        lines += self.statements(scope, max(2, round(size * rng.uniform(0.2, 0.5))))
        for function in scope.own_functions:
            while rng.random() < (0.4 if function.calls else 0.8):
                lines.append(self.call_statement(function, scope))
        for variable in rng.sample(scope.variables, min(3, len(scope.variables))):
            store = rng.choice(("sstore({k}, ", "mstore({p}, "))
            lines.append(self.fill(store, scope) + f"{variable})")
        return braces(lines)
