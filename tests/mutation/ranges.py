"""Mutants of the analysis of known bits and ranges, and of the step that uses it."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant

_PROGRAMS: Final = "steps/test_range_simplifier::test_"
_MISTAKES: Final = f"{_PROGRAMS}adversarial_programs"
_FLOW: Final = "steps/test_range_simplifier_flow::test_"
_LOOPS: Final = f"{_FLOW}adversarial_loops"
_FUNCTIONS: Final = f"{_FLOW}adversarial_functions"


def _transfer(broken: str, old: str, new: str, caught_by: str) -> SuiteMutant:
    return SuiteMutant(
        "yulopt.domains.transfer", broken, old, new, f"domains/test_transfer::test_{caught_by}"
    )


def _backward(broken: str, old: str, new: str) -> SuiteMutant:
    return SuiteMutant(
        "yulopt.domains.backward_transfer", broken, old, new, "domains/test_backward::test_binary"
    )


def _values(broken: str, old: str, new: str) -> SuiteMutant:
    return SuiteMutant(
        "yulopt.domains.words", broken, old, new, "domains/test_transfer::test_the_lattice"
    )


def _program(module: str, broken: str, old: str, new: str, caught_by: str) -> SuiteMutant:
    return SuiteMutant(f"yulopt.{module}", broken, old, new, caught_by)


RANGES: Final = (
    _values(
        "either is both",
        "            one.ones & other.ones,\n            one.possible | other.possible,",
        "            one.ones | other.ones,\n            one.possible & other.possible,",
    ),
    _values(
        "signed bounds of negative numbers are those of the words",
        "low = max(low, least - self.limit)",
        "low = max(low, least)",
    ),
    _values(
        "the highest bit in which the bounds differ is known",
        "free = (1 << (least ^ most).bit_length()) - 1",
        "free = (1 << (least ^ most).bit_length()) // 2",
    ),
    _transfer(
        "a sum wraps around at one bound only",
        "    if turns == most >> words.bits:\n",
        "    if turns == 0:\n",
        "binary",
    ),
    _transfer(
        "bits that may be set are not set in what is subtracted",
        "inverted_ones = words.mask ^ other.possible",
        "inverted_ones = words.mask ^ other.ones",
        "binary",
    ),
    _transfer(
        "products do not wrap around",
        "    if most > words.mask:\n        least, most = 0, words.mask\n    products",
        "    if most > words.mask:\n        most = words.mask\n    products",
        "binary",
    ),
    _transfer(
        "a quotient is no less than without zero as a divisor",
        "least = dividend.least // divisor.most if divisor.least else 0",
        "least = dividend.least // divisor.most",
        "binary",
    ),
    _transfer(
        "remainders of negative numbers are not below zero",
        "words.signed_interval(min(dividend.low, 0), max(dividend.high, 0))",
        "words.signed_interval(0, max(dividend.high, 0))",
        "binary",
    ),
    _transfer(
        "zero to the power of zero is zero",
        "most = max(base.most**exponent.most, 1)",
        "most = base.most**exponent.most if base.most else 0",
        "binary",
    ),
    _transfer(
        "a sign is always zero",
        "    if values.ones & sign:\n        ones |= above\n"
        "    if values.possible & sign:\n        possible |= above\n",
        "",
        "binary",
    ),
    _transfer(
        "comparisons with a sign are those without",
        "if one.high < other.low:",
        "if one.most < other.least:",
        "binary",
    ),
    _transfer(
        "bytes are counted from the lowest",
        "words.constant((count - 1 - position) * words.byte_bits)",
        "words.constant(position * words.byte_bits)",
        "binary",
    ),
    _transfer(
        "a sum with a modulus of its own size stays",
        "if one.most + other.most < modulus.least:",
        "if one.most + other.most <= modulus.least:",
        "ternary",
    ),
    _backward(
        "what is less may be the same",
        "words.interval(0, other.most - 1) if other.most else None",
        "words.interval(0, max(other.most - 2, 0)) if other.most else None",
    ),
    _backward(
        "what is not less is more",
        "words.interval(other.least, words.mask) if index == 0",
        "words.interval(min(other.least + 1, words.mask), words.mask) if index == 0",
    ),
    _backward(
        "what is not the same is below",
        "least, most = one.least + (one.least == word), one.most - (one.most == word)",
        "least, most = one.least + (one.least == word), one.most - 1",
    ),
    _backward(
        "no bit that an and clears was set",
        "cleared = operands[1 - index].ones & ~result.possible",
        "cleared = ~result.possible",
    ),
    _backward(
        "nothing has been shifted out to the right",
        "most = min(result.most << shift | low_bits, words.mask)",
        "most = min(result.most << shift, words.mask)",
    ),
    _backward(
        "nothing has been shifted out to the left",
        "possible = result.possible >> shift | words.mask & ~(words.mask >> shift)",
        "possible = result.possible >> shift",
    ),
    _program(
        "domains.facts",
        "what one branch knows is known after both",
        "joined = None if known is None or joined is None else self.words.join(joined, known)",
        "joined = joined if known is None or joined is None else self.words.join(joined, known)",
        _MISTAKES,
    ),
    _program(
        "domains.facts",
        "variables keep their values of the first branch",
        "                self.set_variable(name, one_of[numbers])",
        "                self.set_variable(name, numbers[0])",
        _MISTAKES,
    ),
    _program(
        "domains.identities",
        "a mask need not have all bits",
        "if known[index].possible & ~known[1 - index].ones == 0:",
        "if known[index].most <= known[1 - index].most:",
        _MISTAKES,
    ),
    _program(
        "domains.identities",
        "products always fit",
        "return facts.values_of(one).most * facts.values_of(other).most <= facts.words.mask",
        "return one >= 0 and other >= 0",
        _MISTAKES,
    ),
    _program(
        "steps.range_simplifier",
        "what may be zero is a condition that holds",
        "not (values.least == 0 and values.most > 0)",
        "not values.most > 1",
        _MISTAKES,
    ),
    _program(
        "domains.identities",
        "constants are all that sums differ by",
        "    if base == other_base:\n",
        "    if base >= 0:\n",
        _MISTAKES,
    ),
    _program(
        "domains.identities",
        "a difference is what was added, whatever is subtracted",
        'if name == "add" and operands[1] in parts:',
        'if name == "add":',
        _MISTAKES,
    ),
    _program(
        "domains.environment",
        "nothing is reserved above a memory guard",
        "min(size.most + _MAX_RESERVED, words.mask)",
        "min(size.most, words.mask)",
        f"{_PROGRAMS}the_range_of_a_memory_guard",
    ),
    _program(
        "domains.evaluation",
        "all memory guards give the same",
        "number = facts.node(call.name, operands)\n            facts.require(number, guarded(",
        "number = facts.node(call.name, ())\n            facts.require(number, guarded(",
        f"{_PROGRAMS}a_memory_guard_gives_the_same_each_time",
    ),
    _program(
        "domains.identities",
        "what is not zero is a truth value",
        'name == "iszero" and facts.values_of(negated[0]).is_boolean else None',
        'name == "iszero" else None',
        _MISTAKES,
    ),
    _program(
        "domains.identities",
        "nothing goes out to the left",
        "return parts[1] if most <= facts.words.mask else None",
        "return parts[1] if most else None",
        _MISTAKES,
    ),
    _program(
        "domains.walk",
        "after a loop its condition does not hold, even if it was left",
        "        if self._breaks:\n",
        "        if not facts.is_reachable:\n",
        _LOOPS,
    ),
    _program(
        "domains.walk",
        "what is known at the end of a body is known after every continue",
        "            facts.rollback(mark)\n            facts.is_reachable = True\n"
        "            self._join_states(ends)\n        if facts.is_reachable:\n",
        "            facts.is_reachable = True\n"
        "            self._join_states(ends)\n        if facts.is_reachable:\n",
        _LOOPS,
    ),
    _program(
        "domains.walk",
        "one iteration is enough",
        "        else:\n            head = [self.words.any] * len(head)\n"
        "        self.is_final = is_final",
        "        self.is_final = is_final",
        _LOOPS,
    ),
    _program(
        "domains.walk",
        "a loop assigns nothing in its post block",
        "assignments_in_order(loop.body, loop.post)",
        "assignments_in_order(loop.body)",
        _LOOPS,
    ),
    _program(
        "domains.evaluation",
        "the last call of a function tells its arguments",
        "values if known is None else list(map(self.words.join, known, values))",
        "values",
        _FUNCTIONS,
    ),
    _program(
        "domains.walk",
        "a function returns at its end only",
        "        elif isinstance(statement, Leave):\n            self._leave()\n",
        "        elif isinstance(statement, Leave):\n            self.facts.is_reachable = False\n",
        _FUNCTIONS,
    ),
    _program(
        "domains.walk",
        "an argument is what its parameter is at the end",
        "parameters = [facts.values_of(number) for number in self.parameters]",
        "parameters = [\n                facts.values_of(facts.variable(name))\n"
        "                for name in self.function.parameters\n            ]",
        _FUNCTIONS,
    ),
    _program(
        "domains.walk",
        "recursive functions know what they are called with from outside",
        "known = [] if is_recursive else self.at_calls.get(name, [])",
        "known = self.at_calls.get(name, [])",
        _FUNCTIONS,
    ),
    _program(
        "steps.range_simplifier",
        "what a constant is computed from has no effects",
        "if value.word is not None and self._is_removable(call):",
        "if value.word is not None:",
        f"{_PROGRAMS}effects_stay",
    ),
    _program(
        "steps.range_simplifier",
        "a variable keeps the value that it had",
        "if holder in self._visible and self.facts.variable(holder) == same:",
        "if holder in self._visible:",
        f"{_PROGRAMS}variables_of_other_values_stay",
    ),
    _program(
        "steps.range_simplifier",
        "no switch falls through",
        "elif not reached[-1]:",
        "else:",
        f"{_FLOW}switches_that_can_fall_through_stay",
    ),
    _program(
        "domains.walk",
        "cases are reached if their code ends",
        "reached.append(facts.is_reachable)\n            if case",
        "reached.append(facts.is_reachable or case is None)\n            if case",
        f"{_FLOW}switches_that_cover_all_values_have_a_default",
    ),
    _program(
        "steps.range_simplifier",
        "variables are visible after their block",
        "del self._visible[self._scopes.pop() :]",
        "self._scopes.pop()",
        f"{_PROGRAMS}variables_of_other_values_stay",
    ),
    _program(
        "gas.literals",
        "constants cost nothing",
        "return literal if self._cost(literal) <= self._cost(call) else None",
        "return literal",
        f"{_PROGRAMS}a_large_constant_is_not_written_for_a_small_expression",
    ),
)
