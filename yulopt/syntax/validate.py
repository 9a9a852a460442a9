"""The static checks: scopes, arity, literals, and where jumps may stand.

Like solc's analysis this goes over each object twice: first the names are registered in their
scopes, and only when that succeeds their uses are checked. The errors of all objects are raised
together; what solc finds while it parses, and then does not analyse, comes before that and alone.

Source: chapter 01, sections 3 and 6 of the specification.
"""

from __future__ import annotations

from yulopt.dialect import Dialect
from yulopt.errors import ErrorList, Source, YulSyntaxError
from yulopt.syntax.jumps import PlacementCheck
from yulopt.syntax.nesting import check_nesting, check_object_nesting
from yulopt.syntax.objects import Object
from yulopt.syntax.scopes import ScopeCheck
from yulopt.syntax.uses import UseCheck


def validate(
    program: Object, source: Source, dialect: Dialect, noted: list[tuple[int, str]]
) -> None:
    """Check an object tree as parsed from `source`.

    `noted` is what the parser found wrong without having to stop: offsets, each with a message.
    Raises `YulError`, the first error with all others, if anything is wrong.
    """
    objects = _outside_in(program)
    _check_placement(objects, source, noted)
    errors = ErrorList()
    for tree, _ in objects:
        known = len(errors)
        ScopeCheck(source, errors).visit_block(tree.code)
        if len(errors) == known:
            UseCheck(source, dialect, tree, errors).visit_block(tree.code)
    errors.raise_any()


def _check_placement(
    objects: list[tuple[Object, int]], source: Source, noted: list[tuple[int, str]]
) -> None:
    """What solc checks while it parses: it goes on after a misplaced statement or name, and stops
    where the nesting is too deep.
    """
    check = PlacementCheck()
    too_deep: YulSyntaxError | None = None
    for tree, depth in objects:
        try:
            check_object_nesting(depth, tree.position, source)
            check_nesting(tree.code, source)
        except YulSyntaxError as error:
            too_deep = error
            break
        check.visit_block(tree.code)
    errors = ErrorList()
    for offset, message in sorted(noted + check.found):
        errors.add(source.syntax_error(offset, message))
    if too_deep is not None:
        errors.add(too_deep)
    errors.raise_any()


def _outside_in(program: Object) -> list[tuple[Object, int]]:
    """All objects of the tree with their depths (from 1), each one before its children."""
    objects: list[tuple[Object, int]] = []
    pending = [(program, 1)]
    while pending:
        tree, depth = pending.pop()
        objects.append((tree, depth))
        pending.extend((child, depth + 1) for child in reversed(tree.sub_objects))
    return objects
