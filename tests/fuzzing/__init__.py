"""Mutation fuzzing of the parser and the validator: the parts of `python -m tests.fuzz`."""
