"""The projects: one of our own, and others with their own tests, of which a copy is made.

Archives of projects of others are in `../shared/peers`, or in the folder that YULOPT_PEERS names,
where `npm pack @uniswap/v4-core@1.0.2` puts one. Tests are chosen by name, since whole suites take
long; a copy has the chosen tests and what they import.
"""

from __future__ import annotations

import os
import re
import shutil
import tarfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from tests.conftest import ROOT
from yulopt.dialect import NEWEST

PEERS: Final = ROOT.parent / "shared" / "peers"
_PEERS_VARIABLE: Final = "YULOPT_PEERS"
_IMPORT: Final = re.compile(r"""^\s*import\b[^;'"]*["']([^"']+)["']""", re.MULTILINE)
_OWN: Final = Path(__file__).with_name("project")


class Part(NamedTuple):
    """The tests of a project that are built at once: every `groups`-th file, from `group` on.

    `everything`: of all its tests, not of the chosen ones.
    """

    everything: bool = False
    group: int = 0
    groups: int = 1


CHOSEN: Final = Part()


@dataclass(frozen=True)
class Project:
    """A project; `archive` is empty for our own.

    `tests` are the files that are chosen, below `test` and without the suffix; `sources` is the
    folder of what would be deployed. `remappings` are by prefix; `libraries` are further archives,
    by the folder that they go to. `settings` are lines of `foundry.toml`. `left_out` are tests that
    need what no snapshot has. `data` are folders that tests read. `release` is the solc that its
    sources require.
    """

    archive: str = ""
    tests: tuple[str, ...] = ()
    sources: str = "src"
    remappings: dict[str, str] = field(default_factory=dict)
    libraries: dict[str, str] = field(default_factory=dict)
    settings: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    release: str = NEWEST.version

    @property
    def missing(self) -> str:
        """Which archive is not there; empty if all are."""
        archives = [self.archive, *self.libraries.values()] if self.archive else []
        return next((name for name in archives if _found(name) is None), "")

    def copy_to(self, folder: Path, part: Part = CHOSEN) -> None:
        """Make a copy in a new folder, with a part of its tests; our own is copied whole."""
        if not self.archive:
            shutil.copytree(_OWN, folder)
            return
        whole = folder.with_name(f"{folder.name}-whole")
        _extract(self.archive, whole)
        for place, archive in self.libraries.items():
            _extract(archive, whole / place)
        found = whole.joinpath("test").rglob("*.t.sol")
        names = {str(path.relative_to(whole)).removesuffix(".t.sol"): path for path in found}
        chosen = [
            path
            for name, path in sorted(names.items())
            if (part.everything or name.removeprefix("test/") in self.tests)
            and not any(part in name for part in self.left_out)
        ]
        folder.mkdir()
        for path in self._closure(chosen[part.group :: part.groups], whole):
            target = folder / path.relative_to(whole)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        for name in self.data:
            shutil.copytree(whole / name, folder / name)
        shutil.rmtree(whole)
        remappings = ", ".join(f'"{prefix}={path}"' for prefix, path in self.remappings.items())
        lines = [
            "[profile.default]",
            f'src = "{self.sources}"',
            "via_ir = true",
            "optimizer = true",
            f"remappings = [{remappings}]",
            *self.settings,
        ]
        (folder / "foundry.toml").write_text("\n".join(lines) + "\n")

    def _closure(self, files: list[Path], root: Path) -> list[Path]:
        """The files, and all that they import."""
        found = dict.fromkeys(files)
        for path in (pending := [*files]):
            for name in _IMPORT.findall(path.read_text("utf-8")):
                imported = self._resolved(name, path, root)
                if imported not in found:
                    found[imported] = None
                    pending.append(imported)
        return [*found]

    def _resolved(self, name: str, importer: Path, root: Path) -> Path:
        if name.startswith("."):
            return (importer.parent / name).resolve()
        for prefix, path in self.remappings.items():
            if name.startswith(prefix):
                return (root / path / name.removeprefix(prefix)).resolve()
        return (root / name).resolve()


PROJECTS: Final = {
    "vault (ours)": Project(),
    "Solady": Project(
        "solady.tar.gz",
        ("Base64", "CREATE3", "LibBitmap", "LibCWIA", "MerkleProofLib", "Ownable", "WETH"),
        remappings={"forge-std/": "test/utils/forge-std/"},
        settings=(
            "optimizer_runs = 1_000",
            "gas_limit = 100_000_000",
            'fs_permissions = [{ access = "read", path = "./test/data" }]',
        ),
        left_out=("ext/zksync",),
        data=("test/data",),
    ),
    "OpenZeppelin": Project(
        "openzeppelin.tar.gz",
        ("proxy/Clones", "utils/Base64", "utils/math/SignedMath", "utils/structs/Heap"),
        sources="contracts",
        remappings={
            "@openzeppelin/contracts/": "contracts/",
            "forge-std/": "lib/forge-std/src/",
        },
        libraries={"lib/forge-std": "forge-std.tar.gz"},
        # These need libraries that no snapshot has.
        left_out=("ERC4626", "Arrays", "ShortStrings", "SlotDerivation"),
    ),
    # Its sources require this release; the newest solc refuses them as too deep in the stack.
    "Uniswap v4-core": Project(
        "uniswap-v4-core-1.0.2.tgz",
        ("Tick", "NoDelegateCall", "libraries/BitMath", "libraries/Hooks", "types/BalanceDelta"),
        remappings={
            "@openzeppelin/": "lib/openzeppelin-contracts/",
            "forge-std/": "lib/forge-std/src/",
            "solmate/": "lib/solmate/",
        },
        settings=(
            "optimizer_runs = 44_444_444",
            'evm_version = "cancun"',
            "gas_limit = 300_000_000",
            'bytecode_hash = "none"',
            "allow_internal_expect_revert = true",
            "ffi = true",
            'fs_permissions = [{ access = "read", path = "./test/bin" }]',
            # A test has settings for these profiles.
            *(f"[profile.{name}]" for name in ("ci", "debug", "pr")),
        ),
        data=("test/bin", "test/js-scripts"),
        release="0.8.26",
    ),
}


def _found(archive: str) -> Path | None:
    folders = [PEERS]
    if named := os.environ.get(_PEERS_VARIABLE):
        folders.append(Path(named))
    paths = (folder / archive for folder in folders)
    return next((path for path in paths if path.is_file()), None)


def _extract(archive: str, folder: Path) -> None:
    """Put the content of an archive into a folder, without the folder that it has around it."""
    path = _found(archive)
    assert path is not None
    folder.mkdir(parents=True)
    with tarfile.open(path) as content:
        for member in content.getmembers():
            member.name = member.name.partition("/")[2]
            if member.name:
                content.extract(member, folder, filter="data")
