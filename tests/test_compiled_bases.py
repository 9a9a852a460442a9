"""Requirements of the compiled form on classes and expressions.

Classes that it interprets may derive only from compiled classes that allow it, and those that it
compiles have no `__dict__`, which attrs needs to make instances of frozen classes.

mypyc borrows an attribute on the left of a sum, a difference or a comparison of integers, or in
front of an index, if there is an attribute on the right, even of the result of a call. If that call
frees the object on the left, or assigns its attribute, a large integer is read after it was freed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

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


def _borrowed_over_calls(tree: ast.AST) -> list[str]:
    """Expressions whose left side may be freed while their right side is computed."""
    pairs: list[tuple[ast.AST, ast.expr, ast.expr]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            pairs.append((node, node.left, node.right))
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            pairs.append((node, node.left, node.comparators[0]))
        elif isinstance(node, ast.Subscript):
            pairs.append((node, node.value, node.slice))
    return [
        ast.unparse(node)
        for node, left, right in pairs
        if isinstance(left, ast.Attribute)
        and isinstance(right, ast.Attribute)
        and _contains_call(right)
        and (_contains_call(left) or ast.unparse(left).startswith("self."))
    ]


def _contains_call(expression: ast.expr) -> bool:
    return any(isinstance(node, ast.Call) for node in ast.walk(expression))


@pytest.mark.parametrize(
    ("text", "is_borrowed"),
    [
        ("f().a + g().a", True),
        ("f().a < g(x).b.a", True),
        ("self.a - f().a", True),
        ("self.a[f().a]", True),
        ("f().a * g().a", False),
        ("f().a + g()", False),
        ("f() + g().a", False),
        ("x.a + f().a", False),
        ("f().a + x.a", False),
    ],
)
def test_borrowed_attributes_are_found(text: str, is_borrowed: bool) -> None:
    assert bool(_borrowed_over_calls(ast.parse(text))) is is_borrowed


def test_no_attribute_is_borrowed_over_a_call() -> None:
    _, compiled = _modules()
    found = {
        f"{path}: {text}"
        for path in compiled
        if Path(ROOT, path).exists()
        for text in _borrowed_over_calls(ast.parse(Path(ROOT, path).read_text("utf-8")))
    }
    assert not found
