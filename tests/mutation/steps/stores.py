"""Mutants of what is known about storage and memory, and of the analyses of unused stores."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import StepMutant

_ENVIRONMENT: Final = "yulopt.analysis.environment"
_ADDRESSES: Final = "yulopt.memory.addresses"
_TABLE: Final = "yulopt.memory.location_table"
_UNUSED: Final = "yulopt.analysis.unused_stores"

KNOWN_WORDS: Final = (
    StepMutant(
        _ENVIRONMENT,
        "a store 31 bytes below a known word leaves it known",
        "for distance in range(1 - self._width, self._width):",
        "for distance in range(2 - self._width, self._width):",
        "hgfoxcL",
        style="word",
    ),
    StepMutant(
        _ADDRESSES,
        "words that were just learnt are apart from a store that touches them",
        "return width <= distance <= ADDRESS_MASK + 1 - width",
        "return 0 < distance",
        "hgfoxcL",
        style="word",
        equivalent="what overlaps at the same base is found by its place right after that",
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
        if effects.memory""",
        """
            pass
        if effects.memory""",
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
        _ADDRESSES,
        "an offset that is added to a variable on its right is lost",
        "return shifted(other, one[1])",
        "return other",
        "hgfoxcL",
        style="word",
        seed=149,
    ),
)

LOCATIONS: Final = (
    StepMutant(
        _TABLE,
        "a read misses stores that begin before it",
        "first = (offset - other + 1) & ADDRESS_MASK",
        "first = offset",
        "hgfoxaS",
        style="memory",
        seed=10,
    ),
    StepMutant(
        _TABLE,
        "a write covers stores up to one byte behind it",
        "last = (offset + length - other) & ADDRESS_MASK",
        "last = (offset + length - other + 1) & ADDRESS_MASK",
        "hgfoxaS",
        style="memory",
        seed=7,
    ),
    StepMutant(
        _TABLE,
        "a short write covers a longer one in the same place",
        "elif other <= length:",
        "elif True:",
        "hgfoxaS",
        style="trap",
    ),
    StepMutant(
        _TABLE,
        "a read at an unknown place touches nothing",
        "return self._spaces.get(space, (0, 0))",
        "return (0, 0)",
        "hgfoS",
        style="memory",
    ),
)

UNUSED_STORES: Final = (
    StepMutant(
        _UNUSED,
        "after an `if`, what was stored before it is forgotten",
        "self.active = merge([self.active, skipped])",
        "pass",
        "hgfor",
        style="variable",
    ),
    StepMutant(
        _UNUSED,
        "a switch without default has no way past its cases",
        """
        if switch.cases[-1].label is not None:
            after.append(before)
""",
        """
""",
        "hgfor",
        style="variable",
    ),
    StepMutant(
        _UNUSED,
        "what is stored before a `break` is forgotten",
        "self.active = merge([after, *self._at_break])",
        "self.active = after",
        "hgfor",
        style="variable",
        seed=78,
    ),
    StepMutant(
        _UNUSED,
        "what is stored before a `continue` is forgotten",
        "self.active = merge([self.active, *self._at_continue])",
        "pass",
        "hgfor",
        style="variable",
    ),
    StepMutant(
        _UNUSED,
        "the next round of a loop reads nothing of the last",
        """
                union.add(stores)
""",
        """
                pass
""",
        "hgfor",
        style="variable",
    ),
    StepMutant(
        _UNUSED,
        "after a switch, only the last case counts",
        "self.active = merge(after)",
        "self.active = after[-1]",
        "hgfoxaS",
        style="memory",
    ),
)
