"""Valid programs that look invalid."""

from __future__ import annotations

from typing import Final

from tests.bad_programs.program import USE_SRC, Valid

VALID: Final = (
    # Characters and comments
    Valid("no-blanks", '{let x:=1 sstore(x,0x2)if x{}pop("a")pop(2)}'),
    Valid("string-then-word", '{ let x := "a"let y }'),
    Valid("white-space-kinds", "\t\r\n {\r\n\t}\r"),
    Valid("carriage-returns-only", "{ // note\r let x\r }"),
    Valid("comments-everywhere", "/* a */ { /* b */ let // c\n x /**/ := /***/ 1 //// d\n } // e"),
    Valid("comment-at-end-without-line-break", "{ } //"),
    Valid("comment-contents", "{ /* \" ' { /* // \\ \x00 \x0c */ }"),
    Valid("comment-outside-ascii", "{ // caf\xe9 \u4e2d \U0001f600\n /* \xa0 \ufeff */ }"),
    Valid(
        "comment-with-balanced-override", "{ /* \u202e \u202c */ // \u202a \u202b \u202c \u202c\n }"
    ),
    Valid("comment-with-isolates", "{ /* \u2066 */ }"),
    Valid("doc-comment-with-open-override", "{ /// \u202e\n }"),
    Valid("comment-markers-in-strings", '{ let x := "/*" let y := "//" }'),
    # Names
    Valid("name-digit-after-dot", "{ let a.1 := 1 }"),
    Valid("name-underscore-after-dot", "{ let a._b }"),
    Valid("name-mixed", "{ let _d.$e1 }"),
    Valid("names-of-one-character", "{ let _ let $ let a }"),
    Valid("name-many-parts", "{ let a.b.c.d }"),
    Valid("name-keyword-and-dot", "{ let let.x let if.x let true.x let function.x }"),
    Valid("name-hex-and-dot", "{ let hex.a }"),
    Valid("name-builtin-and-dot", "{ let mload.x let sstore.1 }"),
    Valid("name-keyword-and-letter", "{ let lets let iff let hexa let hex_ let truely let _let }"),
    Valid("name-capital-builtin", "{ let ADD let MLOAD let Add let add2 }"),
    Valid("name-capital-keyword", "{ let Let let IF let TRUE let Hex }"),
    Valid(
        "names-of-solidity",
        ("{ let contract let memory let return_ let uint256 let mapping let while let do }"),
    ),
    Valid(
        "names-of-solidity-2",
        ("{ let public let struct let pragma let import let assembly let new let delete }"),
    ),
    Valid(
        "names-of-solidity-3",
        ("{ let else let try let catch let this let super let int8 let fixed128x18 let ether }"),
    ),
    Valid(
        "names-of-solidity-reserved",
        ("{ let abstract let final let match let typeof let null let static let unicode }"),
    ),
    Valid("names-of-objects", "{ let object let code let data }"),
    Valid("name-with-double-underscore", "{ let __a__ function _$() { } _$() }"),
    Valid("name-very-long", "{ let " + "a" * 10000 + " }"),
    Valid("name-old-builtins", "{ let sha3 let suicide }"),
    Valid(
        "name-never-builtins",
        ("{ let extcall let eofcreate let dataload let rjump let callf let exchange }"),
    ),
    Valid(
        "name-near-reserved",
        ("{ let push let push33 let dup0 let dup17 let swap0 let swap17 let jumpf }"),
    ),
    Valid("name-near-verbatim", "{ let Verbatim let verbati let my_verbatim_1i_1o }"),
    Valid(
        "name-of-later-instruction-london",
        "{ let prevrandao let tload let blobhash let clz }",
        "london",
    ),
    Valid(
        "name-of-later-instruction-berlin",
        "{ function basefee() -> r { } pop(basefee()) }",
        "berlin",
    ),
    Valid(
        "name-of-later-instruction-shanghai", "{ let mcopy let tstore let blobbasefee }", "shanghai"
    ),
    Valid(
        "name-of-later-instruction-prague",
        "{ function clz(x) -> r { r := x } pop(clz(1)) }",
        "prague",
    ),
    Valid("name-of-later-instruction-osaka", "{ let slotnum }"),
    # Literals
    Valid(
        "number-largest",
        (
            "{ let x := "
            "115792089237316195423570985008687907853269984665640564039457584007913129639935 "
            "}"
        ),
    ),
    Valid("number-largest-hexadecimal", "{ let x := 0x" + "f" * 64 + " }"),
    Valid("number-many-leading-zeros", "{ let x := 0x" + "0" * 80 + "1 }"),
    Valid("number-cases", "{ let x := 0xABcdEF let y := 0x0 let z := 0 }"),
    Valid("string-empty", '{ let x := "" let y := \'\' let z := hex"" }'),
    Valid("string-32-bytes", '{ let x := "' + "a" * 32 + '" }'),
    Valid("string-quotes", '{ let x := "\'" let y := \'"\' let z := "\\"" }'),
    Valid("string-escapes", '{ let x := "\\\\ \\\' \\" \\n \\r \\t \\x00 \\xfF" }'),
    Valid("string-unicode-escapes", '{ let x := "\\u0041\\u00e9\\u20ac" }'),
    Valid("string-lone-surrogate", '{ let x := "\\ud800" }'),
    Valid("string-continued", '{ let x := "a\\\nb" let y := "a\\\r\nb" let z := "a\\\rb" }'),
    Valid("string-continued-at-once", '{ let x := "\\\n" }'),
    Valid("hex-string-forms", '{ let x := hex"" let y := hex\'12\' let z := hex"12_34ab_CD" }'),
    Valid("long-string-in-literal-argument", '{ verbatim_0i_0o("' + "a" * 100 + '") }'),
    Valid("long-hex-in-literal-argument", '{ verbatim_0i_0o(hex"' + "00" * 100 + '") }'),
    Valid("booleans", "{ let x := true if false { } switch true case false { } }"),
    # Statements
    Valid("empty-block", "{ }"),
    Valid("nested-empty-blocks", "{ { } { { } } }"),
    Valid("trailing-comma-in-parameters", "{ function f(a, b,) { } }"),
    Valid("trailing-comma-after-one-parameter", "{ function f(a,) -> r { } pop(f(1)) }"),
    Valid("let-without-value", "{ let x let a, b }"),
    Valid("let-many-values", ("{ function f() -> a, b, c { } let x, y, z := f() x, z, y := f() }")),
    Valid("switch-only-default", "{ switch 1 default { } }"),
    Valid("switch-without-default", "{ switch 1 case 0 { } }"),
    Valid(
        "switch-cases-that-look-equal",
        '{ switch 1 case 1 { } case "1" { } case 0x31 { } default { } }',
    ),
    Valid(
        "switch-case-kinds",
        ('{ switch 1 case true { } case 0 { } case "abc" { } case hex"61" { } }'),
    ),
    Valid("switch-over-call", "{ switch calldataload(0) case 0 { } }"),
    Valid("if-literal-condition", '{ if "a" { } if true { } if 0x00 { } }'),
    Valid("for-all-empty", "{ for { } 1 { } { } }"),
    Valid("statement-order", "{ f() function f() { } }"),
    Valid("return-is-a-builtin", "{ return(0, 0) }"),
    Valid("code-after-the-end", "{ stop() sstore(0, 1) }"),
    Valid("else-as-a-function", "{ function else() { } if 1 { } else() }"),
    Valid("for-condition-call", "{ for { } lt(1, 2) { } { } }"),
    # Where break, continue and leave may stand
    Valid("break-in-body", "{ for { } 1 { } { break } }"),
    Valid(
        "continue-in-nested-statements",
        "{ for { } 1 { } { { if 1 { switch 1 default { continue } } } } }",
    ),
    Valid("break-in-body-of-loop-in-post", "{ for { } 1 { for { } 1 { } { break } } { } }"),
    Valid("break-in-body-of-loop-in-init", "{ for { for { } 1 { } { break } } 1 { } { } }"),
    Valid("break-in-body-after-inner-loop", "{ for { } 1 { } { for { } 1 { } { } break } }"),
    Valid(
        "break-in-loop-in-function-in-loop",
        "{ for { } 1 { } { function f() { for { } 1 { } { break } } } }",
    ),
    Valid("leave-in-function", "{ function f() { leave } }"),
    Valid(
        "leave-anywhere-in-function",
        ("{ function f() { for { leave } 1 { leave } { leave } if 1 { leave } { leave } } }"),
    ),
    Valid("leave-in-inner-function", "{ function f() { function g() { leave } } }"),
    Valid("function-in-post", "{ for { } 1 { function f() { } f() } { } }"),
    Valid("function-in-body", "{ for { } 1 { } { function f() { } f() } }"),
    Valid(
        "code-after-leave",
        ("{ function f() { leave sstore(0, 1) } for { } 1 { } { break sstore(0, 1) continue } }"),
    ),
    # Scopes
    Valid("sibling-blocks-same-variable", "{ { let x } { let x } }"),
    Valid("variable-after-inner-block", "{ { let x } let x }"),
    Valid("variable-after-function-with-it", "{ function f() { let x } let x }"),
    Valid("sibling-blocks-same-function", "{ { function f() { } f() } { function f() { } f() } }"),
    Valid("loop-parts-same-variable", "{ for { } 1 { let x } { let x } }"),
    Valid("loop-variable-afterwards", "{ for { let i } 1 { } { } let i }"),
    Valid("loop-variable-in-all-parts", "{ for { let i } i { i := 1 } { i := 2 } }"),
    Valid(
        "cases-same-variable", "{ switch 1 case 0 { let x } case 1 { let x } default { let x } }"
    ),
    Valid("functions-same-parameters", "{ function f(a) -> r { } function g(a) -> r { } }"),
    Valid("function-calls-later-function", "{ function f() { g() } function g() { f() } }"),
    Valid("function-calls-itself", "{ function f() { f() } }"),
    Valid(
        "function-calls-function-of-outer-block",
        "{ function f() { { function g() { f() } g() } } }",
    ),
    Valid("call-before-function", "{ let x := f() function f() -> r { } }"),
    Valid("function-used-across-variable", "{ let x := 1 function f() { } { f() } }"),
    Valid("parameter-named-as-later-variable", "{ function f(x) { } let x }"),
    Valid("return-value-read", "{ function f() -> r { r := add(r, 1) } }"),
    Valid("variable-in-own-scope-after-block", "{ let x { x := 1 } x := 2 }"),
    Valid(
        "builtin-free-in-other-object",
        'object "a" { code { let x } object "b" { code { let x } } }',
    ),
    # Calls of builtins
    Valid("verbatim", '{ let x := verbatim_1i_1o(hex"600101", 2) verbatim_0i_0o("a") }'),
    Valid("memoryguard", "{ let x := memoryguard(0x80) }"),
    Valid("linkersymbol", '{ let x := linkersymbol("a/b.sol:L") }'),
    Valid("datasize-own-name", '{ pop(datasize("object")) pop(dataoffset("object")) }'),
    Valid("datasize-hex-string", 'object "A" { code { pop(datasize(hex"41")) } }'),
    Valid(
        "datasize-paths",
        (
            'object "A" { code { pop(datasize("A")) pop(datasize("B")) '
            'pop(dataoffset("B.C")) pop(datasize("d")) } object "B" { code { } '
            'object "C" { code { } } } data "d" "x" }'
        ),
    ),
    Valid(
        "datacopy",
        ('object "A" { code { datacopy(0, dataoffset("d"), datasize("d")) } data "d" "x" }'),
    ),
    Valid(
        "immutables",
        (
            'object "A" { code { setimmutable(0, "x", 1) } object "A_deployed" '
            '{ code { sstore(0, loadimmutable("x")) } } }'
        ),
    ),
    Valid("selfdestruct", "{ selfdestruct(0) }"),
    Valid("difficulty-london", "{ pop(difficulty()) }", "london"),
    Valid("prevrandao", "{ pop(prevrandao()) }"),
    Valid("oldest-version", "{ sstore(0, add(1, 2)) }", "homestead"),
    # Objects
    Valid("object", 'object "a" { code { } }'),
    Valid("object-no-blanks", 'object"a"{code{}object"b"{code{}}data"d""x"data"e"hex"00"}'),
    Valid("object-single-quotes", "object 'a' { code { } data 'd' 'x' }"),
    Valid("object-name-with-blanks", 'object "a b" { code { } object "c/d:e" { code { } } }'),
    Valid("object-name-escapes", 'object "a\\n\\x41\\u00e9" { code { } }'),
    Valid(
        "object-named-object",
        ('object "object" { code { } object "code" { code { } } data "data" "" }'),
    ),
    Valid(
        "object-children-mixed",
        ('object "a" { code { } data "d" "" object "b" { code { } } data "e" "" }'),
    ),
    Valid(
        "object-grandparent-name",
        ('object "a" { code { } object "b" { code { } object "a" { code { } } } }'),
    ),
    Valid(
        "object-cousins-same-name",
        (
            'object "a" { code { } object "b" { code { } data "x" "" } object '
            '"c" { code { } data "x" "" } }'
        ),
    ),
    Valid(
        "object-child-of-child-same-as-sibling",
        (
            'object "a" { code { } object "b" { code { } object "c" { code { } '
            '} } object "c" { code { } } }'
        ),
    ),
    Valid("object-names-differ-in-case", 'object "a" { code { } object "A" { code { } } }'),
    Valid("object-metadata", 'object "a" { code { } data ".metadata" hex"a264" }'),
    Valid("data-empty", 'object "a" { code { } data "d" "" data "e" hex"" }'),
    Valid("data-long", 'object "a" { code { } data "d" "' + "x" * 1000 + '" }'),
    Valid("data-hex", 'object "a" { code { } data "d" hex"12_34" data "e" hex\'ff\' }'),
    Valid("data-escapes", 'object "a" { code { } data "d" "\\x00\\n\\\\" }'),
    Valid(
        "object-comments",
        (
            '// a\nobject /* b */ "a" // c\n{ code /* d */ { } /* e */ data /* f '
            '*/ "d" /* g */ "" } // h'
        ),
    ),
    # Annotations
    Valid("use-src-empty", "/// @use-src\n{ }"),
    Valid("use-src-list", '/// @use-src 1:"b.sol", 0:\'a.sol\' , 7:""\n{ }'),
    Valid("use-src-blanks", '/// @use-src 0 : "a.sol"\n{ }'),
    Valid("use-src-on-two-lines", '/// @use-src 0:"a.sol",\n/// 1:"b.sol"\n{ }'),
    Valid("use-src-block-comment", '/** @use-src 0:"a.sol"\n  * , 1:"b.sol" */ { }'),
    Valid("use-src-comment-inside", '/// @use-src 0:"a.sol" /* first */, 1:"b.sol" // second\n{ }'),
    Valid("use-src-twice-the-same", '/// @use-src 0:"a.sol", 0:"b.sol"\n{ }'),
    Valid("use-src-largest-index", '/// @use-src 4294967295:"a.sol"\n{ }'),
    Valid("use-src-number-spellings", '/// @use-src 1_0:"a.sol", 0x2:"b.sol", 3.5:"c.sol"\n{ }'),
    Valid("use-src-elsewhere", 'object "a" { /// @use-src x\n code { /// @use-src y\n } }'),
    Valid("use-src-replaced-by-later-comment", "/// @use-src x\n/** nothing */ { }"),
    Valid("use-src-longer-word", "/// @use-srcs x\n{ }"),
    Valid("use-src-inside-word", "/// x@use-src y\n{ }"),
    Valid("use-src-ordinary-comment", "// @use-src x\n/* @use-src x */ { }"),
    Valid("use-src-four-slashes", "//// @use-src x\n{ }"),
    Valid("use-src-three-stars", "/*** @use-src x */ { }"),
    Valid("use-src-after-the-end", "{ }\n/// @use-src x\n"),
    Valid("src-without-use-src", "{ /// @src x\n let y /// @ast-id z\n }"),
    Valid(
        "src-forms",
        USE_SRC
        + (
            "{ /// @src 0:1:2\n let a /// @src -1:-1:-1 @ast-id 5\n let b /// "
            '@src 0:0:0 "let" more\n let c }'
        ),
    ),
    Valid("src-blanks-between-numbers", USE_SRC + "{ /// @src 0 : 1 : 2\n let a }"),
    Valid("src-largest", USE_SRC + "{ /// @src 0:2147483647:2147483647\n let a }"),
    Valid("src-snippet-without-blank", USE_SRC + '{ /// @src 0:1:2"let"\n let a }'),
    Valid("src-text-after", USE_SRC + "{ /// @src 0:1:2 and more\n let a }"),
    Valid("src-snippet-with-at-sign", USE_SRC + '{ /// @src 0:1:2 "@src 9:9:9"\n let a }'),
    Valid("src-replaced-by-later-comment", USE_SRC + "{ /// @src 9:1:2\n /** nothing */ let a }"),
    Valid("src-after-quote", USE_SRC + '{ /// "@src 9:1:2\n let a }'),
    Valid("src-after-no-break-space", USE_SRC + "{ /// \xa0@src x\n let a }"),
    Valid("src-after-star-on-first-line", USE_SRC + "{ /** *@src x */ }"),
    Valid("src-after-slashes-in-block-comment", USE_SRC + "{ /**\n///@src x */ }"),
    Valid("src-then-one-token", USE_SRC + "{ /// @src 0:1:2>>>=\n let a }"),
    Valid("src-then-slash", USE_SRC + "{ /**@src 0:1:2/*/ }"),
    Valid("src-then-point", USE_SRC + "{ /// @src 0:1:5.\n let a }"),
    Valid("src-then-comment-and-word", USE_SRC + "{ /** @src 0:1:2// x\ny */ }"),
    Valid("src-comments-between", USE_SRC + "{ /** @src 0// zero\n:1:- // minus\n 1 */ }"),
    Valid("src-snippet-on-two-lines", USE_SRC + '{ /** @src 0:1:2"a\nb" */ }'),
    Valid("src-snippet-then-comment", USE_SRC + "{ /// @src 0:1:2'a' // b\n let a }"),
    Valid("src-quote-after-vertical-tab", USE_SRC + '{ /** @src 0:1:2 \x0b"a */ }'),
    Valid("doc-comment-line-begins-with-vertical-tab", "{ /// a\n ///\x0b b\n }"),
    Valid("doc-comment-line-begins-with-line-separator", "{ ///\r\n///\u2028\n }"),
    Valid("src-ordinary-comment", USE_SRC + "{ // @src 9:1:2\n let a }"),
    Valid(
        "src-of-object-without-use-src",
        USE_SRC + 'object "a" { code { } object "b" { code { /// @src 9:1:2\n } } }',
    ),
    Valid("src-before-name-of-object", USE_SRC + 'object /// @src 9:1:2\n "a" { code { } }'),
    Valid("ast-id-twice", USE_SRC + "{ /// @ast-id 1 @ast-id 2\n let a }"),
    Valid("ast-id-leading-zero", USE_SRC + "{ /// @ast-id 007\n let a }"),
    Valid("unknown-annotation", USE_SRC + "{ /// @author me @src-x y\n let a }"),
    # Nested as deep as allowed
    Valid("deep-blocks", "{" * 600 + "}" * 600),
    Valid("deep-ifs", "{" + "if 1 {" * 598 + "}" * 599),
    Valid("deep-calls", "{ pop(" + "not(" * 597 + "1" + ")" * 598 + " }"),
    Valid("deep-calls-in-let", "{ let x := " + "not(" * 597 + "1" + ")" * 597 + " }"),
    Valid("deep-loops", "{" + "for { } 1 { } {" * 398 + "}" * 399),
    Valid("deep-switches", "{" + "switch 1 case 0 {" * 399 + "}" * 400),
    Valid("deep-functions", "{" + "".join(f"function f{i}() {{" for i in range(399)) + "}" * 400),
    Valid(
        "deep-objects", ("".join(f'object "o{i}" {{ code {{ }} ' for i in range(100)) + "}" * 100)
    ),
    Valid("long-list-of-statements", "{" + "sstore(0, 1) " * 5000 + "}"),
    Valid(
        "long-list-of-arguments",
        "{ function f(" + ", ".join(f"a{i}" for i in range(500)) + ") { } }",
    ),
)
