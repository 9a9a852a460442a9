"""The e-graph session for graphs of a language: its operations, and the rules for them.

Rules about effects are Datalog beside the e-graph: what was stored need not be loaded, and what was
loaded not loaded again. From each load one looks back along the chain of states, past loads and
past stores to other addresses, for what is known to be at its own (`Wanted`); where that is found,
the word is handed on to the load (`Holds`). Addresses are apart (`Apart`) if they are different
numbers, or the same word plus different numbers, and in memory at least a word from each other.

The chain of states stays whole: where a load goes, what read its state reads the one before. A
store to memory that changes nothing goes, too; other stores never go, since they fail in a static
call. Accesses do not change places: forms of states and of words are chosen apart from each other,
and could then come from both orders.

Source: chapter 09, sections 2.5, 6.3 and 6.4 of the specification; Zhang et al., "Better Together:
Unifying Datalog and Equality Saturation" (2023).
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Mapping
from typing import Final

import attr

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
from yulopt.rvsdg.language import Language, YulLanguage
from yulopt.rvsdg.passes.evaluation import fold

# A rule may match so often in an iteration; if it matches more often, it pauses for so many.
_MATCHES: Final = 1000
_PAUSE: Final = 2
_OPTIR_ARITIES: Final = dict.fromkeys("add mul sdiv smod and eq sgt shl shr sar".split(), 2)


def session_for(language: Language, associative: bool) -> Session:
    """The session for graphs of a language."""
    return _session(language.bits, language, associative, os.getpid())


@functools.cache
def _session(bits: int, language: Language, associative: bool, process: int) -> Session:
    # A process that is forked has no thread of another session.
    arities = _OPTIR_ARITIES
    rules = optir_rules()
    more = ""
    if isinstance(language, YulLanguage):
        arities = _arities(language)
        rules = rules_of_version(language.dialect.version)
        more = state_rules(arities, language.bits)
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

    A load takes a place and a state, and gives a word and the state; a store takes a place, a word,
    the state and maybe other states, and gives the states.
    """

    load: str
    store: str
    operands: int
    distance: int = 1
    fails_in_static_calls: bool = True


_SPACES: Final = (
    _Space("sload", "sstore", 4),
    _Space("tload", "tstore", 4),
    _Space("mload", "mstore", 3, distance=32, fails_in_static_calls=False),
)


def state_rules(arities: Mapping[str, int], bits: int) -> str:
    """The rules as commands, for the loads and stores that there are with their operands, and words
    of so many bits."""
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
    load, store = f"({name} place state)", f"({constructor(space.store)} place word {states})"
    after_store = f"(= state (Get 0 {store}))"
    after_load = f"(= state (Get 1 ({name} place before)))"
    other_store = f"(= state (Get 0 {store.replace('place', 'elsewhere')}))"
    other_load = f"(= state (Get 1 ({name} elsewhere before)))"
    rules = {
        "load-wants": (f"(= loaded {load})", f"({wanted} place state)"),
        "past-load": (f"({wanted} place state) {other_load}", f"({wanted} place before)"),
        "past-store": (
            f"({wanted} place state) {other_store} ({apart} place elsewhere)",
            f"({wanted} place before)",
        ),
        "stored": (f"({wanted} place state) {after_store}", f"({holds} place state word)"),
        "loaded": (
            f"({wanted} place state) {after_load}",
            f"({holds} place state (Get 0 ({name} place before)))",
        ),
        "still-after-load": (
            f"({wanted} place state) {other_load} ({holds} place before held)",
            f"({holds} place state held)",
        ),
        "still-after-store": (
            f"({wanted} place state) {other_store} ({apart} place elsewhere)"
            f" ({holds} place before held)",
            f"({holds} place state held)",
        ),
        "known": (
            f"(= loaded {load}) ({holds} place state held)",
            "(union (Get 0 loaded) held) (union (Get 1 loaded) state)",
        ),
    }
    if not space.fails_in_static_calls:
        again = f"(= stored ({constructor(space.store)} place held state))"
        rules["store-wants"] = (again, f"({wanted} place state)")
        rules["stored-again"] = (
            f"{again} ({holds} place state held)",
            "(union (Get 0 stored) state)",
        )
    asked = f"({wanted} place state) {other_store}"
    for form, facts in _apart(space.distance, bits).items():
        rules[f"apart-{form}"] = (f"{asked} {facts}", f"({apart} place elsewhere)")
    for rule, (facts, actions) in rules.items():
        yield f'(rule ({facts}) ({actions}) :ruleset {CLEANING} :name "{space.load}-{rule}")'


def _apart(distance: int, bits: int) -> dict[str, str]:
    """What must be known of `place` and `elsewhere` for them to be apart, by the form they have."""
    size = 1 << bits

    def far(one: str, other: str) -> str:
        # From one to the other in both directions, since sums wrap around.
        gap = f"(& (- {one} {other}) {number_text(size - 1)})"
        return f"(>= {gap} {number_text(distance)}) (<= {gap} {number_text(size - distance)})"

    return {
        "numbers": f"(= place (C a)) (= elsewhere (C b)) {far('a', 'b')}",
        "sums": f"(= place (Add x (C a))) (= elsewhere (Add x (C b))) {far('a', 'b')}",
        "sum-and-base": f"(= place (Add elsewhere (C a))) {far('a', number_text(0))}",
        "base-and-sum": f"(= elsewhere (Add place (C b))) {far(number_text(0), 'b')}",
    }
