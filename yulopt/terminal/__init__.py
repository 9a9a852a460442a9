"""Terminal input and output: files, streams, colours, tables, and progress."""
