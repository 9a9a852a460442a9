"""What `tests.generator` and `tests.stack_generator` are made of: tables, scopes, writers."""
