"""Comments on where the code comes from are printed if they are wanted, as solc prints them."""

from __future__ import annotations

from pathlib import Path

import pytest

import yulopt
from tests.cli.conftest import run_process
from tests.oracle import Oracle, members, skip_unless_available

IR = """/// @use-src 0:"a.sol", 1:"b.sol"
object "A" {
    /// @src 0:0:2
    code {
        /// @src 0:3:4
        let /** @src 0:5:6 */ a := /** @src 0:9:10 */ f(/** @src 0:11:12 */ calldataload(1))
        /// @ast-id 4 @src 1:3:4
        function f(x) -> y
        /// @src 1:9:10
        { /// @src 1:11:12
          y := /** @src 1:13:14 */ add(x, x) if y { leave } }
        /// @src 0:20:21
        for /** @src 0:22:23 */ { } /** @src 0:24:25 */ lt(a, 9) /** @src 0:26:27 */ { }
        /** @src 0:28:29 */ {
           /// @src 0:30:31
           a := /** @src 0:31:32 */ add(a, 1)
           /// @src 0:30:33
           if /** @src 0:34:35 */ mload(a) { break }
        }
        /// @ast-id 7 @src 0:40:41
        switch /** @src 0:42:43 */ mload(2)
        /// @src 0:44:45
        case /** @src 0:46:47 */ 1 /** @src 0:48:49 */ { sstore(0, /** @src 0:50:51 */ 1) }
        /// @src 0:54:55
        default /** @src 0:56:57 */ { }
        /// @src 0:60:61
        if /** @src 0:62:63 */ a /** @src 0:64:65 */ { a := 1 /** @src -1:-1:-1 */ sstore(a, a) }
        /// @ast-id 9
        sstore(/** @ast-id 5 */ 1, 2)
        /// @ast-id 8
        { sstore(a, f(a)) }
    }
    object "B" {
        /// @src 0:1:2
        code { stop() }
    }
    /// @use-src 5:"x"
    object "C" {
        code { /// @src 5:1:2
            sstore(0, 0) }
    }
}
"""


@pytest.mark.parametrize("steps", [":", "dhfoDgvulfnTUtnIf", "u:"])
def test_comments_are_those_of_solc(steps: str) -> None:
    skip_unless_available()
    oracle = Oracle()
    answer = oracle.process.ask(
        {
            "language": "Yul",
            "sources": {"a.yul": {"content": IR}},
            "settings": {
                "debug": {"debugInfo": ["location", "ast-id"]},
                "optimizer": {
                    "enabled": True,
                    "details": {"yul": True, "yulDetails": {"optimizerSteps": steps}},
                },
                "outputSelection": {"*": {"*": ["irOptimized"]}},
            },
        },
        60.0,
    )
    oracle.close()
    (contract,) = members(answer, "contracts", "a.yul").values()
    expected = members(contract).get("irOptimized")
    assert yulopt.optimize(IR, steps, keep_source_comments=True) == expected
    report = yulopt.optimize_with_report(IR, steps, keep_source_comments=True)
    assert report.text == expected


def test_by_default_there_are_none() -> None:
    assert "@src" not in yulopt.optimize(IR)
    assert "@ast-id" not in yulopt.optimize(IR)


def test_without_a_list_of_sources_nothing_is_known() -> None:
    text = '{ /// @src 0:1:2 "x"\n sstore(0, 1) }'
    assert yulopt.optimize(text, keep_source_comments=True) == yulopt.optimize(text)


def test_quotations_of_the_source_are_repeated() -> None:
    text = '/// @use-src 0:"a"\n{ /// @src 0:1:2  "x\\"y..."\n sstore(0, 1) }'
    printed = yulopt.optimize(text, keep_source_comments=True)
    assert '            /// @src 0:1:2  "x\\"y..."\n            sstore(0, 1)' in printed


def test_a_bare_run_gives_a_block_that_can_be_read_again() -> None:
    text = (
        '/// @use-src 0:"a"\n{\n    /// @src 0:1:2\n    sstore(0, add(1, /** @src 0:3:4 */ 2))\n}\n'
    )
    printed = yulopt.optimize(text, "", bare=True, keep_source_comments=True)
    assert printed == text
    assert yulopt.optimize(printed, "", bare=True, keep_source_comments=True) == printed


def test_the_option_of_the_command(tmp_path: Path) -> None:
    file = tmp_path / "a.yul"
    file.write_text(IR)
    result = run_process("--keep-source-comments", str(file))
    assert result.returncode == 0
    assert result.stdout == yulopt.optimize(IR, keep_source_comments=True)


def test_a_difference_is_one_between_texts_with_comments(tmp_path: Path) -> None:
    file = tmp_path / "a.yul"
    file.write_text('/// @use-src 0:"a"\n{ /// @src 0:1:2\n sstore(0, 1) }')
    result = run_process("--keep-source-comments", "--bare", "--steps", "", "--diff", str(file))
    assert (result.returncode, result.stdout) == (0, "")


def test_the_argument_has_to_be_a_truth_value() -> None:
    with pytest.raises(TypeError, match="keep_source_comments"):
        yulopt.optimize("{}", keep_source_comments="yes")  # type: ignore[arg-type]
