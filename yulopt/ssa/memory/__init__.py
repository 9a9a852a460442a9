"""Which accesses to memory, storage and cells can meet, and which values they find there."""
