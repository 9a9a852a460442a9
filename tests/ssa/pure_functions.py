"""Random Yul functions that only compute, all of whose loops end."""

from __future__ import annotations

from random import Random

from tests.generation.literals import number

_BINARY = (
    *("add", "sub", "mul", "div", "sdiv", "mod", "smod", "and", "or", "xor", "lt", "gt", "slt"),
    *("sgt", "eq", "shl", "shr", "sar", "byte", "signextend"),
)
_MAX_ROUNDS = 5


class _Writer:
    """Writes one function, which may call those in `known` (name, parameters, results)."""

    def __init__(self, rng: Random, known: list[tuple[str, int, int]]) -> None:
        self.rng = rng
        self.known = known
        self.count = 0

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def expression(self, variables: list[str], depth: int = 2) -> str:
        kind = self.rng.random() if depth else 0
        if kind < 0.35:
            return self.rng.choice(variables) if self.rng.random() < 0.7 else str(number(self.rng))
        inner = depth - 1
        one, two = self.expression(variables, inner), self.expression(variables, inner)
        if kind < 0.45:
            return f"{self.rng.choice(('not', 'iszero'))}({one})"
        if kind < 0.5:
            three = self.rng.choice(variables)
            return f"{self.rng.choice(('addmod', 'mulmod'))}({one}, {two}, {three})"
        return f"{self.rng.choice(_BINARY)}({one}, {two})"

    def block(self, variables: list[str], size: int, in_loop: bool) -> str:
        variables = list(variables)
        return " ".join(self.statement(variables, size // 2, in_loop) for _ in range(size))

    def statement(self, variables: list[str], size: int, in_loop: bool) -> str:
        rng = self.rng
        kind = rng.choice(("let", "set", "set", "if", "switch", "for", "call", "jump"))
        condition = self.expression(variables)
        if kind == "let":
            variables.append(self.fresh())
            return f"let {variables[-1]} := {condition}"
        if kind == "if" and size:
            return f"if {condition} {{ {self.block(variables, size, in_loop)} }}"
        if kind == "switch" and size:
            cases = "".join(
                f" case {case} {{ {self.block(variables, size, in_loop)} }}"
                for case in rng.sample(range(4), rng.randint(1, 3))
            )
            return f"switch and({condition}, 3){cases} default {{ }}"
        if kind == "for" and size:
            counter = self.fresh()
            head = f"let {counter} := {rng.randrange(_MAX_ROUNDS)}"
            # The counter is no variable that the body may set.
            body = self.block(variables, size, True)
            return f"for {{ {head} }} {counter} {{ {counter} := sub({counter}, 1) }} {{ {body} }}"
        if kind == "call" and self.known:
            name, parameters, results = rng.choice(self.known)
            given = ", ".join(self.expression(variables, 1) for _ in range(parameters))
            names = [self.fresh() for _ in range(results)]
            variables += names
            return f"let {', '.join(names)} := {name}({given})"
        if kind == "jump" and rng.random() < 0.5:
            jumps = ("break", "continue", "leave") if in_loop else ("leave",)
            return f"if {condition} {{ {rng.choice(jumps)} }}"
        return f"{rng.choice(variables)} := {condition}"


def pure_functions(rng: Random, functions: int = 4) -> tuple[str, list[tuple[str, int, int]]]:
    """A Yul block of functions, and their names with the numbers of parameters and results."""
    known: list[tuple[str, int, int]] = []
    texts = []
    for index in range(functions):
        parameters = [f"a{n}" for n in range(rng.randint(1, 3))]
        results = [f"r{n}" for n in range(rng.randint(1, 2))]
        body = _Writer(rng, known).block([*parameters, *results], rng.randint(2, 6), False)
        head = f"function f{index}({', '.join(parameters)}) -> {', '.join(results)}"
        texts.append(f"{head} {{ {body} }}")
        known.append((f"f{index}", len(parameters), len(results)))
    return "{\n" + "\n".join(texts) + "\n}", known
