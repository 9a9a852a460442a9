"""Substitution of terms for symbols, with renormalisation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from yulopt.prover.arrays import Arrays
from yulopt.prover.binders import BINDERS
from yulopt.prover.terms import Term, Terms
from yulopt.prover.words import ARITHMETIC, Words

# Operations of words in normal form that are not instructions, or are variadic.
_WORDS: Final = ARITHMETIC | {"sum"}


class Rebuilding:
    """Rebuilds terms with other operands.

    For the operations in `BINDERS`, `bind` returns the transformed term.
    """

    def __init__(
        self,
        terms: Terms,
        words: Words,
        arrays: Arrays,
        bind: Callable[[Term, Callable[[Term], Term]], Term],
    ) -> None:
        self._terms = terms
        self._words = words
        self._arrays = arrays
        self._bind = bind

    def rebuild(self, term: Term, args: tuple[Term, ...]) -> Term:
        """The operation of a term with other operands."""
        op = term.op
        if op in _WORDS:
            return self._words.rebuild(term, args)
        if op == "ite":
            return self._words.choices.choose(*args)
        if op == "sload":
            return self._arrays.load(*args)
        if op == "sstore":
            return self._arrays.store(*args)
        if op == "mload":
            return self._arrays.load_word(*args)
        if op == "mstore":
            return self._arrays.store_word(*args)
        if op == "mstore8":
            return self._arrays.store_byte(*args)
        if op == "copy":
            return self._arrays.copy(*args)
        if op == "call copy":
            return self._arrays.copy_result(*args)
        if op == "slice":
            return self._arrays.slice(*args)
        if op == "bytes":
            assert isinstance(term.data, tuple)
            return self._arrays.join(list(zip(map(int, term.data), args, strict=True)))
        if op == "keccak256":
            return self._arrays.hash(*args)
        return self._terms.make(op, term.data, args)

    def substitute(
        self, replaced: Mapping[Term, Term], touches: Callable[[Term], bool]
    ) -> Callable[[Term], Term]:
        """A function that replaces terms. `touches` decides whether a replaced term can occur
        inside another one."""
        known: dict[Term, Term] = dict(replaced)

        def at(term: Term) -> Term:
            found = known.get(term)
            if found is not None:
                return found
            if not touches(term):
                return term
            # Operands first, without recursion: chains of memory are long.
            pending = [term]
            while pending:
                node = pending[-1]
                if node in known:
                    pending.pop()
                    continue
                if node.op in BINDERS:
                    known[node] = self._bind(node, at)
                    pending.pop()
                    continue
                missing = [arg for arg in node.args if arg not in known and touches(arg)]
                if missing:
                    pending.extend(missing)
                    continue
                pending.pop()
                args = tuple([known.get(arg, arg) for arg in node.args])
                known[node] = node if args == node.args else self.rebuild(node, args)
            return known[term]

        return at
