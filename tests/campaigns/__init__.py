"""Standing attacks on the pipelines: programs of other kinds than those of `tests.generation`."""
