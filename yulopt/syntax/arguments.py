"""The arguments of the public functions: checks of their types, and a default.

Callers without a type checker get a clear error here, instead of an obscure one from deep inside.
"""

from __future__ import annotations

from types import NoneType
from typing import Final

# The default of the expected number of runs of deployed code.
DEFAULT_RUNS: Final = 200


def check_argument(name: str, value: object, *kinds: type) -> None:
    """Raise TypeError unless the argument is of one of the kinds; a bool does not count as an
    int."""
    if isinstance(value, kinds) and (not isinstance(value, bool) or bool in kinds):
        return
    wanted = " or ".join("None" if kind is NoneType else kind.__name__ for kind in kinds)
    hint = _hint(value) if str in kinds else ""
    raise TypeError(f"{name} must be {wanted}, not {type(value).__name__}{hint}")


def _hint(value: object) -> str:
    """Advice on converting an argument to text."""
    # Slower to load than the rest of a start.
    from pathlib import PurePath

    if isinstance(value, PurePath):
        return "; read the file first, for example with .read_text()"
    return "; decode it first, for example with .decode()" if isinstance(value, bytes) else ""


def check_run_arguments(
    *,
    steps: object = None,
    sequence: object = None,
    bare: object = False,
    evm_version: object = None,
    solc_version: object = None,
    runs: object = 0,
    stack_allocation: object = True,
) -> None:
    """Raise TypeError for a setting with a type that `yulopt.optimize` does not accept."""
    texts = {
        "steps": steps,
        "sequence": sequence,
        "evm_version": evm_version,
        "solc_version": solc_version,
    }
    for name, text in texts.items():
        check_argument(name, text, str, NoneType)
    check_argument("runs", runs, int)
    check_argument("bare", bare, bool)
    check_argument("stack_allocation", stack_allocation, bool)


def check_runs(runs: int) -> None:
    """Raise ValueError for a number of runs that solc does not accept."""
    if not 0 <= runs < 2**64:
        raise ValueError(f"runs must be between 0 and 2**64 - 1, not {runs}")
