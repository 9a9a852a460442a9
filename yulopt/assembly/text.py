"""Assembly for people: one item a line, labels by name, objects inside one another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.items import (
    AssignImmutable,
    Instruction,
    Item,
    PlaceLabel,
    Push,
    PushDataOffset,
    PushDataSize,
    PushImmutable,
    PushLabel,
    PushLinkerSymbol,
)
from yulopt.assembly.items import Verbatim as VerbatimBytes
from yulopt.dialect import Dialect
from yulopt.literals import byte_length, format_hex
from yulopt.objects import Data

_INDENT: Final = "    "
