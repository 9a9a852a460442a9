"""Yul text to object tree: reading it (`recursive_descent`) and checking it (`validate`)."""

from __future__ import annotations

from types import NoneType

from yulopt.dialect import Dialect, chosen_dialect
from yulopt.errors import Source
from yulopt.syntax.arguments import check_argument
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.locations import Locations
from yulopt.syntax.objects import Object
from yulopt.syntax.recursive_descent import read_program
from yulopt.syntax.validate import validate


def parse(source: str, *, filename: str = "<input>", evm_version: str | None = None) -> Object:
    """Parse and validate a Yul program.

    `source` is an object or a bare block (which becomes the code of an object called `object`);
    `filename` is used in errors only; `evm_version` decides which builtins exist, None means the
    default version. Raises `YulError` with the position of the first error (and the `others` that
    were found with it), ValueError for an unknown EVM version, and TypeError for arguments of other
    types.
    """
    check_argument("source", source, str)
    check_argument("filename", filename, str)
    check_argument("evm_version", evm_version, str, NoneType)
    return parse_source(Source(source, filename), chosen_dialect(evm_version))


def parse_source(source: Source, dialect: Dialect, locations: Locations | None = None) -> Object:
    """Parse and validate `source` for the EVM version of `dialect`; errors as for `parse`.

    The locations in the text are added to `locations`, if that is given.
    """
    return run_with_deep_stack(lambda: _parse(source, dialect, locations))


def _parse(source: Source, dialect: Dialect, locations: Locations | None) -> Object:
    program = read_program(source, dialect, locations)
    validate(program, source, dialect)
    return program
