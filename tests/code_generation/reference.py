"""What solc makes of a program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tests.assembly.solc import Question, Solc
from tests.code_generation.programs import Answer, Program, too_deep
from tests.oracle import stack_too_deep

_END_OF_CODE: Final = "stop"


def ask(solc: Solc, program: Program) -> Answer:
    """What solc says; raises ValueError if it finds fault with the program."""
    code = solc.compile(
        Question(
            program.source,
            evm_version=program.evm_version,
            stack_allocation=program.stack_allocation,
        )
    )
    if code.error is not None:
        found = stack_too_deep(code.error)
        if found is None:
            raise ValueError(f"{program.name}: {code.error}")
        return Answer("", too_deep(_variable(code.error) or found.variable or "", found.slots))
    if program.is_linear:
        has_functions = "function " in code.yul
        return Answer(code.yul, " ".join(_listing(code.assembly, has_functions=has_functions)))
    return Answer(code.yul, code.bytecode)


def _variable(message: str) -> str | None:
    """The name of the variable that is exchanged with a deeper slot that has none."""
    found = re.search(r"Cannot swap Slot \S+ with Variable (\S+):", message)
    return found and found[1]


# Listings


def _listing(assembly: str, *, has_functions: bool) -> Iterator[str]:
    """The outermost code in the form that yulopt gives it.

    solc jumps over the functions and ends where the bytecode does; yulopt stops before them.
    """
    words = [word for line in _code_lines(assembly) for word in _words(line)]
    if has_functions:
        end = words.pop().removesuffix(":")
        jump = words.index(end)
        words[jump : jump + 2] = [_END_OF_CODE]
    else:
        words.append(_END_OF_CODE)
    labels: dict[str, str] = {}
    for word in words:
        name = word.removesuffix(":")
        if name.startswith("tag_"):
            yield labels.setdefault(name, f"@{len(labels)}") + word[len(name) :]
        else:
            yield hex(int(word, 16)) if word.startswith("0x") else word


def _code_lines(assembly: str) -> Iterator[str]:
    """The lines with code; what comes after it is indented less."""
    for line in assembly.splitlines():
        if line.strip() == _END_OF_CODE and not line.startswith("  "):
            return
        yield line.partition("//")[0].strip()


def _words(line: str) -> list[str]:
    """`f(a, b)` stands for b, a, f; the rest stands for itself."""
    words: list[str] = []
    heads: list[tuple[str, list[list[str]]]] = []
    for token in re.findall(r"[\w:]+\(?|\)", line):
        if token.endswith("("):
            heads.append((token[:-1], []))
            continue
        if token == ")":
            name, arguments = heads.pop()
            item = [word for argument in reversed(arguments) for word in argument] + [name]
        else:
            item = [token]
        if heads:
            heads[-1][1].append(item)
        else:
            words += item
    return words
