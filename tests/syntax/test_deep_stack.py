"""Deep recursion, in a thread and without one."""

from __future__ import annotations

import sys
import threading

import pytest

from yulopt.syntax import deep_stack
from yulopt.syntax.deep_stack import run_with_deep_stack

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
