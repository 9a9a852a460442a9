"""A file that build tools take for a native solc, and that starts `yulopt solc`.

Hardhat 3 looks into the compiler that a project names: it imports what is text there as
JavaScript, so that a script fails. This one is a script with enough zero bytes after it that it
looks like machine code; the shell never reads beyond `exec`.

Source: chapter 11, section 10 of the specification.
"""

from __future__ import annotations

import shlex
import sys
from typing import Final

_START: Final = "#!/bin/sh\nexec "
# With -P, a folder `yulopt` in the project is not taken for the package.
_ARGUMENTS: Final = ' -P -m yulopt solc "$@"\n'
# What has more than 30 % of zero bytes among its first 8000 is no text for Hardhat.
_PADDING: Final = "\0" * 4096


def launcher() -> str:
    """The content of a launcher of this yulopt, run by this Python."""
    return f"{_START}{shlex.quote(sys.executable)}{_ARGUMENTS}{_PADDING}"


def is_launcher(content: bytes) -> bool:
    """Whether a file is a launcher of any yulopt."""
    return content.startswith(_START.encode()) and content.endswith(
        (_ARGUMENTS + _PADDING).encode()
    )
