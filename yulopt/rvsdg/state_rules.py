"""Rules about effects: what was stored need not be loaded, and what was loaded not loaded again.

The chain of states stays whole: where a load goes, what read its state reads the one before. A
store never goes, since it fails in a static call; nor do accesses change places.

Source: chapter 09, sections 2.5 and 6.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from yulopt.egraph.rule_text import GROWING, constructor

# A load takes a place and a state, and gives a word and the state; a store takes a place, a word,
# the state and maybe other states, and gives the states.
_SPACES: Final = (("sload", "sstore", 4), ("tload", "tstore", 4), ("mload", "mstore", 3))
_LOAD_OPERANDS: Final = 2


def state_rules(arities: Mapping[str, int]) -> str:
    """The rules as commands, for the loads and stores that there are with their operands."""
    return "\n".join(
        [
            rule
            for load, store, operands in _SPACES
            if arities.get(load) == _LOAD_OPERANDS and arities.get(store) == operands
            for rule in _rules(constructor(load), constructor(store), operands)
        ]
    )


def _rules(load: str, store: str, operands: int) -> Iterator[str]:
    stored = f"({' '.join([store, 'place', 'word', 'state', 'other'][: operands + 1])})"
    loaded = f"({load} place state)"
    pairs = {
        "load-after-store": (f"(Get 0 ({load} place (Get 0 {stored})))", "word"),
        "state-after-store": (f"(Get 1 ({load} place (Get 0 {stored})))", f"(Get 0 {stored})"),
        "load-after-load": (f"(Get 0 ({load} place (Get 1 {loaded})))", f"(Get 0 {loaded})"),
        "state-after-load": (f"(Get 1 ({load} place (Get 1 {loaded})))", f"(Get 1 {loaded})"),
    }
    for name, (one, other) in pairs.items():
        yield (f'(rule ((= e {one})) ((union e {other})) :ruleset {GROWING} :name "{load}-{name}")')
