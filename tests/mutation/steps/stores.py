"""Mutants of facts about storage and memory, and of the analyses of unused stores."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import StepMutant

_ENVIRONMENT: Final = "yulopt.analysis.environment"
_LOCATIONS: Final = "yulopt.memory.locations"
_RANGES: Final = "yulopt.analysis.accessed_ranges"
_UNUSED: Final = "yulopt.analysis.unused_stores"
_LIVE: Final = "yulopt.steps.unused_assign_eliminator"

KNOWN_WORDS: Final = (
    StepMutant(
        _ENVIRONMENT,
        "a store 31 bytes below a known word leaves it known",
        "not are_apart(other, address, self._width):",
        "not are_apart(other, address, self._width - 1):",
        "hgfoxcL",
        style="word",
    ),
    StepMutant(
        _LOCATIONS,
        "words are apart from a store that touches them",
        "return width <= distance <= ADDRESS_MASK + 1 - width",
        "return 0 < distance",
        "hgfoxcL",
        style="word",
    ),
    StepMutant(
        _ENVIRONMENT,
        "a hash stays known when memory is written",
        """
        self.memory.store(key, value)
        self.keccak.clear()
""",
        """
        self.memory.store(key, value)
""",
        "hgfoxcL",
        style="word",
        seed=47,
    ),
    StepMutant(
        _ENVIRONMENT,
        "addresses with different bases never overlap",
        """
            self._overwrite_other_bases(base, value)
""",
        """
""",
        "hgfoxcL",
        style="word",
    ),
    StepMutant(
        _ENVIRONMENT,
        "storage is known after a call that may write to it",
        """
            self.storage.clear()
        if written & _MEMORY""",
        """
            pass
        if written & _MEMORY""",
        "hgfoxcL",
        style="storage",
    ),
    StepMutant(
        _ENVIRONMENT,
        "what a slot holds is known although the variable has another value",
        """
        self.storage.forget_names(names)
""",
        """
""",
        "hgfoL",
        style="storage",
    ),
    StepMutant(
        _LOCATIONS,
        "an offset that is added to a variable on its right is lost",
        "return shifted(other, one[1])",
        "return other",
        "hgfoxcL",
        style="word",
        seed=149,
    ),
)

RANGES: Final = (
    StepMutant(
        _RANGES,
        "a read misses stores that begin before it",
        "return max(0, offset - length + 1), min(",
        "return offset, min(",
        "hgfoxaS",
        style="memory",
        seed=10,
    ),
    StepMutant(
        _RANGES,
        "a write covers stores up to one byte past it",
        "last = offset + length - other\n",
        "last = offset + length - other + 1\n",
        "hgfoxaS",
        style="memory",
        seed=7,
    ),
    StepMutant(
        _RANGES,
        "a short write covers a longer one at the same address",
        """
            if other > length:
                break
""",
        """
""",
        "hgfoxaS",
        style="trap",
    ),
    StepMutant(
        _RANGES,
        "relative to a variable, a read misses stores that begin before it",
        "return (offset - WORD_BYTES + 1) & ADDRESS_MASK, (",
        "return offset, (",
        "hgfoxaS",
        style="trap",
    ),
    StepMutant(
        _RANGES,
        "a read at an unknown address touches nothing",
        "return [self._table.of_space(kind)]",
        "return []",
        "hgfoS",
        style="memory",
    ),
)

UNUSED_STORES: Final = (
    StepMutant(
        _UNUSED,
        "after a switch, only the last case counts",
        "self.active = merge(after)",
        "self.active = after[-1]",
        "hgfoxaS",
        style="memory",
    ),
)

LIVE_VARIABLES: Final = (
    StepMutant(
        _LIVE,
        "a body of an `if` runs always",
        "            self._live |= after\n",
        "            pass\n",
        "hgfor",
        style="variable",
    ),
    StepMutant(
        _LIVE,
        "a switch without default has no way past its cases",
        "before = after if switch.cases[-1].label is not None else 0",
        "before = 0",
        "hgfor",
        style="variable",
    ),
    StepMutant(
        _LIVE,
        "nothing is read after a `break`",
        "self._live_at_break = after",
        "self._live_at_break = 0",
        "hgfor",
        style="variable",
        seed=78,
    ),
    StepMutant(
        _LIVE,
        "nothing is read after a `continue`",
        "self._live_at_continue = self._live",
        "self._live_at_continue = 0",
        "hgfor",
        style="variable",
    ),
    StepMutant(
        _LIVE,
        "the next round of a loop reads nothing of the last",
        "self._visit_iteration(loop, after, self._live)",
        "self._visit_iteration(loop, after, 0)",
        "hgfor",
        style="variable",
    ),
)
