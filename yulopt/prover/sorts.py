"""The sorts of terms."""

from __future__ import annotations

import enum
from typing import Final

from yulopt.prover.binders import sort_of as sort_of_symbol
from yulopt.prover.terms import Term


class Sort(enum.Enum):
    """Words, storage, and everything else that terms represent."""

    WORD = "word"
    STORAGE = "storage"
    OTHER = "other"


_OTHER: Final = frozenset(
    "no memory,no data,no extent,mstore,mstore8,copy,call copy,setimmutable,bytes,slice,calldata,"
    "code,extcode,returned,log,touch,gas asked,message,call,halt,halted,ended by loop,fall,exit,"
    "next,leave,point".split(",")
)
_STORAGES: Final = frozenset({"storage", "transient", "#storage", "#transient"})
_WORD_PARTS: Final = frozenset({"success", "address"})
# Numbers of the sorts of symbols, as `execution` gives them: the parts of the state in their order.
_STORAGE_SYMBOLS: Final = frozenset({2, 3})


def sort_of(term: Term) -> Sort:
    """The sort of a term."""
    while term.op in ("ite", "out"):
        term = term.args[1 if term.op == "ite" else 0]
    op = term.op
    if op == "sstore":
        return Sort.STORAGE
    if op in _OTHER:
        return Sort.OTHER
    if op in ("initial", "after", "project"):
        if term.data in _STORAGES:
            return Sort.STORAGE
        return Sort.WORD if term.data in _WORD_PARTS else Sort.OTHER
    if op in ("open", "bound"):
        number = sort_of_symbol(term)
        if number == 0:
            return Sort.WORD
        return Sort.STORAGE if number in _STORAGE_SYMBOLS else Sort.OTHER
    return Sort.WORD
