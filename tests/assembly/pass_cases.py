"""Short pieces of assembly before and after each pass."""

from __future__ import annotations

from dataclasses import dataclass

from tests.assembly.passes import context, run_pass
from yulopt.assembly.optimizer import (
    BlockDeduplicator,
    CommonSubexpressionEliminator,
    ConstantOptimizer,
    Inliner,
    JumpdestRemover,
    PeepholeOptimizer,
)

_PASSES = {
    type(used).__name__: used
    for used in (
        BlockDeduplicator(),
        CommonSubexpressionEliminator(),
        ConstantOptimizer(),
        Inliner(),
        JumpdestRemover(),
        PeepholeOptimizer(),
    )
}


@dataclass(frozen=True)
class Case:
    """Items before and after a pass; `same` are unchanged ones."""

    used: str
    before: str
    after: str
    evm_version: str = "osaka"
    runs: int = 200
    is_creation: bool = False

    def outcome(self) -> str:
        """The items after the pass."""
        settings = context(
            evm_version=self.evm_version, runs=self.runs, is_creation=self.is_creation
        )
        return run_pass(_PASSES[self.used], self.before, settings)


def _calls(body: str, count: int = 2, *, inlined: bool = False) -> str:
    """Calls of a function with this body."""
    jump = f"{body} jump" if inlined else "@f jump[call]"
    parts = [f"@r{index} {jump} r{index}:" for index in range(count)]
    return f"{' '.join(parts)} stop f: {body} jump[return]"


def _called(body: str, *, inlined: bool, runs: int = 200, is_creation: bool = False) -> Case:
    """Two calls, which are inlined or not."""
    after = _calls(body, inlined=True) if inlined else "same"
    return Case("Inliner", _calls(body), after, runs=runs, is_creation=is_creation)


def _times(word: str, count: int) -> str:
    return " ".join([word] * count)


def _values(count: int) -> str:
    """Instructions that give different values."""
    words = """address origin caller callvalue calldatasize codesize gasprice returndatasize
    coinbase timestamp number prevrandao gaslimit chainid basefee blobbasefee"""
    return " ".join(words.split()[:count])


JUMPDESTS = (
    Case("JumpdestRemover", "a: @b jump b: @b jump c:", "@b jump b: @b jump"),
    Case("JumpdestRemover", "@a jump a:", "same"),
)

INLINER = (
    _called("caller add swap1", inlined=True),
    # Two copies are 16 * 2 * size; two calls are 24 * 2 for each run and 16 * (8 * 2 + 2 + size).
    # The number of runs counts although creation code runs once.
    _called(_times("iszero", 17), inlined=True, runs=0, is_creation=True),
    _called(_times("iszero", 18), inlined=False, runs=0, is_creation=True),
    _called(_times("iszero", 20), inlined=True, runs=1, is_creation=True),
    _called(_times("iszero", 21), inlined=False, runs=1, is_creation=True),
    # The contents of a block.
    _called("1 sload sstore", inlined=True),
    _called("1 mload mstore", inlined=True),
    _called("1 tload pop", inlined=True),
    _called("gas", inlined=False),
    _called("1 2 3 addmod", inlined=False),
    _called("1 2 mstore8", inlined=False),
    _called("1 @g jumpi g:", inlined=False),
    _called("@f", inlined=False),
    # Short blocks after an ordinary jump, or which end the execution.
    Case("Inliner", "@a jump b: stop a: 0 dup1 revert", "0 dup1 revert b: stop a: 0 dup1 revert"),
    Case("Inliner", "@a jump b: stop a: 1 2 revert", "same"),
    Case("Inliner", "@a jump b: gas stop a: @b jump", "@b jump b: gas stop a: @b jump"),
    Case("Inliner", "@a jump[call] b: gas stop a: @b jump", "same"),
    Case("Inliner", "@a jump[call] a: 0 dup1 revert", "0 dup1 revert a: 0 dup1 revert"),
    Case("Inliner", "@a jumpi a: 0 dup1 revert", "same"),
    # Three copies are too dear; two would not be, but none is made.
    Case("Inliner", _calls(_times("iszero", 13), 3), "same", runs=0, is_creation=True),
)

PEEPHOLE = (
    # Pure pushes are removed if popped.
    Case("PeepholeOptimizer", "1 pop gas", "gas"),
    Case("PeepholeOptimizer", "@a pop a: gas", "a: gas"),
    Case("PeepholeOptimizer", "dup3 pop gas", "gas"),
    # Neither is what only computes; its arguments are popped.
    Case("PeepholeOptimizer", "caller pop gas", "gas"),
    Case("PeepholeOptimizer", "add pop gas", "pop pop gas"),
    Case("PeepholeOptimizer", "sload pop gas", "pop gas"),
    Case("PeepholeOptimizer", "mload pop gas", "same"),
    Case("PeepholeOptimizer", "keccak256 pop gas", "same"),
    Case("PeepholeOptimizer", "swap1 pop gas", "same"),
    # Nor what is computed just before the end.
    Case("PeepholeOptimizer", "1 stop", "stop"),
    Case("PeepholeOptimizer", "add pop pop stop", "stop"),
    Case("PeepholeOptimizer", "mload stop", "same"),
    Case("PeepholeOptimizer", "@a stop a: gas", "same"),
    Case("PeepholeOptimizer", "caller 1 2 return", "1 2 return"),
    Case("PeepholeOptimizer", "swap2 1 dup1 revert", "1 dup1 revert"),
    Case("PeepholeOptimizer", "1 2 dup1 revert", "2 dup1 revert"),
    Case("PeepholeOptimizer", "caller 1 dup2 return", "same"),
    Case("PeepholeOptimizer", "mstore 1 2 return", "same"),
    # Pairs.
    Case("PeepholeOptimizer", "5 5 sstore", "5 dup1 sstore"),
    Case("PeepholeOptimizer", "0 0 sstore 1 pop gas", "0 0 sstore gas"),
    Case("PeepholeOptimizer", "swap2 swap2 gas", "gas"),
    Case("PeepholeOptimizer", "swap2 swap3 gas", "same"),
    Case("PeepholeOptimizer", "swap1 add gas", "add gas"),
    Case("PeepholeOptimizer", "swap1 sub gas", "same"),
    Case("PeepholeOptimizer", "swap1 lt gas", "gt gas"),
    Case("PeepholeOptimizer", "swap1 gt gas", "lt gas"),
    Case("PeepholeOptimizer", "swap1 slt gas", "sgt gas"),
    Case("PeepholeOptimizer", "swap1 sgt gas", "slt gas"),
    Case("PeepholeOptimizer", "dup2 swap2 gas", "dup2 gas"),
    Case("PeepholeOptimizer", "dup2 swap1 gas", "same"),
    # Conditions and jumps.
    Case("PeepholeOptimizer", "iszero iszero @a jumpi gas a: gas", "@a jumpi gas a: gas"),
    Case("PeepholeOptimizer", "iszero iszero jumpi gas", "same"),
    Case("PeepholeOptimizer", "eq iszero @a jumpi gas a: gas", "sub @a jumpi gas a: gas"),
    Case(
        "PeepholeOptimizer",
        "caller @a jumpi @b jump a: gas b: gas",
        "caller iszero @b jumpi a: gas b: gas",
    ),
    Case(
        "PeepholeOptimizer",
        "caller @a jumpi @b jump b: gas a: gas",
        "caller @a jumpi b: gas a: gas",
    ),
    Case("PeepholeOptimizer", "gas @a jump a: gas", "gas a: gas"),
    Case("PeepholeOptimizer", "log0 @a jumpi a: gas", "log0 pop a: gas"),
    # Unreachable code.
    Case("PeepholeOptimizer", "stop add pop a: gas", "stop a: gas"),
    Case("PeepholeOptimizer", "jump add sub", "jump"),
    Case("PeepholeOptimizer", "jump a: gas", "same"),
    # Equal ends, if they are not the whole of the first block.
    Case("PeepholeOptimizer", "log0 1 2 return a: 1 2 return", "log0 a: 1 2 return"),
    Case(
        "PeepholeOptimizer",
        "log0 caller selfdestruct a: caller selfdestruct",
        "log0 a: caller selfdestruct",
    ),
    Case("PeepholeOptimizer", "gas invalid a: invalid", "gas a: invalid"),
    Case("PeepholeOptimizer", "a: 1 2 return b: 1 2 return", "same"),
    Case("PeepholeOptimizer", "log0 1 2 return a: 1 3 return", "same"),
    Case("PeepholeOptimizer", "gas 1 2 mstore a: 1 2 mstore", "same"),
    # Masks that change nothing.
    Case("PeepholeOptimizer", "@a 0xffffffff and a: gas", "@a a: gas"),
    Case("PeepholeOptimizer", "0x7ffffffff @a and a: gas", "@a a: gas"),
    Case("PeepholeOptimizer", "@a 0xfffffffe and a: gas", "same"),
    Case("PeepholeOptimizer", "@a 0xff and a: gas", "same"),
    Case("PeepholeOptimizer", "0 not and gas", "gas"),
    # Zero is copied where it has no instruction of its own.
    Case("PeepholeOptimizer", "0 0 sstore", "0 dup1 sstore", "paris"),
    # A run that does not pay is forgotten: three POPs are longer than what they replace, unless
    # another rule makes up for them.
    Case("PeepholeOptimizer", "addmod pop gas", "same"),
    Case("PeepholeOptimizer", "addmod pop 1 pop gas", "pop pop pop gas"),
    # Rules look at the input only.
    Case("PeepholeOptimizer", "1 dup1 pop add pop gas", "pop gas"),
    Case("PeepholeOptimizer", "dup1 swap1 swap1 gas", "dup1 gas"),
)

DEDUPLICATOR = (
    # A reference to the own label is equal.
    Case(
        "BlockDeduplicator",
        "@a jumpi @b jumpi stop a: dup1 @a jumpi stop b: dup1 @b jumpi stop",
        "@a jumpi @a jumpi stop a: dup1 @a jumpi stop b: dup1 @a jumpi stop",
    ),
    # Blocks run through labels to the next end, and no farther.
    Case(
        "BlockDeduplicator",
        "@a jumpi @b jumpi stop a: gas c: gas stop b: gas gas stop",
        "@a jumpi @a jumpi stop a: gas c: gas stop b: gas gas stop",
    ),
    Case(
        "BlockDeduplicator",
        "@a jumpi @b jumpi stop a: gas jump caller b: gas jump",
        "@a jumpi @a jumpi stop a: gas jump caller b: gas jump",
    ),
    # Long blocks that begin in the same way differ.
    Case(
        "BlockDeduplicator",
        f"@a jumpi @b jumpi stop a: {_times('gas', 9)} stop b: {_times('gas', 9)} invalid",
        "same",
    ),
    # Blocks that become equal are found, too.
    Case(
        "BlockDeduplicator",
        "@a jumpi @b jumpi stop a: @c jump b: @d jump c: gas stop d: gas stop",
        "@a jumpi @a jumpi stop a: @c jump b: @c jump c: gas stop d: gas stop",
    ),
    # The kind of a jump does not matter.
    Case(
        "BlockDeduplicator",
        "@a jumpi @b jumpi stop a: jump[return] b: jump",
        "@a jumpi @a jumpi stop a: jump[return] b: jump",
    ),
)

_MINUS_5 = hex(2**256 - 5)

CSE = (
    # Rules simplify what is computed, whatever the EVM version.
    Case("CommonSubexpressionEliminator", "1 2 add stop", "3 stop"),
    Case("CommonSubexpressionEliminator", "0 add stop", "stop"),
    Case("CommonSubexpressionEliminator", "dup1 sub dup1 add stop", "pop 0 stop"),
    Case("CommonSubexpressionEliminator", "8 mul 0 add stop", "8 mul stop"),
    Case("CommonSubexpressionEliminator", "caller caller sub stop", "0 stop"),
    # Commutative arguments have one order.
    Case(
        "CommonSubexpressionEliminator", "caller address add address caller add sub stop", "0 stop"
    ),
    Case("CommonSubexpressionEliminator", "caller address sub address caller sub stop", "same"),
    # Loads of what is known, and stores that are overwritten.
    Case(
        "CommonSubexpressionEliminator",
        "7 0 sstore 0 sload 0 sload add stop",
        "7 0 sstore 0xe stop",
    ),
    Case("CommonSubexpressionEliminator", "7 0 sstore 8 0 sstore stop", "8 0 sstore stop"),
    Case("CommonSubexpressionEliminator", "7 0 sstore 7 0 sstore stop", "7 0 sstore stop"),
    Case("CommonSubexpressionEliminator", "0 sload 0 sstore stop", "stop"),
    # Words of memory may overlap, slots of storage may not.
    Case(
        "CommonSubexpressionEliminator",
        "7 0 mstore 8 0x20 mstore 0 mload 1 add stop",
        "7 0 mstore 8 0x20 dup2 swap1 mstore stop",
    ),
    Case("CommonSubexpressionEliminator", "7 0 mstore 8 0x1f mstore 0 mload 1 add stop", "same"),
    Case(
        "CommonSubexpressionEliminator",
        "7 0 sstore 8 1 sstore 0 sload 0 sload add stop",
        "7 0 sstore 8 1 sstore 0xe stop",
    ),
    # Storing what another slot has keeps what is known of this slot.
    Case(
        "CommonSubexpressionEliminator",
        "7 caller sstore 7 address sstore caller sload 1 add stop",
        "7 caller dup2 swap1 sstore address sstore 8 stop",
    ),
    # Differences between slots are classes that were found before others. So are the answers to
    # whether they are zero.
    Case(
        "CommonSubexpressionEliminator",
        f"7 0 sstore 8 5 sstore caller {_MINUS_5} and 0 add stop",
        f"7 0 sstore 8 5 sstore caller {_MINUS_5} and stop",
    ),
    Case(
        "CommonSubexpressionEliminator",
        "7 0 sstore 8 0 sstore caller 1 and stop",
        "8 0 sstore caller 1 and stop",
    ),
    # Hashes of known memory are computed.
    Case("CommonSubexpressionEliminator", "0 0 keccak256 pop 3 3 add stop", "6 stop"),
    # Unneeded values are not computed.
    Case("CommonSubexpressionEliminator", "caller sload pop stop", "stop"),
    # Ends of blocks that are known.
    Case("CommonSubexpressionEliminator", "1 @a jumpi stop a: stop", "@a jump stop a: stop"),
    Case("CommonSubexpressionEliminator", "0 @a jumpi stop a: stop", "stop a: stop"),
    Case("CommonSubexpressionEliminator", "0 8 return", "stop"),
    # The same state twice.
    Case("CommonSubexpressionEliminator", "swap1 swap1 stop", "stop"),
    Case("CommonSubexpressionEliminator", "swap2 swap1 swap2 swap1 swap2 swap1 stop", "stop"),
    # Of instructions that are not deterministic, each gives another value.
    Case("CommonSubexpressionEliminator", "selfbalance selfbalance sub stop", "same"),
    # A load waits for the stores before it that may change what it reads, and only for these.
    Case(
        "CommonSubexpressionEliminator",
        "1 dup2 sstore dup2 sload 0 add stop",
        "1 dup2 sstore dup2 sload stop",
    ),
    Case(
        "CommonSubexpressionEliminator",
        "1 dup2 sstore dup2 sload 2 dup3 sstore 0 add stop",
        "1 dup2 sstore dup2 sload 2 dup3 sstore stop",
    ),
    Case("CommonSubexpressionEliminator", "7 0x1f mstore 8 0 mstore 0x1f mload 1 add stop", "same"),
    # Values unneeded at the end are dropped there.
    Case("CommonSubexpressionEliminator", "1 pop pop stop", "pop stop"),
    # Only fewer items count.
    Case("CommonSubexpressionEliminator", "0 0 sstore stop", "same"),
    # A constant is copied from below, as far as DUP reaches.
    Case(
        "CommonSubexpressionEliminator",
        f"5 {_values(15)} 5 2 3 add pop stop",
        f"5 {_values(15)} dup16 stop",
    ),
    Case("CommonSubexpressionEliminator", f"5 {_values(16)} 5 2 3 add pop stop", "same"),
)

_ALL_ONES = "0x" + "f" * 40

CONSTANTS = (
    Case("ConstantOptimizer", "0xffff", "same"),
    Case("ConstantOptimizer", "0xffffffffffffffff", "same"),
    Case("ConstantOptimizer", "0xff00000000000000000000000000000000", "0xff 0x80 shl"),
    Case("ConstantOptimizer", f"0x{'f' * 62}00", "0xff not"),
    Case("ConstantOptimizer", _ALL_ONES, "1 1 0xa0 shl sub"),
    Case("ConstantOptimizer", _ALL_ONES, "same", runs=1000000),
    Case(
        "ConstantOptimizer",
        "0xffffffffffffffffffffffffffffffff",
        "1 0x80 2 exp sub",
        "byzantium",
        is_creation=True,
    ),
)
