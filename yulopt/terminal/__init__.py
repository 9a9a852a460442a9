"""Terminal input and output: files, streams, colours, and progress."""
