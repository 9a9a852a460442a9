"""Programs in which every node has a location of its own, compiled by solc and by yulopt.

So a step that gives a node another location than solc does shows in the printed comments, and code
generation or a pass over the assembly that does so, in the source map.
"""

from __future__ import annotations

from random import Random

import attr

from tests.oracle import Json, Oracle, errors_in, members
from yulopt.assembly.assembler import assemble_program
from yulopt.assembly.compiled import compile_object
from yulopt.assembly.optimizer.driver import ALL_PASSES, optimize_assembly
from yulopt.dialect import DEFAULT_EVM_VERSION, Dialect, dialect_for
from yulopt.driver.optimization import optimize_tree
from yulopt.driver.options import Options
from yulopt.dropin.source_map import source_map
from yulopt.errors import Source
from yulopt.syntax.ast import Block, Node
from yulopt.syntax.located_printer import print_with_locations, read_again
from yulopt.syntax.locations import Locations
from yulopt.syntax.parser import parse_source

_DIALECT = dialect_for(DEFAULT_EVM_VERSION)
_INPUT = "input.yul"
_NUMBERED = 0.5


@attr.s(auto_attribs=True, frozen=True)
class Compiled:
    """The optimised text with comments, and the source map without the numbers of files."""

    text: str
    source_map: list[tuple[str, ...]]


def annotate(source: str, rng: Random, dialect: Dialect = _DIALECT) -> str:
    """A block of code with a comment before each node: a location, for some functions a number."""
    program = parse_source(Source(source), dialect)
    text = '/// @use-src 0:"a.sol"\n'
    last = 0
    for number, position in enumerate(sorted(_positions(program.code))):
        is_function = source.startswith("function", position)
        own = f"@ast-id {number} " if is_function and rng.random() < _NUMBERED else ""
        comment = f"/** {own}@src 0:{number}:{number + 1} */ " if number else ""
        text += source[last:position] + comment
        last = position
    return text + source[last:]


def _positions(code: Block) -> set[int]:
    found: set[int] = set()
    pending: list[Node] = [code]
    while pending:
        node = pending.pop()
        found.add(node.position)
        pending += [part for part in node.text_parts() if isinstance(part, Node)]
    return found


def by_yulopt(source: str, steps: str, passes: tuple[str, ...] = ALL_PASSES) -> Compiled | None:
    """The output of yulopt for annotated code; None if the stack is too deep."""
    locations = Locations()
    program = parse_source(Source(source), _DIALECT, locations)
    optimize_tree(program, Options(steps))
    program, locations = read_again(program, locations, _DIALECT)
    compiled = compile_object(program, _DIALECT)
    if compiled.first_problem() is not None:
        return None
    text = print_with_locations(program, locations, _DIALECT)
    optimize_assembly(compiled, _DIALECT, 200, passes)
    items = assemble_program(compiled, _DIALECT)[program].items
    return Compiled(text, _entries(source_map(items, locations)))


def by_solc(
    oracle: Oracle, source: str, steps: str, passes: tuple[str, ...] = ALL_PASSES
) -> Compiled | None:
    """The output of solc; None if it fails."""
    details: dict[str, Json] = {name: name in passes for name in ALL_PASSES}
    details |= {"yul": True, "yulDetails": {"optimizerSteps": steps}}
    answer = oracle.process.ask(
        {
            "language": "Yul",
            "sources": {_INPUT: {"content": source}},
            "settings": {
                "debug": {"debugInfo": ["location", "ast-id"]},
                "optimizer": {"enabled": True, "runs": 200, "details": details},
                "outputSelection": {"*": {"*": ["irOptimized", "evm.bytecode.sourceMap"]}},
            },
        },
        60.0,
    )
    for contract in members(answer, "contracts", _INPUT).values():
        text = members(contract).get("irOptimized")
        mapping = members(contract, "evm", "bytecode").get("sourceMap")
        assert isinstance(text, str)
        assert isinstance(mapping, str)
        return Compiled(text, _entries(mapping))
    assert "StackTooDeep" in errors_in(answer), errors_in(answer)
    return None


def _entries(mapping: str) -> list[tuple[str, ...]]:
    """Start, length and jump of each instruction: in its Yul mode, solc does not know the file."""
    entries: list[tuple[str, ...]] = []
    previous = ("-1", "-1", "")
    for text in mapping.split(";"):
        start, length, _, jump, _ = [*text.split(":"), "", "", "", ""][:5]
        previous = (start or previous[0], length or previous[1], jump or previous[2])
        entries.append(previous)
    return entries
