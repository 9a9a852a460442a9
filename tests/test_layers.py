"""Modules import what the tables in docs/explanation/architecture.md allow, and never in circles.

What is imported only for type checkers does not count: it is not there when yulopt runs.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import Final

import attr

from tests.conftest import ROOT
from yulopt.graphs.components import strongly_connected_components

PAGE: Final = ROOT / "docs" / "explanation" / "architecture.md"
EVERYTHING: Final = "all above"
# It is what `import yulopt` loads, and only passes on names of other modules.
ROOT_MODULE: Final = "yulopt"


@attr.s(auto_attribs=True, frozen=True)
class Layer:
    """A row of a table: the modules it names, by their beginnings, and the layers it may use."""

    name: str
    modules: tuple[str, ...]
    uses: frozenset[str]


@cache
def layers() -> list[Layer]:
    """The layers from bottom to top. One can be called by any of the modules that it names."""
    found: list[Layer] = []
    layer_with: dict[str, str] = {}
    for row in re.findall(r"^\| (`.+`) \|.+\| (.*?) ?\|$", PAGE.read_text("utf-8"), re.MULTILINE):
        modules, uses = (re.findall(r"`([^`]+)`", cell) for cell in row)
        unknown = [name for name in uses if name not in layer_with]
        assert not unknown, f"{modules[0]} uses {unknown}, not among the rows above"
        allowed = (
            layer_with.values() if row[1] == EVERYTHING else (layer_with[name] for name in uses)
        )
        found.append(Layer(modules[0], tuple(map(dotted, modules)), frozenset(allowed)))
        layer_with |= dict.fromkeys(modules, modules[0])
    return found


def dotted(path: str) -> str:
    """The module or package at a path below yulopt/."""
    return f"yulopt.{path.removesuffix('.py').removesuffix('/').replace('/', '.')}"


def layer_of(module: str) -> Layer:
    """The layer that names the module most precisely."""
    fitting = [
        (len(beginning), layer)
        for layer in layers()
        for beginning in layer.modules
        if f"{module}.".startswith(f"{beginning}.")
    ]
    assert fitting, f"no table has {module}"
    return max(fitting, key=lambda pair: pair[0])[1]


@cache
def imports() -> dict[str, set[str]]:
    """What each module of yulopt imports from yulopt, wherever in it."""
    paths = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for folder in ("yulopt", "yulopt/steps")
        for path in (ROOT / folder).rglob("*.py")
    }
    return {
        module: {name for name in imported(path.read_text("utf-8"), set(paths)) if name != module}
        for module, path in paths.items()
    }


def imported(source: str, modules: set[str]) -> set[str]:
    """The modules that the source of a module imports, but for type checkers only."""
    found = set()
    nodes: list[ast.AST] = [ast.parse(source)]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            nodes += node.orelse
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                found.add(name if name in modules else node.module)
        nodes += ast.iter_child_nodes(node)
    return found & modules


def test_every_import_is_one_that_the_tables_allow() -> None:
    forbidden = []
    for module, names in imports().items():
        if module == ROOT_MODULE:
            continue
        layer = layer_of(module)
        for name in names - {ROOT_MODULE}:
            other = layer_of(name)
            if other is not layer and other.name not in layer.uses:
                forbidden.append(f"{module} imports {name}: {layer.name} may not use {other.name}")
    assert not forbidden, "\n".join(sorted(forbidden))


def test_no_modules_import_each_other_in_circles() -> None:
    modules = sorted(imports())
    number = {module: index for index, module in enumerate(modules)}
    successors = [[number[name] for name in sorted(imports()[module])] for module in modules]
    circles = [
        sorted(modules[index] for index in component)
        for component in strongly_connected_components(successors)
        if len(component) > 1
    ]
    assert circles == []


def test_a_step_imports_no_other_step() -> None:
    pairs = [
        (module, name)
        for module, names in imports().items()
        for name in names
        if module.startswith("yulopt.steps.") and name.startswith("yulopt.steps")
    ]
    assert pairs == []


def test_every_row_applies() -> None:
    names = [name for layer in layers() for name in layer.modules]
    assert len(names) == len(set(names))
    known = {layer_of(module).name for module in imports() if module != ROOT_MODULE}
    assert known == {layer.name for layer in layers()}
