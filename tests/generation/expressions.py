"""Writes random expressions, and fills in templates."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from random import Random

from tests.generation.builtins import (
    ARITHMETIC,
    COMMUTATIVE,
    ENVIRONMENT,
    LATER,
    available,
    words,
)
from tests.generation.literals import MAX, literal, number, spell
from tests.generation.scopes import Function, Scope
from tests.generation.shapes import HALTS, NAMES, READS, RULES, STATEMENTS, TEMPLATES

_BUILTIN_CALL = re.compile(r"\b([a-z][a-z0-9]*)\(")
_PLACEHOLDER = re.compile(r"\{([a-z]+)(\d*)\}")
_RULE_TOKEN = re.compile(r"\w+\(?|\)")


class ExpressionWriter(ABC):
    """Names, expressions and filled-in templates of one code block; `CodeWriter` adds the rest.

    `features` are words that templates use in some programs only (`msize`, `verbatim`, ...), and
    `memoryguard` and `recursion`; `paths` and `immutables` are what object access may name.
    """

    def __init__(
        self,
        rng: Random,
        evm_version: str,
        limit: int,
        features: set[str],
        paths: list[str],
        immutables: list[str],
    ) -> None:
        self.rng = rng
        self.limit = limit
        self.features = set(features)
        self.features |= {word for word, names in (("path", paths), ("imm", immutables)) if names}
        self.paths, self.immutables = paths, immutables
        self.left = 0
        self.functions = 0
        self.declared: list[str] = []

        def frequency(template: str) -> int:
            needed = set(re.findall(r"msize|verbatim|linkersymbol|path|imm", template))
            builtins = _BUILTIN_CALL.findall(template)
            if not needed <= self.features or not all(available(b, evm_version) for b in builtins):
                return 0
            return 6 if needed else 1

        def choose(table: list[str]) -> list[str]:
            return [template for template in table for _ in range(frequency(template))]

        self.reads, self.rules = choose(READS), choose(RULES)
        self.templates = {kind: choose(table) for kind, table in TEMPLATES.items()}
        self.arithmetic = [name for name in ARITHMETIC if available(name, evm_version)]
        self.environment = [name for name in ENVIRONMENT if available(name, evm_version)]
        free = [name for name in LATER if not available(name, evm_version)]
        self.bases = rng.sample(NAMES, 14) + rng.sample(free, min(1, len(free)))
        self.weights = {
            kind: weight * (rng.choice((0, 0.4, 1, 1, 2.5)) if weight < 4 else 1)
            for kind, weight in STATEMENTS.items()
        }
        if "memoryguard" in features:
            self.weights["pressure"] = 1.2

    @abstractmethod
    def block(self, scope: Scope, count: int, *ending: str) -> str:
        """A block with about `count` random statements, and then those of `ending`."""

    # Names.

    def unused(self, scope: Scope, bases: list[str], also: set[str]) -> str:
        """A name that can be declared in this scope now, and is not in `also`."""
        while True:
            name = self.rng.choice(bases)
            if name not in LATER and self.rng.random() < 0.4:
                for _ in range(self.rng.choice((1, 1, 2))):
                    name += f"_{self.rng.randint(0, 30)}"
            if name not in also and not scope.taken(name):
                return name

    def fresh(self, scope: Scope, bases: list[str] | None = None) -> str:
        """A new name, declared in this scope from here on."""
        name = self.unused(scope, bases or self.bases, set())
        scope.names.add(name)
        self.declared.append(name)
        return name

    def room(self, scope: Scope, count: int = 1) -> bool:
        return len(scope.variables) + count <= self.limit

    # Templates.

    def fill(self, template: str, scope: Scope) -> str:
        """The template with every word in braces replaced; `{x1}` is the same wherever it stands.

        v, t: a variable; s: a variable or literal; e: an expression; input: a value unknown to the
        optimiser; l: a literal; p: a memory address; k: a storage key; n: a length; new: a fresh
        variable, usable afterwards; loc: a fresh variable of an inner block; body, loop: a random
        block, in place or as loop body; halt: statements that end the program; jump: such, or a
        jump that is legal here; halting: a block ending with one; path, imm, lib: names for object
        access.
        """
        bound: dict[str, str] = {}
        declared: list[str] = []

        def replace(match: re.Match[str]) -> str:
            word, number = match.groups()
            if number and match[0] in bound:
                return bound[match[0]]
            text = bound[match[0]] = self.sample(word, scope)
            if word == "new":
                declared.append(text)
            return text

        text = _PLACEHOLDER.sub(replace, template)
        if self.room(scope, len(declared)):
            scope.own_variables += declared
        return text

    def sample(self, word: str, scope: Scope) -> str:
        rng = self.rng
        match word:
            case "v" | "t":
                return rng.choice(scope.variables or ["0"])
            case "s":
                return self.expression(scope, 0)
            case "e":
                return self.expression(scope, rng.choice((0, 1, 1, 2, 2, 3)))
            case "input":
                key = f"{rng.choice(('calldataload', 'sload'))}({rng.choice((0, 4, 36))})"
                loads = [f'loadimmutable("{name}")' for name in self.immutables]
                loads = loads or [f"mload({32 * rng.randint(0, 4)})", "caller()"]
                return rng.choice((key, rng.choice(loads)))
            case "l":
                return literal(self.rng)[0]
            case "p":
                constant = rng.choice(words("0 0x00 32 0x20 0x40 64 128 0x80"))
                variable = rng.choice(scope.variables or [constant])
                return rng.choice((constant, constant, variable, f"add({variable}, 32)"))
            case "k":
                variable = rng.choice(scope.variables or ["3"])
                return rng.choice((spell(rng, rng.randint(0, 3)), variable, f"add({variable}, 1)"))
            case "n":
                return rng.choice(words("0 0x00 1 32 0x20 0x20 64 0x40 36"))
            case "new" | "loc":
                return self.fresh(scope)
            case "body":
                return self.block(scope.child(), rng.choice((0, 1, 1, 2, 3)))
            case "loop":
                return self.block(scope.child("body"), rng.randint(0, 4))
            case "halt":
                return self.fill(rng.choice(HALTS), scope)
            case "jump":
                legal = ["break", "continue"] if scope.component == "body" else []
                legal += ["leave"] if scope.function else []
                return self.fill(rng.choice(["{halt}", *legal]), scope)
            case "halting":
                inner = scope.child()
                return self.block(inner, rng.randint(0, 2), self.sample("jump", inner))
            case "path":
                return rng.choice(self.paths)
            case "imm":
                return rng.choice(self.immutables)
        return rng.choice("AB")

    # Expressions.

    def expression(self, scope: Scope, depth: int) -> str:
        """An expression with one value, of about `depth` nested calls."""
        rng = self.rng
        shape = rng.random()
        if depth == 0 or shape < 0.2:
            if not scope.variables:
                return rng.choice((literal(self.rng)[0], "calldataload(0)"))
            return rng.choice(scope.variables) if rng.random() < 0.68 else literal(self.rng)[0]
        callees = [function for function in self.callees(scope) if function.results == 1]
        if shape < 0.32 and callees:
            return self.call(rng.choice(callees), scope, depth - 1)
        if shape < 0.38:
            return rng.choice(self.environment) + "()"
        if shape < 0.48:
            return self.fill(rng.choice(self.reads), scope)
        if shape < 0.54 and scope.expressions:
            return rng.choice(scope.expressions)
        if shape < 0.60:
            return self.rule(scope, False)[1]
        text = self.operation(scope, depth - 1)
        scope.own_expressions.append(text)
        return text

    def operation(self, scope: Scope, depth: int) -> str:
        name = self.rng.choice(self.arithmetic)
        arguments = (self.expression(scope, depth) for _ in range(ARITHMETIC[name]))
        return f"{name}({', '.join(arguments)})"

    def callees(self, scope: Scope) -> list[Function]:
        return scope.callees("recursion" in self.features and self.rng.random() < 0.3)

    def call(self, function: Function, scope: Scope, depth: int) -> str:
        function.calls += 1
        arguments = (
            literal(self.rng)[0] if self.rng.random() < 0.2 else self.expression(scope, depth)
            for _ in range(function.parameters)
        )
        return f"{function.name}({', '.join(arguments)})"

    def rule(self, scope: Scope, split: bool) -> tuple[list[str], str]:
        """A random entry of `RULES`; with `split`, inner calls mostly go through variables.

        Returns the declarations of these variables, and the expression.
        """
        rng = self.rng
        tokens = iter(_RULE_TOKEN.findall(rng.choice(self.rules)))
        values: dict[str, int] = {}
        leaves: dict[str, str] = {}
        declarations: list[str] = []

        def through_variable(text: str, probability: float) -> str:
            if not split or rng.random() > probability:
                return text
            name = self.fresh(scope)
            declarations.append(f"let {name} := {text}")
            return name

        def constant(letter: str) -> int:
            fitting = rng.random() < 0.4
            match letter:
                case "S" | "T":
                    if fitting and "N" in values:
                        return max(0, 248 - 8 * values["N"])
                    return rng.choice((8 * rng.randint(0, 33), rng.randint(0, 260)))
                case "N" | "O":
                    return rng.randint(0, 33)
                case "P":
                    return 1 << rng.randint(0, 255)
                case "M":
                    bits = 256 - values["S"] if "S" in values else 8 * (values.get("N", 3) + 1)
                    bits = bits if fitting else 8 * rng.randint(0, 32)
                    return (1 << min(max(bits, 0), 256)) - 1
                case "MAX":
                    return MAX
                case "ADDR":
                    return (1 << 160) - 1
            return int(letter) if letter.isdigit() else number(rng)

        def leaf(letter: str) -> str:
            if letter in "XYZ":
                return rng.choice(scope.variables or [literal(self.rng)[0]])
            values[letter] = constant(letter)
            return through_variable(spell(rng, values[letter]), 0.2)

        def build(token: str, outermost: bool) -> str:
            if not token.endswith("("):
                if token not in leaves:
                    leaves[token] = leaf(token)
                return leaves[token]
            arguments: list[str] = []
            while (argument := next(tokens)) != ")":
                arguments.append(build(argument, False))
            if token[:-1] in COMMUTATIVE and rng.random() < 0.5:
                arguments.reverse()
            text = f"{token}{', '.join(arguments)})"
            return text if outermost else through_variable(text, 0.8)

        text = build(next(tokens), True)
        return declarations, text
