"""Proofs that simplification rules keep the meaning of programs, with the SMT solver Z3.

`prover.prove` takes a rule, from `yulopt/rules/table.txt` or from any other table in that notation;
`python -m tests.proofs` proves whole tables. The proofs are about words: that the replacement has
the value of the pattern, for all operands for which the conditions hold.
"""
