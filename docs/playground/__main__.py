"""The command that builds the playground: `python -m docs.playground FOLDER`."""

from __future__ import annotations

import argparse
from pathlib import Path

from docs.extension.playground import PlaygroundError, all_files, build


def main() -> None:
    """The command: build into the folder that is named."""
    parser = argparse.ArgumentParser(description="Build the playground.")
    parser.add_argument("folder", nargs="?", default="build/playground", type=Path)
    target: Path = parser.parse_args().folder
    try:
        build(target)
    except PlaygroundError as error:
        parser.exit(1, f"{error}\n")
    size = sum(path.stat().st_size for path in all_files(target))
    print(f"{target}: {size / 1e6:.1f} MB; try it: python -m http.server --directory {target}")


if __name__ == "__main__":
    main()
