"""Weak mutation testing (Howden, 1982): whether a mistake changes the value of its expression.

Sources get probes. Where a mistake would be, a probe computes the expression both as it is and with
the mistake, goes on with the former, and notes the mistake if they differ. One run so says of all
mutants which of them may show in it: a program without the difference cannot show the mutant.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final, TypeVar

from tests.mutation.generated import Mistake, mistakes
from tests.mutation.in_place import imported_again

T = TypeVar("T")
# The name of the probe in modules.
_PROBE: Final = "_probe"


class Probe:
    """Notes mistakes, by their modules and numbers, as `found`."""

    def __init__(self) -> None:
        self.found: set[tuple[str, int]] = set()
        self._is_busy = False

    def __call__(
        self, value: T, module: str, number: int, is_test: bool, other: Callable[[], object]
    ) -> T:
        """The value; `other` computes it with the mistake. Of tests, only their truth counts."""
        if not self._is_busy and (module, number) not in self.found:
            # What runs only to compute the other value says nothing about the program.
            self._is_busy = True
            # A step that fails has no result, which could be wrong.
            with suppress(Exception):
                with_mistake = other()
                if is_test:
                    is_same = bool(value) == bool(with_mistake)
                else:
                    is_same = bool(value == with_mistake)
                if not is_same:
                    self.found.add((module, number))
            self._is_busy = False
        return value


@contextmanager
def probed(modules: Iterable[str]) -> Iterator[Probe]:
    """These modules have probes, if they are imported in the meantime."""
    probe = Probe()
    with imported_again({module: _loader_of(module, probe) for module in modules}):
        yield probe


def _loader_of(module: str, probe: Probe) -> type[SourceFileLoader]:
    class ProbingLoader(SourceFileLoader):
        """Compiles the source with probes, and takes nothing from a cache."""

        def get_code(self, fullname: str) -> CodeType:
            tree = with_probes(module, Path(self.path).read_text("utf-8"))
            code = compile(tree, self.path, "exec", dont_inherit=True)
            assert isinstance(code, CodeType)
            return code

        def exec_module(self, module: ModuleType) -> None:
            vars(module)[_PROBE] = probe
            super().exec_module(module)

    return ProbingLoader


def with_probes(module: str, source: str) -> ast.Module:
    """The tree of a source with probes for all its mistakes."""
    tree = ast.parse(source)
    probed = _Prober(module, mistakes(tree, source)).visit(tree)
    assert isinstance(probed, ast.Module)
    return ast.fix_missing_locations(probed)


class _Prober(ast.NodeTransformer):
    def __init__(self, module: str, found: Iterable[Mistake]) -> None:
        self._module = module
        self._at: defaultdict[ast.AST, list[tuple[int, str]]] = defaultdict(list)
        for number, mistake in enumerate(found):
            self._at[mistake.node].append((number, mistake.new))

    def visit(self, node: ast.AST) -> ast.AST | list[ast.AST]:
        is_test = not isinstance(node, ast.BinOp)
        visited: ast.AST = self.generic_visit(node)
        for number, new in self._at[node]:
            if isinstance(visited, ast.stmt):
                # It is executed or not.
                reached = self._call(ast.Constant(True), number, ast.Constant(False), True)
                return [ast.Expr(reached), visited]
            assert isinstance(visited, ast.expr)
            other = ast.parse(new, mode="eval").body
            visited = self._call(visited, number, other, is_test)
        return visited

    def _call(self, value: ast.expr, number: int, other: ast.expr, is_test: bool) -> ast.Call:
        constants = [ast.Constant(one) for one in (self._module, number, is_test)]
        nothing = ast.arguments([], [], None, [], [], None, [])
        return ast.Call(
            ast.Name(_PROBE, ast.Load()), [value, *constants, ast.Lambda(nothing, other)], []
        )
