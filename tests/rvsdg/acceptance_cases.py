"""The acceptance cases of saturation in chapter 09, section 9: what goes in, what comes out."""

from __future__ import annotations

from dataclasses import dataclass, field

from yulopt.rvsdg.extract import DAG, GAS


@dataclass(frozen=True)
class Case:
    """A graph, what is expected (up to the order of operands of commutative operators), and what
    both cost by the model of optir, each node once. `cost` is the model for the extraction.
    """

    name: str
    source: str
    expected: str
    before: int
    after: int
    cost: str = DAG
    arguments: tuple[tuple[int, ...], ...] = field(default=())


A4_NESTED = """
(?nested (switch-2-cases-1-outputs 0 get-1 get-3 get-0 get-1)
(?outer (switch-2-cases-4-outputs
  get-0
  get-1 get-2 get-2 get-3
  get-0 get-0 get-1 (get-0 ?nested)
  get-0 get-1 get-2 get-1)
(func-4-inputs-4-outputs (get-0 ?outer) (get-1 ?outer) (get-2 ?outer) (get-3 ?outer))))
"""
A4_RESULT = """
(func-4-inputs-4-outputs
  get-1
  (get-0 (switch-2-cases-1-outputs get-0 get-1 get-2 get-0 get-1))
  get-2
  get-2)
"""
A5_POWER = """
(func-2-inputs-1-outputs
  (get-2
    (loop
      get-0 get-1 1
      (* get-0 get-0)
      (>> get-1 1)
      (get-0 (switch-2-cases-1-outputs (& get-1 1) get-0 get-2 get-1 (* get-1 get-0)))
      get-1)))
"""
A6_HALTING = """
(func-2-inputs-1-outputs
  (get-0
    (switch-2-cases-1-outputs get-1 get-0 (get-0 (loop get-0 (use get-0) 1)) get-0)))
"""
A8_LITERAL = """
(func-2-inputs-1-outputs
  (get-2
    (loop
      get-0 get-1 1
      (* get-0 get-0)
      (>> get-1 1)
      (get-0 (switch-2-cases-1-outputs (& get-1 1) get-0 get-1 get-2 get-2 (* get-2 get-0)))
      (= get-1 0))))
"""
A8_CORRECTED = A8_LITERAL.replace("(= get-1 0)", "(= (= get-1 0) 0)")
SMALLER_SWITCH = "switch-2-cases-1-outputs (& get-1 1) get-0 get-2 get-1 (* get-1 get-0)"
LARGER_SWITCH = "switch-2-cases-1-outputs (& get-1 1) get-0 get-1 get-2 get-2 (* get-2 get-0)"
B3 = """
(?l (loop get-0 get-0 (+ get-0 1) (+ get-1 1) (> 10 get-0))
(func-1-inputs-2-outputs (get-0 ?l) (get-1 ?l)))
"""
B3_RESULT = """
(?l (loop get-0 (+ get-0 1) (> 10 get-0)) (func-1-inputs-2-outputs (get-0 ?l) (get-0 ?l)))
"""
B5 = """
(func-2-inputs-1-outputs
  (get-0 (loop get-0 get-1 (+ get-0 (+ 1 (* get-1 get-1))) get-1 (> 100 get-0))))
"""
B5_HOISTED = """
(func-2-inputs-1-outputs
  (get-0 (loop get-0 (+ 1 (* get-1 get-1)) (+ get-0 get-1) get-1 (> 100 get-0))))
"""

CASES = (
    Case("A1", "(+ 5 (* -1 2))", "3", 2, 0),
    Case("A1b", "(?x 21 (+ ?x ?x))", "42", 1, 0),
    Case(
        "A2",
        """
        (?neg (func-1-inputs-1-outputs (* -1 get-0))
        (func-2-inputs-1-outputs (+ get-0 (get-0 (call ?neg get-1)))))
        """,
        "(func-2-inputs-1-outputs (+ get-0 (* -1 get-1)))",
        6,
        3,
    ),
    Case(
        "A3",
        """
        (?f (func-1-inputs-2-outputs (get-0 (loop get-0 (+ get-0 1) (+ get-0 -42))) 1)
        (?call1 (call ?f 1) (?call2 (call ?f 2) (?call3 (call ?f 3)
        (func-0-inputs-2-outputs
          (+ (get-0 ?call1) (+ (get-0 ?call2) (get-0 ?call3)))
          (+ (get-1 ?call1) (+ (get-1 ?call2) (get-1 ?call3))))))))
        """,
        """
        (?f (func-1-inputs-2-outputs (get-0 (loop get-0 (+ get-0 1) (+ get-0 -42))) 1)
        (func-0-inputs-2-outputs
          (+ (get-0 (call ?f 1)) (+ (get-0 (call ?f 2)) (get-0 (call ?f 3))))
          3))
        """,
        21,
        16,
    ),
    Case("A4", A4_NESTED, A4_RESULT, 24, 7),
    Case("A5", A5_POWER, A5_POWER, 19, 19),
    Case("A6", A6_HALTING, A6_HALTING, 11, 11),
    Case("A6 without use", A6_HALTING.replace("(use get-0)", "get-0"),
         "(func-2-inputs-1-outputs get-0)", 10, 1),
    Case("A8 literal", A8_LITERAL, A8_LITERAL.replace(LARGER_SWITCH, SMALLER_SWITCH), 21, 20,
         arguments=((3, 1), (3, 2), (3, 4))),
    Case("A8 corrected", A8_CORRECTED, A8_CORRECTED.replace(LARGER_SWITCH, SMALLER_SWITCH), 22, 21,
         arguments=tuple((3, n) for n in range(5))),
    Case("B1", "(func-1-inputs-1-outputs (get-0 (loop get-0 (+ get-0 1) 0)))",
         "(func-1-inputs-1-outputs (+ get-0 1))", 6, 2),
    Case("B2", "(func-0-inputs-1-outputs (get-0 (loop 0 (+ get-0 1) (> get-0 5))))",
         "(func-0-inputs-1-outputs 1)", 7, 1),
    Case("B3", B3, B3_RESULT, 11, 7),
    Case("B4", B3.replace("(+ get-1 1)", "(+ get-1 2)"), B3.replace("(+ get-1 1)", "(+ get-1 2)"),
         11, 11, arguments=((-5,), (0,), (20,))),
    Case("B5", B5, B5_HOISTED, 11, 11, cost=GAS),
    Case(
        "B6",
        """
        (?l (loop get-0 get-1 (+ get-0 1) get-1 (> 10 get-0))
        (func-2-inputs-2-outputs (get-0 ?l) (get-1 ?l)))
        """,
        """
        (func-2-inputs-2-outputs (get-0 (loop get-0 (+ get-0 1) (> 10 get-0))) get-1)
        """,
        10,
        7,
    ),
    Case("B7", """
        (func-1-inputs-1-outputs (get-0 (loop get-0 5 (+ get-0 get-1) get-1 (> 10 get-0))))
        """,
         "(func-1-inputs-1-outputs (get-0 (loop get-0 (+ get-0 5) (> 10 get-0))))", 9, 7),
    Case("B8", """
        (func-2-inputs-1-outputs
          (get-0 (switch-2-cases-1-outputs 1 get-0 get-1 get-0 (+ get-0 get-1))))
        """,
         "(func-2-inputs-1-outputs (+ get-0 get-1))", 8, 2),
    Case("B10", """
        (func-1-inputs-1-outputs
          (get-0 (call (func-1-inputs-1-outputs (+ (+ get-0 0) 0)) get-0)))
        """,
         "(func-1-inputs-1-outputs get-0)", 6, 1),
)  # fmt: skip


def source(name: str) -> str:
    """What goes in."""
    (found,) = [case.source for case in CASES if case.name == name]
    return found
