"""Rules of e-graphs: each is proven and tried before it may enter, and what is sent to the library
means what the rule says.

`python -m tests.egraph.rule_campaign` tries every rule with more words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
import z3

from tests.egraph.samples import assignments, number_variables, random_terms, some_word
from tests.proofs.prover import Outcome, prove, prove_at
from tests.slices import every_nth, seeds
from yulopt.dialect import EvmVersion, dialect_for
from yulopt.egraph.export import ARGUMENT, ENode, Export
from yulopt.egraph.rules import (
    COMMUTATIVITY,
    associative_rules,
    further_rules,
    in_useful_orders,
    optir_rules,
    rule_text,
    rules_of_version,
)
from yulopt.egraph.saturation import Limits, Session, pure_operations, saturate, yul_session
from yulopt.egraph.tree_costs import Form, TreeCosts
from yulopt.rules import Rule, all_rules
from yulopt.rules.arithmetic import compute
from yulopt.rules.reader import read_rules
from yulopt.rules.terms import (
    AnyVariable,
    Computed,
    Number,
    NumberVariable,
    Operation,
    Term,
    evaluate,
)
from yulopt.rvsdg.language import OPTIR
from yulopt.rvsdg.session import session_for

pytest.importorskip("egglog", reason="saturation needs egglog")

SAMPLES = 500
OSAKA = dialect_for(EvmVersion.OSAKA)
# The solver decides these for words of 8 bits, and not for more; a lemma proves them.
BY_LEMMA = frozenset({"div-div", "div-div-all-out"})


def each(rules: Sequence[Rule]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("rule", rules, ids=[rule.name for rule in rules])


# Rules as statements about words


@each((*further_rules(), *associative_rules()))
def test_rule_is_proven(rule: Rule) -> None:
    if rule.name in BY_LEMMA:
        assert prove_at(rule, 8).outcome is Outcome.PROVEN
    else:
        verdict = prove(rule)
        assert verdict.outcome is Outcome.PROVEN, str(verdict)
        assert not verdict.is_reduced


@each(optir_rules())
def test_rule_for_words_of_32_bits_is_proven(rule: Rule) -> None:
    width = 8 if rule.name in BY_LEMMA else 32
    verdict = prove_at(rule, width)
    assert verdict.outcome is Outcome.PROVEN, str(verdict)


def test_a_quotient_of_a_quotient() -> None:
    """x = a q + r and q = b p + s; then x = a b p + (a s + r), and a s + r is the rest for a b.

    So p is the quotient of x by a b, whatever the size of words, as long as a b is a word; if it is
    larger than every word, p is 0. That x is not negative is all that is used of signed words.
    """
    a, b, r, s = [z3.Int(name) for name in "abrs"]
    rest = a * s + r
    solver = z3.Solver()
    solver.add(a > 0, b > 0, r >= 0, r < a, s >= 0, s < b)
    solver.add(z3.Or(rest < 0, rest >= a * b))
    assert solver.check() == z3.unsat


@each(further_rules())
def test_rule_holds_for_words(rule: Rule) -> None:
    tried = 0
    for values in assignments(rule, SAMPLES):
        expected = evaluate(rule.pattern, values)
        assert evaluate(rule.replacement, values) == expected, values
        tried += 1
    assert tried


@pytest.mark.parametrize("text", ["sdiv(X, 4) => sar(2, X)", "mod(X, A) => and(X, {sub(A, 1)})"])
def test_a_wrong_rule_is_refuted(text: str) -> None:
    (rule,) = read_rules(f"wrong {text}")
    assert prove_at(rule, 8).outcome is Outcome.REFUTED
    tried = assignments(rule, SAMPLES)
    assert any(
        evaluate(rule.pattern, values) != evaluate(rule.replacement, values) for values in tried
    )


def test_a_wrong_rule_gives_two_numbers_for_one_value() -> None:
    """Two numbers in one class: chapter 09, section 9.5, case 6."""
    rules = read_rules("wrong sdiv(X, 4) => sar(2, X)")
    session = Session({"sdiv": 2, "sar": 2}, rules, 256)
    session.begin()
    minus_one = 2**256 - 1
    session.unite([(0, ENode(minus_one)), (1, ENode(4)), (2, ENode("sdiv", (0, 1)))])
    with pytest.raises(AssertionError, match="two numbers"):
        saturate(session, Limits())


# Rules in the e-graph


def add_term(term: Term, values: dict[str, int], nodes: list[ENode]) -> int:
    """The handle of a term; values that are not there are arguments."""
    if isinstance(term, (Computed, Number)):
        nodes.append(ENode(evaluate(term, values)))
    elif isinstance(term, (NumberVariable, AnyVariable)):
        word = values.get(term.name)
        nodes.append(ENode((ARGUMENT, ord(term.name)) if word is None else word))
    else:
        assert isinstance(term, Operation)
        operands = tuple(add_term(operand, values, nodes) for operand in term.operands)
        nodes.append(ENode(term.name, operands))
    return len(nodes) - 1


def telling_numbers(rule: Rule, names: set[str]) -> dict[str, int]:
    """Numbers for which the rule applies, such that no simpler rule does."""
    first: dict[str, int] | None = None
    for values in assignments(rule, 40_000):
        numbers = {name: values[name] for name in names}
        if all(1 < number < 2**256 - 1 for number in numbers.values()):
            return numbers
        first = first or numbers
    assert first is not None, f"no values for {rule.name}"
    return first


def is_pure(rule: Rule) -> bool:
    names = pure_operations(OSAKA)
    nodes: list[ENode] = []
    numbers = dict.fromkeys(number_variables(rule), 0)
    add_term(rule.pattern, numbers, nodes)
    add_term(rule.replacement, numbers, nodes)
    return all(node.head in names for node in nodes if isinstance(node.head, str))


PURE_RULES = [rule for rule in (*all_rules(), *further_rules()) if is_pure(rule)]


def test_both_sides_of_every_rule_become_one_value() -> None:
    """Also of rules that are left out because another one says the same, or that the host does."""
    session = yul_session(OSAKA)
    for rule in every_nth(3, PURE_RULES):
        numbers = number_variables(rule)
        known = telling_numbers(rule, numbers)
        nodes: list[ENode] = []
        left = add_term(rule.pattern, known, nodes)
        right = add_term(rule.replacement, known, nodes)
        session.begin()
        session.unite(enumerate(nodes))
        saturate(session, Limits(iterations=6))
        export = session.export()
        session.end()
        assert export.handles[left] == export.handles[right], str(rule)


def check_that_forms_agree(
    export: Export, arguments: Sequence[int], evaluate: Callable[[str, list[int]], int]
) -> int:
    """Check that all forms of each value give the same word; returns their number."""
    tree = TreeCosts(
        [
            [Form(1, node.children, str(node.head), node) for node in nodes]
            for nodes in export.classes
        ]
    )
    words: dict[int, int] = {}

    def word(node: ENode) -> int:
        if isinstance(node.head, int):
            return node.head
        if isinstance(node.head, tuple):
            return arguments[node.head[1]]
        return evaluate(node.head, [words[child] for child in node.children])

    for value in tree.order:
        words[value] = word(export.classes[value][tree.form[value]])
    count = 0
    for value in tree.order:
        for node in export.classes[value]:
            if all(child in words for child in node.children):
                count += 1
                assert word(node) == words[value], (node.head, arguments)
    return count


@pytest.mark.parametrize("seed", seeds(4, 12))
def test_all_forms_of_a_value_are_equal(seed: int) -> None:
    rng = Random(f"forms {seed}")
    session = yul_session(OSAKA)
    operations = {
        name: count
        for name, count in pure_operations(OSAKA).items()
        if name not in ("blockhash", "blobhash", "calldataload")
    }
    session.begin()
    session.unite(enumerate(random_terms(rng, operations, 40, 256)))
    saturate(session, Limits(iterations=5, nodes=5000))
    export = session.export()
    session.end()
    for _ in range(4):
        arguments = [some_word(rng) for _ in range(4)]
        assert check_that_forms_agree(export, arguments, compute) > 40


@pytest.mark.parametrize("seed", seeds(2, 6))
def test_all_forms_of_a_value_of_32_bits_are_equal(seed: int) -> None:
    rng = Random(f"narrow forms {seed}")
    session = session_for(OPTIR, associative=False)
    names = "add mul sdiv smod and eq sgt shl shr sar".split()
    session.begin()
    session.unite(enumerate(random_terms(rng, dict.fromkeys(names, 2), 40, 32)))
    saturate(session, Limits(iterations=5, nodes=5000))
    export = session.export()
    session.end()
    for _ in range(4):
        arguments = [some_word(rng) & 0xFFFFFFFF for _ in range(4)]
        assert check_that_forms_agree(export, arguments, session.evaluate) > 40


# Which rules there are


def test_rules_left_to_the_host_only_fold() -> None:
    hosted = [rule for rule in PURE_RULES if rule_text(rule, 256) is None]
    assert all(isinstance(rule.replacement, Computed) for rule in hosted)


def test_rules_that_differ_only_in_order_occur_once() -> None:
    rules = read_rules("""
[commutativity]
add-commute   add(X, Y) => add(Y, X)
[sums]
one           sub(add(X, A), Y) => add(sub(X, Y), A)
two           sub(add(A, Y), X) => add(A, sub(Y, X))
number        add(X, 0) => X
""")
    names = [rule.name for rule in in_useful_orders(rules)]
    assert names == ["add-commute", "one", "number", "number-order-1"]


def test_rules_of_old_versions_have_no_new_instructions() -> None:
    old = rules_of_version(EvmVersion.BYZANTIUM)
    assert {rule.group for rule in old} >= {COMMUTATIVITY, "folding"}
    texts = [rule_text(rule, 256) or "" for rule in old]
    assert not any("(Shl" in text or "(Shr" in text for text in texts)
    assert len(old) < len(rules_of_version(EvmVersion.OSAKA))
