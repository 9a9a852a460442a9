"""Mutation fuzzing of the parser and the validator: what `python -m tests.fuzz` is made of."""
