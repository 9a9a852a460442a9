"""JSON as values with types, and results that are kept on disk by their content."""
