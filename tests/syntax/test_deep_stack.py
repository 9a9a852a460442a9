"""Deep recursion, in a thread and without one."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import threading
import weakref

import pytest

from tests.conftest import ROOT
from yulopt.syntax import deep_stack
from yulopt.syntax.deep_stack import end_idle_threads, run_with_deep_stack

DEPTH = 20_000


def depth(levels: int) -> int:
    return 1 + depth(levels - 1) if levels else 0


@pytest.fixture(params=[True, False], ids=["threads", "no threads"])
def _threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deep_stack, "_HAS_THREADS", request.param)
    if not request.param:
        # As in a browser.
        monkeypatch.delattr(threading, "Thread")


@pytest.mark.usefixtures("_threads")
class TestBoth:
    def test_recursion_may_be_deep(self) -> None:
        limit = sys.getrecursionlimit()
        assert run_with_deep_stack(lambda: depth(DEPTH)) == DEPTH
        assert sys.getrecursionlimit() == limit

    def test_it_may_be_nested(self) -> None:
        def inner() -> int:
            limit = sys.getrecursionlimit()
            result = run_with_deep_stack(lambda: depth(DEPTH))
            assert sys.getrecursionlimit() == limit
            return result

        assert run_with_deep_stack(inner) == DEPTH

    def test_errors_are_passed_on(self) -> None:
        limit = sys.getrecursionlimit()
        with pytest.raises(ZeroDivisionError):
            run_with_deep_stack(lambda: 1 // 0)
        assert sys.getrecursionlimit() == limit
        assert run_with_deep_stack(lambda: depth(DEPTH)) == DEPTH


class TestKeptThread:
    def test_calls_share_it(self) -> None:
        first = run_with_deep_stack(threading.get_ident)
        with pytest.raises(ZeroDivisionError):
            run_with_deep_stack(lambda: 1 // 0)
        assert run_with_deep_stack(threading.get_ident) == first != threading.get_ident()

    def test_calls_at_the_same_time_have_their_own(self) -> None:
        started, finished = threading.Event(), threading.Event()
        idents: list[int] = []

        def wait() -> int:
            started.set()
            finished.wait()
            return threading.get_ident()

        other = threading.Thread(target=lambda: idents.append(run_with_deep_stack(wait)))
        other.start()
        started.wait()
        idents.append(run_with_deep_stack(threading.get_ident))
        finished.set()
        other.join()
        assert len(set(idents)) == 2

    def test_it_keeps_nothing_alive(self) -> None:
        class Result:
            pass

        def make(given: Result) -> Result:
            return Result()

        def references() -> list[weakref.ref[Result]]:
            given = Result()
            return [weakref.ref(given), weakref.ref(run_with_deep_stack(lambda: make(given)))]

        kept = references()
        gc.collect()
        assert [reference() for reference in kept] == [None, None]

    @pytest.mark.skipif(
        not hasattr(signal, "pthread_kill"), reason="needs signals to threads: a POSIX system"
    )
    def test_an_interrupted_call_does_not_disturb_the_next(self) -> None:
        main, idents = threading.get_ident(), list[int]()
        interrupted, finished = threading.Event(), threading.Event()

        def interrupt(*_: object) -> None:
            if not interrupted.is_set():
                interrupted.set()
                raise KeyboardInterrupt

        def wait() -> str:
            idents.append(threading.get_ident())
            # A signal between the start of a wait and its system call would only be seen after it.
            while not interrupted.wait(0.01):
                signal.pthread_kill(main, signal.SIGINT)
            finished.wait()
            return "late"

        handler = signal.signal(signal.SIGINT, interrupt)
        try:
            with pytest.raises(KeyboardInterrupt):
                run_with_deep_stack(wait)
            assert run_with_deep_stack(lambda: "next") == "next"
        finally:
            finished.set()
            signal.signal(signal.SIGINT, handler)
        # The thread ends with its function.
        for thread in threading.enumerate():
            if thread.ident in idents:
                thread.join(60)
                assert not thread.is_alive()
        assert run_with_deep_stack(lambda: "last") == "last"

    def test_it_ends_on_request(self) -> None:
        before = set(threading.enumerate())
        thread = run_with_deep_stack(threading.current_thread)
        end_idle_threads()
        assert not thread.is_alive()
        assert set(threading.enumerate()) <= before
        assert run_with_deep_stack(lambda: depth(DEPTH)) == DEPTH


# It is called in the first process, in a fork of it, and in a copy that works for it, which is a
# fork if it has no other thread.
FORKING = """
import multiprocessing.process
import os
import threading

from yulopt.batch.workers import Worker
from yulopt.syntax.deep_stack import run_with_deep_stack


def work(task):
    return task + run_with_deep_stack(lambda: 1)


if __name__ == "__main__":
    assert run_with_deep_stack(lambda: True)
    child = os.fork()
    if child == 0:
        assert threading.active_count() == 1
        os._exit(work(6))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    assert run_with_deep_stack(lambda: True)
    worker = Worker(work, copied=True)
    worker.start(7)
    print(worker.result(), type(worker._process).__name__)
    worker.kill()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
def test_a_forked_process_has_its_own_threads() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", FORKING],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.stderr == ""
    assert run.stdout.splitlines() == ["7", "8 ForkProcess"]
