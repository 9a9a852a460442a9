"""Named step sequences as text files."""
