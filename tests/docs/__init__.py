"""What README and the pages of `docs/` show is what happens."""
