"""Pure builtins of the EVM in LLVM IR.

`INSTRUCTIONS`: those that map to one instruction. All others are functions, with their bodies in
`FUNCTIONS`; cases that are undefined or poison in LLVM (division by zero, wide shifts) get the
EVM's results.

Source: Ethereum Yellow Paper, appendix H; LLVM Language Reference Manual; chapter 08, section 9.1
of the specification.
"""

from __future__ import annotations

from typing import Final

INSTRUCTIONS: Final = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "and": "and",
    "or": "or",
    "xor": "xor",
}

_COMPARISON: Final = """\
  %bit = icmp {condition} i256 %a, %b
  %result = zext i1 %bit to i256
  ret i256 %result
"""

# A divisor of zero is replaced by one, and then the result by zero.
_DIVISION: Final = """\
  %zero = icmp eq i256 %b, 0
  %divisor = select i1 %zero, i256 1, i256 %b
  %quotient = {operation} i256 %a, %divisor
  %result = select i1 %zero, i256 0, i256 %quotient
  ret i256 %result
"""

# The one signed division that overflows, -2**255 / -1, gives -2**255, as if divided by one.
_SIGNED_DIVISION: Final = """\
  %zero = icmp eq i256 %b, 0
  %minus_one = icmp eq i256 %b, -1
  %least = icmp eq i256 %a, shl (i256 1, i256 255)
  %overflow = and i1 %minus_one, %least
  %special = or i1 %zero, %overflow
  %divisor = select i1 %special, i256 1, i256 %b
  %quotient = {operation} i256 %a, %divisor
  %result = select i1 %zero, i256 0, i256 %quotient
  ret i256 %result
""".replace("shl (i256 1, i256 255)", str(-(1 << 255)))

_SHIFT: Final = """\
  %inside = icmp ult i256 %a, 256
  %amount = select i1 %inside, i256 %a, i256 0
  %shifted = {operation} i256 %b, %amount
  %result = select i1 %inside, i256 %shifted, i256 0
  ret i256 %result
"""

_WIDE: Final = """\
  %zero = icmp eq i256 %n, 0
  %modulus = select i1 %zero, i256 1, i256 %n
  %wide_a = zext i256 %a to i512
  %wide_b = zext i256 %b to i512
  %wide_modulus = zext i256 %modulus to i512
  %wide = {operation} i512 %wide_a, %wide_b
  %rest = urem i512 %wide, %wide_modulus
  %result = trunc i512 %rest to i256
  ret i256 %result
"""

# The parameters of each function, and its body.
FUNCTIONS: Final[dict[str, tuple[str, str]]] = {
    "not": ("a", "  %result = xor i256 %a, -1\n  ret i256 %result\n"),
    "iszero": (
        "a",
        "  %bit = icmp eq i256 %a, 0\n  %result = zext i1 %bit to i256\n  ret i256 %result\n",
    ),
    "lt": ("a b", _COMPARISON.format(condition="ult")),
    "gt": ("a b", _COMPARISON.format(condition="ugt")),
    "slt": ("a b", _COMPARISON.format(condition="slt")),
    "sgt": ("a b", _COMPARISON.format(condition="sgt")),
    "eq": ("a b", _COMPARISON.format(condition="eq")),
    "div": ("a b", _DIVISION.format(operation="udiv")),
    "mod": ("a b", _DIVISION.format(operation="urem")),
    "sdiv": ("a b", _SIGNED_DIVISION.format(operation="sdiv")),
    # The remainder of a division by one is zero, as required.
    "smod": ("a b", _SIGNED_DIVISION.format(operation="srem")),
    "shl": ("a b", _SHIFT.format(operation="shl")),
    "shr": ("a b", _SHIFT.format(operation="lshr")),
    "sar": (
        "a b",
        """\
  %inside = icmp ult i256 %a, 256
  %amount = select i1 %inside, i256 %a, i256 255
  %result = ashr i256 %b, %amount
  ret i256 %result
""",
    ),
    "byte": (
        "a b",
        """\
  %inside = icmp ult i256 %a, 32
  %index = select i1 %inside, i256 %a, i256 31
  %from_right = sub i256 31, %index
  %amount = shl i256 %from_right, 3
  %shifted = lshr i256 %b, %amount
  %octet = and i256 %shifted, 255
  %result = select i1 %inside, i256 %octet, i256 0
  ret i256 %result
""",
    ),
    "signextend": (
        "a b",
        """\
  %inside = icmp ult i256 %a, 31
  %index = select i1 %inside, i256 %a, i256 31
  %from_left = sub i256 31, %index
  %amount = shl i256 %from_left, 3
  %left = shl i256 %b, %amount
  %result = ashr i256 %left, %amount
  ret i256 %result
""",
    ),
    "addmod": ("a b n", _WIDE.format(operation="add")),
    "mulmod": ("a b n", _WIDE.format(operation="mul")),
    "exp": (
        "a b",
        """\
  br label %head
head:
  %base = phi i256 [ %a, %entry ], [ %square, %body ]
  %exponent = phi i256 [ %b, %entry ], [ %half, %body ]
  %product = phi i256 [ 1, %entry ], [ %next, %body ]
  %done = icmp eq i256 %exponent, 0
  br i1 %done, label %end, label %body
body:
  %bit = and i256 %exponent, 1
  %odd = icmp eq i256 %bit, 1
  %factor = select i1 %odd, i256 %base, i256 1
  %next = mul i256 %product, %factor
  %square = mul i256 %base, %base
  %half = lshr i256 %exponent, 1
  br label %head
end:
  ret i256 %product
""",
    ),
    "clz": (
        "a",
        """\
  %result = call i256 @llvm.ctlz.i256(i256 %a, i1 false)
  ret i256 %result
""",
    ),
}

# Declarations that some of these functions need.
DECLARATIONS: Final = {"clz": "declare i256 @llvm.ctlz.i256(i256, i1)"}


def definition(name: str) -> str:
    """The function for a builtin in `FUNCTIONS`."""
    parameters, body = FUNCTIONS[name]
    list_ = ", ".join(f"i256 %{parameter}" for parameter in parameters.split())
    return f"define internal i256 @yul.{name}({list_}) {{\nentry:\n{body}}}\n"
