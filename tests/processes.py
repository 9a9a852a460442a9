"""`yulopt` in separate processes that start fast.

Each is forked from a process that has loaded the command already, by which a process is ready ten
times as soon. What is tested is a real process all the same: its folder, its environment, its
exit status and its streams are its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path

from yulopt.cli import main

# Long enough for everything, short enough to end.
_SECONDS = 120.0


def run_yulopt(
    arguments: Sequence[str | Path],
    *,
    folder: Path,
    environment: Mapping[str, str],
    input: bytes = b"",
    together: bool = False,
    timeout: float = _SECONDS,
) -> subprocess.CompletedProcess[str]:
    """The result of `yulopt` with these arguments; `environment` is complete.

    `together`: the standard error comes with the standard output, as on a terminal. Raises
    `subprocess.TimeoutExpired`.
    """
    command = ["yulopt", *map(str, arguments)]
    return _run(_command, command, folder, environment, input, together, timeout)


def run_python(
    code: str, *, folder: Path, environment: Mapping[str, str], together: bool = False
) -> subprocess.CompletedProcess[str]:
    """The result of Python with this code, with yulopt loaded already."""
    return _run(_code, ["-c", code], folder, environment, b"", together, _SECONDS)


def _run(
    target: Callable[[list[str]], None],
    arguments: list[str],
    folder: Path,
    environment: Mapping[str, str],
    input: bytes,
    together: bool,
    timeout: float,
) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as streams:
        files = [Path(streams, name) for name in ("in", "out", "out" if together else "err")]
        files[0].write_bytes(input)
        process = _context().Process(
            target=_in_its_place, args=(target, arguments, folder, dict(environment), files)
        )
        process.start()
        process.join(timeout)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired(arguments, timeout)
        output = files[1].read_text("utf-8")
        errors = "" if together else files[2].read_text("utf-8")
    return subprocess.CompletedProcess(arguments, process.exitcode, output, errors)


@cache
def _context() -> ForkServerContext:
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.preloaded"])
    return context


def _in_its_place(
    target: Callable[[list[str]], None],
    arguments: list[str],
    folder: Path,
    environment: dict[str, str],
    files: list[Path],
) -> None:
    """In the new process: take over its streams, folder and environment, and do the work."""
    for number, path in enumerate(files):
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND if number else os.O_RDONLY
        os.dup2(os.open(path, flags, 0o600), number)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:0] = [path for path in environment.get("PYTHONPATH", "").split(os.pathsep) if path]
    sys.argv = arguments
    target(arguments)


def _command(_arguments: list[str]) -> None:
    main()


def _code(arguments: list[str]) -> None:
    sys.path.insert(0, "")
    exec(compile(arguments[-1], "<string>", "exec"), {"__name__": "__main__"})
