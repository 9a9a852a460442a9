"""Runs steps over a small program, for the tests of the steps."""

from __future__ import annotations

import yulopt
from yulopt.syntax.ast import Block


def after(steps: str, source: str, evm_version: str | None = None, *, runs: int = 200) -> str:
    """The code after the Disambiguator and the steps."""
    text = yulopt.optimize(source, steps, bare=True, evm_version=evm_version, runs=runs)
    return text.rstrip()


def main_after(steps: str, source: str, evm_version: str | None = None) -> str:
    """The code outside functions after the Disambiguator and the steps."""
    code = yulopt.parse(after(steps, source, evm_version), evm_version=evm_version).code
    return yulopt.print_yul(first_block(code))


def yul(source: str) -> str:
    """The code as it is printed."""
    return yulopt.print_yul(yulopt.parse(source).code)


def block(statements: str, functions: str = "") -> str:
    """How a block of statements is printed; the functions are there for them to call."""
    code = yulopt.parse(f"{{ {{ {statements} }} {functions} }}").code
    return yulopt.print_yul(first_block(code))


def first_block(code: Block) -> Block:
    """The block at the start of the grouped form."""
    first = code.statements[0]
    assert isinstance(first, Block)
    return first


def is_unchanged(steps: str, source: str) -> bool:
    """Whether the steps leave the program as it is."""
    return after(steps, source) == yul(source)


# Variables for the tests of loads and stores.
PLACES = "let p := calldataload(0) let q := calldataload(1) let v := calldataload(2) "


def resolves(statements: str, resolved: str, steps: str = "L") -> bool:
    """Whether L makes the one statements the others; p, q and v are variables."""
    functions = """
        function writes() { sstore(7, 7) mstore(7, 7) }
        function reads() -> r { r := add(sload(7), mload(7)) }
        function two() -> s, t { }
    """
    return after(steps, f"{{ {PLACES} {statements} {functions} }}") == yul(
        f"{{ {PLACES} {resolved} {functions} }}"
    )
