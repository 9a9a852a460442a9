"""Confirms the proofs of other solvers with cvc5: queries that `yulopt prove --smtlib DIR` wrote.

python -m tests.campaigns.smtlib --seconds 10 DIR

The exit status is 1 if cvc5 finds an answer to one of them. Needs cvc5, from PyPI.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def opinions(files: Iterable[Path], seconds: float) -> dict[Path, str]:
    """The answers of cvc5 to each query: unsat, which confirms it, sat, or unknown."""
    cvc5: Any = importlib.import_module("cvc5")
    found = {}
    for file in files:
        solver = cvc5.Solver(cvc5.TermManager())
        solver.setOption("tlimit-per", str(int(1000 * seconds)))
        parser = cvc5.InputParser(solver)
        parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, str(file))
        answers = []
        while True:
            command = parser.nextCommand()
            if command.isNull():
                break
            answers.append(str(command.invoke(solver, parser.getSymbolManager())).strip())
        reported = [one for one in answers if one]
        found[file] = reported[-1] if reported and reported[-1] in ("sat", "unsat") else "unknown"
    return found


def main() -> None:
    """Query cvc5, and count its answers."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=10.0)
    arguments = parser.parse_args()
    found = opinions(sorted(arguments.folder.glob("*.smt2")), arguments.seconds)
    for file, opinion in found.items():
        if opinion == "sat":
            print(f"CONTRADICTED: {file}")
    print(dict(Counter(found.values())))
    sys.exit("sat" in found.values())


if __name__ == "__main__":
    main()
