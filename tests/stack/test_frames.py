"""Frames: the code of functions whose variables live there."""

from __future__ import annotations

import yulopt
from tests.stack_programs import compile_code
from yulopt.stack.frames import Frame, move_to_frames

_PROGRAM = """{
    { let u, v := f(1) sstore(u, v) }
    function f(a) -> r, s { let x, y := g(a) r := add(x, y) s := r }
    function g(b) -> c, e { c := b }
}"""


def test_a_function_acquires_a_frame_and_releases_it() -> None:
    context, code = compile_code(_PROGRAM)
    frames: dict[str, Frame] = {}
    moved = {"f": ["x", "r", "a"]}
    move_to_frames(context, code, moved, frames)
    assert [(name, one.function, one.handle, one.words) for name, one in frames.items()] == [
        ("f_3", "f", "frame", 3)
    ]
    text = yulopt.print_yul(code)
    assert (
        """
    function f(a_5) -> r_6, s_7
    {
        let frame_4 := tload(0x79756c6f70740000)
        if iszero(frame_4) { frame_4 := 0x79756c6f70740001 }
        tstore(0x79756c6f70740000, add(frame_4, 0x03))
        tstore(add(frame_4, 0x02), a_5)
        tstore(add(frame_4, 0x01), 0)
        s_7 := f_3(frame_4)
        r_6 := tload(add(frame_4, 0x01))
        tstore(0x79756c6f70740000, frame_4)
    }
"""
        in text
    )
    assert (
        """
    function f_3(frame) -> s
    {
        let x_1, y_2 := g(tload(add(frame, 0x02)))
        tstore(frame, x_1)
        let y := y_2
        tstore(add(frame, 0x01), add(tload(frame), y))
        s := tload(add(frame, 0x01))
    }
"""
        in text
    )


def test_a_frame_grows() -> None:
    context, code = compile_code(_PROGRAM)
    frames: dict[str, Frame] = {}
    move_to_frames(context, code, {"f": ["x"]}, frames)
    [inner] = frames
    move_to_frames(context, code, {inner: ["y"]}, frames)
    assert frames[inner].words == 2
    text = yulopt.print_yul(code)
    assert "tstore(0x79756c6f70740000, add(frame_4, 0x02))" in text
    assert "tstore(add(frame, 0x01), y_2)" in text
