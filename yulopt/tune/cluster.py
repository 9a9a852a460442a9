"""Measures candidates on a cluster, by the scheduler of Dask.

Its workers need the same yulopt. They may come and go: the scheduler reassigns the task of a dead
worker, and tasks are self-contained.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from yulopt.errors import YulError
from yulopt.tune.measure import Measured
from yulopt.tune.work import Task, do

if TYPE_CHECKING:
    from distributed import Future

_SECONDS_TO_CONNECT: Final = 10.0
_HOW_TO_GET_IT: Final = "a cluster needs the package distributed: pip install 'yulopt[tune]'"


class Cluster:
    """The workers of a scheduler, counted at the start."""

    def __init__(self, address: str) -> None:
        """Raises `YulError` if there is no scheduler at the address, or it has no workers."""
        try:
            from distributed import Client
        except ImportError:
            raise YulError(_HOW_TO_GET_IT) from None
        try:
            self._client = Client(address, timeout=_SECONDS_TO_CONNECT)
        except (OSError, ValueError) as error:
            raise YulError(f"no scheduler of Dask at {address}: {error}") from None
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        if not workers:
            self._client.close()
            raise YulError(
                f"the scheduler at {address} has no workers; start some with: dask worker {address}"
            )
        self._workers = sorted(workers)
        self.size = len(workers)
        self._futures: dict[int, Future[list[Measured | None]]] = {}

    def submit(self, number: int, task: Task, place: int) -> None:
        # Another worker may take it, if this one is busy or gone.
        self._futures[number] = self._client.submit(
            do,
            task,
            pure=False,
            workers=[self._workers[place % self.size]],
            allow_other_workers=True,
        )

    def wait(self, seconds: float) -> dict[int, list[Measured | None]]:
        from distributed import wait

        try:
            wait(list(self._futures.values()), timeout=seconds, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return {}
        done = [number for number, future in self._futures.items() if future.done()]
        return {number: self._result(number) for number in done}

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        for future in self._futures.values():
            future.cancel()
        self._client.close()

    def _result(self, number: int) -> list[Measured | None]:
        try:
            return self._futures.pop(number).result()
        except Exception as error:  # All failures of workers arrive here.
            raise YulError(f"a worker of the cluster failed: {error}") from error
