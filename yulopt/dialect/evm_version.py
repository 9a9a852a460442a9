"""The EVM versions, in order, and their features.

Source: chapter 01, section 9.1 of the specification.
"""

from __future__ import annotations

import enum
from typing import Final

from yulopt.errors import unknown_name


class EvmVersion(enum.IntEnum):
    """An EVM version; later versions compare greater."""

    HOMESTEAD = 0
    TANGERINE_WHISTLE = 1
    SPURIOUS_DRAGON = 2
    BYZANTIUM = 3
    CONSTANTINOPLE = 4
    PETERSBURG = 5
    ISTANBUL = 6
    BERLIN = 7
    LONDON = 8
    PARIS = 9
    SHANGHAI = 10
    CANCUN = 11
    PRAGUE = 12
    OSAKA = 13
    AMSTERDAM = 14

    @property
    def text(self) -> str:
        """The name in solc's spelling, for example `tangerineWhistle`."""
        first, *rest = self.name.lower().split("_")
        return first + "".join(word.capitalize() for word in rest)


DEFAULT_EVM_VERSION: Final = EvmVersion.OSAKA

_BY_TEXT: Final = {version.text: version for version in EvmVersion}


def evm_version_names() -> list[str]:
    """All version names, oldest first."""
    return list(_BY_TEXT)


def parse_evm_version(text: str) -> EvmVersion:
    """The version called `text` (exact spelling); ValueError names the known ones."""
    version = _BY_TEXT.get(text)
    if version is None:
        raise ValueError(unknown_name("EVM version", text, _BY_TEXT))
    return version
