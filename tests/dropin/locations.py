"""The share of instructions of real contracts whose location matches solc's, for each contract.

    python -m tests.dropin.locations [--libraries DIR] [FILE.sol...]

Without files, the contracts of ../shared/bench are compiled. Some of them import libraries, which
are searched in DIR, a folder of npm packages. Equality of `irOptimized` is reported, too. The
exit status is 1 if a text differs, or more than one entry of a thousand in the source maps.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.dropin.compilers import front
from tests.dropin.project import decoded
from tests.oracle import SHARED, available
from yulopt.dropin.build import compile_with
from yulopt.dropin.front import Reading
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json

_OPTIMIZERS: Final[dict[str, JsonObject]] = {
    "on": {"enabled": True, "runs": 200},
    "off": {"enabled": False},
}
_OUTPUTS: Final = ("bytecode", "deployedBytecode")
_SELECTION: Final[Json] = {
    "*": {"*": ["irOptimized", *[f"evm.{output}.sourceMap" for output in _OUTPUTS]]}
}


class Share:
    """How many entries of source maps there are, and how many have solc's file and solc's range."""

    def __init__(self) -> None:
        self.entries = 0
        self.files = 0
        self.ranges = 0
        self.texts_differ = False

    def add(self, actual: Json, expected: Json) -> None:
        """Count those of a contract in two answers."""
        theirs, ours = object_at(expected), object_at(actual)
        self.texts_differ |= theirs.get("irOptimized") != ours.get("irOptimized")
        for output in _OUTPUTS:
            pairs = zip(_entries(theirs, output), _entries(ours, output), strict=True)
            for one, other in pairs:
                self.entries += 1
                self.files += one[2] == other[2]
                self.ranges += one == other

    def __str__(self) -> str:
        if not self.entries:
            return "no code"
        files, ranges = 100 * self.files / self.entries, 100 * self.ranges / self.entries
        text = "another irOptimized" if self.texts_differ else "same irOptimized"
        return f"{self.entries} entries, same file {files:.3f} %, same range {ranges:.3f} %, {text}"


def _entries(contract: JsonObject, output: str) -> list[tuple[str, ...]]:
    mapping = object_at(contract, "evm", output).get("sourceMap")
    return decoded(mapping if isinstance(mapping, str) else "")


def shares(path: Path, optimizer: str, reading: Reading) -> Iterator[tuple[str, Share]]:
    """The share of each contract in a file that both can compile."""
    request = write_json(
        {
            "language": "Solidity",
            "sources": {path.name: {"content": path.read_text("utf-8")}},
            "settings": {
                "viaIR": True,
                "optimizer": _OPTIMIZERS[optimizer],
                "outputSelection": _SELECTION,
            },
        }
    )
    expected = read_json(front().compile(request, reading))
    answer = compile_standard_json(
        request, lambda text: front().compile(text, reading), compile_with(Cache(None), 1)
    )
    actual = read_json(answer)
    for file, contracts in object_at(expected, "contracts").items():
        for name, contract in object_at(contracts).items():
            share = Share()
            share.add(object_at(actual, "contracts", file, name), contract)
            if share.entries:
                yield name, share


def main() -> int:
    """Compile, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--libraries", type=Path, default=Path("node_modules"))
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    if reason := available():
        print(reason)
        return 1
    files = options.files or sorted((SHARED / "bench" / "contracts").glob("*.sol"))
    reading = Reading(str(options.libraries), (), ())
    total = Share()
    for optimizer in _OPTIMIZERS:
        for path in files:
            told = False
            for name, share in shares(path, optimizer, reading):
                told = True
                print(f"{path.stem}:{name}, optimizer {optimizer}: {share}", flush=True)
                total.entries += share.entries
                total.files += share.files
                total.ranges += share.ranges
                total.texts_differ |= share.texts_differ
            if not told:
                print(f"{path.stem}, optimizer {optimizer}: solc cannot compile it", flush=True)
    print(f"all: {total}")
    return int(total.texts_differ or 1000 * (total.entries - total.ranges) > total.entries)


if __name__ == "__main__":
    sys.exit(main())
