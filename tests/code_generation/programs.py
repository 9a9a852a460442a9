"""The programs, and the record of each."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).with_name("programs")
_FACTS: Final = Path(__file__).with_name("facts.json")
_DIGITS: Final = 16


@dataclass(frozen=True)
class Program:
    """A program and the settings to compile it with.

    In a file they are comments before the program: `// evm-version: paris`,
    `// no stack allocation`.
    """

    name: str
    source: str
    evm_version: str = "osaka"
    stack_allocation: bool = True


@dataclass(frozen=True)
class Answer:
    """The output of a compiler for a program with an empty step sequence.

    `yul`: the printed Yul, empty if the stack is too deep. `code`: the bytecode before any
    optimisation of the assembly, in hexadecimal digits, or `too deep: ...`.
    """

    yul: str
    code: str

    def facts(self) -> dict[str, str]:
        """The recorded form of the answer, with only a digest of the Yul."""
        digest = hashlib.sha256(self.yul.strip().encode()).hexdigest()[:_DIGITS]
        return {"yul": digest if self.yul else "", "code": self.code}


def read_program(path: Path) -> Program:
    """The program in a file."""
    text = path.read_text("utf-8")
    version = re.search(r"^// evm-version: (\w+)$", text, re.MULTILINE)
    return Program(
        path.stem,
        text,
        version[1] if version else "osaka",
        "// no stack allocation\n" not in text,
    )


def all_programs() -> dict[str, Program]:
    """The programs of the folder, by name."""
    return {path.stem: read_program(path) for path in sorted(FOLDER.glob("*.yul"))}


def read_facts() -> dict[str, dict[str, str]]:
    """The outputs of solc for the programs, by name."""
    facts: dict[str, dict[str, str]] = json.loads(_FACTS.read_text("utf-8"))
    return facts


def write_facts(facts: dict[str, dict[str, str]]) -> None:
    """Record the outputs of solc for the programs."""
    _FACTS.write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n", "utf-8")


def too_deep(variable: str, slots: int) -> str:
    """The code of a program for which there is none."""
    return f"too deep: {variable or 'something'} by {slots}"
