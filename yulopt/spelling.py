"""One spelling for what can be typed: solc's, in which the British one is understood."""

from __future__ import annotations


def usual_spelling(name: str) -> str:
    """The name of an option or a pass, in which `optimise` stands for `optimize`."""
    return name.replace("optimis", "optimiz")
