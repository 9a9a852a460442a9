"""The command as a process: pipes, full disks, interrupts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import BARE, BARE_RESULT, run_process, wrong_file_report
from tests.conftest import EXAMPLES, ROOT


def test_as_a_module(file: Path) -> None:
    result = run_process(*BARE, file)
    assert (result.returncode, result.stdout, result.stderr) == (0, BARE_RESULT, "")


def test_error_in_a_process(wrong_file: Path) -> None:
    result = run_process(wrong_file)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == wrong_file_report(wrong_file)


def test_deep_nesting_is_no_problem() -> None:
    source = "{" * 500 + "}" * 500
    result = subprocess.run(
        [sys.executable, "-m", "yulopt", *BARE, "-"],
        cwd=ROOT,
        input=source,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_a_closed_pipe_is_quiet() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "yulopt", *BARE[:2], "g", *EXAMPLES],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="a full disk is tried with /dev/full, which is not here"
)
def test_a_full_disk_is_an_error(file: Path) -> None:
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "yulopt", *BARE, file],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert result.returncode == 1
    assert result.stderr == "Error: cannot write: No space left on device\n"


# With `long_work`, read in a second and optimised for minutes, by compiled code too.
MANY_STEPS = "dhfoDgvulfnTUtnIfxarrscLM" * 2000


def long_work() -> str:
    token = next(path for path in EXAMPLES if path.stem == "erc20").read_text()
    tokens = [token.replace("ERC20_1", f"Token{number}") for number in range(20)]
    return 'object "tokens" { code { } ' + "\n".join(tokens) + "}"


@pytest.mark.skipif(
    not hasattr(os, "mkfifo"),
    reason="to wait for a file needs named pipes, which this system lacks",
)
@pytest.mark.parametrize("at_work", [False, True], ids=["reading", "optimising"])
def test_an_interrupt_is_quiet(tmp_path: Path, at_work: bool) -> None:
    fifo = tmp_path / "fifo.yul"
    os.mkfifo(fifo)
    with subprocess.Popen(
        [sys.executable, "-m", "yulopt", "--steps", MANY_STEPS, fifo],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        with fifo.open("w") as writer:  # waits until the other side reads
            if at_work:
                writer.write(long_work())
            else:
                process.send_signal(signal.SIGINT)
                assert process.wait(timeout=20) == 130
        if at_work:
            time.sleep(3)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=20) == 130
        assert process.communicate() == (b"", b"")
