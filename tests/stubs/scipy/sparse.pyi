from collections.abc import Sequence

class csr_array:
    def __init__(
        self,
        arg1: tuple[Sequence[float], tuple[Sequence[int], Sequence[int]]],
        *,
        shape: tuple[int, int],
    ) -> None: ...
