"""Saved words: the code of recursive functions with variables in memory."""

from __future__ import annotations

import yulopt
from tests.stack_programs import compile_code
from yulopt.stack.saved_words import SavingFunction, move_to_saved_words

_PROGRAM = """{
    { let u, v := f(1) sstore(u, v) }
    function f(a) -> r, s { let x, y := f(a) r := add(x, y) s := r }
}"""


def test_a_function_saves_words_and_restores_them_in_reverse_order() -> None:
    context, code = compile_code(_PROGRAM)
    saving: dict[str, SavingFunction] = {}
    addresses = {"a": 128, "r": 160, "s": 192, "x": 224}
    move_to_saved_words(context, code, addresses, {"f": list(addresses)}, saving)
    assert [(name, one.name) for name, one in saving.items()] == [("f_3", "f")]
    # Words of variables that move later are saved last, and restored first.
    move_to_saved_words(context, code, {"y": 256}, {"f_3": ["y"]}, saving)
    text = yulopt.print_yul(code)
    assert (
        """
    function f(a) -> r, s
    {
        let a_4 := mload(0x80)
        mstore(0x80, a)
        let r_5 := mload(0xa0)
        mstore(0xa0, 0)
        let s_6 := mload(0xc0)
        mstore(0xc0, 0)
        let x_7 := mload(0xe0)
        let y_8 := mload(0x0100)
        f_3()
        mstore(0x0100, y_8)
        mstore(0xe0, x_7)
        s := mload(0xc0)
        mstore(0xc0, s_6)
        r := mload(0xa0)
        mstore(0xa0, r_5)
        mstore(0x80, a_4)
    }
"""
        in text
    )
    # Callers get what they got before.
    assert "let u, v := f(1)" in text
    assert ":= f(mload(0x80))" in text
    assert "function f_3()" in text
