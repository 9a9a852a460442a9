"""The rules of `PatternRewriter`, as data.

In a pattern, `[c]` is a constant and `[n]` another one, `dup(k)` a copy of the slot `k`, `@t` a
label; everything else is a literal instruction. In a replacement, constants and slots may be one
more or less, `[bits c]` is the number of ones in a mask, and `[zeros c]` that of the zeros below
them. Rules that end in `@t jumpi` hold for conditions only, where any word but zero is true.

The last column is a condition on the constants:

    low mask        ones only at the low end, more than eight of them
    high mask       ones only at the high end, and zeros
    power of two    of more than four bytes
    can decrease    not zero
    can increase    not the greatest word, and one more takes no more bytes
    can decrease signed, can increase signed    the same for signed numbers
    anything        all

Each rule makes code cheaper or shorter, and none makes it dearer or longer; a test checks that, and
executes both sides.
"""

from __future__ import annotations

from typing import Final

# Pattern, replacement, condition.
PATTERNS: Final[tuple[tuple[str, str, str], ...]] = (
    # Comparisons with the next number instead of negated ones.
    ("[c] lt iszero", "[c+1] gt", "can increase"),
    ("[c] gt iszero", "[c-1] lt", "can decrease"),
    ("[c] slt iszero", "[c+1] sgt", "can increase signed"),
    ("[c] sgt iszero", "[c-1] slt", "can decrease signed"),
    ("[c] dup(k) lt iszero", "[c-1] dup(k) gt", "can decrease"),
    ("[c] dup(k) gt iszero", "[c+1] dup(k) lt", "can increase"),
    ("[c] dup(k) slt iszero", "[c-1] dup(k) sgt", "can decrease signed"),
    ("[c] dup(k) sgt iszero", "[c+1] dup(k) slt", "can increase signed"),
    ("[c] calldatasize lt iszero", "[c-1] calldatasize gt", "can decrease"),
    ("[c] calldatasize gt iszero", "[c+1] calldatasize lt", "can increase"),
    # Whether a word has more bits than a mask.
    ("[c] lt @t jumpi", "[bits c] shr @t jumpi", "low mask"),
    ("[c] dup(k) gt @t jumpi", "dup(k-1) [bits c] shr @t jumpi", "low mask"),
    ("[c] dup(k) gt iszero @t jumpi", "dup(k-1) [bits c] shr iszero @t jumpi", "low mask"),
    ("[c] lt iszero @t jumpi", "[bits c] shr iszero @t jumpi", "low mask"),
    ("[c] gt @t jumpi", "[zeros c] shr iszero @t jumpi", "power of two"),
    ("[c] dup(k) lt @t jumpi", "dup(k-1) [zeros c] shr iszero @t jumpi", "power of two"),
    ("[c] dup(k) and dup(k) eq", "dup(k-1) [bits c] shr iszero", "low mask"),
    ("dup(k) [c] and dup(k+1) eq", "dup(k) [bits c] shr iszero", "low mask"),
    ("[c] dup(k) and dup(k) sub @t jumpi", "dup(k-1) [bits c] shr @t jumpi", "low mask"),
    ("dup(k) [c] and dup(k+1) sub @t jumpi", "dup(k) [bits c] shr @t jumpi", "low mask"),
    ("[c] dup(k) and dup(k) eq", "dup(k-1) [bits c] shl iszero", "high mask"),
    ("dup(k) [c] and dup(k+1) eq", "dup(k) [bits c] shl iszero", "high mask"),
    ("[c] dup(k) and dup(k) sub @t jumpi", "dup(k-1) [bits c] shl @t jumpi", "high mask"),
    ("dup(k) [c] and dup(k+1) sub @t jumpi", "dup(k) [bits c] shl @t jumpi", "high mask"),
    # Whether a word is neither 0 nor 1.
    ("dup(k) iszero iszero dup(k+1) eq", "2 dup(k+1) lt", "anything"),
    ("dup(k) iszero iszero dup(k+1) sub @t jumpi", "1 dup(k+1) gt @t jumpi", "anything"),
    # Equality.
    ("sub iszero", "eq", "anything"),
    ("xor iszero", "eq", "anything"),
    ("0 eq", "iszero", "anything"),
    ("1 gt", "iszero", "anything"),
    ("1 dup(k) lt", "dup(k-1) iszero", "anything"),
    ("0 dup(k) eq", "dup(k-1) iszero", "anything"),
    ("0 lt @t jumpi", "@t jumpi", "anything"),
    ("0 sub @t jumpi", "@t jumpi", "anything"),
    ("0 dup(k) gt @t jumpi", "dup(k-1) @t jumpi", "anything"),
    ("swap1 sub @t jumpi", "sub @t jumpi", "anything"),
    ("eq iszero @t jumpi", "sub @t jumpi", "anything"),
    ("iszero iszero @t jumpi", "@t jumpi", "anything"),
    ("iszero iszero iszero", "iszero", "anything"),
    # The stack.
    ("swap1 pop swap1 pop", "swap2 pop pop", "anything"),
    ("swap1 pop pop", "pop pop", "anything"),
    ("dup(k) pop", "", "anything"),
    ("[c] pop", "", "anything"),
    ("swap1 swap1", "", "anything"),
    ("swap2 swap2", "", "anything"),
    ("swap3 swap3", "", "anything"),
)
