"""The parts of `tests.generator` and `tests.stack_generator`: tables, scopes, writers."""
