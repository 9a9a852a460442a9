"""A program as a tree that edits look at: its places, and the values of expressions there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.campaigns.pairs.executed import marked_words
from tests.campaigns.pairs.pair import call, either_expression, either_statements, number, sides
from yulopt.errors import YulError
from yulopt.shrinking.shrinker import Path, replaced_at, tree_at, walk_with_paths
from yulopt.shrinking.tree import Tree
from yulopt.verifier.inputs import Input

# The first topic of a log that tells a value.
_MARK: Final = 1 << 200
_EXPRESSIONS: Final = frozenset({"call", "name", "literal"})
_LOADS: Final = frozenset({"mload", "sload", "tload", "keccak256"})


class Program:
    """A program that is edited, or a pair that is edited again, with inputs for its executions.

    With `in_functions`, the places of edits are those in functions, if there are any.
    """

    def __init__(self, tree: Tree, inputs: Sequence[Input], *, in_functions: bool = False) -> None:
        self.tree = tree
        self._inputs = inputs
        self._in_functions = in_functions
        self.places = list(walk_with_paths(tree))

    def statements(self, *kinds: str) -> list[Path]:
        """The paths of statements, of some kinds."""
        return self._chosen(
            [
                path
                for path, tree in self.places
                if path
                and tree_at(self.tree, path[:-1]).kind == "block"
                and (tree.kind in kinds if kinds else tree.kind != "function")
            ]
        )

    def expressions(self) -> list[Path]:
        """The paths of expressions that have a value, in the order of the text."""
        return self._chosen(
            [
                path
                for path, tree in self.places
                if tree.kind in _EXPRESSIONS and tree_at(self.tree, path[:-1]).kind != "block"
            ]
        )

    def _chosen(self, paths: list[Path]) -> list[Path]:
        # The main block is the first part of the program, and functions follow.
        inside = [path for path in paths if path[0] > 1] if self._in_functions else []
        return inside or paths

    def loads(self) -> list[Path]:
        """The paths of loads, and of hashes."""
        return [path for path in self.expressions() if self.at(path).parts[0] in _LOADS]

    def at(self, path: Path) -> Tree:
        """The tree at a path."""
        return tree_at(self.tree, path)

    def statement_of(self, path: Path) -> Path:
        """The path of the innermost statement in which something is."""
        while self.at(path[:-1]).kind != "block":
            path = path[:-1]
        return path

    def replaced(self, path: Path, new: Tree) -> Tree:
        """The program with something else at a path."""
        return replaced_at(self.tree, path, new)

    def changed(self, path: Path, expression: Tree) -> Tree:
        """The pair in which an expression is changed."""
        return self.replaced(path, either_expression(self.at(path), expression))

    def in_front(self, path: Path, before: list[Tree], after: list[Tree]) -> Tree:
        """The pair with statements in front of one."""
        *block, index = path
        found = self.at(tuple(block))
        new = (*found.parts[:index], either_statements(before, after), *found.parts[index:])
        return self.replaced(tuple(block), Tree("block", new))

    def visible(self, path: Path) -> list[str]:
        """The names of the variables that are visible at a path."""
        found: list[str] = []
        for length, index in enumerate(path):
            outer = self.at(path[:length])
            if outer.kind == "function":
                # What is outside is not visible inside.
                found = [p for p in outer.parts[3:] if isinstance(p, str) and p.isalnum()]
            inside = outer.parts[:index] if outer.kind == "block" else ()
            if outer.kind == "for" and index > 1 and isinstance(outer.parts[1], Tree):
                inside = outer.parts[1].parts
            for part in inside:
                if isinstance(part, Tree) and part.kind == "let":
                    names = part.parts[1 : part.parts.index(":=") if ":=" in part.parts else None]
                    found += [name for name in names if isinstance(name, str) and name != ","]
        return found

    def edited(self, tree: Tree) -> Program:
        """Another program, with the same inputs."""
        return Program(tree, self._inputs, in_functions=self._in_functions)

    def values(self, path: Path, expressions: Sequence[Tree]) -> list[list[int]]:
        """The values that expressions have in front of the statement at a path, or around it, each
        time that it is executed. They are none if an expression has no meaning there."""
        *block, index = self.statement_of(path)
        topics = range(_MARK, _MARK + len(expressions))
        logs = [
            call("log2", number(0), number(0), number(topic), expression)
            for topic, expression in zip(topics, expressions, strict=True)
        ]
        parts = self.at(tuple(block)).parts
        new = Tree("block", (*parts[:index], *logs, *parts[index:]))
        try:
            before, _ = sides(str(self.replaced(tuple(block), new)))
            return marked_words(before, self._inputs, topics)
        except YulError:
            return [[] for _ in expressions]
