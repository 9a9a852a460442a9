"""The e-graph for graphs of a language: its operations, the rules for them, and how they pause.

Source: chapter 09, section 6.3.
"""

from __future__ import annotations

import functools
import os
from typing import Final

from yulopt.egraph.back_off import BackOff
from yulopt.egraph.rule_tables import associative_rules, optir_rules, rules_of_version
from yulopt.egraph.session import Session
from yulopt.rvsdg.encoding import operator_name
from yulopt.rvsdg.language import Language, YulLanguage
from yulopt.rvsdg.passes.evaluation import fold
from yulopt.rvsdg.state_rules import state_rules

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
