"""A file that build tools accept as a native solc, and that starts `yulopt solc`.

Hardhat 3 inspects the compiler of a project: it imports text files as JavaScript, so a plain script
fails. The launcher is a script followed by enough zero bytes to look like machine code; the shell
never reads beyond `exec`.

Source: chapter 11, section 10 of the specification.
"""

from __future__ import annotations

import shlex
import sys
from typing import Final

_START: Final = "#!/bin/sh\nexec "
# With -P, a folder `yulopt` in the project does not shadow the package.
_ARGUMENTS: Final = ' -P -m yulopt solc "$@"\n'
# Hardhat takes a file for text unless more than 30 % of its first 8000 bytes are zero.
_PADDING: Final = "\0" * 4096


def launcher() -> str:
    """The content of a launcher of this yulopt, run by this Python."""
    return f"{_START}{shlex.quote(sys.executable)}{_ARGUMENTS}{_PADDING}"


def is_launcher(content: bytes) -> bool:
    """Whether a file is a launcher of any yulopt."""
    return content.startswith(_START.encode()) and content.endswith(
        (_ARGUMENTS + _PADDING).encode()
    )
