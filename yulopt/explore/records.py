"""The format of the data of the page, which is JSON. `model.js` reads it."""

from __future__ import annotations

from typing import TypeAlias, TypedDict

from yulopt.explore.solidity import SourceLines

# The name of a function, "proven", "different" or "open", and how or why.
ProofRecord: TypeAlias = tuple[str, str, str]
# The proofs of each step that changed something, by its number in the run, from 0.
StepProofs: TypeAlias = dict[int, list[ProofRecord]]
# The bytes of each object, by its path, with the proofs about its functions.
CodeProofs: TypeAlias = dict[str, tuple[bytes, list[ProofRecord]]]


class SettingsRecord(TypedDict):
    """The settings of the run. `file` is a name without folders, since pages are shared; so is
    `calls`, the call file of the run, None without one; `command` writes the programs between the
    steps to files."""

    file: str
    sequence: str
    bare: bool
    evm: str
    runs: int
    release: str
    calls: str | None
    command: str
    version: str


class ObjectRecord(TypedDict):
    """The code of an object before all steps; `spans` is `_flat_spans`; `places` has for each line
    the index of its lines in the sources, -1 for none, or is empty."""

    path: str
    creation: bool
    lines: list[int]
    size: int
    gas: int
    spans: list[int]
    places: list[int]


class FunctionRecord(TypedDict):
    """A function of an object, and its names one after the other; "" is the code outside all."""

    object: int
    names: list[str]


class StepRecord(TypedDict, total=False):
    """A run of a step; unchanged fields are omitted. `kind` is its index in the catalogue, `edits`
    are `[start, removed, added lines]`, `origins` are `[line, source lines, copied]`, `functions`
    are `[function, effect, picture]`. `proofs` are there if requested. `places` are those of all
    added lines, if there are sources. `beside` are `[function, lines of a unified difference]`:
    from the step's result to that in another release."""

    object: int
    kind: int
    place: str
    part: str
    offset: int | None
    rounds: list[int]
    size: int
    gas: int
    command: str
    edits: list[tuple[int, int, list[int]]]
    origins: list[tuple[int, list[int], int]]
    spans: list[int]
    functions: list[tuple[int, str, int | None]]
    places: list[int]
    proofs: list[ProofRecord]
    beside: list[tuple[str, list[str]]]


class KindRecord(TypedDict):
    """A step that ran, with its documentation (see `yulopt.suite.documentation`)."""

    name: str
    letter: str
    extension: bool
    summary: str
    text: str
    before: str
    after: str


class PictureRecord(TypedDict, total=False):
    """A graph, or the reason why there is none. `blocks` are `[label, dominator, edges]`; `places`
    are `[block of the head, block of the run, number of reached statements of the run, -1 for
    all]`, in one list."""

    problem: str
    blocks: list[tuple[str, int, list[tuple[int, str]]]]
    places: list[int]


class AssemblyRecord(TypedDict):
    """The optimised assembly of an object, its text and figures `[items, bytes]` of its code before
    and after all passes. `passes` are `[name, runs, changes, items, bytes]`, the last two as
    differences. `content` has the bytes in hexadecimal digits; `rows` has five numbers for each
    instruction, those of `yulopt.explore.assembly.CodeRow` after the offset. `proofs` are those
    about its functions, as in `StepRecord`, empty if not requested."""

    text: str
    content: str
    rows: list[int]
    before: tuple[int, int]
    after: tuple[int, int]
    passes: list[tuple[str, int, int, int, int]]
    proofs: list[ProofRecord]


class BesideRecord(TypedDict):
    """Another release of solc: its version, its EVM version, whether it runs other steps, the
    number of step runs that differ in it, and the bytes of its whole code, None without code."""

    version: str
    evm: str
    other_steps: bool
    steps: int
    bytes: int | None


class PageRecord(TypedDict):
    """The data of a page; `lines` is the table that numbers of lines point into, `layout` is the
    text around the codes: `[text, object or None]`, `code` has the known code sizes: `[point, bytes
    of each object, problem]`. `sources` are `[name, text]`, and `places` lines of them, `[source,
    first, last]`. `assembly` has an entry for each object, or is empty for the reason
    `assembly_problem`; with a reason it may be that of another pipeline. `largest` are the steps
    that changed the size and the gas most. `beside` is None if no other release was requested."""

    settings: SettingsRecord
    lines: list[str]
    layout: list[tuple[str, int | None]]
    objects: list[ObjectRecord]
    functions: list[FunctionRecord]
    steps: list[StepRecord]
    kinds: list[KindRecord]
    pictures: list[PictureRecord]
    code: list[tuple[int, list[int], str]]
    assembly: list[AssemblyRecord]
    assembly_problem: str
    assembly_pipeline: str
    sources: list[tuple[str, str]]
    places: list[SourceLines]
    largest: dict[str, list[int]]
    builtins: list[str]
    beside: BesideRecord | None
