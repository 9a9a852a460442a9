"""The walker and the transformer, as steps from other packages import them."""

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
