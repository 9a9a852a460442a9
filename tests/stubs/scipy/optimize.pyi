from collections.abc import Sequence

from scipy.sparse import csr_array

class LinearConstraint:
    def __init__(self, A: csr_array, lb: Sequence[float]) -> None: ...

class Bounds:
    def __init__(self, lb: float, ub: Sequence[float]) -> None: ...

class OptimizeResult:
    status: int
    message: str
    x: Sequence[float] | None

def milp(
    c: Sequence[float],
    *,
    integrality: Sequence[int],
    bounds: Bounds,
    constraints: LinearConstraint,
    options: dict[str, float],
) -> OptimizeResult: ...
