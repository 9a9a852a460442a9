"""The walker and the transformer, for steps of other packages."""

from yulopt.syntax.visitor import (
    Transformer,
    Walker,
    remove_empty_blocks,
)

__all__ = [
    "Transformer",
    "Walker",
    "remove_empty_blocks",
]
