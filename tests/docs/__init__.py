"""README and the pages of `docs/` show actual output."""
