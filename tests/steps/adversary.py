"""An adversarial program, with the result of the wrong optimisation."""

from __future__ import annotations

from typing import Final, NamedTuple

FREE: Final = "mstore(64, 128) let x := calldataload(0) let y := calldataload(32)"
"""The free memory pointer, and two words of calldata."""
OBJECTS: Final = f"""{FREE}
    let p := mload(64) mstore(64, add(p, 32))
    let q := mload(64) mstore(64, add(q, 32))
    mstore(p, x) mstore(q, y)"""
"""Two objects of a word each."""


class Adversary(NamedTuple):
    """A program, and the wrong optimisation that it tempts: `piece` for `taken_for`."""

    program: str
    piece: str
    taken_for: str

    @property
    def wrong(self) -> str:
        """The program after the wrong optimisation."""
        assert self.program.count(self.piece) == 1, self.piece
        return self.program.replace(self.piece, self.taken_for)
