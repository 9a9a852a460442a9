"""The file `yulopt.toml` of a project, which says how its contracts are compiled.

    [default]
    runs = 1000

    [contracts."src/Vault.sol:Vault"]
    sequence = "small"

    [contracts."src/amm/**"]
    pipeline = "gas"

A table is for a contract, or for all contracts of the files that match a pattern. It may have
`pipeline` (a name), or else `sequence` (a name) or `steps` (letters), and `runs`; with a
`pipeline`, also `assume_memory_safe`; and with any of these, or alone, `proven`. Above all tables,
`proofs` names the folder for the certificates of proven contracts, `max_size` limits the bytes of
deployed code by pipelines beyond solc, `prices` names a file with the prices of the chain, and
`ignored_codes` lists the codes of suppressed messages.
Missing keys of a table follow the request of the build; a contract with a table takes nothing from
`[default]`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from yulopt.dialect import Prices
from yulopt.driver.prices import read_prices
from yulopt.dropin.choices import NO_PIPELINE, Choices, pipeline_of_steps
from yulopt.dropin.notices import is_own_code
from yulopt.dropin.pipelines import AS_REQUESTED
from yulopt.errors import YulError
from yulopt.persistence.toml_text import TomlError, TomlPlace, TomlText, listed, whole_number
from yulopt.suite.named_sequences import read_sequence
from yulopt.suite.pipelines import Pipeline
from yulopt.syntax.arguments import check_runs

FILE_NAME: Final = "yulopt.toml"

_DEFAULT: Final = "default"
_CONTRACTS: Final = "contracts"
_STEPS: Final = ("pipeline", "sequence", "steps")
_MEMORY_SAFE: Final = "assume_memory_safe"
_PROVEN: Final = "proven"
_PROOFS: Final = "proofs"
_MAX_SIZE: Final = "max_size"
_PRICES: Final = "prices"
_IGNORED: Final = "ignored_codes"
_ABOVE_TABLES: Final = (_PROOFS, _MAX_SIZE, _PRICES, _IGNORED, _DEFAULT, _CONTRACTS)
_KEYS: Final = (*_STEPS, "runs", _MEMORY_SAFE, _PROVEN)
# The folder that has one of these is the root of a project.
_ROOT_MARKS: Final = (
    ".git",
    "foundry.toml",
    "package.json",
    *(f"hardhat.config.{suffix}" for suffix in ("js", "cjs", "mjs", "ts", "cts", "mts")),
)


def project_root(start: Path) -> Path | None:
    """The root of the project that a folder is in: the nearest folder, from there up, with `.git`,
    `package.json`, or the configuration of Foundry or Hardhat.
    """
    here = start.resolve()
    for folder in (here, *here.parents):
        if any((folder / mark).exists() for mark in _ROOT_MARKS):
            return folder
    return None


def find_project_file(start: Path) -> Path | None:
    """The `yulopt.toml` of the project that a folder is in, from there up to its root.

    Without a root only the folder itself counts.
    """
    here = start.resolve()
    root = project_root(here) or here
    for folder in (here, *here.parents):
        # A folder, or a link to nothing, is an error, and not passed over.
        if os.path.lexists(folder / FILE_NAME):
            return folder / FILE_NAME
        if folder == root:
            break
    return None


def read_project_file(path: Path) -> Choices:
    """The choices of a `yulopt.toml`, with the prices that it names; raises `YulError`, or OSError
    if the `yulopt.toml` cannot be read."""
    return _Reader(path, TomlText(path)).read()


class _Reader:
    """Reads one file."""

    def __init__(self, path: Path, toml: TomlText) -> None:
        self._path = path
        self._toml = toml

    def read(self) -> Choices:
        tables = self._toml.tables()
        for key in tables:
            if key in _KEYS:
                message = f"'{key}' must be in a table, such as [{_DEFAULT}]"
                raise self._toml.place((), key).error(message)
        self._toml.check_keys(tables, _ABOVE_TABLES, ())
        proofs = tables.get(_PROOFS)
        if proofs is not None and not (proofs and isinstance(proofs, str)):
            raise self._toml.error(f"'{_PROOFS}' must be the name of a folder", (), _PROOFS)
        default = tables.get(_DEFAULT)
        contracts = tables.get(_CONTRACTS, {})
        if not isinstance(contracts, dict):
            raise self._toml.error(f"'{_CONTRACTS}' must be a table of contracts", (), _CONTRACTS)
        pipelines: dict[str, Pipeline] = {}
        places: dict[str, TomlPlace] = {}
        for name, table in contracts.items():
            file, colon, contract = name.rpartition(":")
            if not contract or (colon and not file):
                message = f"'{name}' names no contract; write \"FILE:NAME\", or a pattern of files"
                raise self._toml.place((_CONTRACTS,), name).error(message)
            way = (_CONTRACTS, name)
            pipelines[name] = self._pipeline(table, way)
            places[name] = self._toml.place(way)
        return Choices(
            AS_REQUESTED if default is None else self._pipeline(default, (_DEFAULT,)),
            pipelines,
            places,
            None if proofs is None else self._path.parent / proofs,
            self._ignored(tables.get(_IGNORED, [])),
            self._max_size(tables.get(_MAX_SIZE)),
            self._prices(tables.get(_PRICES)),
        )

    def _ignored(self, codes: object) -> list[int]:
        numbers = [whole_number(code) for code in codes] if isinstance(codes, list) else [None]
        known = [number for number in numbers if number is not None and is_own_code(number)]
        if len(known) < len(numbers):
            raise self._toml.error(f"'{_IGNORED}' must be a list of codes of yulopt", (), _IGNORED)
        return known

    def _max_size(self, value: object) -> int | None:
        number = whole_number(value)
        if value is not None and (number is None or number < 1):
            raise self._toml.error(f"'{_MAX_SIZE}' must be a number of bytes", (), _MAX_SIZE)
        return number

    def _prices(self, value: object) -> Prices:
        if value is None:
            return ()
        if not (value and isinstance(value, str)):
            raise self._toml.error(f"'{_PRICES}' must be the name of a file", (), _PRICES)
        path = self._path.parent / value
        try:
            return read_prices(path)
        except TomlError:
            raise
        except YulError as error:
            raise self._toml.error(f"{path}: {error.message}", (), _PRICES) from None

    def _pipeline(self, table: object, way: tuple[str, ...]) -> Pipeline:
        if not isinstance(table, dict):
            raise self._toml.error(
                f"'{way[-1]}' must be a table, with {listed(_KEYS)}", way[:-1], way[-1]
            )
        self._toml.check_keys(table, _KEYS, way)
        given = [key for key in _STEPS if key in table]
        if len(given) > 1:
            message = f"'{given[0]}' and '{given[1]}' exclude each other"
            raise self._toml.place(way, given[1]).error(message)
        runs = whole_number(table.get("runs"))
        if runs is None and "runs" in table:
            raise self._toml.error("'runs' must be a whole number", way, "runs")
        memory_safe, proven = (self._flag(table, way, key) for key in (_MEMORY_SAFE, _PROVEN))
        key = given[0] if given else None
        if memory_safe and (key != "pipeline" or table[key] in NO_PIPELINE):
            raise self._toml.error(f"'{_MEMORY_SAFE}' needs a 'pipeline'", way, _MEMORY_SAFE)
        value = table.get(key)
        if value is not None and not isinstance(value, str):
            raise self._toml.error(f"'{key}' must be a string", way, key)
        try:
            if runs is not None:
                check_runs(runs)
        except ValueError as error:
            raise self._toml.error(str(error), way, "runs") from None
        try:
            pipeline = _pipeline(key, value, runs, memory_safe=memory_safe)
            return pipeline.as_proven() if proven else pipeline
        except YulError as error:
            where = f" (character {error.column} of the steps)" if error.line == 1 else ""
            raise self._toml.error(error.message + where, way, key) from None
        except ValueError as error:
            raise self._toml.error(str(error), way, key) from None

    def _flag(self, table: dict[str, object], way: tuple[str, ...], key: str) -> bool:
        value = table.get(key, False)
        if not isinstance(value, bool):
            raise self._toml.error(f"'{key}' must be true or false", way, key)
        return value


def _pipeline(
    key: str | None, value: str | None, runs: int | None, *, memory_safe: bool
) -> Pipeline:
    """The pipeline of a key and its value; with `runs`, if given."""
    if value is not None and key == "pipeline" and value in NO_PIPELINE:
        return Pipeline(None, runs)
    if value is not None and key == "pipeline":
        named = Pipeline.named(value)
        runs = named.runs if runs is None else runs
        return Pipeline(named.steps, runs, named.codegen, memory_safe=memory_safe)
    if value is not None and key == "sequence":
        value = read_sequence(value)
    if value is not None and key == "steps":
        return pipeline_of_steps(value, runs)
    return Pipeline(value, runs)
