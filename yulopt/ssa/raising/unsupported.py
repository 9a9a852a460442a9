"""What Yul has nothing for."""

from __future__ import annotations

from yulopt.errors import YulError


class UnsupportedError(YulError):
    """Something in a module cannot be written as Yul. `position` is its offset in the text that the
    module was read from, -1 if there is none."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position
