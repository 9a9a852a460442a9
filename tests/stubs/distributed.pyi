"""What yulopt uses of the scheduler of Dask."""

from collections.abc import Callable, Collection, Iterable
from typing import Generic, TypeVar

Result = TypeVar("Result")

class Future(Generic[Result]):
    def result(self) -> Result: ...
    def cancel(self) -> None: ...
    def done(self) -> bool: ...

class Client:
    def __init__(self, address: str, *, timeout: float = ...) -> None: ...
    def submit(
        self,
        function: Callable[..., Result],
        /,
        *arguments: object,
        pure: bool = ...,
        workers: Iterable[str] | None = ...,
        allow_other_workers: bool = ...,
        retries: int = ...,
    ) -> Future[Result]: ...
    def scheduler_info(self, n_workers: int = ...) -> dict[str, dict[str, dict[str, int]]]: ...
    def close(self) -> None: ...

def wait(futures: Collection[Future[Result]], *, timeout: float, return_when: str) -> object: ...
