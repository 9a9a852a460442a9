"""The projects: one of our own, and others with their own tests, of which a copy is made.

Of projects of others, `../shared/peers` has archives. Their tests are chosen by name, since whole
suites take long; a copy has the chosen tests and what they import.
"""

from __future__ import annotations

import re
import shutil
import tarfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.conftest import ROOT

PEERS: Final = ROOT.parent / "shared" / "peers"
_IMPORT: Final = re.compile(r"""^\s*import\b[^;'"]*["']([^"']+)["']""", re.MULTILINE)
_OWN: Final = Path(__file__).with_name("project")


@dataclass(frozen=True)
class Project:
    """A project; `archive` is empty for our own.

    `tests` are the files that are chosen, below `test` and without the suffix; `sources` is the
    folder of what would be deployed. `remappings` are by prefix; `libraries` are further archives,
    by the folder that they go to. `settings` are lines of `foundry.toml`. `left_out` are tests that
    need what no snapshot has.
    """

    archive: str = ""
    tests: tuple[str, ...] = ()
    sources: str = "src"
    remappings: dict[str, str] = field(default_factory=dict)
    libraries: dict[str, str] = field(default_factory=dict)
    settings: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def missing(self) -> str:
        """Which archive is not there; empty if all are."""
        archives = [self.archive, *self.libraries.values()] if self.archive else []
        paths = [PEERS / f"{name}.tar.gz" for name in archives]
        return next((f"../shared/peers/{path.name}" for path in paths if not path.is_file()), "")

    def copy_to(self, folder: Path, *, everything: bool = False) -> None:
        """Make a copy in a new folder, of all its tests or of the chosen ones."""
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
            if (everything or name.removeprefix("test/") in self.tests)
            and not any(part in name for part in self.left_out)
        ]
        folder.mkdir()
        for path in self._closure(chosen, whole):
            target = folder / path.relative_to(whole)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        if (whole / "test" / "data").is_dir():
            shutil.copytree(whole / "test" / "data", folder / "test" / "data")
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
        "solady",
        ("Base64", "CREATE3", "LibBitmap", "LibCWIA", "MerkleProofLib", "Ownable", "WETH"),
        remappings={"forge-std/": "test/utils/forge-std/"},
        settings=(
            "optimizer_runs = 1_000",
            "gas_limit = 100_000_000",
            'fs_permissions = [{ access = "read", path = "./test/data" }]',
        ),
        left_out=("ext/zksync",),
    ),
    "OpenZeppelin": Project(
        "openzeppelin",
        ("proxy/Clones", "utils/Base64", "utils/math/SignedMath", "utils/structs/Heap"),
        sources="contracts",
        remappings={
            "@openzeppelin/contracts/": "contracts/",
            "forge-std/": "lib/forge-std/src/",
        },
        libraries={"lib/forge-std": "forge-std"},
        # These need libraries that no snapshot has.
        left_out=("ERC4626", "Arrays", "ShortStrings", "SlotDerivation"),
    ),
}


def _extract(archive: str, folder: Path) -> None:
    """Put the content of an archive into a folder, without the folder that it has around it."""
    folder.mkdir(parents=True)
    with tarfile.open(PEERS / f"{archive}.tar.gz") as content:
        for member in content.getmembers():
            member.name = member.name.partition("/")[2]
            if member.name:
                content.extract(member, folder, filter="data")
