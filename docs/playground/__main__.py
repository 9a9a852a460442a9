"""The command that builds the playground: `python -m docs.playground FOLDER`."""

from __future__ import annotations

import argparse
from pathlib import Path

from docs.extension.playground import PlaygroundError, all_files, build, named_archive


def main() -> None:
    """The command: build into the folder that is named."""
    parser = argparse.ArgumentParser(description="Build the playground.")
    parser.add_argument("folder", nargs="?", default="build/playground", type=Path)
    parser.add_argument(
        "--compiled",
        metavar="ARCHIVE",
        type=Path,
        default=named_archive(),
        help="yulopt compiled for Pyodide: a wheel, or what docs.playground.compiled makes",
    )
    arguments = parser.parse_args()
    target: Path = arguments.folder
    try:
        build(target, arguments.compiled)
    except PlaygroundError as error:
        parser.exit(1, f"{error}\n")
    size = sum(path.stat().st_size for path in all_files(target))
    print(f"{target}: {size / 1e6:.1f} MB; try it: python -m http.server --directory {target}")


if __name__ == "__main__":
    main()
