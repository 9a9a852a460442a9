"""Files and functions are short enough to be read at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
MAX_FILE: Final = 500
MAX_FUNCTION: Final = 60


def sources(*folders: str) -> Iterator[tuple[str, str]]:
    """The Python files in these folders, by their paths."""
    for folder in folders:
        for path in sorted(Path(ROOT, folder).rglob("*.py")):
            yield str(path.relative_to(ROOT)), path.read_text()


def test_files_are_short() -> None:
    lengths = {path: text.count("\n") for path, text in sources("yulopt", "steps", "tests")}
    assert len(lengths) > 1000
    assert {path: length for path, length in lengths.items() if length > MAX_FILE} == {}


def test_functions_are_short() -> None:
    lengths = {
        f"{path}: {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path, text in sources("yulopt", "steps")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }
    assert len(lengths) > 5000
    assert {name: length for name, length in lengths.items() if length > MAX_FUNCTION} == {}
