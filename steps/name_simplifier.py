"""NameSimplifier: shortens the long names that the Solidity compiler generates.

Runs once, after all other steps. Of names that would become equal, the first (in the order of
their hashes) gets the short form.

Example::

    {
        let expr_17_component_1 := abi_decode_tuple_t_uint256_fromStack_42(4)
        function abi_decode_tuple_t_uint256_fromStack_42(a) -> b
        { b := calldataload(a) }
    }

becomes::

    {
        let expr_component := abi_decode_uint256(4)
        function abi_decode_uint256(a) -> b
        { b := calldataload(a) }
    }

Source: chapter 02, section 2.7 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.analysis.declarations import declared_names
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.renamer import Renamer
from yulopt.syntax.ast import Block
from yulopt.syntax.names import NameDispenser, hash_ordered

# Each rule is applied once to the whole name, in this order.
_RULES: Final = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"_\$|\$_", "_"),
        (r"_[0-9]+([^0-9a-fA-Fx])", r"\1"),
        (r"_[0-9]+$", ""),
        (r"_t_", "_"),
        (r"__", "_"),
        (r"(abi_..code.*)_to_.*", r"\1"),
        (r"(stringliteral_?[0-9a-f][0-9a-f][0-9a-f][0-9a-f])[0-9a-f]*", r"\1"),
        (r"tuple_", ""),
        (r"_memory_ptr", ""),
        (r"_calldata_ptr", "_calldata"),
        (r"_fromStack", ""),
        (r"_storage_storage", "_storage"),
        (r"(storage.*)_?storage", r"\1"),
        (r"_memory_memory", "_memory"),
        (r"_contract\$_([^_]*)_?", r"\1_"),
        (r"index_access_(t_)?array", "index_access"),
        (r"[0-9]*_$", ""),
    )
)


class NameSimplifier(Step):
    """Shortens the long names that the Solidity compiler generates."""

    name = "NameSimplifier"
    requires = (UNIQUE_NAMES,)

    def run(self, context: Context, block: Block) -> None:
        _Shortener(_short_names(block, context.dispenser)).visit_block(block)


def short_forms(name: str) -> set[str]:
    """The candidates for a simplified name, including the name itself."""
    forms = {name}
    for pattern, replacement in _RULES:
        forms |= {pattern.sub(replacement, form) for form in forms}
    return forms


def _short_names(block: Block, dispenser: NameDispenser) -> dict[str, str]:
    short_names: dict[str, str] = {}
    for original in hash_ordered(declared_names(block)):
        if original[0] == "_" and original[1:].isdecimal():
            # Most names already have this form, which cannot be shortened.
            continue
        name = original
        for pattern, replacement in _RULES:
            candidate = pattern.sub(replacement, name)
            if candidate != name and not dispenser.is_illegal(candidate):
                name = candidate
        if name != original:
            dispenser.mark_used(name)
            short_names[original] = name
    return short_names


class _Shortener(Renamer):
    def __init__(self, short_names: dict[str, str]) -> None:
        self._short_names = short_names

    def declared_name(self, name: str) -> str:
        return self._short_names.get(name, name)

    def used_name(self, name: str) -> str:
        return self._short_names.get(name, name)

    def defined_function(self, name: str) -> str:
        return self._short_names.get(name, name)

    def called_function(self, name: str) -> str:
        return self._short_names.get(name, name)
