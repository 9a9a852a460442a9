"""The simplification rules as data (`table.txt`), and their application to expressions."""

from yulopt.rules.matcher import Match, RuleMatcher
from yulopt.rules.table import all_rules, rules_for, table_text
from yulopt.rules.terms import Rule

__all__ = ["Match", "Rule", "RuleMatcher", "all_rules", "rules_for", "table_text"]
