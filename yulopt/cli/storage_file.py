"""Files with what is in the storage of a contract."""

from __future__ import annotations

import json

from yulopt.cli.words import NUMBER
from yulopt.errors import YulError
from yulopt.syntax.literals import WORD_LIMIT
from yulopt.terminal.console import read_source


def read_storage(file: str) -> dict[int, int]:
    """The slots and words in a JSON file; raises `YulError`."""
    source = read_source(file)
    try:
        content: object = json.loads(source.text)
    except json.JSONDecodeError as error:
        raise source.syntax_error(error.pos, f"not JSON: {error.msg}") from None
    except RecursionError:
        raise YulError("nested too deep", filename=file) from None
    if not isinstance(content, dict):
        raise YulError("a storage file holds an object of slots and words", filename=file)
    return {_storage_word(slot, file): _storage_word(word, file) for slot, word in content.items()}


def _storage_word(value: object, file: str) -> int:
    text = str(value)
    if isinstance(value, bool) or NUMBER.fullmatch(text) is None:
        raise YulError(f"{text!r} is not a word like 42 or 0x2a", filename=file)
    word = int(text, 0) if text.startswith("0x") else int(text)
    if word >= WORD_LIMIT:
        raise YulError(f"{text} has more than 256 bits", filename=file)
    return word
