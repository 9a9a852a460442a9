"""Random edits of a program, such as optimisers make: right in some circumstances, wrong in others.

An edit gives a pair (see `pair`), or None where it finds no place. Whether it changes what the
program does is for others to say.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from tests.campaigns.pairs.pair import (
    call,
    either_statements,
    name_of,
    number,
    parse_expression,
)
from tests.campaigns.pairs.program import Program
from yulopt.shrinking.shrinker import Path
from yulopt.shrinking.tree import Tree

_LOADS: Final = frozenset({"mload", "sload", "tload", "keccak256"})
_STORES: Final = {"mstore": "mload", "sstore": "sload", "tstore": "tload"}
_OPPOSITE: Final = {"lt": "gt", "gt": "lt", "slt": "lt", "sgt": "gt", "mstore": "mstore8"}
_SIZES: Final = (1, 31, 32, 33, 64, 96, 128, 256)


Edit: TypeAlias = Callable[[Random, Program], Tree | None]


def _end(condition: Tree, statement: str = "invalid") -> Tree:
    """A check that ends the program."""
    return Tree("if", ("if", condition, Tree("block", ("{", call(statement), "}"))))


def _assigned(tree: Tree) -> Tree | None:
    """The value of a declaration or an assignment of one variable."""
    is_one = tree.kind in ("let", "assignment") and "," not in tree.parts and ":=" in tree.parts
    return tree.children()[-1] if is_one else None


def forward_store(rng: Random, program: Program) -> Tree | None:
    """A load becomes the value that an earlier statement stored, mostly at the same address."""
    values: dict[tuple[str, Tree], list[Tree]] = {}
    found: list[tuple[Path, list[Tree]]] = []
    for path, tree in program.places:
        if tree.kind == "call" and tree.parts[0] in _STORES:
            address, value = tree.children()
            values.setdefault((_STORES[str(tree.parts[0])], address), []).append(value)
        key = (
            (str(tree.parts[0]), tree.children()[0])
            if tree.kind == "call" and tree.children()
            else None
        )
        if key in values:
            found.append((path, values[key][-2:]))
    if not found:
        return None
    # The last loads are those of what may have changed since.
    load, stored = found[-1] if rng.random() < 0.8 else rng.choice(found)
    return program.changed(load, rng.choice(stored))


def reuse_value(rng: Random, program: Program) -> Tree | None:
    """A load becomes the variable that an earlier statement assigned the same load to."""
    names: dict[Tree, list[str]] = {}
    found: list[tuple[Path, list[str]]] = []
    for path, tree in program.places:
        if tree in names and tree.kind == "call":
            found.append((path, names[tree][-2:]))
        value = _assigned(tree)
        if value is not None:
            # The places of the value follow that of its statement.
            names.setdefault(value, []).append(str(tree.parts[tree.parts.index(":=") - 1]))
    found = [(path, several) for path, several in found if len(program.at(path).parts) > 3]
    if not found:
        return None
    path, several = rng.choice(found)
    return program.changed(path, name_of(rng.choice(several)))


def reuse_load(rng: Random, program: Program) -> Tree | None:
    """A load happens earlier than before, in front of some statement."""
    loads = program.loads()
    if not loads:
        return None
    load = rng.choice(loads)
    value = program.at(load)
    statements = [
        path
        for path in program.statements()
        if path[:-1] == load[: len(path) - 1] and path[-1] <= load[len(path) - 1]
    ]
    place = rng.choice(statements)
    pair = program.changed(load, name_of("t0"))
    let = Tree("let", ("let", "t0", ":=", value))
    return program.edited(pair).in_front(place, [], [let])


def drop(rng: Random, program: Program) -> Tree | None:
    """A statement is left out: mostly a store, or a check."""
    kinds = rng.choice((("call",), ("call",), ("if",), ("if",), ()))
    statements = program.statements(*kinds)
    if not statements:
        return None
    path = rng.choice(statements)
    return program.replaced(path, either_statements([program.at(path)], []))


def move(rng: Random, program: Program) -> Tree | None:
    """A statement moves across some others of its block."""
    path = rng.choice(program.statements())
    *outer, index = path
    block = program.at(tuple(outer))
    count = rng.choice((1, 1, 2, 3))
    parts = [part for part in block.parts[index : index + count + 1] if isinstance(part, Tree)]
    if len(parts) < 2 or any(part.kind == "function" for part in parts):
        return None
    moved = [*parts[1:], parts[0]] if rng.random() < 0.5 else [parts[-1], *parts[:-1]]
    new = (
        *block.parts[:index],
        either_statements(parts, moved),
        *block.parts[index + len(parts) :],
    )
    return program.replaced(tuple(outer), Tree("block", new))


def hoist(rng: Random, program: Program) -> Tree | None:
    """A statement moves out of a loop, or of a condition: in front of it, or after it."""
    inner = [path for path in program.statements("call", "let", "assignment") if len(path) > 3]
    places: list[tuple[Path, Path]] = []
    for path in inner:
        outer = path[:-2]
        if program.at(outer).kind == "case":
            outer = outer[:-1]
        if program.at(outer).kind in ("for", "if", "switch"):
            places.append((path, outer))
    if not places:
        return None
    path, outer = rng.choice(places)
    statement = program.at(path)
    pair = program.edited(program.replaced(path, either_statements([statement], [])))
    if rng.random() < 0.3:
        outer = (*outer[:-1], outer[-1] + 1)
    return pair.in_front(outer, [], [statement])


def repeat(rng: Random, program: Program) -> Tree | None:
    """A store happens once more, somewhere else."""
    stores = [p for p in program.statements("call") if program.at(p).parts[0] in _STORES]
    if not stores:
        return None
    store = rng.choice(stores)
    after = [path for path in program.statements() if path > store]
    place = rng.choice(after[:6] if after and rng.random() < 0.7 else program.statements())
    return program.in_front(place, [], [program.at(store)])


def overwrite(rng: Random, program: Program) -> Tree | None:
    """Memory is written that is not used, if conventions hold."""
    place = rng.choice(program.statements())
    names = program.visible(place)
    if not names:
        return None
    address = parse_expression(
        rng.choice(("0", "32", "mload(64)", "add(mload(64), 32)", "add(mload(64), 16)", "96"))
    )
    return program.in_front(place, [], [call("mstore", address, name_of(rng.choice(names)))])


def change_number(rng: Random, program: Program) -> Tree | None:
    """A number becomes another one."""
    numbers = [p for p in program.expressions() if program.at(p).kind == "literal"]
    if not numbers:
        return None
    path = rng.choice(numbers)
    value = int(str(program.at(path).parts[0]), 0)
    change = rng.choice((1, -1, 32, -32, value, -value))
    return program.changed(path, number(max(value + change, 0)))


def change_condition(rng: Random, program: Program) -> Tree | None:
    """A comparison becomes another one."""
    calls = [p for p in program.expressions() if program.at(p).parts[0] in _OPPOSITE]
    if not calls:
        return None
    path = rng.choice(calls)
    one, other = program.at(path).children()
    name = str(program.at(path).parts[0])
    return program.changed(
        path,
        rng.choice(
            (
                call("iszero", call(_OPPOSITE[name], one, other)),
                call("iszero", call("eq", one, other)),
                call(name, one, call("add", other, number(1))),
                call("iszero", call(name, other, one)),
            )
        ),
    )


def change_mask(rng: Random, program: Program) -> Tree | None:
    """A mask is left out, or a word is masked."""
    masked = [p for p in program.expressions() if program.at(p).parts[0] == "and"]
    if masked and rng.random() < 0.4:
        path = rng.choice(masked)
        return program.changed(path, rng.choice(program.at(path).children()))
    path = rng.choice(program.expressions())
    word = program.at(path)
    most = max(program.values(path, [word])[0], default=0)
    mask = (1 << most.bit_length()) - 1
    return program.changed(path, call("and", word, number(rng.choice((mask, mask, mask >> 1)))))


def replace_word(rng: Random, program: Program) -> Tree | None:
    """An expression becomes another one that has the same value, or mostly."""
    loads = program.loads() if rng.random() < 0.4 else []
    path = rng.choice(loads or program.expressions())
    found = program.at(path)
    if found.kind == "literal":
        return None
    names = program.visible(program.statement_of(path))
    others = [name_of(name) for name in names]
    others += [call("add", name_of(name), number(rng.choice(_SIZES))) for name in names[-4:]]
    others += [parse_expression("mload(64)"), call("mload", name_of(names[-1]))] if names else []
    others = [other for other in dict.fromkeys(others) if other != found]
    values, *columns = program.values(path, [found, *others])
    if not values:
        return None
    candidates: list[Tree] = []
    for other, column in zip(others, columns, strict=True):
        shared = sum(one == two for one, two in zip(values, column, strict=True))
        if shared == len(values) or (shared and rng.random() < 0.2):
            candidates.append(other)
    if len(set(values)) == 1 or rng.random() < 0.1:
        candidates += [number(rng.choice(values))] * 2
    return program.changed(path, rng.choice(candidates)) if candidates else None


def insert_check(rng: Random, program: Program) -> Tree | None:
    """A check is inserted that ends no execution seen, or few."""
    place = rng.choice(program.statements())
    names = program.visible(place)
    if not names:
        return None
    pointer = parse_expression("mload(64)")
    words = [*map(name_of, names), pointer]
    word = rng.choice([*words, pointer])
    other = rng.choice(words)
    ones, others = program.values(place, [word, other])
    if not ones:
        return None
    if rng.random() < 0.4 and word != other:
        if rng.random() < 0.7 and all(one <= two for one, two in zip(ones, others, strict=True)):
            return program.in_front(place, [], [_end(call("gt", word, other))])
        return program.in_front(place, [], [_end(call("lt", word, other))])
    least, most = min(ones), max(ones)
    seen = rng.choice(ones)
    bounds = [most, most, most | 7, (1 << most.bit_length()) - 1, most - 1, most + 1, seen, seen]
    above = call("gt", word, number(max(rng.choice(bounds), 0) & (1 << 256) - 1))
    starts = [least, least, least - 1, least + 1, 128, seen, seen]
    below = call("lt", word, number(max(rng.choice(starts), 0)))
    check = rng.choice((above, below))
    return program.in_front(place, [], [_end(check)])


def decide(rng: Random, program: Program) -> Tree | None:
    """A condition becomes a constant, mostly one that it always was."""
    conditions = [(*path, 1) for path, tree in program.places if tree.kind in ("if", "switch")]
    if not conditions:
        return None
    path = rng.choice(conditions)
    (values,) = program.values(path, [program.at(path)])
    return program.changed(path, number(rng.choice(values) if values else 0))


def once(rng: Random, program: Program) -> Tree | None:
    """A loop becomes a condition, or ends after each iteration."""
    loops = program.statements("for")
    if not loops:
        return None
    path = rng.choice(loops)
    init, condition, post, body = program.at(path).children()
    if rng.random() < 0.5:
        end = either_statements([], [Tree("jump", ("break",))])
        return program.replaced((*path, 4), Tree("block", (*body.parts[:-1], end, "}")))
    inside = Tree("block", (*body.parts[:-1], *post.parts[1:]))
    single = Tree("block", (*init.parts[:-1], Tree("if", ("if", condition, inside)), "}"))
    return program.replaced(path, either_statements([program.at(path)], [single]))


EDITS: Final[dict[Edit, int]] = {
    forward_store: 6,
    reuse_value: 2,
    reuse_load: 5,
    drop: 5,
    move: 4,
    hoist: 3,
    repeat: 3,
    overwrite: 3,
    change_number: 1,
    change_condition: 2,
    change_mask: 2,
    replace_word: 4,
    insert_check: 6,
    decide: 2,
    once: 1,
}
# Those that fit to the style of a program, for most of its pairs.
_OF_STYLE: Final[dict[str, dict[Edit, int]]] = {
    "kept": {forward_store: 10, reuse_load: 2, insert_check: 3, hoist: 1, drop: 1, overwrite: 1},
    "bounded": {insert_check: 8, change_mask: 3, decide: 2, change_condition: 2, replace_word: 2},
}
_FITS: Final = 0.75


def edited(rng: Random, program: Program, style: str) -> tuple[str, Tree] | None:
    """The name of an edit of a program, and the pair; None if it finds no place."""
    edits = _OF_STYLE.get(style, EDITS) if rng.random() < _FITS else EDITS
    (edit,) = rng.choices(tuple(edits), tuple(edits.values()))
    pair = edit(rng, program)
    return None if pair is None else (edit.__name__, pair)
