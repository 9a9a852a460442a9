"""Lineage: the origins of the lines of a program rewritten by a step.

Steps change a tree in place. A node that survives the step, at any place and with any text, links
its old line to its new one: a statement that moved, a value that became part of another statement,
or an expression that became a statement. Copies of nodes keep their source position, and link to
them, too.

To find the line of a node without printing with marks, the words of the text (names, keywords,
literals) are counted: walked in the order in which it is printed, the tree has the same ones.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    If,
    Node,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.trace.edits import Edit
from yulopt.trace.recording import Origin

WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[A-Za-z0-9_$.]+')

# The weight of a node for the origin of its line. A statement weighs more than its parts.
_STATEMENT_WEIGHT: Final = 3
_PART_WEIGHT: Final = 1


class Lineage:
    """Follows the nodes of the code of one object from step to step."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._lines: list[int] = []

    def start(self, block: Block, text: str) -> None:
        """Begin with this code and its text."""
        self._nodes, self._lines = _nodes_and_lines(block, text)

    def positions(self) -> dict[int, int]:
        """The source position of each line of the code; lines of braces have none."""
        found: dict[int, int] = {}
        for node, line in zip(self._nodes, self._lines, strict=True):
            if node.position >= 0:
                found.setdefault(line, node.position)
        return found

    def step(self, block: Block, text: str, edits: list[Edit]) -> list[Origin]:
        """The origins of the lines that the edits added, after a step changed the code."""
        old_nodes, old_lines = self._nodes, self._lines
        new_nodes, new_lines = _nodes_and_lines(block, text)
        # While the old list holds them, no other nodes can have their identities.
        line_of = {id(node): line for node, line in zip(old_nodes, old_lines, strict=True)}
        # A step may have created other nodes with the same position; nodes of the same kind are
        # preferred.
        lines_at: dict[tuple[type[Node], int], int] = {}
        for node, line in zip(old_nodes, old_lines, strict=True):
            if node.position >= 0:
                lines_at.setdefault((type(node), node.position), line)
                lines_at.setdefault((Node, node.position), line)
        added = set(added_lines(edits))
        kept: dict[int, Counter[int]] = {}
        copied: dict[int, Counter[int]] = {}
        for node, line in zip(new_nodes, new_lines, strict=True):
            if line not in added:
                continue
            weight = _STATEMENT_WEIGHT if isinstance(node, Statement) else _PART_WEIGHT
            source = line_of.get(id(node))
            if source is not None:
                kept.setdefault(line, Counter())[source] += weight
            else:
                source = lines_at.get((type(node), node.position))
                if source is None:
                    source = lines_at.get((Node, node.position))
                if source is not None:
                    copied.setdefault(line, Counter())[source] += weight
        self._nodes, self._lines = new_nodes, new_lines
        origins = []
        for line in sorted(added):
            found = kept.get(line) or copied.get(line)
            if found:
                sources = [source for source, _ in found.most_common()]
                origins.append(Origin(line, sources, line not in kept))
        return origins


def added_lines(edits: list[Edit]) -> list[int]:
    """The lines that the edits added, numbered after the change."""
    lines: list[int] = []
    shift = 0
    for edit in edits:
        start = edit.start + shift
        lines.extend(range(start, start + len(edit.added)))
        shift += len(edit.added) - edit.removed
    return lines


def _nodes_and_lines(block: Block, text: str) -> tuple[list[Node], list[int]]:
    """The node that each word of the text belongs to, and the line of the word, counted from 0."""
    nodes: list[Node] = []
    _add_block(block, nodes)
    lines = [number for number, line in enumerate(text.split("\n")) for _ in WORD.finditer(line)]
    assert len(nodes) == len(lines), "the text is not that of the tree"
    return nodes, lines


# One entry for each word, in the order of the printed text.


def _add_block(block: Block, nodes: list[Node]) -> None:
    for statement in block.statements:
        _add_statement(statement, nodes)


def _add_statement(statement: Statement, nodes: list[Node]) -> None:
    if isinstance(statement, ExpressionStatement):
        _add_expression(statement.expression, nodes)
    elif isinstance(statement, Assignment):
        nodes.extend([statement] * len(statement.targets))
        _add_expression(statement.value, nodes)
    elif isinstance(statement, VariableDeclaration):
        nodes.extend([statement] * (1 + len(statement.names)))
        if statement.value is not None:
            _add_expression(statement.value, nodes)
    elif isinstance(statement, Block):
        _add_block(statement, nodes)
    elif isinstance(statement, If):
        nodes.append(statement)
        _add_expression(statement.condition, nodes)
        _add_block(statement.body, nodes)
    elif isinstance(statement, Switch):
        nodes.append(statement)
        _add_expression(statement.expression, nodes)
        for case in statement.cases:
            nodes.append(case)
            if case.label is not None:
                nodes.append(case.label)
            _add_block(case.body, nodes)
    elif isinstance(statement, ForLoop):
        nodes.append(statement)
        _add_block(statement.init, nodes)
        _add_expression(statement.condition, nodes)
        _add_block(statement.post, nodes)
        _add_block(statement.body, nodes)
    elif isinstance(statement, FunctionDefinition):
        words = 2 + len(statement.parameters) + len(statement.returns)
        nodes.extend([statement] * words)
        _add_block(statement.body, nodes)
    else:
        nodes.append(statement)


def _add_expression(expression: Expression, nodes: list[Node]) -> None:
    nodes.append(expression)
    if isinstance(expression, FunctionCall):
        for argument in expression.arguments:
            _add_expression(argument, nodes)
