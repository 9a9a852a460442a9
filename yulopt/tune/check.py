"""Checks whether code has grown since it was measured last, or could be smaller than it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attr

from yulopt.errors import Source, YulError, count_text
from yulopt.persistence.json_values import parse_json
from yulopt.tune.comparison import Comparison
from yulopt.tune.report import setting_json


@attr.s(auto_attribs=True, frozen=True)
class Record:
    """The first setting of an earlier comparison: the bytes of deployed code by the name of the
    program, and the setting as JSON, as far as it is known; and the name of its file.
    """

    sizes: Mapping[str, int] = attr.Factory(dict)
    setting: Mapping[str, object] = attr.Factory(dict)
    filename: str = ""


@attr.s(auto_attribs=True, frozen=True)
class Allowance:
    """The tolerance: bytes by which code may have grown, and by which it may exceed the best of
    the settings; None for any number.
    """

    growth: int = 0
    waste: int | None = None


def read_record(source: Source) -> Record:
    """The record in a comparison in JSON.

    Programs without code are left out. Raises `YulError` for anything but a comparison.
    """
    content = parse_json(source)
    try:
        settings = _list(_dict(content).get("settings", [{}]))
        setting = {str(key): value for key, value in _dict(settings[0]).items()}
        return Record(dict(_sizes(content)), setting, source.filename)
    except (KeyError, IndexError, TypeError):
        raise YulError(
            "this is not output of `yulopt compare --json`", filename=source.filename
        ) from None


def _sizes(content: object) -> Iterator[tuple[str, int]]:
    """The sizes by program; raises KeyError, IndexError or TypeError for another structure."""
    for item in _list(_dict(content)["programs"]):
        program = _dict(item)
        name, first = program["program"], _dict(_list(program["results"])[0])
        if "error" in first:
            continue
        size = first["deployed_bytes"]
        if not isinstance(name, str) or not isinstance(size, int):
            raise TypeError
        yield name, size


def _dict(value: object) -> dict[object, object]:
    if not isinstance(value, dict):
        raise TypeError
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError
    return value


def findings(comparison: Comparison, record: Record, allowance: Allowance) -> list[str]:
    """The findings about the code by the first setting, a line each."""
    found = []
    for name, entries in comparison.programs.items():
        first = entries[0]
        if first.measured is None:
            if name in record.sizes:
                found.append(f"{name}: there is no code any more: the stack is too deep")
            continue
        size = first.measured.deployed_bytes
        before = record.sizes.get(name, size)
        if size > before + allowance.growth:
            growth = count_text(size - before, "byte")
            found.append(
                f"{name}: the code has grown by {growth}, from {before} to {size}"
                f" (allowed: {allowance.growth})"
            )
        known = [entry for entry in entries if entry.measured is not None]
        best = min(known, key=lambda entry: entry.measured.deployed_bytes if entry.measured else 0)
        least = best.measured.deployed_bytes if best.measured else size
        if allowance.waste is not None and size > least + allowance.waste:
            found.append(
                f"{name}: the code has {size} bytes, and {least} with '{best.setting.name}':"
                f" {size - least} less (allowed: {allowance.waste})"
            )
    return found


def unknown_programs(comparison: Comparison, record: Record) -> list[str]:
    """The programs that are not in the record."""
    return [name for name in comparison.programs if name not in record.sizes]


def other_settings(comparison: Comparison, record: Record) -> list[str]:
    """What differs between the first setting and that of the record, except for their names."""
    found = []
    for key, value in setting_json(comparison.settings[0]).items():
        before = record.setting.get(key, value)
        if key != "name" and value != before:
            title = key.replace("_", " ")
            found.append(f"other {title}" if key == "steps" else f"{title} {before}, now {value}")
    return found
