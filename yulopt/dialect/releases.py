"""The reproducible releases of solc, and their defaults.

The behaviours of a release follow from `SWITCHES`; code queries these.

Source: chapter 12 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect.behaviour import SWITCHES, SolcBehaviour
from yulopt.dialect.evm_version import EvmVersion, parse_evm_version
from yulopt.errors import did_you_mean


class Release:
    """A release of solc.

    `version`: its number; `default_evm_version` and `newest_evm_version`: its default target and
    the last one it knows. `default_sequence`: the name of its default sequence. `is_confirmed`:
    output was compared with the release itself, not only written from a description. `behaviour`:
    its behaviour.
    """

    def __init__(
        self,
        version: str,
        default_evm_version: EvmVersion,
        newest_evm_version: EvmVersion,
        default_sequence: str,
        is_confirmed: bool,
    ) -> None:
        self.version = version
        self.default_evm_version = default_evm_version
        self.newest_evm_version = newest_evm_version
        self.default_sequence = default_sequence
        self.is_confirmed = is_confirmed
        self.behaviour = SolcBehaviour(
            [switch.name for switch in SWITCHES if switch.holds_in(version)]
        )

    def parse_evm_version(self, text: str | None) -> EvmVersion:
        """The EVM version called `text`, or the default one; ValueError names the known ones."""
        if text is None:
            return self.default_evm_version
        version = parse_evm_version(text)
        if version > self.newest_evm_version:
            raise ValueError(
                f"solc {self.version} does not have EVM version '{text}';"
                f" the newest that it has is {self.newest_evm_version.text}"
            )
        return version


_DEFAULT: Final = "default"
_FORMER_DEFAULT: Final = "former-default"
_CANCUN: Final = EvmVersion.CANCUN
_PRAGUE: Final = EvmVersion.PRAGUE
_OSAKA: Final = EvmVersion.OSAKA
_AMSTERDAM: Final = EvmVersion.AMSTERDAM

# Version, default and newest EVM version, default sequence, whether it is confirmed.
_ROWS: Final = (
    Release("0.8.26", _CANCUN, _CANCUN, _FORMER_DEFAULT, True),
    Release("0.8.27", _CANCUN, _PRAGUE, _FORMER_DEFAULT, True),
    Release("0.8.28", _CANCUN, _PRAGUE, _FORMER_DEFAULT, True),
    Release("0.8.29", _CANCUN, _OSAKA, _FORMER_DEFAULT, True),
    Release("0.8.30", _PRAGUE, _OSAKA, _FORMER_DEFAULT, True),
    Release("0.8.31", _OSAKA, _OSAKA, _FORMER_DEFAULT, True),
    Release("0.8.32", _OSAKA, _OSAKA, _FORMER_DEFAULT, True),
    Release("0.8.33", _OSAKA, _OSAKA, _FORMER_DEFAULT, True),
    Release("0.8.34", _OSAKA, _OSAKA, _DEFAULT, True),
    Release("0.8.35", _OSAKA, _OSAKA, _DEFAULT, True),
    Release("0.8.36", _OSAKA, _AMSTERDAM, _DEFAULT, True),
    Release("0.8.37", _OSAKA, _AMSTERDAM, _DEFAULT, True),
    Release("0.8.38", _OSAKA, _AMSTERDAM, _DEFAULT, False),
)

RELEASES: Final = {release.version: release for release in _ROWS}
"""All of them by version, the oldest first."""


NEWEST: Final = [release for release in RELEASES.values() if release.is_confirmed][-1]
"""The newest one whose output was compared, which is the default."""

SOLC_BEHAVIOUR: Final = NEWEST.behaviour


def supported_text() -> str:
    """The versions, oldest first, for messages: `0.8.36, 0.8.37, 0.8.38 (unconfirmed)`."""
    return ", ".join(
        release.version if release.is_confirmed else f"{release.version} (unconfirmed)"
        for release in RELEASES.values()
    )


def parse_solc_version(text: str | None) -> Release:
    """The release with this version, None for the default; ValueError names the known ones."""
    if text is None:
        return NEWEST
    release = RELEASES.get(text)
    if release is None:
        raise ValueError(
            f"solc {text} is not supported; expected one of {supported_text()}"
            + did_you_mean(text, RELEASES)
        )
    return release
