"""Results of saturation: the acceptance cases of chapter 09, section 9, whose numbers are
in the comments."""

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


NESTED_SWITCHES = """
(?nested (switch-2-cases-1-outputs 0 get-1 get-3 get-0 get-1)
(?outer (switch-2-cases-4-outputs
  get-0
  get-1 get-2 get-2 get-3
  get-0 get-0 get-1 (get-0 ?nested)
  get-0 get-1 get-2 get-1)
(func-4-inputs-4-outputs (get-0 ?outer) (get-1 ?outer) (get-2 ?outer) (get-3 ?outer))))
"""
ONE_SWITCH = """
(func-4-inputs-4-outputs
  get-1
  (get-0 (switch-2-cases-1-outputs get-0 get-1 get-2 get-0 get-1))
  get-2
  get-2)
"""
POWER = """
(func-2-inputs-1-outputs
  (get-2
    (loop
      get-0 get-1 1
      (* get-0 get-0)
      (>> get-1 1)
      (get-0 (switch-2-cases-1-outputs (& get-1 1) get-0 get-2 get-1 (* get-1 get-0)))
      get-1)))
"""
HALTING = """
(func-2-inputs-1-outputs
  (get-0
    (switch-2-cases-1-outputs get-1 get-0 (get-0 (loop get-0 (use get-0) 1)) get-0)))
"""
UNREAD_INPUT = """
(func-2-inputs-1-outputs
  (get-2
    (loop
      get-0 get-1 1
      (* get-0 get-0)
      (>> get-1 1)
      (get-0 (switch-2-cases-1-outputs (& get-1 1) get-0 get-1 get-2 get-2 (* get-2 get-0)))
      (= get-1 0))))
"""
UNREAD_INPUT_AND_END = UNREAD_INPUT.replace("(= get-1 0)", "(= (= get-1 0) 0)")
SMALLER_SWITCH = "switch-2-cases-1-outputs (& get-1 1) get-0 get-2 get-1 (* get-1 get-0)"
LARGER_SWITCH = "switch-2-cases-1-outputs (& get-1 1) get-0 get-1 get-2 get-2 (* get-2 get-0)"
SAME_VARIABLES = """
(?l (loop get-0 get-0 (+ get-0 1) (+ get-1 1) (> 10 get-0))
(func-1-inputs-2-outputs (get-0 ?l) (get-1 ?l)))
"""
ONE_VARIABLE = """
(?l (loop get-0 (+ get-0 1) (> 10 get-0)) (func-1-inputs-2-outputs (get-0 ?l) (get-0 ?l)))
"""
NOT_VARYING = """
(func-2-inputs-1-outputs
  (get-0 (loop get-0 get-1 (+ get-0 (+ 1 (* get-1 get-1))) get-1 (> 100 get-0))))
"""
HOISTED = """
(func-2-inputs-1-outputs
  (get-0 (loop get-0 (+ 1 (* get-1 get-1)) (+ get-0 get-1) get-1 (> 100 get-0))))
"""

CASES = (
    # A1
    Case("numbers are computed", "(+ 5 (* -1 2))", "3", 2, 0),
    # A1b
    Case("a shared number is computed", "(?x 21 (+ ?x ?x))", "42", 1, 0),
    # A2
    Case(
        "a call of a negation",
        """
        (?neg (func-1-inputs-1-outputs (* -1 get-0))
        (func-2-inputs-1-outputs (+ get-0 (get-0 (call ?neg get-1)))))
        """,
        "(func-2-inputs-1-outputs (+ get-0 (* -1 get-1)))",
        6,
        3,
    ),
    # A3
    Case(
        "a result that is the same in every call",
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
    # A4
    Case("nested switches", NESTED_SWITCHES, ONE_SWITCH, 24, 7),
    # A5
    Case("power by squaring", POWER, POWER, 19, 19),
    # A6
    Case("a loop with an effect of its own stays", HALTING, HALTING, 11, 11),
    # A6 without use
    Case(
        "a loop that gives back its input",
        HALTING.replace("(use get-0)", "get-0"),
        "(func-2-inputs-1-outputs get-0)",
        10,
        1,
    ),
    # A8 literal
    Case(
        "an input that no case reads",
        UNREAD_INPUT,
        UNREAD_INPUT.replace(LARGER_SWITCH, SMALLER_SWITCH),
        21,
        20,
        arguments=((3, 1), (3, 2), (3, 4)),
    ),
    # A8 corrected
    Case(
        "an input that no case reads, in a loop that ends",
        UNREAD_INPUT_AND_END,
        UNREAD_INPUT_AND_END.replace(LARGER_SWITCH, SMALLER_SWITCH),
        22,
        21,
        arguments=tuple((3, n) for n in range(5)),
    ),
    # B1
    Case(
        "a loop that runs once",
        "(func-1-inputs-1-outputs (get-0 (loop get-0 (+ get-0 1) 0)))",
        "(func-1-inputs-1-outputs (+ get-0 1))",
        6,
        2,
    ),
    # B2
    Case(
        "a loop over numbers that runs once",
        "(func-0-inputs-1-outputs (get-0 (loop 0 (+ get-0 1) (> get-0 5))))",
        "(func-0-inputs-1-outputs 1)",
        7,
        1,
    ),
    # B3
    Case("loop variables that are always the same", SAME_VARIABLES, ONE_VARIABLE, 11, 7),
    # B4
    Case(
        "loop variables with different steps stay apart",
        SAME_VARIABLES.replace("(+ get-1 1)", "(+ get-1 2)"),
        SAME_VARIABLES.replace("(+ get-1 1)", "(+ get-1 2)"),
        11,
        11,
        arguments=((-5,), (0,), (20,)),
    ),
    # B5
    Case("what does not vary in a loop", NOT_VARYING, HOISTED, 11, 11, cost=GAS),
    # B6
    Case(
        "a loop variable that does not vary leaves",
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
    # B7
    Case(
        "a loop variable that becomes its first value",
        """
        (func-1-inputs-1-outputs (get-0 (loop get-0 5 (+ get-0 get-1) get-1 (> 10 get-0))))
        """,
        "(func-1-inputs-1-outputs (get-0 (loop get-0 (+ get-0 5) (> 10 get-0))))",
        9,
        7,
    ),
    # B8
    Case(
        "a switch with a known predicate",
        """
        (func-2-inputs-1-outputs
          (get-0 (switch-2-cases-1-outputs 1 get-0 get-1 get-0 (+ get-0 get-1))))
        """,
        "(func-2-inputs-1-outputs (+ get-0 get-1))",
        8,
        2,
    ),
    # B10
    Case(
        "a called function that is the identity",
        """
        (func-1-inputs-1-outputs
          (get-0 (call (func-1-inputs-1-outputs (+ (+ get-0 0) 0)) get-0)))
        """,
        "(func-1-inputs-1-outputs get-0)",
        6,
        1,
    ),
)


def source(name: str) -> str:
    """The input."""
    (found,) = [case.source for case in CASES if case.name == name]
    return found
