"""Seeded random generator of Yul that needs more stack than the EVM lets it reach.

`generate_stack_pressure` gives programs for the StackCompressor and the StackLimitEvader: many
variables that are alive at once, functions with many parameters and results, control flow between
a variable's declaration and its uses, recursion and, if wanted, `memoryguard`. Same arguments, same
text. Each body draws how many of its variables have values that could be computed again; where
that and `memoryguard` do not help, solc gives up with "stack too deep".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from textwrap import indent

from tests.generation.builtins import ARITHMETIC, available, words
from tests.generation.code import braces
from tests.generation.literals import literal, spell
from tests.generation.scopes import Function, Scope
from tests.generation.shapes import table

# Values that can be computed again anywhere, and values that cannot. `v`: a variable or a small
# literal; `n`: a small number.
MOVABLE = words("""
    calldataload(n) calldataload(n) calldataload(v) caller() callvalue() calldatasize() address()
    add(v,n) not(v) add(calldataload(n),v)
""")
FIXED = words("""
    sload(n) sload(n) sload(v) mload(n) mload(v) keccak256(v,n) gas() sload(add(v,n))
    call(gas(),v,v,v,v,v,v) call(v,v,0,n,n,v,n) delegatecall(gas(),v,v,n,n,n) extcodesize(v)
    create(v,v,n) add(sload(n),v) mul(mload(v),sload(v)) balance(v)
""")
# Statements by the number of variables that they use.
USES = {
    1: words("sstore(n,v) mstore(n,v) pop(balance(v)) log0(v,n) mstore8(v,n)"),
    2: words("sstore(v,v) mstore(v,v) log1(v,n,v) log0(v,v) sstore(add(v,n),v)"),
    3: words("sstore(v,add(v,v)) calldatacopy(v,v,v) codecopy(v,v,v) log1(v,v,v)"),
    4: words("log2(v,v,v,v) extcodecopy(v,v,v,v) sstore(xor(v,v),mul(v,v))"),
    5: words("log3(v,v,v,v,v) mstore(add(v,v),addmod(v,v,v))"),
    6: words("log4(v,v,v,v,v,v) sstore(v,delegatecall(gas(),v,v,v,v,v))"),
    7: words("pop(call(v,v,v,v,v,v,v)) pop(callcode(v,v,v,v,v,v,v))"),
}
HALTS = table("""
    revert(0, 0); revert(0, 0); revert({v}, {v}); stop(); return({v}, {v}); invalid();
    sstore({v}, {v}) return(0, 32); mstore(0, {v}) revert(0, 32)
""")
BASES = words("x y value var_a expr_12 usr$x _1 ret offset memPos headStart z_3 a b key")
FUNCTION_BASES = words("f g fun_transfer abi_encode usr$f checked_add f_1 h modifier_3 x")
GUARDS = words("0x80 128 0x80 0x0100 0xa0")
_DEEPEST = 6


def always(lines: list[str]) -> Callable[[Scope], list[str]]:
    """A way to fill the blocks of a statement: with the same lines each."""
    return lambda scope: lines


class StackWriter:
    """Writes one code block; `recursion` lets functions call each other in circles."""

    def __init__(self, rng: Random, evm_version: str, memoryguard: bool, recursion: bool) -> None:
        self.rng = rng
        self.recursion = recursion
        self.guard = rng.choice(GUARDS) if memoryguard else ""
        self.operations = [
            name
            for name, arity in ARITHMETIC.items()
            if arity > 1 and name != "exp" and available(name, evm_version)
        ]
        self.bases = rng.sample(BASES, 6)
        self.movable = 0.5
        self.left = 0
        self.called: set[Function] = set()

    # Names and values.

    def fresh(self, scope: Scope, bases: list[str] | None = None) -> str:
        """A new name, declared in this scope from here on."""
        while True:
            name = self.rng.choice(bases or self.bases)
            if self.rng.random() < 0.8:
                name += f"_{self.rng.randint(1, 40)}"
            if not scope.taken(name):
                scope.names.add(name)
                return name

    def variable(self, scope: Scope) -> str:
        return self.rng.choice(scope.variables or ["1"])

    def small(self, scope: Scope) -> str:
        """A variable, or sometimes a literal."""
        if self.rng.random() < 0.8:
            return self.variable(scope)
        return literal(self.rng)[0] if self.rng.random() < 0.3 else spell(self.rng, 32)

    def fill(self, template: str, next_variable: Callable[[], str]) -> str:
        """The template with `v` and `n` replaced."""

        def replace(match: re.Match[str]) -> str:
            if match[0] == "v":
                return next_variable()
            return str(self.rng.choice((0, 1, 2, 3, 4, 32, 36, 64, 96, 128, 160)))

        return re.sub(r"\b[vn]\b", replace, template.replace(",", ", "))

    def operation(self, scope: Scope, depth: int) -> str:
        """A call of an arithmetic builtin with arguments nested `depth` deep."""
        name = self.rng.choice(self.operations)
        arguments = [self.small(scope) for _ in range(ARITHMETIC[name])]
        if depth > 0:
            place = self.rng.randrange(len(arguments))
            arguments[place] = self.operation(scope, depth - 1)
        return f"{name}({', '.join(arguments)})"

    def value(self, scope: Scope) -> str:
        """An expression with one value."""
        rng = self.rng
        callees = [function for function in self.callees(scope) if function.results == 1]
        if callees and rng.random() < 0.12:
            return self.call(rng.choice(callees), scope)
        if rng.random() < self.movable:
            if rng.random() < 0.5:
                return self.operation(scope, rng.choice((0, 0, 1, 2)))
            return self.fill(rng.choice(MOVABLE), lambda: self.small(scope))
        return self.fill(rng.choice(FIXED), lambda: self.small(scope))

    def condition(self, scope: Scope) -> str:
        """The condition of an `if`, `switch` or `for`."""
        shapes = self.variable(scope), self.operation(scope, 0), self.value(scope)
        return self.rng.choice(shapes)

    # Calls.

    def callees(self, scope: Scope) -> list[Function]:
        return scope.callees(self.recursion and self.rng.random() < 0.5)

    def call(self, function: Function, scope: Scope) -> str:
        self.called.add(function)
        arguments = [self.small(scope) for _ in range(function.parameters)]
        if arguments and self.rng.random() < 0.15:
            arguments[self.rng.randrange(len(arguments))] = self.operation(scope, 1)
        return f"{function.name}({', '.join(arguments)})"

    def call_statement(self, function: Function, scope: Scope) -> str:
        rng = self.rng
        call = self.call(function, scope)
        if function.results == 0:
            return call
        if function.results == 1 and rng.random() < 0.3:
            return f"sstore({self.small(scope)}, {call})"
        if len(scope.variables) >= function.results and rng.random() < 0.5:
            return f"{', '.join(rng.sample(scope.variables, function.results))} := {call}"
        names = [self.fresh(scope) for _ in range(function.results)]
        scope.own_variables += names
        return f"let {', '.join(names)} := {call}"

    # Statements.

    def declaration(self, scope: Scope) -> str:
        if self.rng.random() < 0.06:
            names = [self.fresh(scope) for _ in range(self.rng.choice((1, 1, 2, 3)))]
            scope.own_variables += names
            return f"let {', '.join(names)}"
        value = self.value(scope)
        name = self.fresh(scope)
        scope.own_variables.append(name)
        return f"let {name} := {value}"

    def use(self, names: list[str]) -> str:
        """A statement that uses these variables."""
        rng = self.rng
        if len(names) in USES and rng.random() < 0.7:
            left = list(names)
            return self.fill(rng.choice(USES[len(names)]), left.pop)
        nested = names[0]
        for name in names[1:]:
            pair = (nested, name) if rng.random() < 0.5 else (name, nested)
            nested = f"{rng.choice(words('add sub xor mul'))}({', '.join(pair)})"
        return f"sstore({rng.randint(0, 5)}, {nested})"

    def random_use(self, scope: Scope) -> str:
        count = min(self.rng.choice((1, 1, 2, 2, 3, 4, 6, 7)), len(scope.variables))
        return self.use(self.rng.sample(scope.variables, count) or ["calldatasize()"])

    def jump(self, scope: Scope) -> str:
        """A statement after which the next one is not reached."""
        rng = self.rng
        legal = words("break continue") * 2 if scope.component == "body" else []
        legal += ["leave", "leave"] if scope.function else []
        halting = [function for function in self.callees(scope) if function.kind == "halting"]
        if halting and rng.random() < 0.4:
            return self.call_statement(rng.choice(halting), scope)
        chosen = rng.choice([rng.choice(HALTS), *legal])
        return chosen.replace("{v}", self.small(scope))

    def statement(self, scope: Scope) -> str:
        """Any statement but a jump."""
        rng = self.rng
        self.left -= 1
        nested = self.left > 0 and scope.depth < _DEEPEST
        kind = rng.random()
        if kind < 0.25 and nested:
            return self.compound(scope, lambda inner: self.statements(inner, rng.randint(1, 3)))
        if kind < 0.40:
            return self.declaration(scope)
        if kind < 0.60 and scope.variables:
            return f"{self.variable(scope)} := {self.value(scope)}"
        callees = [f for f in self.callees(scope) if f.kind != "halting" or rng.random() < 0.05]
        if kind < 0.75 and callees:
            return self.call_statement(rng.choice(callees), scope)
        return self.random_use(scope)

    def statements(self, scope: Scope, count: int) -> list[str]:
        lines = [self.statement(scope) for _ in range(count)]
        if self.rng.random() < 0.15:
            lines.append(self.jump(scope))
        return lines

    def compound(self, scope: Scope, fill: Callable[[Scope], list[str]]) -> str:
        """A block, `if`, `switch` or `for`; `fill` gives the statements of its blocks."""
        rng = self.rng
        match rng.choice(("if", "if", "switch", "for", "block")):
            case "block":
                return braces(fill(scope.child()))
            case "if":
                condition = self.condition(scope)
                return f"if {condition} {braces(fill(scope.child()))}"
            case "switch":
                lines = [f"switch {self.condition(scope)}"]
                labels = [f"case {label}" for label in rng.sample(range(5), rng.randint(1, 3))]
                for label in [*labels, *["default"] * rng.choice((0, 1))]:
                    content = fill(scope.child()) if rng.random() < 0.8 else []
                    lines.append(f"{label} {braces(content)}")
                return "\n".join(lines)
        return self.loop(scope, fill)

    def loop(self, scope: Scope, fill: Callable[[Scope], list[str]]) -> str:
        rng = self.rng
        around = scope.child("init")
        if rng.random() < 0.25:
            inner = around.child("body")
            first = f"if {self.condition(inner)} {braces([self.jump(inner.child())])}"
            return f"for {{ }} 1 {{ }}\n{braces([first, *fill(inner)])}"
        start, limit = self.value(scope), self.small(scope)
        counter = self.fresh(around)
        around.own_variables.append(counter)
        post = [f"{counter} := add({counter}, 1)"]
        if rng.random() < 0.2:
            post.append(self.random_use(around))
        body = braces(fill(around.child("body")))
        head = f"for {{ let {counter} := {start} }} lt({counter}, {limit})"
        return f"{head} {braces(post)}\n{body}"

    # Bodies.

    def body(self, scope: Scope, results: list[str]) -> list[str]:
        """Statements with many variables, the parameters among them, that are alive at once."""
        rng = self.rng
        self.movable = rng.choice((0.0, 0.2, 0.5, 0.8, 0.95))
        live = self.live(self.movable)
        lines = [f"{name} := {self.value(scope)}" for name in results if rng.random() < 0.3]
        while len(scope.variables) < live:
            shape = rng.random()
            if shape < 0.8:
                lines.append(self.declaration(scope))
            else:
                lines.append(self.statement(scope))
        lines += [self.statement(scope) for _ in range(rng.choice((0, 0, 1, 2, 3)))]
        for _ in range(rng.choice((1, 2, 2, 3))):
            lines += self.final_uses(scope)
        if len(results) > 1 and rng.random() < 0.4:
            fitting = [f for f in self.callees(scope) if f.results == len(results)]
            if fitting:
                call = self.call(rng.choice(fitting), scope)
                return [*lines, f"{', '.join(results)} := {call}"]
        for name in results:
            if rng.random() < 0.8:
                lines.append(f"{name} := {self.value(scope)}")
        return lines

    def final_uses(self, scope: Scope) -> list[str]:
        """Uses of all or most variables, some of them in branches and loops."""
        rng = self.rng
        names = list(scope.variables)
        rng.choice((rng.shuffle, list.reverse, list.sort))(names)
        names = names[: max(1, round(len(names) * rng.choice((1, 1, 0.9, 0.6))))]
        nesting = rng.choice((0, 0.15, 0.4))
        lines: list[str] = []
        while names:
            group, names = names[: (size := rng.randint(1, 7))], names[size:]
            used = self.use(group)
            if rng.random() < nesting:
                lines.append(self.compound(scope, always([used])))
            else:
                lines.append(used)
        return lines

    def live(self, movable: float) -> int:
        """How many variables a body shall have; `movable` of them can be computed again.

        What makes a body compile with solc, one way or another, more often than not.
        """
        rng = self.rng
        if rng.random() > (0.8 if self.guard else 0.5):
            return rng.randint(1, 9)
        if self.guard:
            return rng.randint(14, 40)
        return rng.randint(11, 17) + round(movable * rng.randint(0, 23))

    # Functions.

    def plan(self, scope: Scope) -> None:
        """Decide which functions there are, so that they can be called from anywhere."""
        rng = self.rng
        for index in range(rng.randint(1, 6)):
            (kind,) = rng.choices(("normal", "small", "halting"), (6, 1.5, 1))
            parameters = rng.choice((0, 1, 2, 3, rng.randint(4, 10), rng.randint(8, 18)))
            results = rng.choice((0, 1, 1, 2, rng.randint(2, 6)))
            if kind == "small":
                parameters, results = min(parameters, 4), max(1, min(results, 2))
            name = self.fresh(scope, FUNCTION_BASES)
            scope.own_functions.append(Function(name, parameters, results, kind, index, None))

    def define(self, function: Function, scope: Scope) -> str:
        """The function's text."""
        rng = self.rng
        outer = Scope(scope, function, boundary=True)
        names = [self.fresh(outer) for _ in range(function.parameters + function.results)]
        parameters, results = names[: function.parameters], names[function.parameters :]
        outer.own_variables = parameters + (results if rng.random() < 0.5 else [])
        inner = outer.child()
        self.left = 12
        match function.kind:
            case "small":
                lines = [f"{name} := {self.operation(inner, 0)}" for name in results]
            case "halting":
                lines = self.body(inner, results)
                forever = f"for {{ }} 1 {{ }} {braces([self.random_use(inner)])}"
                halt = rng.choice(HALTS).replace("{v}", self.variable(inner))
                lines.append(forever if rng.random() < 0.3 else halt)
            case _:
                lines = self.body(inner, results)
        arrow = f" -> {', '.join(results)}" if results else ""
        return f"function {function.name}({', '.join(parameters)}){arrow} {braces(lines)}"

    # The whole.

    def code(self) -> str:
        """A code block."""
        rng = self.rng
        scope = Scope()
        self.plan(scope)
        functions = list(scope.own_functions)
        first = functions if rng.random() < 0.3 else []
        lines = [self.define(function, scope) for function in first]
        main = scope.child() if rng.random() < 0.5 else scope
        self.left = 15
        statements = self.guards(main) + self.body(main, [])
        for function in sorted(functions, key=lambda function: function.kind == "halting"):
            if function not in self.called or (function.kind != "halting" and rng.random() < 0.5):
                statements.append(self.call_statement(function, main))
        lines += [braces(statements)] if main is not scope else statements
        if not first:
            lines += [self.define(function, scope) for function in functions]
        return braces(lines)

    def guards(self, scope: Scope) -> list[str]:
        """The beginning of a program with `memoryguard`."""
        rng = self.rng
        if not self.guard:
            return []
        lines = [f"mstore(64, memoryguard({self.guard}))"]
        shape = rng.random()
        if shape < 0.3:
            name = self.fresh(scope)
            scope.own_variables.append(name)
            lines = [f"let {name} := memoryguard({self.guard})", f"mstore(0x40, {name})"]
        if shape > 0.85:
            again = str(int(self.guard, 0)) if shape < 0.95 else "0x60"
            lines.append(f"sstore(0, memoryguard({again}))")
        return lines


def generate_stack_pressure(
    seed: int, *, memoryguard: bool, evm_version: str = "osaka", recursion: bool = False
) -> str:
    """A random program with up to 40 variables alive at once, valid for the EVM version.

    `memoryguard`: variables may be moved to memory, so there are more of them. `recursion`:
    functions may call themselves and each other in circles.
    """
    rng = Random(seed)
    code = StackWriter(rng, evm_version, memoryguard, recursion).code()
    if rng.random() < 0.85:
        return code + "\n"
    inner = StackWriter(rng, evm_version, memoryguard, recursion).code()
    below = 'object "A_deployed" {\n' + indent(f"code {inner}", "    ") + "\n}"
    return 'object "A" {\n' + indent(f"code {code}\n{below}", "    ") + "\n}\n"
