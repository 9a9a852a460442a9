"""Requirements of the compiled form on classes.

Those that it interprets may derive only from compiled classes that allow it, and those that it
compiles have no `__dict__`, which attrs needs to make instances of frozen classes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
_ATTRIBUTE: Final = "allow_interpreted_subclasses=True"


def _interpreted() -> tuple[set[str], tuple[str, ...], set[str]]:
    """The files and the beginnings of paths that the build does not compile, and the exceptions
    of these."""
    found: dict[str, object] = {}
    for statement in ast.parse(Path(ROOT, "setup.py").read_text("utf-8")).body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            if name.startswith(("_INTERPRETED", "_COMPILED")):
                found[name] = ast.literal_eval(statement.value)
    files, prefixes = found["_INTERPRETED"], found["_INTERPRETED_PREFIXES"]
    compiled = found["_COMPILED"]
    assert isinstance(files, set)
    assert isinstance(prefixes, tuple)
    assert isinstance(compiled, set)
    return files, prefixes, compiled


def _classes(path: str) -> Iterator[ast.ClassDef]:
    tree = ast.parse(Path(ROOT, path).read_text("utf-8"))
    return (one for one in tree.body if isinstance(one, ast.ClassDef))


def _imported(path: str) -> dict[str, str]:
    """The files from which a module imports names of this package."""
    tree = ast.parse(Path(ROOT, path).read_text("utf-8"))
    return {
        alias.asname or alias.name: f"{one.module.replace('.', '/')}.py"
        for one in ast.walk(tree)
        if isinstance(one, ast.ImportFrom) and one.module and one.module.startswith("yulopt.")
        for alias in one.names
    }


def _modules() -> tuple[set[str], set[str]]:
    """The files that the build interprets, and those that it compiles."""
    files, prefixes, exceptions = _interpreted()
    modules = {str(path.relative_to(ROOT)) for path in Path(ROOT, "yulopt").rglob("*.py")}
    modules |= {f"yulopt/{path.relative_to(ROOT)}" for path in Path(ROOT, "steps").rglob("*.py")}
    interpreted = {path for path in modules if path in files or path.startswith(prefixes)}
    interpreted -= exceptions
    return interpreted, modules - interpreted


def test_no_compiled_class_is_frozen() -> None:
    _, compiled = _modules()
    frozen = {
        (path, one.name)
        for path in compiled
        for one in _classes(path)
        if any("frozen=True" in ast.unparse(decorator) for decorator in one.decorator_list)
    }
    assert not frozen


def test_compiled_bases_of_interpreted_classes_allow_it() -> None:
    interpreted, compiled = _modules()
    allowing = {
        one.name
        for path in compiled
        for one in _classes(path)
        if any(_ATTRIBUTE in ast.unparse(decorator) for decorator in one.decorator_list)
    }
    # Exceptions are interpreted classes anyway.
    refused = {
        (path, one.name, base.id)
        for path in interpreted
        for imported in [_imported(path)]
        for one in _classes(path)
        for base in one.bases
        if isinstance(base, ast.Name)
        and imported.get(base.id, path) not in interpreted
        and base.id not in allowing
        and not base.id.endswith("Error")
    }
    assert not refused
