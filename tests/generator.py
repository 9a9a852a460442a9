"""Seeded random generator of valid Yul, for comparing the optimiser with the reference compiler.

In goes a seed and a few wishes (`generate`), out comes the text of a program that solc accepts: a
bare block or a tree of objects. Same arguments, same text. The programs do nothing sensible: they
are made of the shapes that optimiser steps look for (the tables below) in random structure, with
names chosen to be awkward for renaming. Each program draws its own weights for the kinds of
statements ("swarm testing"), so that each kind is frequent in some programs and absent in others.

`random_sequence` gives random step sequences to go with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from textwrap import indent


def _words(text: str) -> list[str]:
    return text.split()


EVM_VERSIONS = _words("""
    homestead tangerineWhistle spuriousDragon byzantium constantinople petersburg istanbul berlin
    london paris shanghai cancun prague osaka
""")
SINCE = {
    **dict.fromkeys(_words("returndatasize returndatacopy staticcall"), "byzantium"),
    **dict.fromkeys(_words("shl shr sar create2 extcodehash"), "constantinople"),
    **dict.fromkeys(_words("chainid selfbalance"), "istanbul"),
    **dict.fromkeys(_words("blobhash blobbasefee mcopy tload tstore"), "cancun"),
    "basefee": "london",
    "prevrandao": "paris",
    "clz": "osaka",
}
UNTIL = {"difficulty": "paris"}
# Builtins of later EVM versions whose names are free before.
LATER = _words("basefee prevrandao blobhash blobbasefee mcopy tload tstore clz")

ARITHMETIC = {
    **dict.fromkeys(_words("not iszero clz calldataload"), 1),
    **dict.fromkeys(_words("add sub mul div sdiv mod smod lt gt slt sgt eq and or xor"), 2),
    **dict.fromkeys(_words("exp byte signextend shl shr sar"), 2),
    **dict.fromkeys(_words("addmod mulmod"), 3),
}
COMMUTATIVE = _words("add mul and or xor eq")
ENVIRONMENT = _words("""
    address origin caller callvalue calldatasize codesize gasprice coinbase timestamp number
    difficulty prevrandao gaslimit chainid basefee blobbasefee selfbalance returndatasize gas
""")

# What simplification rules look for. X Y Z: variables; A B C: constants; S T: shift amounts;
# N O: byte positions; P: a power of two; M: a mask of low bits.
RULES = _words("""
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


def _table(text: str) -> list[str]:
    """The entries of a table of templates; `_Code.fill` explains the words in braces."""
    return [" ".join(entry.split()) for entry in text.split(";")]


# Calls with one result that look at or touch the outside.
READS = _table("""
    mload({p}); mload(add({v}, {n})); sload({k}); sload({e}); tload({k}); keccak256({p}, {n});
    keccak256({v}, {n}); balance({s}); extcodesize({s}); extcodehash({s}); blockhash({s});
    blobhash({s}); calldataload(add({v}, {n})); create({s}, {p}, {n}); create2({s}, {p}, {n}, {s});
    call({s}, {s}, 0, {p}, {n}, {p}, {n}); staticcall(gas(), {s}, {p}, {n}, {p}, {n});
    delegatecall(gas(), {s}, {p}, {n}, 0, 0); callcode(gas(), {s}, {s}, {p}, {n}, {p}, 0); msize();
    verbatim_1i_1o("\\x19", {s}); verbatim_0i_1o(hex"5f"); datasize("{path}"); dataoffset("{path}");
    linkersymbol("lib/Math.sol:{lib}"); loadimmutable("{imm}")
""")

# Statements with an effect.
EFFECTS = _table("""
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
IDIOMS = _table("""
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

HALTS = _table("""
    revert(0, 0); revert(0, 0); stop(); invalid(); return(0, 0); return({p}, {n}); revert({p}, {n});
    selfdestruct({s}); mstore(0, {l}) mstore(4, 0x11) revert(0, 0x24)
""")

NAMES = _words("""
    x y z a b c i j k ret var expr value offset pos memPtr key usr$x usr$y a$b foo_$bar foo$_bar
    foo_bar _1 _2 $ x_1 x_1_2 x_2 _ a_ __a i_1 a.b a.b_3 x.1 ret_1 var_a_1 expr_12_mpos
    end_clear_sequence zero_value_for_split_t_uint256 leave_1 mload_1 add_2 switch_1 default_1
    true_1 object code data memory_ cleaned_ headStart dataEnd tail value0 value1
    _12345678901234567890 x_00 x_1_ _1_1 t_uint256_$_t_address a_1_b_2 X
""")
FUNCTION_NAMES = _words("""
    f g h f_1 f_1_2 f_2 g_1 fun_transfer_12 fun abi_decode_t_uint256 checked_add_t_uint256
    abi_encode_t_uint256_to_t_bytes_12_fromStack cleanup_t_bool usr$foo foo_$bar foo$_bar x x_1 a
    revert_error_1 panic_error_0x11 identity constant_X_3 allocate_unbounded F return_1
    getter_fun_s_3 modifier_m_7 _f $f a.f mapping_index_access_t_mapping$_t_address_$of_t_uint256
""")
# Parts of string literals, as written and as bytes.
PIECES = (
    *(("a", b"a"), ("Hello, ", b"Hello, "), ("\\n", b"\n"), ("\\t", b"\t"), ("\\r", b"\r")),
    *(('\\"', b'"'), ("\\'", b"'"), ("\\\\", b"\\"), ("\\x00", b"\0"), ("\\xfF", b"\xff")),
    *(("\\u00e9", b"\xc3\xa9"), ("\\u20ac", b"\xe2\x82\xac"), ("{//}", b"{//}"), ("0", b"0")),
)

# Kinds of statements with their usual weights; those in TEMPLATES are filled in, the others have
# a method of `_Code`.
STATEMENTS = {
    "declare": 5.0, "assign": 4.0, "effect": 4.0, "call": 3.5, "idiom": 3.0, "rule": 2.5,
    "if": 2.5, "switch": 1.4, "for": 1.3, "block": 0.7, "jump": 0.5, "pressure": 0.3,
    "comment": 0.15,
}  # fmt: skip
TEMPLATES = {
    "declare": _table("""
        let {new} := {e}; let {new} := {e}; let {new} := {e}; let {new} := {input};
        let {new} := {e}; let {new} := {e}; let {new} := {s}; let {new} := {s}; let {new};
        let {new1}, {new2}
    """),
    "assign": _table("{t} := {e}; {t} := {e}; {t} := {s}"),
    "effect": EFFECTS,
    "idiom": IDIOMS,
    "if": _table("""
        if {e} {body}; if {e} {body}; if {v} {body}; if {e} {halting}; if {v} {halting}; if {e} { };
        if {t1} {halting} {t1} := 0; if {t1} {halting} {t1} := 0x00; if {l} {body};
        if iszero({v}) {halting}; if iszero({e}) {body}; if lt({s}, {v}) {body}
    """),
    "block": _table("{body}; {body}; { {body} }; { }"),
    "jump": _table("{jump}; {jump}; if {v} { {jump} }"),
    "comment": _table("// {; /* } */; /// @src 0:1:2; /** doc */"),
}  # fmt: skip
FUNCTION_KINDS = {
    "normal": 6.0, "tiny": 2.0, "copy": 1.5, "wrapper": 1.0, "halting": 0.8, "guard": 0.7,
    "constant": 0.6, "empty": 0.4,
}  # fmt: skip

_MAX = (1 << 256) - 1
_BUILTIN_CALL = re.compile(r"\b([a-z][a-z0-9]*)\(")
_PLACEHOLDER = re.compile(r"\{([a-z]+)(\d*)\}")
_RULE_TOKEN = re.compile(r"\w+\(?|\)")
_WORD = re.compile(r"""hex(?=['"])|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_$][\w$.]*|\d\w*""")


def available(builtin: str, evm_version: str) -> bool:
    """Whether the EVM version has the builtin (names in neither table: always)."""
    order = EVM_VERSIONS.index
    first, end = SINCE.get(builtin, "homestead"), UNTIL.get(builtin)
    return order(first) <= order(evm_version) and (end is None or order(evm_version) < order(end))


def spell(rng: Random, value: int) -> str:
    """One of the many ways to write a number."""
    if rng.random() < (0.6 if value < 1000 else 0.1):
        return str(value)
    digits = f"{value:x}"
    digits = "0" * rng.choice((0, 0, len(digits) % 2, 64 - len(digits), 1)) + digits
    style = rng.random()
    if style < 0.35:
        digits = "".join(d.upper() if style < 0.2 else rng.choice((d, d.upper())) for d in digits)
    return "0x" + digits


def random_sequence(
    rng: Random, letters: str, max_length: int = 25, brackets: float = 1 / 3, cleanup: float = 0.5
) -> str:
    """A random step sequence over `letters`.

    `brackets` is the probability of repeated groups, `cleanup` the probability of a `:`; what
    follows it is empty half of the time.
    """
    steps = [rng.choice(letters) for _ in range(rng.randint(0, max_length))]
    if rng.random() < brackets:
        for _ in range(rng.choice((1, 1, 2, 3))):
            start = end = rng.randint(0, len(steps))
            depth = 0
            for position in range(start, len(steps)):  # group only what is balanced in itself
                depth += (steps[position] == "[") - (steps[position] == "]")
                if depth < 0 or (depth == 0 and rng.random() < 0.2):
                    break
                end = position + 1 if depth == 0 else end
            steps[start:end] = ["[", *steps[start:end], "]"]
    if rng.random() < cleanup:
        length = rng.choice((0, rng.randint(1, max(1, max_length // 3))))
        steps += [":", *(rng.choice(letters) for _ in range(length))]
    return "".join(steps)


@dataclass(eq=False)
class Function:
    """A function, known before its text is written; `parent` is the function it stands in."""

    name: str
    parameters: int
    results: int
    kind: str
    index: int
    parent: Function | None
    original: Function | None = None
    text: str = ""
    declared: list[str] = field(default_factory=list)
    calls: int = 0


@dataclass(eq=False)
class Scope:
    """What is declared so far in one block.

    `boundary` marks the scope of parameters and results. `component` is the part of a loop the
    block stands in ("init", "post", "body", or "").
    """

    parent: Scope | None = None
    function: Function | None = None
    component: str = ""
    boundary: bool = False
    names: set[str] = field(default_factory=set)
    own_variables: list[str] = field(default_factory=list)
    own_functions: list[Function] = field(default_factory=list)
    own_expressions: list[str] = field(default_factory=list)

    def child(self, component: str | None = None) -> Scope:
        return Scope(self, self.function, self.component if component is None else component)

    def enclosing(self) -> Iterator[Scope]:
        """This scope and those around it, from the inside out."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def reachable(self) -> Iterator[Scope]:
        """The scopes whose variables can be used here: up to the enclosing function."""
        for scope in self.enclosing():
            yield scope
            if scope.boundary:
                return

    @property
    def depth(self) -> int:
        return sum(1 for _ in self.enclosing())

    @property
    def variables(self) -> list[str]:
        return [name for scope in self.reachable() for name in scope.own_variables]

    @property
    def expressions(self) -> list[str]:
        return [text for scope in self.reachable() for text in scope.own_expressions]

    def taken(self, name: str) -> bool:
        return any(name in scope.names for scope in self.enclosing())

    def callees(self, recursion: bool) -> list[Function]:
        """The visible functions; without `recursion` only those that cannot lead back here."""
        visible = [function for scope in self.enclosing() for function in scope.own_functions]
        limits: dict[Function | None, int] = {}
        current = None if recursion else self.function
        while current is not None:
            limits[current.parent] = current.index
            current = current.parent
        return [f for f in visible if f.index < limits.get(f.parent, f.index + 1)]


class _Code:
    """Writes one code block.

    `features` are words that templates use in some programs only (`msize`, `verbatim`, ...), and
    `memoryguard` and `recursion`; `paths` and `immutables` are what object access may name.
    """

    def __init__(
        self,
        rng: Random,
        evm_version: str,
        limit: int,
        features: set[str],
        paths: list[str],
        immutables: list[str],
    ) -> None:
        self.rng = rng
        self.limit = limit
        self.features = set(features)
        self.features |= {word for word, names in (("path", paths), ("imm", immutables)) if names}
        self.paths, self.immutables = paths, immutables
        self.left = 0
        self.functions = 0
        self.declared: list[str] = []

        def frequency(template: str) -> int:
            needed = set(re.findall(r"msize|verbatim|linkersymbol|path|imm", template))
            builtins = _BUILTIN_CALL.findall(template)
            if not needed <= self.features or not all(available(b, evm_version) for b in builtins):
                return 0
            return 6 if needed else 1

        def choose(table: list[str]) -> list[str]:
            return [template for template in table for _ in range(frequency(template))]

        self.reads, self.rules = choose(READS), choose(RULES)
        self.templates = {kind: choose(table) for kind, table in TEMPLATES.items()}
        self.arithmetic = [name for name in ARITHMETIC if available(name, evm_version)]
        self.environment = [name for name in ENVIRONMENT if available(name, evm_version)]
        free = [name for name in LATER if not available(name, evm_version)]
        self.bases = rng.sample(NAMES, 14) + rng.sample(free, min(1, len(free)))
        self.weights = {
            kind: weight * (rng.choice((0, 0.4, 1, 1, 2.5)) if weight < 4 else 1)
            for kind, weight in STATEMENTS.items()
        }
        if "memoryguard" in features:
            self.weights["pressure"] = 1.2

    # Names and literals.

    def unused(self, scope: Scope, bases: list[str], also: set[str]) -> str:
        """A name that can be declared in this scope now, and is not in `also`."""
        while True:
            name = self.rng.choice(bases)
            if name not in LATER and self.rng.random() < 0.4:
                for _ in range(self.rng.choice((1, 1, 2))):
                    name += f"_{self.rng.randint(0, 30)}"
            if name not in also and not scope.taken(name):
                return name

    def fresh(self, scope: Scope, bases: list[str] | None = None) -> str:
        """A new name, declared in this scope from here on."""
        name = self.unused(scope, bases or self.bases, set())
        scope.names.add(name)
        self.declared.append(name)
        return name

    def room(self, scope: Scope, count: int = 1) -> bool:
        return len(scope.variables) + count <= self.limit

    def number(self) -> int:
        rng = self.rng
        bits = rng.choice((rng.randint(1, 256), 8 * rng.randint(1, 32), 160))
        power = 1 << bits
        shapes = (
            (0.55, rng.choice((0, 0, 1, 1, 2, 3, 4, 31, 32, 64, 255, 256, rng.randint(0, 300)))),
            (0.65, power + rng.choice((-1, 0, 0, 1))),
            (0.75, power - 1),
            (0.80, _MAX - (power - 1)),
            (0.85, (power - 1) << (8 * rng.randint(0, 31))),
            (0.90, rng.getrandbits(32) << 224),
            (0.94, _MAX - rng.randint(0, 300)),
            (1.00, rng.getrandbits(bits)),
        )
        shape = rng.random()
        return next(value for bound, value in shapes if shape < bound) & _MAX

    def literal(self) -> tuple[str, int]:
        """A literal and its value."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.88:
            value = self.number()
            return spell(rng, value), value
        if kind < 0.92:
            return rng.choice((("true", 1), ("false", 0)))
        text, content = "", b""
        quote = rng.choice("\"'")
        if kind < 0.95:
            content = rng.randbytes(rng.choice((0, 1, 2, 4, 20, 32)))
            text = "hex" + quote + content.hex(*rng.choice(((), ("_",)))) + quote
        else:
            for written, meant in rng.choices(PIECES, k=rng.randint(0, 9)):
                if len(content + meant) <= 32:
                    text, content = text + written, content + meant
            text = quote + text + quote
        return text, int.from_bytes(content.ljust(32, b"\0"), "big")

    # Templates.

    def fill(self, template: str, scope: Scope) -> str:
        """The template with every word in braces replaced; `{x1}` is the same wherever it stands.

        v, t: a variable; s: a variable or literal; e: an expression; input: a value unknown
        to the optimiser; l: a literal; p: a memory
        address; k: a storage key; n: a length; new: a fresh variable, usable afterwards; loc: a
        fresh variable of an inner block; body, loop: a random block, in place or as loop body;
        halt: statements that end the program; jump: such, or a jump that is legal here; halting:
        a block ending with one; path, imm, lib: names for object access.
        """
        bound: dict[str, str] = {}
        declared: list[str] = []

        def replace(match: re.Match[str]) -> str:
            word, number = match.groups()
            if number and match[0] in bound:
                return bound[match[0]]
            text = bound[match[0]] = self.sample(word, scope)
            if word == "new":
                declared.append(text)
            return text

        text = _PLACEHOLDER.sub(replace, template)
        if self.room(scope, len(declared)):
            scope.own_variables += declared
        return text

    def sample(self, word: str, scope: Scope) -> str:
        rng = self.rng
        match word:
            case "v" | "t":
                return rng.choice(scope.variables or ["0"])
            case "s":
                return self.expression(scope, 0)
            case "e":
                return self.expression(scope, rng.choice((0, 1, 1, 2, 2, 3)))
            case "input":
                key = f"{rng.choice(('calldataload', 'sload'))}({rng.choice((0, 4, 36))})"
                loads = [f'loadimmutable("{name}")' for name in self.immutables]
                loads = loads or [f"mload({32 * rng.randint(0, 4)})", "caller()"]
                return rng.choice((key, rng.choice(loads)))
            case "l":
                return self.literal()[0]
            case "p":
                constant = rng.choice(_words("0 0x00 32 0x20 0x40 64 128 0x80"))
                variable = rng.choice(scope.variables or [constant])
                return rng.choice((constant, constant, variable, f"add({variable}, 32)"))
            case "k":
                variable = rng.choice(scope.variables or ["3"])
                return rng.choice((spell(rng, rng.randint(0, 3)), variable, f"add({variable}, 1)"))
            case "n":
                return rng.choice(_words("0 0x00 1 32 0x20 0x20 64 0x40 36"))
            case "new" | "loc":
                return self.fresh(scope)
            case "body":
                return self.block(scope.child(), rng.choice((0, 1, 1, 2, 3)))
            case "loop":
                return self.block(scope.child("body"), rng.randint(0, 4))
            case "halt":
                return self.fill(rng.choice(HALTS), scope)
            case "jump":
                legal = ["break", "continue"] if scope.component == "body" else []
                legal += ["leave"] if scope.function else []
                return self.fill(rng.choice(["{halt}", *legal]), scope)
            case "halting":
                inner = scope.child()
                return self.block(inner, rng.randint(0, 2), self.sample("jump", inner))
            case "path":
                return rng.choice(self.paths)
            case "imm":
                return rng.choice(self.immutables)
        return rng.choice("AB")

    # Expressions.

    def expression(self, scope: Scope, depth: int) -> str:
        """An expression with one value, of about `depth` nested calls."""
        rng = self.rng
        shape = rng.random()
        if depth == 0 or shape < 0.2:
            if not scope.variables:
                return rng.choice((self.literal()[0], "calldataload(0)"))
            return rng.choice(scope.variables) if rng.random() < 0.68 else self.literal()[0]
        callees = [function for function in self.callees(scope) if function.results == 1]
        if shape < 0.32 and callees:
            return self.call(rng.choice(callees), scope, depth)
        if shape < 0.38:
            return rng.choice(self.environment) + "()"
        if shape < 0.48:
            return self.fill(rng.choice(self.reads), scope)
        if shape < 0.54 and scope.expressions:
            return rng.choice(scope.expressions)
        if shape < 0.60:
            return self.rule(scope, False)[1]
        text = self.operation(scope, depth - 1)
        scope.own_expressions.append(text)
        return text

    def operation(self, scope: Scope, depth: int) -> str:
        name = self.rng.choice(self.arithmetic)
        arguments = (self.expression(scope, depth) for _ in range(ARITHMETIC[name]))
        return f"{name}({', '.join(arguments)})"

    def callees(self, scope: Scope) -> list[Function]:
        return scope.callees("recursion" in self.features and self.rng.random() < 0.3)

    def call(self, function: Function, scope: Scope, depth: int) -> str:
        function.calls += 1
        arguments = (
            self.literal()[0] if self.rng.random() < 0.2 else self.expression(scope, depth)
            for _ in range(function.parameters)
        )
        return f"{function.name}({', '.join(arguments)})"

    def rule(self, scope: Scope, split: bool) -> tuple[list[str], str]:
        """A random entry of `RULES`; with `split`, inner calls mostly go through variables.

        Returns the declarations of these variables, and the expression.
        """
        rng = self.rng
        tokens = iter(_RULE_TOKEN.findall(rng.choice(self.rules)))
        values: dict[str, int] = {}
        leaves: dict[str, str] = {}
        declarations: list[str] = []

        def through_variable(text: str, probability: float) -> str:
            if not split or rng.random() > probability:
                return text
            name = self.fresh(scope)
            declarations.append(f"let {name} := {text}")
            return name

        def constant(letter: str) -> int:
            fitting = rng.random() < 0.4
            match letter:
                case "S" | "T":
                    if fitting and "N" in values:
                        return max(0, 248 - 8 * values["N"])
                    return rng.choice((8 * rng.randint(0, 33), rng.randint(0, 260)))
                case "N" | "O":
                    return rng.randint(0, 33)
                case "P":
                    return 1 << rng.randint(0, 255)
                case "M":
                    bits = 256 - values["S"] if "S" in values else 8 * (values.get("N", 3) + 1)
                    bits = bits if fitting else 8 * rng.randint(0, 32)
                    return (1 << min(max(bits, 0), 256)) - 1
                case "MAX":
                    return _MAX
                case "ADDR":
                    return (1 << 160) - 1
            return int(letter) if letter.isdigit() else self.number()

        def leaf(letter: str) -> str:
            if letter in "XYZ":
                return rng.choice(scope.variables or [self.literal()[0]])
            values[letter] = constant(letter)
            return through_variable(spell(rng, values[letter]), 0.2)

        def build(token: str, outermost: bool) -> str:
            if not token.endswith("("):
                if token not in leaves:
                    leaves[token] = leaf(token)
                return leaves[token]
            arguments: list[str] = []
            while (argument := next(tokens)) != ")":
                arguments.append(build(argument, False))
            if token[:-1] in COMMUTATIVE and rng.random() < 0.5:
                arguments.reverse()
            text = f"{token}{', '.join(arguments)})"
            return text if outermost else through_variable(text, 0.8)

        text = build(next(tokens), True)
        return declarations, text

    # Statements.

    def braces(self, lines: list[str]) -> str:
        return "{\n" + indent("\n".join(lines), "    ") + "\n}" if lines else "{ }"

    def block(self, scope: Scope, count: int, *ending: str) -> str:
        return self.braces([*self.statements(scope, count), *ending])

    def statements(self, scope: Scope, count: int) -> list[str]:
        """About `count` random statements, and definitions of functions in between."""
        functions = self.plan(scope)
        slots = sorted(self.rng.randint(0, count) for _ in functions)
        lines: list[str] = []
        ended = False
        for position in range(count + 1):
            while slots and slots[0] == position:
                slots.pop(0)
                lines.append(self.define(functions.pop(0), scope))
            if position < count and not ended:
                self.left -= 1
                (kind,) = self.rng.choices(list(self.weights), list(self.weights.values()))
                lines += self.statement(kind, scope)
                ended = kind == "jump" and self.rng.random() < 0.6
        return lines

    def statement(self, kind: str, scope: Scope) -> list[str]:
        rng = self.rng
        if kind in ("if", "switch", "for", "block") and (self.left < 0 or scope.depth > 9):
            kind = "assign"
        if kind == "assign" and len(scope.variables) < 2:
            kind = "declare"
        if kind == "declare" and not self.room(scope, 2):
            kind = "assign"
        match kind:
            case "jump" if scope.depth == 1 and rng.random() < 0.9:
                kind = "effect"
            case "call":
                if callees := self.callees(scope):
                    return [self.call_statement(rng.choice(callees), scope)]
                kind = "effect"
            case "rule":
                declarations, value = self.rule(scope, self.room(scope, 3) and rng.random() < 0.75)
                user = rng.choice(("let {new} := ", "sstore({k}, ", "{t} := "))
                text = self.fill(user if scope.variables else "let {new} := ", scope) + value
                return [*declarations, text + ")" * text.startswith("sstore")]
            case "switch":
                return [self.switch(scope)]
            case "for":
                return [self.loop(scope)]
            case "pressure":
                if len(scope.variables) < 10 or "memoryguard" in self.features:
                    return [self.pressure(scope)]
                kind = "assign"
        template = rng.choice(self.templates[kind])
        if not scope.variables and re.search(r"\{[tv]", template):
            template = "sstore({k}, {e})"
        return [self.fill(template, scope)]

    def call_statement(self, function: Function, scope: Scope) -> str:
        rng, count = self.rng, function.results
        call = self.call(function, scope, rng.choice((0, 1, 1, 2)))
        if count == 0:
            return call
        if count == 1 and rng.random() < 0.3:
            user = rng.choice(_words("pop( sstore({k}, mstore({p},"))
            return self.fill(user, scope) + f" {call})"
        if len(scope.variables) >= count and rng.random() < 0.5:
            return f"{', '.join(rng.sample(scope.variables, count))} := {call}"
        names = [self.fresh(scope) for _ in range(count)]
        text = f"let {', '.join(names)} := {call}"
        if self.room(scope, count):
            scope.own_variables += names
            return text
        return f"{{ {text} sstore({names[-1]}, {names[0]}) }}"

    def switch(self, scope: Scope) -> str:
        rng = self.rng
        labels: dict[int, str] = {}
        for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 5))):
            text, value = self.literal()
            labels.setdefault(value, text)
        scrutinee = self.expression(scope, rng.choice((0, 0, 1, 2)))
        if rng.random() < 0.12:
            scrutinee = rng.choice([*labels.values(), self.literal()[0]])
        cases = [f"case {text}" for text in labels.values()]
        if not cases or rng.random() < 0.55:
            cases.append("default")
        lines = [f"switch {scrutinee}"]
        empty = rng.choice((0, 0, 0, 0.7))
        for case in cases:
            inner = scope.child()
            lead = []
            if scrutinee in scope.variables and rng.random() < 0.3:
                lead = [f"{scrutinee} := {case[5:] if case != 'default' else 0}"]
            ending = [self.sample("jump", inner)] if rng.random() < 0.2 else []
            count = rng.choice((0, 1, 1, 2, 3))
            body = [*lead, *self.statements(inner, count), *ending]
            lines.append(f"{case} {self.braces(body if rng.random() >= empty else [])}")
        return "\n".join(lines)

    def loop(self, scope: Scope) -> str:
        rng = self.rng
        around = scope.child("init")
        init: list[str] = []
        post: list[str] = []
        condition = self.expression(scope, rng.randint(0, 2))
        if rng.random() < 0.6:
            start = self.expression(scope, rng.randint(0, 1))
            counter = self.fresh(around)
            around.own_variables.append(counter)
            init.append(f"let {counter} := {start}")
            post.append(f"{counter} := add({counter}, {rng.choice(('1', '0x20'))})")
            if rng.random() < 0.6:
                condition = f"{rng.choice(('lt', 'sub'))}({counter}, {self.expression(scope, 0)})"
        if rng.random() < 0.2:
            init += self.statements(around, rng.randint(1, 2))
        start_of_body: list[str] = []
        if rng.random() < 0.3:
            condition = rng.choice(_words("1 1 0x01 true 0 false 5 'a'"))
            if rng.random() < 0.6:
                start_of_body = [f"if iszero({self.expression(around, 1)}) {{ break }}"]
        if rng.random() < 0.25:
            post += self.statements(around.child("post"), rng.randint(1, 2))
        inner = around.child("body")
        body = [*start_of_body, *self.statements(inner, rng.randint(0, 4))]
        if rng.random() < 0.15:
            body.append(self.sample("jump", inner))
        return f"for {self.braces(init)} {condition} {self.braces(post)}\n{self.braces(body)}"

    def pressure(self, scope: Scope) -> str:
        """Many variables alive at once: about as many as solc can cope with, one way or another."""
        rng = self.rng
        guarded = "memoryguard" in self.features
        load, most = rng.choice((("calldataload", 22), ("sload", 26 if guarded else 19)))
        names = [self.fresh(scope) for _ in range(rng.randint(15 if guarded else 10, most))]
        lines = [f"let {name} := {load}({32 * i})" for i, name in enumerate(names)]
        lines += self.statements(scope.child(), rng.randint(0, 2))
        if rng.random() < 0.5:
            rng.shuffle(names)
        users = ("sstore({k}, ", "mstore({p}, add({s}, ", "sstore({s}, ", "{t} := add({t}, ")
        reused = rng.choice((0, 0, 0.2, 1))  # with these, values may turn out to be unused
        for number, name in enumerate(names):
            user = f"sstore({number}, "
            if rng.random() < reused:
                user = rng.choice(users if scope.variables else users[:3])
            lines.append(self.fill(user, scope) + name + ")" * (1 + ("mstore" in user)))
        return self.braces(lines)

    # Functions.

    def plan(self, scope: Scope) -> list[Function]:
        """Decide which functions the block defines, so that they can be called anywhere in it."""
        rng = self.rng
        outermost = scope.depth == 1
        if scope.component == "init" or not (outermost or (self.left > 4 and rng.random() < 0.08)):
            return []
        functions: list[Function] = []
        for _ in range(rng.randint(0, 2 + self.left // 9) if outermost else rng.randint(1, 2)):
            (kind,) = rng.choices(list(FUNCTION_KINDS), list(FUNCTION_KINDS.values()))
            (parameters,) = rng.choices(range(5), (1, 3, 3, 1.5, 0.7))
            (results,) = rng.choices(range(4), (2, 4, 1.5, 0.7))
            original = None
            if rng.random() < (0.08 if "memoryguard" in self.features else 0.02):
                parameters, results = rng.randint(5, 10), rng.randint(1, 5)
            match kind:
                case "tiny" | "constant":
                    results = rng.choice((1, 1, 1, 2))
                case "halting":
                    parameters, results = min(parameters, 2), min(results, 1)
                case "guard":
                    parameters, results = max(parameters, 1), 0
                case "copy":
                    if originals := [other for other in functions if other.original is None]:
                        original = rng.choice(originals)
                        parameters, results = original.parameters, original.results
            self.functions += 1
            name = self.fresh(scope, rng.choice((FUNCTION_NAMES, self.bases)))
            parent = scope.function
            new = Function(name, parameters, results, kind, self.functions, parent, original)
            functions.append(new)
        scope.own_functions += functions
        return functions

    def define(self, function: Function, scope: Scope) -> str:
        """The function's text."""
        if function.original is not None:
            return self.copy(function, function.original, scope)
        rng = self.rng
        start = len(self.declared)
        outer = Scope(scope, function, boundary=True)
        names = [self.fresh(outer) for _ in range(function.parameters + function.results)]
        parameters, results = names[: function.parameters], names[function.parameters :]
        outer.own_variables = [name for name in names if rng.random() > 0.1]
        lines = self.body(function, outer, parameters, results)
        function.declared = list(dict.fromkeys(self.declared[start:]))
        comma = "," if parameters and rng.random() < 0.02 else ""
        arrow = " -> " + ", ".join(results) if results else ""
        header = f"function {function.name}({', '.join(parameters)}{comma}){arrow} "
        function.text = header + self.braces(lines)
        return function.text

    def body(
        self, function: Function, outer: Scope, parameters: list[str], results: list[str]
    ) -> list[str]:
        rng = self.rng
        scope = outer.child()
        match function.kind:
            case "tiny":
                outer.own_variables = parameters
                shapes = self.operation(scope, 0), self.operation(scope, 0), self.sample("s", scope)
                return [f"{name} := {rng.choice(shapes)}" for name in results]
            case "constant":
                return [f"{name} := {self.literal()[0]}" for name in results]
            case "halting":
                return [*self.statements(scope, rng.choice((0, 0, 1))), self.sample("halt", scope)]
            case "guard":
                return [self.fill("if {e} {halting}", scope)]
            case "empty":
                return []
            case "wrapper":
                if callees := [f for f in self.callees(scope) if f.results == len(results)]:
                    call = self.call(rng.choice(callees), scope, 0)
                    return [f"{', '.join(results)} := {call}" if results else call]
        lines = self.statements(scope, rng.choice((1, 1, 2, 3, 4, 6)))
        for name in results:
            if rng.random() < 0.7:
                lines.append(f"{name} := {self.sample('e', scope)}")
        return [*lines, "leave"] if rng.random() < 0.1 else lines

    def copy(self, function: Function, original: Function, scope: Scope) -> str:
        """The original's text with other variable names, and at times with other literals."""
        rng = self.rng
        names: dict[str, str] = {}
        for name in original.declared:
            if rng.random() < 0.3 and not scope.taken(name):
                names[name] = name
        for name in original.declared:
            if name not in names:
                taken = {*names.values(), *original.declared}
                names[name] = self.unused(scope, self.bases, taken)
        self.declared += names.values()
        change = rng.random()

        def replace(match: re.Match[str]) -> str:
            word = match[0]
            if word[0].isdigit() and change > 0.7 and rng.random() < 0.5:
                label = match.string[: match.start()].endswith("case ")
                return spell(rng, (int(word, 0) + (change > 0.85 and not label)) & _MAX)
            return names.get(word, word)

        rest = original.text.removeprefix(f"function {original.name}")
        return f"function {function.name}" + _WORD.sub(replace, rest)

    # The whole.

    def code(self, size: int, setters: tuple[str, ...] = ()) -> str:
        """A code block of about `size` lines; `setters` are the immutables that it has to set."""
        rng = self.rng
        self.left = size
        scope = Scope()
        lines = [self.fill(f'setimmutable({{p}}, "{name}", {{e}})', scope) for name in setters]
        if "memoryguard" in self.features:
            guard = f"memoryguard({rng.choice(('0x80', '128', '0x0100', '0xa0'))})"
            lines.append(self.fill(f"let {{new}} := {guard}", scope))
            lines.append(f"mstore(64, {rng.choice((scope.variables[0], guard))})")
        lines += (self.fill("let {new} := {input}", scope) for _ in range(rng.choice((0, 1, 2, 3))))
        lines += self.statements(scope, max(2, round(size * rng.uniform(0.2, 0.5))))
        for function in scope.own_functions:
            while rng.random() < (0.4 if function.calls else 0.8):
                lines.append(self.call_statement(function, scope))
        for variable in rng.sample(scope.variables, min(3, len(scope.variables))):
            store = rng.choice(("sstore({k}, ", "mstore({p}, "))
            lines.append(self.fill(store, scope) + f"{variable})")
        return self.braces(lines)


class _Objects:
    """Writes a tree of objects."""

    def __init__(self, rng: Random, evm_version: str, limit: int, features: set[str]) -> None:
        self.rng = rng
        self.evm_version = evm_version
        self.limit = limit
        self.features = features

    def data(self, name: str) -> str:
        content = self.rng.randbytes(self.rng.choice((0, 1, 5, 40))).hex()
        return f'data "{name}" ' + self.rng.choice((f'hex"{content}"', "'it\\'s \\x00\"'", '""'))

    def object(
        self, name: str, size: int, deployed: bool = False, immutables: tuple[str, ...] = ()
    ) -> tuple[str, list[str]]:
        """The object's text, and the paths of the objects in it, as seen from outside.

        `immutables` are those that its code may load. Of the children at most one loads some, and
        then this object's code sets them, as solc's assembler demands.
        """
        rng = self.rng
        stem = name.removesuffix("_deployed")
        children = rng.sample((f"{stem}_deployed", "B", "Lib_7", "C_deployed", "x.y"), 5)
        children = [child for child in children if child != name][: rng.choice((0, 1, 1, 2))]
        if stem == name and rng.random() < 0.7 and children:
            children[0] = f"{stem}_deployed"
        if size < 10:
            children = []
        below: list[str] = []
        items: list[str] = []
        setters: tuple[str, ...] = ()
        for child in dict.fromkeys(children):
            runtime = child.endswith("_deployed")
            loads: tuple[str, ...] = ()
            if runtime and not deployed and not setters and rng.random() < 0.4:
                setters = loads = rng.choice((("owner",), ("12", "34")))
            text, paths = self.object(child, size // (len(children) + 1), runtime, loads)
            items.append(text)
            below += [child, *(f"{child}.{path}" for path in paths)] if "." not in child else []
        own_data = rng.sample((".metadata", "table", "d 1"), rng.choice((0, 0, 1, 2)))
        items += map(self.data, own_data)
        rng.shuffle(items)
        known = below + [item for item in own_data if "." not in item]
        known += [name] if "." not in name else []
        code = _Code(rng, self.evm_version, self.limit, self.features, known, list(immutables))
        body = code.code(size // (len(children) + 1), setters)
        header = rng.choice(("", "", "", '/// @use-src 0:"a.sol", 1:"b.sol"\n'))
        inside = indent("\n".join([f"code {body}", *items]), "    ")
        return f'{header}object "{name}" {{\n{inside}\n}}', below


def generate(
    seed: int,
    *,
    size: int = 30,
    evm_version: str = "osaka",
    memoryguard: bool = False,
    objects: float = 0.3,
    variables: int = 11,
) -> str:
    """A random program of about `size` lines, valid for the EVM version.

    `memoryguard`: the code calls `memoryguard` and often has more live variables than the stack
    can reach. `objects`: probability of a tree of objects instead of a bare block. `variables`:
    how many variables may be visible at one place, about; with more, solc more often gives up.
    """
    rng = Random(seed)
    chances = {"msize": 0.06, "verbatim": 0.06, "linkersymbol": 0.08, "recursion": 0.2}
    features = {feature for feature, chance in chances.items() if rng.random() < chance}
    variables = rng.choice((variables, variables, variables + 2, variables + 4, 4))
    if memoryguard:
        features.add("memoryguard")
        variables = rng.choice((variables, variables + 5, 2 * variables))
    size = max(2, round(size * rng.choice((0.3, 0.7, 1, 1.5))))
    if rng.random() < objects:
        name = rng.choice(("C_12", "A", "C_12_deployed", "my.object", "Token_345"))
        return _Objects(rng, evm_version, variables, features).object(name, size)[0] + "\n"
    return _Code(rng, evm_version, variables, features, [], []).code(size) + "\n"
