"""Publishes programs with each pipeline, in both forms, and asks stock solc for the same bytes.

    python -m tests.campaigns.publications                      the examples
    python -m tests.campaigns.publications FILE.yul...          these
    python -m tests.campaigns.publications --only 2/5           every fifth one, from the second on

Exit status 1 if stock solc makes other bytes of one, or if there is no code.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from tests.conftest import EXAMPLES
from tests.publish.contracts import Stock, options
from yulopt.errors import Source, YulError
from yulopt.publish.publication import Subject, publish
from yulopt.suite.pipelines import BEYOND_CODEGEN, SOLC_CODEGEN, pipeline_names

_FORMS: Final = {"readable": SOLC_CODEGEN, "exact": BEYOND_CODEGEN}


def publish_all(path: Path) -> list[str]:
    """The fault of a program, if any; its sizes are printed."""
    subject = Subject(Source(path.read_text()), path.stem, "", [], "")
    stock = Stock()
    reported, wrong = [], []
    for pipeline in pipeline_names():
        for form, codegen in _FORMS.items():
            try:
                made = publish(subject, options(pipeline, codegen), stock, exact=form == "exact")
            except YulError as error:
                wrong.append(f"{path.name}, {pipeline}, {form}: {error.message}")
            else:
                reported.append(f"{pipeline} {form} {len(str(made.code.deployed['object'])) // 2}")
    print(f"{path.stem}: {', '.join(reported)}", flush=True)
    return wrong


def main() -> int:
    """Run the campaign; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--only", default="1/1", metavar="K/N")
    arguments = parser.parse_args()
    first, step = map(int, arguments.only.split("/"))
    paths = (arguments.files or EXAMPLES)[first - 1 :: step]
    wrong = [line for path in paths for line in publish_all(path)]
    print(*wrong, f"{len(paths)} programs, {len(wrong)} publications failed", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
