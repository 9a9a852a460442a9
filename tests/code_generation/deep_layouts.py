"""Random programs whose stack is as deep as it may be, most of the time, and is much rearranged.

Every function has some sixteen parameters, return variables and local variables, which it passes
on in another order, copies, assigns and drops, in branches and loops and before the program ends.
"""

from __future__ import annotations

import re
from random import Random

_USES = (
    "sstore(v, v)",
    "mstore(v, add(v, v))",
    "log2(v, v, v, v)",
    "log4(v, v, v, v, v, v)",
    "v := call(v, v, v, v, v, v, v)",
    "v := addmod(v, v, v)",
    "v := v",
    "v := 7",
    "v := sload(v)",
    "v := f(v, v, v, v, v, v)",
    "v, v, v := g(v, v, v, v, v)",
    "h(v, v, v)",
)
_ENDS = ("revert(v, v)", "return(v, 3)", "stop()", "h(v, v, v)", "invalid()", "sstore(v, v)")


def deep_layouts(seed: int) -> str:
    """The program of a seed; it is valid for all EVM versions."""
    rng = Random(seed)
    functions = [_function(rng, "f", 6, 1), _function(rng, "g", 5, 3), _function(rng, "h", 3, 0)]
    main = _body(rng, [], rng.randint(10, 17))
    return "\n".join(["{", "{", *main, "}", *functions, "}"])


def _function(rng: Random, name: str, parameters: int, returns: int) -> str:
    given = [f"{name}p{index}" for index in range(parameters)]
    results = [f"{name}r{index}" for index in range(returns)]
    arrow = f" -> {', '.join(results)}" if results else ""
    count = rng.randint(0, 15 - parameters - returns)
    body = _body(rng, given + results, count, name)
    if name == "h" and rng.random() < 0.5:
        body.append(_fill(rng, rng.choice(_ENDS[:3]), given))
    return "\n".join([f"function {name}({', '.join(given)}){arrow} {{", *body, "}"])


def _body(rng: Random, names: list[str], count: int, prefix: str = "v") -> list[str]:
    """Statements with these variables and `count` more."""
    names = list(names)
    lines: list[str] = []
    for index in range(count):
        lines.append(f"let {prefix}{index} := sload({index})")
        names.append(f"{prefix}{index}")
    for _ in range(rng.randint(2, 8)):
        lines.append(_statement(rng, names, 2))
    left = rng.sample(names, rng.randint(0, len(names)))
    lines += [f"sstore({name}, {index})" for index, name in enumerate(left)]
    return lines


def _statement(rng: Random, names: list[str], depth: int) -> str:
    kind = rng.random()
    if depth == 0 or kind < 0.7:
        return _fill(rng, rng.choice(_USES), names)
    inner = " ".join(_statement(rng, names, depth - 1) for _ in range(rng.randint(0, 3)))
    if rng.random() < 0.4:
        inner += " " + _fill(rng, rng.choice(_ENDS), names)
    condition = rng.choice(names)
    if kind < 0.85:
        return f"if {condition} {{ {inner} }}"
    if kind < 0.93:
        other = _statement(rng, names, depth - 1)
        return f"switch {condition} case 1 {{ {inner} }} default {{ {other} }}"
    return f"for {{ }} {condition} {{ {rng.choice(names)} := {rng.choice(names)} }} {{ {inner} }}"


def _fill(rng: Random, template: str, names: list[str]) -> str:
    """The template with variables in the place of `v`; those that are assigned are different."""
    targets, separator, value = template.rpartition(" := ")
    assigned = rng.sample(names, targets.count("v"))
    return ", ".join(assigned) + separator + re.sub(r"\bv\b", lambda _: rng.choice(names), value)
