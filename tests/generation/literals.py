"""Random literals: numbers that steps treat specially, in all the ways to write them."""

from __future__ import annotations

from random import Random

MAX = (1 << 256) - 1

# Parts of string literals, as written and as bytes.
PIECES = (
    *(("a", b"a"), ("Hello, ", b"Hello, "), ("\\n", b"\n"), ("\\t", b"\t"), ("\\r", b"\r")),
    *(('\\"', b'"'), ("\\'", b"'"), ("\\\\", b"\\"), ("\\x00", b"\0"), ("\\xfF", b"\xff")),
    *(("\\u00e9", b"\xc3\xa9"), ("\\u20ac", b"\xe2\x82\xac"), ("{//}", b"{//}"), ("0", b"0")),
)


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


def number(rng: Random) -> int:
    """A number of the kind that matters to the optimiser."""
    bits = rng.choice((rng.randint(1, 256), 8 * rng.randint(1, 32), 160))
    power = 1 << bits
    shapes = (
        (0.55, rng.choice((0, 0, 1, 1, 2, 3, 4, 31, 32, 64, 255, 256, rng.randint(0, 300)))),
        (0.65, power + rng.choice((-1, 0, 0, 1))),
        (0.75, power - 1),
        (0.80, MAX - (power - 1)),
        (0.85, (power - 1) << (8 * rng.randint(0, 31))),
        (0.90, rng.getrandbits(32) << 224),
        (0.94, MAX - rng.randint(0, 300)),
        (1.00, rng.getrandbits(bits)),
    )
    shape = rng.random()
    return next(value for bound, value in shapes if shape < bound) & MAX


def literal(rng: Random) -> tuple[str, int]:
    """A literal and its value."""
    kind = rng.random()
    if kind < 0.88:
        value = number(rng)
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
