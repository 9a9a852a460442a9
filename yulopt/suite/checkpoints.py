"""Checkpoints: the state of a run besides the text of the program, as a comment in the file.

New names depend on all earlier ones, including those of removed variables; decisions of steps
depend on whether the code is creation code; and steps have solc's faults unless the run goes beyond
solc. The files of `--trace-dir` record this state in their first line, and a bare run reads it.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.errors import Source, YulError
from yulopt.syntax.objects import Object

_MARK: Final = "// yulopt goes on here: "
_LINE: Final = re.compile(rf"\A{_MARK}([^\n]*)\n")


class Checkpoint:
    """A checkpoint: the object where a run resumes, and the names in use.

    `number` counts the objects of the tree from 0, outer before inner ones, in source order.
    `is_creation`: whether its code creates a contract. `counter`: the last number used in a name;
    `taken`: the reserved names, besides those in the code of the object. `is_beyond`: whether the
    run goes beyond solc.
    """

    def __init__(
        self,
        number: int,
        is_creation: bool,
        counter: int,
        taken: list[str],
        is_beyond: bool = False,
    ) -> None:
        self.number = number
        self.is_creation = is_creation
        self.counter = counter
        self.taken = taken
        self.is_beyond = is_beyond

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Checkpoint) and (
            self.number == other.number
            and self.is_creation == other.is_creation
            and self.counter == other.counter
            and self.taken == other.taken
            and self.is_beyond == other.is_beyond
        )

    def comment(self) -> str:
        """The first line of the file, with its line feed."""
        record = {
            "object": self.number,
            "creation": self.is_creation,
            "counter": self.counter,
            "taken": " ".join(self.taken),
        }
        if self.is_beyond:
            record["beyond"] = True
        # Not needed by runs from the beginning, here and below.
        import json

        return f"{_MARK}{json.dumps(record)}\n"


def read_checkpoint(source: Source, program: Object) -> Checkpoint | None:
    """Parse the first line of a source; None if it is an ordinary one.

    Raises `YulError` for an invalid checkpoint.
    """
    match = _LINE.match(source.text)
    if match is None:
        return None
    import json

    try:
        record: object = json.loads(match[1])
    except ValueError:
        record = None
    checkpoint = _from_record(record)
    if checkpoint is None:
        raise _error(source, match, "not what --trace-dir writes here; remove this line")
    if checkpoint.number >= len(program.all_objects()):
        raise _error(source, match, f"there is no object number {checkpoint.number}")
    return checkpoint


def _from_record(record: object) -> Checkpoint | None:
    if not isinstance(record, dict):
        return None
    number, creation = record.get("object"), record.get("creation")
    counter, taken = record.get("counter"), record.get("taken")
    beyond = record.get("beyond", False)
    if not (isinstance(number, int) and isinstance(creation, bool) and isinstance(counter, int)):
        return None
    if not (isinstance(taken, str) and isinstance(beyond, bool)) or number < 0 or counter < 0:
        return None
    return Checkpoint(number, creation, counter, taken.split(), beyond)


def _error(source: Source, match: re.Match[str], message: str) -> YulError:
    return source.syntax_error(match.start(1), message)
