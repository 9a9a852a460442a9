"""The choice among the contracts of an input.

Source: chapter 11, section 12 of the specification.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from yulopt.errors import YulError, did_you_mean
from yulopt.inputs.contract import Contents, Contract

_MAX_LISTED: Final = 40
_MAX_NAMED: Final = 3


def contracts_with_code(contents: Contents, name: str) -> list[Contract]:
    """The contracts of the input `name` that have IR; raises `YulError` if there is none."""
    found = [contract for contract in contents.contracts if contract.text]
    if found:
        return found
    if any(contract.is_empty for contract in contents.contracts):
        raise YulError(
            "no contract in it has code; interfaces and abstract contracts have none", filename=name
        )
    advice = f"; {contents.advice}" if contents.advice else ""
    raise YulError(f"this is {contents.kind} without IR{advice}", filename=name)


def choose_contract(contents: Contents, wanted: str | None, name: str) -> Contract:
    """The requested contract, by its name or as SOURCE:NAME, or the only one with code.

    Raises `YulError` if there is none, or if there are several.
    """
    with_code = contracts_with_code(contents, name)
    if wanted is not None:
        return _wanted(contents, with_code, wanted, name)
    own = [contract for contract in contents.own_contracts if contract.text]
    candidates = own or with_code
    if len(candidates) > 1:
        raise YulError(
            f"{len(candidates)} contracts in it have code; choose one with --contract:\n"
            f"{_listed(candidates)}",
            filename=name,
        )
    return candidates[0]


def _wanted(contents: Contents, with_code: Sequence[Contract], wanted: str, name: str) -> Contract:
    matching = _matching(contents.contracts, wanted)
    if not matching:
        known = [contract.name for contract in with_code]
        known += [contract.qualified_name for contract in with_code]
        if len(with_code) == 1:
            hint = f"; the one with code is '{with_code[0].qualified_name}'"
        else:
            hint = did_you_mean(wanted, known) or f"; those with code are:\n{_listed(with_code)}"
        raise YulError(f"there is no contract '{wanted}' in it{hint}", filename=name)
    found = [contract for contract in matching if contract.text]
    if len(found) > 1:
        raise YulError(
            f"{len(found)} contracts in it are called '{wanted}'; choose one with --contract:\n"
            f"{_listed(found)}",
            filename=name,
        )
    if not found:
        reason = (
            "has no code; it is an interface, or abstract"
            if matching[0].is_empty
            else f"has no IR; {contents.advice}"
        )
        raise YulError(f"'{wanted}' {reason}", filename=name)
    return found[0]


def _matching(contracts: Sequence[Contract], wanted: str) -> list[Contract]:
    """Those of that name; after a file, whose path may be shortened from the left."""
    exact = [one for one in contracts if wanted == one.qualified_name]
    if exact:
        return exact
    file, colon, contract_name = wanted.rpartition(":")
    named = [one for one in contracts if one.name == contract_name]
    return [one for one in named if one.file.endswith(f"/{file}")] if colon else named


def _listed(contracts: Sequence[Contract]) -> str:
    """A line for each contract: the name that selects it, and its file."""
    count = Counter(contract.name for contract in contracts)
    rows = [
        (one.qualified_name, "") if count[one.name] > 1 else (one.name, one.file)
        for one in contracts[:_MAX_LISTED]
    ]
    width = max((len(name) for name, file in rows if file), default=0)
    lines = [f"  {name.ljust(width if file else 0)}  {file}".rstrip() for name, file in rows]
    more = len(contracts) - len(rows)
    return "\n".join([*lines, *([f"  and {more} more"] if more else [])])


def skipped_note(contents: Contents) -> str:
    """A remark on the contracts without code; empty if there are none."""
    names = [contract.name for contract in contents.contracts if contract.is_empty]
    if not names:
        return ""
    shown = ", ".join(names[:_MAX_NAMED]) + (", ..." if len(names) > _MAX_NAMED else "")
    number = "1 contract" if len(names) == 1 else f"{len(names)} contracts"
    return f"{number} without code left out ({shown})"
