"""Every named sequence over a few examples, compared with the files in `snapshots/`.

The examples are so few that a change can be read, and enough to show what each sequence is for: no
other example tells two sequences apart that these do not. That output is solc's is checked
elsewhere, over all of them.

`pytest tests/suite/test_snapshots.py --snapshot-update` writes them anew; the difference is to
be read like any other change.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.data import Snapshot, SnapshotCollection
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation
from syrupy.types import SnapshotIndex

import yulopt
from tests.conftest import EXAMPLES, ROOT
from yulopt.dialect import RELEASES
from yulopt.suite.named_sequences import read_sequence, sequence_names

FOLDER = ROOT / "snapshots"
SHOWN = ("counter", "loops", "recursion")


class YulFiles(SingleFileSnapshotExtension):
    """One file `EXAMPLE/SEQUENCE.yul` for each test `test_sequence[EXAMPLE-SEQUENCE]`."""

    file_extension = "yul"
    _write_mode = WriteMode.TEXT

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        return str(FOLDER)

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: SnapshotIndex = 0) -> str:
        return test_location.testname

    @classmethod
    def get_file_basename(cls, *, test_location: PyTestLocation, index: SnapshotIndex) -> str:
        case = test_location.testname.partition("[")[2].removesuffix("]")
        return case.replace("-", "/", 1)

    def read_snapshot_collection(self, *, snapshot_location: str) -> SnapshotCollection:
        path = Path(snapshot_location)
        collection = SnapshotCollection(location=snapshot_location)
        collection.add(Snapshot(name=f"test_sequence[{path.parent.name}-{path.stem}]"))
        return collection

    @classmethod
    def matches_test_location(
        cls, *, test_location: PyTestLocation, snapshot_location: str
    ) -> bool:
        return test_location.modulename == __name__


@pytest.mark.parametrize("sequence", sequence_names())
@pytest.mark.parametrize("name", SHOWN)
def test_sequence(name: str, sequence: str, snapshot: SnapshotAssertion) -> None:
    (example,) = (path for path in EXAMPLES if path.stem == name)
    optimised = yulopt.optimize(example.read_text("utf-8"), read_sequence(sequence))
    assert optimised == snapshot(extension_class=YulFiles)


def test_every_snapshot_has_its_example_and_sequence() -> None:
    expected = {
        FOLDER / name / f"{sequence}.yul" for name in SHOWN for sequence in sequence_names()
    }
    assert set(FOLDER.rglob("*.yul")) - expected == set()


def test_snapshots_distinguish_sequences() -> None:
    # The defaults of releases differ in what few programs have, and so do those beyond solc, which
    # treat large masks and immutables in different ways.
    defaults = {release.default_sequence for release in RELEASES.values()}
    beyond = {"beyond", "beyond-solc"}
    found: dict[tuple[str, ...], str] = {}
    for sequence in sequence_names():
        texts = tuple((FOLDER / name / f"{sequence}.yul").read_text("utf-8") for name in SHOWN)
        other = found.setdefault(texts, sequence)
        alike = {other, sequence}
        assert other == sequence or alike <= defaults or alike == beyond
