"""Bounds on values that builtins read from the environment.

Sizes, and the numbers and times of blocks, are below 2**64: memory, calldata and code cost gas per
byte, a block has less gas than 2**64, and clients and the protocol's encoding hold all of these in
64 bits. Balances, fees and chain ids are assumed unbounded.
"""

from __future__ import annotations

from typing import Final

from yulopt.domains.words import AbstractWord, WordDomain

_SIZE_BITS: Final = 64
_ADDRESS_BITS: Final = 160
_MAX_RESERVED: Final = 1 << 32

# The maximum number of bits of builtins' results.
RESULT_BITS: Final[dict[str, int]] = {
    **dict.fromkeys("address caller origin coinbase create create2".split(), _ADDRESS_BITS),
    **dict.fromkeys("linkersymbol".split(), _ADDRESS_BITS),
    **dict.fromkeys("call callcode delegatecall staticcall".split(), 1),
    **dict.fromkeys("calldatasize returndatasize codesize extcodesize msize".split(), _SIZE_BITS),
    **dict.fromkeys("gas gaslimit timestamp number".split(), _SIZE_BITS),
    **dict.fromkeys("datasize dataoffset".split(), _SIZE_BITS),
}


def guarded(words: WordDomain, size: AbstractWord) -> AbstractWord:
    """The result of `memoryguard`: its argument, or more if memory is reserved for variables."""
    return words.interval(size.least, min(size.most + _MAX_RESERVED, words.mask))
