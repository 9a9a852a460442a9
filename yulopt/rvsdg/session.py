"""The e-graph session for graphs of a language: its operations, and the rules for them.

Rules about effects are Datalog beside the e-graph: they forward stores and loads to later loads.
From each load, the chain of states is searched backwards, past loads and past stores to other
addresses, for a word known at its own (`Wanted`); if one is found, it is passed forward to the load
(`Holds`). Addresses are disjoint (`Apart`) if they are different numbers, or the same word plus
different numbers, and in memory at least a word apart.

The chain of states stays intact: users of a removed load's state get the previous one. A store to
memory that changes nothing is also removed; other stores never are, since they fail in a static
call. Accesses are not reordered: forms of states and of words are chosen independently, and could
then stem from different orders.

Source: chapter 09, sections 2.5, 6.3 and 6.4 of the specification; Zhang et al., "Better Together:
Unifying Datalog and Equality Saturation" (2023).
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Mapping
from typing import Final

import attr

from yulopt.dialect import READ, AddressSpace
from yulopt.dialect.table import BUILTINS
from yulopt.egraph.rules import (
    CLEANING,
    associative_rules,
    constructor,
    number_text,
    optir_rules,
    rules_of_version,
)
from yulopt.egraph.saturation import Session
from yulopt.egraph.scheduler import BackOff
from yulopt.rvsdg.encoding import operator_name
from yulopt.rvsdg.language import Language, YulLanguage, states_of
from yulopt.rvsdg.passes.evaluation import fold

# The maximum number of matches of a rule in an iteration, and the iterations it then pauses for.
_MATCHES: Final = 1000
_PAUSE: Final = 2
_OPTIR_ARITIES: Final = dict.fromkeys("add mul sdiv smod and eq sgt shl shr sar".split(), 2)


def session_for(language: Language, associative: bool) -> Session:
    """The session for graphs of a language."""
    return _session(language.bits, language, associative, os.getpid())


@functools.cache
def _session(bits: int, language: Language, associative: bool, process: int) -> Session:
    # A forked process has no thread of another session.
    arities = _OPTIR_ARITIES
    rules = optir_rules()
    more = ""
    if isinstance(language, YulLanguage):
        arities = _arities(language)
        rules = rules_of_version(language.dialect.version)
        more = _state_rules(arities, language.bits)
    if associative:
        rules = (*rules, *associative_rules())
    foldable = frozenset(
        name for name in arities if language.is_foldable(operator_name(name, language)[0])
    )
    return Session(
        arities,
        rules,
        bits,
        foldable,
        lambda name, words: _folded(language, name, list(words)),
        more,
        BackOff(_MATCHES, _PAUSE),
    )


def _folded(language: Language, name: str, words: list[int]) -> int:
    result = fold(language, name, words)
    assert result is not None
    return result


def _arities(language: YulLanguage) -> dict[str, int]:
    """The builtins that take no texts, with the number of their operands."""
    found: dict[str, int] = {}
    for name in language.dialect.builtins:
        signature = language.signature(name)
        if signature is None or signature.texts:
            continue
        if signature.operands:
            found[name] = signature.operands
    return found


_LOAD_OPERANDS: Final = 2


@attr.s(auto_attribs=True)
class _Space:
    """A space of words: its accesses, with the number of a store's operands, and the bytes from one
    word to the next one that does not overlap.

    A load takes an address and a state, and yields a word and the state; a store takes an address,
    a word, the state and possibly other states, and yields the states.
    """

    load: str
    store: str
    operands: int
    distance: int
    fails_in_static_calls: bool


def _spaces() -> Iterator[_Space]:
    loads: dict[AddressSpace, str] = {}
    for builtin in BUILTINS:
        access = builtin.word_access
        if access is None or access.fixed_length is None:
            continue
        if access.effect == READ:
            loads[access.space] = builtin.name
        elif access.value is not None:
            operands = builtin.parameters + len(states_of(builtin))
            load, fails = loads[access.space], builtin.fails_in_static_calls
            yield _Space(load, builtin.name, operands, access.fixed_length, fails)


_SPACES: Final = tuple(_spaces())


def _state_rules(arities: Mapping[str, int], bits: int) -> str:
    """The rules as commands, for the existing loads and stores with their operands, and words of
    `bits` bits."""
    return "\n".join(
        [
            command
            for space in _SPACES
            if arities.get(space.load) == _LOAD_OPERANDS
            and arities.get(space.store) == space.operands
            for command in _commands(space, bits)
        ]
    )


def _commands(space: _Space, bits: int) -> Iterator[str]:
    name = constructor(space.load)
    wanted, holds, apart = f"Wanted{name}", f"Holds{name}", f"Apart{name}"
    yield f"(relation {wanted} (T T))\n(relation {holds} (T T T))\n(relation {apart} (T T))"
    states = " ".join(["before", "other"][: space.operands - _LOAD_OPERANDS])
    load, store = f"({name} address state)", f"({constructor(space.store)} address word {states})"
    after_store = f"(= state (Get 0 {store}))"
    after_load = f"(= state (Get 1 ({name} address before)))"
    other_store = f"(= state (Get 0 {store.replace('address', 'other_address')}))"
    other_load = f"(= state (Get 1 ({name} other_address before)))"
    rules = {
        "load-wants": (f"(= loaded {load})", f"({wanted} address state)"),
        "past-load": (f"({wanted} address state) {other_load}", f"({wanted} address before)"),
        "past-store": (
            f"({wanted} address state) {other_store} ({apart} address other_address)",
            f"({wanted} address before)",
        ),
        "stored": (f"({wanted} address state) {after_store}", f"({holds} address state word)"),
        "loaded": (
            f"({wanted} address state) {after_load}",
            f"({holds} address state (Get 0 ({name} address before)))",
        ),
        "still-after-load": (
            f"({wanted} address state) {other_load} ({holds} address before held)",
            f"({holds} address state held)",
        ),
        "still-after-store": (
            f"({wanted} address state) {other_store} ({apart} address other_address)"
            f" ({holds} address before held)",
            f"({holds} address state held)",
        ),
        "known": (
            f"(= loaded {load}) ({holds} address state held)",
            "(union (Get 0 loaded) held) (union (Get 1 loaded) state)",
        ),
    }
    if not space.fails_in_static_calls:
        again = f"(= stored ({constructor(space.store)} address held state))"
        rules["store-wants"] = (again, f"({wanted} address state)")
        rules["stored-again"] = (
            f"{again} ({holds} address state held)",
            "(union (Get 0 stored) state)",
        )
    asked = f"({wanted} address state) {other_store}"
    for form, facts in _apart(space.distance, bits).items():
        rules[f"apart-{form}"] = (f"{asked} {facts}", f"({apart} address other_address)")
    for rule, (facts, actions) in rules.items():
        yield f'(rule ({facts}) ({actions}) :ruleset {CLEANING} :name "{space.load}-{rule}")'


def _apart(distance: int, bits: int) -> dict[str, str]:
    """The conditions for two addresses to be disjoint, by their form."""
    size = 1 << bits

    def far(one: str, other: str) -> str:
        # From one to the other in both directions, since sums wrap around.
        gap = f"(& (- {one} {other}) {number_text(size - 1)})"
        return f"(>= {gap} {number_text(distance)}) (<= {gap} {number_text(size - distance)})"

    return {
        "numbers": f"(= address (C a)) (= other_address (C b)) {far('a', 'b')}",
        "sums": f"(= address (Add x (C a))) (= other_address (Add x (C b))) {far('a', 'b')}",
        "sum-and-base": f"(= address (Add other_address (C a))) {far('a', number_text(0))}",
        "base-and-sum": f"(= other_address (Add address (C b))) {far(number_text(0), 'b')}",
    }
