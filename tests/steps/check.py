"""The tests of steps: a small program, the steps, and the program that they turn it into.

Such a test is `check_step(steps, before, after)`, or `check_unchanged(steps, program)`.
"""

from __future__ import annotations

from typing import Final
from zlib import crc32

import yulopt
from tests.oracle import Job, available, run_batch
from tests.slices import AT_LENGTH
from yulopt.driver.optimization import program_text
from yulopt.suite.registry import is_extension, steps_by_letter
from yulopt.syntax.ast import Block

# solc is asked about one in this many programs each time, and about all of them at length.
_ASKED_OF: Final = 1 if AT_LENGTH else 8


def check_step(
    steps: str, before: str, after: str, *, evm_version: str | None = None, runs: int = 200
) -> None:
    """The Disambiguator and the steps turn the program `before` into the program `after`.

    With what always comes around the steps, solc makes the same of it; it is asked if it is there.
    """
    assert result(steps, before, evm_version, runs=runs) == printed(after, evm_version)
    if crc32(before.encode()) % _ASKED_OF == 0 and available() is None and _known_to_solc(steps):
        (by_solc,) = run_batch([Job("before", before, f"{steps}:", evm_version, runs)])
        ours = yulopt.optimize(before, f"{steps}:", evm_version=evm_version, runs=runs)
        assert ours == by_solc.text, by_solc.error


def check_unchanged(
    steps: str, *programs: str, evm_version: str | None = None, runs: int = 200
) -> None:
    """The Disambiguator and the steps leave each of the programs unchanged."""
    for program in programs:
        check_step(steps, program, program, evm_version=evm_version, runs=runs)


def check_main_block(
    steps: str, before: str, statements: str, functions: str = "", *, runs: int = 200
) -> None:
    """The main block of `before` becomes these statements, whatever becomes of the functions.

    `functions` are there for the statements to call.
    """
    expected = f"{{ {{ {statements} }} {functions} }}"
    assert _main_block(result(steps, before, runs=runs)) == _main_block(printed(expected))


def with_variables(statements: str) -> str:
    """A program of statements about the variables p, q and v, which may call some functions."""
    return f"""{{
        let p := calldataload(0) let q := calldataload(1) let v := calldataload(2)
        {statements}
        function writes() {{ sstore(7, 7) mstore(7, 7) }}
        function reads() -> r {{ r := add(sload(7), mload(7)) }}
        function loops() -> r_1 {{ for {{ }} 1 {{ }} {{ }} }}
        function two() -> s, t {{ }}
    }}"""


def result(steps: str, program: str, evm_version: str | None = None, *, runs: int = 200) -> str:
    """The program after the Disambiguator and the steps, as text."""
    text = yulopt.optimize(program, steps, bare=True, evm_version=evm_version, runs=runs)
    return text.rstrip()


def printed(program: str, evm_version: str | None = None) -> str:
    """The printed program."""
    return program_text(yulopt.parse(program, evm_version=evm_version), bare=True).rstrip()


def _main_block(program: str) -> str:
    """The block at the start of a program in the grouped form."""
    first = yulopt.parse(program).code.statements[0]
    assert isinstance(first, Block)
    return yulopt.print_yul(first)


def _known_to_solc(steps: str) -> bool:
    return not any(is_extension(steps_by_letter()[letter]) for letter in steps)
