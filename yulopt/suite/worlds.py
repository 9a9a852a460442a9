"""Whether a run is solc's, with its faults, or goes beyond solc, and has none of them."""

from __future__ import annotations

from yulopt.dialect import FAULTLESS, SOLC_BEHAVIOUR, SolcBehaviour
from yulopt.suite.registry import is_extension, step_of_item
from yulopt.suite.sequence import Group


def behaviour_of(*sequences: Group | None, beyond: bool = False) -> SolcBehaviour:
    """How the steps of a run behave, which consists of some sequences.

    As solc's do, if all of them are solc's, and the code generation is; with `beyond`, it is not.
    """
    is_solc = not beyond and not any(
        _goes_beyond(sequence) for sequence in sequences if sequence is not None
    )
    return SOLC_BEHAVIOUR if is_solc else FAULTLESS


def _goes_beyond(group: Group) -> bool:
    return any(
        is_extension(step_of_item(item)) if isinstance(item, str) else _goes_beyond(item)
        for item in group.items
    )
