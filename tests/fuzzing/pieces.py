"""Tokens for mutations, valid and invalid, and unusual characters."""

from __future__ import annotations

from typing import Final

from tests.generation.builtins import words
from yulopt.dialect.table import BUILTINS

KEYWORDS: Final = words("""
    function let if switch case default for break continue leave true false hex object code data
""")
PUNCTUATION: Final = words("{ } ( ) , := -> :")
FOREIGN: Final = words(
    "; = == + - * / . .. => [ ] ? @ # ` \\ < > ! | & ~ ^ % ' \" // /* */ += =: -"
)
NUMBERS: Final = (
    *words("0 1 2 31 32 00 01 0x 0X1 0x0 0xg 0xAbC 1_000 0x1_0 1.5 .5 5. 1e3 1a 1$ 0b1 -1 0x1.5"),
    *(str(2**256 + offset) for offset in (-1, 0, 1)),
    *(f"{2**256 + offset:#x}" for offset in (-1, 0)),
    *("0x" + "0" * 80 + "1", "9" * 78, "9" * 5000, "0x" + "f" * 5000, "1" + "0" * 77),
)
STRINGS: Final = (
    *words(
        r""" "" '' "a" 'b' "\n" "\'" '\"' "\\" "\x41" "\x4" "\xg0" "\u00e9" "\u12" "\U00000041" """
    ),
    *words(
        r""" "\a" "\0" " ' hex"" hex'00' hex"0" hex"00_11" hex"_00" hex"00_" hex"0_0" hex"gg" """
    ),
    *words(""" hex hex" hex"00 unicode"a" "a.b" "a..b" ".metadata" "object" "it's" 'say"so"' """),
    *('"' + "a" * length + '"' for length in (31, 32, 33, 5000)),
    *('hex"' + "00" * length + '"' for length in (32, 33)),
    *(
        'hex "00"',
        '"a b"',
        '"a\\\nb"',
        "'a\\\r\nb'",
        '"a\nb"',
        '"tab\t"',
        '"\x7f"',
        '"caf\xe9"',
        "\"a'",
    ),
)
NAMES: Final = (
    *words("a b f g x y _ $ a.b a. .a a..b a._b _d.$e1 true.x let.x hex.a mload.x x_1 X A"),
    *words("verbatim verbatim_0i_0o verbatim_1i_1o verbatim_00i_1o verbatim_100i_0o verbatimize"),
    *words("verbatim_1i verbatim_ pc jump jumpi jumpdest push1 dup1 swap16 swapn auxdataload"),
    *words("eofcreate returncontract rjump callf dataloadn extcall datasize dataoffset datacopy"),
    *words("linkersymbol setimmutable loadimmutable memoryguard contract uint256 return revert"),
    "a" * 3000,
    *sorted(builtin.name for builtin in BUILTINS),
)
COMMENTS: Final = (
    *(
        "// x\n",
        "/* x */",
        "/**/",
        "/***/",
        "/** x */",
        "/// x\n",
        "//// x\n",
        "//",
        "/*",
        "/**",
        "*/",
    ),
    *('/// @use-src 0:"a.sol"\n', '/** @use-src 0:"a.sol", 1:"b.sol" */', "/// @use-src\n"),
    *("/// @use-src x\n", '/// @use-src 4294967296:"a"\n', '/// @use-src 0:"a",\n', "/// @src\n"),
    *(
        "/// @src 0:1:2\n",
        "/** @src 1:2:3 */",
        "/// @src -1:-1:-1\n",
        "/// @src 0:1\n",
        "/// @src 7:1:2\n",
    ),
    *('/// @src 0:1:2 "snippet"\n', '/// @src 0:1:2 "open\n', "/// @src 0:2147483648:1\n"),
    *(
        "/// @ast-id 3\n",
        "/// @ast-id x\n",
        "/** @ast-id 2147483648 */",
        "/// @src 0:1:2 @ast-id 4\n",
    ),
    *(
        "/* \u202e */",
        "// \u202a\u202c\n",
        "/// \u202e\n",
        "/* \u2066 */",
        "// a\x0b\n",
        "// a\x0c\n",
    ),
    *("// a\x85 b\n", "// a\u2028 b\n", "// a\r b\n", "/* \xe9 */", "/* \U0001f600 */", "/* \0 */"),
)
BLANKS: Final = (
    " ",
    "\n",
    "\t",
    "\r",
    "\r\n",
    "\x0b",
    "\x0c",
    "\xa0",
    "\u2003",
    "\ufeff",
    "\u200b",
    "\0",
)
CHARACTERS: Final = (
    *"{}()[],:=->.\"'\\/*@_$0x9azAZ#;?!~`|&^%+<>",
    "\x7f",
    "\x85",
    "\xe9",
    "\u2028",
)
CHARACTERS_OUTSIDE_TEXT: Final = (
    b"\xff",
    b"\xc3",
    b"\x80",
    b"\xed\xa0\x80",
    b"\xf5\x80",
    b"\xe2\x80",
)
NESTED: Final = (
    *(("{", "}"), ("if 1 {", "}"), ("for { } 1 { } {", "}"), ("for {", "} 1 { } { }")),
    *(("switch 1 case 0 {", "}"), ("switch 0 default {", "}"), ("function fn() {", "}")),
    *(("{ let z := 1 ", "}"), ("(", ")"), ("not(", ")"), ("add(1,", ")"), ("f(", ")"), ("[", "]")),
    *(
        ("/*", "*/"),
        ('object "o" { code { } ', "}"),
        ("let a := ", ""),
        ("a, ", ""),
        ("case 1 ", ""),
    ),
)

TOKENS: Final = (KEYWORDS, PUNCTUATION, FOREIGN, NUMBERS, STRINGS, NAMES, COMMENTS, BLANKS)

USE_SRC: Final = (
    '/// @use-src 0:"a.sol"\n',
    '/// @use-src 0:"a.sol", 1:"b.sol"\n',
    "/** @use-src 3:'x' */",
    "/// @use-src\n",
)
ANNOTATIONS: Final = (
    *("@src 0:1:2", "@src -1:-1:-1", '@src 0:1:2 "let x"', "@src 0:1:2 @ast-id 5", "@ast-id 7"),
    *(
        "@src 1:20:30 'a\\'b'",
        "@use-src 0:'c'",
        '@src 0:3:4"x"@src 0:4:5',
        "@ast-id 1 @src 0:-1:-1",
    ),
)
IN_ANNOTATIONS: Final = (
    *words(
        '0 1 2 -1 -2 3 : : : , @src @src @ast-id @use-src @ . - + 007 0x1 1_0 1.5 a.sol " \' \\ \\"'
    ),
    *words(
        "2147483647 2147483648 -2147483648 4294967295 4294967296 99999999999999999999 a src @author"
    ),
    *(
        " ",
        " ",
        " ",
        "\t",
        "\n",
        "\n *",
        "\n ///",
        "\r",
        "\r\n",
        "*",
        "/",
        "//",
        "/*",
        '"x"',
        "'y'",
    ),
    *(
        "\xe9",
        "\u2028",
        "\x0b",
        "\x0c",
        "\0",
        "\x85",
        "\xa0",
        "\u202e",
        "hex'00'",
        '"\\x41"',
        "1:2:3",
        "0:1:2",
    ),
)
