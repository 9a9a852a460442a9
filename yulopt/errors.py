"""Errors in inputs, with positions and suggestions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

# The default name of a text in errors.
UNNAMED: Final = "<input>"


class YulError(Exception):
    """An input that cannot be processed.

    Attributes: `message` (one line); `filename`; `line` and `column` (from 1; 0 when the error has
    no position in a text); `source_line` (the text of that line, without its line break); `others`
    (further errors in the same input, in the order in which solc finds them; at most `MAX_ERRORS` -
    1, and then `has_more` is whether there are even more).
    """

    def __init__(
        self,
        message: str,
        *,
        filename: str = UNNAMED,
        line: int = 0,
        column: int = 0,
        source_line: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.filename = filename
        self.line = line
        self.column = column
        self.source_line = source_line
        self.others: tuple[YulError, ...] = ()
        self.has_more = False

    def __str__(self) -> str:
        location = f"{self.filename}:{self.line}:{self.column}" if self.line else self.filename
        return f"{printable(location)}: error: {printable_lines(self.message)}"

    def locate(self, filename: str) -> None:
        """Set the file name, if it has none yet."""
        if not self.line and self.filename == UNNAMED:
            self.filename = filename

    def report(self) -> str:
        """A readable report of all errors: each with its source line and a caret."""
        reports = [error._own_report() for error in (self, *self.others)]  # noqa: SLF001 (of this class)
        if self.has_more:
            reports.append(
                f"{printable(self.filename)}: there are more errors; these are the first"
            )
        return "\n".join(reports)

    def _own_report(self) -> str:
        if not self.line:
            return str(self)
        start = max(0, self.column - 1 - _MAX_CONTEXT)
        excerpt = self.source_line[start : self.column - 1 + _MAX_CONTEXT]
        # A source may contain anything, including terminal control sequences.
        excerpt = "".join(
            character if character.isprintable() or character == "\t" else "\ufffd"
            for character in excerpt
        )
        before = excerpt[: self.column - 1 - start]
        # Tabs are kept, so that the caret is below its character whatever their width.
        caret = "".join("\t" if character == "\t" else " " for character in before) + "^"
        return f"{self}\n{excerpt}\n{caret}"


class YulSyntaxError(YulError):
    """The text is not Yul: an illegal character, a wrong token, a malformed literal."""


class YulValidationError(YulError):
    """The text parses, but breaks a rule: scopes, arity, literals, reserved names."""


class SequenceError(YulError):
    """A step sequence is malformed."""


class ExtensionError(YulError):
    """A step of another package cannot be used, or has failed.

    `origin`: the location of the failure in the other package, as readable lines; the exception of
    that package is the `__cause__`.
    """

    def __init__(self, message: str, *, filename: str = UNNAMED, origin: str = "") -> None:
        super().__init__(message, filename=filename)
        # Not a class default: mypyc does not support those for exceptions.
        self.origin = origin

    def report(self) -> str:
        """The error, and its origin in the other package."""
        return super().report() + (f"\n{printable_lines(self.origin)}" if self.origin else "")


class StepError(YulError):
    """A step was run on a program without the form it requires."""


class AssemblyError(YulError):
    """A correct program for which there is no bytecode."""


class StackTooDeepError(AssemblyError):
    """A variable, or another value, is out of reach of DUP and SWAP.

    Attributes: `function` (empty for the code outside functions), `variable` (empty if the value is
    not that of a variable), `deficit`: the number of slots by which it is out of reach.
    """

    def __init__(
        self,
        message: str,
        function: str,
        variable: str,
        deficit: int,
        *,
        filename: str = UNNAMED,
        line: int = 0,
        column: int = 0,
        source_line: str = "",
    ) -> None:
        super().__init__(
            message, filename=filename, line=line, column=column, source_line=source_line
        )
        self.function = function
        self.variable = variable
        self.deficit = deficit


# solc stops after 256, which is too many to read.
MAX_ERRORS: Final = 20


@contextmanager
def located(filename: str) -> Iterator[None]:
    """Give errors that have no file name yet this one."""
    try:
        yield
    except YulError as error:
        error.locate(filename)
        raise


def joined(errors: Sequence[YulError]) -> YulError:
    """The first of some errors of one input, with the others."""
    first = errors[0]
    first.others = tuple(errors[1:MAX_ERRORS])
    first.has_more = len(errors) > MAX_ERRORS
    return first


class ErrorList:
    """Collects the errors of one input, in order of discovery."""

    def __init__(self) -> None:
        self._errors: list[YulError] = []

    def __len__(self) -> int:
        return len(self._errors)

    def add(self, error: YulError) -> None:
        """Add an error; raises the first one, with the others, when there are too many."""
        self._errors.append(error)
        if len(self._errors) > MAX_ERRORS:
            self.raise_any()

    def raise_any(self) -> None:
        """Raise the first error, with the others, if there is any."""
        if self._errors:
            raise joined(self._errors)


_IN_LINE: Final = r"[^\n\r\x0b\x0c\x85\u2028\u2029]*"
# As in the grammar of the tests.
COMMENT: Final = (
    rf"///(?!/){_IN_LINE}(?:(?:\r\n|\n|\r)[ \t]*///(?!/)(?:[^\n\r]{_IN_LINE})?)*+"
    rf"|//{_IN_LINE}|/\*[\s\S]*?\*/"
)
_WORD_OR_COMMENT: Final = re.compile(rf"{COMMENT}|([A-Za-z_$][A-Za-z0-9_$.]*)")

# The number of characters of a line shown on each side of an error.
_MAX_CONTEXT: Final = 120

ErrorKind = TypeVar("ErrorKind", bound=YulError)


class Source:
    """A source text with its name; makes errors from offsets into it.

    `made_from`: the available Solidity sources that the text was compiled from, by name.
    """

    def __init__(
        self, text: str, filename: str = UNNAMED, made_from: Mapping[str, str] | None = None
    ) -> None:
        self.text = text
        self.filename = filename
        self.made_from: Mapping[str, str] = {} if made_from is None else made_from

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column (from 1) of the character at `offset`."""
        line_start = self.text.rfind("\n", 0, offset) + 1
        return self.text.count("\n", 0, offset) + 1, offset - line_start + 1

    def word_offset(self, offset: int, index: int) -> int:
        """The offset of a word among those from `offset` on (comments and signs do not count)."""
        for match in _WORD_OR_COMMENT.finditer(self.text, offset):
            if match[1] is not None:
                if index == 0:
                    return match.start()
                index -= 1
        return offset

    def syntax_error(self, offset: int, message: str) -> YulSyntaxError:
        """A syntax error at the character at `offset`."""
        return self._error(YulSyntaxError, offset, message)

    def validation_error(self, offset: int, message: str) -> YulValidationError:
        """A validation error at the character at `offset`."""
        return self._error(YulValidationError, offset, message)

    def sequence_error(self, offset: int, message: str) -> SequenceError:
        """A sequence error at the character at `offset`."""
        return self._error(SequenceError, offset, message)

    def _error(self, kind: type[ErrorKind], offset: int, message: str) -> ErrorKind:
        line, column = self.line_and_column(offset)
        start = offset - column + 1
        end = self.text.find("\n", offset)
        source_line = self.text[start : len(self.text) if end < 0 else end].rstrip("\r")
        return kind(
            message,
            filename=self.filename,
            line=line,
            column=column,
            source_line=source_line,
        )


def printable(text: str) -> str:
    r"""The text with escapes for control and invisible characters.

    An undecodable byte in the name of a file (in Python, a lone surrogate) becomes `\xff`.
    """
    return "".join(
        character if character.isprintable() else _escaped(character) for character in text
    )


def printable_lines(text: str) -> str:
    """The text of several lines, each of them `printable`."""
    return "\n".join(map(printable, text.split("\n")))


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else repr(character)[1:-1]


class LimitWarning(UserWarning):
    """A step reached a limit before it was finished; the result is correct, but perhaps not the
    best."""


# The required similarity of two names: one letter of four may be wrong.
_CLOSE: Final = 0.75


def did_you_mean(
    name: str, known: Iterable[str], otherwise: str = "", longer: Mapping[str, str] | None = None
) -> str:
    """`; did you mean '...'?` with the known name that is most like `name`.

    `longer` has what is suggested in the place of some of the known names. Case is ignored. Without
    such a name it is `otherwise` after a semicolon, if that is given. It is a suffix for error
    messages.
    """
    # Not needed without misspellings.
    from difflib import get_close_matches

    by_letters = {other.lower(): other for other in known}
    for match in get_close_matches(name.lower(), by_letters, n=1, cutoff=_CLOSE):
        found = by_letters[match]
        return f"; did you mean '{found if longer is None else longer.get(found, found)}'?"
    return f"; {otherwise}" if otherwise else ""


def count_text(number: int, noun: str) -> str:
    """`1 slot`, `2 slots`."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def unknown_name(kind: str, name: str, known: Collection[str]) -> str:
    """The message for a name that is none of the known ones of its kind."""
    hint = did_you_mean(name, known)
    return f"unknown {kind} '{name}'; expected one of: {', '.join(known)}{hint}"


def usual_spelling(name: str) -> str:
    """The name of an option or a pass in solc's spelling: `optimise` becomes `optimize`."""
    return name.replace("optimis", "optimiz")
