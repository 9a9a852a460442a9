"""Which accesses to memory and storage can meet, and what functions do to both."""
