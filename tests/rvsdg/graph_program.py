"""Graphs as code of an account, executed in the state of the EVM."""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.evm.code_image import CodeImage
from yulopt.evm.frame import Executable, Frame
from yulopt.evm.halt import Halt, HaltKind
from yulopt.evm.semantics import execute
from yulopt.rvsdg.interpreter import Effects, OutOfFuelError, run
from yulopt.rvsdg.ir import Function, Graph, Node


class GraphProgram(Executable):
    """A graph that can run as the code of an account. `fuel` limits iterations and calls."""

    def __init__(
        self, root: Node, graph: Graph, image: CodeImage | None, *, fuel: int = 1_000_000
    ) -> None:
        super().__init__(image)
        assert isinstance(root, Function)
        self._root = root
        self._graph = graph
        self._fuel = fuel

    def run(self, frame: Frame) -> None:
        """Execute the code; raises `Halt` at the end, or returns for a stop."""
        try:
            run(
                self._root,
                [0] * self._root.inputs,
                self._graph.language,
                fuel=self._fuel,
                effects=_FrameEffects(frame),
            )
        except OutOfFuelError:
            raise Halt(
                HaltKind.OUT_OF_STEPS, reason=f"more than {self._fuel} iterations and calls"
            ) from None


class _FrameEffects(Effects):
    """The builtins of the EVM, on the state that a message works on."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame

    def execute(self, name: str, texts: Sequence[str], words: Sequence[int]) -> int:
        return execute(self._frame, name, texts, words)
