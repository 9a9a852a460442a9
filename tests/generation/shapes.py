"""The shapes that optimiser steps match, as tables, for generated programs.

Templates are Yul with words in braces, which `ExpressionWriter.fill` replaces.
"""

from __future__ import annotations

from tests.generation.builtins import words

# Patterns of simplification rules. X Y Z: variables; A B C: constants; S T: shift amounts;
# N O: byte positions; P: a power of two; M: a mask of low bits.
RULES = words("""
    add(add(X,A),B) add(add(X,A),Y) add(X,0) sub(X,A) sub(A,X) sub(sub(X,A),Y) sub(X,add(Y,A))
    sub(add(X,A),Y) sub(X,sub(A,Y)) sub(sub(A,X),Y) sub(X,X) sub(MAX,X) mul(mul(X,A),B)
    mul(mul(X,A),Y) mul(X,P) mul(X,0) mul(X,1) mul(X,MAX) mul(X,shl(Y,1)) div(X,shl(Y,1)) div(X,P)
    div(X,1) div(X,0) div(0,X) div(A,B) sdiv(X,1) sdiv(A,B) smod(A,B) mod(X,P) mod(mul(X,Y),P)
    mod(add(X,Y),P) mod(X,X) mod(X,1) mod(A,B) exp(2,X) exp(0,X) exp(1,X) exp(MAX,X) exp(A,N)
    exp(X,N) and(and(X,A),B) and(and(X,A),Y) and(and(X,Y),Y) or(or(X,A),B) or(or(X,A),Y)
    or(or(X,Y),Y) xor(xor(X,A),B) xor(xor(X,A),Y) xor(X,xor(X,Y)) xor(X,X) and(X,or(X,Y))
    or(X,and(X,Y)) and(X,not(X)) or(X,not(X)) not(not(X)) not(A) and(X,MAX) or(X,MAX) and(X,X)
    or(X,X) or(X,0) xor(X,0) and(X,0) and(or(and(X,A),Y),B) and(or(and(X,M),Y),M)
    and(shl(S,X),shl(S,Y)) and(shl(Z,X),shl(Z,Y)) and(shr(S,X),M) shl(S,shl(T,X)) shr(S,shr(T,X))
    shr(S,shl(T,X)) shl(S,shr(T,X)) shr(S,shl(S,X)) shl(S,shr(S,X)) shl(S,and(X,A)) shr(S,and(X,A))
    shl(S,X) shr(S,X) shr(S,A) shl(S,A) sar(S,X) sar(S,sar(T,X)) shl(0,X) shr(X,0) byte(N,shl(S,X))
    byte(N,shr(S,X)) byte(31,X) and(byte(X,Y),255) byte(N,X) byte(N,A) signextend(N,signextend(O,X))
    signextend(X,signextend(X,Y)) and(signextend(N,X),M) shl(S,signextend(N,X))
    signextend(N,shr(S,X)) signextend(N,X) signextend(N,A) iszero(iszero(eq(X,Y)))
    iszero(iszero(lt(X,Y))) iszero(iszero(slt(X,Y))) iszero(iszero(gt(X,Y)))
    iszero(iszero(sgt(X,Y))) iszero(iszero(iszero(X))) iszero(xor(X,Y)) iszero(sub(X,Y)) iszero(A)
    eq(X,0) eq(X,X) eq(A,B) gt(X,0) lt(0,X) gt(X,MAX) lt(MAX,X) lt(X,0) gt(0,X) lt(X,X) sgt(X,X)
    slt(A,B) gt(A,B) and(caller(),ADDR) and(address(),ADDR) and(origin(),ADDR) and(coinbase(),ADDR)
    balance(address()) addmod(A,B,C) mulmod(A,B,C) mulmod(X,Y,P) clz(X) clz(A)
""")


def table(text: str) -> list[str]:
    """The entries of a table of templates; `ExpressionWriter.fill` explains the words in braces."""
    return [" ".join(entry.split()) for entry in text.split(";")]


# Calls with one result that look at or touch the outside.
READS = table("""
    mload({p}); mload(add({v}, {n})); sload({k}); sload({e}); tload({k}); keccak256({p}, {n});
    keccak256({v}, {n}); balance({s}); extcodesize({s}); extcodehash({s}); blockhash({s});
    blobhash({s}); calldataload(add({v}, {n})); create({s}, {p}, {n}); create2({s}, {p}, {n}, {s});
    call({s}, {s}, 0, {p}, {n}, {p}, {n}); staticcall(gas(), {s}, {p}, {n}, {p}, {n});
    delegatecall(gas(), {s}, {p}, {n}, 0, 0); callcode(gas(), {s}, {s}, {p}, {n}, {p}, 0); msize();
    verbatim_1i_1o("\\x19", {s}); verbatim_0i_1o(hex"5f"); datasize("{path}"); dataoffset("{path}");
    linkersymbol("lib/Math.sol:{lib}"); loadimmutable("{imm}")
""")

# Statements with an effect.
EFFECTS = table("""
    mstore({p}, {e}); mstore(add({v}, {n}), {s}); mstore8({p}, {s}); sstore({k}, {e});
    sstore({e}, {v}); sstore({k}, {v}); tstore({k}, {e}); calldatacopy({p}, {s}, {n});
    codecopy({p}, {s}, {n}); returndatacopy({p}, 0, returndatasize());
    extcodecopy({s}, {p}, {s}, {n}); mcopy({p}, {p}, {n}); mcopy({v}, {v}, 0); log0({p}, {n});
    log1({v}, {n}, {l}); log2({p}, {n}, {l}, {s}); log3({p}, {n}, {s}, {s}, {s});
    log4({p}, 0, {l}, {s}, {s}, {s}); pop({e}); pop(call(gas(), {s}, {s}, {p}, {n}, {p}, {n}));
    pop(staticcall({s}, {s}, {v}, 0, 0, 0x20)); pop(delegatecall(gas(), {s}, 0, 0, {p}, {n}));
    pop(msize()); mstore(msize(), {s}); verbatim_2i_0o("PP", {s}, {s}); verbatim_0i_0o(hex"5b");
    datacopy({p}, dataoffset("{path}"), datasize("{path}")); datacopy({p}, {s}, {n})
""")

# Sequences of statements that particular steps react to.
IDIOMS = table("""
    mstore({p1}, {v1}) let {new1} := mload({p1}) mstore({p2}, {s}) sstore({new1}, mload({p1}));
    mstore({v1}, {s1}) mstore(add({v1}, 32), {s2}) let {new1} := mload({v1})
        let {new2} := mload(add({v1}, 0x20)) sstore({new1}, {new2});
    let {new1} := add({v1}, 32) mstore({new1}, {s}) mstore({v1}, {s}) {t} := mload({new1});
    mstore({p1}, {s1}) mstore({p1}, {s2}) mstore({p1}, {s2});
    mstore({p}, {s}) mstore({p}, {s}) return({p}, {n});
    sstore({k1}, {s1}) sstore({k1}, {s1}) let {new1} := sload({k1}) sstore({k2}, {new1})
        sstore({k1}, {new1});
    let {new1} := sload({k1}) sstore({k2}, {s}) let {new2} := sload({k1})
        {t} := add({new1}, {new2});
    sstore(add({v1}, 1), {s1}) sstore({v1}, {s2}) {t} := sload(add({v1}, 1)) {t} := sload({v1});
    tstore({k1}, {s}) let {new1} := tload({k1}) tstore({k1}, {new1}) sstore({new1}, tload({k2}));
    mstore(0, {s1}) mstore(0x20, {s2}) let {new1} := keccak256(0, 64) mstore(0x20, {s2})
        sstore({new1}, sload(keccak256(0x00, 0x40)));
    mstore(0, {l}) let {new1} := keccak256(0, 32) sstore({new1}, {s});
    let {new1} := {e1} let {new2} := {e1} sstore({new1}, {new2});
    let {new1} := {v1} {t} := {new1} let {new2} := {new1} sstore({v1}, {new2});
    let {new1} := {t1} {t1} := {t2} {t2} := {new1};
    {t1} := {e} {t1} := {e} {t1} := {t1};
    {t1} := {e} if {s} { {t1} := {e} } sstore({k}, {t1});
    let {new1} := 0 let {new2} {new2} := add({new1}, {v}) {t1} := {new2};
    let {new1} := add({v1}, {v2}) if gt({v1}, {new1}) { {halt} } {t} := {new1};
    if {t1} {halting} {t1} := 0;
    if {t1} {halting} sstore({t1}, {s}) if {t1} { {t1} := 0x00 };
    switch {t1} case 0 { {t1} := 0 sstore({k}, {t1}) } case 0x01 { {t1} := 1 }
        default { {t1} := {s} };
    switch {t1} case {l1} { {t1} := {l1} mstore({p}, {t1}) };
    switch {e} case {l1} { sstore({k1}, {s1}) } default { sstore({k1}, {s1}) };
    switch {e} case 7 { } default { };
    if iszero({v1}) { {halt} } mstore({p}, div({s}, {v1}));
    let {new1} := mload(0x40) mstore(0x40, add({new1}, {n})) mstore({new1}, {s})
        mstore(add({new1}, 0x20), {s}) log1({new1}, 0x40, {l});
    let {new1} := 0x20 let {new2} := add({new1}, {v}) {t} := and({new2}, {new1});
    for { let {loc1} := 0 } lt({loc1}, {v1}) { {loc1} := add({loc1}, 1) }
        { let {loc2} := mul({v1}, {l}) sstore(add({loc2}, {loc1}), {s}) };
    for { let {loc1} := {l} } {loc1} { {loc1} := sub({loc1}, 1) }
        { let {loc2} := {e} let {loc3} := sload({k}) mstore({loc2}, {loc3}) };
    for { } 1 { } { if iszero({t1}) { break } {t1} := div({t1}, 2) if {s} { continue } {t} := {s} };
    for { } 1 { {t1} := add({t1}, 0x20) }
        { if iszero(lt({t1}, {s})) { break } mstore({t1}, mload(add({t1}, {n}))) };
    for { let {loc1} } true { } { if gt({loc1}, {s}) { {halt} } {loc1} := add({loc1}, 1) break };
    for { {t1} := 0 } iszero(eq({t1}, {l})) { {t1} := add({t1}, 1) } {loop};
    for { } {e} { for { } {s} { } { {t1} := sub({t1}, 1) break } } {loop};
    for { } {v1} { } { {t1} := {e} {t2} := {t1} {halt} };
    let {new1} := {n} let {new2} := 0 log0({v}, {new2}) let {new3} := keccak256({v}, {new2})
        mstore({new3}, {new1});
    let {new1} := {e} { let {loc1} := {new1} {t} := {loc1} } { let {loc2} := {new1} {t} := {loc2} };
    pop(0) pop(mload(0)) pop({s}) { { } { pop({v}) } };
    if and({v}, {s}) { if {s} {body} } { {body} };
    if 1 { {t1} := {e} } if 0 {body} if {l} { sstore({k}, {t1}) }
""")

HALTS = table("""
    revert(0, 0); revert(0, 0); stop(); invalid(); return(0, 0); return({p}, {n}); revert({p}, {n});
    selfdestruct({s}); mstore(0, {l}) mstore(4, 0x11) revert(0, 0x24)
""")

NAMES = words("""
    x y z a b c i j k ret var expr value offset pos memPtr key usr$x usr$y a$b foo_$bar foo$_bar
    foo_bar _1 _2 $ x_1 x_1_2 x_2 _ a_ __a i_1 a.b a.b_3 x.1 ret_1 var_a_1 expr_12_mpos
    end_clear_sequence zero_value_for_split_t_uint256 leave_1 mload_1 add_2 switch_1 default_1
    true_1 object code data memory_ cleaned_ headStart dataEnd tail value0 value1
    _12345678901234567890 x_00 x_1_ _1_1 t_uint256_$_t_address a_1_b_2 X
""")
FUNCTION_NAMES = words("""
    f g h f_1 f_1_2 f_2 g_1 fun_transfer_12 fun abi_decode_t_uint256 checked_add_t_uint256
    abi_encode_t_uint256_to_t_bytes_12_fromStack cleanup_t_bool usr$foo foo_$bar foo$_bar x x_1 a
    revert_error_1 panic_error_0x11 identity constant_X_3 allocate_unbounded F return_1
    getter_fun_s_3 modifier_m_7 _f $f a.f mapping_index_access_t_mapping$_t_address_$of_t_uint256
""")


def _weights(text: str) -> dict[str, float]:
    """A table of kinds with their usual weights."""
    fields = text.split()
    return {kind: float(weight) for kind, weight in zip(fields[::2], fields[1::2], strict=True)}


# Kinds of statements; those in TEMPLATES are filled in, the others have a method of `CodeWriter`.
STATEMENTS = _weights("""
    declare 5.0    assign 4.0    effect 4.0    call 3.5    idiom 3.0    rule 2.5    if 2.5
    switch 1.4     for 1.3       block 0.7     jump 0.5    pressure 0.3     comment 0.15
""")
TEMPLATES = {
    "declare": table("""
        let {new} := {e}; let {new} := {e}; let {new} := {e}; let {new} := {input};
        let {new} := {e}; let {new} := {e}; let {new} := {s}; let {new} := {s}; let {new};
        let {new1}, {new2}
    """),
    "assign": table("{t} := {e}; {t} := {e}; {t} := {s}"),
    "effect": EFFECTS,
    "idiom": IDIOMS,
    "if": table("""
        if {e} {body}; if {e} {body}; if {v} {body}; if {e} {halting}; if {v} {halting}; if {e} { };
        if {t1} {halting} {t1} := 0; if {t1} {halting} {t1} := 0x00; if {l} {body};
        if iszero({v}) {halting}; if iszero({e}) {body}; if lt({s}, {v}) {body}
    """),
    "block": table("{body}; {body}; { {body} }; { }"),
    "jump": table("{jump}; {jump}; if {v} { {jump} }"),
    "comment": table("// {; /* } */; /// @src 0:1:2; /** doc */"),
}
FUNCTION_KINDS = _weights("""
    normal 6.0    tiny 2.0    copy 1.5    wrapper 1.0    halting 0.8    guard 0.7    constant 0.6
    empty 0.4
""")
