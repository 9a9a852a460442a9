"""Options of a pass: the attributes of its class, parsed from text and documented.

A pass is a class with attributes (`attr.s(auto_attribs=True)`), each with a default and a purpose:

    rounds: int = option(2, "the maximum number of rounds")

In text it is a number, `yes` or `no`, or the value of an enumeration, by the type of the default.
"""

from __future__ import annotations

import enum
from typing import Final, TypeVar

import attr

Value = TypeVar("Value")

_PURPOSE: Final = "purpose"
_NAME: Final = "name"
_FLAGS: Final = {"yes": True, "no": False}


@attr.s(auto_attribs=True, frozen=True)
class Option:
    """An option of a pass: its `name` in text, the `attribute` that holds it, its purpose, and its
    values by their text, the default first; none for a number."""

    name: str
    attribute: str
    purpose: str
    default: str
    values: dict[str, object]

    @property
    def expected(self) -> str:
        """The accepted values."""
        return " or ".join(self.values) or "a number"

    def parse(self, text: str) -> object | None:
        """Parse a value, None if it is invalid."""
        if self.values:
            return self.values.get(text)
        is_number = text.isascii() and text.isdigit() and len(text) < 10
        return int(text) if is_number else None


def option(default: Value, purpose: str, *, name: str = "") -> Value:
    """An attribute that is an option; its name in text is that in the class, with hyphens, unless
    `name` is given."""
    return attr.ib(default=default, metadata={_PURPOSE: purpose, _NAME: name})


def options_of(kind: type[attr.AttrsInstance]) -> dict[str, Option]:
    """The options of a pass by their names in text."""
    options = [_described(attribute) for attribute in attr.fields(kind)]
    return {one.name: one for one in options}


def _described(attribute: attr.Attribute[object]) -> Option:
    default = attribute.default
    values: dict[str, object] = {}
    if isinstance(default, bool):
        values = dict(sorted(_FLAGS.items(), key=lambda item: item[1] is not default))
    elif isinstance(default, enum.Enum):
        ordered = sorted(type(default), key=lambda one: one is not default)
        values = {str(one.value): one for one in ordered}
    return Option(
        name=attribute.metadata[_NAME] or attribute.name.replace("_", "-"),
        attribute=attribute.name,
        purpose=attribute.metadata[_PURPOSE],
        default=next(iter(values), str(default)),
        values=values,
    )
