"""File input and output, and progress on a terminal; for all commands.

Files are text in UTF-8, with or without a byte order mark; other encodings are named in the error.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
import stat
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, TextIO

from yulopt.errors import LimitWarning, Source, YulError, YulSyntaxError, printable
from yulopt.terminal.echo import echo, echo_bytes

STANDARD_INPUT: Final = "-"
_JSON_SUFFIX: Final = ".json"
_EMPTY_JSON: Final = re.compile(r"\s*\{\s*\}\s*\Z")
_LONG_SECONDS: Final = 1.0
# Progress is refreshed more often than its seconds change: compiled code may hold the interpreter's
# lock for more than a second, which would otherwise lengthen the pause.
_RENEWAL_SECONDS: Final = 0.5
_ERASE_LINE: Final = "\r\x1b[K"

# Reading


def source_name(file: str) -> str:
    """The displayed name of a file (`-` is the standard input)."""
    return "<stdin>" if file == STANDARD_INPUT else printable(file)


def read_source(file: str) -> Source:
    """The text of a file (`-` is the standard input).

    Raises `YulError` if it cannot be read or is not UTF-8. A byte-order mark is dropped, with a
    note the first time.
    """
    name = source_name(file)
    data = read_bytes(file)
    text = decode(data, name)
    path = os.path.abspath(file)
    if data.startswith(_BYTE_ORDER_MARK) and path not in _noted:
        _noted.add(path)
        echo(f"{name}: note: the byte-order mark at its start is ignored", err=True)
    return Source(text, name)


def read_bytes(file: str) -> bytes:
    """The content of a file (`-` is the standard input); raises `YulError` if it cannot be read."""
    try:
        return _standard_input() if file == STANDARD_INPUT else Path(file).read_bytes()
    except OSError as error:
        reason = failure_reason(error)
        raise YulError(f"cannot be read: {reason}", filename=source_name(file)) from None


# The files with a noted byte-order mark.
_noted: Final[set[str]] = set()
# The stream last read as standard input, and its content.
_inputs: Final[list[tuple[BinaryIO, bytes]]] = []


def _standard_input() -> bytes:
    """The content of standard input, cached for a second use."""
    stream = sys.stdin.buffer
    if not _inputs or _inputs[-1][0] is not stream:
        _inputs[:] = [(stream, stream.read())]
        _noted.discard(os.path.abspath(STANDARD_INPUT))
    return _inputs[-1][1]


def begins_like_yul(source: Source) -> bool:
    """Whether a text can only be Yul, by its first tokens; an empty one counts as Yul.

    Other supported inputs begin differently: JSON with `{` and a string, which no block begins
    with; solc's output with banners; Solidity with its own keywords. `{}` is JSON by the name of
    its file only.
    """
    text = source.text
    if source.filename.endswith(_JSON_SUFFIX) and _EMPTY_JSON.match(text):
        return False
    start, end = 0, len(text)
    while start < end:
        if text[start].isspace():
            start += 1
        elif text.startswith("//", start):
            start = text.find("\n", start) + 1 or end
        elif text.startswith("/*", start):
            start = text.find("*/", start + 2) + 2
            if start == 1:
                return True
        else:
            break
    if not text.startswith("{", start):
        return start == end or text.startswith("object", start)
    start += 1
    while start < end and text[start].isspace():
        start += 1
    return not text.startswith('"', start)


def failure_reason(error: OSError) -> str:
    """The system's message for a failure."""
    if error.errno == errno.EBADF:
        return "the stream is closed"
    return error.strerror or str(error)


# Writing


def write_whole(target: Path, text: str) -> None:
    """Write the whole file or nothing; a file of that name is replaced at once.

    Raises `YulError` if that is impossible.
    """
    with _writing(target) as path:
        if path is None:
            target.write_bytes(text.encode())
            return
        with _new_file_beside(path) as unfinished:
            unfinished.write_bytes(text.encode())
            if path.exists():
                unfinished.chmod(stat.S_IMODE(path.stat().st_mode))
            unfinished.replace(path)


def check_writable(target: Path) -> None:
    """Raise `YulError` if `write_whole` would certainly fail there."""
    with _writing(target) as path:
        existing = target if path is None else path
        if existing.exists() and not os.access(existing, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if path is not None:
            with _new_file_beside(path):
                pass


def make_folder(folder: Path) -> None:
    """Create a folder and its parents, unless they exist; raises `YulError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise YulError(
            f"cannot be created: {failure_reason(error)}", filename=str(folder)
        ) from None


def check_folder(folder: Path) -> None:
    """Raise `YulError` if there is no such folder, and `make_folder` could not create it."""
    missing = [path for path in (folder, *folder.parents) if not os.path.lexists(path)]
    if missing:
        check_writable(missing[-1])
    elif not os.path.isdir(folder):
        raise YulError("is not a directory", filename=str(folder))


@contextmanager
def _writing(target: Path) -> Iterator[Path | None]:
    """The path of the file to be replaced; None for devices and pipes, which are written to."""
    try:
        if target.exists() and not target.is_file() and not target.is_dir():
            yield None
        else:
            yield Path(os.path.realpath(target))
    except OSError as error:
        raise YulError(
            f"cannot be written: {failure_reason(error)}", filename=str(target)
        ) from None


@contextmanager
def _new_file_beside(path: Path) -> Iterator[Path]:
    """A temporary file in the folder of `path`; removed at the end, unless it was moved."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    # Not longer than the name of the file, which may have the maximum length.
    new = path.with_name(f".yulopt-{os.urandom(4).hex()}")
    try:
        new.touch(exist_ok=False)
        yield new
    finally:
        new.unlink(missing_ok=True)


def write_or_print(text: str, target: Path | None) -> None:
    """Write the text to a file, or print it verbatim if there is none."""
    if target is not None:
        write_whole(target, text)
    else:
        echo_bytes(text.encode())


def print_code(text: str, *, is_assembly: bool = False) -> None:
    """Print Yul, or EVM assembly, coloured on a terminal."""
    if has_colour(sys.stdout):
        # Not needed without colours.
        import click

        from yulopt.terminal.highlight import highlight, highlight_assembly

        click.echo((highlight_assembly if is_assembly else highlight)(text), nl=False, color=True)
    else:
        write_or_print(text, None)


# The terminal


def on_terminal(stream: TextIO) -> bool:
    """Whether the stream is a terminal."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def has_colour(stream: TextIO) -> bool:
    """Whether output to the stream may be coloured."""
    return on_terminal(stream) and not os.environ.get("NO_COLOR")


def bold(text: str) -> str:
    """Bold text on a terminal."""
    return f"\x1b[1m{text}\x1b[0m" if has_colour(sys.stdout) else text


@contextmanager
def reported_limits() -> Iterator[None]:
    """Report unfinished work of a step (`LimitWarning`) in one line on standard error."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", LimitWarning)
        show = warnings.showwarning

        def report(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if issubclass(category, LimitWarning):
                echo(f"warning: {message}", err=True)
            else:
                show(message, category, filename, lineno, file, line)

        warnings.showwarning = report
        yield


class ProgressLine:
    """The progress shown on the terminal; `detail`: the state of the work, if known."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.detail = ""

    def advance(self, detail: str) -> None:
        """Report progress; a listener may raise an exception, which ends the work."""
        self.detail = detail

    def text(self) -> str:
        """The label with the detail."""
        return f"{self.label}: {self.detail}" if self.detail else self.label


@contextmanager
def progress(label: str, started: float | None = None) -> Iterator[ProgressLine]:
    """Show the current work on the terminal, once the run takes long; it `started` just now, unless
    given."""
    line = ProgressLine(label)
    if not on_terminal(sys.stderr):
        yield line
        return
    done, shown = threading.Event(), threading.Event()
    start = time.monotonic() if started is None else started

    def show() -> None:
        wait = start + _LONG_SECONDS - time.monotonic()
        while not done.wait(max(wait, 0)):
            seconds = time.monotonic() - start
            text = f"{_ERASE_LINE}{line.text()} ... {seconds:.0f} s"
            print(text, end="", file=sys.stderr, flush=True)
            wait = _RENEWAL_SECONDS
            shown.set()

    thread = threading.Thread(target=show, name="yulopt-progress", daemon=True)
    thread.start()
    try:
        yield line
    finally:
        done.set()
        thread.join()
        if shown.is_set():
            print(_ERASE_LINE, end="", file=sys.stderr, flush=True)


_BYTE_ORDER_MARK: Final = codecs.BOM_UTF8
# Longer marks have shorter ones as prefixes.
_OTHER_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
# The number of bytes examined for alternating zeros.
_SAMPLE: Final = 64


def decode(data: bytes, name: str) -> str:
    """The text of the file `name`, without a byte-order mark.

    Raises `YulSyntaxError` if it is not UTF-8, and says so if it is UTF-16 or UTF-32.
    """
    other = _other_encoding(data)
    if other is not None:
        reason = f"this is {other}, not UTF-8; save it as UTF-8, or use: iconv -f {other} -t UTF-8"
        raise _error(data, 0, reason, name)
    content = data.removeprefix(_BYTE_ORDER_MARK)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        offset = error.start
    # Columns in an editor do not count the mark, but offsets in a file do.
    in_file = offset + len(data) - len(content)
    raise _error(
        content, offset, f"not UTF-8: byte 0x{content[offset]:02x} at offset {in_file}", name
    )


def _other_encoding(data: bytes) -> str | None:
    """The encoding suggested by the start of the data, if it is not UTF-8."""
    for mark, encoding in _OTHER_MARKS:
        if data.startswith(mark):
            return encoding
    sample = data[: min(_SAMPLE, len(data) // 2 * 2)]
    even, odd = sample[::2], sample[1::2]
    if sample and ((all(even) and not any(odd)) or (all(odd) and not any(even))):
        return "UTF-16LE" if all(even) else "UTF-16BE"
    return None


def _error(data: bytes, offset: int, reason: str, name: str) -> YulSyntaxError:
    before = data[:offset].decode()
    line = data[data.rfind(b"\n", 0, offset) + 1 :].partition(b"\n")[0]
    return YulSyntaxError(
        reason,
        filename=name,
        line=before.count("\n") + 1,
        column=len(before) - before.rfind("\n"),
        source_line=line.decode(errors="replace").rstrip("\r"),
    )
