"""Programs to measure: stored ones, and some of any size, made by doubling smaller ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import yulopt
from tests.oracle import SHARED
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.syntax.ast import (
    NUMBER,
    Block,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    If,
    Literal,
    Statement,
)
from yulopt.syntax.copying import Copier

FOLDERS = {
    "examples": Path(__file__).resolve().parents[1] / "examples",
    # Real programs that are not part of the project; the folder may be missing.
    "corpus": SHARED / "corpus",
}
EXAMPLE = FOLDERS["examples"] / "erc20.yul"


def stored_programs(kinds: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """The names and files of the programs in these folders; those that are none are left out."""
    for kind in kinds:
        if kind in FOLDERS:
            for file in sorted(FOLDERS[kind].glob("*.yul")):
                yield f"{kind}/{file.name}", file


def named_files(paths: Iterable[Path]) -> list[tuple[str, Path]]:
    """Files, and those with the ending `.yul` in folders, with a name for each."""
    found: list[tuple[str, Path]] = []
    for path in paths:
        files = sorted(path.glob("*.yul")) if path.is_dir() else [path]
        found += [(f"{file.absolute().parent.name}/{file.name}", file) for file in files]
    return found


class _Replica(Copier):
    """Copies code under new function names, and makes it unlike all other copies."""

    def __init__(self, number: int) -> None:
        self._number = number

    def function_name(self, name: str) -> str:
        return f"{name}_copy{self._number}"

    def copy_function(self, function: FunctionDefinition) -> FunctionDefinition:
        # Without this, the optimiser would see that the copies are equal, and keep only one.
        copied = super().copy_function(function)
        copied.body.statements.insert(0, ExpressionStatement(self.builtin("log1", 0, 0)))
        return copied

    def builtin(self, name: str, *words: int) -> FunctionCall:
        arguments = [Literal(NUMBER, word) for word in (*words, self._number)]
        builtin = dialect_for(DEFAULT_EVM_VERSION).builtin(name)
        return FunctionCall(name, [*arguments], builtin)


def copies_of_a_contract(times: int) -> str:
    """The deployed code of a contract, `times` times side by side, with fresh names."""
    contract = yulopt.parse(EXAMPLE.read_text("utf-8")).sub_objects[0]
    contract.code.statements.sort(key=lambda statement: isinstance(statement, FunctionDefinition))
    main: list[Statement] = []
    functions: list[Statement] = []
    for number in range(times):
        replica = _Replica(number)
        copied = replica.copy_block(contract.code).statements
        count = sum(isinstance(statement, FunctionDefinition) for statement in copied)
        start = Block(copied[: len(copied) - count])
        main.append(If(replica.builtin("calldataload"), start))
        functions += copied[len(copied) - count :]
    program = yulopt.Object(contract.name, Block(main + functions))
    return yulopt.print_yul(program)


def one_long_function(times: int) -> str:
    """One function with `times` times the statements: stores, loads, branches, loops, reuse."""
    lines = []
    for number in range(20 * times):
        lines.append(f"""
            let a{number} := add(p, {32 * number})
            let b{number} := mload(a{number})
            if lt(b{number}, q) {{ q := add(q, b{number}) }}
            mstore(a{number}, add(b{number}, q))
            let c{number} := add(sload(a{number}), mul(q, {number % 7}))
            sstore(a{number}, c{number})
            for {{ let i := 0 }} lt(i, c{number}) {{ i := add(i, 1) }} {{
                let d{number} := mul(p, {number})
                r := add(r, d{number})
                if gt(r, a{number}) {{ break }}
            }}
            switch r case 0 {{ r := c{number} }} case {number + 1} {{ r := q }} default {{ }}
        """)
    body = "\n".join(lines)
    return f"{{ sstore(0, f(1, 2)) function f(p, q) -> r {{ {body} }} }}"


def many_stores(times: int) -> str:
    """One function that fills structures in memory and storage, then reads them."""
    lines = []
    for number in range(50 * times):
        lines.append(f"""
            mstore(add(p, {32 * number}), calldataload({number}))
            sstore({number}, mload(add(p, {32 * number})))
            sstore(add(q, {number}), sload({number}))
        """)
    body = "\n".join(lines)
    return f"{{ sstore(0, f(1, 2)) function f(p, q) -> r {{ {body} }} }}"


SERIES: dict[str, Callable[[int], str]] = {
    "functions": copies_of_a_contract,
    "one-function": one_long_function,
    "stores": many_stores,
}


def growth_exponent(sizes: list[int], times: list[float]) -> float:
    """The slope of log(time) over log(size), by least squares."""
    xs = [math.log(size) for size in sizes]
    ys = [math.log(seconds) for seconds in times]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    covariance = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return covariance / sum((x - mean_x) ** 2 for x in xs)
