"""Solidity's layout of memory: scratch space, the free memory pointer, the zero slot, free memory.

Source: "Layout in memory" in the Solidity documentation.
"""

from __future__ import annotations

from typing import Final

# The address of the free memory pointer, and that after it.
FREE_POINTER: Final = 64
FREE_POINTER_END: Final = 96
# The lowest value of the free memory pointer.
FIRST_FREE: Final = 128
